// SPDX-License-Identifier: GPL-3.0-or-later
// The functions that a session needs from the program, and those that open datasets; tests pass their own.
#pragma once

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <functional>
#include <memory>
#include <mutex>
#include <optional>
#include <string>

#include "model/core/cancel.h"
#include "model/core/line_log.h"
#include "model/core/processor.h"
#include "model/data/dataset/dataset.h"
#include "model/data/statistics/statistics.h"
#include "model/evaluate/model_profile.h"
#include "model/explain/ablation/component_ablation.h"
#include "model/explain/ablation/component_reference.h"
#include "model/explain/attribution/shapley.h"
#include "model/explain/explanation/explain.h"
#include "model/explain/explanation/explain_set.h"
#include "model/explain/explanation/interventions.h"
#include "model/explain/faithfulness/faithfulness.h"
#include "model/explain/stability/parameter_randomization.h"
#include "model/explain/stability/rank_agreement.h"
#include "model/inspect/engine.h"
#include "model/results/inspection.h"
#include "model/results/program_command.h"

namespace sojourn::session {

using DatasetPtr = std::shared_ptr<const Dataset>;
using EnginePtr = std::shared_ptr<const Engine>;

/// The functions that explain: those of model/explain in the program, scripted ones in tests. All are called on a
/// worker's thread and may be cancelled.
struct Explainer {
  std::function<decltype(sojourn::explain)> explain;
  std::function<decltype(sojourn::checkRemoval)> checkRemoval;
  std::function<decltype(sojourn::standardInterventions)> interventions;
  std::function<decltype(sojourn::explainSet)> explainSet;
  std::function<decltype(sojourn::ablatableComponents)> ablatableComponents = {};
  std::function<decltype(sojourn::componentReference)> componentReference = {};
  std::function<decltype(sojourn::ablateComponents)> ablateComponents = {};
  std::function<decltype(sojourn::ablateComponentsOver)> ablateComponentsOver = {};
  std::function<decltype(sojourn::explainByShapley)> shapley = {};
  std::function<decltype(sojourn::agreementAcross)> agreementAcross = {};
  std::function<decltype(sojourn::testParameterRandomization)> testParameterRandomization = {};
};

/// How a queue's process ended.
struct QueueEnd {
  int exitCode = 0;      ///< of `sojourn queue`; 128 and the signal where one ended it
  std::string lastLine;  ///< of what it wrote to standard error
};

/// How models that are programs are started: those of model/program in the program, scripted ones in tests.
struct ProgramLoader {
  /// On a worker's thread.
  std::function<Result<EnginePtr>(const ProgramCommand&, const EngineOptions&, const CancelToken&,
                                  std::shared_ptr<LineLog>)>
      start = {};
  std::function<void(const Engine&)> interrupt = {};  ///< any thread
  std::function<void(const Engine&)> end = {};        ///< any thread
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
    std::string compared = {};    ///< what Compare opens with as B: a checkpoint or a rule; empty: nothing
    std::string map = {};         ///< below its maps until others are chosen; empty: nothing
  };
  std::function<Result<DemoFiles>()> demo;
  /// Starts `sojourn queue FOLDER --jobs N`, which outlives the studio. `ended` is called once, on any thread, when it
  /// has ended while the studio is there. Errors: the program is not there, or cannot be started.
  std::function<Status(const std::filesystem::path& folder, std::int64_t atATime,
                       std::function<void(const QueueEnd&)> ended)>
      startQueue;
  Explainer explainer;
  /// sojourn::modelProfile; without it a profile tells nothing of the model.
  std::function<decltype(sojourn::modelProfile)> modelProfile = {};
  ProgramLoader program = {};
  /// sojourn::gpus.
  std::function<std::vector<Gpu>()> gpus = {};
};

/// locateDataset and readDataset of model/data.
[[nodiscard]] Result<DatasetPtr> loadDataset(const std::filesystem::path& data, const Progress& progress,
                                             const CancelToken& cancel);

/// Nothing where the model can read what the dataset holds; else an error that names the tensor and both sizes.
/// `exact` also refuses a dataset with fewer places or users than the model has rows, which is allowed by itself
/// (SPEC 8.3) but usually means that the two do not belong together.
[[nodiscard]] Status checkFit(const ModelDescription& model, const Dataset& dataset, bool exact);

/// Loaders::demo with the demo inside the program. Errors: it cannot be written anywhere.
[[nodiscard]] Result<Loaders::DemoFiles> demoFiles();

class TrainingCountsCache {
 public:
  /// Any thread; the first call for a dataset counts. Zeros where it has no training split.
  [[nodiscard]] std::shared_ptr<const TrainingCounts> of(const DatasetPtr& dataset) {
    const std::lock_guard lock(m_mutex);
    if (m_of != dataset || !m_counts) {
      const SequenceSet* train = dataset ? dataset->split(Split::Train) : nullptr;
      m_counts = std::make_shared<const TrainingCounts>(train ? countTraining(*train) : TrainingCounts{});
      m_of = dataset;
    }
    return m_counts;
  }

 private:
  std::mutex m_mutex;
  DatasetPtr m_of;
  std::shared_ptr<const TrainingCounts> m_counts;
};

}  // namespace sojourn::session
