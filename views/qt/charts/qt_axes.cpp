// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/qt/charts/qt_axes.h"

#include <QCategoryAxis>
#include <QChart>
#include <QFontMetricsF>
#include <QGraphicsLayout>
#include <QGraphicsScene>
#include <QGraphicsTextItem>
#include <QLegend>
#include <QLegendMarker>
#include <QLogValueAxis>
#include <QValueAxis>
#include <algorithm>
#include <cmath>
#include <limits>
#include <set>
#include <vector>

#include "views/qt/widgets/text.h"

namespace sojourn::qt {
namespace {

using present::Chart;
using present::ChartAxis;
using present::ChartSeries;

/// Digits behind the point of the multiples of a step.
int decimalsOf(double step) {
  return std::max(0, static_cast<int>(std::ceil(-std::log10(step) - 1e-9)));
}

/// What Qt's axes are given: that many digits, in the chart's locale.
QString formatWith(int decimals) {
  return QLatin1String("%.") + QString::number(decimals) + QLatin1Char('f');
}

void writeNumbersOf(QAbstractAxis* axis, const present::ChartNumbers& numbers, qreal pixels) {
  auto* even = qobject_cast<QValueAxis*>(axis);
  if (!even || pixels <= 0) return;
  const double least = (even->max() - even->min()) * static_cast<double>(numbers.gap) / pixels;
  const double step = present::roundStep(numbers.whole ? std::max(1.0, least) : least);
  even->setTickType(QValueAxis::TicksDynamic);
  even->setTickAnchor(0);
  even->setTickInterval(step);
  even->setLabelFormat(formatWith(decimalsOf(step)) + toText(numbers.unit));
}

/// Those up to an end: Qt writes what lies beyond it at the edge.
void writeTexts(QCategoryAxis& named, const ChartAxis& axis, double end) {
  std::vector<present::Tick> ticks = axis.ticks;
  std::ranges::sort(ticks, {}, &present::Tick::value);
  std::erase_if(ticks, [&](const present::Tick& tick) { return tick.value > end + 1e-6 * (axis.to - axis.from); });
  if (static_cast<qsizetype>(ticks.size()) == named.count()) return;
  for (const QString& label : named.categoriesLabels()) named.remove(label);
  if (ticks.empty()) return;
  // The line of a grid at the start is one more: beyond the plot.
  named.setStartValue(std::min(axis.from, ticks.front().value) - (axis.to - axis.from));
  for (const present::Tick& tick : ticks) named.append(toText(tick.text), tick.value);
}

}  // namespace

ChartAxis inQtUnit(ChartAxis axis) {
  if (!axis.logarithmic || axis.numbers) return axis;
  axis.from = std::log10(axis.from), axis.to = std::log10(axis.to);
  for (present::Tick& tick : axis.ticks) tick.value = std::log10(tick.value);
  axis.logarithmic = false;
  return axis;
}

namespace {

QAbstractAxis* axisOfKind(const ChartAxis& axis) {
  if (axis.logarithmic) {
    auto* powers = new QLogValueAxis;
    powers->setBase(10);
    powers->setLabelFormat(formatWith(0));
    powers->setMinorGridLineVisible(false);
    return powers;
  }
  if (axis.numbers || axis.ticks.empty()) return new QValueAxis;
  auto* named = new QCategoryAxis;
  named->setLabelsPosition(QCategoryAxis::AxisLabelsPositionOnValue);
  writeTexts(*named, axis, std::numeric_limits<double>::infinity());
  return named;
}

}  // namespace

QAbstractAxis* qtAxis(const ChartAxis& axis, qreal pixels) {
  QAbstractAxis* made = axisOfKind(axis);
  made->setRange(axis.from, axis.to);
  // Before a chart has it: there each change lays its texts out.
  if (axis.numbers) writeNumbersOf(made, *axis.numbers, pixels);
  return made;
}

void writeTicks(QChart& made, const Chart& chart) {
  const auto write = [&](const ChartAxis& axis, Qt::Orientation way, qreal pixels) {
    QAbstractAxis* shown = made.axes(way).constFirst();
    if (axis.numbers) return writeNumbersOf(shown, *axis.numbers, pixels);
    if (auto* named = qobject_cast<QCategoryAxis*>(shown)) writeTexts(*named, inQtUnit(axis), named->max());
  };
  write(chart.x, Qt::Horizontal, made.plotArea().width());
  write(chart.y, Qt::Vertical, made.plotArea().height());
}

void showLegend(QChart& made, const Chart& chart, const QFont& letters) {
  const QRectF plot = made.plotArea();
  QLegend& legend = *made.legend();
  legend.setFont(letters);
  legend.setLabelColor(toColor(chart.tickColor));
  legend.setMarkerShape(QLegend::MarkerShapeFromSeries);
  legend.setBackgroundVisible(false);
  std::set<QString> named;
  qreal width = 0;
  const QFontMetricsF widths(letters);
  constexpr qreal marker = 30;
  for (QLegendMarker* one : legend.markers()) {
    const bool shown = !one->label().isEmpty() && named.insert(one->label()).second;
    one->setVisible(shown);
    if (!shown) continue;
    width += widths.horizontalAdvance(one->label()) + marker;
    const auto series = std::ranges::find(chart.series, one->label().toStdString(), &ChartSeries::name);
    if (series == chart.series.end() || series->kind != present::SeriesKind::Bars) continue;
    // Bars without a border would be an empty box.
    one->setShape(QLegend::MarkerShapeRectangle);
    one->setBrush(toColor(series->color));
    one->setPen(QPen(toColor(series->color)));
  }
  legend.detachFromChart();
  width = std::min(width, plot.width());
  legend.layout()->setContentsMargins(0, 0, 0, 0);
  legend.setGeometry(plot.right() - width, plot.top(), width, widths.height() + 4);
}

QList<QGraphicsTextItem*> textsOf(const QChart& chart) {
  QList<QGraphicsTextItem*> texts;
  for (QGraphicsItem* item : chart.scene()->items()) {
    auto* text = qgraphicsitem_cast<QGraphicsTextItem*>(item);
    if (text && text->isVisible() && !text->toPlainText().isEmpty()) texts.append(text);
  }
  return texts;
}

}  // namespace sojourn::qt
