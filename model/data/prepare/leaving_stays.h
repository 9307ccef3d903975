// SPDX-License-Identifier: GPL-3.0-or-later
// Which stays and visits a preparation leaves out at a step, one by one, where funnelOf() counts them.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string_view>
#include <vector>

#include "model/data/prepare/trial_preparation.h"

namespace sojourn {

struct LeavingStay {
  EpochMs start = 0, end = 0;
  std::uint32_t user = 0;                     ///< index in Preparation::users
  std::optional<std::uint32_t> place = {};    ///< index in Preparation::places
  std::optional<Coordinates> position = {};   ///< its own, or its place's centre
};

/// The stays that leave for a reason of funnelOf() after the rows are read, in the order of user, start: at most so
/// many. `input` and its settings are those that `made` was prepared from. None for another reason.
[[nodiscard]] std::vector<LeavingStay> leavingStays(const TrialInput& input, const Preparation& made,
                                                    std::string_view reason, std::size_t most);

}  // namespace sojourn
