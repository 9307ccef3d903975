// SPDX-License-Identifier: GPL-3.0-or-later
// Trainings with a run directory: started, and resumed where they were left or killed (SPEC 8.2, "Life").
#pragma once

#include <filesystem>
#include <functional>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "model/core/cancel.h"
#include "model/core/result.h"
#include "model/runs/control/control.h"
#include "model/runs/log/event_log.h"
#include "model/runs/log/run_history.h"
#include "model/runs/store/run_files.h"
#include "model/train/run/heartbeat.h"
#include "model/train/trainer/train.h"
#include "model/train/trainer/trainer.h"

namespace sojourn {

/// How a trainer left its run.
enum class RunEnd {
  Finished,
  Stopped,      ///< by the command
  Interrupted,  ///< by a signal
};

/// What a loop works with; all of it is the caller's and outlives the loop.
struct RunParts {
  RunPaths paths;
  Trainer& trainer;
  const Dataset& dataset;
  std::vector<std::int64_t> probes;
  EventLog& log;
  ControlFolder& control;
  Heartbeat& heartbeat;
  const TrainObserver& observer;
  CancelToken interrupt;
  std::function<bool()> checkpointAsked{};  ///< as RunRequest has it
  bool changed = false;                     ///< the configuration was changed on this resume: last.pt is to keep it
};

/// Trains to the end, or until a command stops it. `known`: the checkpoint and probe events that the log holds already,
/// up to where the trainer stands. Errors (ErrorKind::Failed): a loss that is no number, a file that cannot be written.
/// The state in the directory is then failed, and last.pt is what it was.
[[nodiscard]] Result<RunEnd> runLoop(RunParts parts, const RunHistory& known);

struct RunRequest {
  std::filesystem::path folder;  ///< the run directory
  const Dataset* dataset = nullptr;
  TrainingConfig config;  ///< its probes are the ones asked for; none: chosen
  /// Of a resume: what is changed from there on, as "training.learning_rate=0.001".
  std::vector<std::string> overrides{};
  std::size_t threads = 0;
  Device device = Device::Auto;
  std::string command;                                        ///< for run.json
  std::vector<std::pair<std::string, std::string>> versions;  ///< for run.json, beside torch's
  /// Whether last.pt is to be written now, asked between steps: true once for each time that somebody asks.
  std::function<bool()> checkpointAsked{};
};

/// A new run. Nothing is written before all that can be refused has been. Errors: those of Trainer and runLoop(); the
/// folder holds a run or anything that is no run's (ErrorKind::BadInput); it cannot be made (Failed).
[[nodiscard]] Result<RunEnd> beginRun(const RunRequest& request, const TrainObserver& observer,
                                      const CancelToken& interrupt);

/// What a run to be resumed was made of.
struct RunToResume {
  RunRecord record;
  TrainingConfig config;
  bool finished = false;  ///< there is nothing left to do, unless it is given more epochs
};

/// Errors (ErrorKind::BadInput): the folder holds no run, or one whose record cannot be used.
[[nodiscard]] Result<RunToResume> findRun(const std::filesystem::path& folder);

/// Goes on from last.pt; from the beginning where the trainer was killed before there was one. The request's dataset
/// must be the run's (else ErrorKind::BadInput), its configuration comes from findRun(). What an earlier resume changed
/// is in last.pt and holds on; only keys with ConfigField::onResume can be changed (else BadInput). A run that has
/// finished goes on where training.num_epochs is raised (else BadInput); its results go until it has ended again. A new
/// learning rate takes the place of one that was set while the run was trained. A log that ends before last.pt is
/// reported to the observer, and the gap is marked in it.
[[nodiscard]] Result<RunEnd> resumeRun(const RunRequest& request, const RunRecord& record,
                                       const TrainObserver& observer, const CancelToken& interrupt);

}  // namespace sojourn
