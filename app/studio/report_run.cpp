// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/studio/report_run.h"

#include <QEventLoop>
#include <algorithm>

#include "app/studio/readiness.h"
#include "views/qt/docks/view_state.h"
#include "views/qt/report/report_run.h"
#include "views/qt/shell/workspace_host.h"

namespace sojourn::studio {
namespace {

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

Status writeReport(const qt::ViewState& state, qt::ReportOrder order) {
  QEventLoop loop;
  Status ended;
  const qt::ReportRun run(state, std::move(order), [&](const Status& status) {
    ended = status;
    loop.quit();
  });
  loop.exec();
  return ended;
}

}  // namespace

int runReport(const Arguments& arguments, session::Loaders loaders) {
  qt::ReportOrder order{
      .choice = choiceOf(arguments), .views = {}, .subjects = {}, .wishes = {}, .files = {}, .date = {}};
  for (const std::string& file : arguments.reports) {
    if (const Status possible = session::checkReportFile(file); !possible) return fail(possible.error());
    order.files.emplace_back(file);
  }
  qt::WorkspaceHost host(std::move(loaders), {});
  const session::WhatIf whatIf(host.workspace());
  qt::ViewState state(host.workspace(), whatIf);
  const auto following = host.workspace().subscribe([&](session::Changes changes) { state.follow(changes); });
  if (const Error* error = openAndWait(host.workspace(), arguments)) return fail(*error);

  QStringList ids;
  for (const std::string& view : arguments.views) ids << QString::fromStdString(view);
  if (ids.isEmpty()) ids = qt::usualReportViews();
  auto views = qt::chosenReportViews(qt::reportViews(state), ids);
  if (!views) return fail(views.error());
  order.views = std::move(*views);
  auto subjects = session::reportSubjects(order.choice, host.workspace(), whatIf);
  if (!subjects) return fail(subjects.error());
  order.subjects = std::move(*subjects);
  order.date = qt::reportDate();
  const Status written = writeReport(state, std::move(order));
  return written ? 0 : fail(written.error());
}

}  // namespace sojourn::studio
