// SPDX-License-Identifier: GPL-3.0-or-later
// The real window in its Training workspace, over a folder of fake run directories.
#pragma once

#include <QApplication>
#include <QLineEdit>
#include <QMessageBox>
#include <QTest>
#include <QToolButton>

#include "tests/gui/window_fixture.h"
#include "tests/runs/fake_run.h"
#include "tests/support/temp_folder.h"
#include "views/qt/runs/runs_order.h"
#include "views/qt/runs/runs_panel.h"
#include "views/qt/runs/runs_table_view.h"
#include "views/qt/training/training_area.h"

namespace sojourn::test {

class TrainingTest : public WindowTest {
 protected:
  qt::RunsPanel& runs() { return *window().training()->runs(); }
  session::RunLibrary& library() { return window().training()->library(); }
  qt::SceneView& curves() { return *window().training()->curves(); }
  bool openRuns() {
    window().openRuns(m_folder.path());
    return waitFor([this] { return library().settled() && !library().runs().empty(); });
  }
  /// F2 on the first row: the field that its name is typed into, null where none came.
  QLineEdit* startRenaming() {
    runs().table()->setFocus();
    runs().table()->setCurrentIndex(runs().order()->index(0, 0));
    QTest::keyClick(runs().table(), Qt::Key_F2);
    return qobject_cast<QLineEdit*>(QApplication::focusWidget());
  }
  /// The shown row of a run, -1 where it is not shown.
  int rowOf(const char* title) {
    for (int row = 0; row < runs().order()->rowCount(); ++row) {
      if (cell(row, qt::RunColumn::Name) == QLatin1String(title)) return row;
    }
    return -1;
  }
  QString cell(int row, qt::RunColumn column) {
    return runs().order()->index(row, static_cast<int>(column)).data().toString();
  }
  QRect rectOf(int row, qt::RunColumn column) {
    return runs().table()->visualRect(runs().order()->index(row, static_cast<int>(column)));
  }
  void choose(const char* title) {
    QTest::mouseClick(runs().table()->viewport(), Qt::LeftButton, {},
                      rectOf(rowOf(title), qt::RunColumn::Standing).center());
  }
  QToolButton* button(const char* action) {
    for (auto* found : runs().findChildren<QToolButton*>())
      if (found->defaultAction() == runs().command(action)) return found;
    return nullptr;
  }
  static void confirm(const QMessageBox& question) {
    for (QAbstractButton* answer : question.buttons())
      if (question.buttonRole(answer) == QMessageBox::AcceptRole) QTest::mouseClick(answer, Qt::LeftButton);
  }
  static FakeRunOptions run(RunState state, std::int64_t epochs = 12, const char* model = "pointer_v45") {
    FakeRunOptions options;
    options.state = state;
    options.epochs = epochs;
    options.stepsPerEpoch = 20;
    options.model = model;
    return options;
  }

  TempFolder m_folder;
};

}  // namespace sojourn::test
