// SPDX-License-Identifier: GPL-3.0-or-later
// The workspace on the GUI thread: its wake-ups become queued calls of drain().
#pragma once

#include <QObject>
#include <memory>

#include "views/session/workspace/workspace.h"

namespace sojourn::qt {

class WorkspaceHost final : public QObject {
 public:
  WorkspaceHost(session::Loaders loaders, const std::filesystem::path& settingsFile, QObject* parent = nullptr)
      : QObject(parent),
        m_workspace({.loaders = std::move(loaders),
                     // No data travels in the queued call; workers are joined before this object goes.
                     .wake =
                         [this] {
                           QMetaObject::invokeMethod(
                               this, [this] { m_workspace.drain(); }, Qt::QueuedConnection);
                         },
                     .settingsFile = settingsFile}) {}

  [[nodiscard]] session::Workspace& workspace() { return m_workspace; }

 private:
  session::Workspace m_workspace;
};

}  // namespace sojourn::qt
