// SPDX-License-Identifier: GPL-3.0-or-later
// The window's side of the workspace's file: its menu entries, what they ask, missing files, and the clock of the
// autosave.
#pragma once

#include <QDialog>
#include <QTimer>
#include <functional>

#include "views/session/files/workspace_autosave.h"

class QGridLayout;
class QMenu;
class QPushButton;

namespace sojourn::qt {

/// Names the files that a workspace misses, and asks where they are. Stays until the workspace is opened or given up;
/// what is on screen stays beneath it.
class MissingFilesDialog final : public QDialog {
  Q_OBJECT
 public:
  /// `keeper` awaits a workspace, and outlives this.
  MissingFilesDialog(session::WorkspaceAutosave& workspaceAutosave, QWidget* parent);

  /// Answers the path that was chosen, empty for none; a file dialog's unless a test has another.
  std::function<QString(const session::MissingFile& file)> ask;

  /// What the keeper awaits has changed, or it awaits nothing any more.
  void refresh();
  /// "Locate…" of a line, from the first.
  [[nodiscard]] QPushButton* locateButton(int line) const;
  [[nodiscard]] QPushButton* openButton() const { return m_open; }

 private:
  void locate(std::size_t line);

  session::WorkspaceAutosave& m_workspaceAutosave;
  QGridLayout* m_lines;
  QPushButton* m_open;
};

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
  void updateFrom(session::Changes changes);
  /// Asks first where the workspace that is open differs from its file.
  void open(const std::filesystem::path& file);
  /// The question about missing files, while it is asked.
  [[nodiscard]] MissingFilesDialog* missing() const { return m_missing; }

 Q_SIGNALS:
  void said(const QString& text);

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
  MissingFilesDialog* m_missing = nullptr;
  session::WorkspaceAutosave m_workspaceAutosave;
};

}  // namespace sojourn::qt
