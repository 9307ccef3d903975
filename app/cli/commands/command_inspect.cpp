// SPDX-License-Identifier: GPL-3.0-or-later
// `sojourn inspect`: one forward pass with everything captured, of a sample or of a sequence file.
#include <memory>

#include <CLI/CLI.hpp>

#include "app/cli/commands/commands.h"
#include "app/cli/commands/subject.h"
#include "views/text/json_inspection.h"

namespace sojourn::cli {
namespace {

struct InspectOptions {
  SampleSelector subject;
  ModelChoice model;
  bool maps = false;
  std::string json;
};

Status inspect(const InspectOptions& options) {
  const auto subject = options.subject.open(options.json.empty());
  if (!subject) return subject.error();
  const auto engine = options.model.load(options.subject.data);
  if (!engine) return engine.error();
  const auto inspection = (*engine)->inspect(subject->sequence, {.maps = options.maps});
  if (!inspection) return inFile(subject->where, inspection.error());

  const ModelDescription& model = (*engine)->description();
  if (!options.json.empty())
    return text::writeJson(text::toJson(**inspection, model, subject->index, options.maps), options.json,
                           options.model.problems);
  return text::print(text::inspectionTables(**inspection, subject->places));
}

}  // namespace

void addInspectCommand(CLI::App& app, Work& work) {
  const auto options = std::make_shared<InspectOptions>();
  options->model.device = "cpu";  // one sequence: a GPU would only take time to start
  CLI::App* command = app.add_subcommand("inspect", "What the model copies, generates and attends to in one sequence");
  options->subject.addTo(*command);
  options->model.addTo(*command);
  command->add_flag("--maps", options->maps, "Also write the attention maps of all layers and heads (JSON only)");
  addJsonOption(*command, options->json);
  command->footer(std::string("Examples:\n"
                              "  sojourn inspect --data geolife --checkpoint best.pt --index 2222\n"
                              "  sojourn inspect --data geolife --checkpoint best.pt --index 2222 --maps --json -\n"
                              "  sojourn inspect --data geolife --checkpoint best.pt --sequence mine.json\n") +
                  sequenceFileHelp);
  command->callback([options, &work] { work = [options] { return inspect(*options); }; });
}

}  // namespace sojourn::cli
