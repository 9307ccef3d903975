// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/qt/runs/runs_table_view.h"

#include <QKeyEvent>
#include <algorithm>
#include <cmath>

#include "views/qt/runs/runs_delegate.h"
#include "views/qt/runs/runs_order.h"
#include "views/qt/widgets/appearance.h"
#include "views/qt/widgets/flat_table.h"
#include "views/qt/widgets/text.h"

namespace sojourn::qt {
namespace {

constexpr int nameLeft = RunsDelegate::nameLeft;
constexpr int leastName = 170, mostName = 300;
constexpr int leastDiffers = 110, mostDiffers = 340;

/// px as designed, at the chosen text size.
int scaled(int designed) {
  return static_cast<int>(std::lround(designed * textFactor()));
}

int widthOf(RunColumn column) {
  switch (column) {
    case RunColumn::Standing:
      return 100;
    case RunColumn::Model:
    case RunColumn::Dataset:
      return 116;
    case RunColumn::LossCurve:
      return RunsDelegate::curveColumn;
    case RunColumn::Epoch:
      return 68;
    case RunColumn::BestEpoch:
    case RunColumn::BestLoss:
    case RunColumn::Test:
      return 80;
    case RunColumn::AccuracyAll:
    case RunColumn::AccuracyKnown:
    case RunColumn::ReciprocalRank:
      return 76;
    case RunColumn::Time:
    case RunColumn::Left:
      return 52;
    default:
      return 60;
  }
}

}  // namespace

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

/// What a column's title needs, without the arrow of a sorted one.
int RunsTableView::headWidth(int column) const {
  constexpr int margins = 10;
  const QString title = model()->headerData(column, Qt::Horizontal).toString();
  return static_cast<int>(std::ceil(metrics({.size = 11.5F}).horizontalAdvance(title))) + margins;
}

/// What a column's title and texts need, within bounds.
int RunsTableView::widest(int column, int least, int most) const {
  const QFontMetricsF face =
      metrics({.size = 12, .weight = column == 0 ? present::Weight::SemiBold : present::Weight::Regular});
  double width =
      metrics({.size = 11.5F}).horizontalAdvance(model()->headerData(column, Qt::Horizontal).toString()) + 14;
  for (int row = 0; row < model()->rowCount(); ++row) {
    const QModelIndex at = model()->index(row, column);
    const int from = column == 0 && (m_order.groupAt(at) || m_order.isMember(at)) ? RunsDelegate::indent : 0;
    width = std::max(width, face.horizontalAdvance(at.data().toString()) + from);
  }
  return std::clamp(static_cast<int>(std::ceil(width)) + 12, scaled(least), scaled(most));
}

/// Names and differences get what they need first; what is left is shared out among all the others, and beyond a
/// comfortable width it goes to the differences, which are words and may stand in an empty space.
void RunsTableView::fit() {
  constexpr int mostEach = 36;
  constexpr int name = static_cast<int>(RunColumn::Name);
  constexpr int differs = static_cast<int>(RunColumn::Differs);
  constexpr int standing = static_cast<int>(RunColumn::Standing);
  setColumnHidden(static_cast<int>(RunColumn::Model), !m_order.runs().modelsDiffer());
  setColumnHidden(static_cast<int>(RunColumn::Dataset), !m_order.runs().datasetsDiffer());
  int others = 0;
  int count = 0;
  // A mean with its spread is wider than a figure.
  const bool hasGroups = m_order.grouped() && !m_order.groups().empty();
  const auto needed = [&](int section) {
    const auto column = static_cast<RunColumn>(section);
    const int width = std::max(scaled(widthOf(column)), headWidth(section));
    if (!hasGroups) return width;
    const bool loss = column == RunColumn::BestLoss;
    const bool percent = column == RunColumn::AccuracyAll || column == RunColumn::AccuracyKnown ||
                         column == RunColumn::ReciprocalRank || column == RunColumn::Test;
    return std::max(width, scaled(loss ? 98 : percent ? 80 : 0));
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
  shorten(forDiffers, scaled(leastDiffers));
  shorten(forNames, scaled(leastName));
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
