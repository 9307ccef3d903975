// SPDX-License-Identifier: GPL-3.0-or-later
// Model programs in the window: the dialog that asks for a command, one that a workspace names, and the log.
#include <QLabel>
#include <QLineEdit>
#include <QPlainTextEdit>
#include <QPushButton>

#include <gmock/gmock.h>

#include "tests/gui/window_fixture.h"
#include "views/qt/files/program_dialog.h"
#include "views/qt/files/program_log.h"
#include "views/qt/shell/banner_area.h"

namespace sojourn::test {
namespace {

using ::testing::HasSubstr;

class ModelProgramWindow : public WindowTest {
 protected:
  qt::ProgramDialog* dialog() { return window().findChild<qt::ProgramDialog*>(); }
  std::string words() {
    std::string all;
    for (const QLabel* label : dialog()->findChildren<QLabel*>()) all += label->text().toStdString() + "\n";
    return all;
  }
};

TEST_F(ModelProgramWindow, ACommandIsTypedAndStarted) {
  window().action("openProgram")->trigger();
  ASSERT_NE(dialog(), nullptr);
  EXPECT_FALSE(dialog()->startButton()->isEnabled());
  EXPECT_THAT(words(), HasSubstr("model-template"));
  dialog()->command()->setPlainText(QStringLiteral("program:python my_model.py"));
  EXPECT_TRUE(dialog()->startButton()->isEnabled());
  dialog()->folder()->setText(QStringLiteral("/no/such/folder"));
  EXPECT_FALSE(dialog()->startButton()->isEnabled());
  dialog()->folder()->setText(QStringLiteral("/tmp"));
  EXPECT_EQ(dialog()->program().command, "python my_model.py") << "as on the command line";
  dialog()->startButton()->click();
  ASSERT_TRUE(waitFor([&] { return workspace().program().has_value(); }));
  EXPECT_EQ(workspace().program()->folder, "/tmp");
  EXPECT_TRUE(settled());
  window().action("programLog")->trigger();
  const auto* log = window().findChild<qt::ProgramLog*>();
  ASSERT_NE(log, nullptr);
  EXPECT_EQ(log->lines()->toPlainText(), QStringLiteral("started\n"));
  const auto before = workspace().engine();
  window().action("restartProgram")->trigger();
  EXPECT_TRUE(waitFor([&] { return workspace().engine() != before; }));
  EXPECT_TRUE(waitFor([&] { return log->lines()->toPlainText() == QStringLiteral("started\nstarted\n"); }));
}

TEST_F(ModelProgramWindow, OneThatAWorkspaceNamesIsShownBeforeItRuns) {
  const ProgramCommand named{.command = "rm -rf everything", .folder = "/tmp", .predictSeconds = 9};
  workspace().open({.program = named});
  ASSERT_EQ(workspace().banners().all().size(), 1U);
  EXPECT_FALSE(workspace().program());
  Q_EMIT window().banners()->actionWanted(session::BannerAction::StartProgram);
  ASSERT_NE(dialog(), nullptr);
  EXPECT_EQ(dialog()->program(), named);
  EXPECT_THAT(words(), HasSubstr("comes from a workspace file"));
  dialog()->reject();
  EXPECT_FALSE(workspace().program());
  EXPECT_EQ(workspace().banners().all().size(), 1U) << "it can still be started";
}

TEST_F(ModelProgramWindow, RecentOnesAreConfirmedAgain) {
  workspace().openProgram({.command = "python a.py"});
  ASSERT_TRUE(waitFor([&] { return workspace().program().has_value(); }));
  window().action("openProgram")->trigger();
  ASSERT_NE(dialog(), nullptr);
  EXPECT_EQ(dialog()->program().command, "python a.py");
  EXPECT_NE(dialog()->findChild<QComboBox*>(QStringLiteral("recentPrograms")), nullptr);
}

}  // namespace
}  // namespace sojourn::test
