// SPDX-License-Identifier: GPL-3.0-or-later
// A chart in a picture that can be enlarged: by a frame, the wheel and the keys; marks are found where they are shown.
#include "views/qt/charts/chart_view.h"

#include <QChart>
#include <QGraphicsTextItem>
#include <QMouseEvent>
#include <QScrollBar>
#include <QTest>
#include <QValueAxis>
#include <QWheelEvent>
#include <memory>
#include <optional>
#include <vector>

#include <gtest/gtest.h>

#include "views/present/scene/scene_builder.h"
#include "views/qt/charts/qt_axes.h"
#include "views/qt/scene/scene_view.h"
#include "views/qt/widgets/appearance.h"
#include "views/qt/widgets/text.h"

namespace sojourn::test {
namespace {

using present::ChartZoom;

/// A picture with a chart of ten bars, each with a mark over the whole height, in a view of 300 x 200.
class ChartViewTest : public testing::Test {
 protected:
  ChartViewTest() {
    m_view.resize(300, 200);
    m_view.show();
    QObject::connect(&m_view, &qt::SceneView::said, [this](const QString& label) { m_said = label; });
    QObject::connect(&m_view, &qt::SceneView::actionRequested,
                     [this](const present::Action& action) { m_asked.push_back(action); });
    m_view.refresh();
  }

  present::ViewContent picture(present::Size size) {
    present::Scene scene;
    scene.size = scene.contentSize = size;
    scene.contentSize.height += m_below;
    present::SceneBuilder builder(scene, {size, qt::Appearance::theme(), qt::measurer()});
    present::ChartSeries bars{.kind = present::SeriesKind::Bars, .color = {0, 0, 0}};
    for (int i = 0; i < 10; ++i) bars.x.push_back(i), bars.y.push_back(i + 1);
    present::Chart chart{.plot = {40, 20, 200, 120},
                         .x = {.from = 0, .to = 10, .numbers = present::ChartNumbers{.whole = true}},
                         .y = {.from = 0, .to = m_most, .numbers = present::ChartNumbers{}},
                         .tickColor = {0, 0, 0},
                         .series = {bars},
                         .zoom = m_zoom};
    if (m_logarithmic) {
      for (present::ChartAxis* axis : {&chart.x, &chart.y})
        axis->from = 0.8, axis->to = 1'200, axis->logarithmic = true;
    } else if (m_named) {
      chart.x.numbers.reset();
      chart.x.ticks = {{2, "two"}, {9, "nine"}};
    }
    {
      // A line over the middle of the fifth bar, and a mark below it.
      const present::OnChart marks(scene, addChart(scene, builder, std::move(chart)));
      builder.box({129, 20, 2, 120}, {255, 0, 0});
      builder.box({126, 165, 8, 8}, {255, 0, 0});
    }
    for (int i = 0; i < 10; ++i) {
      present::HitArea& mark = builder.hit({40 + 20.0F * static_cast<float>(i), 20, 20, 120}, {},
                                           "bar " + std::to_string(i), std::to_string(i));
      mark.action = present::SelectVariant{std::to_string(i)};
    }
    return scene;
  }

  [[nodiscard]] qt::ChartView& chart() { return *m_view.chartViews().front(); }
  /// What a mouse at this point of the picture is on.
  QString saidAt(QPoint at) {
    QWidget* on = chart().viewport();
    const QPoint local = at - chart().pos();
    QMouseEvent move(QEvent::MouseMove, local, on->mapToGlobal(local), Qt::NoButton, Qt::NoButton, {});
    QCoreApplication::sendEvent(on, &move);
    return m_said;
  }
  void drawFrame(QPoint from, QPoint to) {
    QWidget* on = chart().viewport();
    const QPoint corner = chart().pos();
    QTest::mousePress(on, Qt::LeftButton, {}, from - corner);
    QMouseEvent move(QEvent::MouseMove, to - corner, on->mapToGlobal(to - corner), Qt::NoButton, Qt::LeftButton, {});
    QCoreApplication::sendEvent(on, &move);
    QTest::mouseRelease(on, Qt::LeftButton, {}, to - corner);
  }
  /// Whether the chart took it; what it leaves goes to the picture, for events that come from a mouse.
  bool wheel(QPoint at, int turned, Qt::KeyboardModifiers held = {}) {
    QWidget* on = chart().viewport();
    const QPoint local = at - chart().pos();
    QWheelEvent event(local, on->mapToGlobal(local), {}, {0, turned}, Qt::NoButton, held, Qt::NoScrollPhase, false);
    QCoreApplication::sendEvent(on, &event);
    return event.isAccepted();
  }
  /// What the axis at the foot shows.
  std::pair<double, double> shownX() {
    const auto* axis = qobject_cast<QValueAxis*>(chart().chart()->axes(Qt::Horizontal).constFirst());
    return {axis->min(), axis->max()};
  }

