// SPDX-License-Identifier: GPL-3.0-or-later
// The exponential moving average of a step series, without the weight of its first value.
#pragma once

#include <algorithm>
#include <cmath>
#include <span>
#include <vector>

namespace sojourn::present {

inline constexpr double strongestSmoothing = 0.99;
inline constexpr double usualSmoothing = 0.6;

/// s_t = w s_{t-1} + (1 - w) v_t from s_0 = 0, divided by 1 - w^t: the weighted mean of the values so far, the newest
/// weighing most, and the first of them itself at t = 1. NaN and infinities stay where they are and enter no mean.
class MovingAverage {
 public:
  /// `weight` is clamped to 0 (the values themselves) .. 0.99.
  explicit MovingAverage(double weight) : m_keep(weight > 0 ? std::min(weight, strongestSmoothing) : 0) {}
  /// The next value, smoothed.
  double next(double value) {
    if (!std::isfinite(value)) return value;
    m_sum = m_keep * m_sum + (1 - m_keep) * value;
    m_total = m_keep * m_total + (1 - m_keep);
    return m_sum / m_total;
  }

 private:
  double m_keep;
  double m_sum = 0;
  double m_total = 0;  ///< of the weights: 1 - w^t
};

/// A whole series smoothed.
[[nodiscard]] inline std::vector<double> smoothed(std::span<const double> values, double weight) {
  std::vector<double> out(values.size());
  std::ranges::transform(values, out.begin(),
                         [average = MovingAverage(weight)](double value) mutable { return average.next(value); });
  return out;
}

}  // namespace sojourn::present
