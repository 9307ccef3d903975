// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/qt/runs/runs_order.h"

#include <algorithm>
#include <iterator>
#include <map>
#include <utility>
#include <vector>

#include "views/qt/widgets/text.h"

namespace sojourn::qt {
namespace {

using Identity = std::pair<int, std::string>;
using Parts = std::vector<std::pair<QString, QString>>;

/// What words are looked for in, by the word before the colon.
Parts partsOf(const RunsModel::Line& line) {
  const RunEntry& entry = line.run->entry;
  Parts parts{{QStringLiteral("name"), toText(entry.title())},
              {QStringLiteral("folder"), toText(entry.paths.folder.filename().string())},
              {QStringLiteral("state"), toText(session::standingWord(line.standing))},
              {QStringLiteral("state"), toText(session::trendWord(line.digest.trend))},
              {QStringLiteral("state"), toText(session::verdictWord(line.digest.verdict))},
              {QStringLiteral("note"), toText(entry.notes.note)}};
  for (const std::string& tag : entry.notes.tags) parts.emplace_back(QStringLiteral("tag"), toText(tag));
  parts.emplace_back(QStringLiteral("model"), toText(entry.model()));
  if (entry.record) {
    parts.emplace_back(QStringLiteral("dataset"), toText(entry.record->dataset.prefix));
  }
  return parts;
}

bool holds(const Parts& parts, const QString& word) {
  const qsizetype colon = word.indexOf(QLatin1Char(':'));
  const QString key = colon > 0 ? word.left(colon).toLower() : QString();
  const bool isKey = !key.isEmpty() && std::ranges::any_of(parts, [&](const auto& part) { return part.first == key; });
  // A key that this run has nothing of ("tag:" without tags) finds nothing; a colon in a name is a letter.
  static const QStringList keys{QStringLiteral("tag"), QStringLiteral("model"), QStringLiteral("dataset")};
  if (!isKey && keys.contains(key)) return false;
  const QString wanted = isKey ? word.mid(colon + 1) : word;
  return std::ranges::any_of(parts, [&](const auto& part) {
    return (!isKey || part.first == key) && part.second.contains(wanted, Qt::CaseInsensitive);
  });
}

}  // namespace

RunsOrder::RunsOrder(RunsModel& model, QObject* parent) : QAbstractTableModel(parent), m_model(model) {
  connect(&model, &QAbstractItemModel::modelAboutToBeReset, this, [this] { beginResetModel(); });
  connect(&model, &QAbstractItemModel::modelReset, this, [this] {
    m_rows.clear();
    m_groups.clear();
    endResetModel();
  });
  connect(&model, &RunsModel::followed, this, &RunsOrder::rebuild);
  connect(&model, &QAbstractItemModel::headerDataChanged, this, &QAbstractItemModel::headerDataChanged);
  rebuild();
}

int RunsOrder::rowCount(const QModelIndex& parent) const {
  return parent.isValid() ? 0 : static_cast<int>(m_rows.size());
}

int RunsOrder::columnCount(const QModelIndex& parent) const {
  return parent.isValid() ? 0 : runColumns;
}

int RunsOrder::sourceRow(const QModelIndex& shown) const {
  return row(shown).run;
}

const RunGroupLine* RunsOrder::groupOf(const std::string& key) const {
  const auto found = std::ranges::find(m_groups, key, [](const RunGroupLine& line) { return line.group.key; });
  return found == m_groups.end() ? nullptr : &*found;
}

const RunGroupLine* RunsOrder::groupAt(const QModelIndex& shown) const {
  return row(shown).run < 0 ? groupOf(row(shown).group) : nullptr;
}

std::optional<present::Color> RunsOrder::colorOf(const QModelIndex& shown) const {
  const RunGroupLine* group = groupAt(shown);
  if (!group) return m_model.colorOf(sourceRow(shown));
  std::optional<present::Color> repeated;
  for (const std::size_t member : group->group.members) {
    const auto row = static_cast<int>(member);
    const auto color = m_model.colorOf(row);
    if (color && !m_model.dashed(row)) return color;
    if (!repeated) repeated = color;
  }
  return repeated;
}

bool RunsOrder::isMember(const QModelIndex& shown) const {
  return row(shown).member();
}

bool RunsOrder::folded(const QModelIndex& group) const {
  return m_folded.contains(row(group).group);
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
  if (const RunGroupLine* group = groupAt(index))
    return groupData(*group, static_cast<RunColumn>(index.column()), role);
  return m_model.data(m_model.index(sourceRow(index), index.column()), role);
}

QVariant RunsOrder::groupData(const RunGroupLine& group, RunColumn column, int role) const {
  switch (role) {
    case Qt::DisplayRole:
      return group.text(column);
    case Qt::AccessibleTextRole:
      return QStringLiteral("%1: %2").arg(m_model.headerData(static_cast<int>(column), Qt::Horizontal).toString(),
                                          group.text(column));
    case Qt::ToolTipRole:
      return group.tip(column);
    case Qt::TextAlignmentRole:
      return QVariant::fromValue(runColumnAlignment(column));
    case Qt::CheckStateRole: {
      if (column != RunColumn::Name) return {};
      const auto all = static_cast<int>(group.group.members.size());
      return static_cast<int>(group.chosen == 0     ? Qt::Unchecked
                              : group.chosen == all ? Qt::Checked
                                                    : Qt::PartiallyChecked);
    }
    default:
      return {};
  }
}

bool RunsOrder::setData(const QModelIndex& index, const QVariant& value, int role) {
  if (!index.isValid()) return false;
  const RunGroupLine* group = groupAt(index);
  if (!group) return m_model.setData(m_model.index(sourceRow(index), index.column()), value, role);
  if (role != Qt::CheckStateRole) return false;
  // Choosing one makes all lines again, and with them the group.
  const std::vector<std::size_t> members = group->group.members;
  const bool all = group->chosen == static_cast<int>(members.size());
  for (const std::size_t member : members) {
    const QModelIndex name = m_model.index(static_cast<int>(member), static_cast<int>(RunColumn::Name));
    m_model.setData(name, static_cast<int>(all ? Qt::Unchecked : Qt::Checked), Qt::CheckStateRole);
  }
  return true;
}

Qt::ItemFlags RunsOrder::flags(const QModelIndex& index) const {
  if (!index.isValid()) return {};
  if (!groupAt(index)) return m_model.flags(m_model.index(sourceRow(index), index.column()));
  const Qt::ItemFlags flags = Qt::ItemIsSelectable | Qt::ItemIsEnabled | Qt::ItemNeverHasChildren;
  return index.column() == static_cast<int>(RunColumn::Name) ? flags | Qt::ItemIsUserCheckable : flags;
}

QVariant RunsOrder::headerData(int section, Qt::Orientation orientation, int role) const {
  return m_model.headerData(section, orientation, role);
}

void RunsOrder::sort(int column, Qt::SortOrder order) {
  m_sorted = static_cast<RunColumn>(std::clamp(column, 0, runColumns - 1));
  m_direction = order;
  apply(arranged());
}

void RunsOrder::setWords(const QString& filter) {
  m_words = filter.simplified().split(QLatin1Char(' '), Qt::SkipEmptyParts);
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
  const RunsModel::Line& line = m_model.line(run);
  if (line.run->entry.notes.archived && !m_archivedShown) return false;
  if (m_words.isEmpty()) return true;
  const Parts parts = partsOf(line);
  return std::ranges::all_of(m_words, [&](const QString& word) {
    const bool without = word.size() > 1 && word.startsWith(QLatin1Char('-'));
    return holds(parts, without ? word.mid(1) : word) != without;
  });
}

session::SortKey RunsOrder::key(const Row& row, RunColumn column) const {
  return row.run < 0 ? groupOf(row.group)->sortKey(column) : m_model.sortKey(row.run, column);
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
    return order != 0 ? order < 0 : key(left, RunColumn::Name).words < key(right, RunColumn::Name).words;
  };
  return session::arrangedRows(
      static_cast<std::size_t>(m_model.rowCount()), groups, [this](int run) { return accepts(run); }, before,
      withFolded ? std::set<std::string>() : m_folded);
}

