// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/studio/output_runs.h"

#include <QBuffer>
#include <QEventLoop>
#include <QGuiApplication>
#include <QPixmap>
#include <QScreen>
#include <QTimer>
#include <algorithm>
#include <cmath>
#include <cstdio>

#include <nlohmann/json.hpp>

#include "app/command_line/command_line.h"
#include "model/core/files.h"
#include "views/qt/ablation/ablation_area.h"
#include "views/qt/compare/compare_area.h"
#include "views/qt/dataset/dataset_area.h"
#include "views/qt/docks/dock_area.h"
#include "views/qt/explain/explain_area.h"
#include "views/qt/import/import_page.h"
#include "views/qt/main_window/main_window.h"
#include "views/qt/places/places_area.h"
#include "views/qt/report/gallery.h"
#include "views/qt/report/report_run.h"
#include "views/qt/report/searched_views.h"
#include "views/qt/scene/scene_view.h"
#include "views/qt/shell/workspace_host.h"
#include "views/qt/studio/studio_views.h"
#include "views/qt/training/training_area.h"
#include "views/qt/widgets/appearance.h"
#include "views/session/ablation/live_study.h"
#include "views/session/compare/model_comparisons.h"
#include "views/session/component_ablation/component_ablation_study.h"
#include "views/session/embeddings/embeddings_study.h"
#include "views/session/report/report_reveals.h"

