// SPDX-License-Identifier: GPL-3.0-or-later
// All sequences of a split as columns: a million of them stay small, and a batch is a copy of neighbouring memory.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <utility>
#include <vector>

#include "model/data/dataset/pseudonyms.h"
#include "model/data/dataset/sequence.h"

namespace sojourn {

/// Append-only columns. Row i holds the visits [begin(i), begin(i) + length(i)) of every visit column. Weekdays,
/// minutes of the day and days ago are kept in 16 bits; a number beyond them, which no model knows, becomes the nearest
/// one.
class SequenceSet {
 public:
  /// What a visit, a row and a cause take in memory.
  static constexpr std::size_t visitBytes = sizeof(LocationId) + 3 * sizeof(std::int16_t) + sizeof(double);
  static constexpr std::size_t rowBytes = 2 * sizeof(std::size_t) + sizeof(UserId) + sizeof(LocationId);
  static constexpr std::size_t causeBytes = sizeof(std::int32_t);

  [[nodiscard]] std::size_t size() const { return m_users.size(); }
  [[nodiscard]] bool empty() const { return m_users.empty(); }
  [[nodiscard]] std::size_t visitCount() const { return m_locations.size(); }
  [[nodiscard]] std::size_t begin(std::size_t row) const { return m_offsets[row]; }
  [[nodiscard]] std::size_t length(std::size_t row) const { return m_offsets[row + 1] - m_offsets[row]; }
  [[nodiscard]] std::size_t longest() const;
  /// Without room that is reserved.
  [[nodiscard]] std::size_t memoryBytes() const {
    return visitCount() * visitBytes + size() * rowBytes + m_causes.size() * causeBytes;
  }

  [[nodiscard]] UserId user(std::size_t row) const { return m_users[row]; }
  [[nodiscard]] LocationId target(std::size_t row) const { return m_targets[row]; }
  [[nodiscard]] Visit visit(std::size_t row, std::size_t index) const;
  [[nodiscard]] Sequence sequence(std::size_t row) const;

  [[nodiscard]] std::span<const LocationId> locations(std::size_t row) const { return column(m_locations, row); }
  [[nodiscard]] std::span<const std::int16_t> weekdays(std::size_t row) const { return column(m_weekdays, row); }
  [[nodiscard]] std::span<const std::int16_t> startMinutes(std::size_t row) const {
    return column(m_startMinutes, row);
  }
  [[nodiscard]] std::span<const double> durations(std::size_t row) const { return column(m_durations, row); }
  [[nodiscard]] std::span<const std::int16_t> daysAgo(std::size_t row) const { return column(m_daysAgo, row); }

  /// What the users did before; null where that is not known (giveHistory()). Not kept when rows are appended.
  [[nodiscard]] const std::shared_ptr<const VisitHistory>& history() const { return m_history; }
  /// `rows`: for each row, the row of the history that it is or was made from; empty where they are the same.
  void setHistory(std::shared_ptr<const VisitHistory> history, std::vector<std::size_t> rows = {}) {
    m_history = std::move(history);
    m_historyRows = std::move(rows);
  }
  [[nodiscard]] std::size_t historyRow(std::size_t row) const {
    return m_historyRows.empty() ? row : m_historyRows[row];
  }

  /// Indices of the visits that caused the target, where the generator planted a rule (demo data only); else empty.
  [[nodiscard]] std::span<const std::int32_t> causes(std::size_t row) const;

  [[nodiscard]] std::span<const UserId> users() const { return m_users; }
  [[nodiscard]] std::span<const LocationId> targets() const { return m_targets; }
  [[nodiscard]] bool targetInWindow(std::size_t row) const { return targetLastSeen(row) > 0; }
  /// Visits ago that the target was visited last, 1 for the latest visit; 0 where the window does not hold it.
  [[nodiscard]] std::size_t targetLastSeen(std::size_t row) const;
  /// Hours from the begin of a visit to the end of the last one. (When the target was visited is not recorded.)
  [[nodiscard]] double hoursBeforeEnd(std::size_t row, std::size_t index) const;

  /// The sequence must have at least one visit and a target.
  void append(const Sequence& sequence, std::span<const std::int32_t> causes = {});
  /// The columns of a row that was just appended, to be filled; valid until the next change of the set.
  struct NewRow {
    std::span<LocationId> locations;
    std::span<std::int16_t> weekdays, startMinutes;
    std::span<double> durations;
    std::span<std::int16_t> daysAgo;
  };
  /// For readers that have columns, not visits. At least one visit.
  [[nodiscard]] NewRow appendRow(UserId user, LocationId target, std::size_t length,
                                 std::span<const std::int32_t> causes = {});
  void reserve(std::size_t sequences, std::size_t visits);

  /// Every user and location under its pseudonym. The history is not kept.
  void usePseudonyms(std::shared_ptr<const Pseudonyms> pseudonyms);
  /// The location that a file of the user's names by its recorded id.
  [[nodiscard]] LocationId locationOf(LocationId recorded) const {
    return m_pseudonyms ? m_pseudonyms->location(recorded) : recorded;
  }
  /// The other way: by it equals are ordered, so that pseudonyms change no figure.
  [[nodiscard]] LocationId recordedLocation(LocationId location) const {
    return m_pseudonyms ? m_pseudonyms->recordedLocation(location) : location;
  }

 private:
  template <class T>
  [[nodiscard]] std::span<const T> column(const std::vector<T>& values, std::size_t row) const {
    return std::span(values).subspan(begin(row), length(row));
  }

  std::vector<std::size_t> m_offsets{0};
  std::vector<UserId> m_users;
  std::vector<LocationId> m_targets;
  std::vector<LocationId> m_locations;
  std::vector<std::int16_t> m_weekdays;
  std::vector<std::int16_t> m_startMinutes;
  std::vector<double> m_durations;
  std::vector<std::int16_t> m_daysAgo;
  std::vector<std::size_t> m_causeOffsets{0};
  std::vector<std::int32_t> m_causes;
  std::shared_ptr<const VisitHistory> m_history;
  std::vector<std::size_t> m_historyRows;
  std::shared_ptr<const Pseudonyms> m_pseudonyms;
};

}  // namespace sojourn
