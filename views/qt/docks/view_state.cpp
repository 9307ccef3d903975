// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/qt/docks/view_state.h"

#include <algorithm>

#include "model/core/text.h"
#include "model/core/translation.h"
#include "model/data/dataset/local_time.h"
#include "model/evaluate/rule_baselines.h"
#include "views/present/attention/attention_view.h"
#include "views/present/compare/compare_views.h"
#include "views/present/gate/gate_view.h"
#include "views/present/model/model_view.h"
#include "views/present/pointer/pointer_view.h"
#include "views/present/prediction/prediction_view.h"
#include "views/present/visits/visits_view.h"
#include "views/present/what_if/what_if_text.h"
#include "views/qt/samples/samples_scene.h"
#include "views/qt/scene/map_tiles.h"
#include "views/qt/widgets/text.h"
#include "views/session/ablation/live_study.h"
#include "views/session/compare/model_comparisons.h"
#include "views/session/embeddings/embeddings_study.h"
#include "views/session/places/map_backgrounds.h"
#include "views/session/samples/filter_syntax.h"

namespace sojourn::qt {

using present::Canvas;
using session::Change;
using session::Changes;

namespace {

/// Everything that can change the picture of one sample.
const Changes ofSample{Change::Inspection, Change::Model, Change::Sample, Change::Selection,
                       Change::Hover,      Change::Names, Change::Time,   Change::Dataset};

}  // namespace

ViewState::ViewState(session::Workspace& workspace, const session::WhatIf& whatIf)
    : m_workspace(workspace),
      m_whatIf(whatIf),
      m_explanations(workspace),
      m_components(workspace, m_explanations),
      m_shapley(workspace, m_explanations),
      m_rankStability(workspace, m_explanations),
      m_seedEvaluations(workspace, m_explanations, m_rankStability),
      m_dataset(workspace),
      m_otherModel(workspace, m_dataset),
      m_comparisons(std::make_unique<session::ModelComparisons>(workspace)),
      m_embeddings(std::make_unique<session::EmbeddingsStudy>(workspace, *m_comparisons)),
      m_study(std::make_unique<session::LiveStudy>(workspace)),
      m_backgrounds(std::make_unique<session::MapBackgrounds>(workspace)),
      m_tiles(std::make_unique<MapTiles>(workspace, [this] { m_workspace.announce(Change::Places); })) {
  const auto with = [](Changes base, Changes more) { return base |= more; };
  const Changes ofSampleAndSet = with(ofSample, Changes{Change::Outcomes, Change::SampleRows});
  m_views = {
      entry("visits", "Visits", {320, 110}, {836, 234}, ofSample,
            [this](const Canvas& canvas) { return present::visitsContent(visitsContext(), canvas); }),
      entry("prediction", "Prediction", {220, 160}, {320, 614}, ofSample,
            std::bind_front(&ViewState::prediction, this)),
      entry("pointer", "Pointer", {380, 160}, {564, 614}, ofSample,
            [this](const Canvas& canvas) {
              return present::pointerContent({.sample = context(), .options = m_pointer}, canvas);
            }),
      entry("attention", "Attention", {300, 160}, {452, 548}, ofSample,
            [this](const Canvas& canvas) { return present::attentionContent(context(), m_attention, canvas); }),
      entry("gate", "Gate", {260, 110}, {452, 190}, ofSampleAndSet, std::bind_front(&ViewState::gate, this)),
      entry("position_bias", "Position bias", {260, 100}, {452, 190}, ofSampleAndSet,
            std::bind_front(&ViewState::positionBias, this)),
      entry("model", "Model", {380, 200}, {760, 620},
            {Change::Model, Change::Inspection, Change::Sample, Change::Dataset},
            [this](const Canvas& canvas) { return present::modelContent(context(), m_model, canvas); }),
  };
  fillWhatIf();
  fillExplain();
  fillFound();
  fillCompare();
  fillDataset();
  fillPlaces();
  fillEmbeddings();
  fillVariants();
}

ViewState::~ViewState() = default;

ViewEntry ViewState::entry(const char* id, const char* title, QSize minimum, present::Size exported, Changes dependsOn,
                           Content content, std::function<bool()> outdated) const {
  return {.id = QLatin1String(id),
          .title = toText(tr(title)),
          .minimum = minimum,
          .exported = exported,
          .present = [this, plain = std::move(content)](const Canvas& canvas) { return plain(named(canvas)); },
          .dependsOn = dependsOn,
          .outdated = std::move(outdated)};
}

Canvas ViewState::named(Canvas canvas) const {
  // A sample that is on no screen may be another user's and brings its own.
  if (!m_pictured) canvas.shortNames = &m_shortNames;
  return canvas;
}

/// Views of the Inspect workspace, under ids of their own.
void ViewState::fillWhatIf() {
  for (const char* id : {"visits", "prediction", "pointer", "attention"}) {
    ViewEntry entry = *std::ranges::find(m_views, QLatin1String(id), &ViewEntry::id);
    entry.id.prepend(QLatin1String("what_if_"));
    entry.present = [this, plain = entry.present](const Canvas& canvas) {
      m_compares = true;
      present::ViewContent content = plain(canvas);
      m_compares = false;
      return content;
    };
    entry.dependsOn |= Change::Reference;
    m_whatIfViews.push_back(std::move(entry));
  }
}

present::SampleContext ViewState::context() const {
  if (m_pictured) return picturedContext();
  const auto& inspection = m_workspace.inspection();
  const auto& engine = inspection ? m_workspace.inspectionEngine() : m_workspace.engine();
  present::SampleContext context{.inspection = inspection.get(),
                                 .model = engine ? &engine->description() : nullptr,
                                 .names = &m_workspace.names().ofSample(),
                                 .colors = &m_colors,
                                 .selection = m_workspace.selection().now(),
                                 .displayOffsetMinutes = m_workspace.names().displayOffsetMinutes(),
                                 .sampleText = m_workspace.sampleText()};
  if (!m_compares) return context;
  const auto& preview = m_whatIf.preview();
  if (preview) {
    context.inspection = preview->inspection.get();
    context.selection = m_whatIf.previewSelection();
  }
  context.editable = !preview;
  context.flags = m_flags;
  const auto& comparison = m_whatIf.comparison();
  if (comparison && comparison->now.get() == context.inspection) context.reference = &m_reference;
  return context;
}

/// The visits stand without a checkpoint, too.
present::SampleContext ViewState::visitsContext() const {
  present::SampleContext shown = context();
  const Sequence* sequence = m_workspace.sequence();
  if (shown.inspection || m_pictured || m_workspace.engine() || !sequence) return shown;
  m_recordAlone.sequence = *sequence;
  shown.inspection = &m_recordAlone;
  return shown;
}

present::SampleContext ViewState::comparedContext() const {
  m_compares = true;
  present::SampleContext compared = context();
  m_compares = false;
  return compared;
}

/// What is compared is borrowed by every picture, so it is kept here in the presenters' words.
void ViewState::updateComparison() {
  m_reference = {};
  m_flags.clear();
  const auto& comparison = m_whatIf.comparison();
  if (comparison) {
    m_reference = {.inspection = comparison->reference.get(),
                   .before = comparison->before,
                   .name = comparison->name,
                   .change = present::editsText(comparison->edits)};
  }
  const auto& preview = m_whatIf.preview();
  const InspectionPtr& inspection = preview ? preview->inspection : m_workspace.inspection();
  const auto* history = m_whatIf.history();
  if (!inspection || !history) return;
  const session::EditState& state = preview ? preview->state : history->now();
  if (state.sequence != inspection->sequence) return;
  for (const SequenceFlag& flag : state.flags) {
    const auto same = [&](const present::VisitFlag& one) { return one.visit == flag.visit; };
    if (std::ranges::none_of(m_flags, same))
      m_flags.push_back({.visit = flag.visit, .text = flagText(flag, state.sequence, m_whatIf.labels())});
  }
}

void ViewState::updateFrom(Changes changes) {
  if (changes.hasAny({Change::Inspection, Change::Reference, Change::History, Change::Names, Change::Time})) {
    updateComparison();
  }
  if (changes.hasAny({Change::Inspection, Change::Sample, Change::Dataset, Change::Names})) updateUser(changes);
  updatePlaces(changes);
}

/// Colours and short names are the user's.
void ViewState::updateUser(Changes changes) {
  const auto& inspection = m_workspace.inspection();
  const Sequence* sequence = inspection ? &inspection->sequence : m_workspace.sequence();
  const auto& dataset = m_workspace.dataset();
  if (!sequence || !dataset) return;
  if (!changes.hasAny({Change::Dataset, Change::Names}) && sequence->user == m_colorsOf) return;
  m_colorsOf = sequence->user;
  const std::vector<LocationId> places = present::placesOf(*dataset, m_colorsOf);
  m_colors = {};
  m_colors.assign(places);
  m_shortNames = shortNamesOf(m_colorsOf, places);
  // Another person: other names, another part of the map.
  m_placesOfUser = places;
  std::ranges::sort(m_placesOfUser);
  m_mapPlaces.reset();
  m_map.camera.reset();
}

present::ShortNames ViewState::shortNamesOf(UserId user, std::span<const LocationId> places) const {
  std::vector<std::string> names;
  for (const LocationId place : places)
    names.push_back(escapeForDisplay(m_workspace.names().naming().name(place, user), 120));
  return present::shortNamesOf(names);
}

void ViewState::handle(const present::SampleAction& action) {
  std::visit(present::Overloaded{[this](const present::SetAttentionScale& one) {
                                   m_attention = {
                                       .scale = one.scale, .pinned = {}, .zoomedCell = m_attention.zoomedCell};
                                 },
                                 [this](const present::ZoomAttention& one) { m_attention.zoomedCell = one.cell; },
                                 [this](const present::TogglePin&) { togglePin(); },
                                 [this](const present::TogglePinnedChange& one) {
                                   const bool pin = !m_attention.pinnedChange && one.end > 0;
                                   m_attention.pinnedChange.reset();
                                   if (pin)
                                     m_attention.pinnedChange = {.diverging = true, .low = -one.end, .high = one.end};
                                 },
                                 [this](const present::ShowSums& one) { m_pointer.sumsOpen = one.shown; },
                                 [this](const present::SplitGateBy& one) { m_gate.splitBy = one.by; },
                                 [this](const present::SelectBlock& one) { m_model.selectedBlock = one.id; }},
             action);
}

void ViewState::togglePin() {
  if (m_attention.pinned) return m_attention.pinned.reset();
  const present::SampleContext sample = context();
  if (!sample.inspection || !sample.model || sample.inspection->attention.length == 0) return;
  const AttentionMaps& maps = sample.inspection->attention;
  m_attention.pinned = present::attentionColorScale(maps, sample.model->capabilities.causal, m_attention,
                                                    present::chosenHead(maps, sample.selection));
}

session::SampleScope ViewState::scope() const {
  return m_workspace.samples().view().filter().empty() ? session::SampleScope::Split : session::SampleScope::Filtered;
}

std::string ViewState::scopeText() const {
  const auto whole = static_cast<long long>(m_workspace.samples().table().size());
  const std::string split = splitName(m_workspace.split());
  const auto filled = static_cast<long long>(m_workspace.samples().table().filledCount());
  const bool partly = filled > 0 && filled < whole;
  if (scope() == session::SampleScope::Split && partly)
    return tr("%1 of %2 %3 samples, so far", {groupThousands(filled), groupThousands(whole), split});
  if (scope() == session::SampleScope::Split) return tr("%1 %2 samples", {groupThousands(whole), split});
  const auto shown = static_cast<long long>(m_workspace.samples().view().rows().size());
  return tr(partly ? "%1 filtered of %2 %3 samples, so far" : "%1 filtered of %2 %3 samples",
            {groupThousands(shown), groupThousands(whole), split});
}

present::ViewContent ViewState::prediction(const Canvas& canvas) const {
  const present::SampleContext sample = context();
  std::optional<LocationId> rule;
  if (sample.inspection) {
    const LocationId answer = windowFrequencyAnswer(sample.inspection->sequence);
    if (answer != paddingLocation) rule = answer;
  }
  return present::predictionContent({.sample = sample, .windowRule = rule}, canvas);
}

std::optional<std::size_t> ViewState::sampleSlice(const std::vector<Slice>& slices) const {
  const Sequence* sequence = m_pictured ? &m_pictured->inspection->sequence : m_workspace.sequence();
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

present::ViewContent ViewState::gate(const Canvas& canvas) const {
  const ModelDescription* model = m_workspace.model();
  const bool wholeSet = m_pictured || !model || !model->capabilities.gate;
  if (const auto none = noMatches(m_workspace); none && !wholeSet) return *none;
  present::GateData data{.summary = m_workspace.samples().aggregates().gate(scope()),
                         .scope = scopeText(),
                         .splitBy = m_gate.splitBy,
                         .slices = {},
                         .sampleSlice = {}};
  if (m_gate.splitBy != SliceBy::Correctness) {
    data.slices = m_workspace.samples().aggregates().slices(m_gate.splitBy, scope());
    if (m_gate.splitBy == SliceBy::User) {
      for (Slice& slice : data.slices)
        slice.label = m_workspace.names().naming().userName(static_cast<UserId>(slice.key));
    }
    data.sampleSlice = sampleSlice(data.slices);
  }
  return present::gateContent(context(), data, canvas);
}

present::ViewContent ViewState::positionBias(const Canvas& canvas) const {
  const present::SampleContext sample = context();
  present::PositionBiasData data{.reached = {},
                                 .trainingSequences = 0,
                                 .effect = m_workspace.samples().aggregates().positionBias(scope()),
                                 .scope = scopeText()};
  if (noMatches(m_workspace)) data.nothing = tr("No matches");
  const auto& dataset = m_workspace.dataset();
  const SequenceSet* train = dataset ? dataset->split(Split::Train) : nullptr;
  if (train && sample.model) {
    data.reached =
        m_workspace.samples().aggregates().sequencesReaching(static_cast<std::size_t>(sample.model->sizes.maxLength));
    data.trainingSequences = train->size();
  }
  return present::positionBiasContent(sample, data, canvas);
}

void ViewState::keepOptions(session::KeptOptions& kept) const {
  session::keepOptions(kept, "attention", m_attention);
  session::keepOptions(kept, "pointer", m_pointer);
  session::keepOptions(kept, "gate", m_gate);
  session::keepOptions(kept, "model", m_model);
  session::keepOptions(kept, "difference", m_difference);
}

void ViewState::restoreOptions(const session::KeptOptions& kept) {
  m_attention = session::optionsOf<present::AttentionOptions>(kept, "attention");
  m_pointer = session::optionsOf<present::PointerOptions>(kept, "pointer");
  m_gate = session::optionsOf<present::GateOptions>(kept, "gate");
  m_model = session::optionsOf<present::ModelViewOptions>(kept, "model");
  m_difference = session::optionsOf<present::DifferenceOptions>(kept, "difference");
}

}  // namespace sojourn::qt
