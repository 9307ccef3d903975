// SPDX-License-Identifier: GPL-3.0-or-later
// The unpickler: a stack, a memo, and one small step for each kind of instruction.
#pragma once

#include <array>
#include <cstring>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <unordered_map>
#include <utility>
#include <vector>

#include "model/formats/pickle/pickle_allow_list.h"
#include "model/formats/pickle/pickle_input.h"
#include "model/formats/pickle/pickle_memo.h"
#include "model/formats/pickle/pickle_opcodes.h"
#include "model/formats/pickle/pickle_reader.h"
#include "model/formats/pickle/pickle_tree_check.h"

namespace sojourn {

struct PickleDocument::State {
  explicit State(std::uint64_t memoryBytes) : budget(memoryBytes) {}

  Bytes owned;
  std::span<const std::byte> bytes;
  MemoryBudget budget;
  Arena arena{budget};
  Arena kept{budget};  ///< what outlives the elements that were passed on
  PickleValue root;
};

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
        m_allowLists{&m_python, &m_numpy, extra},
        m_check(limits.height) {}

  static Result<PickleDocument> read(Bytes owned, std::span<const std::byte> bytes, const std::string& where,
                                     PickleAllowList* extra, const PickleLimits& limits);
  static Status readElements(ByteSource& source, const std::string& where, PickleElements& elements,
                             const PickleLimits& limits);

 private:
  void run();
  bool step(PickleOp op);
  void start();
  void finish();

  // the bytes
  std::span<const std::byte> take(std::uint64_t count);
  template <class T>
  T number();
  std::string_view line();
  [[noreturn]] void failAtEnd(std::uint64_t count) const;

  // the stack
  void push(const PickleValue& value);
  PickleValue pop();
  void needValues(std::size_t count) const;
  std::span<const PickleValue> aboveMark();
  void dropMark();
  void growStack();
  [[noreturn]] void failWithoutValue() const;

  // the instructions
  void pushRun(PickleKind kind, std::uint64_t length);
  void pushInteger(std::uint64_t length);
  void pushTuple(std::size_t count);
  void pushDict();
  void pushSequence(PickleKind kind);
  void pushName(std::string_view module, std::string_view name);
  void collectNames();
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
  PythonAllowList m_python;
  NumpyAllowList m_numpy;
  std::array<PickleAllowList*, 3> m_allowLists;
  std::unordered_multimap<std::string_view, std::pair<const PickleName*, std::size_t>> m_names;  ///< by last part
  std::vector<PickleValue> m_stack;
  std::vector<std::size_t> m_marks;
  PickleTreeCheck m_check;
  PickleElements* m_elements = nullptr;  ///< given: the outermost list's elements go there and not into the list
  const void* m_outermost = nullptr;     ///< the list's node, once it had an element
};

inline std::span<const std::byte> Unpickler::take(std::uint64_t count) {
  const auto taken = m_input.take(count);
  if (taken.size() < count) failAtEnd(count);
  return taken;
}

inline void Unpickler::push(const PickleValue& value) {
  if (m_stack.size() == m_stack.capacity()) growStack();
  m_stack.push_back(value);
}

inline void Unpickler::needValues(std::size_t count) const {
  const std::size_t floor = m_marks.empty() ? 0 : m_marks.back();
  if (m_stack.size() - floor < count) failWithoutValue();
}

inline PickleValue Unpickler::pop() {
  needValues(1);
  const PickleValue value = m_stack.back();
  m_stack.pop_back();
  return value;
}

template <class T>
T Unpickler::number() {
  T value;
  std::memcpy(&value, take(sizeof(T)).data(), sizeof(T));
  return value;
}

}  // namespace sojourn
