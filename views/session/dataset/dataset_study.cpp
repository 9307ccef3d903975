// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/session/dataset/dataset_study.h"

#include <numeric>

#include "model/core/translation.h"
#include "model/evaluate/sample_profile.h"
#include "views/session/dataset/profile_cache.h"
#include "views/session/queries/sample_evaluations.h"

namespace sojourn::session {

namespace {

/// What the work reads, copied on the workspace's thread.
struct ProfileWork {
  ProfileQuestion question;
  std::vector<std::size_t> rows;
  std::vector<Outcome> outcomes;  ///< of the rows; empty where they are not all there
  decltype(Loaders::modelProfile) modelProfile;
  std::shared_ptr<ProfileCache> cache;

  [[nodiscard]] Result<ProfileAnswer> run(const CancelToken& cancel, const Progress& progress,
                                          const std::function<void(ProfileAnswer)>& publish) const;
};

ProfileCache::Splits factsOfSplits(const Dataset& dataset, const CancelToken& cancel) {
  ProfileCache::Splits facts;
  for (const Split split : allSplits) {
    const SequenceSet* set = dataset.split(split);
    if (!set) continue;
    std::vector<std::size_t> rows(set->size());
    std::iota(rows.begin(), rows.end(), std::size_t{0});
    facts[static_cast<std::size_t>(split)] = std::make_shared<const DatasetFacts>(datasetFacts(*set, rows, cancel));
  }
  return facts;
}

Result<ProfileAnswer> ProfileWork::run(const CancelToken& cancel, const Progress& progress,
                                       const std::function<void(ProfileAnswer)>& publish) const {
  const Error stopped{ErrorKind::Cancelled, "", "the profile was cancelled", ""};
  const SequenceSet& set = *question.dataset->split(question.samples.split);
  ProfileAnswer answer{.engine = question.engine,
                       .split = question.samples.split,
                       .zoneOffsetMinutes = question.zoneOffsetMinutes,
                       .evaluated = !outcomes.empty()};
  answer.facts = std::make_shared<const DatasetFacts>(datasetFacts(set, rows, cancel));
  answer.lastSeen = accuracyByLastSeen(set, rows, outcomes);
  if (cancel.cancelled()) return stopped;
  answer.splits =
      cache->splitsOf(question.samples.dataset, cancel, [&] { return factsOfSplits(*question.dataset, cancel); });
  if (cancel.cancelled()) return stopped;
  if (!question.engine || rows.empty()) return answer;
  if (!outcomes.empty() && question.engine->description().capabilities.gate)
    answer.gate = gateProfile(set, rows, outcomes, question.zoneOffsetMinutes, cancel);
  answer.model = cache->find(question.samples);
  if (answer.model || !modelProfile) return answer;
  publish(answer);
  auto read = modelProfile(*question.engine, set, rows, cancel, progress);
  if (!read) return read.error();
  answer.model = std::make_shared<const ModelProfile>(std::move(*read));
  cache->keep(question.samples, answer.model);
  return answer;
}

}  // namespace

DatasetStudy::DatasetStudy(Workspace& workspace)
    : SampleStudy(workspace, Change::Profile,
                  {Change::Dataset, Change::Model, Change::SampleRows, Change::Outcomes, Change::Time, Change::Filter}),
      m_cache(std::make_shared<ProfileCache>()) {}

std::optional<ProfiledSamples> profiledSamples(const Workspace& workspace) {
  const DatasetPtr& dataset = workspace.dataset();
  if (!dataset || !dataset->split(workspace.split())) return std::nullopt;
  const bool evaluated = workspace.engine() && workspace.samples().table().complete();
  if (workspace.samples().view().filter().needsOutcomes() && !evaluated) return std::nullopt;
  const FilteredSamples now = filteredSamples(workspace);
  return ProfiledSamples{.dataset = dataset->fingerprint,
                         .checkpoint = now.engine ? now.engine->description().fingerprint : std::string(),
                         .split = now.split,
                         .rows = now.rows,
                         .count = now.count};
}

std::optional<ProfileQuestion> DatasetStudy::question() const {
  auto samples = profiledSamples(m_workspace);
  if (!samples) return std::nullopt;
  return ProfileQuestion{.samples = std::move(*samples),
                         .dataset = m_workspace.dataset(),
                         .engine = m_workspace.engine(),
                         .evaluated = m_workspace.engine() && m_workspace.samples().table().complete(),
                         .zoneOffsetMinutes = m_workspace.names().displayOffsetMinutes()};
}

void DatasetStudy::compute(const ProfileQuestion& question) {
  if (m_query.asked() == question) return;
  ProfileWork work{.question = question,
                   .rows = filteredRows(m_workspace),
                   .outcomes = {},
                   .modelProfile = m_workspace.loaders().modelProfile,
                   .cache = m_cache};
  if (question.evaluated)
    for (const std::size_t row : work.rows)
      work.outcomes.push_back(m_workspace.samples().table().outcome(static_cast<SampleIndex>(row)));
  // A filter that is being typed changes with every letter.
  constexpr std::chrono::milliseconds typing{120};
  m_query.askOnce({.title = tr("Profile of %1 samples", {std::to_string(work.rows.size())}),
                   .unit = "samples",
                   .subject = "the profile of the samples",
                   .quiet = m_query.answer() ? typing : std::chrono::milliseconds(0),
                   .priority = Priority::Evaluation},
                  question,
                  [work = std::move(work)](const CancelToken& cancel, const Progress& progress, const auto& publish) {
                    return work.run(cancel, progress, publish);
                  });
}

}  // namespace sojourn::session
