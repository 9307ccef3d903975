// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/inspect/engine.h"

#include "model/core/files.h"
#include "model/core/sha256.h"
#include "model/formats/checkpoint_file.h"
#include "model/inspect/network_engine.h"

namespace sojourn {
namespace {

constexpr std::uint64_t largestCheckpoint = 4'000'000'000;  // bytes

}  // namespace

Result<std::shared_ptr<const Engine>> Engine::load(const std::filesystem::path& checkpoint,
                                                   const EngineOptions& options) {
  const Result<Bytes> bytes = readFile(checkpoint, largestCheckpoint);
  if (!bytes) return bytes.error();
  const Result<CheckpointFile> file = readCheckpoint(*bytes, checkpoint.filename().string());
  if (!file) return file.error();
  return makeNetworkEngine(*file, checkpoint, options, sha256(*bytes));
}

Result<std::shared_ptr<const Engine>> Engine::fromCheckpoint(const CheckpointFile& checkpoint,
                                                             const std::filesystem::path& path,
                                                             const EngineOptions& options) {
  return makeNetworkEngine(checkpoint, path, options, "");
}

}  // namespace sojourn
