// SPDX-License-Identifier: GPL-3.0-or-later
// Names the files that a workspace misses, and asks where they are.
#pragma once

#include <QDialog>
#include <functional>

#include "views/session/files/workspace_autosave.h"

class QGridLayout;
class QPushButton;

namespace sojourn::qt {

/// Stays until the workspace is opened or given up; what is on screen stays beneath it.
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

}  // namespace sojourn::qt
