// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/qt/shell/bar_button.h"

#include <QPainter>

#include "views/qt/widgets/appearance.h"
#include "views/qt/widgets/icons.h"
#include "views/qt/widgets/text.h"

namespace sojourn::qt {
namespace {
constexpr int buttonHeight = 24;
constexpr int searchWidth = 232;
constexpr present::Font workspaceFont{.size = 13, .weight = present::Weight::Medium};
constexpr present::Font menuFont{.size = 12.5F}, hintFont{.size = 11};
constexpr int longestWords = 330;
constexpr int menuIconWidth = 42, searchIconWidth = 32;
constexpr int leastWords = 40;  ///< px below which a name is not written any more
constexpr int keptWords = 80;   ///< px of words that a menu keeps while the longer name beside it gives way
}  // namespace

BarButton::BarButton(Look look, const QString& iconName, QWidget* parent)
    : QToolButton(parent), m_look(look), m_iconName(iconName) {
  setFixedHeight(buttonHeight);
  setFocusPolicy(Qt::TabFocus);
  if (look != Look::Workspace) setSizePolicy(QSizePolicy::Maximum, QSizePolicy::Fixed);
  if (look == Look::Menu) setPopupMode(QToolButton::InstantPopup);
}

void BarButton::setWords(const QString& words) {
  if (words == m_words) return;
  m_words = words;
  setAccessibleName(words);
  updateGeometry();
  update();
}

void BarButton::setWarned(bool warned) {
  if (warned == m_warned) return;
  m_warned = warned;
  update();
}

void BarButton::setCompact(bool compact) {
  if (compact == m_compact) return;
  m_compact = compact;
  updateGeometry();
  update();
}

QSize BarButton::sizeHint() const {
  const int tall = minimumHeight();
  switch (m_look) {
    case Look::Workspace:
      return {static_cast<int>(metrics(workspaceFont).horizontalAdvance(m_words)) + 24, tall};
    case Look::Search:
      return {m_compact ? searchIconWidth + static_cast<int>(metrics(hintFont).horizontalAdvance(m_hint)) + 4
                        : static_cast<int>(searchWidth * textFactor()),
              tall};
    case Look::Menu:
      break;
  }
  return {menuIconWidth + menuWords(static_cast<int>(longestWords * textFactor())), tall};
}

int BarButton::menuWords(int most) const {
  if (m_compact) return 0;
  return std::min(most, static_cast<int>(metrics(menuFont).horizontalAdvance(m_words)) + 1) + 6;
}

QSize BarButton::minimumSizeHint() const {
  switch (m_look) {
    case Look::Menu:
      return {menuIconWidth + menuWords(keptWords), minimumHeight()};
    case Look::Search:
      return {searchIconWidth, minimumHeight()};
    case Look::Workspace:
      break;
  }
  return sizeHint();
}

void BarButton::paintEvent(QPaintEvent*) {
  QPainter painter(this);
  painter.setRenderHint(QPainter::Antialiasing);
  const present::Theme& theme = Appearance::theme();
  const QRectF frame = QRectF(rect()).adjusted(0.5, 0.5, -0.5, -0.5);
  painter.setPen(hasFocus() ? QPen(toColor(theme.accent)) : QPen(Qt::NoPen));
  if (m_look == Look::Workspace) {
    if (isChecked())
      painter.setBrush(toColor(theme.accent));
    else if (underMouse())
      painter.setBrush(toColor(theme.hover));
    painter.drawRoundedRect(frame, 4, 4);
    painter.setFont(toFont(workspaceFont));
    painter.setPen(toColor(isChecked() ? theme.onAccent : theme.text2));
    painter.drawText(rect(), Qt::AlignCenter, m_words);
    return;
  }
  if (m_look == Look::Menu) {
    if (underMouse() || isDown()) painter.setBrush(toColor(theme.hover));
    painter.drawRoundedRect(frame, 4, 4);
    return paintMenuLook(painter);
  }
  painter.setPen(toColor(hasFocus() ? theme.accent : theme.border));
  painter.setBrush(toColor(theme.field));
  painter.drawRoundedRect(frame, 4, 4);
  paintIcon(painter, QRectF(7, (height() - 16) / 2.0, 16, 16), m_iconName, toColor(theme.text2));
  painter.setPen(toColor(theme.text3));
  const QRect area = rect().adjusted(26, 0, -8, 0);
  constexpr present::Font wordsFont{.size = 12};
  // Less than all of the words says less than the shortcut alone.
  const qreal hint = metrics(hintFont).horizontalAdvance(m_hint);
  const bool hasWords = metrics(wordsFont).horizontalAdvance(m_words) + 12 + hint <= area.width();
  painter.setFont(toFont(wordsFont));
  if (hasWords) painter.drawText(area, Qt::AlignVCenter | Qt::AlignLeft, m_words);
  painter.setFont(toFont(hintFont));
  if (hint <= area.width()) painter.drawText(area, Qt::AlignVCenter | Qt::AlignRight, m_hint);
}

void BarButton::paintMenuLook(QPainter& painter) const {
  const present::Theme& theme = Appearance::theme();
  paintIcon(painter, QRectF(6, (height() - 16) / 2.0, 16, 16), m_warned ? QStringLiteral("warn") : m_iconName,
            toColor(m_warned ? theme.warn : theme.text2));
  const QRect area = rect().adjusted(28, 0, -18, 0);
  if (!m_compact && area.width() >= leastWords) {
    painter.setFont(toFont(menuFont));
    painter.setPen(toColor(theme.text));
    painter.drawText(area, Qt::AlignVCenter | Qt::AlignLeft,
                     metrics(menuFont).elidedText(m_words, Qt::ElideMiddle, area.width()));
  }
  paintIcon(painter, QRectF(width() - 17, (height() - 12) / 2.0, 12, 12), QStringLiteral("down"), toColor(theme.text2));
}

}  // namespace sojourn::qt
