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

template <class T>
void appendLittle(Bytes& bytes, T value) {
  const std::size_t at = bytes.size();
  bytes.resize(at + sizeof(T));
  std::memcpy(bytes.data() + at, &value, sizeof(T));
}

}  // namespace sojourn
