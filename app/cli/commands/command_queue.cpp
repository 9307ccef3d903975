// SPDX-License-Identifier: GPL-3.0-or-later
// `sojourn queue`: trains what viewers queued, one after the other, whether they stay open or not.
#include <filesystem>
#include <memory>

#include <CLI/CLI.hpp>

#include "app/cli/commands/commands.h"
#include "app/cli/terminal/interrupt.h"
#include "app/cli/training/queue_runner.h"

namespace sojourn::cli {
namespace {

struct Options {
  std::string folder;
  std::string trainer;
  std::size_t atOnce = 1;
};

Status workOff(const Options& options) {
  std::error_code error;
  QueueOptions queue{.folder = options.folder, .trainer = options.trainer, .atOnce = options.atOnce};
  if (!std::filesystem::is_directory(queue.folder, error)) {
    return Error{ErrorKind::BadInput, options.folder, "is no folder", "name the folder that holds the runs"};
  }
  // Trainers get whole paths: a queue may be started anywhere.
  queue.folder = std::filesystem::absolute(queue.folder, error);
  if (options.trainer.empty()) queue.trainer = std::filesystem::read_symlink("/proc/self/exe", error);
  if (error) {
    return Error{ErrorKind::Failed, options.folder, "cannot be used (" + error.message() + ")",
                 "name the trainer with --trainer"};
  }
  return QueueRunner(std::move(queue)).run(interruptToken());
}

}  // namespace

void addQueueCommand(CLI::App& app, Work& work) {
  const auto options = std::make_shared<Options>();
  CLI::App* command = app.add_subcommand("queue", "Train what was queued in a folder of runs");
  command->add_option("folder", options->folder, "Folder of runs; entries lie in its folder queue")
      ->required()
      ->type_name("FOLDER");
  command->add_option("--jobs", options->atOnce, "Trainings at a time")->type_name("N")->check(CLI::Range(1, 64));
  command->add_option("--trainer", options->trainer, "Program whose `train` is called (this one)")
      ->type_name("PROGRAM");
  command->footer(
      "Ends when nothing is left. Trainings are processes of their own: Ctrl+C ends the queue and not them, and the "
      "next\nqueue waits for those that go on and resumes those that were killed. Entries that failed stay as "
      "queue/ID.failed.\n"
      "Examples:\n"
      "  sojourn queue runs\n"
      "  sojourn queue runs --jobs 2");
  command->callback([options, &work] { work = [options] { return workOff(*options); }; });
}

}  // namespace sojourn::cli
