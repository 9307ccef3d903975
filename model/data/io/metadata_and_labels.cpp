// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/data/io/metadata_and_labels.h"

#include <algorithm>
#include <cmath>
#include <functional>
#include <map>
#include <set>
#include <utility>

#include <nlohmann/json.hpp>

#include "model/core/files.h"
#include "model/core/text.h"
#include "model/formats/text/csv.h"
#include "model/formats/text/json_reader.h"

namespace sojourn {
namespace {

void warn(std::vector<Problem>& problems, std::string where, std::string what, std::string remedy) {
  problems.push_back({Severity::Warning, std::move(where), std::move(what), std::move(remedy)});
}

constexpr std::uint64_t maxMetadataBytes = 1'000'000;
constexpr std::array sequenceKeys{"train_sequences", "val_sequences", "test_sequences"};

/// No larger count is believed: ids end at largestId, and more sequences than that are in no file that is read.
constexpr std::int64_t largestCount = std::int64_t{largestId} + 1;

/// A count under `key`, or nothing and a problem where it is no count.
std::optional<std::int64_t> count(const nlohmann::ordered_json& object, const char* key, const std::string& where,
                                  std::vector<Problem>& problems) {
  const auto found = object.find(key);
  if (found == object.end()) return std::nullopt;
  const auto usable = [&] {
    if (found->is_number_unsigned()) return found->get<std::uint64_t>() <= std::uint64_t{largestCount};
    return found->is_number_integer() && found->get<std::int64_t>() >= 0 && found->get<std::int64_t>() <= largestCount;
  };
  if (usable()) return found->get<std::int64_t>();
  warn(problems, where + ", key " + key, "is not a whole number from 0 to " + std::to_string(largestCount),
       "correct it; it is not used");
  return std::nullopt;
}

Error unusable(const std::string& where, std::string what) {
  return {ErrorKind::BadInput, where, std::move(what), "write it as a JSON object; the dataset is used without it"};
}

void compare(std::int64_t said, std::int64_t found, const std::string& what, const std::string& key,
             const std::string& where, std::vector<Problem>& problems) {
  if (said == found) return;
  warn(problems, where + ", key " + key, "says " + std::to_string(said) + ", but " + what + " " + std::to_string(found),
       "check that the metadata belongs to these files; the files are followed");
}

constexpr std::uint64_t maxTableBytes = 16'000'000;
constexpr std::size_t maxNameBytes = 200;
/// Names by user id are a plain array; a table with absurd ids must not make it huge.
constexpr UserId maxNamedUsers = 1'000'000;

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
      warn(m_problems, m_where + ", line " + std::to_string(seen.firstLine), rows + what,
           "correct the table; these rows are left out");
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
  warn(problems, error.where, error.what, error.remedy + "; the table is used up to there");
}

std::optional<Bytes> tableBytes(const std::filesystem::path& file, std::vector<Problem>& problems) {
  Result<Bytes> bytes = readFile(file, maxTableBytes);
  if (bytes) return std::move(*bytes);
  warn(problems, bytes.error().where, bytes.error().what, bytes.error().remedy);
  return std::nullopt;
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
    warn(problems, where, "has no column " + std::string(idColumn),
         "name the columns in the first line; the table is not used");
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

Result<Metadata> readMetadata(const std::filesystem::path& file, std::vector<Problem>& problems) {
  const Result<Bytes> bytes = readFile(file, maxMetadataBytes);
  if (!bytes) return bytes.error();
  return metadataFromJson(asText(*bytes), file.string(), problems);
}

Result<Metadata> metadataFromJson(std::string_view text, const std::string& where, std::vector<Problem>& problems) {
  // Preparation scripts may list every place under its own key, so only the file's size bounds their number.
  const ParsedJson parsed = parseJson(text, {.keys = maxMetadataBytes});
  if (parsed.fault) return unusable(where, parsed.fault->what);
  const nlohmann::ordered_json& object = parsed.value;
  if (!object.is_object()) return unusable(where, "is not a JSON object");

  Metadata metadata;
  if (const auto name = object.find("dataset_name"); name != object.end() && name->is_string()) {
    metadata.datasetName = escapeForDisplay(name->get_ref<const std::string&>(), 100);
  }
  metadata.locations = count(object, "total_loc_num", where, problems);
  metadata.users = count(object, "total_user_num", where, problems);
  for (std::size_t i = 0; i < sequenceKeys.size(); ++i) {
    metadata.sequences[i] = count(object, sequenceKeys[i], where, problems);
  }
  const auto clock = object.find(clockKey);
  metadata.localClock = clock != object.end() && *clock == localClockWord;
  return metadata;
}

void compareWithMetadata(const Metadata& metadata, const Dataset& dataset, std::optional<std::int64_t> largestLocation,
                         std::optional<std::int64_t> largestUser, const std::string& where,
                         std::vector<Problem>& problems) {
  if (metadata.locations && largestLocation) {
    compare(*metadata.locations, *largestLocation + 1, "1 + the largest location id in train is", "total_loc_num",
            where, problems);
  }
  if (metadata.users && largestUser) {
    compare(*metadata.users, *largestUser + 1, "1 + the largest user id is", "total_user_num", where, problems);
  }
  for (const Split split : allSplits) {
    const auto index = static_cast<std::size_t>(split);
    const SequenceSet* set = dataset.split(split);
    if (!set || !metadata.sequences[index]) continue;
    compare(*metadata.sequences[index], static_cast<std::int64_t>(set->size()),
            std::string("the sequences in ") + splitName(split) + " are", sequenceKeys[index], where, problems);
  }
}

std::string metadataAsJson(const Dataset& dataset) {
  std::set<UserId> users;
  std::set<LocationId> known;
  std::size_t total = 0;
  nlohmann::ordered_json json;
  json["dataset_name"] = dataset.title.empty() ? dataset.prefix : dataset.title;
  json["output_dataset_name"] = dataset.prefix;
  if (dataset.localClock) json[clockKey] = localClockWord;
  json["previous_day"] = 7;
  json["total_user_num"] = dataset.numUsers;
  json["total_loc_num"] = dataset.numLocations;
  for (const Split split : allSplits) {
    const SequenceSet* set = dataset.split(split);
    if (!set) continue;
    users.insert(set->users().begin(), set->users().end());
    if (split == Split::Train) {
      for (std::size_t row = 0; row < set->size(); ++row) {
        known.insert(set->locations(row).begin(), set->locations(row).end());
        known.insert(set->target(row));
      }
    }
    json[sequenceKeys[static_cast<std::size_t>(split)]] = set->size();
    total += set->size();
  }
  known.erase(paddingLocation);
  known.erase(unseenLocation);
  json["total_sequences"] = total;
  json["unique_users"] = users.size();
  if (dataset.split(Split::Train)) json["unique_locations"] = known.size();
  json["max_duration_minutes"] = 2880;
  // A title from a file is valid UTF-8 already; one that a caller made up is repaired rather than refused.
  return json.dump(2, ' ', false, nlohmann::ordered_json::error_handler_t::replace) + '\n';
}

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
    const auto id = plainNumber<LocationId>(plainId(reader.field(idColumn)));
    if (!id || *id < 0) return "whose location_id is not a number from 0";
    if (known.locations > 0 && *id >= known.locations) return "for places that the dataset does not have";
    if (!seen.insert(*id).second) return "for a place that an earlier row describes";
    if (rawId) {
      if (const auto raw = plainNumber<std::int64_t>(plainId(reader.field(*rawId)))) places.setRawId(*id, *raw);
    }
    if (name && !reader.field(*name).empty()) places.setName(*id, nameOf(reader, *name));
    if (!latitude || !longitude || (reader.field(*latitude).empty() && reader.field(*longitude).empty()))
      return nullptr;
    const auto lat = plainNumber<double>(reader.field(*latitude));
    const auto lon = plainNumber<double>(reader.field(*longitude));
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
    const auto id = plainNumber<UserId>(reader.field(idColumn));
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
  return bytes ? placesFromCsv(asText(*bytes), file.string(), known, problems) : PlaceNames();
}

std::vector<std::string> readUserNames(const std::filesystem::path& file, const KnownIds& known,
                                       std::vector<Problem>& problems) {
  const auto bytes = tableBytes(file, problems);
  return bytes ? userNamesFromCsv(asText(*bytes), file.string(), known, problems) : std::vector<std::string>();
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
      text += fixedNumber(where->latitude, 7) + ',' + fixedNumber(where->longitude, 7);
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
