// SPDX-License-Identifier: GPL-3.0-or-later
// How the machine passes the elements of the outermost list on, and forgets them.
#include "model/formats/pickle/unpickler.h"

namespace sojourn {

bool Unpickler::isOutermost(const PickleValue& list) const {
  if (!m_elements || !list.is(PickleKind::List) || !m_stack.front().is(PickleKind::List)) return false;
  return list.m_node == m_stack.front().m_node;
}

void Unpickler::check(const PickleValue& tree) {
  if (auto finding = m_check.check(tree)) {
    m_builder.fail(std::move(*finding), "save plain data: a list of dicts, a dict of arrays");
  }
}

void Unpickler::passOn(std::span<const PickleValue> elements) {
  m_outermost = m_stack.front().m_node;
  for (const PickleValue& element : elements) check(element);
  if (const Status taken = m_elements->take(elements, m_state.budget); !taken) throw FormatFailure{taken.error()};
}

/// What was checked and passed on stays as it was, or the check would be worth nothing.
void Unpickler::refuseToChange(const PickleValue& value) const {
  if (!m_elements) return;
  const bool isDict = value.is(PickleKind::Dict);
  const bool isList = value.isSequence() || value.is(PickleKind::Set);
  if ((isDict && value.m_dict->height > 0) || (isList && value.m_node->height > 0)) {
    m_builder.failDamaged("changes an element after it was complete");
  }
}

/// At the end: elements that came by another way than being appended, such as a tuple's.
void Unpickler::passOnRoot() {
  const PickleValue& root = m_state.root;
  check(root);
  if (m_outermost) {
    if (root.is(PickleKind::List) && root.m_node == m_outermost) return;
    m_builder.failDamaged("ends with " + root.description() + " and not with the list that it filled");
  }
  const Status taken = root.isSequence() ? m_elements->take(root.items(), m_state.budget) : m_elements->takeOther(root);
  if (!taken) throw FormatFailure{taken.error()};
}

/// Between two elements nothing but the memo refers to the values so far.
void Unpickler::fold() {
  if (!m_outermost || m_stack.size() != 1 || !m_marks.empty() || !isOutermost(m_stack.front())) return;
  if (m_state.arena.taken() + m_input.held() < m_limits.foldBytes) return;
  m_memo.renew([this](const PickleValue& value, std::uint64_t number, bool used) { return keep(value, number, used); });
  m_stack.front() = m_kept.sequence(PickleKind::List);
  m_outermost = m_stack.front().m_node;
  m_state.arena.clear();
  m_input.dropTaken();
}

/// What an element may share with later ones: keys, names, NumPy types and small tuples of such are written once and
/// referred to from then on, whereas each text or run of bytes that is a value of its own is referred to by nobody.
std::optional<PickleValue> Unpickler::keep(const PickleValue& value, std::uint64_t number, bool used) {
  const std::size_t bytes = value.bytes().size();
  // The first element's keys, of which not every one was referred to yet.
  const bool early = number < 1024 && bytes <= 256;
  if (!used && !early && (bytes > 0 || value.is(PickleKind::Tuple))) return std::nullopt;
  return copyToKeep(value, 0);
}

/// Plain values, and tuples of a few of them; nothing for lists, dicts and arrays, which whoever holds them could
/// change.
std::optional<PickleValue> Unpickler::copyToKeep(const PickleValue& value, std::size_t depth) {
  constexpr std::size_t deepest = 3, mostItems = 8;
  switch (value.kind()) {
    case PickleKind::None:
    case PickleKind::Bool:
    case PickleKind::Integer:
    case PickleKind::Float:
    case PickleKind::Name:
    case PickleKind::External:
      return value;
    case PickleKind::Text:
    case PickleKind::Binary:
    case PickleKind::BigInteger:
    case PickleKind::Opaque: {
      const auto bytes = value.bytes();
      return m_kept.copied(value.kind(), {reinterpret_cast<const char*>(bytes.data()), bytes.size()});
    }
    case PickleKind::NumpyType: {
      PickleNumpyType type = *value.asNumpyType();
      type.code = *m_kept.copied(PickleKind::Text, type.code).asText();
      return m_kept.numpyType(type);
    }
    case PickleKind::Tuple: {
      const auto items = value.items();
      if (depth == deepest || items.size() > mostItems) return std::nullopt;
      std::array<PickleValue, mostItems> copies;
      for (std::size_t i = 0; i < items.size(); ++i) {
        const auto copy = copyToKeep(items[i], depth + 1);
        if (!copy) return std::nullopt;
        copies[i] = *copy;
      }
      return m_kept.tuple(std::span(copies).first(items.size()));
    }
    default:
      return std::nullopt;
  }
}

}  // namespace sojourn
