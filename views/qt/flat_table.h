// SPDX-License-Identifier: GPL-3.0-or-later
// What the large tables share: fixed flat rows, and a header that says by what it is sorted.
#pragma once

#include <QHeaderView>

class QTableView;

namespace sojourn::qt {

/// Titles in the theme's tokens, at the side where the model's headerData() aligns them (TextAlignmentRole).
class SortHeader final : public QHeaderView {
 public:
  explicit SortHeader(QWidget* parent);

 protected:
  void paintSection(QPainter* painter, const QRect& area, int section) const override;
};

/// Rows of 24 px without a grid, chosen one at a time, with a SortHeader.
void makeFlat(QTableView& table);

}  // namespace sojourn::qt