std::vector<int> RunsOrder::acceptedRuns() const {
  std::vector<int> runs;
  for (const Row& one : arranged(true)) {
    if (one.run >= 0) runs.push_back(one.run);
  }
  return runs;
}

void RunsOrder::rebuild() {
  m_groups = runGroupLines(m_model);
  apply(m_held ? arranged(false, m_rows) : arranged());
  if (!m_rows.empty()) Q_EMIT dataChanged(index(0, 0), index(rowCount() - 1, runColumns - 1));
}

/// Takes out, adds, moves: the current line and an open editor stay with their run.
void RunsOrder::apply(std::vector<Row> wanted) {
  const auto identities = [](const std::vector<Row>& rows) {
    std::vector<Identity> all;
    for (const Row& one : rows) all.push_back(one.identity());
    return all;
  };
  const std::vector<Identity> order = identities(wanted);
  const std::set<Identity> stays(order.begin(), order.end());
  for (int at = rowCount(); at-- > 0;) {
    if (stays.contains(m_rows[static_cast<std::size_t>(at)].identity())) continue;
    beginRemoveRows({}, at, at);
    m_rows.erase(m_rows.begin() + at);
    endRemoveRows();
  }
  const std::vector<Identity> left = identities(m_rows);
  const std::set<Identity> had(left.begin(), left.end());
  std::vector<Row> added;
  std::ranges::copy_if(wanted, std::back_inserter(added),
                       [&](const Row& one) { return !had.contains(one.identity()); });
  if (!added.empty()) {
    beginInsertRows({}, rowCount(), rowCount() + static_cast<int>(added.size()) - 1);
    std::ranges::move(added, std::back_inserter(m_rows));
    endInsertRows();
  }
  if (identities(m_rows) == order) {
    m_rows = std::move(wanted);
    return;
  }
  Q_EMIT layoutAboutToBeChanged();
  std::map<Identity, int> places;
  for (std::size_t i = 0; i < order.size(); ++i) places[order[i]] = static_cast<int>(i);
  const QModelIndexList from = persistentIndexList();
  QModelIndexList to;
  for (const QModelIndex& one : from) to << index(places.at(row(one).identity()), one.column());
  m_rows = std::move(wanted);
  changePersistentIndexList(from, to);
  Q_EMIT layoutChanged();
}

}  // namespace sojourn::qt
