// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/present/training/training_curves_cache.h"

#include <algorithm>
#include <cmath>

namespace sojourn::present {
namespace {

std::vector<double> placesOf(const CurveSeries& series, const std::vector<SeriesPoint>& points) {
  std::vector<double> x;
  x.reserve(points.size());
  for (const SeriesPoint& point : points) x.push_back(series.xAt(point.index));
  return x;
}

/// Extremes are taken from the thinned series, which has lost none.
std::vector<CurveColumn> columnsOf(const CurveSeries& series, const Decimated& raw, CurveRange range,
                                   std::size_t columns) {
  const std::vector<std::size_t> bounds = columnBounds(
      series.values.size(), [&](std::size_t i) { return series.xAt(i); }, range.from, range.to, columns);
  std::vector<CurveColumn> found;
  auto extreme = raw.points.begin();
  for (std::size_t c = 0; c + 1 < bounds.size(); ++c) {
    if (bounds[c] >= bounds[c + 1]) continue;
    CurveColumn column{.index = bounds[c + 1] - 1, .count = bounds[c + 1] - bounds[c]};
    column.x = series.xAt(column.index);
    column.low = column.high = series.values[column.index];
    while (extreme != raw.points.end() && extreme->index < bounds[c]) ++extreme;
    for (; extreme != raw.points.end() && extreme->index < bounds[c + 1]; ++extreme) {
      column.low = std::fmin(column.low, extreme->value);
      column.high = std::fmax(column.high, extreme->value);
    }
    found.push_back(column);
  }
  return found;
}

/// Ends a piece of the line before each of the gaps, which are indices into the series.
void breakAt(Decimated& line, const std::vector<std::size_t>& gaps) {
  for (const std::size_t gap : gaps) {
    const auto behind = std::ranges::lower_bound(line.points, gap, {}, &SeriesPoint::index);
    if (behind == line.points.begin() || behind == line.points.end()) continue;
    const auto end = static_cast<std::size_t>(behind - line.points.begin());
    const auto place = std::ranges::lower_bound(line.pieceEnds, end);
    if (place == line.pieceEnds.end() || *place != end) line.pieceEnds.insert(place, end);
  }
}

void addBand(ThinnedSeries& thin, const CurveSeries& series, const std::vector<std::size_t>& bounds) {
  for (std::size_t c = 0; c + 1 < bounds.size(); ++c) {
    for (std::size_t i = bounds[c]; i < bounds[c + 1]; ++i) {
      const bool opens = i == bounds[c] || !std::isfinite(series.low[i]) || !std::isfinite(thin.bandLow.back());
      if (opens) {
        thin.bandX.push_back(series.xAt(i));
        thin.bandLow.push_back(series.low[i]);
        thin.bandHigh.push_back(series.high[i]);
      } else {
        thin.bandLow.back() = std::min(thin.bandLow.back(), series.low[i]);
        thin.bandHigh.back() = std::max(thin.bandHigh.back(), series.high[i]);
      }
    }
  }
}

}  // namespace

CurveSeriesPtr CurveCache::series(CurveMetric metric, const CurveRun& run, CurveX x) {
  const auto& time = m_times.get({run.history.get(), run.stepsPerEpoch.value_or(0), x},
                                 [&] { return std::make_shared<const CurveTime>(run.history, run.stepsPerEpoch, x); });
  const auto& seriesCache = m_seriesCaches.get({run.id, metric}, [] { return std::make_shared<SeriesCache>(); });
  return m_series.get({time, metric}, [&] { return curveSeries(metric, time, seriesCache); });
}

CurveCache::Smoothed CurveCache::smoothed(const CurveSeriesPtr& series, double smoothing) {
  if (!(smoothing > 0)) return nullptr;
  return m_smoothed.get({series, smoothing}, [&] {
    series->seriesCache->update(series->values, series->time);
    return std::make_shared<const SmoothedSeries>(series->values, series, series->seriesCache->smoothing(smoothing));
  });
}

CurveSeriesPtr CurveCache::mean(const std::vector<CurveSeriesPtr>& members, double smoothing) {
  return m_means.get({members, smoothing}, [&] {
    std::vector<std::vector<double>> kept;
    std::vector<std::span<const double>> values;
    for (const CurveSeriesPtr& member : members) {
      if (smoothing > 0) kept.push_back(smoothed(member, smoothing)->all());
      values.push_back(smoothing > 0 ? std::span<const double>(kept.back()) : member->values);
    }
    return meanOfSeeds(members, values);
  });
}

CurveCache::Thinned CurveCache::thinned(const CurveSeriesPtr& series, double smoothing, CurveRange range,
                                        std::size_t pixels, std::size_t mouseColumns, ThinnedParts parts) {
  const bool withRaw = parts == ThinnedParts::All || !(smoothing > 0);
  const auto make = [&] {
    auto thin = std::make_shared<ThinnedSeries>();
    const std::vector<std::size_t> bounds = columnBounds(
        series->values.size(), [&](std::size_t i) { return series->xAt(i); }, range.from, range.to, pixels);
    series->seriesCache->update(series->values, series->time);
    if (withRaw) {
      thin->raw = decimate(PlainSeriesRanges(series->values, &series->seriesCache->pyramid()), bounds);
      breakAt(thin->raw, series->gaps);
      thin->rawX = placesOf(*series, thin->raw.points);
      thin->nonFiniteX = placesOf(*series, thin->raw.nonFinite);
      thin->columns = columnsOf(*series, thin->raw, range, mouseColumns);
    }
    if (const Smoothed smooth = smoothed(series, smoothing)) {
      thin->line = decimate(*smooth, bounds);
      breakAt(thin->line, series->gaps);
      thin->lineX = placesOf(*series, thin->line.points);
    }
    if (series->seeds > 0) addBand(*thin, *series, bounds);
    return Thinned(std::move(thin));
  };
  return m_thinned.get({series, smoothing, range.from, range.to, pixels, mouseColumns, withRaw}, make);
}

void CurveCache::endPicture() {
  m_thinned.endPicture();
  m_means.endPicture();
  m_smoothed.endPicture();
  m_series.endPicture();
  m_seriesCaches.endPicture();
  m_times.endPicture();
}

}  // namespace sojourn::present
