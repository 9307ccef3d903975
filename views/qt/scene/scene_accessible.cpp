// SPDX-License-Identifier: GPL-3.0-or-later
// What a screen reader learns of a picture: its name, its summary in words, and its marks.
#include <QAccessibleWidget>
#include <map>

#include "views/qt/scene/scene_view.h"
#include "views/qt/widgets/text.h"

namespace sojourn::qt {
namespace {

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
    return state;
  }

 private:
  [[nodiscard]] const present::HitArea* hit() const {
    const present::Scene* scene = m_view->scene();
    return scene && m_mark < scene->hits.size() ? &scene->hits[m_mark] : nullptr;
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

}  // namespace sojourn::qt
