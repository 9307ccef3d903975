// SPDX-License-Identifier: GPL-3.0-or-later
// The Samples view as a picture, for exports and toolkits without tables: totals, then as many rows as fit.
#pragma once

#include <array>
#include <optional>
#include <string>
#include <vector>

#include "model/results/outcome.h"
#include "views/present/scene/canvas.h"

namespace sojourn::present {

/// One sequence of a split in words, with the model's answer once a pass has come by.
struct SampleLine {
  std::size_t index = 0;
  std::string user;
  std::size_t length = 0;
  std::string target;  ///< the place's name
  bool inHistory = false;
  bool unseen = false;
  std::optional<Outcome> outcome;
  std::string prediction;  ///< the place's name; empty without an outcome
};

/// Figures of a set of samples, percent; absent while nothing of it is evaluated.
struct TotalsLine {
  std::string name;  ///< "Filtered, known", ...
  std::size_t samples = 0;
  std::array<std::optional<double>, 4> figures;  ///< Acc@1, Acc@5, Acc@10, MRR
};

struct SamplesInput {
  std::string scope;   ///< "test, epoch 8"
  std::string filter;  ///< as typed; empty for none
  std::vector<TotalsLine> totals;
  std::vector<SampleLine> lines;       ///< a window onto the rows; those that do not fit are not drawn
  std::size_t rows = 0;                ///< of the whole filtered table
  std::optional<std::size_t> current;  ///< index of the open sample
};

/// The columns in their order; from Gate on where there is more room.
enum class SampleCell {
  Index,
  Length,
  Mark,
  Target,
  Prediction,
  TargetProbability,
  Rank,
  Gate,
  InHistory,
  Unseen,
  User,
  CopyShare
};

/// What a cell says; "right" or "wrong" for the mark; empty where the model has not answered or has no such part.
[[nodiscard]] std::string sampleCellText(const SampleLine& line, SampleCell cell);

/// Columns from the left as far as the width reaches: index, length, mark, target beside prediction, P of the target
/// and rank; length and rank go where names would have no room, the others come where there is more. The table holds
/// every line given, drawn or not.
[[nodiscard]] ViewContent samplesContent(const SamplesInput& input, const Canvas& canvas);

}  // namespace sojourn::present
