// SPDX-License-Identifier: GPL-3.0-or-later
// `sojourn demo`: the demo city and its models as files, or all made again: the city, the models' sizes, their
// training.
#include <memory>
#include <system_error>

#include <CLI/CLI.hpp>

#include "app/cli/commands/commands.h"
#include "app/cli/terminal/epoch_table.h"
#include "model/config/config_file.h"
#include "model/config/trainable_models.h"
#include "model/core/files.h"
#include "model/core/text.h"
#include "model/data/demo/demo_city.h"
#include "model/data/demo/demo_files.h"
#include "model/data/demo/demo_map.h"
#include "model/evaluate/rule_baselines.h"
#include "model/train/trainer/train.h"
#include "views/text/json_metrics.h"

namespace sojourn::cli {
namespace {

struct DemoOptions {
  std::string folder;
  bool regenerate = false;
};

struct DemoModel {
  const char* checkpoint;
  TrainingConfig config;
};

/// Each network's recipe, changed as far as a small city needs it.
std::vector<DemoModel> demoModels() {
  DemoModel pointer{demoCheckpointName, {}}, lstm{demoComparedName, recipeFor("lstm")};
  pointer.config.training.batchSize = 64;
  pointer.config.training.learningRate = 1.5e-3;
  lstm.config.model.dModel = 16;
  lstm.config.model.hiddenSize = 32;
  lstm.config.model.numLayers = 1;
  lstm.config.training.learningRate = 3e-3;
  for (DemoModel* model : {&pointer, &lstm}) {
    model->config.data.datasetPrefix = demoPrefix;
    model->config.data.dataset = "Demo city";
  }
  return {pointer, lstm};
}

/// The figures of a checkpoint on one split, as an evaluation from its file gives them.
Result<Validation> evaluateCheckpoint(const std::filesystem::path& checkpoint, const SequenceSet& set,
                                      const TrainingConfig& config, const CancelToken& cancel) {
  EngineOptions options;
  options.device = Device::Cpu;
  const auto engine = Engine::load(checkpoint, options);
  if (!engine) return engine.error();
  ProgressLine progress("evaluating");
  return validate(**engine, set, config, cancel, progress.callback());
}

/// Trains a model of the demo with a fixed seed, and writes its files.
Result<Validation> trainDemoModel(const DemoModel& model, const Dataset& city, const std::filesystem::path& folder,
                                  const CancelToken& cancel) {
  EpochTable table;
  auto trained = train({.dataset = &city, .config = model.config}, table.observer(), cancel);
  if (const Status printed = table.finish(); trained && !printed) return printed.error();
  if (!trained) return trained.error();
  printProblems(trained->notices);
  const std::filesystem::path checkpoint = folder / model.checkpoint;
  trained->best.optimizer.reset();  // no training resumes from it
  if (const Status written = writeTorchCheckpoint(checkpoint, trained->best); !written) return written.error();
  const auto yaml = std::filesystem::path(checkpoint).replace_extension(".yaml");
  if (const Status written = writeFileAtomically(yaml, toYaml(model.config)); !written) return written.error();
  return evaluateCheckpoint(checkpoint, *city.split(Split::Test), model.config, cancel);
}

/// Makes the city again, trains its models, and writes all files of the demo into a folder. Prints the models' figures
/// beside those of the counting rules.
Status regenerateDemo(const std::filesystem::path& folder, const CancelToken& cancel) {
  std::error_code error;
  std::filesystem::create_directories(folder, error);
  if (error) {
    return Error{ErrorKind::Failed, folder.string(), "cannot be created (" + error.message() + ")",
                 "choose a writable folder"};
  }
  const Dataset city = makeDemoCity();
  if (const Status written = writeDataset(city, folder, NumberWidth::Narrow); !written) return written;
  if (const Status written = writeFileAtomically(folder / demoMapName, demoBackground()); !written) return written;

  std::vector<std::pair<std::string, MetricsByTarget>> rows;
  for (const DemoModel& model : demoModels()) {
    const auto figures = trainDemoModel(model, city, folder, cancel);
    if (!figures) return figures.error();
    rows.emplace_back(model.config.model.name, figures->metrics);
  }
  const auto rules = evaluateRules(*city.split(Split::Test), *city.split(Split::Train), cancel);
  if (!rules) return rules.error();
  for (const RuleRow& rule : *rules) rows.emplace_back(rule.name, rule.metrics);
  return text::print("\nTest split of the demo city\n\n" + text::metricsTable(rows));
}

Status demo(const DemoOptions& options) {
  if (options.regenerate) return regenerateDemo(options.folder, interruptToken());
  if (const Status written = writeDemoFiles(options.folder); !written) return written;
  std::string text;
  for (const EmbeddedFile& file : demoFiles()) {
    text += escapeForDisplay((std::filesystem::path(options.folder) / file.name).string()) + "  " +
            humanBytes(file.bytes().size()) + "\n";
  }
  return text::print(text);
}

}  // namespace

void addDemoCommand(CLI::App& app, Work& work) {
  const auto options = std::make_shared<DemoOptions>();
  CLI::App* command = addModelCommand(app, "demo");
  command->add_option("folder", options->folder, "Folder to write to; created if it does not exist")
      ->required()
      ->type_name("OUT_DIR");
  command->add_flag("--regenerate", options->regenerate, "Generate the city and train its models again");
  command->footer(
      "Examples:\n"
      "  sojourn demo city\n"
      "  sojourn evaluate --data city --checkpoint city/demo_city_pointer_v45.pt\n"
      "  sojourn compare --data city --model city/demo_city_pointer_v45.pt --model city/demo_city_lstm.pt\n"
      "    --districts city/demo_city_map.geojson\n"
      "  sojourn demo resources/demo --regenerate");
  command->callback([options, &work] { work = [options] { return demo(*options); }; });
}

}  // namespace sojourn::cli
