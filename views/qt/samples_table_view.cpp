// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/qt/samples_table_view.h"

#include <QMouseEvent>
#include <QPainter>

#include "views/qt/appearance.h"
#include "views/qt/icons.h"
#include "views/qt/samples_model.h"
#include "views/qt/text.h"

namespace sojourn::qt {

using session::SampleColumn;

void SamplesDelegate::paint(QPainter* painter, const QStyleOptionViewItem& option, const QModelIndex& index) const {
  const present::Theme& theme = Appearance::theme();
  const auto* table = qobject_cast<const SamplesTableView*>(option.widget);
  const bool current = table && table->currentIndex().row() == index.row();
  const bool hovered = table && table->hoveredRow() == index.row();
  painter->fillRect(option.rect, toColor(current ? theme.soft : hovered ? theme.hover : theme.panel));
  painter->fillRect(QRect(option.rect.left(), option.rect.bottom(), option.rect.width(), 1), toColor(theme.line));
  const SampleColumn column = SamplesModel::column(index.column());
  if (current && index.column() == 0)
    painter->fillRect(QRect(option.rect.left(), option.rect.top(), 3, option.rect.height()), toColor(theme.accent));

  const QString words = index.data(Qt::DisplayRole).toString();
  if (words.isEmpty()) return;
  if (column == SampleColumn::Correct) {
    const bool right = words == QLatin1String("right");
    const QRectF box(option.rect.center().x() - 7, option.rect.center().y() - 7, 15, 15);
    paintIcon(*painter, box, right ? QStringLiteral("check") : QStringLiteral("cross"),
              toColor(right ? theme.ok : theme.err), 1.8);
    return;
  }
  const bool quiet = column == SampleColumn::Length || column == SampleColumn::Rank || column == SampleColumn::User;
  const present::Font face{.size = 12, .weight = current ? present::Weight::Medium : present::Weight::Regular};
  painter->setFont(toFont(face));
  painter->setPen(toColor(quiet ? theme.text2 : theme.text));
  const QRect area = option.rect.adjusted(4, 0, -4, -1);
  painter->drawText(area, index.data(Qt::TextAlignmentRole).value<Qt::Alignment>(),
                    metrics(face).elidedText(words, Qt::ElideRight, area.width()));
}

SamplesHeader::SamplesHeader(QWidget* parent) : QHeaderView(Qt::Horizontal, parent) {
  setSectionsClickable(true);
  setHighlightSections(false);
  setFixedHeight(24);
  setMinimumSectionSize(20);
  setSortIndicatorShown(true);
}

void SamplesHeader::paintSection(QPainter* painter, const QRect& area, int section) const {
  const present::Theme& theme = Appearance::theme();
  painter->save();
  painter->fillRect(area, toColor(theme.panel));
  painter->fillRect(QRect(area.left(), area.bottom(), area.width(), 1), toColor(theme.line));
  const bool sorted = sortIndicatorSection() == section;
  const present::Font face{.size = 11.5F, .weight = sorted ? present::Weight::Medium : present::Weight::Regular};
  const QString title = model()->headerData(section, Qt::Horizontal).toString();
  const SampleColumn column = SamplesModel::column(section);
  const bool left = column == SampleColumn::Target || column == SampleColumn::Prediction ||
                    column == SampleColumn::User || column == SampleColumn::InHistory || column == SampleColumn::Unseen;
  QRect words = area.adjusted(4, 0, -4, -1);
  const auto width = static_cast<int>(metrics(face).horizontalAdvance(title));
  if (sorted) {
    const int x = title.isEmpty() ? area.center().x() - 6
                  : left          ? words.left() + width + 1
                                  : std::max(area.left(), words.right() - width - 13);
    const bool down = sortIndicatorOrder() == Qt::DescendingOrder;
    paintIcon(*painter, QRectF(x, area.center().y() - 5, 12, 12), down ? QStringLiteral("down") : QStringLiteral("up"),
              toColor(theme.text2));
  }
  painter->setFont(toFont(face));
  painter->setPen(toColor(sorted ? theme.text : theme.text2));
  painter->drawText(words, Qt::AlignVCenter | (left ? Qt::AlignLeft : Qt::AlignRight) | Qt::TextDontClip, title);
  painter->restore();
}

SamplesTableView::SamplesTableView(QWidget* parent) : QTableView(parent) {
  setHorizontalHeader(new SamplesHeader(this));
  setItemDelegate(new SamplesDelegate(this));
  setAccessibleName(tr("Samples"));
  setSelectionBehavior(SelectRows);
  setSelectionMode(SingleSelection);
  setShowGrid(false);
  setFrameShape(QFrame::NoFrame);
  setMouseTracking(true);
  setSortingEnabled(false);
  setWordWrap(false);
  setTabKeyNavigation(false);
  setEditTriggers(NoEditTriggers);
  setHorizontalScrollMode(ScrollPerPixel);
  setVerticalScrollMode(ScrollPerItem);
  setCornerButtonEnabled(false);
  verticalHeader()->hide();
  verticalHeader()->setSectionResizeMode(QHeaderView::Fixed);
  verticalHeader()->setMinimumSectionSize(24);
  verticalHeader()->setDefaultSectionSize(24);
}

void SamplesTableView::currentChanged(const QModelIndex& current, const QModelIndex& previous) {
  QTableView::currentChanged(current, previous);
  viewport()->update();
  if (m_byPerson && current.isValid()) Q_EMIT rowChosen(current.row());
}

void SamplesTableView::mouseMoveEvent(QMouseEvent* event) {
  const int row = rowAt(event->position().toPoint().y());
  if (row != m_hovered) {
    m_hovered = row;
    viewport()->update();
  }
  m_byPerson = event->buttons().testFlag(Qt::LeftButton);
  QTableView::mouseMoveEvent(event);
  m_byPerson = false;
}

void SamplesTableView::leaveEvent(QEvent* event) {
  m_hovered = -1;
  viewport()->update();
  QTableView::leaveEvent(event);
}

void SamplesTableView::keyPressEvent(QKeyEvent* event) {
  m_byPerson = true;
  QTableView::keyPressEvent(event);
  m_byPerson = false;
}

void SamplesTableView::mousePressEvent(QMouseEvent* event) {
  m_byPerson = true;
  QTableView::mousePressEvent(event);
  m_byPerson = false;
}

}  // namespace sojourn::qt
