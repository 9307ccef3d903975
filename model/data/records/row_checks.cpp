// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/data/records/row_checks.h"

#include <cmath>
#include <tuple>

#include <sys/stat.h>

#include "model/core/text.h"
#include "model/data/records/in_order.h"
#include "model/data/records/stamps.h"
#include "model/formats/text/csv_rows.h"

namespace sojourn {
namespace {

constexpr NameTable<5> formatNames{"geolife", "gpx", "points-csv", "checkins-csv", "visits-csv"};

bool sameWord(std::string_view field, std::string_view word) {
  return field.size() == word.size() && std::ranges::equal(field, word, {}, [](char c) {
           return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c;
         });
}

/// A number with few digits, which one division rounds exactly (Clinger 1990).
std::optional<double> shortDecimal(std::string_view text, char mark) {
  static constexpr std::array<double, 16> powers{1e0, 1e1, 1e2,  1e3,  1e4,  1e5,  1e6,  1e7,
                                                 1e8, 1e9, 1e10, 1e11, 1e12, 1e13, 1e14, 1e15};
  const bool negative = text.starts_with('-');
  if (negative) text.remove_prefix(1);
  if (text.empty() || text.size() >= powers.size()) return std::nullopt;
  std::int64_t digits = 0;
  std::size_t decimals = 0;
  bool marked = false;
  for (const char c : text) {
    if (c >= '0' && c <= '9') {
      digits = digits * 10 + (c - '0');
      decimals += marked ? 1 : 0;
    } else if (c == mark && !marked) {
      marked = true;
    } else {
      return std::nullopt;
    }
  }
  if (text.size() == (marked ? 1U : 0U)) return std::nullopt;
  const double value = static_cast<double>(digits) / powers[decimals];
  return negative ? -value : value;
}

}  // namespace

const char* inputFormatName(InputFormat format) {
  return nameIn(formatNames, format).data();
}

std::optional<InputFormat> inputFormatFromName(std::string_view name) {
  return valueNamed<InputFormat>(formatNames, name);
}

void ReadTally::drop(const DroppedRow& row, const std::string& where, std::size_t line) {
  ++dropped[static_cast<std::size_t>(row.reason)];
  ledger.drop(row, where, line);
}

PreparationCounts ReadTally::counts() const {
  PreparationCounts all{{"rows", rows},
                        {"points", points},
                        {"files", files},
                        {"users_read", users},
                        {"out_of_order", outOfOrder},
                        {"time_ambiguous", ambiguous},
                        {"time_nonexistent", nonexistent},
                        {"in_future", inFuture},
                        {"files_damaged", damagedFiles}};
  for (std::size_t i = 0; i < dropped.size(); ++i) all["dropped_" + std::string(dropReasonNames[i])] = dropped[i];
  std::erase_if(all, [](const auto& count) { return count.second == 0; });
  return all;
}

void ReadReport::add(const ReadReport& other) {
  for (const auto& [name, count] : other.counts) counts[name] += count;
  problems.insert(problems.end(), other.problems.begin(), other.problems.end());
  repeated.insert(repeated.end(), other.repeated.begin(), other.repeated.end());
  if (firstDrop.empty()) firstDrop = other.firstDrop;
}

EpochMs newestIn(const std::filesystem::path& file) {
  struct stat info {};
  if (::stat(file.c_str(), &info) != 0) return std::numeric_limits<EpochMs>::max();
  constexpr EpochMs dayMs = 86'400'000;
  return EpochMs{info.st_mtim.tv_sec} * 1000 + dayMs;
}

Status checkDroppedRows(const InputSettings& settings, ReadReport& report) {
  const auto countOf = [&](std::string_view name) {
    const auto found = report.counts.find(name);
    return found == report.counts.end() ? 0 : found->second;
  };
  const std::int64_t rows = countOf("rows");
  std::int64_t dropped = 0;
  std::vector<std::string> reasons;
  DropReason most = DropReason::None;
  std::int64_t ofMost = 0;
  for (std::size_t i = 0; i < dropReasonNames.size(); ++i) {
    const std::string name(dropReasonNames[i]);
    const std::int64_t count = countOf("dropped_" + name);
    dropped += count;
    if (count > 0) reasons.push_back(name + " " + std::to_string(count));
    if (count > ofMost) most = static_cast<DropReason>(i);
    ofMost = std::max(ofMost, count);
  }
  const std::string numbers = std::to_string(dropped) + " of " + std::to_string(rows) + " (" + commaList(reasons) + ")";
  if (!settings.acceptBad && dropped > rows - dropped) {
    return Error{ErrorKind::BadInput, report.firstDrop.empty() ? settings.input.string() : report.firstDrop,
                 "over half of the rows would be dropped, " + numbers + "; this is the first",
                 "check the format, the columns and the times, or use --accept-bad"};
  }
  if (dropped * 100 > rows) {
    report.problems.push_back(
        {Severity::Warning, settings.input.string(),
         "rows are dropped: " + numbers + (report.firstDrop.empty() ? "" : "; the first is " + report.firstDrop),
         remedyOf(most)});
  }
  if (const std::int64_t late = countOf("in_future"); late > 0) {
    report.problems.push_back({Severity::Warning, settings.input.string(),
                               std::to_string(late) + " rows are more than a day later than the file they are in",
                               "check the clock of the device and the order of day and month (--dates)"});
  }
  return {};
}

DropReason RowChecks::time(std::string_view text, EpochMs& out, char separator) const {
  text = trimmedField(text);
  if (isMissing(text)) return DropReason::MissingTime;
  const auto stamp = parseStamp(text, separator, m_dates);
  if (!stamp) return DropReason::BadTime;
  out = stamp->ms;
  if (!stamp->zone.empty()) {
    const auto instant = m_stampsIn.instantOf(stamp->ms, stamp->zone);
    if (!instant) return DropReason::BadTime;
    out = instant->epochMs;
  } else if (stamp->local) {
    const TimeZone::Instant instant = m_stampsIn.instantOf(stamp->ms);
    out = instant.epochMs;
    m_tally.ambiguous += instant.reading == TimeZone::Reading::Ambiguous ? 1 : 0;
    m_tally.nonexistent += instant.reading == TimeZone::Reading::Nonexistent ? 1 : 0;
  }
  return isTimeInRange(out) ? DropReason::None : DropReason::TimeOutOfRange;
}

DropReason RowChecks::position(std::string_view latitude, std::string_view longitude, Coordinates& out) const {
  latitude = trimmedField(latitude);
  longitude = trimmedField(longitude);
  if (isMissing(latitude) || isMissing(longitude)) return DropReason::MissingCoordinate;
  const auto north = fieldNumber(latitude, m_decimalComma);
  const auto east = fieldNumber(longitude, m_decimalComma);
  if (!north || !east) return DropReason::BadCoordinate;
  if (std::abs(*north) > 90 || std::abs(*east) > 180) return DropReason::CoordinateOutOfRange;
  out = {*north, *east};
  return DropReason::None;
}

DropReason RowChecks::fix(std::string_view time, std::string_view latitude, std::string_view longitude, Fix& out,
                          char separator) const {
  const DropReason reason = this->time(time, out.time, separator);
  if (reason != DropReason::None) return reason;
  Coordinates at;
  const DropReason where = position(latitude, longitude, at);
  out.latitude = at.latitude;
  out.longitude = at.longitude;
  return where;
}

std::string_view wrongField(DropReason reason, std::string_view time, std::string_view latitude,
                            std::string_view longitude) {
  if (reason == DropReason::BadTime || reason == DropReason::TimeOutOfRange) return trimmedField(time);
  if (reason != DropReason::BadCoordinate && reason != DropReason::CoordinateOutOfRange) return {};
  const auto north = fieldNumber(trimmedField(latitude), true);
  return trimmedField(!north || std::abs(*north) > 90 ? latitude : longitude);
}

bool isMissing(std::string_view field) {
  if (field.empty()) return true;
  if (field.size() > 4 || (field.front() | 0x20) != 'n') return false;
  return sameWord(field, "na") || sameWord(field, "nan") || sameWord(field, "null") || sameWord(field, "none");
}

std::optional<double> fieldNumber(std::string_view text, bool decimalComma) {
  if (const auto number = shortDecimal(text, '.')) return number;
  if (decimalComma) {
    if (const auto number = shortDecimal(text, ',')) return number;
  }
  std::optional<double> number = numberFrom(text);
  if (!number && decimalComma) {
    std::string pointed(text);
    const std::size_t comma = pointed.find(',');
    if (comma != std::string::npos) pointed[comma] = '.';
    number = numberFrom(pointed);
  }
  return number && std::isfinite(*number) ? number : std::nullopt;
}

bool isRoundedId(std::string_view id) {
  const std::size_t exponent = id.find_first_of("eE");
  if (exponent == std::string_view::npos || exponent + 1 >= id.size()) return false;
  const std::string_view number = id.substr(0, exponent);
  const std::string_view power = id.substr(exponent + 1);
  const bool marked = number.find_first_of(".,") != std::string_view::npos || power.front() == '+';
  return marked && fieldNumber(number, true) &&
         isAllDigits(power.front() == '+' || power.front() == '-' ? power.substr(1) : power);
}

bool isAllDigits(std::string_view id) {
  return !id.empty() && std::ranges::all_of(id, [](char c) { return c >= '0' && c <= '9'; });
}

bool idBefore(std::string_view a, std::string_view b, bool numeric) {
  if (!numeric) return a < b;
  const auto significant = [](std::string_view id) {
    return id.substr(std::min(id.find_first_not_of('0'), id.size() - 1));
  };
  const std::string_view x = significant(a);
  const std::string_view y = significant(b);
  return std::tuple(x.size(), x, a) < std::tuple(y.size(), y, b);
}

std::uint32_t IdNumbers::numberOf(std::string_view text) {
  const std::string_view id = asUtf8(text, m_scratch);
  if (!m_ids.empty() && *m_ids[m_last] == id) return m_last;
  auto found = m_numbers.find(id);
  if (found == m_numbers.end()) {
    found = m_numbers.emplace(std::string(id), static_cast<std::uint32_t>(m_ids.size())).first;
    m_ids.push_back(&found->first);
  }
  return m_last = found->second;
}

std::vector<std::uint32_t> IdNumbers::inOrder() const {
  std::vector<std::uint32_t> numbers(m_ids.size());
  std::iota(numbers.begin(), numbers.end(), 0U);
  const bool numeric = std::ranges::all_of(m_ids, [](const std::string* id) { return isAllDigits(*id); });
  std::ranges::sort(numbers, [&](std::uint32_t a, std::uint32_t b) { return idBefore(id(a), id(b), numeric); });
  return numbers;
}

}  // namespace sojourn
