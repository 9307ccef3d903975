// SPDX-License-Identifier: GPL-3.0-or-later
// The Places workspace in the real window: keys, mouse and wheel move both maps, the selection is the one of all views,
// positions are rounded until Exact is chosen, Space plays the path.
#include <QFile>
#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <QMenu>
#include <QTemporaryDir>
#include <QTest>
#include <QWheelEvent>
#include <algorithm>
#include <chrono>
#include <variant>

#include "tests/gui/fake_districts.h"
#include "tests/gui/window_fixture.h"
#include "tests/support/growth.h"
#include "views/qt/compare/compare_area.h"
#include "views/qt/docks/view_dock.h"
#include "views/qt/places/map_views.h"
#include "views/qt/places/places_area.h"
#include "views/qt/places/places_bar.h"
#include "views/qt/scene/scene_painter.h"
#include "views/qt/scene/scene_view.h"
#include "views/qt/widgets/appearance.h"
#include "views/qt/widgets/background_button.h"
#include "views/qt/widgets/text.h"
#include "views/session/compare/model_comparisons.h"

namespace sojourn::test {
namespace {

class PlacesTest : public WindowTest {
 protected:
  void SetUp() override {
    window().resize(1366, 768);
    ASSERT_TRUE(settled());
    window().compareModels({"window_frequency"}, {});
    QTest::keyClick(&window(), Qt::Key_7, Qt::ControlModifier);
    ASSERT_EQ(window().shownWorkspace(), qt::StudioWorkspace::Places);
    ASSERT_TRUE(waitFor([this] { return mapA().scene() && mapB().scene(); }));
  }
  qt::SceneView& mapA() { return view("places_map_a"); }
  qt::SceneView& mapB() { return view("places_map_b"); }
  const present::MapOptions& options() { return window().places()->maps().options(); }
  /// Where the map is free: no circle, dot, button or tray.
  QPoint emptyPlace() {
    for (int y = 60; y < mapA().viewport()->height() - 60; y += 7)
      for (int x = 150; x < mapA().viewport()->width() - 60; x += 7)
        if (!mapA().scene()->hitAt({static_cast<float>(x), static_cast<float>(y)})) return {x, y};
    ADD_FAILURE() << "the map is full";
    return {};
  }
  static void drag(qt::SceneView& map, QPoint from, QPoint to) {
    QTest::mousePress(map.viewport(), Qt::LeftButton, {}, from);
    for (int step = 1; step <= 4; ++step) {
      const QPoint at = from + (to - from) * step / 4;
      QMouseEvent move(QEvent::MouseMove, at, map.viewport()->mapToGlobal(at), Qt::NoButton, Qt::LeftButton, {});
      QApplication::sendEvent(map.viewport(), &move);
    }
    QTest::mouseRelease(map.viewport(), Qt::LeftButton, {}, to);
  }
  static void turn(qt::SceneView& map, QPoint at, int by) {
    QWheelEvent event(at, map.viewport()->mapToGlobal(at), {}, {0, by}, Qt::NoButton, {}, Qt::NoScrollPhase, false);
    QApplication::sendEvent(map.viewport(), &event);
  }
  static auto aPlace() {
    return [](const present::HitArea& area) {
      return area.focus.location && *area.focus.location > unseenLocation && !area.action;
    };
  }
};

TEST_F(PlacesTest, ADroppedLayerLiesBelowTheMapsUntilItIsRemoved) {
  QTemporaryDir folder;
  const QString file = writeFakeDistricts(folder);
  qt::PlacesBar* bar = window().places()->findChild<qt::PlacesBar*>();
  EXPECT_EQ(bar->dots()->count(), 3);
  window().openPaths({file});
  const auto drawn = [this] {
    return std::ranges::any_of(mapA().scene()->shapes, [](const present::Shape& shape) {
      return std::holds_alternative<present::PathsShape>(shape);
    });
  };
  ASSERT_TRUE(waitFor([&] { return workspace().names().naming().districts() != nullptr; }));
  ASSERT_TRUE(waitFor(drawn));
  EXPECT_EQ(bar->dots()->count(), 4);
  Q_EMIT bar->dots()->activated(3);
  EXPECT_EQ(options().dots, present::DotColor::District);
  EXPECT_EQ(workspace().mapFiles().size(), 1U);
  // The entry of the file takes it away.
  bar->background()->menu()->actions().last()->trigger();
  ASSERT_TRUE(waitFor([&] { return !drawn() && !workspace().names().naming().districts(); }));
  EXPECT_EQ(bar->dots()->count(), 3);
  EXPECT_NE(options().dots, present::DotColor::District) << "there is nothing to colour by";
}

TEST_F(PlacesTest, DraggingMovesBothMaps) {
  const QPoint from = emptyPlace();
  EXPECT_FALSE(options().camera);
  drag(mapA(), from, from + QPoint(40, -24));
  ASSERT_TRUE(options().camera);
  const present::MapCamera first = *options().camera;
  drag(mapB(), {200, 200}, {200, 232});
  EXPECT_GT(options().camera->center.latitude, first.center.latitude);
  EXPECT_NEAR(options().camera->metresPerPixel, first.metresPerPixel, first.metresPerPixel * 0.01);
  EXPECT_FALSE(workspace().selection().now().selected.location);
}

TEST_F(PlacesTest, WheelKeysAndButtonsZoom) {
  turn(mapA(), {200, 200}, 120);
  ASSERT_TRUE(options().camera);
  const double once = options().camera->metresPerPixel;
  turn(mapA(), {200, 200}, 120);
  EXPECT_NEAR(options().camera->metresPerPixel, once / std::exp2(0.25), once * 0.01);
  QTest::keyClick(&mapA(), Qt::Key_Minus);
  EXPECT_GT(options().camera->metresPerPixel, once);
  const double before = options().camera->metresPerPixel;
  click("places_map_a", hit("places_map_a", [](const present::HitArea& area) {
          return area.action && area.label.starts_with("Zoom in");
        }));
  EXPECT_LT(options().camera->metresPerPixel, before);
  QTest::keyClick(&mapA(), Qt::Key_0);
  EXPECT_FALSE(options().camera);
}

TEST_F(PlacesTest, AClickSelectsThePlaceInAllViewsAndBack) {
  const present::HitArea area = hit("places_map_a", aPlace());
  click("places_map_a", area);
  EXPECT_EQ(workspace().selection().now().selected.location, area.focus.location);
  QTest::keyClick(&mapA(), Qt::Key_Escape);
  EXPECT_FALSE(workspace().selection().now().selected.location);
  // The reverse: what another view chooses gets its ring on both maps.
  const auto rings = [](const qt::SceneView& map) {
    return std::ranges::count_if(map.scene()->shapes, [](const present::Shape& shape) {
      const auto* circle = std::get_if<present::CircleShape>(&shape);
      return circle && !circle->fill && circle->stroke == qt::Appearance::theme().accent;
    });
  };
  const auto inA = rings(mapA()), inB = rings(mapB());
  workspace().selection().select({.visit = {}, .query = {}, .location = area.focus.location, .head = {}});
  EXPECT_EQ(rings(mapA()), inA + 1);
  EXPECT_EQ(rings(mapB()), inB + 1);
  const present::HitArea visit =
      hit("places_path", [](const present::HitArea& one) { return one.focus.visit.has_value(); });
  click("places_path", visit);
  EXPECT_EQ(workspace().selection().now().selected.visit, visit.focus.visit);
}

TEST_F(PlacesTest, ExportsAreRoundedUntilExactIsChosen) {
  const QTemporaryDir folder;
  const QString file = folder.filePath(QStringLiteral("map.geojson"));
  const auto written = [&] {
    window().exportView(QStringLiteral("places_map_a"), file);
    QFile read(file);
    EXPECT_TRUE(read.open(QIODevice::ReadOnly));
    return QJsonDocument::fromJson(read.readAll()).object()[QLatin1String("features")].toArray();
  };
  const auto deviates = [&](const QJsonArray& features, bool rounded) {
    for (const auto& feature : features) {
      const QJsonArray at = feature[QLatin1String("geometry")][QLatin1String("coordinates")].toArray();
      const auto location = feature[QLatin1String("properties")][QLatin1String("location")].toInt();
      Coordinates wanted = workspace().dataset()->places.coordinates(location).value();
      if (rounded) wanted = roundedPosition(wanted);
      if (at[0].toDouble() != wanted.longitude || at[1].toDouble() != wanted.latitude) return true;
    }
    return features.isEmpty();
  };
  EXPECT_FALSE(deviates(written(), true));
  QTest::mouseClick(window().places()->bar()->exact(), Qt::LeftButton);
  EXPECT_TRUE(options().exact);
  EXPECT_FALSE(deviates(written(), false));
  window().exportView(QStringLiteral("places_map_a"), folder.filePath(QStringLiteral("map.svg")));
  EXPECT_TRUE(QFile::exists(folder.filePath(QStringLiteral("map.svg"))));
}

TEST_F(PlacesTest, TheHandleAndSpaceMoveThroughTheWindow) {
  qt::SceneView& path = view("places_path");
  const int middle = path.viewport()->width() / 2;
  drag(path, {middle + 60, 10}, {middle, 10});
  ASSERT_TRUE(options().moment);
  const auto stopped = *options().moment;
  path.setFocus();
  QTest::keyClick(&path, Qt::Key_Space);
  EXPECT_TRUE(options().playing);
  EXPECT_TRUE(waitFor([&] { return !options().moment || *options().moment > stopped; }));
  QTest::keyClick(&path, Qt::Key_Space);
  EXPECT_FALSE(options().playing);
  workspace().setRow(1);
  ASSERT_TRUE(settled());
  EXPECT_FALSE(options().moment);
}

TEST_F(PlacesTest, ARuleHasRanksAndWithoutASecondModelMapBAsksForOne) {
  ASSERT_TRUE(waitFor([this] { return mapB().scene() && !mapB().scene()->table.rows.empty(); }));
  EXPECT_TRUE(mapB().scene()->captionRight.find("500 m") != std::string::npos);
  window().places()->comparisons().remove(1);
  ASSERT_TRUE(waitFor([this] { return !mapB().scene(); }, std::chrono::seconds(20)));
  EXPECT_TRUE(mapB().summary().startsWith(QLatin1String("Choose a second model")));
}

TEST_F(PlacesTest, AFrameTakesTimeLinearInItsPlaces) {
  const present::SampleContext sample = window().places()->maps().current().source().sample;
  QImage image(700, 560, QImage::Format_RGB32);
  EXPECT_TRUE(takesLinearTime(1'000, [&](std::size_t count) {
    std::vector<PlaceUse> uses;
    for (LocationId location = 2; location < static_cast<LocationId>(count) + 2; ++location)
      uses.push_back({location,
                      {51.4 + 0.00001 * (location * 7919 % 9973), -0.1 + 0.00002 * (location * 104729 % 9967)},
                      static_cast<std::size_t>(location % 300),
                      12});
    return [&, places = std::make_shared<const present::MapPlaces>(uses, *sample.names, true)] {
      const auto content =
          present::mapContent({.sample = sample,
                               .letter = "A",
                               .inspection = sample.inspection,
                               .places = places,
                               .options = {.exact = true, .camera = present::MapCamera{{51.45, 0}, 24}}},
                              {.size = {700, 560}, .theme = qt::Appearance::theme(), .text = qt::measurer()});
      QPainter painter(&image);
      qt::paintScene(painter, std::get<present::Scene>(content));
    };
  }));
}

}  // namespace
}  // namespace sojourn::test
