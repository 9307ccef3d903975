// SPDX-License-Identifier: GPL-3.0-or-later
// Invented tracks of any number of fixes, as one table or as GeoLife's folders: people go between a few places of
// theirs and stay there, with a fix every few seconds.
#pragma once

#include <cstddef>
#include <filesystem>

namespace sojourn::bench {

struct TrackCounts {
  std::size_t fixes = 500'000;
  std::size_t users = 182;
};

/// "user,lat,lon,time" with times in seconds since 1970.
void makeTable(const std::filesystem::path& file, const TrackCounts& counts);
/// FOLDER/USER/Trajectory/DATE.plt, a file for each day.
void makeFolders(const std::filesystem::path& folder, const TrackCounts& counts);

}  // namespace sojourn::bench
