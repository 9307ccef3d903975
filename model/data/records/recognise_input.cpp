// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/data/records/recognise_input.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <span>
#include <system_error>
#include <utility>

#include "model/core/files.h"
#include "model/core/text.h"
#include "model/core/translation.h"
#include "model/data/records/columns.h"
#include "model/data/records/input_preview.h"
#include "model/data/records/readers.h"
#include "model/formats/bytes/failure.h"
#include "model/formats/bytes/file_kind.h"

namespace sojourn {
namespace {

namespace fs = std::filesystem;

constexpr std::size_t headBytes = 4096;
/// So many names in a folder are looked at for one that ends like a track.
constexpr std::size_t mostNames = 20'000;

/// Whether the first element is gpx, with a prefix or without.
bool beginsAsGpx(std::string_view head) {
  for (std::size_t at = head.find('<'); at != std::string_view::npos; at = head.find('<', at + 1)) {
    std::string_view name = head.substr(at + 1);
    if (name.starts_with('?') || name.starts_with('!')) continue;
    name = name.substr(0, name.find_first_of(" \t\r\n/>"));
    return name.substr(name.find(':') + 1) == "gpx";
  }
  return false;
}

/// Whether a folder holds a file with this ending.
bool holds(const fs::path& folder, std::string_view ending) {
  std::error_code error;
  std::size_t names = 0;
  for (fs::recursive_directory_iterator entry(folder, error), end; !error && entry != end && names < mostNames;
       entry.increment(error), ++names) {
    const std::string name = entry->path().filename().string();
    if (!name.starts_with('.') && name.size() > ending.size() && name.ends_with(ending)) return true;
  }
  return false;
}

/// "holds 12 .plt files of 3 users".
std::string filesOf(const std::vector<UserFiles>& users, const char* ending) {
  std::size_t files = 0;
  for (const UserFiles& user : users) files += user.files.size();
  return tr("holds %1 %2 files of %3 users", {std::to_string(files), ending, std::to_string(users.size())});
}

RecognisedInput recognised(InputFormat format, std::string reason) {
  RecognisedInput input;
  input.format = format;
  input.reason = std::move(reason);
  return input;
}

std::optional<RecognisedInput> recogniseFolder(const fs::path& folder) {
  RecognisedInput found;
  InputSettings settings;
  settings.input = folder;
  const auto take = [&](InputFormat format, const char* ending, const auto& files) {
    return errorsAsValues(folder.string(), [&]() -> Status {
      found = recognised(format, filesOf(files(settings), ending));
      return {};
    });
  };
  if (take(InputFormat::Geolife, ".plt", geolifeFiles)) return found;
  if (holds(folder, ".gpx") && take(InputFormat::Gpx, ".gpx", gpxFiles)) return found;
  return std::nullopt;
}

bool looksLikeTime(std::string_view text) {
  const bool digits = std::ranges::all_of(text, [](char c) { return c >= '0' && c <= '9'; });
  if (digits) return text.size() >= 10 && text.size() <= 19;
  if (text.find(':') == std::string_view::npos) return false;
  using enum DateOrder;
  return std::ranges::any_of(std::array{Automatic, YearFirst, DayFirst, MonthFirst},
                             [text](DateOrder order) { return parseStamp(text, 'T', order).has_value(); });
}

/// Degrees as devices write them, with decimals enough for a few metres.
bool looksLikeDegrees(std::string_view text, double most) {
  constexpr std::size_t leastDecimals = 4;
  const std::size_t point = text.find('.');
  const auto number = fieldNumber(text);
  return number && point != std::string_view::npos && text.size() - point > leastDecimals && std::abs(*number) <= most;
}

/// The columns of the first rows by what all of these hold.
struct ColumnsByValue {
  std::vector<std::size_t> times, others;
  std::optional<std::size_t> latitude, longitude;

