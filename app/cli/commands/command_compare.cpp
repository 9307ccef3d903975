// SPDX-License-Identifier: GPL-3.0-or-later
// `sojourn compare`: several models on the same samples.
#include <algorithm>
#include <filesystem>
#include <memory>
#include <numeric>

#include <CLI/CLI.hpp>

#include "app/cli/commands/commands.h"
#include "app/cli/terminal/terminal.h"
#include "model/core/files.h"
#include "model/core/text.h"
#include "model/core/typing_errors.h"
#include "model/data/background/districts.h"
#include "model/evaluate/compare_models.h"
#include "model/evaluate/evaluate_split.h"
#include "model/evaluate/prediction_file.h"
#include "model/evaluate/rule_baselines.h"
#include "model/results/program_command.h"
#include "views/text/comparison_text.h"
#include "views/text/json_metrics.h"

namespace sojourn::cli {
namespace {

struct CompareOptions {
  DataChoice data;
  std::vector<std::string> models;
  std::vector<int> heads;  ///< of the checkpoints in their order; one alone: of all; 0: as the file says
  ModelChoice engine;      ///< device and threads of every checkpoint
  std::string filter, districts, perSample, json;
};

bool isRule(const std::string& name) {
  return std::ranges::find(ruleNames, name) != ruleNames.end();
}

bool isPredictions(const std::string& name) {
  return name.ends_with(".csv") && !programCommandIn(name);
}

bool isCheckpoint(const std::string& name) {
  return !isRule(name) && !isPredictions(name);
}

/// A name that is no file and nearly a rule.
Status checkRule(const std::string& name) {
  std::error_code ignored;
  if (isRule(name) || programCommandIn(name) || std::filesystem::exists(name, ignored)) return {};
  const std::string meant = nearestWord(name, {ruleNames.begin(), ruleNames.end()});
  if (meant.empty()) return {};
  return Error{ErrorKind::BadUsage, "--model " + name, "is neither a file nor a rule", "did you mean " + meant + "?"};
}

struct Answers {
  ModelAnswers model;
  text::Json device = text::Json::object();  ///< where a checkpoint has answered
};

/// A rule by its name, predictions from a .csv, else a checkpoint; over the whole split.
Result<Answers> answersOf(const std::string& name, int heads, const CompareOptions& options, const Dataset& dataset,
                          Split split, std::vector<Problem>& problems, const CancelToken& cancel) {
  const SequenceSet& set = *dataset.split(split);
  std::vector<std::size_t> rows(set.size());
  std::iota(rows.begin(), rows.end(), std::size_t{0});
  ProgressLine progress("evaluating " + name);
  if (isRule(name)) {
    auto outcomes = ruleOutcomes(name, set, rows, *dataset.split(Split::Train), cancel, progress.callback());
    progress.clear();
    if (!outcomes) return outcomes.error();
    return Answers{.model = {name, "rule", std::move(*outcomes), false, {}}};
  }
  if (isPredictions(name)) {
    auto read = readPredictions(name, set);
    if (!read) return read.error();
    return Answers{.model = {name, "predictions", std::move(read->outcomes), read->probabilities, {}, read->ranks}};
  }
  ModelChoice choice = options.engine;
  choice.checkpoint = name;
  choice.heads = heads;
  const auto engine = choice.load(options.data, dataset.pseudonyms, set.size());
  if (!engine) return engine.error();
  auto evaluation = evaluateSplit(**engine, set, cancel, progress.callback());
  progress.clear();
  if (!evaluation) return inFile(name, evaluation.error());
  const ModelDescription& model = (*engine)->description();
  Answers answers{.model = {name, model.id, std::move(evaluation->outcomes), true, model.labelSmoothing}};
  choice.putDevice(answers.device);
  std::ranges::move(choice.problems, std::back_inserter(problems));
  if (const auto trouble = troubleOf(**engine)) holdProblems({*trouble});
  return answers;
}

/// Empty without a file.
Result<PlaceDistricts> districtsOf(const std::string& file, const PlaceNames& places, const CancelToken& cancel) {
  if (file.empty()) return PlaceDistricts{};
  const auto json = readGeoJson(file, cancel);
  if (!json) return json.error();
  const Districts districts(*json, std::filesystem::path(file).filename().string());
  if (districts.empty())
    return Error{ErrorKind::BadInput, file, "has no polygon with a name",
                 "choose a GeoJSON file whose polygons have the property name"};
  PlaceDistricts found(districts, places, cancel);
  if (found.empty())
    return Error{ErrorKind::BadInput, file, "holds no place of the dataset in its districts",
                 places.allCoordinates().empty() ? "add the coordinates of the places to the dataset"
                                                 : "choose the districts of the dataset's city"};
  return found;
}

Status compare(const CompareOptions& options) {
  const auto split = options.data.chosenSplit();
  if (!split) return split.error();
  if (options.models.size() < 2 || options.models.size() > 8)
    return Error{ErrorKind::BadUsage, "--model", "is given " + std::to_string(options.models.size()) + " times",
                 "name two to eight models"};
  const auto checkpoints = static_cast<std::size_t>(std::ranges::count_if(options.models, isCheckpoint));
  if (options.heads.size() > 1 && options.heads.size() != checkpoints)
    return Error{ErrorKind::BadUsage, "--heads",
                 "is given " + std::to_string(options.heads.size()) + " times for " + std::to_string(checkpoints) +
                     " checkpoints",
                 "give it once for all, or once for each in the order of --model (0: as the file says)"};
  for (const std::string& name : options.models)
    if (const Status known = checkRule(name); !known) return known;
  const CancelToken cancel = interruptToken();
  std::vector<Split> needed{Split::Train};
  if (*split != Split::Train) needed.push_back(*split);
  const auto dataset = openDataset(options.data, needed, cancel);
  if (!dataset) return dataset.error();

  std::vector<Problem> problems;
  std::vector<ModelAnswers> models;
  std::vector<text::Json> devices;
  std::size_t checkpoint = 0;
  for (const std::string& name : options.models) {
    int heads = 0;
    if (isCheckpoint(name) && !options.heads.empty())
      heads = options.heads[options.heads.size() == 1 ? 0 : checkpoint++];
    auto answers = answersOf(name, heads, options, *dataset, *split, problems, cancel);
    if (!answers) return answers.error();
    models.push_back(std::move(answers->model));
    devices.push_back(std::move(answers->device));
  }
  const SequenceSet& set = *dataset->split(*split);
  const auto rows = filteredRows(options.filter, *dataset, *split, models.front().outcomes);
  if (!rows) return rows.error();
  for (ModelAnswers& model : models) {
    std::vector<Outcome> kept;
    for (const std::size_t row : *rows) kept.push_back(model.outcomes[row]);
    model.outcomes = std::move(kept);
  }

  const auto districts = districtsOf(options.districts, dataset->places, cancel);
  if (!districts) return districts.error();
  ProgressLine progress("comparing");
  const auto comparison = compareModels({.set = set,
                                         .rows = *rows,
                                         .train = dataset->split(Split::Train),
                                         .places = &dataset->places,
                                         .districts = options.districts.empty() ? nullptr : &*districts},
                                        models, {}, cancel, progress.callback());
  progress.clear();
  if (!comparison) return comparison.error();
  if (!options.perSample.empty()) {
    const Status written = text::write(text::comparisonCsv(set, *rows, models), options.perSample);
    if (!written) return written;
  }
  if (!options.json.empty()) {
    text::Json json{{"schema", "sojourn.comparison/1"}, {"dataset", dataset->prefix}, {"split", splitName(*split)}};
    json.update(text::comparisonJson(*comparison));
    for (std::size_t i = 0; i < devices.size(); ++i) json["models"][i].update(devices[i]);
    return text::writeJson(std::move(json), options.json, problems);
  }
  if (options.perSample == "-") return {};
  return text::print("Models on " + escapeForDisplay(dataset->prefix) + " " + splitName(*split) + ", " +
                     groupThousands(static_cast<long long>(comparison->n)) + " samples\n\n" +
                     text::comparisonTables(*comparison));
}

}  // namespace

void addCompareCommand(CLI::App& app, Work& work) {
  const auto options = std::make_shared<CompareOptions>();
  CLI::App* command = addModelCommand(app, "compare");
  options->data.addTo(*command);
  command->add_option("--model", options->models, "A checkpoint, a rule, or a CSV of predictions; once for each model")
      ->required()
      ->type_name("FILE|RULE");
  command
      ->add_option("--heads", options->heads,
                   "Number of attention heads of the checkpoints, where they do not contain it: once for all, or once "
                   "for each in their order (0: as the file says)")
      ->check(CLI::Range(0, 1024))
      ->allow_extra_args(false)
      ->type_name("N");
  options->engine.addDeviceTo(*command);
  options->engine.addThreadsTo(*command);
  command
      ->add_option("--filter", options->filter,
                   "Only samples that match, as in the studio; answers are the first model's")
      ->type_name("FILTER");
  command
      ->add_option("--districts", options->districts, "Compare by district, too: a GeoJSON file of polygons with names")
      ->type_name("FILE");
  command
      ->add_option("--per-sample", options->perSample,
                   "Write a CSV with a line for every sample (- for standard output)")
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
