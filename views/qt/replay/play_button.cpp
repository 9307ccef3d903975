// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/qt/replay/play_button.h"

#include <QAction>
#include <QPainter>

#include "views/qt/widgets/appearance.h"
#include "views/qt/widgets/icons.h"
#include "views/qt/widgets/text.h"

namespace sojourn::qt {

PlayButton::PlayButton(QAction* action, QWidget* parent) : QAbstractButton(parent) {
  setFixedSize(sizeHint());
  setFocusPolicy(Qt::StrongFocus);
  setCursor(Qt::PointingHandCursor);
  connect(this, &QAbstractButton::clicked, action, &QAction::trigger);
  const auto follow = [this, action] {
    setEnabled(action->isEnabled());
    setAccessibleName(action->text());
    setToolTip(action->toolTip());
    update();
  };
  connect(action, &QAction::changed, this, follow);
  follow();
}

void PlayButton::setPlaying(bool playing) {
  if (playing == m_playing) return;
  m_playing = playing;
  update();
}

void PlayButton::paintEvent(QPaintEvent*) {
  const present::Theme& theme = Appearance::theme();
  QPainter painter(this);
  painter.setRenderHint(QPainter::Antialiasing);
  QColor ground = toColor(isEnabled() ? theme.accent : theme.pale);
  if (isDown()) ground = ground.darker(115);
  painter.setPen(Qt::NoPen);
  painter.setBrush(ground);
  painter.drawEllipse(QRectF(rect()).adjusted(1, 1, -1, -1));
  if (hasFocus()) {
    painter.setPen(QPen(toColor(theme.text), 1.5));
    painter.setBrush(Qt::NoBrush);
    painter.drawEllipse(QRectF(rect()).adjusted(1, 1, -1, -1));
  }
  paintIcon(painter, QRectF(6, 6, 16, 16), m_playing ? QStringLiteral("pause") : QStringLiteral("play"),
            toColor(isEnabled() ? theme.onAccent : theme.text3), 1.6);
}

}  // namespace sojourn::qt
