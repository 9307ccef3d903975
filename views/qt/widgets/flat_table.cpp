// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/qt/widgets/flat_table.h"

#include <QPainter>
#include <QTableView>

#include "views/qt/widgets/appearance.h"
#include "views/qt/widgets/icons.h"
#include "views/qt/widgets/text.h"

namespace sojourn::qt {
namespace {
constexpr int rowHeight = 24;
}

SortHeader::SortHeader(QWidget* parent) : QHeaderView(Qt::Horizontal, parent) {
  setSectionsClickable(true);
  setHighlightSections(false);
  setFixedHeight(rowHeight);
  setMinimumSectionSize(20);
}

void SortHeader::paintSection(QPainter* painter, const QRect& area, int section) const {
  const present::Theme& theme = Appearance::theme();
  painter->save();
  painter->fillRect(area, toColor(theme.panel));
  painter->fillRect(QRect(area.left(), area.bottom(), area.width(), 1), toColor(theme.line));
  const bool sorted = isSortIndicatorShown() && sortIndicatorSection() == section;
  const present::Font face{.size = 11.5F, .weight = sorted ? present::Weight::Medium : present::Weight::Regular};
  const QString title = model()->headerData(section, Qt::Horizontal).toString();
  const auto side = model()->headerData(section, Qt::Horizontal, Qt::TextAlignmentRole).value<Qt::Alignment>();
  const bool left = side.testFlag(Qt::AlignLeft);
  const auto inset = m_insets.find(section);
  const auto [before, after] = inset == m_insets.end() ? std::pair(4, 4) : inset->second;
  QRect text = area.adjusted(before, 0, -after, -1);
  const auto width = static_cast<int>(metrics(face).horizontalAdvance(title));
  if (sorted) {
    // In a narrow column the arrow stands in the gap before it rather than on the title.
    constexpr int outside = 8;
    const int x = title.isEmpty() ? area.center().x() - 6
                  : left          ? text.left() + width + 1
                                  : std::max(area.left() - outside, text.right() - width - 13);
    const bool down = sortIndicatorOrder() == Qt::DescendingOrder;
    paintIcon(*painter, QRectF(x, area.center().y() - 5, 12, 12), down ? QStringLiteral("down") : QStringLiteral("up"),
              toColor(theme.text2));
  }
  painter->setFont(toFont(face));
  painter->setPen(toColor(sorted ? theme.text : theme.text2));
  painter->drawText(text,
                    static_cast<int>(Qt::AlignVCenter | (left ? Qt::AlignLeft : Qt::AlignRight)) | Qt::TextDontClip,
                    left ? metrics(face).elidedText(title, Qt::ElideRight, text.width() + after) : title);
  painter->restore();
}

void makeFlat(QTableView& table) {
  table.setHorizontalHeader(new SortHeader(&table));
  table.setSelectionBehavior(QAbstractItemView::SelectRows);
  table.setSelectionMode(QAbstractItemView::SingleSelection);
  table.setShowGrid(false);
  table.setFrameShape(QFrame::NoFrame);
  table.setMouseTracking(true);
  table.setWordWrap(false);
  table.setTabKeyNavigation(false);
  table.setEditTriggers(QAbstractItemView::NoEditTriggers);
  table.setHorizontalScrollMode(QAbstractItemView::ScrollPerPixel);
  table.setVerticalScrollMode(QAbstractItemView::ScrollPerItem);
  table.setCornerButtonEnabled(false);
  table.verticalHeader()->hide();
  table.verticalHeader()->setSectionResizeMode(QHeaderView::Fixed);
  table.verticalHeader()->setMinimumSectionSize(rowHeight);
  table.verticalHeader()->setDefaultSectionSize(rowHeight);
}

}  // namespace sojourn::qt
