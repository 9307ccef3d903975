// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/present/scene/legend.h"

#include <algorithm>

namespace sojourn::present {
namespace {

constexpr float lineHeight = 18, markWidth = 18, gap = 14;

void paintMark(Legend::Mark mark, Rect item, SceneBuilder& builder) {
  const Rect icon{item.x, item.y + 2, 14, 14}, bar{item.x, item.y + 4, 14, 10};
  switch (mark) {
    case Legend::Mark::Target:
      builder.icon(icon, "target", builder.theme().accent);
      break;
    case Legend::Mark::WindowRule:
      builder.icon(icon, "clock", builder.theme().text2);
      break;
    case Legend::Mark::Copied:
      builder.copiedBar(bar, {});
      break;
    case Legend::Mark::Generated:
      builder.generatedBar(bar, {});
      break;
    case Legend::Mark::Reference:
      builder.frame(bar, builder.theme().text);
      break;
  }
}

}  // namespace

std::vector<Rect> Legend::flow(float width, const SceneBuilder& builder) const {
  std::vector<Rect> rects;
  float x = 0, y = 0;
  for (const Item& item : m_items) {
    const float needed = markWidth + builder.width(item.words, mediumFont) + 1;
    if (x > 0 && x + needed > width) {
      x = 0;
      y += lineHeight;
    }
    // Words that are wider than the legend break into lines, and what follows begins below them.
    const float lines =
        needed > width ? static_cast<float>(wrapText(builder, item.words, mediumFont, width - markWidth).size()) : 1;
    rects.push_back({x, y, std::min(needed, std::max(markWidth, width - x)), lineHeight * lines});
    y += lineHeight * (lines - 1);
    x += needed + gap;
  }
  return rects;
}

float Legend::height(float width, const SceneBuilder& builder) const {
  const std::vector<Rect> rects = flow(width, builder);
  return rects.empty() ? 0 : rects.back().bottom();
}

void Legend::paint(Point topLeft, float width, SceneBuilder& builder) const {
  const std::vector<Rect> rects = flow(width, builder);
  for (std::size_t i = 0; i < rects.size(); ++i) {
    const Rect item{topLeft.x + rects[i].x, topLeft.y + rects[i].y, rects[i].width, rects[i].height};
    paintMark(m_items[i].mark, item, builder);
    paintLines(builder, {item.x + markWidth, item.y}, item.width - markWidth, m_items[i].words, builder.theme().text2,
               mediumFont, lineHeight);
  }
}

}  // namespace sojourn::present
