// SPDX-License-Identifier: GPL-3.0-or-later
// Ids of views that earlier versions wrote into workspaces, saved layouts and command lines.
#pragma once

#include <QByteArray>
#include <QString>

namespace sojourn::qt {

/// The id of the view that had this one in an earlier version; any other text as it is.
[[nodiscard]] QString currentViewId(const QString& id);

/// A layout as QMainWindow::saveState() wrote it, with the present ids of its docks. What is not a layout stays as it
/// is.
[[nodiscard]] QByteArray withCurrentViewIds(QByteArray layout);

}  // namespace sojourn::qt
