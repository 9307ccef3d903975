// SPDX-License-Identifier: GPL-3.0-or-later
// The embedding panels of the Places workspace: what they are made from, and what a click in them does.
#include <algorithm>
#include <ranges>

#include "model/core/text.h"
#include "views/present/embeddings/embedding_views.h"
#include "views/qt/docks/view_state.h"
#include "views/qt/widgets/text.h"
#include "views/session/compare/model_comparisons.h"
#include "views/session/embeddings/embeddings_study.h"

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

void ViewState::fillEmbeddings() {
  const Changes ofTables{Change::Embeddings, Change::Comparison, Change::Model,     Change::Dataset,
                         Change::Sample,     Change::Inspection, Change::Selection, Change::Hover,
                         Change::Names,      Change::Time,       Change::Filter};
  using Presenter = present::ViewContent (*)(const present::EmbeddingsInput&, const present::Canvas&);
  const auto add = [&](const char* id, const char* title, QSize minimum, present::Size exported, Presenter presenter) {
    m_placesViews.push_back(entry(
        id, title, minimum, exported, ofTables,
        [this, presenter](const present::Canvas& canvas) { return presenter(embeddingsInput(), canvas); },
        [this] { return m_embeddings->outdated(); }));
  };
  add("place_embeddings", "Place embeddings", {260, 180}, {688, 440}, present::placeEmbeddingsContent);
  add("nearest_places", "Nearest places", {320, 160}, {688, 380}, present::nearestPlacesContent);
  add("hours_weekdays", "Hours and weekdays", {280, 160}, {912, 300}, present::hoursWeekdaysContent);
}

std::optional<LocationId> ViewState::placeInQuestion(const TrainingPlaces& training) const {
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

present::EmbeddingsInput ViewState::embeddingsInput() const {
  present::EmbeddingsInput input;
  input.sample = context();
  input.options = m_projection;
  input.options.dots = m_map.dots;
  input.hasDataset = m_workspace.dataset() != nullptr;
  input.stopped = m_embeddings->stopped();
  if (const auto& error = m_embeddings->error()) input.failure = failedContent(*error).title;
  const auto& models = m_comparisons->models();
  const auto [first, second] = m_comparisons->pair();
  const auto& answer = m_embeddings->answer();
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
    if (answer->question.choice == m_embeddings->choice()) model.tsne = answer->tsne[m].get();
    if (!input.place) continue;
    const EmbeddingKind kind =
        m_projection.table == EmbeddingKind::Output ? EmbeddingKind::Output : EmbeddingKind::Input;
    for (std::size_t s = 0; s < embedded->studies.size(); ++s)
      if (embedded->studies[s].table.kind == kind)
        model.nearest = embedded->indices[s].nearest(embedded->studies[s].table, *input.place, *answer->training,
                                                     m_workspace.dataset()->places);
  }
  if (m_embeddings->awaiting() && m_projection.tsne) {
    const auto [done, total] = m_embeddings->progress();
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
  input.ofUser = m_placesOfUser;
  if (const auto& dataset = m_workspace.dataset()) input.positions = &dataset->places;
  if (const auto home = homeOf(m_workspace)) input.home = m_workspace.dataset()->places.coordinates(*home);
  return input;
}

/// What the last lasso encloses and how many samples that leaves; empty once its filter is not in force any more.
std::string ViewState::enclosedText() const {
  const std::string filter = enclosedFilter(m_projection);
  if (filter.empty() || m_workspace.samples().filterText().find(filter) == std::string::npos) return {};
  const auto enclosed = std::ssize(m_projection.enclosed);
  const bool users = m_projection.table == EmbeddingKind::Users;
  return tr(users ? "%1 %2 enclosed: %3 of %4 samples are theirs" : "%1 %2 enclosed: the target of %3 of %4 samples",
            {groupThousands(enclosed), enclosed == 1 ? tr(users ? "user" : "place") : tr(users ? "users" : "places"),
             groupThousands(std::ssize(m_workspace.samples().view().rows())),
             groupThousands(static_cast<long long>(m_workspace.samples().table().size()))}) +
         tr(". Clear the filter to see all");
}

void ViewState::chooseProjection(const present::EmbeddingOptions& options) {
  m_projection = options;
  m_embeddings->choose({.table = options.table, .tsne = options.tsne, .seed = options.seed});
  m_workspace.announce(Change::Embeddings);
}

void ViewState::drawLasso(const present::DrawLasso& lasso) {
  present::EmbeddingOptions options = m_projection;
  if (options.lassoOf != lasso.model) options.lassoPoints.clear();
  options.lassoOf = lasso.model;
  options.lassoPoints.push_back(lasso.point);
  chooseProjection(options);
}

/// The lasso's line is let go: it filters the samples.
void ViewState::closeLasso() {
  present::EmbeddingOptions options = m_projection;
  options.enclosed = present::insideLasso(embeddingsInput());
  options.lassoPoints.clear();
  const std::string filter = enclosedFilter(options);
  chooseProjection(options);
  // In place of an earlier lasso, never its opposite.
  if (!filter.empty() && m_workspace.samples().filterText().find(filter) == std::string::npos)
    m_workspace.samples().setFilterText(session::withFilterTerms(m_workspace.samples().filterText(), filter));
}

void ViewState::handle(const present::EmbeddingAction& action) {
  present::EmbeddingOptions options = m_projection;
  options.lassoPoints.clear();
  std::visit(present::Overloaded{[&](const present::MoveProjections& one) {
                                   options.lassoPoints = m_projection.lassoPoints;
                                   for (const present::MovedProjection& moved : one.moved)
                                     options.cameras.at(moved.model) = moved.camera;
                                   chooseProjection(options);
                                 },
                                 [this](const present::DrawLasso& one) { drawLasso(one); },
                                 [&](const present::SetEmbeddingTable& one) {
                                   options.enclosed.clear();
                                   options.table = one.table;
                                   options.cameras = {};
                                   chooseProjection(options);
                                 },
                                 [&](const present::SetProjection& one) {
                                   options.tsne = one.tsne;
                                   options.cameras = {};
                                   chooseProjection(options);
                                 },
                                 [&](const present::SetLasso& one) {
                                   options.lasso = one.on;
                                   chooseProjection(options);
                                 },
                                 [&](const present::ColorFromHome& one) {
                                   options.fromHome = one.on;
                                   chooseProjection(options);
                                 },
                                 [&](present::EmbeddingCommand command) {
                                   switch (command) {
                                     case present::EmbeddingCommand::Fit:
                                       options.cameras = {};
                                       return chooseProjection(options);
                                     case present::EmbeddingCommand::CloseLasso:
                                       return closeLasso();
                                     case present::EmbeddingCommand::Resume:
                                       return m_embeddings->resume();
                                   }
                                 }},
             action);
}

}  // namespace sojourn::qt
