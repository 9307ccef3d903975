// SPDX-License-Identifier: GPL-3.0-or-later
// `sojourn results`: what trained models reached on the test split, over their seeds, beside counting rules.
#include <memory>

#include <CLI/CLI.hpp>

#include "app/cli/commands/commands.h"
#include "app/cli/terminal/terminal.h"
#include "model/core/text.h"
#include "model/evaluate/rule_baselines.h"
#include "views/session/runs/run_results.h"
#include "views/text/results_text.h"

namespace sojourn::cli {
namespace {

struct ResultsOptions {
  std::vector<std::string> runs;
  std::string data, json;
};

Status showResults(const ResultsOptions& options) {
  const CancelToken cancel = interruptToken();
  const auto table = session::resultsOfRuns({options.runs.begin(), options.runs.end()}, cancel);
  if (!table) return table.error();
  std::vector<RuleRow> rules;
  if (!options.data.empty()) {
    const auto dataset = openDataset({.data = options.data}, {Split::Train, Split::Test}, cancel);
    if (!dataset) return dataset.error();
    if (dataset->prefix != table->dataset)
      return Error{ErrorKind::BadInput, options.data, "is not the dataset of the runs, " + table->dataset,
                   "name the data they were trained on"};
    ProgressLine progress("counting");
    auto counted =
        evaluateRules(*dataset->split(Split::Test), *dataset->split(Split::Train), cancel, progress.callback());
    progress.clear();
    if (!counted) return counted.error();
    rules = std::move(*counted);
  }
  ShowingCounter showings;
  for (const ModelResults& results : table->models)
    for (const std::string& run : results.runs) showings.count(RunPaths{run});
  if (!options.json.empty()) return text::writeJson(text::resultsJson(*table, rules), options.json);
  return text::print(text::resultsTable(*table, rules));
}

}  // namespace

void addResultsCommand(CLI::App& app, Work& work) {
  const auto options = std::make_shared<ResultsOptions>();
  CLI::App* command = app.add_subcommand("results", "What trained models reached on the test split, over their seeds");
  command->add_option("--runs", options->runs, "Folder of runs; once for each")
      ->required()
      ->allow_extra_args(false)
      ->type_name("DIR ...");
  command->add_option("--data", options->data, "Their dataset, to add counting rules: a folder, or folder/prefix")
      ->type_name("DATA");
  addJsonOption(*command, options->json);
  command->footer(
      "Runs that differ in nothing but their seed are one row: mean and standard deviation of the test figures that\n"
      "the trainer wrote. Runs that are not finished, were steered, or repeat a seed do not count. The showing is\n"
      "counted in the viewer.json of each run.\n"
      "Examples:\n"
      "  sojourn results --runs study --runs networks --data geolife\n"
      "  sojourn results --runs networks --json -");
  command->callback([options, &work] { work = [options] { return showResults(*options); }; });
}

}  // namespace sojourn::cli
