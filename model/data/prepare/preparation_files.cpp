// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/data/prepare/preparation_files.h"

#include <array>
#include <cstdio>
#include <utility>

#include <nlohmann/json.hpp>

#include "model/core/files.h"
#include "model/core/text.h"
#include "model/data/dataset/local_time.h"
#include "model/data/io/dataset_files.h"
#include "model/data/io/metadata_and_labels.h"
#include "model/formats/text/csv.h"
#include "model/formats/text/json_reader.h"

namespace sojourn {
namespace {

namespace fs = std::filesystem;
using Json = nlohmann::ordered_json;

std::string jsonText(const Json& json) {
  return json.dump(2, ' ', false, Json::error_handler_t::replace) + '\n';
}

/// "2008-10-23T03:03:45Z", with milliseconds where there are some.
std::string isoUtc(EpochMs time) {
  const auto rest = static_cast<int>(wrapped(time, 86'400'000));
  char text[16];
  std::snprintf(text, sizeof text, "T%02d:%02d:%02d", rest / 3'600'000, rest / 60'000 % 60, rest / 1000 % 60);
  std::string iso = dateText(floorDivide(time, 86'400'000)) + text;
  if (rest % 1000 != 0) {
    std::snprintf(text, sizeof text, ".%03d", rest % 1000);
    iso += text;
  }
  return iso + 'Z';
}

/// What the files take, about.
std::uint64_t estimatedBytes(const Preparation& made) {
  constexpr std::uint64_t ofStaypoint = 110, ofVisit = 90, ofPlace = 60;
  return made.staypoints.size() * ofStaypoint + made.visits.size() * ofVisit + made.places.size() * ofPlace +
         made.sequences.bytes;
}

/// Files that wait under temporary names until all are complete.
class StagedFiles {
 public:
  explicit StagedFiles(const fs::path& folder) : m_folder(folder) {}

  /// Calls `write` with a function that takes the content piece by piece.
  template <class Write>
  Status add(const std::string& name, const Write& write) {
    auto file = StagedFile::create(m_folder / name);
    if (!file) return file.error();
    Status state;
    std::string pending;
    const auto flush = [&] {
      if (state && !pending.empty()) state = file->write(asBytes(pending));
      pending.clear();
    };
    write([&](std::string_view text) {
      pending += text;
      if (pending.size() > 1U << 18U) flush();
    });
    flush();
    m_files.emplace_back(name, std::move(*file));
    return state;
  }
  Status addText(const std::string& name, std::string_view text) {
    return add(name, [text](const auto& put) { put(text); });
  }
  [[nodiscard]] std::vector<std::string> names() const {
    std::vector<std::string> names;
    for (const auto& [name, file] : m_files) names.push_back(name);
    return names;
  }
  /// In the order in which they were added.
  Status commit() {
    for (auto& [name, file] : m_files)
      if (const Status committed = file.commit(); !committed) return committed;
    return {};
  }

 private:
  fs::path m_folder;
  std::vector<std::pair<std::string, StagedFile>> m_files;
};

std::string coordinatesCsv(const Coordinates& where, int decimals) {
  return fixedNumber(where.latitude, decimals) + ',' + fixedNumber(where.longitude, decimals);
}

/// With nine decimals, so that the staypoints, read again, give the same places.
Status addStaypoints(StagedFiles& files, const Preparation& made) {
  return files.add("staypoints.csv", [&](const auto& put) {
    put("user,started_at,finished_at,lat,lon,activity,raw_location_id\n");
    for (const PreparedStaypoint& row : made.staypoints) {
      put(csvField(made.users[row.user]) + ',' + isoUtc(row.stay.start) + ',' + isoUtc(row.stay.end) + ',' +
          coordinatesCsv(row.stay.centre, 9) + (row.active ? ",true," : ",false,") +
          (row.place < 0 ? std::string() : csvField(made.places[static_cast<std::size_t>(row.place)].id)) + '\n');
    }
  });
}

Status addVisits(StagedFiles& files, const Preparation& made) {
  return files.add("visits.csv", [&](const auto& put) {
    put("user,raw_location_id,started_at,finished_at,day,weekday,start_minute,minutes\n");
    for (const PreparedVisit& visit : made.visits) {
      std::string line = csvField(made.users[visit.user]) + ',' + csvField(made.places[visit.place].id) + ',' +
                         isoUtc(visit.start) + ',' + isoUtc(visit.end);
      for (const std::int32_t number : {visit.day, visit.weekday, visit.minute, visit.minutes})
        line += ',' + std::to_string(number);
      put(line + '\n');
    }
  });
}

Status addLocations(StagedFiles& files, const Preparation& made, const std::string& name) {
  return files.add(name, [&](const auto& put) {
    put("location_id,raw_location_id,lat,lon,name\n");
    for (std::size_t i = 0; i < made.sequences.places.size(); ++i) {
      const PreparedPlace& place = made.places[made.sequences.places[i]];
      put(std::to_string(i + 2) + ',' + csvField(place.id) + ',' +
          (place.centre ? coordinatesCsv(*place.centre, 7) : std::string(",")) + ',' + csvField(place.name) + '\n');
    }
  });
}

Status addUsers(StagedFiles& files, const Preparation& made) {
  return files.add(usersName(made.settings.name), [&](const auto& put) {
    put("user_id,name\n");
    for (std::size_t i = 0; i < made.sequences.users.size(); ++i)
      put(std::to_string(i + 1) + ',' + csvField(made.users[made.sequences.users[i]]) + '\n');
  });
}

/// A number without ".0" where it is whole, as the published metadata has it.
Json plainJson(double value) {
  const auto whole = static_cast<std::int64_t>(value);
  return static_cast<double>(whole) == value ? Json(whole) : Json(value);
}

std::string metadataText(const Preparation& made) {
  const PrepareSettings& settings = made.settings;
  const PreparedSequences& sequences = made.sequences;
  const auto& [train, validation, test] = sequences.visits;
  const auto count = [&](Split split) { return sequences.splits[static_cast<std::size_t>(split)].size(); };
  Json json{{"dataset_name", settings.name}, {"output_dataset_name", made.prefix}};
  if (!made.placesGiven) json["epsilon"] = plainJson(settings.eps);
  json["previous_day"] = settings.window;
  json["total_user_num"] = sequences.users.size() + 1;
  json["total_loc_num"] = sequences.places.size() + 2;
  json["unique_users"] = sequences.users.size();
  json["unique_locations"] = sequences.places.size();
  json["total_staypoints"] = train + validation + test;
  json["train_staypoints"] = train;
  json["val_staypoints"] = validation;
  json["test_staypoints"] = test;
  json["train_sequences"] = count(Split::Train);
  json["val_sequences"] = count(Split::Validation);
  json["test_sequences"] = count(Split::Test);
  json["total_sequences"] = count(Split::Train) + count(Split::Validation) + count(Split::Test);
  json["split_ratios"] = {{"train", settings.split[0]}, {"val", settings.split[1]}, {"test", settings.split[2]}};
  json["max_duration_minutes"] = settings.maxDuration;
  json["recipe"] = nameIn(recipeNames, settings.recipe);
  json["time_zone"] = settings.timeZone;
  if (made.localClock) json[clockKey] = localClockWord;
  json["format"] = inputFormatName(settings.input.format);
  auto warnings = Json::array();
  for (const Problem& problem : made.problems)
    if (problem.severity == Severity::Warning)
      warnings.push_back(Error{ErrorKind::BadInput, problem.where, problem.what, problem.remedy}.sentence());
  if (!warnings.empty()) json["warnings"] = std::move(warnings);
  return jsonText(json);
}

std::string reportText(const Preparation& made, const std::string& fingerprint) {
  const PrepareSettings& settings = made.settings;
  Json json{{"schema", preparationSchema},
            {"input", settings.input.input.string()},
            {"format", inputFormatName(settings.input.format)},
            {"recipe", nameIn(recipeNames, settings.recipe)},
            {"settings", parametersAsJson(settings)},
            {"columns", Json(settings.input.columns)},
            {"header", settings.input.header},
            {"counts", Json(made.counts)},
            {"users", made.sequences.users.size()},
            {"train_locations", made.sequences.places.size()},
            {"unobserved_share", made.unobservedShare ? Json(*made.unobservedShare) : Json(nullptr)},
            {"problems", Json::array()},
            {"files", made.files},
            {"seconds", Json(made.seconds)},
            {"fingerprint", fingerprint}};
  for (const Problem& problem : made.problems)
    json["problems"].push_back({{"severity", severityName(problem.severity)},
                                {"where", problem.where},
                                {"what", problem.what},
                                {"remedy", problem.remedy}});
  if (made.refusal)
    json["problems"].push_back({{"severity", severityName(Severity::Error)},
                                {"where", made.refusal->where},
                                {"what", made.refusal->what},
                                {"remedy", made.refusal->remedy}});
  return jsonText(json);
}

}  // namespace

Status writePreparation(Preparation& made, const OutputFolder& folder, const std::string& fingerprint,
                        const CancelToken& cancel) {
  const fs::path& out = folder.path();
  StagedFiles files(out);
  Status state = folder.checkRoom(estimatedBytes(made));
  const auto then = [&](const auto& step) {
    if (state && cancel.cancelled()) state = Error{ErrorKind::Cancelled, out.string(), "cancelled", ""};
    if (state) state = step();
  };
  if (!made.placesGiven) then([&] { return addStaypoints(files, made); });
  then([&] { return addVisits(files, made); });
  if (!made.refusal) {
    const DatasetLocation location{out, made.prefix};
    for (const Split split : allSplits) {
      const SequenceSet& set = made.sequences.splits[static_cast<std::size_t>(split)];
      then([&] { return files.addText(splitFile(location, split).filename(), asText(encodeSequences(set))); });
    }
    then([&] { return addLocations(files, made, locationsName(made.prefix)); });
    then([&] { return addUsers(files, made); });
    then([&] { return files.addText(metadataFile(location).filename(), metadataText(made)); });
  }
  if (!state) return state;
  made.files = files.names();
  made.files.emplace_back(preparationReportName);
  made.report = reportText(made, fingerprint);
  then([&] { return files.addText(preparationReportName, made.report); });
  then([&] { return folder.note(made.report); });
  if (!state) return state;
  // Until the last one is written, the old report and the notes tell which files are ours.
  for (const std::string& name : folder.earlierFiles()) (void)removeGuarded(GuardedPath(out) / name);
  return files.commit();
}

}  // namespace sojourn
