// SPDX-License-Identifier: GPL-3.0-or-later
// `sojourn queue`: trains what viewers queued, one after the other, whether they stay open or not, also after a crash.
#include <memory>

#include <CLI/CLI.hpp>

#include "app/cli/commands/commands.h"
#include "app/cli/terminal/terminal.h"
#include "model/core/text.h"
#include "model/runs/queue/queue_runner.h"

namespace sojourn::cli {
namespace {

Status trainQueued(const QueueOptions& given) {
  auto options = resolved(given);
  if (!options) return options.error();
  // There may be no reader; the work goes on.
  options->say = [](const std::string& what) { static_cast<void>(text::print(escapeForDisplay(what) + "\n")); };
  return QueueRunner(std::move(*options)).run(interruptToken());
}

}  // namespace

void addQueueCommand(CLI::App& app, Work& work) {
  const auto options = std::make_shared<QueueOptions>();
  CLI::App* command = app.add_subcommand("queue", "Train the queued runs of a folder");
  command->add_option("folder", options->folder, "Folder of runs; its subfolder queue contains the entries")
      ->required()
      ->type_name("FOLDER");
  command->add_option("--jobs", options->atOnce, "Number of trainings at a time")
      ->type_name("N")
      ->check(CLI::Range(1, 64));
  command->add_option("--trainer", options->trainer, "Program whose `train` command is run (default: this one)")
      ->type_name("PROGRAM");
  command->footer(
      "The queue runner ends when no entry is left. Each training is a separate process: Ctrl+C ends the queue\n"
      "runner, not the trainings. The next queue runner waits for trainings that still run and resumes those that\n"
      "were killed. Entries that failed stay as queue/ID.failed.\n"
      "Examples:\n"
      "  sojourn queue runs\n"
      "  sojourn queue runs --jobs 2");
  command->callback([options, &work] { work = [options] { return trainQueued(*options); }; });
}

}  // namespace sojourn::cli
