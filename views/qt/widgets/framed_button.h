// SPDX-License-Identifier: GPL-3.0-or-later
// The 24 px button with icon, word and edge that stands in a panel's first row.
#pragma once

#include <QToolButton>

class QAction;

namespace sojourn::qt {

/// Shows and triggers the action, which stays its owner's.
[[nodiscard]] QToolButton* framedButton(QAction* action);

}  // namespace sojourn::qt
