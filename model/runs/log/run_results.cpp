// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/runs/log/run_results.h"

#include "model/runs/store/json_file.h"

namespace sojourn {

Result<RunResults> readRunResults(const GuardedPath& file) {
  return readJsonStruct<RunResults>(file);
}

Status writeRunResults(const GuardedPath& file, const RunResults& results) {
  return writeFileAtomically(file, jsonFileText(results, 2));
}

}  // namespace sojourn
