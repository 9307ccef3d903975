// SPDX-License-Identifier: GPL-3.0-or-later
// Model programs: which of them a person has typed or confirmed, and those that run.
#pragma once

#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <string>

#include "model/core/line_log.h"
#include "model/results/program_command.h"
#include "views/session/opening/loaders.h"

namespace sojourn::session {

/// A command is started only after confirm() in this process, never because a file names it. Safe from any thread.
class Programs {
 public:
  explicit Programs(ProgramLoader loader) : m_loader(std::move(loader)) {}

  /// Only for what a person has typed or agreed to. Other time limits hold from the next start on.
  void confirm(const ProgramCommand& command);
  /// By programNameOf().
  [[nodiscard]] std::optional<ProgramCommand> confirmed(const std::string& name) const;

  /// Takes seconds, and longer for large models: on a worker. One that runs already under that name is shared. Errors:
  /// not confirmed (BadUsage); those of the program.
  [[nodiscard]] Result<EnginePtr> start(const std::string& name, const EngineOptions& options,
                                        const CancelToken& cancel);
  /// The same, and `load` for the names of files.
  [[nodiscard]] static decltype(Loaders::engine) beside(const std::shared_ptr<Programs>& programs,
                                                        decltype(Loaders::engine) load);

  /// What the program wrote to its standard error, all its starts in this process; null before the first.
  [[nodiscard]] std::shared_ptr<const LineLog> log(const std::string& name) const;
  /// The inspection that waits for it ends as cancelled.
  void interrupt(const Engine& engine) const;
  /// Ends it at once: what waits for it fails, and the next start() starts a new process.
  void end(const std::string& name);

 private:
  struct Known {
    std::optional<ProgramCommand> command;  ///< confirmed
    std::weak_ptr<const Engine> running;
    std::shared_ptr<LineLog> log;
  };

  ProgramLoader m_loader;
  mutable std::mutex m_mutex;
  std::map<std::string, Known> m_known;
};

}  // namespace sojourn::session
