// SPDX-License-Identifier: GPL-3.0-or-later
// How the time of work grows with its input: two sizes in one run, so that neither the machine nor its load matters.
#pragma once

#include <algorithm>
#include <cstddef>
#include <limits>
#include <string>

#include <gtest/gtest.h>

#include "tests/support/cpu_time.h"

namespace sojourn::test {

/// The processor time of `prepare(10 * size)()` divided by that of `prepare(size)()`. The calls to `prepare` are
/// not counted. The fastest of three tries each, in turn.
template <class Prepare>
[[nodiscard]] double growthOverTenfoldInput(std::size_t size, const Prepare& prepare) {
  double small = std::numeric_limits<double>::infinity(), large = small;
  for (int round = 0; round < 3; ++round) {
    for (double* least : {&small, &large}) {
      auto work = prepare(least == &small ? size : 10 * size);
      const CpuTime time;
      work();
      *least = std::min(*least, time.seconds());
    }
  }
  // Below a microsecond the clock says nothing.
  return large / std::max(small, 1e-6);
}

/// Whether the growth over a tenfold input is at most `most`.
template <class Prepare>
[[nodiscard]] ::testing::AssertionResult growsAtMost(double most, std::size_t size, const Prepare& prepare) {
  const double growth = growthOverTenfoldInput(size, prepare);
  ::testing::Test::RecordProperty("growth", std::to_string(growth));
  if (growth <= most) return ::testing::AssertionSuccess();
  return ::testing::AssertionFailure() << "ten times the input takes " << growth << " times the processor time";
}

/// Whether work takes time linear in its input, with a factor of three to spare: quadratic work grows a hundredfold.
/// `prepare(n)` makes an input of size n and returns what works on it. `size` shall take a millisecond or more.
template <class Prepare>
[[nodiscard]] ::testing::AssertionResult takesLinearTime(std::size_t size, const Prepare& prepare) {
  return growsAtMost(30, size, prepare);
}

/// Whether work takes the same time whatever the size of its input, with a factor of three to spare.
template <class Prepare>
[[nodiscard]] ::testing::AssertionResult takesConstantTime(std::size_t size, const Prepare& prepare) {
  return growsAtMost(3, size, prepare);
}

}  // namespace sojourn::test
