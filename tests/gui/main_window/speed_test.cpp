// SPDX-License-Identifier: GPL-3.0-or-later
// How long a change takes until every panel is painted again; the figures go into the test's report.
#include <QElapsedTimer>
#include <QScrollBar>
#include <QTest>
#include <algorithm>

#include "tests/gui/window_fixture.h"
#include "tests/support/cpu_time.h"
#include "views/qt/samples/samples_panel.h"
#include "views/qt/samples/samples_table.h"

namespace sojourn::test {
namespace {

struct Times {
  double median = 0, high = 0;  ///< milliseconds on the wall; the 95th percentile
  double work = 0;              ///< median of the GUI thread's processor time: what a busy machine does not change
};

Times measured(int rounds, const std::function<void(int)>& change) {
  std::vector<double> wall;
  std::vector<double> work;
  for (int round = 0; round < rounds; ++round) {
    QElapsedTimer timer;
    timer.start();
    const ThreadCpuTime used;
    change(round);
    work.push_back(used.milliseconds());
    wall.push_back(static_cast<double>(timer.nsecsElapsed()) / 1e6);
  }
  std::sort(wall.begin(), wall.end());
  std::sort(work.begin(), work.end());
  return {wall[wall.size() / 2], wall[wall.size() * 95 / 100], work[work.size() / 2]};
}

TEST_F(WindowTest, AChangeOfSampleRepaintsAllPanelsAtOnce) {
  // Until the answer has come, every picture is made again, and the window's pixels are up to date.
  const Times change = measured(60, [&](int round) {
    workspace().setRow(static_cast<std::size_t>(round + 1) % fakeRows);
    while (workspace().inspectionOutdated()) QCoreApplication::processEvents(QEventLoop::WaitForMoreEvents);
    QCoreApplication::processEvents();
  });
  const Times hover = measured(60, [&](int round) {
    workspace().hover({.visit = static_cast<std::size_t>(round) % 8, .query = {}, .location = {}, .head = {}});
    QCoreApplication::processEvents();
  });
  RecordProperty("sample_change_p95_ms", std::to_string(change.high));
  RecordProperty("hover_p95_ms", std::to_string(hover.high));
  std::printf(
      "sample change: median %.1f ms, 95th percentile %.1f ms, %.1f ms of work; hover: %.1f ms, %.1f ms, %.1f ms\n",
      change.median, change.high, change.work, hover.median, hover.high, hover.work);
  // Far above what it takes: a busy machine must not fail it, a quadratic mistake must.
  EXPECT_LT(change.work, 100);
  EXPECT_LT(hover.work, 100);
}

TEST(MillionSamples, TheTableStaysFluid) {
  session::Loaders loaders = fakeLoaders();
  const auto small = loaders.dataset("/nowhere/city", {}, {});
  loaders.dataset = [&small](const std::filesystem::path&, const Progress&,
                             const CancelToken&) -> Result<session::DatasetPtr> {
    auto dataset = std::make_shared<Dataset>(**small);
    SequenceSet set;
    Sequence sequence = dataset->split(Split::Test)->sequence(0);
    sequence.visits.resize(3);
    for (int row = 0; row < 1'000'000; ++row) set.append(sequence);
    dataset->splits = {};
    dataset->splits[static_cast<std::size_t>(Split::Test)] = std::move(set);
    return session::DatasetPtr(std::move(dataset));
  };
  qt::WorkspaceHost host(std::move(loaders), {});
  qt::SamplesPanel panel(host.workspace());
  panel.resize(316, 900);
  panel.show();
  const auto following = host.workspace().subscribe([&](session::Changes changes) { panel.follow(changes); });
  host.workspace().openDemo();
  ASSERT_TRUE(waitFor([&] { return panel.model()->rowCount() == 1'000'000; }));
  const Times scroll = measured(40, [&](int round) {
    panel.table()->verticalScrollBar()->setValue(round * 24'593);
    panel.table()->viewport()->repaint();
  });
  const Times reset = measured(3, [&](int) { panel.model()->reset(); });
  std::printf("1,000,000 rows: scroll to anywhere %.1f ms median, %.1f ms 95th percentile; reset %.1f ms\n",
              scroll.median, scroll.high, reset.median);
  EXPECT_LT(scroll.work, 100);
  EXPECT_LT(reset.work, 500);
}

}  // namespace
}  // namespace sojourn::test
