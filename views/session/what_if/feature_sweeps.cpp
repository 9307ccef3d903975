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

FeatureSweeps::FeatureSweeps(Workspace& workspace, std::function<void()> wake, std::function<void()> changed)
    : m_workspace(workspace), m_changed(std::move(changed)), m_query(std::move(wake)) {
  m_subscription = workspace.subscribe([this](Changes changes) { follow(changes); });
}

void FeatureSweeps::setShown(bool shown) {
  if (m_shown == shown) return;
  m_shown = shown;
  if (shown) {
    ask();
  } else {
    m_query.cancel();
    m_asked.reset();
  }
}

void FeatureSweeps::drain() {
  if (m_query.drain()) m_changed();
}

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

std::vector<LocationId> FeatureSweeps::candidates() const {
  return sweepCandidates(*m_workspace.inspection(), m_workspace.model()->sizes.locations,
                         m_workspace.selection().locked.location);
}

void FeatureSweeps::follow(Changes changes) {
  if (!m_shown ||
      !changes.hasAny({Change::Dataset, Change::Model, Change::Sample, Change::Inspection, Change::Selection}))
    return;
  ask();
  m_changed();
}

std::optional<FeatureSweeps::Question> FeatureSweeps::question() const {
  const bool ready = m_workspace.engine() && m_workspace.sequence() && m_workspace.inspection() &&
                     !m_workspace.inspectionOutdated() && m_workspace.inspectionEngine() == m_workspace.engine();
  if (!ready) return std::nullopt;
  return Question{m_workspace.dataset(), m_workspace.engine(), *m_workspace.sequence(), visit(), m_feature,
                  candidates()};
}

bool FeatureSweeps::outdated() const {
  if (!m_query.answer() || m_query.error()) return false;
  const auto now = question();
  return !now || !m_query.answers(*now);
}

void FeatureSweeps::ask() {
  if (!m_shown) return;
  if (m_workspace.engine() && !offers(m_feature)) m_feature = SweepFeature::Start;
  const auto wanted = question();
  if (!wanted || m_asked == wanted) return;
  m_asked = wanted;
  if (m_query.answers(*wanted) && !m_query.error()) return m_query.cancel();  // an edit was undone
  m_query.ask(
      *wanted,
      [wanted = *wanted, inspection = m_workspace.inspection(), sampleText = m_workspace.sampleText(),
       trainingCounts = m_trainingCounts](const CancelToken& cancel, const Progress& progress) {
        auto found = featureSweepOf(*wanted.engine, inspection, {wanted.visit, wanted.feature, wanted.candidates},
                                    wanted.dataset, *trainingCounts, cancel, progress);
        if (found) found->sampleText = sampleText;
        return found;
      },
      sweepQuiet);
}

std::optional<SequenceEdit> FeatureSweeps::editTo(std::int32_t value) const {
  const auto& answer = m_query.answer();
  const Sequence* sequence = m_workspace.sequence();
  if (!answer || !sequence || answer->inspection->sequence != *sequence) return std::nullopt;
  return sweepEdit(*sequence, answer->sweep.visit, answer->sweep.feature, value);
}

}  // namespace sojourn::session
