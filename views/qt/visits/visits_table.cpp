// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/qt/visits/visits_table.h"

#include <QComboBox>
#include <QKeyEvent>
#include <QPainter>
#include <algorithm>
#include <array>
#include <numeric>

#include "model/core/text.h"
#include "model/core/translation.h"
#include "model/data/dataset/local_time.h"
#include "views/present/scene/format.h"
#include "views/qt/docks/sample_source.h"
#include "views/qt/visits/edit_fields.h"
#include "views/qt/visits/visit_editor.h"
#include "views/qt/widgets/appearance.h"
#include "views/qt/widgets/cell_painter.h"
#include "views/qt/widgets/flat_table.h"
#include "views/qt/widgets/text.h"

namespace sojourn::qt {
namespace {

struct ColumnStyle {
  const char* title;
  bool left;  ///< words stand at the left, numbers at the right
};
/// In the order of VisitColumn.
constexpr std::array<ColumnStyle, visitColumns> columns{{{QT_TRANSLATE_NOOP("VisitsModel", "Place"), true},
                                                         {QT_TRANSLATE_NOOP("VisitsModel", "Day"), true},
                                                         {QT_TRANSLATE_NOOP("VisitsModel", "Start"), false},
                                                         {QT_TRANSLATE_NOOP("VisitsModel", "Duration"), false},
                                                         {QT_TRANSLATE_NOOP("VisitsModel", "Days ago"), false},
                                                         {QT_TRANSLATE_NOOP("VisitsModel", "Flags"), true}}};

QVariant alignmentOf(int column) {
  const bool left = columns[static_cast<std::size_t>(column)].left;
  return QVariant::fromValue<Qt::Alignment>((left ? Qt::AlignLeft : Qt::AlignRight) | Qt::AlignVCenter);
}

constexpr int edge = 12;
constexpr int swatchSide = 10;
constexpr int placeLeft = edge + swatchSide + 6;
constexpr int leastPlace = 148, mostPlace = 320;

VisitColumn columnOf(const QModelIndex& index) {
  return static_cast<VisitColumn>(index.column());
}

/// px, in the order of VisitColumn.
constexpr std::array<int, visitColumns> widths{leastPlace, 52, 54, 80, 68, 64};

}  // namespace

VisitsModel::VisitsModel(VisitEditor& editor, const CurrentSample& current, QObject* parent)
    : QAbstractTableModel(parent), m_editor(editor), m_current(current) {
  refresh();
}

void VisitsModel::refresh() {
  const Sequence* now = m_editor.workspace().sequence();
  Sequence next = now ? *now : Sequence{};
  const bool others = next.visits.size() != m_sequence.visits.size();
  if (others) beginResetModel();
  m_sequence = std::move(next);
  m_flagLabels.assign(m_sequence.visits.size(), {});
  m_flagTexts.assign(m_sequence.visits.size(), {});
  for (const SequenceFlag& flag : m_editor.whatIf().flags()) {
    if (flag.visit >= m_flagLabels.size()) continue;
    m_flagLabels[flag.visit] << toText(sojourn::tr(flagWord(flag.kind)));
    m_flagTexts[flag.visit] << toText(m_editor.whatIf().flagText(flag));
  }
  if (others) {
    endResetModel();
  } else if (!m_sequence.visits.empty()) {
    Q_EMIT dataChanged(index(0, 0), index(rowCount() - 1, visitColumns - 1));
  }
}

void VisitsModel::fillDaysOf(int row, QComboBox& days) const {
  fillDays(days, m_sequence.visits[static_cast<std::size_t>(row)], m_editor.workspace().names().displayOffsetMinutes());
}

QString VisitsModel::cellText(const QModelIndex& index) const {
  const auto row = static_cast<std::size_t>(index.row());
  const Visit& visit = m_sequence.visits[row];
  const std::int32_t offset = m_editor.workspace().names().displayOffsetMinutes();
  switch (static_cast<VisitColumn>(index.column())) {
    case VisitColumn::Place:
      return toText(escapeForDisplay(m_editor.workspace().names().naming().name(visit.location, m_sequence.user), 120));
    case VisitColumn::Day:
      return weekdayWord(visit, offset, shownDaysAgo(visit, offset));
    case VisitColumn::Start:
      return toText(present::clockText(localStart(visit, offset).minute));
    case VisitColumn::Duration:
      return durationWords(visit.durationMinutes);
    case VisitColumn::DaysAgo:
      return QString::number(shownDaysAgo(visit, offset));
    case VisitColumn::Flags:
      return m_flagLabels[row].join(QStringLiteral(", "));
  }
  return {};
}

QVariant VisitsModel::data(const QModelIndex& index, int role) const {
  if (!checkIndex(index, CheckIndexOption::IndexIsValid)) return {};
  const auto column = static_cast<VisitColumn>(index.column());
  const auto row = static_cast<std::size_t>(index.row());
  switch (role) {
    case Qt::DisplayRole:
      return cellText(index);
    case Qt::EditRole:
      if (column != VisitColumn::Day) return cellText(index);
      return shownDaysAgo(m_sequence.visits[row], m_editor.workspace().names().displayOffsetMinutes());
    case Qt::TextAlignmentRole:
      return alignmentOf(index.column());
    case Qt::ToolTipRole:
      if (column == VisitColumn::Flags && !m_flagTexts[row].isEmpty())
        return m_flagTexts[row]
            .join(QLatin1Char('\n'))
            .toHtmlEscaped()
            .replace(QLatin1Char('\n'), QLatin1String("<br>"));
      return column == VisitColumn::Place ? QVariant(cellText(index).toHtmlEscaped()) : QVariant();
    case Swatch:
      return column == VisitColumn::Place
                 ? QVariant::fromValue(m_current.colors().swatch(m_sequence.visits[row].location))
                 : QVariant();
    default:
      return {};
  }
}

QVariant VisitsModel::headerData(int section, Qt::Orientation orientation, int role) const {
  if (orientation != Qt::Horizontal || section < 0 || section >= visitColumns)
    return QAbstractTableModel::headerData(section, orientation, role);
  if (role == Qt::TextAlignmentRole) return alignmentOf(section);
  return role == Qt::DisplayRole ? QVariant(tr(columns[static_cast<std::size_t>(section)].title)) : QVariant();
}

Qt::ItemFlags VisitsModel::flags(const QModelIndex& index) const {
  if (!index.isValid()) return Qt::NoItemFlags;
  const Qt::ItemFlags all = Qt::ItemIsEnabled | Qt::ItemIsSelectable | Qt::ItemNeverHasChildren;
  return static_cast<VisitColumn>(index.column()) == VisitColumn::Flags ? all : all | Qt::ItemIsEditable;
}

bool VisitsModel::setData(const QModelIndex& index, const QVariant& value, int role) {
  if (role != Qt::EditRole || !checkIndex(index, CheckIndexOption::IndexIsValid)) return false;
  // Leaving a cell as it was is no edit.
  if (value.toString() == data(index, Qt::EditRole).toString()) return false;
  return take(static_cast<std::size_t>(index.row()), static_cast<VisitColumn>(index.column()), value.toString());
}

bool VisitsModel::take(std::size_t row, VisitColumn column, const QString& typed) {
  VisitIndices visits = m_editor.selected();
  if (std::ranges::find(visits, row) == visits.end()) visits = {row};
  bool number = false;
  switch (column) {
    case VisitColumn::Place:
      if (const LocationId location = typed.toInt(&number); number) m_editor.apply(ReplaceLocation{visits, location});
      return number;
    case VisitColumn::Day:
    case VisitColumn::DaysAgo: {
      const int daysAgo = typed.trimmed().toInt(&number);
      if (number)
        m_editor.apply(SetDay{visits, daysAgo, m_editor.workspace().names().displayOffsetMinutes()});
      else
        Q_EMIT m_editor.refused(
            tr("\u201C%1\u201D is not a number of days: write 0 to %2").arg(typed).arg(mostDaysAgo));
      return number;
    }
    case VisitColumn::Start:
      return m_editor.takeStart(visits, typed);
    case VisitColumn::Duration:
      return m_editor.takeDuration(visits, typed);
    case VisitColumn::Flags:
      break;
  }
  return false;
}

void VisitsDelegate::paint(QPainter* painter, const QStyleOptionViewItem& option, const QModelIndex& index) const {
  const present::Theme& theme = Appearance::theme();
  const QRect& cell = option.rect;
  const bool chosen = option.state.testFlag(QStyle::State_Selected);
  painter->save();
  paintCellGround(*painter, cell, chosen, option.state.testFlag(QStyle::State_MouseOver), index.column() == 0);
  if (option.state.testFlag(QStyle::State_HasFocus)) {
    painter->setPen(toColor(theme.accent));
    painter->drawRect(cell.adjusted(0, 0, -1, -2));
  }
  QRect area = cell.adjusted(6, 0, -6, -1);
  if (const QVariant swatch = index.data(VisitsModel::Swatch); swatch.isValid()) {
    const auto mark = swatch.value<present::Swatch>();
    paintSwatch(*painter, QRect(cell.left() + edge, cell.center().y() - swatchSide / 2, swatchSide, swatchSide), mark,
                mark.color ? present::edgeOf(*mark.color) : theme.mid);
    area.setLeft(cell.left() + placeLeft);
  }
  const auto column = columnOf(index);
  // Names often differ at their ends.
  drawElided(*painter, area, index.data().toString(),
             {.size = 12, .weight = chosen ? present::Weight::Medium : present::Weight::Regular},
             column == VisitColumn::Flags     ? theme.warn
             : column == VisitColumn::DaysAgo ? theme.text2
                                              : theme.text,
             index.data(Qt::TextAlignmentRole).value<Qt::Alignment>(),
             column == VisitColumn::Place ? Qt::ElideMiddle : Qt::ElideRight);
  painter->restore();
}

QWidget* VisitsDelegate::createEditor(QWidget* parent, const QStyleOptionViewItem& option,
                                      const QModelIndex& index) const {
  if (columnOf(index) != VisitColumn::Day) return QStyledItemDelegate::createEditor(parent, option, index);
  auto* days = new QComboBox(parent);
  m_model.fillDaysOf(index.row(), *days);
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
  const int others = std::accumulate(widths.begin() + 1, widths.end(), 0);
  const int place = std::clamp(viewport()->width() - others, leastPlace, mostPlace);
  setColumnWidth(0, place);
  for (int column = 1; column < visitColumns; ++column)
    setColumnWidth(column, widths[static_cast<std::size_t>(column)]);
  setColumnWidth(visitColumns - 1, widths.back() + std::max(0, viewport()->width() - others - place));
}

}  // namespace sojourn::qt
