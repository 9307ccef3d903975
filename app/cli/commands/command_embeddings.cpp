// SPDX-License-Identifier: GPL-3.0-or-later
// `sojourn embeddings`: what the embedding tables of a model hold.
#include <memory>

#include <CLI/CLI.hpp>

#include "app/cli/commands/commands.h"
#include "app/cli/terminal/terminal.h"
#include "model/core/files.h"
#include "model/core/text.h"
#include "model/evaluate/place_neighbours.h"
#include "views/text/embeddings_text.h"

namespace sojourn::cli {
namespace {

struct EmbeddingOptions {
  DataChoice data;
  ModelChoice model;
  std::string table = "input", method = "pca", csv, json;
  std::int64_t nearest = -1;
  std::uint64_t seed = 0;
};

Error stoppedEmbeddings() {
  return {ErrorKind::Cancelled, "", "the computation was cancelled", ""};
}

/// The place of --table among the model's tables.
Result<std::size_t> chosenTable(const EmbeddingOptions& options, const Engine& engine,
                                const std::vector<EmbeddingTable>& tables) {
  const std::string what = options.model.checkpoint;
  if (tables.empty())
    return Error{ErrorKind::BadInput, what, "has no embedding table that can be read", "choose another checkpoint"};
  std::string names;
  for (std::size_t i = 0; i < tables.size(); ++i) {
    const char* name = embeddingKindNames[static_cast<std::size_t>(tables[i].kind)];
    if (options.table == name) return i;
    names += (i > 0 ? ", " : "") + std::string(name);
  }
  return Error{ErrorKind::BadInput, "--table " + options.table, engine.description().title + " has no such table",
               "choose one of " + names};
}

Status fillNearest(const EmbeddingOptions& options, text::EmbeddingReport& report) {
  const EmbeddingTable& table = report.studies[report.shown].table;
  const std::string where = "--nearest " + std::to_string(options.nearest);
  if (!table.ofPlaces())
    return Error{ErrorKind::BadUsage, where, "--table " + options.table + " is no table of places",
                 "choose --table input or output"};
  if (options.nearest < unseenLocation || options.nearest >= static_cast<std::int64_t>(table.rows.size()))
    return Error{
        ErrorKind::BadInput, where, "is no place of the model",
        "choose a location from " + std::to_string(unseenLocation) + " to " + std::to_string(table.rows.size() - 1)};
  report.nearest = static_cast<LocationId>(options.nearest);
  const NeighbourIndex index(table, frequentLocations(table.rows.size(), *report.use));
  report.neighbours = index.nearest(table, *report.nearest, *report.use, report.dataset->places);
  return {};
}

Status embeddings(const EmbeddingOptions& options) {
  const CancelToken cancel = interruptToken();
  const auto dataset = openDataset(options.data, {Split::Train}, cancel);
  if (!dataset) return dataset.error();
  const auto engine = options.model.load(options.data, dataset->pseudonyms, 0);
  if (!engine) return engine.error();
  std::vector<EmbeddingTable> tables = (*engine)->embeddings();
  const auto shown = chosenTable(options, **engine, tables);
  if (!shown) return shown.error();

  const TrainingPlaces use =
      trainingPlaces(*dataset->split(Split::Train), static_cast<std::size_t>(dataset->numLocations));
  text::EmbeddingReport report;
  report.dataset = &*dataset;
  report.use = &use;
  report.shown = *shown;
  report.method = options.method;
  if (const EmbeddingTable* input = findTable(tables, EmbeddingKind::Input))
    report.anyTwo = anyTwoPlaces(frequentLocations(input->rows.size(), use), use, dataset->places, cancel);
  ProgressLine progress("comparing embeddings");
  auto studies = studyEmbeddings(std::move(tables), use, dataset->places, cancel, progress.callback());
  progress.clear();
  if (!studies) return stoppedEmbeddings();
  report.studies = std::move(*studies);
  report.projection = report.studies[*shown].components;
  if (options.method == "tsne") {
    ProgressLine steps("t-SNE");
    report.projection = tsneOf(report.studies[*shown].table, use, options.seed, cancel, steps.callback());
    steps.clear();
  }
  if (cancel.cancelled()) return stoppedEmbeddings();
  if (options.nearest >= 0)
    if (Status filled = fillNearest(options, report); !filled) return filled;

  text::Json json{{"schema", "sojourn.embeddings/1"},
                  {"dataset", dataset->prefix},
                  {"model", (*engine)->description().id},
                  {"checkpoint", (*engine)->description().source}};
  options.model.putDevice(json);
  if (options.method == "tsne") json["seed"] = options.seed;
  json.update(text::embeddingsJson(report));
  if (!options.csv.empty())
    if (Status written = text::write(text::csvOfList(json["points"]), options.csv); !written) return written;
  if (!options.json.empty()) return text::writeJson(std::move(json), options.json, options.model.problems);
  if (options.csv == "-") return {};
  return text::print(escapeForDisplay(dataset->prefix) + ", " + escapeForDisplay((*engine)->description().title) +
                     "\n\n" + text::embeddingsTables(report));
}

}  // namespace

void addEmbeddingsCommand(CLI::App& app, Work& work) {
  const auto options = std::make_shared<EmbeddingOptions>();
  CLI::App* command = addModelCommand(app, "embeddings");
  command->add_option("--data", options->data.data, "Dataset: a folder, or folder/prefix")
      ->required()
      ->type_name("DATA");
  options->model.addTo(*command);
  options->model.addDeviceTo(*command);
  options->model.addThreadsTo(*command);
  command->add_option("--table", options->table, "Table whose points and neighbours are written")
      ->check(CLI::IsMember({"input", "output", "users", "hours", "weekdays"}))
      ->type_name("TABLE")
      ->capture_default_str();
  command->add_option("--nearest", options->nearest, "Also the six places nearest to this one by cosine")
      ->check(CLI::Range(0, 9'999'999))
      ->type_name("PLACE");
  command->add_option("--method", options->method, "Projection: pca, or tsne, which is not metric")
      ->check(CLI::IsMember({"pca", "tsne"}))
      ->type_name("METHOD")
      ->capture_default_str();
  command->add_option("--seed", options->seed, "Seed of t-SNE")->type_name("N")->capture_default_str();
  command->add_option("--csv", options->csv, "File for the points as CSV (- for standard output)")
      ->type_name("OUT.csv");
  addJsonOption(*command, options->json);
  command->footer(
      "Neighbours are compared among places with five or more visits in training. By chance: the values of each\n"
      "dimension are shuffled over the places.\n"
      "Examples:\n"
      "  sojourn embeddings --data geolife --checkpoint v45.pt\n"
      "  sojourn embeddings --data geolife --checkpoint v45.pt --table output --nearest 7\n"
      "  sojourn embeddings --data geolife --checkpoint v45.pt --method tsne --seed 1 --csv points.csv");
  command->callback([options, &work] { work = [options] { return embeddings(*options); }; });
}

}  // namespace sojourn::cli
