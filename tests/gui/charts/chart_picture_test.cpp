// SPDX-License-Identifier: GPL-3.0-or-later
// What Qt Charts makes of a chart: every kind of series where its values are, crisp, cut at the plot, on screen and in
// files.
#include "views/qt/charts/chart_picture.h"

#include <QBuffer>
#include <QImage>
#include <QPainter>
#include <QSvgGenerator>
#include <QXmlStreamReader>
#include <cmath>
#include <limits>
#include <memory>

#include <gtest/gtest.h>

namespace sojourn::test {
namespace {

using present::Chart;
using present::ChartSeries;
using present::SeriesKind;

constexpr present::Color black{0, 0, 0}, red{255, 0, 0};
constexpr double none = std::numeric_limits<double>::quiet_NaN();

/// A plot of 100 x 80 pixels at (20, 10); x from 0 to 10, y from 0 to 8: ten pixels a unit.
Chart chartOf(std::vector<ChartSeries> series) {
  return {
      .plot = {20, 10, 100, 80}, .x = {.from = 0, .to = 10}, .y = {.from = 0, .to = 8}, .series = std::move(series)};
}

QImage drawn(const Chart& chart, double scale = 1) {
  QImage image(static_cast<int>(140 * scale), static_cast<int>(110 * scale), QImage::Format_RGB32);
  image.fill(Qt::white);
  QPainter painter(&image);
  painter.scale(scale, scale);
  qt::paintChart(painter, std::make_shared<const Chart>(chart), {.scale = scale});
  return image;
}

bool hasInk(const QImage& image, int x, int y) {
  return qGray(image.pixel(x, y)) < 128;
}

TEST(ChartPicture, BarsFillTheirPixelsAndNothingElse) {
  const QImage image =
      drawn(chartOf({{.kind = SeriesKind::Bars, .x = {2, 5}, .y = {4, none}, .color = black, .barWidth = 1}}));
  int inked = 0;
  for (int y = 0; y < image.height(); ++y)
    for (int x = 0; x < image.width(); ++x) {
      const bool inside = x >= 40 && x < 49 && y >= 50 && y < 90;  // a pixel apart from the next bar
      EXPECT_EQ(qGray(image.pixel(x, y)), inside ? 0 : 255) << x << ", " << y;
      inked += inside ? 1 : 0;
    }
  EXPECT_EQ(inked, 9 * 40);
}

TEST(ChartPicture, AlsoAtAFractionOfAPixel) {
  const QImage image =
      drawn(chartOf({{.kind = SeriesKind::Bars, .x = {2}, .y = {4}, .color = black, .barWidth = 1}}), 1.5);
  for (int y = 0; y < image.height(); ++y)
    for (int x = 0; x < image.width(); ++x) {
      const int gray = qGray(image.pixel(x, y));
      EXPECT_TRUE(gray == 0 || gray == 255) << x << ", " << y << " is " << gray;
    }
}

TEST(ChartPicture, LinesBreakAtNoNumberAndAreCutAtThePlot) {
  const QImage image =
      drawn(chartOf({{.x = {0, 2, 3, 4, 6, 10}, .y = {2, 2, none, 6, 6, 1e12}, .color = black, .width = 3}}));
  EXPECT_TRUE(hasInk(image, 30, 70));
  EXPECT_FALSE(hasInk(image, 50, 50)) << "nothing where the value is no number";
  EXPECT_TRUE(hasInk(image, 70, 30));
  for (int x = 0; x < image.width(); ++x) EXPECT_FALSE(hasInk(image, x, 5)) << "above the plot, at " << x;
}

TEST(ChartPicture, StepsHoldTheirValueAndAreasReachFromEdgeToEdge) {
  const QImage steps =
      drawn(chartOf({{.kind = SeriesKind::Step, .x = {0, 5, 10}, .y = {2, 6, 6}, .color = black, .width = 3}}));
  EXPECT_TRUE(hasInk(steps, 60, 70));
  EXPECT_TRUE(hasInk(steps, 70, 50)) << "straight up at 5";
  EXPECT_TRUE(hasInk(steps, 100, 30));
  const QImage area =
      drawn(chartOf({{.kind = SeriesKind::Area, .x = {-5, 15}, .y = {6, 6}, .low = {3, 3}, .color = black}}));
  EXPECT_TRUE(hasInk(area, 21, 45) && hasInk(area, 118, 45)) << "cut at the sides";
  EXPECT_FALSE(hasInk(area, 10, 45) || hasInk(area, 130, 45) || hasInk(area, 70, 25) || hasInk(area, 70, 65));
}

TEST(ChartPicture, AValueWithoutNeighboursIsADot) {
  EXPECT_TRUE(hasInk(drawn(chartOf({{.x = {4, 5, 6}, .y = {none, 4, none}, .color = black, .width = 3}})), 70, 50));
}

TEST(ChartPicture, LogarithmicAxesPlaceByPowers) {
  Chart chart = chartOf({{.kind = SeriesKind::Scatter, .x = {5}, .y = {100}, .color = black, .radius = 3}});
  chart.y = {.from = 1, .to = 10'000, .logarithmic = true};
  const QImage image = drawn(chart);
  EXPECT_TRUE(hasInk(image, 70, 50)) << "100 is half way from 1 to 10 000";
}

TEST(ChartPicture, GridAndMarkersAreOnePixelWide) {
  Chart chart = chartOf({});
  chart.y.ticks = {{4, "4"}};
  chart.y.grid = black;
  chart.markers = {{.vertical = true, .at = 5, .color = black}};
  for (const double scale : {1.0, 1.25, 2.0}) {
    const QImage image = drawn(chart, scale);
    int rows = 0, columns = 0;
    for (int y = 0; y < image.height(); ++y) rows += hasInk(image, static_cast<int>(40 * scale), y) ? 1 : 0;
    for (int x = 0; x < image.width(); ++x) columns += hasInk(image, x, static_cast<int>(30 * scale)) ? 1 : 0;
    EXPECT_EQ(rows, static_cast<int>(std::round(scale))) << scale;
    EXPECT_EQ(columns, static_cast<int>(std::round(scale))) << scale;
  }
}

TEST(ChartPicture, ManyPointsLookLikeFew) {
  ChartSeries few{.color = red, .width = 2}, many = few;
  for (int i = 0; i <= 100; ++i) few.x.push_back(i / 10.0), few.y.push_back(4 + 3 * std::sin(i / 10.0));
  for (int i = 0; i <= 5'000; ++i) many.x.push_back(i / 500.0), many.y.push_back(4 + 3 * std::sin(i / 500.0));
  const QImage one = drawn(chartOf({few})), other = drawn(chartOf({many}));
  double difference = 0, ink = 0;
  for (int y = 0; y < one.height(); ++y)
    for (int x = 0; x < one.width(); ++x) {
      difference += std::abs(qGreen(one.pixel(x, y)) - qGreen(other.pixel(x, y))) / 255.0;
      ink += (255 - qGreen(one.pixel(x, y))) / 255.0;
    }
  EXPECT_GT(ink, 150);
  EXPECT_LT(difference / ink, 0.1);
}

TEST(ChartPicture, AFileHoldsNothingBeyondThePlot) {
  QBuffer buffer;
  buffer.open(QIODevice::WriteOnly);
  QSvgGenerator generator;
  generator.setOutputDevice(&buffer);
  QPainter painter(&generator);
  ChartSeries wild{.x = {0, 5, 10}, .y = {-1e6, 4, 1e6}, .color = black};
  qt::paintChart(painter, std::make_shared<const Chart>(chartOf({wild})), {.vectorTarget = true});
  painter.end();
  QXmlStreamReader xml(buffer.data());
  int lines = 0;
  while (!xml.atEnd()) {
    if (xml.readNext() != QXmlStreamReader::StartElement) continue;
    const QString points = xml.attributes().value(QStringLiteral("points")).toString();
    if (points.isEmpty()) continue;
    ++lines;
    for (const QString& point : points.split(QLatin1Char(' '), Qt::SkipEmptyParts)) {
      const double y = point.split(QLatin1Char(',')).value(1).toDouble();
      EXPECT_TRUE(y >= -1 && y <= 91) << point.toStdString();
    }
  }
  EXPECT_FALSE(xml.hasError()) << xml.errorString().toStdString();
  EXPECT_GE(lines, 1);
}

}  // namespace
}  // namespace sojourn::test
