// SPDX-License-Identifier: GPL-3.0-or-later
// The row of fields above the visits of What if: place, day, start and duration of what is selected, and its buttons.
#pragma once

#include <QWidget>

class QAction;
class QComboBox;
class QLabel;
class QToolButton;

namespace sojourn::qt {

class PlacePicker;
class StepEdit;
class VisitEditor;

class EditBar final : public QWidget {
  Q_OBJECT
 public:
  /// The buttons show these actions, which stay their owner's.
  struct Actions {
    QAction *remove, *duplicate, *insert, *undo, *redo;
  };
  EditBar(VisitEditor& editor, const Actions& actions, QWidget* parent = nullptr);

  void refresh();
  /// The keyboard goes into the start's field.
  void openFields();
  /// Asks for the place of a new visit.
  void askInsert();
  void askPlace();
  [[nodiscard]] StepEdit* start() const { return m_start; }
  [[nodiscard]] StepEdit* duration() const { return m_duration; }
  [[nodiscard]] QComboBox* day() const { return m_day; }
  [[nodiscard]] QToolButton* place() const { return m_place; }
  [[nodiscard]] PlacePicker* picker() const { return m_picker; }

 protected:
  void paintEvent(QPaintEvent* event) override;
  void resizeEvent(QResizeEvent*) override { arrange(); }
  void changeEvent(QEvent* event) override;

 private:
  /// Where there is no room for the words of the buttons their icons stay; then what is worth least goes.
  void arrange();
  void connectFields();

  VisitEditor& m_editor;
  QLabel* m_who;
  QToolButton* m_place;
  QComboBox* m_day;
  StepEdit *m_start, *m_duration;
  QToolButton* m_insert;
  QList<QToolButton*> m_buttons;  ///< with words
  QList<QToolButton*> m_steps;    ///< undo and redo
  PlacePicker* m_picker;
  bool m_inserting = false;
};

}  // namespace sojourn::qt
