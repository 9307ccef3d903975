// SPDX-License-Identifier: GPL-3.0-or-later
// `sojourn train`: a training by its configuration file, into a folder of its own; begun or gone on with.
#include <algorithm>
#include <csignal>
#include <memory>

#include <CLI/CLI.hpp>

#include "app/cli/commands/commands.h"
#include "app/cli/terminal/epoch_table.h"
#include "model/config/config_file.h"
#include "model/config/config_schema.h"
#include "model/core/text.h"
#include "model/runs/store/run_files.h"
#include "model/runs/store/run_process.h"
#include "model/train/run/run_training.h"
#include "views/session/runs/run_digest.h"
#include "views/text/json_metrics.h"

namespace sojourn::cli {
namespace {

struct TrainOptions {
  std::string config;
  std::string data;
  std::string runFolder;
  std::vector<std::string> overrides;
  std::vector<std::int64_t> probes;
  bool resume = false;
  bool showTest = false;
  ModelChoice model;    ///< its device and threads only
  std::string command;  ///< the whole command line, for the record
};

/// Whether a value is asked for by --set.
bool isSet(const TrainOptions& options, const ConfigField& field) {
  return std::ranges::any_of(options.overrides,
                             [&](const std::string& text) { return text.substr(0, text.find('=')) == field.key; });
}

/// A run that has finished goes on where it is given more epochs.
bool asksForMoreEpochs(const TrainOptions& options) {
  return isSet(options, *findConfigField("training.num_epochs"));
}

/// A resume goes on with the run's own configuration. --set changes from there on what does not alter the model or the
/// order of the data.
Status checkResumable(const TrainOptions& options, const RunToResume& run) {
  const auto refuse = [&](const std::string& what, const std::string& remedy) {
    return Status(Error{ErrorKind::BadInput, options.runFolder, what, remedy});
  };
  const std::string elsewhere = "resume without it, or begin another run in a new folder";
  const auto asked = options.config.empty()
                         ? parseTrainingConfig(run.record.config.dump(), "run.json, config", options.overrides)
                         : readTrainingConfig(options.config, options.overrides);
  if (!asked) return asked.error();
  TrainingConfig same = *asked;
  if (!options.probes.empty() && options.probes != run.record.probes)
    return refuse("was begun with other probes", elsewhere);
  same.training.probes = run.config.training.probes;
  std::string keys, set;
  bool canBeSet = true;
  const auto differing = differingFields(same, run.config);
  for (const ConfigField* field : differing) {
    if (field->onResume && isSet(options, *field)) continue;
    keys += (keys.empty() ? "" : ", ") + field->key;
    set += " --set " + field->key + "=VALUE";
    canBeSet = canBeSet && field->onResume;
  }
  if (keys.empty() && run.finished && !differing.empty() && !asksForMoreEpochs(options))
    return refuse("has finished: " + differing.front()->key + " would have no effect", elsewhere);
  if (keys.empty()) return {};
  const std::string what = "was begun with another configuration (" + keys + ")";
  if (!canBeSet) return refuse(what, elsewhere);
  const bool rate = keys == "training.learning_rate";
  return refuse(what, "to change it from here on, resume with" + set +
                          (rate ? ", or set the learning rate in the monitor or the studio while it trains" : ""));
}

RunRequest requestOf(const TrainOptions& options, const Dataset& dataset, TrainingConfig config) {
  return {.folder = options.runFolder,
          .dataset = &dataset,
          .config = std::move(config),
          .threads = static_cast<std::size_t>(options.model.threads),
          .device = options.model.chosenDevice(),
          .command = options.command,
          .versions = {{"sojourn", programVersion}},
          .checkpointAsked = checkpointSignal()};
}

/// "5 epochs", as the run's configuration says.
std::string patienceText(const RunPaths& paths) {
  const auto record = readRunRecord(paths.record());
  const auto config =
      record ? parseTrainingConfig(record->config.dump(), "run.json, config") : Result<TrainingConfig>(record.error());
  if (!config) return "too many epochs";
  return std::to_string(config->training.patience) + (config->training.patience == 1 ? " epoch" : " epochs");
}

/// The figures of the best weights. Those on test are printed where --show-test asks for them, which is counted as
/// viewers count it: who has looked at them can no longer choose by validation alone.
Status printResults(const TrainOptions& options) {
  const RunPaths paths{options.runFolder};
  std::string early;
  if (const auto status = readRunStatus(paths.status()); status && status->epoch < status->epochs)
    early = "\nStopped early after epoch " + std::to_string(status->epoch) + " of " + std::to_string(status->epochs) +
            ": validation did not improve for " + patienceText(paths) + " (training.patience)\n";
  const auto results = readRunResults(paths.results());
  if (!results) return results.error();
  std::vector<std::pair<std::string, MetricsByTarget>> rows{
      {splitName(Split::Validation), results->validation.metrics}};
  std::string hidden;
  if (results->test && options.showTest) {
    rows.emplace_back(splitName(Split::Test), results->test->metrics);
    ShowingCounter().count(paths);
  } else if (results->test) {
    hidden = "\nThe test figures are hidden. --resume --show-test prints them and counts the showing in viewer.json.\n";
  }
  return text::print(early + "\n" + escapeForDisplay(paths.bestCheckpoint().string()) + "\n\n" +
                     text::metricsTable(rows) + hidden);
}

/// Where a training has stopped that can be resumed.
std::string stoppedText(const TrainOptions& options, const char* word) {
  const RunPaths paths{options.runFolder};
  std::string text = std::string("\n") + word;
  if (const auto status = readRunStatus(paths.status()))
    text += " in epoch " + std::to_string(std::max<std::int64_t>(1, status->epoch)) + " after step " +
            std::to_string(status->step);
  return text + ", saved in " + escapeForDisplay(paths.lastCheckpoint().string()) +
         "\nContinue with: sojourn train --resume --run-dir " + escapeForDisplay(shellWord(options.runFolder), 4096) +
         "\n";
}

/// What the viewers say beside the state of a run that ended without an error and is of no use; mostly empty.
std::string verdictText(const TrainOptions& options) {
  session::RunFollower follower(options.runFolder);
  while (follower.poll().more) {
  }
  std::string text;
  for (const session::FollowedRunPtr& run : follower.runs()) {
    const session::RunDigest digest = session::digestOf(*run);
    if (digest.verdict != session::RunVerdict::None)
      text += "\nVerdict: " + std::string(session::verdictWord(digest.verdict)) + "\n" + digest.verdictReason + ".\n";
  }
  return text;
}

/// Prints what a run says while it goes on and when it has ended.
template <class Train>
Status watched(const TrainOptions& options, const Train& train) {
  printHeldProblems();
  EpochTable table;
  const TrainObserver observer = table.observer();
  const Result<RunEnd> end = train(observer);
  const Status printed = table.finish();
  if (!end) return end.error();
  if (*end == RunEnd::Interrupted) {
    // The terminal may be what went away.
    static_cast<void>(text::print(stoppedText(options, "Interrupted") + verdictText(options)));
    return Error{ErrorKind::Cancelled, "", "interrupted", ""};
  }
  if (!printed) return printed;
  const Status ended = *end == RunEnd::Stopped ? text::print(stoppedText(options, "Stopped")) : printResults(options);
  return ended ? text::print(verdictText(options)) : ended;
}

Status begin(const TrainOptions& options, const CancelToken& cancel) {
  if (options.config.empty() || options.data.empty())
    return Error{ErrorKind::BadUsage, "", "--config and --data are required to begin a run",
                 "give both, or --resume to continue a run"};
  auto config = readTrainingConfig(options.config, options.overrides);
  if (!config) return config.error();
  if (!options.probes.empty()) config->training.probes = options.probes;
  const auto dataset = openForTraining(options.data, config->data.datasetPrefix, cancel);
  if (!dataset) return dataset.error();
  return watched(options, [&](const TrainObserver& observer) {
    return beginRun(requestOf(options, *dataset, *config), observer, cancel);
  });
}

Status resume(const TrainOptions& options, const CancelToken& cancel) {
  // A script that is run again and again begins the run at its first time.
  const bool begins = !options.config.empty() && !options.data.empty();
  if (begins && !isNamed(RunPaths{options.runFolder}.record())) return begin(options, cancel);
  const auto run = findRun(options.runFolder);
  if (!run) return run.error();
  if (const Status resumable = checkResumable(options, *run); !resumable) return resumable;
  if (run->finished && !asksForMoreEpochs(options)) {
    const Status said = text::print("finished already\n");
    return said && options.showTest ? printResults(options) : said;
  }
  const RunRecord::Dataset& data = run->record.dataset;
  const auto dataset = options.data.empty()
                           ? openForTraining((std::filesystem::path(data.path) / data.prefix).string(), "", cancel)
                           : openForTraining(options.data, data.prefix, cancel);
  if (!dataset) return dataset.error();
  return watched(options, [&](const TrainObserver& observer) {
    RunRequest request = requestOf(options, *dataset, run->config);
    request.overrides = options.overrides;
    return resumeRun(request, run->record, observer, cancel);
  });
}

Status trainIntoFolder(const TrainOptions& options) {
  // The reader of our output may go away: the training does not.
  static_cast<void>(std::signal(SIGPIPE, SIG_IGN));
  if (options.model.threads > 0) setEvaluationThreads(options.model.threads);
  return options.resume ? resume(options, interruptToken()) : begin(options, interruptToken());
}

}  // namespace

void addTrainCommand(CLI::App& app, Work& work, const std::string& commandLine) {
  const auto options = std::make_shared<TrainOptions>();
  options->command = commandLine;
  CLI::App* command = addModelCommand(app, "train");
  command->add_option("--config", options->config, "YAML file with the sections data, model and training")
      ->type_name("FILE.yaml");
  command->add_option("--data", options->data, "Dataset: a folder, or folder/prefix")->type_name("DATA");
  command->add_option("--run-dir", options->runFolder, "Folder for the run")->required()->type_name("DIR");
  command->add_flag("--resume", options->resume,
                    "Continue the run in that folder exactly where it stopped; with --config and --data begin it where "
                    "there is none. A finished run goes on with --set training.num_epochs=MORE");
  command
      ->add_option("--set", options->overrides,
                   "Replace a value of the configuration (repeatable). With --resume it applies from there on, and "
                   "only to learning rate, weight decay, clipping, the lengths of training and schedule, and "
                   "which checkpoints are kept")
      ->type_name("section.key=value")
      ->allow_extra_args(false);
  command
      ->add_option("--probe", options->probes,
                   "Validation sequence to inspect after every epoch (repeatable; default: 8 chosen sequences)")
      ->check(CLI::NonNegativeNumber)
      ->type_name("INDEX")
      ->allow_extra_args(false);
  command->add_flag("--show-test", options->showTest,
                    "Also print the figures of the test split, and count the showing in viewer.json");
  options->model.addDeviceTo(*command);
  options->model.addThreadsTo(*command);
  command->footer(
      "Writes run.json, events.jsonl, status.json, checkpoints/ (best.pt: lowest validation loss, last.pt: to resume\n"
      "from, epoch-NNNN.pt: see training.keep_epochs and keep_every), probes/ and, at the end, results.json. Ctrl+C,\n"
      "or closing the terminal, stops after writing a checkpoint; a second Ctrl+C stops at once. SIGUSR1 and SIGUSR2 "
      "write\n"
      "last.pt and go on. A seed gives the same weights whatever --threads.\n"
      "Examples:\n"
      "  sojourn train --config geolife.yaml --data geolife --run-dir runs/first\n"
      "  sojourn train --config geolife.yaml --data geolife --run-dir runs/seed1 --set seed=1 --set "
      "training.num_epochs=20\n"
      "  sojourn train --resume --run-dir runs/first\n"
      "  sojourn train --resume --run-dir runs/first --set training.learning_rate=0.0001");
  command->callback([options, &work] { work = [options] { return trainIntoFolder(*options); }; });
}

}  // namespace sojourn::cli
