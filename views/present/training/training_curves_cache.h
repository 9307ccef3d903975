// SPDX-License-Identifier: GPL-3.0-or-later
// What the Training curves view keeps from one picture to the next, so that only what has changed is made again.
#pragma once

#include <cstdint>
#include <map>
#include <memory>
#include <string>
#include <tuple>
#include <utility>
#include <vector>

#include "views/present/chart/decimation.h"
#include "views/present/chart/series_cache.h"
#include "views/present/training/training_curves_data.h"

namespace sojourn::present {

struct CurvesDrawn;

/// A value in a column of the mouse.
struct CurveColumn {
  std::size_t index = 0;  ///< the last value of the column
  std::size_t count = 0;
  double x = 0, low = 0, high = 0;
};

/// A series thinned to the pixels of a range.
struct ThinnedSeries {
  Decimated raw{};
  std::vector<double> rawX{};  ///< of each of its points
  Decimated line{};            ///< of the smoothed series; empty where it is not
  std::vector<double> lineX{};
  std::vector<double> nonFiniteX{};
  std::vector<CurveColumn> columns{};  ///< for the mouse, wider than a pixel
  /// Of a group: its band, a point a pixel column; NaN where it is interrupted.
  std::vector<double> bandX{}, bandLow{}, bandHigh{};
};

/// What of a smoothed series is drawn: the line over the raw values, or it alone, for half the price.
enum class ThinnedParts { All, LineAlone };

/// Made once for each key; what two pictures in succession did not ask for is let go.
template <class Key, class Value>
class Memo {
 public:
  template <class Make>
  const Value& get(const Key& key, const Make& make) {
    auto found = m_known.find(key);
    if (found == m_known.end()) found = m_known.emplace(key, Entry{make(), m_picture}).first;
    found->second.asked = m_picture;
    return found->second.value;
  }
  void endPicture() {
    std::erase_if(m_known, [this](const auto& entry) { return entry.second.asked + 1 < m_picture; });
    ++m_picture;
  }

 private:
  struct Entry {
    Value value;
    std::uint64_t asked;
  };
  std::map<Key, Entry> m_known;
  std::uint64_t m_picture = 0;
};

/// Histories never change, so their addresses are keys as long as they are held; each level holds the one below it.
/// What is known of a run's steps goes over to its next history: a picture costs its pixels and a run that went on its
/// new steps, however long it is, and beside the history itself two to three bytes a step and metric are kept. For one
/// view and one thread.
class CurveCache {
 public:
  /// Null where the run has nothing of the metric.
  [[nodiscard]] CurveSeriesPtr series(CurveMetric metric, const CurveRun& run, CurveX x);
  /// The mean of some seeds' series, smoothed before where `smoothing` is above 0.
  [[nodiscard]] CurveSeriesPtr mean(const std::vector<CurveSeriesPtr>& members, double smoothing);
  /// `smoothing` 0: as it is, whatever the parts. `pixels` and `mouseColumns` are numbers of columns.
  using Thinned = std::shared_ptr<const ThinnedSeries>;
  [[nodiscard]] Thinned thinned(const CurveSeriesPtr& series, double smoothing, CurveRange range, std::size_t pixels,
                                std::size_t mouseColumns, ThinnedParts parts = ThinnedParts::All);
  /// The whole series smoothed; null without smoothing.
  using Smoothed = std::shared_ptr<const SmoothedSeries>;
  [[nodiscard]] Smoothed smoothed(const CurveSeriesPtr& series, double smoothing);
  void endPicture();

  /// The last picture without its cursor, and what it was made from.
  std::shared_ptr<const CurvesDrawn> last;

 private:
  using TimeKey = std::tuple<const RunHistory*, std::int64_t, CurveX>;
  Memo<TimeKey, std::shared_ptr<const CurveTime>> m_times;
  Memo<std::pair<std::string, CurveMetric>, std::shared_ptr<SeriesCache>> m_seriesCaches;  ///< by the run's id
  Memo<std::pair<std::shared_ptr<const CurveTime>, CurveMetric>, CurveSeriesPtr> m_series;
  Memo<std::pair<CurveSeriesPtr, double>, Smoothed> m_smoothed;
  Memo<std::pair<std::vector<CurveSeriesPtr>, double>, CurveSeriesPtr> m_means;
  Memo<std::tuple<CurveSeriesPtr, double, double, double, std::size_t, std::size_t, bool>, Thinned> m_thinned;
};

}  // namespace sojourn::present
