// SPDX-License-Identifier: GPL-3.0-or-later
// From a change of sample to all panels repainted: the real window at 1600x1000, the real engine, GeoLife and its V45
// model where they are, else the demo. Every time is kept, for what people feel is the slow ones.
#include <QApplication>
#include <QElapsedTimer>
#include <QTimer>
#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <vector>

#include <benchmark/benchmark.h>

#include "app/studio/studio_loaders.h"
#include "views/qt/appearance.h"
#include "views/qt/main_window.h"
#include "views/qt/text.h"
#include "views/qt/workspace_host.h"

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
