// SPDX-License-Identifier: GPL-3.0-or-later
// Engines on fake checkpoints, and sequences in which no two visits share a row of any table but the user's.
#pragma once

#include <cmath>
#include <memory>
#include <stdexcept>

#include "model/inspect/engine.h"
#include "tests/nets/plain_forward.h"
#include "tests/nets/small_models.h"

namespace sojourn::test {

[[nodiscard]] inline std::shared_ptr<const Engine> engineOf(const CheckpointFile& checkpoint, bool float64 = true) {
  auto engine = Engine::fromCheckpoint(checkpoint, "small.pt",
                                       {.device = Device::Cpu, .heads = headsOf(checkpoint), .float64 = float64});
  if (!engine) throw std::runtime_error(engine.error().sentence());
  return *engine;
}

/// At most 7 visits.
[[nodiscard]] inline Sequence distinctVisits(std::size_t length) {
  Sequence sequence{.user = 2, .visits = {}, .target = 5};
  for (std::size_t i = 0; i < length; ++i) {
    const auto n = static_cast<std::int32_t>(i);
    // Hours and quarter hours differ too, for MHSA, up to 4 visits.
    sequence.visits.push_back({.location = 3 + n,
                               .weekday = n,
                               .startMinute = 75 * n + 60,
                               .durationMinutes = 30.0 * n + 45,
                               .daysAgo = static_cast<std::int32_t>(length) - n});
  }
  return sequence;
}

/// P(y) of the loops in double precision.
[[nodiscard]] inline double plainProbability(const CheckpointFile& checkpoint, const Sequence& sequence, LocationId y,
                                             const std::vector<bool>& hidden = {}) {
  return std::exp(plainPointerV45(checkpoint, sequence, 4, hidden).scores[static_cast<std::size_t>(y)]) - 1e-10;
}

}  // namespace sojourn::test
