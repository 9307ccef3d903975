// SPDX-License-Identifier: GPL-3.0-or-later
// The options that name a model, and what these open.
#include <algorithm>

#include <CLI/CLI.hpp>

#include "app/cli/commands/commands.h"
#include "app/cli/terminal/terminal.h"
#include "model/data/io/scenario.h"
#include "model/evaluate/evaluate_split.h"
#include "model/program/program_engine.h"
#include "model/runs/store/run_paths.h"
#include "views/session/samples/sample_filter.h"

namespace sojourn::cli {

Result<std::vector<std::size_t>> filteredRows(const std::string& filter, const OpenedSplit& opened,
                                              const CancelToken& cancel) {
  std::vector<Outcome> outcomes;
  if (const auto parsed = session::SampleFilter::parse(filter, nullptr); parsed.ok() && parsed.filter.needsOutcomes()) {
    ProgressLine progress("evaluating");
    auto evaluation = evaluateSplit(*opened.engine, opened.set(), cancel, progress.callback());
    progress.clear();
    if (!evaluation) return inFile(opened.where(), evaluation.error());
    outcomes = std::move(evaluation->outcomes);
  }
  return filteredRows(filter, opened.dataset, opened.split, outcomes);
}

void ModelChoice::addTo(CLI::App& app, bool required) {
  app.add_option("--checkpoint", checkpoint, "Trained model: a torch.save file, safetensors, or \"program:COMMAND\"")
      ->required(required)
      ->type_name("FILE");
  app.add_option("--heads", heads,
                 "Number of attention heads, if the checkpoint does not contain it (default: as it "
                 "says, else the most that fit)")
      ->check(CLI::Range(1, 1024))
      ->type_name("N");
}

void ModelChoice::addDeviceTo(CLI::App& app) {
  app.add_option("--device", device,
                 "Where to compute: cpu, cuda, cuda:1 ..., or auto, which takes the faster as measured here")
      ->check(knownDevice)
      ->type_name("DEVICE")
      ->capture_default_str();
}

void ModelChoice::addThreadsTo(CLI::App& app) {
  app.add_option("--threads", threads, "Number of CPU threads (default: all cores)")
      ->check(CLI::Range(1, 1024))
      ->type_name("N");
}

Device ModelChoice::chosenDevice() const {
  return deviceFromText(device).value_or(Device::Auto);
}

Result<std::shared_ptr<const Engine>> ModelChoice::load(const DataChoice& data,
                                                        const std::shared_ptr<const Pseudonyms>& pseudonyms,
                                                        std::size_t samples) const {
  if (threads > 0) setEvaluationThreads(threads);
  EngineOptions options;
  options.device = chosenDevice();
  options.work = {.inspections = 1, .sequences = sequencesPerSample * static_cast<double>(samples)};
  if (heads > 0) options.heads = heads;
  options.pseudonyms = pseudonyms;
  auto engine = loadModel(checkpoint, options, {}, interruptToken());
  if (!engine) return inFile(checkpoint, engine.error());
  loaded = *engine;
  const ModelDescription& model = (*engine)->description();
  problems = model.notices;
  if (const auto location = locateDataset(data.data)) {
    if (auto other = datasetMismatch(model.source, model.trainedOn, identityOf(*location, model.trainedOn.splits)))
      problems.push_back(std::move(*other));
  }
  holdProblems(problems);
  holdProblem([held = std::weak_ptr(loaded)]() -> std::optional<Problem> {
    const auto stillThere = held.lock();
    return stillThere ? troubleOf(*stillThere) : std::nullopt;
  });
  return engine;
}

std::optional<Problem> troubleOf(const Engine& engine) {
  const std::string trouble = engine.deviceTrouble();
  if (trouble.empty()) return std::nullopt;
  return Problem{Severity::Warning, "the GPU", "failed (" + trouble + "), the CPU has gone on", ""};
}

void ModelChoice::putDevice(text::Json& json) const {
  if (!loaded) return;
  // The name of a GPU is one's own; the kind is what scripts compare.
  json["device"] = loaded->deviceName().starts_with("CUDA") ? "cuda" : "cpu";
  json["device_name"] = loaded->deviceName();
  if (const std::string reason = loaded->deviceReason(); !reason.empty()) json["device_reason"] = reason;
  if (auto trouble = troubleOf(*loaded)) problems.push_back(std::move(*trouble));
}

Status completeFor(const Engine& engine, const DataChoice& data, Dataset& dataset, const CancelToken& cancel) {
  if (!engine.description().capabilities.history || dataset.split(Split::Train)) return {};
  const auto location = locateDataset(data.data);
  if (!location) return location.error();
  DatasetReadOptions options{.wanted = {Split::Train}, .required = {Split::Train}, .pseudonyms = data.pseudonyms};
  for (const Split split : allSplits)
    if (dataset.split(split)) options.wanted.push_back(split);
  auto whole = readDataset(*location, options, {}, cancel);
  if (!whole) return whole.error();
  dataset = std::move(*whole);
  return {};
}

Result<OpenedSplit> openSplit(const DataChoice& data, const ModelChoice& model, const CancelToken& cancel,
                              const std::vector<Split>& welcome, std::size_t samples) {
  const auto split = data.chosenSplit();
  if (!split) return split.error();
  auto dataset = openDataset(data, {*split}, cancel, welcome);
  if (!dataset) return dataset.error();
  const std::size_t rows = dataset->split(*split)->size();
  auto engine = model.load(data, dataset->pseudonyms, samples > 0 ? std::min(samples, rows) : rows);
  if (!engine) return engine.error();
  if (const Status complete = completeFor(**engine, data, *dataset, cancel); !complete) return complete.error();
  return OpenedSplit{std::move(*dataset), *split, std::move(*engine)};
}

CLI::Option* ModelQuestion::addTo(CLI::App& command, const char* samplesMeaning) {
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
  if (many)
    command.add_option("--filter", filter, "Draw the samples from those that match, as in the studio")
        ->needs(many)
        ->type_name("FILTER");
  model.addTo(command);
  model.addDeviceTo(command);
  model.addThreadsTo(command);
  return many;
}

Result<Subject> ModelQuestion::openSubject(bool named) const {
  if (index) return openSample();
  auto sequence = readSequenceFile(sequenceFile);
  if (!sequence) return sequence.error();
  Subject subject{std::move(*sequence), std::nullopt, sequenceFile, {}, {}};
  if (!named && !json.empty() && data.pseudonyms.empty()) {
    const auto there = locateDataset(data.data);
    if (!there) return there.error();
    return subject;
  }
  const auto dataset = openDataset(data, {}, interruptToken(), {allSplits.begin(), allSplits.end()});
  if (!dataset) return dataset.error();
  subject.places = dataset->places;
  subject.pseudonyms = dataset->pseudonyms;
  if (subject.pseudonyms) subject.sequence = subject.pseudonyms->sequence(std::move(subject.sequence));
  return subject;
}

Result<Subject> ModelQuestion::openSample() const {
  const auto split = data.chosenSplit();
  if (!split) return split.error();
  const auto dataset = openDataset(data, {*split}, interruptToken());
  if (!dataset) return dataset.error();
  const SequenceSet& set = *dataset->split(*split);
  const std::string file = splitFile(*dataset, *split);
  if (*index < 0 || static_cast<std::uint64_t>(*index) >= set.size()) {
    return Error{ErrorKind::BadInput, file, "has no sequence " + std::to_string(*index),
                 set.empty() ? "it is empty" : "use an index from 0 to " + std::to_string(set.size() - 1)};
  }
  const auto row = static_cast<std::size_t>(*index);
  return Subject{set.sequence(row), row, file + ", sequence " + std::to_string(row), dataset->places,
                 dataset->pseudonyms};
}

Result<std::shared_ptr<const Engine>> ModelQuestion::loadModel(Subject& subject) const {
  auto engine = model.load(data, subject.pseudonyms, 1);
  if (!engine || !(*engine)->description().capabilities.history || subject.sequence.history.source) return engine;
  const auto split = subject.index ? data.chosenSplit() : Split::Train;
  if (!split) return split.error();
  const auto dataset = openDataset(data, {Split::Train}, interruptToken(), {*split});
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
  model.putDevice(asJson);
  const Status written = json.empty() ? text::print(asText) : text::writeJson(asJson, json, model.problems);
  if (!written || complete) return written;
  return Error{ErrorKind::Cancelled, "", "interrupted", ""};
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
