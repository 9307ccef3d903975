// SPDX-License-Identifier: GPL-3.0-or-later
// Bookmarks, notes, tags and saved filters in the window: menu entries, the dialog of a note, the menu of the filter.
#pragma once

#include <QObject>

#include "views/session/workspace/workspace.h"

class QAction;
class QLineEdit;
class QMenu;
class QWidget;

namespace sojourn::qt {

class NoteActions final : public QObject {
  Q_OBJECT
 public:
  /// `workspace` must outlive this.
  NoteActions(QWidget* window, session::Workspace& workspace);

  /// Of the sample in front.
  [[nodiscard]] QAction* bookmark() const { return m_bookmark; }
  [[nodiscard]] QAction* note() const { return m_note; }
  /// Filled when it opens.
  [[nodiscard]] QMenu* filters() const { return m_filters; }
  /// The same menu at the end of a filter line.
  void addButton(QLineEdit* filter);
  /// For any sample of the split.
  void fillMenu(QMenu* menu, std::size_t row);
  void follow(session::Changes changes);

 private:
  void toggleBookmark(std::size_t row);
  void askNote(std::size_t row);
  void askFilterName();
  void fillFilters();

  QWidget* m_window;
  session::Workspace& m_workspace;
  QAction *m_bookmark, *m_note;
  QMenu* m_filters;
};

}  // namespace sojourn::qt
