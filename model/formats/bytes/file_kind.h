// SPDX-License-Identifier: GPL-3.0-or-later
// What a file really is, by its first bytes: for the refusal of one that holds something else than its name says.
#pragma once

#include <cstddef>
#include <filesystem>
#include <optional>
#include <span>
#include <string>

#include "model/core/result.h"

namespace sojourn {

/// So much of a file's beginning is enough for all that is looked at here.
inline constexpr std::size_t fileKindBytes = 4096;

/// The first bytes of a file, at most so many; empty where it cannot be read.
[[nodiscard]] std::string beginningOf(const std::filesystem::path& file, std::size_t most);

/// What a file is and how to come to the one that was meant.
struct FileKind {
  std::string what;    ///< "is a Git LFS pointer and not the file itself"
  std::string remedy;  ///< "run git lfs pull in the repository that it is from"
};

/// What stands where another file was meant: nothing at all, the pointer of a version control system, a server's
/// answer, something packed, an office document, another program's format. Nothing for what is none of these, plain
/// text and pickles among it. Texts from the file are escaped.
[[nodiscard]] std::optional<FileKind> recogniseFile(std::span<const std::byte> beginning);

/// The refusal of a file that its reader does not take: what recogniseFile() says, else `what` ("is no GPX file") with
/// the beginning of a text quoted, and `remedy`.
[[nodiscard]] Error wrongFile(std::string where, std::span<const std::byte> beginning, std::string what,
                              std::string remedy);

}  // namespace sojourn
