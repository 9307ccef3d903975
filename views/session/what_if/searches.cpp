// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/session/what_if/searches.h"

#include <algorithm>
#include <functional>
#include <map>
#include <utility>

namespace sojourn::session {
namespace {

/// So long nothing may change before a sweep begins: it must not get in the way of the next edit.
constexpr std::chrono::milliseconds sweepQuiet{60};
constexpr std::size_t mostCandidates = 3;

/// The places that are first most often without being candidates.
std::vector<LocationId> otherWinners(const FeatureSweep& sweep) {
  std::map<LocationId, std::size_t> wins;
  for (const FeatureSweepPoint& point : sweep.points)
    if (std::ranges::find(sweep.candidates, point.first) == sweep.candidates.end()) ++wins[point.first];
  std::vector<std::pair<std::size_t, LocationId>> byWins;
  for (const auto& [location, count] : wins) byWins.emplace_back(count, location);
  std::ranges::sort(byWins, std::greater<>());
  constexpr std::size_t most = 2;
  std::vector<LocationId> winners;
  for (std::size_t k = 0; k < std::min(most, byWins.size()); ++k) winners.push_back(byWins[k].second);
  return winners;
}

/// A search is long and takes all processors: it waits until the hand has come to rest.
constexpr std::chrono::milliseconds searchQuiet{400};

CounterfactualRequest requestFor(const CounterfactualOptions& wish) {
  CounterfactualRequest request{.to = wish.to, .mostChanges = wish.mostChanges};
  for (std::size_t kind = 0; kind < changeKinds; ++kind) {
    const auto one = static_cast<ChangeKind>(kind);
    const bool place = one == ChangeKind::Location || one == ChangeKind::Removal;
    if ((wish.scope == CounterfactualScope::NoPlaces && place) || (wish.scope == CounterfactualScope::Places && !place))
      request.kinds[kind] = false;
  }
  return request;
}

constexpr std::chrono::milliseconds recordsQuiet{100};

}  // namespace

bool sweepOffers(const ModelDescription& model, SweepFeature feature) {
  return sweepValues(feature, model.sizes) > 1;
}

std::vector<LocationId> sweepCandidates(const Inspection& inspection, LocationId locations,
                                        std::optional<LocationId> selected) {
  std::vector<LocationId> chosen;
  const auto add = [&](LocationId location) {
    if (std::ranges::find(chosen, location) == chosen.end()) chosen.push_back(location);
  };
  if (selected) add(*selected);
  for (std::size_t k = 0; k < std::min(mostCandidates, inspection.ranking.size()); ++k)
    add(inspection.ranking[k].location);
  if (const auto target = inspection.sequence.target; target && *target < locations) add(*target);
  return chosen;
}

Result<FeatureSweepAnswer> featureSweepOf(const Engine& engine, const InspectionPtr& inspection,
                                          const FeatureSweepRequest& request, const DatasetPtr& dataset,
                                          TrainingCountsCache& trainingCounts, const CancelToken& cancel,
                                          const Progress& progress) {
  const auto sweepWith = [&](const FeatureSweepRequest& wanted) {
    return sweep(engine, inspection->sequence, wanted, *trainingCounts.of(dataset), dataset->places, cancel, progress);
  };
  auto found = sweepWith(request);
  if (!found) return found.error();
  // Which places come first elsewhere in the range is known only now, and their curves are the ones to look at.
  if (const auto winners = otherWinners(*found); !winners.empty()) {
    FeatureSweepRequest whole = request;
    whole.candidates.insert(whole.candidates.end(), winners.begin(), winners.end());
    found = sweepWith(whole);
    if (!found) return found.error();
  }
  return FeatureSweepAnswer{std::move(*found), inspection, {}};
}

FeatureSweeps::FeatureSweeps(Workspace& workspace, std::function<void()> changed)
    : SampleStudy(workspace, std::move(changed),
                  {Change::Dataset, Change::Model, Change::Sample, Change::Inspection, Change::Selection}) {}

std::size_t FeatureSweeps::visit() const {
  const Sequence* sequence = m_workspace.sequence();
  const std::size_t length = sequence ? sequence->visits.size() : 0;
  if (const auto selected = m_workspace.selection().now().selected.visit; selected && *selected < length)
    return *selected;
  return length == 0 ? 0 : length - 1;
}

bool FeatureSweeps::offers(SweepFeature feature) const {
  const ModelDescription* model = m_workspace.model();
  return model && sweepOffers(*model, feature);
}

std::optional<FeatureSweepQuestion> FeatureSweeps::question() const {
  if (!inspected(m_workspace)) return std::nullopt;
  auto candidates = sweepCandidates(*m_workspace.inspection(), m_workspace.model()->sizes.locations,
                                    m_workspace.selection().now().selected.location);
  return FeatureSweepQuestion{modelAndData(m_workspace), *m_workspace.sequence(), visit(), m_feature,
                              std::move(candidates)};
}

bool FeatureSweeps::prepare() {
  if (m_workspace.engine() && !offers(m_feature)) m_feature = SweepFeature::Start;
  return true;
}

void FeatureSweeps::compute(const FeatureSweepQuestion& question) {
  m_query.askOnce(
      {.subject = "the feature sweep", .quiet = sweepQuiet}, question,
      [question, inspection = m_workspace.inspection(), sampleText = m_workspace.sampleText(),
       trainingCounts = m_trainingCounts](const CancelToken& cancel, const Progress& progress, const auto&) {
        auto found =
            featureSweepOf(*question.of.engine, inspection, {question.visit, question.feature, question.candidates},
                           question.of.dataset, *trainingCounts, cancel, progress);
        if (found) found->sampleText = sampleText;
        return found;
      });
}

std::optional<SequenceEdit> FeatureSweeps::editTo(std::int32_t value) const {
  const auto& answer = this->answer();
  const Sequence* sequence = m_workspace.sequence();
  if (!answer || !sequence || answer->inspection->sequence != *sequence) return std::nullopt;
  return sweepEdit(*sequence, answer->sweep.visit, answer->sweep.feature, value);
}

Result<CounterfactualAnswer> counterfactualsOf(const Engine& engine, const InspectionPtr& inspection,
                                               const CounterfactualOptions& wish, const DatasetPtr& dataset,
                                               TrainingCountsCache& trainingCounts, const CancelToken& cancel,
                                               const Progress& progress) {
  const auto training = trainingCounts.of(dataset);
  auto found = searchCounterfactuals(engine, inspection->sequence, requestFor(wish), {*training, dataset->places},
                                     cancel, progress);
  if (!found) return found.error();
  return CounterfactualAnswer{std::move(*found), inspection, {}};
}

Counterfactuals::Counterfactuals(Workspace& workspace, std::function<void()> changed)
    : SampleStudy(workspace, std::move(changed), {Change::Dataset, Change::Model, Change::Sample, Change::Inspection}) {
}

std::optional<CounterfactualQuestion> Counterfactuals::question() const {
  if (!m_workspace.engine() || !m_workspace.sequence()) return std::nullopt;
  return CounterfactualQuestion{modelAndData(m_workspace), *m_workspace.sequence(), m_wish};
}

void Counterfactuals::compute(const CounterfactualQuestion& question) {
  // An edit is inspected first; what comes of it says that the model can read it.
  if (!inspected(m_workspace)) return;
  m_query.askOnce(
      {.subject = "the counterfactuals", .progressShown = true, .quiet = searchQuiet}, question,
      [question, inspection = m_workspace.inspection(), sampleText = m_workspace.sampleText(),
       trainingCounts = m_trainingCounts](const CancelToken& cancel, const Progress& progress, const auto&) {
        auto found = counterfactualsOf(*question.of.engine, inspection, question.what, question.of.dataset,
                                       *trainingCounts, cancel, progress);
        if (found) found->sampleText = sampleText;
        return found;
      });
}

std::optional<SequenceEdit> Counterfactuals::editTo(std::size_t counterfactual) const {
  if (!current() || counterfactual >= answer()->findings.counterfactuals.size()) return std::nullopt;
  const Counterfactual& chosen = answer()->findings.counterfactuals[counterfactual];
  const Sequence& searched = answer()->inspection->sequence;
  const auto edits = editsOf(searched, chosen.changes);
  if (edits && edits->size() == 1) return edits->front();
  auto changed = withChanges(searched, chosen.changes);
  if (!changed || changed->sequence != chosen.sequence) return ReplaceSequence{chosen.sequence};
  return ReplaceSequence{std::move(changed->sequence), std::move(changed->cameFrom)};
}

NearestRecords::NearestRecords(Workspace& workspace, std::function<void()> changed)
    : SampleStudy(workspace, std::move(changed), {Change::Dataset, Change::Model, Change::Sample, Change::Inspection}),
      m_reading(workspace, [this] {
        if (!reading()) ask();
        m_changed();
      }) {}

void NearestRecords::drop() {
  if (reading()) m_reading.cancel();
  m_query.cancel();
}

std::optional<NearestQuestion> NearestRecords::question() const {
  if (!inspected(m_workspace)) return std::nullopt;
  return NearestQuestion{modelAndData(m_workspace), *m_workspace.sequence(), m_similarity};
}

bool NearestRecords::prepare() {
  if (!inspected(m_workspace)) return false;
  const ModelAndData now = modelAndData(m_workspace);
  if (m_reading.asked() != now) {
    if (!m_reading.answers(now)) {
      m_query.forget();
      m_reading.forget();
    }
    m_reading.askOnce({.subject = "the training split", .progressShown = true, .priority = Priority::Evaluation}, now,
                      [now](const CancelToken& cancel, const Progress& progress, const auto&) {
                        return SequenceLibrary::read(*now.engine, now.dataset, Split::Train, cancel, progress);
                      });
  }
  return m_reading.answers(now);
}

void NearestRecords::compute(const NearestQuestion& question) {
  m_query.askOnce(
      {.subject = "the nearest training samples", .quiet = recordsQuiet}, question,
      [library = *m_reading.answer(), inspection = m_workspace.inspection(), sampleText = m_workspace.sampleText(),
       similarity = m_similarity](const CancelToken& cancel, const Progress&, const auto&) -> Result<NearestAnswer> {
        auto found = library->nearest(*inspection, similarity, listed, cancel);
        if (!found) return found.error();
        return NearestAnswer{std::move(*found), inspection, sampleText};
      });
}

}  // namespace sojourn::session
