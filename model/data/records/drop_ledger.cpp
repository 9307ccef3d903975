// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/data/records/drop_ledger.h"

#include <bit>
#include <utility>

#include "model/core/text.h"

namespace sojourn {
namespace {

constexpr std::size_t mostUsers = 10'000;  // of whom drops are kept apart
constexpr std::size_t longestText = 60;

std::string hourText(int hour) {
  return (hour < 10 ? "0" : "") + std::to_string(hour) + ":00";
}

/// Hours of which rows were dropped and none is left, as ranges; hours without any row belong to what is about them.
std::vector<std::string> lostHours(const std::array<std::uint32_t, 24>& dropped, std::uint32_t kept) {
  std::vector<std::string> ranges;
  for (int hour = 0; hour < 24;) {
    int end = hour;
    int lastDropped = -1, firstDropped = -1;
    while (end < 24 && (kept >> static_cast<unsigned>(end) & 1U) == 0) {
      if (dropped[static_cast<std::size_t>(end)] > 0) {
        if (firstDropped < 0) firstDropped = end;
        lastDropped = end;
      }
      ++end;
    }
    if (lastDropped >= 0) {
      if (hour == 0 && end < 24) {
        ranges.push_back("before " + hourText(lastDropped + 1));
      } else if (end == 24 && hour > 0) {
        ranges.push_back("from " + hourText(firstDropped) + " on");
      } else {
        ranges.push_back("from " + hourText(firstDropped) + " to " + hourText(lastDropped + 1));
      }
    }
    hour = end + 1;
  }
  return ranges;
}

}  // namespace

int writtenHour(std::string_view time) {
  const std::size_t colon = time.find(':');
  if (colon == std::string_view::npos || colon == 0) return -1;
  const auto digit = [&](std::size_t at) { return time[at] >= '0' && time[at] <= '9' ? time[at] - '0' : -1; };
  const int units = digit(colon - 1);
  const int tens = colon >= 2 ? digit(colon - 2) : -1;
  const int hour = units < 0 ? -1 : tens < 0 ? units : 10 * tens + units;
  return hour < 24 ? hour : -1;
}

void DropLedger::drop(const DroppedRow& row, const std::string& where, std::size_t line) {
  const std::string text = row.text.empty() ? std::string() : "\"" + escapeForDisplay(row.text, longestText) + "\"";
  const std::string place = where + ", line " + std::to_string(line);
  if (m_first.empty())
    m_first = place + ": " + std::string(nameIn(dropReasonNames, row.reason)) + (text.empty() ? "" : " " + text);
  if (row.user.empty()) return;
  auto found = m_drops.find(row.user);
  if (found == m_drops.end()) {
    if (m_drops.size() >= mostUsers) return;
    found = m_drops.emplace(std::string(row.user), Drops{}).first;
    found->second.firstWhere = place;
    found->second.firstText = text;
    found->second.firstReason = row.reason;
  }
  Drops& drops = found->second;
  ++drops.all;
  ++drops.byReason[static_cast<std::size_t>(row.reason)];
  if (row.hour >= 0) ++drops.byHour[static_cast<std::size_t>(row.hour)];
}

void DropLedger::add(const std::string& user, const Drops& drops, std::uint32_t kept, std::vector<Problem>& found) {
  std::string what;
  if (kept == 0) {
    what = "all rows";
  } else {
    const std::vector<std::string> hours = lostHours(drops.byHour, kept);
    if (hours.empty()) return;
    what = "all rows " + commaList(hours);
  }
  std::vector<std::string> reasons;
  for (std::size_t i = 0; i < dropReasonNames.size(); ++i)
    if (drops.byReason[i] > 0)
      reasons.push_back(std::string(dropReasonNames[i]) + " " + std::to_string(drops.byReason[i]));
  what += " of user " + escapeForDisplay(user, longestText) + " are dropped (" + commaList(reasons) + ")";
  if (!drops.firstText.empty()) what += ", the first for " + drops.firstText;
  found.push_back({Severity::Warning, drops.firstWhere, std::move(what), remedyOf(drops.firstReason)});
}

std::vector<Problem> DropLedger::limited(std::vector<Problem> found) {
  constexpr std::size_t most = 20;
  if (found.size() <= most) return found;
  const std::size_t more = found.size() - most;
  found.resize(most);
  found.push_back({Severity::Warning, "", "the same of " + std::to_string(more) + " more users",
                   "look at the counts of dropped rows"});
  return found;
}

std::string remedyOf(DropReason reason) {
  switch (reason) {
    case DropReason::FieldCount:
      return "give every row as many fields as the header has";
    case DropReason::MissingUser:
    case DropReason::MissingPlace:
    case DropReason::MissingTime:
    case DropReason::MissingCoordinate:
      return "fill the field in, or name another column with --columns";
    case DropReason::BadTime:
      return "times are written like 2021-03-02 09:05:30, 2021-03-02T09:05:30+01:00, 3/2/2021 9:05 AM (with --dates) "
             "or "
             "1614675930; letters such as CET are read with --time-zone";
    case DropReason::TimeOutOfRange:
      return "times are from 1970 to 2099";
    case DropReason::NegativeDuration:
      return "the end of a visit is not before its start";
    case DropReason::BadCoordinate:
      return "coordinates are decimal degrees, like 47.0707";
    case DropReason::CoordinateOutOfRange:
      return "latitudes are within 90 degrees, longitudes within 180; check that the columns are not exchanged";
    case DropReason::Duplicate:
      return "keep them with --duplicates keep";
    case DropReason::None:
      break;
  }
  return {};
}

}  // namespace sojourn
