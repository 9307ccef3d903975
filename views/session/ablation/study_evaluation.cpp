// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/session/ablation/study_evaluation.h"

#include <algorithm>

#include "model/core/guarded_path.h"
#include "views/session/compare/compared_source.h"

namespace sojourn::session {
namespace {

namespace fs = std::filesystem;

std::string keyOfCheckpoint(const Dataset& dataset, const fs::path& file) {
  std::error_code ignored;
  const auto size = fs::file_size(file, ignored);
  const auto time = fs::last_write_time(file, ignored);
  return dataset.fingerprint + dataset.prefix + "\n" + file.string() + "\n" + std::to_string(size) + " " +
         std::to_string(time.time_since_epoch().count());
}

}  // namespace

Result<RanksCache::Evaluated> StudyWork::evaluate(const fs::path& checkpoint, const CancelToken& cancel,
                                                  const Progress& progress) const {
  if (const Status real = checkNoLink(checkpoint); !real) return RanksCache::Evaluated{{}, real.error().what};
  const auto answers = predictSplit({ComparedKind::Checkpoint, checkpoint.string()}, *question.dataset, Split::Test,
                                    loaders, cancel, progress);
  if (answers) return RanksCache::Evaluated{ranksOf(*answers->outcomes), {}};
  if (answers.error().kind == ErrorKind::Cancelled) return answers.error();
  return RanksCache::Evaluated{{}, answers.error().what};
}

Result<VariantStudy> StudyWork::run(const CancelToken& cancel, const Progress& progress,
                                    const std::function<void(VariantStudy)>& publish) const {
  const SequenceSet& set = *question.dataset->split(Split::Test);
  const StudyPlan& plan = question.state->plan;
  VariantStudy study = question.state->study;
  RanksOfRuns ranks;
  std::vector<std::pair<VariantRun*, std::string>> missing;
  const auto take = [&](VariantRun& run, const RanksCache::Evaluated& evaluated) {
    if (evaluated.ranks) {
      ranks[run.run] = evaluated.ranks;
    } else {
      run.state = "unreadable";
      run.reason = evaluated.reason;
    }
  };
  for (StudiedVariant& variant : study.variants)
    for (VariantRun& run : variant.runs) {
      if (run.state != "finished") continue;
      std::string key = keyOfCheckpoint(*question.dataset, RunPaths{plan.folder / run.run}.bestCheckpoint());
      if (const auto evaluated = cache->find(key))
        take(run, *evaluated);
      else
        missing.emplace_back(&run, std::move(key));
    }
  const auto withFigures = [&] {
    VariantStudy figures = study;
    addFigures(figures, set, ranks, question.metric, cancel);
    return figures;
  };
  if (!missing.empty()) publish(withFigures());
  const std::size_t whole = missing.size() * set.size();
  for (std::size_t i = 0; i < missing.size(); ++i) {
    auto& [run, key] = missing[i];
    const auto evaluated =
        evaluate(RunPaths{plan.folder / run->run}.bestCheckpoint(), cancel,
                 [&](std::size_t done, std::size_t) { progress(i * set.size() + std::min(done, set.size()), whole); });
    if (!evaluated) return evaluated.error();
    cache->keep(key, *evaluated);
    take(*run, *evaluated);
    if (i % 5 == 4) publish(withFigures());
  }
  VariantStudy figures = withFigures();
  if (cancel.cancelled()) return Error{ErrorKind::Cancelled, "", "the evaluation was cancelled", ""};
  return figures;
}

}  // namespace sojourn::session
