// SPDX-License-Identifier: GPL-3.0-or-later
// Bookmarks, notes, tags and saved filters in the window: menu entries, the dialog of a note, the menu of the filter.
#pragma once

#include <QDialog>
#include <QObject>

#include "views/session/samples/sample_notes.h"
#include "views/session/workspace/workspace.h"

class QAction;
class QCheckBox;
class QLineEdit;
class QMenu;
class QPlainTextEdit;
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
  void updateFrom(session::Changes changes);

 Q_SIGNALS:
  /// What was done, for the status bar.
  void said(const QString& text);

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

class NoteDialog final : public QDialog {
  Q_OBJECT
 public:
  /// `tags` are those in use, to be chosen from while one is typed.
  NoteDialog(const QString& sample, const session::SampleNote& note, const std::vector<std::string>& tags,
             QWidget* parent);
  [[nodiscard]] session::SampleNote note() const;
  [[nodiscard]] QPlainTextEdit* text() const { return m_text; }
  [[nodiscard]] QLineEdit* tags() const { return m_tags; }

 private:
  QCheckBox* m_bookmarked;
  QPlainTextEdit* m_text;
  QLineEdit* m_tags;
};

}  // namespace sojourn::qt
