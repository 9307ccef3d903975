// SPDX-License-Identifier: GPL-3.0-or-later
// Programs that go on whatever becomes of the one that started them: a trainer, a queue.
#pragma once

#include <string>
#include <vector>

#include <sys/types.h>

#include "model/core/guarded_path.h"
#include "model/core/result.h"

namespace sojourn {

/// Starts a program in a session of its own: nothing to read, nowhere to print, standard error to the end of a file.
/// `words` are its path and its arguments. The caller waits for the process it is given, or leaves a zombie.
/// Errors (ErrorKind::Failed): the program or the file cannot be used.
[[nodiscard]] Result<pid_t> startDetached(std::vector<std::string> words, const GuardedPath& standardError);

/// The last line of the end of a file that is not empty: what a program said before it ended. Empty where there is
/// none.
[[nodiscard]] std::string lastLineOf(const GuardedPath& file);

}  // namespace sojourn
