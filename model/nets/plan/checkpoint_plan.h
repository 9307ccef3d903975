// SPDX-License-Identifier: GPL-3.0-or-later
// Compares a checkpoint with the network that it is to become, by names, types and shapes, before anything is built.
#pragma once

#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "model/core/result.h"
#include "model/formats/checkpoint/checkpoint_file.h"
#include "model/nets/plan/state_dict_kind.h"

namespace sojourn {

struct CheckpointPlan {
  const StateDictKind* kind = nullptr;
  StateShapes shapes;
  ModelSizes sizes;  ///< heads included
  std::string ablation;
  std::optional<double> labelSmoothing;
  LoadReport report;               ///< nothing needed is missing, no shape is wrong
  std::vector<Problem> notices;    ///< where the number of heads is from, tensors that are not used
  std::uint64_t networkBytes = 0;  ///< what the network will take
};

/// Recognises the kind, reads all sizes and absent parts from the tensors, and finds the number of heads (SPEC 3.1):
/// `heads`, else the checkpoint's own configuration, else one beside `path`, which also names the file in messages.
/// Errors: unknown kind, layers that are not numbered without a gap, missing tensors, wrong shapes or types, a network
/// out of all proportion to the file, a configuration whose number of heads cannot be.
[[nodiscard]] Result<CheckpointPlan> planNetwork(const CheckpointFile& checkpoint, const std::filesystem::path& path,
                                                 std::optional<int> heads = {});

/// At most three names of many.
[[nodiscard]] std::string listNames(const std::vector<std::string>& names);

}  // namespace sojourn
