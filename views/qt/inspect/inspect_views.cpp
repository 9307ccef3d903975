// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/qt/inspect/inspect_views.h"

#include "model/core/translation.h"
#include "model/data/dataset/local_time.h"
#include "model/evaluate/distance_errors.h"
#include "model/evaluate/rule_baselines.h"
#include "views/present/prediction/prediction_view.h"
#include "views/present/visits/visits_view.h"
#include "views/qt/docks/sample_scope.h"
#include "views/qt/samples/samples_scene.h"

namespace sojourn::qt {

using present::Canvas;
using session::Change;
using session::Changes;

InspectViews::InspectViews(const CurrentSample& current, OptionsChanged optionsChanged)
    : WorkspaceViews(current, std::move(optionsChanged)) {
  const Changes ofSample{Change::Inspection, Change::Model, Change::Sample, Change::Selection,
                         Change::Hover,      Change::Names, Change::Time,   Change::Dataset};
  Changes ofSampleAndSet{Change::Outcomes, Change::SampleRows};
  ofSampleAndSet |= ofSample;
  add("visits", "Visits", {320, 110}, {836, 234}, ofSample, std::bind_front(&InspectViews::visits, this));
  add("prediction", "Prediction", {220, 160}, {320, 614}, ofSample, std::bind_front(&InspectViews::prediction, this));
  add("pointer", "Pointer", {380, 160}, {564, 614}, ofSample, [this](const SampleSource& source, const Canvas& canvas) {
    return present::pointerContent({.sample = source.sample, .options = m_pointer}, canvas);
  });
  add("attention", "Attention", {300, 160}, {452, 548}, ofSample,
      [this](const SampleSource& source, const Canvas& canvas) {
        return present::attentionContent(source.sample, m_attention, canvas);
      });
  add("gate", "Gate", {260, 110}, {452, 190}, ofSampleAndSet, std::bind_front(&InspectViews::gate, this));
  add("position_bias", "Position bias", {260, 100}, {452, 190}, ofSampleAndSet,
      std::bind_front(&InspectViews::positionBias, this));
  for (ViewSpec& spec : m_specs) spec.forEverySample();
  add("model", "Model", {380, 200}, {760, 620}, {Change::Model, Change::Inspection, Change::Sample, Change::Dataset},
      [this](const SampleSource& source, const Canvas& canvas) {
        return present::modelContent(source.sample, m_model, canvas);
      });
}

/// The visits stand without a checkpoint, too.
present::ViewContent InspectViews::visits(const SampleSource& source, const Canvas& canvas) {
  present::SampleContext shown = source.sample;
  const Sequence* sequence = m_workspace.sequence();
  if (!shown.inspection && !m_workspace.engine() && sequence) {
    m_recordAlone.sequence = *sequence;
    shown.inspection = &m_recordAlone;
  }
  return present::visitsContent(shown, canvas);
}

present::ViewContent InspectViews::prediction(const SampleSource& source, const Canvas& canvas) const {
  std::optional<LocationId> rule;
  std::optional<double> error;
  if (const Inspection* inspection = source.sample.inspection) {
    const Sequence& sequence = inspection->sequence;
    const LocationId answer = windowFrequencyAnswer(sequence);
    if (answer != paddingLocation) rule = answer;
    const auto& dataset = m_workspace.dataset();
    if (dataset && sequence.target && !inspection->ranking.empty())
      error = errorKilometres(dataset->places, inspection->best().location, *sequence.target);
  }
  return present::predictionContent({.sample = source.sample, .windowRule = rule, .errorKilometres = error}, canvas);
}

std::optional<std::size_t> InspectViews::sliceOf(const SampleSource& source, const std::vector<Slice>& slices) const {
  const Sequence* sequence = source.pictured ? &source.pictured->inspection->sequence : m_workspace.sequence();
  if (!sequence || sequence->visits.empty()) return std::nullopt;
  const LocalTime last = localStart(sequence->visits.back(), m_workspace.names().displayOffsetMinutes());
  const auto length = static_cast<std::int64_t>(sequence->visits.size());
  const std::int64_t key = m_gate.splitBy == SliceBy::Hour      ? last.minute / 60
                           : m_gate.splitBy == SliceBy::Weekday ? last.weekday
                           : m_gate.splitBy == SliceBy::User    ? sequence->user
                                                                : length;
  // Bins of length carry their shortest length; the other keys are exact.
  std::optional<std::size_t> found;
  for (std::size_t i = 0; i < slices.size(); ++i) {
    if (m_gate.splitBy == SliceBy::Length ? slices[i].key <= key : slices[i].key == key) found = i;
  }
  return found;
}

present::ViewContent InspectViews::gate(const SampleSource& source, const Canvas& canvas) const {
  const ModelDescription* model = m_workspace.model();
  const bool wholeSet = source.pictured || !model || !model->capabilities.gate;
  if (const auto none = noMatches(m_workspace); none && !wholeSet) return *none;
  session::Aggregates& aggregates = m_workspace.samples().aggregates();
  present::GateData data{.summary = aggregates.gate(scopeOf(m_workspace)),
                         .scope = scopeText(m_workspace),
                         .splitBy = m_gate.splitBy,
                         .slices = {},
                         .sampleSlice = {}};
  if (m_gate.splitBy != SliceBy::Correctness) {
    data.slices = aggregates.slices(m_gate.splitBy, scopeOf(m_workspace));
    if (m_gate.splitBy == SliceBy::User) {
      for (Slice& slice : data.slices)
        slice.label = m_workspace.names().naming().userName(static_cast<UserId>(slice.key));
    }
    data.sampleSlice = sliceOf(source, data.slices);
  }
  return present::gateContent(source.sample, data, canvas);
}

present::ViewContent InspectViews::positionBias(const SampleSource& source, const Canvas& canvas) const {
  session::Aggregates& aggregates = m_workspace.samples().aggregates();
  present::PositionBiasData data{.reached = {},
                                 .trainingSequences = 0,
                                 .effect = aggregates.positionBias(scopeOf(m_workspace)),
                                 .scope = scopeText(m_workspace)};
  if (noMatches(m_workspace)) data.nothing = tr("No matches");
  const auto& dataset = m_workspace.dataset();
  const SequenceSet* train = dataset ? dataset->split(Split::Train) : nullptr;
  if (train && source.sample.model) {
    data.reached = aggregates.sequencesReaching(static_cast<std::size_t>(source.sample.model->sizes.maxLength));
    data.trainingSequences = train->size();
  }
  return present::positionBiasContent(source.sample, data, canvas);
}

void InspectViews::handle(const present::SampleAction& action) {
  const QStringList attention{QStringLiteral("attention"), QStringLiteral("what_if_attention")};
  const QStringList pointer{QStringLiteral("pointer"), QStringLiteral("what_if_pointer")};
  std::visit(present::Overloaded{[&](const present::SetAttentionScale& one) {
                                   m_attention = {
                                       .scale = one.scale, .pinned = {}, .zoomedCell = m_attention.zoomedCell};
                                   optionsChanged(attention);
                                 },
                                 [&](const present::ZoomAttention& one) {
                                   m_attention.zoomedCell = one.cell;
                                   optionsChanged(attention);
                                 },
                                 [&](const present::TogglePin&) {
                                   togglePin();
                                   optionsChanged(attention);
                                 },
                                 [&](const present::TogglePinnedChange& one) {
                                   const bool pin = !m_attention.pinnedChange && one.end > 0;
                                   m_attention.pinnedChange.reset();
                                   if (pin)
                                     m_attention.pinnedChange = {.diverging = true, .low = -one.end, .high = one.end};
                                   optionsChanged(attention);
                                 },
                                 [&](const present::ShowSums& one) {
                                   m_pointer.sumsOpen = one.shown;
                                   optionsChanged(pointer);
                                 },
                                 [&](const present::SplitGateBy& one) {
                                   m_gate.splitBy = one.by;
                                   optionsChanged({QStringLiteral("gate")});
                                 },
                                 [&](const present::SelectBlock& one) {
                                   m_model.selectedBlock = one.id;
                                   optionsChanged({QStringLiteral("model")});
                                 }},
             action);
}

void InspectViews::togglePin() {
  if (m_attention.pinned) return m_attention.pinned.reset();
  const present::SampleContext sample = m_current.source().sample;
  if (!sample.inspection || !sample.model || sample.inspection->attention.length == 0) return;
  const AttentionMaps& maps = sample.inspection->attention;
  m_attention.pinned = present::attentionColorScale(maps, sample.model->capabilities.causal, m_attention,
                                                    present::chosenHead(maps, sample.selection));
}

void InspectViews::keepOptions(session::KeptOptions& kept) const {
  session::keepOptions(kept, "attention", m_attention);
  session::keepOptions(kept, "pointer", m_pointer);
  session::keepOptions(kept, "gate", m_gate);
  session::keepOptions(kept, "model", m_model);
}

void InspectViews::restoreOptions(const session::KeptOptions& kept) {
  m_attention = session::optionsOf<present::AttentionOptions>(kept, "attention");
  m_pointer = session::optionsOf<present::PointerOptions>(kept, "pointer");
  m_gate = session::optionsOf<present::GateOptions>(kept, "gate");
  m_model = session::optionsOf<present::ModelViewOptions>(kept, "model");
}

}  // namespace sojourn::qt
