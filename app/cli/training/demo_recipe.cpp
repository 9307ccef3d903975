// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/training/demo_recipe.h"

#include <system_error>

#include "app/cli/training/training_job.h"
#include "model/config/config_writer.h"
#include "model/core/files.h"
#include "model/data/demo/demo_city.h"
#include "model/data/demo/demo_files.h"
#include "model/evaluate/rule_baselines.h"
#include "views/text/json_metrics.h"

namespace sojourn::cli {
namespace {

/// Sums of gradients depend on how a batch is cut among threads, so their number is part of the recipe.
constexpr std::size_t demoThreads = 2;

}  // namespace

TrainingConfig demoRecipe() {
  TrainingConfig config;
  config.data.datasetPrefix = demoPrefix;
  config.data.dataset = "Demo city";
  config.training.batchSize = 64;
  config.training.learningRate = 1.5e-3;
  return config;
}

Status regenerateDemo(const std::filesystem::path& folder, const CancelToken& cancel) {
  std::error_code error;
  std::filesystem::create_directories(folder, error);
  if (error) {
    return Error{ErrorKind::Failed, folder.string(), "cannot be created (" + error.message() + ")",
                 "choose a writable folder"};
  }
  const Dataset city = makeDemoCity();
  if (const Status written = writeDataset(city, folder, NumberWidth::Narrow); !written) return written;

  const TrainingConfig config = demoRecipe();
  EpochTable table;
  auto trained = train({.dataset = &city, .config = config, .threads = demoThreads}, table.observer(), cancel);
  if (const Status printed = table.finish(); trained && !printed) return printed;
  if (!trained) return trained.error();
  printProblems(trained->notices);
  const std::filesystem::path checkpoint = folder / demoCheckpointName;
  trained->best.optimizer.reset();  // no training resumes from it
  if (const Status written = writeTorchCheckpoint(checkpoint, trained->best); !written) return written;
  const auto yaml = std::filesystem::path(checkpoint).replace_extension(".yaml");
  if (const Status written = writeFileAtomically(yaml, toYaml(config)); !written) return written;

  const SequenceSet& test = *city.split(Split::Test);
  const auto model = evaluateCheckpoint(checkpoint, test, config, cancel);
  if (!model) return model.error();
  const auto rules = evaluateRules(test, *city.split(Split::Train), cancel);
  if (!rules) return rules.error();
  std::vector<std::pair<std::string, MetricsByTarget>> rows{{config.model.name, model->metrics}};
  for (const RuleRow& rule : *rules) rows.emplace_back(rule.name, rule.metrics);
  return text::print("\nTest split of the demo city\n\n" + text::metricsTable(rows));
}

}  // namespace sojourn::cli
