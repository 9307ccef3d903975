// SPDX-License-Identifier: GPL-3.0-or-later
// The Ablation workspace in the real window, on a study of prepared run folders.
#include <QAction>
#include <QTest>
#include <QToolButton>

#include "model/runs/queue/run_queue.h"
#include "tests/gui/window_fixture.h"
#include "tests/session/ablation/fake_study.h"
#include "tests/support/actions.h"
#include "tests/support/temp_folder.h"
#include "views/qt/ablation/ablation_area.h"
#include "views/qt/ablation/ablation_bar.h"
#include "views/qt/ablation/new_study_dialog.h"
#include "views/qt/docks/help_panel.h"
#include "views/qt/runs/runs_panel.h"
#include "views/qt/training/training_area.h"
#include "views/qt/widgets/controls.h"
#include "views/session/ablation/live_study.h"

namespace sojourn::test {
namespace {

constexpr std::array studyViews{"ablation_study", "ablation_users", "ablation_layers", "ablation_trainings"};

class VariantsTest : public WindowTest {
 protected:
  void SetUp() override {
    for (const std::int64_t seed : {1, 2, 3})
      for (const char* variant : {"full_model", "no_gate"})
        writeStudyRun(m_folder.path(), variant, seed, *workspace().dataset());
    QTest::keyClick(&window(), Qt::Key_8, Qt::ControlModifier);
    ASSERT_EQ(window().shownWorkspace(), qt::StudioWorkspace::Ablation);
  }
  void openStudy() {
    window().openStudy(m_folder.path());
    ASSERT_TRUE(waitFor([this] { return study().settled() && view("ablation_study").scene(); }));
  }
  session::LiveStudy& study() { return window().variants()->study(); }
  qt::AblationBar& bar() { return *window().variants()->bar(); }

