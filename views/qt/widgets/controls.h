// SPDX-License-Identifier: GPL-3.0-or-later
// The small controls that panels are made of: labels, buttons, a combo box, lists to choose from, a sentence
// in the place of a picture, steps of the wheel.
#pragma once

#include <QComboBox>
#include <QLabel>
#include <QStringList>
#include <QStyledItemDelegate>
#include <QToolButton>
#include <optional>

#include "views/present/scene/canvas.h"
#include "views/present/scene/scene.h"

class QAction;
class QListWidget;
class QPushButton;

namespace sojourn::qt {

/// A label that takes its words as they are, never as rich text.
[[nodiscard]] QLabel* plainLabel(const QString& text = {}, std::optional<present::Font> font = {});

/// A button with an icon alone: its name is in the tooltip and for screen readers.
[[nodiscard]] QToolButton* iconButton(const QString& icon, const QString& name);

/// The 24 px button with icon, word and edge that stands in a panel's first row. It shows and triggers the action,
/// which stays its owner's.
[[nodiscard]] QToolButton* framedButton(QAction* action);
/// The same with words of its own, for a menu or a choice; connected by its maker.
[[nodiscard]] QToolButton* framedButton(const QString& text, const char* objectName = "",
                                        present::Weight weight = present::Weight::Regular);

/// A combo box that ends its words in an ellipsis where they do not fit (Qt's own cuts through a letter), with a list
/// as wide as its words.
class ElidingCombo final : public QComboBox {
 public:
  using QComboBox::QComboBox;

  void showPopup() override;

 protected:
  void paintEvent(QPaintEvent* event) override;
};

/// A label that shows the longest of several texts that fits, so that no number is cut at its edge. Takes the width
/// that is left over, down to none.
class FittingLabel final : public QLabel {
  Q_OBJECT

 public:
  explicit FittingLabel(QWidget* parent = nullptr);

  /// Longest first; where none fits, nothing is shown.
  void setChoices(const QStringList& choices);

  /// Without a text there is nothing to make room for, margins neither.
  [[nodiscard]] QSize sizeHint() const override;

 protected:
  void resizeEvent(QResizeEvent* event) override;
  void changeEvent(QEvent* event) override;

 private:
  void choose();

  QStringList m_choices;
};

/// Rows of a list to choose from: a word at the left, what it is at the right. The word is the item's display text and
/// keeps its room; the caption, its captionRole, is elided first.
class WordAndCaptionDelegate final : public QStyledItemDelegate {
  Q_OBJECT
 public:
  static constexpr int captionRole = Qt::UserRole + 1;
  static constexpr int rowHeight = 28;

  using QStyledItemDelegate::QStyledItemDelegate;
  void paint(QPainter* painter, const QStyleOptionViewItem& option, const QModelIndex& index) const override;
  [[nodiscard]] QSize sizeHint(const QStyleOptionViewItem& option, const QModelIndex& index) const override;
};

/// One sentence and at most one button in the place of a picture: nothing loaded yet, or a part the model lacks.
class EmptyPanel final : public QWidget {
  Q_OBJECT
 public:
  explicit EmptyPanel(QWidget* parent = nullptr);
  void show(const present::EmptyState& state);

 Q_SIGNALS:
  void actionRequested(const sojourn::present::Action& action);

 protected:
  void paintEvent(QPaintEvent* event) override;
  void resizeEvent(QResizeEvent*) override { arrange(); }

 private:
  /// Where it is too low for all below each other the button stands beside the title, and the detail is its tip.
  void arrange();

  QLabel* m_title;
  QLabel* m_detail;
  QPushButton* m_button;
  present::Action m_action;
};

/// What the arrows and Page Up and Down, pressed in a search line, do to the list below it; false for other keys.
bool moveInList(QListWidget& list, int key, int rowsOfPage, bool wraps);

/// Turns of a mouse wheel in whole steps: what touchpads and fine wheels send in small parts adds up to one.
class WheelSteps {
 public:
  /// `delta` as in QWheelEvent::angleDelta(). Returns how many steps are complete now; below 0 towards the hand.
  [[nodiscard]] int add(int delta) {
    constexpr int step = 120;
    if ((delta < 0) != (m_rest < 0)) m_rest = 0;
    m_rest += delta;
    const int steps = m_rest / step;
    m_rest -= steps * step;
    return steps;
  }

 private:
  int m_rest = 0;
};

}  // namespace sojourn::qt
