// SPDX-License-Identifier: GPL-3.0-or-later
// A help page of resources/help in the current window.
#include <sstream>
#include <string>

#include "model/core/embedded_file.h"
#include "views/imgui/panels/monitor_panels.h"
#include "views/imgui/scene/style.h"

namespace sojourn {
extern const EmbeddedFile embeddedHelp[];
}  // namespace sojourn

namespace sojourn::imgui {
namespace {

/// "[Learning replay](learning_replay.md)" as "Learning replay"; backticks go.
std::string plain(const std::string& text) {
  std::string made;
  for (std::size_t i = 0; i < text.size(); ++i) {
    if (text[i] == '`') continue;
    const std::size_t close = text[i] == '[' ? text.find("](", i) : std::string::npos;
    const std::size_t end = close == std::string::npos ? close : text.find(')', close);
    if (end == std::string::npos) {
      made += text[i];
    } else {
      made += text.substr(i + 1, close - i - 1);
      i = end;
    }
  }
  return made;
}

void paragraph(const std::string& text, present::Color color) {
  if (text.empty()) return;
  wrappedText(plain(text), color);
  ImGui::Spacing();
}

void heading(const std::string& text, float size) {
  const FontScope font({.size = size, .weight = present::Weight::SemiBold});
  plainText(text);
}

}  // namespace

void helpPage(const present::Theme& theme) {
  const auto bytes = embeddedHelp[0].bytes();
  std::istringstream page(std::string(reinterpret_cast<const char*>(bytes.data()), bytes.size()));
  std::string block;
  const auto flush = [&] {
    if (block.starts_with("- ")) block.replace(0, 1, "\u2022");
    paragraph(block, theme.text);
    block.clear();
  };
  for (std::string line; std::getline(page, line);) {
    if (line.starts_with("# ") || line.starts_with("## ")) {
      flush();
      const bool top = line[1] == ' ';
      heading(line.substr(top ? 2 : 3), top ? 15 : 13);
    } else if (line.empty() || line.starts_with("- ") || line.starts_with("    ")) {
      flush();
      if (line.starts_with("    ")) {
        coloredText(line, theme.text2);
      } else {
        block = line;
      }
    } else {
      block += (block.empty() ? "" : " ") + line.substr(line.find_first_not_of(' '));
    }
  }
  flush();
}

}  // namespace sojourn::imgui
