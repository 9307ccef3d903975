// SPDX-License-Identifier: GPL-3.0-or-later
// The demo city: an invented town whose residents' sequences look like a real dataset's and whose causes are known.
#pragma once

#include <cstdint>

#include "model/data/dataset/dataset.h"

namespace sojourn {

struct DemoCityOptions {
  std::uint64_t seed = 42;
  int residents = 18;
  int days = 84;
};

/// Homes, workplaces, weekly routines, errands, exploration; windows of seven days with at least three visits; each
/// resident's days split 60/20/20 in their order, as in the published data, so that no window reaches over a border;
/// places that train never saw are location 1; ids from 2 by first occurrence. Where a DemoRule led to a
/// target, SequenceSet::causes() holds the visits that caused it. Times are local. The same options give the same
/// dataset on every machine. It imitates no real person and no real place.
[[nodiscard]] Dataset makeDemoCity(const DemoCityOptions& options = {});

}  // namespace sojourn
