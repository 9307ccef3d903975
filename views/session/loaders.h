// SPDX-License-Identifier: GPL-3.0-or-later
// The three things a workspace cannot do by itself; the program hands them in, and tests hand in their own.
#pragma once

#include <filesystem>
#include <functional>
#include <memory>
#include <optional>

#include "model/core/cancel.h"
#include "model/data/dataset.h"
#include "model/inspect/engine.h"

namespace sojourn::session {

using DatasetPtr = std::shared_ptr<const Dataset>;
using EnginePtr = std::shared_ptr<const Engine>;

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
  };
  std::function<Result<DemoFiles>()> demo;
};

/// locateDataset and readDataset of model/data.
[[nodiscard]] Result<DatasetPtr> loadDataset(const std::filesystem::path& data, const Progress& progress,
                                             const CancelToken& cancel);

/// Nothing where the model can read what the dataset holds; else an error that names the tensor and both sizes.
/// `exact` also refuses a dataset with fewer places or users than the model has rows, which is allowed by itself
/// (SPEC 8.3) but usually means that the two do not belong together.
[[nodiscard]] Status checkFit(const ModelDescription& model, const Dataset& dataset, bool exact);

}  // namespace sojourn::session
