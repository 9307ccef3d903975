// SPDX-License-Identifier: GPL-3.0-or-later
// What the Pointer view has with and without a reference: sums per place, the layout, the visits' rows and the strip
// with the sums. For pointer_*.cpp only.
#pragma once

#include <array>
#include <string>
#include <vector>

#include "views/present/pointer/pointer_view.h"
#include "views/present/scene/format.h"
#include "views/present/table/rows_painter.h"

namespace sojourn::present {

struct PlaceSum {
  LocationId location = 0;
  std::size_t visits = 0;
  double weight = 0;  ///< pointer(y), summed over the window's visits to the place
  double copied = 0;  ///< gate * weight
};

/// One entry a distinct place of the window, heaviest first, ties by smaller id. The weights sum to 1.
[[nodiscard]] std::vector<PlaceSum> sumsPerPlace(const Inspection& inspection);

/// A closed interval that holds 0, with ends that read well.
struct Scale {
  double low = 0, high = 1;
  int decimals = 1;  ///< that its ends need
};

/// Holds all finite values and 0, ends rounded outwards to a step of 1, 2 or 5 times a power of ten.
[[nodiscard]] Scale scaleAround(const std::vector<std::vector<float>>& columns);

inline constexpr Font pointerMediumFont{.size = 12, .weight = Weight::Medium};
inline constexpr float pointerHeaderHeight = 40;
inline constexpr float pointerStripHeight = 25, pointerTotalHeight = 26;
inline constexpr float pointerRightMargin = 20;
inline constexpr float pointerNameLeft = 50;

/// What each visit has, and how it is written.
struct PointerColumn {
  const char* name;
  std::vector<float> Inspection::*values;
  std::string (*text)(double);
};
inline constexpr std::array<PointerColumn, 5> pointerColumns{{{"content score", &Inspection::contentScore, scoreText},
                                                              {"position bias", &Inspection::positionBias, biasText},
                                                              {"score", &Inspection::score, scoreText},
                                                              {"weight", &Inspection::pointerWeight, probability},
                                                              {"copied mass", &Inspection::copiedMass, probability}}};

struct PointerLayout {
  std::size_t columns = pointerColumns.size();  ///< how many have room: a column goes before a digit does
  float pitch = 0;                              ///< of the number columns
  float visitRight = 0;                         ///< where the visit's words end
  float rowHeight = 0, sumHeight = 0;
  bool open = true;  ///< the sums are shown
  std::size_t shownSums = 0;
  float sumsTop = 0;
  Size contentSize;
  float pinnedBottom = 0;
};

struct PlaceRow {
  Rect rect;  ///< the whole row
  Swatch swatch;
  std::string text;  ///< "Office, 4 visits"
};

class PointerRows : protected RowsPainter {
 protected:
  /// For so many rows and distinct places; without a choice the sums fold where rows need their room.
  PointerRows(const PointerInput& input, const Canvas& canvas, std::size_t rows, std::size_t sums);

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

/// Rows stand where they stand without a reference; visits that are removed have a struck row where they were, so that
/// the changes add up to the gate's. Only where hasReference() holds and the model has a pointer.
[[nodiscard]] Scene pointerChange(const PointerInput& input, const Canvas& canvas);

}  // namespace sojourn::present
