// SPDX-License-Identifier: GPL-3.0-or-later
// The Engine of a network of nets/.
#pragma once

#include <memory>
#include <string>

#include "model/inspect/engine.h"

namespace sojourn {

/// Builds the network of a checkpoint on the device asked for. `path` is where the configuration beside it is looked
/// for; `fingerprint` goes into the description. Errors as Engine::load.
[[nodiscard]] Result<std::shared_ptr<const Engine>> makeNetworkEngine(const CheckpointFile& checkpoint,
                                                                      const std::filesystem::path& path,
                                                                      const EngineOptions& options,
                                                                      std::string fingerprint);

}  // namespace sojourn
