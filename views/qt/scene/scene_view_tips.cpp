// SPDX-License-Identifier: GPL-3.0-or-later
// What a picture says under the mouse: the exact values of a mark, or what a head means.
#include <QFontMetrics>
#include <QHelpEvent>
#include <QScreen>
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

QPoint SceneView::tipPlace(QPoint pointer, const QRect& mark, const QRect& view, int height, const QRect& screen) {
  constexpr int tall = 60;   // a curve's column, for example: words at the pointer would hide what they are about
  constexpr int below = 28;  // Qt shows a tip up to so far below its place
  if (mark.height() <= tall) return pointer;
  const int under = std::min(mark.bottom(), view.bottom()), above = view.top() - below - height;
  // Where the screen ends, Qt moves a tip up, over the view.
  const bool hidesView = under + below < view.bottom() || under + below + height > screen.bottom();
  return {pointer.x(), hidesView && above + below >= screen.top() ? above : under};
}

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
    QString words, lines;
    if (area && !area->label.empty() && !asksWhat) {
      lines = inLines(toText(area->label));
      words = QStringLiteral("<p style='white-space:pre'>") + lines.toHtmlEscaped() + QStringLiteral("</p>");
    } else {
      words = glossaryTip(termAt(help->pos()));
    }
    event->setAccepted(!words.isEmpty());
    if (event->type() == QEvent::WhatsThis && !words.isEmpty())
      QWhatsThis::showText(help->globalPos(), words, viewport());
    if (event->type() != QEvent::ToolTip) return !words.isEmpty();
    if (words.isEmpty()) {
      QToolTip::hideText();
      return true;
    }
    const QRect mark = area ? onViewport(area->rect).toAlignedRect() : QRect(help->pos(), QSize(1, 1));
    const auto global = [this](const QRect& part) {
      return QRect(viewport()->mapToGlobal(part.topLeft()), part.size());
    };
    constexpr int margins = 16;
    const int height =
        QFontMetrics(QToolTip::font()).lineSpacing() * (1 + static_cast<int>(lines.count(QLatin1Char('\n')))) + margins;
    QToolTip::showText(
        tipPlace(help->globalPos(), global(mark), global(viewport()->rect()), height, screen()->availableGeometry()),
        words, viewport(), mark);
    return true;
  }
  if (event->type() == QEvent::Leave) hover(nullptr);
  return QAbstractScrollArea::viewportEvent(event);
}

}  // namespace sojourn::qt
