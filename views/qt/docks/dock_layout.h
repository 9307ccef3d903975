// SPDX-License-Identifier: GPL-3.0-or-later
// Where the docks of a workspace stand at first, as data: rows and columns of tabs.
#pragma once

#include <QStringList>
#include <initializer_list>
#include <vector>

namespace sojourn::qt {

struct DockPart;

/// A stack of tabs, or a row or column of such.
struct DockLayout {
  QStringList tabs;    ///< of a stack: ids, the first one in front
  QStringList hidden;  ///< of a stack: those behind them that come when they are asked for
  Qt::Orientation along = Qt::Horizontal;
  std::vector<DockPart> parts;  ///< empty: a stack

  /// The dock that stands for it while its neighbours are placed.
  [[nodiscard]] const QString& first() const;
  /// Of all docks.
  [[nodiscard]] QStringList ids() const;
  [[nodiscard]] DockLayout& lastStack();
  /// The same docks beside and behind each other, of whatever size.
  [[nodiscard]] bool standsAs(const DockLayout& other) const;
};

/// A part of a row or column.
struct DockPart {
  int extent = 0;  ///< px along it, of text as large as designed; 0: what the others leave
  DockLayout layout;
};

[[nodiscard]] DockLayout tabs(std::initializer_list<const char*> ids, std::initializer_list<const char*> hidden = {});
[[nodiscard]] DockLayout row(std::vector<DockPart> parts);
[[nodiscard]] DockLayout column(std::vector<DockPart> parts);

/// [parts] px of each in a row or column of that extent; parts that share what is left have it alike.
[[nodiscard]] QList<int> extentsOf(const std::vector<DockPart>& parts, int whole);

}  // namespace sojourn::qt
