// SPDX-License-Identifier: GPL-3.0-or-later
// The tables beside a dataset that say where its places are and what places and people are called.
#pragma once

#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

#include "model/core/error.h"
#include "model/data/dataset/place_names.h"

namespace sojourn {

/// The ids that a dataset knows, so that a table for another dataset is noticed.
struct KnownIds {
  LocationId locations = 0;  ///< ids are below this; 0 where it is not known
  UserId users = 0;
};

/// Reads location_id, raw_location_id, lat, lon and name (by header, in any order; all but location_id optional).
/// These tables are optional, so nothing in them is an error: what cannot be used is left out and said in `problems`,
/// once a kind, with the first line where it happens. Names are made fit for display.
[[nodiscard]] PlaceNames readPlaces(const std::filesystem::path& file, const KnownIds& known,
                                    std::vector<Problem>& problems);

/// The same of a text that is in memory; `where` names it in problems.
[[nodiscard]] PlaceNames placesFromCsv(std::string_view text, const std::string& where, const KnownIds& known,
                                       std::vector<Problem>& problems);

/// Reads user_id and name; other columns are ignored. Names by user id, empty where there is none.
[[nodiscard]] std::vector<std::string> readUserNames(const std::filesystem::path& file, const KnownIds& known,
                                                     std::vector<Problem>& problems);

[[nodiscard]] std::vector<std::string> userNamesFromCsv(std::string_view text, const std::string& where,
                                                        const KnownIds& known, std::vector<Problem>& problems);

/// The tables as text, all known places in the order of their ids. Empty where there is nothing to say.
[[nodiscard]] std::string placesAsCsv(const PlaceNames& places);
[[nodiscard]] std::string usersAsCsv(const std::vector<std::string>& userNames);

}  // namespace sojourn
