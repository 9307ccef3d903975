// SPDX-License-Identifier: GPL-3.0-or-later
// Any bytes as a table of fixes, of visits and of check-ins: whatever is read is in order and in range. The first byte
// chooses the kind of table, whether it has a header, and the order of its dates.
#include "tests/fuzz/raw_input_checks.h"

namespace {

using namespace sojourn;

void checkIds(const std::vector<std::string>& ids) {
  const bool numeric = std::ranges::all_of(ids, isAllDigits);
  for (std::size_t i = 0; i < ids.size(); ++i) {
    fuzz::require(isValidUtf8(ids[i]) && !isMissing(ids[i]), "an id that is no text");
    fuzz::require(i == 0 || idBefore(ids[i - 1], ids[i], numeric), "ids out of order");
  }
}

void readFixesOf(ByteSource& source, const InputSettings& settings, ReadWatch& watch) {
  ReadTally tally;
  std::vector<std::string> users;
  const auto check = [&](UserFixes&& user) {
    for (const Fix& fix : user.fixes) fuzz::check(fix);
    fuzz::require(std::ranges::is_sorted(user.fixes, {}, &Fix::time), "fixes out of order");
    users.push_back(user.user);
  };
  if (!fuzz::accepted([&] { readPoints(source, settings, watch, check, tally); })) return;
  fuzz::check(tally);
  checkIds(users);
}

void readVisitsOf(ByteSource& source, const InputSettings& settings, ReadWatch& watch) {
  ReadTally tally;
  VisitRecords records;
  if (!fuzz::accepted([&] { records = readVisits(source, settings, watch, tally); })) return;
  fuzz::check(tally);
  checkIds(records.users);
  std::vector<std::string> places;
  for (const RecordedPlace& place : records.places) {
    places.push_back(place.id);
    fuzz::require(isValidUtf8(place.name), "a name that is no text");
  }
  checkIds(places);
  std::pair<std::uint32_t, EpochMs> last{0, 0};
  for (const RecordedVisit& visit : records.visits) {
    fuzz::require(isTimeInRange(visit.start) && isTimeInRange(visit.end) && visit.end >= visit.start, "a bad time");
    fuzz::require(std::pair(visit.user, visit.start) >= last, "visits out of order");
    last = {visit.user, visit.start};
    fuzz::require(visit.user < records.users.size(), "a user that is none");
    fuzz::require(records.placesGiven ? visit.place < places.size() : visit.position.has_value(), "no place");
    if (visit.position) fuzz::check(visit.position->latitude, visit.position->longitude);
    if (visit.offsetMinutes) fuzz::require(std::abs(*visit.offsetMinutes) <= 1440, "an offset of more than a day");
  }
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  if (size == 0) return 0;
  const unsigned choice = data[0] % 6U;
  InputSettings settings;
  settings.input = "table.csv";  // errors name it
  settings.stampsIn = "Europe/Zurich";
  settings.acceptBad = size % 2 == 0;
  settings.header = choice < 3;
  settings.dates = static_cast<DateOrder>(data[0] / 6 % dateOrderNames.size());
  settings.format = std::array{InputFormat::PointsCsv, InputFormat::CheckinsCsv, InputFormat::VisitsCsv}[choice % 3];
  if (!settings.header) {
    settings.columns = {{"user", "1"}, {"lat", "2"}, {"lon", "3"}};
    if (settings.format == InputFormat::VisitsCsv) {
      settings.columns.insert({{"start", "4"}, {"end", "5"}});
    } else {
      settings.columns.insert({"time", "4"});
    }
    if (settings.format == InputFormat::CheckinsCsv) settings.columns.insert({{"place", "5"}, {"offset", "6"}});
  }
  MemorySource source(std::as_bytes(std::span(data, size).subspan(1)));
  const Progress noProgress;
  const CancelToken cancel;
  ReadWatch watch(source.size(), noProgress, cancel);
  if (settings.format == InputFormat::PointsCsv) {
    readFixesOf(source, settings, watch);
  } else {
    readVisitsOf(source, settings, watch);
  }
  return 0;
}
