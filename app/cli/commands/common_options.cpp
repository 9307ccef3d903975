// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/commands/common_options.h"

#include <CLI/CLI.hpp>

#include "app/cli/terminal/terminal.h"

namespace sojourn::cli {

void DataChoice::addTo(CLI::App& app, bool withSplit) {
  app.add_option("--data", data, "Dataset: a folder, or folder/prefix")->required()->type_name("DATA");
  if (withSplit) {
    app.add_option("--split", split, "Split: train, validation or test")->type_name("SPLIT")->capture_default_str();
  }
}

Result<Split> DataChoice::chosenSplit() const {
  if (const auto known = splitFromName(split)) return *known;
  return Error{ErrorKind::BadInput, "--split " + split, "is not a split", "use train, validation or test"};
}

Result<Dataset> openDataset(const std::string& data, const std::vector<Split>& required, const CancelToken& cancel,
                            const std::vector<Split>& welcome) {
  const auto location = locateDataset(data);
  if (!location) return location.error();
  ProgressLine progress("reading");
  DatasetReadOptions options{.wanted = required, .required = required};
  options.wanted.insert(options.wanted.end(), welcome.begin(), welcome.end());
  auto dataset = readDataset(*location, options, progress.bytes(), cancel);
  progress.clear();
  if (dataset) printProblems(dataset->problems);
  return dataset;
}

std::string splitFile(const Dataset& dataset, Split split) {
  return (dataset.folder / (dataset.prefix + "_" + splitName(split) + ".pk")).string();
}

void ModelChoice::addTo(CLI::App& app) {
  app.add_option("--checkpoint", checkpoint, "Trained model: a torch.save file or safetensors")
      ->required()
      ->type_name("FILE");
  app.add_option("--heads", heads, "Number of attention heads, if the checkpoint does not contain it")
      ->check(CLI::Range(1, 1024))
      ->type_name("N");
}

void ModelChoice::addDeviceTo(CLI::App& app) {
  app.add_option("--device", device, "Where to compute; auto uses a GPU if there is one")
      ->check(CLI::IsMember({"auto", "cpu", "cuda"}))
      ->type_name("DEVICE")
      ->capture_default_str();
}

void ModelChoice::addThreadsTo(CLI::App& app) {
  app.add_option("--threads", threads, "Number of CPU threads (default: all cores)")
      ->check(CLI::Range(1, 1024))
      ->type_name("N");
}

Device ModelChoice::chosenDevice() const {
  return device == "cuda" ? Device::Cuda : device == "cpu" ? Device::Cpu : Device::Auto;
}

Result<std::shared_ptr<const Engine>> ModelChoice::load(const DataChoice& data) const {
  if (threads > 0) setEvaluationThreads(threads);
  EngineOptions options;
  options.device = chosenDevice();
  if (heads > 0) options.heads = heads;
  auto engine = Engine::load(checkpoint, options);
  if (!engine) return inFile(checkpoint, engine.error());
  const ModelDescription& model = (*engine)->description();
  problems = model.notices;
  if (const auto location = locateDataset(data.data)) {
    if (auto other = datasetMismatch(model.source, model.trainedOn, identityOf(*location, model.trainedOn.splits)))
      problems.push_back(std::move(*other));
  }
  printProblems(problems);
  return engine;
}

void addJsonOption(CLI::App& app, std::string& out) {
  app.add_option("--json", out, "Write JSON to this file (- for standard output) instead of a table")->type_name("OUT");
}

CLI::Option* addSamplesOption(CLI::App& app, std::size_t& samples, const char* meaning) {
  return app.add_option("--samples", samples, meaning)
      ->check(CLI::Range(std::size_t{1}, std::size_t{100'000'000}))
      ->type_name("N");
}

Error inFile(const std::string& file, Error error) {
  if (error.kind != ErrorKind::BadInput || error.where.starts_with(file)) return error;
  // Some places name the file without its folder: that part is replaced, all else is kept.
  const std::string name = std::filesystem::path(file).filename().string();
  const bool named = !name.empty() && error.where.starts_with(name);
  const std::string rest = named ? error.where.substr(name.size()) : error.where.empty() ? "" : ", " + error.where;
  error.where = file + rest;
  return error;
}

}  // namespace sojourn::cli
