// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/info_report.h"

#include <unordered_set>

#include <nlohmann/json.hpp>

#include "model/core/files.h"
#include "model/data/dataset.h"
#include "model/formats/checkpoint_file.h"
#include "model/inspect/engine.h"

namespace sojourn::cli {
namespace {

namespace fs = std::filesystem;

constexpr std::uint64_t maxRunJsonBytes = 4 * 1000 * 1000;

Problem problemOf(const Error& error, Severity severity) {
  return {severity, error.where, error.what, error.remedy};
}

SplitInfo infoOf(Split split, const SequenceSet& set) {
  std::unordered_set<UserId> users(set.users().begin(), set.users().end());
  std::unordered_set<LocationId> locations(set.targets().begin(), set.targets().end());
  for (std::size_t row = 0; row < set.size(); ++row)
    locations.insert(set.locations(row).begin(), set.locations(row).end());
  return {.name = splitName(split),
          .sequences = set.size(),
          .users = users.size(),
          .locations = locations.size(),
          .longest = set.longest()};
}

InfoReport describeDataset(const DatasetLocation& location, const CancelToken& cancel) {
  InfoReport report;
  const auto dataset = readDataset(location, {}, {}, cancel);
  if (!dataset) {
    report.refusal = dataset.error();
    return report;
  }
  report.kind = "dataset";
  report.title = dataset->title;
  report.problems = dataset->problems;
  for (const Split split : allSplits) {
    if (const SequenceSet* set = dataset->split(split)) report.splits.push_back(infoOf(split, *set));
  }
  return report;
}

InfoReport describeCheckpoint(const fs::path& path) {
  InfoReport report;
  const auto file = readCheckpointFile(path);
  if (!file) {
    report.refusal = file.error();
    return report;
  }
  report.kind = "checkpoint";
  report.problems = file->problems;
  for (const NamedArray& tensor : file->tensors) {
    report.tensors.push_back({.name = tensor.name, .dtype = nameOf(tensor.array.dtype), .shape = tensor.array.shape});
  }
  // A checkpoint of a model that this program does not know is still a checkpoint: its tensors are listed.
  EngineOptions onCpu;
  onCpu.device = Device::Cpu;
  const auto engine = Engine::load(path, onCpu);
  if (!engine) {
    report.problems.push_back(problemOf(engine.error(), Severity::Error));
    return report;
  }
  const ModelDescription& model = (*engine)->description();
  report.model = model.id;
  report.parameters = model.parameters;
  report.title = model.title + (model.ablation == "full_model" ? "" : ", " + model.ablation);
  report.problems.insert(report.problems.end(), model.notices.begin(), model.notices.end());
  return report;
}

InfoReport describeRun(const fs::path& folder) {
  InfoReport report;
  const std::string where = (folder / "run.json").string();
  const auto bytes = readFile(where, maxRunJsonBytes);
  if (!bytes) {
    report.refusal = bytes.error();
    return report;
  }
  // Bounded in size; the depth is held to what such a file has before anything is built from it.
  bool tooDeep = false;
  const auto watch = [&](int depth, nlohmann::json::parse_event_t, nlohmann::json&) {
    tooDeep = tooDeep || depth > 32;
    return !tooDeep;
  };
  const auto* text = reinterpret_cast<const char*>(bytes->data());
  const nlohmann::json run = nlohmann::json::parse(text, text + bytes->size(), watch, false);
  if (tooDeep || !run.is_object() || run.value("schema", nlohmann::json()) != "sojourn.run/1") {
    report.refusal = Error{ErrorKind::BadInput, where, "is no description of a run (sojourn.run/1)",
                           "check that this is a run folder and that the file is whole"};
    return report;
  }
  report.kind = "run";
  const auto textOf = [&](const char* key) {
    return run.contains(key) && run[key].is_string() ? run[key].get<std::string>() : std::string();
  };
  report.title = textOf("id");
  if (const std::string model = textOf("model"); !model.empty()) report.model = model;
  if (run.contains("parameters") && run["parameters"].is_number_integer()) {
    report.parameters = run["parameters"].get<std::int64_t>();
  }
  for (const char* key : {"id", "created", "command", "config", "model", "dataset", "parameters"}) {
    if (!run.contains(key)) {
      report.problems.push_back(
          {Severity::Warning, where, std::string("has no ") + key, "the run was written by another program"});
    }
  }
  if (!fs::exists(folder / "checkpoints" / "best.pt")) {
    report.problems.push_back(
        {Severity::Notice, (folder / "checkpoints").string(), "holds no best.pt", "wait for the first epoch"});
  }
  return report;
}

/// A .pk file stands for the dataset it belongs to: "x/city_test.pk" is x/city.
std::optional<fs::path> datasetOfSplitFile(const fs::path& path) {
  if (path.extension() != ".pk") return std::nullopt;
  const std::string stem = path.stem().string();
  for (const Split split : allSplits) {
    const std::string ending = std::string("_") + splitName(split);
    if (stem.size() > ending.size() && stem.ends_with(ending)) {
      return path.parent_path() / stem.substr(0, stem.size() - ending.size());
    }
  }
  return std::nullopt;
}

}  // namespace

Result<InfoReport> describePath(const fs::path& path, const CancelToken& cancel) {
  std::error_code error;
  const fs::file_status status = fs::status(path, error);
  InfoReport report;
  if (fs::is_directory(status) && fs::exists(path / "run.json", error)) {
    report = describeRun(path);
  } else if (fs::is_directory(status) || !fs::exists(status) || datasetOfSplitFile(path)) {
    const auto location = locateDataset(datasetOfSplitFile(path).value_or(path));
    if (!location && !fs::exists(status)) {
      return Error{ErrorKind::BadInput, path.string(), "is not there", "name a file, a folder or folder/prefix"};
    }
    if (location) {
      report = describeDataset(*location, cancel);
    } else {
      report.refusal = location.error();
    }
  } else {
    report = describeCheckpoint(path);
  }
  if (report.refusal && report.refusal->kind == ErrorKind::Cancelled) return *report.refusal;
  if (report.refusal) report.problems.push_back(problemOf(*report.refusal, Severity::Error));
  return report;
}

}  // namespace sojourn::cli
