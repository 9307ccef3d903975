// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/session/ablation/variant_study.h"

#include <algorithm>
#include <map>
#include <set>

#include <nlohmann/json.hpp>

#include "model/config/config_file.h"
#include "model/config/config_schema.h"
#include "model/core/text.h"
#include "model/runs/queue/run_queue.h"
#include "model/runs/store/ids_and_times.h"
#include "model/runs/store/run_files.h"
#include "model/runs/store/run_paths.h"
#include "views/session/ablation/study_figures.h"
#include "views/session/claims/claims.h"

namespace sojourn::session {
namespace {

namespace fs = std::filesystem;

constexpr const char* fullModel = "full_model";
constexpr const char* singleLayer = "single_layer";
constexpr std::string_view layersPrefix = "layers_";

/// The state of each run that the queue knows, by its folder.
std::map<std::string, VariantRun> queuedRuns(const QueueContent& queue) {
  std::map<std::string, VariantRun> runs;
  for (const QueuedRun& run : queue.waiting) runs[run.runFolder].state = "waiting";
  for (const TakenRun& taken : queue.taken) runs[taken.run.runFolder].state = "running";
  for (const FailedRun& failed : queue.failed) {
    runs[failed.runFolder].state = "failed";
    runs[failed.runFolder].reason = failed.why;
  }
  return runs;
}

VariantRun readVariantRun(const StudyPlan& plan, const Variant& variant, std::int64_t seed,
                          const std::map<std::string, VariantRun>& queued) {
  VariantRun run{.seed = seed, .run = StudyPlan::runOf(variant, seed), .state = "missing"};
  const RunPaths paths{plan.folder / run.run};
  const auto status = readRunStatus(paths.status());
  if (status && status->state == RunState::Finished && isNamed(paths.results())) {
    run.state = "finished";
  } else if (const auto known = queued.find(run.run); known != queued.end()) {
    run.state = known->second.state;
    run.reason = known->second.reason;
  } else if (status && status->state == RunState::Failed) {
    run.state = "failed";
    run.reason = lastLineOf(paths.standardError());
  } else if (RunLock::isHeld(paths.lock())) {
    run.state = "running";
  } else if (isNamed(paths.record())) {
    run.state = "interrupted";
  }
  return run;
}

/// An error where the run that is there is not the one that is planned.
Status checkSame(const StudyPlan& plan, const Variant& variant, std::int64_t seed) {
  const fs::path folder = plan.folder / StudyPlan::runOf(variant, seed);
  const auto refuse = [&](const std::string& what) {
    return Status(Error{ErrorKind::BadInput, folder.string(), what,
                        "name another folder for the study, or repeat the command that began it"});
  };
  const auto record = readRunRecord(RunPaths{folder}.record());
  if (!record) return record.error();
  const auto config = parseTrainingConfig(record->config.dump(), "run.json, config");
  if (!config) return config.error();
  TrainingConfig planned = configOf(plan.base, variant, seed);
  planned.training.probes = config->training.probes;
  const auto differing = differingFields(planned, *config);
  if (!differing.empty()) return refuse("was trained with another " + differing.front()->key);
  if (record->dataset.prefix != plan.dataset) return refuse("was trained on the dataset " + record->dataset.prefix);
  return {};
}

std::optional<double> claimOn(const std::string& variant, std::string_view dataset) {
  const Claim* claim = findClaim(builtInClaims(), "ablation", variant, dataset);
  return claim ? claim->value : std::nullopt;
}

/// All that waits or is being trained.
std::vector<QueuedRun> queuedIn(const QueueContent& queue) {
  std::vector<QueuedRun> runs = queue.waiting;
  for (const TakenRun& taken : queue.taken) runs.push_back(taken.run);
  return runs;
}

/// The configuration and the dataset of the plan, from the first full model that says them: a run, or one that is
/// queued.
Status readBase(StudyPlan& plan, const std::vector<QueuedRun>& queued) {
  Status failed = Error{ErrorKind::BadInput, plan.folder.string(), "holds no run of a full model that can be read",
                        "name the folder given to `sojourn ablate --runs`"};
  for (const std::int64_t seed : plan.seeds) {
    const std::string name = StudyPlan::runOf({.name = fullModel}, seed);
    const auto record = readRunRecord(RunPaths{plan.folder / name}.record());
    const auto waiting = std::ranges::find(queued, name, &QueuedRun::runFolder);
    if (!record && waiting == queued.end()) {
      failed = record.error();
      continue;
    }
    auto config = parseTrainingConfig((record ? record->config : waiting->config).dump(), name + ", config");
    if (!config) {
      failed = config.error();
      continue;
    }
    plan.base = std::move(*config);
    if (record) {
      plan.dataset = record->dataset.prefix;
      plan.fingerprint = record->dataset.fingerprint;
      plan.data = fs::path(record->dataset.path) / record->dataset.prefix;
    } else {
      plan.data = waiting->data;
      plan.dataset =
          plan.base.data.datasetPrefix.empty() ? plan.data.filename().string() : plan.base.data.datasetPrefix;
    }
    return {};
  }
  return failed;
}

}  // namespace

Result<std::vector<Variant>> variantsOf(const TrainingConfig& base, const std::vector<std::string>& only,
                                        const std::vector<std::int64_t>& layers) {
  if (base.model.ablation != fullModel)
    return Error{ErrorKind::BadInput, "", "model.ablation is " + base.model.ablation,
                 "a study begins with the full model: leave the key out"};
  const std::vector<std::string>& known = findConfigField("model.ablation")->choices;
  for (const std::string& name : only)
    if (std::ranges::find(known, name) == known.end())
      return Error{ErrorKind::BadUsage, "--only", name + " is no ablation", "name some of " + commaList(known)};
  const auto wanted = [&](const std::string& name) {
    return only.empty() || std::ranges::find(only, name) != only.end();
  };
  std::vector<Variant> variants{{.name = fullModel}};
  for (const std::string& name : known) {
    const bool one = name == singleLayer && std::ranges::find(layers, 1) != layers.end();
    if (name != fullModel && (wanted(name) || one)) variants.push_back({.name = name, .ablation = name});
  }
  for (const std::int64_t count : std::set<std::int64_t>(layers.begin(), layers.end()))
    if (count != 1 && count != base.model.numLayers)
      variants.push_back({.name = std::string(layersPrefix) + std::to_string(count), .layers = count});
  for (const Variant& variant : variants)
    if (const auto problems = combinationProblems(configOf(base, variant, base.seed)); !problems.empty())
      return Error{ErrorKind::BadInput, problems.front().key, problems.front().what, problems.front().remedy};
  return variants;
}

TrainingConfig configOf(TrainingConfig base, const Variant& variant, std::int64_t seed) {
  base.seed = seed;
  base.model.ablation = variant.ablation;
  if (variant.layers > 0) base.model.numLayers = variant.layers;
  return base;
}

Result<StudyPlan> studyIn(const std::filesystem::path& folder, const StudyPlan* known) {
  std::map<std::string, std::set<std::int64_t>> seedsOf;
  const auto addRun = [&](const std::string& name) {
    const std::size_t dash = name.rfind('-');
    if (dash == std::string::npos) return;
    if (const auto seed = plainNumber<std::int64_t>(std::string_view(name).substr(dash + 1)))
      seedsOf[name.substr(0, dash)].insert(*seed);
  };
  std::error_code error;
  for (fs::directory_iterator entry(folder, error), end; !error && entry != end; entry.increment(error))
    if (isNamed(RunPaths{entry->path()}.record())) addRun(entry->path().filename().string());
  const auto queue = RunQueue(folder).read();
  const std::vector<QueuedRun> queued = queue ? queuedIn(*queue) : std::vector<QueuedRun>{};
  for (const QueuedRun& run : queued) addRun(run.runFolder);
  if (known)
    for (const Variant& variant : known->variants)
      seedsOf[variant.name].insert(known->seeds.begin(), known->seeds.end());
  const auto full = seedsOf.find(fullModel);
  if (full == seedsOf.end())
    return Error{ErrorKind::BadInput, folder.string(), "holds no run of a full model, full_model-SEED",
                 "name the folder given to `sojourn ablate --runs`"};
  StudyPlan plan;
  plan.folder = fs::absolute(folder, error);
  plan.seeds.assign(full->second.begin(), full->second.end());
  if (const Status read = readBase(plan, queued); !read) {
    if (!known) return read.error();
    plan.base = known->base;
    plan.data = known->data;
    plan.dataset = known->dataset;
    plan.fingerprint = known->fingerprint;
  }
  std::vector<std::int64_t> layers;
  for (const auto& [name, seeds] : seedsOf)
    if (name.starts_with(layersPrefix))
      if (const auto count = plainNumber<std::int64_t>(std::string_view(name).substr(layersPrefix.size())))
        layers.push_back(*count);
  auto variants = variantsOf(plan.base, {}, layers);
  if (!variants) return variants.error();
  std::erase_if(*variants, [&](const Variant& variant) { return !seedsOf.contains(variant.name); });
  plan.variants = std::move(*variants);
  return plan;
}

Result<VariantStudy> readVariantStudy(const StudyPlan& plan) {
  const auto queue = RunQueue(plan.folder).read();
  if (!queue) return queue.error();
  const auto queued = queuedRuns(*queue);
  VariantStudy study;
  for (const Variant& variant : plan.variants) {
    StudiedVariant& studied = study.variants.emplace_back();
    studied.name = variant.name;
    studied.layers = variant.name == singleLayer ? 1 : variant.layers > 0 ? variant.layers : plan.base.model.numLayers;
    for (const std::int64_t seed : plan.seeds) studied.runs.push_back(readVariantRun(plan, variant, seed, queued));
    if (variant.name == fullModel) continue;
    studied.claimedGeolife = claimOn(variant.name, "geolife");
    studied.claimedDiy = claimOn(variant.name, "diy");
    studied.claimed = claimOn(variant.name, plan.dataset);
  }
  return study;
}

Status queueStudy(const StudyPlan& plan, bool resume) {
  const RunQueue queue(plan.folder);
  if (const Status made = queue.makeFolder(); !made) return made;
  const auto study = readVariantStudy(plan);
  if (!study) return study.error();
  std::vector<QueuedRun> missing;
  for (std::size_t v = 0; v < plan.variants.size(); ++v)
    for (const VariantRun& run : study->variants[v].runs) {
      const Variant& variant = plan.variants[v];
      const bool begun = isNamed(RunPaths{plan.folder / run.run}.record());
      if (run.state != "missing" && !resume)
        return Error{ErrorKind::BadInput, (plan.folder / run.run).string(), "belongs to a study that was begun",
                     "add --resume to go on with it, or name another folder"};
      if (begun)
        if (const Status same = checkSame(plan, variant, run.seed); !same) return same;
      if (run.state == "finished" || run.state == "running" || run.state == "waiting") continue;
      missing.push_back({.id = newUuid(),
                         .wall = wallNow(),
                         .runFolder = run.run,
                         .data = begun ? std::string() : plan.data.string(),
                         .config = toJson(configOf(plan.base, variant, run.seed)),
                         .resume = begun,
                         .device = plan.device,
                         .threads = plan.threads});
    }
  for (const FailedRun& failed : queue.failed())
    if (std::ranges::find(missing, failed.runFolder, &QueuedRun::runFolder) != missing.end()) queue.dismiss(failed.id);
  for (std::size_t i = 0; i < missing.size(); ++i) {
    missing[i].wall += 1e-3 * static_cast<double>(i);  // the queue's order
    if (const Status added = queue.add(missing[i]); !added) return added;
  }
  return {};
}

Result<VariantStudy> collectStudy(const StudyPlan& plan, const SequenceSet& set, const EvaluateCheckpoint& evaluate,
                                  const CancelToken& cancel, const Progress& progress) {
  auto study = readVariantStudy(plan);
  if (!study) return study;
  RanksOfRuns ranks;
  std::size_t done = 0;
  const std::size_t all = plan.variants.size() * plan.seeds.size();
  for (StudiedVariant& variant : study->variants) {
    for (VariantRun& run : variant.runs) {
      if (cancel.cancelled()) return Error{ErrorKind::Cancelled, "", "the study was stopped", ""};
      if (progress) progress(done++, all);
      if (run.state != "finished") continue;
      const auto outcomes = evaluate(RunPaths{plan.folder / run.run}.bestCheckpoint());
      if (!outcomes && outcomes.error().kind == ErrorKind::Cancelled) return outcomes.error();
      if (!outcomes || outcomes->size() != set.size()) {
        run.state = "unreadable";
        run.reason = outcomes ? "its predictions are not one a sample" : outcomes.error().what;
        continue;
      }
      ranks[run.run] = ranksOf(*outcomes);
    }
  }
  addFigures(*study, set, ranks, {}, cancel);
  return study;
}

}  // namespace sojourn::session
