// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/qt/charts/qt_chart.h"

#include <QAreaSeries>
#include <QBarSet>
#include <QChart>
#include <QGraphicsLayout>
#include <QLegend>
#include <QLineSeries>
#include <QScatterSeries>
#include <QStackedBarSeries>
#include <QValueAxis>
#include <algorithm>
#include <cmath>
#include <optional>
#include <utility>
#include <vector>

#include "views/qt/charts/lines.h"
#include "views/qt/charts/qt_axes.h"
#include "views/qt/widgets/text.h"

namespace sojourn::qt {
namespace {

using present::Axis;
using present::Chart;
using present::ChartAxis;
using present::ChartSeries;
using present::SeriesKind;

/// Qt Charts takes a millisecond for about 500 points of new series: the lines of a chart with more are items of ours.
constexpr std::size_t mostPointsOfQtCharts = 1'500;

/// Each bar of Qt's is an item: that many take about 50 ms to make and to paint.
constexpr std::size_t mostBarsOfQtCharts = 1'000;

std::size_t pointsOf(const Chart& chart) {
  std::size_t points = 0;
  for (const ChartSeries& series : chart.series) points += series.y.size();
  return points;
}

/// The greatest step that divides both.
double commonStep(double a, double b) {
  const double least = 1e-6 * std::max(a, b);
  while (b > least) a = std::exchange(b, std::fmod(a, b) < b - least ? std::fmod(a, b) : 0);
  return a;
}

class ChartMaker {
 public:
  ChartMaker(const Chart& chart, const ChartStyle& style)
      : m_chart(chart),
        m_style(style),
        m_plot(toRect(chart.plot)),
        m_x(inQtUnit(chart.x)),
        m_y(inQtUnit(chart.y)),
        m_across(chart.x.on(0, chart.plot.width)),
        m_up(chart.y.on(0, chart.plot.height)),
        m_backX(m_x.on(0, chart.plot.width)),
        m_backY(m_y.on(0, chart.plot.height)),
        m_isDense(chart.zoom == present::ChartZoom::None && pointsOf(chart) > mostPointsOfQtCharts) {}

  std::unique_ptr<QChart> make() {
    m_made = std::make_unique<QChart>();
    m_made->setBackgroundVisible(false);
    m_made->setMargins({});
    m_made->layout()->setContentsMargins(0, 0, 0, 0);
    m_made->setLocalizeNumbers(true);
    m_made->setLocale(spacedNumbers());
    // In a low plot it would cover the series.
    m_hasLegend = m_chart.legend && m_plot.height() >= 60;
    m_made->legend()->setVisible(m_hasLegend);
    m_qtAcross = addAxis(m_x, Qt::AlignBottom);
    m_qtUp = addAxis(m_y, Qt::AlignLeft);
    for (const present::ChartBand& band : m_chart.bands) addBand(band);
    for (const present::ChartMarker& marker : m_chart.under) addMarker(marker);
    addBars();
    for (const ChartSeries& series : m_chart.series) addSeries(series);
    for (const present::ChartMarker& marker : m_chart.markers) addMarker(marker);
    // Last, so that all is laid out once. The room of texts is not counted: views leave it beside the plot.
    constexpr qreal texts = 200;
    m_made->setPlotArea(m_plot);
    m_made->resize(m_plot.right() + texts, m_plot.bottom() + texts);
    if (m_hasLegend) showLegend(*m_made, m_chart, letters());
    m_made->layout()->activate();
    return std::move(m_made);
  }

 private:
  [[nodiscard]] QFont letters() const {
    QFont font = sceneFont(present::chartTickFont);
    font.setPointSizeF(font.pointSizeF() * m_style.letters);
    return font;
  }

  QAbstractAxis* addAxis(const ChartAxis& axis, Qt::Alignment side) {
    QAbstractAxis* made = qtAxis(axis, side == Qt::AlignBottom ? m_plot.width() : m_plot.height());
    made->setTruncateLabels(false);
    made->setLabelsFont(letters());
    made->setLabelsColor(toColor(m_chart.tickColor));
    made->setLabelsVisible(axis.numbers || !axis.ticks.empty());
    made->setLineVisible(false);
    made->setGridLineVisible(axis.grid.has_value() && made->labelsVisible());
    if (axis.grid) made->setGridLinePen(QPen(toColor(*axis.grid), thickness(1)));
    m_made->addAxis(made, side);
    return made;
  }

