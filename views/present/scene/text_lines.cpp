// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/present/scene/text_lines.h"

#include <algorithm>
#include <utility>

namespace sojourn::present {

std::vector<std::string> wrapText(const SceneBuilder& builder, std::string_view text, Font font, float width) {
  std::vector<std::string> lines;
  std::string line;
  while (!text.empty()) {
    const std::size_t end = std::min(text.find(' '), text.size());
    const std::string_view word = text.substr(0, end);
    text.remove_prefix(end == text.size() ? end : end + 1);
    if (word.empty()) continue;
    const std::string longer = line.empty() ? std::string(word) : line + " " + std::string(word);
    if (line.empty() || builder.width(longer, font) <= width) {
      line = longer;
    } else {
      lines.push_back(std::move(line));
      line = word;
    }
  }
  if (!line.empty()) lines.push_back(std::move(line));
  return lines;
}

float paintLines(SceneBuilder& builder, Point topLeft, float width, std::string_view text, Color color, Font font,
                 float lineHeight) {
  float y = topLeft.y;
  for (const std::string& line : wrapText(builder, text, font, width)) {
    builder.text({topLeft.x, y, width, lineHeight}, line, color, font);
    y += lineHeight;
  }
  return y;
}

}  // namespace sojourn::present
