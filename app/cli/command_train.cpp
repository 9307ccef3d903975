// SPDX-License-Identifier: GPL-3.0-or-later
// `sojourn train`: a training by its configuration file, into a folder of its own; begun or gone on with.
#include <csignal>
#include <memory>

#include <CLI/CLI.hpp>

#include "app/cli/commands.h"
#include "app/cli/common_options.h"
#include "app/cli/interrupt.h"
#include "app/cli/json_metrics.h"
#include "app/cli/training_job.h"
#include "app/cli/version.h"
#include "model/config/config_reader.h"
#include "model/config/config_schema.h"
#include "model/core/text.h"
#include "model/train/run_training.h"

namespace sojourn::cli {
namespace {

struct Options {
  std::string config;
  std::string data;
  std::string runFolder;
  std::vector<std::string> overrides;
  std::vector<std::int64_t> probes;
  bool resume = false;
  ModelChoice model;    ///< its device and threads only
  std::string command;  ///< the whole command line, for the record
};

/// --data names the dataset; where its folder holds several, the configuration's prefix chooses.
Result<Dataset> openForTraining(const std::string& data, const std::string& prefix, const CancelToken& cancel) {
  const std::filesystem::path folder(data);
  std::error_code error;
  const bool choose = !prefix.empty() && std::filesystem::is_directory(folder, error) && !locateDataset(folder).ok();
  return openDataset(choose ? (folder / prefix).string() : data, {Split::Train, Split::Validation}, cancel,
                     {Split::Test});
}

/// The keys in which two configurations differ: "training.batch_size, seed".
std::string differences(const TrainingConfig& a, const TrainingConfig& b) {
  std::string keys;
  for (const ConfigField& field : configFields())
    if (field.get(a) != field.get(b)) keys += (keys.empty() ? "" : ", ") + field.key;
  return keys;
}

/// What is asked for on a resume may only repeat what the run was begun with.
Status checkUnchanged(const Options& options, const RunToResume& run) {
  const auto refuse = [&](const std::string& what) {
    return Status(Error{ErrorKind::BadInput, options.runFolder, what,
                        "resume without it, or begin another run in a folder of its own"});
  };
  const auto asked = options.config.empty()
                         ? parseTrainingConfig(run.record.config.dump(), "run.json, config", options.overrides)
                         : readTrainingConfig(options.config, options.overrides);
  if (!asked) return asked.error();
  TrainingConfig same = *asked;
  if (!options.probes.empty() && options.probes != run.record.probes) return refuse("was begun with other probes");
  same.training.probes = run.config.training.probes;
  const std::string changed = differences(same, run.config);
  return changed.empty() ? Status() : refuse("was begun with another configuration (" + changed + ")");
}

RunRequest requestOf(const Options& options, const Dataset& dataset, TrainingConfig config) {
  return {.folder = options.runFolder,
          .dataset = &dataset,
          .config = std::move(config),
          .threads = static_cast<std::size_t>(options.model.threads),
          .device = options.model.chosenDevice(),
          .command = options.command,
          .versions = {{"sojourn", programVersion}}};
}

/// Prints what a run says while it goes on and when it has ended.
template <class Train>
Status watched(const Options& options, const Train& train) {
  EpochTable table;
  TrainObserver observer = table.observer();
  std::vector<std::pair<std::string, MetricsByTarget>> results;
  observer.results = [&](Split split, const MetricsByTarget& metrics) {
    results.emplace_back(splitName(split), metrics);
  };
  const Result<RunEnd> end = train(observer);
  const Status printed = table.finish();
  if (!end) return end.error();
  if (*end == RunEnd::Interrupted) return Error{ErrorKind::Cancelled, "", "interrupted", ""};
  if (!printed) return printed;
  const RunPaths paths{options.runFolder};
  if (*end == RunEnd::Stopped)
    return print("\nstopped; `sojourn train --resume --run-dir " + escapeForDisplay(options.runFolder) + "` goes on\n");
  return print("\n" + escapeForDisplay(paths.bestCheckpoint().string()) + "\n\n" + metricsTable(results));
}

Status begin(const Options& options, const CancelToken& cancel) {
  if (options.config.empty() || options.data.empty())
    return Error{ErrorKind::BadUsage, "", "--config and --data are required to begin a run",
                 "give both, or --resume to go on with one"};
  auto config = readTrainingConfig(options.config, options.overrides);
  if (!config) return config.error();
  if (!options.probes.empty()) config->training.probes = options.probes;
  const auto dataset = openForTraining(options.data, config->data.datasetPrefix, cancel);
  if (!dataset) return dataset.error();
  return watched(options, [&](const TrainObserver& observer) {
    return beginRun(requestOf(options, *dataset, *config), observer, cancel);
  });
}

Status resume(const Options& options, const CancelToken& cancel) {
  const auto run = findRun(options.runFolder);
  if (!run) return run.error();
  if (const Status unchanged = checkUnchanged(options, *run); !unchanged) return unchanged;
  if (run->finished) return print("finished already\n");
  const RunRecord::Dataset& data = run->record.dataset;
  const auto dataset = options.data.empty()
                           ? openForTraining((std::filesystem::path(data.path) / data.prefix).string(), "", cancel)
                           : openForTraining(options.data, data.prefix, cancel);
  if (!dataset) return dataset.error();
  return watched(options, [&](const TrainObserver& observer) {
    return resumeRun(requestOf(options, *dataset, run->config), run->record, observer, cancel);
  });
}

Status trainIntoFolder(const Options& options) {
  // Whoever reads our output may go away: the training does not.
  static_cast<void>(std::signal(SIGPIPE, SIG_IGN));
  if (options.model.threads > 0) setEvaluationThreads(options.model.threads);
  return options.resume ? resume(options, interruptToken()) : begin(options, interruptToken());
}

}  // namespace

void addTrainCommand(CLI::App& app, Work& work, const std::string& commandLine) {
  const auto options = std::make_shared<Options>();
  options->command = commandLine;
  CLI::App* command = app.add_subcommand("train", "Train a model by a configuration file");
  command->add_option("--config", options->config, "YAML with the sections data, model and training")
      ->type_name("FILE.yaml");
  command->add_option("--data", options->data, "Dataset: a folder, or folder/prefix")->type_name("DATA");
  command->add_option("--run-dir", options->runFolder, "Folder for the run")->required()->type_name("DIR");
  command->add_flag("--resume", options->resume, "Go on with the run in that folder, exactly where it stood");
  command->add_option("--set", options->overrides, "Replace a value of the configuration (repeatable)")
      ->type_name("section.key=value")
      ->allow_extra_args(false);
  command
      ->add_option("--probe", options->probes,
                   "Validation sequence to inspect after every epoch (repeatable; 8 chosen)")
      ->check(CLI::NonNegativeNumber)
      ->type_name("INDEX")
      ->allow_extra_args(false);
  options->model.addDeviceTo(*command);
  options->model.addThreadsTo(*command);
  command->footer(
      "Writes run.json, events.jsonl, status.json, checkpoints/ (best.pt: lowest validation loss, last.pt: to resume\n"
      "from), probes/ and, at the end, results.json. Ctrl+C stops after a checkpoint, a second one at once.\n"
      "Examples:\n"
      "  sojourn train --config geolife.yaml --data geolife --run-dir runs/first\n"
      "  sojourn train --config geolife.yaml --data geolife --run-dir runs/seed1 --set seed=1 --set "
      "training.num_epochs=20\n"
      "  sojourn train --resume --run-dir runs/first");
  command->callback([options, &work] { work = [options] { return trainIntoFolder(*options); }; });
}

}  // namespace sojourn::cli
