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
#include "views/present/samples/sample_text.h"
#include "views/present/scene/canvas.h"
#include "views/present/scene/format.h"
#include "views/qt/widgets/appearance.h"
#include "views/qt/widgets/cell_painter.h"
#include "views/qt/widgets/flat_table.h"
#include "views/qt/widgets/icons.h"
#include "views/qt/widgets/text.h"

namespace sojourn::qt {

using present::SampleCells;
using session::SampleColumn;
using session::SampleIndex;

namespace {

const QVariant numberAlignment = QVariant::fromValue(Qt::Alignment(Qt::AlignVCenter | Qt::AlignRight));

/// Shortens names as the pictures do: no two of one width to the same text.
QString fittingName(const QString& name, int width, const present::Font& face) {
  static std::optional<present::NameShortener> names;
  static int widthOfNames = 0;
  // Of other widths nothing needs to be kept apart.
  if (width != std::exchange(widthOfNames, width) || !names) names.emplace(measurer());
  return toText(names->fitting(name.toStdString(), static_cast<float>(width / textFactor()), face));
}

/// In two lines where the row is tall enough, else with an ellipsis in the middle, since names differ at their ends.
void paintLongName(QPainter& painter, const QRect& area, const QString& text, const present::Font& face) {
  const QString brief = toText(present::shortPlaceName(text.toStdString()));
  const auto elided = [&](const QString& line) { return fittingName(line, area.width(), face); };
  const bool one = brief != text || area.height() + 1 < SamplesDelegate::tallRow * textFactor();
  qsizetype end = -1;
  for (qsizetype at = text.indexOf(QLatin1Char(' ')); at > 0; at = text.indexOf(QLatin1Char(' '), at + 1))
    if (metrics(face).horizontalAdvance(text.left(at)) <= area.width()) end = at;
  if (one || end < 0) {
    painter.drawText(area, Qt::AlignVCenter | Qt::AlignLeft, elided(brief));
    return;
  }
  const int half = area.height() / 2;
  painter.drawText(area.adjusted(0, 1, 0, half - area.height()), Qt::AlignVCenter | Qt::AlignLeft, text.left(end));
  painter.drawText(area.adjusted(0, half - 1, 0, 0), Qt::AlignVCenter | Qt::AlignLeft, elided(text.mid(end + 1)));
}

}  // namespace

QVariant alignmentOf(SampleCells cells) {
  const bool left = cells == SampleCells::Words || cells == SampleCells::Name;
  return left ? QVariant::fromValue(Qt::Alignment(Qt::AlignVCenter | Qt::AlignLeft)) : numberAlignment;
}

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
  if (role == CellsRole) return static_cast<int>(SampleCells::Number);
  const auto found = m_stability->find(sample);
  if (found == m_stability->end()) return {};
  const session::SampleStability& stability = found->second;
  if (role == QuietRole) return stability.unstable.empty();
  if (role == Qt::DisplayRole || role == Qt::AccessibleTextRole)
    return tr("%1 of %2").arg(stability.unstable.size()).arg(stability.methods);
  if (role != Qt::ToolTipRole) return {};
  if (stability.unstable.empty()) return tr("All methods agree across seeds");
  QStringList names;
  for (const std::string& method : stability.unstable) names << toText(present::methodLabels(method).title);
  return tr("Unstable across seeds: %1").arg(names.join(QStringLiteral(", ")));
}

QVariant SamplesModel::noteData(SampleIndex sample, int role) const {
  const session::SampleNote note = m_workspace.notes().of(sample);
  if (note.empty()) return {};
  if (role == NoteRole) return note.bookmarked ? 2 : 1;
  QStringList lines;
  if (!note.text.empty()) lines << toText(note.text).toHtmlEscaped().replace(QLatin1Char('\n'), QLatin1String("<br>"));
  QStringList tags;
  for (const std::string& tag : note.tags) tags << toText(tag).toHtmlEscaped();
  if (!tags.isEmpty()) lines << tr("Tags: %1").arg(tags.join(QStringLiteral(", ")));
  if (note.bookmarked) lines << tr("Bookmarked");
  return QStringLiteral("<p>%1</p>").arg(lines.join(QStringLiteral("</p><p>")));
}

SampleIndex SamplesModel::sampleAt(int row) const {
  const auto rows = m_workspace.samples().view().rows();
  return rows[std::min(static_cast<std::size_t>(row), rows.size() - 1)];
}

QVariant SamplesModel::data(const QModelIndex& index, int role) const {
  if (!index.isValid() || index.row() >= m_rows || m_workspace.samples().view().rows().empty()) return {};
  if (index.column() == seedsSection) return seedsData(sampleAt(index.row()), role);
  const ShownSampleColumn& shown = shownSampleColumns[static_cast<std::size_t>(index.column())];
  const SampleIndex sample = sampleAt(index.row());
  const bool marksNotes = shown.column == SampleColumn::Index;
  if (marksNotes && (role == NoteRole || role == Qt::ToolTipRole)) {
    const QVariant note = noteData(sample, role);
    if (role == NoteRole || note.isValid()) return note;
  }
  switch (role) {
    case Qt::DisplayRole:
    case Qt::AccessibleTextRole:
      return toText(sampleCell(m_workspace, sample, shown.column));
    case CellsRole:
      return static_cast<int>(shown.cells);
    case QuietRole:
      return shown.quiet;
    case RightRole:
      return m_workspace.samples().table().correct(sample);
    case EditedRole:
      return marksNotes && isEdited(sample);
    case Qt::ToolTipRole:
      if (marksNotes && isEdited(sample)) return tr("This sample is edited; the row shows the record");
      if (shown.cells != SampleCells::Name) return {};
      return QStringLiteral("<p style='white-space:pre'>%1</p>")
          .arg(toText(sampleCell(m_workspace, sample, shown.column)).toHtmlEscaped());
    case Qt::TextAlignmentRole:
      return alignmentOf(shown.cells);
    default:
      return {};
  }
}

