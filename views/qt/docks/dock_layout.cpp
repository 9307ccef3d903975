// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/qt/docks/dock_layout.h"

#include <algorithm>
#include <utility>

namespace sojourn::qt {
namespace {

constexpr int lineBetween = 4;  ///< px between two docks

}  // namespace

const QString& DockLayout::first() const {
  return parts.empty() ? tabs.front() : parts.front().layout.first();
}

QStringList DockLayout::ids() const {
  QStringList all = tabs + hidden;
  for (const DockPart& part : parts) all += part.layout.ids();
  return all;
}

DockLayout& DockLayout::lastStack() {
  return parts.empty() ? *this : parts.back().layout.lastStack();
}

bool DockLayout::standsAs(const DockLayout& other) const {
  const auto standAlike = [](const DockPart& one, const DockPart& two) { return one.layout.standsAs(two.layout); };
  return tabs == other.tabs && hidden == other.hidden && along == other.along &&
         std::ranges::equal(parts, other.parts, standAlike);
}

DockLayout tabs(std::initializer_list<const char*> ids, std::initializer_list<const char*> hidden) {
  DockLayout stack;
  for (const char* id : ids) stack.tabs << QLatin1String(id);
  for (const char* id : hidden) stack.hidden << QLatin1String(id);
  return stack;
}

DockLayout row(std::vector<DockPart> parts) {
  return {.tabs = {}, .hidden = {}, .along = Qt::Horizontal, .parts = std::move(parts)};
}

DockLayout column(std::vector<DockPart> parts) {
  return {.tabs = {}, .hidden = {}, .along = Qt::Vertical, .parts = std::move(parts)};
}

QList<int> extentsOf(const std::vector<DockPart>& parts, int whole) {
  int left = whole - lineBetween * (static_cast<int>(parts.size()) - 1);
  for (const DockPart& part : parts) left -= part.extent;
  const auto sharing = static_cast<int>(std::ranges::count(parts, 0, &DockPart::extent));
  QList<int> extents;
  for (const DockPart& part : parts)
    extents.append(part.extent > 0 ? part.extent : std::max(1, left / std::max(1, sharing)));
  return extents;
}

}  // namespace sojourn::qt
