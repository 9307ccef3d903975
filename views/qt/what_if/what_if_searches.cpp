// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/qt/what_if/what_if_searches.h"

#include <QToolButton>
#include <algorithm>
#include <array>
#include <sstream>
#include <utility>

#include "model/core/text.h"
#include "model/core/translation.h"
#include "views/present/samples/sample_text.h"
#include "views/present/scene/format.h"
#include "views/present/what_if/what_if_views.h"
#include "views/qt/docks/dock_area.h"
#include "views/qt/scene/scene_view.h"
#include "views/qt/widgets/compose.h"
#include "views/qt/widgets/text.h"

namespace sojourn::qt {

using session::Change;

namespace {

constexpr int waitingMilliseconds = 300;
/// Beside the window's places, so many candidates are offered as what the model shall say.
constexpr std::size_t offeredCandidates = 10;

/// In the order of the list.
constexpr std::array sweptFeatures{
    std::pair{SweepFeature::Start, QT_TRANSLATE_NOOP("WhatIfSearches", "start time")},
    std::pair{SweepFeature::Day, QT_TRANSLATE_NOOP("WhatIfSearches", "day")},
    std::pair{SweepFeature::Duration, QT_TRANSLATE_NOOP("WhatIfSearches", "duration")},
    std::pair{SweepFeature::Location, QT_TRANSLATE_NOOP("WhatIfSearches", "place")},
    std::pair{SweepFeature::User, QT_TRANSLATE_NOOP("WhatIfSearches", "user")},
    std::pair{SweepFeature::Weekday, QT_TRANSLATE_NOOP("WhatIfSearches", "weekday only")},
    std::pair{SweepFeature::Recency, QT_TRANSLATE_NOOP("WhatIfSearches", "days ago only")}};

/// Long place names must not make the dock wide.
QComboBox* combo(const char* objectName, const QString& name) {
  QComboBox* box = narrowCombo(objectName, name, 6);
  box->setToolTip(name);
  return box;
}

QWidget* barOf(QLayout* controls) {
  auto* bar = new QWidget;
  bar->setLayout(controls);
  return bar;
}

}  // namespace

WhatIfSearches::WhatIfSearches(const CurrentSample& current, VisitEditor& editor, QObject* parent)
    : QObject(parent),
      m_workspace(current.workspace()),
      m_current(current),
      m_editor(editor),
      m_sweepSpec{.id = QStringLiteral("feature_sweep"),
                  .title = tr("Feature sweep"),
                  .minimum = {300, 180},
                  .exported = {520, 520},
                  .dependsOn = {Change::Names, Change::Time},
                  .build = std::bind_front(&WhatIfSearches::featureSweepContent, this),
                  .outdated = [this] { return m_sweeps.outdated(); }},
      m_counterfactualsSpec{.id = QStringLiteral("counterfactuals"),
                            .title = tr("Counterfactuals"),
                            .minimum = {260, 160},
                            .exported = {420, 640},
                            .dependsOn = {Change::Names, Change::Time},
                            .build = std::bind_front(&WhatIfSearches::counterfactualsContent, this),
                            .outdated = [this] { return m_counterfactuals.outdated(); }},
      m_sweeps(m_workspace, [this] { sweepChanged(); }),
      m_counterfactuals(m_workspace, [this] { counterfactualsChanged(); }) {
  m_waiting.setSingleShot(true);
  m_waiting.setInterval(waitingMilliseconds);
  connect(&m_waiting, &QTimer::timeout, this, &WhatIfSearches::updateWaiting);
  makeSweepBar();
  makeCounterfactualsBar();
  m_subscription = m_workspace.subscribe([this](session::Changes changes) { updateFrom(changes); });
}

void WhatIfSearches::makeSweepBar() {
  m_visit = combo("sweepVisit", tr("Visit to sweep"));
  m_feature = combo("sweepFeature", tr("Feature to sweep"));
  for (const auto& [feature, name] : sweptFeatures) m_feature->addItem(tr(name), static_cast<int>(feature));
  m_sweepBar = barOf(rowOf({{m_visit, 1}, {m_feature, 1}}, 6, {12, 8, 12, 4}));
  connect(m_visit, &QComboBox::activated, this, [this](int index) {
    const Sequence* sequence = m_workspace.sequence();
    const auto visit = static_cast<std::size_t>(index);
    if (!sequence || visit >= sequence->visits.size()) return;
    m_workspace.selection().select(
        {.visit = visit, .query = {}, .location = sequence->visits[visit].location, .head = {}});
  });
  connect(m_feature, &QComboBox::activated, this,
          [this](int index) { m_sweeps.setFeature(static_cast<SweepFeature>(m_feature->itemData(index).toInt())); });
  connect(m_feature, &QComboBox::activated, this, &WhatIfSearches::optionsChanged);
}

void WhatIfSearches::makeCounterfactualsBar() {
  m_to = combo("counterfactualsTo", tr("Desired prediction"));
  m_most = combo("counterfactualsMost", tr("Number of edits"));
  m_scope = combo("counterfactualsScope", tr("Edits to try"));
  m_most->addItems({tr("1 edit"), tr("Up to 2 edits"), tr("Up to 3 edits")});
  m_scope->addItems({tr("All edits"), tr("Times and durations"), tr("Places and removals")});
  m_progressText = new QLabel;
  m_progressText->setObjectName(QStringLiteral("counterfactualsProgress"));
  auto* cancel = new QToolButton;
  cancel->setObjectName(QStringLiteral("counterfactualsCancel"));
  cancel->setText(tr("Cancel"));
  cancel->setAccessibleName(tr("Cancel the search"));
  m_progress = barOf(rowOf({{m_progressText, 1}, cancel}, 6, {}));
  m_progress->hide();
  m_counterfactualsBar = barOf(columnOf({m_to, rowOf({{m_most, 1}, {m_scope, 1}}, 6), m_progress}, 6, {12, 8, 12, 2}));
  connect(m_to, &QComboBox::activated, this, [this](int index) {
    const QVariant place = m_to->itemData(index);
    m_counterfactuals.setTo(place.isValid() ? std::optional<LocationId>(place.toInt()) : std::nullopt);
  });
  connect(m_most, &QComboBox::activated, this,
          [this](int index) { m_counterfactuals.setMostChanges(static_cast<std::size_t>(index) + 1); });
  connect(m_scope, &QComboBox::activated, this,
          [this](int index) { m_counterfactuals.setScope(static_cast<session::CounterfactualScope>(index)); });
  for (QComboBox* list : {m_most, m_scope}) connect(list, &QComboBox::activated, this, &WhatIfSearches::optionsChanged);
  connect(cancel, &QToolButton::clicked, this, [this] { m_counterfactuals.cancel(); });
}

void WhatIfSearches::watch(DockArea& area) {
  m_sweepView = area.view(m_sweepSpec.id);
  m_counterfactualsView = area.view(m_counterfactualsSpec.id);
  for (const SceneView* view : {m_sweepView, m_counterfactualsView})
    connect(view, &SceneView::previewed, this, &WhatIfSearches::preview);
  area.onInFrontChanged(m_sweepSpec.id, [this](bool inFront) {
    m_sweeps.setWatched(inFront);
    if (inFront) fillVisits();
  });
  area.onInFrontChanged(m_counterfactualsSpec.id, [this](bool inFront) {
    m_counterfactuals.setWatched(inFront);
    if (inFront) fillPlaces();
  });
}

void WhatIfSearches::updateFrom(session::Changes changes) {
  if (m_sweepView && m_sweepView->isVisible() &&
      changes.hasAny({Change::Sample, Change::Names, Change::Time, Change::Selection, Change::Model}))
    fillVisits();
  if (m_counterfactualsView && m_counterfactualsView->isVisible() &&
      changes.hasAny({Change::Inspection, Change::Names}))
    fillPlaces();
}

void WhatIfSearches::fillVisits() {
  const present::SampleContext context = m_current.source().sample;
  const Sequence* sequence = m_workspace.sequence();
  m_visit->clear();
  if (!sequence) return;
  for (const Visit& visit : sequence->visits)
    m_visit->addItem(toText(present::placeText(context, visit.location) + ", " + present::whenText(context, visit)));
  m_visit->setCurrentIndex(static_cast<int>(m_sweeps.visit()));
}

void WhatIfSearches::fillPlaces() {
  const present::SampleContext context = m_current.source().sample;
  m_to->clear();
  if (!context.inspection) return;
  const Inspection& inspection = *context.inspection;
  m_to->addItem(tr("To predict any place but %1").arg(toText(present::placeText(context, inspection.best().location))));
  std::vector<LocationId> offered;
  const auto offer = [&](LocationId location) {
    const bool known = location > paddingLocation && location < context.model->sizes.locations;
    if (!known || location == inspection.best().location || std::ranges::find(offered, location) != offered.end())
      return;
    offered.push_back(location);
    m_to->addItem(tr("To predict %1").arg(toText(present::placeText(context, location))), location);
  };
  if (inspection.sequence.target) offer(*inspection.sequence.target);
  for (std::size_t k = 0; k < std::min(offeredCandidates, inspection.ranking.size()); ++k)
    offer(inspection.ranking[k].location);
  for (const Visit& visit : inspection.sequence.visits) offer(visit.location);
  // A desired prediction that the new sample does not offer would be searched for unseen.
  const int wished = m_counterfactuals.wish().to ? m_to->findData(*m_counterfactuals.wish().to) : 0;
  m_to->setCurrentIndex(std::max(wished, 0));
  if (wished < 0) m_counterfactuals.setTo({});
}

void WhatIfSearches::sweepChanged() {
  m_feature->setCurrentIndex(m_feature->findData(static_cast<int>(m_sweeps.feature())));
  if (m_visit->currentIndex() != static_cast<int>(m_sweeps.visit()))
    m_visit->setCurrentIndex(static_cast<int>(m_sweeps.visit()));
  if (m_sweepView) m_sweepView->refresh();
}

void WhatIfSearches::counterfactualsChanged() {
  if (std::get<0>(m_drawn) != m_counterfactuals.answer()) m_chosen = 0;
  if (!m_counterfactuals.awaiting()) m_waiting.stop();
  if (!m_counterfactuals.awaiting() || m_progress->isVisible())
    updateWaiting();
  else if (!m_waiting.isActive())
    m_waiting.start();
  // Progress alone is no reason to draw the list again.
  const std::tuple now(m_counterfactuals.answer(), m_counterfactuals.current(), m_counterfactuals.awaiting(),
                       m_counterfactuals.error().has_value());
  if (std::exchange(m_drawn, now) != now && m_counterfactualsView) m_counterfactualsView->refresh();
}

void WhatIfSearches::updateWaiting() {
  m_progress->setVisible(m_counterfactuals.awaiting());
  const auto grouped = [](std::size_t count) { return toText(groupThousands(static_cast<long long>(count))); };
  m_progressText->setText(
      m_counterfactuals.total() == 0
          ? tr("Searching")
          : tr("%1 of %2 tried").arg(grouped(m_counterfactuals.done()), grouped(m_counterfactuals.total())));
}

std::optional<std::size_t> WhatIfSearches::recordedPoint(const session::FeatureSweepAnswer& answer) const {
  const session::EditHistory* history = m_editor.whatIf().history();
  if (!history || history->now().sequence != answer.inspection->sequence) return std::nullopt;
  // Visits of the record are numbered by their index in it.
  const auto recorded = session::indicesIn(history->recorded().ids, history->now().ids)[answer.sweep.visit];
  if (!recorded) return std::nullopt;
  const std::int32_t value = presentValue(history->recorded().sequence, *recorded, answer.sweep.feature) -
                             firstSweepValue(answer.sweep.feature);
  if (value < 0 || static_cast<std::size_t>(value) >= answer.sweep.points.size()) return std::nullopt;
  return static_cast<std::size_t>(value);
}

present::ViewContent WhatIfSearches::featureSweepContent(const SampleSource& source,
                                                         const present::Canvas& canvas) const {
  const auto& answer = m_sweeps.answer();
  if (m_sweeps.error() && m_workspace.inspection()) return present::EmptyState{.title = m_sweeps.error()->sentence()};
  present::FeatureSweepInput input{.sample = source.sample};
  if (answer) {
    input.sample.inspection = answer->inspection.get();
    input.sweep = &answer->sweep;
    input.recorded = recordedPoint(*answer);
    input.sample.sampleText = answer->sampleText;
    input.outdated = m_sweeps.outdated();
    input.seconds = m_sweeps.seconds();
  }
  return present::featureSweepContent(input, canvas);
}

present::ViewContent WhatIfSearches::counterfactualsContent(const SampleSource& source,
                                                            const present::Canvas& canvas) const {
  const auto& answer = m_counterfactuals.answer();
  const auto again = [](const std::string& why) {
    return present::EmptyState{.title = why,
                               .detail = "",
                               .buttonText = sojourn::tr("Search again"),
                               .button = present::SearchCounterfactuals{}};
  };
  if (m_counterfactuals.error()) return again(m_counterfactuals.error()->sentence());
  if (!answer && m_counterfactuals.awaiting())
    return present::EmptyState{.title = sojourn::tr("Searching"),
                               .detail = sojourn::tr("Single edits are tried first")};
  if (m_counterfactuals.stopped() && !m_counterfactuals.current()) return again(sojourn::tr("The search was stopped"));
  present::CounterfactualsInput input{.sample = source.sample};
  if (answer) {
    input.sample.inspection = answer->inspection.get();
    input.sample.sampleText = answer->sampleText;
    input.findings = &answer->findings;
    input.chosen = m_chosen;
    input.outdated = !m_counterfactuals.current();
    input.seconds = m_counterfactuals.seconds();
  }
  return present::counterfactualsContent(input, canvas);
}

void WhatIfSearches::handle(const present::Action& action) {
  const auto* ours = std::get_if<present::SearchAction>(&action);
  if (!ours) return;
  std::visit(present::Overloaded{[](const present::PreviewSweep&) {},  // see preview()
                                 [](const present::PreviewCounterfactual&) {},
                                 [this](const present::ApplySweep& one) {
                                   if (const auto edit = m_sweeps.editTo(one.value)) m_editor.apply(*edit);
                                 },
                                 [this](const present::ChooseCounterfactual& one) {
                                   m_chosen = one.number;
                                   if (m_counterfactualsView) m_counterfactualsView->refresh();
                                 },
                                 [this](const present::ApplyCounterfactual& one) {
                                   if (const auto edit = m_counterfactuals.editTo(one.number))
                                     m_editor.apply(*edit, 0, counterfactualName(one.number));
                                 },
                                 [this](const present::SearchCounterfactuals&) { m_counterfactuals.resume(); }},
             *ours);
}

std::string WhatIfSearches::counterfactualName(std::size_t counterfactual) const {
  const Counterfactual& chosen = m_counterfactuals.answer()->findings.counterfactuals[counterfactual];
  present::SampleContext context = m_current.source().sample;
  context.inspection = m_counterfactuals.answer()->inspection.get();
  return present::counterfactualText(context, chosen);
}

void WhatIfSearches::preview(const std::optional<present::Action>& action) {
  session::WhatIf& whatIf = m_editor.whatIf();
  std::optional<SequenceEdit> edit;
  std::string name;
  if (const auto* sweep = action ? action->as<present::PreviewSweep>() : nullptr) edit = m_sweeps.editTo(sweep->value);
  if (const auto* one = action ? action->as<present::PreviewCounterfactual>() : nullptr) {
    edit = m_counterfactuals.editTo(one->number);
    if (edit) name = counterfactualName(one->number);
  }
  if (edit)
    whatIf.preview(*edit, name);
  else
    whatIf.endPreview();
}

// ---- options

session::SearchOptions WhatIfSearches::options() const {
  return {.feature = m_sweeps.feature(),
          .mostChanges = m_counterfactuals.wish().mostChanges,
          .scope = m_counterfactuals.wish().scope};
}

void WhatIfSearches::setOptions(const session::SearchOptions& options) {
  m_sweeps.setFeature(options.feature);
  m_feature->setCurrentIndex(m_feature->findData(static_cast<int>(options.feature)));
  m_counterfactuals.setMostChanges(options.mostChanges);
  m_most->setCurrentIndex(static_cast<int>(options.mostChanges) - 1);
  m_counterfactuals.setScope(options.scope);
  m_scope->setCurrentIndex(static_cast<int>(options.scope));
}

}  // namespace sojourn::qt
