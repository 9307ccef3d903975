// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/qt/charts/chart_picture.h"

#include <QAreaSeries>
#include <QChart>
#include <QCoreApplication>
#include <QGraphicsLayout>
#include <QGraphicsScene>
#include <QImage>
#include <QLineSeries>
#include <QPainter>
#include <QScatterSeries>
#include <QValueAxis>
#include <algorithm>
#include <cmath>
#include <deque>
#include <optional>
#include <vector>

#include "views/present/chart/chart.h"
#include "views/qt/charts/lines.h"
#include "views/qt/widgets/text.h"

namespace sojourn::qt {
namespace {

using present::Chart;
using present::ChartAxis;
using present::ChartSeries;
using present::SeriesKind;

/// Qt Charts takes a millisecond for about 500 points of new series: the lines of a chart with more are items of ours.
constexpr std::size_t mostPointsOfQtCharts = 1'500;
constexpr std::size_t mostKept = 64;

std::size_t pointsOf(const Chart& chart) {
  std::size_t points = 0;
  for (const ChartSeries& series : chart.series) points += series.y.size();
  return points;
}

/// The QChart of one chart, in a graphics scene of its own. Its axes are the plot's pixels from the lower left corner:
/// what is logarithmic, and where device pixels lie, is settled before.
class ChartPicture {
 public:
  ChartPicture(std::shared_ptr<const Chart> chart, const ChartStyle& style)
      : m_chart(std::move(chart)),
        m_style(style),
        m_plot(toRect(m_chart->plot)),
        m_across(m_chart->x.on(0, m_chart->plot.width)),
        m_up(m_chart->y.on(0, m_chart->plot.height)),
        m_isDense(pointsOf(*m_chart) > mostPointsOfQtCharts) {
    m_scene.addItem(m_qt);
    m_qt->legend()->hide();
    m_qt->setBackgroundVisible(false);
    m_qt->setMargins({});
    m_qt->layout()->setContentsMargins(0, 0, 0, 0);
    m_qt->setPlotArea(m_plot);
    m_qt->resize(m_plot.right() + margin, m_plot.bottom() + margin);
    addAxis(m_qtAcross, m_plot.width(), Qt::AlignBottom);
    addAxis(m_qtUp, m_plot.height(), Qt::AlignLeft);
    for (const present::ChartBand& band : m_chart->bands) addBand(band);
    addGrid(m_chart->x, true);
    addGrid(m_chart->y, false);
    for (const present::ChartMarker& marker : m_chart->under) addMarker(marker);
    for (const ChartSeries& series : m_chart->series) addSeries(series);
    m_up = m_chart->y.on(0, m_chart->plot.height);
    for (const present::ChartMarker& marker : m_chart->markers) addMarker(marker);
    m_qt->layout()->activate();
  }

  [[nodiscard]] bool isOf(const std::shared_ptr<const Chart>& chart, const ChartStyle& style) const {
    return m_chart == chart && m_style == style;
  }

  /// Into a file as it is; on a screen as pixels, which are kept: what moves over a chart does not paint it again.
  void paint(QPainter& painter) {
    const QRectF area = m_plot.adjusted(-margin, -margin, margin, margin);
    if (m_style.vectorTarget) return m_scene.render(&painter, area, area, Qt::IgnoreAspectRatio);
    const qreal scale = m_style.scale;
    const auto down = [scale](qreal at) { return static_cast<int>(std::floor(at * scale)); };
    const auto up = [scale](qreal at) { return static_cast<int>(std::ceil(at * scale)); };
    const QRect onDevice(QPoint(down(area.left()), down(area.top())), QPoint(up(area.right()), up(area.bottom())));
    if (m_pixels.isNull()) {
      m_pixels = QImage(onDevice.size(), QImage::Format_ARGB32_Premultiplied);
      m_pixels.fill(Qt::transparent);
      QPainter into(&m_pixels);
      into.setRenderHint(QPainter::Antialiasing, true);
      into.translate(-onDevice.topLeft());
      into.scale(scale, scale);
      m_scene.render(&into, area, area, Qt::IgnoreAspectRatio);
    }
    painter.drawImage(QRectF(QPointF(onDevice.topLeft()) / scale, QSizeF(onDevice.size()) / scale), m_pixels);
  }

 private:
  static constexpr qreal margin = 12;  ///< of dots and lines at the plot's edges

  void addAxis(QValueAxis* made, qreal length, Qt::Alignment side) {
    made->setRange(0, length);
    made->setVisible(false);
    m_qt->addAxis(made, side);
  }

