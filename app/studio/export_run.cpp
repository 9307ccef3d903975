// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/studio/export_run.h"

#include <QString>

#include "app/studio/readiness.h"
#include "views/qt/gallery.h"
#include "views/qt/view_state.h"
#include "views/qt/workspace_host.h"

namespace sojourn::studio {

int runExport(const Arguments& arguments, session::Loaders loaders) {
  qt::WorkspaceHost host(std::move(loaders), {});
  const session::WhatIf whatIf(host.workspace());
  qt::ViewState state(host.workspace(), whatIf);
  const auto following = host.workspace().subscribe([&](session::Changes changes) { state.follow(changes); });
  if (const Error* error = openAndWait(host.workspace(), arguments)) return fail(*error);

  QStringList views;
  for (const std::string& view : arguments.views) views << QString::fromStdString(view);
  if (qt::needsExplanation(state, views)) explainAndWait(host.workspace(), state.explanations());
  if (views.isEmpty() || views.contains(QStringLiteral("components")))
    explainAndWait(host.workspace(), state.components());
  const present::Theme& theme = arguments.dark ? present::Theme::darkTheme() : present::Theme::light();
  const Status written = qt::writeGallery(state, *arguments.exportFolder, views, theme);
  return written ? 0 : fail(written.error());
}

}  // namespace sojourn::studio
