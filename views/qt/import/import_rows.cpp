// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/qt/import/import_rows.h"

#include <QComboBox>
#include <QHeaderView>
#include <algorithm>

#include "model/core/text.h"
#include "model/data/records/columns.h"
#include "views/qt/widgets/appearance.h"
#include "views/qt/widgets/compose.h"
#include "views/qt/widgets/controls.h"
#include "views/qt/widgets/flat_table.h"
#include "views/qt/widgets/text.h"

namespace sojourn::qt {
namespace {

constexpr std::size_t longestCell = 60;
constexpr int widestColumn = 220;

bool isTable(InputFormat format) {
  return format == InputFormat::PointsCsv || format == InputFormat::CheckinsCsv || format == InputFormat::VisitsCsv;
}

QTableWidgetItem* cellOf(const std::string& text) {
  auto* cell = new QTableWidgetItem(toText(escapeForDisplay(text, longestCell)));
  cell->setFlags(Qt::ItemIsEnabled | Qt::ItemIsSelectable);
  return cell;
}

}  // namespace

ImportRows::ImportRows(session::ImportStudy& study, QWidget* parent) : QTableWidget(parent), m_study(study) {
  setObjectName(QStringLiteral("importRows"));
  makeFlat(*this);
  setAccessibleName(tr("First rows"));
}

void ImportRows::follow() {
  const auto& input = m_study.input();
  if (input == m_shown) return;
  m_shown = input;
  clear();
  setRowCount(0);
  setColumnCount(0);
  if (!input) return;
  const InputPreview& preview = input->preview;
  const int columns = static_cast<int>(preview.header.size());
  setColumnCount(columns + 1);
  QStringList titles;
  for (const std::string& name : preview.header) titles << toText(escapeForDisplay(name, longestCell));
  setHorizontalHeaderLabels(titles << tr("Becomes"));
  for (int column = 0; column <= columns; ++column)
    horizontalHeaderItem(column)->setTextAlignment(Qt::AlignLeft | Qt::AlignVCenter);
  setRowCount(static_cast<int>(preview.rows.size()) + 1);
  showMeanings();
  for (std::size_t row = 0; row < preview.rows.size(); ++row) {
    const std::string& became = row < preview.became.size() ? preview.became[row] : std::string();
    const auto& fields = preview.rows[row];
    for (int column = 0; column < columns; ++column) {
      const auto index = static_cast<std::size_t>(column);
      setItem(static_cast<int>(row) + 1, column, cellOf(index < fields.size() ? fields[index] : std::string()));
    }
    QTableWidgetItem* last = cellOf(became);
    last->setToolTip(toText(became));
    if (row < preview.isDropped.size() && preview.isDropped[row]) {
      last->setForeground(toColor(Appearance::theme().err));
      last->setBackground(toColor(Appearance::theme().errGround));
    }
    setItem(static_cast<int>(row) + 1, columns, last);
  }
  resizeColumnsToContents();
  for (int column = 0; column < columns; ++column)
    setColumnWidth(column, std::min(columnWidth(column), scaledPixels(widestColumn)));
  horizontalHeader()->setStretchLastSection(true);
}

void ImportRows::showMeanings() {
  const InputPreview& preview = m_shown->preview;
  const bool table = isTable(m_shown->settings.format);
  for (std::size_t i = 0; i < preview.header.size(); ++i) {
    auto* combo = new ElidingCombo;
    combo->setObjectName(QStringLiteral("meaning%1").arg(i));
    combo->setAccessibleName(tr("Meaning of column %1").arg(toText(escapeForDisplay(preview.header[i], longestCell))));
    combo->addItem(tr("Unused"));
    for (const std::string_view key : columnsReadBy(m_shown->settings.format)) combo->addItem(toText(key));
    if (!table) combo->addItem(toText(preview.header[i]));  // what a track's file says is given
    const auto meaning = std::ranges::find(preview.mapped, i, [](const auto& one) { return one.second; });
    const QString before = meaning == preview.mapped.end() ? QString() : toText(meaning->first);
    if (!before.isEmpty()) combo->setCurrentText(before);
    combo->setEnabled(table);
    connect(combo, &QComboBox::activated, this, [this, before, name = preview.header[i], combo](int index) {
      if (index > 0) return m_study.setColumn(combo->itemText(index).toStdString(), name);
      if (!before.isEmpty()) m_study.setColumn(before.toStdString(), {});
    });
    setCellWidget(0, static_cast<int>(i), combo);
  }
}

}  // namespace sojourn::qt
