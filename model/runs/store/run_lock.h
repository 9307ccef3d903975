// SPDX-License-Identifier: GPL-3.0-or-later
// A folder that one process at a time may work in: a trainer in its run directory, a queue in its folder.
#pragma once

#include "model/core/descriptor.h"
#include "model/core/guarded_path.h"
#include "model/core/result.h"

namespace sojourn {

/// Held with flock(2) as long as this lives, so a process that is killed lets go. The file stays: deleting it would
/// let two processes hold two files of one name.
class RunLock {
 public:
  /// Takes the lock and writes host, pid and process start into the file. Waits no longer than somebody takes who
  /// only asks.
  /// Errors: held by another process (ErrorKind::BadInput, who it is); the file cannot be made (Failed).
  [[nodiscard]] static Result<RunLock> take(const GuardedPath& file);

  /// Asks without taking the lock or writing: whether another process, or another lock of this one, holds it. A file
  /// that is not there or cannot be opened is held by nobody.
  [[nodiscard]] static bool isHeld(const GuardedPath& file);

 private:
  explicit RunLock(Descriptor file) : m_file(std::move(file)) {}
  Descriptor m_file;
};

}  // namespace sojourn
