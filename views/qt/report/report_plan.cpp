// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/qt/report/report_plan.h"

#include <QCoreApplication>
#include <QDateTime>
#include <QHash>
#include <algorithm>

#include "model/core/translation.h"
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

/// A view that the open model has nothing for says so in a sentence.
QString missing(const ViewEntry& entry) {
  const present::ViewContent content =
      entry.present({.size = entry.exported, .theme = present::Theme::light(), .text = measurer()});
  const auto* state = std::get_if<present::EmptyState>(&content);
  if (!state) return {};
  return toText(state->detail.empty() ? state->title : state->title + ". " + state->detail);
}

/// A view of the whole set, as it stands on the screen.
ReportView ofSet(const ViewEntry& entry, const QString& group) {
  const auto shown = [&entry](const present::Theme& theme) {
    return entry.present({.size = entry.exported, .theme = theme, .text = measurer()});
  };
  return {.id = entry.id, .title = entry.title, .group = group, .shown = shown, .missing = missing(entry)};
}

}  // namespace

std::vector<ReportView> reportViews(const ViewState& state) {
  const QString inspect = QCoreApplication::translate("Report", "Inspect");
  const QString whatIf = QCoreApplication::translate("Report", "What if");
  const QString explain = QCoreApplication::translate("Report", "Explain");
  std::vector<ReportView> views;
  const auto addOfSample = [&views](const ViewEntry& entry, const QString& group) -> ReportView& {
    return views.emplace_back(
        ReportView{.id = entry.id, .title = entry.title, .group = group, .entry = &entry, .shown = {}, .missing = {}});
  };
  for (const ViewEntry& entry : state.views())
    if (!once.contains(entry.id)) addOfSample(entry, inspect).missing = missing(entry);
  const auto samples = [&state](const present::Theme& theme) {
    return samplesScene(state.workspace(), {.size = reportSamplesSize, .theme = theme, .text = measurer()});
  };
  views.push_back({.id = QStringLiteral("samples"),
                   .title = QCoreApplication::translate("Report", "Samples"),
                   .group = inspect,
                   .shown = samples,
                   .missing = {}});
  for (const ViewEntry& entry : state.views())
    if (once.contains(entry.id)) views.push_back(ofSet(entry, inspect));
  for (const ViewEntry& entry : state.whatIfViews()) {
    const auto inInspect = std::ranges::find_if(
        views, [&](const ReportView& view) { return entry.id == QLatin1String("what_if_") + view.id; });
    const QString missed = inInspect == views.end() ? QString() : inInspect->missing;
    ReportView& view = addOfSample(entry, whatIf);
    view.compares = true;
    view.missing = missed;
  }
  const auto addFound = [&](const ViewEntry& entry, const QString& group) {
    ReportView& view = addOfSample(entry, group);
    view.needs = findingOf(entry.id);
    if (!finds(state.workspace().loaders().explainer, *view.needs))
      view.missing = QCoreApplication::translate("Report", "Explanations are not available");
  };
  for (const ViewEntry& entry : state.foundViews()) addFound(entry, whatIf);
  for (const ViewEntry& entry : state.explainViews()) {
    if (once.contains(entry.id))
      views.push_back(ofSet(entry, explain));
    else
      addFound(entry, explain);
  }
  const auto addWorkspace = [&](const std::vector<ViewEntry>& entries, const QString& group) {
    for (const ViewEntry& entry : entries) {
      // Inspect has the visits of every sample.
      if (entry.id == QLatin1String("compare_visits")) continue;
      views.push_back(ofSet(entry, group));
      views.back().section = group;
    }
  };
  addWorkspace(state.compareViews(), QCoreApplication::translate("Report", "Compare"));
  addWorkspace(state.datasetViews(), QCoreApplication::translate("Report", "Dataset"));
  addWorkspace(state.placesViews(), QCoreApplication::translate("Report", "Places"));
  addWorkspace(state.variantViews(), QCoreApplication::translate("Report", "Ablation"));
  return views;
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
