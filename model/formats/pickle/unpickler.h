// SPDX-License-Identifier: GPL-3.0-or-later
// The unpickler: a stack, a memo, and one small step for each kind of instruction.
#pragma once

#include <array>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <unordered_map>
#include <utility>
#include <vector>

#include "model/formats/bytes/little_endian.h"
#include "model/formats/pickle/pickle_allow_list.h"
#include "model/formats/pickle/pickle_input.h"
#include "model/formats/pickle/pickle_memo.h"
#include "model/formats/pickle/pickle_opcodes.h"
#include "model/formats/pickle/pickle_reader.h"
#include "model/formats/pickle/pickle_tree_check.h"

namespace sojourn {

/// Runs the instructions of one pickle. Anything wrong leaves as a FormatFailure.
class Unpickler {
 public:
  Unpickler(PickleDocument::State& state, PickleInput input, const std::string& where, PickleAllowList* extra,
            const PickleLimits& limits)
      : m_state(state),
        m_limits(limits),
        m_input(std::move(input)),
        m_builder(state.arena, where),
        m_kept(state.kept, where),
        m_memo(state.budget),
        m_extra(extra),
        m_check(limits.height) {}

  static Result<PickleDocument> read(Bytes owned, std::span<const std::byte> bytes, const std::string& where,
                                     PickleAllowList* extra, const PickleLimits& limits);
  static Status readElements(ByteSource& source, const std::string& where, PickleElements& elements,
                             const PickleLimits& limits);

 private:
  void run();
  void step(PickleOp op);
  void finish();

  // the bytes
  std::span<const std::byte> take(std::uint64_t count) {
    const auto taken = m_input.take(count);
    if (taken.size() < count) failAtEnd(count);
    return taken;
  }
  template <class T>
  T number() {
    return readLittle<T>(take(sizeof(T)), 0);
  }
  std::string_view line();
  [[noreturn]] void failAtEnd(std::uint64_t count) const;

  // the stack
  void push(const PickleValue& value) {
    if (m_stack.size() == m_stack.capacity()) growStack();
    m_stack.push_back(value);
  }
  PickleValue pop() {
    const PickleValue value = top();
    m_stack.pop_back();
    return value;
  }
  const PickleValue& top() const {
    needValues(1);
    return m_stack.back();
  }
  void needValues(std::size_t count) const {
    const std::size_t floor = m_marks.empty() ? 0 : m_marks.back();
    if (m_stack.size() - floor < count) m_builder.failDamaged("takes a value where there is none");
  }
  std::span<const PickleValue> aboveMark() const;
  /// What is on the stack before the mark; None where nothing is.
  PickleValue beforeMark() const { return m_marks.back() > 0 ? m_stack[m_marks.back() - 1] : PickleValue(); }
  void dropMark() {
    m_stack.resize(m_marks.back());
    m_marks.pop_back();
  }
  /// Instead of the values above the mark.
  void pushInstead(const PickleValue& value) {
    dropMark();
    push(value);
  }
  void growStack();

  // the instructions
  void mark();
  void pushRun(PickleKind kind, std::uint64_t length) { push(PickleValue::run(kind, take(length))); }
  void pushInteger(std::uint64_t length);
  void pushTuple(std::size_t count);
  void pushSequence(PickleKind kind);
  void pushName(std::string_view module, std::string_view name);
  void pushNameFromStack();
  void get(std::uint64_t memoNumber);
  void put(std::uint64_t memoNumber);
  void append(PickleKind kind, std::span<const PickleValue> items, const PickleValue& to);
  void setItems(std::span<const PickleValue> items, const PickleValue& to);
  void call(bool withKeywords);
  void build();
  void load();
  [[noreturn]] void refuse(PickleOp op) const;

  // elements that are passed on
  [[nodiscard]] bool isOutermost(const PickleValue& list) const;
  void check(const PickleValue& tree);
  void passOn(std::span<const PickleValue> elements);
  void passOnRoot();
  void refuseToChange(const PickleValue& value) const;
  void fold();
  [[nodiscard]] std::optional<PickleValue> keep(const PickleValue& value, std::uint64_t number, bool used);
  [[nodiscard]] std::optional<PickleValue> copyToKeep(const PickleValue& value, std::size_t depth);

  PickleDocument::State& m_state;
  PickleLimits m_limits;
  PickleInput m_input;
  PickleBuilder m_builder;
  PickleBuilder m_kept;
  PickleMemo m_memo;
  PickleAllowList* m_extra;                                              ///< may be nullptr
  std::unordered_multimap<std::string_view, const PickleName*> m_names;  ///< by last part
  std::vector<PickleValue> m_stack;
  std::vector<std::size_t> m_marks;
  PickleTreeCheck m_check;
  PickleElements* m_elements = nullptr;  ///< given: the outermost list's elements go there and not into the list
  const void* m_outermost = nullptr;     ///< the list's node, once it had an element
};

}  // namespace sojourn
