// SPDX-License-Identifier: GPL-3.0-or-later
// Writes pickles instruction by instruction, right ones and wrong ones, for tests.
#pragma once

#include <cstdint>
#include <cstring>
#include <string>
#include <string_view>

#include "model/core/files.h"

namespace sojourn::test {

class PickleBytes {
 public:
  explicit PickleBytes(int protocol = 4) { op('\x80').raw(static_cast<char>(protocol)); }

  PickleBytes& raw(char byte) {
    m_bytes.push_back(static_cast<std::byte>(byte));
    return *this;
  }
  PickleBytes& raw(std::string_view text) {
    for (const char c : text) raw(c);
    return *this;
  }
  PickleBytes& op(char code) { return raw(code); }
  template <class T>
  PickleBytes& number(T value) {
    char bytes[sizeof(T)];
    std::memcpy(bytes, &value, sizeof(T));
    return raw(std::string_view(bytes, sizeof(T)));
  }
  PickleBytes& repeat(std::size_t times, std::string_view text) {
    for (std::size_t i = 0; i < times; ++i) raw(text);
    return *this;
  }

  PickleBytes& integer(std::int32_t value) { return op('J').number(value); }
  PickleBytes& text(std::string_view value) {
    return op('X').number(static_cast<std::uint32_t>(value.size())).raw(value);
  }
  PickleBytes& binary(std::string_view value) {
    return op('B').number(static_cast<std::uint32_t>(value.size())).raw(value);
  }
  PickleBytes& global(std::string_view module, std::string_view name) {
    return op('c').raw(module).raw('\n').raw(name).raw('\n');
  }
  /// numpy.dtype(code, False, True) with its state.
  PickleBytes& numpyType(std::string_view code, std::string_view order = "<") {
    global("numpy", "dtype").text(code).raw("\x89\x88\x87R");
    return op('(').integer(3).text(order).raw("NNN").integer(-1).integer(-1).integer(0).raw("tb");
  }
  /// A one-dimensional array of 8-byte elements, as NumPy writes it under protocol 2 to 4.
  PickleBytes& array(std::string_view code, std::string_view data, std::string_view order = "<") {
    global("numpy.core.multiarray", "_reconstruct").global("numpy", "ndarray").integer(0).op('\x85');
    binary("b").raw("\x87R(").integer(1).integer(static_cast<std::int32_t>(data.size() / 8)).op('\x85');
    return numpyType(code, order).op('\x89').binary(data).raw("tb");
  }
  [[nodiscard]] Bytes stop() const {
    Bytes all = m_bytes;
    all.push_back(std::byte{'.'});
    return all;
  }
  [[nodiscard]] Bytes unfinished() const { return m_bytes; }

 private:
  Bytes m_bytes;
};

/// The little-endian bytes of numbers.
template <class T>
std::string bytesOf(std::initializer_list<T> values) {
  std::string bytes;
  for (const T value : values) bytes.append(reinterpret_cast<const char*>(&value), sizeof(T));
  return bytes;
}

}  // namespace sojourn::test
