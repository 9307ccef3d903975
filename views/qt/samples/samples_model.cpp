// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/qt/samples/samples_model.h"

#include <algorithm>
#include <limits>

#include "model/core/translation.h"
#include "views/present/explain/method_labels.h"
#include "views/present/scene/format.h"
#include "views/qt/widgets/text.h"

namespace sojourn::qt {

using session::SampleColumn;
using session::SampleIndex;

namespace {

QString yesNo(bool yes) {
  return yes ? SamplesModel::tr("yes") : SamplesModel::tr("no");
}

bool isName(SampleColumn column) {
  return column == SampleColumn::Target || column == SampleColumn::Prediction;
}

QVariant alignmentOf(SampleColumn column) {
  const bool left = isName(column) || column == SampleColumn::User || column == SampleColumn::InHistory ||
                    column == SampleColumn::Unseen;
  return QVariant::fromValue(Qt::Alignment(Qt::AlignVCenter | (left ? Qt::AlignLeft : Qt::AlignRight)));
}

}  // namespace

SamplesModel::SamplesModel(const session::Workspace& workspace, QObject* parent)
    : QAbstractTableModel(parent), m_workspace(workspace) {
  reset();
}

int SamplesModel::rowCount(const QModelIndex& parent) const {
  return parent.isValid() ? 0 : m_rows;
}
int SamplesModel::columnCount(const QModelIndex& parent) const {
  return parent.isValid() ? 0 : seedsSection + (m_seeds ? 1 : 0);
}

void SamplesModel::setStability(const session::StabilityOfRows& stability) {
  m_stability = &stability;
  if (m_seeds == !stability.empty()) return refreshCells();
  if (m_seeds) {
    beginRemoveColumns({}, seedsSection, seedsSection);
    m_seeds = false;
    endRemoveColumns();
  } else {
    beginInsertColumns({}, seedsSection, seedsSection);
    m_seeds = true;
    endInsertColumns();
  }
}

/// "4 of 9"; nothing where it was not measured.
QVariant SamplesModel::seedsData(SampleIndex sample, int role) const {
  if (role == Qt::TextAlignmentRole) return QVariant::fromValue(Qt::Alignment(Qt::AlignVCenter | Qt::AlignRight));
  const auto found = m_stability->find(sample);
  if (found == m_stability->end()) return {};
  const session::SampleStability& stability = found->second;
  if (role == Qt::DisplayRole || role == Qt::AccessibleTextRole)
    return tr("%1 of %2").arg(stability.unstable.size()).arg(stability.methods);
  if (role != Qt::ToolTipRole) return {};
  if (stability.unstable.empty()) return tr("All methods agree across seeds");
  QStringList names;
  for (const std::string& method : stability.unstable) names << toText(present::methodLabels(method).title);
  return tr("Unstable across seeds: %1").arg(names.join(QStringLiteral(", ")));
}

QVariant SamplesModel::noteData(SampleIndex sample, int role) const {
  const session::SampleNote note = m_workspace.noteOf(sample);
  if (note.empty()) return {};
  if (role == noteRole) return note.bookmarked ? 2 : 1;
  QStringList lines;
  if (!note.text.empty()) lines << toText(note.text).toHtmlEscaped().replace(QLatin1Char('\n'), QLatin1String("<br>"));
  QStringList tags;
  for (const std::string& tag : note.tags) tags << toText(tag).toHtmlEscaped();
  if (!tags.isEmpty()) lines << tr("Tags: %1").arg(tags.join(QStringLiteral(", ")));
  if (note.bookmarked) lines << tr("Bookmarked");
  return QStringLiteral("<p>%1</p>").arg(lines.join(QStringLiteral("</p><p>")));
}

SampleIndex SamplesModel::sampleAt(int row) const {
  const auto rows = m_workspace.sampleView().rows();
  return rows[std::min(static_cast<std::size_t>(row), rows.size() - 1)];
}

QString SamplesModel::cellText(SampleIndex sample, SampleColumn column) const {
  const session::SampleTable& table = m_workspace.samples();
  if (session::needsOutcome(column) && !table.filled(sample)) return {};
  const auto number = [&] { return table.value(sample, column).value_or(std::numeric_limits<double>::quiet_NaN()); };
  switch (column) {
    case SampleColumn::Index:
      return QString::number(sample);
    case SampleColumn::User:
      return toText(m_workspace.naming().userName(table.user(sample)));
    case SampleColumn::Length:
      return QString::number(table.length(sample));
    case SampleColumn::Correct:
      return table.correct(sample) ? tr("right") : tr("wrong");
    case SampleColumn::Prediction:
      return toText(m_workspace.naming().name(table.outcome(sample).prediction, table.user(sample)));
    case SampleColumn::Target:
      return toText(m_workspace.naming().name(table.target(sample), table.user(sample)));
    case SampleColumn::Rank:
      return QString::number(table.outcome(sample).rank);
    case SampleColumn::InHistory:
      return yesNo(table.inHistory(sample));
    case SampleColumn::Unseen:
      return yesNo(table.unseen(sample));
    case SampleColumn::TargetProbability:
    case SampleColumn::Gate:
    case SampleColumn::CopyShare:
    case SampleColumn::Probability:
      return toText(present::probability(number()));
  }
  return {};
}

bool SamplesModel::isEdited(SampleIndex sample) const {
  return m_workspace.edited() && m_workspace.row() == sample;
}

QVariant SamplesModel::data(const QModelIndex& index, int role) const {
  if (!index.isValid() || index.row() >= m_rows || m_workspace.sampleView().rows().empty()) return {};
  if (index.column() == seedsSection) return seedsData(sampleAt(index.row()), role);
  const SampleColumn shown = column(index.column());
  if (shown == SampleColumn::Index && (role == noteRole || role == Qt::ToolTipRole)) {
    const QVariant note = noteData(sampleAt(index.row()), role);
    if (role == noteRole || note.isValid()) return note;
  }
  switch (role) {
    case Qt::DisplayRole:
    case Qt::AccessibleTextRole:
      return cellText(sampleAt(index.row()), shown);
    case editedRole:
      return isEdited(sampleAt(index.row()));
    case Qt::ToolTipRole:
      if (shown == SampleColumn::Index && isEdited(sampleAt(index.row())))
        return tr("This sample is edited; the row shows the record");
      return isName(shown) ? QVariant(QStringLiteral("<p style='white-space:pre'>") +
                                      cellText(sampleAt(index.row()), shown).toHtmlEscaped() + QStringLiteral("</p>"))
                           : QVariant();
    case Qt::TextAlignmentRole:
      return alignmentOf(shown);
    default:
      return {};
  }
}

QVariant SamplesModel::headerData(int section, Qt::Orientation orientation, int role) const {
  if (orientation == Qt::Vertical) return {};
  if (section < 0 || section >= columnCount()) return {};
  if (section == seedsSection) {
    if (role == Qt::DisplayRole) return tr("Unstable");
    if (role == Qt::TextAlignmentRole) return QVariant::fromValue(Qt::Alignment(Qt::AlignVCenter | Qt::AlignRight));
    if (role == Qt::ToolTipRole || role == Qt::AccessibleTextRole)
      return tr("methods whose ranking is unstable across seeds, of those compared");
    return {};
  }
  const SampleColumn shown = column(section);
  if (role == Qt::TextAlignmentRole) return alignmentOf(shown);
  if (role == Qt::DisplayRole)
    return shown == SampleColumn::Correct ? QString() : toText(sojourn::tr(session::columnTitle(shown)));
  if (role == Qt::ToolTipRole || role == Qt::AccessibleTextRole)
    return toText(sojourn::tr(session::columnDescription(shown)));
  return {};
}

void SamplesModel::sort(int section, Qt::SortOrder order) {
  if (section >= 0 && section < seedsSection)
    Q_EMIT sortWanted({.column = column(section), .descending = order == Qt::DescendingOrder});
}

void SamplesModel::reset() {
  beginResetModel();
  const std::size_t rows = m_workspace.sampleView().rows().size();
  m_rows = static_cast<int>(std::min<std::size_t>(rows, std::numeric_limits<int>::max()));
  endResetModel();
}

void SamplesModel::refreshCells() {
  if (m_rows > 0) Q_EMIT dataChanged(index(0, 0), index(m_rows - 1, columnCount() - 1));
}

namespace {

/// How many methods were compared between the seeds, how many are unstable, and which; blank for another sample.
std::vector<present::Table::Cell> stabilityCells(const session::StabilityOfRows& stability, SampleIndex row) {
  const auto found = stability.find(row);
  if (found == stability.end()) return {std::string(), std::string(), std::string()};
  std::string names;
  for (const std::string& method : found->second.unstable) names += (names.empty() ? "" : " ") + method;
  return {static_cast<double>(found->second.methods), static_cast<double>(found->second.unstable.size()), names};
}

}  // namespace

present::Table samplesTable(const session::Workspace& workspace, const session::StabilityOfRows& stability) {
  using Cell = present::Table::Cell;
  present::Table table{.columns = {"index", "user", "length", "target", "target_name", "prediction", "prediction_name",
                                   "correct", "target_probability", "rank", "gate", "copy_share", "in_history",
                                   "unseen", "bookmarked", "note", "tags"},
                       .rows = {}};
  if (!stability.empty())
    for (const char* column : {"methods_compared", "methods_unstable", "unstable"}) table.columns.emplace_back(column);
  const session::SampleTable& samples = workspace.samples();
  const auto rows = workspace.sampleView().rows();
  const auto number = [&](SampleIndex row, SampleColumn column) -> Cell {
    return samples.value(row, column).value_or(std::numeric_limits<double>::quiet_NaN());
  };
  for (const SampleIndex row : rows) {
    const UserId user = samples.user(row);
    const bool filled = samples.filled(row);
    const session::SampleNote note = workspace.noteOf(row);
    std::string tags;
    for (const std::string& tag : note.tags) tags += (tags.empty() ? "" : " ") + tag;
    table.rows.push_back({static_cast<double>(row), static_cast<double>(user), static_cast<double>(samples.length(row)),
                          static_cast<double>(samples.target(row)), workspace.naming().name(samples.target(row), user),
                          number(row, SampleColumn::Prediction),
                          filled ? workspace.naming().name(samples.outcome(row).prediction, user) : std::string(),
                          number(row, SampleColumn::Correct), number(row, SampleColumn::TargetProbability),
                          number(row, SampleColumn::Rank), number(row, SampleColumn::Gate),
                          number(row, SampleColumn::CopyShare), number(row, SampleColumn::InHistory),
                          number(row, SampleColumn::Unseen), note.bookmarked ? 1.0 : 0.0, note.text, std::move(tags)});
    if (!stability.empty()) std::ranges::move(stabilityCells(stability, row), std::back_inserter(table.rows.back()));
  }
  return table;
}

}  // namespace sojourn::qt
