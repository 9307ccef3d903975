// SPDX-License-Identifier: GPL-3.0-or-later
// Whole files in and out: bounded reads, atomic writes.
#pragma once

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "model/core/guarded_path.h"
#include "model/core/result.h"

namespace sojourn {

using Bytes = std::vector<std::byte>;

/// Reads a regular file into memory in one read. Never maps it: a mapped file that shrinks kills its reader.
/// Errors: not there, not a regular file, larger than maxBytes, unreadable.
[[nodiscard]] Result<Bytes> readFile(const GuardedPath& path, std::uint64_t maxBytes);

/// Writes under a temporary name beside `path`, fsyncs, renames, fsyncs the folder. On error the old file stays and
/// the temporary one is removed. The folder must exist.
[[nodiscard]] Status writeFileAtomically(const GuardedPath& path, std::span<const std::byte> content);
[[nodiscard]] Status writeFileAtomically(const GuardedPath& path, std::string_view content);

/// Writes a file that a user names: atomically where it is a regular file or not there yet; a pipe or a device is
/// written to and never replaced, a link is followed.
[[nodiscard]] Status writeOutput(const std::filesystem::path& path, std::span<const std::byte> content);
[[nodiscard]] Status writeOutput(const std::filesystem::path& path, std::string_view content);

/// The bytes of a text and the text of bytes, without a copy.
[[nodiscard]] std::span<const std::byte> asBytes(std::string_view text);
[[nodiscard]] std::string_view asText(std::span<const std::byte> bytes);

}  // namespace sojourn
