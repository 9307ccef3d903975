// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/present/chart/smoothing.h"

#include <algorithm>

namespace sojourn::present {

MovingAverage::MovingAverage(double weight) : m_keep(weight > 0 ? std::min(weight, strongestSmoothing) : 0) {}

std::vector<double> smoothed(std::span<const double> values, double weight) {
  MovingAverage average(weight);
  std::vector<double> out;
  out.reserve(values.size());
  for (const double value : values) out.push_back(average.next(value));
  return out;
}

}  // namespace sojourn::present
