// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/train/run/run_training.h"

#include <algorithm>
#include <array>
#include <optional>
#include <system_error>

#include "model/config/config_file.h"
#include "model/config/config_schema.h"
#include "model/config/yaml_settings.h"
#include "model/core/files.h"
#include "model/core/processor.h"
#include "model/runs/log/tail_reader.h"
#include "model/runs/store/ids_and_times.h"
#include "model/runs/store/probe_file.h"
#include "model/runs/store/run_process.h"
#include "model/train/run/probes.h"

namespace sojourn {
namespace {

namespace fs = std::filesystem;

Error badRun(const fs::path& folder, std::string what, std::string remedy) {
  return {ErrorKind::BadInput, folder.string(), std::move(what), std::move(remedy)};
}

/// What may lie in the folder of a run that has not begun: what a queue or a trainer killed in its first moment left.
bool mayPrecedeARun(const fs::path& name) {
  static constexpr std::array<std::string_view, 6> names{"stderr.txt",  "run.lock", "viewer.json",
                                                         "checkpoints", "probes",   "control"};
  return stagedName(name.string()) || std::ranges::find(names, name.string()) != names.end();
}

Status checkFree(const RunPaths& paths) {
  std::error_code error;
  if (isNamed(paths.record()))
    return badRun(paths.folder, "holds a run already", "continue it with --resume, or name another folder");
  if (!fs::exists(paths.folder, error)) return {};
  if (!fs::is_directory(paths.folder, error)) return badRun(paths.folder, "is not a folder", "name another one");
  for (const auto& entry : fs::directory_iterator(paths.folder, error))
    if (!mayPrecedeARun(entry.path().filename()))
      return badRun(paths.folder, "already exists and is not an empty folder", "name another folder");
  return {};
}

Status makeFolders(const RunPaths& paths) {
  for (const GuardedPath& folder : {paths.checkpoints(), paths.probes()})
    if (const Status made = makeGuardedFolder(folder); !made) return made;
  return {};
}

Result<std::vector<std::int64_t>> probesFor(const RunRequest& request) {
  const SequenceSet& set = *request.dataset->split(Split::Validation);
  if (request.config.training.probes.empty()) return chooseProbes(set);
  const Status usable = checkProbes(request.config.training.probes, set.size(), "training.probes");
  if (!usable) return usable.error();
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
  record.versions.emplace_back("torch", torchVersion());
  record.processor = trainer.onCpu() ? processorName() : trainer.deviceName();
  record.threads = static_cast<std::int64_t>(trainer.threads());
  record.parameters = trainer.parameters();
  record.probes = probes;
  record.stepsPerEpoch = trainer.stepsPerEpoch();
  return record;
}

/// What may be changed on a resume are numbers.
std::string valueText(const ConfigValue& value) {
  const auto* whole = std::get_if<std::int64_t>(&value);
  return whole ? std::to_string(*whole) : realText(std::get<double>(value));
}

bool isLearningRate(const ConfigField* field) {
  return field->key == "training.learning_rate";
}

/// What a resume finds and what it changes.
struct Resume {
  std::optional<CheckpointFile> last;         ///< none: the trainer was killed before there was one
  TrainingConfig config;                      ///< to go on with
  std::vector<const ConfigField*> changed{};  ///< by this resume
  TrainingConfig before;                      ///< without what is changed
  std::string otherMachine{};                 ///< otherMachineText()
};

/// That the run goes on with another torch or on another processor, where sums of floats come out differently in their
/// last digits; empty where it does not, or the record does not say.
std::string otherMachineText(const RunRecord& record, const Trainer& trainer) {
  std::string text;
  const auto compare = [&text](const std::string& before, const std::string& now) {
    if (!before.empty() && before != now) text += (text.empty() ? "" : ", ") + now + " (before: " + before + ")";
  };
  const auto torch = std::ranges::find(record.versions, "torch", &std::pair<std::string, std::string>::first);
  if (torch != record.versions.end()) compare("torch " + torch->second, "torch " + torchVersion());
  compare(record.processor, trainer.onCpu() ? processorName() : trainer.deviceName());
  if (text.empty()) return {};
  return "goes on with " + text + ": figures may differ in their last digits from those of one machine";
}

/// What the resume says to the log beside what it rewinds.
std::string changesText(const Resume& resume) {
  std::string text;
  for (const ConfigField* field : resume.changed)
    text += (text.empty() ? "from here on " : ", ") + field->key + " is " + valueText(field->get(resume.config)) +
            ", before " + valueText(field->get(resume.before));
  return text;
}

/// All that the log says; nothing where it is empty or missing.
RunHistory historyOf(const GuardedPath& events) {
  TailReader reader(events);
  RunStore store;
  for (bool more = true; more;) {
    const TailUpdate update = reader.poll();
    store.apply(update);
    more = update.more;
  }
  return store.complete() ? store.history() : RunHistory();
}

std::string count(std::int64_t n, const char* one) {
  return std::to_string(n) + " " + one + (n == 1 ? "" : "s");
}

/// What a log lacks that ends before last.pt, in words; nothing where it does not.
std::optional<Problem> gapIn(const RunHistory& log, const Trainer& trainer, const RunPaths& paths) {
  const std::int64_t logged = log.lastStep();
  const std::int64_t epochs = log.epochs.empty() ? 0 : log.epochs.back().event.epoch;
  const std::int64_t steps = std::max<std::int64_t>(0, trainer.at().steps - logged);
  const std::int64_t lost = std::max<std::int64_t>(0, trainer.at().finishedEpochs - epochs);
  const auto known = stepGaps(log);
  const bool saidBefore = !known.empty() && (steps == 0 || known.back().until == trainer.at().steps);
  if ((steps == 0 && lost == 0) || saidBefore) return std::nullopt;
  std::string missing = steps > 0 ? count(steps, "step") : "";
  if (lost > 0) missing += (missing.empty() ? "" : " and ") + ("the outcome of " + count(lost, "epoch"));
  return Problem{.severity = Severity::Warning,
                 .where = paths.events().string(),
                 .what = "ends at step " + std::to_string(logged) + ", but last.pt was written at step " +
                         std::to_string(trainer.at().steps) + "; missing from the log and the curves: " + missing,
                 .remedy = "the weights are not affected, the training continues from last.pt"};
}

/// Rewinds the log to where the trainer stands, and says what it lacks and what is changed.
Status writeResumed(EventLog& log, const RunHistory& known, const Trainer& trainer, const Resume& resume,
                    const RunPaths& paths, const TrainObserver& observer) {
  const std::optional<Problem> gap = gapIn(known, trainer, paths);
  RewindEvent rewind{.step = trainer.at().steps};
  if (gap && known.lastStep() < trainer.at().steps) rewind.lastLoggedStep = known.lastStep();
  if (Status written = log.append(rewind); !written) return written;
  if (gap) {
    if (observer.problem) observer.problem(*gap);
    if (Status written = log.append(LogEvent{"warning", "events.jsonl " + gap->what + "; " + gap->remedy}); !written)
      return written;
  }
  if (!resume.otherMachine.empty())
    if (Status written = log.append(LogEvent{"info", resume.otherMachine}); !written) return written;
  if (resume.changed.empty()) return {};
  if (Status written = log.append(LogEvent{"info", changesText(resume)}); !written) return written;
  if (!std::ranges::any_of(resume.changed, isLearningRate)) return {};
  // Where readers look for rates that a person has set.
  return log.append(ControlEvent{.id = newUuid(),
                                 .command = std::string(controlCommandName(ControlCommand::SetLearningRate)),
                                 .value = trainer.learningRate(),
                                 .answer = ControlAnswer::Done,
                                 .why = "training.learning_rate was changed when the run was resumed"});
}

/// The files that a trainer keeps open, and the loop among them.
Result<RunEnd> runIn(const RunPaths& paths, const RunRequest& request, Trainer& trainer,
                     const std::vector<std::int64_t>& probes, const Resume* resume, const TrainObserver& observer,
                     const CancelToken& interrupt) {
  removeTemporaryFiles(paths);
  RunHistory known = resume ? historyOf(paths.events()) : RunHistory();
  const auto log = EventLog::open(paths.events());
  if (!log) return log.error();
  auto control = ControlFolder::open(paths, thisProcess().started);
  if (!control) return control.error();
  const auto heartbeat = Heartbeat::start(paths, **log, trainer.config().training.numEpochs);
  if (!heartbeat) return heartbeat.error();
  (*heartbeat)->setPlace(trainer.at().finishedEpochs + (trainer.at().stepInEpoch > 0 ? 1 : 0), trainer.at().steps);
  if (resume) {
    if (const Status written = writeResumed(**log, known, trainer, *resume, paths, observer); !written)
      return written.error();
    known.add({.seq = 0, .wall = 0, .body = RewindEvent{trainer.at().steps}});
  }
  if (observer.begin) observer.begin(trainer.parameters());
  return runLoop({.paths = paths,
                  .trainer = trainer,
                  .dataset = *request.dataset,
                  .probes = probes,
                  .log = **log,
                  .control = *control,
                  .heartbeat = **heartbeat,
                  .observer = observer,
                  .interrupt = interrupt,
                  .checkpointAsked = request.checkpointAsked,
                  .changed = resume && !resume->changed.empty()},
                 known);
}

TrainRequest trainRequest(const RunRequest& request, const TrainingConfig& config) {
  return {.dataset = request.dataset, .config = config, .threads = request.threads, .device = request.device};
}

/// Auto goes on where the run was, so that it gives the bytes that it would have given.
TrainRequest deviceOfRun(TrainRequest request, const RunRecord& record) {
  constexpr std::string_view onGpu = "CUDA ";
  if (request.device != Device::Auto || record.processor.empty()) return request;
  const std::string number = record.processor.substr(0, record.processor.find(':'));
  request.device = number.starts_with(onGpu)
                       ? deviceFromText("cuda:" + number.substr(onGpu.size())).value_or(Device::Cpu)
                       : Device::Cpu;
  return request;
}

/// The configuration to go on with: the run's, then what earlier resumes changed, then what this one changes.
Result<Resume> findResume(const RunRequest& request, const RunPaths& paths) {
  Resume resume{.last = {}, .config = request.config, .before = request.config};
  if (isNamed(paths.lastCheckpoint())) {
    auto file = readCheckpointFile(paths.lastCheckpoint());
    if (!file) return file.error();
    const auto config = file->metadata.find("config");
    if (config != file->metadata.end()) {
      const auto kept = parseTrainingConfig(config->dump(), paths.lastCheckpoint().string() + ", config");
      if (!kept) return kept.error();
      for (const ConfigField& field : configFields())
        if (field.onResume) field.set(resume.before, field.get(*kept));
    }
    resume.last = std::move(*file);
  }
  auto config =
      parseTrainingConfig(toJson(resume.before).dump(), paths.record().string() + ", config", request.overrides);
  if (!config) return config.error();
  resume.config = std::move(*config);
  resume.changed = differingFields(resume.before, resume.config);
  for (const ConfigField* field : resume.changed)
    if (!field->onResume)
      return badRun(paths.folder, "was begun with another " + field->key,
                    "resume without it, or begin another run in a folder of its own");
  return resume;
}

/// The state in last.pt, with the rates that a person has set replaced where this resume sets another.
Result<TrainerState> stateOf(Resume& resume, const RunPaths& paths) {
  auto state = trainerState(std::move(*resume.last), paths.lastCheckpoint().string());
  if (!state) return state.error();
  if (state->finishedEpochs >= resume.config.training.numEpochs)
    state->recipe.over = true;
  else if (resume.config.training.numEpochs > resume.before.training.numEpochs)
    state->recipe.over = false;
  if (std::ranges::none_of(resume.changed, isLearningRate)) return state;
  state->steered = true;
  state->rateFactor = 1;
  if (state->recipe.heldRate)
    *state->recipe.heldRate *= resume.config.training.learningRate / resume.before.training.learningRate;
  return state;
}

}  // namespace

Result<RunEnd> beginRun(const RunRequest& request, const TrainObserver& observer, const CancelToken& interrupt) {
  const RunPaths paths{request.folder};
  if (const Status free = checkFree(paths); !free) return free.error();
  const auto trainer = Trainer::create(trainRequest(request, request.config));
  if (!trainer) return trainer.error();
  const auto probes = probesFor(request);
  if (!probes) return probes.error();
  if (const Status made = makeFolders(paths); !made) return made.error();
  const auto lock = RunLock::take(paths.lock());
  if (!lock) return lock.error();
  // Under the lock there is no second trainer that could do so too.
  if (const Status written = writeRunRecord(paths.record(), recordOf(request, **trainer, *probes)); !written)
    return written.error();
  return runIn(paths, request, **trainer, *probes, nullptr, observer, interrupt);
}

Result<RunToResume> findRun(const fs::path& folder) {
  const RunPaths paths{folder};
  if (!isNamed(paths.record()))
    return badRun(folder, "holds no run", "begin one with --config and --data, without --resume");
  auto record = readRunRecord(paths.record());
  if (!record) return record.error();
  // JSON is YAML, so the record is held to the same rules as a file.
  auto config = parseTrainingConfig(record->config.dump(), paths.record().string() + ", config");
  if (!config) return config.error();
  return RunToResume{.record = std::move(*record), .config = std::move(*config), .finished = isNamed(paths.results())};
}

Result<RunEnd> resumeRun(const RunRequest& request, const RunRecord& record, const TrainObserver& observer,
                         const CancelToken& interrupt) {
  const RunPaths paths{request.folder};
  if (request.dataset->fingerprint != record.dataset.fingerprint)
    return badRun(request.dataset->folder / request.dataset->prefix, "is not the data that the run was begun with",
                  "give the folder where those files lie now by --data");
  const SequenceSet* validation = request.dataset->split(Split::Validation);
  const Status usable =
      checkProbes(record.probes, validation ? validation->size() : 0, paths.record().string() + ", key probes");
  if (!usable) return usable.error();
  if (const Status made = makeFolders(paths); !made) return made.error();
  const auto lock = RunLock::take(paths.lock());
  if (!lock) return lock.error();
  auto resume = findResume(request, paths);
  if (!resume) return resume.error();
  const bool finished = isNamed(paths.results());
  if (finished && resume->config.training.numEpochs <= resume->before.training.numEpochs)
    return badRun(paths.folder, "has finished its " + count(resume->before.training.numEpochs, "epoch"),
                  "continue it with more: --set training.num_epochs=N");
  auto trainer = Trainer::create(deviceOfRun(trainRequest(request, resume->config), record));
  // Its GPU is not there any more.
  if (!trainer && request.device == Device::Auto) trainer = Trainer::create(trainRequest(request, resume->config));
  if (!trainer) return trainer.error();
  if (resume->last) {
    const auto state = stateOf(*resume, paths);
    if (!state) return state.error();
    if (Status restored = (*trainer)->restore(*state); !restored) {
      Error refusal = restored.error();
      refusal.where = paths.lastCheckpoint().string();
      return refusal;
    }
  }
  resume->otherMachine = otherMachineText(record, **trainer);
  // Those of fewer epochs are not those of this run any more.
  if (finished && !removeGuarded(paths.results()))
    return guardedError(paths.results(), ErrorKind::Failed, "cannot be deleted", "let the folder be written");
  return runIn(paths, request, **trainer, record.probes, &*resume, observer, interrupt);
}

}  // namespace sojourn
