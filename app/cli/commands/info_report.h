// SPDX-License-Identifier: GPL-3.0-or-later
// What `sojourn info` reports: what a file or folder is and what is wrong with it.
#pragma once

#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include <nlohmann/json.hpp>

#include "model/core/cancel.h"
#include "model/core/result.h"
#include "model/results/model_description.h"

namespace sojourn::cli {

struct SplitInfo {
  std::string name;
  std::size_t sequences = 0;
  std::size_t users = 0;      ///< distinct
  std::size_t locations = 0;  ///< distinct, in windows and as targets
  std::size_t longest = 0;
};

/// The epoch whose weights are best.pt, with its figures on the validation split.
struct BestEpoch {
  std::int64_t epoch = 0;
  double loss = 0;      ///< mean of batch means, what the early stop goes by
  double accuracy = 0;  ///< at rank 1, percent, all targets
};

/// A run in a few figures: how far it is, on what data, and its best epoch.
struct RunSummary {
  std::string path;
  std::string model;    ///< the registry's id
  std::string dataset;  ///< its prefix
  std::string datasetFolder;
  std::optional<std::string> state;    ///< running, finished, ...
  std::optional<std::int64_t> epoch;   ///< being trained, or the last
  std::optional<std::int64_t> epochs;  ///< planned at most
  std::optional<std::int64_t> steps;   ///< done so far
  std::optional<BestEpoch> best;
};

struct InfoReport {
  /// checkpoint, dataset, run, runs; input (raw movement data), configuration, predictions, labels; sequence, scenario,
  /// workspace or claims; answer (what a command wrote); unknown.
  std::string kind = "unknown";
  std::string title;  ///< what it calls itself, for people
  std::optional<std::string> model;
  std::optional<std::int64_t> parameters;
  std::vector<TensorInfo> tensors;
  std::vector<SplitInfo> splits;
  std::optional<std::string> state;    ///< of a run: running, finished, ...
  std::optional<std::int64_t> steps;   ///< of a run: done so far
  std::optional<std::int64_t> epochs;  ///< of an imported log: the last one in it
  std::string format;                  ///< of an imported log: what it is
  std::vector<std::string> notes;      ///< of an imported log: what was read as what; of an input how it was recognised
  std::vector<std::string> takenBy;    ///< commands that read such a file
  std::optional<RunSummary> run;       ///< of a run that is no imported log
  std::optional<std::int64_t> epoch;   ///< of a checkpoint: whose weights it holds
  std::string trainedOn, lossKind;     ///< of a checkpoint: the dataset's prefix, the criterion
  /// Of a checkpoint what its configuration says, of a run the configuration: an object; null where there is none.
  nlohmann::ordered_json settings = {};
  std::vector<RunSummary> runs;  ///< of a folder of runs
  std::vector<Problem> problems;
  /// Why nothing more could be said; kind is then "unknown" and the command fails with it after answering.
  std::optional<Error> refusal;
};

[[nodiscard]] inline Problem problemOf(const Error& error, Severity severity = Severity::Warning) {
  return {severity, error.where, error.what, error.remedy};
}

/// Its tensors, and the network that they fill. Errors: it cannot be read. Only the program that has the networks can
/// say; the other hands over to it.
using CheckpointDescriber = Result<InfoReport> (*)(const std::filesystem::path& path);
[[nodiscard]] Result<InfoReport> describeCheckpoint(const std::filesystem::path& path);

/// What a file is that another command than those for checkpoints, datasets and runs takes, or the studio. Of folders
/// those with tracks. Nothing where it is none.
[[nodiscard]] std::optional<InfoReport> describeFile(const std::filesystem::path& path);

/// Looks at content, not at names: a run folder holds run.json, a folder of runs such folders, a dataset folder (or
/// folder/prefix, or one of its .pk files) holds splits, a log of a training is one by what is in it, other files are
/// what describeFile() says or read as a checkpoint. Errors: nothing there; cancelled.
[[nodiscard]] Result<InfoReport> describePath(const std::filesystem::path& path, CheckpointDescriber ofCheckpoint,
                                              const CancelToken& cancel = {});

}  // namespace sojourn::cli
