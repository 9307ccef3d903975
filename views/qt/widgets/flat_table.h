// SPDX-License-Identifier: GPL-3.0-or-later
// What the large tables share: fixed flat rows, and a header that says by what it is sorted.
#pragma once

#include <QHeaderView>
#include <map>
#include <utility>

class QTableView;

namespace sojourn::qt {

/// Titles in the theme's tokens, at the side where the model's headerData() aligns them (TextAlignmentRole).
class SortHeader final : public QHeaderView {
 public:
  explicit SortHeader(QWidget* parent);
  /// Room left and right of a section's title; 4 px where nothing is said.
  void setInset(int section, int left, int right) { m_insets[section] = {left, right}; }

 protected:
  void paintSection(QPainter* painter, const QRect& area, int section) const override;

 private:
  std::map<int, std::pair<int, int>> m_insets;
};

/// Rows of 24 px without a grid, chosen one at a time, with a SortHeader.
void makeFlat(QTableView& table);

}  // namespace sojourn::qt
