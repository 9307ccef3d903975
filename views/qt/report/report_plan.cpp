// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/qt/report/report_plan.h"

#include <QCoreApplication>
#include <QDateTime>
#include <QHash>
#include <algorithm>

#include "model/core/translation.h"
#include "views/qt/report/found_views.h"
#include "views/qt/samples/samples_scene.h"
#include "views/qt/widgets/text.h"

namespace sojourn::qt {
namespace {

constexpr present::Size reportSamplesSize{560, 640};
/// Views of Inspect and Explain that are not of one sample, or not computed for another one than that in front.
const QStringList once{QStringLiteral("model"), QStringLiteral("aggregate_faithfulness"), QStringLiteral("stability")};

session::Finding findingOf(const QString& id) {
  static const QHash<QString, session::Finding> findings{
      {QStringLiteral("component_ablation"), session::Finding::Components},
      {QStringLiteral("shapley"), session::Finding::Shapley},
      {QStringLiteral("feature_sweep"), session::Finding::FeatureSweep},
      {QStringLiteral("counterfactuals"), session::Finding::Counterfactuals},
      {QStringLiteral("nearest"), session::Finding::Nearest}};
  return findings.value(id, session::Finding::Explanation);
}

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

/// A view of the whole set, as it stands on the screen.
ReportView ofSet(const StudioViews& views, const ViewSpec& spec, const QString& group) {
  return {.id = spec.id,
          .title = spec.title,
          .group = group,
          .shown = [&views, &spec](const present::Theme& theme) { return current(views, spec, theme); },
          .missing = missing(views, spec)};
}

ReportView ofSample(const ViewSpec& spec, const QString& group) {
  return {.id = spec.id, .title = spec.title, .group = group, .spec = spec, .shown = {}, .missing = {}};
}

}  // namespace

std::vector<ReportView> reportViews(const StudioViews& views) {
  const QString inspect = QCoreApplication::translate("Report", "Inspect");
  const QString whatIf = QCoreApplication::translate("Report", "What if");
  const QString explain = QCoreApplication::translate("Report", "Explain");
  std::vector<ReportView> made;
  for (const ViewSpec& spec : views.inspect.specs()) {
    if (once.contains(spec.id)) continue;
    made.push_back(ofSample(spec, inspect));
    made.back().missing = missing(views, spec);
  }
  const auto samples = [&views](const present::Theme& theme) {
    return samplesScene(views.workspace(), {.size = reportSamplesSize, .theme = theme, .text = measurer()});
  };
  made.push_back({.id = QStringLiteral("samples"),
                  .title = QCoreApplication::translate("Report", "Samples"),
                  .group = inspect,
                  .shown = samples,
                  .missing = {}});
  for (const ViewSpec& spec : views.inspect.specs())
    if (once.contains(spec.id)) made.push_back(ofSet(views, spec, inspect));
  for (const ViewSpec& spec : views.whatIf.specs()) {
    const auto inInspect = std::ranges::find_if(
        made, [&](const ReportView& view) { return spec.id == QLatin1String("what_if_") + view.id; });
    const QString missed = inInspect == made.end() ? QString() : inInspect->missing;
    made.push_back(ofSample(spec, whatIf));
    made.back().compares = true;
    made.back().missing = missed;
  }
  const auto addFound = [&](const ViewSpec& spec, const QString& group) {
    made.push_back(ofSample(spec, group));
    made.back().needs = findingOf(spec.id);
    if (!finds(views.workspace().loaders().explainer, *made.back().needs))
      made.back().missing = QCoreApplication::translate("Report", "Explanations are not available");
  };
  for (const ViewSpec& spec : foundSpecs()) addFound(spec, whatIf);
  for (const ViewSpec& spec : views.explain.specs()) {
    if (once.contains(spec.id))
      made.push_back(ofSet(views, spec, explain));
    else
      addFound(spec, explain);
  }
  const auto addWorkspace = [&](const WorkspaceViews& workspace, const QString& group) {
    for (const ViewSpec& spec : workspace.specs()) {
      // Inspect has the visits of every sample.
      if (spec.id == QLatin1String("compare_visits")) continue;
      made.push_back(ofSet(views, spec, group));
      made.back().section = group;
    }
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
