// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/studio/studio_loaders.h"

namespace sojourn::studio {

session::Loaders studioLoaders() {
  return {.dataset = session::loadDataset,
          .engine = [](const std::filesystem::path& checkpoint,
                       const EngineOptions& options) { return Engine::load(checkpoint, options); },
          .demo = {}};
}

}  // namespace sojourn::studio
