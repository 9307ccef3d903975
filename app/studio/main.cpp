// SPDX-License-Identifier: GPL-3.0-or-later
// The studio: arguments, loaders, one workspace, one window.
#include <QApplication>
#include <QIcon>
#include <cstdio>
#include <cstdlib>

#include "app/studio/arguments.h"
#include "app/studio/output_runs.h"
#include "app/studio/studio_loaders.h"
#include "model/inspect/engine.h"
#include "views/qt/files/workspace_files.h"
#include "views/qt/import/import_page.h"
#include "views/qt/main_window/main_window.h"
#include "views/qt/scene/scene_view.h"
#include "views/qt/shell/workspace_host.h"
#include "views/qt/widgets/appearance.h"
#include "views/qt/widgets/text.h"

namespace {

bool hasDisplay() {
  const auto set = [](const char* name) {
    const char* value = std::getenv(name);
    return value && *value;
  };
  return set("DISPLAY") || set("WAYLAND_DISPLAY") || set("QT_QPA_PLATFORM");
}

}  // namespace

int main(int argc, char** argv) {
  const sojourn::studio::ParsedArguments parsed = sojourn::studio::parseArguments(argc, argv);
  if (!parsed.arguments) return parsed.exitCode;
  const sojourn::studio::Arguments& arguments = *parsed.arguments;
  const bool windowless = arguments.exportFolder || !arguments.reports.empty();
  if (windowless) qputenv("QT_QPA_PLATFORM", "offscreen");
  if (!hasDisplay()) {
    std::fprintf(stderr,
                 "sojourn-studio: no display: neither DISPLAY nor WAYLAND_DISPLAY is set: use --export OUT_DIR or "
                 "--report OUT.html, which need no window\n");
    return 4;
  }
  QApplication application(argc, argv);
  QApplication::setApplicationName(QStringLiteral("Sojourn"));
  QApplication::setApplicationVersion(QStringLiteral(SOJOURN_VERSION));
  QApplication::setDesktopFileName(QStringLiteral("app.sojourn.Studio"));
  QApplication::setWindowIcon(QIcon(QStringLiteral(":/icons/sojourn.svg")));
  sojourn::qt::loadResources();
  if (arguments.exportFolder) return sojourn::studio::runExport(arguments, sojourn::studio::studioLoaders());
  if (!arguments.reports.empty()) return sojourn::studio::runReport(arguments, sojourn::studio::studioLoaders());

  sojourn::qt::installSceneAccessibility();
  if (arguments.screenshot) return sojourn::studio::runScreenshot(arguments, sojourn::studio::studioLoaders());

  const sojourn::qt::Appearance appearance(true);
  sojourn::qt::WorkspaceHost host(sojourn::studio::studioLoaders(), sojourn::session::defaultSettingsFile());
  sojourn::qt::MainWindow window(host.workspace(),
                                 {.threads = sojourn::evaluationThreads(), .introduce = true, .fitScreen = true});
  // Before it is shown, so that it comes as it was left.
  sojourn::session::WorkspaceAutosave& workspaceAutosave = window.files()->workspaceAutosave();
  if (!arguments.workspaceFile) workspaceAutosave.openLast(arguments.open, !arguments.runs.empty());
  window.show();
  if (arguments.workspaceFile) workspaceAutosave.open(*arguments.workspaceFile);
  if (!arguments.runs.empty()) window.openOnlyRuns(arguments.runs);
  if (arguments.curves) window.showCurves(*arguments.curves);
  if (!arguments.models.empty()) window.compareModels(arguments.models, arguments.columns);
  if (arguments.study) window.openStudy(*arguments.study);
  if (arguments.workspace) window.showWorkspace(*arguments.workspace);
  if (arguments.import) window.showImport(*arguments.import);
  if (!arguments.importMaps.empty()) window.importPage()->setMapFiles(arguments.importMaps);
  const bool asks = arguments.workspace == sojourn::qt::StudioWorkspace::Explain ||
                    arguments.explanation != sojourn::session::ExplanationChoice{};
  if (asks) window.showQuestion(arguments.explanation);
  return QApplication::exec();
}
