// SPDX-License-Identifier: GPL-3.0-or-later
// The round button in the accent colour that plays and pauses.
#pragma once

#include <QAbstractButton>

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

}  // namespace sojourn::qt
