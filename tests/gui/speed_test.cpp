// SPDX-License-Identifier: GPL-3.0-or-later
// How long a change takes until every panel is painted again; the figures go into the test's report.
#include <QElapsedTimer>
#include <QTest>
#include <algorithm>

#include "tests/gui/window_fixture.h"

namespace sojourn::test {
namespace {

struct Times {
  double median = 0, high = 0;  ///< milliseconds; the 95th percentile
};

Times measured(int rounds, const std::function<void(int)>& change) {
  std::vector<double> times;
  for (int round = 0; round < rounds; ++round) {
    QElapsedTimer timer;
    timer.start();
    change(round);
    times.push_back(static_cast<double>(timer.nsecsElapsed()) / 1e6);
  }
  std::sort(times.begin(), times.end());
  return {times[times.size() / 2], times[times.size() * 95 / 100]};
}

TEST_F(WindowTest, AChangeOfSampleRepaintsAllPanelsAtOnce) {
  QImage canvas(window().size(), QImage::Format_RGB32);
  const Times change = measured(60, [&](int round) {
    workspace().setRow(static_cast<std::size_t>(round) % inventedRows);
    ASSERT_TRUE(settled());
    window().render(&canvas);
  });
  const Times hover = measured(60, [&](int round) {
    workspace().hover({.visit = static_cast<std::size_t>(round) % 8, .query = {}, .location = {}, .head = {}});
    window().render(&canvas);
  });
  RecordProperty("sample_change_p95_ms", std::to_string(change.high));
  RecordProperty("hover_p95_ms", std::to_string(hover.high));
  std::printf("sample change: median %.1f ms, 95th percentile %.1f ms; hover: %.1f ms, %.1f ms\n", change.median,
              change.high, hover.median, hover.high);
  // Far above what it takes: a busy machine must not fail it, a quadratic mistake must.
  EXPECT_LT(change.median, 400);
  EXPECT_LT(hover.median, 400);
}

}  // namespace
}  // namespace sojourn::test
