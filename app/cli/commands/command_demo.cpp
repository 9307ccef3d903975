// SPDX-License-Identifier: GPL-3.0-or-later
// `sojourn demo`: the demo city and its model as files, or both made again.
#include <memory>

#include <CLI/CLI.hpp>

#include "app/cli/commands/commands.h"
#include "app/cli/terminal/interrupt.h"
#include "app/cli/training/demo_recipe.h"
#include "model/core/text.h"
#include "model/data/demo/demo_files.h"
#include "views/text/output.h"

namespace sojourn::cli {
namespace {

struct DemoOptions {
  std::string folder;
  bool regenerate = false;
};

Status demo(const DemoOptions& options) {
  if (options.regenerate) return regenerateDemo(options.folder, interruptToken());
  if (const Status written = writeDemoFiles(options.folder); !written) return written;
  std::string text;
  for (const EmbeddedFile& file : demoFiles()) {
    text += escapeForDisplay((std::filesystem::path(options.folder) / file.name).string()) + "  " +
            humanBytes(file.bytes().size()) + "\n";
  }
  return text::print(text);
}

}  // namespace

void addDemoCommand(CLI::App& app, Work& work) {
  const auto options = std::make_shared<DemoOptions>();
  CLI::App* command = app.add_subcommand("demo", "Write the demo city's dataset and its trained model as files");
  command->add_option("folder", options->folder, "Folder to write to; created if it does not exist")
      ->required()
      ->type_name("OUT");
  command->add_flag("--regenerate", options->regenerate, "Generate the city and train its model again");
  command->footer(
      "Examples:\n"
      "  sojourn demo city\n"
      "  sojourn evaluate --data city --checkpoint city/demo_city_pointer_v45.pt\n"
      "  sojourn demo resources/demo --regenerate");
  command->callback([options, &work] { work = [options] { return demo(*options); }; });
}

}  // namespace sojourn::cli
