// SPDX-License-Identifier: GPL-3.0-or-later
// How far predictions are from their targets, in kilometres, and their members in JSON.
#pragma once

#include <cstddef>
#include <optional>
#include <string>

namespace sojourn {

/// Kilometres with their 95 % interval from resampling users: absent where nothing stands behind it, the interval also
/// where too few users do.
struct DistanceFigure {
  std::optional<double> value, low, high;

  [[nodiscard]] bool hasInterval() const { return low && high; }
  /// The members NAME, NAME_low and NAME_high.
  static void members(auto& json, const std::string& name, auto& figure) {
    json.orNull(name.c_str(), figure.value);
    json.orNull((name + "_low").c_str(), figure.low);
    json.orNull((name + "_high").c_str(), figure.high);
  }
  bool operator==(const DistanceFigure&) const = default;
};

/// Of the samples whose first place and target both have coordinates.
struct DistanceErrors {
  std::size_t measured = 0;  ///< samples, right ones among them with 0 km
  std::size_t wrong = 0;     ///< of them
  DistanceFigure median, mean;
  std::optional<double> medianWrong, meanWrong;  ///< kilometres
  std::optional<double> nearShare;               ///< of the wrong ones, within nearKilometres: 0..1

  static void fields(auto& json, auto& errors) {
    json("n", errors.measured);
    DistanceFigure::members(json, "median", errors.median);
    DistanceFigure::members(json, "mean", errors.mean);
    json("wrong", errors.wrong);
    json.orNull("wrong_median", errors.medianWrong);
    json.orNull("wrong_mean", errors.meanWrong);
    json.orNull("wrong_within_200m", errors.nearShare);
  }
  bool operator==(const DistanceErrors&) const = default;
};

/// Errors of one model less those of another, over the samples that both are measured on.
struct DistanceDifferences {
  std::size_t n = 0;
  DistanceFigure median;  ///< the difference of the medians
  DistanceFigure mean;

  static void fields(auto& json, auto& differences) {
    json("n", differences.n);
    DistanceFigure::members(json, "median", differences.median);
    DistanceFigure::members(json, "mean", differences.mean);
  }
};

}  // namespace sojourn
