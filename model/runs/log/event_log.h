// SPDX-License-Identifier: GPL-3.0-or-later
// The trainer's end of events.jsonl: one event, one line, one write.
#pragma once

#include <cstdint>
#include <filesystem>
#include <memory>
#include <mutex>
#include <optional>

#include "model/core/guarded_path.h"
#include "model/core/result.h"
#include "model/runs/log/event_json.h"

namespace sojourn {

/// Appends events. The holder of the run's lock is the only writer. append() may be called by any thread.
class EventLog {
 public:
  /// Makes the file or continues it: `seq` goes on after the last whole line, and a line that a killed trainer left
  /// half written is ended, so that nothing is ever glued to it. Errors (ErrorKind::Failed): cannot be opened, read or
  /// written; BadInput where it is no regular file.
  [[nodiscard]] static Result<std::unique_ptr<EventLog>> open(const GuardedPath& file);

  /// Writes one event with the next `seq`, at the time of now. On an error (ErrorKind::Failed: a full disk, ...)
  /// nothing of it stays in the file, the number is given to the next event, and the log can be used on.
  [[nodiscard]] Status append(EventBody body);

  /// Brings all events that were appended to the disk, and the file's name with them. Called before a checkpoint gets
  /// its name, so that no power cut leaves a checkpoint beside a log that ends before it. Errors: ErrorKind::Failed.
  [[nodiscard]] Status sync();

  /// The number of the next event.
  [[nodiscard]] std::int64_t nextSeq() const;

 private:
  EventLog(std::filesystem::path path, Descriptor file) : m_path(std::move(path)), m_file(std::move(file)) {}

  /// Finds the end of the last whole line and the number after it.
  [[nodiscard]] Status continueAfterLast();
  [[nodiscard]] Status write(const std::string& line);

  std::filesystem::path m_path;
  Descriptor m_file;
  mutable std::mutex m_mutex;
  std::int64_t m_nextSeq = 0;
  bool m_tornTail = false;  ///< the file does not end with a line feed
  bool m_named = false;     ///< sync() has brought the file's name to the disk
};

}  // namespace sojourn
