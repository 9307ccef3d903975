// SPDX-License-Identifier: GPL-3.0-or-later
// `sojourn inspect`: one forward pass with everything captured, of a sample or of a sequence file.
#include <cstdint>
#include <memory>
#include <optional>

#include <CLI/CLI.hpp>

#include "app/cli/commands.h"
#include "app/cli/common_options.h"
#include "app/cli/interrupt.h"
#include "app/cli/json_inspection.h"
#include "app/cli/sequence_file.h"
#include "app/cli/terminal.h"

namespace sojourn::cli {
namespace {

struct Options {
  DataChoice data;
  ModelChoice model;
  std::optional<std::int64_t> index;
  std::string sequenceFile;
  bool maps = false;
  std::string json;
};

/// The sequence to inspect and where it came from.
struct Subject {
  Sequence sequence;
  std::optional<std::size_t> index;
  std::string where;
  PlaceNames places;
};

Result<Subject> sampleOf(const Options& options) {
  const auto split = options.data.chosenSplit();
  if (!split) return split.error();
  const auto dataset = openDataset(options.data.data, {*split}, interruptToken());
  if (!dataset) return dataset.error();
  const SequenceSet& set = *dataset->split(*split);
  const std::string file = splitFile(*dataset, *split);
  if (*options.index < 0 || static_cast<std::uint64_t>(*options.index) >= set.size()) {
    return Error{ErrorKind::BadInput, file, "has no sequence " + std::to_string(*options.index),
                 set.empty() ? "it is empty" : "use an index from 0 to " + std::to_string(set.size() - 1)};
  }
  const auto row = static_cast<std::size_t>(*options.index);
  return Subject{set.sequence(row), row, file + ", sequence " + std::to_string(row), dataset->places};
}

/// A sequence file needs the dataset for the names of its places only, which JSON does not hold.
Result<Subject> sequenceOf(const Options& options) {
  auto sequence = readSequenceFile(options.sequenceFile);
  if (!sequence) return sequence.error();
  Subject subject{std::move(*sequence), std::nullopt, options.sequenceFile, {}};
  if (!options.json.empty()) {
    const auto there = locateDataset(options.data.data);
    if (!there) return there.error();
    return subject;
  }
  const auto dataset = openDataset(options.data.data, {}, interruptToken(), {allSplits.begin(), allSplits.end()});
  if (!dataset) return dataset.error();
  subject.places = dataset->places;
  return subject;
}

Status inspect(const Options& options) {
  const auto subject = options.index ? sampleOf(options) : sequenceOf(options);
  if (!subject) return subject.error();
  const auto engine = options.model.load();
  if (!engine) return engine.error();
  const auto inspection = (*engine)->inspect(subject->sequence, {.maps = options.maps});
  if (!inspection) return inFile(subject->where, inspection.error());

  const ModelDescription& model = (*engine)->description();
  if (!options.json.empty()) return writeJson(toJson(**inspection, model, subject->index, options.maps), options.json);
  return print(inspectionTables(**inspection, subject->places));
}

}  // namespace

void addInspectCommand(CLI::App& app, Work& work) {
  const auto options = std::make_shared<Options>();
  options->model.device = "cpu";  // one sequence: a GPU would only take time to start
  CLI::App* command = app.add_subcommand("inspect", "What the model copies, generates and attends to in one sequence");
  options->data.addTo(*command);
  options->model.addTo(*command);
  auto* subject = command->add_option_group("sequence", "Which sequence");
  subject->add_option("--index", options->index, "Number of the sample in its split, from 0")->type_name("N");
  subject->add_option("--sequence", options->sequenceFile, "A sequence of its own, as JSON")->type_name("FILE.json");
  subject->require_option(1);
  command->add_flag("--maps", options->maps, "Attention maps of all layers and heads too (JSON only)");
  addJsonOption(*command, options->json);
  command->footer(
      "Examples:\n"
      "  sojourn inspect --data geolife --checkpoint best.pt --index 2222\n"
      "  sojourn inspect --data geolife --checkpoint best.pt --index 2222 --maps --json -\n"
      "  sojourn inspect --data geolife --checkpoint best.pt --sequence mine.json\n"
      "A sequence file, oldest visit first:\n"
      "  {\"schema\": \"sojourn.sequence/1\", \"user\": 3, \"target\": 14, \"visits\": [\n"
      "    {\"location\": 14, \"weekday\": 0, \"start_minute\": 480, \"duration_minutes\": 75, \"days_ago\": 2}]}");
  command->callback([options, &work] { work = [options] { return inspect(*options); }; });
}

}  // namespace sojourn::cli
