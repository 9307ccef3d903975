// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/session/dataset/dataset_study.h"

#include <algorithm>
#include <mutex>
#include <numeric>

#include "model/core/translation.h"
#include "model/evaluate/sample_profile.h"
#include "views/session/workspace/sample_evaluations.h"

namespace sojourn::session {

/// What was computed, by its fingerprints. Any thread.
class ProfileCache {
 public:
  using Splits = std::array<std::shared_ptr<const DatasetFacts>, 3>;

  /// Counts them where it has not; what was cancelled half-way is not kept.
  template <class Count>
  Splits splitsOf(const std::string& dataset, const CancelToken& cancel, const Count& count) {
    if (const std::lock_guard lock(m_mutex); !dataset.empty() && m_splitsOf == dataset) return m_splits;
    Splits counted = count();
    if (cancel.cancelled()) return counted;
    const std::lock_guard lock(m_mutex);
    m_splitsOf = dataset;
    m_splits = counted;
    return counted;
  }
  [[nodiscard]] std::shared_ptr<const ModelProfile> find(const ProfiledSamples& samples) const {
    const std::lock_guard lock(m_mutex);
    const auto found = std::ranges::find(m_models, samples, &Kept::first);
    return found == m_models.end() ? nullptr : found->second;
  }
  void keep(const ProfiledSamples& samples, std::shared_ptr<const ModelProfile> profile) {
    if (samples.dataset.empty() || samples.checkpoint.empty()) return;  // not known by a fingerprint
    const std::lock_guard lock(m_mutex);
    if (m_models.size() >= mostKept) m_models.erase(m_models.begin());
    m_models.emplace_back(samples, std::move(profile));
  }

 private:
  using Kept = std::pair<ProfiledSamples, std::shared_ptr<const ModelProfile>>;
  static constexpr std::size_t mostKept = 16;

  mutable std::mutex m_mutex;
  std::string m_splitsOf;
  Splits m_splits;
  std::vector<Kept> m_models;  ///< the newest last
};

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

std::optional<ProfileQuestion> DatasetStudy::question() const {
  const DatasetPtr& dataset = m_workspace.dataset();
  if (!dataset || !dataset->split(m_workspace.split())) return std::nullopt;
  const bool evaluated = m_workspace.engine() && m_workspace.samples().complete();
  if (m_workspace.sampleView().filter().needsOutcomes() && !evaluated) return std::nullopt;
  const FilteredSamples now = filteredSamples(m_workspace);
  return ProfileQuestion{.samples = {.dataset = dataset->fingerprint,
                                     .checkpoint = now.engine ? now.engine->description().fingerprint : std::string(),
                                     .split = now.split,
                                     .rows = now.rows,
                                     .count = now.count},
                         .dataset = dataset,
                         .engine = now.engine,
                         .evaluated = evaluated,
                         .zoneOffsetMinutes = m_workspace.displayOffsetMinutes()};
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
      work.outcomes.push_back(m_workspace.samples().outcome(static_cast<SampleIndex>(row)));
  // A filter that is being typed changes with every letter.
  constexpr std::chrono::milliseconds typing{120};
  m_query.askOnce({.title = tr("Profile of %1 samples", {std::to_string(work.rows.size())}),
                   .unit = "samples",
                   .subject = "the profile of the samples",
                   .quiet = m_query.answer() ? typing : std::chrono::milliseconds(0)},
                  question,
                  [work = std::move(work)](const CancelToken& cancel, const Progress& progress, const auto& publish) {
                    return work.run(cancel, progress, publish);
                  });
}

}  // namespace sojourn::session
