// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/inspect/network_passes.h"

#include <atomic>
#include <stdexcept>
#include <vector>

#include <gtest/gtest.h>

namespace sojourn {
namespace {

TEST(ParallelFor, EveryItemIsDoneOnce) {
  for (const std::size_t threads : {1UL, 2UL, 7UL}) {
    std::vector<std::atomic<int>> done(100);
    parallelFor(100, threads, [&](std::size_t item) { ++done[item]; }, {});
    for (const std::atomic<int>& count : done) EXPECT_EQ(count, 1);
  }
  parallelFor(0, 3, [](std::size_t) { FAIL(); }, {});
}

TEST(ParallelFor, TheCallerCanEndItEarly) {
  std::atomic<std::size_t> done{0};
  parallelFor(
      1000, 1, [&](std::size_t) { ++done; }, [](std::size_t finished) { return finished < 3; });
  EXPECT_EQ(done, 3U);
}

TEST(ParallelFor, AnExceptionOfAnyThreadReachesTheCaller) {
  EXPECT_THROW(parallelFor(50, 3,
                           [](std::size_t item) {
                             if (item == 20) throw std::runtime_error("twenty");
                           },
                           {}),
               std::runtime_error);
}

}  // namespace
}  // namespace sojourn
