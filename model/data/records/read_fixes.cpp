// SPDX-License-Identifier: GPL-3.0-or-later
#include <limits>
#include <system_error>
#include <tuple>

#include "model/data/records/readers.h"
#include "model/formats/bytes/failure.h"

namespace sojourn {
namespace {

/// What reads the files of one user at a time.
struct FolderInput {
  const InputSettings& settings;
  ReadWatch& watch;

  /// The fixes of one user in order; `tally` is that user's alone.
  [[nodiscard]] std::vector<Fix> geolife(const UserFiles& user, TextLines& lines, ReadTally& tally) const {
    const RowChecks checks(zoneOfStamps(settings), false, tally);
    std::vector<PltFix> rows;
    for (const auto& file : user.files) {
      const auto source = openInput(file);
      lines.begin(*source, file.string());
      readPlt(lines, checks, tally, rows);
    }
    const OrderCounts counts = putInOrder(
        rows, settings.dropDuplicates, [](const PltFix& row) { return row.fix.time; },
        [](const PltFix& row) { return std::tuple(row.fix.latitude, row.fix.longitude, row.altitude); });
    tallyFixes(tally, counts, rows.size());
    std::vector<Fix> fixes;
    fixes.reserve(rows.size());
    for (const PltFix& row : rows) fixes.push_back(row.fix);
    return fixes;
  }

  [[nodiscard]] std::vector<Fix> gpx(const UserFiles& user, ReadTally& tally) const {
    const RowChecks checks(zoneOfStamps(settings), false, tally);
    std::vector<Fix> fixes;
    for (const auto& file : user.files) readGpx(*openInput(file), file.string(), watch, checks, tally, fixes);
    const OrderCounts counts = putInOrder(
        fixes, settings.dropDuplicates, [](const Fix& fix) { return fix.time; },
        [](const Fix& fix) { return std::pair(fix.latitude, fix.longitude); });
    tallyFixes(tally, counts, fixes.size());
    return fixes;
  }
};

std::uint64_t bytesOf(const std::vector<UserFiles>& users, const std::function<bool(const std::string&)>& wanted) {
  std::uint64_t bytes = 0;
  for (const UserFiles& user : users) {
    if (wanted && !wanted(user.user)) continue;
    for (const auto& file : user.files) {
      std::error_code problem;
      const std::uint64_t size = std::filesystem::file_size(file, problem);
      if (!problem) bytes += size;
    }
  }
  return bytes;
}

}  // namespace

std::unique_ptr<FileSource> openInput(const std::filesystem::path& path) {
  return valueOrThrow(FileSource::open(path, std::numeric_limits<std::uint64_t>::max()));
}

TimeZone zoneOfStamps(const InputSettings& settings) {
  return valueOrThrow(TimeZone::find(settings.stampsIn));
}

Result<PreparationCounts> readFixes(const InputSettings& settings, const std::function<Status(UserFixes&&)>& eachUser,
                                    const std::function<bool(const std::string&)>& wanted, const Progress& progress,
                                    const CancelToken& cancel) {
  return errorsAsValues(settings.input.string(), [&]() -> Result<PreparationCounts> {
    const auto give = [&](UserFixes&& user) {
      if (user.fixes.empty() || (wanted && !wanted(user.user))) return;
      if (const Status done = eachUser(std::move(user)); !done) throw FormatFailure{done.error()};
    };
    ReadTally tally;
    if (settings.format == InputFormat::PointsCsv) {
      const auto source = openInput(settings.input);
      ReadWatch watch(source->size(), progress, cancel);
      readPoints(*source, settings, watch, give, tally);
    } else {
      const bool isGpx = settings.format == InputFormat::Gpx;
      const std::vector<UserFiles> users = isGpx ? gpxFiles(settings) : geolifeFiles(settings);
      ReadWatch watch(bytesOf(users, wanted), progress, cancel);
      const FolderInput folder{settings, watch};
      TextLines lines(watch);
      for (const UserFiles& user : users) {
        if (wanted && !wanted(user.user)) continue;
        ReadTally own;
        own.files = static_cast<std::int64_t>(user.files.size());
        std::vector<Fix> fixes = isGpx ? folder.gpx(user, own) : folder.geolife(user, lines, own);
        tally.add(own);
        give({.user = user.user, .fixes = std::move(fixes), .counts = own.counts()});
      }
    }
    const PreparationCounts counts = tally.counts();
    if (const Status bad = checkDroppedRows(settings, counts, tally.firstDrop); !bad) return bad.error();
    return counts;
  });
}

}  // namespace sojourn
