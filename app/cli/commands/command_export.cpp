// SPDX-License-Identifier: GPL-3.0-or-later
// `sojourn export`: the curves of a run for TensorBoard and for tables, and the weights of a run or a checkpoint.
#include <memory>
#include <span>

#include <CLI/CLI.hpp>

#include "app/cli/commands/commands.h"
#include "app/cli/terminal/terminal.h"
#include "model/core/files.h"
#include "model/formats/checkpoint/checkpoint_file.h"
#include "model/runs/catalogue/run_catalogue.h"
#include "model/runs/export/run_export.h"
#include "model/runs/import/import_run.h"
#include "model/runs/store/run_files.h"
#include "model/runs/store/run_paths.h"

namespace sojourn::cli {
namespace {

struct ExportOptions {
  std::string run;
  std::string tensorBoard, csv;         ///< curves
  std::string safetensors, checkpoint;  ///< weights
};

/// Of a run, or of a log of another program.
Result<RunHistory> historyOf(const std::filesystem::path& path, const CancelToken& cancel) {
  if (isRunFolder(path) || !importFormatOf(path)) return readRunHistory(RunPaths{path}.events(), cancel);
  auto run = importRun(importTarget(path), cancel);
  if (!run) return run.error();
  return std::move(run->history);
}

/// The weights alone, with what the file says of them: no optimizer, nothing to resume from.
Result<CheckpointFile> weightsOf(const std::string& path) {
  auto file = isRunFolder(path) ? readCheckpointFile(RunPaths{path}.bestCheckpoint()) : readCheckpointFile(path);
  if (!file) return file;
  file->optimizer.reset();
  file->bestTensors.clear();
  file->stateKey = "model_state_dict";
  return file;
}

Status exportWeights(const ExportOptions& options) {
  const auto weights = weightsOf(options.run);
  if (!weights) return weights.error();
  const auto write = [](const Result<Bytes>& bytes, const std::string& out) {
    return bytes ? writeOutput(out, std::span<const std::byte>(*bytes)) : Status(bytes.error());
  };
  if (!options.safetensors.empty())
    if (const Status written = write(encodeSafetensors(*weights), options.safetensors); !written) return written;
  return options.checkpoint.empty() ? Status() : write(encodeTorchCheckpoint(*weights), options.checkpoint);
}

Status exportRun(const ExportOptions& options) {
  const CancelToken cancel = interruptToken();
  if (!options.safetensors.empty() || !options.checkpoint.empty())
    if (const Status written = exportWeights(options); !written) return written;
  if (options.tensorBoard.empty() && options.csv.empty()) return {};
  const auto history = historyOf(options.run, cancel);
  if (!history) return history.error();
  if (!options.tensorBoard.empty()) {
    const auto record = readRunRecord(RunPaths{options.run}.record());
    const Status done = exportTensorBoard(*history, options.tensorBoard, cancel, record ? &*record : nullptr);
    if (!done) return done;
  }
  return options.csv.empty() ? Status() : exportCsv(*history, options.csv, cancel);
}

}  // namespace

void addExportCommand(CLI::App& app, Work& work) {
  const auto options = std::make_shared<ExportOptions>();
  CLI::App* command =
      app.add_subcommand("export", "Export the curves of a run for TensorBoard or as CSV tables, or its weights");
  command
      ->add_option("run", options->run,
                   "Folder of the run, finished or not, or a log of another program; for weights also a checkpoint")
      ->required()
      ->type_name("RUN_DIR");
  auto* targets = command->add_option_group("target", "What to write");
  targets->add_option("--tensorboard", options->tensorBoard, "Folder for a TensorBoard event file")
      ->type_name("OUT_DIR");
  targets->add_option("--csv", options->csv, "Folder for steps.csv, epochs.csv and eval.csv")->type_name("OUT_DIR");
  targets->add_option("--safetensors", options->safetensors, "File for the best weights as safetensors")
      ->type_name("OUT");
  targets
      ->add_option("--checkpoint", options->checkpoint,
                   "File for the best weights and their configuration as torch.save writes them, without the "
                   "optimizer's state")
      ->type_name("OUT");
  targets->require_option(1, 4);
  command->footer(
      "TensorBoard's tags: loss/train, loss/validation, accuracy/all@1, accuracy/known@1, mrr/all, mrr/known,\n"
      "learning_rate, gradient_norm, throughput; Custom scalars shows both losses in one chart, HParams the\n"
      "configuration. Steps that a rewind took back and figures of the test split are not exported.\n"
      "Examples:\n"
      "  sojourn export runs/first --tensorboard boards/first\n"
      "  sojourn export runs/first --csv tables\n"
      "  sojourn export runs/first --safetensors best.safetensors\n"
      "  sojourn export model.safetensors --checkpoint model.pt");
  command->callback([options, &work] { work = [options] { return exportRun(*options); }; });
}

}  // namespace sojourn::cli
