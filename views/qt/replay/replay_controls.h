// SPDX-License-Identifier: GPL-3.0-or-later
// The controls of the replay: the round button that plays and pauses, and the slider over the epochs with two handles.
#pragma once

#include <QAbstractButton>
#include <QAbstractSlider>
#include <optional>
#include <vector>

#include "views/qt/widgets/controls.h"

class QAction;

namespace sojourn::qt {

/// Shows the action's icon by its name, and triggers it. The action's text is its accessible name.
class PlayButton final : public QAbstractButton {
  Q_OBJECT
 public:
  explicit PlayButton(QAction* action, QWidget* parent = nullptr);
  void setPlaying(bool playing);
  [[nodiscard]] QSize sizeHint() const override { return {28, 28}; }

 protected:
  void paintEvent(QPaintEvent* event) override;

 private:
  bool m_playing = false;
};

/// Positions are indices into the epochs. As an abstract slider its value is B's, which is what assistive technology
/// reads and sets; A is in its description. It changes nothing by itself: the owner of the epochs answers
/// aWanted() and valueChanged() with setEpochs().
class ReplaySlider final : public QAbstractSlider {
  Q_OBJECT
 public:
  explicit ReplaySlider(QWidget* parent = nullptr);

  void setEpochs(std::vector<qint64> epochs, int a, int b, std::optional<qint64> best);
  [[nodiscard]] int a() const { return m_a; }
  [[nodiscard]] int b() const { return value(); }
  /// Where the middle of a position's handle is.
  [[nodiscard]] QPoint handleAt(int index) const;
  [[nodiscard]] QSize sizeHint() const override { return {480, 46}; }
  [[nodiscard]] QSize minimumSizeHint() const override { return {150, 46}; }

 Q_SIGNALS:
  void aWanted(int index);

 protected:
  void paintEvent(QPaintEvent* event) override;
  void mousePressEvent(QMouseEvent* event) override;
  void mouseMoveEvent(QMouseEvent* event) override;
  void mouseReleaseEvent(QMouseEvent*) override { m_dragged = Handle::None; }
  void keyPressEvent(QKeyEvent* event) override;
  void wheelEvent(QWheelEvent* event) override;
  bool event(QEvent* event) override;

 private:
  enum class Handle { None, A, B };
  [[nodiscard]] int indexAt(qreal x) const;
  [[nodiscard]] qreal xOf(int index) const;
  [[nodiscard]] int last() const { return static_cast<int>(m_epochs.size()) - 1; }
  [[nodiscard]] QString epochText(int index) const;
  void moveHandle(Handle handle, int index);
  void describe();

  std::vector<qint64> m_epochs;
  int m_a = 0;
  std::optional<qint64> m_best;
  Handle m_dragged = Handle::None;
  Handle m_keyboard = Handle::B;  ///< the one that the keys moved last
  WheelSteps m_wheel;
};

}  // namespace sojourn::qt