namespace sojourn::studio {
namespace {

/// Long enough for a window system to map, size and paint the window; nothing tells when it has.
constexpr int settleMilliseconds = 600;

int failed(const Error& error) {
  return fail("sojourn-studio", error);
}
int exitCode(const Status& written) {
  return written ? exitDone : failed(written.error());
}

// ---- waiting

const Error* firstError(const session::Workspace& workspace) {
  for (const session::Banner& banner : workspace.banners().all()) {
    if (banner.severity == Severity::Error) return &banner.error;
  }
  return nullptr;
}

/// Nothing is missing any more: the sample is inspected and the pass has reached every row.
bool complete(const session::Workspace& workspace) {
  return workspace.engine() && workspace.dataset() && workspace.inspection() && !workspace.inspectionOutdated() &&
         workspace.samples().table().complete() && workspace.jobs().all().empty();
}

/// Opens what the arguments name, else the demo, and runs the event loop until all is there or an error came: that, or
/// null.
const Error* openAndWait(session::Workspace& workspace, const Arguments& arguments) {
  session::OpenRequest request = arguments.open;
  request.demo = !request.data && !request.checkpoint && !request.program;
  // What is written to files is of the first sample, unless another one is named.
  if (!request.index) request.index = 0;
  workspace.open(std::move(request));
  QEventLoop loop;
  const auto subscription = workspace.subscribe([&](session::Changes) {
    if (firstError(workspace) || complete(workspace)) loop.quit();
  });
  while (!firstError(workspace) && !complete(workspace)) loop.exec();
  return firstError(workspace);
}

/// Explains the sample that is open, or ablates its components, and runs the event loop until the last answer is there
/// or an error says why not.
template <class Service>
void explainAndWait(session::Workspace& workspace, Service& service) {
  QEventLoop loop;
  const auto subscription = workspace.subscribe([&](session::Changes) {
    if (service.settled()) loop.quit();
  });
  service.setWatched(true);
  while (!service.settled()) loop.exec();
}

void settleFor(int milliseconds) {
  QEventLoop loop;
  QTimer end;
  end.callOnTimeout(&loop, &QEventLoop::quit);
  end.start(milliseconds);
  loop.exec();
}

/// Runs the event loop until that has settled which announces no changes.
template <class Settling>
void pollUntilSettled(Settling& settling) {
  QEventLoop loop;
  QTimer poll;
  QObject::connect(&poll, &QTimer::timeout, &loop, [&] {
    if (settling.settled()) loop.quit();
  });
  poll.start(20);
  loop.exec();
}

/// Of a study of trainings, whose folder is looked at again and again.
void watchUntilSettled(session::LiveStudy& study) {
  study.setWatched(true);
  pollUntilSettled(study);
}

/// Waits for what the views of Compare, Places and Dataset among these show, and for the study that is named.
void measureForViews(session::Workspace& workspace, qt::StudioViews& studio, const Arguments& arguments,
                     const QStringList& views) {
  const auto wanted = [&](const qt::WorkspaceViews& of) {
    return std::ranges::any_of(of.specs(), [&](const qt::ViewSpec& spec) { return views.contains(spec.id); });
  };
  const bool places = wanted(studio.maps) || wanted(studio.embeddings);
  if (wanted(studio.compare) || places) {
    studio.compare.comparisons().choose(arguments.models, arguments.columns);
    explainAndWait(workspace, studio.compare.comparisons());
  }
  if (places) explainAndWait(workspace, studio.embeddings.study());
  if (wanted(studio.dataset)) explainAndWait(workspace, studio.dataset.study());
  if (!arguments.study) return;
  studio.ablation.study().open(*arguments.study);
  watchUntilSettled(studio.ablation.study());
}

// ---- the report

session::ReportChoice choiceOf(const Arguments& arguments) {
  session::ReportChoice choice;
  choice.title = arguments.title;
  choice.dark = arguments.dark;
  if (!arguments.samples.empty()) {
    choice.samples = session::ReportSamples::Listed;
    choice.listed = arguments.samples;
  }
  return choice;
}

Status writeReport(const qt::StudioViews& studio, qt::ReportOrder order) {
  QEventLoop loop;
  Status ended;
  const qt::ReportRun run(studio, std::move(order), [&](const Status& status) {
    ended = status;
    loop.quit();
  });
  loop.exec();
  return ended;
}

// ---- the screenshot

nlohmann::ordered_json tableOf(const present::Scene& scene) {
  nlohmann::ordered_json view{{"caption", scene.caption}, {"summary", scene.summary}, {"columns", scene.table.columns}};
  view["rows"] = nlohmann::ordered_json::array();
  for (const auto& row : scene.table.rows) {
    auto cells = nlohmann::ordered_json::array();
    for (const auto& cell : row) {
      const auto* number = std::get_if<double>(&cell);
      if (!number) {
        cells.push_back(std::get<std::string>(cell));
      } else if (std::isfinite(*number)) {
        cells.push_back(*number);
      } else {
        cells.push_back(nullptr);
      }
    }
    view["rows"].push_back(std::move(cells));
  }
  return view;
}

std::string numbersOf(const qt::MainWindow& window) {
  nlohmann::ordered_json out{{"schema", "sojourn.screen/1"}};
  for (const qt::ViewDock* dock : window.docks()->docks()) {
    const qt::SceneView* view = window.view(dock->id());
    if (!view || !view->isVisible()) continue;
    // With its table, which a picture that moves does without on screen.
    const qt::ExportItem item = window.exportItem(dock->id());
    if (const auto* scene = std::get_if<present::Scene>(&item.content))
      out["views"][dock->id().toStdString()] = tableOf(*scene);
  }
  return out.dump(1, ' ', false, nlohmann::ordered_json::error_handler_t::replace) + "\n";
}

/// What is really on the screen under X; elsewhere what the widgets paint (other systems do not allow that).
QPixmap pictureOf(qt::MainWindow& window) {
  if (QGuiApplication::platformName() == QLatin1String("xcb")) {
    QPixmap seen = window.screen()->grabWindow(window.winId());
    if (!seen.isNull()) return seen;
  }
  return window.grab();
}

}  // namespace

int runExport(const Arguments& arguments, session::Loaders loaders) {
  qt::WorkspaceHost host(std::move(loaders), {});
  session::WhatIf whatIf(host.workspace());
  qt::StudioViews studio(host.workspace(), whatIf, {});
  const auto following = host.workspace().subscribeView([&](session::Changes changes) { studio.updateFrom(changes); });
  studio.explain.explanations().choose(arguments.explanation);
  if (const Error* error = openAndWait(host.workspace(), arguments)) return failed(*error);

  QStringList views;
  for (const std::string& view : arguments.views) views << QString::fromStdString(view);
  if (qt::needsExplanation(studio, views)) explainAndWait(host.workspace(), studio.explain.explanations());
  if (views.isEmpty() || views.contains(QStringLiteral("component_ablation")))
    explainAndWait(host.workspace(), studio.explain.components());
  if (views.isEmpty() || views.contains(QStringLiteral("shapley")))
    explainAndWait(host.workspace(), studio.explain.shapley());
  measureForViews(host.workspace(), studio, arguments, views);
  qt::SearchedViews searched(studio.current, whatIf);
  searched.ask(views);
  pollUntilSettled(searched);
  const present::Theme& theme = arguments.dark ? present::Theme::darkTheme() : present::Theme::light();
  return exitCode(qt::writeGallery(studio, *arguments.exportFolder, views, theme, searched.specs()));
}

int runReport(const Arguments& arguments, session::Loaders loaders) {
  qt::ReportOrder order{
      .choice = choiceOf(arguments), .views = {}, .subjects = {}, .wishes = {}, .files = {}, .date = {}};
  for (const std::string& file : arguments.reports) {
    if (const Status possible = session::checkReportFile(file); !possible) return failed(possible.error());
    order.files.emplace_back(file);
  }
  qt::WorkspaceHost host(std::move(loaders), {});
  const session::WhatIf whatIf(host.workspace());
  qt::StudioViews studio(host.workspace(), whatIf, {});
  const auto following = host.workspace().subscribeView([&](session::Changes changes) { studio.updateFrom(changes); });
  if (const Error* error = openAndWait(host.workspace(), arguments)) return failed(*error);

  QStringList ids;
  for (const std::string& view : arguments.views) ids << QString::fromStdString(view);
  if (ids.isEmpty()) ids = qt::usualReportViews();
  measureForViews(host.workspace(), studio, arguments, ids);
  auto views = qt::chosenReportViews(qt::reportViews(studio), ids);
  if (!views) return failed(views.error());
  order.views = std::move(*views);
  auto subjects = session::reportSubjects(order.choice, host.workspace(), whatIf);
  if (!subjects) return failed(subjects.error());
  order.subjects = std::move(*subjects);
  order.date = qt::reportDate();
  const auto reveals =
      session::revealedAtLeast(host.workspace(), order.subjects, qt::showsWholeSplit(order.views)).text();
  std::fprintf(stderr, "sojourn-studio: the report reveals %s\n", reveals.c_str());
  return exitCode(writeReport(studio, std::move(order)));
}

int runScreenshot(const Arguments& arguments, session::Loaders loaders) {
  qt::Appearance appearance(false);
  appearance.setMode(arguments.dark ? qt::AppearanceMode::Dark : qt::AppearanceMode::Light);
  qt::WorkspaceHost host(std::move(loaders), {});
  host.workspace().setTheme(arguments.dark ? session::ThemeChoice::Dark : session::ThemeChoice::Light);
  qt::MainWindow window(host.workspace(), {.threads = evaluationThreads(), .keepLayout = false});
  window.resize(arguments.width, arguments.height);
  window.show();
  if (arguments.workspace) window.showWorkspace(*arguments.workspace);
  window.explain()->explanations().choose(arguments.explanation);
  if (const Error* error = openAndWait(host.workspace(), arguments)) return failed(*error);
  if (window.shownWorkspace() == qt::StudioWorkspace::Explain)
    explainAndWait(host.workspace(), window.explain()->explanations());
  if (window.shownWorkspace() == qt::StudioWorkspace::Dataset)
    explainAndWait(host.workspace(), window.dataset()->study());

  if (!arguments.runs.empty()) {
    window.openOnlyRuns(arguments.runs);
    session::RunLibrary& library = window.training()->library();
    pollUntilSettled(library);
    if (library.runs().empty())
      return failed(
          {ErrorKind::BadInput, arguments.runs.front(), "contains no run", "name a run folder or a folder of runs"});
  }
  if (arguments.curves) window.showCurves(*arguments.curves);
  if (!arguments.models.empty()) window.compareModels(arguments.models, arguments.columns);
  if (arguments.study) {
    window.openStudy(*arguments.study);
    watchUntilSettled(window.variants()->study());
  }
  if (window.shownWorkspace() == qt::StudioWorkspace::Compare || window.shownWorkspace() == qt::StudioWorkspace::Places)
    explainAndWait(host.workspace(), window.compare()->comparisons());
  if (window.shownWorkspace() == qt::StudioWorkspace::Places)
    explainAndWait(host.workspace(), window.places()->embeddings());

  if (arguments.import) {
    window.showImport(*arguments.import);
    if (!arguments.importMaps.empty()) window.importPage()->setMapFiles(arguments.importMaps);
    pollUntilSettled(*window.importPage());
  }
  if (window.shownWorkspace() == qt::StudioWorkspace::Places) {
    // Tiles are asked for when the maps are painted.
    settleFor(settleMilliseconds);
    pollUntilSettled(*window.places());
  }
  settleFor(settleMilliseconds);
  QBuffer png;
  png.open(QIODevice::WriteOnly);
  if (!pictureOf(window).save(&png, "PNG"))
    return failed({ErrorKind::Failed, *arguments.screenshot, "the screen could not be read", "use --export OUT_DIR"});
  const std::filesystem::path file = *arguments.screenshot;
  const std::string_view bytes(png.data().constData(), static_cast<std::size_t>(png.data().size()));
  if (const Status written = writeOutput(file, bytes); !written) return failed(written.error());
  return exitCode(writeOutput(std::filesystem::path(file).replace_extension(".json"), numbersOf(window)));
}

}  // namespace sojourn::studio
