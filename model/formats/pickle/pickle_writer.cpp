// SPDX-License-Identifier: GPL-3.0-or-later
// Instructions of protocol 2, in batches as Python itself writes them.
#include "model/formats/pickle/pickle_writer.h"

#include <array>
#include <bit>
#include <cassert>
#include <cstring>
#include <limits>

#include "model/formats/pickle/pickle_opcodes.h"

namespace sojourn {
namespace {

/// Values that go onto the reader's stack before they are moved into their list or dict.
constexpr std::size_t batch = 1000;
constexpr std::size_t longestSharedText = 64;

constexpr char code(PickleOp op) {
  return static_cast<char>(op);
}

const char* numpyCode(DType type) {
  switch (type) {
    case DType::Bool:
      return "b1";
    case DType::UInt8:
      return "u1";
    case DType::Int8:
      return "i1";
    case DType::UInt16:
      return "u2";
    case DType::Int16:
      return "i2";
    case DType::UInt32:
      return "u4";
    case DType::Int32:
      return "i4";
    case DType::UInt64:
      return "u8";
    case DType::Int64:
      return "i8";
    case DType::Float16:
      return "f2";
    case DType::Float32:
      return "f4";
    case DType::BFloat16:
      assert(false && "NumPy has no bfloat16");
      break;
    case DType::Float64:
      break;
  }
  return "f8";
}

}  // namespace

PickleWriter::PickleWriter(int protocol) {
  putOp(code(PickleOp::Proto));
  putOp(static_cast<char>(protocol));
}

template <class T>
void PickleWriter::putNumber(T value) {
  putBytes(std::as_bytes(std::span(&value, 1)));
}

void PickleWriter::putBytes(std::span<const std::byte> bytes) {
  m_bytes.insert(m_bytes.end(), bytes.begin(), bytes.end());
}

/// Opens and closes the batches of the container that the next value goes into.
void PickleWriter::startValue() {
  if (m_open.empty()) return;
  Open& top = m_open.back();
  const bool isList = top.frame == Frame::List;
  if (isList || top.frame == Frame::Dict) {
    const std::size_t inBatch = top.values % (isList ? batch : 2 * batch);
    if (inBatch == 0 && top.values > 0) putOp(code(isList ? PickleOp::Appends : PickleOp::SetItems));
    if (inBatch == 0) putOp(code(PickleOp::Mark));
  }
  ++top.values;
}

void PickleWriter::begin(Frame frame) {
  m_open.push_back({frame});
}

void PickleWriter::none() {
  startValue();
  putOp(code(PickleOp::None));
}

void PickleWriter::boolean(bool value) {
  startValue();
  putOp(code(value ? PickleOp::NewTrue : PickleOp::NewFalse));
}

void PickleWriter::integer(std::int64_t value) {
  startValue();
  putInteger(value);
}

void PickleWriter::putInteger(std::int64_t value) {
  if (value >= 0 && value <= 0xFF) {
    putOp(code(PickleOp::BinInt1));
    putNumber(static_cast<std::uint8_t>(value));
  } else if (value >= 0 && value <= 0xFFFF) {
    putOp(code(PickleOp::BinInt2));
    putNumber(static_cast<std::uint16_t>(value));
  } else if (value >= INT32_MIN && value <= INT32_MAX) {
    putOp(code(PickleOp::BinInt));
    putNumber(static_cast<std::int32_t>(value));
  } else {
    putOp(code(PickleOp::Long1));
    putNumber(std::uint8_t{8});
    putNumber(value);
  }
}

void PickleWriter::real(double value) {
  startValue();
  putOp(code(PickleOp::BinFloat));
  putNumber(__builtin_bswap64(std::bit_cast<std::uint64_t>(value)));
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
  assert(value.size() <= std::numeric_limits<std::uint32_t>::max());
  putOp(code(PickleOp::BinUnicode));
  putNumber(static_cast<std::uint32_t>(value.size()));
  putBytes(asBytes(value));
  if (shared) m_texts.emplace(value, putPut());
}

void PickleWriter::binary(std::span<const std::byte> value) {
  startValue();
  putOp(code(PickleOp::BinBytes));
  assert(value.size() <= std::numeric_limits<std::uint32_t>::max());
  putNumber(static_cast<std::uint32_t>(value.size()));
  putBytes(value);
}

void PickleWriter::beginList() {
  startValue();
  putOp(code(PickleOp::EmptyList));
  begin(Frame::List);
}

void PickleWriter::beginTuple() {
  startValue();
  putOp(code(PickleOp::Mark));
  begin(Frame::Tuple);
}

void PickleWriter::beginDict() {
  startValue();
  putOp(code(PickleOp::EmptyDict));
  begin(Frame::Dict);
}

void PickleWriter::beginOrderedDict() {
  startValue();
  putName("collections", "OrderedDict");
  putOp(code(PickleOp::EmptyTuple));
  putOp(code(PickleOp::Reduce));
  begin(Frame::Dict);
}

void PickleWriter::beginCall(std::string_view module, std::string_view name) {
  startValue();
  putName(module, name);
  putOp(code(PickleOp::Mark));
  begin(Frame::Call);
}

void PickleWriter::beginReference() {
  startValue();
  putOp(code(PickleOp::Mark));
  begin(Frame::Reference);
}

void PickleWriter::end() {
  assert(!m_open.empty());
  const Open closed = m_open.back();
  m_open.pop_back();
  switch (closed.frame) {
    case Frame::List:
      if (closed.values > 0) putOp(code(PickleOp::Appends));
      return;
    case Frame::Dict:
      assert(closed.values % 2 == 0);
      if (closed.values > 0) putOp(code(PickleOp::SetItems));
      return;
    case Frame::Tuple:
      putOp(code(PickleOp::Tuple));
      return;
    case Frame::Call:
      putOp(code(PickleOp::Tuple));
      putOp(code(PickleOp::Reduce));
      return;
    case Frame::Reference:
      putOp(code(PickleOp::Tuple));
      putOp(code(PickleOp::BinPersId));
      return;
  }
}

void PickleWriter::name(std::string_view module, std::string_view name) {
  startValue();
  putName(module, name);
}

void PickleWriter::putName(std::string_view module, std::string_view name) {
  const auto key = std::pair(std::string(module), std::string(name));
  if (const auto known = m_names.find(key); known != m_names.end()) return putGet(known->second);
  putOp(code(PickleOp::Global));
  for (const std::string_view part : {module, name}) {
    putBytes(asBytes(part));
    putOp('\n');
  }
  m_names.emplace(key, putPut());
}

void PickleWriter::putGet(std::uint32_t number) {
  if (number <= 0xFF) {
    putOp(code(PickleOp::BinGet));
    putNumber(static_cast<std::uint8_t>(number));
  } else {
    putOp(code(PickleOp::LongBinGet));
    putNumber(number);
  }
}

std::uint32_t PickleWriter::putPut() {
  if (m_nextMemo <= 0xFF) {
    putOp(code(PickleOp::BinPut));
    putNumber(static_cast<std::uint8_t>(m_nextMemo));
  } else {
    putOp(code(PickleOp::LongBinPut));
    putNumber(m_nextMemo);
  }
  return m_nextMemo++;
}

/// numpy.dtype(code, False, True) and its state, once for each type.
void PickleWriter::putNumpyType(DType type) {
  if (const auto known = m_numpyTypes.find(type); known != m_numpyTypes.end()) return putGet(known->second);
  putName("numpy", "dtype");
  putText(numpyCode(type));
  for (const PickleOp op : {PickleOp::NewFalse, PickleOp::NewTrue, PickleOp::Tuple3, PickleOp::Reduce}) putOp(code(op));
  const std::uint32_t number = putPut();
  putOp(code(PickleOp::Mark));
  putInteger(3);  // the version of the state
  putText(sizeOf(type) == 1 ? "|" : "<");
  for (int i = 0; i < 3; ++i) putOp(code(PickleOp::None));
  for (const int rest : {-1, -1, 0}) putInteger(rest);
  putOp(code(PickleOp::Tuple));
  putOp(code(PickleOp::Build));
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
    putOp(code(PickleOp::Tuple1));
    putOp(code(PickleOp::ShortBinBytes));
    putNumber(std::uint8_t{1});
    putOp('b');
    putOp(code(PickleOp::Tuple3));
    m_emptyArrayArguments = putPut() + 1;
  }
  putOp(code(PickleOp::Reduce));
  putOp(code(PickleOp::Mark));
  putInteger(1);  // the version of the state
  putOp(code(PickleOp::Mark));
  for (const std::int64_t extent : shape) putInteger(extent);
  putOp(code(PickleOp::Tuple));
  putNumpyType(type);
  putOp(code(PickleOp::NewFalse));  // not in Fortran order
  putOp(code(PickleOp::BinBytes));
  assert(data.size() <= std::numeric_limits<std::uint32_t>::max());
  putNumber(static_cast<std::uint32_t>(data.size()));
  putBytes(data);
  putOp(code(PickleOp::Tuple));
  putOp(code(PickleOp::Build));
}

void PickleWriter::array(std::span<const std::int64_t> values) {
  array(DType::Int64, std::array{static_cast<std::int64_t>(values.size())}, std::as_bytes(values));
}

void PickleWriter::array(std::span<const double> values) {
  array(DType::Float64, std::array{static_cast<std::int64_t>(values.size())}, std::as_bytes(values));
}

Bytes PickleWriter::finish() {
  assert(m_open.empty());
  putOp(code(PickleOp::Stop));
  return std::exchange(m_bytes, {});
}

}  // namespace sojourn
