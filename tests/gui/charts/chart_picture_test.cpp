// SPDX-License-Identifier: GPL-3.0-or-later
// What Qt Charts makes of a chart: axes, legend, and every kind of series where its values are, cut at the plot, on
// screen and in files.
#include "views/qt/charts/chart_picture.h"

#include <QAbstractSeries>
#include <QBuffer>
#include <QChart>
#include <QImage>
#include <QPainter>
#include <QSvgGenerator>
#include <QXmlStreamReader>
#include <algorithm>
#include <cmath>
#include <limits>
#include <map>
#include <memory>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "views/qt/widgets/text.h"

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

/// The texts beside the axes with the pixel of their middle: of the x axis across, of the y axis down.
std::map<std::string, QPointF> textsOf(const Chart& chart) {
  std::map<std::string, QPointF> texts;
  for (const present::TextShape& text : qt::chartTexts(std::make_shared<const Chart>(chart)))
    texts[text.text] = qt::toRect(text.rect).center();
  return texts;
}

TEST(ChartPicture, BarsStandWhereTheirValuesAre) {
  const QImage image =
      drawn(chartOf({{.kind = SeriesKind::Bars, .x = {2, 5, 7}, .y = {4, none, 2}, .color = black, .barWidth = 1}}));
  for (int y = 0; y < image.height(); ++y) {
    for (int x = 0; x < image.width(); ++x) {
      const auto within = [&](double left, double top, double by) {
        return x >= left - by && x < left + 10 + by && y >= top - by && y < 90 + by;
      };
      const bool inside = within(40, 50, -1) || within(90, 70, -1);
      const bool atEdge = !inside && (within(40, 50, 1) || within(90, 70, 1));
      EXPECT_TRUE(atEdge || hasInk(image, x, y) == inside) << x << ", " << y;
    }
  }
}

TEST(ChartPicture, BarsThatStandOnOthersBeginAtTheirTops) {
  ChartSeries lower{.kind = SeriesKind::Bars, .x = {2}, .y = {3}, .color = red, .barWidth = 2};
  ChartSeries upper{.kind = SeriesKind::Bars, .x = {2}, .y = {5}, .low = {3}, .color = black, .barWidth = 2};
  const QImage image = drawn(chartOf({lower, upper}));
  EXPECT_EQ(image.pixel(50, 75), qRgb(255, 0, 0));
  EXPECT_EQ(image.pixel(50, 45), qRgb(0, 0, 0));
  EXPECT_FALSE(hasInk(image, 50, 35));
  EXPECT_FALSE(hasInk(image, 65, 75));
}

TEST(ChartPicture, BarsBelowZeroHangFromIt) {
  Chart chart = chartOf({{.kind = SeriesKind::Bars, .x = {2}, .y = {-3}, .color = black, .barWidth = 2}});
  chart.y = {.from = -4, .to = 4};
  const QImage image = drawn(chart);
  EXPECT_TRUE(hasInk(image, 50, 70));
  EXPECT_FALSE(hasInk(image, 50, 45));
  EXPECT_FALSE(hasInk(image, 50, 84));
}

TEST(ChartPicture, ThousandsOfBarsAreNoItemsEach) {
  ChartSeries many{.kind = SeriesKind::Bars, .color = black, .barWidth = 0.0001};
  for (int i = 0; i < 100'000; ++i) many.x.push_back(i * 0.0001), many.y.push_back(i < 50'000 ? 6 : 2);
  const std::unique_ptr<QChart> made = qt::makeQtChart(chartOf({many}), {});
  for (const QAbstractSeries* series : made->series())
    EXPECT_NE(series->type(), QAbstractSeries::SeriesTypeStackedBar) << "an item a bar takes seconds";
  const QImage image = drawn(chartOf({many}));
  EXPECT_TRUE(hasInk(image, 40, 40) && hasInk(image, 100, 80));
  EXPECT_FALSE(hasInk(image, 40, 20) || hasInk(image, 100, 60));
}