  TempFolder m_folder;
};

TEST_F(VariantsTest, OpensEmptyAndShowsAStudy) {
  EXPECT_EQ(view("ablation_study").scene(), nullptr) << "a sentence and a button";
  EXPECT_FALSE(bar().start()->isEnabled());
  openStudy();
  for (const char* id : studyViews) {
    view(id).setFocus();
    EXPECT_FALSE(view(id).accessibleName().isEmpty()) << id;
  }
  EXPECT_NE(view("ablation_trainings").scene(), nullptr);
  EXPECT_FALSE(bar().sentence()->text().isEmpty());
  view("ablation_users").setFocus();
  QTest::keyClick(&window(), Qt::Key_F1);
  EXPECT_EQ(window().help()->page(), QStringLiteral("ablation_study"));
}

TEST_F(VariantsTest, ARowSelectsAVariantAndASquareARun) {
  openStudy();
  click("ablation_study", hit("ablation_study", asksFor(present::SelectStudyRun{"no_gate-2"})));
  EXPECT_EQ(study().run(), "no_gate-2");
  EXPECT_EQ(study().variant(), "no_gate");
  ASSERT_TRUE(waitFor([this] { return view("ablation_users").scene() != nullptr; }));
  const auto& bar = hit("ablation_users", [](const present::HitArea& area) { return area.action.has_value(); });
  const std::string term = filterOf(bar);
  click("ablation_users", bar);
  EXPECT_EQ(workspace().samples().filterText(), term);
  Q_EMIT window().variants()->actionRequested(present::OpenStudyRun{"no_gate-2", present::OpenStudyRun::In::Inspect});
  EXPECT_EQ(window().shownWorkspace(), qt::StudioWorkspace::Inspect);
}

TEST_F(VariantsTest, ShowInRunsSelectsTheRun) {
  openStudy();
  Q_EMIT window().variants()->actionRequested(present::OpenStudyRun{"no_gate-2", present::OpenStudyRun::In::Runs});
  EXPECT_EQ(window().shownWorkspace(), qt::StudioWorkspace::Training);
  ASSERT_TRUE(waitFor([this] {
    const auto run = window().training()->runs()->current();
    return run && run->folder().filename() == "no_gate-2";
  }));
}

TEST_F(VariantsTest, TheMetricIsChosenInTheBar) {
  openStudy();
  QTest::mouseClick(bar().figure(3), Qt::LeftButton);
  QTest::mouseClick(bar().targets(1), Qt::LeftButton);
  EXPECT_EQ(study().metric(), (StudyMetric{StudyFigure::ReciprocalRank, StudyTargets::Known}));
  ASSERT_TRUE(waitFor([this] {
    const present::Scene* scene = view("ablation_study").scene();
    return scene && scene->caption.find("MRR, known") != std::string::npos;
  }));
}

TEST_F(VariantsTest, WithoutAStudyItIsOneSentence) {
  const qt::AblationArea& area = *window().variants();
  ASSERT_TRUE(waitFor([&] { return area.covering() && area.covering()->isVisible(); }));
  EXPECT_EQ(area.covering()->width(), area.width());
  EXPECT_FALSE(view("ablation_study").isEnabled());
  QTest::keyClick(&window(), Qt::Key_F1);
  EXPECT_TRUE(waitFor([&] { return !area.covering()->isVisible(); })) << "help stays readable";
  area.dock(QStringLiteral("help"))->close();
  EXPECT_TRUE(waitFor([&] { return area.covering()->isVisible(); }));
  openStudy();
  EXPECT_FALSE(area.covering()->isVisible());
  EXPECT_TRUE(view("ablation_study").isEnabled());
}

TEST_F(VariantsTest, ANewStudyIsQueuedByItsForm) {
  const TempFolder runs;
  window().variants()->askNewStudy();
  auto* form = window().findChild<qt::NewStudyDialog*>();
  ASSERT_NE(form, nullptr);
  EXPECT_TRUE(form->queueButton()->isEnabled()) << "a recipe, every ablation and a folder are proposed";
  EXPECT_TRUE(form->note()->text().startsWith(QStringLiteral("14 variants × 5 seeds = 70 trainings")));
  form->folder()->setText(QString::fromStdString((runs / "study").string()));
  form->seeds()->setText(QStringLiteral("1, x"));
  EXPECT_FALSE(form->queueButton()->isEnabled());
  form->seeds()->setText(QStringLiteral("1, 2"));
  ASSERT_TRUE(form->queueButton()->isEnabled());
  for (const session::AblationChoice& choice : session::ablationChoices())
    form->ablation(choice.name)->setChecked(std::string_view(choice.name) == "no_pointer");
  EXPECT_TRUE(form->note()->text().startsWith(QStringLiteral("2 variants × 2 seeds = 4 trainings")));
  QTest::mouseClick(form->queueButton(), Qt::LeftButton);
  const RunQueue queue(runs / "study");
  EXPECT_TRUE(waitFor([&] { return queue.waiting().size() == 4; }));
  ASSERT_TRUE(waitFor([this] { return study().state() && view("ablation_trainings").scene(); }));
  EXPECT_EQ(study().trainings().front().state, "waiting");
  EXPECT_TRUE(bar().stop()->isEnabled());
}

TEST_F(VariantsTest, ANewStudyMayStartFromAConfigurationFile) {
  const TempFolder files;
  std::ofstream(files / "small.yaml") << "model: {d_model: 16, nhead: 2, num_layers: 2, dim_feedforward: 32}\n";
  std::ofstream(files / "wrong.yaml") << "model: {nhead: -2}\n";
  std::ofstream(files / "mhsa.yaml") << "model: {name: mhsa}\n";
  window().variants()->askNewStudy();
  auto* form = window().findChild<qt::NewStudyDialog*>();
  ASSERT_NE(form, nullptr);
  for (const char* refused : {"wrong.yaml", "mhsa.yaml"}) {
    form->openConfig(files / refused);
    EXPECT_TRUE(waitFor([&] { return form->source()->currentText() == QLatin1String(refused); }));
    EXPECT_FALSE(form->queueButton()->isEnabled()) << refused;
    EXPECT_FALSE(form->note()->text().isEmpty());
  }
  form->openConfig(files / "small.yaml");
  EXPECT_TRUE(waitFor([&] { return form->source()->currentText() == QLatin1String("small.yaml"); }));
  EXPECT_TRUE(form->queueButton()->isEnabled());
  form->close();
}

}  // namespace
}  // namespace sojourn::test
