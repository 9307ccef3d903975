// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/session/dataset/other_model_profile.h"

#include <filesystem>
#include <mutex>
#include <utility>

#include "model/core/translation.h"
#include "views/session/dataset/profile_cache.h"
#include "views/session/opening/loaders.h"
#include "views/session/queries/sample_evaluations.h"

namespace sojourn::session {

/// Models by their files as these are. Any thread.
class OtherModelProfile::Engines {
 public:
  [[nodiscard]] EnginePtr find(const std::string& checkpoint) const {
    const std::lock_guard lock(m_mutex);
    const auto found = std::ranges::find(m_kept, keyOf(checkpoint), &Kept::first);
    return found == m_kept.end() ? nullptr : found->second;
  }
  void keep(const std::string& checkpoint, EnginePtr engine) {
    const std::lock_guard lock(m_mutex);
    if (m_kept.size() >= mostKept) m_kept.erase(m_kept.begin());
    m_kept.emplace_back(keyOf(checkpoint), std::move(engine));
  }

 private:
  using Kept = std::pair<std::string, EnginePtr>;
  static constexpr std::size_t mostKept = 2;

  static std::string keyOf(const std::string& checkpoint) {
    std::error_code ignored;
    const auto time = std::filesystem::last_write_time(checkpoint, ignored);
    return checkpoint + "\n" + std::to_string(std::filesystem::file_size(checkpoint, ignored)) + " " +
           std::to_string(time.time_since_epoch().count());
  }

  mutable std::mutex m_mutex;
  std::vector<Kept> m_kept;  ///< the newest last
};

OtherModelProfile::OtherModelProfile(Workspace& workspace, const DatasetStudy& study)
    : SampleStudy(workspace, Change::Profile, {Change::Dataset, Change::SampleRows, Change::Outcomes, Change::Filter}),
      m_cache(study.cache()),
      m_engines(std::make_shared<Engines>()) {}

void OtherModelProfile::choose(const std::string& checkpoint, const EnginePtr& loaded) {
  if (m_checkpoint == checkpoint) return;
  if (loaded && !m_engines->find(checkpoint)) m_engines->keep(checkpoint, loaded);
  if (checkpoint.empty()) m_query.forget();
  set(m_checkpoint, checkpoint);
}

const OtherModelAnswer* OtherModelProfile::current() const {
  const auto& answered = m_query.answered();
  return answered && answered->checkpoint == m_checkpoint ? answer().get() : nullptr;
}

std::optional<OtherModelQuestion> OtherModelProfile::question() const {
  auto samples = profiledSamples(m_workspace);
  if (!samples || m_checkpoint.empty()) return std::nullopt;
  samples->checkpoint.clear();
  return OtherModelQuestion{std::move(*samples), m_workspace.dataset(), m_checkpoint};
}

void OtherModelProfile::compute(const OtherModelQuestion& question) {
  if (m_query.asked() == question) return;
  m_query.askOnce({.title = tr("Profile of %1 samples", {std::to_string(question.samples.count)}),
                   .unit = "samples",
                   .subject = "the profile of the samples",
                   .priority = Priority::Evaluation},
                  question,
                  [question, rows = filteredRows(m_workspace), loaders = m_workspace.loaders(), cache = m_cache,
                   engines = m_engines](const CancelToken& cancel, const Progress& progress,
                                        const auto& publish) -> Result<OtherModelAnswer> {
                    const SequenceSet& set = *question.dataset->split(question.samples.split);
                    OtherModelAnswer answer{.engine = engines->find(question.checkpoint), .profile = {}};
                    if (!answer.engine) {
                      auto engine = loaders.engine(
                          question.checkpoint, {}, [](std::size_t, std::size_t) {}, cancel);
                      if (!engine) return engine.error();
                      engines->keep(question.checkpoint, *engine);
                      answer.engine = std::move(*engine);
                    }
                    const ModelDescription& model = answer.engine->description();
                    if (Status fits = checkFit(model, *question.dataset, false); !fits) return fits.error();
                    if (Status readable = answer.engine->accepts(set); !readable) return readable.error();
                    ProfiledSamples samples = question.samples;
                    samples.checkpoint = model.fingerprint;
                    answer.profile = cache->find(samples);
                    if (answer.profile || !loaders.modelProfile || rows.empty()) return answer;
                    publish(answer);
                    auto read = loaders.modelProfile(*answer.engine, set, rows, cancel, progress);
                    if (!read) return read.error();
                    answer.profile = std::make_shared<const ModelProfile>(std::move(*read));
                    cache->keep(samples, answer.profile);
                    return answer;
                  });
}

}  // namespace sojourn::session
