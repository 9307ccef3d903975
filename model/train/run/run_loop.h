// SPDX-License-Identifier: GPL-3.0-or-later
// A training inside a run directory: steps, events, checkpoints, probes, and the commands that arrive meanwhile.
#pragma once

#include <functional>
#include <memory>
#include <set>
#include <string>
#include <vector>

#include "model/core/cancel.h"
#include "model/runs/control/control.h"
#include "model/runs/log/event_log.h"
#include "model/runs/log/run_history.h"
#include "model/train/run/heartbeat.h"
#include "model/train/trainer/train.h"
#include "model/train/trainer/trainer.h"
#include "model/train/trainer/validation.h"

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
  bool changed = false;  ///< the configuration was changed on this resume: last.pt is to keep it
};

/// The order of what is written is what makes a killed run resumable: a file is renamed into place before its event,
/// and last.pt comes last, so that all events up to its step are there, but for its own. They are on the disk before a
/// checkpoint gets its name.
class RunLoop {
 public:
  /// `known`: the checkpoint and probe events that the log holds already, up to where the trainer stands.
  RunLoop(RunParts parts, const RunHistory& known);

  /// Trains to the end, or until a command stops it. Errors (ErrorKind::Failed): a loss that is no number, a file that
  /// cannot be written. The state in the directory is then failed, and last.pt is what it was.
  [[nodiscard]] Result<RunEnd> run();

 private:
  [[nodiscard]] Result<RunEnd> train();
  [[nodiscard]] Status prepare();
  [[nodiscard]] Status oneStep();
  [[nodiscard]] Status emitSteps(const Result<std::vector<StepReport>>& steps);
  [[nodiscard]] Status finishEpoch();
  [[nodiscard]] Status writeProbes(const Engine& engine, const Validation& validation, std::int64_t epoch);
  [[nodiscard]] Status writeEpochFiles(const EpochOutcome& outcome);
  [[nodiscard]] Status removeOldEpochs(std::int64_t epoch) const;
  [[nodiscard]] Status writeCheckpoint(const GuardedPath& file, const CheckpointFile& content,
                                       const std::string& why);
  [[nodiscard]] Status writeLast(const std::string& why);
  [[nodiscard]] Status writeResults();

  /// Answers all commands that have come.
  [[nodiscard]] Status handleCommands();
  [[nodiscard]] Status handleCommand(ControlRequest& request);
  [[nodiscard]] Status evaluateNow(ControlRequest& request);
  [[nodiscard]] Status shutDown(const std::string& why);
  [[nodiscard]] bool shuttingDown() const { return m_stop || m_parts.interrupt.cancelled(); }

  [[nodiscard]] Status setState(RunState state, const std::string& why);
  [[nodiscard]] Status emitCheckpoint(const std::filesystem::path& file, const std::string& why);

  RunParts m_parts;
  std::set<std::string> m_known;  ///< checkpoint files and probe files whose events stand already where the run resumes
  EpochReport m_report;           ///< of the epoch under way
  bool m_paused = false;
  bool m_stop = false;
};

}  // namespace sojourn
