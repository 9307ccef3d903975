// SPDX-License-Identifier: GPL-3.0-or-later
// What the Pointer view has with and without a reference: the visits' rows and the strip with the sums per place. For
// pointer_*.cpp only.
#pragma once

#include <cstddef>
#include <optional>
#include <string>

#include "views/present/pointer/pointer_layout.h"
#include "views/present/table/rows_painter.h"

namespace sojourn::present {

struct PlaceRow {
  Rect rect;  ///< the whole row
  Swatch swatch;
  std::string words;  ///< "Office, 4 visits"
};

class PointerRows : protected RowsPainter {
 protected:
  PointerRows(const SampleContext& context, const Canvas& canvas, std::size_t rows, std::size_t sums,
              std::optional<bool> sumsOpen);

  [[nodiscard]] const Inspection& inspection() const { return *m_context.inspection; }
  [[nodiscard]] Rect visitRow(std::size_t row) const;

  void paintVisitHead();
  /// Of a visit's row; a new day has a line above it.
  void paintGround(const Rect& row, Emphasis emphasis, bool newDay);
  /// The strip above the sums with the arrow that opens them; its words are the caller's.
  Rect paintStrip();
  /// Ground, swatch, name and number of visits; the numbers at its right are the caller's.
  PlaceRow paintPlace(float y, LocationId location, std::size_t visits);
  /// "3 other places" of so many in all.
  std::string paintOthers(float y, std::size_t places);

  const SampleContext& m_context;
  PointerLayout m_layout;
};

}  // namespace sojourn::present
