// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/inspect/engine.h"

#include "model/core/files.h"
#include "model/core/sha256.h"
#include "model/formats/checkpoint_file.h"
#include "model/inspect/device.h"
#include "model/inspect/network_engine.h"

namespace sojourn {
namespace {

constexpr std::uint64_t largestCheckpoint = 4'000'000'000;  // bytes

Result<std::shared_ptr<const Engine>> make(const CheckpointFile& checkpoint, const std::filesystem::path& path,
                                           const EngineOptions& options, std::string fingerprint) {
  // First of all, as torch's CUDA half must be there before torch is first asked for anything.
  const Result<c10::Device> device = resolveDevice(options.device);
  if (!device) return device.error();
  Result<LoadedNetwork> loaded = networkFromCheckpoint(checkpoint, path, {.heads = options.heads, .dropout = 0});
  if (!loaded) return loaded.error();
  loaded->description.fingerprint = std::move(fingerprint);
  try {
    return std::shared_ptr<const Engine>(std::make_shared<NetworkEngine>(std::move(*loaded), *device, options.float64));
  } catch (const std::exception& error) {
    return Error{.kind = ErrorKind::Failed, .where = path.filename().string(), .what = error.what(), .remedy = ""};
  }
}

}  // namespace

Result<std::shared_ptr<const Engine>> Engine::load(const std::filesystem::path& checkpoint,
                                                   const EngineOptions& options) {
  const Result<Bytes> bytes = readFile(checkpoint, largestCheckpoint);
  if (!bytes) return bytes.error();
  const Result<CheckpointFile> file = readCheckpoint(*bytes, checkpoint.filename().string());
  if (!file) return file.error();
  return make(*file, checkpoint, options, sha256(*bytes));
}

Result<std::shared_ptr<const Engine>> Engine::fromCheckpoint(const CheckpointFile& checkpoint,
                                                             const std::filesystem::path& path,
                                                             const EngineOptions& options) {
  return make(checkpoint, path, options, "");
}

}  // namespace sojourn
