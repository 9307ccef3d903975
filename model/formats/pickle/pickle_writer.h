// SPDX-License-Identifier: GPL-3.0-or-later
// Writes Python pickles value by value: datasets with NumPy arrays, and the data.pkl of torch archives.
#pragma once

#include <cstdint>
#include <initializer_list>
#include <map>
#include <span>
#include <string>
#include <string_view>
#include <unordered_map>
#include <utility>
#include <vector>

#include "model/formats/bytes/nd_array.h"
#include "model/formats/pickle/pickle_opcodes.h"

namespace sojourn {

/// Values are written in the order of the calls; containers are opened and closed. Uses the instructions of protocol 2
/// (all that torch.load(weights_only=True) knows) and, from protocol 3, bytes. The same calls give the same bytes.
///
///     PickleWriter pickle;
///     pickle.beginList();
///     pickle.beginDict();
///     pickle.text("X");
///     pickle.array(std::span<const std::int64_t>(locations));
///     pickle.end();
///     pickle.end();
///     const Bytes bytes = pickle.finish();
class PickleWriter {
 public:
  explicit PickleWriter(int protocol = 4);

  void none();
  void boolean(bool value);
  void integer(std::int64_t value);
  void real(double value);
  /// UTF-8. Short texts that come again are written once and referred to.
  void text(std::string_view value);
  /// From protocol 3.
  void binary(std::span<const std::byte> value);

  void beginList();
  void beginTuple();
  /// Keys and values in turn.
  void beginDict();
  void beginOrderedDict();
  /// module.name(...): the values up to end() are the arguments.
  void beginCall(std::string_view module, std::string_view name);
  /// A persistent reference, as torch names its storages: the values up to end() are the tuple.
  void beginReference();
  void end();

  /// A class or function as a value.
  void name(std::string_view module, std::string_view name);

  /// A NumPy array in C order that NumPy 1 and 2 read. From protocol 3. Not for BFloat16, which NumPy lacks.
  void array(DType type, std::span<const std::int64_t> shape, std::span<const std::byte> data);
  void array(std::span<const std::int64_t> values);
  void array(std::span<const double> values);

  /// Ends the pickle; every container must be closed. The writer is empty afterwards.
  [[nodiscard]] Bytes finish();

 private:
  enum class Frame : std::uint8_t { List, Tuple, Dict, Call, Reference };
  struct Open {
    Frame frame;
    std::size_t values = 0;  ///< written into it so far
  };

  void startValue();
  void begin(Frame frame);
  void put(std::initializer_list<PickleOp> ops);
  /// An instruction and the number that follows it.
  template <class T>
  void put(PickleOp op, T number);
  /// An instruction, the length of the bytes, the bytes.
  void putRun(PickleOp op, std::span<const std::byte> bytes);
  /// The instruction for memo numbers of one byte, or the one for larger ones.
  void putMemo(PickleOp small, PickleOp large, std::uint32_t number);
  void putGet(std::uint32_t number) { putMemo(PickleOp::BinGet, PickleOp::LongBinGet, number); }
  /// Remembers the value on the stack; gives its number.
  std::uint32_t remember();
  void putInteger(std::int64_t value);
  void putText(std::string_view value);
  void putName(std::string_view module, std::string_view name);
  void putNumpyType(DType type);

  Bytes m_bytes;
  std::vector<Open> m_open;
  std::unordered_map<std::string, std::uint32_t> m_texts;
  std::map<std::pair<std::string, std::string>, std::uint32_t> m_names;
  std::map<DType, std::uint32_t> m_numpyTypes;
  std::uint32_t m_emptyArrayArguments = 0;  ///< memo number + 1; 0: not written yet
  std::uint32_t m_nextMemo = 0;
};

}  // namespace sojourn
