// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/present/pointer/pointer_place_row.h"

#include <algorithm>

#include "views/present/samples/sample_text.h"
#include "views/present/scene/format.h"

namespace sojourn::present {

PlaceRow paintPlaceRow(SceneBuilder& builder, const SampleContext& context, const PointerLayout& layout, float y,
                       LocationId location, std::size_t visits) {
  const Theme& theme = builder.theme();
  const Rect row{0, y, layout.contentSize.width, pointerSumHeight};
  const Emphasis emphasis = emphasisOfPlace(context, location);
  if (emphasis != Emphasis::None) builder.box(row, theme.soft);
  if (emphasis == Emphasis::Locked) builder.box({0, y, 3, pointerSumHeight}, theme.accent);
  const Swatch swatch = swatchOf(context, location);
  builder.swatch({pointerSwatchLeft, y + 7}, swatch);
  const std::string count = countText(visits, "visit", "visits");
  const float countWidth = builder.width(count, pointerWhenFont) + 1;
  const float countLeft = layout.visitRight - countWidth;
  const std::string name = placeText(context, location);
  builder.placeName({pointerNameLeft, y, std::max(0.0F, countLeft - 6 - pointerNameLeft), pointerSumHeight}, name,
                    theme.text, pointerTextFont);
  builder.text({countLeft, y, countWidth, pointerSumHeight}, count, theme.text2, pointerWhenFont, Align::Right);
  return {.rect = row, .swatch = swatch, .words = name + ", " + count};
}

}  // namespace sojourn::present