  /// Lines at the ticks. Qt's own grids have lines at even steps, or at both ends of the axis too.
  void addGrid(const ChartAxis& axis, bool vertical) {
    if (!axis.grid) return;
    for (const present::Tick& tick : axis.ticks)
      addMarker({.vertical = vertical, .at = tick.value, .color = *axis.grid});
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

  template <class Series>
  void attach(Series* series) {
    m_qt->addSeries(series);
    series->attachAxis(m_qtAcross);
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

  void addLine(const QList<QPointF>& points, const QPen& pen) {
    auto* line = new QLineSeries;
    line->replace(points);
    line->setPen(pen);
    attach(line);
  }

  void addSeries(const ChartSeries& series) {
    m_up = m_chart->yOf(series).on(0, m_chart->plot.height);
    switch (series.kind) {
      case SeriesKind::Line:
      case SeriesKind::Step:
        return addLines(series);
      case SeriesKind::Area:
        return addAreas(series);
      case SeriesKind::Bars:
        return addBars(series);
      case SeriesKind::Scatter:
        return addDots(series);
    }
  }

  /// The pieces between values that are no numbers, cut at the plot.
  void addLines(const ChartSeries& series) {
    const QPen pen = linePen(series.color, static_cast<qreal>(series.width), series.dashed);
    DenseLines* dense = m_isDense ? new DenseLines(m_qt, m_plot, pen, m_style) : nullptr;
    QList<QPointF> alone;  // no line leads to them: dots
    std::vector<present::Point> piece;
    const auto flush = [&] {
      for (const std::vector<present::Point>& part :
           present::clipLine(piece, {0, 0, m_chart->plot.width, m_chart->plot.height})) {
        if (dense && part.size() > 1) {
          std::vector<present::Point> inChart;
          inChart.reserve(part.size());
          for (const present::Point p : part) inChart.push_back({m_chart->plot.x + p.x, m_chart->plot.bottom() - p.y});
          dense->add(std::move(inChart));
          continue;
        }
        QList<QPointF> points;
        for (const present::Point p : part) points.append(toPoint(p));
        if (points.size() > 1)
          addLine(points, pen);
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
    above->replace(upper);
    below->replace(lower);
    auto* area = new QAreaSeries(above, below);
    above->setParent(area);
    below->setParent(area);
    area->setPen(Qt::NoPen);
    area->setBrush(color);
    attach(area);
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

  /// One area that falls to the base between the bars: whole pixels wide, a pixel apart where there is room, and at
  /// least a pixel high.
  void addBars(const ChartSeries& series) {
    QList<QPointF> upper, lower;
    for (std::size_t i = 0; i < series.y.size(); ++i) {
      if (!std::isfinite(series.y[i]) || series.y[i] == base(series, i)) continue;
      const qreal pixel = 1 / m_style.scale;
      const qreal left = snappedX(series.x[i], 0), next = snappedX(series.x[i] + series.barWidth, 0);
      const qreal right = std::max(left + pixel, next - (next - left >= 3 ? thickness(1) : 0));
      const qreal foot = snappedY(base(series, i), 0);
      qreal top = snappedY(series.y[i], 0);
      if (top == foot) top += series.y[i] > base(series, i) ? pixel : -pixel;
      upper << QPointF(left, foot) << QPointF(left, top) << QPointF(right, top) << QPointF(right, foot);
      lower << QPointF(left, foot) << QPointF(right, foot);
    }
    if (!upper.isEmpty()) addArea(upper, lower, toColor(series.color));
  }

  void addDots(const ChartSeries& series) {
    QList<QPointF> points;
    for (std::size_t i = 0; i < series.y.size(); ++i)
      if (std::isfinite(series.y[i])) points.append(toPoint({m_across.at(series.x[i]), m_up.at(series.y[i])}));
    addDots(points, series.radius, series.color, series.stroke);
  }

  void addDots(const QList<QPointF>& points, float radius, present::Color fill,
               const std::optional<present::Color>& stroke) {
    auto* dots = new QScatterSeries;
    dots->replace(points);
    dots->setMarkerSize(2 * static_cast<qreal>(radius));
    dots->setPen(stroke ? QPen(toColor(*stroke), 1) : QPen(Qt::NoPen));
    dots->setBrush(toColor(fill));
    attach(dots);
  }

  std::shared_ptr<const Chart> m_chart;
  ChartStyle m_style;
  QRectF m_plot;
  present::Axis m_across;  ///< to pixels from the plot's lower left corner
  present::Axis m_up;      ///< of the series that is being added
  bool m_isDense;          ///< more points than Qt Charts' own lines are quick with
  QImage m_pixels;         ///< once it was painted on a screen
  QGraphicsScene m_scene;
  QChart* m_qt = new QChart;                // the graphics scene owns it
  QValueAxis* m_qtAcross = new QValueAxis;  // the chart owns them
  QValueAxis* m_qtUp = new QValueAxis;
};

using KeptPictures = std::deque<std::unique_ptr<ChartPicture>>;

/// The latest first. Gone before Qt's application is.
KeptPictures& keptPictures() {
  static KeptPictures pictures;
  [[maybe_unused]] static const bool added = [] {
    qAddPostRoutine([] { keptPictures().clear(); });
    return true;
  }();
  return pictures;
}

}  // namespace

void paintChart(QPainter& painter, const std::shared_ptr<const Chart>& chart, const ChartStyle& style) {
  if (!chart || chart->plot.width < 1 || chart->plot.height < 1) return;
  KeptPictures& kept = keptPictures();
  const auto found = std::ranges::find_if(kept, [&](const auto& picture) { return picture->isOf(chart, style); });
  if (found == kept.end())
    kept.push_front(std::make_unique<ChartPicture>(chart, style));
  else
    std::rotate(kept.begin(), found, found + 1);
  painter.save();
  painter.setRenderHint(QPainter::Antialiasing, true);
  kept.front()->paint(painter);
  painter.restore();
  if (kept.size() > mostKept) kept.pop_back();
}

}  // namespace sojourn::qt
