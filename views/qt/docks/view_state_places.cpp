// SPDX-License-Identifier: GPL-3.0-or-later
// The maps and the path of the Places workspace: what they are made from, and what panning them does.
#include <algorithm>
#include <array>

#include "model/core/text.h"
#include "views/present/compare/compare_views.h"
#include "views/present/samples/sample_text.h"
#include "views/qt/docks/view_state.h"
#include "views/qt/scene/map_tiles.h"
#include "views/session/compare/model_comparisons.h"
#include "views/session/places/map_backgrounds.h"

namespace sojourn::qt {

using present::Canvas;
using session::Change;
using session::Changes;

void ViewState::fillPlaces() {
  const Changes ofMap{Change::Comparison, Change::Inspection, Change::Model, Change::Sample,  Change::Selection,
                      Change::Hover,      Change::Names,      Change::Time,  Change::Dataset, Change::Places};
  const auto ofOtherSample = [this] { return m_comparisons->sampleOutdated() || m_workspace.inspectionOutdated(); };
  m_placesViews = {entry("places_map_a", "Map A", {260, 200}, {480, 430}, ofMap,
                         [this](const Canvas& canvas) { return mapOf(false, canvas); }),
                   entry(
                       "places_map_b", "Map B", {260, 200}, {480, 430}, ofMap,
                       [this](const Canvas& canvas) { return mapOf(true, canvas); }, ofOtherSample),
                   entry("places_path", "Path", {380, 84}, {960, 100}, ofMap,
                         [this](const Canvas& canvas) { return path(canvas); })};
}

const std::shared_ptr<const present::MapPlaces>& ViewState::mapPlaces() const {
  const auto& dataset = m_workspace.dataset();
  if (!dataset) {
    m_mapPlaces.reset();
    return m_mapPlaces;
  }
  if (!m_placeUses)
    m_placeUses =
        std::make_shared<const std::vector<PlaceUse>>(placeUses(*dataset, m_workspace.names().displayOffsetMinutes()));
  if (!m_mapPlaces)
    m_mapPlaces = std::make_shared<const present::MapPlaces>(*m_placeUses, m_workspace.names().ofSample(), m_map.exact,
                                                             m_workspace.names().naming().districts().get());
  return m_mapPlaces;
}

present::ViewContent ViewState::mapOf(bool second, const Canvas& canvas) const {
  const present::CompareContext context = compareContext();
  const std::size_t at = second ? context.second : context.first;
  present::MapInput input{.sample = context.sample,
                          .letter = session::modelLetter(at),
                          .title = {},
                          .isThere = at < context.models.size() && !(second && at == context.first),
                          .places = mapPlaces(),
                          .ofUser = m_placesOfUser,
                          .options = m_map};
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
  const present::MapBackground background = m_tiles->shown(m_backgrounds->background());
  if (!background.empty()) input.background = &background;
  return present::mapContent(input, canvas);
}

present::ViewContent ViewState::path(const Canvas& canvas) const {
  const present::CompareContext context = compareContext();
  present::PathInput input{.sample = context.sample, .places = mapPlaces(), .options = m_map};
  const Sequence* sequence = context.sample.inspection ? &context.sample.inspection->sequence : nullptr;
  const auto& dataset = m_workspace.dataset();
  if (!dataset || !sequence || sequence->visits.empty()) return present::pathContent(input, canvas);
  const auto& models = m_comparisons->models();
  input.scope = tr("%1 %2 samples", {groupThousands(static_cast<long long>(m_workspace.samples().table().size())),
                                     splitName(m_workspace.split())});
  if (sequence->target)
    input.kilometresToTarget = errorKilometres(dataset->places, sequence->visits.back().location, *sequence->target);
  for (const std::size_t at : {context.first, context.second}) {
    if (at >= context.models.size() || at >= models.size()) continue;
    if (!input.models.empty() && at == context.first) continue;  // one model is open
    present::PathModel& model = input.models.emplace_back();
    model.letter = session::modelLetter(at);
    if (const Inspection* inspection = context.models[at].inspection; inspection && sequence->target)
      model.nearTarget = probabilityNear(*inspection, dataset->places, *sequence->target);
    if (!models[at].answers) continue;
    const DistanceErrors& errors = distanceErrorsOf(models[at].answers->outcomes);
    if (errors.wrong == 0) continue;
    model.median = errors.medianWrong;
    model.withinShare = errors.nearShare;
  }
  return present::pathContent(input, canvas);
}

const DistanceErrors& ViewState::distanceErrorsOf(const session::OutcomesPtr& outcomes) const {
  constexpr std::size_t mostKept = 4;
  const Split split = m_workspace.split();
  for (const KeptErrors& kept : m_distanceErrors)
    if (kept.outcomes == outcomes && kept.split == split) return kept.errors;
  if (m_distanceErrors.size() >= mostKept) m_distanceErrors.erase(m_distanceErrors.begin());
  const Dataset& dataset = *m_workspace.dataset();
  m_distanceErrors.push_back({outcomes, split, distanceErrors(*dataset.split(split), *outcomes, dataset.places)});
  return m_distanceErrors.back().errors;
}

void ViewState::updatePlaces(Changes changes) {
  if (changes.has(Change::Dataset)) m_distanceErrors.clear();
  if (changes.hasAny({Change::Dataset, Change::Time})) m_placeUses.reset();
  if (changes.hasAny({Change::Dataset, Change::Time, Change::Names})) m_mapPlaces.reset();
  if (!changes.hasAny({Change::Dataset, Change::Sample})) return;
  m_map.moment.reset();
  m_map.playing = false;
}

bool ViewState::mapsSettled() const {
  return m_backgrounds->settled() && m_tiles->settled();
}

void ViewState::setMapOptions(const present::MapOptions& options) {
  if (options.exact != m_map.exact) m_mapPlaces.reset();
  const bool recolored = options.dots != m_map.dots;
  m_map = options;
  // The embeddings have the same colours, but need no new picture when a map moves.
  m_workspace.announce(recolored ? Changes{Change::Places, Change::Embeddings} : Changes(Change::Places));
}

void ViewState::handle(const present::PlacesAction& action) {
  present::MapOptions options = m_map;
  std::visit(present::Overloaded{[&](const present::MoveMap& one) { options.camera = one.camera; },
                                 [&](const present::FitMap&) { options.camera.reset(); },
                                 [&](const present::MovePath& one) {
                                   options.moment = one.moment;
                                   options.playing = false;
                                   // At the end: all of it.
                                   const present::SampleContext sample = context();
                                   if (sample.inspection && one.moment >= present::pathSpan(sample).last)
                                     options.moment.reset();
                                 }},
             action);
  setMapOptions(options);
}

void ViewState::playPath(std::int64_t minutes) {
  const present::SampleContext sample = context();
  if (!sample.inspection || sample.inspection->sequence.visits.empty()) return;
  const present::PathSpan span = present::pathSpan(sample);
  present::MapOptions options = m_map;
  options.moment = options.moment ? *options.moment + minutes : span.first;
  if (*options.moment >= span.last) {
    options.moment.reset();
    options.playing = false;
  }
  setMapOptions(options);
}

}  // namespace sojourn::qt
