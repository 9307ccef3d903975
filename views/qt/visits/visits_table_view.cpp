// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/qt/visits/visits_table_view.h"

#include <QComboBox>
#include <QKeyEvent>
#include <QPainter>

#include "model/data/edit/sequence_edit.h"
#include "views/present/samples/sample_text.h"
#include "views/qt/visits/visits_model.h"
#include "views/qt/widgets/appearance.h"
#include "views/qt/widgets/flat_table.h"
#include "views/qt/widgets/text.h"

namespace sojourn::qt {
namespace {

constexpr int edge = 12;
constexpr int swatchSide = 10;
constexpr int placeLeft = edge + swatchSide + 6;
constexpr int leastPlace = 148, mostPlace = 320;

VisitColumn columnOf(const QModelIndex& index) {
  return static_cast<VisitColumn>(index.column());
}

int widthOf(VisitColumn column) {
  switch (column) {
    case VisitColumn::Day:
      return 52;
    case VisitColumn::Start:
      return 54;
    case VisitColumn::Duration:
      return 80;
    case VisitColumn::DaysAgo:
      return 68;
    case VisitColumn::Flags:
      return 64;
    case VisitColumn::Place:
      break;
  }
  return leastPlace;
}

}  // namespace

void VisitsDelegate::paint(QPainter* painter, const QStyleOptionViewItem& option, const QModelIndex& index) const {
  const present::Theme& theme = Appearance::theme();
  const QRect& cell = option.rect;
  const bool chosen = option.state.testFlag(QStyle::State_Selected);
  const bool hovered = option.state.testFlag(QStyle::State_MouseOver);
  painter->save();
  painter->fillRect(cell, toColor(chosen ? theme.soft : hovered ? theme.hover : theme.panel));
  painter->fillRect(QRect(cell.left(), cell.bottom(), cell.width(), 1), toColor(theme.line));
  if (chosen && index.column() == 0)
    painter->fillRect(QRect(cell.left(), cell.top(), 3, cell.height()), toColor(theme.accent));
  if (option.state.testFlag(QStyle::State_HasFocus)) {
    painter->setPen(toColor(theme.accent));
    painter->drawRect(cell.adjusted(0, 0, -1, -2));
  }
  QRect area = cell.adjusted(6, 0, -6, -1);
  if (const QVariant swatch = index.data(VisitsModel::Swatch); swatch.isValid()) {
    const auto look = swatch.value<present::Swatch>();
    painter->setRenderHint(QPainter::Antialiasing);
    painter->setPen(toColor(look.color ? present::edgeOf(*look.color) : theme.mid));
    painter->setBrush(look.hatched ? QBrush(toColor(theme.mid), Qt::BDiagPattern)
                      : look.color ? QBrush(toColor(*look.color))
                                   : QBrush(Qt::NoBrush));
    painter->drawRoundedRect(
        QRectF(cell.left() + edge + 0.5, cell.center().y() - swatchSide / 2.0 + 0.5, swatchSide - 1, swatchSide - 1), 2,
        2);
    area.setLeft(cell.left() + placeLeft);
  }
  const auto column = columnOf(index);
  const present::Font face{.size = 12, .weight = chosen ? present::Weight::Medium : present::Weight::Regular};
  painter->setFont(toFont(face));
  painter->setPen(toColor(column == VisitColumn::Flags     ? theme.warn
                          : column == VisitColumn::DaysAgo ? theme.text2
                                                           : theme.text));
  // Names often differ at their ends.
  const auto elide = column == VisitColumn::Place ? Qt::ElideMiddle : Qt::ElideRight;
  painter->drawText(area, index.data(Qt::TextAlignmentRole).value<Qt::Alignment>(),
                    metrics(face).elidedText(index.data().toString(), elide, area.width()));
  painter->restore();
}

QWidget* VisitsDelegate::createEditor(QWidget* parent, const QStyleOptionViewItem& option,
                                      const QModelIndex& index) const {
  if (columnOf(index) != VisitColumn::Day) return QStyledItemDelegate::createEditor(parent, option, index);
  auto* days = new QComboBox(parent);
  for (int daysAgo = mostDaysAgo; daysAgo >= 0; --daysAgo) {
    days->addItem(m_model.weekdayWord(index.row(), daysAgo), daysAgo);
    days->setItemData(days->count() - 1, toText(present::daysAgoText(daysAgo)), Qt::ToolTipRole);
  }
  auto* self = const_cast<VisitsDelegate*>(this);
  connect(days, &QComboBox::activated, self, [self, days] {
    Q_EMIT self->commitData(days);
    // A visit that moved to another row has closed it already.
    if (days->isVisible()) Q_EMIT self->closeEditor(days);
  });
  return days;
}

void VisitsDelegate::setEditorData(QWidget* editor, const QModelIndex& index) const {
  if (auto* days = qobject_cast<QComboBox*>(editor)) {
    days->setCurrentIndex(days->findData(index.data(Qt::EditRole)));
  } else if (!editor->property("filled").toBool()) {
    // Only once: what else changes meanwhile must not overwrite what is typed.
    editor->setProperty("filled", true);
    QStyledItemDelegate::setEditorData(editor, index);
  }
}

void VisitsDelegate::setModelData(QWidget* editor, QAbstractItemModel* model, const QModelIndex& index) const {
  if (const auto* days = qobject_cast<QComboBox*>(editor)) {
    if (days->currentIndex() >= 0) model->setData(index, days->currentData());
  } else {
    QStyledItemDelegate::setModelData(editor, model, index);
  }
}

VisitsTableView::VisitsTableView(VisitsModel& model, QWidget* parent)
    : QTableView(parent), m_anchor(new QWidget(viewport())) {
  makeFlat(*this);
  m_anchor->hide();
  setObjectName(QStringLiteral("visitsTable"));
  setAccessibleName(tr("Visits as table"));
  setSelectionMode(ExtendedSelection);
  setEditTriggers(DoubleClicked | EditKeyPressed | AnyKeyPressed);
  setItemDelegate(new VisitsDelegate(model, this));
  setModel(&model);
  auto* header = static_cast<SortHeader*>(horizontalHeader());
  header->setSortIndicatorShown(false);
  header->setSortIndicator(-1, Qt::AscendingOrder);
  header->setSectionsClickable(false);
  header->setInset(0, placeLeft, 4);
  for (int column = 1; column < visitColumns; ++column) header->setInset(column, 6, 6);
}

QWidget* VisitsTableView::anchor(const QModelIndex& index) {
  m_anchor->setGeometry(visualRect(index));
  return m_anchor;
}

bool VisitsTableView::edit(const QModelIndex& index, EditTrigger trigger, QEvent* event) {
  const bool asked = trigger == DoubleClicked || trigger == EditKeyPressed;
  if (!index.isValid() || columnOf(index) != VisitColumn::Place) return QTableView::edit(index, trigger, event);
  if (asked) Q_EMIT placeWanted(index);
  return asked;
}

bool VisitsTableView::event(QEvent* event) {
  // Elsewhere in the workspace this key opens the fields above the visits.
  if (event->type() == QEvent::ShortcutOverride && static_cast<QKeyEvent*>(event)->key() == Qt::Key_F2) {
    event->accept();
    return true;
  }
  return QTableView::event(event);
}

void VisitsTableView::keyPressEvent(QKeyEvent* event) {
  const bool enter = event->key() == Qt::Key_Return || event->key() == Qt::Key_Enter;
  if (enter && state() != EditingState && edit(currentIndex(), EditKeyPressed, event)) return;
  QTableView::keyPressEvent(event);
}

/// Places get what is left over, up to a comfortable width; beyond it, the flags.
void VisitsTableView::resizeEvent(QResizeEvent* event) {
  QTableView::resizeEvent(event);
  int others = 0;
  for (int column = 1; column < visitColumns; ++column) others += widthOf(static_cast<VisitColumn>(column));
  const int place = std::clamp(viewport()->width() - others, leastPlace, mostPlace);
  const int spare = std::max(0, viewport()->width() - others - place);
  setColumnWidth(0, place);
  for (int column = 1; column < visitColumns; ++column) {
    const bool last = column == visitColumns - 1;
    setColumnWidth(column, widthOf(static_cast<VisitColumn>(column)) + (last ? spare : 0));
  }
}

}  // namespace sojourn::qt
