// SPDX-License-Identifier: GPL-3.0-or-later
// Where rows and sums of the Pointer view stand, with and without a reference: the same places. For pointer_*.cpp only.
#pragma once

#include <cstddef>
#include <optional>

#include "views/present/samples/sample_context.h"
#include "views/present/scene/scene.h"
#include "views/present/scene/scene_builder.h"

namespace sojourn::present {

inline constexpr Font pointerTextFont{.size = 12, .weight = Weight::Regular};
inline constexpr Font pointerMediumFont{.size = 12, .weight = Weight::Medium};
inline constexpr Font pointerBoldFont{.size = 12, .weight = Weight::SemiBold};
inline constexpr Font pointerWhenFont{.size = 11.5F, .weight = Weight::Regular};
inline constexpr Font pointerSmallFont{.size = 11, .weight = Weight::Regular};
inline constexpr float pointerHeaderHeight = 40;
inline constexpr float pointerStripHeight = 25, pointerSumHeight = 24, pointerTotalHeight = 26;
inline constexpr float pointerRightMargin = 20;
inline constexpr float pointerNameLeft = 50;
inline constexpr std::size_t pointerColumns = 5;

/// How much room the words and the numbers of a sample need.
struct PointerWidths {
  float words = 0;   ///< from the left edge to the end of the widest row's time
  float brief = 0;   ///< the same with names at their shortest that tells the places apart
  float number = 0;  ///< of the widest number of a column, its gap included
};
[[nodiscard]] PointerWidths pointerWidths(const SampleContext& context, const Canvas& canvas);

struct PointerLayout {
  std::size_t columns = pointerColumns;  ///< how many have room: a column goes before a digit does
  float pitch = 0;                       ///< of the number columns
  float visitRight = 0;                  ///< where the visit's words end
  float rowHeight = 0;
  bool open = true;  ///< the sums are shown
  std::size_t shownSums = 0;
  float sumsTop = 0;
  Size contentSize;
  float pinnedBottom = 0;
};

/// For so many rows and distinct places; without a choice the sums fold where rows need their room.
[[nodiscard]] PointerLayout layOutPointer(Size canvas, PointerWidths widths, std::size_t rows, std::size_t sums,
                                          std::optional<bool> open);

}  // namespace sojourn::present
