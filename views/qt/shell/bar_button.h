// SPDX-License-Identifier: GPL-3.0-or-later
// The flat buttons of the tool bar: a workspace, a menu with icon and words, the search box.
#pragma once

#include <QToolButton>

namespace sojourn::qt {

class BarButton final : public QToolButton {
 public:
  enum class Look {
    Workspace,  ///< filled with the accent while checked
    Menu,       ///< icon, words, a small arrow; compact: icon and arrow only
    Search,     ///< like a field, with the shortcut at the right
  };
  BarButton(Look look, const QString& iconName, QWidget* parent = nullptr);

  void setWords(const QString& words);
  [[nodiscard]] QString words() const { return m_words; }
  /// A warning sign in place of the icon; its reason belongs in the tooltip.
  void setWarned(bool warned);
  void setHint(const QString& hint) { m_hint = hint; }
  /// Narrow windows show a menu's icon alone, its words are in the tooltip; of the search they show the shortcut.
  void setCompact(bool compact);

  [[nodiscard]] QSize sizeHint() const override;
  /// A menu's long name and the search box shrink before the tool bar hides anything.
  [[nodiscard]] QSize minimumSizeHint() const override;

 protected:
  void paintEvent(QPaintEvent* event) override;

 private:
  void paintMenuLook(QPainter& painter) const;
  /// The width of a menu's words, at most so many pixels of them, with the room around them.
  [[nodiscard]] int menuWords(int most) const;

  Look m_look;
  QString m_iconName, m_words, m_hint;
  bool m_compact = false, m_warned = false;
};

}  // namespace sojourn::qt
