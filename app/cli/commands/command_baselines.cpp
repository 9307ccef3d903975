// SPDX-License-Identifier: GPL-3.0-or-later
// `sojourn baselines`: what counting rules reach on a split.
#include <memory>

#include <CLI/CLI.hpp>

#include "app/cli/commands/commands.h"
#include "app/cli/terminal/terminal.h"
#include "model/core/text.h"
#include "model/evaluate/rule_baselines.h"
#include "views/text/json_metrics.h"

namespace sojourn::cli {
namespace {

struct BaselinesOptions {
  DataChoice data;
  std::string filter, json;
};

Status baselines(const BaselinesOptions& options) {
  const auto split = options.data.chosenSplit();
  if (!split) return split.error();
  const CancelToken cancel = interruptToken();
  std::vector<Split> needed{Split::Train};
  if (*split != Split::Train) needed.push_back(*split);
  const auto dataset = openDataset(options.data, needed, cancel);
  if (!dataset) return dataset.error();

  ProgressLine progress("counting");
  const auto filtered = filteredRows(options.filter, *dataset, *split, {});
  if (!filtered) return filtered.error();
  const auto rows =
      evaluateRules(*dataset->split(*split), *filtered, *dataset->split(Split::Train), cancel, progress.callback());
  progress.clear();
  if (!rows) return rows.error();

  if (!options.json.empty()) {
    text::Json json;
    json["schema"] = "sojourn.baselines/1";
    json["dataset"] = dataset->prefix;
    json["split"] = splitName(*split);
    if (!options.filter.empty()) json["filter"] = options.filter;
    json["rows"] = text::Json::array();
    for (const RuleRow& row : *rows)
      json["rows"].push_back({{"name", row.name}, {"metrics", text::toJson(row.metrics)}});
    return text::writeJson(json, options.json);
  }
  std::vector<std::pair<std::string, MetricsByTarget>> table;
  for (const RuleRow& row : *rows) table.emplace_back(row.name, row.metrics);
  return text::print("Rules on " + escapeForDisplay(dataset->prefix) + " " + splitName(*split) + "\n\n" +
                     text::metricsTable(table));
}

}  // namespace

void addBaselinesCommand(CLI::App& app, Work& work) {
  const auto options = std::make_shared<BaselinesOptions>();
  CLI::App* command = app.add_subcommand("baselines", "The accuracy of simple counting rules on a split");
  options->data.addTo(*command);
  addFilterOption(*command, options->filter);
  addJsonOption(*command, options->json);
  command->footer(
      "The rules window_frequency and most_recent read only the window; user_markov and user_frequency count the\n"
      "training split.\n"
      "Examples:\n"
      "  sojourn baselines --data geolife\n"
      "  sojourn baselines --data geolife --split validation --json -");
  command->callback([options, &work] { work = [options] { return baselines(*options); }; });
}

}  // namespace sojourn::cli
