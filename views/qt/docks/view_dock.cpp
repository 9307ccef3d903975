// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/qt/docks/view_dock.h"

#include <QAction>
#include <QApplication>
#include <QCloseEvent>
#include <QContextMenuEvent>
#include <QMouseEvent>
#include <QPainter>
#include <QToolButton>
#include <algorithm>
#include <utility>

#include "views/qt/widgets/appearance.h"
#include "views/qt/widgets/controls.h"
#include "views/qt/widgets/text.h"

namespace sojourn::qt {
namespace {
constexpr int buttonSize = 20;
constexpr int padding = 12;
constexpr int alwaysShown = 3;      // close, float and the menu, which offers the others too
constexpr qreal leastCaption = 90;  // what a caption may ask for before buttons give way to it
constexpr present::Font nameFont{.size = 12.5F, .weight = present::Weight::SemiBold};
constexpr present::Font captionFont{.size = 12};
}  // namespace

DockTitleBar::DockTitleBar(QDockWidget* dock, bool hasTable, bool hasExport) : QWidget(dock), m_dock(dock) {
  setFixedHeight(height);
  connect(addButton(QStringLiteral("close"), tr("Close")), &QToolButton::clicked, dock, &QDockWidget::close);
  connect(addButton(QStringLiteral("float"), tr("Float or dock")), &QToolButton::clicked, dock,
          [dock] { dock->setFloating(!dock->isFloating()); });
  QToolButton* menu = addButton(QStringLiteral("menu"), tr("Menu"));
  connect(menu, &QToolButton::clicked, this,
          [this, menu] { Q_EMIT menuWanted(menu->mapToGlobal(QPoint(0, menu->height()))); });
  if (hasExport)
    connect(addButton(QStringLiteral("export"), tr("Export")), &QToolButton::clicked, this,
            &DockTitleBar::exportWanted);
  if (hasTable)
    connect(addButton(QStringLiteral("table"), tr("Show as table")), &QToolButton::clicked, this,
            &DockTitleBar::tableWanted);
}

QToolButton* DockTitleBar::addButton(const QString& iconName, const QString& name) {
  QToolButton* button = iconButton(iconName, name);
  button->setParent(this);
  button->setIconSize({16, 16});
  button->setFixedSize(buttonSize, buttonSize);
  button->setFocusPolicy(Qt::NoFocus);
  button->setAccessibleName(m_dock->windowTitle() + QStringLiteral(": ") + name);
  m_buttons.append(button);
  return button;
}

void DockTitleBar::setCaption(const QString& caption, const QString& captionRight) {
  if (caption == m_caption && captionRight == m_captionRight) return;
  m_caption = caption;
  m_captionRight = captionRight;
  setToolTip(
      QString(caption + (captionRight.isEmpty() ? QString() : QStringLiteral(" · ") + captionRight)).toHtmlEscaped());
  placeButtons();
  update();
}

void DockTitleBar::setCurrent(bool current) {
  if (std::exchange(m_current, current) != current) update();
}

void DockTitleBar::setWaiting(bool waiting) {
  if (std::exchange(m_waiting, waiting) != waiting) update();
}

bool DockTitleBar::event(QEvent* event) {
  // With the text size the buttons change after the bar.
  if (event->type() == QEvent::LayoutRequest || event->type() == QEvent::Resize) placeButtons();
  // A view is made current by its title too; the press itself is left to the dock, which is dragged by it.
  if (event->type() == QEvent::MouseButtonPress && !m_dock->isAncestorOf(QApplication::focusWidget()))
    m_dock->widget()->setFocus(Qt::MouseFocusReason);
  return QWidget::event(event);
}

void DockTitleBar::placeButtons() {
  const qreal name = padding + metrics(nameFont).horizontalAdvance(m_dock->windowTitle()) + 10;
  const qreal caption = std::min(leastCaption, metrics(captionFont).horizontalAdvance(m_caption));
  const int side = m_buttons.isEmpty() ? buttonSize : m_buttons.front()->minimumWidth();
  const bool room = name + caption + 14 + side * static_cast<int>(m_buttons.size()) <= width();
  int right = width() - 6;
  for (int i = 0; i < m_buttons.size(); ++i) {
    m_buttons[i]->setVisible(room || i < alwaysShown);
    m_buttons[i]->move(right - side, (QWidget::height() - side) / 2);
    if (!m_buttons[i]->isHidden()) right -= side;
  }
  m_captionEnd = right - 8;
}

void DockTitleBar::mouseDoubleClickEvent(QMouseEvent* event) {
  // Ignored, it would float the dock, for which there is a button.
  event->accept();
  if (event->button() == Qt::LeftButton && !m_dock->isFloating()) Q_EMIT maximizeWanted();
}

void DockTitleBar::contextMenuEvent(QContextMenuEvent* event) {
  Q_EMIT menuWanted(event->globalPos());
}

void DockTitleBar::paintEvent(QPaintEvent*) {
  QPainter painter(this);
  const present::Theme& theme = Appearance::theme();
  painter.fillRect(rect(), toColor(theme.title));
  painter.fillRect(QRect(0, QWidget::height() - 1, width(), 1), toColor(theme.border));
  if (m_current) painter.fillRect(QRect(0, 0, width(), 2), toColor(theme.accent));
  if (m_waiting) painter.fillRect(QRect(0, QWidget::height() - 2, width() * 2 / 5, 2), toColor(theme.accent));

  const qreal baseline = QWidget::height() / 2.0 + metrics(nameFont).capHeight() / 2;
  qreal x = padding;
  qreal right = m_captionEnd;
  painter.setFont(toFont(nameFont));
  painter.setPen(toColor(theme.text));
  const QString name =
      metrics(nameFont).elidedText(m_dock->windowTitle(), Qt::ElideRight, std::max<qreal>(0, right - x));
  painter.drawText(QPointF(x, baseline), name);
  x += metrics(nameFont).horizontalAdvance(name) + 10;

  painter.setFont(toFont(captionFont));
  painter.setPen(toColor(theme.text2));
  const qreal captionWidth = metrics(captionFont).horizontalAdvance(m_caption);
  const qreal rightWidth = metrics(captionFont).horizontalAdvance(m_captionRight);
  // The scope at the left is worth more than the scale at the right.
  if (!m_captionRight.isEmpty() && x + captionWidth + 16 + rightWidth <= right) {
    painter.drawText(QPointF(right - rightWidth, baseline), m_captionRight);
    right -= rightWidth + 16;
  }
  if (right - x >= std::min(captionWidth, 40.0))
    painter.drawText(QPointF(x, baseline), metrics(captionFont).elidedText(m_caption, Qt::ElideRight, right - x));
}

ViewDock::ViewDock(const QString& id, const QString& title, QWidget* panel, QSize minimum, bool hasTable,
                   bool hasExport)
    : QDockWidget(title), m_bar(nullptr), m_revealAction(new QAction(title, this)) {
  setObjectName(id);
  setAccessibleName(title);
  setFeatures(DockWidgetClosable | DockWidgetMovable | DockWidgetFloatable);
  m_bar = new DockTitleBar(this, hasTable, hasExport);
  setTitleBarWidget(m_bar);
  // Two rows of views, bars and messages have to fit a laptop's screen at large text: lower views scroll.
  constexpr int lowest = 96;
  panel->setMinimumSize(minimum.width(), std::min(minimum.height(), lowest));
  setWidget(panel);
  connect(m_revealAction, &QAction::triggered, this, &ViewDock::reveal);
}

void ViewDock::closeEvent(QCloseEvent* event) {
  QDockWidget::closeEvent(event);
  Q_EMIT closed();
}

void ViewDock::reveal() {
  Q_EMIT revealing();
  show();
  raise();
  widget()->setFocus(Qt::OtherFocusReason);
}

}  // namespace sojourn::qt
