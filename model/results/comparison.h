// SPDX-License-Identifier: GPL-3.0-or-later
// Several models over the same samples: where they agree, how they differ, and how well their probabilities are
// calibrated (SPEC 11).
#pragma once

#include <cmath>
#include <cstddef>
#include <limits>
#include <optional>
#include <string>
#include <vector>

#include "model/results/distance_errors.h"
#include "model/results/metrics.h"

namespace sojourn {

/// Samples of a pair of models by who is right.
struct PairAgreement {
  std::size_t bothRight = 0, onlyA = 0, onlyB = 0, bothWrong = 0;

  [[nodiscard]] std::size_t n() const { return bothRight + onlyA + onlyB + bothWrong; }
  static void fields(auto& json, auto& agreement) {
    json("both_right", agreement.bothRight);
    json("only_a", agreement.onlyA);
    json("only_b", agreement.onlyB);
    json("both_wrong", agreement.bothWrong);
  }
  bool operator==(const PairAgreement&) const = default;
};

/// A figure of model A less that of model B on the same samples, in percentage points. Users are resampled for the
/// interval, as the windows of a user overlap; the naive one takes samples as if they were independent. Not a number
/// where too few users stand behind it.
struct PairedDifference {
  static constexpr double none = std::numeric_limits<double>::quiet_NaN();
  double value = none;
  double low = none, high = none;
  double p = none;      ///< from flipping the signs of users' summed differences
  double pHolm = none;  ///< the same, corrected for all that one table lists
  double naiveLow = none, naiveHigh = none;

  static void fields(auto& json, auto& difference) {
    const auto number = [&](const char* key, auto& figure) { json.orNull(key, figure, std::isfinite(figure)); };
    number("value", difference.value);
    number("low", difference.low);
    number("high", difference.high);
    number("p", difference.p);
    number("p_holm", difference.pHolm);
    number("naive_low", difference.naiveLow);
    number("naive_high", difference.naiveHigh);
  }
};

/// Whether its interval excludes 0.
[[nodiscard]] inline bool excludesZero(const PairedDifference& difference) {
  return std::isfinite(difference.low) && (difference.low > 0 || difference.high < 0);
}

/// Predictions whose probability lies in [low, high); the last bin holds 1 too.
struct CalibrationBin {
  double low = 0, high = 0;
  std::size_t n = 0;
  double confidence = 0;  ///< mean probability of the first place; 0 of an empty bin
  double accuracy = 0;    ///< share that is right, 0..1; 0 of an empty bin
  double accuracyLow = PairedDifference::none, accuracyHigh = PairedDifference::none;  ///< 95 % by users

  static void fields(auto& json, auto& bin) {
    json("low", bin.low);
    json("high", bin.high);
    json("n", bin.n);
    json("confidence", bin.confidence);
    json("accuracy", bin.accuracy);
    json.orNull("accuracy_low", bin.accuracyLow, std::isfinite(bin.accuracyLow));
    json.orNull("accuracy_high", bin.accuracyHigh, std::isfinite(bin.accuracyHigh));
  }
};

struct ComparisonModel {
  std::string name;
  std::string kind;  ///< the registry's id, "rule", or "predictions" of another program
  MetricsByTarget metrics;
  /// Ranks that it lists of every sample; absent: all. Figures of later ranks, and the MRR, are undefined.
  std::optional<std::size_t> ranks = {};
  std::optional<double> ece;  ///< expected calibration error, 0..1; absent without probabilities
  double eceLow = PairedDifference::none, eceHigh = PairedDifference::none;  ///< 95 % by users
  std::vector<CalibrationBin> calibration;
  std::optional<DistanceErrors> distance = {};  ///< absent where no sample can be measured
};

/// Of the figures of Metrics, all in points.
struct MetricDifferences {
  PairedDifference accuracy, accuracy5, accuracy10, mrr, ndcg10, f1;

  static void fields(auto& json, auto& differences) {
    json("acc@1", differences.accuracy);
    json("acc@5", differences.accuracy5);
    json("acc@10", differences.accuracy10);
    json("mrr", differences.mrr);
    json("ndcg@10", differences.ndcg10);
    json("f1", differences.f1);
  }
};
struct DifferencesByTarget {
  MetricDifferences all, known, unseen;
  PairedDifference ece;  ///< over all targets; unset where a model gives no probabilities
};

/// Two models, by their place in ModelComparison::models.
struct ModelPair {
  std::size_t a = 0, b = 0;
  PairAgreement all, known;
  DifferencesByTarget differences;
  std::optional<DistanceDifferences> distance = {};  ///< absent where no sample can be measured on both
};

/// Samples that share a property.
struct ComparisonSlice {
  std::string by;  ///< "length", "hour", "weekday", "user", "place", "target_count", "in_window", "last_seen", "stays",
                   ///< "district"
  std::string value;  ///< "3 to 8", "7", "Mon", "14", ...
  std::size_t n = 0, users = 0;
  std::vector<double> accuracy;              ///< percent, of each model
  std::vector<PairedDifference> difference;  ///< Acc@1 of the first model less that of each other one
};

struct ModelComparison {
  std::size_t n = 0, users = 0;
  std::vector<ComparisonModel> models;
  std::vector<ModelPair> pairs;  ///< (0, 1), (0, 2), ..., (1, 2), ...
  std::vector<ComparisonSlice> slices;
};

}  // namespace sojourn
