// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/qt/runs/runs_order.h"

#include <algorithm>
#include <iterator>
#include <map>
#include <utility>
#include <vector>

#include "model/core/text.h"
#include "model/core/translation.h"
#include "views/qt/widgets/text.h"

namespace sojourn::qt {
namespace {

using Identity = std::pair<int, std::string>;
}  // namespace

RunsOrder::RunsOrder(RunLines& lines, QObject* parent) : QAbstractTableModel(parent), m_lines(lines) {
  refresh();
}

const RunGroupLine* RunsOrder::groupOf(const std::string& key) const {
  const auto found = std::ranges::find(m_groups, key, [](const RunGroupLine& line) { return line.group.key; });
  return found == m_groups.end() ? nullptr : &*found;
}

std::optional<present::Color> RunsOrder::colorOf(const QModelIndex& shown) const {
  const RunGroupLine* group = groupAt(shown);
  if (!group) return m_lines.colorOf(sourceRow(shown));
  std::optional<present::Color> repeated;
  for (const std::size_t member : group->group.members) {
    const auto row = static_cast<int>(member);
    const auto color = m_lines.colorOf(row);
    if (color && !m_lines.dashed(row)) return color;
    if (!repeated) repeated = color;
  }
  return repeated;
}

void RunsOrder::setFolded(const QModelIndex& group, bool folded) {
  if (!groupAt(group)) return;
  if (folded)
    m_folded.insert(row(group).group);
  else
    m_folded.erase(row(group).group);
  apply(arranged());
}

QVariant RunsOrder::data(const QModelIndex& index, int role) const {
  if (!index.isValid() || index.row() >= rowCount()) return {};
  const auto column = static_cast<RunColumn>(index.column());
  const bool isName = column == RunColumn::Name;
  const RunGroupLine* group = groupAt(index);
  const RunLine* line = lineAt(index);
  const auto text = [&] { return group ? group->text(column) : m_lines.text(*line, column); };
  switch (role) {
    case Qt::DisplayRole:
      return text();
    case Qt::AccessibleTextRole:
      return QStringLiteral("%1: %2").arg(group ? headerData(index.column(), Qt::Horizontal, Qt::DisplayRole).toString()
                                                : toText(sojourn::tr(runColumnInfo(column).title)),
                                          text());
    case Qt::EditRole:
      if (group) return {};
      return isName ? toText(line->run->entry.title()) : text();
    case Qt::CheckStateRole: {
      if (!isName) return {};
      const int chosen = group ? group->chosen : static_cast<int>(line->chosen);
      const int all = group ? static_cast<int>(group->group.members.size()) : 1;
      return static_cast<int>(chosen == 0 ? Qt::Unchecked : chosen == all ? Qt::Checked : Qt::PartiallyChecked);
    }
    case Qt::ToolTipRole: {
      QString made;
      for (const QString& one : group ? QStringList(group->tip(column)) : m_lines.tip(*line, column))
        if (!one.isEmpty()) made += QStringLiteral("<p>%1</p>").arg(one.toHtmlEscaped());
      return made.isEmpty() ? QVariant() : QVariant(made);
    }
    case Qt::TextAlignmentRole:
      return QVariant::fromValue(runColumnAlignment(column));
    default:
      return {};
  }
}

bool RunsOrder::setData(const QModelIndex& index, const QVariant& value, int role) {
  if (!index.isValid() || index.column() != static_cast<int>(RunColumn::Name)) return false;
  const RunGroupLine* group = groupAt(index);
  if (role == Qt::EditRole && !group) return m_lines.rename(sourceRow(index), value.toString());
  if (role != Qt::CheckStateRole) return false;
  if (!group) {
    m_lines.setChosen(sourceRow(index), value.toInt() == Qt::Checked);
    return true;
  }
  // Choosing one makes all lines again, and with them the group.
  const std::vector<std::size_t> members = group->group.members;
  const bool all = group->chosen == static_cast<int>(members.size());
  for (const std::size_t member : members) m_lines.setChosen(static_cast<int>(member), !all);
  return true;
}

Qt::ItemFlags RunsOrder::flags(const QModelIndex& index) const {
  Qt::ItemFlags flags = QAbstractTableModel::flags(index);
  if (!index.isValid() || index.column() != static_cast<int>(RunColumn::Name)) return flags;
  flags |= Qt::ItemIsUserCheckable;
  return groupAt(index) ? flags : flags | Qt::ItemIsEditable;
}

QVariant RunsOrder::headerData(int section, Qt::Orientation orientation, int role) const {
  if (orientation == Qt::Vertical || section < 0 || section >= runColumns) return {};
  const auto column = static_cast<RunColumn>(section);
  if (role == Qt::TextAlignmentRole) return QVariant::fromValue(runColumnAlignment(column));
  if (role == Qt::DisplayRole && column == RunColumn::Differs && m_lines.reference())
    return RunLines::tr("Differs from %1").arg(toText(escapeForDisplay(m_lines.reference()->entry.title(), 40)));
  if (role == Qt::DisplayRole) return toText(sojourn::tr(runColumnInfo(column).title));
  if (role == Qt::ToolTipRole || role == Qt::AccessibleTextRole)
    return toText(sojourn::tr(runColumnInfo(column).description));
  return {};
}

void RunsOrder::sort(int column, Qt::SortOrder order) {
  m_sorted = static_cast<RunColumn>(std::clamp(column, 0, runColumns - 1));
  m_direction = order;
  apply(arranged());
}

void RunsOrder::setFilter(const QString& filter) {
  m_filter = session::RunFilter(filter.toStdString());
  apply(arranged());
}

void RunsOrder::setArchivedShown(bool shown) {
  m_archivedShown = shown;
  apply(arranged());
}

void RunsOrder::setGrouped(bool grouped) {
  m_grouped = grouped;
  apply(arranged());
}

void RunsOrder::setHeld(bool held) {
  m_held = held;
  if (!held) apply(arranged());
}

bool RunsOrder::accepts(int run) const {
  const RunLine& line = m_lines.line(run);
  if (line.run->entry.notes.archived && !m_archivedShown) return false;
  return m_filter.passes(*line.run, line.stateText(), line.differs);
}

session::SortKey RunsOrder::key(const Row& row, RunColumn column) const {
  return row.run < 0 ? groupOf(row.group)->sortKey(column) : m_lines.sortKey(row.run, column);
}

std::vector<RunsOrder::Row> RunsOrder::arranged(bool withFolded, const std::vector<Row>& kept) const {
  std::vector<session::SeedGroup> groups;
  for (const RunGroupLine& line : m_groups)
    if (m_grouped) groups.push_back(line.group);
  std::map<Identity, std::size_t> places;
  for (std::size_t i = 0; i < kept.size(); ++i) places.emplace(kept[i].identity(), i);
  const auto before = [&](const Row& left, const Row& right) {
    const auto a = places.find(left.identity()), b = places.find(right.identity());
    if (a != places.end() || b != places.end())
      return a != places.end() && (b == places.end() || a->second < b->second);
    const int order =
        session::compareKeys(key(left, m_sorted), key(right, m_sorted), m_direction == Qt::DescendingOrder);
    return order != 0 ? order < 0 : key(left, RunColumn::Name).text < key(right, RunColumn::Name).text;
  };
  return session::arrangedRows(
      static_cast<std::size_t>(m_lines.count()), groups, [this](int run) { return accepts(run); }, before,
      withFolded ? std::set<std::string>() : m_folded);
}

std::vector<int> RunsOrder::acceptedRuns() const {
  std::vector<int> runs;
  for (const Row& one : arranged(true))
    if (one.run >= 0) runs.push_back(one.run);
  return runs;
}

QStringList RunsOrder::briefNames(const QModelIndex& shown) const {
  const Row& of = row(shown);
  if (of.run < 0) return {};
  QStringList names{m_lines.briefName(of.run)};
  const RunGroupLine* group = of.member() ? groupOf(of.group) : nullptr;
  if (!group) return names;
  if (const auto found = group->briefNames.find(of.run); found != group->briefNames.end()) names.append(found->second);
  return names;
}

void RunsOrder::refresh() {
  if (m_lines.replaced()) {
    beginResetModel();
    m_rows.clear();
    m_groups.clear();
    endResetModel();
  }
  const int differs = static_cast<int>(RunColumn::Differs);
  if (m_lines.refresh()) Q_EMIT headerDataChanged(Qt::Horizontal, differs, differs);
  m_groups = runGroupLines(m_lines);
  apply(m_held ? arranged(false, m_rows) : arranged());
  if (!m_rows.empty()) Q_EMIT dataChanged(index(0, 0), index(rowCount() - 1, runColumns - 1));
}

/// Takes out, adds, moves: the current line and an open editor stay with their run.
void RunsOrder::apply(std::vector<Row> wanted) {
  std::map<Identity, int> places;
  for (const Row& one : wanted) places.emplace(one.identity(), static_cast<int>(places.size()));
  for (int at = rowCount(); at-- > 0;) {
    if (places.contains(m_rows[static_cast<std::size_t>(at)].identity())) continue;
    beginRemoveRows({}, at, at);
    m_rows.erase(m_rows.begin() + at);
    endRemoveRows();
  }
  std::set<Identity> had;
  for (const Row& one : m_rows) had.insert(one.identity());
  std::vector<Row> added;
  std::ranges::copy_if(wanted, std::back_inserter(added),
                       [&](const Row& one) { return !had.contains(one.identity()); });
  if (!added.empty()) {
    beginInsertRows({}, rowCount(), rowCount() + static_cast<int>(added.size()) - 1);
    std::ranges::move(added, std::back_inserter(m_rows));
    endInsertRows();
  }
  if (std::ranges::equal(m_rows, wanted, {}, &Row::identity, &Row::identity)) {
    m_rows = std::move(wanted);
    return;
  }
  Q_EMIT layoutAboutToBeChanged();
  const QModelIndexList from = persistentIndexList();
  QModelIndexList to;
  for (const QModelIndex& one : from) to << index(places.at(row(one).identity()), one.column());
  m_rows = std::move(wanted);
  changePersistentIndexList(from, to);
  Q_EMIT layoutChanged();
}

}  // namespace sojourn::qt
