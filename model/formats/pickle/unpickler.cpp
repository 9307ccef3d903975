// SPDX-License-Identifier: GPL-3.0-or-later
// What each instruction is, by its code, and what it does to the bytes, the stack and the memo.
#include "model/formats/pickle/unpickler.h"

#include <algorithm>
#include <bit>
#include <cstring>

#include "model/core/text.h"
#include "model/formats/bytes/file_kind.h"

namespace sojourn {

void Unpickler::run() {
  const auto first = m_input.ahead(2);
  if (first.size() < 2 || first[0] != std::byte{0x80}) {
    const Error wrong = wrongFile({}, m_input.ahead(fileKindBytes), "does not begin like a pickle of protocol 2 to 5",
                                  "check that this is the right file; save it with Python's pickle, protocol 2 or "
                                  "later");
    m_builder.fail(wrong.what, wrong.remedy);
  }
  for (std::uint64_t instructions = 0;; ++instructions) {
    m_builder.setOffset(m_input.offset());
    if (instructions == m_limits.instructions) {
      m_builder.fail("takes more than " + std::to_string(instructions) + " instructions",
                     "split the file into smaller ones");
    }
    const auto op = static_cast<PickleOp>(number<std::uint8_t>());
    if (op == PickleOp::Stop) return finish();
    step(op);
  }
}

void Unpickler::finish() {
  m_state.root = pop();
  if (m_elements) return passOnRoot();
  check(m_state.root);
}

void Unpickler::step(PickleOp op) {
  using enum PickleOp;
  switch (op) {
    case Proto:
      if (const auto version = number<std::uint8_t>(); version < 2 || version > 5) {
        m_builder.fail("is a pickle of protocol " + std::to_string(version), "save it with protocol 2, 3, 4 or 5");
      }
      return;
    case Frame:
      if (const auto length = number<std::uint64_t>(); length > m_input.left()) {
        m_builder.failDamaged("announces " + std::to_string(length) + " bytes where " + std::to_string(m_input.left()) +
                              " are left");
      }
      return;

    case Mark:
      return mark();
    case Pop:
      if (!m_marks.empty() && m_marks.back() == m_stack.size()) return m_marks.pop_back();
      return static_cast<void>(pop());
    case PopMark:
      static_cast<void>(aboveMark());
      return dropMark();
    case Dup:
      return push(PickleValue(top()));

    case None:
      return push(PickleValue());
    case NewTrue:
      return push(PickleValue::boolean(true));
    case NewFalse:
      return push(PickleValue::boolean(false));
    case BinInt:
      return push(PickleValue::integer(number<std::int32_t>()));
    case BinInt1:
      return push(PickleValue::integer(number<std::uint8_t>()));
    case BinInt2:
      return push(PickleValue::integer(number<std::uint16_t>()));
    case Long1:
      return pushInteger(number<std::uint8_t>());
    case Long4:
      return pushInteger(number<std::uint32_t>());
    case BinFloat:
      return push(PickleValue::real(std::bit_cast<double>(__builtin_bswap64(number<std::uint64_t>()))));

    case ShortBinUnicode:
    case ShortBinString:
      return pushRun(PickleKind::Text, number<std::uint8_t>());
    case BinUnicode:
    case BinString:
      return pushRun(PickleKind::Text, number<std::uint32_t>());
    case BinUnicode8:
      return pushRun(PickleKind::Text, number<std::uint64_t>());
    case ShortBinBytes:
      return pushRun(PickleKind::Binary, number<std::uint8_t>());
    case BinBytes:
      return pushRun(PickleKind::Binary, number<std::uint32_t>());
    case BinBytes8:
    case ByteArray8:
      return pushRun(PickleKind::Binary, number<std::uint64_t>());
    case ReadOnlyBuffer:
      return needValues(1);

    case EmptyTuple:
      return push(m_builder.tuple({}));
    case Tuple1:
      return pushTuple(1);
    case Tuple2:
      return pushTuple(2);
    case Tuple3:
      return pushTuple(3);
    case Tuple:
      return pushInstead(m_builder.tuple(aboveMark()));
    case EmptyList:
      return push(m_builder.sequence(PickleKind::List));
    case EmptySet:
      return push(m_builder.sequence(PickleKind::Set));
    case EmptyDict:
      return push(m_builder.dict());
    case List:
      return pushSequence(PickleKind::List);
    case FrozenSet:
      return pushSequence(PickleKind::Set);
    case Dict: {
      const PickleValue made = m_builder.dict();
      setItems(aboveMark(), made);
      return pushInstead(made);
    }
    case Append: {
      const PickleValue item = pop();
      append(PickleKind::List, {&item, 1}, top());
      return fold();
    }
    case Appends:
    case AddItems: {
      const auto items = aboveMark();
      append(op == Appends ? PickleKind::List : PickleKind::Set, items, beforeMark());
      dropMark();
      return fold();
    }
    case SetItem: {
      needValues(3);
      const std::array pair{m_stack[m_stack.size() - 2], m_stack.back()};
      m_stack.resize(m_stack.size() - 2);
      return setItems(pair, m_stack.back());
    }
    case SetItems: {
      const auto items = aboveMark();
      setItems(items, beforeMark());
      return dropMark();
    }

    case BinGet:
      return get(number<std::uint8_t>());
    case LongBinGet:
      return get(number<std::uint32_t>());
    case BinPut:
      return put(number<std::uint8_t>());
    case LongBinPut:
      return put(number<std::uint32_t>());
    case Memoize:
      return put(m_memo.size());

    case Global: {
      const std::string_view module = line();
      return pushName(module, line());
    }
    case StackGlobal:
      return pushNameFromStack();
    case Reduce:
    case NewObj:
      return call(false);
    case NewObjEx:
      return call(true);
    case Build:
      return build();
    case BinPersId:
      return load();

    case Stop:  // run() ends there
    case Ext1:
    case Ext2:
    case Ext4:
    case NextBuffer:
      break;
  }
  refuse(op);
}

void Unpickler::refuse(PickleOp op) const {
  if (op == PickleOp::NextBuffer) {
    m_builder.fail("keeps its arrays outside of itself", "save it without a buffer callback");
  }
  static constexpr std::string_view digits = "0123456789abcdef";
  const auto code = static_cast<unsigned>(op);
  m_builder.failDamaged(std::string("holds the instruction 0x") + digits[code / 16] + digits[code % 16] +
                        ", which protocols 2 to 5 do not use for data");
}

void Unpickler::failAtEnd(std::uint64_t count) const {
  m_builder.failDamaged("ends within an instruction that needs " + std::to_string(count) + " bytes where " +
                        std::to_string(m_input.left()) + " are left");
}

std::string_view Unpickler::line() {
  constexpr std::size_t longest = 1000;
  const auto bytes = m_input.ahead(longest);
  const std::string_view rest = asText(bytes);
  const std::size_t end = rest.find('\n');
  if (end == std::string_view::npos) m_builder.failDamaged("ends within the name of a class or function");
  m_input.skip(end + 1);
  return rest.substr(0, end);
}

void Unpickler::growStack() {
  const std::size_t capacity = std::max<std::size_t>(1024, m_stack.capacity() * 2);
  if (!m_state.budget.take(capacity * sizeof(PickleValue))) {
    m_builder.fail("its values need more memory than one file may take", "split the file into smaller ones");
  }
  m_stack.reserve(capacity);
}

std::span<const PickleValue> Unpickler::aboveMark() const {
  if (m_marks.empty()) m_builder.failDamaged("takes values where none were announced");
  return std::span(m_stack).subspan(m_marks.back());
}

void Unpickler::mark() {
  if (m_marks.size() >= std::size_t{10} * m_limits.height) {
    m_builder.fail("nests containers more than " + std::to_string(m_limits.height) + " deep",
                   "save plain data: a list of dicts, a dict of arrays");
  }
  m_marks.push_back(m_stack.size());
}

void Unpickler::pushInteger(std::uint64_t length) {
  constexpr std::uint64_t longest = 4096;
  const auto bytes = take(length);
  if (length > longest) {
    m_builder.fail("holds an integer of " + std::to_string(length) + " bytes", "save numbers of at most 64 bits");
  }
  if (length > sizeof(std::int64_t)) return push(PickleValue::run(PickleKind::BigInteger, bytes));
  const bool negative = length > 0 && (bytes.back() & std::byte{0x80}) != std::byte{0};
  std::int64_t value = negative ? -1 : 0;
  if (length > 0) std::memcpy(&value, bytes.data(), length);
  push(PickleValue::integer(value));
}

void Unpickler::pushTuple(std::size_t count) {
  needValues(count);
  const PickleValue made = m_builder.tuple(std::span(m_stack).last(count));
  m_stack.resize(m_stack.size() - count);
  push(made);
}

void Unpickler::pushSequence(PickleKind kind) {
  const PickleValue made = m_builder.sequence(kind);
  m_builder.append(made, aboveMark());
  pushInstead(made);
}

void Unpickler::pushName(std::string_view module, std::string_view name) {
  if (m_names.empty()) {
    for (const auto known : {pythonNames(), numpyNames(), m_extra ? m_extra->names() : std::span<const PickleName>()})
      for (const PickleName& one : known) m_names.emplace(one.name, &one);
  }
  const auto [first, last] = m_names.equal_range(name);
  for (auto known = first; known != last; ++known)
    if (known->second->module == module) return push(PickleBuilder::name(*known->second));
  // Kept beyond the element, as the memo keeps names.
  if (const auto made = enumerationNamed(m_kept, module, name)) return push(*made);
  m_builder.fail(
      "asks for " + escapeForDisplay(module, 80) + "." + escapeForDisplay(name, 80) +
          ", which is not among the names that a data file may use",
      "if you trust the file, load it in Python and save plain data: dicts, lists, numbers, arrays, tensors");
}

void Unpickler::pushNameFromStack() {
  needValues(2);
  const auto name = pop().asText();
  const auto module = pop().asText();
  if (!name || !module) m_builder.failDamaged("asks for a class or function by something that is not a text");
  pushName(*module, *name);
}

void Unpickler::get(std::uint64_t memoNumber) {
  const PickleValue* value = m_memo.get(memoNumber);
  if (!value && m_elements && memoNumber < m_memo.size()) {
    m_builder.fail("refers to a part of an element that comes far before it",
                   "save every record with arrays and lists of its own");
  }
  if (!value) {
    m_builder.failDamaged("refers to its value number " + std::to_string(memoNumber) + ", which was never stored");
  }
  push(PickleValue(*value));
}

void Unpickler::put(std::uint64_t memoNumber) {
  if (!m_memo.put(memoNumber, top())) {
    m_builder.failDamaged("stores a value under the number " + std::to_string(memoNumber) +
                          ", for which there is no room");
  }
}

void Unpickler::append(PickleKind kind, std::span<const PickleValue> items, const PickleValue& to) {
  if (!to.is(kind)) m_builder.failDamaged("adds elements to " + to.description());
  if (isOutermost(to)) return passOn(items);
  refuseToChange(to);
  m_builder.append(to, items);
}

void Unpickler::setItems(std::span<const PickleValue> items, const PickleValue& to) {
  if (!to.is(PickleKind::Dict)) m_builder.failDamaged("adds keys to " + to.description());
  if (items.size() % 2 != 0) m_builder.failDamaged("gives a key without its value");
  refuseToChange(to);
  m_builder.setItems(to, items);
}

void Unpickler::call(bool withKeywords) {
  if (withKeywords) {
    if (const PickleValue keywords = pop(); !keywords.entries().empty() || !keywords.is(PickleKind::Dict)) {
      m_builder.failDamaged("calls a class with named arguments");
    }
  }
  const PickleValue arguments = pop();
  const PickleValue function = pop();
  if (!function.is(PickleKind::Name)) m_builder.failDamaged("calls " + function.description());
  if (!arguments.is(PickleKind::Tuple)) m_builder.failDamaged("calls a function with " + arguments.description());
  const PickleName& name = *function.m_name;
  push(name.call ? name.call(m_builder, name, arguments.items()) : m_extra->call(m_builder, name, arguments.items()));
}

void Unpickler::build() {
  const PickleValue state = pop();
  needValues(1);
  PickleValue& object = m_stack.back();
  refuseToChange(object);
  if (setPythonState(m_builder, object, state) || setNumpyState(m_builder, object, state)) return;
  m_builder.failDamaged("gives a state to " + object.description());
}

void Unpickler::load() {
  const PickleValue reference = pop();
  if (!m_extra) {
    m_builder.fail("refers to something outside itself (" + reference.description() + ")",
                   "give the file that torch.save wrote, not a part of it");
  }
  push(m_extra->load(m_builder, reference));
}

}  // namespace sojourn
