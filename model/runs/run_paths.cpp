// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/runs/run_paths.h"

#include <vector>

namespace sojourn {

namespace fs = std::filesystem;

void removeTemporaryFiles(const RunPaths& run) {
  // Not in control/: there viewers write at any time.
  for (const fs::path& folder : {run.folder, run.checkpoints(), run.probes()}) {
    std::error_code error;
    std::vector<fs::path> leftovers;
    for (fs::directory_iterator entry(folder, error), end; !error && entry != end; entry.increment(error)) {
      const fs::path name = entry->path().filename();
      const bool viewers = name.string().starts_with("." + run.viewer().filename().string());
      if (name.string().starts_with('.') && name.extension() == ".tmp" && !viewers) leftovers.push_back(entry->path());
    }
    for (const fs::path& file : leftovers) fs::remove(file, error);
  }
}

}  // namespace sojourn
