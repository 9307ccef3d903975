// SPDX-License-Identifier: GPL-3.0-or-later
// The window's side of the workspace's file: its menu entries, what they ask, and the clock of the autosave.
#pragma once

#include <QObject>
#include <QPointer>
#include <QTimer>
#include <functional>

#include "views/qt/files/missing_files_dialog.h"
#include "views/session/files/workspace_autosave.h"

class QMenu;

namespace sojourn::qt {

class WorkspaceFiles final : public QObject {
  Q_OBJECT
 public:
  /// `window` owns the dialogs and shows the name; `keeper`'s options are filled by the caller but for `due` and
  /// `saved`.
  WorkspaceFiles(QWidget* window, session::Workspace& workspace, session::WhatIf& edits, session::RunLibrary& library,
                 session::WorkspaceAutosaveOptions options);

  [[nodiscard]] session::WorkspaceAutosave& workspaceAutosave() { return m_workspaceAutosave; }
  /// New, open, recent, save, save as; the actions belong to the menu.
  void fillMenu(QMenu* menu);
  void follow(session::Changes changes);
  /// Asks first where the workspace that is open differs from its file.
  void open(const std::filesystem::path& file);
  /// The question about missing files, while it is asked.
  [[nodiscard]] MissingFilesDialog* missing() const { return m_missing; }

 Q_SIGNALS:
  void said(const QString& words);

 private:
  void askOpen();
  void save();
  void askSaveAs();
  void leaving(std::function<void()> then);
  void fillRecent();
  void showTitle();

  QWidget* m_window;
  session::Workspace& m_workspace;
  QTimer m_autosave;
  QMenu* m_recent = nullptr;
  QPointer<MissingFilesDialog> m_missing;
  session::WorkspaceAutosave m_workspaceAutosave;
};

}  // namespace sojourn::qt
