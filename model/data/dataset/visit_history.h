// SPDX-License-Identifier: GPL-3.0-or-later
// What users did before each sequence of a split: for networks that read more than the window.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <mutex>
#include <optional>
#include <vector>

#include "model/data/dataset/sequence.h"

namespace sojourn {

class SequenceSet;
struct Dataset;

inline constexpr int minutesPerHistorySlot = 30;
inline constexpr std::int32_t historySlots = 48;

/// A location that a user visited in one half hour of the day, and how often: a visit counts in every window that has
/// it.
struct HistoryEntry {
  std::int32_t slot = 0;  ///< start minute / 30
  LocationId location = paddingLocation;
  std::int32_t count = 0;

  bool operator==(const HistoryEntry&) const = default;
};

/// The history of a sequence of training is all earlier windows of its user, in the order of the file; of another split
/// all windows that training has of its user, and the earlier ones of the split. Immutable but for an index that is
/// made when it is first asked; may be shared between threads.
class VisitHistory {
 public:
  /// Four bytes a visit: the location in the lower 24 bits (largestId fits), the slot above.
  struct Windows {
    explicit Windows(const SequenceSet& set);
    std::vector<UserId> users;         ///< of each row
    std::vector<std::size_t> offsets;  ///< [rows + 1]
    std::vector<std::uint32_t> visits;
    LocationId smallest = 0, largest = 0;  ///< location
  };
  /// `own` are the windows of the split that the rows are of; the same object for training.
  VisitHistory(std::shared_ptr<const Windows> training, std::shared_ptr<const Windows> own);

  /// Sorted by slot, then location; empty where nothing came before. Without a row, or where the row is another user's:
  /// all windows that training has of the user.
  [[nodiscard]] std::vector<HistoryEntry> before(UserId user, std::optional<std::size_t> row) const;
  /// before() of the row's own user is not empty.
  [[nodiscard]] bool hasBefore(std::size_t row) const;
  /// All locations lie in [0, locations).
  [[nodiscard]] bool fits(std::int64_t locations) const;

 private:
  struct Index;
  [[nodiscard]] const Index& index() const;

  std::shared_ptr<const Windows> m_training, m_own;
  mutable std::once_flag m_once;
  mutable std::shared_ptr<const Index> m_index;
};

/// Gives every split of a dataset its history, where there is a training split.
void giveHistory(Dataset& dataset);

}  // namespace sojourn
