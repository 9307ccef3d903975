// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/qt/import/import_rows.h"

#include <QComboBox>
#include <QHeaderView>
#include <QSignalBlocker>
#include <QTableWidget>
#include <algorithm>
#include <cmath>

#include "model/core/text.h"
#include "model/data/records/columns.h"
#include "model/data/records/row_checks.h"
#include "views/present/import/import_views.h"
#include "views/present/scene/format.h"
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
  if (fieldNumber(text)) cell->setTextAlignment(Qt::AlignRight | Qt::AlignVCenter);
  return cell;
}

/// What becomes of a row, or why it is dropped.
QString reasonOf(const PreviewRow& row) {
  if (row.dropped == DropReason::None || row.dropped == DropReason::Duplicate) return toText(row.became);
  return ImportRows::tr("dropped: %1").arg(
      toText(present::leavingReason(std::string(nameIn(dropReasonNames, row.dropped)))));
}

}  // namespace

ImportRows::ImportRows(session::ImportStudy& study, QWidget* parent)
    : QWidget(parent),
      m_study(study),
      m_choices(narrowCombo("importRowChoice", tr("Which rows"), 44)),
      m_table(new QTableWidget) {
  m_table->setObjectName(QStringLiteral("importRows"));
  makeFlat(*m_table);
  m_table->setAccessibleName(tr("Rows"));
  m_choices->setToolTip(tr("A click on a user, or on a reason in What stays, brings its rows, too"));
  connect(m_choices, &QComboBox::activated, this, [this](int index) {
    const QStringList choice = m_choices->itemData(index).toStringList();
    m_study.listRows({choice.at(0).toStdString(), choice.at(1).toStdString()});
  });
  connect(m_table, &QTableWidget::currentCellChanged, this, [this](int row) { chooseRow(row); });
  setLayout(columnOf({rowOf({m_choices, spring()}, 8, {12, 4, 12, 4}), {m_table, 1}}, 0, {}));
  refresh();
}

void ImportRows::refresh() {
  showChoices();
  const Shown now{m_study.input(), m_study.rowList(), m_study.rowChoice() == session::ImportRowChoice()};
  if (now == m_shown) return;
  m_shown = now;
  showRows();
  Q_EMIT positionChosen(std::nullopt);
}

void ImportRows::showChoices() {
  // Not while it may be open and nothing of it differs.
  if (m_choices->count() > 0 && m_counted == m_study.trials() && m_listed == m_study.rowChoice()) return;
  m_counted = m_study.trials();
  m_listed = m_study.rowChoice();
  const QSignalBlocker quiet(m_choices);
  const session::ImportRowChoice& chosen = m_study.rowChoice();
  m_choices->clear();
  const auto add = [&](const QString& title, const session::ImportRowChoice& choice) {
    m_choices->addItem(title, QStringList{toText(choice.user), toText(choice.reason)});
    if (choice == chosen) m_choices->setCurrentIndex(m_choices->count() - 1);
  };
  add(tr("First rows"), {});
  if (!chosen.user.empty()) add(tr("Rows of %1").arg(toText(escapeForDisplay(chosen.user, longestCell))), chosen);
  if (const auto& trials = m_study.trials()) {
    for (const FunnelStep& step : trials->chosen.funnel)
      for (const auto& [key, rows] : step.reasons)
        add(tr("%1: %2").arg(toText(present::leavingReason(key)),
                             toText(present::grouped(static_cast<std::size_t>(rows)))),
            {.user = {}, .reason = key});
  }
  // A reason that takes no row any more stays chosen, and its list is empty.
  if (!chosen.reason.empty() && m_choices->currentData().toStringList().value(1) != toText(chosen.reason))
    add(tr("%1: %2").arg(toText(present::leavingReason(chosen.reason)), QStringLiteral("0")), chosen);
  m_choices->setEnabled(m_choices->count() > 1);
}

void ImportRows::showRows() {
  const QSignalBlocker quiet(m_table);
  m_table->clear();
  m_table->clearSpans();
  m_table->setRowCount(0);
  m_table->setColumnCount(0);
  if (!m_shown.input || (!m_shown.first && !m_shown.list)) return;
  const InputPreview& preview = m_shown.input->preview;
  const auto& header = m_shown.first ? preview.header : m_shown.list->header;
  const auto& rows = m_shown.first ? preview.rows : m_shown.list->rows;
  const bool ofInput = m_study.rowChoice().ofInput();
  const bool reasonAbove = ofInput && !m_study.rowChoice().reason.empty();
  // The line in its file, the fields, and what becomes of them.
  const int columns = static_cast<int>(header.size()) + (ofInput ? 1 : 0) + (ofInput && !reasonAbove ? 1 : 0);
  m_table->setColumnCount(columns);
  QStringList titles;
  if (ofInput) titles << tr("Line");
  for (const std::string& name : header) titles << toText(escapeForDisplay(name, longestCell));
  if (ofInput && !reasonAbove) titles << tr("Becomes");
  m_table->setHorizontalHeaderLabels(titles);
  for (int column = 0; column < columns; ++column)
    m_table->horizontalHeaderItem(column)->setTextAlignment(Qt::AlignLeft | Qt::AlignVCenter);
  int next = 0;
  if (m_shown.first) {
    m_table->setRowCount(++next);
    showMeanings(preview);
  }
  for (const PreviewRow& row : rows) {
    m_table->setRowCount(next + (reasonAbove ? 2 : 1));
    if (reasonAbove) {
      auto* reason = new QTableWidgetItem(QStringLiteral("\u2715 ") + reasonOf(row) +
                                          (row.file.empty() ? QString() : QStringLiteral("  ") + toText(row.file)));
      reason->setForeground(toColor(Appearance::theme().err));
      reason->setFlags(Qt::ItemIsEnabled);
      m_table->setItem(next, 0, reason);
      m_table->setSpan(next++, 0, 1, columns);
    }
    showRow(next++, row, reasonAbove);
  }
  m_table->resizeColumnsToContents();
  for (int column = 0; column < columns; ++column) {
    const auto* meaning = m_shown.first ? qobject_cast<QComboBox*>(m_table->cellWidget(0, column)) : nullptr;
    constexpr int ofArrow = 46;
    const int least = meaning ? meaning->fontMetrics().horizontalAdvance(meaning->currentText()) + ofArrow : 0;
    m_table->setColumnWidth(column, std::clamp(m_table->columnWidth(column), std::min(least, scaledPixels(widestColumn)),
                                               scaledPixels(widestColumn)));
  }
  m_table->horizontalHeader()->setStretchLastSection(true);
}

