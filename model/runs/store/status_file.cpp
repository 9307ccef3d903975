// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/runs/store/status_file.h"

#include "model/runs/store/json_file.h"

namespace sojourn {

Status writeRunStatus(const GuardedPath& file, const RunStatus& status) {
  return writeFileAtomically(file, jsonFileText(status));
}

Result<RunStatus> readRunStatus(const GuardedPath& file) {
  return readJsonStruct<RunStatus>(file);
}

}  // namespace sojourn