  explicit ColumnsByValue(std::span<const PreviewRow> rows) {
    const auto all = [&](std::size_t column, const auto& holds) {
      return std::ranges::all_of(
          rows, [&](const PreviewRow& row) { return column < row.fields.size() && holds(trimmedField(row.fields[column])); });
    };
    const std::size_t columns = rows.empty() ? 0 : rows.front().fields.size();
    for (std::size_t i = 0; i < columns; ++i) {
      const auto within = [](double most) {
        return [most](std::string_view text) { return looksLikeDegrees(text, most); };
      };
      if (all(i, looksLikeTime)) {
        times.push_back(i);
      } else if (!latitude && i + 1 < columns && all(i, within(180)) && all(i + 1, within(180))) {
        const bool first = all(i, within(90));
        latitude = first ? i : i + 1;
        longitude = first ? ++i : i++;
      } else {
        others.push_back(i);
      }
    }
  }
  /// The column of a key that no name shows; of users and places only where there are no names.
  [[nodiscard]] std::optional<std::size_t> of(std::string_view key, bool header) const {
    if (key == "lat") return latitude;
    if (key == "lon") return longitude;
    if (key == "time" && times.size() == 1) return times[0];
    if (key == "start" && times.size() == 2) return times[0];
    if (key == "end" && times.size() == 2) return times[1];
    if (key == "user" && !header && !others.empty()) return others[0];
    if (key.starts_with("place") && !header && others.size() > 1) return others[1];
    return std::nullopt;
  }
};

std::string reasonOf(const InputPreview& preview, bool header) {
  constexpr std::size_t longest = 40;
  std::vector<std::string> said;
  for (const auto& [key, column] : preview.mapped) {
    const std::string name = escapeForDisplay(preview.header[column], longest);
    said.push_back(name == key ? key : key + " (" + name + ")");
  }
  return header ? tr("its columns say %1", {commaList(said)})
                : tr("its columns hold %1, without names", {commaList(said)});
}

std::optional<RecognisedInput> recogniseTable(const fs::path& file) {
  constexpr std::size_t rowsLookedAt = 20;
  RecognisedInput found;
  InputSettings settings;
  settings.input = file;
  settings.header = false;
  const auto raw = previewInput(settings, {.most = rowsLookedAt});
  if (!raw || raw->rows.empty()) return std::nullopt;
  found.header =
      std::ranges::none_of(raw->rows.front().fields, [](const auto& field) { return looksLikeTime(trimmedField(field)); });
  const ColumnsByValue values(std::span(raw->rows).subspan(found.header ? 1 : 0));
  std::optional<RecognisedInput> best;
  for (const InputFormat format : {InputFormat::VisitsCsv, InputFormat::CheckinsCsv, InputFormat::PointsCsv}) {
    found.format = format;
    found.columns.clear();
    auto preview = previewInput(settingsFor(file, found), {.most = 1});
    if (!preview) continue;
    std::vector<std::string> wanted = preview->missing;
    for (const char* const key : {"lat", "lon"})  // of visits and check-ins they may be missing
      if (!preview->mapped.contains(key)) wanted.emplace_back(key);
    for (const std::string& key : wanted) {
      const auto column = values.of(key, found.header);
      if (!column || *column >= preview->header.size()) continue;
      found.columns[key.starts_with("place") ? "place" : key] = preview->header[*column];
    }
    if (!found.columns.empty()) preview = previewInput(settingsFor(file, found), {.most = 1});
    if (!preview || preview->rows.empty()) continue;
    found.missing = preview->missing;
    const bool usersAlone = found.missing == std::vector<std::string>{"user"};
    if (!found.missing.empty() && (best || !usersAlone)) continue;
    if (best && best->missing.empty()) continue;
    found.reason = reasonOf(*preview, found.header);
    best = found;
  }
  return best;
}

}  // namespace

std::optional<RecognisedInput> recogniseInput(const fs::path& path) {
  std::error_code error;
  if (fs::is_directory(path, error)) return recogniseFolder(path);
  if (!fs::is_regular_file(path, error)) return std::nullopt;
  std::string head = beginningOf(path, headBytes);
  std::erase(head, '\0');  // UTF-16 has them between ASCII letters
  if (beginsAsGpx(head)) return recognised(InputFormat::Gpx, tr("its first element is gpx"));
  if (head.starts_with("Geolife trajectory"))
    return recognised(InputFormat::Geolife, tr("begins as a track of GeoLife"));
  return recogniseTable(path);
}

InputSettings settingsFor(const fs::path& path, const RecognisedInput& input) {
  InputSettings settings;
  settings.input = path;
  settings.format = input.format;
  settings.columns = input.columns;
  settings.header = input.header;
  return settings;
}

std::string prepareCommand(const fs::path& path, const RecognisedInput& input) {
  std::string columns;
  for (const auto& [key, column] : input.columns) columns += (columns.empty() ? "" : ",") + key + "=" + column;
  if (!input.missing.empty()) columns += std::string(columns.empty() ? "" : ",") + "user=COLUMN";
  return "sojourn prepare --input " + shellWord(path.string()) + " --format " + inputFormatName(input.format) +
         (columns.empty() ? "" : " --columns " + shellWord(columns)) + (input.header ? "" : " --no-header") +
         " --out FOLDER";
}

}  // namespace sojourn
