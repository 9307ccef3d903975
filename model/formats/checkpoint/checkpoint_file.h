// SPDX-License-Identifier: GPL-3.0-or-later
// A trained model as a file, whatever its container: a torch.save zip or safetensors.
#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include <nlohmann/json.hpp>

#include "model/core/cancel.h"
#include "model/core/guarded_path.h"
#include "model/core/result.h"
#include "model/formats/bytes/nd_array.h"

namespace sojourn {

/// One entry of an optimizer's state_dict()["state"]: the tensors kept for one parameter, by the parameter's number.
struct OptimizerSlot {
  std::int64_t parameter = 0;
  std::vector<NamedArray> tensors;  ///< "step" [], "exp_avg", "exp_avg_sq", ...
};

struct OptimizerState {
  std::vector<OptimizerSlot> slots;
  nlohmann::ordered_json paramGroups = nlohmann::ordered_json::array();  ///< as Python has them: lr, betas, params, ...
};

/// What a checkpoint holds. The state dict may stand bare at the top or under model_state_dict, state_dict or model.
struct CheckpointFile {
  std::string container;            ///< "torch zip" or "safetensors"
  std::string stateKey;             ///< the key the state dict stood under; empty when bare
  std::vector<NamedArray> tensors;  ///< the state dict in its own order
  /// A second state dict under best_model_state_dict: the best weights so far, where a training that goes on from the
  /// file may return to them. Usually empty.
  std::vector<NamedArray> bestTensors = {};
  std::optional<OptimizerState> optimizer;
  /// Everything else at the top level that is plain data (epoch, config, best_val_loss, ...). NaN and infinities are
  /// strings "NaN", "Infinity", "-Infinity".
  nlohmann::ordered_json metadata = nlohmann::ordered_json::object();
  std::vector<Problem> problems;
  std::uint64_t sourceBytes = 0;  ///< of the file it was read from; 0 where it was made in memory
};

/// Reads either container, recognised by content and not by name. Never executes or imports anything; bounded in time
/// and memory (SPEC 8.3). The pre-1.6 torch format is refused by name with its remedy.
[[nodiscard]] Result<CheckpointFile> readCheckpointFile(const GuardedPath& path);
/// The bytes that readCheckpoint() takes. A file that begins as no checkpoint does is refused after its first piece;
/// one may cancel between pieces, which leaves the rest out.
[[nodiscard]] Result<Bytes> readCheckpointBytes(const GuardedPath& path, const Progress& progress = {},
                                                const CancelToken& cancel = {});
[[nodiscard]] Result<CheckpointFile> readCheckpoint(std::span<const std::byte> bytes, const std::string& where);

/// Writes a torch.save zip that Python's torch.load(weights_only=True) opens: {**metadata, stateKey: OrderedDict of
/// tensors, "best_model_state_dict": ..., "optimizer_state_dict": ...}. With an empty stateKey the file is the bare
/// state dict (all else must be empty). Atomic.
[[nodiscard]] Status writeTorchCheckpoint(const GuardedPath& path, const CheckpointFile& checkpoint);
[[nodiscard]] Result<Bytes> encodeTorchCheckpoint(const CheckpointFile& checkpoint);

/// Writes the tensors as safetensors; metadata goes into __metadata__ as strings (JSON where it is not a string).
[[nodiscard]] Status writeSafetensors(const GuardedPath& path, const CheckpointFile& checkpoint);

}  // namespace sojourn
