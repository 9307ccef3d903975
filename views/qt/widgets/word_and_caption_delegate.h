// SPDX-License-Identifier: GPL-3.0-or-later
// A row of the command palette and of the filter line's offers: a word at the left, what it is at the right.
#pragma once

#include <QStyledItemDelegate>

namespace sojourn::qt {

/// The word is the item's display text and keeps its room; the caption, its captionRole, is elided first.
class WordAndCaptionDelegate final : public QStyledItemDelegate {
  Q_OBJECT
 public:
  static constexpr int captionRole = Qt::UserRole + 1;
  static constexpr int rowHeight = 28;

  using QStyledItemDelegate::QStyledItemDelegate;
  void paint(QPainter* painter, const QStyleOptionViewItem& option, const QModelIndex& index) const override;
  [[nodiscard]] QSize sizeHint(const QStyleOptionViewItem& option, const QModelIndex& index) const override;
};

}  // namespace sojourn::qt
