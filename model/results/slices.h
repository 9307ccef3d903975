// SPDX-License-Identifier: GPL-3.0-or-later
// Figures over parts of a set of samples, and what becomes of many predictions when one rule edits every sample.
#pragma once

#include <cstddef>
#include <cstdint>
#include <limits>
#include <string>
#include <vector>

#include "model/data/dataset/sequence.h"

namespace sojourn {

/// By what a set is cut into parts. Hour and weekday are those of the last visit, the one that asks where to next.
enum class SliceBy { Correctness, Hour, Weekday, User, Length };

/// One part of the set.
struct Slice {
  std::int64_t key = 0;  ///< hour 0..23, weekday 0..6, user id, shortest length of the bin, 1 = right and 0 = wrong
  std::string label;     ///< "08:00", "Mon", "User 3", "6-10 visits", "Right"; views put names in place of user ids
  std::size_t n = 0;
  std::size_t correct = 0;
  double accuracy = 0;       ///< percent on rank 1
  std::size_t withGate = 0;  ///< samples whose gate is a number; the next two are NaN where there is none
  double meanGate = 0;
  double gateDeviation = 0;  ///< population standard deviation
};

/// A bin [from, to) of the gate's range 0..1; the last one holds 1 too.
struct GateBin {
  double from = 0;
  double to = 0;
  std::size_t right = 0;
  std::size_t wrong = 0;

  [[nodiscard]] std::size_t n() const { return right + wrong; }
  /// Percent; call only where n() is not 0.
  [[nodiscard]] double accuracy() const { return 100.0 * static_cast<double>(right) / static_cast<double>(n()); }
};

/// The gate over a set. Means are NaN where nothing stands behind them.
struct GateSummary {
  std::size_t n = 0;  ///< samples whose gate is a number
  double mean = 0;
  double deviation = 0;  ///< population standard deviation
  double meanRight = 0;  ///< over samples answered right
  double meanWrong = 0;
  double meanCopyShare = 0;       ///< of the prediction, which the gate is not
  double meanPointerEntropy = 0;  ///< nats
  std::vector<GateBin> bins;
};

/// How much the position bias matters over a set (SPEC 6). Means are NaN where n is 0.
struct PositionBiasSummary {
  std::size_t n = 0;            ///< samples of a model with a pointer and a bias
  double biasDeviation = 0;     ///< mean over samples of the standard deviation within the sample
  double contentDeviation = 0;  ///< the same of the content scores
  double divergence = 0;        ///< mean KL(weights, weights without bias), nats
  std::size_t changed = 0;      ///< predictions that differ without the bias
  double changedShare = 0;      ///< percent of n
};

/// How many targets are within the first places.
struct RightCounts {
  std::size_t samples = 0, within1 = 0, within5 = 0, within10 = 0;

  /// `rank` of the target, from 1.
  void add(std::int32_t rank) {
    ++samples;
    within1 += rank <= 1 ? 1 : 0;
    within5 += rank <= 5 ? 1 : 0;
    within10 += rank <= 10 ? 1 : 0;
  }
  /// Percent of all; NaN without samples.
  [[nodiscard]] double percent(std::size_t right) const {
    if (samples == 0) return std::numeric_limits<double>::quiet_NaN();
    return 100.0 * static_cast<double>(right) / static_cast<double>(samples);
  }
  bool operator==(const RightCounts&) const = default;
};

/// How often a place is predicted.
struct PlaceChange {
  LocationId location = 0;
  std::size_t before = 0, after = 0;
  bool operator==(const PlaceChange&) const = default;
};

struct RuleEffect {
  std::string rule;           ///< what it is called: "Drop the last visit"
  std::size_t asked = 0;      ///< samples there were
  std::size_t samples = 0;    ///< that were evaluated: fewer where it was stopped
  std::size_t leftAlone = 0;  ///< of those, to which the rule does not apply: they count as they are
  std::size_t changed = 0;    ///< whose prediction is another one
  RightCounts before, after, beforeKnown, afterKnown;            ///< known: the target is a place that training has
  double gateBefore = std::numeric_limits<double>::quiet_NaN();  ///< mean; NaN without a pointer
  double gateAfter = std::numeric_limits<double>::quiet_NaN();
  std::vector<PlaceChange> gainers, losers;  ///< predicted more, less often; most first, ten at most
};

}  // namespace sojourn
