// SPDX-License-Identifier: GPL-3.0-or-later
// Lines painted piece by piece on screen look like those that the stroker draws into files.
#include "views/qt/scene/scene_painter.h"

#include <QImage>
#include <QPainter>
#include <cmath>
#include <memory>
#include <vector>

#include <gtest/gtest.h>

namespace sojourn::test {
namespace {

constexpr int side = 200;

QImage painted(const present::Shape& shape, bool vectorTarget) {
  QImage image(side, side, QImage::Format_ARGB32_Premultiplied);
  image.fill(Qt::white);
  QPainter painter(&image);
  present::Scene scene;
  scene.size = {side, side};
  scene.shapes.emplace_back(shape);
  qt::paintScene(painter, scene, {.vectorTarget = vectorTarget});
  return image;
}

/// How much ink lies on the paper, in whole pixels.
double ink(const QImage& image) {
  double sum = 0;
  for (int y = 0; y < image.height(); ++y)
    for (int x = 0; x < image.width(); ++x) sum += (255 - qGray(image.pixel(x, y))) / 255.0;
  return sum;
}

double widestDifference(const QImage& a, const QImage& b) {
  int widest = 0;
  for (int y = 0; y < a.height(); ++y)
    for (int x = 0; x < a.width(); ++x)
      widest = std::max(widest, std::abs(qGray(a.pixel(x, y)) - qGray(b.pixel(x, y))));
  return widest / 255.0;
}

present::LineShape staircase() {
  present::LineShape line{.points = {}, .color = {0, 0, 0, 255}, .width = 1.4F};
  for (int k = 0; k < 20; ++k) {
    const auto y = static_cast<float>(100 + 60 * std::sin(k));
    line.points.push_back({static_cast<float>(10 + 9 * k), y});
    line.points.push_back({static_cast<float>(10 + 9 * (k + 1)), y});
  }
  return line;
}

TEST(ScenePainter, DotsAreTheCirclesOfFilesAtEveryPartOfAPixel) {
  for (const float edge : {0.0F, 0.8F}) {
    auto dots = std::make_shared<std::vector<present::DotsShape::Dot>>();
    for (int i = 0; i < 12; ++i)
      for (int k = 0; k < 12; ++k)
        dots->push_back({{16.0F * static_cast<float>(i) + 8.3F + 0.07F * static_cast<float>(k),
                          16.0F * static_cast<float>(k) + 8.1F + 0.09F * static_cast<float>(i)},
                         1.2F + 0.4F * static_cast<float>(i),
                         {0, 0, 0, 255}});
    // Three that the picture cuts.
    for (const present::Point at : {present::Point{0, 60}, {199.5F, 90}, {100, -1}})
      dots->push_back({at, 4, {0, 0, 0, 255}});
    const present::DotsShape shape{dots, {0, 0, 0, 110}, edge};
    const QImage pixels = painted(shape, false), circles = painted(shape, true);
    EXPECT_GT(ink(circles), 3000);
    // Qt's circles have 0.98 of their area; a dot lies within an eighth of a pixel of its place.
    EXPECT_NEAR(ink(pixels) / ink(circles), 1, 0.04) << edge;
    EXPECT_LT(widestDifference(pixels, circles), 0.35) << edge;
  }
}

TEST(ScenePainter, AStaircaseInPiecesIsTheStrokedOne) {
  const QImage pieces = painted(staircase(), false);
  const QImage whole = painted(staircase(), true);
  EXPECT_GT(ink(whole), 1000);
  EXPECT_NEAR(ink(pieces) / ink(whole), 1, 0.02);
  // The corners and ends differ: square here, round there.
  EXPECT_LT(widestDifference(pieces, whole), 0.5);
}

TEST(ScenePainter, DashesInPiecesAreTheStrokedOnes) {
  present::LineShape line = staircase();
  line.dashed = true;
  const double pieces = ink(painted(line, false));
  EXPECT_NEAR(pieces / ink(painted(line, true)), 1, 0.05);
  EXPECT_NEAR(pieces / ink(painted(staircase(), false)), 0.5, 0.05);
}

TEST(ScenePainter, DashesEndForSidesOfAnyLength) {
  present::LineShape line{.points = {{3, 100}}, .color = {0, 0, 0, 255}, .width = 1, .dashed = true};
  // A dash ends within rounding of a corner, again and again.
  for (int k = 0; k < 1500; ++k) line.points.push_back({line.points.back().x + 0.1F, 100});
  EXPECT_NEAR(ink(painted(line, false)), 75, 8);
}

TEST(ScenePainter, SlantedAndTranslucentLinesStayWhole) {
  present::LineShape curve{.points = {}, .color = {0, 0, 0, 255}, .width = 2};
  for (int k = 0; k < 180; ++k)
    curve.points.push_back({static_cast<float>(10 + k), static_cast<float>(100 + 50 * std::sin(k / 9.0))});
  EXPECT_EQ(painted(curve, false), painted(curve, true));
  present::LineShape pale = staircase();
  pale.color.a = 90;
  EXPECT_EQ(painted(pale, false), painted(pale, true));
}

/// Lines and boxes of one unit, on a screen that shows a unit as so many pixels, scrolled by some of them.
QImage painted(qreal ratio, qreal scrolled) {
  QImage image(static_cast<int>(side * ratio), static_cast<int>(side * ratio), QImage::Format_RGB32);
  image.setDevicePixelRatio(ratio);
  image.fill(Qt::white);
  QPainter painter(&image);
  painter.translate(0, -scrolled);
  present::Scene scene;
  scene.size = {side, side};
  constexpr present::Color black{0, 0, 0};
  for (int i = 0; i < 12; ++i) {
    const float at = 11 + 13 * static_cast<float>(i);
    scene.shapes.emplace_back(present::BoxShape{.rect = {0, at, 60, 1}, .fill = black, .stroke = {}});
    scene.shapes.emplace_back(present::LineShape{.points = {{70, at}, {130, at}}, .color = black});
    scene.shapes.emplace_back(
        present::BoxShape{.rect = {140, at, 50, 9}, .fill = {}, .stroke = black, .strokeWidth = 1});
  }
  qt::paintScene(painter, scene);
  return image;
}

TEST(ScenePainter, LinesAreCrispAndAlikeOnScreensOfAnyScale) {
  for (const qreal ratio : {1.0, 1.25, 1.5, 1.75, 2.0}) {
    for (const qreal scrolled : {0.0, 1.0, 3.0}) {
      SCOPED_TRACE(std::to_string(ratio) + ", scrolled by " + std::to_string(scrolled));
      const QImage image = painted(ratio, scrolled);
      for (const int column : {30, 100, 165}) {
        const int x = static_cast<int>(column * ratio);
        int begun = -1;
        for (int y = 0; y < image.height(); ++y) {
          const int grey = qGray(image.pixel(x, y));
          EXPECT_TRUE(grey < 8 || grey > 247) << "blurred at " << x << ", " << y << ": " << grey;
          if (grey < 128 && begun < 0) begun = y;
          if (grey >= 128 && begun >= 0) {
            EXPECT_EQ(y - begun, static_cast<int>(std::round(ratio))) << "as thick as all others, at " << y;
            begun = -1;
          }
        }
      }
    }
  }
}

}  // namespace
}  // namespace sojourn::test
