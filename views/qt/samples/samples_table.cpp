// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/qt/samples/samples_table.h"

#include <QMouseEvent>
#include <QPainter>
#include <QScopedValueRollback>
#include <algorithm>
#include <limits>
#include <optional>
#include <utility>

#include "model/core/translation.h"
#include "views/present/explain/explanation_context.h"
#include "views/present/scene/canvas.h"
#include "views/present/scene/format.h"
#include "views/qt/widgets/appearance.h"
#include "views/qt/widgets/cell_painter.h"
#include "views/qt/widgets/flat_table.h"
#include "views/qt/widgets/icons.h"
#include "views/qt/widgets/text.h"

namespace sojourn::qt {

using session::SampleColumn;
using session::SampleIndex;

namespace {

bool isName(SampleColumn column) {
  return column == SampleColumn::Target || column == SampleColumn::Prediction;
}

const QVariant numberAlignment = QVariant::fromValue(Qt::Alignment(Qt::AlignVCenter | Qt::AlignRight));

QVariant alignmentOf(SampleColumn column) {
  const bool left = isName(column) || column == SampleColumn::User || column == SampleColumn::InHistory ||
                    column == SampleColumn::Unseen;
  return left ? QVariant::fromValue(Qt::Alignment(Qt::AlignVCenter | Qt::AlignLeft)) : numberAlignment;
}

/// Shortens names as the pictures do: no two of one width to the same text.
QString fittingName(const QString& name, int width, const present::Font& face) {
  static std::optional<present::NameShortener> names;
  static int widthOfNames = 0;
  // Of other widths nothing needs to be kept apart.
  if (width != std::exchange(widthOfNames, width) || !names) names.emplace(measurer());
  return toText(names->fitting(name.toStdString(), static_cast<float>(width / textFactor()), face));
}

/// In two lines where the row is tall enough, else with an ellipsis in the middle, since names differ at their ends.
void paintLongName(QPainter& painter, const QRect& area, const QString& words, const present::Font& face) {
  const QString brief = toText(present::shortPlaceName(words.toStdString()));
  const auto elided = [&](const QString& line) { return fittingName(line, area.width(), face); };
  const bool one = brief != words || area.height() + 1 < SamplesDelegate::tallRow * textFactor();
  qsizetype end = -1;
  for (qsizetype at = words.indexOf(QLatin1Char(' ')); at > 0; at = words.indexOf(QLatin1Char(' '), at + 1))
    if (metrics(face).horizontalAdvance(words.left(at)) <= area.width()) end = at;
  if (one || end < 0) {
    painter.drawText(area, Qt::AlignVCenter | Qt::AlignLeft, elided(brief));
    return;
  }
  const int half = area.height() / 2;
  painter.drawText(area.adjusted(0, 1, 0, half - area.height()), Qt::AlignVCenter | Qt::AlignLeft, words.left(end));
  painter.drawText(area.adjusted(0, half - 1, 0, 0), Qt::AlignVCenter | Qt::AlignLeft, elided(words.mid(end + 1)));
}

}  // namespace

SamplesModel::SamplesModel(const session::Workspace& workspace, QObject* parent)
    : QAbstractTableModel(parent), m_workspace(workspace) {
  reset();
}

void SamplesModel::setStability(const session::StabilityOfRows& stability) {
  m_stability = &stability;
  if (m_seeds == !stability.empty()) return refreshCells();
  if (m_seeds)
    beginRemoveColumns({}, seedsSection, seedsSection);
  else
    beginInsertColumns({}, seedsSection, seedsSection);
  m_seeds = !m_seeds;
  if (m_seeds)
    endInsertColumns();
  else
    endRemoveColumns();
}

/// "4 of 9"; nothing where it was not measured.
QVariant SamplesModel::seedsData(SampleIndex sample, int role) const {
  if (role == Qt::TextAlignmentRole) return numberAlignment;
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
  const session::PlaceNaming& naming = m_workspace.naming();
  const auto yesNo = [](bool yes) { return yes ? tr("yes") : tr("no"); };
  switch (column) {
    case SampleColumn::Index:
      return QString::number(sample);
    case SampleColumn::User:
      return toText(naming.userName(table.user(sample)));
    case SampleColumn::Length:
      return QString::number(table.length(sample));
    case SampleColumn::Correct:
      return table.correct(sample) ? tr("right") : tr("wrong");
    case SampleColumn::Prediction:
      return toText(naming.name(table.outcome(sample).prediction, table.user(sample)));
    case SampleColumn::Target:
      return toText(naming.name(table.target(sample), table.user(sample)));
    case SampleColumn::Rank:
      return QString::number(table.outcome(sample).rank);
    case SampleColumn::InHistory:
      return yesNo(table.inHistory(sample));
    case SampleColumn::Unseen:
      return yesNo(table.unseen(sample));
    case SampleColumn::Error: {
      const auto kilometres = table.value(sample, column);
      return kilometres ? toText(present::fixedText(*kilometres, 1)) : QString();
    }
    case SampleColumn::TargetProbability:
    case SampleColumn::Gate:
    case SampleColumn::CopyShare:
    case SampleColumn::Probability:
      return toText(
          present::probability(table.value(sample, column).value_or(std::numeric_limits<double>::quiet_NaN())));
  }
  return {};
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
      if (!isName(shown)) return {};
      return QStringLiteral("<p style='white-space:pre'>%1</p>")
          .arg(cellText(sampleAt(index.row()), shown).toHtmlEscaped());
    case Qt::TextAlignmentRole:
      return alignmentOf(shown);
    default:
      return {};
  }
}

