// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/session/what_if/feature_sweeps.h"

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
  if (const auto locked = m_workspace.selection().locked.visit; locked && *locked < length) return *locked;
  return length == 0 ? 0 : length - 1;
}

void FeatureSweeps::setFeature(SweepFeature feature) {
  if (m_feature == feature) return;
  m_feature = feature;
  ask();
  m_changed();
}

bool FeatureSweeps::offers(SweepFeature feature) const {
  const ModelDescription* model = m_workspace.model();
  return model && sweepOffers(*model, feature);
}

std::optional<FeatureSweepQuestion> FeatureSweeps::question() const {
  if (!inspected(m_workspace)) return std::nullopt;
  auto candidates = sweepCandidates(*m_workspace.inspection(), m_workspace.model()->sizes.locations,
                                    m_workspace.selection().locked.location);
  return FeatureSweepQuestion{m_workspace.dataset(), m_workspace.engine(), *m_workspace.sequence(), visit(), m_feature,
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
            featureSweepOf(*question.engine, inspection, {question.visit, question.feature, question.candidates},
                           question.dataset, *trainingCounts, cancel, progress);
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

}  // namespace sojourn::session
