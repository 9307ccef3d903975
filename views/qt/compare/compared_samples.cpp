// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/qt/compare/compared_samples.h"

#include <QEvent>
#include <QHeaderView>
#include <QScrollBar>
#include <algorithm>
#include <cmath>

#include "model/core/text.h"
#include "model/core/translation.h"
#include "views/present/compare/compare_views.h"
#include "views/present/samples/sample_text.h"
#include "views/present/scene/format.h"
#include "views/qt/samples/filter_edit.h"
#include "views/qt/samples/samples_table.h"
#include "views/qt/widgets/appearance.h"
#include "views/qt/widgets/compose.h"
#include "views/qt/widgets/text.h"

namespace sojourn::qt {

using session::Change;
using session::SampleColumn;
using session::SampleIndex;

namespace {

constexpr int lengthSection = 1;
/// px at normal text size.
constexpr int lengthWidth = 34, leastName = 64;

bool saysText(int role) {
  return role == Qt::DisplayRole || role == Qt::AccessibleTextRole || role == Qt::ToolTipRole;
}

/// P of the target; NaN where the model gives none.
double targetP(const session::ModelComparisons& comparisons, std::size_t model, SampleIndex sample) {
  const auto& answers = comparisons.models()[model].answers;
  return answers && answers->probabilities ? static_cast<double>((*answers->outcomes)[sample].targetProbability)
                                           : present::Table::absent;
}

}  // namespace

ComparedSamplesModel::ComparedSamplesModel(const session::Workspace& workspace,
                                           const session::ModelComparisons& comparisons, QObject* parent)
    : QAbstractTableModel(parent), m_workspace(workspace), m_comparisons(comparisons) {
  reset();
}

void ComparedSamplesModel::reset() {
  beginResetModel();
  m_rows = static_cast<int>(m_workspace.samples().view().rows().size());
  m_models = static_cast<int>(m_comparisons.models().size());
  endResetModel();
}

SampleIndex ComparedSamplesModel::sampleAt(int row) const {
  const auto rows = m_workspace.samples().view().rows();
  return rows[std::min(static_cast<std::size_t>(row), rows.size() - 1)];
}

QVariant ComparedSamplesModel::data(const QModelIndex& index, int role) const {
  if (!index.isValid() || index.row() >= m_rows || m_workspace.samples().view().rows().empty() ||
      static_cast<std::size_t>(m_models) != m_comparisons.models().size())
    return {};
  const SampleIndex sample = sampleAt(index.row());
  const int section = index.column();
  if (const auto column = recordColumn(section)) {
    const present::SampleCells cells =
        *column == SampleColumn::Target ? present::SampleCells::Name : present::SampleCells::Number;
    if (role == CellsRole) return static_cast<int>(cells);
    if (role == QuietRole) return *column == SampleColumn::Length;
    if (role == Qt::TextAlignmentRole) return alignmentOf(cells);
    return saysText(role) ? toText(sampleCell(m_workspace, sample, *column)) : QVariant();
  }
  if (role == Qt::TextAlignmentRole) return alignmentOf(present::SampleCells::Number);
  if (section == m_models + 3) {
    const auto [first, second] = m_comparisons.pair();
    const double change = m_models < 2 ? present::Table::absent
                                       : targetP(m_comparisons, first, sample) - targetP(m_comparisons, second, sample);
    if (role == CellsRole) return static_cast<int>(present::SampleCells::Number);
    if (role == ChangeRole) return change;
    return saysText(role) && std::isfinite(change) ? toText(present::signedProbability(change)) : QVariant();
  }
  const session::ComparedState& model = m_comparisons.models()[static_cast<std::size_t>(section - 2)];
  if (!model.answers || sample >= model.answers->outcomes->size()) return {};
  const Outcome& outcome = (*model.answers->outcomes)[sample];
  if (role == CellsRole) return static_cast<int>(present::SampleCells::Mark);
  if (role == RightRole) return outcome.rank == 1;
  if (role == Qt::ToolTipRole)
    return tr("%1: %2, rank of the target %3")
        .arg(toText(session::modelLetter(static_cast<std::size_t>(section - 2))),
             toText(m_workspace.names().naming().name(outcome.prediction, m_workspace.samples().table().user(sample)))
                 .toHtmlEscaped(),
             outcome.rank > 0 ? QString::number(outcome.rank) : tr("not listed"));
  return saysText(role) ? outcome.rank == 1 ? tr("right") : tr("wrong") : QVariant();
}

std::optional<SampleColumn> ComparedSamplesModel::recordColumn(int section) const {
  if (section == 0) return SampleColumn::Index;
  if (section == 1) return SampleColumn::Length;
  return section == m_models + 2 ? std::optional(SampleColumn::Target) : std::nullopt;
}

QVariant ComparedSamplesModel::headerData(int section, Qt::Orientation orientation, int role) const {
  if (orientation == Qt::Vertical || section < 0 || section >= columnCount()) return {};
  const auto column = recordColumn(section);
  if (role == Qt::TextAlignmentRole)
    return alignmentOf(column == SampleColumn::Target ? present::SampleCells::Name : present::SampleCells::Number);
  if (!saysText(role)) return {};
  const bool shown = role == Qt::DisplayRole;
  if (column) return toText(sojourn::tr(shown ? session::columnTitle(*column) : session::columnDescription(*column)));
  const auto [first, second] = m_comparisons.pair();
  const QString pair = toText(session::modelLetter(first) + " \u2212 " + session::modelLetter(second));
  if (section == m_models + 3) return shown ? tr("P, %1").arg(pair) : tr("P of the target, %1").arg(pair);
  const QString letter = toText(session::modelLetter(static_cast<std::size_t>(section - 2)));
  return shown ? letter : tr("whether the first place of model %1 is the target").arg(letter);
}

ComparedSamples::ComparedSamples(session::Workspace& workspace, const session::ModelComparisons& comparisons,
                                 QWidget* parent)
    : QWidget(parent),
      m_workspace(workspace),
      m_comparisons(comparisons),
      m_filter(new FilterEdit(workspace)),
      m_error(
          textLabel({}, {.name = "comparedFilterError", .wraps = true, .selectable = true, .margins = {8, 4, 8, 0}})),
      m_table(new SamplesTableView),
      m_model(new ComparedSamplesModel(workspace, comparisons, this)) {
  setFocusProxy(m_table);
  setAutoFillBackground(true);
  setBackgroundRole(QPalette::Base);
  m_error->hide();
  m_filter->keepClear(m_error);
  m_filter->setPlaceholderText(tr("Filter, e.g. A:right B:wrong"));
  m_table->setModel(m_model);
  m_table->horizontalHeader()->setSortIndicatorShown(false);
  setLayout(columnOf({rowOf({m_filter}, -1, {8, 8, 8, 4}), m_error, {m_table, 1}}, 0, {}));
  connect(m_table, &SamplesTableView::rowChosen, this, [this](int row) { m_workspace.setRow(m_model->sampleAt(row)); });
  connect(Appearance::instance(), &Appearance::changed, this, [this] { updateFrom(session::Changes::all()); });
  updateFrom(session::Changes::all());
  m_table->viewport()->installEventFilter(this);
}

QString ComparedSamples::caption() const {
  const auto shown = static_cast<long long>(m_workspace.samples().view().rows().size());
  const auto whole = static_cast<long long>(m_workspace.samples().table().size());
  if (shown == whole)
    return QStringLiteral("%1, %2").arg(QLatin1String(splitName(m_workspace.split())), toText(groupThousands(whole)));
  return tr("%1, %2 of %3")
      .arg(QLatin1String(splitName(m_workspace.split())), toText(groupThousands(shown)), toText(groupThousands(whole)));
}

void ComparedSamples::updateFrom(session::Changes changes) {
  const bool models = m_model->columnCount() != static_cast<int>(m_comparisons.models().size()) + 4;
  if (changes.hasAny({Change::Dataset, Change::SampleRows}) || models) {
    const int at = m_table->verticalScrollBar()->value();
    m_model->reset();
    m_table->verticalScrollBar()->setValue(at);
    fitColumns();
  } else if (changes.hasAny({Change::Outcomes, Change::Names, Change::Model, Change::Comparison})) {
    m_model->refreshCells();
    Q_EMIT m_model->headerDataChanged(Qt::Horizontal, 0, m_model->columnCount() - 1);
  }
  if (changes.hasAny({Change::Dataset, Change::SampleRows, Change::Sample}) || models) showRow();
  if (!changes.has(Change::Filter)) return;
  m_filter->refresh();
  const auto& error = m_workspace.samples().filterError();
  m_error->setVisible(error.has_value());
  if (error) m_error->setText(QStringLiteral("\u26A0 ") + toText(error->message));
}

void ComparedSamples::fitColumns() {
  const int last = m_model->columnCount() - 1;
  for (int section = 0; section <= last; ++section) {
    const int width = section == 0 ? 50 : m_model->isMark(section) ? 24 : section == last ? 66 : lengthWidth;
    m_table->setColumnWidth(section, scaledPixels(width));
  }
  m_table->horizontalHeader()->setStretchLastSection(false);
  fitTarget();
}

/// What the other columns leave; the lengths go before a name does, then the table scrolls.
void ComparedSamples::fitTarget() {
  const int target = m_model->columnCount() - 2, length = scaledPixels(lengthWidth), least = scaledPixels(leastName);
  int room = m_table->viewport()->width();
  for (int section = 0; section < m_model->columnCount(); ++section)
    if (section != lengthSection && section != target) room -= m_table->columnWidth(section);
  const bool lengths = room - length >= least;
  m_table->setColumnHidden(lengthSection, !lengths);
  m_table->setColumnWidth(target, std::max(least, lengths ? room - length : room));
}

bool ComparedSamples::eventFilter(QObject* watched, QEvent* event) {
  if (event->type() == QEvent::Resize) fitTarget();
  return QWidget::eventFilter(watched, event);
}

void ComparedSamples::showRow() {
  const auto row = m_workspace.row();
  const auto position = row ? m_workspace.samples().view().positionOf(static_cast<SampleIndex>(*row)) : std::nullopt;
  if (!position) return m_table->setCurrentIndex({});
  const QModelIndex shown = m_model->index(static_cast<int>(*position), 0);
  if (m_table->currentIndex().row() == shown.row()) return;
  m_table->setCurrentIndex(shown);
  m_table->scrollTo(shown, QAbstractItemView::EnsureVisible);
}

present::ViewContent ComparedSamples::scene() const {
  constexpr std::size_t mostShown = 40;
  constexpr float line = 20, mark = 26;
  const auto rows = m_workspace.samples().view().rows();
  const auto& models = m_comparisons.models();
  present::Scene scene;
  scene.size = scene.contentSize = {420, 30 + line * static_cast<float>(std::min(rows.size(), mostShown))};
  const present::Theme& theme = Appearance::theme();
  const present::Canvas canvas{.size = scene.size, .theme = theme, .text = measurer()};
  present::SceneBuilder builder(scene, canvas);
  scene.caption = caption().toStdString();
  scene.table.columns = {"index", "user", "length", "target", "target_name"};
  for (std::size_t m = 0; m < models.size(); ++m) {
    for (const char* figure : {"_prediction", "_rank", "_target_probability"})
      scene.table.columns.push_back(session::modelLetter(m) + figure);
    present::paintModelMark(builder, {100 + mark * static_cast<float>(m), 4}, m);
  }
  builder.text({8, 4, 90, 18}, sojourn::tr("Index"), theme.text2, present::smallFont);
  const session::SampleTable& samples = m_workspace.samples().table();
  for (std::size_t i = 0; i < rows.size(); ++i) {
    const SampleIndex row = rows[i];
    const std::string target = sampleCell(m_workspace, row, SampleColumn::Target);
    scene.table.add(row, samples.user(row), samples.length(row), samples.target(row), target);
    const float y = 26 + line * static_cast<float>(i);
    if (i < mostShown) builder.text({8, y, 60, line}, std::to_string(row), theme.text, present::textFont);
    for (std::size_t m = 0; m < models.size(); ++m) {
      const auto& answers = models[m].answers;
      if (!answers || row >= answers->outcomes->size()) {
        scene.table.extend(present::Table::absent, present::Table::absent, present::Table::absent);
        continue;
      }
      const Outcome& outcome = (*answers->outcomes)[row];
      scene.table.extend(outcome.prediction,
                         outcome.rank > 0 ? static_cast<double>(outcome.rank) : present::Table::absent,
                         targetP(m_comparisons, m, row));
      if (i < mostShown)
        builder.icon({100 + mark * static_cast<float>(m), y + 2, 16, 16}, outcome.rank == 1 ? "check" : "cross",
                     outcome.rank == 1 ? theme.ok : theme.err);
    }
    if (i < mostShown) {
      const float left = 108 + mark * static_cast<float>(models.size());
      builder.text({left, y, scene.size.width - left - 8, line}, target, theme.text, present::textFont);
    }
  }
  scene.summary = tr("Samples with the marks of %1 models.").arg(models.size()).toStdString();
  return scene;
}

}  // namespace sojourn::qt
