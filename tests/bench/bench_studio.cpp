// SPDX-License-Identifier: GPL-3.0-or-later
// From a change of sample or an edit to all panels repainted: the real window at 1600x1000, the real engine, GeoLife
// and its V45 model where they are, else the demo. And each view of a large model, maps and scatters of ten thousand
// places, and the Samples view at a million rows.
#include <QApplication>
#include <QElapsedTimer>
#include <QImage>
#include <QPainter>
#include <QScrollBar>
#include <QTimer>
#include <algorithm>
#include <array>
#include <cmath>
#include <cstdlib>
#include <filesystem>
#include <string>
#include <vector>

#include <benchmark/benchmark.h>

#include "app/studio/studio_loaders.h"
#include "model/results/inspection_bytes.h"
#include "tests/bench/large_model.h"
#include "tests/support/temp_folder.h"
#include "views/present/embeddings/embedding_views.h"
#include "views/qt/docks/dock_area.h"
#include "views/qt/main_window/main_window.h"
#include "views/qt/places/map_views.h"
#include "views/qt/places/places_area.h"
#include "views/qt/samples/samples_panel.h"
#include "views/qt/samples/samples_table.h"
#include "views/qt/scene/scene_painter.h"
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

/// The window on GeoLife and its V45 model where they are, else on the demo, when nothing is computed any more: what is
/// measured does not share the two cores.
class OpenedWindow {
 public:
  explicit OpenedWindow(benchmark::State& state) : OpenedWindow() {
    const char* shared = std::getenv("SOJOURN_SHARED");
    const std::filesystem::path data = std::filesystem::path(shared ? shared : "") / "data";
    if (std::filesystem::is_directory(data / "geolife")) {
      workspace().open({.data = data / "geolife",
                        .checkpoint = data / "checkpoints" / "pointer_v45_geolife_full_model_best.pt",
                        .heads = {},
                        .split = {},
                        .index = {}});
    } else {
      state.SetLabel("demo");
      workspace().openDemo();
    }
    await(state);
  }
  OpenedWindow(benchmark::State& state, const session::OpenRequest& request) : OpenedWindow() {
    workspace().open(request);
    await(state);
  }

  [[nodiscard]] bool ready() const { return m_ready; }
  session::Workspace& workspace() { return m_host.workspace(); }
  qt::MainWindow& window() { return m_window; }
  [[nodiscard]] bool settled() { return !workspace().inspectionOutdated(); }
  /// Until the answer to a change is on the screen; in milliseconds.
  template <class Change>
  double untilRepainted(const Change& change) {
    QElapsedTimer timer;
    timer.start();
    change();
    while (!settled()) QCoreApplication::processEvents(QEventLoop::WaitForMoreEvents);
    QCoreApplication::processEvents();
    return static_cast<double>(timer.nsecsElapsed()) / 1e6;
  }

 private:
  OpenedWindow() : m_host(studio::studioLoaders(), {}), m_window(workspace()) {
    m_window.resize(1600, 1000);
    m_window.show();
  }
  void await(benchmark::State& state) {
    m_ready = waitFor([this] { return workspace().inspection() && settled() && workspace().jobs().all().empty(); });
    if (!m_ready) state.SkipWithError("nothing was inspected within a minute");
  }

  qt::WorkspaceHost m_host;
  qt::MainWindow m_window;
  bool m_ready = false;
};

/// Keeps every time, for what people feel is the slow ones.
template <class Change>
void measureRepaints(benchmark::State& state, OpenedWindow& opened, const Change& change) {
  std::vector<double> times;
  for ([[maybe_unused]] auto _ : state) {
    times.push_back(opened.untilRepainted(change));
    state.SetIterationTime(times.back() / 1e3);
  }
  std::ranges::sort(times);
  state.counters["median_ms"] = times[times.size() / 2];
  state.counters["p95_ms"] = times[times.size() * 95 / 100];
}

void changeSample(benchmark::State& state) {
  OpenedWindow opened(state);
  if (!opened.ready()) return;
  session::Workspace& workspace = opened.workspace();
  std::size_t row = 0;
  measureRepaints(state, opened, [&] {
    row += 37;  // long and short windows, users and lengths in turn
    workspace.setRow(row % workspace.samples().table().size());
  });
}
BENCHMARK(changeSample)->Unit(benchmark::kMillisecond)->UseManualTime()->Iterations(300);

