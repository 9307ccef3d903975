// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/qt/widgets/empty_panel.h"

#include <QGridLayout>
#include <QLabel>
#include <QPainter>
#include <QPushButton>

#include "views/qt/widgets/appearance.h"
#include "views/qt/widgets/icons.h"
#include "views/qt/widgets/text.h"

namespace sojourn::qt {

EmptyPanel::EmptyPanel(QWidget* parent)
    : QWidget(parent), m_title(new QLabel), m_detail(new QLabel), m_button(new QPushButton) {
  for (QLabel* label : {m_title, m_detail}) {
    label->setTextFormat(Qt::PlainText);
    label->setWordWrap(true);
    label->setTextInteractionFlags(Qt::TextSelectableByMouse);
  }
  m_title->setFont(toFont({.size = 13, .weight = present::Weight::SemiBold}));
  m_detail->setFont(toFont({.size = 12}));
  auto* grid = new QGridLayout(this);
  grid->setContentsMargins(56, 24, 24, 24);
  grid->setVerticalSpacing(6);
  grid->addWidget(m_title, 0, 0);
  grid->addWidget(m_detail, 1, 0);
  grid->addWidget(m_button, 2, 0, Qt::AlignLeft);
  grid->setRowStretch(3, 1);
  connect(m_button, &QPushButton::clicked, this, [this] { Q_EMIT acted(m_action); });
}

void EmptyPanel::show(const present::EmptyState& state) {
  m_title->setText(toText(state.title));
  m_detail->setText(toText(state.detail));
  m_detail->setVisible(!state.detail.empty());
  m_button->setText(toText(state.buttonText));
  m_button->setVisible(!state.buttonText.empty());
  m_action = state.button;
  setVisible(true);
}

void EmptyPanel::paintEvent(QPaintEvent*) {
  QPainter painter(this);
  painter.fillRect(rect(), toColor(Appearance::theme().panel));
  paintIcon(painter, QRectF(28, m_title->geometry().top() + (m_title->height() - 18) / 2.0, 18, 18),
            QStringLiteral("info"), toColor(Appearance::theme().text2));
}

}  // namespace sojourn::qt
