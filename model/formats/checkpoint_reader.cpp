// SPDX-License-Identifier: GPL-3.0-or-later
// Which container a checkpoint is, told by its first bytes.
#include <algorithm>
#include <array>
#include <new>

#include "model/formats/checkpoint_file.h"
#include "model/formats/checkpoint_limits.h"
#include "model/formats/safetensors.h"
#include "model/formats/torch_checkpoint.h"

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

Result<CheckpointFile> readByContent(std::span<const std::byte> bytes, const std::string& where) {
  MemoryBudget budget(checkpointMemory - std::min<std::uint64_t>(bytes.size(), largestCheckpoint));
  const auto refuse = [&](const char* what, const char* remedy) {
    return Error{ErrorKind::BadInput, where, what, remedy};
  };
  if (bytes.empty()) return refuse("is empty", "copy or save the file again");
  if (startsWith(bytes, zipMagic) || startsWith(bytes, emptyZipMagic)) return readTorchCheckpoint(bytes, where, budget);
  if (looksLikeSafetensors(bytes)) return readSafetensors(bytes, where, budget);
  if (startsWith(bytes, legacyMagic)) {
    return refuse("is in the format that torch.save wrote before PyTorch 1.6 (legacy)",
                  "load it once in Python and save it again: torch.save(torch.load(f, map_location='cpu'), f)");
  }
  if (startsWith(bytes, pickleMagic)) {
    return refuse("is a bare pickle and no checkpoint", "open it as a dataset, or give the file that torch.save wrote");
  }
  return refuse("is neither a torch.save archive nor safetensors", "check that this is the right file");
}

}  // namespace

Result<CheckpointFile> readCheckpoint(std::span<const std::byte> bytes, const std::string& where) {
  try {
    return readByContent(bytes, where);
  } catch (const std::bad_alloc&) {
    return Error{ErrorKind::Failed, where, "needs more memory than there is", "close other programs"};
  }
}

Result<CheckpointFile> readCheckpointFile(const std::filesystem::path& path) {
  const auto bytes = readFile(path, largestCheckpoint);
  if (!bytes) return bytes.error();
  return readCheckpoint(*bytes, path.string());
}

}  // namespace sojourn
