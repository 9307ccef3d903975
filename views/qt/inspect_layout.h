// SPDX-License-Identifier: GPL-3.0-or-later
// Where the docks of the Inspect workspace stand at first.
#pragma once

#include <QSize>

namespace sojourn::qt {

class DockArea;

/// Four columns, or three with the right docks in one tab bar.
void arrangeInspect(DockArea& area, QSize window);

}  // namespace sojourn::qt
