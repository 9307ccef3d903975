// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/inspect/engine.h"

#include <algorithm>

#include "model/core/byte_source.h"
#include "model/core/files.h"
#include "model/core/sha256.h"
#include "model/formats/checkpoint_file.h"
#include "model/formats/checkpoint_limits.h"
#include "model/inspect/network_engine.h"

namespace sojourn {
namespace {

/// The whole file, in pieces between which one may cancel.
Result<Bytes> readWatched(const std::filesystem::path& path, const Progress& progress, const CancelToken& cancel) {
  constexpr std::size_t pieceBytes = std::size_t{4} << 20U;
  const auto file = FileSource::open(path, largestCheckpoint);
  if (!file) return file.error();
  Bytes bytes((*file)->size());
  std::size_t at = 0;
  while (at < bytes.size() && !cancel.cancelled()) {
    const auto got = (*file)->read(std::span(bytes).subspan(at, std::min(pieceBytes, bytes.size() - at)));
    if (!got) return got.error();
    if (*got == 0) break;  // it shrank
    at += *got;
    if (progress) progress(at, bytes.size());
  }
  bytes.resize(at);
  return bytes;
}

}  // namespace

Result<std::shared_ptr<const Engine>> Engine::load(const std::filesystem::path& checkpoint,
                                                   const EngineOptions& options, const Progress& progress,
                                                   const CancelToken& cancel) {
  const Error cancelled{ErrorKind::Cancelled, checkpoint.filename().string(), "loading was cancelled", ""};
  const Result<Bytes> bytes = readWatched(checkpoint, progress, cancel);
  if (cancel.cancelled()) return cancelled;
  if (!bytes) return bytes.error();
  const Result<CheckpointFile> file = readCheckpoint(*bytes, checkpoint.filename().string());
  if (cancel.cancelled()) return cancelled;
  if (!file) return file.error();
  std::string fingerprint = sha256(*bytes);
  if (cancel.cancelled()) return cancelled;
  return makeNetworkEngine(*file, checkpoint, options, std::move(fingerprint));
}

Result<std::shared_ptr<const Engine>> Engine::fromCheckpoint(const CheckpointFile& checkpoint,
                                                             const std::filesystem::path& path,
                                                             const EngineOptions& options) {
  return makeNetworkEngine(checkpoint, path, options, "");
}

}  // namespace sojourn
