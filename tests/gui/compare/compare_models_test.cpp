// SPDX-License-Identifier: GPL-3.0-or-later
// The Compare workspace in the real window: models that come and go, cells that filter, keys that swap columns.
#include <QApplication>
#include <QClipboard>
#include <QComboBox>
#include <QDragEnterEvent>
#include <QDropEvent>
#include <QLineEdit>
#include <QMenu>
#include <QMimeData>
#include <QTest>
#include <QToolButton>
#include <QUrl>

#include "model/core/files.h"
#include "tests/gui/window_fixture.h"
#include "tests/support/actions.h"
#include "tests/support/temp_folder.h"
#include "views/qt/compare/compare_area.h"
#include "views/qt/compare/compare_bar.h"
#include "views/qt/compare/compared_samples.h"
#include "views/qt/docks/dock_area.h"
#include "views/qt/docks/help_panel.h"
#include "views/qt/docks/view_dock.h"
#include "views/qt/samples/filter_edit.h"
#include "views/qt/samples/samples_table.h"
#include "views/qt/scene/export.h"
#include "views/qt/scene/scene_view.h"
#include "views/qt/widgets/controls.h"
#include "views/session/compare/model_comparisons.h"

namespace sojourn::test {
namespace {

using qt::StudioWorkspace;

class CompareModelsTest : public WindowTest {
 protected:
  void SetUp() override {
    ASSERT_TRUE(settled());
    QTest::keyClick(&window(), Qt::Key_5, Qt::ControlModifier);
    ASSERT_EQ(window().shownWorkspace(), StudioWorkspace::Compare);
    ASSERT_TRUE(compared());
  }
  qt::CompareArea& area() { return *window().compare(); }
  qt::CompareBar& bar() { return *area().bar(); }
  [[nodiscard]] bool compared() {
    return waitFor(
        [this] { return view("compare_metrics").scene() && bar().status()->text().contains(QStringLiteral("95 %")); });
  }
  void addRule(const char* rule) {
    QMenu* menu = bar().adding()->menu();
    Q_EMIT menu->aboutToShow();
    QAction* action = menu->findChild<QAction*>(QLatin1String(rule));
    ASSERT_NE(action, nullptr);
    action->trigger();
  }
  /// Samples that the cell with this filter counts.
  [[nodiscard]] std::size_t countOf(const std::string& filter) {
    const present::HitArea& cell = hit("compare_agreement", [&](const auto& one) { return filterOf(one) == filter; });
    return std::stoul(cell.value);
  }
};

TEST_F(CompareModelsTest, OpensOnTheDemoWithARuleAsB) {
  ASSERT_EQ(bar().models().size(), 2U);
  EXPECT_TRUE(bar().models()[1]->text().contains(QStringLiteral("most frequent in the window")));
  for (const char* id : {"compare_agreement", "compare_prediction", "compare_reading", "compare_metrics",
                         "compare_difference", "compare_reliability"}) {
    ASSERT_NE(view(id).scene(), nullptr) << id;
    EXPECT_FALSE(view(id).scene()->summary.empty()) << id;
    EXPECT_FALSE(view(id).scene()->table.rows.empty()) << id;
    EXPECT_FALSE(view(id).scene()->caption.empty()) << id;
  }
  EXPECT_EQ(
      countOf("A:right B:right") + countOf("A:right B:wrong") + countOf("A:wrong B:right") + countOf("A:wrong B:wrong"),
      fakeRows);
}

TEST_F(CompareModelsTest, ACellFiltersAllSamplesAndASecondClickEndsThat) {
  workspace().samples().setFilterText("len>2");
  const auto wrong = [](const present::HitArea& one) { return filterOf(one) == "A:wrong B:wrong"; };
  const std::size_t count = countOf("A:wrong B:wrong");
  click("compare_agreement", hit("compare_agreement", wrong));
  EXPECT_EQ(workspace().samples().filterText(), "len>2 A:wrong B:wrong");
  EXPECT_EQ(workspace().samples().view().rows().size(), count);
  EXPECT_EQ(area().samples()->table()->model()->rowCount(), static_cast<int>(count));
  ASSERT_TRUE(compared());
  EXPECT_EQ(countOf("A:wrong B:wrong"), count) << "the matrix stays";
  click("compare_agreement", hit("compare_agreement", wrong));
  EXPECT_EQ(workspace().samples().filterText(), "len>2");
}

TEST_F(CompareModelsTest, TheFilterLineTakesModels) {
  qt::FilterEdit* filter = area().samples()->filter();
  filter->setFocus();
  QTest::keyClicks(filter, QStringLiteral("A:right"));
  EXPECT_EQ(workspace().samples().filterText(), "A:right");
  EXPECT_FALSE(workspace().samples().filterError());
  for (const session::SampleIndex row : workspace().samples().view().rows())
    EXPECT_TRUE(workspace().samples().table().correct(row));
}

TEST_F(CompareModelsTest, NarrowSamplesKeepTheirTargetsName) {
  QTableView* table = area().samples()->table();
  const int target = table->model()->columnCount() - 2;
  area().samples()->setFixedWidth(420);
  ASSERT_TRUE(waitFor([&] { return table->viewport()->width() > 350; }));
  EXPECT_FALSE(table->isColumnHidden(1)) << "lengths, where there is room";
  EXPECT_GT(table->columnWidth(target), 120);
  area().samples()->setFixedWidth(210);
  ASSERT_TRUE(waitFor([&] { return table->viewport()->width() < 220; }));
  EXPECT_TRUE(table->isColumnHidden(1));
  EXPECT_GE(table->columnWidth(target), 64);
}

TEST_F(CompareModelsTest, ModelsComeAndGo) {
  addRule("most_recent");
  ASSERT_TRUE(waitFor([this] { return bar().models().size() == 3U && compared(); }));
  ASSERT_TRUE(waitFor([this] {
    const present::Scene* scene = view("compare_agreement").scene();
    return scene &&
           std::ranges::any_of(scene->hits, [](const auto& one) { return filterOf(one) == "C:right B:wrong"; });
  }));
  EXPECT_EQ(area().samples()->table()->model()->columnCount(), 7);
  QMenu* menu = bar().models()[1]->menu();
  Q_EMIT menu->aboutToShow();
  menu->actions().back()->trigger();
  EXPECT_TRUE(waitFor([this] { return bar().models().size() == 2U; }));
  EXPECT_TRUE(bar().models()[1]->text().contains(QStringLiteral("most recent")));
}

TEST_F(CompareModelsTest, WithoutASecondModelTheViewsAskForOne) {
  QMenu* menu = bar().models()[1]->menu();
  Q_EMIT menu->aboutToShow();
  menu->actions().back()->trigger();
  ASSERT_TRUE(waitFor([this] { return !view("compare_metrics").scene(); }));
  const auto content = view("compare_metrics").content();
  EXPECT_EQ(std::get<present::EmptyState>(content).title, "Choose a second model");
  EXPECT_EQ(std::get<present::EmptyState>(content).button, present::Action(present::WindowCommand::AddModel));
  // One sentence in place of seven.
  const qt::EmptyPanel& cover = *area().covering();
  EXPECT_TRUE(cover.isVisible());
  EXPECT_EQ(cover.width(), area().width());
  EXPECT_FALSE(view("compare_metrics").isEnabled());
  addRule("most_recent");
  EXPECT_TRUE(waitFor([&] { return !cover.isVisible() && view("compare_metrics").isEnabled(); }));
}

TEST_F(CompareModelsTest, KeysChooseAndSwapTheColumns) {
  addRule("most_recent");
  ASSERT_TRUE(waitFor([this] { return bar().models().size() == 3U; }));
  view("compare_prediction").setFocus();
  QTest::keyClick(&view("compare_prediction"), Qt::Key_3, Qt::ControlModifier | Qt::AltModifier);
  EXPECT_EQ(bar().first()->currentText(), QStringLiteral("C"));
  QTest::keyClick(&view("compare_prediction"), Qt::Key_1, Qt::ControlModifier | Qt::AltModifier | Qt::ShiftModifier);
  EXPECT_EQ(bar().second()->currentText(), QStringLiteral("A"));
  QTest::keyClick(&window(), Qt::Key_X, Qt::ControlModifier | Qt::ShiftModifier);
  EXPECT_EQ(bar().first()->currentText(), QStringLiteral("A"));
  EXPECT_EQ(bar().second()->currentText(), QStringLiteral("C"));
  EXPECT_EQ(window().shownWorkspace(), StudioWorkspace::Compare);
}

TEST_F(CompareModelsTest, APlaceIsSelectedInAllColumns) {
  const auto place = [](const present::HitArea& one) { return one.focus.location.has_value(); };
  const present::HitArea chosen = hit("compare_prediction", place);
  click("compare_prediction", chosen);
  EXPECT_EQ(workspace().selection().now().selected.location, chosen.focus.location);
  QTest::keyClick(&view("compare_prediction"), Qt::Key_Escape);
  EXPECT_TRUE(workspace().selection().now().selected.empty());
}

TEST_F(CompareModelsTest, AnEditReachesEveryColumn) {
  Sequence sequence = *workspace().sequence();
  std::ranges::reverse(sequence.visits);
  for (std::size_t i = 0; i < sequence.visits.size(); ++i)
    sequence.visits[i].daysAgo = static_cast<std::int32_t>(sequence.visits.size() - i);
  workspace().setSequence(sequence);
  EXPECT_TRUE(waitFor([this] {
    const present::Scene* scene = view("compare_prediction").scene();
    return scene && scene->summary.find("Edited") != std::string::npos &&
           scene->summary.find("B predicts") != std::string::npos;
  }));
}

TEST_F(CompareModelsTest, RowsOfTheDifferenceAreChosenAndFilter) {
  click("compare_difference",
        hit("compare_difference", asksFor(present::SetDifferenceBy{present::DifferenceBy::User})));
  const auto ofUser = [](const present::HitArea& one) { return filterOf(one).starts_with("user:"); };
  ASSERT_TRUE(waitFor([&] {
    const present::Scene* scene = view("compare_difference").scene();
    return scene && std::ranges::any_of(scene->hits, ofUser);
  }));
  const present::HitArea row = hit("compare_difference", ofUser);
  click("compare_difference", row);
  EXPECT_EQ(workspace().samples().filterText(), filterOf(row));
  ASSERT_TRUE(compared());
  click("compare_difference", hit("compare_difference", ofUser));
  EXPECT_EQ(workspace().samples().filterText(), "");
}

TEST_F(CompareModelsTest, ABinOfTheReliabilityFilters) {
  const auto ofBin = [](const present::HitArea& one) { return filterOf(one).starts_with("A:0."); };
  const present::HitArea bin = hit("compare_reliability", ofBin);
  click("compare_reliability", bin);
  EXPECT_EQ(workspace().samples().filterText(), filterOf(bin));
  EXPECT_FALSE(workspace().samples().filterError());
  EXPECT_FALSE(workspace().samples().view().rows().empty());
  EXPECT_LE(workspace().samples().view().rows().size(), fakeRows);
}

TEST_F(CompareModelsTest, ALinkNamesTheModelsAndTheColumns) {
  addRule("most_recent");
  ASSERT_TRUE(waitFor([this] { return bar().models().size() == 3U; }));
  window().compare()->comparisons().showSecond(2);
  window().action("copyLink")->trigger();
  EXPECT_TRUE(QApplication::clipboard()->text().endsWith(
      QStringLiteral(" --workspace compare --model window_frequency --model most_recent --columns AC")))
      << qPrintable(QApplication::clipboard()->text());
}

TEST_F(CompareModelsTest, DroppedFilesJoin) {
  const TempFolder folder;
  std::string predictions = "index,rank1\n";
  for (std::size_t row = 0; row < fakeRows; ++row) predictions += std::to_string(row) + ",2\n";
  ASSERT_TRUE(writeFileAtomically(folder / "theirs.csv", predictions));
  ASSERT_TRUE(writeFileAtomically(folder / "another.pt", std::string_view("weights")));
  QMimeData data;
  data.setUrls({QUrl::fromLocalFile(QString::fromStdString((folder / "another.pt").string())),
                QUrl::fromLocalFile(QString::fromStdString((folder / "theirs.csv").string()))});
  // Qt gives a drop to the widget that was entered.
  QDragEnterEvent enter({300, 300}, Qt::CopyAction, &data, Qt::LeftButton, Qt::NoModifier);
  QApplication::sendEvent(&window(), &enter);
  ASSERT_TRUE(enter.isAccepted());
  QDropEvent drop(QPointF(300, 300), Qt::CopyAction, &data, Qt::LeftButton, Qt::NoModifier);
  QApplication::sendEvent(&window(), &drop);
  ASSERT_TRUE(waitFor([this] {
    const auto& models = area().comparisons().models();
    return models.size() == 4U && models[2].answers && models[3].answers;
  })) <<
      [this] {
        std::string found;
        for (const auto& model : area().comparisons().models())
          found += model.title +
                   (model.answers ? ": answered"
                    : model.error ? ": " + model.error->sentence()
                                  : ": waits") +
                   "\n";
        return found;
      }();
  const auto& models = area().comparisons().models();
  EXPECT_EQ(models[2].source.name, (folder / "another.pt").string());
  EXPECT_EQ(models[3].source.name, (folder / "theirs.csv").string());
  EXPECT_EQ(bar().models().size(), 4U);
  EXPECT_EQ(window().shownWorkspace(), StudioWorkspace::Compare);
}

TEST_F(CompareModelsTest, F1ExplainsAndTablesHoldEveryModel) {
  view("compare_metrics").setFocus();
  QTest::keyClick(&window(), Qt::Key_F1);
  EXPECT_EQ(window().help()->page(), QStringLiteral("compare"));
  const qt::ExportItem item = window().exportItem(QStringLiteral("compare_samples"));
  const auto& table = std::get<present::Scene>(item.content).table;
  EXPECT_EQ(table.rows.size(), fakeRows);
  EXPECT_NE(std::ranges::find(table.columns, std::string("B_rank")), table.columns.end());
}

}  // namespace
}  // namespace sojourn::test
