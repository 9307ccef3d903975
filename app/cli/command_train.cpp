// SPDX-License-Identifier: GPL-3.0-or-later
// `sojourn train`: a training by its configuration file, into a folder of its own.
#include <memory>

#include <CLI/CLI.hpp>

#include "app/cli/commands.h"
#include "app/cli/common_options.h"
#include "app/cli/interrupt.h"
#include "app/cli/json_metrics.h"
#include "app/cli/run_folder.h"
#include "app/cli/training_job.h"
#include "model/config/config_reader.h"
#include "model/core/text.h"

namespace sojourn::cli {
namespace {

struct Options {
  std::string config;
  DataChoice data;
  std::string runFolder;
  std::vector<std::string> overrides;
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

Status trainIntoFolder(const Options& options) {
  const CancelToken cancel = interruptToken();
  const auto config = readTrainingConfig(options.config, options.overrides);
  if (!config) return config.error();
  if (options.model.chosenDevice() == Device::Cuda) {
    return Error{ErrorKind::Failed, "--device cuda", "training runs on the CPU only", "use --device cpu"};
  }
  const auto dataset = openForTraining(options.data.data, config->data.datasetPrefix, cancel);
  if (!dataset) return dataset.error();
  const auto folder = RunFolder::create(options.runFolder);
  if (!folder) return folder.error();

  Status recorded;
  const auto record = [&](std::int64_t parameters) {
    recorded = folder->writeRecord({.command = options.command, .parameters = parameters}, *config, *dataset);
  };
  const auto trained =
      trainWithReport(*dataset, *config, static_cast<std::size_t>(options.model.threads), cancel, record);
  if (!trained) return trained.error();
  if (!recorded) return recorded;
  // Best before last, as readers expect: who sees the last checkpoint finds the best one too.
  if (const Status written = folder->writeCheckpoint("best", trained->best); !written) return written;
  if (const Status written = folder->writeCheckpoint("last", trained->last); !written) return written;

  const auto validation =
      evaluateCheckpoint(folder->checkpoint("best"), *dataset->split(Split::Validation), *config, cancel);
  if (!validation) return validation.error();
  std::optional<SplitResult> test;
  std::vector<std::pair<std::string, MetricsByTarget>> table{{"validation", validation->metrics}};
  if (const SequenceSet* set = dataset->split(Split::Test); set && !set->empty()) {
    auto result = evaluateCheckpoint(folder->checkpoint("best"), *set, *config, cancel);
    if (!result) return result.error();
    table.emplace_back("test", result->metrics);
    test = std::move(*result);
  }
  if (const Status written = folder->writeResults(*validation, test); !written) return written;
  return print("\n" + escapeForDisplay(folder->checkpoint("best").string()) + "\n\n" + metricsTable(table));
}

}  // namespace

void addTrainCommand(CLI::App& app, Work& work, const std::string& commandLine) {
  const auto options = std::make_shared<Options>();
  options->command = commandLine;
  CLI::App* command = app.add_subcommand("train", "Train a model by a configuration file");
  command->add_option("--config", options->config, "YAML with the sections data, model and training")
      ->required()
      ->type_name("FILE.yaml");
  options->data.addTo(*command, false);
  command->add_option("--run-dir", options->runFolder, "Folder for the run; it must not hold one")
      ->required()
      ->type_name("DIR");
  command->add_option("--set", options->overrides, "Replace a value of the configuration (repeatable)")
      ->type_name("section.key=value")
      ->allow_extra_args(false);
  options->model.addDeviceTo(*command);
  options->model.addThreadsTo(*command);
  command->footer(
      "Writes run.json, checkpoints/best.pt (lowest validation loss), checkpoints/last.pt and results.json.\n"
      "Examples:\n"
      "  sojourn train --config geolife.yaml --data geolife --run-dir runs/first\n"
      "  sojourn train --config geolife.yaml --data geolife --run-dir runs/seed1 --set seed=1 --set "
      "training.num_epochs=20");
  command->callback([options, &work] { work = [options] { return trainIntoFolder(*options); }; });
}

}  // namespace sojourn::cli
