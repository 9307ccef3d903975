// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/qt/dataset/dataset_views.h"

#include <algorithm>
#include <sstream>
#include <string>
#include <variant>

#include "model/core/text.h"
#include "views/qt/docks/sample_scope.h"
#include "views/session/compare/model_comparisons.h"

namespace sojourn::qt {

using session::Change;
using session::Changes;

namespace {

using Presenter = present::ViewContent (*)(const present::DatasetInput&, const present::Canvas&);

/// A chart in a lower view would have no room for its numbers: it scrolls.
present::ViewContent tallEnough(Presenter presenter, const present::DatasetInput& input,
                                const present::Canvas& canvas) {
  constexpr float least = 150;
  present::Canvas tall = canvas;
  tall.size.height = std::max(least, canvas.size.height);
  present::ViewContent made = presenter(input, tall);
  if (auto* scene = std::get_if<present::Scene>(&made)) scene->size.height = canvas.size.height;
  return made;
}

}  // namespace

DatasetViews::DatasetViews(const CurrentSample& current, const session::ModelComparisons& comparisons,
                           OptionsChanged optionsChanged)
    : WorkspaceViews(current, std::move(optionsChanged)),
      m_comparisons(comparisons),
      m_study(m_workspace),
      m_otherModel(m_workspace, m_study) {
  const Changes ofProfile{Change::Profile, Change::Dataset, Change::Model, Change::Filter, Change::Names};
  Changes ofHeads{Change::Selection, Change::Hover, Change::Comparison};
  ofHeads |= ofProfile;
  const auto addProfile = [&](const char* id, const char* title, QSize minimum, present::Size exported, auto draw) {
    add(
        id, title, minimum, exported, ofProfile,
        [this, draw](const SampleSource&, const present::Canvas& canvas) { return draw(profileInput(), canvas); },
        [this] { return m_study.outdated(); });
  };
  const auto addChart = [&](const char* id, const char* title, QSize minimum, present::Size exported, Presenter draw) {
    addProfile(id, title, minimum, exported, [draw](const present::DatasetInput& input, const present::Canvas& canvas) {
      return tallEnough(draw, input, canvas);
    });
  };
  const auto addHeads = [&](const char* id, const char* title, QSize minimum, present::Size exported,
                            Presenter presenter) {
    add(
        id, title, minimum, exported, ofHeads,
        [this, presenter](const SampleSource&, const present::Canvas& canvas) {
          return presenter(headsInput(), canvas);
        },
        [this] { return m_otherModel.checkpoint().empty() ? m_study.outdated() : m_otherModel.outdated(); });
  };
  addProfile("dataset_splits", "Splits", {300, 120}, {400, 260}, present::splitsContent);
  addProfile("dataset_hours", "Visits by hour and weekday", {260, 130}, {460, 260}, present::hoursContent);
  addChart("dataset_lengths", "Sequence length", {220, 120}, {340, 260}, present::lengthsContent);
  addChart("dataset_places", "Place frequency", {220, 120}, {400, 260}, present::placeFrequencyContent);
  addProfile("dataset_districts", "Districts", {220, 120}, {400, 260}, present::districtsContent);
  addChart("dataset_last_seen", "Target last seen", {260, 140}, {400, 270}, present::lastSeenContent);
  addChart("reading_by_position", "Pointer and attention by position from end", {280, 120}, {570, 270},
           present::byPositionContent);
  addChart("reading_by_hours", "Pointer and attention by hours before", {300, 120}, {630, 270},
           present::byHoursContent);
  addChart("reading_scores", "Pointer scores by position", {280, 140}, {570, 270}, present::scoresByPositionContent);
  addHeads("head_roles", "Head roles", {420, 140}, {970, 330}, present::headRolesContent);
  addHeads("attention_entropy", "Attention entropy", {300, 140}, {630, 330}, present::attentionEntropyContent);
  addProfile("gate_by_context", "Gate by context", {260, 140}, {630, 330}, present::gateByContextContent);
}

present::DatasetInput DatasetViews::profileInput() const {
  present::DatasetInput input;
  input.hasDataset = m_workspace.dataset() != nullptr;
  input.split = m_workspace.split();
  input.filtered = scopeOf(m_workspace) == session::SampleScope::Filtered;
  input.scope = scopeText(m_workspace);
  std::istringstream terms(m_workspace.samples().filterText());
  for (std::string term; terms >> term;) input.filterTerms.push_back(term);
  input.model = m_workspace.model();
  input.stopped = m_study.stopped();
  if (const auto& error = m_study.error()) input.failure = failedContent(*error).title;
  const Selection& selection = m_workspace.selection().now();
  input.focus.head = selection.hovered.head ? selection.hovered.head : selection.selected.head;
  const auto& answer = m_study.answer();
  if (!answer || !input.hasDataset) return input;
  for (std::size_t split = 0; split < input.splits.size(); ++split) input.splits[split] = answer->splits[split].get();
  input.split = answer->split;
  input.facts = answer->facts.get();
  input.lastSeen = answer->lastSeen;
  input.evaluated = answer->evaluated;
  input.offsetMinutes = answer->zoneOffsetMinutes;
  input.districts = m_workspace.names().naming().districts().get();
  // Of another model than the open one nothing holds.
  if (answer->engine != m_workspace.engine()) {
    input.evaluated = false;
    return input;
  }
  input.gate = answer->gate ? &*answer->gate : nullptr;
  input.read = answer->model.get();
  return input;
}

present::DatasetInput DatasetViews::headsInput() const {
  present::DatasetInput input = profileInput();
  const auto& models = m_comparisons.models();
  for (std::size_t model = 0; model < models.size(); ++model) {
    const session::ComparedState& one = models[model];
    const session::EnginePtr known = one.answers ? one.answers->engine : nullptr;
    const bool chosen = model > 0 && one.source.name == m_otherModel.checkpoint();
    // Rules and files of predictions have no heads, nor have some networks; of a file that nobody loaded none knows.
    if (model > 0 && one.source.kind != session::ComparedKind::Checkpoint) continue;
    if (model > 0 && !chosen && known && !known->description().capabilities.attentionMaps) continue;
    if (chosen) input.headModel = input.headModels.size();
    input.headModels.push_back({model, session::modelLetter(model) + " " + escapeForDisplay(one.title, 40)});
  }
  if (input.headModel == 0) return input;
  const session::OtherModelAnswer* answer = m_otherModel.current();
  input.model = answer ? &answer->engine->description() : nullptr;
  input.read = answer ? answer->profile.get() : nullptr;
  input.stopped = m_otherModel.stopped();
  const auto& error = m_otherModel.error();
  input.failure = error ? failedContent(*error).title : std::string();
  return input;
}

void DatasetViews::handle(const present::DatasetAction& action) {
  std::visit(present::Overloaded{[this](const present::ShowHeadsOf& one) {
                                   if (one.model >= m_comparisons.models().size()) return;
                                   const session::ComparedState& of = m_comparisons.models()[one.model];
                                   m_otherModel.choose(one.model == 0 ? std::string() : of.source.name,
                                                       of.answers ? of.answers->engine : nullptr);
                                   optionsChanged({QStringLiteral("head_roles"), QStringLiteral("attention_entropy")});
                                 },
                                 [this](present::DatasetCommand command) {
                                   switch (command) {
                                     case present::DatasetCommand::CancelProfile:
                                       return m_study.cancel();
                                     case present::DatasetCommand::ResumeProfile:
                                       return m_study.resume();
                                   }
                                 }},
             action);
}

}  // namespace sojourn::qt
