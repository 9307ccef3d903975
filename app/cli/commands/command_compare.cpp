// SPDX-License-Identifier: GPL-3.0-or-later
// `sojourn compare`: several models on the same samples.
#include <algorithm>
#include <memory>
#include <numeric>

#include <CLI/CLI.hpp>

#include "app/cli/commands/commands.h"
#include "app/cli/terminal/terminal.h"
#include "model/core/files.h"
#include "model/core/text.h"
#include "model/evaluate/compare_models.h"
#include "model/evaluate/evaluate_split.h"
#include "model/evaluate/prediction_file.h"
#include "model/evaluate/rule_baselines.h"
#include "views/text/comparison_text.h"
#include "views/text/json_metrics.h"

namespace sojourn::cli {
namespace {

struct CompareOptions {
  DataChoice data;
  std::vector<std::string> models;
  ModelChoice engine;  ///< device and threads of every checkpoint
  std::string filter, perSample, json;
};

/// A rule by its name, predictions from a .csv, else a checkpoint; over the whole split.
Result<ModelAnswers> answersOf(const std::string& name, const CompareOptions& options, const Dataset& dataset,
                               Split split, std::vector<Problem>& problems, const CancelToken& cancel) {
  const SequenceSet& set = *dataset.split(split);
  std::vector<std::size_t> rows(set.size());
  std::iota(rows.begin(), rows.end(), std::size_t{0});
  ProgressLine progress("evaluating " + name);
  if (std::ranges::find(ruleNames, name) != ruleNames.end()) {
    auto outcomes = ruleOutcomes(name, set, rows, *dataset.split(Split::Train), cancel, progress.callback());
    progress.clear();
    if (!outcomes) return outcomes.error();
    return ModelAnswers{name, "rule", std::move(*outcomes), false, {}};
  }
  if (name.ends_with(".csv")) {
    auto read = readPredictions(name, set);
    if (!read) return read.error();
    return ModelAnswers{name, "predictions", std::move(read->outcomes), read->probabilities, {}};
  }
  ModelChoice choice = options.engine;
  choice.checkpoint = name;
  const auto engine = choice.load(options.data);
  if (!engine) return engine.error();
  std::ranges::move(choice.problems, std::back_inserter(problems));
  auto evaluation = evaluateSplit(**engine, set, cancel, progress.callback());
  progress.clear();
  if (!evaluation) return inFile(name, evaluation.error());
  const ModelDescription& model = (*engine)->description();
  return ModelAnswers{name, model.id, std::move(evaluation->outcomes), true, model.labelSmoothing};
}

Status compare(const CompareOptions& options) {
  const auto split = options.data.chosenSplit();
  if (!split) return split.error();
  if (options.models.size() < 2 || options.models.size() > 8)
    return Error{ErrorKind::BadUsage, "--model", "is given " + std::to_string(options.models.size()) + " times",
                 "name two to eight models"};
  const CancelToken cancel = interruptToken();
  std::vector<Split> needed{Split::Train};
  if (*split != Split::Train) needed.push_back(*split);
  const auto dataset = openDataset(options.data.data, needed, cancel);
  if (!dataset) return dataset.error();

  std::vector<Problem> problems;
  std::vector<ModelAnswers> models;
  for (const std::string& name : options.models) {
    auto answers = answersOf(name, options, *dataset, *split, problems, cancel);
    if (!answers) return answers.error();
    models.push_back(std::move(*answers));
  }
  const SequenceSet& set = *dataset->split(*split);
  const auto rows = filteredRows(options.filter, *dataset, *split, models.front().outcomes);
  if (!rows) return rows.error();
  for (ModelAnswers& model : models) {
    std::vector<Outcome> kept;
    for (const std::size_t row : *rows) kept.push_back(model.outcomes[row]);
    model.outcomes = std::move(kept);
  }

  ProgressLine progress("comparing");
  const auto comparison =
      compareModels(set, *rows, dataset->split(Split::Train), models, {}, cancel, progress.callback());
  progress.clear();
  if (!comparison) return comparison.error();
  if (!options.perSample.empty()) {
    const Status written = writeOutput(options.perSample, text::comparisonCsv(set, *rows, models));
    if (!written) return written;
  }
  if (!options.json.empty()) {
    text::Json json{{"schema", "sojourn.comparison/1"}, {"dataset", dataset->prefix}, {"split", splitName(*split)}};
    json.update(text::comparisonJson(*comparison));
    return text::writeJson(std::move(json), options.json, problems);
  }
  return text::print("Models on " + escapeForDisplay(dataset->prefix) + " " + splitName(*split) + ", " +
                     groupThousands(static_cast<long long>(comparison->n)) + " samples\n\n" +
                     text::comparisonTables(*comparison));
}

}  // namespace

void addCompareCommand(CLI::App& app, Work& work) {
  const auto options = std::make_shared<CompareOptions>();
  CLI::App* command = app.add_subcommand("compare", "Where two to eight models agree and differ on a split");
  options->data.addTo(*command);
  command->add_option("--model", options->models, "A checkpoint, a rule, or a CSV of predictions; once for each model")
      ->required()
      ->type_name("FILE|RULE");
  options->engine.addDeviceTo(*command);
  options->engine.addThreadsTo(*command);
  command
      ->add_option("--filter", options->filter,
                   "Only samples that match, as in the studio; answers are the first model's")
      ->type_name("TEXT");
  command->add_option("--per-sample", options->perSample, "Write a CSV with a line for every sample")
      ->type_name("OUT.csv");
  addJsonOption(*command, options->json);
  command->footer(
      "Rules: window_frequency, most_recent, user_markov, user_frequency. A CSV has the columns index,rank1..rank10 "
      "and,\n"
      "if wanted, probability1..probability10, with a line for each sample of the split.\n"
      "Examples:\n"
      "  sojourn compare --data geolife --model v45.pt --model mhsa.pt\n"
      "  sojourn compare --data geolife --model v45.pt --model window_frequency --filter \"len>20\" --json -");
  command->callback([options, &work] { work = [options] { return compare(*options); }; });
}

}  // namespace sojourn::cli
