// SPDX-License-Identifier: GPL-3.0-or-later
// `sojourn ablate`: trains a model without one part at a time, with several seeds, and says what each part is worth.
#include <algorithm>
#include <cstdio>
#include <memory>

#include <CLI/CLI.hpp>

#include "app/cli/commands/commands.h"
#include "app/cli/terminal/terminal.h"
#include "model/config/config_file.h"
#include "model/core/text.h"
#include "model/runs/queue/queue_runner.h"
#include "views/session/ablation/variant_study.h"
#include "views/text/variant_study_text.h"

namespace sojourn::cli {
namespace {

struct AblateOptions {
  std::string config, data, runs, json;
  std::vector<std::string> overrides, only;
  std::vector<std::int64_t> seeds, layers;
  std::size_t atOnce = 1;
  bool resume = false, status = false;
  ModelChoice model;  ///< its device and threads only
};

Status trainMissing(const AblateOptions& options, const session::StudyPlan& plan) {
  if (const Status queued = session::queueStudy(plan, options.resume); !queued) return queued;
  auto queue = resolved({.folder = plan.folder, .trainer = {}, .atOnce = options.atOnce});
  if (!queue) return queue.error();
  // Standard output is for the result alone.
  queue->say = [](const std::string& what) { std::fprintf(stderr, "%s\n", escapeForDisplay(what).c_str()); };
  Status done = QueueRunner(std::move(*queue)).run(interruptToken());
  if (!done && done.error().kind == ErrorKind::Cancelled)
    return Error{ErrorKind::Cancelled, plan.folder.string(), "the study was stopped; trainings that run go on",
                 "continue it with --resume"};
  return done;
}

/// An error where a training of the study did not come to its end; the table says the reasons of all.
Status firstFailure(const VariantStudy& study) {
  for (const StudiedVariant& variant : study.variants)
    for (const VariantRun& run : variant.runs)
      if (run.state != "finished")
        return Error{ErrorKind::Failed, run.run, run.state + (run.reason.empty() ? "" : ": " + run.reason),
                     "see stderr.txt in its folder, then repeat the command with --resume"};
  return {};
}

/// The study that the options describe. Its folder describes one that was begun: then nothing more is needed.
Result<session::StudyPlan> planOf(const AblateOptions& options) {
  const bool described = !options.only.empty() || !options.seeds.empty() || !options.layers.empty();
  if ((options.resume || options.status) && !described && options.overrides.empty())
    if (auto begun = session::studyIn(options.runs)) return begun;
  if (options.config.empty() || options.data.empty())
    return Error{ErrorKind::BadUsage, "", "--config and --data are required to begin a study",
                 "give both, or --resume with the folder of one that was begun"};
  const auto config = readTrainingConfig(options.config, options.overrides);
  if (!config) return config.error();
  auto variants = session::variantsOf(*config, options.only, options.layers);
  if (!variants) return variants.error();
  std::error_code error;
  return session::StudyPlan{.folder = std::filesystem::absolute(options.runs, error),
                            .data = options.data,
                            .base = *config,
                            .variants = std::move(*variants),
                            .seeds = options.seeds.empty() ? std::vector<std::int64_t>{1, 2, 3, 4, 5} : options.seeds};
}

Status ablate(const AblateOptions& options) {
  const CancelToken cancel = interruptToken();
  auto made = planOf(options);
  if (!made) return made.error();
  session::StudyPlan& plan = *made;
  const std::string data = options.data.empty() ? plan.data.string() : options.data;
  const auto dataset = openForTraining(data, plan.base.data.datasetPrefix, cancel);
  if (!dataset) return dataset.error();
  const SequenceSet* test = dataset->split(Split::Test);
  if (!test || test->empty())
    return Error{ErrorKind::BadInput, data, "has no test split", "a study is evaluated on it: add the file"};

  std::error_code error;
  plan.data = std::filesystem::absolute(dataset->folder, error) / dataset->prefix;
  plan.dataset = dataset->prefix;
  plan.device = options.model.device == "auto" ? "" : options.model.device;
  plan.threads = options.model.threads;
  std::ranges::sort(plan.seeds);
  plan.seeds.erase(std::ranges::unique(plan.seeds).begin(), plan.seeds.end());
  if (!options.status)
    if (const Status trained = trainMissing(options, plan); !trained) return trained;

  ProgressLine progress("evaluating the runs");
  const auto study = session::collectStudy(plan, *test, checkpointEvaluator(options.model, *test, cancel), cancel,
                                           progress.callback());
  progress.clear();
  if (!study) return study.error();
  Status written;
  if (options.json.empty()) {
    written = text::print(text::studyTable(*study));
  } else {
    text::Json json{{"schema", "sojourn.ablation/1"}, {"dataset", dataset->prefix}, {"split", splitName(Split::Test)}};
    json.update(text::studyJson(*study));
    written = text::writeJson(json, options.json);
  }
  return written && !options.status ? firstFailure(*study) : written;
}

}  // namespace

void addAblateCommand(CLI::App& app, Work& work) {
  const auto options = std::make_shared<AblateOptions>();
  CLI::App* command = addModelCommand(app, "ablate");
  command->add_option("--config", options->config, "YAML file of the full model, as for `sojourn train`")
      ->type_name("FILE.yaml");
  command->add_option("--data", options->data, "Dataset: a folder, or folder/prefix")->type_name("DATA");
  command->add_option("--runs", options->runs, "Folder for the runs and their queue")->required()->type_name("DIR");
  command->add_option("--only", options->only, "Ablations to train beside the full model (default: all)")
      ->delimiter(',')
      ->type_name("A,B");
  command->add_option("--seeds", options->seeds, "Seeds that each variant is trained with (default: 1,2,3,4,5)")
      ->delimiter(',')
      ->check(CLI::Range(std::int64_t{0}, std::int64_t{4294967295}))
      ->type_name("1,2,3");
  command->add_option("--layers", options->layers, "Numbers of layers to train as well")
      ->delimiter(',')
      ->check(CLI::Range(1, 64))
      ->type_name("1,2,3,4");
  command->add_option("--jobs", options->atOnce, "Number of trainings at a time")
      ->type_name("N")
      ->check(CLI::Range(1, 64))
      ->capture_default_str();
  command->add_flag("--resume", options->resume,
                    "Continue the study in that folder, which knows its parts: finished runs stay, stopped ones "
                    "continue, failed ones are tried again");
  command->add_flag("--status", options->status, "Show how far the study in that folder is, without training");
  command->add_option("--set", options->overrides, "Replace a value of the configuration (repeatable)")
      ->type_name("section.key=value")
      ->allow_extra_args(false);
  options->model.addDeviceTo(*command);
  options->model.addThreadsTo(*command);
  addJsonOption(*command, options->json);
  command->footer(
      "Each training is a run directory DIR/VARIANT-SEED of its own, and a process of its own: Ctrl+C stops the\n"
      "study, not the trainings that run. The verdict compares the difference that a paper claims for a dataset with\n"
      "the interval measured here. The test figures of all runs are shown, which viewer.json counts.\n"
      "Examples:\n"
      "  sojourn ablate --config geolife.yaml --data geolife --runs study\n"
      "  sojourn ablate --config geolife.yaml --data geolife --runs study --only no_pointer,no_gate --seeds 1,2,3\n"
      "  sojourn ablate --runs study --resume --json study.json\n"
      "  sojourn ablate --runs study --status");
  command->callback([options, &work] { work = [options] { return ablate(*options); }; });
}

}  // namespace sojourn::cli
