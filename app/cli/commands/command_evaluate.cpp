// SPDX-License-Identifier: GPL-3.0-or-later
// `sojourn evaluate`: a model's figures over a split.
#include <memory>

#include <CLI/CLI.hpp>

#include "app/cli/commands/commands.h"
#include "app/cli/terminal/terminal.h"
#include "model/core/files.h"
#include "model/core/text.h"
#include "model/data/statistics/resampling.h"
#include "model/evaluate/distance_errors.h"
#include "model/evaluate/evaluate_split.h"
#include "model/evaluate/metrics.h"
#include "model/formats/text/json_fields.h"
#include "views/text/json_metrics.h"
#include "views/text/table.h"

namespace sojourn::cli {
namespace {

struct EvaluateOptions {
  DataChoice data;
  ModelChoice model;
  std::string filter, perSample, json;
};

using Rows = std::span<const std::size_t>;

/// The figures of some rows of the split, whose outcomes stay.
void keepRows(Evaluation& evaluation, Rows rows, const OpenedSplit& opened) {
  std::vector<Outcome> kept;
  for (const std::size_t row : rows) kept.push_back(evaluation.outcomes[row]);
  evaluation.outcomes = std::move(kept);
  evaluation.metrics = metricsOf(opened.set(), rows, evaluation.outcomes, opened.engine->description().labelSmoothing);
}

DistanceErrors distancesOf(const OpenedSplit& opened, const Evaluation& evaluation, Rows rows) {
  return distanceErrors(opened.set(), rows, evaluation.outcomes, opened.dataset.places, {.resamples = userResamples});
}

text::Json asJson(const ModelChoice& choice, const OpenedSplit& opened, const Evaluation& evaluation, Rows rows) {
  const ModelDescription& model = opened.engine->description();
  text::Json json;
  json["schema"] = "sojourn.evaluation/1";
  json["model"] = model.id;
  json["ablation"] = model.ablation;
  json["checkpoint"] = model.source;
  json["dataset"] = opened.dataset.prefix;
  json["split"] = splitName(opened.split);
  choice.putDevice(json);
  json["threads"] = evaluationThreads();
  json["seconds"] = evaluation.seconds;
  json["n"] = evaluation.metrics.all.n;
  json["loss_kind"] = model.lossKind;
  json["metrics"] = text::toJson(evaluation.metrics);
  // From the first place to the target, where both have coordinates.
  if (const DistanceErrors errors = distancesOf(opened, evaluation, rows); errors.measured > 0)
    json["distance_km"] = jsonOf(errors, JsonWriter::NotFinite::Null);
  return json;
}

std::string distanceSentence(const OpenedSplit& opened, const Evaluation& evaluation, Rows rows) {
  const DistanceErrors errors = distancesOf(opened, evaluation, rows);
  if (errors.wrong == 0) return {};
  return "\nDistance from the first place to the target, where both have coordinates (" +
         groupThousands(static_cast<long long>(errors.measured)) + " sequences): median " +
         text::kilometresText(errors.median) + ", mean " + text::kilometresText(errors.mean) + "; of the " +
         groupThousands(static_cast<long long>(errors.wrong)) + " wrong ones median " +
         text::fixed(*errors.medianWrong, 2) + " km, mean " + text::fixed(*errors.meanWrong, 2) + " km, " +
         text::fixed(100 * *errors.nearShare, 1) + " % within 200 m\n";
}

std::string asText(const OpenedSplit& opened, const Evaluation& evaluation, Rows rows) {
  const ModelDescription& model = opened.engine->description();
  return escapeForDisplay(model.title + " (" + model.source + ") on " + opened.dataset.prefix + " " +
                          splitName(opened.split)) +
         ", " + groupThousands(static_cast<long long>(evaluation.metrics.all.n)) + " sequences, " +
         opened.engine->deviceName() + ", " + text::fixed(evaluation.seconds, 2) +
         " s\nLoss: " + escapeForDisplay(model.lossKind) + "\n\n" +
         text::metricsTable({{model.id, evaluation.metrics}}) + distanceSentence(opened, evaluation, rows);
}

Status evaluate(const EvaluateOptions& options) {
  const CancelToken cancel = interruptToken();
  const auto opened = openSplit(options.data, options.model, cancel);
  if (!opened) return opened.error();
  ProgressLine progress("evaluating");
  auto evaluation = evaluateSplit(*opened->engine, opened->set(), cancel, progress.callback());
  progress.clear();
  if (!evaluation) return inFile(opened->where(), evaluation.error());
  const auto rows = filteredRows(options.filter, opened->dataset, opened->split, evaluation->outcomes);
  if (!rows) return rows.error();
  if (!options.filter.empty()) keepRows(*evaluation, *rows, *opened);

  if (!options.perSample.empty()) {
    const Status written =
        text::write(text::perSampleCsv(opened->set(), *rows, evaluation->outcomes), options.perSample);
    if (!written) return written;
  }
  if (!options.json.empty()) {
    text::Json json = asJson(options.model, *opened, *evaluation, *rows);
    if (!options.filter.empty()) json["filter"] = options.filter;
    return text::writeJson(std::move(json), options.json, options.model.problems);
  }
  if (options.perSample == "-") return {};
  return text::print(asText(*opened, *evaluation, *rows));
}

}  // namespace

void addEvaluateCommand(CLI::App& app, Work& work) {
  const auto options = std::make_shared<EvaluateOptions>();
  CLI::App* command = addModelCommand(app, "evaluate");
  options->data.addTo(*command);
  options->model.addTo(*command);
  options->model.addDeviceTo(*command);
  options->model.addThreadsTo(*command);
  command
      ->add_option("--per-sample", options->perSample,
                   "Write a CSV with a line for every sequence (- for standard output)")
      ->type_name("OUT.csv");
  addFilterOption(*command, options->filter);
  addJsonOption(*command, options->json);
  command->footer(
      "Examples:\n"
      "  sojourn evaluate --data geolife --checkpoint best.pt\n"
      "  sojourn evaluate --data geolife --checkpoint best.pt --split validation --json - --per-sample samples.csv");
  command->callback([options, &work] { work = [options] { return evaluate(*options); }; });
}

}  // namespace sojourn::cli
