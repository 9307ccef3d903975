// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/data/io/label_files.h"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <functional>
#include <map>
#include <optional>
#include <set>
#include <string_view>
#include <utility>

#include "model/core/files.h"
#include "model/core/text.h"
#include "model/formats/text/csv.h"

namespace sojourn {
namespace {

constexpr std::uint64_t maxTableBytes = 16'000'000;
constexpr std::size_t maxNameBytes = 200;
/// Names by user id are a plain array; a table with absurd ids must not make it huge.
constexpr UserId maxNamedUsers = 1'000'000;

template <class T>
std::optional<T> number(std::string_view text) {
  T value{};
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (error != std::errc() || end != text.data() + text.size()) return std::nullopt;
  return value;
}

/// Seven digits, a centimetre; with a point whatever the locale.
std::string degrees(double value) {
  char text[32];
  const auto result = std::to_chars(text, text + sizeof text, value, std::chars_format::fixed, 7);
  return {text, result.ptr};
}

/// Says the same finding once a file, however many rows have it.
class Findings {
 public:
  Findings(std::string where, std::vector<Problem>& problems) : m_where(std::move(where)), m_problems(problems) {}

  void add(const std::string& what, std::size_t line) {
    auto [entry, isNew] = m_seen.try_emplace(what, Seen{0, line});
    ++entry->second.count;
  }
  void report() const {
    for (const auto& [what, seen] : m_seen) {
      const std::string rows = seen.count == 1 ? "1 row " : std::to_string(seen.count) + " rows, the first of them, ";
      m_problems.push_back({Severity::Warning, m_where + ", line " + std::to_string(seen.firstLine), rows + what,
                            "correct the table; these rows are left out"});
    }
  }

