// SPDX-License-Identifier: GPL-3.0-or-later
#include <algorithm>
#include <array>
#include <limits>
#include <map>
#include <system_error>

#include "model/core/text.h"
#include "model/data/records/readers.h"
#include "model/formats/bytes/failure.h"

namespace sojourn {
namespace {

namespace fs = std::filesystem;

/// "000" is 0; what is no number stays.
std::string geolifeUser(const std::string& folder) {
  if (!isAllDigits(folder)) return folder;
  return folder.substr(std::min(folder.find_first_not_of('0'), folder.size() - 1));
}

/// Of a file that is meant: those of a Mac that begin with a point hold no data.
bool hasEnding(const fs::path& file, std::string_view ending) {
  if (file.filename().string().starts_with('.')) return false;
  const std::string name = file.extension().string();
  return std::ranges::equal(name, ending, {},
                            [](char c) { return c >= 'A' && c <= 'Z' ? static_cast<char>(c + 32) : c; });
}

/// What a folder holds, in any order. Throws where it cannot be read.
template <class Iterator>
std::vector<fs::path> entriesOf(const fs::path& folder) {
  std::error_code problem;
  std::vector<fs::path> entries;
  for (Iterator at(folder, problem), end; !problem && at != end; at.increment(problem)) entries.push_back(at->path());
  if (problem) {
    throw FormatFailure{{ErrorKind::BadInput, folder.string(), "cannot be listed (" + problem.message() + ")",
                         "check the path and its permissions"}};
  }
  return entries;
}

std::vector<UserFiles> inUserOrder(std::map<std::string, std::vector<fs::path>>&& byUser) {
  std::vector<UserFiles> users;
  for (auto& [user, files] : byUser) {
    std::ranges::sort(files, {}, [](const fs::path& file) { return file.native(); });
    users.push_back({user, std::move(files)});
  }
  const bool numeric = std::ranges::all_of(users, [](const UserFiles& user) { return isAllDigits(user.user); });
  std::ranges::sort(users, [&](const UserFiles& a, const UserFiles& b) { return idBefore(a.user, b.user, numeric); });
  return users;
}

}  // namespace

std::vector<UserFiles> geolifeFiles(const InputSettings& settings) {
  std::error_code ignored;
  fs::path root = settings.input;
  if (fs::is_directory(root / "Data", ignored)) root /= "Data";
  std::map<std::string, std::vector<fs::path>> byUser;
  if (hasEnding(root, ".plt") && fs::is_regular_file(root, ignored)) {
    const fs::path folder = fs::absolute(root, ignored).parent_path();
    const fs::path of = folder.filename() == "Trajectory" ? folder.parent_path().filename() : root.stem();
    return {{settings.user.empty() ? geolifeUser(of.string()) : settings.user, {root}}};
  }
  for (const fs::path& user : entriesOf<fs::directory_iterator>(root)) {
    const fs::path tracks = user / "Trajectory";
    if (!fs::is_directory(tracks, ignored)) continue;
    for (const fs::path& file : entriesOf<fs::directory_iterator>(tracks)) {
      if (hasEnding(file, ".plt")) byUser[geolifeUser(user.filename().string())].push_back(file);
    }
  }
  if (byUser.empty()) {
    throw FormatFailure{{ErrorKind::BadInput, settings.input.string(), "holds no USER/Trajectory/*.plt",
                         "name the folder of GeoLife that holds Data, or its folder Data"}};
  }
  return inUserOrder(std::move(byUser));
}

std::vector<UserFiles> gpxFiles(const InputSettings& settings) {
  std::error_code ignored;
  std::map<std::string, std::vector<fs::path>> byUser;
  const auto add = [&](const std::string& user, const fs::path& file) {
    byUser[settings.user.empty() ? user : settings.user].push_back(file);
  };
  if (!fs::is_directory(settings.input, ignored)) {
    add(settings.input.stem().string(), settings.input);
  } else {
    const fs::path root = fs::absolute(settings.input, ignored).lexically_normal();
    const std::string folder = (root.has_filename() ? root : root.parent_path()).filename().string();
    for (const fs::path& file : entriesOf<fs::recursive_directory_iterator>(settings.input)) {
      if (!hasEnding(file, ".gpx") || fs::is_directory(file, ignored)) continue;
      const fs::path inside = file.lexically_relative(settings.input);
      add(inside.has_parent_path() ? inside.begin()->string() : folder, file);
    }
  }
  if (byUser.empty()) {
    throw FormatFailure{
        {ErrorKind::BadInput, settings.input.string(), "holds no .gpx file", "name a GPX file or a folder with some"}};
  }
  return inUserOrder(std::move(byUser));
}

bool skipPltHeader(TextLines& lines) {
  constexpr int headerLines = 6;
  for (int i = 0; i < headerLines; ++i) {
    if (!lines.next()) return false;
  }
  return true;
}

PltFields splitPlt(std::string_view line) {
  std::array<std::string_view, 7> fields;  // latitude, longitude, 0, altitude, day number, date, time
  std::size_t count = 0;
  std::size_t begin = 0;
  for (std::size_t at = 0; at <= line.size(); ++at) {
    if (at < line.size() && line[at] != ',') continue;
    if (count < fields.size()) fields[count] = line.substr(begin, at - begin);
    ++count;
    begin = at + 1;
  }
  PltFields row{fields[0], fields[1], fields[3], {}, count == fields.size()};
  // Date and time are read as one text with the comma between them; where one lacks there is no time.
  const bool dated = row.complete && !isMissing(trimmedField(fields[5])) && !isMissing(trimmedField(fields[6]));
  if (dated) row.time = {fields[5].data(), fields[6].data() + fields[6].size()};
  return row;
}

DropReason pltFix(const PltFields& fields, const RowChecks& checks, PltFix& row) {
  if (!fields.complete) return DropReason::FieldCount;
  // The altitude is compared and never used, so that an odd one is as good as any other.
  row.altitude = fieldNumber(trimmedField(fields.altitude)).value_or(std::numeric_limits<double>::lowest());
  return checks.fix(fields.time, fields.latitude, fields.longitude, row.fix, ',');
}

void readPlt(TextLines& lines, const std::string& user, const RowChecks& checks, ReadTally& tally,
             std::vector<PltFix>& fixes) {
  if (!skipPltHeader(lines)) return;
  while (const auto line = lines.next()) {
    if (trimmedField(*line).empty()) continue;
    ++tally.rows;
    const PltFields fields = splitPlt(*line);
    PltFix row;
    const DropReason reason = pltFix(fields, checks, row);
    if (reason == DropReason::None) {
      tally.ledger.keep(0, writtenHour(fields.time));
      tally.inFuture += row.fix.time > tally.newest ? 1 : 0;
      fixes.push_back(row);
    } else {
      tally.drop({.reason = reason,
                  .user = user,
                  .hour = writtenHour(fields.time),
                  .text = wrongField(reason, fields.time, fields.latitude, fields.longitude)},
                 lines.where(), lines.line());
    }
  }
}

}  // namespace sojourn