QVariant SamplesModel::headerData(int section, Qt::Orientation orientation, int role) const {
  if (orientation == Qt::Vertical || section < 0 || section >= columnCount()) return {};
  const bool described = role == Qt::ToolTipRole || role == Qt::AccessibleTextRole;
  if (section == seedsSection) {
    if (role == Qt::TextAlignmentRole) return numberAlignment;
    if (described) return tr("methods whose ranking is unstable across seeds, of those compared");
    return role == Qt::DisplayRole ? tr("Unstable") : QVariant();
  }
  const ShownSampleColumn& shown = shownSampleColumns[static_cast<std::size_t>(section)];
  if (role == Qt::TextAlignmentRole) return alignmentOf(shown.cells);
  if (described) return toText(sojourn::tr(session::columnDescription(shown.column)));
  return role == Qt::DisplayRole ? toText(sampleHead(shown)) : QVariant();
}

void SamplesModel::reset() {
  beginResetModel();
  const std::size_t rows = m_workspace.samples().view().rows().size();
  m_rows = static_cast<int>(std::min<std::size_t>(rows, std::numeric_limits<int>::max()));
  endResetModel();
}

void SamplesDelegate::paint(QPainter* painter, const QStyleOptionViewItem& option, const QModelIndex& index) const {
  const present::Theme& theme = Appearance::theme();
  const auto* table = qobject_cast<const SamplesTableView*>(option.widget);
  const bool current = table && table->currentIndex().row() == index.row();
  const bool hovered = table && table->hoveredRow() == index.row();
  paintCellGround(*painter, option.rect, current, hovered, index.column() == 0);
  const int note = index.data(NoteRole).toInt();
  if (note > 0) {
    const QRect box(option.rect.left() + 3, option.rect.center().y() - 5, 11, 11);
    paintIcon(*painter, box, QStringLiteral("bookmark"), toColor(note > 1 ? theme.accent : theme.text3), 1.6);
  }

  const QString text = index.data(Qt::DisplayRole).toString();
  if (text.isEmpty()) return;
  const auto cells = static_cast<SampleCells>(index.data(CellsRole).toInt());
  if (cells == SampleCells::Mark) {
    const bool right = index.data(RightRole).toBool();
    const QRectF box(option.rect.center().x() - 7, option.rect.center().y() - 7, 15, 15);
    paintIcon(*painter, box, right ? QStringLiteral("check") : QStringLiteral("cross"),
              toColor(right ? theme.ok : theme.err), 1.8);
    return;
  }
  const QVariant change = index.data(ChangeRole);
  const present::Color ink = change.isValid()                 ? present::changeColor(theme, change.toDouble())
                             : index.data(QuietRole).toBool() ? theme.text2
                                                              : theme.text;
  const present::Font face{.size = 12, .weight = current ? present::Weight::Medium : present::Weight::Regular};
  painter->setFont(toFont(face));
  painter->setPen(toColor(ink));
  const QRect area = option.rect.adjusted(4, 0, -4, -1);
  const auto side = index.data(Qt::TextAlignmentRole).value<Qt::Alignment>();
  if (index.data(EditedRole).toBool()) {
    painter->save();
    painter->setRenderHint(QPainter::Antialiasing);
    painter->setPen(Qt::NoPen);
    painter->setBrush(toColor(theme.accent));
    painter->drawEllipse(QPointF(option.rect.left() + (note > 0 ? 18 : 8), area.center().y() + 0.5), 3, 3);
    painter->restore();
  }
  if (cells == SampleCells::Name && metrics(face).horizontalAdvance(text) > area.width())
    return paintLongName(*painter, area, text, face);
  painter->drawText(
      area, static_cast<int>(side.toInt()),
      side.testFlag(Qt::AlignLeft) ? metrics(face).elidedText(text, Qt::ElideMiddle, area.width()) : text);
}

SamplesTableView::SamplesTableView(QWidget* parent) : QTableView(parent) {
  makeFlat(*this);
  // The workspace sorts, not the view, which therefore hides it.
  horizontalHeader()->setSortIndicatorShown(true);
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

QModelIndex SamplesTableView::moveCursor(CursorAction action, Qt::KeyboardModifiers modifiers) {
  const int rows = model()->rowCount();
  if (rows == 0 || (action != MoveHome && action != MoveEnd)) return QTableView::moveCursor(action, modifiers);
  return model()->index(action == MoveHome ? 0 : rows - 1, std::max(0, currentIndex().column()));
}

void SamplesTableView::mousePressEvent(QMouseEvent* event) {
  const QScopedValueRollback byPerson(m_byPerson, true);
  QTableView::mousePressEvent(event);
}

}  // namespace sojourn::qt