 private:
  struct Seen {
    std::size_t count = 0;
    std::size_t firstLine = 0;
  };
  std::string m_where;
  std::vector<Problem>& m_problems;
  std::map<std::string, Seen> m_seen;
};

void addError(std::vector<Problem>& problems, const Error& error) {
  problems.push_back({Severity::Warning, error.where, error.what, error.remedy + "; the table is used up to there"});
}

std::optional<Bytes> tableBytes(const std::filesystem::path& file, std::vector<Problem>& problems) {
  Result<Bytes> bytes = readFile(file, maxTableBytes);
  if (bytes) return std::move(*bytes);
  problems.push_back({Severity::Warning, bytes.error().where, bytes.error().what, bytes.error().remedy});
  return std::nullopt;
}

std::string_view textOf(const Bytes& bytes) {
  return {reinterpret_cast<const char*>(bytes.data()), bytes.size()};
}

std::string nameOf(const CsvReader& reader, std::size_t column) {
  return escapeForDisplay(withoutFormulaGuard(reader.field(column)), maxNameBytes);
}

/// Calls `row` for every row of a table that has the id column; `row` says what is wrong with it, if anything.
void forEachRow(std::string_view text, const std::string& where, std::string_view idColumn,
                std::vector<Problem>& problems, const std::function<void(const CsvReader&)>& header,
                const std::function<const char*(const CsvReader&, std::size_t id)>& row) {
  CsvReader reader(text, where);
  if (const Status read = reader.readHeader(); !read) return addError(problems, read.error());
  const std::optional<std::size_t> id = reader.column({idColumn});
  if (!id) {
    problems.push_back({Severity::Warning, where, "has no column " + std::string(idColumn),
                        "name the columns in the first line; the table is not used"});
    return;
  }
  header(reader);
  Findings findings(where, problems);
  Result<bool> more = reader.next();
  for (; more && *more; more = reader.next()) {
    if (const char* wrong = row(reader, *id)) findings.add(wrong, reader.line());
  }
  findings.report();
  if (!more) addError(problems, more.error());
}

}  // namespace

PlaceNames placesFromCsv(std::string_view text, const std::string& where, const KnownIds& known,
                         std::vector<Problem>& problems) {
  PlaceNames places;
  std::optional<std::size_t> rawId, latitude, longitude, name;
  std::set<LocationId> seen;
  const auto header = [&](const CsvReader& reader) {
    rawId = reader.column({"raw_location_id"});
    latitude = reader.column({"lat", "latitude"});
    longitude = reader.column({"lon", "lng", "longitude"});
    name = reader.column({"name"});
  };
  const auto row = [&](const CsvReader& reader, std::size_t idColumn) -> const char* {
    const auto id = number<LocationId>(reader.field(idColumn));
    if (!id || *id < 0) return "whose location_id is not a number from 0";
    if (known.locations > 0 && *id >= known.locations) return "for places that the dataset does not have";
    if (!seen.insert(*id).second) return "for a place that an earlier row describes";
    if (rawId) {
      if (const auto raw = number<std::int64_t>(reader.field(*rawId))) places.setRawId(*id, *raw);
    }
    if (name && !reader.field(*name).empty()) places.setName(*id, nameOf(reader, *name));
    if (!latitude || !longitude || (reader.field(*latitude).empty() && reader.field(*longitude).empty()))
      return nullptr;
    const auto lat = number<double>(reader.field(*latitude));
    const auto lon = number<double>(reader.field(*longitude));
    // Written so that NaN fails too.
    if (!lat || !lon || !(std::abs(*lat) <= 90) || !(std::abs(*lon) <= 180)) {
      return "whose lat or lon is not a coordinate in degrees";
    }
    places.setCoordinates(*id, {*lat, *lon});
    return nullptr;
  };
  forEachRow(text, where, "location_id", problems, header, row);
  return places;
}

std::vector<std::string> userNamesFromCsv(std::string_view text, const std::string& where, const KnownIds& known,
                                          std::vector<Problem>& problems) {
  std::vector<std::string> names;
  std::optional<std::size_t> name;
  const auto header = [&](const CsvReader& reader) { name = reader.column({"name"}); };
  const UserId limit = known.users > 0 ? std::min(known.users, maxNamedUsers) : maxNamedUsers;
  const auto row = [&](const CsvReader& reader, std::size_t idColumn) -> const char* {
    const auto id = number<UserId>(reader.field(idColumn));
    if (!id || *id < 0) return "whose user_id is not a number from 0";
    if (*id >= limit) return "for users that the dataset does not have";
    if (!name || reader.field(*name).empty()) return nullptr;
    const auto index = static_cast<std::size_t>(*id);
    if (names.size() <= index) names.resize(index + 1);
    if (!names[index].empty()) return "for a user that an earlier row describes";
    names[index] = nameOf(reader, *name);
    return nullptr;
  };
  forEachRow(text, where, "user_id", problems, header, row);
  return names;
}

PlaceNames readPlaces(const std::filesystem::path& file, const KnownIds& known, std::vector<Problem>& problems) {
  const auto bytes = tableBytes(file, problems);
  return bytes ? placesFromCsv(textOf(*bytes), file.string(), known, problems) : PlaceNames();
}

std::vector<std::string> readUserNames(const std::filesystem::path& file, const KnownIds& known,
                                       std::vector<Problem>& problems) {
  const auto bytes = tableBytes(file, problems);
  return bytes ? userNamesFromCsv(textOf(*bytes), file.string(), known, problems) : std::vector<std::string>();
}

std::string placesAsCsv(const PlaceNames& places) {
  std::set<LocationId> ids;
  for (const auto& [id, name] : places.names()) ids.insert(id);
  for (const auto& [id, where] : places.allCoordinates()) ids.insert(id);
  if (ids.empty()) return {};
  std::string text = "location_id,raw_location_id,lat,lon,name\n";
  for (const LocationId id : ids) {
    text += std::to_string(id) + ',';
    if (const auto raw = places.rawId(id)) text += std::to_string(*raw);
    text += ',';
    if (const auto where = places.coordinates(id)) {
      text += degrees(where->latitude) + ',' + degrees(where->longitude);
    } else {
      text += ',';
    }
    text += ',' + (places.hasName(id) ? csvField(places.name(id)) : std::string()) + '\n';
  }
  return text;
}

std::string usersAsCsv(const std::vector<std::string>& userNames) {
  std::string text;
  for (std::size_t id = 0; id < userNames.size(); ++id) {
    if (!userNames[id].empty()) text += std::to_string(id) + ',' + csvField(userNames[id]) + '\n';
  }
  return text.empty() ? text : "user_id,name\n" + text;
}

}  // namespace sojourn
