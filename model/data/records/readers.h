// SPDX-License-Identifier: GPL-3.0-or-later
// The readers of the single formats, on bytes from anywhere. All throw a FormatFailure.
#pragma once

#include <filesystem>
#include <functional>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "model/data/records/columns.h"
#include "model/data/records/in_order.h"
#include "model/data/records/records.h"
#include "model/data/records/row_checks.h"
#include "model/formats/text/csv_rows.h"
#include "model/formats/text/text_lines.h"

namespace sojourn {

/// The files of one input, by user in the users' order, each user's by name.
struct UserFiles {
  std::string user;
  std::vector<std::filesystem::path> files;
};
[[nodiscard]] std::vector<UserFiles> geolifeFiles(const InputSettings& settings);
[[nodiscard]] std::vector<UserFiles> gpxFiles(const InputSettings& settings);

/// A regular file of any size.
[[nodiscard]] std::unique_ptr<FileSource> openInput(const std::filesystem::path& path);
/// The zone of stamps without offset.
[[nodiscard]] TimeZone zoneOfStamps(const InputSettings& settings);

/// A row of a .plt file, with the altitude that makes it differ from another one at the same time and place.
struct PltFix {
  Fix fix;
  double altitude = 0;
};
struct PltFields {
  std::string_view latitude, longitude, altitude, time;
  bool complete = false;  ///< there are as many fields as there should be
};
/// Whether anything follows the header's six lines.
bool skipPltHeader(TextLines& lines);
[[nodiscard]] PltFields splitPlt(std::string_view line);
[[nodiscard]] DropReason pltFix(const PltFields& fields, const RowChecks& checks, PltFix& row);
/// Appends the fixes of the file that `lines` has begun.
void readPlt(TextLines& lines, const std::string& user, const RowChecks& checks, ReadTally& tally,
             std::vector<PltFix>& fixes);

/// A `trkpt` as it stands in the file.
struct GpxPoint {
  std::string latitude, longitude, time;
  std::size_t line = 0;
};
/// Calls onPoint for every trkpt until it answers false.
void parseGpx(ByteSource& source, const std::string& where, ReadWatch& watch,
              const std::function<bool(const GpxPoint&)>& onPoint);
[[nodiscard]] DropReason gpxFix(const GpxPoint& point, const RowChecks& checks, Fix& fix);
/// Appends the fixes of a file.
void readGpx(ByteSource& source, const std::string& where, const std::string& user, ReadWatch& watch,
             const RowChecks& checks, ReadTally& tally, std::vector<Fix>& fixes);

/// A table whose first row is read and whose columns are known.
class TableInput {
 public:
  /// With `complete` throws where a column is missing.
  TableInput(TextLines& lines, const InputSettings& settings, bool complete = true);
  /// Goes on to the next row of data; false at the end.
  [[nodiscard]] bool next();
  [[nodiscard]] const std::vector<std::string_view>& fields() const { return m_rows.fields(); }
  [[nodiscard]] std::size_t line() const { return m_rows.line(); }
  [[nodiscard]] char delimiter() const { return m_rows.delimiter(); }
  [[nodiscard]] const ColumnMap& columns() const { return m_columns; }
  /// Whether the table has such a column and the row reaches it.
  [[nodiscard]] bool hasField(Column column) const {
    const auto index = m_columns[column];
    return index && *index < m_rows.fields().size();
  }
  /// The row's field without spaces around it; empty where the table has no such column. The row must reach it.
  [[nodiscard]] std::string_view operator[](Column column) const {
    const auto index = m_columns[column];
    return index ? trimmedField(m_rows.fields()[*index]) : std::string_view();
  }
  /// What the row says, or why it is dropped. For the formats with visits an entry of `visit`, else of `fix`.
  struct Row {
    std::string_view user, place;
    Fix fix;
    RecordedVisit visit;
  };
  [[nodiscard]] DropReason read(const RowChecks& checks, Row& row) const;
  /// The row as what was dropped for a reason.
  [[nodiscard]] DroppedRow asDropped(DropReason reason, const Row& row) const;
  /// The columns that a row is dropped for; of a duplicate those that it shares with its first.
  [[nodiscard]] std::vector<std::size_t> wrongFields(const RowChecks& checks, DropReason reason) const;
  /// Hour of the row's time as it is written, or of its start.
  [[nodiscard]] int hour() const;

 private:
  [[nodiscard]] bool hasAllFields() const;
  /// An id as it is kept. Throws a FormatFailure where a spreadsheet has rounded it.
  [[nodiscard]] std::string_view id(Column column) const;
  [[nodiscard]] DropReason readVisit(const RowChecks& checks, Row& row) const;

  InputFormat m_format;
  TextLines& m_lines;
  CsvRows m_rows;
  ColumnMap m_columns;
  bool m_firstIsData;  ///< the current row has not been given out
};

/// Reads a table of fixes and calls eachUser as readFixes() does.
void readPoints(ByteSource& source, const InputSettings& settings, ReadWatch& watch,
                const std::function<void(UserFixes&&)>& eachUser, ReadTally& tally);
/// Reads a table of visits or check-ins.
[[nodiscard]] VisitRecords readVisits(ByteSource& source, const InputSettings& settings, ReadWatch& watch,
                                      ReadTally& tally);

}  // namespace sojourn
