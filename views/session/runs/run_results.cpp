// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/session/runs/run_results.h"

#include <algorithm>
#include <functional>
#include <memory>

#include "model/config/config_file.h"
#include "model/config/trainable_models.h"
#include "model/runs/catalogue/run_catalogue.h"
#include "model/runs/export/run_export.h"
#include "views/session/claims/claims.h"
#include "views/session/runs/run_difference.h"
#include "views/session/runs/run_figures.h"
#include "views/session/runs/run_groups.h"

namespace sojourn::session {
namespace {

/// Why a run has no test figures that count; empty where it has.
std::string whyWithoutResults(const RunEntry& entry) {
  if (!entry.record) return "has a run.json that cannot be read";
  if (!entry.results) return "is not finished";
  if (!entry.results->test) return "was trained without a test split";
  if (seedOf(*entry.record).empty()) return "has no seed in its configuration";
  return {};
}

/// Why a run of a group does not enter its means.
std::string whyNotCounted(const SeedGroup& group, std::size_t run, std::span<const FollowedRunPtr> runs) {
  if (isSteered(*runs[run])) return "was steered: its learning rate was changed while it was trained";
  const std::string seed = seedOf(*runs[run]->entry.record);
  for (const std::size_t other : group.counted)
    if (seedOf(*runs[other]->entry.record) == seed)
      return "repeats seed " + seed + " of " + runs[other]->folder().string();
  return "is not finished";
}

/// The runs with test figures and what their logs say. A log that cannot be read costs only the seconds.
Result<std::vector<FollowedRunPtr>> readRuns(const std::vector<std::filesystem::path>& folders,
                                             std::vector<UncountedRun>& notCounted, const CancelToken& cancel) {
  RunCatalogue catalogue;
  catalogue.setSources(folders);
  catalogue.setCancel(cancel);
  std::vector<FollowedRunPtr> runs;
  for (RunEntry& entry : catalogue.refresh()) {
    if (cancel.cancelled()) return Error{ErrorKind::Cancelled, entry.paths.folder.string(), "reading was stopped", ""};
    if (const std::string why = whyWithoutResults(entry); !why.empty()) {
      notCounted.push_back({entry.paths.folder.string(), why});
      continue;
    }
    auto run = std::make_shared<FollowedRun>();
    if (auto history = readRunHistory(entry.paths.events(), cancel))
      run->outline = std::make_shared<const RunHistory>(std::move(*history));
    run->entry = std::move(entry);
    runs.push_back(std::move(run));
  }
  return runs;
}

using MetricsOf = std::function<const Metrics&(const MetricsByTarget&)>;

MeanMetrics meanOver(const SeedGroup& group, std::span<const FollowedRunPtr> runs, const MetricsOf& metricsOf) {
  const auto of = [&](std::size_t run) -> const Metrics& { return metricsOf(runs[run]->entry.results->test->metrics); };
  const auto spread = [&](auto figure) {
    return spreadOver(group, [&](std::size_t run) -> std::optional<double> {
      return of(run).n > 0 ? std::optional<double>(figure(of(run))) : std::nullopt;
    });
  };
  return {.n = of(group.counted.front()).n,
          .accuracy1 = spread([](const Metrics& m) { return m.accuracy[0]; }),
          .accuracy5 = spread([](const Metrics& m) { return m.accuracy[2]; }),
          .accuracy10 = spread([](const Metrics& m) { return m.accuracy[3]; }),
          .mrr = spread([](const Metrics& m) { return m.mrr; }),
          .ndcg10 = spread([](const Metrics& m) { return m.ndcg10; }),
          .f1 = spread([](const Metrics& m) { return 100 * m.f1; })};
}

std::optional<double> claimedAccuracy(const RunRecord& record) {
  for (const Claim& claim : builtInClaims())
    if (claim.quantity == "acc@1" && claim.model == record.model && record.dataset.prefix.starts_with(claim.dataset))
      return claim.value;
  return std::nullopt;
}

/// The same run by the recipe that the model is published with; itself where this version does not know the model.
RunRecord byRecipe(RunRecord record) {
  const TrainableModel* model = findTrainableModel(record.model);
  if (!model) return record;
  TrainingConfig recipe = model->recipe;
  // Mixed precision is a choice of the machine, not of the recipe.
  if (const auto own = parseTrainingConfig(record.config.dump(), "run.json, config"))
    recipe.training.useAmp = own->training.useAmp;
  record.config = toJson(recipe);
  return record;
}

ModelResults resultsOf(const SeedGroup& group, std::span<const FollowedRunPtr> runs) {
  const RunRecord& record = *runs[group.counted.front()]->entry.record;
  const auto mean = [&](const MetricsOf& metricsOf) { return meanOver(group, runs, metricsOf); };
  const auto error = [&](DistanceFigure DistanceErrors::*figure) {
    return spreadOver(group, [&](std::size_t run) {
      const auto& distance = runs[run]->entry.results->test->distance;
      return distance ? ((*distance).*figure).value : std::nullopt;
    });
  };
  ModelResults results{.model = record.model,
                       .settings = recordDifferenceText(record, byRecipe(record), false),
                       .runs = {},
                       .parameters = record.parameters,
                       .all = mean([](const MetricsByTarget& m) -> const Metrics& { return m.all; }),
                       .known = mean([](const MetricsByTarget& m) -> const Metrics& { return m.known; }),
                       .unseen = mean([](const MetricsByTarget& m) -> const Metrics& { return m.unseen; }),
                       .medianError = error(&DistanceErrors::median),
                       .meanError = error(&DistanceErrors::mean),
                       .seconds = spreadOver(group, [&](std::size_t run) {
                         return runFigure(*runs[run], digestOf(*runs[run]), true, RunFigure::Seconds);
                       })};
  for (const std::size_t run : group.counted) results.runs.push_back(runs[run]->folder().string());
  // A claim is about the published recipe.
  if (results.settings.empty()) results.claimed = claimedAccuracy(record);
  return results;
}

}  // namespace

Result<ResultsTable> resultsOfRuns(const std::vector<std::filesystem::path>& folders, const CancelToken& cancel) {
  ResultsTable table;
  const auto runs = readRuns(folders, table.notCounted, cancel);
  if (!runs) return runs.error();
  const std::string where = folders.empty() ? std::string() : folders.front().string();
  for (const SeedGroup& group : groupsBySeed(*runs, 1)) {
    for (const std::size_t run : group.members)
      if (std::ranges::find(group.counted, run) == group.counted.end())
        table.notCounted.push_back({(*runs)[run]->folder().string(), whyNotCounted(group, run, *runs)});
    if (group.counted.empty()) continue;
    const RunRecord& record = *(*runs)[group.counted.front()]->entry.record;
    if (table.models.empty()) table.dataset = record.dataset.prefix;
    if (record.dataset.prefix != table.dataset)
      return Error{ErrorKind::BadInput, (*runs)[group.counted.front()]->folder().string(),
                   "was trained on " + record.dataset.prefix + ", others on " + table.dataset,
                   "name folders with runs of one dataset"};
    table.models.push_back(resultsOf(group, *runs));
  }
  if (table.models.empty())
    return Error{ErrorKind::BadInput, where, "holds no finished run with test figures",
                 "name the folder of runs of `sojourn train`, trained with a test split"};
  std::ranges::stable_sort(table.models, std::ranges::greater{},
                           [](const ModelResults& results) { return results.all.accuracy1.mean; });
  return table;
}

}  // namespace sojourn::session
