// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/data/prepare/leaving_stays.h"

#include <algorithm>
#include <cmath>
#include <functional>
#include <tuple>

#include "model/data/dataset/local_time.h"

namespace sojourn {
namespace {

/// Goes through the steps again with what `made` kept of them.
class LeavingList {
 public:
  LeavingList(const TrialInput& input, const Preparation& made, std::size_t most)
      : m_input(input), m_made(made), m_most(most) {}

  std::vector<LeavingStay> of(std::string_view reason) {
    if (reason == "excluded") {
      addRecords([&](std::uint32_t user) { return isExcluded(user); });
    } else if (m_made.placesGiven && reason == "short_record") {
      addRecords([&](std::uint32_t user) { return !isExcluded(user) && isShort(user); });
    } else if (reason == "short_stay" || reason == "short_record" || reason == "noise") {
      addStaypoints(reason);
    } else if (reason == "merged" || reason == "rare") {
      addVisits(reason == "merged");
    } else {
      addTargets(reason);
    }
    return std::move(m_found);
  }

 private:
  [[nodiscard]] bool isExcluded(std::uint32_t user) const {
    const auto& excluded = m_made.settings.excludedUsers;
    return std::ranges::find(excluded, m_made.users[user]) != excluded.end();
  }
  [[nodiscard]] bool isShort(std::uint32_t user) const {
    constexpr EpochMs msPerDay = 86'400'000;
    const TrialUser& of = m_input.users[user];
    return floorDivide(of.last - of.first, msPerDay) < m_made.settings.minDays;
  }

  void add(const LeavingStay& stay) {
    if (m_found.size() < m_most) m_found.push_back(stay);
  }
  void add(const RecordedVisit& row) {
    LeavingStay stay{.start = row.start, .end = row.end, .user = row.user, .position = row.position};
    if (m_made.placesGiven || !m_input.records) placeAt(stay, row.place);
    add(stay);
  }
  void add(const PreparedVisit& visit) {
    LeavingStay stay{.start = visit.start, .end = visit.end, .user = visit.user};
    placeAt(stay, visit.place);
    add(stay);
  }
  void placeAt(LeavingStay& stay, std::uint32_t place) const {
    stay.place = place;
    if (!stay.position) stay.position = m_made.places[place].centre;
  }

  /// Rows of a table, by their user.
  void addRecords(const std::function<bool(std::uint32_t)>& leaves) {
    if (!m_input.records) return;
    for (const RecordedVisit& row : m_input.records->visits)
      if (leaves(row.user)) add(row);
  }

  void addStaypoints(std::string_view reason) {
    const EpochMs longest = std::llround(m_made.settings.activity * 60'000);
    for (const PreparedStaypoint& row : m_made.staypoints) {
      const bool isLong = row.stay.end - row.stay.start > longest;
      const std::string_view why = row.active ? row.place < 0 ? "noise" : "" : isLong ? "short_record" : "short_stay";
      if (why == reason)
        add(LeavingStay{
            .start = row.stay.start, .end = row.stay.end, .user = row.user, .position = row.stay.centre});
    }
  }

  /// What is at a place, before step 5.
  [[nodiscard]] std::vector<RecordedVisit> rowsAtPlaces() const {
    std::vector<RecordedVisit> rows;
    if (m_made.placesGiven) {
      for (const RecordedVisit& row : m_input.records->visits)
        if (!isExcluded(row.user) && !isShort(row.user)) rows.push_back(row);
      return rows;
    }
    for (const PreparedStaypoint& row : m_made.staypoints) {
      if (row.place < 0) continue;
      RecordedVisit visit;
      visit.start = row.stay.start;
      visit.end = row.stay.end;
      visit.user = row.user;
      visit.place = static_cast<std::uint32_t>(row.place);
      visit.position = row.stay.centre;
      rows.push_back(visit);
    }
    return rows;
  }

  void addVisits(bool merged) {
    const std::vector<RecordedVisit> rows = rowsAtPlaces();
    std::vector<RecordedVisit> left = rows;
    if (m_made.settings.input.format != InputFormat::CheckinsCsv) mergeVisits(left, m_made.settings.mergeGap);
    if (merged) return addMissing(rows, left);
    const auto zone = TimeZone::find(m_made.settings.timeZone);
    if (zone) addMissing(putOnCalendar(left, *zone).visits, m_made.visits);
  }
  /// `left` are some of the rows, in their order.
  template <class Row>
  void addMissing(const std::vector<Row>& rows, const std::vector<Row>& left) {
    const auto what = [](const Row& row) { return std::tuple(row.user, row.start, row.place); };
    std::size_t next = 0;
    for (const Row& row : rows) {
      if (next < left.size() && what(row) == what(left[next]))
        ++next;
      else
        add(row);
    }
  }

  void addTargets(std::string_view reason) {
    forEachTargetKind(m_made.visits, m_made.settings, [&](const PreparedVisit& visit, TargetKind kind) {
      const bool leaves =
          (reason == "first_days" && kind == TargetKind::InFirstDays) ||
          (reason == "short_history" && kind == TargetKind::ShortHistory) ||
          (reason == "empty_split" && kind == TargetKind::Valid &&
           !std::ranges::binary_search(m_made.sequences.users, visit.user));
      if (leaves) add(visit);
    });
  }

  const TrialInput& m_input;
  const Preparation& m_made;
  std::size_t m_most;
  std::vector<LeavingStay> m_found;
};

}  // namespace

std::vector<LeavingStay> leavingStays(const TrialInput& input, const Preparation& made, std::string_view reason,
                                      std::size_t most) {
  return LeavingList(input, made, most).of(reason);
}

}  // namespace sojourn
