// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/qt/runs/runs_delegate.h"

#include <QMouseEvent>
#include <QPainter>
#include <QTableView>
#include <algorithm>
#include <cmath>

#include "views/qt/runs/runs_order.h"
#include "views/qt/widgets/appearance.h"
#include "views/qt/widgets/icons.h"
#include "views/qt/widgets/text.h"
#include "views/session/runs/log_gaps.h"

namespace sojourn::qt {

using session::RunStanding;

namespace {

constexpr int checkLeft = 8;
constexpr int checkSize = 14;
constexpr int swatchLeft = checkLeft + checkSize + 6;
constexpr int swatchSize = 10;
constexpr int curveWidth = RunsDelegate::curveColumn - 2 * RunsDelegate::curveInset;
static_assert(RunsDelegate::nameLeft == swatchLeft + swatchSize + 6);

struct Mark {
  const char* icon;
  present::Color color;
};

Mark markOf(const RunsModel::Line& line, const present::Theme& theme) {
  if (line.digest.trend != session::RunTrend::None || line.digest.verdict != session::RunVerdict::None)
    return {"warn", theme.warn};
  switch (line.standing) {
    case RunStanding::Failed:
    case RunStanding::Unreadable:
      return {"warn", theme.err};
    case RunStanding::Vanished:
      return {"cross", theme.err};
    case RunStanding::Stalled:
      return {"warn", theme.warn};
    case RunStanding::Running:
      return {"play", theme.ok};
    case RunStanding::Starting:
    case RunStanding::Stopping:
      return {"clock", theme.text2};
    case RunStanding::Paused:
      return {"pause", theme.text2};
    case RunStanding::Stopped:
      return {"stop", theme.text2};
    case RunStanding::Finished:
      return {"check", theme.text2};
    case RunStanding::Imported:
      return {"data", theme.text2};
  }
  return {"info", theme.text2};
}

}  // namespace

QRect RunsDelegate::checkBox(const QRect& cell) {
  return {cell.left() + checkLeft, cell.center().y() - checkSize / 2, checkSize, checkSize};
}

QRect RunsDelegate::foldArrow(const QRect& cell) {
  return {cell.left() + swatchLeft - 2, cell.center().y() - 6, 13, 13};
}

int RunsDelegate::indentOf(const QModelIndex& index) const {
  return m_order.groupAt(index) || m_order.isMember(index) ? indent : 0;
}

void RunsDelegate::paint(QPainter* painter, const QStyleOptionViewItem& option, const QModelIndex& index) const {
  const present::Theme& theme = Appearance::theme();
  const auto* table = qobject_cast<const QTableView*>(option.widget);
  const bool current =
      table && (table->currentIndex().row() == index.row() || table->selectionModel()->isRowSelected(index.row(), {}));
  const bool hovered = option.state.testFlag(QStyle::State_MouseOver);
  const QRect cell = option.rect;
  painter->fillRect(cell, toColor(current ? theme.soft : hovered ? theme.hover : theme.panel));
  painter->fillRect(QRect(cell.left(), cell.bottom(), cell.width(), 1), toColor(theme.line));
  switch (static_cast<RunColumn>(index.column())) {
    case RunColumn::Name:
      return paintName(painter, cell, index, current);
    case RunColumn::Standing:
      return paintStanding(painter, cell, index);
    case RunColumn::LossCurve:
      return paintCurve(painter, cell, index);
    default:
      break;
  }
  const auto column = static_cast<RunColumn>(index.column());
  const bool isGroup = m_order.groupAt(index) != nullptr;
  const bool revealed =
      isGroup ? m_order.groupAt(index)->revealed : m_order.runs().line(m_order.sourceRow(index)).revealed;
  const bool quiet = column == RunColumn::Model || column == RunColumn::Dataset || column == RunColumn::Differs ||
                     (column == RunColumn::Test && !revealed);
  const present::Font face{.size = 12, .weight = isGroup ? present::Weight::Medium : present::Weight::Regular};
  painter->setFont(toFont(face));
  painter->setPen(toColor(quiet ? theme.text2 : theme.text));
  const QRect area = cell.adjusted(4, 0, index.column() == runColumns - 1 ? -edge : -4, -1);
  painter->drawText(area, index.data(Qt::TextAlignmentRole).value<Qt::Alignment>(),
                    metrics(face).elidedText(index.data().toString(), Qt::ElideRight, area.width()));
}

void RunsDelegate::paintName(QPainter* painter, const QRect& cell, const QModelIndex& index, bool current) const {
  const present::Theme& theme = Appearance::theme();
  if (current) painter->fillRect(QRect(cell.left(), cell.top(), 3, cell.height()), toColor(theme.accent));
  const int row = m_order.sourceRow(index);
  const int from = indentOf(index);
  const auto state = static_cast<Qt::CheckState>(index.data(Qt::CheckStateRole).toInt());
  const bool chosen = state != Qt::Unchecked;
  const QRect box = checkBox(cell);
  painter->save();
  painter->setRenderHint(QPainter::Antialiasing);
  painter->setPen(QPen(toColor(chosen ? theme.mid : theme.border), 1));
  painter->setBrush(toColor(theme.field));
  painter->drawRoundedRect(QRectF(box).adjusted(0.5, 0.5, -0.5, -0.5), 3, 3);
  if (state == Qt::Checked) paintIcon(*painter, QRectF(box), QStringLiteral("check"), toColor(theme.text), 1.8);
  if (state == Qt::PartiallyChecked)
    painter->fillRect(QRectF(box.left() + 3.5, box.center().y(), box.width() - 7, 1.6), toColor(theme.text));
  if (row < 0)
    paintIcon(*painter, foldArrow(cell), m_order.folded(index) ? QStringLiteral("right") : QStringLiteral("down"),
              toColor(theme.text2));
  if (const auto color = m_order.colorOf(index)) {
    const QRectF swatch(cell.left() + swatchLeft + from, cell.center().y() - swatchSize / 2.0, swatchSize, swatchSize);
    painter->setPen(QPen(toColor(present::edgeOf(*color)), 1));
    painter->setBrush(toColor(*color));
    if (row >= 0 && m_order.runs().dashed(row)) {
      // As its line: two dashes.
      painter->drawRect(QRectF(swatch.left(), swatch.center().y() - 2, 4, 4));
      painter->drawRect(QRectF(swatch.right() - 4, swatch.center().y() - 2, 4, 4));
    } else {
      painter->drawRoundedRect(swatch, 2, 2);
    }
  }
  painter->restore();
  const present::Font face{.size = 12, .weight = present::Weight::SemiBold};
  painter->setFont(toFont(face));
  const bool archived = row >= 0 && m_order.runs().line(row).run->entry.notes.archived;
  painter->setPen(toColor(archived ? theme.text3 : theme.text));
  const QRect area = cell.adjusted(nameLeft + from, 0, -4, -1);
  painter->drawText(area, Qt::AlignVCenter | Qt::AlignLeft,
                    metrics(face).elidedText(index.data().toString(), Qt::ElideMiddle, area.width()));
}

void RunsDelegate::paintStanding(QPainter* painter, const QRect& cell, const QModelIndex& index) const {
  const present::Theme& theme = Appearance::theme();
  if (m_order.groupAt(index)) {
    painter->setFont(toFont({.size = 12}));
    painter->setPen(toColor(theme.text2));
    painter->drawText(cell.adjusted(4, 0, -4, -1), Qt::AlignVCenter | Qt::AlignLeft, index.data().toString());
    return;
  }
  const RunsModel::Line& line = m_order.runs().line(m_order.sourceRow(index));
  const Mark mark = markOf(line, theme);
  paintIcon(*painter, QRectF(cell.left() + 4, cell.center().y() - 7, 15, 15), QLatin1String(mark.icon),
            toColor(mark.color), 1.6);
  const present::Font face{.size = 12};
  painter->setFont(toFont(face));
  painter->setPen(toColor(mark.color));
  const QRect area = cell.adjusted(24, 0, -4, -1);
  painter->drawText(area, Qt::AlignVCenter | Qt::AlignLeft,
                    metrics(face).elidedText(index.data().toString(), Qt::ElideRight, area.width()));
}

/// Epochs share one axis over all rows; the loss has the row's own scale, since runs differ by more than they change.
void RunsDelegate::paintCurve(QPainter* painter, const QRect& cell, const QModelIndex& index) const {
  const present::Theme& theme = Appearance::theme();
  const int row = m_order.sourceRow(index);
  if (row < 0) return;  // its seeds stand below it
  const session::RunDigest& digest = m_order.runs().line(row).digest;
  const QRectF area(cell.left() + curveInset, cell.top() + 5, curveWidth, cell.height() - 11);
  double low = 0;
  double high = 0;
  bool any = false;
  for (const auto& figures : digest.validation) {
    if (!std::isfinite(figures.loss)) continue;
    low = any ? std::min(low, figures.loss) : figures.loss;
    high = any ? std::max(high, figures.loss) : figures.loss;
    any = true;
  }
  if (!any) return;
  const double span = high > low ? high - low : 1;
  const auto longest = static_cast<double>(std::max<std::int64_t>(2, m_order.runs().longest()));
  const auto at = [&](const session::ValidationFigures& figures) {
    const double across = (static_cast<double>(figures.epoch) - 1) / (longest - 1);
    return QPointF(area.left() + std::clamp(across, 0.0, 1.0) * area.width(),
                   area.bottom() - (figures.loss - low) / span * area.height());
  };
  const auto color = m_order.runs().colorOf(row);
  painter->save();
  painter->setRenderHint(QPainter::Antialiasing);
  painter->setPen(QPen(toColor(color.value_or(theme.mid)), 1.4, Qt::SolidLine, Qt::RoundCap));
  painter->setBrush(Qt::NoBrush);
  const auto& log = m_order.runs().line(row).run->outline;
  const auto behindGaps = log ? session::epochsBehindGaps(*log) : std::set<std::int64_t>();
  for (const auto piece : session::unbrokenLosses(digest.validation, behindGaps)) {
    QPolygonF curve;
    for (const session::ValidationFigures& figures : piece) curve.append(at(figures));
    if (curve.size() == 1)
      painter->drawPoint(curve.front());
    else
      painter->drawPolyline(curve);
  }
  if (const auto* best = digest.bestFigures()) {
    painter->setPen(Qt::NoPen);
    painter->setBrush(toColor(theme.text));
    painter->drawEllipse(at(*best), 2.2, 2.2);
  }
  painter->restore();
}

void RunsDelegate::setEditorData(QWidget* editor, const QModelIndex& index) const {
  if (editor->property("filled").toBool()) return;
  editor->setProperty("filled", true);
  QStyledItemDelegate::setEditorData(editor, index);
}

void RunsDelegate::updateEditorGeometry(QWidget* editor, const QStyleOptionViewItem& option,
                                        const QModelIndex& index) const {
  editor->setGeometry(option.rect.adjusted(nameLeft + indentOf(index) - 7, 0, 0, 0));
}

bool RunsDelegate::editorEvent(QEvent* event, QAbstractItemModel* model, const QStyleOptionViewItem& option,
                               const QModelIndex& index) {
  const bool checkable = index.flags().testFlag(Qt::ItemIsUserCheckable);
  const auto toggle = [&] {
    const bool chosen = index.data(Qt::CheckStateRole).toInt() == Qt::Checked;
    return model->setData(index, static_cast<int>(chosen ? Qt::Unchecked : Qt::Checked), Qt::CheckStateRole);
  };
  if (checkable && event->type() == QEvent::KeyPress) {
    const int key = static_cast<QKeyEvent*>(event)->key();
    return (key == Qt::Key_Space || key == Qt::Key_Select) && toggle();
  }
  if (checkable && (event->type() == QEvent::MouseButtonRelease || event->type() == QEvent::MouseButtonDblClick)) {
    const auto* mouse = static_cast<QMouseEvent*>(event);
    const bool onArrow =
        m_order.groupAt(index) && foldArrow(option.rect).adjusted(-2, -5, 4, 5).contains(mouse->position().toPoint());
    if (onArrow && mouse->button() == Qt::LeftButton) {
      m_order.setFolded(index, !m_order.folded(index));
      return true;
    }
    // A little beyond the box counts, too: it is small.
    const bool onBox = checkBox(option.rect).adjusted(-5, -5, 4, 5).contains(mouse->position().toPoint());
    if (!onBox || mouse->button() != Qt::LeftButton) return false;
    return event->type() == QEvent::MouseButtonDblClick || toggle();
  }
  return false;
}

}  // namespace sojourn::qt
