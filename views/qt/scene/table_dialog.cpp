// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/qt/scene/table_dialog.h"

#include <QClipboard>
#include <QDialogButtonBox>
#include <QGuiApplication>
#include <QHeaderView>
#include <QLabel>
#include <QPushButton>
#include <QScreen>
#include <QShortcut>
#include <QSortFilterProxyModel>
#include <QStandardItemModel>
#include <QStyle>
#include <QTableView>
#include <QVBoxLayout>
#include <algorithm>
#include <set>

#include "model/core/translation.h"
#include "views/qt/scene/export.h"
#include "views/qt/widgets/text.h"

namespace sojourn::qt {
namespace {

constexpr int sortRole = Qt::UserRole;
constexpr QSize leastSize(720, 480);

QStandardItem* itemOf(const present::Table::Cell& cell) {
  const auto* number = std::get_if<double>(&cell);
  auto* item = new QStandardItem(toText(cellText(cell)));
  item->setData(number ? QVariant(*number) : QVariant(item->text()), sortRole);
  item->setTextAlignment(Qt::AlignVCenter | (number ? Qt::AlignRight : Qt::AlignLeft));
  item->setEditable(false);
  return item;
}

/// Of the cells as they are, unrounded.
QStandardItemModel* modelOf(const present::Table& table, QObject* parent) {
  auto* model = new QStandardItemModel(parent);
  QStringList heads;
  for (const std::string& column : table.columns) heads << toText(sojourn::tr(column));
  model->setHorizontalHeaderLabels(heads);
  for (const auto& row : table.rows) {
    QList<QStandardItem*> items;
    for (const present::Table::Cell& cell : row) items << itemOf(cell);
    model->appendRow(items);
  }
  return model;
}

}  // namespace

TableDialog::TableDialog(const QString& title, const QString& caption, present::Table table, QWidget* parent)
    : QDialog(parent), m_table(std::move(table)), m_view(new QTableView) {
  setAttribute(Qt::WA_DeleteOnClose);
  setWindowTitle(title + tr(" as a table"));
  auto* sorted = new QSortFilterProxyModel(this);
  sorted->setSourceModel(modelOf(m_table, this));
  sorted->setSortRole(sortRole);
  m_view->setModel(sorted);
  m_view->setSortingEnabled(true);
  m_view->sortByColumn(-1, Qt::AscendingOrder);
  m_view->setAccessibleName(title);
  m_view->setFrameShape(QFrame::NoFrame);
  m_view->verticalHeader()->setDefaultSectionSize(24);
  m_view->horizontalHeader()->setDefaultAlignment(Qt::AlignLeft | Qt::AlignVCenter);
  m_view->resizeColumnsToContents();
  m_view->setTabKeyNavigation(false);

  auto* scope = new QLabel(caption);
  scope->setTextFormat(Qt::PlainText);
  scope->setTextInteractionFlags(Qt::TextSelectableByMouse);
  auto* buttons = new QDialogButtonBox(QDialogButtonBox::Close);
  QPushButton* copyAll = buttons->addButton(tr("Copy all"), QDialogButtonBox::ActionRole);
  QPushButton* save = buttons->addButton(tr("Save as…"), QDialogButtonBox::ActionRole);
  connect(copyAll, &QPushButton::clicked, this,
          [this] { QGuiApplication::clipboard()->setText(tabSeparated(m_table)); });
  connect(save, &QPushButton::clicked, this, &TableDialog::saveWanted);
  connect(buttons, &QDialogButtonBox::rejected, this, &QDialog::close);
  connect(new QShortcut(QKeySequence::Copy, m_view), &QShortcut::activated, this, &TableDialog::copySelection);

  auto* column = new QVBoxLayout(this);
  column->addWidget(scope);
  column->addWidget(m_view, 1);
  column->addWidget(buttons);
  // All columns where the screen has room for them: a number that is cut at the edge is a wrong one.
  const int columns = m_view->horizontalHeader()->length() + m_view->verticalHeader()->sizeHint().width();
  const int around = 2 * m_view->frameWidth() + column->contentsMargins().left() + column->contentsMargins().right() +
                     style()->pixelMetric(QStyle::PM_ScrollBarExtent);
  const int most = screen()->availableSize().width() * 9 / 10;
  resize(std::max(leastSize.width(), std::min(columns + around, most)), leastSize.height());
}

void TableDialog::copySelection() {
  const QModelIndexList chosen = m_view->selectionModel()->selectedIndexes();
  std::set<int> rows;
  std::set<int> columns;
  for (const QModelIndex& index : chosen) rows.insert(index.row()), columns.insert(index.column());
  QStringList lines;
  for (const int row : rows) {
    QStringList cells;
    for (const int column : columns) {
      const QModelIndex index = m_view->model()->index(row, column);
      cells << (chosen.contains(index) ? index.data().toString() : QString());
    }
    lines << tabSeparated(cells);
  }
  QGuiApplication::clipboard()->setText(lines.join(QLatin1Char('\n')));
}

}  // namespace sojourn::qt
