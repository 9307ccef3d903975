// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/inspect/engine.h"

#include "model/core/sha256.h"
#include "model/formats/checkpoint/checkpoint_file.h"
#include "model/inspect/network_engine.h"

namespace sojourn {

Result<std::shared_ptr<const Engine>> Engine::load(const std::filesystem::path& checkpoint,
                                                   const EngineOptions& options, const Progress& progress,
                                                   const CancelToken& cancel) {
  const Error cancelled{ErrorKind::Cancelled, checkpoint.filename().string(), "loading was cancelled", ""};
  Result<Bytes> bytes = readCheckpointBytes(checkpoint, progress, cancel);
  if (cancel.cancelled()) return cancelled;
  if (!bytes) return bytes.error();
  const Result<CheckpointFile> file = readCheckpoint(*bytes, checkpoint.filename().string());
  if (cancel.cancelled()) return cancelled;
  if (!file) return file.error();
  std::string fingerprint = sha256(*bytes);
  if (cancel.cancelled()) return cancelled;
  *bytes = Bytes();  // the tensors are copies, and the network is to come
  return makeNetworkEngine(*file, checkpoint, options, std::move(fingerprint));
}

Result<std::shared_ptr<const Engine>> Engine::fromCheckpoint(const CheckpointFile& checkpoint,
                                                             const std::filesystem::path& path,
                                                             const EngineOptions& options) {
  return makeNetworkEngine(checkpoint, path, options, "");
}

}  // namespace sojourn
