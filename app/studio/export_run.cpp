// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/studio/export_run.h"

#include <QString>
#include <QTimer>

#include "app/studio/readiness.h"
#include "views/qt/docks/earlier_words.h"
#include "views/qt/docks/view_state.h"
#include "views/qt/report/gallery.h"
#include "views/qt/report/searched_views.h"
#include "views/qt/shell/workspace_host.h"

namespace sojourn::studio {

namespace {

void searchAndWait(qt::SearchedViews& searched, const QStringList& views) {
  searched.ask(views);
  QEventLoop loop;
  QTimer look;
  QObject::connect(&look, &QTimer::timeout, &loop, [&] {
    if (searched.settled()) loop.quit();
  });
  look.start(20);
  if (!searched.settled()) loop.exec();
}

}  // namespace

int runExport(const Arguments& arguments, session::Loaders loaders) {
  qt::WorkspaceHost host(std::move(loaders), {});
  session::WhatIf whatIf(host.workspace());
  qt::ViewState state(host.workspace(), whatIf);
  const auto following = host.workspace().subscribe([&](session::Changes changes) { state.follow(changes); });
  state.explanations().choose(arguments.explanation);
  if (const Error* error = openAndWait(host.workspace(), arguments)) return fail(*error);

  QStringList views;
  for (const std::string& view : arguments.views) views << qt::currentViewId(QString::fromStdString(view));
  if (qt::needsExplanation(state, views)) explainAndWait(host.workspace(), state.explanations());
  if (views.isEmpty() || views.contains(QStringLiteral("component_ablation")))
    explainAndWait(host.workspace(), state.components());
  if (views.isEmpty() || views.contains(QStringLiteral("shapley"))) explainAndWait(host.workspace(), state.shapley());
  qt::SearchedViews searched(state, whatIf);
  searchAndWait(searched, views);
  const present::Theme& theme = arguments.dark ? present::Theme::darkTheme() : present::Theme::light();
  const Status written = qt::writeGallery(state, *arguments.exportFolder, views, theme, searched.entries());
  return written ? 0 : fail(written.error());
}

}  // namespace sojourn::studio
