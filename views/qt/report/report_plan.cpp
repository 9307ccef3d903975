// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/qt/report/report_plan.h"

#include <QCoreApplication>
#include <QDateTime>
#include <algorithm>

#include "model/core/translation.h"
#include "views/qt/report/found_views.h"
#include "views/qt/samples/samples_scene.h"
#include "views/qt/widgets/text.h"

namespace sojourn::qt {
namespace {

constexpr present::Size reportSamplesSize{560, 640};

/// Whether this program can find it out: a program without explanations is one in a test.
bool finds(const session::Explainer& explainer, session::Finding finding) {
  if (finding == session::Finding::Explanation) return static_cast<bool>(explainer.explain);
  if (finding == session::Finding::Shapley) return static_cast<bool>(explainer.shapley);
  return finding != session::Finding::Components ||
         (explainer.ablatableComponents && explainer.componentReference && explainer.ablateComponents);
}

present::ViewContent current(const StudioViews& views, const ViewSpec& spec, const present::Theme& theme) {
  return contentOf(spec, views.current.source(), {.size = spec.exported, .theme = theme, .text = measurer()});
}

/// A view that the open model has nothing for says so in a sentence.
QString missing(const StudioViews& views, const ViewSpec& spec) {
  const present::ViewContent content = current(views, spec, present::Theme::light());
  const auto* state = std::get_if<present::EmptyState>(&content);
  if (!state) return {};
  return toText(state->detail.empty() ? state->title : state->title + ". " + state->detail);
}

ReportView reported(const StudioViews& views, const ViewSpec& spec, const QString& group) {
  ReportView view{.id = spec.id, .title = spec.title, .group = group, .shown = {}, .missing = {}};
  if (spec.inReport == InReport::EverySample)
    view.spec = spec;
  else
    view.shown = [&views, &spec](const present::Theme& theme) { return current(views, spec, theme); };
  if (!spec.needs)
    view.missing = missing(views, spec);
  else if (!finds(views.workspace().loaders().explainer, *spec.needs))
    view.missing = QCoreApplication::translate("Report", "Explanations are not available");
  return view;
}

}  // namespace

std::vector<ReportView> reportViews(const StudioViews& views) {
  const QString inspect = QCoreApplication::translate("Report", "Inspect");
  const QString whatIf = QCoreApplication::translate("Report", "What if");
  std::vector<ReportView> made;
  const auto add = [&](const std::vector<ViewSpec>& specs, const QString& group, InReport inReport) {
    for (const ViewSpec& spec : specs)
      if (spec.inReport == inReport) made.push_back(reported(views, spec, group));
  };
  add(views.inspect.specs(), inspect, InReport::EverySample);
  const auto samples = [&views](const present::Theme& theme) {
    return samplesScene(views.workspace(), {.size = reportSamplesSize, .theme = theme, .text = measurer()});
  };
  made.push_back({.id = QStringLiteral("samples"),
                  .title = QCoreApplication::translate("Report", "Samples"),
                  .group = inspect,
                  .shown = samples,
                  .missing = {}});
  add(views.inspect.specs(), inspect, InReport::Once);
  for (const ViewSpec& spec : views.whatIf.specs()) {
    made.push_back(reported(views, spec, whatIf));
    made.back().compares = true;
  }
  for (const ViewSpec& spec : foundSpecs()) made.push_back(reported(views, spec, whatIf));
  const QString explain = QCoreApplication::translate("Report", "Explain");
  for (const ViewSpec& spec : views.explain.specs()) made.push_back(reported(views, spec, explain));
  const auto addWorkspace = [&](const WorkspaceViews& workspace, const QString& group) {
    const std::size_t first = made.size();
    add(workspace.specs(), group, InReport::Once);
    for (std::size_t i = first; i < made.size(); ++i) made[i].section = group;
  };
  addWorkspace(views.compare, QCoreApplication::translate("Report", "Compare"));
  addWorkspace(views.dataset, QCoreApplication::translate("Report", "Dataset"));
  addWorkspace(views.maps, QCoreApplication::translate("Report", "Places"));
  addWorkspace(views.embeddings, QCoreApplication::translate("Report", "Places"));
  addWorkspace(views.ablation, QCoreApplication::translate("Report", "Ablation"));
  return made;
}

QStringList usualReportViews() {
  return {QStringLiteral("visits"),    QStringLiteral("prediction"), QStringLiteral("pointer"),
          QStringLiteral("attention"), QStringLiteral("gate"),       QStringLiteral("position_bias")};
}

std::string reportDate() {
  const QDateTime now = QDateTime::currentDateTime();
  return now.toOffsetFromUtc(now.offsetFromUtc()).toString(Qt::ISODate).toStdString();
}

Result<std::vector<ReportView>> chosenReportViews(const std::vector<ReportView>& all, const QStringList& wanted) {
  for (const QString& id : wanted) {
    if (std::ranges::find(all, id, &ReportView::id) != all.end()) continue;
    QStringList known;
    for (const ReportView& view : all) known << view.id;
    return Error{ErrorKind::BadUsage, id.toStdString(), tr("is not a view of a report"),
                 tr("choose from %1", {known.join(QStringLiteral(", ")).toStdString()})};
  }
  std::vector<ReportView> chosen;
  for (const ReportView& view : all)
    if (wanted.contains(view.id)) chosen.push_back(view);
  return chosen;
}

}  // namespace sojourn::qt
