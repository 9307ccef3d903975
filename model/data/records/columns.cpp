// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/data/records/columns.h"

#include <algorithm>
#include <string_view>
#include <utility>

#include "model/core/text.h"
#include "model/formats/text/csv_rows.h"

namespace sojourn {
namespace {

/// Names that map by themselves, in any case; the first that is there.
constexpr std::array<std::array<std::string_view, 7>, columnKeys.size()> automaticNames{{
    {"user", "user_id", "userid", "uid", "person", "device"},
    {"lat", "latitude", "y"},
    {"lon", "lng", "long", "longitude", "x"},
    {"time", "timestamp", "datetime", "tracked_at", "utc"},
    {"place", "place_id", "venue", "venue_id", "location", "location_id", "poi"},
    {"start", "started_at", "start_time", "arrival"},
    {"end", "finished_at", "end_time", "departure"},
    {"offset", "tz_offset", "timezone_offset"},
    {"category", "venue_category"},
    {"name", "place_name", "venue_name"},
}};

std::vector<Column> columnsOf(InputFormat format) {
  using enum Column;
  if (format == InputFormat::CheckinsCsv) return {User, Place, Time, Latitude, Longitude, Offset, Category, Name};
  if (format == InputFormat::VisitsCsv) return {User, Start, End, Place, Latitude, Longitude, Name};
  return {User, Latitude, Longitude, Time};
}

std::string smallLetters(std::string_view text) {
  std::string lower(text);
  for (char& c : lower) {
    if (c >= 'A' && c <= 'Z') c = static_cast<char>(c - 'A' + 'a');
  }
  return lower;
}

std::optional<std::size_t> columnNamed(std::span<const std::string> header, std::string_view name, bool anyCase) {
  const auto found = std::ranges::find_if(header, [&](const std::string& title) {
    const std::string_view trimmed = trimmedField(title);
    return anyCase ? smallLetters(trimmed) == smallLetters(name) : trimmed == name;
  });
  if (found == header.end()) return std::nullopt;
  return static_cast<std::size_t>(found - header.begin());
}

/// What the first row holds, for an error.
std::string rowShown(std::span<const std::string> row) {
  constexpr std::size_t most = 30;
  constexpr std::size_t longest = 40;
  std::vector<std::string> shown;
  for (const std::string& field : row.first(std::min(row.size(), most))) {
    shown.push_back(escapeForDisplay(trimmedField(field), longest));
  }
  if (row.size() > most) shown.emplace_back("...");
  return commaList(shown);
}

}  // namespace

std::vector<std::string_view> columnsReadBy(InputFormat format) {
  std::vector<std::string_view> keys;
  if (format == InputFormat::Geolife || format == InputFormat::Gpx) return keys;
  for (const Column column : columnsOf(format)) keys.push_back(nameIn(columnKeys, column));
  return keys;
}

Result<ColumnMap> mapColumns(const InputSettings& settings, std::span<const std::string> firstRow,
                             const std::string& where) {
  ColumnMap map;
  for (std::size_t i = 0; i < firstRow.size(); ++i) {
    map.header.push_back(settings.header ? std::string(trimmedField(firstRow[i])) : std::to_string(i + 1));
  }
  const std::vector<Column> readable = columnsOf(settings.format);
  std::vector<std::string> keys;
  for (const Column column : readable) keys.emplace_back(nameIn(columnKeys, column));
  for (const auto& [key, name] : settings.columns) {
    const auto column = valueNamed<Column>(columnKeys, key);
    if (!column || std::ranges::find(readable, *column) == readable.end()) {
      return Error{ErrorKind::BadUsage, "columns",
                   std::string(inputFormatName(settings.format)) + " reads no column \"" + escapeForDisplay(key) + "\"",
                   "it reads " + commaList(keys)};
    }
    auto found = columnNamed(map.header, name, false);
    if (!found) found = columnNamed(map.header, name, true);
    if (!found) {
      const std::string remedy = settings.header ? "its columns are " + rowShown(firstRow)
                                                 : "number its columns from 1 to " + std::to_string(map.header.size()) +
                                                       "; its first row holds " + rowShown(firstRow);
      return Error{ErrorKind::BadInput, where + ", line 1",
                   "has no column \"" + escapeForDisplay(name) + "\" for " + std::string(key), remedy};
    }
    map.index[static_cast<std::size_t>(*column)] = found;
  }
  for (const Column column : readable) {
    auto& index = map.index[static_cast<std::size_t>(column)];
    for (const std::string_view name : automaticNames[static_cast<std::size_t>(column)]) {
      if (!index && settings.header && !name.empty()) index = columnNamed(map.header, name, true);
    }
  }
  for (const auto& index : map.index) {
    if (!index || !settings.header) continue;
    const std::string& name = map.header[*index];
    for (std::size_t other = 0; other < map.header.size(); ++other) {
      if (other == *index || map.header[other] != name) continue;
      return Error{ErrorKind::BadInput, where + ", line 1",
                   "has two columns called \"" + escapeForDisplay(name, 60) + "\", number " +
                       std::to_string(std::min(*index, other) + 1) + " and number " +
                       std::to_string(std::max(*index, other) + 1),
                   "rename the one that is not meant"};
    }
  }
  const auto need = [&](Column column) {
    if (!map[column]) map.missing.emplace_back(nameIn(columnKeys, column));
  };
  using enum Column;
  need(User);
  if (settings.format == InputFormat::VisitsCsv) {
    need(Start);
    need(End);
    if (!map[Place] && (!map[Latitude] || !map[Longitude])) map.missing.emplace_back("place (or lat and lon)");
  } else {
    if (settings.format == InputFormat::CheckinsCsv) need(Place);
    if (settings.format == InputFormat::PointsCsv) {
      need(Latitude);
      need(Longitude);
    }
    need(Time);
  }
  return map;
}

Error missingColumns(const ColumnMap& columns, std::span<const std::string> firstRow, bool header,
                     const std::string& where) {
  return {ErrorKind::BadInput, where + ", line 1", "has no column for " + commaList(columns.missing),
          std::string(header ? "its first row holds " : "without a header columns are numbered; its first row holds ") +
              rowShown(firstRow) + "; say which column holds what, e.g. --columns " +
              columns.missing.front().substr(0, columns.missing.front().find(' ')) + "=" +
              (header ? "NAME" : "NUMBER") + (header ? ", with --no-header where the first row is data" : "")};
}

}  // namespace sojourn
