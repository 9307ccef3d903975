// SPDX-License-Identifier: GPL-3.0-or-later
// `sojourn queue`: trains what viewers queued, one after the other, whether they stay open or not, also after a crash;
// and adds, lists, moves and cancels entries.
#include <algorithm>
#include <memory>
#include <set>

#include <CLI/CLI.hpp>

#include "app/cli/commands/commands.h"
#include "app/cli/terminal/terminal.h"
#include "model/config/config_file.h"
#include "model/core/text.h"
#include "model/runs/control/control.h"
#include "model/runs/queue/queue_runner.h"
#include "model/runs/store/ids_and_times.h"
#include "views/text/table.h"

namespace sojourn::cli {
namespace {

struct QueueCommand {
  QueueOptions runner;
  std::string add, data, runFolder, device, cancel, json;
  std::vector<std::string> overrides;
  std::int64_t threads = 0;
  bool list = false;
  std::vector<std::string> move;  ///< id, position
};

Status trainQueued(const QueueOptions& given) {
  auto options = resolved(given);
  if (!options) return options.error();
  // There may be no reader; the work goes on.
  options->say = [](const std::string& what) { static_cast<void>(text::print(escapeForDisplay(what) + "\n")); };
  return QueueRunner(std::move(*options)).run(interruptToken());
}

/// A folder's name that no run has and none is queued with: "geolife-42", "geolife-42-2".
std::string freeRunFolder(const std::filesystem::path& runs, const QueueContent& content, const std::string& wanted) {
  std::set<std::string> queued;
  for (const QueuedRun& run : content.waiting) queued.insert(run.runFolder);
  for (const TakenRun& taken : content.taken) queued.insert(taken.run.runFolder);
  std::string name = wanted;
  std::error_code error;
  for (int number = 2; queued.contains(name) || std::filesystem::exists(runs / name, error); ++number)
    name = wanted + "-" + std::to_string(number);
  return name;
}

Status addToQueue(const QueueCommand& command) {
  if (command.data.empty()) return Error{ErrorKind::BadUsage, "--add", "needs the dataset", "name it with --data"};
  const auto config = readTrainingConfig(command.add, command.overrides);
  if (!config) return config.error();
  // A training that cannot begin is refused now, not tonight.
  if (const auto dataset = openForTraining(command.data, config->data.datasetPrefix, interruptToken()); !dataset)
    return dataset.error();
  const std::filesystem::path& runs = command.runner.folder;
  const RunQueue queue(runs);
  const auto content = queue.read();
  if (!content) return content.error();
  std::error_code error;
  const std::string stem = std::filesystem::path(command.add).stem().string();
  QueuedRun run{.id = newUuid(),
                .wall = wallNow(),
                .runFolder = command.runFolder,
                .data = std::filesystem::absolute(command.data, error).string(),
                .config = toJson(*config),
                .resume = false,
                .device = command.device,
                .threads = command.threads};
  if (run.runFolder.empty()) run.runFolder = freeRunFolder(runs, *content, stem + "-" + std::to_string(config->seed));
  if (const Status possible = queue.accepts(run); !possible) return possible;
  if (const Status added = queue.add(run); !added) return added;
  return text::print(run.id + " " + escapeForDisplay(run.runFolder) + "\n");
}

Status listQueue(const QueueCommand& command) {
  const auto content = RunQueue(command.runner.folder).read();
  if (!content) return content.error();
  text::Table table({"", "State", "Run", "Data", "Id", "Why"});
  text::Json entries = text::Json::array();
  const auto add = [&](const std::string& position, const char* state, const std::string& run, const std::string& data,
                       const std::string& id, const std::string& why) {
    table.add({position, state, run, data, id, why});
    entries.push_back({{"state", state}, {"run_dir", run}, {"data", data}, {"id", id}, {"why", why}});
  };
  for (const TakenRun& taken : content->taken)
    add("", "running", taken.run.runFolder, taken.run.data, taken.run.id, "");
  for (std::size_t i = 0; i < content->waiting.size(); ++i) {
    const QueuedRun& run = content->waiting[i];
    add(std::to_string(i + 1), "waiting", run.runFolder, run.data, run.id, "");
  }
  for (const FailedRun& run : content->failed) add("", "failed", run.runFolder, "", run.id, run.why);
  for (const UnreadableRun& run : content->unreadable) add("", "unreadable", "", "", run.id, run.why);
  if (!command.json.empty())
    return text::writeJson({{"schema", "sojourn.queue/1"}, {"entries", std::move(entries)}}, command.json);
  return text::print(entries.empty() ? "The queue is empty.\n" : table.text());
}

Status moveInQueue(const QueueCommand& command) {
  const auto position = plainNumber<std::size_t>(command.move[1]);
  if (!position || *position == 0)
    return Error{ErrorKind::BadUsage, "--move", "\"" + escapeForDisplay(command.move[1], 40) + "\" is no position",
                 "count from 1: the next run to be trained"};
  return RunQueue(command.runner.folder).move(command.move[0], *position - 1);
}

/// Takes an entry back that waits, stops the training of one that runs, forgets one that failed.
Status cancelInQueue(const QueueCommand& command) {
  const RunQueue queue(command.runner.folder);
  const auto content = queue.read();
  if (!content) return content.error();
  const auto isIt = [&](const auto& entry) { return entry.id == command.cancel; };
  if (std::ranges::any_of(content->waiting, isIt) && queue.withdraw(command.cancel)) return {};
  for (const TakenRun& taken : content->taken) {
    if (!isIt(taken.run)) continue;
    const auto sent = sendCommand(RunPaths{queue.runFolder(taken.run)}, ControlCommand::Stop);
    return sent ? text::print("asked the training to stop\n") : Status(sent.error());
  }
  if (std::ranges::none_of(content->failed, isIt) && std::ranges::none_of(content->unreadable, isIt))
    return queue.noSuchEntry(command.cancel);
  queue.dismiss(command.cancel);
  return {};
}

Status workOn(const QueueCommand& command) {
  if (!command.add.empty()) return addToQueue(command);
  if (command.list) return listQueue(command);
  if (!command.move.empty()) return moveInQueue(command);
  if (!command.cancel.empty()) return cancelInQueue(command);
  return trainQueued(command.runner);
}

}  // namespace

void addQueueCommand(CLI::App& app, Work& work) {
  const auto options = std::make_shared<QueueCommand>();
  CLI::App* command = app.add_subcommand("queue", "Train the queued runs of a folder; add, list, move, cancel them");
  command->add_option("folder", options->runner.folder, "Folder of runs; its subfolder queue contains the entries")
      ->required()
      ->type_name("FOLDER");
  CLI::Option* jobs = command->add_option("--jobs", options->runner.atOnce, "Number of trainings at a time")
                          ->type_name("N")
                          ->check(CLI::Range(1, 64))
                          ->capture_default_str();
  CLI::Option* trainer =
      command
          ->add_option("--trainer", options->runner.trainer, "Program whose `train` command is run (default: this one)")
          ->type_name("PROGRAM");
  CLI::Option* add =
      command->add_option("--add", options->add, "Queue a training of this configuration")->type_name("FILE.yaml");
  CLI::Option* list = command->add_flag("--list", options->list, "List the entries, the next one first");
  CLI::Option* move = command->add_option("--move", options->move, "Move a waiting entry; position 1 is next")
                          ->expected(2)
                          ->type_name("ID POSITION");
  CLI::Option* cancel =
      command
          ->add_option("--cancel", options->cancel,
                       "Take back a waiting entry, stop a running one after a checkpoint, or forget a failed one")
          ->type_name("ID");
  for (CLI::Option* one : {add, list, move, cancel})
    for (CLI::Option* other : {add, list, move, cancel, jobs, trainer})
      if (one != other) one->excludes(other);
  command->add_option("--data", options->data, "Dataset of the new entry: a folder, or folder/prefix")
      ->needs(add)
      ->type_name("DATA");
  command->add_option("--set", options->overrides, "Replace a value of the configuration (repeatable)")
      ->needs(add)
      ->type_name("section.key=value")
      ->allow_extra_args(false);
  command
      ->add_option("--run-dir", options->runFolder,
                   "Folder of the new run below FOLDER (default: the configuration's name and the seed)")
      ->needs(add)
      ->type_name("NAME");
  command->add_option("--device", options->device, "Device of the new run (default: the trainer chooses)")
      ->needs(add)
      ->check(knownDevice)
      ->type_name("DEVICE");
  command->add_option("--threads", options->threads, "Threads of the new run (default: the trainer chooses)")
      ->needs(add)
      ->check(CLI::Range(1, 1024))
      ->type_name("N");
  command->add_option("--json", options->json, "Write the list as JSON to this file (- for standard output)")
      ->needs(list)
      ->type_name("OUT");
  command->footer(
      "The queue runner ends when no entry is left. Each training is a separate process: Ctrl+C ends the queue\n"
      "runner, not the trainings. The next queue runner waits for trainings that still run and resumes those that\n"
      "were killed. Entries that failed stay as queue/ID.failed, and the exit code is 4.\n"
      "Examples:\n"
      "  sojourn queue runs --add geolife.yaml --data geolife --set seed=1\n"
      "  sojourn queue runs --list\n"
      "  sojourn queue runs --move 0b6d5c1e-7a1f-4f0e-9c41-5f2f2f8f5f10 1\n"
      "  sojourn queue runs --jobs 2");
  command->callback([options, &work] { work = [options] { return workOn(*options); }; });
}

}  // namespace sojourn::cli
