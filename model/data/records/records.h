// SPDX-License-Identifier: GPL-3.0-or-later
// What `sojourn prepare` reads: GPS fixes, staypoints, visits and check-ins as rows from outside (PREPARE.md 1).
#pragma once

#include <cstdint>
#include <filesystem>
#include <functional>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "model/core/cancel.h"
#include "model/core/result.h"
#include "model/data/dataset/place_names.h"
#include "model/data/records/stamps.h"

namespace sojourn {

/// Names as in preparation.json's counts: rows, points, files, users_read, out_of_order, time_ambiguous,
/// time_nonexistent, in_future, files_damaged, dropped_duplicate, dropped_bad_time, ... A name that is absent counts 0.
using PreparationCounts = std::map<std::string, std::int64_t, std::less<>>;

/// An instant: milliseconds since 1970-01-01 00:00 UTC.
using EpochMs = std::int64_t;

/// One GPS position.
struct Fix {
  EpochMs time = 0;
  double latitude = 0;   ///< degrees, WGS 84, within 90
  double longitude = 0;  ///< degrees, WGS 84, within 180
};

/// A row that repeats another one. Both are counted from 0 in the order of reading, among the rows that are no drop: of
/// the user, or, where that is empty, of all.
struct RepeatedRow {
  std::string user;
  std::size_t row = 0;
  std::size_t first = 0;  ///< the one that stays
};

/// What reading counted, and what a person should know of what it dropped.
struct ReadReport {
  PreparationCounts counts;
  std::vector<Problem> problems;
  std::vector<RepeatedRow> repeated;       ///< the first of them
  DateOrder dates = DateOrder::Automatic;  ///< of a table's times, as its rows decide it
  std::string firstDrop;  ///< "FILE, line 12: bad_time "0:18:20"", the first row that was dropped; empty where none was

  /// Adds what was read of another part of the input.
  void add(const ReadReport& other);
};

/// All fixes of one user, in time order, equal times in the order of reading; duplicates are gone.
struct UserFixes {
  std::string user;
  std::vector<Fix> fixes;
  /// Of this user alone, where files are apart by user; empty where one file has all users. A caller that skips a user
  /// next time adds these to the report of readFixes().
  ReadReport report;
};

/// One row that already is a stay at a place: a staypoint (no place), a visit, or a check-in (start == end).
struct RecordedVisit {
  EpochMs start = 0;
  EpochMs end = 0;          ///< not before start
  std::uint32_t user = 0;   ///< index in VisitRecords::users
  std::uint32_t place = 0;  ///< index in VisitRecords::places; 0 throughout where placesGiven is false
  std::optional<Coordinates> position;
  std::optional<std::int32_t> offsetMinutes;  ///< a check-in's clock: minutes ahead of UTC
};

/// A place that the input names.
struct RecordedPlace {
  std::string id;
  std::string name;  ///< the first that the input gives, else its category, else empty
};

/// The rows of a table of visits or check-ins, in order of user, start, reading.
struct VisitRecords {
  std::vector<std::string> users;     ///< in the order of PREPARE.md 1: by value if all are digits, else as UTF-8
  std::vector<RecordedPlace> places;  ///< in the same order; empty where the table has no column of places
  std::vector<RecordedVisit> visits;
  bool placesGiven = false;
};

enum class InputFormat { Geolife, Gpx, PointsCsv, CheckinsCsv, VisitsCsv };
/// "geolife", "gpx", "points-csv", "checkins-csv", "visits-csv".
[[nodiscard]] const char* inputFormatName(InputFormat format);
[[nodiscard]] std::optional<InputFormat> inputFormatFromName(std::string_view name);

/// How the input is to be read.
struct InputSettings {
  std::filesystem::path input;
  InputFormat format = InputFormat::PointsCsv;
  /// Columns by what they hold ("user", "time", "lat", ...): a header's name, or a number from 1 without a header.
  std::map<std::string, std::string> columns;
  bool header = true;
  std::string user;              ///< of a GPX input; empty: by folder or file
  std::string stampsIn = "UTC";  ///< zone of stamps that carry no offset; "UTC" for Geolife and Gpx unless asked for
  bool dropDuplicates = true;
  DateOrder dates = DateOrder::Automatic;  ///< of a table's times
  bool acceptBad = false;                  ///< goes on where over half of the rows were dropped
};

/// Reads fixes (Geolife, Gpx, PointsCsv) and calls `eachUser` once for every user, in the users' order, on the calling
/// thread, also for one of whose rows none is left; memory is that of the largest user where files are apart by user.
/// Skips users for which `wanted` (where given) answers false: they were prepared before. Progress counts bytes.
/// Errors: those of PREPARE.md 5 with file, row or byte and remedy; what `eachUser` answers.
[[nodiscard]] Result<ReadReport> readFixes(const InputSettings& settings,
                                           const std::function<Status(UserFixes&&)>& eachUser,
                                           const std::function<bool(const std::string&)>& wanted = {},
                                           const Progress& progress = {}, const CancelToken& cancel = {});

/// Refuses an input of whose rows over half were dropped, unless settings.acceptBad, and warns in the report of more
/// than a hundredth, and of fixes that are in the future. The readers ask it of what they read; for those who add
/// reports of users that were skipped.
[[nodiscard]] Status checkDroppedRows(const InputSettings& settings, ReadReport& report);

struct ReadVisits {
  VisitRecords records;
  ReadReport report;
};
/// Reads a table of visits, staypoints or check-ins (CheckinsCsv, VisitsCsv) whole. Errors as above.
[[nodiscard]] Result<ReadVisits> readVisitRecords(const InputSettings& settings, const Progress& progress = {},
                                                  const CancelToken& cancel = {});

}  // namespace sojourn
