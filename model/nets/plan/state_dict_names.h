// SPDX-License-Identifier: GPL-3.0-or-later
// Finds the network among a state dict's tensors where wrappers have put words before their names.
#pragma once

#include <string>
#include <vector>

#include "model/core/result.h"
#include "model/formats/checkpoint/checkpoint_file.h"

namespace sojourn {

/// Takes the words away that DataParallel ("module."), torch.compile ("_orig_mod."), Lightning ("model.", "net.") and
/// others put before the names of a network's tensors, also several of them, until a known kind of network is there.
/// Where the tensors lie under several such words, those of the network stay and the rest (a loss's weights, a moving
/// average) goes. Leaves all as it is where the kind is known already or never appears.
///
/// Gives what was done, as notices that name the words. Errors (ErrorKind::BadUsage): no network under
/// CheckpointFile::wantedPrefix. `where` names the file.
[[nodiscard]] Result<std::vector<Problem>> stripPrefixes(CheckpointFile& checkpoint, const std::string& where);

}  // namespace sojourn