  /// From pixels from the plot's lower left corner to the unit of Qt's axes.
  [[nodiscard]] QPointF valueOf(QPointF pixel) const {
    return {m_backX.valueAt(static_cast<float>(pixel.x())), m_backY.valueAt(static_cast<float>(pixel.y()))};
  }
  [[nodiscard]] QList<QPointF> valuesOf(const QList<QPointF>& pixels) const {
    QList<QPointF> values;
    values.reserve(pixels.size());
    for (const QPointF& pixel : pixels) values.append(valueOf(pixel));
    return values;
  }

  /// Whole device pixels, at least one; in units.
  [[nodiscard]] qreal thickness(float width) const {
    return std::max(1.0, std::round(static_cast<double>(width) * m_style.scale)) / m_style.scale;
  }
  /// The middle of a line of this width along a side that begins at `origin`: it covers whole device pixels of the
  /// plot.
  [[nodiscard]] qreal snapped(qreal pixel, qreal width, qreal origin, qreal length) const {
    const double half = std::lround(width * m_style.scale) % 2 != 0 ? 0.5 : 0.0;
    const double at = (std::round((origin + pixel) * m_style.scale - half) + half) / m_style.scale - origin;
    return std::clamp(at, width / 2, length - width / 2);
  }
  [[nodiscard]] qreal snappedX(double value, qreal width) const {
    return snapped(static_cast<qreal>(m_across.at(value)), width, m_plot.left(), m_plot.width());
  }
  [[nodiscard]] qreal snappedY(double value, qreal width) const {
    const qreal down = m_plot.height() - static_cast<qreal>(m_up.at(value));
    return m_plot.height() - snapped(down, width, m_plot.top(), m_plot.height());
  }

  void attach(QAbstractSeries* series, QAbstractAxis* across) {
    m_made->addSeries(series);
    series->attachAxis(across);
    series->attachAxis(m_qtUp);
  }

  void addBand(const present::ChartBand& band) {
    const qreal from = snappedX(band.from, 0), to = snappedX(band.to, 0);
    addArea({{from, m_plot.height()}, {to, m_plot.height()}}, {{from, 0}, {to, 0}}, toColor(band.color));
  }

  void addMarker(const present::ChartMarker& marker) {
    const qreal width = thickness(marker.width);
    const qreal at = marker.vertical ? snappedX(marker.at, width) : snappedY(marker.at, width);
    const QList<QPointF> across{{0, at}, {m_plot.width(), at}}, up{{at, 0}, {at, m_plot.height()}};
    addLine(marker.vertical ? up : across, linePen(marker.color, width, marker.dashed));
  }

  void addLine(const QList<QPointF>& pixels, const QPen& pen, const std::string& name = {}) {
    auto* line = new QLineSeries;
    line->setName(toText(name));
    line->replace(valuesOf(pixels));
    line->setPen(pen);
    attach(line, m_qtAcross);
  }

  void addSeries(const ChartSeries& series) {
    switch (series.kind) {
      case SeriesKind::Line:
      case SeriesKind::Step:
        return addLines(series);
      case SeriesKind::Area:
        return addAreas(series);
      case SeriesKind::Bars:
        return;  // addBars() adds them all
      case SeriesKind::Scatter:
        return addDots(series);
    }
  }

  /// The pieces between values that are no numbers, cut at the plot.
  void addLines(const ChartSeries& series) {
    const QPen pen = linePen(series.color, static_cast<qreal>(series.width), series.dashed);
    DenseLines* dense = m_isDense ? new DenseLines(m_made.get(), m_plot, pen, m_style) : nullptr;
    QList<QPointF> alone;  // no line leads to them: dots
    std::vector<present::Point> piece;
    const auto flush = [&] {
      for (const std::vector<present::Point>& part :
           present::clipLine(piece, {0, 0, m_chart.plot.width, m_chart.plot.height})) {
        if (dense && part.size() > 1) {
          std::vector<present::Point> inChart;
          inChart.reserve(part.size());
          for (const present::Point p : part) inChart.push_back({m_chart.plot.x + p.x, m_chart.plot.bottom() - p.y});
          dense->add(std::move(inChart));
          continue;
        }
        QList<QPointF> points;
        for (const present::Point p : part) points.append(toPoint(p));
        if (points.size() > 1)
          addLine(points, pen, series.name);
        else
          alone.append(points);
      }
      piece.clear();
    };
    for (std::size_t i = 0; i < series.y.size(); ++i) {
      if (!std::isfinite(series.y[i])) {
        flush();
        continue;
      }
      const present::Point point{m_across.at(series.x[i]), m_up.at(series.y[i])};
      if (series.kind == SeriesKind::Step && !piece.empty()) piece.push_back({point.x, piece.back().y});
      piece.push_back(point);
    }
    flush();
    if (!alone.isEmpty()) addDots(alone, series.width, series.color, {});
  }

