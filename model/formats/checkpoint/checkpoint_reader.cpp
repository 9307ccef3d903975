// SPDX-License-Identifier: GPL-3.0-or-later
// Which container a checkpoint is, recognised by its first bytes.
#include <algorithm>
#include <array>
#include <new>

#include "model/core/byte_source.h"
#include "model/formats/checkpoint/checkpoint_file.h"
#include "model/formats/checkpoint/checkpoint_limits.h"
#include "model/formats/checkpoint/safetensors.h"
#include "model/formats/checkpoint/torch_checkpoint.h"

namespace sojourn {
namespace {

bool startsWith(std::span<const std::byte> bytes, std::span<const unsigned char> magic) {
  return bytes.size() >= magic.size() &&
         std::equal(magic.begin(), magic.end(), bytes.begin(),
                    [](unsigned char a, std::byte b) { return static_cast<std::byte>(a) == b; });
}

constexpr std::array<unsigned char, 4> zipMagic{'P', 'K', 3, 4};
constexpr std::array<unsigned char, 4> emptyZipMagic{'P', 'K', 5, 6};
/// Protocol 2, then the ten-byte integer 0x1950a86a20f9469cfc6c with which torch.save began before version 1.6.
constexpr std::array<unsigned char, 14> legacyMagic{0x80, 0x02, 0x8A, 0x0A, 0x6C, 0xFC, 0x9C,
                                                    0x46, 0xF9, 0x20, 0x6A, 0xA8, 0x50, 0x19};
constexpr std::array<unsigned char, 1> pickleMagic{0x80};

bool isZip(std::span<const std::byte> bytes) {
  return startsWith(bytes, zipMagic) || startsWith(bytes, emptyZipMagic);
}

/// Whether a file that begins so can be a checkpoint.
Status checkBeginning(std::span<const std::byte> bytes, const std::string& where) {
  const auto refuse = [&](const char* what, const char* remedy) {
    return Error{ErrorKind::BadInput, where, what, remedy};
  };
  if (bytes.empty()) return refuse("is empty", "copy or save the file again");
  if (isZip(bytes) || looksLikeSafetensors(bytes)) return {};
  if (startsWith(bytes, legacyMagic)) {
    return refuse("is in the format that torch.save wrote before PyTorch 1.6 (legacy)",
                  "load it once in Python and save it again: torch.save(torch.load(f, map_location='cpu'), f)");
  }
  if (startsWith(bytes, pickleMagic)) {
    return refuse("is a bare pickle and no checkpoint", "open it as a dataset, or give the file that torch.save wrote");
  }
  return refuse("is neither a torch.save archive nor safetensors", "check that this is the right file");
}

Result<CheckpointFile> readByContent(std::span<const std::byte> bytes, const std::string& where) {
  if (const Status possible = checkBeginning(bytes, where); !possible) return possible.error();
  MemoryBudget budget(checkpointMemory(bytes.size()));
  return isZip(bytes) ? readTorchCheckpoint(bytes, where, budget) : readSafetensors(bytes, where, budget);
}

Error noMemory(const std::string& where) {
  return {ErrorKind::Failed, where, "needs more memory than there is", "close other programs"};
}

Result<Bytes> readPieces(FileSource& file, const std::filesystem::path& path, const Progress& progress,
                         const CancelToken& cancel) {
  constexpr std::size_t pieceBytes = std::size_t{4} << 20U;
  Bytes bytes(std::min<std::uint64_t>(file.size(), pieceBytes));
  std::size_t at = 0;
  while (at < file.size() && !cancel.cancelled()) {
    const auto got = file.read(std::span(bytes).subspan(at, std::min(pieceBytes, bytes.size() - at)));
    if (!got) return got.error();
    if (*got == 0) break;  // it shrank
    if (at == 0) {
      if (const Status possible = checkBeginning(std::span(bytes).first(*got), path.string()); !possible)
        return possible.error();
      bytes.resize(file.size());
    }
    at += *got;
    if (progress) progress(at, file.size());
  }
  bytes.resize(at);
  return bytes;
}

}  // namespace

Result<CheckpointFile> readCheckpoint(std::span<const std::byte> bytes, const std::string& where) {
  try {
    auto file = readByContent(bytes, where);
    if (file) file->sourceBytes = bytes.size();
    return file;
  } catch (const std::bad_alloc&) {
    return noMemory(where);
  }
}

Result<Bytes> readCheckpointBytes(const GuardedPath& path, const Progress& progress,
                                  const CancelToken& cancel) {
  const auto file = FileSource::open(path, largestCheckpoint);
  if (!file) return file.error();
  try {
    return readPieces(**file, path, progress, cancel);
  } catch (const std::bad_alloc&) {
    return noMemory(path.string());
  }
}

Result<CheckpointFile> readCheckpointFile(const GuardedPath& path) {
  const auto bytes = readCheckpointBytes(path);
  if (!bytes) return bytes.error();
  return readCheckpoint(*bytes, path.string());
}

}  // namespace sojourn