QVariant SamplesModel::headerData(int section, Qt::Orientation orientation, int role) const {
  if (orientation == Qt::Vertical || section < 0 || section >= columnCount()) return {};
  const bool seeds = section == seedsSection;
  const SampleColumn shown = seeds ? SampleColumn::Index : column(section);
  if (role == Qt::TextAlignmentRole) return seeds ? numberAlignment : alignmentOf(shown);
  if (role == Qt::DisplayRole)
    return seeds                            ? tr("Unstable")
           : shown == SampleColumn::Correct ? QString()
                                            : toText(sojourn::tr(session::columnTitle(shown)));
  if (role == Qt::ToolTipRole || role == Qt::AccessibleTextRole)
    return seeds ? tr("methods whose ranking is unstable across seeds, of those compared")
                 : toText(sojourn::tr(session::columnDescription(shown)));
  return {};
}

void SamplesModel::reset() {
  beginResetModel();
  const std::size_t rows = m_workspace.sampleView().rows().size();
  m_rows = static_cast<int>(std::min<std::size_t>(rows, std::numeric_limits<int>::max()));
  endResetModel();
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
                                   "unseen", "error_km", "bookmarked", "note", "tags"},
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
                          number(row, SampleColumn::Unseen), number(row, SampleColumn::Error), note.bookmarked ? 1.0 : 0.0, note.text, std::move(tags)});
    if (!stability.empty()) std::ranges::move(stabilityCells(stability, row), std::back_inserter(table.rows.back()));
  }
  return table;
}

void SamplesDelegate::paint(QPainter* painter, const QStyleOptionViewItem& option, const QModelIndex& index) const {
  const present::Theme& theme = Appearance::theme();
  const auto* table = qobject_cast<const SamplesTableView*>(option.widget);
  const bool current = table && table->currentIndex().row() == index.row();
  const bool hovered = table && table->hoveredRow() == index.row();
  paintCellGround(*painter, option.rect, current, hovered, index.column() == 0);
  const bool seeds = index.column() == seedsSection;
  const SampleColumn column = seeds ? SampleColumn::Index : SamplesModel::column(index.column());

  const int note = index.data(noteRole).toInt();
  if (note > 0) {
    const QRectF box(option.rect.left() + 3, option.rect.center().y() - 5, 11, 11);
    paintIcon(*painter, box, QStringLiteral("bookmark"), toColor(note > 1 ? theme.accent : theme.text3), 1.6);
  }

  const QString words = index.data(Qt::DisplayRole).toString();
  if (words.isEmpty()) return;
  if (column == SampleColumn::Correct) {
    const bool right = words == SamplesModel::tr("right");
    const QRectF box(option.rect.center().x() - 7, option.rect.center().y() - 7, 15, 15);
    paintIcon(*painter, box, right ? QStringLiteral("check") : QStringLiteral("cross"),
              toColor(right ? theme.ok : theme.err), 1.8);
    return;
  }
  const bool steady = seeds && words.startsWith(QLatin1String("0 "));
  const bool quiet =
      steady || column == SampleColumn::Length || column == SampleColumn::Rank || column == SampleColumn::User;
  const present::Font face{.size = 12, .weight = current ? present::Weight::Medium : present::Weight::Regular};
  painter->setFont(toFont(face));
  painter->setPen(toColor(quiet ? theme.text2 : theme.text));
  const QRect area = option.rect.adjusted(4, 0, -4, -1);
  const auto side = index.data(Qt::TextAlignmentRole).value<Qt::Alignment>();
  if (column == SampleColumn::Index && index.data(SamplesModel::editedRole).toBool()) {
    painter->save();
    painter->setRenderHint(QPainter::Antialiasing);
    painter->setPen(Qt::NoPen);
    painter->setBrush(toColor(theme.accent));
    painter->drawEllipse(QPointF(option.rect.left() + (note > 0 ? 18 : 8), area.center().y() + 0.5), 3, 3);
    painter->restore();
  }
  const bool name = column == SampleColumn::Target || column == SampleColumn::Prediction;
  if (name && metrics(face).horizontalAdvance(words) > area.width()) return paintLongName(*painter, area, words, face);
  painter->drawText(
      area, side,
      side.testFlag(Qt::AlignLeft) ? metrics(face).elidedText(words, Qt::ElideMiddle, area.width()) : words);
}

SamplesTableView::SamplesTableView(QWidget* parent) : QTableView(parent) {
  makeFlat(*this);
  setItemDelegate(new SamplesDelegate(this));
  setAccessibleName(tr("Samples"));
}

void SamplesTableView::currentChanged(const QModelIndex& current, const QModelIndex& previous) {
  QTableView::currentChanged(current, previous);
  viewport()->update();
  if (m_byPerson && current.isValid()) Q_EMIT rowChosen(current.row());
}

void SamplesTableView::mouseMoveEvent(QMouseEvent* event) {
  const int row = rowAt(event->position().toPoint().y());
  if (row != m_hovered) {
    m_hovered = row;
    viewport()->update();
  }
  const QScopedValueRollback byPerson(m_byPerson, event->buttons().testFlag(Qt::LeftButton));
  QTableView::mouseMoveEvent(event);
}

void SamplesTableView::leaveEvent(QEvent* event) {
  m_hovered = -1;
  viewport()->update();
  QTableView::leaveEvent(event);
}

void SamplesTableView::keyPressEvent(QKeyEvent* event) {
  const QScopedValueRollback byPerson(m_byPerson, true);
  QTableView::keyPressEvent(event);
}

void SamplesTableView::mousePressEvent(QMouseEvent* event) {
  const QScopedValueRollback byPerson(m_byPerson, true);
  QTableView::mousePressEvent(event);
}

}  // namespace sojourn::qt
