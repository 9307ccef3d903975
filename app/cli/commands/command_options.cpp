// SPDX-License-Identifier: GPL-3.0-or-later
// The options that several subcommands share, and what these open.
#include <algorithm>
#include <limits>
#include <numeric>

#include <CLI/CLI.hpp>

#include "app/cli/commands/commands.h"
#include "app/cli/terminal/terminal.h"
#include "model/data/io/scenario.h"
#include "model/evaluate/evaluate_split.h"
#include "model/runs/store/run_files.h"
#include "model/runs/store/run_paths.h"
#include "views/session/samples/sample_filter.h"

namespace sojourn::cli {

void DataChoice::addTo(CLI::App& app) {
  app.add_option("--data", data, "Dataset: a folder, or folder/prefix")->required()->type_name("DATA");
  app.add_option("--split", split, "Split: train, validation or test")->type_name("SPLIT")->capture_default_str();
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

Result<Dataset> openForTraining(const std::string& data, const std::string& prefix, const CancelToken& cancel) {
  const std::filesystem::path folder(data);
  std::error_code error;
  const bool choose = !prefix.empty() && std::filesystem::is_directory(folder, error) && !locateDataset(folder).ok();
  return openDataset(choose ? (folder / prefix).string() : data, {Split::Train, Split::Validation}, cancel,
                     {Split::Test});
}

std::string splitFile(const Dataset& dataset, Split split) {
  return (dataset.folder / (dataset.prefix + "_" + splitName(split) + ".pk")).string();
}

Result<std::vector<std::size_t>> filteredRows(const std::string& filter, const Dataset& dataset, Split split,
                                              std::span<const Outcome> outcomes) {
  std::vector<std::size_t> rows(dataset.split(split)->size());
  std::iota(rows.begin(), rows.end(), std::size_t{0});
  if (filter.empty()) return rows;
  const auto parsed = session::SampleFilter::parse(filter, nullptr);
  if (!parsed.ok()) return Error{ErrorKind::BadUsage, "--filter", parsed.error->message, "correct the filter"};
  if (outcomes.empty() && parsed.filter.needsOutcomes())
    return Error{ErrorKind::BadUsage, "--filter", "asks for predictions of a model", "add --checkpoint"};
  session::SampleTable table(std::make_shared<const Dataset>(dataset), split);
  table.fill(0, outcomes);
  const auto kept = parsed.filter.apply(table);
  rows.assign(kept.begin(), kept.end());
  if (rows.empty()) return Error{ErrorKind::BadInput, "--filter", "no sample matches", "loosen the filter"};
  return rows;
}

void ModelChoice::addTo(CLI::App& app, bool required) {
  app.add_option("--checkpoint", checkpoint, "Trained model: a torch.save file or safetensors")
      ->required(required)
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

Status completeFor(const Engine& engine, const DataChoice& data, Dataset& dataset, const CancelToken& cancel) {
  if (!engine.description().capabilities.history || dataset.split(Split::Train)) return {};
  const auto location = locateDataset(data.data);
  if (!location) return location.error();
  DatasetReadOptions options{.wanted = {Split::Train}, .required = {Split::Train}};
  for (const Split split : allSplits)
    if (dataset.split(split)) options.wanted.push_back(split);
  auto whole = readDataset(*location, options, {}, cancel);
  if (!whole) return whole.error();
  dataset = std::move(*whole);
  return {};
}

Result<OpenedSplit> openSplit(const DataChoice& data, const ModelChoice& model, const CancelToken& cancel,
                              const std::vector<Split>& welcome) {
  const auto split = data.chosenSplit();
  if (!split) return split.error();
  auto dataset = openDataset(data.data, {*split}, cancel, welcome);
  if (!dataset) return dataset.error();
  auto engine = model.load(data);
  if (!engine) return engine.error();
  if (const Status complete = completeFor(**engine, data, *dataset, cancel); !complete) return complete.error();
  return OpenedSplit{std::move(*dataset), *split, std::move(*engine)};
}

CLI::Option* ModelQuestion::addTo(CLI::App& command, const char* samplesMeaning) {
  model.device = "cpu";  // small batches: a GPU would only take time to start
  data.addTo(command);
  auto* subject = command.add_option_group("sequence", "Which sequence");
  subject->add_option("--index", index, "Index of the sample in its split, from 0")->type_name("N");
  subject->add_option("--sequence", sequenceFile, "JSON file with a sequence")->type_name("FILE.json");
  subject->require_option(1);
  CLI::Option* many = nullptr;
  if (samplesMeaning)
    many = subject->add_option("--samples", samples, samplesMeaning)
               ->check(CLI::Range(std::size_t{1}, std::size_t{100'000'000}))
               ->type_name("N");
  model.addTo(command);
  if (many) model.addThreadsTo(command);
  return many;
}

Result<Subject> ModelQuestion::openSubject(bool named) const {
  if (index) return openSample();
  auto sequence = readSequenceFile(sequenceFile);
  if (!sequence) return sequence.error();
  Subject subject{std::move(*sequence), std::nullopt, sequenceFile, {}};
  if (!named && !json.empty()) {
    const auto there = locateDataset(data.data);
    if (!there) return there.error();
    return subject;
  }
  const auto dataset = openDataset(data.data, {}, interruptToken(), {allSplits.begin(), allSplits.end()});
  if (!dataset) return dataset.error();
  subject.places = dataset->places;
  return subject;
}

Result<Subject> ModelQuestion::openSample() const {
  const auto split = data.chosenSplit();
  if (!split) return split.error();
  const auto dataset = openDataset(data.data, {*split}, interruptToken());
  if (!dataset) return dataset.error();
  const SequenceSet& set = *dataset->split(*split);
  const std::string file = splitFile(*dataset, *split);
  if (*index < 0 || static_cast<std::uint64_t>(*index) >= set.size()) {
    return Error{ErrorKind::BadInput, file, "has no sequence " + std::to_string(*index),
                 set.empty() ? "it is empty" : "use an index from 0 to " + std::to_string(set.size() - 1)};
  }
  const auto row = static_cast<std::size_t>(*index);
  return Subject{set.sequence(row), row, file + ", sequence " + std::to_string(row), dataset->places};
}

Result<std::shared_ptr<const Engine>> ModelQuestion::loadModel(Subject& subject) const {
  auto engine = model.load(data);
  if (!engine || !(*engine)->description().capabilities.history || subject.sequence.history.source) return engine;
  const auto split = subject.index ? data.chosenSplit() : Split::Train;
  if (!split) return split.error();
  const auto dataset = openDataset(data.data, {Split::Train}, interruptToken(), {*split});
  if (!dataset) return dataset.error();
  if (const SequenceSet* set = dataset->split(*split))
    subject.sequence.history = {.source = set->history(), .row = subject.index};
  return engine;
}

Status ModelQuestion::answer(text::Json asJson, std::string asText) const {
  const bool complete = !interruptToken().cancelled();
  if (!complete) {
    asJson["complete"] = false;
    asText += "\nInterrupted: these figures are of the samples so far.\n";
  }
  const Status written = json.empty() ? text::print(asText) : text::writeJson(asJson, json, model.problems);
  if (!written || complete) return written;
  return Error{ErrorKind::Cancelled, "", "interrupted", ""};
}

void addJsonOption(CLI::App& app, std::string& out) {
  app.add_option("--json", out, "Write JSON to this file (- for standard output) instead of a table")->type_name("OUT");
}

std::optional<LocationId> locationOf(const std::optional<std::int64_t>& number) {
  if (!number) return std::nullopt;
  return static_cast<LocationId>(std::clamp<std::int64_t>(*number, -1, std::numeric_limits<LocationId>::max()));
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

void ShowingCounter::count(const RunPaths& run) {
  auto notes = readViewerNotes(run.viewer());
  Status counted;
  if (notes) {
    ++notes->reveals;
    counted = writeViewerNotes(run.viewer(), *notes);
  } else {
    counted = notes.error();
  }
  if (counted) return;
  if (!m_first) m_first = counted.error();
  ++m_uncounted;
}

ShowingCounter::~ShowingCounter() {
  if (!m_first) return;
  std::string what = m_first->what + ": the showing of its test figures is not counted";
  if (m_uncounted > 1) what += ", nor of " + std::to_string(m_uncounted - 1) + " other runs";
  printProblems({{Severity::Warning, m_first->where, what, m_first->remedy}});
}

session::EvaluateCheckpoint checkpointEvaluator(const ModelChoice& model, const SequenceSet& set,
                                                const CancelToken& cancel) {
  if (model.threads > 0) setEvaluationThreads(model.threads);
  return [device = model.chosenDevice(), &set, cancel, showings = std::make_shared<ShowingCounter>()](
             const std::filesystem::path& file) -> Result<std::vector<Outcome>> {
    const auto engine = Engine::load(file, {.device = device});
    if (!engine) return engine.error();
    auto evaluation = evaluateSplit(**engine, set, cancel);
    if (!evaluation) return evaluation.error();
    showings->count(RunPaths{file.parent_path().parent_path()});
    return std::move(evaluation->outcomes);
  };
}

}  // namespace sojourn::cli
