// SPDX-License-Identifier: GPL-3.0-or-later
// A trained model as a file, whatever its container: a torch.save zip or safetensors.
#pragma once

#include <algorithm>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include <nlohmann/json.hpp>

#include "model/core/cancel.h"
#include "model/core/files.h"
#include "model/core/guarded_path.h"
#include "model/core/result.h"
#include "model/formats/bytes/memory_budget.h"
#include "model/formats/bytes/nd_array.h"

namespace sojourn {

/// The largest file that is read, which is also the largest that is written: zip's plain 32-bit fields end there. An
/// honest file may be large; what is bounded is the memory that a file asks for in proportion to its bytes (SPEC 8.3:
/// a refusal stays below 600 MB resident, or three times the file).
inline constexpr std::uint64_t largestCheckpoint = (std::uint64_t{4} << 30U) - 1;

/// For the unpacked records, values and tensors of a file of so many bytes. Whatever the file is, what it holds fits
/// twice; a small one may unfold to more, as far as the file and this stay below 416 MiB.
[[nodiscard]] constexpr std::uint64_t checkpointMemory(std::uint64_t fileBytes) {
  constexpr std::uint64_t small = std::uint64_t{416} << 20U;
  return std::max(2 * fileBytes, fileBytes < small ? small - fileBytes : 0);
}

/// For a network that is built from a file of so many bytes: weights of half precision become single precision, and
/// tables are kept a second time, multiplied ahead.
[[nodiscard]] constexpr std::uint64_t networkMemory(std::uint64_t fileBytes) {
  return (std::uint64_t{128} << 20U) + 8 * fileBytes;
}

/// Top-level keys of what we write in torch archives beside the weights.
inline constexpr const char* bestStateKey = "best_model_state_dict";
inline constexpr const char* optimizerStateKey = "optimizer_state_dict";

/// One entry of an optimizer's state_dict()["state"]: the tensors kept for one parameter, by the parameter's number.
struct OptimizerSlot {
  std::int64_t parameter = 0;
  std::vector<NamedArray> tensors;  ///< "step" [], "exp_avg", "exp_avg_sq", ...
};

struct OptimizerState {
  std::vector<OptimizerSlot> slots;
  nlohmann::ordered_json paramGroups = nlohmann::ordered_json::array();  ///< as Python has them: lr, betas, params, ...
};

/// What a checkpoint holds. The state dict may stand bare at the top or up to two levels down: under model_state_dict,
/// state_dict or model, else net, ema, weights, ..., else wherever most tensors are together.
struct CheckpointFile {
  std::string container;            ///< "torch zip" or "safetensors"
  std::string stateKey;             ///< the key the state dict stood under, "model.state_dict"; empty when bare
  std::vector<NamedArray> tensors;  ///< the state dict in its own order
  /// The part that was asked for, where it is no state dict of its own: what the names in `tensors` must begin with.
  std::string wantedPrefix = {};
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

/// A checkpoint's path, or "FILE#PART" where it is not: PART is the key of one of several state dicts ("ema"), or what
/// the names of its tensors begin with.
struct CheckpointName {
  GuardedPath file;
  std::string part;  ///< empty: what the file offers first
};
[[nodiscard]] CheckpointName checkpointNamed(const GuardedPath& path);

/// Reads either container, recognised by content and not by name. Never executes or imports anything; bounded in time
/// and memory (SPEC 8.3). The pre-1.6 torch format is refused by name with its remedy. `path` may name a part.
[[nodiscard]] Result<CheckpointFile> readCheckpointFile(const GuardedPath& path);
/// The bytes that readCheckpoint() takes. A file that begins as no checkpoint does is refused after its first piece;
/// one may cancel between pieces, which leaves the rest out. `path` may name a part.
[[nodiscard]] Result<Bytes> readCheckpointBytes(const GuardedPath& path, const Progress& progress = {},
                                                const CancelToken& cancel = {});
[[nodiscard]] Result<CheckpointFile> readCheckpoint(std::span<const std::byte> bytes, const std::string& where,
                                                    const std::string& part = {});

/// The readers of each container, for callers that bound the memory themselves. May throw std::bad_alloc.
[[nodiscard]] Result<CheckpointFile> readTorchCheckpoint(std::span<const std::byte> bytes, const std::string& where,
                                                         const std::string& part, MemoryBudget& budget);
/// Tensors in the header's order. Texts of __metadata__ that are JSON (but not JSON texts) become what they say.
[[nodiscard]] Result<CheckpointFile> readSafetensors(std::span<const std::byte> bytes, const std::string& where,
                                                     MemoryBudget& budget);
/// Whether the bytes begin like safetensors: a plausible length and an opening brace.
[[nodiscard]] bool looksLikeSafetensors(std::span<const std::byte> bytes);

/// Writes a torch.save zip that Python's torch.load(weights_only=True) opens: {**metadata, stateKey: OrderedDict of
/// tensors, "best_model_state_dict": ..., "optimizer_state_dict": ...}. With an empty stateKey the file is the bare
/// state dict (all else must be empty). Atomic.
[[nodiscard]] Status writeTorchCheckpoint(const GuardedPath& path, const CheckpointFile& checkpoint);
[[nodiscard]] Result<Bytes> encodeTorchCheckpoint(const CheckpointFile& checkpoint);

/// Writes the tensors as safetensors; metadata goes into __metadata__ as strings (JSON where it is not a string).
[[nodiscard]] Status writeSafetensors(const GuardedPath& path, const CheckpointFile& checkpoint);
[[nodiscard]] Result<Bytes> encodeSafetensors(const CheckpointFile& checkpoint);

}  // namespace sojourn
