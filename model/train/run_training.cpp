// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/train/run_training.h"

#include <algorithm>
#include <array>
#include <system_error>

#include "model/config/config_reader.h"
#include "model/config/config_writer.h"
#include "model/runs/run_lock.h"
#include "model/runs/tail_reader.h"
#include "model/runs/uuid.h"
#include "model/runs/wall_time.h"
#include "model/train/probes.h"

namespace sojourn {
namespace {

namespace fs = std::filesystem;

Error badRun(const fs::path& folder, std::string what, std::string remedy) {
  return {ErrorKind::BadInput, folder.string(), std::move(what), std::move(remedy)};
}

/// The temporary name under which an atomic write begins (model/core/staged_file.h).
bool isHalfWritten(const fs::path& name) {
  return name.string().starts_with(".") && name.extension() == ".tmp";
}

/// Files that a killed trainer had begun to write. Whoever holds the run's lock is the only one to write there.
void removeHalfWritten(const RunPaths& paths) {
  for (const fs::path& folder : {paths.checkpoints(), paths.probes()}) {
    std::error_code error;
    for (const auto& entry : fs::directory_iterator(folder, error))
      if (isHalfWritten(entry.path().filename())) fs::remove(entry.path(), error);
  }
}

/// What may lie in the folder of a run that has not begun: what a queue or a trainer killed in its first moment left.
bool mayPrecedeARun(const fs::path& name) {
  static constexpr std::array<std::string_view, 6> names{"stderr.txt",  "run.lock", "viewer.json",
                                                         "checkpoints", "probes",   "control"};
  return isHalfWritten(name) || std::ranges::find(names, name.string()) != names.end();
}

Status checkFree(const RunPaths& paths) {
  std::error_code error;
  if (fs::exists(paths.record(), error))
    return badRun(paths.folder, "holds a run already", "go on with it by --resume, or name another folder");
  if (!fs::exists(paths.folder, error)) return {};
  if (!fs::is_directory(paths.folder, error)) return badRun(paths.folder, "is no folder", "name another one");
  for (const auto& entry : fs::directory_iterator(paths.folder, error))
    if (!mayPrecedeARun(entry.path().filename()))
      return badRun(paths.folder, "is there already and is no empty folder", "name another folder");
  return {};
}

Status makeFolders(const RunPaths& paths) {
  for (const fs::path& folder : {paths.checkpoints(), paths.probes()}) {
    std::error_code error;
    fs::create_directories(folder, error);
    if (error)
      return Error{ErrorKind::Failed, paths.folder.string(), "cannot be made (" + error.message() + ")",
                   "choose a folder that can be written"};
  }
  return {};
}

Result<std::vector<std::int64_t>> probesFor(const RunRequest& request) {
  const SequenceSet& set = *request.dataset->split(Split::Validation);
  if (request.config.training.probes.empty()) return chooseProbes(set);
  for (const std::int64_t probe : request.config.training.probes)
    if (probe < 0 || static_cast<std::size_t>(probe) >= set.size())
      return Error{ErrorKind::BadInput, "training.probes",
                   std::to_string(probe) + ", but validation has the sequences 0 to " + std::to_string(set.size() - 1),
                   "name others"};
  return request.config.training.probes;
}

RunRecord recordOf(const RunRequest& request, const Trainer& trainer, const std::vector<std::int64_t>& probes) {
  const Dataset& dataset = *request.dataset;
  RunRecord record;
  record.id = newUuid();
  record.created = utcText(wallNow());
  record.command = request.command;
  record.config = toJson(request.config);
  record.model = request.config.model.name;
  std::error_code error;
  const fs::path absolute = fs::absolute(dataset.folder, error);
  record.dataset = {.path = (error ? dataset.folder : absolute).string(),
                    .prefix = dataset.prefix,
                    .fingerprint = dataset.fingerprint,
                    .splits = {},
                    .places = dataset.numLocations};
  for (const Split split : allSplits)
    if (const SequenceSet* set = dataset.split(split))
      record.dataset.splits.emplace_back(splitName(split), static_cast<std::int64_t>(set->size()));
  record.versions = request.versions;
  record.parameters = trainer.parameters();
  record.probes = probes;
  record.stepsPerEpoch = trainer.stepsPerEpoch();
  return record;
}

/// All that the log says, without what `step` rewinds.
RunHistory historyUpTo(const fs::path& events, std::int64_t step) {
  TailReader reader(events);
  RunStore store;
  for (bool more = true; more;) {
    const TailUpdate update = reader.poll();
    store.apply(update);
    more = update.more;
  }
  RunHistory history = store.history();
  history.add({.seq = 0, .wall = 0, .body = RewindEvent{step}});
  return history;
}

/// The files that a trainer keeps open, and the loop among them.
Result<RunEnd> runIn(const RunPaths& paths, const RunRequest& request, Trainer& trainer,
                     const std::vector<std::int64_t>& probes, bool resumed, const TrainObserver& observer,
                     const CancelToken& interrupt) {
  removeHalfWritten(paths);
  const RunHistory known = resumed ? historyUpTo(paths.events(), trainer.steps()) : RunHistory();
  const auto log = EventLog::open(paths.events());
  if (!log) return log.error();
  auto control = ControlFolder::open(paths, thisProcess().started);
  if (!control) return control.error();
  const auto heartbeat = Heartbeat::start(paths, **log, request.config.training.numEpochs);
  if (!heartbeat) return heartbeat.error();
  (*heartbeat)->setPlace(trainer.finishedEpochs() + (trainer.stepInEpoch() > 0 ? 1 : 0), trainer.steps());
  if (resumed)
    if (const Status told = (*log)->append(RewindEvent{trainer.steps()}); !told) return told.error();
  if (observer.begin) observer.begin(trainer.parameters());
  RunLoop loop({.paths = paths,
                .trainer = trainer,
                .dataset = *request.dataset,
                .probes = probes,
                .log = **log,
                .control = *control,
                .heartbeat = **heartbeat,
                .observer = observer,
                .interrupt = interrupt},
               known);
  return loop.run();
}

TrainRequest trainRequest(const RunRequest& request) {
  return {.dataset = request.dataset, .config = request.config, .threads = request.threads, .device = request.device};
}

}  // namespace

Result<RunEnd> beginRun(const RunRequest& request, const TrainObserver& observer, const CancelToken& interrupt) {
  const RunPaths paths{request.folder};
  if (const Status free = checkFree(paths); !free) return free.error();
  const auto trainer = Trainer::create(trainRequest(request));
  if (!trainer) return trainer.error();
  const auto probes = probesFor(request);
  if (!probes) return probes.error();
  if (const Status made = makeFolders(paths); !made) return made.error();
  const auto lock = RunLock::take(paths.lock());
  if (!lock) return lock.error();
  // Under the lock there is no second trainer that could do so too.
  if (const Status written = writeRunRecord(paths.record(), recordOf(request, **trainer, *probes)); !written)
    return written.error();
  return runIn(paths, request, **trainer, *probes, false, observer, interrupt);
}

Result<RunToResume> findRun(const fs::path& folder) {
  const RunPaths paths{folder};
  std::error_code error;
  if (!fs::exists(paths.record(), error))
    return badRun(folder, "holds no run", "begin one with --config and --data, without --resume");
  auto record = readRunRecord(paths.record());
  if (!record) return record.error();
  // JSON is YAML, so the record is held to the same rules as a file.
  auto config = parseTrainingConfig(record->config.dump(), paths.record().string() + ", config");
  if (!config) return config.error();
  return RunToResume{
      .record = std::move(*record), .config = std::move(*config), .finished = fs::exists(paths.results(), error)};
}

Result<RunEnd> resumeRun(const RunRequest& request, const RunRecord& record, const TrainObserver& observer,
                         const CancelToken& interrupt) {
  const RunPaths paths{request.folder};
  if (request.dataset->fingerprint != record.dataset.fingerprint)
    return badRun(request.dataset->folder / request.dataset->prefix, "is not the data that the run was begun with",
                  "give the folder where those files lie now by --data");
  const auto trainer = Trainer::create(trainRequest(request));
  if (!trainer) return trainer.error();
  if (const Status made = makeFolders(paths); !made) return made.error();
  const auto lock = RunLock::take(paths.lock());
  if (!lock) return lock.error();
  std::error_code error;
  if (fs::exists(paths.lastCheckpoint(), error)) {
    auto file = readCheckpointFile(paths.lastCheckpoint());
    if (!file) return file.error();
    const auto state = trainerState(std::move(*file), paths.lastCheckpoint().string());
    if (!state) return state.error();
    if (Status restored = (*trainer)->restore(*state); !restored) {
      Error refusal = restored.error();
      refusal.where = paths.lastCheckpoint().string();
      return refusal;
    }
  }
  return runIn(paths, request, **trainer, record.probes, true, observer, interrupt);
}

}  // namespace sojourn
