// SPDX-License-Identifier: GPL-3.0-or-later
// Numbers of fixed size in byte streams, least significant byte first.
#pragma once

#include <bit>
#include <cstddef>
#include <cstring>
#include <span>

#include "model/core/files.h"

namespace sojourn {

static_assert(std::endian::native == std::endian::little);

/// The number at `at`; the caller has checked that it lies within.
template <class T>
[[nodiscard]] T readLittle(std::span<const std::byte> bytes, std::size_t at) {
  T value;
  std::memcpy(&value, bytes.data() + at, sizeof(T));
  return value;
}

inline void appendBytes(Bytes& bytes, std::span<const std::byte> more) {
  bytes.insert(bytes.end(), more.begin(), more.end());
}

/// The numbers one after the other, each in as many bytes as its type has.
template <class... T>
void appendLittle(Bytes& bytes, T... values) {
  (appendBytes(bytes, std::as_bytes(std::span(&values, 1))), ...);
}

}  // namespace sojourn