  void addArea(const QList<QPointF>& upper, const QList<QPointF>& lower, const QColor& color) {
    auto* above = new QLineSeries;
    auto* below = new QLineSeries;
    above->replace(valuesOf(upper));
    below->replace(valuesOf(lower));
    auto* area = new QAreaSeries(above, below);
    above->setParent(area);
    below->setParent(area);
    area->setPen(Qt::NoPen);
    area->setBrush(color);
    attach(area, m_qtAcross);
  }

  /// Where an area or bars begin: 0, or the foot of an axis that has none.
  [[nodiscard]] double base(const ChartSeries& series, std::size_t i) const {
    if (i < series.low.size()) return series.low[i];
    return m_up.logarithmic() ? m_up.from() : 0;
  }

  void addAreas(const ChartSeries& series) {
    QList<QPointF> upper, lower;
    const auto flush = [&] {
      if (upper.size() > 1) addArea(upper, lower, toColor(series.color));
      upper.clear();
      lower.clear();
    };
    const auto add = [&](qreal x, qreal high, qreal low) {
      upper.append({x, std::clamp(high, 0.0, m_plot.height())});
      lower.append({x, std::clamp(low, 0.0, m_plot.height())});
    };
    struct Slice {
      qreal x, high, low;
    };
    Slice last{};
    bool joined = false;  // `last` and the next slice have nothing missing between them
    for (std::size_t i = 0; i < series.y.size(); ++i) {
      if (!std::isfinite(series.y[i]) || !std::isfinite(base(series, i))) {
        flush();
        joined = false;
        continue;
      }
      const Slice now{static_cast<qreal>(m_across.at(series.x[i])), static_cast<qreal>(m_up.at(series.y[i])),
                      static_cast<qreal>(m_up.at(base(series, i)))};
      // Where the area crosses a side of the plot it is cut there.
      for (const qreal side : {0.0, m_plot.width()}) {
        if (!joined || !(last.x < side && now.x > side)) continue;
        const qreal share = (side - last.x) / (now.x - last.x);
        add(side, last.high + share * (now.high - last.high), last.low + share * (now.low - last.low));
      }
      if (now.x >= 0 && now.x <= m_plot.width()) add(now.x, now.high, now.low);
      last = now;
      joined = true;
    }
    flush();
  }

  /// One area that falls to its base between the bars, each at least a pixel wide.
  void addBarsAsArea(const ChartSeries& series) {
    QList<QPointF> upper, lower;
    for (std::size_t i = 0; i < series.y.size(); ++i) {
      if (!std::isfinite(series.y[i]) || series.y[i] == base(series, i)) continue;
      const qreal left = snappedX(series.x[i], 0);
      const qreal right = std::max(left + 1 / m_style.scale, snappedX(series.x[i] + series.barWidth, 0));
      const qreal foot = snappedY(base(series, i), 0), top = snappedY(series.y[i], 0);
      if (!upper.isEmpty() && left < upper.back().x()) {
        // In the pixels of the one before: the higher is seen.
        QPointF *from = &upper[upper.size() - 3], *to = &upper[upper.size() - 2];
        if (std::abs(top - foot) > std::abs(from->y() - foot)) from->setY(top), to->setY(top);
        continue;
      }
      upper << QPointF(left, foot) << QPointF(left, top) << QPointF(right, top) << QPointF(right, foot);
      lower << QPointF(left, foot) << QPointF(right, foot);
    }
    if (!upper.isEmpty()) addArea(upper, lower, toColor(series.color));
  }

