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

}  // namespace

SceneTableModel::SceneTableModel(present::Table table, QObject* parent)
    : QAbstractTableModel(parent), m_table(std::move(table)) {}

int SceneTableModel::rowCount(const QModelIndex& parent) const {
  return parent.isValid() ? 0 : static_cast<int>(m_table.rows.size());
}
int SceneTableModel::columnCount(const QModelIndex& parent) const {
  return parent.isValid() ? 0 : static_cast<int>(m_table.columns.size());
}

QVariant SceneTableModel::data(const QModelIndex& index, int role) const {
  if (!index.isValid()) return {};
  const auto& row = m_table.rows[static_cast<std::size_t>(index.row())];
  const auto column = static_cast<std::size_t>(index.column());
  if (column >= row.size()) return {};
  const present::Table::Cell& cell = row[column];
  const bool number = std::holds_alternative<double>(cell);
  if (role == Qt::DisplayRole) return toText(cellText(cell));
  if (role == Qt::TextAlignmentRole)
    return QVariant::fromValue(Qt::Alignment(Qt::AlignVCenter | (number ? Qt::AlignRight : Qt::AlignLeft)));
  if (role == sortRole)
    return number ? QVariant(std::get<double>(cell)) : QVariant(toText(std::get<std::string>(cell)));
  return {};
}

QVariant SceneTableModel::headerData(int section, Qt::Orientation orientation, int role) const {
  if (role != Qt::DisplayRole) return {};
  if (orientation == Qt::Vertical) return section + 1;
  const auto column = static_cast<std::size_t>(section);
  return column < m_table.columns.size() ? QVariant(toText(sojourn::tr(m_table.columns[column]))) : QVariant();
}

TableDialog::TableDialog(const QString& title, const QString& caption, present::Table table, QWidget* parent)
    : QDialog(parent), m_model(new SceneTableModel(std::move(table), this)), m_view(new QTableView) {
  setAttribute(Qt::WA_DeleteOnClose);
  setWindowTitle(title + tr(" as a table"));
  auto* sorted = new QSortFilterProxyModel(this);
  sorted->setSourceModel(m_model);
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
          [this] { QGuiApplication::clipboard()->setText(tabSeparated(m_model->table())); });
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
