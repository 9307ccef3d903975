// SPDX-License-Identifier: GPL-3.0-or-later
// `sojourn info`: what a file or folder is, what it holds, and what is wrong with it.
#include <filesystem>
#include <memory>

#include <CLI/CLI.hpp>

#include "app/cli/commands/commands.h"
#include "app/cli/commands/info_report.h"
#include "app/cli/terminal/terminal.h"
#include "model/core/text.h"
#include "model/results/variant_study.h"
#include "views/text/table.h"

namespace sojourn::cli {
namespace {

struct InfoOptions {
  std::string path;
  std::string json;
};

template <class T>
text::Json orNull(const std::optional<T>& value) {
  return value ? text::Json(*value) : text::Json(nullptr);
}

/// On what a run was trained, and its best epoch.
void addTo(text::Json& json, const RunSummary& run) {
  json["dataset"] = run.dataset;
  json["dataset_folder"] = run.datasetFolder;
  json["epoch"] = orNull(run.epoch);
  json["planned_epochs"] = orNull(run.epochs);
  json["best"] = nullptr;
  if (run.best)
    json["best"] = {{"epoch", run.best->epoch},
                    {"loss", text::number(run.best->loss)},
                    {"acc@1", text::number(run.best->accuracy)}};
}

text::Json lineOf(const RunSummary& run) {
  text::Json json;
  json["path"] = run.path;
  json["model"] = run.model;
  json["state"] = orNull(run.state);
  json["steps"] = orNull(run.steps);
  addTo(json, run);
  return json;
}

text::Json reportAsJson(const InfoReport& report) {
  text::Json json;
  json["schema"] = "sojourn.info/1";
  json["kind"] = report.kind;
  json["model"] = orNull(report.model);
  json["parameters"] = orNull(report.parameters);
  json["tensors"] = text::Json::array();
  for (const TensorInfo& tensor : report.tensors) {
    json["tensors"].push_back({{"name", tensor.name}, {"dtype", tensor.dtype}, {"shape", tensor.shape}});
  }
  json["splits"] = text::Json::object();
  for (const SplitInfo& split : report.splits) {
    json["splits"][split.name] = {{"sequences", split.sequences},
                                  {"users", split.users},
                                  {"locations", split.locations},
                                  {"longest", split.longest}};
  }
  if (report.kind == "checkpoint") {
    json["epoch"] = orNull(report.epoch);
    json["trained_on"] = report.trainedOn.empty() ? text::Json() : text::Json(report.trainedOn);
    json["loss_kind"] = report.lossKind.empty() ? text::Json() : text::Json(report.lossKind);
  }
  if (!report.settings.is_null()) json["settings"] = report.settings;
  if (report.run) addTo(json, *report.run);
  if (report.kind == "runs") {
    json["runs"] = text::Json::array();
    for (const RunSummary& run : report.runs) json["runs"].push_back(lineOf(run));
  }
  if (report.state) json["state"] = *report.state;
  if (report.steps) json["steps"] = *report.steps;
  if (report.epochs) json["epochs"] = *report.epochs;
  if (!report.format.empty()) {
    json["format"] = report.format;
  }
  if (!report.notes.empty() || !report.format.empty()) json["notes"] = report.notes;
  if (!report.takenBy.empty()) json["taken_by"] = report.takenBy;
  json["problems"] = text::toJson(report.problems);
  return json;
}

std::string shapeOf(const TensorInfo& tensor) {
  std::string text = "[";
  for (const std::int64_t size : tensor.shape) text += (text.size() > 1 ? ", " : "") + std::to_string(size);
  return text + "]";
}

std::string textOf(const RunSummary& run) {
  std::string text;
  if (!run.dataset.empty())
    text += "  Dataset " + escapeForDisplay(run.dataset) + " in " + escapeForDisplay(run.datasetFolder) + "\n";
  if (run.best)
    text += "  Best epoch " + std::to_string(run.best->epoch) + ": validation loss " + text::fixed(run.best->loss, 4) +
            ", Acc@1 " + text::fixed(run.best->accuracy, 2) + " %\n";
  return text;
}

/// A line for each section of a configuration, "  model: name pointer_v45, d_model 64, ...".
std::string settingsText(const text::Json& settings) {
  std::string text, top;
  if (!settings.is_object()) return text;
  const auto add = [](std::string& line, const std::string& key, const text::Json& value) {
    line += (line.empty() ? "" : ", ") + key + " " + (value.is_string() ? value.get<std::string>() : value.dump());
  };
  for (const auto& [key, value] : settings.items()) {
    std::string line;
    if (!value.is_object()) {
      add(top, key, value);
      continue;
    }
    for (const auto& [name, inner] : value.items()) add(line, name, inner);
    text += "  " + escapeForDisplay(key, 60) + ": " + escapeForDisplay(line, 2000) + "\n";
  }
  return text + (top.empty() ? "" : "  " + escapeForDisplay(top, 2000) + "\n");
}

std::string tableOf(const std::string& folder, const std::vector<RunSummary>& runs) {
  text::Table table({"run", "model", "dataset", "state", "epoch", "best epoch", "validation loss", "Acc@1"});
  const auto shown = [](const std::string& text) { return text.empty() ? std::string("–") : text; };
  for (const RunSummary& run : runs) {
    const auto& best = run.best;
    table.add({std::filesystem::path(run.path).lexically_relative(folder).string(), shown(run.model),
               shown(run.dataset), std::string(run.state ? stateText(*run.state) : "–"),
               run.epoch ? std::to_string(*run.epoch) : "–", best ? std::to_string(best->epoch) : "–",
               best ? text::fixed(best->loss, 4) : "–", best ? text::fixed(best->accuracy, 2) : "–"});
  }
  return table.text();
}

std::string reportAsText(const std::string& path, const InfoReport& report) {
  const std::size_t count = report.runs.size();
  const std::string runs =
      "folder of " + groupThousands(static_cast<long long>(count)) + (count == 1 ? " run" : " runs");
  std::string text = escapeForDisplay(path) + ": " + (report.kind == "runs" ? runs : report.kind);
  if (!report.format.empty())
    text += (report.kind == "input" || report.kind == "map" ? " of the format " : " imported from a ") + report.format;
  if (!report.title.empty()) text += ", " + escapeForDisplay(report.title);
  if (report.parameters) text += ", " + groupThousands(*report.parameters) + " parameters";
  if (report.state) text += ", " + std::string(stateText(*report.state));
  if (report.steps) text += ", " + groupThousands(*report.steps) + " steps";
  if (report.epochs) text += ", " + groupThousands(*report.epochs) + (*report.epochs == 1 ? " epoch" : " epochs");
  text += "\n";
  for (const std::string& note : report.notes) text += "  " + note + "\n";
  for (const std::string& command : report.takenBy) text += "  taken by: " + command + "\n";
  if (report.epoch) text += "  Weights of epoch " + std::to_string(*report.epoch) + "\n";
  if (!report.trainedOn.empty()) text += "  Trained on " + escapeForDisplay(report.trainedOn) + "\n";
  if (!report.lossKind.empty()) text += "  Loss " + escapeForDisplay(report.lossKind) + "\n";
  if (report.run) text += textOf(*report.run);
  text += settingsText(report.settings);
  if (report.kind == "runs") text += "\n" + tableOf(path, report.runs);
  if (!report.splits.empty()) {
    text::Table table({"split", "sequences", "users", "locations", "longest"});
    for (const SplitInfo& split : report.splits) {
      const auto grouped = [](std::size_t n) { return groupThousands(static_cast<long long>(n)); };
      table.add({split.name, grouped(split.sequences), grouped(split.users), grouped(split.locations),
                 grouped(split.longest)});
    }
    text += "\n" + table.text();
  }
  if (!report.tensors.empty()) {
    text::Table table({"tensor", "type", "shape"});
    for (const TensorInfo& tensor : report.tensors) table.add({tensor.name, tensor.dtype, shapeOf(tensor)});
    text += "\n" + table.text();
  }
  if (!report.problems.empty()) text += "\nProblems\n";
  for (const Problem& problem : report.problems) {
    text += std::string("  ") + severityName(problem.severity) + ": " +
            Error{ErrorKind::BadInput, problem.where, problem.what, problem.remedy}.sentence() + "\n";
  }
  return text;
}

Status info(const InfoOptions& options, CheckpointDescriber ofCheckpoint) {
  const auto report = describePath(options.path, ofCheckpoint, interruptToken());
  if (!report) return report.error();
  const Status shown = options.json.empty() ? text::print(reportAsText(options.path, *report))
                                            : text::writeJson(reportAsJson(*report), options.json);
  if (!shown) return shown;
  return report->refusal ? Status(*report->refusal) : Status();
}

}  // namespace

void addInfoCommand(CLI::App& app, Work& work, CheckpointDescriber ofCheckpoint) {
  const auto options = std::make_shared<InfoOptions>();
  CLI::App* command = app.add_subcommand("info", "What a checkpoint, dataset or run holds, and what is wrong with it");
  command
      ->add_option("path", options->path,
                   "A checkpoint, a dataset (folder or folder/prefix), a run folder, a folder of runs, a training log "
                   "or a folder of such logs, raw movement data, or any other file that a command reads")
      ->required()
      ->type_name("FILE_OR_FOLDER");
  addJsonOption(*command, options->json);
  command->footer(
      "Examples:\n"
      "  sojourn info best.pt\n"
      "  sojourn info geolife --json -\n"
      "  sojourn info runs\n"
      "  sojourn info training.log");
  command->callback([=, &work] { work = [=] { return info(*options, ofCheckpoint); }; });
}

}  // namespace sojourn::cli
