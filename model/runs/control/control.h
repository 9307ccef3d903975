// SPDX-License-Identifier: GPL-3.0-or-later
// Commands from viewers to a trainer, a file each: control/{uuid}.json (SPEC 8.2).
#pragma once

#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "model/core/result.h"
#include "model/runs/log/events.h"
#include "model/runs/store/run_paths.h"

namespace sojourn {

enum class ControlCommand { Pause, Resume, Stop, Checkpoint, Evaluate, SetLearningRate };

/// The word in the file: "set_learning_rate".
[[nodiscard]] std::string_view controlCommandName(ControlCommand command);

/// A viewer's side: writes the command under a temporary name and renames it. `value` belongs to SetLearningRate.
/// Answers the id, under which the control event will come. Errors: ErrorKind::Failed where it cannot be written.
[[nodiscard]] Result<std::string> sendCommand(const RunPaths& run, ControlCommand command,
                                              std::optional<double> value = std::nullopt);

/// A command as the trainer finds it, to be answered by a ControlEvent and then by ControlFolder::remove().
struct ControlRequest {
  std::string id;       ///< the file's name without its ending
  std::string command;  ///< as it was written; empty where that cannot be read
  std::optional<double> value;
  double wall = 0;  ///< when it was written, by the viewer's clock
  /// What is to be done; nothing where the request was refused or has expired.
  std::optional<ControlCommand> order;
  ControlAnswer answer = ControlAnswer::Done;  ///< Refused or Expired where there is no order
  std::string why;

  /// The event that answers it as it stands.
  [[nodiscard]] ControlEvent event() const { return {id, command, value, answer, why}; }
};

/// A viewer's side: the commands in the folder that no trainer has answered, in the order in which they were written.
/// Looking changes nothing, and a file that is no command is left out.
[[nodiscard]] std::vector<ControlRequest> waitingCommands(const RunPaths& run);

/// The trainer's side. Not for several threads.
class ControlFolder {
 public:
  /// Makes the folder where it is not there. `started` is the trainer's start: what is older has expired.
  /// Errors: it cannot be made (ErrorKind::Failed); a link has its name (BadInput).
  [[nodiscard]] static Result<ControlFolder> open(const RunPaths& run, double started);

  /// The requests that have come, in the order in which they were written. What the files say is not trusted: a file
  /// {uuid}.json that is no command comes as a refused request; one that cannot be read now is left for the next poll,
  /// and files of other names are nobody's request. An absent folder is an empty one.
  [[nodiscard]] std::vector<ControlRequest> poll();

  /// Deletes the file of a request that has been answered. One that cannot be deleted is not handed out again.
  void remove(const ControlRequest& request);

 private:
  friend std::vector<ControlRequest> waitingCommands(const RunPaths& run);
  ControlFolder(GuardedPath folder, double started) : m_folder(std::move(folder)), m_started(started) {}

  GuardedPath m_folder;
  double m_started;
  std::set<std::string> m_undeletable;
};

}  // namespace sojourn
