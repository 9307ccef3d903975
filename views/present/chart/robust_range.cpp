// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/present/chart/robust_range.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace sojourn::present {
namespace {

struct Quartiles {
  double first, third;
  [[nodiscard]] double spread() const { return third - first; }
};

Quartiles quartilesOf(std::vector<double> values) {
  const auto quantile = [&](std::size_t quarter) {
    const auto at = values.begin() + static_cast<std::ptrdiff_t>((values.size() - 1) * quarter / 4);
    std::ranges::nth_element(values, at);
    return *at;
  };
  const double first = quantile(1);
  return {first, quantile(3)};
}

/// How far the values beyond the fence reach that come again and again, as gradient norms at the start of every epoch
/// do; the fence itself where there are no such values. One that is more than twice as far away as most of them is
/// left out.
double regularEnd(const std::vector<double>& values, double inner, double fence) {
  std::vector<double> spikes;
  std::size_t places = 0;
  bool before = false;
  for (const double value : values) {
    const bool beyond = value > fence;
    places += beyond && !before;
    if (beyond) spikes.push_back(value);
    before = beyond;
  }
  if (places < 3 || spikes.size() * 100 <= values.size()) return fence;
  const Quartiles quartiles = quartilesOf(spikes);
  const double room = std::max(3 * quartiles.spread(), quartiles.third - inner);
  return std::min(std::ranges::max(spikes), quartiles.third + room);
}

/// The values' ends, cut on the sides that are to be cut.
ValueRange fenced(const std::vector<double>& values, CutEnds cut) {
  const auto ends = std::ranges::minmax(values);
  ValueRange range{ends.min, ends.max};
  const Quartiles quartiles = quartilesOf(values);
  const double reach = 3 * quartiles.spread();
  if (!(reach > 0)) return range;
  if (cut != CutEnds::None)
    range.high = std::min(range.high, regularEnd(values, quartiles.third, quartiles.third + reach));
  if (cut == CutEnds::Both) {
    std::vector<double> mirrored;
    for (const double value : values) mirrored.push_back(-value);
    range.low = std::max(range.low, -regularEnd(mirrored, -quartiles.first, reach - quartiles.first));
  }
  return range;
}

}  // namespace

double middleEnd(std::vector<double> ends, double from) {
  const auto nearer = [from](double a, double b) { return std::fabs(a - from) < std::fabs(b - from); };
  const auto middle = ends.begin() + static_cast<std::ptrdiff_t>((ends.size() - 1) / 2);
  std::ranges::nth_element(ends, middle, nearer);
  return *middle;
}

std::optional<ValueRange> robustRange(std::vector<SeriesOfRun> runs, CutEnds cut, bool logarithmic) {
  std::vector<double> lows, highs;
  for (SeriesOfRun& run : runs) {
    std::optional<ValueRange> own;
    for (std::vector<double>& values : run) {
      std::erase_if(values, [](double value) { return !std::isfinite(value); });
      if (values.empty()) continue;
      const ValueRange one = fenced(values, cut);
      own = own ? ValueRange{std::min(own->low, one.low), std::max(own->high, one.high)} : one;
    }
    if (!own) continue;
    lows.push_back(own->low);
    highs.push_back(own->high);
  }
  if (lows.empty()) return std::nullopt;
  ValueRange range{std::ranges::min(lows), std::ranges::max(highs)};
  if (lows.size() == 1 || cut == CutEnds::None) return range;
  constexpr double decade = 1;
  const double low = middleEnd(lows, range.high);
  const double high = middleEnd(highs, range.low);
  const auto room = [&](double end) { return std::max(high - low, logarithmic ? decade : std::fabs(end) / 2); };
  range.high = std::min(range.high, high + room(high));
  if (cut == CutEnds::Both) range.low = std::max(range.low, low - room(low));
  return range;
}

ValueRange axisRange(std::vector<SeriesOfRun> runs, bool logarithmic, CutEnds cut) {
  if (logarithmic)
    for (SeriesOfRun& run : runs)
      for (std::vector<double>& values : run)
        for (double& value : values)
          value = value > 0 ? std::log10(value) : std::numeric_limits<double>::quiet_NaN();
  const ValueRange shown = robustRange(std::move(runs), cut, logarithmic).value_or(ValueRange{});
  const double middle = shown.low / 2 + shown.high / 2;
  const double least = logarithmic ? 0.1 : std::max(std::fabs(middle) * 1e-6, 1e-12);
  // Halves, so that a range from the lowest to the highest double has a width.
  double half = std::max(shown.high / 2 - shown.low / 2, least);
  if (shown.low == shown.high && !logarithmic && shown.low != 0) half = std::fabs(shown.low) * 0.1;
  half *= 1.05;
  ValueRange range{middle - half, middle + half};
  if (logarithmic)
    range = {std::pow(10.0, std::clamp(range.low, -300.0, 299.0)), std::pow(10.0, std::clamp(range.high, -299.0, 300.0))};
  constexpr double most = 1e300;
  return {std::max(range.low, -most), std::min(range.high, most)};
}

}  // namespace sojourn::present
