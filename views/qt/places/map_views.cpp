// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/qt/places/map_views.h"

#include "model/core/text.h"
#include "model/core/translation.h"

namespace sojourn::qt {

using present::Canvas;
using session::Change;
using session::Changes;

namespace {

const QStringList mapIds{QStringLiteral("places_map_a"), QStringLiteral("places_map_b"), QStringLiteral("places_path")};

}  // namespace

MapViews::MapViews(CompareViews& compare, OptionsChanged optionsChanged)
    : WorkspaceViews(compare.current(), std::move(optionsChanged)),
      m_compare(compare),
      m_backgrounds(m_workspace),
      m_tiles(m_workspace, [this] { this->optionsChanged(mapIds); }) {
  const Changes ofMap{Change::Comparison, Change::Inspection, Change::Model, Change::Sample,  Change::Selection,
                      Change::Hover,      Change::Names,      Change::Time,  Change::Dataset, Change::Places};
  const auto addMap = [&](const char* id, const char* title, bool second, std::function<bool()> outdated) {
    add(
        id, title, {260, 200}, {480, 430}, ofMap,
        [this, second](const SampleSource& source, const Canvas& canvas) { return map(second, source, canvas); },
        std::move(outdated));
  };
  addMap("places_map_a", "Map A", false, {});
  addMap("places_map_b", "Map B", true, [this] { return m_compare.sampleOutdated(); });
  add("places_path", "Path", {380, 84}, {960, 100}, ofMap, std::bind_front(&MapViews::path, this));
}

const std::shared_ptr<const present::MapPlaces>& MapViews::places() {
  const auto& dataset = m_workspace.dataset();
  if (!dataset) {
    m_places.reset();
    return m_places;
  }
  if (!m_placeUses)
    m_placeUses =
        std::make_shared<const std::vector<PlaceUse>>(placeUses(*dataset, m_workspace.names().displayOffsetMinutes()));
  if (!m_places)
    m_places = std::make_shared<const present::MapPlaces>(*m_placeUses, m_workspace.names().ofSample(), m_options.exact,
                                                          m_workspace.names().naming().districts().get());
  return m_places;
}

present::ViewContent MapViews::map(bool second, const SampleSource& source, const Canvas& canvas) {
  const present::CompareContext context = m_compare.context(source);
  const std::size_t at = second ? context.second : context.first;
  present::MapInput input{.sample = context.sample,
                          .letter = session::modelLetter(at),
                          .title = {},
                          .isThere = at < context.models.size() && !(second && at == context.first),
                          .places = places(),
                          .ofUser = m_current.places(),
                          .options = m_options};
  if (const auto& dataset = m_workspace.dataset()) input.prefix = escapeForDisplay(dataset->prefix, 60);
  std::vector<const Inspection*> shown;
  for (const std::size_t model : {context.first, context.second})
    if (model < context.models.size()) shown.push_back(context.models[model].inspection);
  std::vector<Coordinates> framed;
  if (input.places && context.sample.inspection)
    framed = present::framedPlaces(*input.places, context.sample.inspection->sequence, shown);
  input.framed = framed;
  if (input.isThere) {
    const present::ComparedModelInput& model = context.models[at];
    input.title = model.title;
    if (model.model && model.model->epoch >= 0) input.title += tr(", epoch %1", {std::to_string(model.model->epoch)});
    input.inspection = model.inspection;
    input.ranking = model.ranking;
    input.state = model.sampleFailure.empty() ? model.state : model.sampleFailure;
    if (input.state.empty() && !model.inspection && model.ranking.empty())
      input.state = tr("The prediction is awaited");
  }
  const present::MapBackground background = m_tiles.shown(m_backgrounds.background());
  if (!background.empty()) input.background = &background;
  return present::mapContent(input, canvas);
}

present::ViewContent MapViews::path(const SampleSource& source, const Canvas& canvas) {
  const present::CompareContext context = m_compare.context(source);
  present::PathInput input{.sample = context.sample, .places = places(), .options = m_options};
  const Sequence* sequence = context.sample.inspection ? &context.sample.inspection->sequence : nullptr;
  const auto& dataset = m_workspace.dataset();
  if (!dataset || !sequence || sequence->visits.empty()) return present::pathContent(input, canvas);
  const auto& models = m_compare.comparisons().models();
  input.scope = tr("%1 %2 samples", {groupThousands(static_cast<long long>(m_workspace.samples().table().size())),
                                     splitName(m_workspace.split())});
  if (sequence->target)
    input.kilometresToTarget = errorKilometres(dataset->places, sequence->visits.back().location, *sequence->target);
  for (const std::size_t at : {context.first, context.second}) {
    if (at >= context.models.size() || at >= models.size()) continue;
    if (!input.models.empty() && at == context.first) continue;  // one model is open
    present::PathModel& model = input.models.emplace_back();
    model.letter = session::modelLetter(at);
    if (const Inspection* inspection = context.models[at].inspection; inspection && sequence->target) {
      model.nearTarget = probabilityNear(*inspection, dataset->places, *sequence->target);
      if (!inspection->ranking.empty())
        model.error = errorKilometres(dataset->places, inspection->best().location, *sequence->target);
    }
    if (!models[at].answers) continue;
    const DistanceErrors& errors = distanceErrorsOf(models[at].answers->outcomes);
    if (errors.wrong == 0) continue;
    model.median = errors.medianWrong;
    model.withinShare = errors.nearShare;
  }
  return present::pathContent(input, canvas);
}

const DistanceErrors& MapViews::distanceErrorsOf(const session::OutcomesPtr& outcomes) {
  constexpr std::size_t mostKept = 4;
  const Split split = m_workspace.split();
  for (const KeptErrors& kept : m_distanceErrors)
    if (kept.outcomes == outcomes && kept.split == split) return kept.errors;
  if (m_distanceErrors.size() >= mostKept) m_distanceErrors.erase(m_distanceErrors.begin());
  const Dataset& dataset = *m_workspace.dataset();
  m_distanceErrors.push_back({outcomes, split, distanceErrors(*dataset.split(split), *outcomes, dataset.places)});
  return m_distanceErrors.back().errors;
}

void MapViews::updateFrom(Changes changes) {
  if (changes.has(Change::Dataset)) m_distanceErrors.clear();
  if (changes.hasAny({Change::Dataset, Change::Time})) m_placeUses.reset();
  const bool otherUser = std::exchange(m_user, m_current.user()) != m_user;
  if (otherUser || changes.hasAny({Change::Dataset, Change::Time, Change::Names})) m_places.reset();
  // Another person: another part of the map.
  if (otherUser || changes.has(Change::Dataset)) m_options.camera.reset();
  if (!changes.hasAny({Change::Dataset, Change::Sample})) return;
  m_options.moment.reset();
  m_options.playing = false;
}

void MapViews::setOptions(const present::MapOptions& options) {
  if (options.exact != m_options.exact) m_places.reset();
  const bool recolored = options.dots != m_options.dots;
  m_options = options;
  // The embeddings have the same colours, but need no new picture when a map moves.
  optionsChanged(recolored ? mapIds + QStringList(QStringLiteral("place_embeddings")) : mapIds);
}

void MapViews::handle(const present::PlacesAction& action) {
  present::MapOptions options = m_options;
  std::visit(present::Overloaded{[&](const present::MoveMap& one) { options.camera = one.camera; },
                                 [&](const present::FitMap&) { options.camera.reset(); },
                                 [&](const present::MovePath& one) {
                                   options.moment = one.moment;
                                   options.playing = false;
                                   // At the end: all of it.
                                   const present::SampleContext sample = m_current.source().sample;
                                   if (sample.inspection && one.moment >= present::pathSpan(sample).last)
                                     options.moment.reset();
                                 }},
             action);
  setOptions(options);
}

void MapViews::playPath(std::int64_t minutes) {
  const present::SampleContext sample = m_current.source().sample;
  if (!sample.inspection || sample.inspection->sequence.visits.empty()) return;
  const present::PathSpan span = present::pathSpan(sample);
  present::MapOptions options = m_options;
  options.moment = options.moment ? *options.moment + minutes : span.first;
  if (*options.moment >= span.last) {
    options.moment.reset();
    options.playing = false;
  }
  setOptions(options);
}

}  // namespace sojourn::qt
