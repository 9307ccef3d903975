// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/commands/info_report.h"

#include <algorithm>
#include <cmath>
#include <unordered_set>

#include <nlohmann/json.hpp>

#include "model/data/dataset/dataset.h"
#include "model/data/records/recognise_input.h"
#include "model/runs/catalogue/run_catalogue.h"
#include "model/runs/import/import_run.h"
#include "model/runs/log/run_history.h"
#include "model/runs/log/tail_reader.h"
#include "model/runs/store/ids_and_times.h"
#include "model/runs/store/run_files.h"
#include "model/runs/store/run_paths.h"
#include "model/runs/store/run_process.h"

namespace sojourn::cli {
namespace {

namespace fs = std::filesystem;

using Json = nlohmann::ordered_json;

SplitInfo infoOf(Split split, const SequenceSet& set) {
  std::unordered_set<UserId> users(set.users().begin(), set.users().end());
  std::unordered_set<LocationId> locations(set.targets().begin(), set.targets().end());
  for (std::size_t row = 0; row < set.size(); ++row)
    locations.insert(set.locations(row).begin(), set.locations(row).end());
  return {.name = splitName(split),
          .sequences = set.size(),
          .users = users.size(),
          .locations = locations.size(),
          .longest = set.longest()};
}

Result<InfoReport> describeDataset(const DatasetLocation& location, const CancelToken& cancel) {
  const auto dataset = readDataset(location, {}, {}, cancel);
  if (!dataset) return dataset.error();
  InfoReport report;
  report.kind = "dataset";
  report.title = dataset->title;
  report.problems = dataset->problems;
  for (const Split split : allSplits) {
    if (const SequenceSet* set = dataset->split(split)) report.splits.push_back(infoOf(split, *set));
  }
  return report;
}

/// Nothing where no epoch has ended with figures that are numbers.
std::optional<BestEpoch> bestEpochOf(const RunHistory& history) {
  const std::string best = RunPaths().inEvents(RunPaths().bestCheckpoint());
  const EventRecord<CheckpointEvent>* written = nullptr;
  for (const auto& checkpoint : history.checkpoints)
    if (checkpoint.event.file == best) written = &checkpoint;
  if (!written) return std::nullopt;
  std::optional<BestEpoch> found;
  for (const auto& eval : history.evals) {
    if (eval.event.split != "validation" || eval.event.epoch != written->event.epoch || eval.seq > written->seq)
      continue;
    if (!std::isfinite(eval.event.batchMeanLoss)) continue;
    found = {.epoch = eval.event.epoch,
             .loss = eval.event.batchMeanLoss,
             .accuracy = eval.event.metrics.all.accuracy.front()};
  }
  return found;
}

void addStatus(const RunPaths& run, RunSummary& summary, std::vector<Problem>& problems) {
  if (!isNamed(run.status())) return;
  const auto status = readRunStatus(run.status());
  if (!status) {
    problems.push_back(problemOf(status.error()));
    return;
  }
  summary.state = runStateName(status->state);
  summary.epoch = status->epoch;
  summary.epochs = status->epochs;
  const Liveness liveness = LivenessWatch().judge(*status, wallNow(), 0);
  if (liveness != Liveness::Dead && liveness != Liveness::Stalled) return;
  problems.push_back({Severity::Warning, run.status().string(),
                      "says " + *summary.state + ", but the trainer is " + std::string(livenessName(liveness)),
                      "continue it with sojourn train --resume"});
}

Status addLog(const RunPaths& run, RunSummary& summary, std::vector<Problem>& problems, const CancelToken& cancel) {
  if (!isNamed(run.events())) return {};
  TailReader reader(run.events());
  RunStore store;
  TailUpdate update;
  do {
    if (cancel.cancelled()) return Error{ErrorKind::Cancelled, run.folder.string(), "cancelled", ""};
    update = reader.poll();
    store.apply(update);
  } while (update.more);
  if (update.problem) problems.push_back(problemOf(*update.problem));
  if (update.badLines > 0) {
    problems.push_back({Severity::Warning, update.lastBad->where,
                        update.lastBad->what + " (lines skipped: " + std::to_string(update.badLines) + ")",
                        "the other lines were read"});
  }
  if (update.laterLines > 0) {
    problems.push_back({Severity::Notice, run.events().string(),
                        "holds " + std::to_string(update.laterLines) + " lines of a later version",
                        "use that version to see them"});
  }
  summary.steps = store.history().lastStep();
  summary.best = bestEpochOf(store.history());
  return {};
}

/// Reads the run in a folder as far as it can be read; adds to `problems` what is wrong with it. Errors:
/// ErrorKind::Cancelled.
Result<RunSummary> summariseRun(const std::filesystem::path& folder, std::vector<Problem>& problems,
                                const CancelToken& cancel) {
  const RunPaths run{folder};
  RunSummary summary;
  summary.path = folder.string();
  if (const auto record = readRunRecord(run.record())) {
    summary.model = record->model;
    summary.dataset = record->dataset.prefix;
    summary.datasetFolder = record->dataset.path;
  } else {
    problems.push_back(problemOf(record.error()));
  }
  addStatus(run, summary, problems);
  if (const Status read = addLog(run, summary, problems, cancel); !read) return read.error();
  return summary;
}

Result<InfoReport> describeRun(const fs::path& folder, const CancelToken& cancel) {
  InfoReport report;
  const RunPaths paths{folder};
  const auto json = readJsonObject(paths.record());
  if (!json) return json.error();
  if (json->value("schema", Json()) != runSchema)
    return Error{ErrorKind::BadInput, paths.record().string(),
                 std::string("is not the description of a run (") + runSchema + ")",
                 "check that this is a run folder and that the file is whole"};
  report.kind = "run";
  // A record of another program may lack much; what is there is shown, the first fault is listed.
  const auto textOf = [&](const char* key) {
    const auto found = json->find(key);
    return found != json->end() && found->is_string() ? found->get<std::string>() : std::string();
  };
  report.title = textOf("id");
  if (const std::string model = textOf("model"); !model.empty()) report.model = model;
  if (json->contains("parameters") && (*json)["parameters"].is_number_integer()) {
    report.parameters = (*json)["parameters"].get<std::int64_t>();
  }
  if (const auto config = json->find("config"); config != json->end() && config->is_object()) report.settings = *config;
  const auto summary = summariseRun(folder, report.problems, cancel);
  if (!summary) return summary.error();
  report.state = summary->state;
  report.steps = summary->steps;
  report.run = *summary;
  if (!isNamed(paths.bestCheckpoint())) {
    report.problems.push_back(
        {Severity::Notice, paths.checkpoints().string(), "holds no best.pt", "wait for the first epoch"});
  }
  return report;
}

/// A folder of runs: a line for each, in the order of their paths.
Result<InfoReport> describeRuns(const std::vector<fs::path>& folders, const CancelToken& cancel) {
  InfoReport report;
  report.kind = "runs";
  for (const fs::path& folder : folders) {
    const auto summary = summariseRun(folder, report.problems, cancel);
    if (!summary) return summary.error();
    report.runs.push_back(*summary);
  }
  return report;
}

/// A log of another program: its format, what was read, how far it goes.
Result<InfoReport> describeImport(const fs::path& path, const CancelToken& cancel) {
  const auto run = importRun(path, cancel);
  if (!run) return run.error();
  InfoReport report;
  report.kind = "run";
  report.title = run->title;
  report.format = importFormatName(run->format);
  report.notes = run->notes;
  if (!run->model.empty()) report.model = run->model;
  if (run->parameters > 0) report.parameters = run->parameters;
  if (run->history.steps.size() > 0) report.steps = run->history.lastStep();
  report.epochs = 0;
  for (const auto& epoch : run->history.epochs) report.epochs = std::max(*report.epochs, epoch.event.epoch);
  for (const auto& eval : run->history.evals) report.epochs = std::max(*report.epochs, eval.event.epoch);
  for (const Error& problem : run->problems) report.problems.push_back(problemOf(problem));
  return report;
}

/// A folder of logs of other programs (TensorBoard's logdir, mlruns): a line for each. One that cannot be read is a
/// problem and leaves the others.
Result<InfoReport> describeImports(const std::vector<fs::path>& logs, const CancelToken& cancel) {
  InfoReport report;
  report.kind = "runs";
  for (const fs::path& log : logs) {
    const auto one = describeImport(log, cancel);
    if (!one && one.error().kind == ErrorKind::Cancelled) return one.error();
    if (!one) {
      report.problems.push_back(problemOf(one.error()));
      continue;
    }
    RunSummary& run = report.runs.emplace_back();
    run.path = log.string();
    run.model = one->model.value_or("");
    run.epoch = one->epochs;
    run.steps = one->steps;
    report.problems.insert(report.problems.end(), one->problems.begin(), one->problems.end());
  }
  return report;
}

/// A .pk file stands for the dataset it belongs to: "x/city_test.pk" is x/city.
std::optional<fs::path> datasetOfSplitFile(const fs::path& path) {
  if (path.extension() != ".pk") return std::nullopt;
  const std::string stem = path.stem().string();
  for (const Split split : allSplits) {
    const std::string ending = std::string("_") + splitName(split);
    if (stem.size() > ending.size() && stem.ends_with(ending)) {
      return path.parent_path() / stem.substr(0, stem.size() - ending.size());
    }
  }
  return std::nullopt;
}

Result<InfoReport> describe(const fs::path& path, CheckpointDescriber ofCheckpoint, const CancelToken& cancel) {
  std::error_code error;
  const bool folder = fs::is_directory(path, error);
  if (folder && fs::exists(path / "run.json", error)) return describeRun(path, cancel);
  // A table whose columns say who was where and when is one of movements, whatever else is in it.
  const auto input = folder ? std::nullopt : recogniseInput(path);
  const bool movement = input && input->missing.empty();
  if (!movement && importFormatOf(path)) return describeImport(importTarget(path), cancel);
  const auto splitOf = datasetOfSplitFile(path);
  if (!folder && !splitOf && fs::exists(path, error)) {
    if (auto file = describeFile(path)) return *std::move(file);
    return ofCheckpoint(path);
  }
  const auto location = locateDataset(splitOf.value_or(path));
  if (location) return describeDataset(*location, cancel);
  std::vector<fs::path> runs = findRuns(path);
  std::erase_if(runs, [](const fs::path& run) { return !isRunFolder(run); });  // it lists closed folders as well
  if (!runs.empty()) return describeRuns(runs, cancel);
  const std::vector<fs::path> logs = folder ? findImports(path) : std::vector<fs::path>();
  if (logs.size() == 1) return describeImport(logs.front(), cancel);
  if (!logs.empty()) return describeImports(logs, cancel);
  auto tracks = folder ? describeFile(path) : std::nullopt;
  return tracks ? Result<InfoReport>(*std::move(tracks)) : Result<InfoReport>(location.error());
}

}  // namespace

Result<InfoReport> describePath(const fs::path& path, CheckpointDescriber ofCheckpoint, const CancelToken& cancel) {
  std::error_code error;
  auto report = describe(path, ofCheckpoint, cancel);
  if (report || report.error().kind == ErrorKind::Cancelled) return report;
  if (!fs::exists(path, error) && !locateDataset(datasetOfSplitFile(path).value_or(path)))
    return Error{ErrorKind::BadInput, path.string(), "is not there", "name a file, a folder or folder/prefix"};
  InfoReport refused;
  refused.refusal = report.error();
  refused.problems.push_back(problemOf(report.error(), Severity::Error));
  return refused;
}

}  // namespace sojourn::cli
