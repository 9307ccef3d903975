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

struct QueueRunOptions {
  std::string folder;
  std::string trainer;
  std::size_t atOnce = 1;
};

Status workOff(const QueueRunOptions& options) {
  std::error_code error;
  QueueOptions queue{.folder = options.folder, .trainer = options.trainer, .atOnce = options.atOnce};
  if (!std::filesystem::is_directory(queue.folder, error)) {
    return Error{ErrorKind::BadInput, options.folder, "is not a folder", "name the folder that holds the runs"};
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
  const auto options = std::make_shared<QueueRunOptions>();
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
  command->callback([options, &work] { work = [options] { return workOff(*options); }; });
}

}  // namespace sojourn::cli
