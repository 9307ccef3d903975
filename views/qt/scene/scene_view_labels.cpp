// SPDX-License-Identifier: GPL-3.0-or-later
// What a picture says: under the mouse the exact values of a mark, or what a head means; to a screen reader its name,
// its summary in text, and its marks.
#include <QAccessibleWidget>
#include <QFontMetrics>
#include <QHelpEvent>
#include <QScreen>
#include <QToolTip>
#include <QWhatsThis>
#include <algorithm>
#include <map>
#include <variant>

#include "views/qt/scene/scene_view.h"
#include "views/qt/widgets/glossary.h"
#include "views/qt/widgets/text.h"

namespace sojourn::qt {
namespace {

/// In lines of at most 72 letters: one long line covers the views beside the one that it is about.
QString inLines(QString text) {
  constexpr qsizetype longest = 72;
  for (qsizetype start = 0; text.size() - start > longest;) {
    qsizetype end = text.lastIndexOf(QLatin1Char('\n'), start + longest);
    if (end < start) end = text.lastIndexOf(QLatin1Char(' '), start + longest);
    if (end < start) break;
    text[end] = QLatin1Char('\n');
    start = end + 1;
  }
  return text;
}

/// A mark of the picture, by its number: whichever mark has that number in the picture of now.
class MarkAccessible final : public QAccessibleInterface {
 public:
  MarkAccessible(SceneView* view, int mark) : m_view(view), m_mark(static_cast<std::size_t>(mark)) {}

  [[nodiscard]] bool isValid() const override { return hit() != nullptr; }
  [[nodiscard]] QObject* object() const override { return nullptr; }
  [[nodiscard]] QWindow* window() const override { return m_view->window()->windowHandle(); }
  [[nodiscard]] QAccessibleInterface* parent() const override { return QAccessible::queryAccessibleInterface(m_view); }
  [[nodiscard]] QAccessibleInterface* child(int) const override { return nullptr; }
  [[nodiscard]] QAccessibleInterface* childAt(int, int) const override { return nullptr; }
  [[nodiscard]] int childCount() const override { return 0; }
  [[nodiscard]] int indexOfChild(const QAccessibleInterface*) const override { return -1; }
  void setText(QAccessible::Text, const QString&) override {}

  [[nodiscard]] QString text(QAccessible::Text kind) const override {
    const present::HitArea* mark = hit();
    if (!mark) return {};
    if (kind == QAccessible::Name) return toText(mark->label);
    return kind == QAccessible::Value ? toText(mark->value) : QString();
  }
  [[nodiscard]] QRect rect() const override {
    const present::HitArea* mark = hit();
    if (!mark) return {};
    const QRect shown = m_view->onViewport(mark->rect).toAlignedRect();
    return {m_view->viewport()->mapToGlobal(shown.topLeft()), shown.size()};
  }
  [[nodiscard]] QAccessible::Role role() const override {
    const present::HitArea* mark = hit();
    return mark && mark->action ? QAccessible::Button : QAccessible::ListItem;
  }
  [[nodiscard]] QAccessible::State state() const override {
    QAccessible::State state;
    state.focusable = true;
    state.focused = m_view->hasFocus() && m_view->keyboardMark() == m_mark;
    state.invalid = !isValid();
    state.invisible = !state.focused && isRepeated();
    return state;
  }

 private:
  [[nodiscard]] const present::HitArea* hit() const {
    const present::Scene* scene = m_view->scene();
    return scene && m_mark < scene->hits.size() ? &scene->hits[m_mark] : nullptr;
  }

  /// A visit with a block on the band and a card is read once.
  [[nodiscard]] bool isRepeated() const {
    const present::HitArea* mark = hit();
    if (!mark || !mark->focus.visit) return false;
    const auto& all = m_view->scene()->hits;
    return std::any_of(all.begin(), all.begin() + static_cast<std::ptrdiff_t>(m_mark),
                       [&](const auto& before) { return before.focus == mark->focus && before.label == mark->label; });
  }

  SceneView* m_view;
  std::size_t m_mark;
};

class SceneAccessible final : public QAccessibleWidget {
 public:
  explicit SceneAccessible(SceneView* view) : QAccessibleWidget(view, QAccessible::Graphic), m_view(view) {}
  ~SceneAccessible() override {
    for (const auto& [mark, id] : m_marks) QAccessible::deleteAccessibleInterface(id);
  }

  [[nodiscard]] QString text(QAccessible::Text kind) const override {
    switch (kind) {
      case QAccessible::Name:
        return m_view->accessibleName();
      case QAccessible::Description:
        return m_view->summary();
      case QAccessible::Value:
        return m_view->keyboardLabel();
      default:
        return QAccessibleWidget::text(kind);
    }
  }
  /// Marks; in place of a picture there is a sentence with its button.
  [[nodiscard]] int childCount() const override {
    return m_view->scene() ? static_cast<int>(m_view->scene()->hits.size()) : QAccessibleWidget::childCount();
  }
  [[nodiscard]] QAccessibleInterface* child(int mark) const override {
    if (!m_view->scene()) return QAccessibleWidget::child(mark);
    if (mark < 0 || mark >= childCount()) return nullptr;
    auto known = m_marks.find(mark);
    if (known == m_marks.end()) {
      auto* made = new MarkAccessible(m_view, mark);
      known = m_marks.emplace(mark, QAccessible::registerAccessibleInterface(made)).first;
    }
    return QAccessible::accessibleInterface(known->second);
  }
  [[nodiscard]] int indexOfChild(const QAccessibleInterface* child) const override {
    for (const auto& [mark, id] : m_marks)
      if (QAccessible::accessibleInterface(id) == child) return mark;
    return QAccessibleWidget::indexOfChild(child);
  }
  [[nodiscard]] QAccessibleInterface* focusChild() const override {
    const auto mark = m_view->keyboardMark();
    return mark ? child(static_cast<int>(*mark)) : QAccessibleWidget::focusChild();
  }

 private:
  SceneView* m_view;
  mutable std::map<int, QAccessible::Id> m_marks;  ///< made when asked for, kept as long as the view
};

QAccessibleInterface* makeAccessible(const QString&, QObject* object) {
  if (auto* view = qobject_cast<SceneView*>(object)) return new SceneAccessible(view);
  return nullptr;
}

}  // namespace

void installSceneAccessibility() {
  QAccessible::installFactory(makeAccessible);
}

QPoint SceneView::tipPlace(QPoint pointer, const QRect& mark, const QRect& view, int height, const QRect& screen) {
  constexpr int tall = 60;   // a curve's column, for example: text at the pointer would hide what they are about
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
    QString text, lines;
    if (area && !area->label.empty() && !asksWhat) {
      lines = inLines(toText(area->label));
      text = QStringLiteral("<p style='white-space:pre'>") + lines.toHtmlEscaped() + QStringLiteral("</p>");
    } else {
      text = glossaryTip(termAt(help->pos()));
    }
    event->setAccepted(!text.isEmpty());
    if (event->type() == QEvent::WhatsThis && !text.isEmpty())
      QWhatsThis::showText(help->globalPos(), text, viewport());
    if (event->type() != QEvent::ToolTip) return !text.isEmpty();
    if (text.isEmpty() || (area && area->previewTells)) {
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
        text, viewport(), mark);
    return true;
  }
  if (event->type() == QEvent::Leave) hover(nullptr);
  return QAbstractScrollArea::viewportEvent(event);
}

}  // namespace sojourn::qt
