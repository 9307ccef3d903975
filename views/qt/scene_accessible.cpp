// SPDX-License-Identifier: GPL-3.0-or-later
// What a screen reader learns of a picture: its name, its summary in words, and the mark that has the keyboard.
#include <QAccessibleWidget>

#include "views/qt/scene_view.h"

namespace sojourn::qt {
namespace {

class SceneAccessible final : public QAccessibleWidget {
 public:
  explicit SceneAccessible(SceneView* view) : QAccessibleWidget(view, QAccessible::Graphic), m_view(view) {}

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

 private:
  SceneView* m_view;
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
