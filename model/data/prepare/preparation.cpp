// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/data/prepare/preparation.h"

#include <algorithm>
#include <chrono>
#include <cmath>
#include <limits>
#include <system_error>
#include <utility>

#include <nlohmann/json.hpp>

#include "model/core/files.h"
#include "model/core/text.h"
#include "model/data/dataset/local_time.h"
#include "model/data/io/read_split.h"
#include "model/data/prepare/empty_dataset.h"
#include "model/data/prepare/locations.h"
#include "model/data/prepare/output_folder.h"
#include "model/data/prepare/preparation_files.h"
#include "model/data/prepare/read_stays.h"
#include "model/data/prepare/staypoint_log.h"
#include "model/formats/text/json_reader.h"

namespace sojourn {
namespace {

namespace fs = std::filesystem;

constexpr EpochMs msPerDay = 86'400'000;

/// A dataset's name becomes the begin of file names.
Status checkName(const std::string& name) {
  const bool plain = !name.empty() && name.front() != '.' && name.size() <= 100 && isValidUtf8(name) &&
                     std::ranges::none_of(name, [](unsigned char c) { return c < 32 || c == 127 || c == '/'; });
  if (plain) return {};
  return Error{ErrorKind::BadUsage, "--name", "\"" + escapeForDisplay(name, 60) + "\" cannot begin a file's name",
               "give a name of up to 100 letters, digits, hyphens or underscores"};
}

/// Fills in what was left open.
Status complete(PrepareSettings& settings) {
  InputSettings& input = settings.input;
  std::error_code error;
  if (!fs::exists(input.input, error))
    return Error{ErrorKind::BadInput, input.input.string(), "is not there", "check the path of --input"};
  const bool utc = input.format == InputFormat::Geolife || input.format == InputFormat::Gpx;
  if (input.stampsIn.empty()) input.stampsIn = utc ? "UTC" : settings.timeZone;
  if (settings.name.empty()) {
    const fs::path whole = fs::absolute(input.input, error).lexically_normal();
    settings.name = (whole.has_filename() ? whole : whole.parent_path()).stem().string();
  }
  return checkName(settings.name);
}

/// The report of a preparation that --resume finds finished; nothing where there is something to do.
Result<std::optional<std::string>> finishedReport(const OutputFolder& folder, const PrepareSettings& settings,
                                                  const std::string& fingerprint) {
  const std::optional<std::string> nothing;
  if (!settings.resume || folder.isBegun()) return nothing;
  const auto bytes = readFile(folder.path() / preparationReportName, 1U << 24U);
  if (!bytes) return nothing;
  const std::vector<std::string> files = filesOfReport(asText(*bytes));
  if (files.empty()) return nothing;
  if (parseJson(asText(*bytes)).value["fingerprint"] != fingerprint)
    return Error{ErrorKind::BadInput, settings.out.string(),
                 "holds a dataset that was prepared with other settings, or from an input that has changed",
                 "choose another folder, or replace it with --force"};
  std::error_code error;
  const bool all =
      std::ranges::all_of(files, [&](const auto& name) { return fs::exists(folder.path() / name, error); });
  const bool dataset = std::ranges::any_of(files, [](const auto& name) { return name.ends_with("_metadata.json"); });
  if (!all || !dataset) return nothing;
  return std::optional(std::string(asText(*bytes)));
}

/// The seconds that each part of the work takes.
class StageClock {
 public:
  explicit StageClock(std::map<std::string, double>& seconds) : m_seconds(seconds) {}
  void end(const char* stage) {
    const auto now = std::chrono::steady_clock::now();
    m_seconds[stage] += std::chrono::duration<double>(now - m_begin).count();
    m_begin = now;
  }

 private:
  std::map<std::string, double>& m_seconds;
  std::chrono::steady_clock::time_point m_begin = std::chrono::steady_clock::now();
};

/// Puts the steps together; each fills in its part of the preparation.
class PreparationSteps {
 public:
  PreparationSteps(Preparation& made, const PrepareProgress& progress, const CancelToken& cancel)
      : m_made(made), m_progress(progress), m_cancel(cancel), m_clock(made.seconds) {}

