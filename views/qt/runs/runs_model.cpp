// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/qt/runs/runs_model.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "model/core/text.h"
#include "model/core/translation.h"
#include "views/present/runs/run_colors.h"
#include "views/present/runs/run_figures.h"
#include "views/qt/widgets/text.h"
#include "views/session/runs/run_figures.h"

namespace sojourn::qt {

using session::RunStanding;

namespace {

const QString none = QStringLiteral("\u2013");

present::RunFigureLabels wordsOf(RunColumn column) {
  switch (column) {
    case RunColumn::Name:
      return {"Run", "Check a run to see it in the curves; F2 renames it"};
    case RunColumn::Standing:
      return {"State", "What the trainer is doing, or how the run ended"};
    case RunColumn::Model:
      return {"Model", "The kind of network that is trained"};
    case RunColumn::Dataset:
      return {"Dataset", "What it is trained on"};
    case RunColumn::Differs:
      return {"Differs", "Settings in which its configuration differs from that of the comparison's reference"};
    case RunColumn::LossCurve:
      return {"Validation loss", "Validation loss by epoch; the dot is the lowest. Each curve has its own scale"};
    default:
      return present::runFigureLabels(*figureOf(column));
  }
}

RunColumn columnOf(int section) {
  return static_cast<RunColumn>(section);
}

bool isLeft(RunColumn column) {
  return column == RunColumn::Name || column == RunColumn::Standing || column == RunColumn::Model ||
         column == RunColumn::Dataset || column == RunColumn::Differs || column == RunColumn::LossCurve;
}

QString rich(const QString& plain) {
  return QStringLiteral("<p>") + plain.toHtmlEscaped() + QStringLiteral("</p>");
}

}  // namespace

std::optional<RunFigure> figureOf(RunColumn column) {
  switch (column) {
    case RunColumn::Epoch:
      return RunFigure::Epoch;
    case RunColumn::BestEpoch:
      return RunFigure::BestEpoch;
    case RunColumn::LossCurve:
    case RunColumn::BestLoss:
      return RunFigure::LowestLoss;
    case RunColumn::AccuracyAll:
      return RunFigure::AccuracyAll;
    case RunColumn::AccuracyKnown:
      return RunFigure::AccuracyKnown;
    case RunColumn::ReciprocalRank:
      return RunFigure::ReciprocalRank;
    case RunColumn::Test:
      return RunFigure::TestAccuracy;
    case RunColumn::Time:
      return RunFigure::Seconds;
    case RunColumn::Left:
      return RunFigure::SecondsLeft;
    default:
      return std::nullopt;
  }
}

std::optional<double> runFigure(const RunsModel::Line& line, RunColumn column) {
  const auto figure = figureOf(column);
  return figure ? session::runFigure(*line.run, line.digest, line.revealed, *figure) : std::nullopt;
}

QString runFigureText(RunColumn column, std::optional<double> figure) {
  const auto kind = figureOf(column);
  return kind ? toText(present::runFigureText(*kind, figure)) : none;
}

Qt::Alignment runColumnAlignment(RunColumn column) {
  return Qt::AlignVCenter | (isLeft(column) ? Qt::AlignLeft : Qt::AlignRight);
}

QString spanText(std::optional<double> seconds) {
  return toText(present::spanText(seconds));
}

RunsModel::RunsModel(session::RunLibrary& library, session::RunComparison& comparison, QObject* parent)
    : QAbstractTableModel(parent), m_library(library), m_comparison(comparison) {
  follow();
}

int RunsModel::rowCount(const QModelIndex& parent) const {
  return parent.isValid() ? 0 : static_cast<int>(m_lines.size());
}
int RunsModel::columnCount(const QModelIndex& parent) const {
  return parent.isValid() ? 0 : runColumns;
}

RunsModel::Line RunsModel::lineOf(const session::FollowedRunPtr& run) const {
  Line line;
  line.digest = session::digestOf(*run);
  line.standing = session::standingOf(*run);
  line.differs = m_comparison.differsFromReference(*run);
  line.isReference = m_reference && run->folder() == m_reference->folder();
  line.chosen = m_library.chosen(run->folder());
  line.revealed = m_comparison.revealed(*run);
  line.referenceLine = m_library.referenceLine(*run);
  line.run = run;
  return line;
}

void RunsModel::follow() {
  const auto& runs = m_library.runs();
  // The library only ever appends while a folder is open; anything else is another folder.
  bool grew = runs.size() >= m_lines.size();
  for (std::size_t i = 0; grew && i < m_lines.size(); ++i) grew = m_lines[i].run->folder() == runs[i]->folder();
  if (!grew) {
    beginResetModel();
    m_lines.clear();
    m_longest = 0;
    endResetModel();
  }
  const session::FollowedRunPtr reference = m_comparison.reference();
  const bool moved = !m_reference || !reference || m_reference->entry.record != reference->entry.record;
  m_reference = reference;
  for (std::size_t i = 0; i < m_lines.size(); ++i) {
    const Line& line = m_lines[i];
    if (!moved && line.run == runs[i] && line.chosen == m_library.chosen(runs[i]->folder()) &&
        line.revealed == m_comparison.revealed(*runs[i]) && line.referenceLine == m_library.referenceLine(*runs[i]))
      continue;
    m_lines[i] = lineOf(runs[i]);
    const auto row = static_cast<int>(i);
    Q_EMIT dataChanged(index(row, 0), index(row, runColumns - 1));
  }
  if (runs.size() > m_lines.size()) {
    beginInsertRows({}, rowCount(), static_cast<int>(runs.size()) - 1);
    for (std::size_t i = m_lines.size(); i < runs.size(); ++i) m_lines.push_back(lineOf(runs[i]));
    endInsertRows();
  }
  if (moved)
    Q_EMIT headerDataChanged(Qt::Horizontal, static_cast<int>(RunColumn::Differs),
                             static_cast<int>(RunColumn::Differs));
  lookOver();
}

/// What the lines have in common.
void RunsModel::lookOver() {
  const RunRecord* first = nullptr;
  m_modelsDiffer = m_datasetsDiffer = false;
  for (const Line& line : m_lines) {
    const RunRecord* record = line.run->entry.record.get();
    if (!record) continue;
    if (!first) first = record;
    m_modelsDiffer = m_modelsDiffer || record->model != first->model;
    m_datasetsDiffer = m_datasetsDiffer || record->dataset.prefix != first->dataset.prefix;
  }
  std::int64_t longest = 1;
  for (const Line& line : m_lines) {
    if (!line.digest.validation.empty()) longest = std::max(longest, line.digest.validation.back().epoch);
  }
  if (longest != m_longest) {
    m_longest = longest;
    const int column = static_cast<int>(RunColumn::LossCurve);
    if (rowCount() > 0) Q_EMIT dataChanged(index(0, column), index(rowCount() - 1, column));
  }
  Q_EMIT followed();
}

std::optional<present::Color> RunsModel::colorOf(int row) const {
  if (!line(row).chosen) return std::nullopt;
  return line(row).referenceLine ? present::referenceLineColor()
                                 : present::runColor(session::runColorIndex(*line(row).run));
}

bool RunsModel::dashed(int row) const {
  return line(row).referenceLine || m_library.colorRepeats(line(row).run->folder());
}

QString RunsModel::text(const Line& line, RunColumn column) const {
  const session::RunDigest& digest = line.digest;
  switch (column) {
    case RunColumn::Name:
      return toText(escapeForDisplay(line.run->entry.title(), 120));
    case RunColumn::Standing:
      return toText(sojourn::tr(digest.stateWords(line.standing)));
    case RunColumn::Model:
      return line.run->entry.model().empty() ? none : toText(escapeForDisplay(line.run->entry.model(), 60));
    case RunColumn::Dataset:
      return line.run->entry.record ? toText(escapeForDisplay(line.run->entry.record->dataset.prefix, 60)) : none;
    case RunColumn::Differs:
      if (line.isReference) return tr("reference of the comparison");
      if (line.run->entry.imported) return toText(importFormatName(line.run->entry.imported->format));
      return toText(line.differs);
    case RunColumn::Test:
      if (session::RunComparison::hasTest(*line.run) && !line.revealed) return tr("hidden");
      break;
    case RunColumn::Epoch:
      if (digest.epochs > 0) return QStringLiteral("%1 / %2").arg(digest.epoch).arg(digest.epochs);
      break;
    default:
      break;
  }
  return runFigureText(column, runFigure(line, column));
}

session::SortKey RunsModel::sortKey(int row, RunColumn column) const {
  if (column == RunColumn::Name || column == RunColumn::Model || column == RunColumn::Dataset ||
      column == RunColumn::Differs)
    return {.words = text(line(row), column).toCaseFolded().toStdString()};
  if (column == RunColumn::Standing) return {.number = static_cast<double>(line(row).standing)};
  return {.number = runFigure(line(row), column)};
}

QString RunsModel::tip(const Line& line, RunColumn column) const {
  const RunEntry& entry = line.run->entry;
  if (column == RunColumn::Standing) {
    const std::string& trend = line.digest.verdictReason.empty() ? line.digest.trendReason : line.digest.verdictReason;
    const std::string reason = trend.empty() ? session::standingReason(*line.run) : trend;
    return reason.empty() ? QString() : rich(toText(escapeForDisplay(reason, 600)));
  }
  if (column == RunColumn::Test) {
    if (!session::RunComparison::hasTest(*line.run))
      return rich(tr("Test figures are available when a run has finished"));
    const auto times = static_cast<qlonglong>(entry.notes.reveals);
    const QString count = times == 0   ? tr("never revealed")
                          : times == 1 ? tr("revealed once")
                                       : tr("revealed %1 times").arg(times);
    return rich(line.revealed ? count
                              : tr("Hidden: %1. To show them, choose Reveal test figures… in the menu").arg(count));
  }
  if (column == RunColumn::Differs && !line.differs.empty() && m_reference)
    return rich(
        tr("Against %1: %2").arg(toText(escapeForDisplay(m_reference->entry.title(), 120)), toText(line.differs)));
  if (column != RunColumn::Name) return {};
  QStringList lines{toText(escapeForDisplay(entry.paths.folder.string(), 300))};
  if (entry.record) lines << tr("on %1").arg(toText(escapeForDisplay(entry.record->dataset.prefix, 100)));
  QStringList tags;
  for (const std::string& tag : entry.notes.tags) tags << toText(escapeForDisplay(tag, 60));
  if (!tags.isEmpty()) lines << tr("tags: %1").arg(tags.join(QStringLiteral(", ")));
  if (!entry.notes.note.empty()) lines << toText(escapeForDisplay(entry.notes.note, 600));
  if (entry.notes.steered) lines << tr("steered: its learning rate was changed by hand");
  QString made;
  for (const QString& one : lines) made += rich(one);
  return made;
}

QVariant RunsModel::data(const QModelIndex& index, int role) const {
  if (!index.isValid() || index.row() >= rowCount()) return {};
  const Line& shown = line(index.row());
  const RunColumn column = columnOf(index.column());
  switch (role) {
    case Qt::DisplayRole:
      return text(shown, column);
    case Qt::AccessibleTextRole:
      return QStringLiteral("%1: %2").arg(toText(sojourn::tr(wordsOf(column).title)), text(shown, column));
    case Qt::EditRole:
      return column == RunColumn::Name ? toText(shown.run->entry.title()) : QVariant(text(shown, column));
    case Qt::CheckStateRole:
      return column == RunColumn::Name ? QVariant(static_cast<int>(shown.chosen ? Qt::Checked : Qt::Unchecked))
                                       : QVariant();
    case Qt::ToolTipRole: {
      const QString words = tip(shown, column);
      return words.isEmpty() ? QVariant() : QVariant(words);
    }
    case Qt::TextAlignmentRole:
      return QVariant::fromValue(runColumnAlignment(column));
    default:
      return {};
  }
}

bool RunsModel::setData(const QModelIndex& index, const QVariant& value, int role) {
  if (!index.isValid() || columnOf(index.column()) != RunColumn::Name) return false;
  const session::FollowedRunPtr run = line(index.row()).run;
  if (role == Qt::CheckStateRole) {
    m_library.setChosen(run->folder(), value.toInt() == Qt::Checked);
    return true;
  }
  if (role != Qt::EditRole || run->vanished) return false;
  std::string name = value.toString().trimmed().toStdString();
  if (name == run->entry.title()) return false;
  if (name == run->folder().filename().string()) name.clear();  // that is its name without one
  m_library.editNotes(run->folder(), [name](ViewerNotes& notes) { notes.name = name; });
  return true;
}

Qt::ItemFlags RunsModel::flags(const QModelIndex& index) const {
  Qt::ItemFlags flags = QAbstractTableModel::flags(index);
  if (index.isValid() && columnOf(index.column()) == RunColumn::Name)
    flags |= Qt::ItemIsUserCheckable | Qt::ItemIsEditable;
  return flags;
}

QVariant RunsModel::headerData(int section, Qt::Orientation orientation, int role) const {
  if (orientation == Qt::Vertical || section < 0 || section >= runColumns) return {};
  if (role == Qt::TextAlignmentRole) return QVariant::fromValue(runColumnAlignment(columnOf(section)));
  if (role == Qt::DisplayRole && columnOf(section) == RunColumn::Differs && m_reference)
    return tr("Differs from %1").arg(toText(escapeForDisplay(m_reference->entry.title(), 40)));
  if (role == Qt::DisplayRole) return toText(sojourn::tr(wordsOf(columnOf(section)).title));
  if (role == Qt::ToolTipRole || role == Qt::AccessibleTextRole)
    return toText(sojourn::tr(wordsOf(columnOf(section)).description));
  return {};
}

present::Table runsTable(const RunsModel& model, const std::vector<int>& rows) {
  present::Table table{
      .columns = {"run", "folder", "state", "model", "dataset", "differs from the reference", "epoch", "epochs planned",
                  "best epoch by validation loss", "lowest validation loss", "validation acc@1, all, %",
                  "validation acc@1, known, %", "validation MRR, all, %", "test acc@1, all, %", "test figures",
                  "times the test figures were revealed", "seconds", "seconds left at most"},
      .rows = {}};
  for (const int row : rows) {
    const RunsModel::Line& line = model.line(row);
    const RunEntry& entry = line.run->entry;
    const auto figure = [&](RunColumn column) {
      return runFigure(line, column).value_or(std::numeric_limits<double>::quiet_NaN());
    };
    table.rows.push_back({escapeForDisplay(entry.title()), escapeForDisplay(entry.paths.folder.string(), 1000),
                          line.digest.stateWords(line.standing), escapeForDisplay(entry.model()),
                          entry.record ? escapeForDisplay(entry.record->dataset.prefix) : std::string(),
                          line.isReference ? std::string("reference") : line.differs, figure(RunColumn::Epoch),
                          static_cast<double>(line.digest.epochs), figure(RunColumn::BestEpoch),
                          figure(RunColumn::BestLoss), figure(RunColumn::AccuracyAll), figure(RunColumn::AccuracyKnown),
                          figure(RunColumn::ReciprocalRank), figure(RunColumn::Test),
                          std::string(!session::RunComparison::hasTest(*line.run) ? "none"
                                      : line.revealed                             ? "shown"
                                                                                  : "hidden"),
                          static_cast<double>(entry.notes.reveals), figure(RunColumn::Time), figure(RunColumn::Left)});
  }
  return table;
}

}  // namespace sojourn::qt