  ChartZoom m_zoom = ChartZoom::X;
  float m_below = 0;  ///< of the picture that the view does not show
  double m_most = 10;
  bool m_logarithmic = false, m_named = false;
  QString m_said;
  std::vector<present::Action> m_asked;
  qt::SceneView m_view{QStringLiteral("Lengths"), [this](present::Size size) { return picture(size); }};
};

TEST_F(ChartViewTest, IsAQtChartViewWithItsPlotWhereThePictureHasIt) {
  ASSERT_EQ(m_view.chartViews().size(), 1U);
  EXPECT_EQ(chart().plot(), QRectF(40, 20, 200, 120));
  EXPECT_EQ(chart().chart()->plotArea().translated(chart().pos()), QRectF(40, 20, 200, 120));
  const QImage image = m_view.grab().toImage();
  EXPECT_LT(qGray(image.pixel(230, 100)), 90) << "the highest bar";
  EXPECT_GT(qGray(image.pixel(50, 100)), 180) << "above the lowest bar";
}

TEST_F(ChartViewTest, AFrameEnlargesWhatIsInsideAndADoubleClickShowsAllAgain) {
  drawFrame({80, 40}, {140, 100});
  EXPECT_TRUE(chart().isEnlarged());
  EXPECT_NEAR(shownX().first, 2, 0.06);
  EXPECT_NEAR(shownX().second, 5, 0.06);
  EXPECT_EQ(saidAt({50, 60}), QStringLiteral("bar 2"));
  EXPECT_EQ(saidAt({230, 60}), QStringLiteral("bar 4"));
  QTest::mouseDClick(chart().viewport(), Qt::LeftButton, {}, QPoint(100, 60) - chart().pos());
  EXPECT_FALSE(chart().isEnlarged());
  EXPECT_EQ(shownX(), std::pair(0.0, 10.0));
  EXPECT_EQ(saidAt({50, 60}), QStringLiteral("bar 0"));
}

TEST_F(ChartViewTest, MarksAtItsValuesGoWithThemOnAndBesideThePlot) {
  const auto redAt = [&](QPoint at) {
    const QColor color = m_view.grab().toImage().pixelColor(at);
    return color.red() > 200 && color.green() < 80;
  };
  EXPECT_TRUE(redAt({130, 30}));
  EXPECT_TRUE(redAt({130, 169}));
  drawFrame({80, 40}, {140, 100});  // the bars 2 to 4: a pixel becomes three and a third
  EXPECT_FALSE(redAt({130, 30}));
  EXPECT_TRUE(redAt({207, 30}));
  EXPECT_FALSE(redAt({130, 169}));
  EXPECT_TRUE(redAt({207, 169}));
  m_view.refresh();
  EXPECT_TRUE(redAt({207, 30})) << "of a picture that is made again";
  chart().showWhole();
  EXPECT_TRUE(redAt({130, 30}));
}

TEST_F(ChartViewTest, AClickStillDoesWhatTheMarkThereDoes) {
  drawFrame({80, 40}, {140, 100});
  QTest::mouseClick(chart().viewport(), Qt::LeftButton, {}, QPoint(50, 60) - chart().pos());
  ASSERT_EQ(m_asked.size(), 1U);
  EXPECT_EQ(m_asked.front(), present::Action(present::SelectVariant{"2"}));
}

TEST_F(ChartViewTest, TheWheelEnlargesAroundThePointerAndNeverPastTheWhole) {
  const QString before = saidAt({150, 60});
  wheel({150, 60}, 360);
  EXPECT_LT(shownX().second - shownX().first, 6);
  EXPECT_EQ(saidAt({150, 60}), before);
  wheel({60, 60}, -1200);
  EXPECT_FALSE(chart().isEnlarged());
  EXPECT_EQ(shownX(), std::pair(0.0, 10.0));
}

TEST_F(ChartViewTest, InAPictureThatScrollsTheWheelNeedsControl) {
  m_below = 300;
  m_view.refresh();
  ASSERT_GT(m_view.verticalScrollBar()->maximum(), 0);
  EXPECT_FALSE(wheel({150, 60}, 120));
  EXPECT_FALSE(chart().isEnlarged());
  EXPECT_TRUE(wheel({150, 60}, 120, Qt::ControlModifier));
  EXPECT_TRUE(chart().isEnlarged());
}

TEST_F(ChartViewTest, AFlatFrameMeansItsLengthAlone) {
  m_zoom = ChartZoom::Both;
  m_view.refresh();
  drawFrame({80, 60}, {140, 62});
  const auto* up = qobject_cast<QValueAxis*>(chart().chart()->axes(Qt::Vertical).constFirst());
  EXPECT_EQ(std::pair(up->min(), up->max()), std::pair(0.0, 10.0));
  EXPECT_NEAR(shownX().first, 2, 0.06);
  EXPECT_NEAR(shownX().second, 5, 0.06);
}

TEST_F(ChartViewTest, KeysEnlargeAroundTheirMarkAndMovingOnBringsTheNextIntoSight) {
  m_view.setFocus();
  QTest::keyClick(&m_view, Qt::Key_Right);
  for (int i = 0; i < 6; ++i) QTest::keyClick(&m_view, Qt::Key_Plus);
  EXPECT_TRUE(chart().isEnlarged());
  for (int i = 0; i < 8; ++i) {
    QTest::keyClick(&m_view, Qt::Key_Right);
    const QRectF mark = m_view.onViewport(m_view.scene()->hits[*m_view.keyboardMark()].rect);
    EXPECT_TRUE(chart().plot().contains(mark.center())) << m_view.keyboardLabel().toStdString();
    EXPECT_GT(mark.width(), 20) << "enlarged";
  }
  QTest::keyClick(&m_view, Qt::Key_0);
  EXPECT_FALSE(chart().isEnlarged());
}

TEST_F(ChartViewTest, TheSamePartIsShownWhenThePictureIsMadeAgainButNotOfOtherAxes) {
  drawFrame({80, 40}, {140, 100});
  const auto shown = shownX();
  m_view.refresh();
  EXPECT_EQ(shownX(), shown);
  m_most = 20;
  m_view.refresh();
  EXPECT_FALSE(chart().isEnlarged());
}

TEST_F(ChartViewTest, AChartThatIsDescribedAgainAsItWasIsNotMadeAgain) {
  const QChart* made = chart().chart();
  m_view.refresh();
  EXPECT_EQ(chart().chart(), made);
  EXPECT_FALSE(m_view.grab().toImage().isNull());
  m_most = 20;
  m_view.refresh();
  EXPECT_NE(chart().chart(), made);
}

TEST_F(ChartViewTest, NumbersStayRoundAndSeveralInASmallPart) {
  drawFrame({100, 40}, {106, 100});
  const auto* axis = qobject_cast<QValueAxis*>(chart().chart()->axes(Qt::Horizontal).constFirst());
  EXPECT_EQ(axis->tickInterval(), 1) << "whole numbers stay whole";
  m_zoom = ChartZoom::Both;
  m_view.refresh();
  chart().showWhole();
  drawFrame({80, 40}, {140, 52});
  const auto* up = qobject_cast<QValueAxis*>(chart().chart()->axes(Qt::Vertical).constFirst());
  EXPECT_NEAR(up->max() - up->min(), 1, 0.1);
  EXPECT_NEAR(up->tickInterval(), 0.5, 1e-9);
}

TEST_F(ChartViewTest, TextsOfAnAxisAreThoseOfThePart) {
  m_named = true;
  m_view.refresh();
  const auto below = [this] {
    QStringList texts;
    for (const QGraphicsTextItem* text : qt::textsOf(*chart().chart()))
      if (text->sceneBoundingRect().top() > chart().chart()->plotArea().bottom() - 1) texts.append(text->toPlainText());
    return texts;
  };
  EXPECT_EQ(below().size(), 2);
  drawFrame({60, 40}, {120, 100});  // 1 to 4
  EXPECT_EQ(below(), QStringList{QStringLiteral("two")});
  chart().showWhole();
  EXPECT_EQ(below().size(), 2);
}

TEST_F(ChartViewTest, TextsStandNextToThePlotWhateverTheirAxis) {
  const auto expectTexts = [this](const char* what) {
    m_view.refresh();
    const QRectF plot = chart().chart()->plotArea();
    int below = 0, beside = 0;
    for (const QGraphicsTextItem* text : qt::textsOf(*chart().chart())) {
      const QRectF area = text->sceneBoundingRect();
      EXPECT_TRUE(QRectF(chart().rect()).contains(area)) << what << ": " << text->toPlainText().toStdString();
      const bool isBelow = area.top() > plot.bottom() - 1;
      below += isBelow && area.top() < plot.bottom() + 8 ? 1 : 0;
      beside += !isBelow && area.right() > plot.left() - 12 ? 1 : 0;
    }
    EXPECT_GE(below, 2) << what;
    EXPECT_GE(beside, 2) << what;
  };
  expectTexts("numbers");
  m_named = true;
  expectTexts("named");
  m_logarithmic = true;
  expectTexts("powers of ten");
}

TEST_F(ChartViewTest, WithoutZoomItIsAPartOfThePicture) {
  m_zoom = ChartZoom::None;
  m_view.refresh();
  EXPECT_FALSE(chart().isVisible());
  EXPECT_LT(qGray(m_view.grab().toImage().pixel(230, 100)), 90);
}

}  // namespace
}  // namespace sojourn::test
