// SPDX-License-Identifier: GPL-3.0-or-later
// The monitor's charts as plain data: lines, axes, events, and what the cursor reads.
#include "views/present/monitor/run_chart.h"

#include <cmath>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tests/present/present_fixtures.h"
#include "tests/present/scene_checks.h"
#include "tests/present/training/training_runs.h"

namespace sojourn::present {
namespace {

using testing::ElementsAre;
using testing::SizeIs;

class RunCharts : public testing::Test {
 protected:
  RunCharts() {
    for (const std::size_t index : {0U, 1U}) {
      plots.runs.push_back(curveRun(history, index, index == 0 ? "first" : "second"));
    }
    plots.selected = plots.runs[0].id;
    view.x = runsRange(plots, CurveX::Step, false, cache);
  }
  /// The chart with this title, and its marks.
  Chart make(std::string_view title, std::optional<double> cursor = {}) {
    charts = runCharts(plots, options);
    const auto about = std::ranges::find(charts, title, &RunChart::title);
    EXPECT_NE(about, charts.end()) << title;
    RunChartPresenter presenter(*about, plots, options, cache, lightCanvas({}));
    Chart chart = presenter.chart(view);
    marks = presenter.marks(chart, cursor);
    return chart;
  }
  [[nodiscard]] std::vector<std::string> texts() const {
    std::vector<std::string> found;
    for (const TextShape& text : shapesOf<TextShape>(marks)) found.push_back(text.text);
    return found;
  }

  RunHistory history = fakeHistory({});
  RunPlots plots;
  PlotOptions options;
  CurveCache cache;
  RunChartView view{.plot = {400, 160}};
  std::vector<RunChart> charts;
  Scene marks;
};

TEST_F(RunCharts, HoldAllStepsOrTheLastEpochs) {
  EXPECT_EQ(view.x.from, 0);
  EXPECT_NEAR(view.x.to, 12 * 58 * 1.01, 1);
  EXPECT_NEAR(runsRange(plots, CurveX::Step, true, cache).from, 7 * 58, 1);
}

TEST_F(RunCharts, TheSelectedRunIsThickerAndHasItsRawValuesBehindTheSmoothedLine) {
  const Chart chart = make("Loss");
  ASSERT_THAT(chart.series, SizeIs(5)) << "two lines, one pale, and the rings of both runs";
  EXPECT_LT(chart.series[0].color.a, 255) << "raw values";
  EXPECT_EQ(chart.series[1].color, plots.runs[0].color);
  EXPECT_GT(chart.series[1].width, chart.series[2].width);
  EXPECT_EQ(chart.series[2].color, plots.runs[1].color);
  EXPECT_EQ(chart.series[3].kind, SeriesKind::Scatter);
  EXPECT_EQ(chart.series[3].stroke, plots.runs[0].color);
  EXPECT_THAT(chart.series[3].x, SizeIs(12)) << "an evaluation an epoch";
  options.raw = false;
  EXPECT_THAT(make("Loss").series, SizeIs(4));
}

TEST_F(RunCharts, RingsThatWouldRunIntoEachOtherBecomeALineWithAFew) {
  view.plot.width = 60;
  const Chart chart = make("Loss");
  ASSERT_THAT(chart.series, SizeIs(7));
  EXPECT_EQ(chart.series[3].kind, SeriesKind::Line);
  EXPECT_EQ(chart.series[3].width, 1);
  EXPECT_EQ(chart.series[4].kind, SeriesKind::Scatter);
  EXPECT_LT(chart.series[4].x.size(), 3U);
}

TEST_F(RunCharts, TheAxisHoldsWhatIsDrawnOrWhatAPersonZoomedTo) {
  EXPECT_LT(make("Learning rate, log").y.from, 6.5e-4);
  EXPECT_GT(make("Learning rate, log").y.to, 6.5e-4);
  EXPECT_TRUE(make("Learning rate, log").y.logarithmic);
  EXPECT_TRUE(make("Loss").series.back().exits);
  view.y = ValueRange{2.5, 3};
  const Chart zoomed = make("Loss");
  EXPECT_EQ(zoomed.y.from, 2.5);
  EXPECT_EQ(zoomed.y.to, 3);
  EXPECT_FALSE(zoomed.series.back().exits) << "nobody is surprised that a part is out of sight";
}

TEST_F(RunCharts, WhatARunNamesItselfIsAChartOfItsOwn) {
  auto more = std::make_shared<RunHistory>(*plots.runs[1].history);
  for (const std::int64_t epoch : {1, 2})
    more->add({.seq = 9000 + epoch, .wall = 1.79e9, .body = OwnMetricsEvent{.epoch = epoch, .values = {{"auc", 0.5}}}});
  plots.runs[1].history = more;
  const Chart chart = make("auc, own");
  ASSERT_THAT(chart.series, SizeIs(1));
  EXPECT_THAT(chart.series[0].y, testing::Each(0.5));
}

TEST_F(RunCharts, MemoryHasAnAxisOfItsOwn) {
  for (std::int64_t epoch = 1; epoch <= 3; ++epoch)
    history.add({.seq = 1000 + epoch,
                 .wall = 1.78e9 + 58.0 * static_cast<double>(epoch),
                 .body = SystemEvent{.cpu = 95, .memoryBytes = 400'000'000, .gpu = {}, .gpuMemoryBytes = {}}});
  const Chart chart = make("System");
  ASSERT_TRUE(chart.right);
  EXPECT_GT(chart.y.from, 80);
  EXPECT_LT(chart.right->to, 1);
  ASSERT_FALSE(chart.series.empty());
  EXPECT_TRUE(chart.series.back().right);
  EXPECT_TRUE(chart.series.back().dashed);
}

TEST_F(RunCharts, EventsAreMarkedInTheirOrder) {
  plots.markers = {{.step = 400, .word = "resumed"}, {.step = 100, .word = "best"}, {.step = 5000, .word = "beyond"}};
  EXPECT_THAT(make("Loss").markers, SizeIs(2));
  EXPECT_THAT(texts(), ElementsAre("best", "resumed"));
  options.x = CurveX::Relative;
  EXPECT_THAT(make("Loss").markers, SizeIs(0)) << "an event has no time since a start";
  options.x = CurveX::Step;
  options.markers = false;
  EXPECT_THAT(make("Loss").markers, SizeIs(0));
}

TEST_F(RunCharts, TheCursorReadsEveryRun) {
  make("Accuracy, validation, %", 100);
  ASSERT_THAT(texts(), SizeIs(4));
  EXPECT_EQ(texts()[0], "first");
  EXPECT_NE(texts()[1].find(" / "), std::string::npos) << "all and known targets";
  EXPECT_EQ(texts()[2], "second");
  const auto boxOf = [&] { return shapesOf<BoxShape>(marks)[0].rect; };
  EXPECT_GT(boxOf().x, 400 * 100 / view.x.to);
  make("Accuracy, validation, %", 12 * 58);
  EXPECT_LT(boxOf().right(), 400 * 12 * 58 / view.x.to) << "left of the line where there is no room";
  make("Accuracy, validation, %", 12 * 58 + 3);
  EXPECT_THAT(texts(), SizeIs(0)) << "behind its end a run says nothing any more";
}

TEST_F(RunCharts, AChartWithoutValuesSaysSo) {
  make("System");
  EXPECT_THAT(texts(), ElementsAre("not in these runs"));
}

}  // namespace
}  // namespace sojourn::present
