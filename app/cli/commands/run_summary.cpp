// SPDX-License-Identifier: GPL-3.0-or-later
// Reads run.json, status.json and events.jsonl of a run into a summary.
#include "app/cli/commands/run_summary.h"

#include <cmath>

#include "model/runs/catalogue/liveness.h"
#include "model/runs/log/tail_reader.h"
#include "model/runs/store/named.h"
#include "model/runs/store/run_paths.h"
#include "model/runs/store/run_record.h"
#include "model/runs/store/wall_time.h"

namespace sojourn::cli {
namespace {

Problem warningOf(const Error& error) {
  return {Severity::Warning, error.where, error.what, error.remedy};
}

void addStatus(const RunPaths& run, RunSummary& summary, std::vector<Problem>& problems) {
  if (!isNamed(run.status())) return;
  const auto status = readRunStatus(run.status());
  if (!status) {
    problems.push_back(warningOf(status.error()));
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
  if (update.problem) problems.push_back(warningOf(*update.problem));
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

}  // namespace

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
    problems.push_back(warningOf(record.error()));
  }
  addStatus(run, summary, problems);
  if (const Status read = addLog(run, summary, problems, cancel); !read) return read.error();
  return summary;
}

}  // namespace sojourn::cli
