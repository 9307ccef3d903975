// SPDX-License-Identifier: GPL-3.0-or-later
// The doors of the unpickler, and how it passes the elements of the outermost list on and forgets them.
#include "model/formats/pickle/pickle_reader.h"

#include "model/formats/bytes/failure.h"
#include "model/formats/pickle/unpickler.h"

namespace sojourn {

Result<PickleDocument> Unpickler::read(Bytes owned, std::span<const std::byte> bytes, const std::string& where,
                                       PickleAllowList* extra, const PickleLimits& limits) {
  return errorsAsValues(where, [&]() -> Result<PickleDocument> {
    auto state = std::make_unique<PickleDocument::State>(limits.memoryBytes);
    state->owned = std::move(owned);
    PickleInput input(state->owned.empty() ? bytes : std::span<const std::byte>(state->owned));
    Unpickler(*state, std::move(input), where, extra, limits).run();
    return PickleDocument(std::move(state));
  });
}

Status Unpickler::readElements(ByteSource& source, const std::string& where, PickleElements& elements,
                               const PickleLimits& limits) {
  return errorsAsValues(where, [&]() -> Status {
    PickleDocument::State state(limits.memoryBytes);
    PickleInput input(source, state.budget, limits.pieceBytes, where);
    Unpickler unpickler(state, std::move(input), where, nullptr, limits);
    unpickler.m_elements = &elements;
    unpickler.run();
    return {};
  });
}

Status readPickleElements(ByteSource& source, const std::string& where, PickleElements& elements,
                          const PickleLimits& limits) {
  return Unpickler::readElements(source, where, elements, limits);
}

Result<PickleDocument> readPickle(Bytes bytes, const std::string& where, const PickleLimits& limits) {
  return Unpickler::read(std::move(bytes), {}, where, nullptr, limits);
}

Result<PickleDocument> readPickleView(std::span<const std::byte> bytes, const std::string& where,
                                      PickleAllowList* extra, const PickleLimits& limits) {
  return Unpickler::read({}, bytes, where, extra, limits);
}

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
  const PickleContainer* facts = value.container();
  if (facts && facts->height > 0) m_builder.failDamaged("changes an element after it was complete");
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

/// Plain values, and tuples of a few of them; nothing for lists, dicts and arrays, which their holder could
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
    case PickleKind::Opaque:
      return m_kept.copied(value.kind(), asText(value.bytes()));
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
