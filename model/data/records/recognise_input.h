// SPDX-License-Identifier: GPL-3.0-or-later
// What a file or folder of raw movement data is, by its content: for `sojourn info` and the Import page.
#pragma once

#include <filesystem>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "model/data/records/records.h"

namespace sojourn {

struct RecognisedInput {
  InputFormat format = InputFormat::PointsCsv;
  std::map<std::string, std::string> columns;  ///< of a table: those that only their values tell, as in InputSettings
  bool header = true;
  std::string reason;                ///< how that shows: "its columns say user, time, lat, lon", "holds 3 GPX files"
  std::vector<std::string> missing;  ///< of a table: "user", where no column says whose the rows are
};

/// Looks at the beginning of a file, or at the names in a folder. A table is one of fixes, visits or check-ins by the
/// names of its columns, or by what they hold where a name says nothing or no row has names; the users alone may be
/// missing. Nothing where `sojourn prepare` would not know what to do with
/// it. Never an error: what cannot be read is nothing.
[[nodiscard]] std::optional<RecognisedInput> recogniseInput(const std::filesystem::path& path);

/// What previewInput() and the readers need to know.
[[nodiscard]] InputSettings settingsFor(const std::filesystem::path& path, const RecognisedInput& input);

/// "sojourn prepare --input PATH --format gpx --out FOLDER", quoted for a shell.
[[nodiscard]] std::string prepareCommand(const std::filesystem::path& path, const RecognisedInput& input);

}  // namespace sojourn
