// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/studio/screenshot_run.h"

#include <QBuffer>
#include <QGuiApplication>
#include <QPixmap>
#include <QScreen>
#include <QTimer>
#include <cmath>

#include <nlohmann/json.hpp>

#include "app/studio/readiness.h"
#include "model/core/files.h"
#include "views/qt/docks/dock_area.h"
#include "views/qt/explain/explain_area.h"
#include "views/qt/main_window/main_window.h"
#include "views/qt/scene/scene_view.h"
#include "views/qt/shell/workspace_host.h"
#include "views/qt/training/training_area.h"
#include "views/qt/widgets/appearance.h"

namespace sojourn::studio {
namespace {

/// Long enough for a window system to map, size and paint the window; nothing tells when it has.
constexpr int settleMilliseconds = 600;

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

/// Shows the runs and waits until their logs have been read; false where there are none.
bool showRuns(qt::MainWindow& window, const std::vector<std::string>& sources) {
  window.openOnlyRuns(sources);
  session::RunLibrary& library = window.training()->library();
  QEventLoop loop;
  QTimer look;
  QObject::connect(&look, &QTimer::timeout, &loop, [&] {
    if (library.settled()) loop.quit();
  });
  look.start(20);
  loop.exec();
  return !library.runs().empty();
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
  if (const Error* error = openAndWait(host.workspace(), arguments)) return fail(*error);
  if (window.shownWorkspace() == qt::StudioWorkspace::Explain)
    explainAndWait(host.workspace(), window.explain()->explanations());

  if (!arguments.runs.empty() && !showRuns(window, arguments.runs))
    return fail(
        {ErrorKind::BadInput, arguments.runs.front(), "contains no run", "name a run folder or a folder of runs"});
  if (arguments.curves) window.showCurves(*arguments.curves);

  QEventLoop settle;
  QTimer::singleShot(settleMilliseconds, &settle, &QEventLoop::quit);
  settle.exec();
  QBuffer png;
  png.open(QIODevice::WriteOnly);
  if (!pictureOf(window).save(&png, "PNG")) {
    return fail({ErrorKind::Failed, *arguments.screenshot, "the screen could not be read", "use --export OUT_DIR"});
  }
  const std::filesystem::path file = *arguments.screenshot;
  const std::string_view bytes(png.data().constData(), static_cast<std::size_t>(png.data().size()));
  if (const Status written = writeOutput(file, bytes); !written) return fail(written.error());
  const Status written = writeOutput(std::filesystem::path(file).replace_extension(".json"), numbersOf(window));
  return written ? 0 : fail(written.error());
}

}  // namespace sojourn::studio
