// SPDX-License-Identifier: GPL-3.0-or-later
// The folder that a preparation writes into: one preparation at a time, and nothing in it is replaced but what an
// earlier one wrote.
#pragma once

#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

#include "model/core/files.h"
#include "model/data/steps/prepare_settings.h"

namespace sojourn {

inline constexpr const char* preparationReportName = "preparation.json";
inline constexpr const char* preparationSchema = "sojourn.preparation/1";

/// "diary_eps20_prev7", without the radius where the input names its places.
[[nodiscard]] std::string preparedPrefix(const PrepareSettings& settings, bool placesGiven);
/// The table of places of that dataset: its name begins like the prefix, without the window.
[[nodiscard]] std::string locationsName(const std::string& prefix);
[[nodiscard]] std::string usersName(const std::string& datasetName);

/// The files that a report says it wrote. Nothing where no preparation wrote it: no schema, no fingerprint, or a name
/// that the files of that dataset do not have.
[[nodiscard]] std::vector<std::string> filesOfReport(std::string_view report);

/// The settings of the preparation that wrote a dataset, given as its folder or one of its files. Errors: no report, or
/// none of a preparation.
[[nodiscard]] Result<PrepareSettings> settingsLike(const std::filesystem::path& dataset);

class OutputFolder {
 public:
  /// Creates and locks it. Errors (BadInput): another preparation holds it; it is not empty, and neither `force` nor
  /// `resume` is set; `resume` where no preparation has begun; a file that would be replaced is the input, or one that
  /// no preparation wrote. Failed: it cannot be created.
  [[nodiscard]] static Result<OutputFolder> open(const PrepareSettings& settings);
  OutputFolder(OutputFolder&&) noexcept = default;
  OutputFolder& operator=(OutputFolder&&) = delete;
  /// Removes the folder where it was created and nothing is in it.
  ~OutputFolder();

  [[nodiscard]] const std::filesystem::path& path() const { return m_path; }
  /// Whether a preparation was begun in it and is not finished.
  [[nodiscard]] bool isBegun() const { return m_begun; }
  /// What earlier preparations wrote, and what a killed one left under temporary names. The metadata, the last one
  /// written, comes first: without it the rest is no dataset. The report is not among them.
  [[nodiscard]] const std::vector<std::string>& earlierFiles() const { return m_earlier; }
  /// Notes what is about to be written, so that a resumed preparation knows it for its own. To be called before the
  /// first file of the folder is changed.
  [[nodiscard]] Status note(std::string_view report) const;
  /// Errors (Failed): the disk has not got so many bytes free, and a few megabytes beside them.
  [[nodiscard]] Status checkRoom(std::uint64_t bytes) const;
  /// Deletes the notes and the log of staypoints.
  void removeWork() const;

  /// OUT/.work, where the notes and the log of staypoints are.
  [[nodiscard]] static GuardedPath workFolder(const std::filesystem::path& out);

 private:
  OutputFolder(std::filesystem::path path, Descriptor lock, bool created)
      : m_path(std::move(path)), m_lock(std::move(lock)), m_created(created) {}
  [[nodiscard]] Status check(const PrepareSettings& settings);

  std::filesystem::path m_path;
  Descriptor m_lock;
  bool m_created = false;
  bool m_begun = false;
  std::vector<std::string> m_earlier;
};

}  // namespace sojourn
