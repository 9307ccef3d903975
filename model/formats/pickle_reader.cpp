// SPDX-License-Identifier: GPL-3.0-or-later
// The pickle machine: a stack, a memo, and one small step for each kind of instruction.
#include "model/formats/pickle_reader.h"

#include <array>
#include <bit>
#include <cstring>
#include <new>
#include <unordered_map>
#include <utility>
#include <vector>

#include "model/core/text.h"
#include "model/formats/pickle_memo.h"
#include "model/formats/pickle_opcodes.h"
#include "model/formats/pickle_tree_check.h"
#include "model/formats/pickle_vocabulary.h"

namespace sojourn {

struct PickleDocument::State {
  explicit State(std::uint64_t memoryBytes) : budget(memoryBytes) {}

  Bytes owned;
  std::span<const std::byte> bytes;
  MemoryBudget budget;
  Arena arena{budget};
  PickleValue root;
};

PickleDocument::PickleDocument(std::unique_ptr<State> state) : m_state(std::move(state)) {}
PickleDocument::PickleDocument(PickleDocument&&) noexcept = default;
PickleDocument& PickleDocument::operator=(PickleDocument&&) noexcept = default;
PickleDocument::~PickleDocument() = default;

const PickleValue& PickleDocument::root() const {
  return m_state->root;
}
std::span<const std::byte> PickleDocument::bytes() const {
  return m_state->bytes;
}

/// Runs the instructions of one pickle. Anything wrong leaves as a FormatFailure.
class PickleMachine {
 public:
  PickleMachine(PickleDocument::State& state, const std::string& where, PickleVocabulary* extra,
                const PickleLimits& limits)
      : m_state(state),
        m_limits(limits),
        m_bytes(state.bytes),
        m_builder(state.arena, where),
        m_memo(state.arena),
        m_vocabularies{&m_python, &m_numpy, extra} {}

  static Result<PickleDocument> read(Bytes owned, std::span<const std::byte> bytes, const std::string& where,
                                     PickleVocabulary* extra, const PickleLimits& limits);

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

  // the stack
  void push(const PickleValue& value);
  PickleValue pop();
  void needValues(std::size_t count) const;
  std::span<const PickleValue> aboveMark();
  void dropMark();

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

