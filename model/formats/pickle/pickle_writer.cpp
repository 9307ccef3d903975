// SPDX-License-Identifier: GPL-3.0-or-later
// Instructions of protocol 2, in batches as Python itself writes them.
#include "model/formats/pickle/pickle_writer.h"

#include <array>
#include <bit>
#include <cassert>
#include <limits>

#include "model/formats/bytes/little_endian.h"

namespace sojourn {

namespace {

using Op = PickleOp;

/// Values that go onto the reader's stack before they are moved into their list or dict.
constexpr std::size_t batch = 1000;
constexpr std::size_t longestSharedText = 64;

}  // namespace

PickleWriter::PickleWriter(int protocol) {
  put(Op::Proto, static_cast<std::uint8_t>(protocol));
}

void PickleWriter::put(std::initializer_list<PickleOp> ops) {
  for (const PickleOp op : ops) m_bytes.push_back(static_cast<std::byte>(op));
}

template <class T>
void PickleWriter::put(PickleOp op, T number) {
  put({op});
  appendLittle(m_bytes, number);
}

void PickleWriter::putRun(PickleOp op, std::span<const std::byte> bytes) {
  assert(bytes.size() <= std::numeric_limits<std::uint32_t>::max());
  put(op, static_cast<std::uint32_t>(bytes.size()));
  appendBytes(m_bytes, bytes);
}

void PickleWriter::putMemo(PickleOp small, PickleOp large, std::uint32_t number) {
  if (number <= 0xFF) return put(small, static_cast<std::uint8_t>(number));
  put(large, number);
}

std::uint32_t PickleWriter::remember() {
  putMemo(Op::BinPut, Op::LongBinPut, m_nextMemo);
  return m_nextMemo++;
}

/// Opens and closes the batches of the container that the next value goes into.
void PickleWriter::startValue() {
  if (m_open.empty()) return;
  Open& top = m_open.back();
  const bool isList = top.frame == Frame::List;
  if (isList || top.frame == Frame::Dict) {
    const std::size_t inBatch = top.values % (isList ? batch : 2 * batch);
    if (inBatch == 0 && top.values > 0) put({isList ? Op::Appends : Op::SetItems});
    if (inBatch == 0) put({Op::Mark});
  }
  ++top.values;
}

void PickleWriter::begin(Frame frame) {
  startValue();
  m_open.push_back({frame});
}

void PickleWriter::none() {
  startValue();
  put({Op::None});
}

void PickleWriter::boolean(bool value) {
  startValue();
  put({value ? Op::NewTrue : Op::NewFalse});
}

void PickleWriter::integer(std::int64_t value) {
  startValue();
  putInteger(value);
}

void PickleWriter::putInteger(std::int64_t value) {
  if (value >= 0 && value <= 0xFF) return put(Op::BinInt1, static_cast<std::uint8_t>(value));
  if (value >= 0 && value <= 0xFFFF) return put(Op::BinInt2, static_cast<std::uint16_t>(value));
  if (value >= INT32_MIN && value <= INT32_MAX) return put(Op::BinInt, static_cast<std::int32_t>(value));
  put(Op::Long1, std::uint8_t{8});
  appendLittle(m_bytes, value);
}

void PickleWriter::real(double value) {
  startValue();
  put(Op::BinFloat, __builtin_bswap64(std::bit_cast<std::uint64_t>(value)));
}

void PickleWriter::text(std::string_view value) {
  startValue();
  putText(value);
}

void PickleWriter::putText(std::string_view value) {
  const bool shared = value.size() <= longestSharedText;
  if (shared) {
    if (const auto known = m_texts.find(std::string(value)); known != m_texts.end()) return putGet(known->second);
  }
  putRun(Op::BinUnicode, asBytes(value));
  if (shared) m_texts.emplace(value, remember());
}

void PickleWriter::binary(std::span<const std::byte> value) {
  startValue();
  putRun(Op::BinBytes, value);
}

void PickleWriter::beginList() {
  begin(Frame::List);
  put({Op::EmptyList});
}

void PickleWriter::beginTuple() {
  begin(Frame::Tuple);
  put({Op::Mark});
}

void PickleWriter::beginDict() {
  begin(Frame::Dict);
  put({Op::EmptyDict});
}

void PickleWriter::beginOrderedDict() {
  begin(Frame::Dict);
  putName("collections", "OrderedDict");
  put({Op::EmptyTuple, Op::Reduce});
}

void PickleWriter::beginCall(std::string_view module, std::string_view name) {
  begin(Frame::Call);
  putName(module, name);
  put({Op::Mark});
}

void PickleWriter::beginReference() {
  begin(Frame::Reference);
  put({Op::Mark});
}

void PickleWriter::end() {
  assert(!m_open.empty());
  const Open closed = m_open.back();
  m_open.pop_back();
  assert(closed.frame != Frame::Dict || closed.values % 2 == 0);
  switch (closed.frame) {
    case Frame::List:
    case Frame::Dict:
      if (closed.values > 0) put({closed.frame == Frame::List ? Op::Appends : Op::SetItems});
      return;
    case Frame::Tuple:
      return put({Op::Tuple});
    case Frame::Call:
      return put({Op::Tuple, Op::Reduce});
    case Frame::Reference:
      return put({Op::Tuple, Op::BinPersId});
  }
}

void PickleWriter::name(std::string_view module, std::string_view name) {
  startValue();
  putName(module, name);
}

void PickleWriter::putName(std::string_view module, std::string_view name) {
  const auto key = std::pair(std::string(module), std::string(name));
  if (const auto known = m_names.find(key); known != m_names.end()) return putGet(known->second);
  put({Op::Global});
  appendBytes(m_bytes, asBytes(key.first + '\n' + key.second + '\n'));
  m_names.emplace(key, remember());
}

/// numpy.dtype(code, False, True) and its state, once for each type.
void PickleWriter::putNumpyType(DType type) {
  if (const auto known = m_numpyTypes.find(type); known != m_numpyTypes.end()) return putGet(known->second);
  assert(namesOf(type).numpy && "NumPy has no bfloat16");
  putName("numpy", "dtype");
  putText(namesOf(type).numpy);
  put({Op::NewFalse, Op::NewTrue, Op::Tuple3, Op::Reduce});
  const std::uint32_t number = remember();
  put({Op::Mark});
  putInteger(3);  // the version of the state
  putText(sizeOf(type) == 1 ? "|" : "<");
  put({Op::None, Op::None, Op::None});
  for (const int rest : {-1, -1, 0}) putInteger(rest);
  put({Op::Tuple, Op::Build});
  m_numpyTypes.emplace(type, number);
}

/// numpy.core.multiarray._reconstruct(ndarray, (0,), b"b") and its state: the one writing that every NumPy reads.
void PickleWriter::array(DType type, std::span<const std::int64_t> shape, std::span<const std::byte> data) {
  startValue();
  putName("numpy.core.multiarray", "_reconstruct");
  if (m_emptyArrayArguments > 0) {
    putGet(m_emptyArrayArguments - 1);
  } else {
    putName("numpy", "ndarray");
    putInteger(0);
    put({Op::Tuple1});
    put(Op::ShortBinBytes, std::uint8_t{1});
    appendBytes(m_bytes, asBytes("b"));
    put({Op::Tuple3});
    m_emptyArrayArguments = remember() + 1;
  }
  put({Op::Reduce, Op::Mark});
  putInteger(1);  // the version of the state
  put({Op::Mark});
  for (const std::int64_t extent : shape) putInteger(extent);
  put({Op::Tuple});
  putNumpyType(type);
  put({Op::NewFalse});  // not in Fortran order
  putRun(Op::BinBytes, data);
  put({Op::Tuple, Op::Build});
}

void PickleWriter::array(std::span<const std::int64_t> values) {
  array(DType::Int64, std::array{static_cast<std::int64_t>(values.size())}, std::as_bytes(values));
}

void PickleWriter::array(std::span<const double> values) {
  array(DType::Float64, std::array{static_cast<std::int64_t>(values.size())}, std::as_bytes(values));
}

Bytes PickleWriter::finish() {
  assert(m_open.empty());
  put({Op::Stop});
  return std::exchange(m_bytes, {});
}

}  // namespace sojourn
