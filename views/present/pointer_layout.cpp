// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/present/pointer_layout.h"

#include <algorithm>
#include <cmath>

namespace sojourn::present {
namespace {

constexpr float rowLeast = 22, rowMost = 26;
// With fewer visible visits than this the sums give way.
constexpr std::size_t visitsBeforeSums = 10;

}  // namespace

PointerLayout layOutPointer(Size canvas, std::size_t rowCount, std::size_t sums, std::optional<bool> sumsOpen) {
  PointerLayout layout;
  const float visitWidth = std::round(std::clamp(canvas.width * 0.36F, 160.0F, 320.0F));
  layout.pitch =
      std::max(24.0F, std::floor((canvas.width - pointerRightMargin - visitWidth + 4) / float{pointerColumns}));
  // What is left over by whole pixels goes to the names.
  layout.visitRight = canvas.width - pointerRightMargin + 4 - layout.pitch * float{pointerColumns};

  const auto rows = static_cast<float>(rowCount);
  const float visible = rowLeast * static_cast<float>(std::min(rowCount, visitsBeforeSums));
  const auto room =
      std::max(1.0F, (canvas.height - pointerHeaderHeight - visible - pointerStripHeight - pointerTotalHeight) /
                         pointerSumHeight);
  layout.shownSums = std::min(sums, static_cast<std::size_t>(std::max(room, 3.0F)));
  if (layout.shownSums + 1 == sums) layout.shownSums = sums;  // "1 other" would take the same row
  const std::size_t sumRows = layout.shownSums + (layout.shownSums < sums ? 1 : 0);
  const float open = pointerStripHeight + static_cast<float>(sumRows) * pointerSumHeight + pointerTotalHeight;
  layout.open = sumsOpen.value_or(pointerHeaderHeight + visible + open <= canvas.height);
  const float sumsHeight = layout.open ? open : pointerStripHeight;
  layout.rowHeight =
      std::clamp(std::floor((canvas.height - pointerHeaderHeight - sumsHeight) / rows), rowLeast, rowMost);
  layout.sumsTop = pointerHeaderHeight + rows * layout.rowHeight;
  const float needed = layout.sumsTop + sumsHeight;
  layout.contentSize = {canvas.width, std::max(canvas.height, needed)};
  layout.pinnedBottom = needed > canvas.height ? sumsHeight : 0;
  return layout;
}

void PointerLayout::applyTo(Scene& scene, Size canvas) const {
  scene.size = canvas;
  scene.contentSize = contentSize;
  scene.pinnedTop = pointerHeaderHeight;
  scene.pinnedBottom = pinnedBottom;
}

}  // namespace sojourn::present
