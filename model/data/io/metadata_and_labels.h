// SPDX-License-Identifier: GPL-3.0-or-later
// The files beside the splits: what {prefix}_metadata.json says about a dataset, and where it disagrees with what is
// there; the tables that say where places are and what places and people are called.
#pragma once

#include <array>
#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "model/data/dataset/dataset.h"

namespace sojourn {

/// The keys that are read; each may be absent.
struct Metadata {
  std::string datasetName;                               ///< dataset_name, fit for display
  std::optional<std::int64_t> locations;                 ///< total_loc_num: 1 + the largest location id
  std::optional<std::int64_t> users;                     ///< total_user_num: 1 + the largest user id
  std::array<std::optional<std::int64_t>, 3> sequences;  ///< {train,val,test}_sequences, by Split
  bool localClock = false;                               ///< "clock" is "local": see Dataset::localClock
};
inline constexpr const char* clockKey = "clock";
inline constexpr const char* localClockWord = "local";

/// Errors: not there, larger than a megabyte, not JSON, not an object, nested too deep. A key of the wrong type or out
/// of range is a problem and counts as absent.
[[nodiscard]] Result<Metadata> readMetadata(const std::filesystem::path& file, std::vector<Problem>& problems);

/// The same of a text that is in memory; `where` names it.
[[nodiscard]] Result<Metadata> metadataFromJson(std::string_view text, const std::string& where,
                                                std::vector<Problem>& problems);

/// Adds a problem for every number that differs from the dataset's splits. `largestLocation` and `largestUser` are over
/// the splits that define them (SPEC 2), absent where those were not read.
void compareWithMetadata(const Metadata& metadata, const Dataset& dataset, std::optional<std::int64_t> largestLocation,
                         std::optional<std::int64_t> largestUser, const std::string& where,
                         std::vector<Problem>& problems);

/// The metadata of a dataset as JSON text, with the keys that published datasets have.
[[nodiscard]] std::string metadataAsJson(const Dataset& dataset);

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
