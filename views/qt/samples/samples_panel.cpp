// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/qt/samples/samples_panel.h"

#include <QClipboard>
#include <QEvent>
#include <QGuiApplication>
#include <QHeaderView>
#include <QMenu>
#include <QScopedValueRollback>
#include <QScrollBar>
#include <QSignalBlocker>
#include <algorithm>
#include <cmath>
#include <utility>

#include "model/core/text.h"
#include "views/qt/samples/filter_edit.h"
#include "views/qt/samples/samples_scene.h"
#include "views/qt/samples/samples_table.h"
#include "views/qt/samples/totals_table.h"
#include "views/qt/scene/export.h"
#include "views/qt/widgets/appearance.h"
#include "views/qt/widgets/compose.h"
#include "views/qt/widgets/controls.h"
#include "views/qt/widgets/text.h"

namespace sojourn::qt {

using session::Change;
using session::SampleColumn;

namespace {

constexpr int seedsWidth = 58;
constexpr int markSection = 2;  ///< right or wrong
constexpr int indexSection = 0, targetSection = 3, predictionSection = 4, rankSection = 6;
static_assert(shownSampleColumns[indexSection].column == SampleColumn::Index &&
              shownSampleColumns[markSection].column == SampleColumn::Correct &&
              shownSampleColumns[rankSection].column == SampleColumn::Rank &&
              shownSampleColumns[targetSection].column == SampleColumn::Target &&
              shownSampleColumns[predictionSection].column == SampleColumn::Prediction);

/// px as designed.
int columnWidth(int section) {
  return shownSampleColumns[static_cast<std::size_t>(section)].width;
}

}  // namespace

SamplesPanel::SamplesPanel(session::Workspace& workspace, QWidget* parent)
    : QWidget(parent),
      m_workspace(workspace),
      m_filter(new FilterEdit(workspace)),
      m_error(textLabel({}, {.name = "filterError", .wraps = true, .selectable = true, .margins = {8, 4, 8, 0}})),
      m_totals(new TotalsTable),
      m_table(new SamplesTableView),
      m_model(new SamplesModel(workspace, this)),
      m_edited(textLabel({}, {.name = "editedSample", .wraps = true, .margins = {8, 4, 8, 4}})),
      m_note(textLabel({}, {.name = "sampleNote", .wraps = true, .selectable = true, .margins = {8, 4, 8, 4}})),
      m_empty(new EmptyPanel(m_table->viewport())) {
  setFocusProxy(m_table);
  setAutoFillBackground(true);
  setBackgroundRole(QPalette::Base);
  m_filter->keepClear(m_error);
  for (QWidget* hidden : std::initializer_list<QWidget*>{m_error, m_edited, m_note, m_empty}) hidden->hide();
  connect(m_empty, &EmptyPanel::actionRequested, this, &SamplesPanel::actionRequested);
  setLayout(columnOf({rowOf({m_filter}, -1, {8, 8, 8, 0}), m_error, m_totals, m_edited, m_note, {m_table, 1}}, 0, {}));

  m_table->setModel(m_model);
  for (int section = 0; section < m_model->columnCount(); ++section)
    m_table->setColumnWidth(section, columnWidth(section));
  showSort();
  m_table->viewport()->installEventFilter(this);
  connect(m_table->horizontalHeader(), &QHeaderView::sectionResized, this, [this](int section) {
    // Only the mouse sets a width for good: another text size changes all of them, too.
    const bool byHand = !m_fitting && QGuiApplication::mouseButtons().testFlag(Qt::LeftButton);
    if (byHand && (section == targetSection || section == predictionSection)) m_widthsTaken = true;
  });
  connect(m_table->horizontalHeader(), &QHeaderView::sortIndicatorChanged, this, &SamplesPanel::sortBy);
  m_table->setContextMenuPolicy(Qt::CustomContextMenu);
  connect(m_table, &QWidget::customContextMenuRequested, this, &SamplesPanel::showMenu);
  connect(m_table, &SamplesTableView::rowChosen, this, [this](int row) { m_workspace.setRow(m_model->sampleAt(row)); });
  connect(Appearance::instance(), &Appearance::changed, this, [this] { updateFrom(session::Changes::all()); });
  updateFrom(session::Changes::all());
}

QString SamplesPanel::caption() const {
  if (!m_workspace.dataset()) return {};
  const auto shown = static_cast<long long>(m_workspace.samples().view().rows().size());
  const auto whole = static_cast<long long>(m_workspace.samples().table().size());
  const QString split = QLatin1String(splitName(m_workspace.split()));
  if (shown == whole) return QStringLiteral("%1, %2").arg(split, toText(groupThousands(whole)));
  return tr("%1, %2 of %3").arg(split, toText(groupThousands(shown)), toText(groupThousands(whole)));
}

void SamplesPanel::setEvaluations(const session::SeedEvaluations& evaluations) {
  m_evaluations = &evaluations;
  showStability();
}

void SamplesPanel::showStability() {
  const int before = m_model->columnCount();
  m_model->setStability(m_evaluations->stability());
  if (m_model->columnCount() <= before) return;
  // Where it is seen without scrolling: it was asked for.
  QHeaderView& header = *m_table->horizontalHeader();
  header.resizeSection(seedsSection, seedsWidth);
  header.moveSection(header.visualIndex(seedsSection), header.visualIndex(markSection) + 1);
}

void SamplesPanel::sortBy(int section, Qt::SortOrder order) {
  // The workspace sorts by what it knows of every sample; that of seeds is known of few.
  if (section < 0 || section >= seedsSection) return showSort();
  m_workspace.samples().setSort({.column = SamplesModel::column(section), .descending = order == Qt::DescendingOrder});
  // What it was sorted for stands at the top.
  m_table->scrollToTop();
}

void SamplesPanel::showSort() {
  const session::SampleSort sort = m_workspace.samples().view().sort();
  const QSignalBlocker quiet(m_table->horizontalHeader());
  for (int shown = 0; shown < seedsSection; ++shown)
    if (SamplesModel::column(shown) == sort.column)
      m_table->horizontalHeader()->setSortIndicator(shown, sort.descending ? Qt::DescendingOrder : Qt::AscendingOrder);
}

void SamplesPanel::updateFrom(session::Changes changes) {
  if (changes.hasAny({Change::RankStability, Change::Dataset, Change::SampleRows}) && m_evaluations) showStability();
  if (changes.hasAny({Change::Dataset, Change::SampleRows})) {
    const int at = m_table->verticalScrollBar()->value();
    m_model->reset();
    m_table->verticalScrollBar()->setValue(at);
  } else if (changes.hasAny({Change::Outcomes, Change::Names, Change::Model, Change::Notes})) {
    m_model->refreshCells();
  }
  if (changes.hasAny({Change::Dataset, Change::SampleRows, Change::Sample})) showRow();
  if (changes.hasAny({Change::Dataset, Change::SampleRows, Change::Outcomes, Change::Filter, Change::Model})) {
    session::Aggregates& aggregates = m_workspace.samples().aggregates();
    m_totals->setSummary({.totals = m_workspace.samples().view().totals(),
                          .filtered = !m_workspace.samples().filterText().empty(),
                          .filteredErrors = aggregates.distances(session::SampleScope::Filtered),
                          .wholeErrors = aggregates.distances(session::SampleScope::Split)});
    showEmpty();
  }
  if (changes.has(Change::SampleRows)) showSort();
  if (changes.hasAny({Change::Dataset, Change::Sample})) showEdited();
  if (changes.hasAny({Change::Dataset, Change::Sample, Change::Notes})) showNote();
  if (changes.hasAny({Change::Dataset, Change::Names})) {
    measureNames();
    fitNumbers();
    fitNames();
  }
  if (changes.has(Change::Filter)) {
    m_filter->refresh();
    const auto& error = m_workspace.samples().filterError();
    m_error->setVisible(error.has_value());
    if (error) m_error->setText(QStringLiteral("\u26A0 ") + toText(error->message));
  }
}

void SamplesPanel::showEmpty() {
  std::optional<present::EmptyState> state = noMatches(m_workspace);
  if (!m_workspace.dataset()) state = noDataset(m_workspace);
  if (!state) return m_empty->hide();
  m_empty->setGeometry(m_table->viewport()->rect());
  m_empty->show(*state);
}

void SamplesPanel::showNote() {
  const auto row = m_workspace.row();
  const session::SampleNote note = row ? m_workspace.notes().of(*row) : session::SampleNote();
  m_note->setVisible(!note.empty());
  if (note.empty()) return;
  QStringList parts;
  if (note.bookmarked) parts << tr("bookmarked");
  if (!note.text.empty()) parts << toText(escapeForDisplay(note.text, 240));
  QStringList tags;
  for (const std::string& tag : note.tags) tags << toText(escapeForDisplay(tag, 40));
  if (!tags.isEmpty()) parts << tr("tags %1").arg(tags.join(QStringLiteral(", ")));
  m_note->setText(tr("Sample %1: %2").arg(*row).arg(parts.join(QStringLiteral("; "))));
}

void SamplesPanel::showEdited() {
  const auto edited = m_workspace.edited() ? m_workspace.row() : std::nullopt;
  if (std::exchange(m_editedRow, edited) == edited) return;
  m_edited->setVisible(edited.has_value());
  if (edited) m_edited->setText(tr("Sample %1 is edited. Its row shows the record.").arg(*edited));
  m_model->refreshCells();
}

bool SamplesPanel::eventFilter(QObject* watched, QEvent* event) {
  if (watched == m_table->viewport() && event->type() == QEvent::Resize) {
    m_empty->setGeometry(m_table->viewport()->rect());
    fitNames();
  }
  return QWidget::eventFilter(watched, event);
}

void SamplesPanel::fitNames() {
  const int least = scaledPixels(75), mostWrapped = scaledPixels(120), most = scaledPixels(240);
  constexpr int besidesNames = 7;  // sections that stand in the dock without scrolling
  constexpr int padding = 10;
  int width = m_table->columnWidth(targetSection);
  if (!m_widthsTaken) {
    int room = m_table->viewport()->width();
    for (int section = 0; section < besidesNames; ++section)
      if (section != targetSection && section != predictionSection) room -= m_table->columnWidth(section);
    // Names in two lines matter more than the rank, which scrolling shows.
    const auto reach = [&](qreal name) { return static_cast<int>(std::ceil(name)) + padding; };
    const int wrapped = std::clamp(reach(m_widestWrapped), least, mostWrapped);
    width = std::clamp(room / 2, wrapped, std::max(wrapped, std::min(most, reach(m_widestName))));
    const QScopedValueRollback fitting(m_fitting, true);
    for (const int section : {targetSection, predictionSection}) m_table->setColumnWidth(section, width);
  }
  const bool wraps = m_widestName + padding > width;
  m_table->verticalHeader()->setDefaultSectionSize(
      scaledPixels(wraps ? SamplesDelegate::tallRow : SamplesDelegate::row));
}

void SamplesPanel::fitNumbers() {
  const auto& dataset = m_workspace.dataset();
  if (!dataset) return;
  const auto fit = [&](int section, std::size_t largest) {
    const qreal needed =
        metrics({.size = 12, .weight = present::Weight::Medium}).horizontalAdvance(QString::number(largest));
    const int width = std::max(scaledPixels(columnWidth(section)), static_cast<int>(std::ceil(needed)) + 10);
    m_table->setColumnWidth(section, width);
  };
  fit(indexSection, m_workspace.samples().table().size());
  fit(rankSection, static_cast<std::size_t>(dataset->numLocations));
}

void SamplesPanel::measureNames() {
  m_widestName = m_widestWrapped = 0;
  const auto& dataset = m_workspace.dataset();
  if (!dataset) return;
  const QFontMetricsF& face = metrics({.size = 12, .weight = present::Weight::Medium});
  const auto measure = [&](const std::string& given) {
    const QString name = toText(escapeForDisplay(given, 120));
    const qreal whole = face.horizontalAdvance(name);
    qreal wrapped = whole;
    for (qsizetype at = name.indexOf(QLatin1Char(' ')); at > 0; at = name.indexOf(QLatin1Char(' '), at + 1))
      wrapped =
          std::min(wrapped, std::max(face.horizontalAdvance(name.left(at)), face.horizontalAdvance(name.mid(at + 1))));
    m_widestName = std::max(m_widestName, whole);
    m_widestWrapped = std::max(m_widestWrapped, wrapped);
  };
  for (const auto& [location, name] : dataset->places.names()) measure(name);
  for (const auto& [location, name] : m_workspace.names().naming().given().places) measure(name);
}

void SamplesPanel::showMenu(QPoint onTable) {
  const QModelIndex cell = m_table->indexAt(onTable);
  if (!cell.isValid()) return;
  const session::SampleIndex sample = m_model->sampleAt(cell.row());
  QMenu menu(this);
  const auto copy = [](const QString& text) { QGuiApplication::clipboard()->setText(text); };
  const auto narrow = [this](const QString& term) {
    const QString filter = toText(m_workspace.samples().filterText());
    m_workspace.samples().setFilterText((filter.isEmpty() ? term : filter + QLatin1Char(' ') + term).toStdString());
  };
  QStringList row;
  for (int section = 0; section < m_model->columnCount(); ++section)
    row << m_model->index(cell.row(), section).data().toString();
  menu.addAction(tr("Copy value"), [copy, text = cell.data().toString()] { copy(tabSeparated(QStringList{text})); });
  menu.addAction(tr("Copy row"), [copy, row] { copy(tabSeparated(row)); });
  menu.addSeparator();
  Q_EMIT menuWanted(&menu, sample);
  menu.addSeparator();
  const session::SampleTable& samples = m_workspace.samples().table();
  menu.addAction(tr("Only this user"),
                 [narrow, user = samples.user(sample)] { narrow(QStringLiteral("user:%1").arg(user)); });
  menu.addAction(tr("Only this target"),
                 [narrow, place = samples.target(sample)] { narrow(QStringLiteral("target:%1").arg(place)); });
  if (m_evaluations && !m_evaluations->stability().empty()) {
    menu.addSeparator();
    menu.addAction(tr("Only samples on which seeds were compared"), [this] { showOnly(0); });
    menu.addAction(tr("Only samples on which most methods are unstable"), [this] { showOnly(0.5); });
  }
  menu.exec(m_table->viewport()->mapToGlobal(onTable));
}

/// The compared samples where a larger share of the methods than that is unstable; all compared ones for 0.
void SamplesPanel::showOnly(double share) {
  std::string filter;
  for (const auto& [row, found] : m_evaluations->stability()) {
    const auto unstable = static_cast<double>(found.unstable.size()), methods = static_cast<double>(found.methods);
    if (share == 0 || unstable > share * methods) filter += (filter.empty() ? "index:" : ",") + std::to_string(row);
  }
  if (!filter.empty()) return m_workspace.samples().setFilterText(filter);
  Q_EMIT said(tr("No compared sample has most methods unstable"));
}

void SamplesPanel::showRow() {
  const auto row = m_workspace.row();
  const auto position =
      row ? m_workspace.samples().view().positionOf(static_cast<session::SampleIndex>(*row)) : std::nullopt;
  if (!position) return m_table->setCurrentIndex({});
  const QModelIndex shown = m_model->index(static_cast<int>(*position), 0);
  if (m_table->currentIndex().row() == shown.row()) return;
  const int across = m_table->horizontalScrollBar()->value();
  // A row that is on screen stays where it is; one that comes from elsewhere gets its neighbours on both sides.
  const bool visible = m_table->viewport()->rect().contains(m_table->visualRect(shown));
  m_table->setCurrentIndex(shown);
  m_table->scrollTo(shown, visible ? QAbstractItemView::EnsureVisible : QAbstractItemView::PositionAtCenter);
  m_table->horizontalScrollBar()->setValue(across);
}

}  // namespace sojourn::qt
