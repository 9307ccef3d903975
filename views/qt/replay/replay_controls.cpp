// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/qt/replay/replay_controls.h"

#include <QAction>
#include <QHelpEvent>
#include <QKeyEvent>
#include <QMouseEvent>
#include <QPainter>
#include <QToolTip>
#include <QWheelEvent>
#include <algorithm>
#include <cmath>
#include <map>

#include "views/qt/widgets/appearance.h"
#include "views/qt/widgets/icons.h"
#include "views/qt/widgets/text.h"

namespace sojourn::qt {
namespace {

constexpr qreal margin = 14;  // half a handle, and half a number at the ends
constexpr qreal trackY = 19;
constexpr qreal radius = 8;

}  // namespace

PlayButton::PlayButton(QAction* action, QWidget* parent) : QAbstractButton(parent) {
  setFixedSize(sizeHint());
  setFocusPolicy(Qt::StrongFocus);
  setCursor(Qt::PointingHandCursor);
  connect(this, &QAbstractButton::clicked, action, &QAction::trigger);
  const auto refresh = [this, action] {
    setEnabled(action->isEnabled());
    setAccessibleName(action->text());
    setToolTip(action->toolTip());
    update();
  };
  connect(action, &QAction::changed, this, refresh);
  refresh();
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

ReplaySlider::ReplaySlider(QWidget* parent) : QAbstractSlider(parent) {
  setOrientation(Qt::Horizontal);
  setFocusPolicy(Qt::StrongFocus);
  setMouseTracking(true);
  setRange(0, 0);
  setPageStep(5);
  setAccessibleName(tr("Epochs A and B"));
}

void ReplaySlider::setEpochs(std::vector<qint64> epochs, int a, int b, std::optional<qint64> best) {
  const bool changed = epochs != m_epochs || a != m_a || b != value() || best != m_best;
  m_epochs = std::move(epochs);
  m_a = a;
  m_best = best;
  {
    const QSignalBlocker blocker(this);
    setRange(0, std::max(0, last()));
    setValue(b);
  }
  setEnabled(!m_epochs.empty());
  if (!changed) return;
  describe();
  update();
}

void ReplaySlider::describe() {
  setAccessibleDescription(
      m_epochs.empty()
          ? tr("No snapshots")
          : tr("A is %1, B is %2, of %3 to %4").arg(epochText(m_a), epochText(b()), epochText(0), epochText(last())));
}

QString ReplaySlider::epochText(int index) const {
  return index < 0 || index > last() ? QString() : tr("epoch %1").arg(m_epochs[static_cast<std::size_t>(index)]);
}

qreal ReplaySlider::xOf(int index) const {
  const qreal span = width() - 2 * margin;
  return last() < 1 ? margin : margin + span * index / last();
}

int ReplaySlider::indexAt(qreal x) const {
  if (last() < 1) return 0;
  return std::clamp(static_cast<int>(std::lround((x - margin) / (width() - 2 * margin) * last())), 0, last());
}

QPoint ReplaySlider::handleAt(int index) const {
  return QPointF(xOf(index), trackY).toPoint();
}

void ReplaySlider::moveHandle(Handle handle, int index) {
  if (m_epochs.empty()) return;
  index = std::clamp(index, 0, last());
  m_keyboard = handle;
  if (handle == Handle::A) {
    if (index != m_a) Q_EMIT aWanted(index);
  } else {
    setValue(index);
  }
  update();
}

void ReplaySlider::mousePressEvent(QMouseEvent* event) {
  if (event->button() != Qt::LeftButton || m_epochs.empty()) return QAbstractSlider::mousePressEvent(event);
  const qreal x = event->position().x();
  const auto away = [&](int index) { return std::abs(xOf(index) - x); };
  const bool shift = event->modifiers().testFlag(Qt::ShiftModifier);
  const bool onHandle = event->position().y() < trackY + radius + 3;
  // On a handle that one is taken, between them B comes; with Shift always A.
  const bool onA = onHandle && away(m_a) <= radius && away(m_a) < away(b());
  m_dragged = shift || onA ? Handle::A : Handle::B;
  moveHandle(m_dragged, indexAt(x));
}

void ReplaySlider::mouseMoveEvent(QMouseEvent* event) {
  if (m_dragged == Handle::None) {
    setCursor(m_epochs.empty() ? Qt::ArrowCursor : Qt::PointingHandCursor);
    return;
  }
  moveHandle(m_dragged, indexAt(event->position().x()));
}

void ReplaySlider::keyPressEvent(QKeyEvent* event) {
  const Handle handle = event->modifiers().testFlag(Qt::ShiftModifier) ? Handle::A : Handle::B;
  const int now = handle == Handle::A ? m_a : b();
  static const std::map<int, int> steps{{Qt::Key_Left, -1}, {Qt::Key_Down, -1}, {Qt::Key_Right, 1}, {Qt::Key_Up, 1}};
  const int key = event->key();
  if (const auto step = steps.find(key); step != steps.end()) return moveHandle(handle, now + step->second);
  if (key == Qt::Key_PageDown || key == Qt::Key_PageUp)
    return moveHandle(handle, now + (key == Qt::Key_PageUp ? pageStep() : -pageStep()));
  if (key == Qt::Key_Home || key == Qt::Key_End) return moveHandle(handle, key == Qt::Key_End ? last() : 0);
  event->ignore();
}

void ReplaySlider::wheelEvent(QWheelEvent* event) {
  const bool shift = event->modifiers().testFlag(Qt::ShiftModifier);
  // Some desktops turn the wheel sideways with Shift.
  const QPoint turned = event->angleDelta();
  const int steps = m_wheel.add(turned.y() != 0 ? turned.y() : turned.x());
  if (steps != 0) moveHandle(shift ? Handle::A : Handle::B, (shift ? m_a : b()) + steps);
  event->accept();
}

bool ReplaySlider::event(QEvent* event) {
  if (event->type() == QEvent::ToolTip && !m_epochs.empty()) {
    const auto* help = static_cast<QHelpEvent*>(event);
    const int index = indexAt(help->pos().x());
    QString text = epochText(index);
    if (m_best == m_epochs[static_cast<std::size_t>(index)]) text += tr(", the lowest validation loss");
    QToolTip::showText(help->globalPos(), text, this);
    return true;
  }
  return QAbstractSlider::event(event);
}

void ReplaySlider::paintEvent(QPaintEvent*) {
  const present::Theme& theme = Appearance::theme();
  QPainter painter(this);
  painter.setRenderHint(QPainter::Antialiasing);
  const QRectF track(margin, trackY - 1.5, width() - 2 * margin, 3);
  painter.setPen(Qt::NoPen);
  painter.setBrush(toColor(theme.pale));
  painter.drawRoundedRect(track, 1.5, 1.5);
  if (m_epochs.empty()) return;
  const qreal from = xOf(std::min(m_a, b())), to = xOf(std::max(m_a, b()));
  painter.setBrush(toColor(theme.accent));
  painter.drawRect(QRectF(from, track.top(), to - from, 3));

  // Numbers of the handles always, of the others as far as there is room.
  const QFont& plain = toFont({.size = 11});
  const QFont& strong = toFont({.size = 11, .weight = present::Weight::SemiBold});
  const QFontMetricsF& measure = metrics({.size = 11, .weight = present::Weight::SemiBold});
  QList<QRectF> taken;
  const auto write = [&](int index, bool handle) {
    const QString text = QString::number(m_epochs[static_cast<std::size_t>(index)]);
    const qreal wide = measure.horizontalAdvance(text);
    const QRectF place(xOf(index) - wide / 2, trackY + 13, wide, 14);
    const QRectF around = place.adjusted(-5, 0, 5, 0);
    if (std::ranges::any_of(taken, [&](const QRectF& one) { return one.intersects(around); })) return;
    taken.append(place);
    painter.setFont(handle ? strong : plain);
    painter.setPen(toColor(handle ? theme.text : theme.text2));
    painter.drawText(place, Qt::AlignCenter, text);
  };
  write(b(), true);
  write(m_a, true);
  write(0, false);
  write(last(), false);
  const qreal pitch = last() > 0 ? (width() - 2 * margin) / last() : 0;
  // A step of 1, 2 or 5 times a power of ten, so that the numbers are round.
  int step = 1;
  for (int i = 0; pitch * step < 26 && step < last() + 1; ++i) step = i % 3 == 1 ? step / 2 * 5 : step * 2;
  for (int index = 0; index <= last(); index += step) write(index, false);
  for (int index = 0; index <= last(); ++index) {
    if (pitch < 3 && index % step != 0) continue;
    painter.fillRect(QRectF(std::round(xOf(index)), trackY + 6, 1, index % step == 0 ? 4 : 3), toColor(theme.mid));
  }
  if (const auto best = std::ranges::find(m_epochs, m_best); best != m_epochs.end()) {
    const qreal x = xOf(static_cast<int>(best - m_epochs.begin()));
    const QString word = tr("best");
    const qreal wide = metrics({.size = 11}).horizontalAdvance(word);
    painter.setFont(plain);
    painter.setPen(toColor(theme.text2));
    painter.drawText(QRectF(std::clamp(x - wide / 2, 0.0, width() - wide), -2, wide, 13), Qt::AlignCenter, word);
  }
  const auto handle = [&](int index, const QString& letter, bool focused) {
    const QPointF middle(xOf(index), trackY);
    if (focused) {
      QColor halo = toColor(theme.accent);
      halo.setAlpha(70);
      painter.setPen(Qt::NoPen);
      painter.setBrush(halo);
      painter.drawEllipse(middle, radius + 3, radius + 3);
    }
    painter.setPen(QPen(toColor(theme.accent), 2));
    painter.setBrush(toColor(theme.panel));
    painter.drawEllipse(middle, radius - 1, radius - 1);
    painter.setFont(strong);
    painter.drawText(QRectF(middle.x() - radius, middle.y() - radius, 2 * radius, 2 * radius), Qt::AlignCenter, letter);
  };
  handle(m_a, QStringLiteral("A"), hasFocus() && m_keyboard == Handle::A);
  handle(b(), QStringLiteral("B"), hasFocus() && m_keyboard != Handle::A);
}

}  // namespace sojourn::qt
