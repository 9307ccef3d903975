// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/data/records/input_preview.h"

#include <system_error>
#include <unordered_map>
#include <utility>

#include "model/core/text.h"
#include "model/core/translation.h"
#include "model/data/dataset/local_time.h"
#include "model/data/records/readers.h"
#include "model/formats/bytes/failure.h"

namespace sojourn {
namespace {

/// "2012-04-03 18:00:09" UTC.
std::string instantText(EpochMs time) {
  constexpr EpochMs dayMs = 86'400'000;
  const EpochMs seconds = time % dayMs / 1000;
  const std::string rest = std::to_string(seconds % 60);
  return dateText(time / dayMs) + " " + clockText(seconds / 60) + (rest.size() < 2 ? ":0" : ":") + rest;
}

std::string positionText(double latitude, double longitude) {
  constexpr int decimals = 6;
  return fixedNumber(latitude, decimals) + ", " + fixedNumber(longitude, decimals);
}

std::string shownId(std::string_view id) {
  constexpr std::size_t longest = 60;
  std::string scratch;
  return escapeForDisplay(asUtf8(id, scratch), longest);
}

std::string droppedText(DropReason reason) {
  if (reason == DropReason::None) return {};
  return tr("dropped: %1", {nameIn(dropReasonNames, reason)});
}

std::string fixText(std::string_view user, const Fix& fix) {
  return tr("%1 at %2, %3 UTC", {shownId(user), positionText(fix.latitude, fix.longitude), instantText(fix.time)});
}

std::string visitText(const TableInput::Row& row) {
  const RecordedVisit& visit = row.visit;
  const std::string at = !row.place.empty() ? shownId(row.place)
                         : visit.position.has_value()
                             ? positionText(visit.position->latitude, visit.position->longitude)
                             : "";
  if (visit.start == visit.end) return tr("%1 at %2, %3 UTC", {shownId(row.user), at, instantText(visit.start)});
  return tr("%1 at %2, %3 to %4 UTC", {shownId(row.user), at, instantText(visit.start), instantText(visit.end)});
}

/// Picks out the rows that are wanted.
class PreviewRows {
 public:
  explicit PreviewRows(const PreviewChoice& choice) : m_choice(choice) {
    for (const RepeatedRow& row : choice.repeated) {
      m_firsts[{row.user, row.first}] = {};
      m_repeated[{row.user, row.row}] = row.first;
    }
  }

  [[nodiscard]] bool complete() const { return rows.size() >= m_choice.most; }
  /// Whether no row of a user is wanted.
  [[nodiscard]] bool passesOver(const std::string& user) const { return m_choice.user && *m_choice.user != user; }

  /// `make` fills in the row where it is wanted; `user` as UTF-8.
  template <class Make>
  void take(const std::string& user, DropReason reason, const Make& make) {
    std::optional<Place> first;
    if (reason == DropReason::None && !m_choice.repeated.empty()) {
      first = repeats(user);
      if (first) reason = DropReason::Duplicate;
    }
    if (complete() || passesOver(user) || (m_choice.dropped && *m_choice.dropped != reason)) return;
    PreviewRow row{
        .file = m_file, .line = m_line, .fields = {}, .dropped = reason, .wrong = {}, .became = droppedText(reason)};
    make(row);
    if (first) row.became = repeatedText(*first);
    rows.push_back(std::move(row));
  }
  void beginFile(std::string file) { m_file = std::move(file); }
  void beginLine(std::size_t line) { m_line = line; }

  std::vector<PreviewRow> rows;

 private:
  struct Place {
    std::string file;
    std::size_t line = 0;
  };
  using Number = std::pair<std::string, std::size_t>;  ///< RepeatedRow

  /// Counts a row that is no drop; where the row is that it repeats.
  std::optional<Place> repeats(const std::string& user) {
    std::optional<Place> found;
    const std::string everybody;
    for (const std::string* const of : {&user, &everybody}) {
      const Number number(*of, m_counts[*of]++);
      if (const auto first = m_firsts.find(number); first != m_firsts.end()) first->second = {m_file, m_line};
      if (const auto row = m_repeated.find(number); row != m_repeated.end()) found = m_firsts[{*of, row->second}];
    }
    return found;
  }
  [[nodiscard]] std::string repeatedText(const Place& first) const {
    const std::string line = std::to_string(first.line);
    return first.file == m_file ? tr("repeats line %1", {line}) : tr("repeats line %1 of %2", {line, first.file});
  }

  const PreviewChoice& m_choice;
  std::map<Number, Place> m_firsts;
  std::map<Number, std::size_t> m_repeated;
  std::unordered_map<std::string, std::size_t> m_counts;
  std::string m_file;
  std::size_t m_line = 0;
};

/// The rows of one kind of input.
class PreviewReader {
 public:
  PreviewReader(const InputSettings& settings, const PreviewChoice& choice, ReadWatch& watch)
      : m_settings(settings), m_watch(watch), m_rows(choice), m_checks(zoneOfStamps(settings), false, m_tally) {
    std::error_code ignored;
    m_isFolder = std::filesystem::is_directory(settings.input, ignored);
  }

