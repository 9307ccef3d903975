// SPDX-License-Identifier: GPL-3.0-or-later
// `sojourn inspect`: one forward pass with everything captured, of a sample or of a sequence file.
#include <memory>

#include <CLI/CLI.hpp>

#include "app/cli/commands/commands.h"
#include "views/text/json_inspection.h"

namespace sojourn::cli {
namespace {

struct InspectOptions : ModelQuestion {
  bool maps = false;
};

Status inspect(const InspectOptions& options) {
  auto subject = options.openSubject();
  if (!subject) return subject.error();
  const auto engine = options.loadModel(*subject);
  if (!engine) return engine.error();
  const auto inspection = (*engine)->inspect(subject->sequence, {.maps = options.maps});
  if (!inspection) return inFile(subject->where, inspection.error());
  return options.answer(text::toJson(**inspection, (*engine)->description(), subject->index, options.maps),
                        text::inspectionTables(**inspection, subject->places));
}

}  // namespace

void addInspectCommand(CLI::App& app, Work& work) {
  const auto options = std::make_shared<InspectOptions>();
  CLI::App* command = addModelCommand(app, "inspect");
  options->addTo(*command, nullptr);
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
