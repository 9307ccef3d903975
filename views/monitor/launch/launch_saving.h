// SPDX-License-Identifier: GPL-3.0-or-later
// A launch form's configuration written to a file that a person names.
#pragma once

#include <filesystem>
#include <functional>
#include <optional>
#include <string>
#include <utility>

#include "model/core/inbox.h"
#include "model/core/result.h"
#include "views/monitor/launch/launch_form_model.h"
#include "views/session/async/worker.h"

namespace sojourn::monitor {

/// Owned and called on one thread; the file is written on a worker's. A file that is there is replaced only where
/// one has agreed to replace that one.
class LaunchSaving {
 public:
  /// `wake` is called from any thread when update() has something to do; `home` is for "~/".
  LaunchSaving(std::function<void()> wake, std::filesystem::path home);

  /// Shows the line with a proposed path, or where one has been typed, with that.
  void open(const std::string& proposal);
  void close() { m_shown = false; }
  /// The form begins with something else: so does the proposal.
  void reset() { m_shown = m_typed = false; }
  /// The form is not what was written any more.
  void formChanged() { m_answer.clear(); }
  /// The key of the line's field.
  static constexpr const char* field = "save.path";
  void setPath(const std::string& path);
  /// Writes to the path in the field; where a file is there, that becomes a question.
  void save(const std::string& yaml) { write(yaml, false); }
  void replace(const std::string& yaml) { write(yaml, true); }

  /// Takes over what has come; true where something that is shown has changed.
  [[nodiscard]] bool update();
  /// The folder of a file that was written since it was asked last.
  [[nodiscard]] std::optional<std::filesystem::path> takeWritten() { return std::exchange(m_written, std::nullopt); }

  /// The line as plain data; nothing where it is not shown.
  [[nodiscard]] std::optional<SaveLine> line() const;

 private:
  /// What became of a file.
  struct Saved {
    std::filesystem::path file;
    bool there = false;  ///< it was, and nothing has been written
    Status status;
  };
  void write(const std::string& yaml, bool overOld);

  std::filesystem::path m_home;
  bool m_shown = false, m_typed = false, m_busy = false, m_there = false;
  std::string m_path;
  std::string m_error, m_answer;
  std::optional<std::filesystem::path> m_written;
  Inbox<Saved> m_saved;
  session::Worker m_worker;  ///< last: gone before anything it reaches
};

}  // namespace sojourn::monitor
