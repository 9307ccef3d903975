// SPDX-License-Identifier: GPL-3.0-or-later
// The columns of TokenBatch that have a number for each token, and for each sequence, in the order in which they travel
// to a device.
#pragma once

#include <algorithm>
#include <array>
#include <compare>
#include <optional>
#include <span>
#include <vector>

#include "model/data/dataset/visit_history.h"
#include "model/nets/network/network.h"

namespace sojourn {

inline constexpr std::array tokenColumns{
    &TokenBatch::location, &TokenBatch::user,     &TokenBatch::time,     &TokenBatch::weekday,
    &TokenBatch::recency,  &TokenBatch::duration, &TokenBatch::position, &TokenBatch::positionFromEnd,
    &TokenBatch::sequence, &TokenBatch::slot};
inline constexpr std::array sequenceColumns{&TokenBatch::last, &TokenBatch::userOfSequence, &TokenBatch::target};

/// Where a token lies.
struct TokenPlace {
  std::int64_t sequence = 0;
  std::int64_t position = 0;   ///< 0 for the oldest visit
  std::int64_t positions = 0;  ///< of its sequence
  std::int64_t slot = 0;
};

/// A token's number in each of tokenColumns.
[[nodiscard]] inline std::array<std::int64_t, tokenColumns.size()> tokenNumbers(const FeatureLimits& limits,
                                                                                const Visit& said, UserId user,
                                                                                const TokenPlace& place) {
  const EncodedVisit visit = clampTo(limits, encode(said));
  return {visit.location, user,
          visit.time,     visit.weekday,
          visit.recency,  visit.duration,
          place.position, std::min(place.positions - place.position, std::int64_t{limits.positionFromEnd}),
          place.sequence, place.slot};
}

/// What users did before the sequences of a batch, as HistoryBatch has it.
struct HistoryColumns {
  std::vector<std::int64_t> ofSequence, location, offsets;
  std::vector<float> share, closed, known;
};

/// What is known of one packed sequence's history.
struct HistorySource {
  const VisitHistory* history = nullptr;  ///< null: not known
  UserId user = 0;
  std::optional<std::size_t> row = {};

  auto operator<=>(const HistorySource&) const = default;
};

/// The histories of sequences, equal ones once.
[[nodiscard]] HistoryColumns historyColumns(std::span<const HistorySource> sequences);

}  // namespace sojourn
