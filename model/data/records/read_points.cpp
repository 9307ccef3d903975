// SPDX-License-Identifier: GPL-3.0-or-later
#include <algorithm>
#include <cstdint>
#include <limits>
#include <vector>

#include "model/core/text.h"
#include "model/data/records/date_order.h"
#include "model/data/records/packed_fixes.h"
#include "model/data/records/readers.h"
#include "model/formats/bytes/failure.h"
#include "model/formats/text/csv.h"

namespace sojourn {
namespace {

/// Unpacked at a time, 24 bytes each; more only where one user has more.
constexpr std::size_t rowsAtATime = 1'000'000;

std::vector<std::string> rowAsUtf8(const std::vector<std::string_view>& fields) {
  std::vector<std::string> texts;
  std::string scratch;
  for (const std::string_view field : fields) texts.emplace_back(asUtf8(field, scratch));
  return texts;
}

}  // namespace

TableInput::TableInput(TextLines& lines, const InputSettings& settings, bool complete)
    : m_format(settings.format), m_lines(lines), m_rows(lines), m_firstIsData(!settings.header) {
  if (m_rows.fields().empty()) lines.fail(1, "is empty", "name a table with a row for each record");
  const std::vector<std::string> first = rowAsUtf8(m_rows.fields());
  m_columns = valueOrThrow(mapColumns(settings, first, lines.where()));
  if (complete && !m_columns.missing.empty()) {
    throw FormatFailure{missingColumns(m_columns, first, settings.header, lines.where())};
  }
}

bool TableInput::next() {
  if (!m_firstIsData) return m_rows.next();
  m_firstIsData = false;
  return true;
}

DropReason TableInput::read(const RowChecks& checks, Row& row) const {
  if (!hasAllFields()) return DropReason::FieldCount;
  row.user = id(Column::User);
  if (isMissing(row.user)) return DropReason::MissingUser;
  if (m_format != InputFormat::PointsCsv) return readVisit(checks, row);
  return checks.fix((*this)[Column::Time], (*this)[Column::Latitude], (*this)[Column::Longitude], row.fix);
}

/// Spreadsheets end each row with a delimiter, or only the header.
bool TableInput::hasAllFields() const {
  const std::size_t wanted = m_columns.header.size();
  const auto& fields = m_rows.fields();
  if (fields.size() == wanted) return true;
  if (fields.size() == wanted + 1) return fields.back().empty();
  return fields.size() + 1 == wanted && m_columns.header.back().empty();
}

std::string_view TableInput::id(Column column) const {
  const std::string_view text = (*this)[column];
  if (isRoundedId(text)) {
    m_lines.fail(line(),
                 "has the " + std::string(nameIn(columnKeys, column)) + " " + escapeForDisplay(text, 40) +
                     ", an id that a spreadsheet has rounded: its last digits are lost",
                 "export the table again with that column as text");
  }
  return plainId(text);
}

int TableInput::hour() const {
  const Column column = m_columns[Column::Time] ? Column::Time : Column::Start;
  return hasField(column) ? writtenHour((*this)[column]) : -1;
}

DroppedRow TableInput::asDropped(DropReason reason, const Row& row) const {
  DroppedRow dropped{.reason = reason, .user = {}, .hour = hour(), .text = {}};
  // Of a row that ends early `row` still holds what the row before said, whose text is gone.
  if (reason == DropReason::FieldCount) {
    if (hasField(Column::User)) dropped.user = (*this)[Column::User];
    return dropped;
  }
  if (!isMissing(row.user)) dropped.user = row.user;
  std::string_view time = (*this)[m_columns[Column::Time] ? Column::Time : Column::Start];
  if (reason == DropReason::BadTime && m_columns[Column::End] && parseStamp(time)) time = (*this)[Column::End];
  dropped.text = wrongField(reason, time, (*this)[Column::Latitude], (*this)[Column::Longitude]);
  return dropped;
}

std::vector<std::size_t> TableInput::wrongFields(const RowChecks& checks, DropReason reason) const {
  using enum Column;
  if (reason == DropReason::None || reason == DropReason::FieldCount) return {};
  const bool repeats = reason == DropReason::Duplicate;
  const auto isWrong = [&](Column column, std::string_view field) {
    EpochMs time = 0;
    Coordinates at;
    switch (column) {
      case User:
      case Place:
        return repeats || isMissing(field);
      case Time:
        return repeats || checks.time(field, time) != DropReason::None;
      case Start:
      case End:
        return repeats || reason == DropReason::NegativeDuration || checks.time(field, time) != DropReason::None;
      case Latitude:
      case Longitude:
        if (repeats) return !m_columns[Place].has_value();
        return checks.position(column == Latitude ? field : "0", column == Longitude ? field : "0", at) == reason;
      case Offset:
        return reason == DropReason::BadTime && checks.time((*this)[Time], time) == DropReason::None;
      case Category:
      case Name:
        break;
    }
    return false;
  };
  std::vector<std::size_t> wrong;
  for (const Column column : {User, Latitude, Longitude, Time, Place, Start, End, Offset})
    if (hasField(column) && isWrong(column, (*this)[column])) wrong.push_back(*m_columns[column]);
  std::ranges::sort(wrong);
  return wrong;
}

DropReason TableInput::readVisit(const RowChecks& checks, Row& row) const {
  const bool placesGiven = m_columns[Column::Place].has_value();
  row.place = id(Column::Place);
  row.visit = {};
  if (placesGiven && isMissing(row.place)) return DropReason::MissingPlace;
  DropReason reason = DropReason::None;
  if (m_format == InputFormat::CheckinsCsv) {
    reason = checks.time((*this)[Column::Time], row.visit.start);
    row.visit.end = row.visit.start;
    const std::string_view offset = (*this)[Column::Offset];
    if (!isMissing(offset)) {
      constexpr std::int32_t most = 1440;  // no clock is further from UTC than a day
      row.visit.offsetMinutes = numberFrom<std::int32_t>(offset);
      if (!row.visit.offsetMinutes || std::abs(*row.visit.offsetMinutes) > most) {
        reason = std::min(reason, DropReason::BadTime);
      }
    }
  } else {
    const DropReason start = checks.time((*this)[Column::Start], row.visit.start);
    reason = std::min(start, checks.time((*this)[Column::End], row.visit.end));
    if (reason == DropReason::None && row.visit.end < row.visit.start) reason = DropReason::NegativeDuration;
  }
  if (reason != DropReason::None || !m_columns[Column::Latitude] || !m_columns[Column::Longitude]) return reason;
  Coordinates at;
  reason = checks.position((*this)[Column::Latitude], (*this)[Column::Longitude], at);
  if (reason == DropReason::None) row.visit.position = at;
  return placesGiven && reason == DropReason::MissingCoordinate ? DropReason::None : reason;
}

void readPoints(ByteSource& source, const InputSettings& settings, ReadWatch& watch,
                const std::function<void(UserFixes&&)>& eachUser, ReadTally& tally) {
  const std::string where = settings.input.string();
  IdNumbers users;
  PackedFixes fixes;
  std::vector<std::uint32_t> rowsOf;  // of each user
  {
    tally.dates = findDateOrder(source, settings, watch, tally.problems);
    TextLines lines(watch);
    lines.begin(source, where);
    TableInput table(lines, settings);
    // Between commas a number with one is in quotes, so that it can be recognised as well.
    const RowChecks checks(zoneOfStamps(settings), true, tally, tally.dates);
    TableInput::Row row;
    while (table.next()) {
      ++tally.rows;
      const DropReason reason = table.read(checks, row);
      if (reason != DropReason::None) {
        tally.drop(table.asDropped(reason, row), where, table.line());
        continue;
      }
      if (fixes.size() == std::numeric_limits<std::uint32_t>::max())
        lines.fail(table.line(), "has more than 4,294,967,295 rows", "prepare it in parts");
      const std::uint32_t user = users.numberOf(row.user);
      tally.ledger.keep(user, table.hour());
      tally.inFuture += row.fix.time > tally.newest ? 1 : 0;
      if (user >= rowsOf.size()) rowsOf.resize(std::size_t{user} + 1);
      ++rowsOf[user];
      fixes.add(user, row.fix);
    }
  }
  const std::vector<Problem> lost = tally.ledger.warnings([&](const std::string& user) { return users.find(user); });
  tally.problems.insert(tally.problems.end(), lost.begin(), lost.end());
  ReadReport soFar = tally.report();
  if (const Status bad = checkDroppedRows(settings, soFar); !bad) throw FormatFailure{bad.error()};
  // Some users at a time, in their order: those of a table are unpacked as often as it takes.
  const std::vector<std::uint32_t> order = users.inOrder();
  std::vector<std::uint32_t> rankOf(order.size());
  for (std::uint32_t rank = 0; rank < order.size(); ++rank) rankOf[order[rank]] = rank;
  for (std::size_t begin = 0, end = 0; begin < order.size(); begin = end) {
    std::vector<UserFixes> part;
    std::uint32_t lowest = order[begin], highest = lowest;
    for (std::size_t rows = 0; end < order.size() && (end == begin || rows + rowsOf[order[end]] <= rowsAtATime);
         ++end) {
      const std::uint32_t user = order[end];
      rows += rowsOf[user];
      lowest = std::min(lowest, user);
      highest = std::max(highest, user);
      part.push_back({.user = users.id(user), .fixes = {}, .report = {}});
      part.back().fixes.reserve(rowsOf[user]);
    }
    fixes.forEach([&](std::uint32_t least, std::uint32_t most) { return least <= highest && most >= lowest; },
                  [&](std::uint32_t user, const Fix& fix) {
                    const std::size_t rank = rankOf[user];
                    if (rank >= begin && rank < end) part[rank - begin].fixes.push_back(fix);
                  });
    for (UserFixes& one : part) {
      const OrderCounts counts = putInOrder(
          one.fixes, settings.dropDuplicates, [](const Fix& fix) { return fix.time; },
          [](const Fix& fix) { return std::pair(fix.latitude, fix.longitude); });
      tallyFixes(tally, counts, one.user, one.fixes.size());
      eachUser(std::move(one));
    }
  }
}

}  // namespace sojourn
