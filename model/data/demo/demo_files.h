// SPDX-License-Identifier: GPL-3.0-or-later
// The demo city and its trained models as files inside the program.
#pragma once

#include <filesystem>
#include <span>

#include "model/core/embedded_file.h"
#include "model/core/result.h"

namespace sojourn {

inline constexpr const char* demoPrefix = "demo_city";                         ///< of the dataset
inline constexpr const char* demoCheckpointName = "demo_city_pointer_v45.pt";  ///< beside it
inline constexpr const char* demoComparedName = "demo_city_lstm.pt";           ///< the model to compare with
inline constexpr const char* demoMapName = "demo_city_map.geojson";            ///< for the background of maps

/// All files: the splits, metadata, names of places, the checkpoints and their configurations, the map.
[[nodiscard]] std::span<const EmbeddedFile> demoFiles();

/// Writes all files into a folder, which is made where it is not there. Files that hold the same bytes already are left
/// alone. Errors: the folder or a file cannot be written.
[[nodiscard]] Status writeDemoFiles(const std::filesystem::path& folder);

/// Where the demo lies as files.
struct UnpackedDemo {
  std::filesystem::path data;  ///< folder/prefix, as the command line takes it
  std::filesystem::path checkpoint, compared, map;
};

/// Makes sure that the demo lies in the user's cache folder ($XDG_CACHE_HOME/sojourn/demo or ~/.cache/sojourn/demo; the
/// folder for temporary files where neither can be written).
[[nodiscard]] Result<UnpackedDemo> unpackDemo();

}  // namespace sojourn
