// SPDX-License-Identifier: GPL-3.0-or-later
// The functions that a session needs from the program; tests pass their own.
#pragma once

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <functional>
#include <memory>
#include <optional>
#include <string>

#include "model/core/cancel.h"
#include "model/data/dataset/dataset.h"
#include "model/inspect/engine.h"
#include "views/session/dataset/explainer.h"

namespace sojourn::session {

using DatasetPtr = std::shared_ptr<const Dataset>;
using EnginePtr = std::shared_ptr<const Engine>;

/// How a queue's process ended.
struct QueueEnd {
  int exitCode = 0;      ///< of `sojourn queue`; 128 and the signal where one ended it
  std::string lastLine;  ///< of what it wrote to standard error
};

/// All are called on a worker's thread.
struct Loaders {
  /// DATA of the command line -> dataset.
  std::function<Result<DatasetPtr>(const std::filesystem::path& data, const Progress&, const CancelToken&)> dataset;
  /// Usually Engine::load itself.
  std::function<Result<EnginePtr>(const std::filesystem::path& checkpoint, const EngineOptions&, const Progress&,
                                  const CancelToken&)>
      engine;
  /// The demo as files somewhere: where they lie.
  struct DemoFiles {
    std::filesystem::path data;
    std::filesystem::path checkpoint;
    std::size_t firstSample = 0;  ///< of the test split: the one that a first start shows
  };
  std::function<Result<DemoFiles>()> demo;
  /// Starts `sojourn queue FOLDER --jobs N`, which outlives the studio. `ended` is called once, on any thread, when it
  /// has ended while the studio is there. Errors: the program is not there, or cannot be started.
  std::function<Status(const std::filesystem::path& folder, std::int64_t atATime,
                       std::function<void(const QueueEnd&)> ended)>
      startQueue;
  Explainer explainer;
};

/// locateDataset and readDataset of model/data.
[[nodiscard]] Result<DatasetPtr> loadDataset(const std::filesystem::path& data, const Progress& progress,
                                             const CancelToken& cancel);

/// Nothing where the model can read what the dataset holds; else an error that names the tensor and both sizes.
/// `exact` also refuses a dataset with fewer places or users than the model has rows, which is allowed by itself
/// (SPEC 8.3) but usually means that the two do not belong together.
[[nodiscard]] Status checkFit(const ModelDescription& model, const Dataset& dataset, bool exact);

}  // namespace sojourn::session
