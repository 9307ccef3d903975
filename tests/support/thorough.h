// SPDX-License-Identifier: GPL-3.0-or-later
// How much a test tries: a sample at every change, more under `packaging/test --all`.
#pragma once

#include <cstdlib>

namespace sojourn::test {

/// The first where SOJOURN_TEST_ALL is set, as `packaging/test --all` does; else the second.
template <class Number>
[[nodiscard]] Number thoroughly(Number all, Number some) {
  return std::getenv("SOJOURN_TEST_ALL") != nullptr ? all : some;
}

}  // namespace sojourn::test
