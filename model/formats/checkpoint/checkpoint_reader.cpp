// SPDX-License-Identifier: GPL-3.0-or-later
// Which container a checkpoint is, recognised by its first bytes.
#include <algorithm>
#include <string_view>

#include "model/core/files.h"
#include "model/formats/bytes/failure.h"
#include "model/formats/bytes/file_kind.h"
#include "model/formats/checkpoint/checkpoint_file.h"

namespace sojourn {
namespace {

using namespace std::string_view_literals;

/// Protocol 2, then the ten-byte integer 0x1950a86a20f9469cfc6c with which torch.save began before version 1.6.
constexpr std::string_view legacyMagic = "\x80\x02\x8A\x0A\x6C\xFC\x9C\x46\xF9\x20\x6A\xA8\x50\x19"sv;

bool isZip(std::string_view bytes) {
  return bytes.starts_with("PK\x03\x04") || bytes.starts_with("PK\x05\x06");  // the latter is empty
}

/// Whether a file that begins so can be a checkpoint.
Status checkBeginning(std::span<const std::byte> bytes, const std::string& where) {
  const auto refuse = [&](const char* what, const char* remedy) {
    return Error{ErrorKind::BadInput, where, what, remedy};
  };
  const std::string_view text = asText(bytes);
  if (isZip(text) || looksLikeSafetensors(bytes)) return {};
  if (text.starts_with(legacyMagic)) {
    return refuse("is in the format that torch.save wrote before PyTorch 1.6 (legacy)",
                  "load it once in Python and save it again: torch.save(torch.load(f, map_location='cpu'), f)");
  }
  if (text.starts_with('\x80')) {
    return refuse("is a bare pickle and no checkpoint", "open it as a dataset, or give the file that torch.save wrote");
  }
  return wrongFile(where, bytes, "is neither a torch.save archive nor safetensors",
                   "check that this is the right file");
}

Result<CheckpointFile> readByContent(std::span<const std::byte> bytes, const std::string& where,
                                     const std::string& part) {
  if (const Status possible = checkBeginning(bytes, where); !possible) return possible.error();
  MemoryBudget budget(checkpointMemory(bytes.size()));
  if (isZip(asText(bytes))) return readTorchCheckpoint(bytes, where, part, budget);
  auto file = readSafetensors(bytes, where, budget);
  if (file) file->wantedPrefix = part;
  return file;
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

CheckpointName checkpointNamed(const GuardedPath& path) {
  std::error_code error;
  const std::string whole = path.string();
  const std::size_t mark = whole.rfind('#');
  if (mark == std::string::npos || mark + 1 == whole.size() || std::filesystem::exists(path, error)) return {path, {}};
  const std::filesystem::path file = whole.substr(0, mark);
  if (!std::filesystem::is_regular_file(file, error)) return {path, {}};
  return {file, whole.substr(mark + 1)};
}

Result<CheckpointFile> readCheckpoint(std::span<const std::byte> bytes, const std::string& where,
                                      const std::string& part) {
  auto file = errorsAsValues(where, [&] { return readByContent(bytes, where, part); });
  if (file) file->sourceBytes = bytes.size();
  return file;
}

Result<Bytes> readCheckpointBytes(const GuardedPath& path, const Progress& progress, const CancelToken& cancel) {
  const auto file = FileSource::open(checkpointNamed(path).file, largestCheckpoint);
  if (!file) return file.error();
  return errorsAsValues(path.string(), [&] { return readPieces(**file, path, progress, cancel); });
}

Result<CheckpointFile> readCheckpointFile(const GuardedPath& path) {
  const auto bytes = readCheckpointBytes(path);
  if (!bytes) return bytes.error();
  return readCheckpoint(*bytes, path.string(), checkpointNamed(path).part);
}

}  // namespace sojourn
