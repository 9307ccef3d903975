// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/present/pointer/pointer_layout.h"

#include <algorithm>
#include <cmath>
#include <string>

#include "model/core/translation.h"
#include "views/present/samples/sample_text.h"
#include "views/present/scene/format.h"

namespace sojourn::present {
namespace {

constexpr float rowLeast = 22, rowMost = 26;
constexpr float barRoom = 4;
constexpr float shortenedName = 44;  // enough of a name to tell it apart, with an ellipsis in its middle
// With fewer visible visits than this the sums give way.
constexpr std::size_t visitsBeforeSums = 10;

}  // namespace

PointerWidths pointerWidths(const SampleContext& context, const Canvas& canvas) {
  const Inspection& inspection = *context.inspection;
  PointerWidths widths;
  for (const Visit& visit : inspection.sequence.visits) {
    const std::string name = placeText(context, visit.location);
    const float besideName = pointerNameLeft + 8 + canvas.text.width(whenText(context, visit), pointerWhenFont);
    const float whole = canvas.text.width(name, pointerBoldFont);
    widths.words = std::max(widths.words, std::ceil(besideName + whole));
    const auto brief = canvas.shortNames ? canvas.shortNames->find(name) : ShortNames::const_iterator();
    const bool hasBrief = canvas.shortNames && brief != canvas.shortNames->end();
    const float least = std::min(whole, hasBrief ? canvas.text.width(brief->second, pointerBoldFont) : shortenedName);
    widths.brief = std::max(widths.brief, std::ceil(besideName + least));
  }
  const auto reach = [&](const std::string& text) {
    widths.number = std::max(widths.number, canvas.text.width(text, pointerBoldFont));
  };
  for (const char* title : {"Score", "Weight", "Copied", "<0.001"}) reach(tr(title));
  for (const auto* scores : {&inspection.contentScore, &inspection.score})
    for (const float score : *scores) reach(scoreText(score));
  for (const float bias : inspection.positionBias) reach(biasText(bias));
  widths.number = std::ceil(widths.number) + 6;
  return widths;
}

PointerLayout layOutPointer(Size canvas, PointerWidths widths, std::size_t rowCount, std::size_t sums,
                            std::optional<bool> sumsOpen) {
  PointerLayout layout;
  const float all = canvas.width - pointerRightMargin + 4;
  const float least = std::min(std::clamp(widths.brief, 160.0F, 200.0F), widths.words);
  while (layout.columns > 1 && all - least < static_cast<float>(layout.columns) * widths.number) --layout.columns;
  // Names get what they need as long as bars stay longer than numbers.
  const auto columns = static_cast<float>(layout.columns);
  const float share = std::clamp(canvas.width * 0.36F, 160.0F, 320.0F);
  const float most = std::max(least, all - columns * (widths.number + barRoom));
  const float visitWidth = std::round(std::clamp(std::max(share, widths.words), least, most));
  layout.pitch = std::max(24.0F, std::floor((all - visitWidth) / columns));
  // What is left over by whole pixels goes to the names.
  layout.visitRight = all - layout.pitch * columns;

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

}  // namespace sojourn::present
