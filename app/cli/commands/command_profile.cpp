// SPDX-License-Identifier: GPL-3.0-or-later
// `sojourn profile`: a split as a whole, and what a model reads of it.
#include <filesystem>
#include <memory>

#include <CLI/CLI.hpp>

#include "app/cli/commands/commands.h"
#include "app/cli/terminal/terminal.h"
#include "model/core/files.h"
#include "model/core/text.h"
#include "model/evaluate/evaluate_split.h"
#include "model/evaluate/model_profile.h"
#include "model/evaluate/sample_profile.h"
#include "views/text/profile_text.h"

namespace sojourn::cli {
namespace {

struct ProfileOptions {
  DataChoice data;
  ModelChoice model;
  std::string filter, csv, json;
};

/// Of the samples that the filter keeps; `engine` is null without a checkpoint.
Result<Profile> profileOf(const ProfileOptions& options, const Dataset& dataset, Split split, const Engine* engine,
                          const CancelToken& cancel) {
  const SequenceSet& set = *dataset.split(split);
  if (set.empty()) return Error{ErrorKind::BadInput, "", "the split holds no sequence", "choose another split"};
  std::vector<Outcome> outcomes;
  if (engine) {
    ProgressLine progress("evaluating");
    auto evaluation = evaluateSplit(*engine, set, cancel, progress.callback());
    progress.clear();
    if (!evaluation) return evaluation.error();
    outcomes = std::move(evaluation->outcomes);
  }
  const auto rows = filteredRows(options.filter, dataset, split, outcomes);
  if (!rows) return rows.error();
  Profile profile{.facts = datasetFacts(set, *rows, cancel), .model = {}};
  if (!engine) return profile;
  ProgressLine progress("reading attention");
  auto read = modelProfile(*engine, set, *rows, cancel, progress.callback());
  progress.clear();
  if (!read) return read.error();
  if (engine->description().capabilities.gate) {
    std::vector<Outcome> kept;
    for (const std::size_t row : *rows) kept.push_back(outcomes[row]);
    read->gate = gateProfile(set, *rows, kept, 0, cancel);
  }
  profile.model = std::move(*read);
  return profile;
}

Status writeTables(const std::string& folder, const text::Json& json) {
  std::error_code error;
  std::filesystem::create_directories(folder, error);
  if (error)
    return Error{ErrorKind::Failed, folder, "cannot be created (" + error.message() + ")",
                 "choose a folder that can be written"};
  for (const auto& [name, content] : text::profileCsvs(json))
    if (Status written = writeOutput(std::filesystem::path(folder) / name, content); !written) return written;
  return {};
}

Status profile(const ProfileOptions& options) {
  const auto split = options.data.chosenSplit();
  if (!split) return split.error();
  const CancelToken cancel = interruptToken();
  auto dataset = openDataset(options.data, {*split}, cancel);
  if (!dataset) return dataset.error();
  std::shared_ptr<const Engine> engine;
  if (!options.model.checkpoint.empty()) {
    auto loaded = options.model.load(options.data, dataset->pseudonyms, dataset->split(*split)->size());
    if (!loaded) return loaded.error();
    engine = *loaded;
    if (const Status complete = completeFor(*engine, options.data, *dataset, cancel); !complete)
      return complete.error();
  }
  const auto profile = profileOf(options, *dataset, *split, engine.get(), cancel);
  if (!profile) return inFile(splitFile(*dataset, *split), profile.error());

  text::Json json{{"schema", "sojourn.profile/1"}, {"dataset", dataset->prefix}, {"split", splitName(*split)}};
  if (engine) json["model"] = engine->description().id;
  if (engine) json["checkpoint"] = engine->description().source;
  options.model.putDevice(json);
  json.update(text::profileJson(*profile));
  if (!options.csv.empty())
    if (Status written = writeTables(options.csv, json); !written) return written;
  if (!options.json.empty()) return text::writeJson(std::move(json), options.json, options.model.problems);
  return text::print(escapeForDisplay(dataset->prefix) + " " + splitName(*split) +
                     (engine ? ", " + escapeForDisplay(engine->description().title) : "") + "\n\n" +
                     text::profileTables(*profile));
}

}  // namespace

void addProfileCommand(CLI::App& app, Work& work) {
  const auto options = std::make_shared<ProfileOptions>();
  CLI::App* command = addModelCommand(app, "profile");
  options->model.sequencesPerSample = 3;
  options->data.addTo(*command);
  options->model.addTo(*command, false);
  options->model.addDeviceTo(*command);
  options->model.addThreadsTo(*command);
  addFilterOption(*command, options->filter);
  command->add_option("--csv", options->csv, "Folder for the tables as CSV files")->type_name("OUT_DIR");
  addJsonOption(*command, options->json);
  command->footer(
      "Examples:\n"
      "  sojourn profile --data geolife\n"
      "  sojourn profile --data geolife --checkpoint v45.pt --json - --csv tables\n"
      "  sojourn profile --data geolife --checkpoint v45.pt --filter \"weekday:sat..sun len>20\"");
  command->callback([options, &work] { work = [options] { return profile(*options); }; });
}

}  // namespace sojourn::cli
