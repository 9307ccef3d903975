// SPDX-License-Identifier: GPL-3.0-or-later
#include <chrono>
#include <utility>

#include "model/core/text.h"
#include "model/core/translation.h"
#include "model/data/records/readers.h"
#include "model/formats/bytes/failure.h"

namespace sojourn {
namespace {

/// "2012-04-03 18:00:09" UTC.
std::string instantText(EpochMs time) {
  constexpr EpochMs dayMs = 86'400'000;
  const std::chrono::sys_days day{std::chrono::days(time / dayMs)};
  const std::chrono::year_month_day date(day);
  const std::chrono::hh_mm_ss clock(std::chrono::seconds(time % dayMs / 1000));
  const auto two = [](auto number) {
    const std::string digits = std::to_string(number);
    return digits.size() < 2 ? "0" + digits : digits;
  };
  return std::to_string(static_cast<int>(date.year())) + "-" + two(static_cast<unsigned>(date.month())) + "-" +
         two(static_cast<unsigned>(date.day())) + " " + two(clock.hours().count()) + ":" +
         two(clock.minutes().count()) + ":" + two(clock.seconds().count());
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
  return tr("dropped: %1", {dropReasonNames[static_cast<std::size_t>(reason)]});
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

/// The first rows of one kind of input, at most so many.
class PreviewReader {
 public:
  PreviewReader(const InputSettings& settings, std::size_t rows)
      : m_settings(settings), m_rows(rows), m_checks(zoneOfStamps(settings), false, m_tally) {}

  InputPreview table() {
    const auto source = openInput(m_settings.input);
    TextLines lines(m_watch);
    lines.begin(*source, m_settings.input.string());
    TableInput table(lines, m_settings, false);
    InputPreview& preview = m_preview;
    preview.delimiter = table.delimiter();
    preview.header = table.columns().header;
    preview.missing = table.columns().missing;
    for (std::size_t i = 0; i < columnKeys.size(); ++i) {
      if (table.columns().index[i]) preview.mapped[std::string(columnKeys[i])] = *table.columns().index[i];
    }
    const RowChecks checks(zoneOfStamps(m_settings), true, m_tally, m_settings.dates);
    while (preview.rows.size() < m_rows && table.next()) {
      preview.rows.push_back({});
      std::string scratch;
      for (const std::string_view field : table.fields()) preview.rows.back().emplace_back(asUtf8(field, scratch));
      TableInput::Row row;
      if (!preview.missing.empty()) {
        preview.became.emplace_back();
        preview.isDropped.push_back(false);
        continue;
      }
      const DropReason reason = table.read(checks, row);
      preview.isDropped.push_back(reason != DropReason::None);
      if (reason != DropReason::None) {
        preview.became.push_back(droppedText(reason));
      } else {
        preview.became.push_back(m_settings.format == InputFormat::PointsCsv ? fixText(row.user, row.fix)
                                                                             : visitText(row));
      }
    }
    return std::move(preview);
  }

  InputPreview gpx() {
    points();
    for (const UserFiles& user : gpxFiles(m_settings)) {
      for (const auto& file : user.files) {
        if (m_preview.rows.size() >= m_rows) return std::move(m_preview);
        parseGpx(*openInput(file), file.string(), m_watch, [&](const GpxPoint& point) {
          Fix fix;
          const DropReason reason = gpxFix(point, m_checks, fix);
          add({user.user, point.time, point.latitude, point.longitude}, reason, fix);
          return m_preview.rows.size() < m_rows;
        });
      }
    }
    return std::move(m_preview);
  }

  InputPreview geolife() {
    points();
    TextLines lines(m_watch);
    for (const UserFiles& user : geolifeFiles(m_settings)) {
      for (const auto& file : user.files) {
        const auto source = openInput(file);
        lines.begin(*source, file.string());
        skipPltHeader(lines);
        while (m_preview.rows.size() < m_rows) {
          const auto line = lines.next();
          if (!line) break;
          const PltFields fields = splitPlt(*line);
          PltFix row;
          const DropReason reason = pltFix(fields, m_checks, row);
          add({user.user, std::string(fields.time), std::string(fields.latitude), std::string(fields.longitude)},
              reason, row.fix);
        }
        if (m_preview.rows.size() >= m_rows) return std::move(m_preview);
      }
    }
    return std::move(m_preview);
  }

 private:
  void points() {
    m_preview.header = {"user", "time", "lat", "lon"};
    for (std::size_t i = 0; i < m_preview.header.size(); ++i) m_preview.mapped[m_preview.header[i]] = i;
  }
  void add(std::vector<std::string> fields, DropReason reason, const Fix& fix) {
    m_preview.isDropped.push_back(reason != DropReason::None);
    m_preview.became.push_back(reason == DropReason::None ? fixText(fields.front(), fix) : droppedText(reason));
    std::string scratch;
    for (std::string& field : fields) field = std::string(asUtf8(field, scratch));
    m_preview.rows.push_back(std::move(fields));
  }

  const InputSettings& m_settings;
  std::size_t m_rows;
  Progress m_noProgress;
  CancelToken m_cancel;
  ReadWatch m_watch{0, m_noProgress, m_cancel};
  ReadTally m_tally;
  RowChecks m_checks;
  InputPreview m_preview;
};

}  // namespace

Result<InputPreview> previewInput(const InputSettings& settings, std::size_t rows) {
  return errorsAsValues(settings.input.string(), [&]() -> Result<InputPreview> {
    PreviewReader reader(settings, rows);
    if (settings.format == InputFormat::Gpx) return reader.gpx();
    if (settings.format == InputFormat::Geolife) return reader.geolife();
    return reader.table();
  });
}

}  // namespace sojourn
