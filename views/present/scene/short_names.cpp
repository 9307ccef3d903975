// SPDX-License-Identifier: GPL-3.0-or-later
// Shortens names of places to a width, so that they stay distinct.
#include <algorithm>

#include "views/present/scene/canvas.h"

namespace sojourn::present {
namespace {

/// Where each letter of UTF-8 text begins, and its end.
std::vector<std::size_t> letterStarts(std::string_view text) {
  std::vector<std::size_t> starts;
  for (std::size_t i = 0; i < text.size(); ++i)
    if ((static_cast<unsigned char>(text[i]) & 0xC0U) != 0x80U) starts.push_back(i);
  starts.push_back(text.size());
  return starts;
}

std::string_view trimmedEnd(std::string_view text) {
  return text.substr(0, text.find_last_not_of(" ,") + 1);
}

std::string_view trimmedBegin(std::string_view text) {
  return text.substr(std::min(text.find_first_not_of(' '), text.size()));
}

}  // namespace

std::string shortPlaceName(std::string_view name) {
  constexpr std::string_view unnamed = "Place ";
  if (!name.starts_with(unnamed)) return std::string(name);
  const std::string_view id = name.substr(unnamed.size());
  const bool digits = !id.empty() && id.find_first_not_of("0123456789") == std::string_view::npos;
  return digits ? "Pl. " + std::string(id) : std::string(name);
}

ShortNames shortNamesOf(const std::vector<std::string>& names) {
  const auto beginning = [](const std::string& name) { return name.substr(0, name.find(", ")); };
  std::map<std::string, int> used;
  for (const std::string& name : names) ++used[beginning(name)];
  ShortNames brief;
  for (const std::string& name : names) {
    std::string begins = beginning(name);
    if (begins.size() < name.size() && !begins.empty() && used[begins] == 1) brief.emplace(name, std::move(begins));
  }
  return brief;
}

std::string_view NameShortener::briefName(std::string_view name) const {
  if (!m_known) return name;
  const auto known = m_known->find(name);
  return known == m_known->end() ? name : std::string_view(known->second);
}

std::string NameShortener::fitting(std::string_view name, float width, Font font) {
  if (m_text.width(name, font) <= width) return std::string(name);
  if (std::string brief = shortPlaceName(name); brief != name) return brief;
  // The beginning that no other name has is what is shortened further.
  if (const std::string_view brief = briefName(name); brief != name) return fitting(brief, width, font);
  const std::vector<std::size_t> starts = letterStarts(name);
  const std::size_t letters = starts.size() - 1;
  const auto shortened = [&](std::size_t head, std::size_t tail) {
    const std::string_view begin = trimmedEnd(name.substr(0, starts[head]));
    const std::string_view end = trimmedBegin(name.substr(starts[letters - tail]));
    return std::string(begin) + "\u2026" + std::string(end);
  };
  // Names of places differ at their beginnings ("Office, Market Street"), numbered ones at their ends, too.
  const bool numbered = name.back() >= '0' && name.back() <= '9';
  const auto headOf = [numbered](std::size_t kept) { return numbered ? (kept + 1) / 2 : kept; };
  const auto fits = [&](std::size_t kept) {
    return m_text.width(shortened(headOf(kept), kept - headOf(kept)), font) <= width;
  };
  std::size_t kept = 0;
  while (kept + 1 < letters && fits(kept + 1)) ++kept;
  for (; kept > 0; --kept) {
    // From there on, other parts of the name distinguish it from one that begins and ends alike.
    for (std::size_t turn = 0; turn <= 2 * kept; ++turn) {
      const std::size_t first = headOf(kept);
      const std::size_t head = turn % 2 == 0 ? first - std::min(first, turn / 2) : first + (turn + 1) / 2;
      if (head > kept) continue;
      std::string text = shortened(head, kept - head);
      if (m_text.width(text, font) > width) continue;
      if (m_shortened.emplace(text, name).first->second == name) return text;
    }
  }
  return shortened((std::min<std::size_t>(letters, 2) + 1) / 2, letters > 1 ? 1 : 0);
}

}  // namespace sojourn::present