  PickleDocument::State& m_state;
  PickleLimits m_limits;
  std::span<const std::byte> m_bytes;
  std::size_t m_at = 0;
  PickleBuilder m_builder;
  PickleMemo m_memo;
  PythonVocabulary m_python;
  NumpyVocabulary m_numpy;
  std::array<PickleVocabulary*, 3> m_vocabularies;
  std::unordered_multimap<std::string_view, std::pair<const PickleName*, std::size_t>> m_names;  ///< by last part
  std::vector<PickleValue> m_stack;
  std::vector<std::size_t> m_marks;
};

Result<PickleDocument> PickleMachine::read(Bytes owned, std::span<const std::byte> bytes, const std::string& where,
                                           PickleVocabulary* extra, const PickleLimits& limits) {
  try {
    auto state = std::make_unique<PickleDocument::State>(limits.memoryBytes);
    state->owned = std::move(owned);
    state->bytes = state->owned.empty() ? bytes : std::span<const std::byte>(state->owned);
    PickleMachine(*state, where, extra, limits).run();
    return PickleDocument(std::move(state));
  } catch (const FormatFailure& failure) {
    return failure.error;
  } catch (const std::bad_alloc&) {
    return Error{ErrorKind::Failed, where, "needs more memory than there is", "close other programs"};
  }
}

void PickleMachine::run() {
  start();
  bool going = true;
  while (going) {
    m_builder.setOffset(m_at);
    going = step(static_cast<PickleOp>(number<std::uint8_t>()));
  }
  finish();
}

void PickleMachine::start() {
  if (m_bytes.size() >= 2 && m_bytes[0] == std::byte{0x80}) return;
  if (m_bytes.empty()) m_builder.fail("is empty", "copy or save the file again");
  m_builder.fail("does not begin like a pickle of protocol 2 to 5",
                 "check that this is the right file; save it with Python's pickle, protocol 2 or later");
}

void PickleMachine::finish() {
  m_state.root = pop();
  if (auto finding = PickleTreeCheck(m_limits.height).check(m_state.root)) {
    m_builder.fail(std::move(*finding), "save plain data: a list of dicts, a dict of arrays");
  }
}

/// One instruction; false after the last.
bool PickleMachine::step(PickleOp op) {
  using enum PickleOp;
  switch (op) {
    case Proto:
      if (const auto version = number<std::uint8_t>(); version < 2 || version > 5) {
        m_builder.fail("is a pickle of protocol " + std::to_string(version), "save it with protocol 2, 3, 4 or 5");
      }
      return true;
    case Frame:
      if (const auto length = number<std::uint64_t>(); length > m_bytes.size() - m_at) {
        m_builder.failDamaged("announces " + std::to_string(length) + " bytes where " +
                              std::to_string(m_bytes.size() - m_at) + " are left");
      }
      return true;
    case Stop:
      return false;

    case Mark:
      if (m_marks.size() >= std::size_t{10} * m_limits.height) {
        m_builder.fail("nests containers more than " + std::to_string(m_limits.height) + " deep",
                       "save plain data: a list of dicts, a dict of arrays");
      }
      m_marks.push_back(m_stack.size());
      return true;
    case Pop:
      if (!m_marks.empty() && m_marks.back() == m_stack.size()) {
        m_marks.pop_back();
      } else {
        static_cast<void>(pop());
      }
      return true;
    case PopMark:
      static_cast<void>(aboveMark());
      dropMark();
      return true;
    case Dup:
      needValues(1);
      push(PickleValue(m_stack.back()));
      return true;

    case None:
      push(PickleValue());
      return true;
    case NewTrue:
      push(PickleValue::boolean(true));
      return true;
    case NewFalse:
      push(PickleValue::boolean(false));
      return true;
    case BinInt:
      push(PickleValue::integer(number<std::int32_t>()));
      return true;
    case BinInt1:
      push(PickleValue::integer(number<std::uint8_t>()));
      return true;
    case BinInt2:
      push(PickleValue::integer(number<std::uint16_t>()));
      return true;
    case Long1:
      pushInteger(number<std::uint8_t>());
      return true;
    case Long4:
      pushInteger(number<std::uint32_t>());
      return true;
    case BinFloat:
      push(PickleValue::real(std::bit_cast<double>(__builtin_bswap64(number<std::uint64_t>()))));
      return true;

    case ShortBinUnicode:
      pushRun(PickleKind::Text, number<std::uint8_t>());
      return true;
    case BinUnicode:
      pushRun(PickleKind::Text, number<std::uint32_t>());
      return true;
    case BinUnicode8:
      pushRun(PickleKind::Text, number<std::uint64_t>());
      return true;
    case ShortBinString:
      pushRun(PickleKind::Text, number<std::uint8_t>());
      return true;
    case BinString:
      pushRun(PickleKind::Text, number<std::uint32_t>());
      return true;
    case ShortBinBytes:
      pushRun(PickleKind::Binary, number<std::uint8_t>());
      return true;
    case BinBytes:
      pushRun(PickleKind::Binary, number<std::uint32_t>());
      return true;
    case BinBytes8:
    case ByteArray8:
      pushRun(PickleKind::Binary, number<std::uint64_t>());
      return true;
    case ReadOnlyBuffer:
      needValues(1);
      return true;

    case EmptyTuple:
      push(m_builder.tuple({}));
      return true;
    case Tuple1:
      pushTuple(1);
      return true;
    case Tuple2:
      pushTuple(2);
      return true;
    case Tuple3:
      pushTuple(3);
      return true;
    case Tuple: {
      const PickleValue made = m_builder.tuple(aboveMark());
      dropMark();
      push(made);
      return true;
    }
    case EmptyList:
      push(m_builder.sequence(PickleKind::List));
      return true;
    case EmptySet:
      push(m_builder.sequence(PickleKind::Set));
      return true;
    case EmptyDict:
      push(m_builder.dict());
      return true;
    case List:
      pushSequence(PickleKind::List);
      return true;
    case FrozenSet:
      pushSequence(PickleKind::Set);
      return true;
    case Dict:
      pushDict();
      return true;
    case Append: {
      const PickleValue item = pop();
      needValues(1);
      append(PickleKind::List, {&item, 1}, m_stack.back());
      return true;
    }
    case Appends:
    case AddItems: {
      const auto items = aboveMark();
      const PickleValue to = m_marks.back() > 0 ? m_stack[m_marks.back() - 1] : PickleValue();
      append(op == Appends ? PickleKind::List : PickleKind::Set, items, to);
      dropMark();
      return true;
    }
    case SetItem: {
      needValues(3);
      const std::array pair{m_stack[m_stack.size() - 2], m_stack.back()};
      m_stack.resize(m_stack.size() - 2);
      setItems(pair, m_stack.back());
      return true;
    }
    case SetItems: {
      const auto items = aboveMark();
      setItems(items, m_marks.back() > 0 ? m_stack[m_marks.back() - 1] : PickleValue());
      dropMark();
      return true;
    }

    case BinGet:
      get(number<std::uint8_t>());
      return true;
    case LongBinGet:
      get(number<std::uint32_t>());
      return true;
    case BinPut:
      put(number<std::uint8_t>());
      return true;
    case LongBinPut:
      put(number<std::uint32_t>());
      return true;
    case Memoize:
      put(m_memo.size());
      return true;

    case Global: {
      const std::string_view module = line();
      pushName(module, line());
      return true;
    }
    case StackGlobal:
      pushNameFromStack();
      return true;
    case Reduce:
    case NewObj:
      call(false);
      return true;
    case NewObjEx:
      call(true);
      return true;
    case Build:
      build();
      return true;
    case BinPersId:
      load();
      return true;

    case Ext1:
    case Ext2:
    case Ext4:
    case NextBuffer:
      break;
  }
  refuse(op);
}

void PickleMachine::refuse(PickleOp op) const {
  if (op == PickleOp::NextBuffer) {
    m_builder.fail("keeps its arrays outside of itself", "save it without a buffer callback");
  }
  static constexpr std::array<char, 16> digits{'0', '1', '2', '3', '4', '5', '6', '7',
                                               '8', '9', 'a', 'b', 'c', 'd', 'e', 'f'};
  const auto code = static_cast<unsigned>(op);
  m_builder.failDamaged(std::string("holds the instruction 0x") + digits[code / 16] + digits[code % 16] +
                        ", which protocols 2 to 5 do not use for data");
}

std::span<const std::byte> PickleMachine::take(std::uint64_t count) {
  if (count > m_bytes.size() - m_at) {
    m_builder.failDamaged("ends within an instruction that needs " + std::to_string(count) + " bytes where " +
                          std::to_string(m_bytes.size() - m_at) + " are left");
  }
  const auto taken = m_bytes.subspan(m_at, count);
  m_at += count;
  return taken;
}

template <class T>
T PickleMachine::number() {
  T value;
  std::memcpy(&value, take(sizeof(T)).data(), sizeof(T));
  return value;
}

std::string_view PickleMachine::line() {
  constexpr std::size_t longest = 1000;
  const auto* begin = reinterpret_cast<const char*>(m_bytes.data()) + m_at;
  const auto rest = std::string_view(begin, std::min(m_bytes.size() - m_at, longest));
  const std::size_t end = rest.find('\n');
  if (end == std::string_view::npos) m_builder.failDamaged("ends within the name of a class or function");
  m_at += end + 1;
  return rest.substr(0, end);
}

void PickleMachine::push(const PickleValue& value) {
  if (m_stack.size() == m_stack.capacity()) {
    const std::size_t capacity = std::max<std::size_t>(1024, m_stack.capacity() * 2);
    if (!m_state.budget.take(capacity * sizeof(PickleValue))) {
      m_builder.fail("its values need more memory than one file may take", "split the file into smaller ones");
    }
    m_stack.reserve(capacity);
  }
  m_stack.push_back(value);
}

void PickleMachine::needValues(std::size_t count) const {
  const std::size_t floor = m_marks.empty() ? 0 : m_marks.back();
  if (m_stack.size() - floor < count) m_builder.failDamaged("takes a value where there is none");
}

PickleValue PickleMachine::pop() {
  needValues(1);
  const PickleValue value = m_stack.back();
  m_stack.pop_back();
  return value;
}

std::span<const PickleValue> PickleMachine::aboveMark() {
  if (m_marks.empty()) m_builder.failDamaged("takes values where none were announced");
  return std::span(m_stack).subspan(m_marks.back());
}

void PickleMachine::dropMark() {
  m_stack.resize(m_marks.back());
  m_marks.pop_back();
}

void PickleMachine::pushRun(PickleKind kind, std::uint64_t length) {
  push(PickleValue::run(kind, take(length)));
}

void PickleMachine::pushInteger(std::uint64_t length) {
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

void PickleMachine::pushTuple(std::size_t count) {
  needValues(count);
  const PickleValue made = m_builder.tuple(std::span(m_stack).last(count));
  m_stack.resize(m_stack.size() - count);
  push(made);
}

void PickleMachine::pushSequence(PickleKind kind) {
  const PickleValue made = m_builder.sequence(kind);
  m_builder.append(made, aboveMark());
  dropMark();
  push(made);
}

void PickleMachine::pushDict() {
  const PickleValue made = m_builder.dict();
  setItems(aboveMark(), made);
  dropMark();
  push(made);
}

void PickleMachine::pushName(std::string_view module, std::string_view name) {
  if (m_names.empty()) collectNames();
  const auto [first, last] = m_names.equal_range(name);
  for (auto found = first; found != last; ++found) {
    const auto& [known, vocabulary] = found->second;
    if (known->module == module) return push(m_builder.name(*known, vocabulary));
  }
  m_builder.fail(
      "asks for " + escapeForDisplay(module, 80) + "." + escapeForDisplay(name, 80) +
          ", which is not among the names that a data file may use",
      "if you trust the file, load it in Python and save plain data: dicts, lists, numbers, arrays, tensors");
}

void PickleMachine::collectNames() {
  for (std::size_t i = 0; i < m_vocabularies.size(); ++i) {
    if (!m_vocabularies[i]) continue;
    for (const PickleName& known : m_vocabularies[i]->names()) m_names.emplace(known.name, std::pair(&known, i));
  }
}

void PickleMachine::pushNameFromStack() {
  needValues(2);
  const auto name = pop().asText();
  const auto module = pop().asText();
  if (!name || !module) m_builder.failDamaged("asks for a class or function by something that is no text");
  pushName(*module, *name);
}

void PickleMachine::get(std::uint64_t memoNumber) {
  const PickleValue* value = m_memo.get(memoNumber);
  if (!value) {
    m_builder.failDamaged("refers to its value number " + std::to_string(memoNumber) + ", which was never stored");
  }
  push(PickleValue(*value));
}

void PickleMachine::put(std::uint64_t memoNumber) {
  needValues(1);
  if (!m_memo.put(memoNumber, m_stack.back())) {
    m_builder.failDamaged("stores a value under the number " + std::to_string(memoNumber) +
                          ", for which there is no room");
  }
}

void PickleMachine::append(PickleKind kind, std::span<const PickleValue> items, const PickleValue& to) {
  if (!to.is(kind)) m_builder.failDamaged("adds elements to " + to.description());
  m_builder.append(to, items);
}

void PickleMachine::setItems(std::span<const PickleValue> items, const PickleValue& to) {
  if (!to.is(PickleKind::Dict)) m_builder.failDamaged("adds keys to " + to.description());
  if (items.size() % 2 != 0) m_builder.failDamaged("gives a key without its value");
  m_builder.setItems(to, items);
}

void PickleMachine::call(bool withKeywords) {
  if (withKeywords) {
    if (const PickleValue keywords = pop(); !keywords.entries().empty() || !keywords.is(PickleKind::Dict)) {
      m_builder.failDamaged("calls a class with named arguments");
    }
  }
  const PickleValue arguments = pop();
  const PickleValue function = pop();
  if (!function.is(PickleKind::Name)) m_builder.failDamaged("calls " + function.description());
  if (!arguments.is(PickleKind::Tuple)) m_builder.failDamaged("calls a function with " + arguments.description());
  push(m_vocabularies[function.m_size]->call(m_builder, *function.m_name, arguments.items()));
}

void PickleMachine::build() {
  const PickleValue state = pop();
  needValues(1);
  const PickleValue object = m_stack.back();
  for (PickleVocabulary* vocabulary : m_vocabularies) {
    if (vocabulary && vocabulary->setState(m_builder, object, state)) return;
  }
  m_builder.failDamaged("gives a state to " + object.description());
}

void PickleMachine::load() {
  const PickleValue reference = pop();
  PickleVocabulary* extra = m_vocabularies.back();
  push(extra ? extra->load(m_builder, reference) : m_python.load(m_builder, reference));
}

Result<PickleDocument> readPickleFile(const std::filesystem::path& path) {
  auto bytes = readFile(path, largestPickleFile);
  if (!bytes) return bytes.error();
  const PickleLimits limits{.memoryBytes = pickleFileMemory - bytes->size()};
  return readPickle(std::move(*bytes), path.string(), limits);
}

Result<PickleDocument> readPickle(Bytes bytes, const std::string& where, const PickleLimits& limits) {
  return PickleMachine::read(std::move(bytes), {}, where, nullptr, limits);
}

Result<PickleDocument> readPickleView(std::span<const std::byte> bytes, const std::string& where,
                                      PickleVocabulary* extra, const PickleLimits& limits) {
  return PickleMachine::read({}, bytes, where, extra, limits);
}

}  // namespace sojourn
