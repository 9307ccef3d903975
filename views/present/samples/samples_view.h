// SPDX-License-Identifier: GPL-3.0-or-later
// The Samples view as a picture, for exports and toolkits without tables: totals, then as many rows as fit.
#pragma once

#include <array>
#include <optional>
#include <string>
#include <vector>

#include "views/present/scene/canvas.h"
#include "views/present/scene/scene.h"

namespace sojourn::present {

enum class SampleCells { Number, Words, Name, Mark };

/// How a column of the picture is drawn.
struct SamplesColumn {
  std::string title;
  SampleCells cells = SampleCells::Number;
  float width = 0;         ///< of names ignored: they share what is left
  bool quiet = false;      ///< in the second colour
  bool whereWide = false;  ///< only where the others leave room
  int goes = 0;            ///< where names have no room: 1 before 2; 0 stays
};

/// One sequence of a split, with the model's answer once a pass has come by.
struct SampleLine {
  std::size_t index = 0;
  std::vector<std::string> cells;  ///< one a column; empty where the model has not answered or has no such part
  bool right = false;              ///< a mark is drawn where its cell has words
  std::string label;               ///< for screen readers
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
  std::vector<SamplesColumn> columns;
  std::vector<SampleLine> lines;       ///< a window onto the rows; those that do not fit are not drawn
  std::size_t rows = 0;                ///< of the whole filtered table
  std::optional<std::size_t> current;  ///< index of the open sample
  Table table;                         ///< of the lines
};

/// As many columns as the width takes. The table is the input's, whether a line is drawn or not.
[[nodiscard]] ViewContent samplesContent(const SamplesInput& input, const Canvas& canvas);

}  // namespace sojourn::present
