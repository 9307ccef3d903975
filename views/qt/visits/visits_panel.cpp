// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/qt/visits/visits_panel.h"

#include <QButtonGroup>
#include <QItemSelection>
#include <QScopedValueRollback>
#include <QStackedWidget>
#include <QToolButton>
#include <algorithm>

#include "views/qt/visits/flag_line.h"
#include "views/qt/visits/visit_editor.h"
#include "views/qt/visits/visits_table.h"
#include "views/qt/visits/visits_text.h"
#include "views/qt/widgets/compose.h"
#include "views/qt/widgets/controls.h"
#include "views/qt/widgets/place_picker.h"
#include "views/qt/widgets/text.h"

namespace sojourn::qt {
namespace {

QToolButton* choice(const QString& text, const QString& what) {
  QToolButton* button = framedButton(text, "", present::Weight::Medium);
  button->setToolTip(what);
  button->setCheckable(true);
  return button;
}

}  // namespace

VisitsPanel::VisitsPanel(VisitEditor& editor, const CurrentSample& current, QWidget* parent)
    : QWidget(parent),
      m_editor(editor),
      m_model(new VisitsModel(editor, current, this)),
      m_table(new VisitsTableView(*m_model)),
      m_text(new VisitsText(editor)),
      m_flags(new FlagLine(editor.workspace(), editor.whatIf())),
      m_picker(new PlacePicker(this)),
      m_asTable(choice(tr("Table"), tr("One row per visit; press Enter or double-click to edit a cell"))),
      m_asText(choice(tr("Text"), tr("One line per visit; nothing changes until you apply it"))),
      m_pages(new QStackedWidget) {
  setAutoFillBackground(true);
  setBackgroundRole(QPalette::Light);
  auto* group = new QButtonGroup(this);
  group->addButton(m_asTable);
  group->addButton(m_asText);
  m_asTable->setChecked(true);
  m_pages->addWidget(m_table);
  m_pages->addWidget(m_text);
  setLayout(columnOf({rowOf({m_asTable, m_asText, spring()}, 0, {12, 6, 12, 6}), {m_pages, 1}, m_flags}, 0, {}));
  setFocusProxy(m_table);
  connect(group, &QButtonGroup::buttonClicked, this, [this] {
    QWidget* page = m_asText->isChecked() ? static_cast<QWidget*>(m_text) : m_table;
    m_pages->setCurrentWidget(page);
    setFocusProxy(page);
    page->setFocus(Qt::OtherFocusReason);
  });
  connect(&m_editor, &VisitEditor::refused, m_flags, &FlagLine::refuse);
  connect(&m_editor, &VisitEditor::accepted, m_flags, &FlagLine::forgive);
  connect(m_table, &VisitsTableView::placeWanted, this, &VisitsPanel::askPlace);
  connect(m_picker, &PlacePicker::picked, this, [this](LocationId location) {
    if (m_asked >= 0 && m_asked < m_model->rowCount())
      m_model->setData(m_model->index(m_asked, static_cast<int>(VisitColumn::Place)), location);
  });
  connect(m_table->selectionModel(), &QItemSelectionModel::selectionChanged, this, &VisitsPanel::select);
}

void VisitsPanel::askPlace(const QModelIndex& index) {
  m_asked = index.row();
  const Visit& visit = m_model->sequence().visits[static_cast<std::size_t>(index.row())];
  m_picker->open(session::placeChoices(m_editor.workspace(), visit.location), m_table->anchor(index));
}

/// The workspace selects one visit first and adds the others to it.
void VisitsPanel::select() {
  if (m_following) return;
  const QScopedValueRollback following(m_following, true);
  std::vector<int> rows;
  for (const QModelIndex& chosen : m_table->selectionModel()->selectedRows()) rows.push_back(chosen.row());
  if (rows.empty()) return m_editor.workspace().selection().clear();
  std::ranges::sort(rows);
  const auto current = std::ranges::find(rows, m_table->currentIndex().row());
  if (current != rows.end()) std::rotate(rows.begin(), current, current + 1);
  for (std::size_t i = 0; i < rows.size(); ++i) {
    const auto visit = static_cast<std::size_t>(rows[i]);
    const Focus focus{.visit = visit, .query = {}, .location = m_model->sequence().visits[visit].location, .head = {}};
    m_editor.workspace().selection().select(focus, i > 0);
  }
}

void VisitsPanel::updateSelection() {
  const VisitIndices visits = m_editor.selected();
  QItemSelection wanted;
  for (const std::size_t visit : visits) {
    const int row = static_cast<int>(visit);
    if (row < m_model->rowCount()) wanted.select(m_model->index(row, 0), m_model->index(row, visitColumns - 1));
  }
  QItemSelectionModel* chosen = m_table->selectionModel();
  chosen->select(wanted, QItemSelectionModel::ClearAndSelect);
  if (!visits.empty() && std::cmp_less(visits[0], m_model->rowCount())) {
    const int column = std::max(0, m_table->currentIndex().column());
    const QModelIndex first = m_model->index(static_cast<int>(visits[0]), column);
    chosen->setCurrentIndex(first, QItemSelectionModel::NoUpdate);
    m_table->scrollTo(first);
  }
}

void VisitsPanel::refresh() {
  if (!isVisible() || m_following) return;
  const QScopedValueRollback following(m_following, true);
  m_model->refresh();
  updateSelection();
  m_text->refresh();
  m_flags->refresh();
}

}  // namespace sojourn::qt
