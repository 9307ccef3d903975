// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/core/radix_sort.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <random>

#include <gtest/gtest.h>

namespace sojourn {
namespace {

TEST(RadixSort, FloatsKeepTheirOrderAsKeys) {
  constexpr float infinite = std::numeric_limits<float>::infinity();
  const std::vector<float> rising{-infinite, -3e8F, -1,      -1e-30F, 0, std::numeric_limits<float>::denorm_min(),
                                  0.5F,      2,     infinite};
  for (std::size_t i = 1; i < rising.size(); ++i) EXPECT_LT(orderedKey(rising[i - 1]), orderedKey(rising[i])) << i;
}

TEST(RadixSort, SortsAsAStableSortDoes) {
  std::mt19937 random(7);
  // Few keys, keys that differ in one digit alone, and all of 32 bits.
  for (const std::uint32_t mask : {0x7U, 0x003F'F800U, 0xFFC0'0000U, 0xFFFF'FFFFU}) {
    for (const int count : {0, 1, 2, 5000}) {
      std::vector<Keyed<int>> items;
      for (int i = 0; i < count; ++i) items.push_back({static_cast<std::uint32_t>(random()) & mask, i});
      std::vector<Keyed<int>> wanted = items;
      std::ranges::stable_sort(wanted, {}, &Keyed<int>::key);
      radixSort(items);
      EXPECT_TRUE(std::ranges::equal(items, wanted, {}, &Keyed<int>::value, &Keyed<int>::value))
          << mask << " " << count;
    }
  }
}

}  // namespace
}  // namespace sojourn
