// SPDX-License-Identifier: GPL-3.0-or-later
// The Dataset workspace in the real window: reached by its keys, filtered by clicks, shown in other zones.
#include <QAction>
#include <QApplication>
#include <QTabBar>
#include <QTemporaryDir>
#include <QTest>

#include "tests/gui/fake_districts.h"
#include "tests/gui/window_fixture.h"
#include "tests/support/actions.h"
#include "views/qt/dataset/dataset_area.h"
#include "views/qt/dataset/dataset_bar.h"
#include "views/qt/docks/help_panel.h"
#include "views/qt/docks/view_dock.h"
#include "views/qt/samples/filter_edit.h"
#include "views/qt/scene/scene_view.h"
#include "views/qt/widgets/text.h"
#include "views/session/compare/model_comparisons.h"

namespace sojourn::test {
namespace {

constexpr std::array datasetIds{"dataset_splits",    "dataset_hours",     "dataset_lengths",     "dataset_places",
                                "dataset_districts", "dataset_last_seen", "reading_by_position", "reading_by_hours",
                                "reading_scores",    "head_roles",        "attention_entropy",   "gate_by_context"};

class DatasetTest : public WindowTest {
 protected:
  void SetUp() override {
    ASSERT_TRUE(settled());
    QTest::keyClick(&window(), Qt::Key_6, Qt::ControlModifier);
    ASSERT_EQ(window().shownWorkspace(), qt::StudioWorkspace::Dataset);
    ASSERT_TRUE(profiled());
    // So that all views have something to show.
    workspace().setMapFiles({writeFakeDistricts(m_folder).toStdString()});
    ASSERT_TRUE(waitFor([this] { return workspace().names().naming().districts() != nullptr; }));
  }
  session::DatasetStudy& study() { return window().dataset()->study(); }
  [[nodiscard]] bool profiled() {
    return waitFor([this] { return study().settled() && study().answer()->model && view("dataset_lengths").scene(); });
  }
  QTemporaryDir m_folder;
  static auto filters(const std::string& term) {
    return [term](const present::HitArea& area) { return filterOf(area) == term; };
  }
};

TEST_F(DatasetTest, AllViewsArePictures) {
  for (const char* id : datasetIds) {
    EXPECT_NE(view(id).scene(), nullptr) << id;
    EXPECT_FALSE(view(id).accessibleName().isEmpty()) << id;
  }
  EXPECT_TRUE(window().dataset()->bar()->scope()->text().contains(QLatin1String("samples")));
}

TEST_F(DatasetTest, AClickFiltersSamplesAndASecondOneTakesTheTermAway) {
  const auto length = std::to_string(study().answer()->facts->longest);
  click("dataset_lengths", hit("dataset_lengths", filters("len:" + length)));
  EXPECT_EQ(workspace().samples().filterText(), "len:" + length);
  EXPECT_EQ(window().dataset()->bar()->filter()->text().toStdString(), "len:" + length);
  ASSERT_TRUE(waitFor(
      [&] { return study().settled() && study().answer()->facts->shortest == study().answer()->facts->longest; }));
  click("dataset_lengths", hit("dataset_lengths", filters("len:" + length)));
  EXPECT_EQ(workspace().samples().filterText(), "");
  EXPECT_TRUE(profiled());
}

TEST_F(DatasetTest, EveryViewFiltersByAClick) {
  for (const char* id : datasetIds) {
    if (QLatin1String(id) == QLatin1String("head_roles")) continue;  // a head is selected
    SCOPED_TRACE(id);
    qt::ViewDock* dock = window().dataset()->dock(QLatin1String(id));
    dock->raise();
    ASSERT_TRUE(waitFor([&] { return view(id).isVisible() && view(id).scene(); }));
    const auto& area = hit(id, [](const present::HitArea& one) { return !filterOf(one).empty() && one.rect.y >= 0; });
    const std::string term = filterOf(area);
    click(id, area);
    EXPECT_EQ(workspace().samples().filterText(), term);
    workspace().samples().setFilterText({});
    ASSERT_TRUE(profiled());
  }
}

TEST_F(DatasetTest, HeadsOfAnotherModelOfCompareAreShown) {
  session::ModelComparisons& models = window().dataset()->comparisons();
  ASSERT_TRUE(models.add({session::ComparedKind::Checkpoint, "/nowhere/seed2.pt"}).ok());
  const auto isChoice = [](std::size_t model) { return asksFor(present::ShowHeadsOf{model}); };
  ASSERT_TRUE(waitFor([&] {
    const present::Scene* scene = view("head_roles").scene();
    return scene && std::ranges::any_of(scene->hits, isChoice(2));
  }));
  click("head_roles", hit("head_roles", isChoice(2)));
  session::OtherModelProfile& other = window().dataset()->otherModel();
  ASSERT_TRUE(waitFor([&] { return other.settled() && view("head_roles").scene(); }));
  ASSERT_NE(other.current(), nullptr);
  EXPECT_EQ(other.current()->engine->description().source, "seed2.pt");
  click("head_roles", hit("head_roles", isChoice(0)));
  EXPECT_TRUE(other.checkpoint().empty());
  models.remove(models.models().size() - 1);
}

TEST_F(DatasetTest, TheFilterLineIsTheOneOfSamples) {
  qt::FilterEdit* line = window().dataset()->bar()->filter();
  line->setFocus();
  QTest::keyClicks(line, QStringLiteral("unseen"));
  QTest::keyClick(line, Qt::Key_Return);
  ASSERT_TRUE(waitFor([&] { return workspace().samples().filterText() == "unseen"; }));
  ASSERT_TRUE(waitFor(
      [&] { return study().settled() && study().answer()->facts->n == workspace().samples().view().rows().size(); }));
  EXPECT_EQ(study().answer()->facts->unseen, study().answer()->facts->n);
}

TEST_F(DatasetTest, AFilterWithoutMatchesOffersToClearIt) {
  workspace().samples().setFilterText("len>5000");
  ASSERT_TRUE(waitFor([&] { return view("dataset_lengths").scene() == nullptr && study().settled(); }));
  Q_EMIT window().dataset()->actionRequested(present::WindowCommand::ClearFilter);
  EXPECT_EQ(workspace().samples().filterText(), "");
  EXPECT_TRUE(profiled());
}

TEST_F(DatasetTest, AnotherZoneMovesHoursEverywhere) {
  QComboBox* zone = window().dataset()->bar()->zone();
  const int index = zone->findData(8 * 60);
  ASSERT_GE(index, 0);
  zone->setCurrentIndex(index);
  Q_EMIT zone->activated(index);
  EXPECT_EQ(workspace().names().displayOffsetMinutes(), 8 * 60);
  ASSERT_TRUE(waitFor([&] {
    const present::Scene* scene = view("dataset_hours").scene();
    return scene && scene->caption.find("+08:00") != std::string::npos;
  }));
}

TEST_F(DatasetTest, SplitsAreOpenedByTheirRowsAndButtons) {
  click("dataset_splits", hit("dataset_splits", asksFor(present::SetSplit{Split::Train})));
  ASSERT_TRUE(waitFor([&] { return workspace().split() == Split::Train; }));
  EXPECT_TRUE(window().dataset()->bar()->split(Split::Train)->isChecked());
  QTest::mouseClick(window().dataset()->bar()->split(Split::Test), Qt::LeftButton);
  EXPECT_EQ(workspace().split(), Split::Test);
}

TEST_F(DatasetTest, AHeadIsSelectedAndOpensItsMap) {
  const auto isHead = [](const present::HitArea& area) { return area.focus.head == HeadRef{1, 0}; };
  click("head_roles", hit("head_roles", isHead));
  EXPECT_EQ(workspace().selection().now().selected.head, (HeadRef{1, 0}));
  Q_EMIT window().dataset()->actionRequested(*hit("head_roles", isHead).open);
  EXPECT_EQ(window().shownWorkspace(), qt::StudioWorkspace::Inspect);
}

TEST_F(DatasetTest, TablesExportsAndHelp) {
  QTemporaryDir folder;
  for (const char* id : datasetIds) {
    for (const char* suffix : {".png", ".svg", ".csv"}) {
      const QString file = folder.filePath(QLatin1String(id) + QLatin1String(suffix));
      window().exportView(QLatin1String(id), file);
      EXPECT_TRUE(waitFor([&] { return QFileInfo(file).size() > 20; })) << id << suffix;
    }
  }
  view("head_roles").setFocus();
  QTest::keyClick(&window(), Qt::Key_F1);
  EXPECT_EQ(window().help()->page(), QStringLiteral("head_roles"));
}

TEST_F(DatasetTest, FitsASmallWindow) {
  window().resize(1366, 768);
  window().resetLayout();
  QApplication::processEvents();
  EXPECT_EQ(window().size(), QSize(1366, 768));
  for (const QTabBar* bar : window().dataset()->findChildren<QTabBar*>(QString(), Qt::FindDirectChildrenOnly))
    for (int i = 0; bar->isVisible() && i < bar->count(); ++i)
      EXPECT_GE(bar->tabRect(i).width(), bar->fontMetrics().horizontalAdvance(bar->tabText(i)));
}

}  // namespace
}  // namespace sojourn::test
