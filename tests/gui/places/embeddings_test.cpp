// SPDX-License-Identifier: GPL-3.0-or-later
// The embedding panels in the real window: pictures, the common selection, moved by mouse and wheel, a lasso that
// filters.
#include <QApplication>
#include <QMouseEvent>
#include <QTest>
#include <QToolButton>
#include <QWheelEvent>
#include <chrono>

#include "tests/gui/window_fixture.h"
#include "tests/support/actions.h"
#include "views/qt/docks/view_dock.h"
#include "views/qt/places/embedding_views.h"
#include "views/qt/places/places_area.h"
#include "views/qt/scene/scene_view.h"
#include "views/qt/shell/navigation.h"
#include "views/session/embeddings/embeddings_study.h"

namespace sojourn::test {
namespace {

class EmbeddingPanelsTest : public WindowTest {
 protected:
  void SetUp() override {
    window().resize(1600, 1000);
    ASSERT_TRUE(settled());
    window().compareModels({"window_frequency"}, {});
    QTest::keyClick(&window(), Qt::Key_7, Qt::ControlModifier);
    ASSERT_EQ(window().shownWorkspace(), qt::StudioWorkspace::Places);
    ASSERT_TRUE(waitFor([this] { return study().answer() && study().settled() && scatter().scene(); }));
    ASSERT_TRUE(waitFor([this] { return !dots().empty(); }));
  }
  session::EmbeddingsStudy& study() { return window().places()->embeddings(); }
  const present::EmbeddingOptions& options() { return window().places()->tables().options(); }
  qt::SceneView& scatter() { return view("place_embeddings"); }
  std::vector<present::DotsShape::Dot> dots() {
    for (const present::Shape& shape : scatter().scene()->shapes)
      if (const auto* some = std::get_if<present::DotsShape>(&shape)) return *some->dots;
    return {};
  }
  QPoint at(present::Point point) { return scatter().onViewport({point.x, point.y, 0, 0}).topLeft().toPoint(); }
  void drag(const std::vector<QPoint>& way) {
    QWidget* viewport = scatter().viewport();
    QTest::mousePress(viewport, Qt::LeftButton, {}, way.front());
    for (const QPoint point : way) {
      QMouseEvent move(QEvent::MouseMove, point, viewport->mapToGlobal(point), Qt::NoButton, Qt::LeftButton, {});
      QApplication::sendEvent(viewport, &move);
    }
    QTest::mouseRelease(viewport, Qt::LeftButton, {}, way.back());
  }
};

TEST_F(EmbeddingPanelsTest, AllPanelsArePicturesWithTheirNames) {
  for (const char* id : {"place_embeddings", "nearest_places", "hours_weekdays"}) {
    EXPECT_NE(view(id).scene(), nullptr) << id;
    EXPECT_FALSE(view(id).accessibleName().isEmpty()) << id;
  }
}

TEST_F(EmbeddingPanelsTest, ADotIsSelectedEverywhereAndTheReverse) {
  const present::HitArea* area = scatter().scene()->hitAt(dots().front().center);
  ASSERT_NE(area, nullptr);
  const LocationId location = area->focus.location.value();
  QTest::mouseClick(scatter().viewport(), Qt::LeftButton, {}, at(dots().front().center));
  EXPECT_EQ(workspace().selection().now().selected.location, location);
  Focus other;
  other.location = location == 5 ? 6 : 5;
  workspace().selection().select(other);
  EXPECT_TRUE(waitFor([&] {
    return view("nearest_places").scene()->caption.find("(place " + std::to_string(*other.location) + ")") !=
           std::string::npos;
  }));
}

TEST_F(EmbeddingPanelsTest, MouseAndWheelMoveTheSectionAndZeroShowsAll) {
  const present::Rect plot = scatter().scene()->movables.front().area;
  const QPoint middle = at({plot.x + plot.width / 2, plot.y + plot.height / 2});
  drag({middle, middle + QPoint(20, 10), middle + QPoint(60, 30)});
  ASSERT_TRUE(options().cameras[0]);
  EXPECT_EQ(options().cameras[0]->zoom, 1);
  QWheelEvent wheel(middle, scatter().viewport()->mapToGlobal(middle), {}, {0, 240}, Qt::NoButton, {},
                    Qt::NoScrollPhase, false);
  QApplication::sendEvent(scatter().viewport(), &wheel);
  EXPECT_GT(options().cameras[0]->zoom, 1);
  QTest::keyClick(&scatter(), Qt::Key_0);
  EXPECT_FALSE(options().cameras[0]);
}

TEST_F(EmbeddingPanelsTest, ALassoFiltersSamplesByTarget) {
  click("place_embeddings", hit("place_embeddings", asksFor(present::SetLasso{true})));
  ASSERT_TRUE(options().lasso);
  const present::Rect plot = scatter().scene()->movables.front().area.inset(4);
  const auto corner = [&](float x, float y) { return at({plot.x + plot.width * x, plot.y + plot.height * y}); };
  drag({corner(0, 0), corner(0.5F, 0.01F), corner(1, 0), corner(1, 1), corner(0, 1)});
  EXPECT_TRUE(workspace().samples().filterText().starts_with("target:")) << workspace().samples().filterText();
  EXPECT_FALSE(workspace().samples().filterError());
  EXPECT_TRUE(options().lassoPoints.empty());
  // Dots inside keep their colour, a line and the bar at the bottom count what is left.
  const auto line = [this] { return QString::fromStdString(scatter().scene()->summary); };
  ASSERT_TRUE(waitFor([&] { return line().contains(QStringLiteral("enclosed: the target of")); }))
      << line().toStdString();
  const auto& places = options().enclosed;
  EXPECT_GT(places.size(), 2U);
  const QString count = QString::number(workspace().samples().view().rows().size());
  EXPECT_TRUE(line().contains(count + QStringLiteral(" of")));
  const auto* chip = window().findChild<QToolButton*>(QStringLiteral("filterInForce"));
  EXPECT_TRUE(chip->isVisible());
  EXPECT_TRUE(chip->text().contains(count + QStringLiteral(" of"))) << chip->text().toStdString();
  window().navigation()->back()->trigger();
  EXPECT_EQ(workspace().samples().filterText(), "") << "Back takes it back";
  EXPECT_FALSE(chip->isVisible());
  EXPECT_TRUE(waitFor([&] { return !line().contains(QStringLiteral("enclosed")); }));
}

TEST_F(EmbeddingPanelsTest, TsneIsComputedWhenItIsChosen) {
  click("place_embeddings", hit("place_embeddings", asksFor(present::SetProjection{true})));
  EXPECT_TRUE(study().choice().tsne);
  EXPECT_TRUE(waitFor([&] { return study().settled() && study().answer()->tsne[0]; }));
}

}  // namespace
}  // namespace sojourn::test
