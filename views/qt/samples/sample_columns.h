// SPDX-License-Identifier: GPL-3.0-or-later
// The columns of Samples, once: for the table, its picture, exports and Compare.
#pragma once

#include <array>
#include <span>
#include <string>

#include "views/present/samples/samples_view.h"
#include "views/session/explain/rank_stability.h"
#include "views/session/workspace/workspace.h"

namespace sojourn::qt {

struct ShownSampleColumn {
  session::SampleColumn column;
  const char* exported;  ///< its head in files
  present::SampleCells cells = present::SampleCells::Number;
  int width = 72;  ///< px as designed; of a name the least
  bool quiet = false, whereWide = false;
  int goes = 0;  ///< as present::SamplesColumn
};

/// In the order they are shown; the first seven fit the dock, the rest come by scrolling.
inline constexpr std::array shownSampleColumns = [] {
  using enum session::SampleColumn;
  using enum present::SampleCells;
  return std::to_array<ShownSampleColumn>({
      {Index, "index", Number, 50},
      {Length, "length", Number, 32, true, false, 2},
      {Correct, "correct", Mark, 22},
      {Target, "target", Name, 75},
      {Prediction, "prediction", Name, 75},
      {TargetProbability, "target_probability", Number, 54},
      {Rank, "rank", Number, 45, true, false, 1},
      {Gate, "gate", Number, 72, false, true},
      {InHistory, "in_history", Words, 72, false, true},
      {Unseen, "unseen", Words, 72, false, true},
      {User, "user", Words, 88, true, true},
      {CopyShare, "copy_share", Number, 72, false, true},
      {Error, "error_km", Number, 72, false, true},
  });
}();

/// What the head of a column says; nothing over marks.
[[nodiscard]] std::string sampleHead(const ShownSampleColumn& column);

/// What a cell says; empty where the pass has not come by yet.
[[nodiscard]] std::string sampleCell(const session::Workspace& workspace, session::SampleIndex sample,
                                     session::SampleColumn column);

/// Rows with their numbers and the names of places.
[[nodiscard]] present::Table samplesTable(const session::Workspace& workspace,
                                          std::span<const session::SampleIndex> rows);
/// All shown rows, with bookmarks, notes and tags; where seeds were compared over the samples, with what that found of
/// each.
[[nodiscard]] present::Table samplesWithNotes(const session::Workspace& workspace,
                                              const session::StabilityOfRows& stability);

}  // namespace sojourn::qt
