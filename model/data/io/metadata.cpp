// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/data/io/metadata.h"

#include <algorithm>
#include <set>

#include <nlohmann/json.hpp>

#include "model/core/files.h"
#include "model/core/text.h"
#include "model/formats/text/json_reader.h"

namespace sojourn {
namespace {

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
  problems.push_back({Severity::Warning, where + ", key " + key,
                      "is not a whole number from 0 to " + std::to_string(largestCount), "correct it; it is not used"});
  return std::nullopt;
}

Error unusable(const std::string& where, std::string what) {
  return {ErrorKind::BadInput, where, std::move(what), "write it as a JSON object; the dataset is used without it"};
}

void compare(std::int64_t said, std::int64_t found, const std::string& what, const std::string& key,
             const std::string& where, std::vector<Problem>& problems) {
  if (said == found) return;
  problems.push_back({Severity::Warning, where + ", key " + key,
                      "says " + std::to_string(said) + ", but " + what + " " + std::to_string(found),
                      "check that the metadata belongs to these files; the files are followed"});
}

}  // namespace

Result<Metadata> readMetadata(const std::filesystem::path& file, std::vector<Problem>& problems) {
  const Result<Bytes> bytes = readFile(file, maxMetadataBytes);
  if (!bytes) return bytes.error();
  return metadataFromJson({reinterpret_cast<const char*>(bytes->data()), bytes->size()}, file.string(), problems);
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

}  // namespace sojourn
