// SPDX-License-Identifier: GPL-3.0-or-later
// What a picture says under the mouse: the exact values of a mark, or what a head means.
#include <QHelpEvent>
#include <QToolTip>
#include <QWhatsThis>
#include <algorithm>
#include <variant>

#include "views/qt/scene/scene_view.h"
#include "views/qt/widgets/glossary.h"
#include "views/qt/widgets/text.h"

namespace sojourn::qt {

namespace {

/// In lines of at most 72 letters: one long line covers the views beside the one that it is about.
QString inLines(QString words) {
  constexpr qsizetype longest = 72;
  for (qsizetype start = 0; words.size() - start > longest;) {
    qsizetype end = words.lastIndexOf(QLatin1Char('\n'), start + longest);
    if (end < start) end = words.lastIndexOf(QLatin1Char(' '), start + longest);
    if (end < start) break;
    words[end] = QLatin1Char('\n');
    start = end + 1;
  }
  return words;
}

}  // namespace

QString SceneView::termAt(QPoint at) const {
  const present::Scene* made = scene();
  if (!made) return {};
  const present::Point point = contentPoint(at);
  for (const present::Shape& shape : made->shapes) {
    const auto* text = std::get_if<present::TextShape>(&shape);
    if (text && !text->upwards && text->rect.contains(point) && !glossaryEntry(toText(text->text)).isEmpty())
      return toText(text->text);
  }
  return {};
}

bool SceneView::viewportEvent(QEvent* event) {
  const bool asksWhat = event->type() == QEvent::WhatsThis || event->type() == QEvent::QueryWhatsThis;
  if (event->type() == QEvent::ToolTip || asksWhat) {
    const auto* help = static_cast<QHelpEvent*>(event);
    const present::HitArea* area = hitAt(help->pos());
    // Names come from files: shown as they are, never as rich text.
    QString words;
    if (area && !area->label.empty() && !asksWhat)
      words = QStringLiteral("<p style='white-space:pre'>") + inLines(toText(area->label)).toHtmlEscaped() +
              QStringLiteral("</p>");
    else
      words = glossaryTip(termAt(help->pos()));
    event->setAccepted(!words.isEmpty());
    if (event->type() == QEvent::WhatsThis && !words.isEmpty())
      QWhatsThis::showText(help->globalPos(), words, viewport());
    if (event->type() != QEvent::ToolTip) return !words.isEmpty();
    if (words.isEmpty()) {
      QToolTip::hideText();
      return true;
    }
    const QRectF mark = area ? onViewport(area->rect) : QRectF(help->pos(), QSizeF(1, 1));
    // Below a tall mark, a curve's column for example: its words would hide what they are about.
    constexpr qreal tall = 60;
    QPoint at = help->globalPos();
    if (mark.height() > tall)
      at.setY(viewport()->mapToGlobal(QPoint(0, std::min(static_cast<int>(mark.bottom()), viewport()->height()))).y());
    QToolTip::showText(at, words, viewport(), mark.toAlignedRect());
    return true;
  }
  if (event->type() == QEvent::Leave) hover(nullptr);
  return QAbstractScrollArea::viewportEvent(event);
}

}  // namespace sojourn::qt
