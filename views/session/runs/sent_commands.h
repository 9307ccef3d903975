// SPDX-License-Identifier: GPL-3.0-or-later
// The commands that have been sent to trainers, each with what became of it.
#pragma once

#include <cstdint>
#include <filesystem>
#include <functional>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "model/core/result.h"
#include "model/runs/control/control.h"
#include "views/session/follow/run_follower.h"

namespace sojourn::session {

/// A command to a trainer and what became of it.
struct SentCommand {
  enum class Stage {
    Sending,
    Waiting,  ///< the file is written; the trainer has not answered
    Answered,
    NotSent,  ///< the file could not be written; why() says so
  };
  std::filesystem::path run;
  ControlCommand command = ControlCommand::Pause;
  std::optional<double> value;
  Stage stage = Stage::Sending;
  std::string id = {};  ///< once it is written
  ControlAnswer answer = ControlAnswer::Done;
  std::string why = {};  ///< of the trainer's answer, or of the failure
  double wall = 0;       ///< when it was sent, seconds since 1970
};

/// Whether a trainer is there that may still answer a command to this run.
[[nodiscard]] bool answersMayCome(const FollowedRun& run);

/// Keeps the latest few hundred.
class SentCommands {
 public:
  /// Its number, by which written() knows it.
  std::uint64_t add(const std::filesystem::path& run, ControlCommand command, std::optional<double> value);
  /// A command that lies in a run's folder unanswered, sent before or by another viewer; nothing where it is known.
  void found(const std::filesystem::path& run, const ControlRequest& request);
  /// The command's file has been written, under this id, or could not be.
  void written(std::uint64_t number, const Result<std::string>& id);
  /// Looks for the trainers' answers in what has been seen of the runs. Returns the runs whose learning rate has been
  /// changed.
  [[nodiscard]] std::vector<std::filesystem::path> match(
      const std::function<FollowedRunPtr(const std::filesystem::path&)>& seen);

  /// The newest to a run; null where there was none.
  [[nodiscard]] const SentCommand* last(const std::filesystem::path& run) const;
  [[nodiscard]] const std::map<std::uint64_t, SentCommand>& all() const { return m_commands; }

 private:
  std::uint64_t insert(SentCommand command);

  std::map<std::uint64_t, SentCommand> m_commands;  ///< by number, the newest last
  std::uint64_t m_number = 0;
};

}  // namespace sojourn::session
