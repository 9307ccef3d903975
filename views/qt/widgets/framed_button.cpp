// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/qt/widgets/framed_button.h"

#include <QAction>

#include "views/qt/widgets/text.h"

namespace sojourn::qt {

QToolButton* framedButton(QAction* action) {
  auto* button = new QToolButton;
  button->setProperty("framed", true);
  button->setDefaultAction(action);
  button->setToolButtonStyle(Qt::ToolButtonTextBesideIcon);
  button->setIconSize({14, 14});
  button->setFixedHeight(24);
  button->setFont(toFont({.size = 12, .weight = present::Weight::Medium}));
  return button;
}

}  // namespace sojourn::qt
