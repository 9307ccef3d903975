// SPDX-License-Identifier: GPL-3.0-or-later
// The monitor's charts of the chosen runs: which there are, and each as a standard chart with what lies over it.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "views/present/chart/axis.h"
#include "views/present/chart/chart.h"
#include "views/present/monitor/monitor_panel_data.h"
#include "views/present/training/training_curves_cache.h"

namespace sojourn::present {

/// What a chart shows of each run.
struct RunChartLine {
  CurveMetric metric;
  bool dashed = false, rings = false, smoothed = false;
  bool right = false;  ///< on the axis at the right
};
struct RunChart {
  std::string title;      ///< in English: names the chart
  std::string note = {};  ///< what its lines are
  std::vector<RunChartLine> lines;
  bool logarithmic = false;
  int decimals = 3;
};
[[nodiscard]] std::vector<RunChart> runCharts(const RunPlots& plots, const PlotOptions& options);

/// From the first to the last point of all runs, or the last epochs of the longest.
[[nodiscard]] CurveRange runsRange(const RunPlots& plots, CurveX x, bool lastEpochs, CurveCache& cache);

/// How a chart is looked at.
struct RunChartView {
  CurveRange x{};
  std::optional<ValueRange> y{};  ///< where a person has zoomed to; absent: what is drawn, as in the studio's curves
  Size plot{};                    ///< as large as it probably is
  float scale = 1;                ///< pixels of the screen a unit
};

/// Makes one of the charts, for one picture: what it is given must live as long. Lines are thinned to the pixels and
/// smoothed through the cache that the studio's curves use.
class RunChartPresenter {
 public:
  RunChartPresenter(const RunChart& chart, const RunPlots& plots, const PlotOptions& options, CurveCache& cache,
                    const Canvas& canvas)
      : m_about(chart), m_plots(plots), m_options(options), m_cache(cache), m_canvas(canvas) {}

  [[nodiscard]] Chart chart(const RunChartView& view);
  /// What lies over that chart where it was drawn: its marks, and the cursor with the value of each run.
  [[nodiscard]] Scene marks(const Chart& drawn, std::optional<double> cursor) const;

 private:
  struct Drawn {
    const RunChartLine* line;
    const CurveRun* run;
    CurveSeriesPtr series;
    double smoothing;
    CurveCache::Thinned thin;
  };
  void addSeries(Chart& chart, const Drawn& drawn, bool exits) const;
  void addMarkers(Chart& chart) const;
  void addCrosshair(SceneBuilder& builder, const Chart& chart, double at) const;
  [[nodiscard]] ChartAxis yAxis(const RunChartView& view, bool right) const;
  [[nodiscard]] std::vector<Tick> xTicks(const Axis& axis) const;
  [[nodiscard]] bool rawIsDrawn(const CurveRun& run) const { return m_options.raw && run.id == m_plots.selected; }
  [[nodiscard]] std::optional<double> valueAt(const Drawn& drawn, double x) const;

  const RunChart& m_about;
  const RunPlots& m_plots;
  const PlotOptions& m_options;
  CurveCache& m_cache;
  Canvas m_canvas;
  std::vector<Drawn> m_drawn;
};

}  // namespace sojourn::present
