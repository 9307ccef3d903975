// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/qt/places/embedding_views.h"

#include <algorithm>
#include <ranges>

#include "model/core/text.h"
#include "model/core/translation.h"
#include "views/session/samples/filter_syntax.h"

namespace sojourn::qt {

using session::Change;
using session::Changes;

namespace {

/// Of the sample's user: as confirmed, else as proposed.
std::optional<LocationId> homeOf(const session::Workspace& workspace) {
  const Sequence* sequence = workspace.sequence();
  if (!sequence || !workspace.dataset()) return std::nullopt;
  const session::PlaceNaming& naming = workspace.names().naming();
  const auto& confirmed = naming.given().roles;
  if (const auto found = confirmed.find(sequence->user); found != confirmed.end() && found->second.home > 0)
    return found->second.home;
  const auto proposed = naming.proposals().find(sequence->user);
  if (proposed == naming.proposals().end() || !proposed->second.home) return std::nullopt;
  return proposed->second.home->location;
}

/// Of the places or users that a lasso encloses; empty where it encloses none.
std::string enclosedFilter(const present::EmbeddingOptions& options) {
  std::string filter = session::targetFilter(options.enclosed);
  if (options.table == EmbeddingKind::Users && !filter.empty()) filter.replace(0, filter.find(':'), "user");
  return filter;
}

}  // namespace

EmbeddingViews::EmbeddingViews(MapViews& maps, OptionsChanged optionsChanged)
    : WorkspaceViews(maps.current(), std::move(optionsChanged)),
      m_maps(maps),
      m_comparisons(maps.comparisons()),
      m_study(m_workspace, maps.comparisons()) {
  const Changes ofTables{Change::Embeddings, Change::Comparison, Change::Model,     Change::Dataset,
                         Change::Sample,     Change::Inspection, Change::Selection, Change::Hover,
                         Change::Names,      Change::Time,       Change::Filter};
  using Presenter = present::ViewContent (*)(const present::EmbeddingsInput&, const present::Canvas&);
  const auto addTable = [&](const char* id, const char* title, QSize minimum, present::Size exported,
                            Presenter presenter) {
    add(
        id, title, minimum, exported, ofTables,
        [this, presenter](const SampleSource& source, const present::Canvas& canvas) {
          return presenter(input(source), canvas);
        },
        [this] { return m_study.outdated(); });
  };
  addTable("place_embeddings", "Place embeddings", {260, 180}, {688, 440}, present::placeEmbeddingsContent);
  addTable("nearest_places", "Nearest places", {320, 160}, {688, 380}, present::nearestPlacesContent);
  addTable("hours_weekdays", "Hours and weekdays", {280, 160}, {912, 300}, present::hoursWeekdaysContent);
}

std::optional<LocationId> EmbeddingViews::placeInQuestion(const TrainingPlaces& training) const {
  const auto isPlace = [](const std::optional<LocationId>& location) { return location && *location > unseenLocation; };
  const Selection& selection = m_workspace.selection().now();
  for (const auto& chosen : {selection.hovered.location, selection.selected.location})
    if (isPlace(chosen)) return chosen;
  if (const Sequence* sequence = m_workspace.sequence()) {
    if (isPlace(sequence->target)) return sequence->target;
    for (const Visit& visit : sequence->visits | std::views::reverse)
      if (visit.location > unseenLocation) return visit.location;
  }
  const auto known = training.stays.begin() + std::min<std::ptrdiff_t>(unseenLocation + 1, std::ssize(training.stays));
  const auto most = std::max_element(known, training.stays.end());
  if (most == training.stays.end()) return std::nullopt;
  return static_cast<LocationId>(most - training.stays.begin());
}

present::EmbeddingsInput EmbeddingViews::input(const SampleSource& source) const {
  present::EmbeddingsInput input;
  input.sample = source.sample;
  input.options = m_options;
  input.options.dots = m_maps.options().dots;
  input.hasDataset = m_workspace.dataset() != nullptr;
  input.stopped = m_study.stopped();
  if (const auto& error = m_study.error()) input.failure = failedContent(*error).title;
  const auto& models = m_comparisons.models();
  const auto [first, second] = m_comparisons.pair();
  const auto& answer = m_study.answer();
  const bool here = answer && input.hasDataset && answer->question.dataset == m_workspace.dataset();
  if (here) {
    input.training = answer->training.get();
    input.anyTwo = answer->anyTwo;
    input.place = placeInQuestion(*answer->training);
  }
  for (std::size_t m = 0; m < input.models.size(); ++m) {
    const std::size_t at = m == 0 ? first : second;
    present::EmbeddedModelInput& model = input.models[m];
    model.number = at;
    model.isThere = at < models.size() && (at > 0 || m_workspace.engine()) && (m == 0 || at != first);
    if (!model.isThere) continue;
    const session::ComparedState& state = models[at];
    model.title = escapeForDisplay(at == 0 ? m_workspace.model()->title : state.title, 40);
    const session::EnginePtr engine = at == 0 ? m_workspace.engine() : state.answers ? state.answers->engine : nullptr;
    if (state.source.kind == session::ComparedKind::Rule) model.state = tr("A rule has no embedding");
    if (state.source.kind == session::ComparedKind::Predictions)
      model.state = tr("A file of predictions has no embedding");
    if (state.error) model.state = escapeForDisplay(state.error->sentence(), 200);
    if (model.state.empty() && !engine) model.state = tr("The model is being loaded");
    const session::EmbeddedModel* embedded = here ? answer->models[m].get() : nullptr;
    if (!embedded || embedded->engine->description().fingerprint != (engine ? engine->description().fingerprint : ""))
      continue;
    model.studies = &embedded->studies;
    if (answer->question.choice == m_study.choice()) model.tsne = answer->tsne[m].get();
    if (!input.place) continue;
    const EmbeddingKind kind = m_options.table == EmbeddingKind::Output ? EmbeddingKind::Output : EmbeddingKind::Input;
    for (std::size_t s = 0; s < embedded->studies.size(); ++s)
      if (embedded->studies[s].table.kind == kind)
        model.nearest = embedded->indices[s].nearest(embedded->studies[s].table, *input.place, *answer->training,
                                                     m_workspace.dataset()->places);
  }
  if (m_study.awaiting() && m_options.tsne) {
    const auto [done, total] = m_study.progress();
    if (total > 0) input.progress = tr("t-SNE, step %1 of %2", {std::to_string(done), std::to_string(total)});
  }
  if (const Sequence* sequence = m_workspace.sequence()) {
    for (const Visit& visit : sequence->visits) input.samplePlaces.push_back(visit.location);
    if (sequence->target) input.samplePlaces.push_back(*sequence->target);
    std::ranges::sort(input.samplePlaces);
    input.samplePlaces.erase(std::ranges::unique(input.samplePlaces).begin(), input.samplePlaces.end());
    std::erase(input.samplePlaces, paddingLocation);
  }
  input.enclosedText = enclosedText();
  input.ofUser = m_current.places();
  if (const auto& dataset = m_workspace.dataset()) input.positions = &dataset->places;
  if (const auto home = homeOf(m_workspace)) input.home = m_workspace.dataset()->places.coordinates(*home);
  return input;
}

/// What the last lasso encloses and how many samples that leaves; empty once its filter is not in force any more.
std::string EmbeddingViews::enclosedText() const {
  const std::string filter = enclosedFilter(m_options);
  if (filter.empty() || m_workspace.samples().filterText().find(filter) == std::string::npos) return {};
  const auto enclosed = std::ssize(m_options.enclosed);
  const bool users = m_options.table == EmbeddingKind::Users;
  return tr(users ? "%1 %2 enclosed: %3 of %4 samples are theirs" : "%1 %2 enclosed: the target of %3 of %4 samples",
            {groupThousands(enclosed), enclosed == 1 ? tr(users ? "user" : "place") : tr(users ? "users" : "places"),
             groupThousands(std::ssize(m_workspace.samples().view().rows())),
             groupThousands(static_cast<long long>(m_workspace.samples().table().size()))}) +
         tr(". Clear the filter to see all");
}

void EmbeddingViews::setOptions(const present::EmbeddingOptions& options) {
  const bool otherTable = options.table != m_options.table;
  m_options = options;
  m_study.choose({.table = options.table, .tsne = options.tsne, .seed = options.seed});
  QStringList views{QStringLiteral("place_embeddings")};
  if (otherTable) views << QStringLiteral("nearest_places");
  optionsChanged(views);
}

void EmbeddingViews::filterEnclosed() {
  const std::string filter = enclosedFilter(m_options);
  session::Samples& samples = m_workspace.samples();
  // In place of an earlier lasso, never its opposite.
  if (!filter.empty() && samples.filterText().find(filter) == std::string::npos)
    samples.setFilterText(session::withFilterTerms(samples.filterText(), filter));
}

void EmbeddingViews::handle(const present::EmbeddingAction& action) {
  present::EmbeddingOptions options = m_options;
  options.lassoPoints.clear();
  bool closed = false;
  std::visit(present::Overloaded{[&](const present::MoveProjections& one) {
                                   options.lassoPoints = m_options.lassoPoints;
                                   for (const present::MovedProjection& moved : one.moved)
                                     options.cameras.at(moved.model) = moved.camera;
                                 },
                                 [&](const present::DrawLasso& one) {
                                   if (options.lassoOf == one.model) options.lassoPoints = m_options.lassoPoints;
                                   options.lassoOf = one.model;
                                   options.lassoPoints.push_back(one.point);
                                 },
                                 [&](const present::SetEmbeddingTable& one) {
                                   options.enclosed.clear();
                                   options.table = one.table;
                                   options.cameras = {};
                                 },
                                 [&](const present::SetProjection& one) {
                                   options.tsne = one.tsne;
                                   options.cameras = {};
                                 },
                                 [&](const present::SetLasso& one) { options.lasso = one.on; },
                                 [&](const present::ColorFromHome& one) { options.fromHome = one.on; },
                                 [&](present::EmbeddingCommand command) {
                                   switch (command) {
                                     case present::EmbeddingCommand::Fit:
                                       options.cameras = {};
                                       return;
                                     case present::EmbeddingCommand::CloseLasso:
                                       options.enclosed = present::insideLasso(input(m_current.source()));
                                       closed = true;
                                       return;
                                     case present::EmbeddingCommand::Resume:
                                       m_study.resume();
                                       return;
                                   }
                                 }},
             action);
  setOptions(options);
  if (closed) filterEnclosed();
}

}  // namespace sojourn::qt