  InputPreview table() {
    const auto source = openInput(m_settings.input);
    TextLines lines(m_watch);
    lines.begin(*source, m_settings.input.string());
    TableInput table(lines, m_settings, false);
    m_preview.delimiter = table.delimiter();
    m_preview.header = table.columns().header;
    m_preview.missing = table.columns().missing;
    for (std::size_t i = 0; i < columnKeys.size(); ++i) {
      if (table.columns().index[i]) m_preview.mapped[std::string(columnKeys[i])] = *table.columns().index[i];
    }
    const RowChecks checks(zoneOfStamps(m_settings), true, m_tally, m_settings.dates);
    const bool known = m_preview.missing.empty();
    while (!m_rows.complete() && table.next()) {
      TableInput::Row row;
      const DropReason reason = known ? table.read(checks, row) : DropReason::None;
      std::string scratch;
      m_rows.beginLine(table.line());
      // Where a column is missing, rows may end before any other.
      const std::string_view user = known ? table.asDropped(reason, row).user : std::string_view();
      m_rows.take(std::string(asUtf8(user, scratch)), reason, [&](PreviewRow& shown) {
        for (const std::string_view field : table.fields()) shown.fields.emplace_back(asUtf8(field, scratch));
        if (!known) shown.became.clear();
        if (known && shown.dropped == DropReason::None)
          shown.became =
              m_settings.format == InputFormat::PointsCsv ? fixText(row.user, row.fix) : visitText(row);
        shown.wrong = table.wrongFields(checks, shown.dropped);
      });
    }
    return take();
  }

  InputPreview gpx() {
    nameFields({"user", "time", "lat", "lon"});
    forEachFile(gpxFiles(m_settings), [&](const UserFiles& user, ByteSource& source, const std::string& where) {
      parseGpx(source, where, m_watch, [&](const GpxPoint& point) {
        Fix fix;
        m_rows.beginLine(point.line);
        takePoint({user.user, point.time, point.latitude, point.longitude}, gpxFix(point, m_checks, fix), fix);
        return !m_rows.complete();
      });
    });
    return take();
  }

  InputPreview geolife() {
    nameFields({"user", "time", "lat", "lon", "altitude"});
    TextLines lines(m_watch);
    forEachFile(geolifeFiles(m_settings), [&](const UserFiles& user, ByteSource& source, const std::string& where) {
      lines.begin(source, where);
      if (!skipPltHeader(lines)) return;
      while (!m_rows.complete()) {
        const auto line = lines.next();
        if (!line) break;
        if (trimmedField(*line).empty()) continue;
        const PltFields fields = splitPlt(*line);
        PltFix row;
        const DropReason reason = pltFix(fields, m_checks, row);
        m_rows.beginLine(lines.line());
        takePoint({user.user, std::string(fields.time), std::string(fields.latitude), std::string(fields.longitude),
                   std::string(fields.altitude)},
                  reason, row.fix);
      }
    });
    return take();
  }

 private:
  InputPreview take() {
    m_preview.rows = std::move(m_rows.rows);
    return std::move(m_preview);
  }

  void nameFields(std::vector<std::string> names) {
    m_preview.header = std::move(names);
    for (std::size_t i = 0; i < m_preview.header.size(); ++i) m_preview.mapped[m_preview.header[i]] = i;
  }

  /// `read` gets each file of the users that are wanted.
  template <class Read>
  void forEachFile(const std::vector<UserFiles>& users, const Read& read) {
    for (const UserFiles& user : users) {
      if (m_rows.passesOver(user.user)) continue;
      for (const auto& file : user.files) {
        if (m_rows.complete()) return;
        if (m_isFolder) m_rows.beginFile(file.lexically_relative(m_settings.input).string());
        try {
          const auto source = openInput(file);
          read(user, *source, file.string());
        } catch (const FormatFailure& failure) {
          if (!m_isFolder || failure.error.kind == ErrorKind::Cancelled) throw;
        }
      }
    }
  }

  /// User, time, latitude, longitude and perhaps altitude.
  void takePoint(const std::vector<std::string>& fields, DropReason reason, const Fix& fix) {
    m_rows.take(fields.front(), reason, [&](PreviewRow& shown) {
      std::string scratch;
      for (const std::string& field : fields) shown.fields.emplace_back(asUtf8(field, scratch));
      if (shown.dropped == DropReason::None) shown.became = fixText(fields.front(), fix);
      if (shown.dropped == DropReason::None || shown.dropped == DropReason::FieldCount) return;
      const bool repeats = shown.dropped == DropReason::Duplicate;
      EpochMs time = 0;
      Coordinates at;
      if (repeats || m_checks.time(fields[1], time, ',') != DropReason::None) shown.wrong.push_back(1);
      if (repeats || m_checks.position(fields[2], "0", at) != DropReason::None) shown.wrong.push_back(2);
      if (repeats || m_checks.position("0", fields[3], at) != DropReason::None) shown.wrong.push_back(3);
      if (repeats && fields.size() > 4) shown.wrong.push_back(4);
    });
  }

  const InputSettings& m_settings;
  ReadWatch& m_watch;
  bool m_isFolder = false;
  PreviewRows m_rows;
  ReadTally m_tally;
  RowChecks m_checks;
  InputPreview m_preview;
};

}  // namespace

Result<InputPreview> previewInput(const InputSettings& settings, const PreviewChoice& choice, const Progress& progress,
                                  const CancelToken& cancel) {
  return errorsAsValues(settings.input.string(), [&]() -> Result<InputPreview> {
    ReadWatch watch(0, progress, cancel);
    PreviewReader reader(settings, choice, watch);
    if (settings.format == InputFormat::Gpx) return reader.gpx();
    if (settings.format == InputFormat::Geolife) return reader.geolife();
    return reader.table();
  });
}

}  // namespace sojourn
