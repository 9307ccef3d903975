// SPDX-License-Identifier: GPL-3.0-or-later
// All sequences of a split as columns: what the data says at once, what the model says as soon as the pass has come by.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <vector>

#include "model/data/dataset/dataset.h"
#include "model/data/dataset/sequence_set.h"
#include "model/results/outcome.h"

namespace sojourn::session {

enum class SampleColumn {
  Index,
  User,
  Length,
  Correct,  ///< right or wrong
  Prediction,
  Target,
  TargetProbability,
  Rank,
  Gate,
  CopyShare,    ///< of the prediction
  InHistory,    ///< the target occurs in the window
  Unseen,       ///< the target is location 1
  Probability,  ///< of the prediction
  Error,        ///< kilometres from the prediction to the target
};
inline constexpr std::size_t sampleColumnCount = 14;
/// Short head for a table: "Index", "Len", "P target", ... and the long form for a tooltip.
[[nodiscard]] const char* columnTitle(SampleColumn column);
[[nodiscard]] const char* columnDescription(SampleColumn column);
/// Whether the value comes from the model, so that it is missing until the pass has reached the row.
[[nodiscard]] bool needsOutcome(SampleColumn column);

using SampleIndex = std::uint32_t;  ///< row of the split; a split has at most 2^32 - 1 sequences

/// Rows of one split with the outcomes known so far. Reading a row is O(1). Owner thread only.
class SampleTable {
 public:
  SampleTable() = default;
  /// The split must be there. Looks once at every window to know whether the target is in it.
  SampleTable(std::shared_ptr<const Dataset> dataset, Split split);

  [[nodiscard]] std::size_t size() const { return m_inHistory.size(); }
  [[nodiscard]] bool empty() const { return m_inHistory.empty(); }
  [[nodiscard]] const std::shared_ptr<const Dataset>& dataset() const { return m_dataset; }
  [[nodiscard]] Split split() const { return m_split; }
  /// Null only where the table is empty and was made without a dataset.
  [[nodiscard]] const SequenceSet* sequences() const { return m_set; }

  [[nodiscard]] UserId user(SampleIndex row) const { return m_set->user(row); }
  [[nodiscard]] std::size_t length(SampleIndex row) const { return m_set->length(row); }
  [[nodiscard]] LocationId target(SampleIndex row) const { return m_set->target(row); }
  [[nodiscard]] bool unseen(SampleIndex row) const { return m_set->target(row) == unseenLocation; }
  [[nodiscard]] bool inHistory(SampleIndex row) const { return m_inHistory[row] != 0; }
  [[nodiscard]] bool filled(SampleIndex row) const { return m_filled[row] != 0; }
  /// Only meaningful where filled(row).
  [[nodiscard]] const Outcome& outcome(SampleIndex row) const { return m_outcomes[row]; }
  [[nodiscard]] bool correct(SampleIndex row) const { return filled(row) && m_outcomes[row].rank == 1; }
  /// The number behind a cell, for export and sorting by hand: absent where not filled, or without meaning (gate of a
  /// model without one).
  [[nodiscard]] std::optional<double> value(SampleIndex row, SampleColumn column) const;

  [[nodiscard]] std::size_t filledCount() const { return m_filledCount; }
  [[nodiscard]] bool complete() const { return m_filledCount == size(); }
  /// All outcomes; those of rows not filled are zero.
  [[nodiscard]] std::span<const Outcome> outcomes() const { return m_outcomes; }

  /// Fills rows [first, first + outcomes.size()). Filling a row twice replaces its outcome.
  void fill(SampleIndex first, std::span<const Outcome> outcomes);
  /// Forgets all outcomes: another model is coming.
  void clearOutcomes();

 private:
  std::shared_ptr<const Dataset> m_dataset;
  Split m_split = Split::Test;
  const SequenceSet* m_set = nullptr;
  std::vector<std::uint8_t> m_inHistory;
  std::vector<std::uint8_t> m_filled;
  std::vector<Outcome> m_outcomes;
  std::size_t m_filledCount = 0;
};

struct SampleSort {
  SampleColumn column = SampleColumn::Index;
  bool descending = false;
  bool operator==(const SampleSort&) const = default;
};

/// Position of every location in the order people expect of names ("Place 9" before "Place 14"); by location id.
using PlaceOrder = std::vector<std::uint32_t>;

/// Sorts rows in place: stable, rows without a value last in either direction. Places go by `places` where it knows
/// them, else by id. A million rows take some 20 ms.
void sortSamples(std::vector<SampleIndex>& rows, const SampleTable& table, SampleSort sort,
                 const PlaceOrder& places = {});

/// The first one on whose record there is something to see: some visits at several places, and a next place that was
/// visited before but is neither the latest nor the most frequent one. Row 0 where no sample is like that. The same
/// answer for the same set; at most the first few thousand rows are looked at.
[[nodiscard]] std::size_t firstSampleToShow(const SequenceSet& set);

}  // namespace sojourn::session
