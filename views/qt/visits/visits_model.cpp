// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/qt/visits/visits_model.h"

#include <algorithm>

#include "model/core/text.h"
#include "model/core/translation.h"
#include "model/data/dataset/local_time.h"
#include "views/present/samples/sample_text.h"
#include "views/present/scene/format.h"
#include "views/qt/docks/view_state.h"
#include "views/qt/visits/edit_fields.h"
#include "views/qt/visits/visit_editor.h"
#include "views/qt/widgets/text.h"

namespace sojourn::qt {

VisitsModel::VisitsModel(VisitEditor& editor, const ViewState& state, QObject* parent)
    : QAbstractTableModel(parent), m_editor(editor), m_state(state) {
  refresh();
}

int VisitsModel::rowCount(const QModelIndex& parent) const {
  return parent.isValid() ? 0 : static_cast<int>(m_sequence.visits.size());
}

int VisitsModel::columnCount(const QModelIndex& parent) const {
  return parent.isValid() ? 0 : visitColumns;
}

void VisitsModel::refresh() {
  const Sequence* now = m_editor.workspace().sequence();
  Sequence next = now ? *now : Sequence{};
  const bool others = next.visits.size() != m_sequence.visits.size();
  if (others) beginResetModel();
  m_sequence = std::move(next);
  m_flagWords.assign(m_sequence.visits.size(), {});
  m_flagTexts.assign(m_sequence.visits.size(), {});
  for (const SequenceFlag& flag : m_editor.whatIf().flags()) {
    if (flag.visit >= m_flagWords.size()) continue;
    m_flagWords[flag.visit] << toText(sojourn::tr(flagWord(flag.kind)));
    m_flagTexts[flag.visit] << toText(m_editor.whatIf().flagText(flag));
  }
  if (others) {
    endResetModel();
  } else if (!m_sequence.visits.empty()) {
    Q_EMIT dataChanged(index(0, 0), index(rowCount() - 1, visitColumns - 1));
  }
}

int VisitsModel::shownDaysAgo(int row) const {
  const Visit& visit = m_sequence.visits[static_cast<std::size_t>(row)];
  return visit.daysAgo - localStart(visit, m_editor.workspace().displayOffsetMinutes()).dayShift;
}

QString VisitsModel::weekdayWord(int row, int daysAgo) const {
  const Visit& visit = m_sequence.visits[static_cast<std::size_t>(row)];
  const int weekday = localStart(visit, m_editor.workspace().displayOffsetMinutes()).weekday;
  return toText(present::weekdayText((((weekday + shownDaysAgo(row) - daysAgo) % 7) + 7) % 7));
}

QString VisitsModel::words(const QModelIndex& index) const {
  const auto row = static_cast<std::size_t>(index.row());
  const Visit& visit = m_sequence.visits[row];
  const session::Workspace& workspace = m_editor.workspace();
  switch (static_cast<VisitColumn>(index.column())) {
    case VisitColumn::Place:
      return toText(escapeForDisplay(workspace.naming().name(visit.location, m_sequence.user), 120));
    case VisitColumn::Day:
      return weekdayWord(index.row(), shownDaysAgo(index.row()));
    case VisitColumn::Start:
      return toText(present::clockText(localStart(visit, workspace.displayOffsetMinutes()).minute));
    case VisitColumn::Duration:
      return durationWords(visit.durationMinutes);
    case VisitColumn::DaysAgo:
      return QString::number(shownDaysAgo(index.row()));
    case VisitColumn::Flags:
      return m_flagWords[row].join(QStringLiteral(", "));
  }
  return {};
}

QVariant VisitsModel::data(const QModelIndex& index, int role) const {
  if (!checkIndex(index, CheckIndexOption::IndexIsValid)) return {};
  const auto column = static_cast<VisitColumn>(index.column());
  const auto row = static_cast<std::size_t>(index.row());
  switch (role) {
    case Qt::DisplayRole:
      return words(index);
    case Qt::EditRole:
      return column == VisitColumn::Day ? QVariant(shownDaysAgo(index.row())) : QVariant(words(index));
    case Qt::TextAlignmentRole: {
      const bool left = column == VisitColumn::Place || column == VisitColumn::Day || column == VisitColumn::Flags;
      return QVariant::fromValue<Qt::Alignment>((left ? Qt::AlignLeft : Qt::AlignRight) | Qt::AlignVCenter);
    }
    case Qt::ToolTipRole:
      if (column == VisitColumn::Flags && !m_flagTexts[row].isEmpty())
        return m_flagTexts[row]
            .join(QLatin1Char('\n'))
            .toHtmlEscaped()
            .replace(QLatin1Char('\n'), QLatin1String("<br>"));
      return column == VisitColumn::Place ? QVariant(words(index).toHtmlEscaped()) : QVariant();
    case Swatch:
      return column == VisitColumn::Place
                 ? QVariant::fromValue(m_state.colors().swatch(m_sequence.visits[row].location))
                 : QVariant();
    default:
      return {};
  }
}

QVariant VisitsModel::headerData(int section, Qt::Orientation orientation, int role) const {
  if (orientation != Qt::Horizontal || section < 0 || section >= visitColumns)
    return QAbstractTableModel::headerData(section, orientation, role);
  const auto column = static_cast<VisitColumn>(section);
  const bool left = column == VisitColumn::Place || column == VisitColumn::Day || column == VisitColumn::Flags;
  if (role == Qt::TextAlignmentRole)
    return QVariant::fromValue<Qt::Alignment>((left ? Qt::AlignLeft : Qt::AlignRight) | Qt::AlignVCenter);
  if (role != Qt::DisplayRole) return {};
  switch (column) {
    case VisitColumn::Place:
      return tr("Place");
    case VisitColumn::Day:
      return tr("Day");
    case VisitColumn::Start:
      return tr("Start");
    case VisitColumn::Duration:
      return tr("Duration");
    case VisitColumn::DaysAgo:
      return tr("Days ago");
    case VisitColumn::Flags:
      return tr("Flags");
  }
  return {};
}

Qt::ItemFlags VisitsModel::flags(const QModelIndex& index) const {
  if (!index.isValid()) return Qt::NoItemFlags;
  const Qt::ItemFlags all = Qt::ItemIsEnabled | Qt::ItemIsSelectable | Qt::ItemNeverHasChildren;
  return static_cast<VisitColumn>(index.column()) == VisitColumn::Flags ? all : all | Qt::ItemIsEditable;
}

bool VisitsModel::setData(const QModelIndex& index, const QVariant& value, int role) {
  if (role != Qt::EditRole || !checkIndex(index, CheckIndexOption::IndexIsValid)) return false;
  // Leaving a cell as it was is no edit.
  if (value.toString() == data(index, Qt::EditRole).toString()) return false;
  return take(static_cast<std::size_t>(index.row()), static_cast<VisitColumn>(index.column()), value.toString());
}

bool VisitsModel::take(std::size_t row, VisitColumn column, const QString& typed) {
  VisitIndices visits = m_editor.selected();
  if (std::ranges::find(visits, row) == visits.end()) visits = {row};
  const std::int32_t offset = m_editor.workspace().displayOffsetMinutes();
  bool number = false;
  switch (column) {
    case VisitColumn::Place:
      if (const LocationId location = typed.toInt(&number); number) m_editor.apply(ReplaceLocation{visits, location});
      return number;
    case VisitColumn::Day:
    case VisitColumn::DaysAgo: {
      const int daysAgo = typed.trimmed().toInt(&number);
      if (!number) {
        Q_EMIT m_editor.refused(
            tr("\u201C%1\u201D is not a number of days: write 0 to %2").arg(typed).arg(mostDaysAgo));
        return false;
      }
      m_editor.apply(SetDay{visits, daysAgo, offset});
      return true;
    }
    case VisitColumn::Start:
      if (const auto minute = clockFromWords(typed)) return m_editor.apply(SetStart{visits, *minute, offset}), true;
      Q_EMIT m_editor.refused(tr("\u201C%1\u201D is not a time: write it as 19:46").arg(typed));
      return false;
    case VisitColumn::Duration:
      if (const auto minutes = durationFromWords(typed)) return m_editor.apply(SetDuration{visits, *minutes}), true;
      Q_EMIT m_editor.refused(tr("\u201C%1\u201D is not a duration: write it as 12 h 30 or 45 min").arg(typed));
      return false;
    case VisitColumn::Flags:
      break;
  }
  return false;
}

}  // namespace sojourn::qt