void editVisit(benchmark::State& state) {
  OpenedWindow opened(state);
  if (!opened.ready()) return;
  opened.window().showWorkspace(qt::StudioWorkspace::WhatIf);
  double minutes = 30;
  measureRepaints(state, opened, [&] {
    minutes = minutes < 600 ? minutes + 30 : 30;
    if (!opened.window().edits().apply(SetDuration{{0}, minutes})) state.SkipWithError("the edit was refused");
  });
}
BENCHMARK(editVisit)->Unit(benchmark::kMillisecond)->UseManualTime()->Iterations(100);

/// Every workspace has been on the screen, as after a morning of use.
void showAllWorkspaces(OpenedWindow& opened) {
  for (const auto shown : {qt::StudioWorkspace::WhatIf, qt::StudioWorkspace::Explain, qt::StudioWorkspace::Training,
                           qt::StudioWorkspace::Compare, qt::StudioWorkspace::Dataset, qt::StudioWorkspace::Places,
                           qt::StudioWorkspace::Ablation, qt::StudioWorkspace::Inspect}) {
    opened.window().showWorkspace(shown);
    QCoreApplication::processEvents();
  }
  waitFor([&] { return opened.workspace().threads().idle(); });
}

void changeTextSize(benchmark::State& state) {
  OpenedWindow opened(state);
  if (!opened.ready()) return;
  showAllWorkspaces(opened);
  std::int32_t percent = 100;
  measureRepaints(state, opened, [&] {
    percent = percent == 100 ? 110 : 100;
    opened.workspace().setTextPercent(percent);
  });
}
BENCHMARK(changeTextSize)->Unit(benchmark::kMillisecond)->UseManualTime()->Iterations(8);

void changeTheme(benchmark::State& state) {
  OpenedWindow opened(state);
  if (!opened.ready()) return;
  showAllWorkspaces(opened);
  bool dark = false;
  measureRepaints(state, opened, [&] {
    dark = !dark;
    opened.workspace().setTheme(dark ? session::ThemeChoice::Dark : session::ThemeChoice::Light);
  });
}
BENCHMARK(changeTheme)->Unit(benchmark::kMillisecond)->UseManualTime()->Iterations(8);

/// Every view, alone on the window, of a model with 8 layers of 8 heads, 100,000 places and 150 visits: the slowest
/// one's time, and each one's beside it.
void changeSampleLarge(benchmark::State& state) {
  const test::TempFolder folder;
  if (const Status written = test::writeLargeModel(folder.path()); !written)
    return state.SkipWithError(written.error().sentence().c_str());
  OpenedWindow opened(state, {.data = folder / "data",
                              .checkpoint = folder / "model.pt",
                              .heads = test::largeModelHeads,
                              .split = Split::Validation});
  if (!opened.ready()) return;
  session::Workspace& workspace = opened.workspace();
  state.counters["inspection_mb"] = static_cast<double>(bytesOf(*workspace.inspection())) / 1e6;
  std::size_t row = 0;
  for ([[maybe_unused]] auto _ : state) {
    double slowest = 0;
    for (const auto& [shown, name] : qt::studioWorkspaces) {
      opened.window().showWorkspace(shown);
      for (qt::DockArea* area : opened.window().findChildren<qt::DockArea*>()) {
        if (!area->isVisible()) continue;
        for (qt::ViewDock* dock : area->docks()) {
          area->toggleMaximized(dock);
          std::array<double, 5> times{};
          for (double& time : times)
            time = opened.untilRepainted([&] { workspace.setRow((row += 37) % workspace.samples().table().size()); });
          area->restoreMaximized();
          std::ranges::sort(times);
          const std::string view = std::string(name) + "/" + dock->objectName().toStdString();
          state.counters[view + "_ms"] = times[2];
          if (times[2] > slowest) state.SetLabel("slowest: " + view);
          slowest = std::max(slowest, times[2]);
        }
      }
    }
    state.SetIterationTime(slowest / 1e3);
  }
}
BENCHMARK(changeSampleLarge)->Unit(benchmark::kMillisecond)->UseManualTime()->Iterations(1);

