// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/qt/samples_table_view.h"

#include <QMouseEvent>
#include <QPainter>

#include "views/qt/appearance.h"
#include "views/qt/flat_table.h"
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
  const bool seeds = index.column() == seedsSection;
  const SampleColumn column = seeds ? SampleColumn::Index : SamplesModel::column(index.column());
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
  const bool steady = seeds && words.startsWith(QLatin1String("0 "));
  const bool quiet =
      steady || column == SampleColumn::Length || column == SampleColumn::Rank || column == SampleColumn::User;
  const present::Font face{.size = 12, .weight = current ? present::Weight::Medium : present::Weight::Regular};
  painter->setFont(toFont(face));
  painter->setPen(toColor(quiet ? theme.text2 : theme.text));
  const QRect area = option.rect.adjusted(4, 0, -4, -1);
  painter->drawText(area, index.data(Qt::TextAlignmentRole).value<Qt::Alignment>(),
                    metrics(face).elidedText(words, Qt::ElideRight, area.width()));
}

SamplesTableView::SamplesTableView(QWidget* parent) : QTableView(parent) {
  makeFlat(*this);
  setItemDelegate(new SamplesDelegate(this));
  setAccessibleName(tr("Samples"));
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
