// SPDX-License-Identifier: GPL-3.0-or-later
// What the instructions do to the bytes, the stack and the memo.
#include <algorithm>

#include "model/core/text.h"
#include "model/formats/pickle/unpickler.h"

namespace sojourn {

void Unpickler::failAtEnd(std::uint64_t count) const {
  m_builder.failDamaged("ends within an instruction that needs " + std::to_string(count) + " bytes where " +
                        std::to_string(m_input.left()) + " are left");
}

std::string_view Unpickler::line() {
  constexpr std::size_t longest = 1000;
  const auto bytes = m_input.ahead(longest);
  const std::string_view rest(reinterpret_cast<const char*>(bytes.data()), bytes.size());
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

void Unpickler::failWithoutValue() const {
  m_builder.failDamaged("takes a value where there is none");
}

std::span<const PickleValue> Unpickler::aboveMark() {
  if (m_marks.empty()) m_builder.failDamaged("takes values where none were announced");
  return std::span(m_stack).subspan(m_marks.back());
}

void Unpickler::dropMark() {
  m_stack.resize(m_marks.back());
  m_marks.pop_back();
}

void Unpickler::pushRun(PickleKind kind, std::uint64_t length) {
  push(PickleValue::run(kind, take(length)));
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
  dropMark();
  push(made);
}

void Unpickler::pushDict() {
  const PickleValue made = m_builder.dict();
  setItems(aboveMark(), made);
  dropMark();
  push(made);
}

void Unpickler::pushName(std::string_view module, std::string_view name) {
  if (m_names.empty()) collectNames();
  const auto [first, last] = m_names.equal_range(name);
  for (auto found = first; found != last; ++found) {
    const auto& [known, allowList] = found->second;
    if (known->module == module) return push(m_builder.name(*known, allowList));
  }
  m_builder.fail(
      "asks for " + escapeForDisplay(module, 80) + "." + escapeForDisplay(name, 80) +
          ", which is not among the names that a data file may use",
      "if you trust the file, load it in Python and save plain data: dicts, lists, numbers, arrays, tensors");
}

void Unpickler::collectNames() {
  for (std::size_t i = 0; i < m_allowLists.size(); ++i) {
    if (!m_allowLists[i]) continue;
    for (const PickleName& known : m_allowLists[i]->names()) m_names.emplace(known.name, std::pair(&known, i));
  }
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
  needValues(1);
  if (!m_memo.put(memoNumber, m_stack.back())) {
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
  push(m_allowLists[function.m_size]->call(m_builder, *function.m_name, arguments.items()));
}

void Unpickler::build() {
  const PickleValue state = pop();
  needValues(1);
  const PickleValue object = m_stack.back();
  refuseToChange(object);
  for (PickleAllowList* allowList : m_allowLists) {
    if (allowList && allowList->setState(m_builder, object, state)) return;
  }
  m_builder.failDamaged("gives a state to " + object.description());
}

void Unpickler::load() {
  const PickleValue reference = pop();
  PickleAllowList* extra = m_allowLists.back();
  push(extra ? extra->load(m_builder, reference) : m_python.load(m_builder, reference));
}

}  // namespace sojourn
