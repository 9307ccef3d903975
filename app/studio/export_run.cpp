// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/studio/export_run.h"

#include <QEventLoop>
#include <QString>
#include <cstdio>

#include "views/qt/gallery.h"
#include "views/qt/view_state.h"
#include "views/qt/workspace_host.h"

namespace sojourn::studio {
namespace {

int exitCodeOf(ErrorKind kind) {
  switch (kind) {
    case ErrorKind::BadUsage:
      return 2;
    case ErrorKind::BadInput:
      return 3;
    case ErrorKind::Failed:
      return 4;
    case ErrorKind::Cancelled:
      return 130;
  }
  return 4;
}

int fail(const Error& error) {
  std::fprintf(stderr, "sojourn-studio: %s\n", error.sentence().c_str());
  return exitCodeOf(error.kind);
}

const Error* firstError(const session::Workspace& workspace) {
  for (const session::Banner& banner : workspace.banners()) {
    if (banner.severity == Severity::Error) return &banner.error;
  }
  return nullptr;
}

/// Nothing is missing any more: the sample is inspected and the pass has reached every row.
bool complete(const session::Workspace& workspace) {
  return workspace.engine() && workspace.dataset() && workspace.inspection() && !workspace.inspectionOutdated() &&
         workspace.samples().complete() && workspace.jobs().empty();
}

}  // namespace

int runExport(const Arguments& arguments, session::Loaders loaders) {
  qt::WorkspaceHost host(std::move(loaders), {});
  session::Workspace& workspace = host.workspace();
  QEventLoop loop;
  const auto subscription = workspace.subscribe([&](session::Changes) {
    if (firstError(workspace) || complete(workspace)) loop.quit();
  });
  qt::ViewState state(workspace);
  const auto following = workspace.subscribe([&](session::Changes changes) { state.follow(changes); });
  if (arguments.opensSomething())
    workspace.open(arguments.open);
  else
    workspace.openDemo();
  while (!firstError(workspace) && !complete(workspace)) loop.exec();
  if (const Error* error = firstError(workspace)) return fail(*error);

  QStringList views;
  for (const std::string& view : arguments.views) views << QString::fromStdString(view);
  const present::Theme& theme = arguments.dark ? present::Theme::darkTheme() : present::Theme::light();
  const Status written = qt::writeGallery(state, *arguments.exportFolder, views, theme);
  return written ? 0 : fail(written.error());
}

}  // namespace sojourn::studio
