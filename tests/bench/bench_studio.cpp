// SPDX-License-Identifier: GPL-3.0-or-later
// From a change of sample to all panels repainted: the real window at 1600x1000, the real engine, GeoLife and its V45
// model where they are, else the demo. Every time is kept, for what people feel is the slow ones. And the Samples view
// at a million rows.
#include <QApplication>
#include <QElapsedTimer>
#include <QScrollBar>
#include <QTimer>
#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <vector>

#include <benchmark/benchmark.h>

#include "app/studio/studio_loaders.h"
#include "views/qt/main_window/main_window.h"
#include "views/qt/samples/samples_panel.h"
#include "views/qt/samples/samples_table.h"
#include "views/qt/shell/workspace_host.h"
#include "views/qt/widgets/appearance.h"
#include "views/qt/widgets/text.h"

namespace sojourn {
namespace {

/// Waits in the event loop; false after a minute.
template <class Condition>
bool waitFor(Condition condition) {
  QElapsedTimer timer;
  timer.start();
  QTimer tick;  // so that a condition no event tells of is looked at again
  tick.start(5);
  while (!condition() && timer.elapsed() < 60'000) QCoreApplication::processEvents(QEventLoop::WaitForMoreEvents);
  return condition();
}

void changeSample(benchmark::State& state) {
  qt::WorkspaceHost host(studio::studioLoaders(), {});
  session::Workspace& workspace = host.workspace();
  qt::MainWindow window(workspace);
  window.resize(1600, 1000);
  window.show();
  const char* shared = std::getenv("SOJOURN_SHARED");
  const std::filesystem::path data = std::filesystem::path(shared ? shared : "") / "data";
  if (std::filesystem::is_directory(data / "geolife")) {
    workspace.open({.data = data / "geolife",
                    .checkpoint = data / "checkpoints" / "pointer_v45_geolife_full_model_best.pt",
                    .heads = {},
                    .split = {},
                    .index = {}});
  } else {
    state.SetLabel("demo");
    workspace.openDemo();
  }
  // The background pass is over before anything is measured: it would share the two cores.
  const bool ready =
      waitFor([&] { return workspace.inspection() && !workspace.inspectionOutdated() && workspace.jobs().empty(); });
  if (!ready) return state.SkipWithError("nothing was inspected within a minute");

  std::vector<double> times;
  std::size_t row = 0;
  for ([[maybe_unused]] auto _ : state) {
    QElapsedTimer timer;
    timer.start();
    row += 37;  // long and short windows, users and lengths in turn
    workspace.setRow(row % workspace.samples().size());
    while (workspace.inspectionOutdated()) QCoreApplication::processEvents(QEventLoop::WaitForMoreEvents);
    QCoreApplication::processEvents();
    times.push_back(static_cast<double>(timer.nsecsElapsed()) / 1e6);
    state.SetIterationTime(times.back() / 1e3);
  }
  std::ranges::sort(times);
  state.counters["median_ms"] = times[times.size() / 2];
  state.counters["p95_ms"] = times[times.size() * 95 / 100];
}
BENCHMARK(changeSample)->Unit(benchmark::kMillisecond)->UseManualTime()->Iterations(300);

/// The Samples view over a split of a million: the demo's test split again and again, each window cut to three visits.
class MillionSamples {
 public:
  static constexpr std::size_t rows = 1'000'000;

  MillionSamples() : m_host(loaders(), {}), m_panel(m_host.workspace()) {
    m_panel.resize(316, 900);
    m_panel.show();
    m_following = workspace().subscribe([this](session::Changes changes) { m_panel.follow(changes); });
    workspace().openDemo();
    m_ready = waitFor([this] { return static_cast<std::size_t>(m_panel.model()->rowCount()) == rows; });
  }

  [[nodiscard]] bool ready() const { return m_ready; }
  session::Workspace& workspace() { return m_host.workspace(); }
  /// Until the change is on the screen.
  void repaint() {
    QCoreApplication::processEvents();
    m_panel.table()->viewport()->repaint();
  }
  void scrollTo(int row) {
    m_panel.table()->verticalScrollBar()->setValue(row);
    m_panel.table()->viewport()->repaint();
  }

 private:
  static session::Loaders loaders() {
    session::Loaders loaders = studio::studioLoaders();
    const auto read = loaders.dataset;
    loaders.dataset = [read](const std::filesystem::path& data, const Progress& progress,
                             const CancelToken& cancel) -> Result<session::DatasetPtr> {
      const Result<session::DatasetPtr> demo = read(data, progress, cancel);
      if (!demo) return demo.error();
      auto large = std::make_shared<Dataset>(**demo);
      const SequenceSet& few = *large->split(Split::Test);
      SequenceSet many;
      for (std::size_t row = 0; row < rows; ++row) {
        Sequence sequence = few.sequence(row % few.size());
        sequence.visits.resize(std::min<std::size_t>(1 + row % 3, sequence.visits.size()));
        many.append(sequence);
      }
      large->splits = {};
      large->splits[static_cast<std::size_t>(Split::Test)] = std::move(many);
      return session::DatasetPtr(std::move(large));
    };
    // Without a model there is no background pass, which would share the cores with what is measured.
    loaders.engine = [](const std::filesystem::path& path, const EngineOptions&, const Progress&,
                        const CancelToken&) -> Result<session::EnginePtr> {
      return Error{.kind = ErrorKind::BadInput, .where = path.string(), .what = "is not opened here", .remedy = ""};
    };
    return loaders;
  }

  qt::WorkspaceHost m_host;
  qt::SamplesPanel m_panel;
  session::Subscription m_following;
  bool m_ready = false;
};

void samplesScroll(benchmark::State& state) {
  MillionSamples samples;
  if (!samples.ready()) return state.SkipWithError("no million rows within a minute");
  int row = 0;
  for ([[maybe_unused]] auto _ : state) samples.scrollTo((row += 24'593) % int{MillionSamples::rows});
}
BENCHMARK(samplesScroll)->Unit(benchmark::kMillisecond)->UseRealTime();

void samplesSort(benchmark::State& state) {
  MillionSamples samples;
  if (!samples.ready()) return state.SkipWithError("no million rows within a minute");
  bool descending = false;
  for ([[maybe_unused]] auto _ : state) {
    samples.workspace().setSort({.column = session::SampleColumn::User, .descending = descending = !descending});
    samples.repaint();
  }
}
BENCHMARK(samplesSort)->Unit(benchmark::kMillisecond)->UseRealTime();

void samplesFilter(benchmark::State& state) {
  MillionSamples samples;
  if (!samples.ready()) return state.SkipWithError("no million rows within a minute");
  bool some = false;
  for ([[maybe_unused]] auto _ : state) {
    samples.workspace().setFilterText((some = !some) ? "user:3 len>1" : "in-history:no");
    samples.repaint();
  }
  if (samples.workspace().sampleView().rows().empty()) state.SkipWithError("the filter left no rows");
}
BENCHMARK(samplesFilter)->Unit(benchmark::kMillisecond)->UseRealTime();

}  // namespace
}  // namespace sojourn

int main(int argc, char** argv) {
  if (qEnvironmentVariableIsEmpty("QT_QPA_PLATFORM")) qputenv("QT_QPA_PLATFORM", "offscreen");
  QApplication application(argc, argv);
  sojourn::qt::loadResources();
  const sojourn::qt::Appearance appearance(false);
  benchmark::Initialize(&argc, argv);
  benchmark::RunSpecifiedBenchmarks();
  benchmark::Shutdown();
}
