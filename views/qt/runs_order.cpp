// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/qt/runs_order.h"

#include <algorithm>
#include <cmath>
#include <utility>
#include <vector>

#include "views/qt/text.h"

namespace sojourn::qt {
namespace {

using Parts = std::vector<std::pair<QString, QString>>;

/// What words are looked for in, by the word before the colon.
Parts partsOf(const RunsModel::Line& line) {
  const RunEntry& entry = line.run->entry;
  Parts parts{{QStringLiteral("name"), toText(entry.title())},
              {QStringLiteral("folder"), toText(entry.paths.folder.filename().string())},
              {QStringLiteral("state"), toText(session::standingWord(line.standing))},
              {QStringLiteral("note"), toText(entry.notes.note)}};
  for (const std::string& tag : entry.notes.tags) parts.emplace_back(QStringLiteral("tag"), toText(tag));
  if (entry.record) {
    parts.emplace_back(QStringLiteral("model"), toText(entry.record->model));
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

RunsOrder::RunsOrder(RunsModel& model, QObject* parent) : QSortFilterProxyModel(parent), m_model(model) {
  setSourceModel(&model);
  setSortRole(RunsModel::sortRole);
  setDynamicSortFilter(true);
}

void RunsOrder::setWords(const QString& filter) {
  m_words = filter.simplified().split(QLatin1Char(' '), Qt::SkipEmptyParts);
  invalidateFilter();
}

void RunsOrder::setArchivedShown(bool shown) {
  m_archivedShown = shown;
  invalidateFilter();
}

bool RunsOrder::filterAcceptsRow(int row, const QModelIndex&) const {
  const RunsModel::Line& line = m_model.line(row);
  if (line.run->entry.notes.archived && !m_archivedShown) return false;
  if (m_words.isEmpty()) return true;
  const Parts parts = partsOf(line);
  return std::ranges::all_of(m_words, [&](const QString& word) {
    const bool without = word.size() > 1 && word.startsWith(QLatin1Char('-'));
    return holds(parts, without ? word.mid(1) : word) != without;
  });
}

/// Absent figures stand last in both directions; ties in the order of the names.
bool RunsOrder::lessThan(const QModelIndex& left, const QModelIndex& right) const {
  const QVariant a = left.data(RunsModel::sortRole);
  const QVariant b = right.data(RunsModel::sortRole);
  if (a.typeId() == QMetaType::Double && b.typeId() == QMetaType::Double) {
    const bool hasA = std::isfinite(a.toDouble());
    const bool hasB = std::isfinite(b.toDouble());
    if (hasA != hasB) return (sortOrder() == Qt::AscendingOrder) == hasA;
  }
  if (a == b) {
    const auto name = [](const QModelIndex& at) {
      return at.siblingAtColumn(static_cast<int>(RunColumn::Name)).data(RunsModel::sortRole).toString();
    };
    return (name(left) < name(right)) == (sortOrder() == Qt::AscendingOrder) && name(left) != name(right);
  }
  return QSortFilterProxyModel::lessThan(left, right);
}

}  // namespace sojourn::qt
