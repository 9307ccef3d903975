// SPDX-License-Identifier: GPL-3.0-or-later
// "Visits as table": the visits as cells or as text, with the workspace's selection.
#pragma once

#include <QWidget>

class QStackedWidget;
class QToolButton;

namespace sojourn::qt {

class FlagLine;
class PlacePicker;
class CurrentSample;
class VisitEditor;
class VisitsModel;
class VisitsTableView;
class VisitsText;

class VisitsPanel final : public QWidget {
  Q_OBJECT
 public:
  /// `editor` and `state` must outlive this.
  VisitsPanel(VisitEditor& editor, const CurrentSample& current, QWidget* parent = nullptr);

  /// Nothing while it is not on screen.
  void refresh();
  [[nodiscard]] VisitsModel* model() const { return m_model; }
  [[nodiscard]] VisitsTableView* table() const { return m_table; }
  [[nodiscard]] VisitsText* text() const { return m_text; }
  /// What could not have happened, and why an edit was refused.
  [[nodiscard]] FlagLine* flagLine() const { return m_flags; }
  [[nodiscard]] PlacePicker* picker() const { return m_picker; }
  [[nodiscard]] QToolButton* textButton() const { return m_asText; }

 protected:
  void showEvent(QShowEvent*) override { refresh(); }

 private:
  void askPlace(const QModelIndex& index);
  void select();
  void updateSelection();

  VisitEditor& m_editor;
  VisitsModel* m_model;
  VisitsTableView* m_table;
  VisitsText* m_text;
  FlagLine* m_flags;
  PlacePicker* m_picker;
  QToolButton *m_asTable, *m_asText;
  QStackedWidget* m_pages;
  int m_asked = -1;          ///< the row whose place is asked for
  bool m_following = false;  ///< one of the two selections is taking over the other
};

}  // namespace sojourn::qt
