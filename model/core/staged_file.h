// SPDX-License-Identifier: GPL-3.0-or-later
// A file that is written in pieces and appears under its name only when it is whole.
#pragma once

#include <cstddef>
#include <filesystem>
#include <optional>
#include <span>
#include <string>
#include <string_view>

#include "model/core/guarded_path.h"
#include "model/core/result.h"

namespace sojourn {

/// Stages the content under a temporary name beside the target. Not for several threads.
class StagedFile {
 public:
  /// The folder must exist. Errors: ErrorKind::Failed.
  [[nodiscard]] static Result<StagedFile> create(const GuardedPath& path);
  /// For a file that a user names. A link is followed, so it stays a link. What is no regular file (a pipe, a device)
  /// is written to as it is and never replaced. Errors: ErrorKind::Failed (a folder of that name, ...).
  [[nodiscard]] static Result<StagedFile> createOutput(const std::filesystem::path& path);
  StagedFile(StagedFile&&) noexcept = default;
  StagedFile& operator=(StagedFile&&) = delete;
  /// Removes what was not committed.
  ~StagedFile();

  /// Appends. Errors: ErrorKind::Failed (a full disk, ...).
  [[nodiscard]] Status write(std::span<const std::byte> content);

  /// Brings the content to the disk, gives the file its name, brings the folder to the disk. On an error the old file
  /// stays.
  [[nodiscard]] Status commit();

 private:
  StagedFile(std::filesystem::path path, std::string temporary, Descriptor folder, Descriptor file)
      : m_path(std::move(path)),
        m_temporary(std::move(temporary)),
        m_folder(std::move(folder)),
        m_file(std::move(file)) {}

  std::filesystem::path m_path;
  std::string m_temporary;  ///< its name in the folder; empty where the content goes straight to m_path
  Descriptor m_folder;
  Descriptor m_file;
};

/// The file that is being written under a temporary name of ours: "status.json" for ".status.json.4711-3.tmp"; nothing
/// for any other name.
[[nodiscard]] std::optional<std::string> stagedName(std::string_view temporary);

}  // namespace sojourn