/// A step of the mouse over a map of ten thousand places: presenter and painter.
void panMap(benchmark::State& state) {
  OpenedWindow opened(state);
  if (!opened.ready()) return;
  std::vector<PlaceUse> uses;
  for (LocationId location = 2; location < 10'002; ++location)
    uses.push_back({location,
                    {51.4 + 0.00001 * (location * 7919 % 9973), -0.1 + 0.00002 * (location * 104729 % 9967)},
                    static_cast<std::size_t>(location % 300),
                    12});
  const present::SampleContext sample = opened.window().places()->maps().current().source().sample;
  present::MapInput input{.sample = sample,
                          .letter = "A",
                          .inspection = sample.inspection,
                          .places = std::make_shared<const present::MapPlaces>(uses, *sample.names, true),
                          .options = {.exact = true, .camera = present::MapCamera{{51.45, 0}, 24}}};
  QImage image(700, 560, QImage::Format_RGB32);
  for ([[maybe_unused]] auto _ : state) {
    const auto content =
        present::mapContent(input, {.size = {700, 560}, .theme = qt::Appearance::theme(), .text = qt::measurer()});
    QPainter painter(&image);
    qt::paintScene(painter, std::get<present::Scene>(content));
    input.options.camera->center.longitude += 0.0005;
  }
}
BENCHMARK(panMap)->Unit(benchmark::kMillisecond);

/// A frame of two scatters of ten thousand places each: presenter and painter.
void drawEmbeddings(benchmark::State& state) {
  constexpr std::size_t places = 10'000;
  OpenedWindow opened(state);
  if (!opened.ready()) return;
  std::vector<EmbeddingStudy> studies{
      {.table = {.kind = EmbeddingKind::Input, .name = "loc_emb", .rows = {.width = 4}}}};
  studies[0].table.rows.values.resize(places * 4);
  studies[0].components.shares = {0.2, 0.1};
  for (std::size_t i = 0; i < places; ++i) {
    const auto at = static_cast<double>(i);
    studies[0].components.points.push_back({std::cos(at) * at, std::sin(at) * at});
  }
  TrainingPlaces training;
  training.stays.assign(places, 7);
  training.users.assign(places, {1});
  training.mainUser.assign(places, 1);
  training.minute.assign(places, 600);
  present::EmbeddingsInput input{.sample = opened.window().places()->maps().current().source().sample,
                                 .models = {},
                                 .options = {},
                                 .training = &training,
                                 .hasDataset = true};
  for (std::size_t model = 0; model < 2; ++model)
    input.models[model] = {.isThere = true, .number = model, .title = "A model", .studies = &studies};
  QImage image(688, 440, QImage::Format_RGB32);
  for ([[maybe_unused]] auto _ : state) {
    const auto content = present::placeEmbeddingsContent(
        input, {.size = {688, 440}, .theme = qt::Appearance::theme(), .text = qt::measurer()});
    QPainter painter(&image);
    qt::paintScene(painter, std::get<present::Scene>(content));
  }
}
BENCHMARK(drawEmbeddings)->Unit(benchmark::kMillisecond);

/// The Samples view over a split of a million: the demo's test split again and again, each window cut to three visits.
class MillionSamples {
 public:
  static constexpr std::size_t rows = 1'000'000;

  MillionSamples() : m_host(loaders(), {}), m_panel(m_host.workspace()) {
    m_panel.resize(316, 900);
    m_panel.show();
    m_following = workspace().subscribe([this](session::Changes changes) { m_panel.updateFrom(changes); });
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
    samples.workspace().samples().setSort(
        {.column = session::SampleColumn::User, .descending = descending = !descending});
    samples.repaint();
  }
}
BENCHMARK(samplesSort)->Unit(benchmark::kMillisecond)->UseRealTime();

void samplesFilter(benchmark::State& state) {
  MillionSamples samples;
  if (!samples.ready()) return state.SkipWithError("no million rows within a minute");
  bool some = false;
  for ([[maybe_unused]] auto _ : state) {
    samples.workspace().samples().setFilterText((some = !some) ? "user:3 len>1" : "in-history:no");
    samples.repaint();
  }
  if (samples.workspace().samples().view().rows().empty()) state.SkipWithError("the filter left no rows");
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