TEST(ChartPicture, NumbersAreRoundAndFarEnoughApart) {
  Chart chart = chartOf({});
  chart.x = {.from = 0.4, .to = 9.6, .numbers = present::ChartNumbers{.gap = 15, .whole = true}};
  chart.y = {.from = 0, .to = 45'000, .numbers = present::ChartNumbers{.gap = 20, .unit = " %"}};
  const auto texts = textsOf(chart);
  ASSERT_TRUE(texts.contains("2") && texts.contains("8")) << "every second: eleven pixels are too few";
  EXPECT_FALSE(texts.contains("3"));
  EXPECT_NEAR(texts.at("2").x(), 20 + 100 * 1.6 / 9.2, 1.5);
  ASSERT_TRUE(texts.contains("40 000 %"));
  EXPECT_NEAR(texts.at("40 000 %").y(), 10 + 80.0 / 9, 2);
  EXPECT_LT(texts.at("40 000 %").x(), 20);
  chart.x = {.from = 0, .to = 1, .numbers = present::ChartNumbers{.gap = 20}};
  EXPECT_TRUE(textsOf(chart).contains("0.2"));
}

TEST(ChartPicture, ALogarithmicAxisHasThePowersOfTen) {
  Chart chart = chartOf({});
  chart.x = {.from = 0.8, .to = 2'000, .logarithmic = true, .numbers = present::ChartNumbers{}};
  const auto texts = textsOf(chart);
  EXPECT_TRUE(texts.contains("1") && texts.contains("10") && texts.contains("100") && texts.contains("1 000"));
}

TEST(ChartPicture, TextsOfItsOwnStandAtTheirValuesAlsoOnALogarithmicAxis) {
  Chart chart = chartOf({});
  chart.x.ticks = {{10, "end"}, {5, "half"}};
  chart.y = {.from = 1, .to = 10'000, .logarithmic = true, .ticks = {{1, "low"}, {100, "middle"}}};
  const auto texts = textsOf(chart);
  ASSERT_TRUE(texts.contains("half") && texts.contains("middle"));
  EXPECT_NEAR(texts.at("half").x(), 70, 1.5);
  EXPECT_GT(texts.at("half").y(), 90);
  EXPECT_NEAR(texts.at("middle").y(), 50, 2);
}

TEST(ChartPicture, TheLegendNamesEachSeriesOnceAndStaysInThePlot) {
  Chart chart = chartOf({{.name = "train", .x = {0, 2, 3, 4, 6}, .y = {2, 2, none, 6, 6}, .color = red},
                         {.kind = SeriesKind::Bars, .name = "test", .x = {1}, .y = {2}, .color = black},
                         {.x = {0, 9}, .y = {1, 1}, .color = black}});
  chart.plot.width = 300;
  chart.legend = true;
  std::vector<std::string> names;
  for (const present::TextShape& text : qt::chartTexts(std::make_shared<const Chart>(chart))) {
    names.push_back(text.text);
    EXPECT_TRUE(qt::toRect(chart.plot).contains(qt::toRect(text.rect))) << text.text;
  }
  std::ranges::sort(names);
  EXPECT_EQ(names, (std::vector<std::string>{"test", "train"}));
  chart.series.erase(chart.series.begin());
  QImage image(340, 110, QImage::Format_RGB32);
  image.fill(Qt::white);
  QPainter painter(&image);
  qt::paintChart(painter, std::make_shared<const Chart>(chart), {});
  int filled = 0;
  for (int y = 10; y < 28; ++y)
    for (int x = 200; x < 320; ++x) filled += image.pixel(x, y) == qRgb(0, 0, 0) ? 1 : 0;
  EXPECT_GT(filled, 25) << "the mark of bars is filled";
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

TEST(ChartPicture, AMarkerIsOnePixelWideAndTheGridIsAtTheTicks) {
  Chart chart = chartOf({});
  chart.y.ticks = {{4, "4"}};
  chart.y.grid = black;
  chart.markers = {{.vertical = true, .at = 5, .color = black}};
  for (const double scale : {1.0, 1.25, 2.0}) {
    const QImage image = drawn(chart, scale);
    int columns = 0;
    for (int x = 0; x < image.width(); ++x) columns += hasInk(image, x, static_cast<int>(30 * scale)) ? 1 : 0;
    EXPECT_EQ(columns, static_cast<int>(std::round(scale))) << scale;
    double ink = 0;
    for (int y = static_cast<int>(40 * scale); y < static_cast<int>(60 * scale); ++y)
      ink += (255 - qGray(image.pixel(static_cast<int>(40 * scale), y))) / 255.0;
    EXPECT_NEAR(ink, std::round(scale), 0.1) << "a line of the grid, at " << scale;
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
