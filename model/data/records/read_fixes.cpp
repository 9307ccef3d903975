// SPDX-License-Identifier: GPL-3.0-or-later
#include <limits>
#include <system_error>
#include <tuple>

#include "model/data/records/readers.h"
#include "model/formats/bytes/failure.h"

namespace sojourn {
namespace {

/// What reads the files of one user at a time.
class FolderInput {
 public:
  FolderInput(const InputSettings& settings, ReadWatch& watch)
      : m_settings(settings), m_watch(watch), m_stampsIn(zoneOfStamps(settings)), m_lines(watch) {
    std::error_code ignored;
    m_oneFile = !std::filesystem::is_directory(settings.input, ignored);
  }

  /// The fixes of one user in order; `tally` is that user's alone.
  [[nodiscard]] std::vector<Fix> geolife(const UserFiles& user, ReadTally& tally) {
    const RowChecks checks(m_stampsIn, false, tally);
    std::vector<PltFix> rows;
    forEachFile(user, rows, tally, [&](ByteSource& source, const std::string& where) {
      m_lines.begin(source, where);
      readPlt(m_lines, user.user, checks, tally, rows);
    });
    const OrderCounts counts = putInOrder(
        rows, m_settings.dropDuplicates, [](const PltFix& row) { return row.fix.time; },
        [](const PltFix& row) { return std::tuple(row.fix.latitude, row.fix.longitude, row.altitude); });
    tallyFixes(tally, counts, user.user, rows.size());
    std::vector<Fix> fixes;
    fixes.reserve(rows.size());
    for (const PltFix& row : rows) fixes.push_back(row.fix);
    return fixes;
  }

  [[nodiscard]] std::vector<Fix> gpx(const UserFiles& user, ReadTally& tally) {
    const RowChecks checks(m_stampsIn, false, tally);
    std::vector<Fix> fixes;
    forEachFile(user, fixes, tally, [&](ByteSource& source, const std::string& where) {
      readGpx(source, where, user.user, m_watch, checks, tally, fixes);
    });
    const OrderCounts counts = putInOrder(
        fixes, m_settings.dropDuplicates, [](const Fix& fix) { return fix.time; },
        [](const Fix& fix) { return std::pair(fix.latitude, fix.longitude); });
    tallyFixes(tally, counts, user.user, fixes.size());
    return fixes;
  }

 private:
  /// A damaged file of a folder is listed, and what was read of it before its fault is kept.
  template <class Row, class Read>
  void forEachFile(const UserFiles& user, const std::vector<Row>& rows, ReadTally& tally, const Read& read) {
    for (const auto& file : user.files) {
      const std::size_t kept = rows.size();
      const std::int64_t all = tally.rows;
      tally.newest = newestIn(file);
      try {
        const auto source = openInput(file);
        read(*source, file.string());
      } catch (const FormatFailure& failure) {
        if (m_oneFile || failure.error.kind == ErrorKind::Cancelled) throw;
        ++tally.damagedFiles;
        tally.problems.push_back(
            {Severity::Warning, failure.error.where,
             failure.error.what + "; " + std::to_string(rows.size() - kept) + " fixes before that are kept",
             failure.error.remedy});
        continue;
      }
      if (tally.rows > all && rows.size() == kept)
        tally.problems.push_back({Severity::Warning, file.string(),
                                  "all of its " + std::to_string(tally.rows - all) + " rows are dropped",
                                  "check that it holds what the others hold"});
    }
    const std::vector<Problem> lost = tally.ledger.warnings([](const std::string&) { return 0U; });
    tally.problems.insert(tally.problems.end(), lost.begin(), lost.end());
  }

  const InputSettings& m_settings;
  ReadWatch& m_watch;
  TimeZone m_stampsIn;
  TextLines m_lines;
  bool m_oneFile = false;
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

Result<ReadReport> readFixes(const InputSettings& settings, const std::function<Status(UserFixes&&)>& eachUser,
                             const std::function<bool(const std::string&)>& wanted, const Progress& progress,
                             const CancelToken& cancel) {
  return errorsAsValues(settings.input.string(), [&]() -> Result<ReadReport> {
    const auto give = [&](UserFixes&& user) {
      if (wanted && !wanted(user.user)) return;
      if (const Status done = eachUser(std::move(user)); !done) throw FormatFailure{done.error()};
    };
    ReadReport report;
    if (settings.format == InputFormat::PointsCsv) {
      const auto source = openInput(settings.input);
      ReadWatch watch(source->size(), progress, cancel);
      ReadTally tally;
      tally.newest = newestIn(settings.input);
      readPoints(*source, settings, watch, give, tally);
      report = tally.report();
    } else {
      const bool isGpx = settings.format == InputFormat::Gpx;
      const std::vector<UserFiles> users = isGpx ? gpxFiles(settings) : geolifeFiles(settings);
      ReadWatch watch(bytesOf(users, wanted), progress, cancel);
      FolderInput folder(settings, watch);
      for (const UserFiles& user : users) {
        if (wanted && !wanted(user.user)) continue;
        ReadTally own;
        own.files = static_cast<std::int64_t>(user.files.size());
        std::vector<Fix> fixes = isGpx ? folder.gpx(user, own) : folder.geolife(user, own);
        const ReadReport ofUser = own.report();
        report.add(ofUser);
        give({.user = user.user, .fixes = std::move(fixes), .report = ofUser});
      }
    }
    if (const Status bad = checkDroppedRows(settings, report); !bad) return bad.error();
    return report;
  });
}

}  // namespace sojourn