  Status readFixesOf(StaypointLog& log) {
    auto read = readStays(m_made.settings, log, stage("reading"), m_cancel);
    if (!read) return read.error();
    take(read->report);
    const EpochMs longest = std::llround(m_made.settings.activity * 60'000);
    EpochMs time = 0, unobserved = 0;
    for (UserStays& user : read->users) {
      const auto index = static_cast<std::uint32_t>(m_made.users.size());
      for (const Staypoint& stay : user.stays) {
        m_made.staypoints.push_back({stay, index, stay.end - stay.start > longest});
        time += stay.end - stay.start;
        unobserved += stay.end - stay.lastInside;
      }
      m_made.users.push_back(std::move(user.user));
      m_spans.push_back({user.first, user.last});
      user.stays = {};
    }
    if (time > 0) m_made.unobservedShare = static_cast<double>(unobserved) / static_cast<double>(time);
    m_clock.end("reading");
    return {};
  }

  Status readTable() {
    auto read = readVisitRecords(m_made.settings.input, stage("reading"), m_cancel);
    if (!read) return read.error();
    take(read->report);
    VisitRecords& records = read->records;
    m_made.users = std::move(records.users);
    m_made.placesGiven = records.placesGiven;
    m_spans.resize(m_made.users.size());
    for (const RecordedVisit& row : records.visits) {
      Span& span = m_spans[row.user];
      span.first = std::min(span.first, row.start);
      span.last = std::max(span.last, row.end);
    }
    if (records.placesGiven) {
      for (RecordedPlace& place : records.places)
        m_made.places.push_back({std::move(place.id), std::move(place.name), std::nullopt});
      for (const RecordedVisit& row : records.visits) {
        auto& centre = m_made.places[row.place].centre;
        if (!centre) centre = row.position;
      }
      m_rows = std::move(records.visits);
    } else {
      const EpochMs longest = std::llround(m_made.settings.activity * 60'000);
      for (const RecordedVisit& row : records.visits)
        m_made.staypoints.push_back({{row.start, row.end, row.end, row.position.value_or(Coordinates{})},
                                     row.user,
                                     row.end - row.start > longest});
    }
    m_clock.end("reading");
    return {};
  }

  /// The second half of step 3.
  void dropShortRecords() {
    std::vector<bool> isShort(m_spans.size());
    for (std::size_t i = 0; i < m_spans.size(); ++i) {
      const EpochMs days = floorDivide(m_spans[i].last - m_spans[i].first, msPerDay);  // negative without rows
      m_facts.longestRecord = std::max(m_facts.longestRecord, days);
      isShort[i] = days < m_made.settings.minDays;
    }
    count("users_under_min_days") = std::ranges::count(isShort, true);
    for (PreparedStaypoint& row : m_made.staypoints) row.active = row.active && !isShort[row.user];
    std::erase_if(m_rows, [&](const RecordedVisit& row) { return isShort[row.user]; });
  }

  Status locate() {
    if (m_made.placesGiven) {
      count("locations") = std::ssize(m_made.places);
      return {};
    }
    std::vector<Coordinates> centres;
    std::vector<std::uint32_t> users;
    for (const PreparedStaypoint& row : m_made.staypoints) {
      if (!row.active) continue;
      centres.push_back(row.stay.centre);
      users.push_back(row.user);
    }
    const auto found = findLocations(centres, users, m_made.settings, stage("locations"), m_cancel);
    if (!found) return found.error();
    for (std::size_t i = 0; i < found->centres.size(); ++i)
      m_made.places.push_back({std::to_string(i), {}, found->centres[i]});
    std::size_t next = 0;
    for (PreparedStaypoint& row : m_made.staypoints) {
      if (!row.active) continue;
      row.place = found->labels[next++];
      if (row.place == noiseLabel) continue;
      RecordedVisit visit;
      visit.start = row.stay.start;
      visit.end = row.stay.end;
      visit.user = row.user;
      visit.place = static_cast<std::uint32_t>(row.place);
      m_rows.push_back(visit);
    }
    count("staypoints") = std::ssize(m_made.staypoints);
    count("staypoints_active") = std::ssize(centres);
    count("staypoints_noise") = std::ranges::count(found->labels, noiseLabel);
    count("locations") = std::ssize(m_made.places);
    m_clock.end("locations");
    return {};
  }

  void makeVisits(const TimeZone& zone) {
    const PrepareSettings& settings = m_made.settings;
    if (settings.input.format != InputFormat::CheckinsCsv)
      count("merged_away") = mergeVisits(m_rows, settings.mergeGap);
    m_made.localClock = settings.timeZone != "UTC" || std::ranges::any_of(m_rows, [](const RecordedVisit& row) {
                          return row.offsetMinutes.has_value();
                        });
    VisitCalendar calendar = putOnCalendar(m_rows, zone);
    m_rows = {};
    count("clock_reversals") = calendar.clockReversals;
    m_made.visits = std::move(calendar.visits);
    const RareParts rare = dropRareParts(m_made.visits, settings.minUserVisits, settings.minPlaceVisits);
    count("users_under_min_visits") = rare.users;
    count("places_under_min_visits") = rare.places;
    m_facts.mostVisitsOfUser = rare.mostOfUser;
    m_facts.mostVisitsOfPlace = rare.mostOfPlace;
    count("visits") = std::ssize(m_made.visits);
    m_clock.end("visits");
  }

  Status makeAllSequences() {
    if (m_made.places.size() + 2 > static_cast<std::size_t>(largestId))
      return Error{ErrorKind::BadInput, m_made.settings.input.input.string(), "has more than 9,999,997 places",
                   "leave out rare places with --min-place-visits, or prepare it in parts"};
    m_made.sequences = makeSequences(m_made.visits, m_made.places.size(), m_made.settings);
    const PreparedSequences& made = m_made.sequences;
    if (made.bytes > datasetMemory)
      return Error{ErrorKind::BadInput, m_made.settings.input.input.string(),
                   "its sequences would take " + humanBytes(made.bytes) + ", more than the " +
                       humanBytes(datasetMemory) + " of the largest dataset",
                   "shorten --window, or prepare it in parts"};
    count("valid_targets") = made.validTargets;
    count("targets_in_first_days_of_split") = made.inFirstDays;
    count("targets_with_short_history") = made.shortHistory;
    count("users_without_targets_in_all_splits") = made.usersWithoutTargets;
    for (const Split split : allSplits) {
      const auto index = static_cast<std::size_t>(split);
      count(std::string(splitName(split)) + "_visits") = made.visits[index];
      count(std::string(splitName(split)) + "_sequences") = static_cast<std::int64_t>(made.splits[index].size());
    }
    if (made.users.empty()) m_made.refusal = refusalOfEmpty(m_made, m_facts);
    m_clock.end("sequences");
    return {};
  }

  Status write(const OutputFolder& folder, const std::string& fingerprint) {
    if (m_progress) m_progress("writing", 0, 1);
    return writePreparation(m_made, folder, fingerprint, m_cancel);
  }

 private:
  struct Span {
    EpochMs first = std::numeric_limits<EpochMs>::max();
    EpochMs last = 0;
  };

  void take(ReadReport& report) {
    m_made.counts = std::move(report.counts);
    m_made.problems = std::move(report.problems);
  }
  std::int64_t& count(const std::string& name) { return m_made.counts[name]; }
  Progress stage(const char* name) const {
    if (!m_progress) return {};
    return [this, name](std::size_t done, std::size_t total) { m_progress(name, done, total); };
  }

  Preparation& m_made;
  const PrepareProgress& m_progress;
  const CancelToken& m_cancel;
  StageClock m_clock;
  std::vector<Span> m_spans;          ///< of each user's rows
  std::vector<RecordedVisit> m_rows;  ///< at places, in the order of user, start
  StepFacts m_facts;
};

/// All steps, into the folder. `log` is null where the input is a table of visits.
Status prepareInto(const OutputFolder& folder, StaypointLog* log, const std::string& fingerprint, const TimeZone& zone,
                   Preparation& made, const PrepareProgress& progress, const CancelToken& cancel) {
  PreparationSteps steps(made, progress, cancel);
  Status state = log ? steps.readFixesOf(*log) : steps.readTable();
  if (!state) return state;
  steps.dropShortRecords();
  if (state = steps.locate(); !state) return state;
  made.prefix = preparedPrefix(made.settings, made.placesGiven);
  steps.makeVisits(zone);
  if (state = steps.makeAllSequences(); !state) return state;
  for (const RecipeConsequence& choice : recipeConsequences())
    if (choice.applies(made.settings) && !made.placesGiven)
      made.problems.push_back(
          {Severity::Notice, "", std::string(choice.choice) + ": " + choice.consequence, choice.remedy});
  return steps.write(folder, fingerprint);
}

}  // namespace

Result<Preparation> prepareDataset(PrepareSettings settings, const PrepareProgress& progress,
                                   const CancelToken& cancel) {
  if (const Status completed = complete(settings); !completed) return completed.error();
  const auto zone = TimeZone::find(settings.timeZone);
  if (!zone) return zone.error();
  if (const auto stamps = TimeZone::find(settings.input.stampsIn); !stamps) return stamps.error();
  const auto fingerprint = preparationFingerprint(settings);
  if (!fingerprint) return fingerprint.error();
  const auto folder = OutputFolder::open(settings);
  if (!folder) return folder.error();
  const auto finished = finishedReport(*folder, settings, *fingerprint);
  if (!finished) return finished.error();
  // Beside a finished dataset nothing is written.
  if (const Status room = *finished ? Status() : folder->checkRoom(0); !room) return room.error();
  Preparation made;
  made.settings = settings;
  if (*finished) {
    made.report = **finished;
    made.wasFinished = true;
    return made;
  }
  std::optional<StaypointLog> log;
  if (readsFixes(settings.input.format)) {
    auto opened = StaypointLog::open(folder->path(), *fingerprint, settings.resume);
    if (!opened) return opened.error();
    log = std::move(*opened);
  }
  const Status prepared = prepareInto(*folder, log ? &*log : nullptr, *fingerprint, *zone, made, progress, cancel);
  // A refused input is corrected, or read with other settings: nothing of the log would be of use.
  if (prepared || prepared.error().kind == ErrorKind::BadInput) folder->removeWork();
  if (!prepared) return prepared.error();
  return made;
}

}  // namespace sojourn
