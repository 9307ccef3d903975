// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/text/results_text.h"

#include <array>
#include <cmath>
#include <utility>

#include "model/core/text.h"
#include "views/text/json_metrics.h"
#include "views/text/table.h"

namespace sojourn::text {
namespace {

Json spreadJson(const Spread& spread) {
  if (spread.n == 0) return {{"mean", nullptr}, {"sd", nullptr}, {"low", nullptr}, {"high", nullptr}, {"n", 0}};
  return {{"mean", spread.mean},
          {"sd", orNull(spread.deviation)},
          {"low", spread.lowest},
          {"high", spread.highest},
          {"n", spread.n}};
}

/// The columns: their keys in JSON, their heads and what they show.
struct FigureColumn {
  const char *key, *head;
  Spread MeanMetrics::*ofRuns;
  double (*ofRule)(const Metrics&);
};
constexpr std::array<FigureColumn, 6> columns{{
    {"acc@1", "Acc@1", &MeanMetrics::accuracy1, [](const Metrics& m) { return m.accuracy[0]; }},
    {"acc@5", "@5", &MeanMetrics::accuracy5, [](const Metrics& m) { return m.accuracy[2]; }},
    {"acc@10", "@10", &MeanMetrics::accuracy10, [](const Metrics& m) { return m.accuracy[3]; }},
    {"mrr", "MRR", &MeanMetrics::mrr, [](const Metrics& m) { return m.mrr; }},
    {"ndcg@10", "NDCG@10", &MeanMetrics::ndcg10, [](const Metrics& m) { return m.ndcg10; }},
    {"f1", "F1", &MeanMetrics::f1, [](const Metrics& m) { return 100 * m.f1; }},
}};

Json metricsJson(const MeanMetrics& metrics) {
  Json json{{"n", metrics.n}};
  for (const FigureColumn& column : columns) json[column.key] = spreadJson(metrics.*column.ofRuns);
  return json;
}

std::string spreadText(const Spread& spread) {
  if (spread.n == 0) return "–";
  return fixed(spread.mean, 2) + (spread.deviation ? " ± " + fixed(*spread.deviation, 2) : "");
}

/// "Acc@1 … F1" of one group of targets.
std::vector<std::string> cellsOf(const MeanMetrics& metrics) {
  std::vector<std::string> cells;
  for (const FigureColumn& column : columns) cells.push_back(spreadText(metrics.*column.ofRuns));
  return cells;
}
std::vector<std::string> cellsOf(const Metrics& metrics) {
  std::vector<std::string> cells;
  for (const FigureColumn& column : columns)
    cells.push_back(metrics.n > 0 ? fixed(column.ofRule(metrics), 2) : std::string("–"));
  return cells;
}

/// The three lines of a model or a rule; what stands before and after the figures is on the first.
void addLines(Table& table, const std::array<std::string, 3>& before, const auto& all, const auto& known,
              const auto& unseen, const std::array<std::string, 4>& after) {
  bool first = true;
  for (const auto& [group, metrics] :
       {std::pair("all", &all), std::pair("known", &known), std::pair("unseen", &unseen)}) {
    std::vector<std::string> row;
    for (const std::string& cell : before) row.push_back(first ? cell : std::string());
    row.emplace_back(group);
    for (std::string& cell : cellsOf(*metrics)) row.push_back(std::move(cell));
    for (const std::string& cell : after) row.push_back(first ? cell : std::string());
    table.add(std::move(row));
    first = false;
  }
}

}  // namespace

Json resultsJson(const ResultsTable& table, std::span<const RuleRow> rules) {
  Json json{{"schema", "sojourn.model_results/1"}, {"dataset", table.dataset}, {"split", "test"}};
  json["models"] = listOf(table.models, [](const ModelResults& results) {
    return Json{{"model", results.model},
                {"settings", results.settings},
                {"runs", results.runs},
                {"parameters", results.parameters},
                {"seconds", spreadJson(results.seconds)},
                {"distance_km", {{"median", spreadJson(results.medianError)}, {"mean", spreadJson(results.meanError)}}},
                {"metrics",
                 {{"all", metricsJson(results.all)},
                  {"known", metricsJson(results.known)},
                  {"unseen", metricsJson(results.unseen)}}},
                {"claimed", orNull(results.claimed)}};
  });
  json["rules"] = listOf(rules, [](const RuleRow& rule) {
    return Json{{"name", rule.name}, {"metrics", toJson(rule.metrics)}};
  });
  json["not_counted"] = table.notCounted.size();
  json["not_counted_runs"] = listOf(table.notCounted, [](const UncountedRun& one) {
    return Json{{"run", one.run}, {"why", one.why}};
  });
  return json;
}

std::string resultsTable(const ResultsTable& table, std::span<const RuleRow> rules) {
  Table lines({"", "runs", "parameters", "targets", "Acc@1", "@5", "@10", "MRR", "NDCG@10", "F1", "median km",
               "mean km", "seconds", "claimed"});
  for (const ModelResults& results : table.models)
    addLines(lines,
             {results.model + (results.settings.empty() ? "" : ", " + results.settings),
              std::to_string(results.runs.size()), groupThousands(results.parameters)},
             results.all, results.known, results.unseen,
             {spreadText(results.medianError), spreadText(results.meanError),
              results.seconds.n > 0 ? fixed(results.seconds.mean, 0) : "–",
              results.claimed ? fixed(*results.claimed, 2) : "–"});
  for (const RuleRow& rule : rules)
    addLines(lines, {rule.name, "–", "–"}, rule.metrics.all, rule.metrics.known, rule.metrics.unseen,
             {"–", "–", "–", "–"});
  std::string text = "Test split of " + escapeForDisplay(table.dataset);
  if (!table.models.empty())
    text += ": " + groupThousands(table.models.front().all.n) + " samples, " +
            groupThousands(table.models.front().unseen.n) + " with unseen targets";
  text += "\n\n" + lines.text() +
          "\nIn percent, mean and standard deviation over runs that differ in nothing but their seed; seconds of "
          "training and validation, mean; km: the error of the first place over the targets with coordinates; claimed: "
          "Acc@1 of all targets.\n";
  if (!table.notCounted.empty()) text += "\nRuns that do not count:\n";
  for (const UncountedRun& one : table.notCounted)
    text += "  " + escapeForDisplay(one.run, 400) + " " + escapeForDisplay(one.why, 400) + "\n";
  return text;
}

}  // namespace sojourn::text
