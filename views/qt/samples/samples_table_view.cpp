// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/qt/samples/samples_table_view.h"

#include <QMouseEvent>
#include <QPainter>
#include <optional>
#include <utility>

#include "views/present/scene/short_names.h"
#include "views/qt/samples/samples_model.h"
#include "views/qt/widgets/appearance.h"
#include "views/qt/widgets/flat_table.h"
#include "views/qt/widgets/icons.h"
#include "views/qt/widgets/text.h"

namespace sojourn::qt {

using session::SampleColumn;

namespace {

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

void SamplesDelegate::paint(QPainter* painter, const QStyleOptionViewItem& option, const QModelIndex& index) const {
  const present::Theme& theme = Appearance::theme();
  const auto* table = qobject_cast<const SamplesTableView*>(option.widget);
  const bool current = table && table->currentIndex().row() == index.row();
  const bool hovered = table && table->hoveredRow() == index.row();
  painter->fillRect(option.rect, toColor(current ? theme.soft : hovered ? theme.hover : theme.panel));
  painter->fillRect(QRect(option.rect.left(), option.rect.bottom(), option.rect.width(), 1), toColor(theme.line));
  const bool seeds = index.column() == seedsSection;
  const SampleColumn column = seeds ? SampleColumn::Index : SamplesModel::column(index.column());
  if (current && index.column() == 0)
    painter->fillRect(QRect(option.rect.left(), option.rect.top(), 3, option.rect.height()), toColor(theme.accent));

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
  m_byPerson = event->buttons().testFlag(Qt::LeftButton);
  QTableView::mouseMoveEvent(event);
  m_byPerson = false;
}

void SamplesTableView::leaveEvent(QEvent* event) {
  m_hovered = -1;
  viewport()->update();
  QTableView::leaveEvent(event);
}

void SamplesTableView::keyPressEvent(QKeyEvent* event) {
  m_byPerson = true;
  QTableView::keyPressEvent(event);
  m_byPerson = false;
}

void SamplesTableView::mousePressEvent(QMouseEvent* event) {
  m_byPerson = true;
  QTableView::mousePressEvent(event);
  m_byPerson = false;
}

}  // namespace sojourn::qt
