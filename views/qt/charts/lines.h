// SPDX-License-Identifier: GPL-3.0-or-later
// Lines of many points, painted in the fastest way that looks right.
#pragma once

#include <QGraphicsItem>
#include <QPen>
#include <QPolygonF>
#include <utility>
#include <vector>

#include "views/qt/charts/qt_chart.h"

namespace sojourn::qt {

/// A dash and a gap of dashed lines, in units.
inline constexpr qreal dashOfLines = 3;

/// Flat ends, round corners.
[[nodiscard]] QPen linePen(present::Color color, qreal width, bool dashed);

/// Two points at least. A file gets the line as one path.
void paintLine(QPainter& painter, const QPolygonF& path, const QPen& pen, bool vectorTarget);

/// Lines with more points than Qt Charts draws in time, as one item inside its chart: it lies between
/// the series in the order in which both were added.
class DenseLines final : public QGraphicsItem {
 public:
  /// The chart owns it.
  DenseLines(QGraphicsItem* chart, const QRectF& plot, QPen pen, const ChartStyle& style);
  /// In the chart's coordinates, inside the plot; x never falls.
  void add(std::vector<present::Point> line) { m_lines.push_back(std::move(line)); }

  [[nodiscard]] QRectF boundingRect() const override { return m_plot; }
  void paint(QPainter* painter, const QStyleOptionGraphicsItem* option, QWidget* widget) override;

 private:
  QRectF m_plot;
  QPen m_pen;
  ChartStyle m_style;
  std::vector<std::vector<present::Point>> m_lines;
};

}  // namespace sojourn::qt
