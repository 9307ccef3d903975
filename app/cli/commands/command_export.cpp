// SPDX-License-Identifier: GPL-3.0-or-later
// `sojourn export`: the curves of a run for TensorBoard and for tables.
#include <memory>

#include <CLI/CLI.hpp>

#include "app/cli/commands/commands.h"
#include "app/cli/terminal/terminal.h"
#include "model/runs/catalogue/run_catalogue.h"
#include "model/runs/export/run_export.h"
#include "model/runs/import/import_run.h"
#include "model/runs/store/run_paths.h"

namespace sojourn::cli {
namespace {

struct ExportOptions {
  std::string run;
  std::string tensorBoard;
  std::string csv;
};

/// Of a run, or of a log of another program.
Result<RunHistory> historyOf(const std::filesystem::path& path, const CancelToken& cancel) {
  if (isRunFolder(path) || !importFormatOf(path)) return readRunHistory(RunPaths{path}.events(), cancel);
  auto run = importRun(importTarget(path), cancel);
  if (!run) return run.error();
  return std::move(run->history);
}

Status exportRun(const ExportOptions& options) {
  const CancelToken cancel = interruptToken();
  const auto history = historyOf(options.run, cancel);
  if (!history) return history.error();
  if (!options.tensorBoard.empty()) {
    if (const Status done = exportTensorBoard(*history, options.tensorBoard, cancel); !done) return done;
  }
  return options.csv.empty() ? Status() : exportCsv(*history, options.csv, cancel);
}

}  // namespace

void addExportCommand(CLI::App& app, Work& work) {
  const auto options = std::make_shared<ExportOptions>();
  CLI::App* command = app.add_subcommand("export", "Export the curves of a run for TensorBoard or as CSV tables");
  command->add_option("run", options->run, "Folder of the run, finished or not, or a log of another program")
      ->required()
      ->type_name("RUN_DIR");
  auto* targets = command->add_option_group("target", "What to write");
  targets->add_option("--tensorboard", options->tensorBoard, "Folder for a TensorBoard event file")->type_name("OUT");
  targets->add_option("--csv", options->csv, "Folder for steps.csv, epochs.csv and eval.csv")->type_name("OUT");
  targets->require_option(1, 2);
  command->footer(
      "TensorBoard's tags: loss/train, loss/validation, accuracy/all@1, accuracy/known@1, mrr/all, mrr/known,\n"
      "learning_rate, gradient_norm, throughput. Steps that a rewind took back and figures of the test split are not\n"
      "exported.\n"
      "Examples:\n"
      "  sojourn export runs/first --tensorboard boards/first\n"
      "  sojourn export runs/first --csv tables");
  command->callback([options, &work] { work = [options] { return exportRun(*options); }; });
}

}  // namespace sojourn::cli
