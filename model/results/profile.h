// SPDX-License-Identifier: GPL-3.0-or-later
// A split as a whole: what its samples are like, and what a model reads of them on average (SPEC 11).
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <optional>
#include <string>
#include <vector>

#include "model/data/dataset/sequence.h"
#include "model/data/statistics/resampling.h"

namespace sojourn {

/// Samples by how many visits ago their target was visited last.
struct LastSeenCount {
  std::size_t visitsAgo = 0;  ///< 1 for the latest visit
  std::size_t n = 0;
  std::size_t unseen = 0;  ///< of those, with the unseen location as target
};

/// How often targets of one range of LastSeenCount are on rank 1.
struct LastSeenAccuracy {
  std::size_t from = 0, to = 0;  ///< visits ago, both included; 0 where the window does not hold the target
  std::size_t n = 0, unseen = 0;
  std::size_t right = 0;      ///< of the model
  std::size_t ruleRight = 0;  ///< of the most frequent place of the window
};

struct UserSamples {
  UserId user = 0;
  std::size_t n = 0;
};

struct TargetCount {
  LocationId location = 0;
  std::size_t n = 0;
};

/// What samples are like, without any model.
struct DatasetFacts {
  std::size_t n = 0;
  std::size_t visits = 0;                 ///< in all windows; a stay counts in each window that shows it
  std::vector<std::size_t> lengths;       ///< [longest + 1] samples with so many visits
  std::size_t shortest = 0, longest = 0;  ///< 0 of no samples
  double medianLength = 0;
  /// Last visits by weekday and hour as recorded: every stay once.
  std::array<std::array<std::size_t, 24>, 7> hourWeekday{};
  std::vector<TargetCount> targetCounts;  ///< of each known target, the most frequent first, ties by smaller id
  std::vector<LastSeenCount> lastSeen;    ///< those that occur, the latest visit first
  std::size_t targetInWindow = 0;
  Estimate withinThree, inWindow;  ///< share of targets in the last three visits, in the window
  std::size_t unseen = 0;          ///< targets that are the unseen location
  std::size_t stays = 0;           ///< targets that equal the last visit's location
  std::size_t unseenStays = 0;     ///< of those, with the unseen location
  std::vector<UserSamples> users;  ///< most samples first, ties by smaller id

  [[nodiscard]] double meanLength() const {
    return n > 0 ? static_cast<double>(visits) / static_cast<double>(n) : std::numeric_limits<double>::quiet_NaN();
  }
};

/// What is measured of a head: from the last query, without the query itself, renormalised (SPEC 11).
enum class HeadFigure { Latest, First, SamePlace, SameTime, Distance, Entropy, EffectiveVisits };
inline constexpr std::size_t headFigureCount = 7;
/// "latest", "first", "same_place", "same_time", "distance", "entropy", "effective_visits".
inline constexpr std::array<const char*, headFigureCount> headFigureNames{
    "latest", "first", "same_place", "same_time", "distance", "entropy", "effective_visits"};

/// Pooled least squares of ln(a_j (L - 1)) over all visits of all samples. Not a number where it has no solution.
struct RoleFit {
  double intercept = 0;
  double samePlace = 0;     ///< 1 where the visit is at the last visit's location
  double timeDistance = 0;  ///< an hour between the times of day, circular
  double age = 0;           ///< a day before the target
  double first = 0;         ///< 1 for the oldest visit
  double explained = 0;     ///< share of the variance, 0..1
  std::size_t n = 0;        ///< visits
};

struct HeadRole {
  std::size_t layer = 0, head = 0;
  std::array<double, headFigureCount> means{};           ///< over samples
  std::array<Estimate, headFigureCount> timesUniform{};  ///< divided by that of uniform attention
  RoleFit fit;
};

/// Mean weight of visits at one position from the end or in one range of hours, over the samples that have some.
struct ReadingBin {
  double from = 0, to = 0;  ///< hours [from, to); of a position both are the position, 1 for the last visit
  std::size_t visits = 0;
  double weight = 0;      ///< mean over visits
  double uniform = 0;     ///< the same of 1 / L
  Estimate timesUniform;  ///< one divided by the other; n counts visits
};

/// What is read of the visits, by position from the end and by the hours from a visit's begin to the last visit's end
/// (the time of the target is not recorded).
struct Reading {
  std::vector<ReadingBin> byPosition, byHours;
};

/// Scores of the pointer before the softmax, by position from the end.
struct ScoreBin {
  std::size_t position = 0;
  Estimate content;  ///< n: samples that reach the position
  double bias = 0;
};

/// Ranges of sequence length that parts of the samples are shown by.
struct LengthRange {
  std::size_t from = 0, to = 0;  ///< visits, both included
  const char* name = "";
  const char* filter = "";  ///< as the filter line of the studio writes it

  [[nodiscard]] constexpr bool holds(std::size_t length) const { return length >= from && length <= to; }
};
inline constexpr std::array lengthRanges{
    LengthRange{0, 8, "up to 8", "len<=8"}, LengthRange{9, 14, "9 to 14", "len:9..14"},
    LengthRange{15, 25, "15 to 25", "len:15..25"},
    LengthRange{26, std::numeric_limits<std::size_t>::max(), "26 and more", "len>=26"}};

/// HeadFigure::Entropy of all heads over the samples of one range of lengths.
struct LengthEntropy {
  std::size_t range = 0;        ///< of lengthRanges
  double uniform = 0;           ///< mean entropy of attention 1 / (L - 1), nats
  std::vector<Estimate> heads;  ///< [layers * heads] divided by that; n counts samples
};

struct GateContext {
  std::string by;      ///< "outcome", "target", "known", "length", "hour", "weekday"
  std::string value;   ///< "right", "3 to 8", "00 to 06", ...
  std::string filter;  ///< as the filter line of the studio writes it: "right", "len:3..8"
  Estimate gate;
  std::size_t users = 0;
};

struct GateProfile {
  std::size_t n = 0;
  double mean = 0, deviation = 0;
  std::vector<GateContext> contexts;
};

/// What a model reads of the same samples; parts that it lacks are empty.
struct ModelProfile {
  std::vector<HeadRole> heads;
  std::array<double, headFigureCount> uniform{};  ///< the same means of attention 1 / (L - 1)
  std::size_t samplesOfHeads = 0;                 ///< those with two visits or more
  std::vector<LengthEntropy> entropy;             ///< of the ranges that have samples
  std::vector<Reading> attention;                 ///< [layers] last query, mean over heads, with the query itself
  std::optional<Reading> pointer;
  std::vector<ScoreBin> scores;
  std::optional<GateProfile> gate;
};

struct Profile {
  DatasetFacts facts;
  std::optional<ModelProfile> model;
};

}  // namespace sojourn
