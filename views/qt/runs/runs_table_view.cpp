// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/qt/runs/runs_table_view.h"

#include <QKeyEvent>
#include <QMouseEvent>
#include <QPainter>
#include <QTableView>
#include <algorithm>
#include <array>
#include <cmath>
#include <limits>

#include "views/qt/runs/runs_order.h"
#include "views/qt/widgets/appearance.h"
#include "views/qt/widgets/cell_painter.h"
#include "views/qt/widgets/compose.h"
#include "views/qt/widgets/flat_table.h"
#include "views/qt/widgets/icons.h"
#include "views/qt/widgets/text.h"
#include "views/session/runs/run_figures.h"
#include "views/session/runs/run_health.h"

namespace sojourn::qt {
namespace {

constexpr int checkLeft = 8;
constexpr int checkSize = 14;
constexpr int swatchLeft = checkLeft + checkSize + 6;
constexpr int swatchSize = 10;
static_assert(RunsDelegate::nameLeft == swatchLeft + swatchSize + 6);

present::Color colorOf(session::RunHealth health, session::RunVerdict verdict) {
  const present::Theme& theme = Appearance::theme();
  if (health <= session::RunHealth::Vanished) return theme.err;
  if (health <= session::RunHealth::Overfitting || verdict != session::RunVerdict::None) return theme.warn;
  return health == session::RunHealth::Running ? theme.ok : theme.text2;
}

constexpr int nameLeft = RunsDelegate::nameLeft;
constexpr int leastName = 170, mostName = 300;
constexpr int leastDiffers = 110, mostDiffers = 340;

}  // namespace

QRect RunsDelegate::checkBox(const QRect& cell) {
  return {cell.left() + checkLeft, cell.center().y() - checkSize / 2, checkSize, checkSize};
}

QRect RunsDelegate::foldArrow(const QRect& cell) {
  return {cell.left() + swatchLeft - 2, cell.center().y() - 6, 13, 13};
}

int RunsDelegate::indentOf(const QModelIndex& index) const {
  return m_order.groupAt(index) || m_order.isMember(index) ? indent : 0;
}

void RunsDelegate::paint(QPainter* painter, const QStyleOptionViewItem& option, const QModelIndex& index) const {
  const auto* table = qobject_cast<const QTableView*>(option.widget);
  const bool current =
      table && (table->currentIndex().row() == index.row() || table->selectionModel()->isRowSelected(index.row(), {}));
  const QRect cell = option.rect;
  const auto column = static_cast<RunColumn>(index.column());
  paintCellGround(*painter, cell, current, option.state.testFlag(QStyle::State_MouseOver), column == RunColumn::Name);
  if (column == RunColumn::Name) return paintName(painter, cell, index);
  if (column == RunColumn::Standing) return paintStanding(painter, cell, index);
  if (column == RunColumn::LossCurve) return paintCurve(painter, cell, index);
  const RunGroupLine* group = m_order.groupAt(index);
  const RunLine* line = m_order.lineAt(index);
  const bool revealed = group ? group->revealed : line && line->revealed;
  const bool quiet = sortsByText(column) || (column == RunColumn::Test && !revealed);
  const present::Theme& theme = Appearance::theme();
  drawElided(*painter, cell.adjusted(4, 0, index.column() == runColumns - 1 ? -edge : -4, -1), index.data().toString(),
             {.size = 12, .weight = group ? present::Weight::Medium : present::Weight::Regular},
             quiet ? theme.text2 : theme.text, index.data(Qt::TextAlignmentRole).value<Qt::Alignment>());
}

void RunsDelegate::paintName(QPainter* painter, const QRect& cell, const QModelIndex& index) const {
  const present::Theme& theme = Appearance::theme();
  const int row = m_order.sourceRow(index);
  const int from = indentOf(index);
  const auto state = static_cast<Qt::CheckState>(index.data(Qt::CheckStateRole).toInt());
  const bool chosen = state != Qt::Unchecked;
  const QRect box = checkBox(cell);
  painter->save();
  painter->setRenderHint(QPainter::Antialiasing);
  painter->setPen(QPen(toColor(chosen ? theme.mid : theme.border), 1));
  painter->setBrush(toColor(theme.field));
  painter->drawRoundedRect(QRectF(box).adjusted(0.5, 0.5, -0.5, -0.5), 3, 3);
  if (state == Qt::Checked) paintIcon(*painter, QRectF(box), QStringLiteral("check"), toColor(theme.text), 1.8);
  if (state == Qt::PartiallyChecked)
    painter->fillRect(QRectF(box.left() + 3.5, box.center().y(), box.width() - 7, 1.6), toColor(theme.text));
  if (row < 0)
    paintIcon(*painter, foldArrow(cell), m_order.folded(index) ? QStringLiteral("right") : QStringLiteral("down"),
              toColor(theme.text2));
  if (const auto color = m_order.colorOf(index)) {
    const QRectF swatch(cell.left() + swatchLeft + from, cell.center().y() - swatchSize / 2.0, swatchSize, swatchSize);
    painter->setPen(QPen(toColor(present::edgeOf(*color)), 1));
    painter->setBrush(toColor(*color));
    if (row >= 0 && m_order.lines().dashed(row)) {
      // As its line: two dashes.
      painter->drawRect(QRectF(swatch.left(), swatch.center().y() - 2, 4, 4));
      painter->drawRect(QRectF(swatch.right() - 4, swatch.center().y() - 2, 4, 4));
    } else {
      painter->drawRoundedRect(swatch, 2, 2);
    }
  }
  painter->restore();
  const bool archived = row >= 0 && m_order.lines().line(row).run->entry.notes.archived;
  constexpr present::Font nameFont{.size = 12, .weight = present::Weight::SemiBold};
  const QRect room = cell.adjusted(nameLeft + from, 0, -4, -1);
  QString name = index.data().toString();
  // What names have in common goes before their differences.
  for (const QString& brief : m_order.briefNames(index))
    if (metrics(nameFont).horizontalAdvance(name) > room.width()) name = brief;
  drawElided(*painter, room, name, nameFont, archived ? theme.text3 : theme.text, Qt::AlignLeft, Qt::ElideMiddle);
}

void RunsDelegate::paintStanding(QPainter* painter, const QRect& cell, const QModelIndex& index) const {
  const present::Theme& theme = Appearance::theme();
  const QString text = index.data().toString();
  const RunLine* line = m_order.lineAt(index);
  if (!line)
    return drawElided(*painter, cell.adjusted(4, 0, -4, -1), text, {.size = 12}, theme.text2, Qt::AlignLeft,
                      Qt::ElideNone);
  const session::RunVerdict verdict = line->digest.verdict;
  const session::RunHealth health = line->health.health;
  const present::Color color = colorOf(health, verdict);
  paintIcon(*painter, QRectF(cell.left() + 4, cell.center().y() - 7, 15, 15),
            QLatin1String(session::iconOf(health, verdict)), toColor(color), 1.6);
  drawElided(*painter, cell.adjusted(24, 0, -4, -1), text, {.size = 12}, color);
}

/// Epochs share one axis over all rows; the loss has the row's own scale, since runs differ by more than they change.
void RunsDelegate::paintCurve(QPainter* painter, const QRect& cell, const QModelIndex& index) const {
  const present::Theme& theme = Appearance::theme();
  const int row = m_order.sourceRow(index);
  if (row < 0) return;  // its seeds stand below it
  const session::RunDigest& digest = m_order.lines().line(row).digest;
  const int curveWidth = runColumnInfo(RunColumn::LossCurve).width - 2 * curveInset;
  const QRectF area(cell.left() + curveInset, cell.top() + 5, curveWidth, cell.height() - 11);
  double low = std::numeric_limits<double>::infinity(), high = -low;
  for (const auto& figures : digest.validation) {
    if (!std::isfinite(figures.loss)) continue;
    low = std::min(low, figures.loss);
    high = std::max(high, figures.loss);
  }
  if (low > high) return;  // no loss is a number
  const double span = high > low ? high - low : 1;
  const auto longest = static_cast<double>(std::max<std::int64_t>(2, m_order.lines().longest()));
  const auto at = [&](const session::ValidationFigures& figures) {
    const double across = (static_cast<double>(figures.epoch) - 1) / (longest - 1);
    return QPointF(area.left() + std::clamp(across, 0.0, 1.0) * area.width(),
                   area.bottom() - (figures.loss - low) / span * area.height());
  };
  const auto color = m_order.lines().colorOf(row);
  painter->save();
  painter->setRenderHint(QPainter::Antialiasing);
  painter->setPen(QPen(toColor(color.value_or(theme.mid)), 1.4, Qt::SolidLine, Qt::RoundCap));
  painter->setBrush(Qt::NoBrush);
  const auto& log = m_order.lines().line(row).run->outline;
  const auto behindGaps = log ? session::epochsBehindGaps(*log) : std::set<std::int64_t>();
  for (const auto piece : session::unbrokenLosses(digest.validation, behindGaps)) {
    QPolygonF curve;
    for (const session::ValidationFigures& figures : piece) curve.append(at(figures));
    if (curve.size() == 1)
      painter->drawPoint(curve.front());
    else
      painter->drawPolyline(curve);
  }
  if (const auto* best = digest.bestFigures()) {
    painter->setPen(Qt::NoPen);
    painter->setBrush(toColor(theme.text));
    painter->drawEllipse(at(*best), 2.2, 2.2);
  }
  painter->restore();
}

void RunsDelegate::setEditorData(QWidget* editor, const QModelIndex& index) const {
  if (editor->property("filled").toBool()) return;
  editor->setProperty("filled", true);
  QStyledItemDelegate::setEditorData(editor, index);
}

void RunsDelegate::updateEditorGeometry(QWidget* editor, const QStyleOptionViewItem& option,
                                        const QModelIndex& index) const {
  editor->setGeometry(option.rect.adjusted(nameLeft + indentOf(index) - 7, 0, 0, 0));
}

bool RunsDelegate::editorEvent(QEvent* event, QAbstractItemModel* model, const QStyleOptionViewItem& option,
                               const QModelIndex& index) {
  const bool checkable = index.flags().testFlag(Qt::ItemIsUserCheckable);
  const auto toggle = [&] {
    const bool chosen = index.data(Qt::CheckStateRole).toInt() == Qt::Checked;
    return model->setData(index, static_cast<int>(chosen ? Qt::Unchecked : Qt::Checked), Qt::CheckStateRole);
  };
  if (checkable && event->type() == QEvent::KeyPress) {
    const int key = static_cast<QKeyEvent*>(event)->key();
    return (key == Qt::Key_Space || key == Qt::Key_Select) && toggle();
  }
  if (checkable && (event->type() == QEvent::MouseButtonRelease || event->type() == QEvent::MouseButtonDblClick)) {
    const auto* mouse = static_cast<QMouseEvent*>(event);
    const bool onArrow =
        m_order.groupAt(index) && foldArrow(option.rect).adjusted(-2, -5, 4, 5).contains(mouse->position().toPoint());
    if (onArrow && mouse->button() == Qt::LeftButton) {
      m_order.setFolded(index, !m_order.folded(index));
      return true;
    }
    // A little beyond the box counts, too: it is small.
    const bool onBox = checkBox(option.rect).adjusted(-5, -5, 4, 5).contains(mouse->position().toPoint());
    if (!onBox || mouse->button() != Qt::LeftButton) return false;
    return event->type() == QEvent::MouseButtonDblClick || toggle();
  }
  return false;
}

RunsTableView::RunsTableView(RunsOrder& order, QWidget* parent) : QTableView(parent), m_order(order) {
  makeFlat(*this);
  auto* header = static_cast<SortHeader*>(horizontalHeader());
  header->setInset(static_cast<int>(RunColumn::Name), nameLeft, 4);
  header->setInset(static_cast<int>(RunColumn::LossCurve), RunsDelegate::curveInset, 4);
  header->setInset(runColumns - 1, 4, RunsDelegate::edge);
  setAccessibleName(tr("Runs"));
  setEditTriggers(EditKeyPressed);
  setItemDelegate(new RunsDelegate(order, this));
  setModel(&order);
  horizontalHeader()->setSortIndicator(static_cast<int>(RunColumn::Standing), Qt::AscendingOrder);
  setSortingEnabled(true);
}

void RunsTableView::keyPressEvent(QKeyEvent* event) {
  const QModelIndex at = currentIndex();
  const bool folds = event->key() == Qt::Key_Left;
  if (at.isValid() && m_order.groupAt(at) && (folds || event->key() == Qt::Key_Right) &&
      event->modifiers() == Qt::NoModifier) {
    m_order.setFolded(at, folds);
    return;
  }
  QTableView::keyPressEvent(event);
}

double RunsTableView::titleWidth(int column) const {
  return metrics({.size = 11.5F}).horizontalAdvance(model()->headerData(column, Qt::Horizontal).toString());
}

/// What a column's title and texts need, within bounds.
int RunsTableView::widest(int column, int least, int most) const {
  const QFontMetricsF face =
      metrics({.size = 12, .weight = column == 0 ? present::Weight::SemiBold : present::Weight::Regular});
  double width = titleWidth(column) + 14;
  for (int row = 0; row < model()->rowCount(); ++row) {
    const QModelIndex at = model()->index(row, column);
    const int from = column == 0 && (m_order.groupAt(at) || m_order.isMember(at)) ? RunsDelegate::indent : 0;
    width = std::max(width, face.horizontalAdvance(at.data().toString()) + from);
  }
  return std::clamp(static_cast<int>(std::ceil(width)) + 12, scaledPixels(least), scaledPixels(most));
}

/// Names and differences get what they need first; what is left is shared out among all the others, and beyond a
/// comfortable width it goes to the differences, which are words and may stand in an empty space.
void RunsTableView::fit() {
  constexpr int mostEach = 36;
  constexpr int name = static_cast<int>(RunColumn::Name);
  constexpr int differs = static_cast<int>(RunColumn::Differs);
  constexpr int standing = static_cast<int>(RunColumn::Standing);
  setColumnHidden(static_cast<int>(RunColumn::Model), !m_order.lines().modelsDiffer());
  setColumnHidden(static_cast<int>(RunColumn::Dataset), !m_order.lines().datasetsDiffer());
  int others = 0;
  int count = 0;
  // A mean with its spread is wider than a figure.
  const bool hasGroups = m_order.grouped() && !m_order.groups().empty();
  const auto needed = [&](int section) {
    const RunColumnInfo info = runColumnInfo(static_cast<RunColumn>(section));
    // The title without the arrow of a sorted column.
    return std::max(scaledPixels(std::max(info.width, hasGroups ? info.widthOfMean : 0)),
                    static_cast<int>(std::ceil(titleWidth(section))) + 10);
  };
  const auto shares = [&](int section) {
    return section != name && section != differs && section != standing && !isColumnHidden(section);
  };
  for (int section = 0; section < runColumns; ++section) {
    if (!shares(section)) continue;
    others += needed(section);
    ++count;
  }
  int forNames = nameLeft + widest(name, leastName - nameLeft, mostName - nameLeft);
  int forDiffers = widest(differs, leastDiffers, mostDiffers);
  // A verdict is longer than a state, and is never cut: the columns at the right are reached by scrolling.
  constexpr int leastStanding = 104;
  const int forStanding = RunsDelegate::iconRoom + widest(standing, leastStanding - RunsDelegate::iconRoom, 190);
  int spare = viewport()->width() - others - RunsDelegate::edge - forNames - forDiffers - forStanding;
  const auto shorten = [&spare](int& width, int least) {
    const int taken = std::clamp(-spare, 0, std::max(0, width - least));
    width -= taken;
    spare += taken;
  };
  shorten(forDiffers, scaledPixels(leastDiffers));
  shorten(forNames, scaledPixels(leastName));
  const int each = std::clamp(spare / std::max(1, count), 0, mostEach);
  spare -= each * count;
  for (int section = 0; section < runColumns; ++section) {
    if (!shares(section)) continue;
    const int last = section == runColumns - 1 ? RunsDelegate::edge : 0;
    setColumnWidth(section, needed(section) + each + last);
  }
  setColumnWidth(name, forNames);
  setColumnWidth(standing, forStanding);
  setColumnWidth(differs, forDiffers + std::max(0, spare));
}

void RunsTableView::resizeEvent(QResizeEvent* event) {
  QTableView::resizeEvent(event);
  fit();
}

bool RunsTableView::viewportEvent(QEvent* event) {
  if (event->type() == QEvent::Enter) m_order.setHeld(true);
  if (event->type() == QEvent::Leave || event->type() == QEvent::Hide) m_order.setHeld(false);
  return QTableView::viewportEvent(event);
}

}  // namespace sojourn::qt