void ImportRows::showRow(int row, const PreviewRow& shown, bool reasonAbove) {
  const bool ofInput = m_study.rowChoice().ofInput();
  int column = 0;
  if (ofInput) {
    auto* line = cellOf(std::to_string(shown.line));
    line->setForeground(toColor(Appearance::theme().text2));
    line->setToolTip(toText(shown.file));
    m_table->setItem(row, column++, line);
  }
  const int fields = static_cast<int>(m_shown.first ? m_shown.input->preview.header.size()
                                                    : m_shown.list->header.size());
  for (int i = 0; i < fields; ++i, ++column) {
    const auto index = static_cast<std::size_t>(i);
    QTableWidgetItem* cell = cellOf(index < shown.fields.size() ? shown.fields[index] : std::string());
    if (std::ranges::find(shown.wrong, index) != shown.wrong.end()) {
      cell->setForeground(toColor(Appearance::theme().err));
      cell->setBackground(toColor(Appearance::theme().errGround));
      cell->setToolTip(reasonOf(shown));
    }
    m_table->setItem(row, column, cell);
  }
  if (!ofInput || reasonAbove) return;
  QTableWidgetItem* last = cellOf(reasonOf(shown).toStdString());
  last->setToolTip(reasonOf(shown));
  if (shown.dropped != DropReason::None) last->setForeground(toColor(Appearance::theme().err));
  m_table->setItem(row, column, last);
}

void ImportRows::showMeanings(const InputPreview& preview) {
  const bool table = isTable(m_shown.input->settings.format);
  for (std::size_t i = 0; i < preview.header.size(); ++i) {
    auto* combo = new ElidingCombo;
    combo->setObjectName(QStringLiteral("meaning%1").arg(i));
    combo->setAccessibleName(tr("Meaning of column %1").arg(toText(escapeForDisplay(preview.header[i], longestCell))));
    combo->addItem(tr("Unused"));
    for (const std::string_view key : columnsReadBy(m_shown.input->settings.format)) combo->addItem(toText(key));
    if (!table) combo->addItem(toText(preview.header[i]));  // what a track's file says is given
    const auto meaning = std::ranges::find(preview.mapped, i, [](const auto& one) { return one.second; });
    const QString before = meaning == preview.mapped.end() ? QString() : toText(meaning->first);
    if (!before.isEmpty()) combo->setCurrentText(before);
    combo->setEnabled(table);
    connect(combo, &QComboBox::activated, this, [this, before, name = preview.header[i], combo](int index) {
      if (index > 0) return m_study.setColumn(combo->itemText(index).toStdString(), name);
      if (!before.isEmpty()) m_study.setColumn(before.toStdString(), {});
    });
    m_table->setCellWidget(0, static_cast<int>(i) + 1, combo);
  }
}

void ImportRows::chooseRow(int row) {
  if (!m_shown.input || row < 0) return;
  const auto& header = m_shown.first || !m_shown.list ? m_shown.input->preview.header : m_shown.list->header;
  const auto& mapped = m_shown.input->preview.mapped;
  const bool ofInput = m_study.rowChoice().ofInput();
  const auto numberAt = [&](const char* key, std::size_t ofStay) -> std::optional<double> {
    const auto known = mapped.find(key);
    if (ofInput && known == mapped.end()) return std::nullopt;
    const std::size_t field = ofInput ? known->second : header.size() - ofStay;
    const QTableWidgetItem* cell = m_table->item(row, static_cast<int>(field) + (ofInput ? 1 : 0));
    return cell ? fieldNumber(cell->text().toStdString(), true) : std::nullopt;
  };
  const auto latitude = numberAt("lat", 2), longitude = numberAt("lon", 1);
  constexpr double mostNorth = 85;  // of the map
  if (latitude && longitude && std::abs(*latitude) <= mostNorth && std::abs(*longitude) <= 180)
    Q_EMIT positionChosen(Coordinates{*latitude, *longitude});
}

}  // namespace sojourn::qt