  /// Qt's bars are numbered, and those of several series stand side by side: all are sets of one series, on an axis of
  /// numbers which is not shown. What a bar stands on where that is not another one is a set that is not seen.
  void addBars() {
    std::vector<const ChartSeries*> all;
    for (const ChartSeries& series : m_chart.series)
      if (series.kind == SeriesKind::Bars && !series.x.empty()) all.push_back(&series);
    if (all.empty()) return;
    std::size_t count = 0;
    for (const ChartSeries* series : all) count += series->x.size();
    if (count > mostBarsOfQtCharts) {
      for (const ChartSeries* series : all) addBarsAsArea(*series);
      return;
    }
    double first = all.front()->x.front(), pitch = 0;
    for (const ChartSeries* series : all) first = std::min(first, std::ranges::min(series->x));
    for (const ChartSeries* series : all)
      for (const double x : series->x) pitch = commonStep(pitch, x - first);
    const double width = all.front()->barWidth;
    if (!(pitch > 0)) pitch = width;
    constexpr double mostBars = 100'000;
    auto* made = new QStackedBarSeries;
    std::vector<double> above, below;  // what stands at each number already
    for (const ChartSeries* series : all) {
      std::vector<double> under(above.size()), bars(above.size());
      for (std::size_t i = 0; i < series->x.size(); ++i) {
        const double at = std::round((series->x[i] - first) / pitch);
        if (!std::isfinite(series->y[i]) || !(at < mostBars)) continue;
        const auto number = static_cast<std::size_t>(at);
        for (std::vector<double>* values : {&under, &bars, &above, &below})
          if (values->size() <= number) values->resize(number + 1);
        const double low = i < series->low.size() ? series->low[i] : 0;
        double& reached = series->y[i] < low ? below[number] : above[number];
        under[number] = low - reached;
        bars[number] = series->y[i] - low;
        reached = series->y[i];
      }
      const auto add = [&](const std::vector<double>& values, const std::string& name, const QColor& color) {
        auto* set = new QBarSet(toText(name));
        set->append(QList<qreal>(values.begin(), values.end()));
        set->setPen(Qt::NoPen);
        set->setColor(color);
        made->append(set);
      };
      if (std::ranges::any_of(under, [](double value) { return std::abs(value) > 1e-12; }))
        add(under, {}, Qt::transparent);
      add(bars, series->name, toColor(series->color));
    }
    made->setBarWidth(width / pitch);
    auto* numbers = new QValueAxis;
    const double middle = first + width / 2;
    numbers->setRange((m_chart.x.from - middle) / pitch, (m_chart.x.to - middle) / pitch);
    numbers->setVisible(false);
    m_made->addAxis(numbers, Qt::AlignBottom);
    attach(made, numbers);
    // Only axes that have a series are enlarged.
    attach(new QLineSeries, m_qtAcross);
  }

  void addDots(const ChartSeries& series) {
    QList<QPointF> points;
    for (std::size_t i = 0; i < series.y.size(); ++i)
      if (std::isfinite(series.y[i])) points.append(toPoint({m_across.at(series.x[i]), m_up.at(series.y[i])}));
    addDots(points, series.radius, series.color, series.stroke);
  }

  void addDots(const QList<QPointF>& pixels, float radius, present::Color fill,
               const std::optional<present::Color>& stroke) {
    auto* dots = new QScatterSeries;
    dots->replace(valuesOf(pixels));
    dots->setMarkerSize(2 * static_cast<qreal>(radius));
    dots->setPen(stroke ? QPen(toColor(*stroke), 1) : QPen(Qt::NoPen));
    dots->setBrush(toColor(fill));
    attach(dots, m_qtAcross);
  }

  const Chart& m_chart;
  ChartStyle m_style;
  QRectF m_plot;
  ChartAxis m_x, m_y;     ///< in the unit of Qt's axes
  Axis m_across, m_up;    ///< from values to pixels from the plot's lower left corner
  Axis m_backX, m_backY;  ///< from those pixels to the unit of Qt's axes
  bool m_isDense;         ///< more points than Qt Charts' own lines are quick with
  bool m_hasLegend = false;
  std::unique_ptr<QChart> m_made;
  QAbstractAxis* m_qtAcross = nullptr;  // the chart owns them
  QAbstractAxis* m_qtUp = nullptr;
};

}  // namespace

std::unique_ptr<QChart> makeQtChart(const Chart& chart, const ChartStyle& style) {
  return ChartMaker(chart, style).make();
}

}  // namespace sojourn::qt
