// SPDX-License-Identifier: GPL-3.0-or-later
// A chart in a picture that can be enlarged.
#pragma once

#include <QChartView>
#include <QPointF>
#include <QRectF>
#include <functional>
#include <memory>

#include "views/present/chart/chart.h"

namespace sojourn::qt {

/// Qt's view of a chart, as a part of the picture of its parent: that is painted below and above the chart, and is
/// asked about what the mouse points at and clicks, since this view ignores those events. Itself it takes what
/// enlarges: a frame drawn with the left button, the wheel, a double click for the whole.
class ChartView final : public QChartView {
  Q_OBJECT
 public:
  /// What of the parent's picture lies under and over the chart, painted in the parent's pixels.
  struct Layers {
    std::function<void(QPainter&painter)> under, over;
  };
  ChartView(QWidget* parent, Layers layers);

  /// Shows a chart whose coordinates begin at `origin` in the parent's pixels, `factor` times as large as designed. Of
  /// one with the axes of that before the same part is shown.
  void place(std::shared_ptr<const present::Chart> chart, QPointF origin, double factor);
  /// The wheel enlarges with Ctrl only: without it the parent scrolls.
  void setWheelScrolls(bool scrolls) { m_wheelScrolls = scrolls; }

  [[nodiscard]] const present::Chart* of() const { return m_of.get(); }
  /// What is shown, of the plot's unit square.
  [[nodiscard]] QRectF part() const { return m_part; }
  [[nodiscard]] bool isEnlarged() const { return m_part != QRectF(0, 0, 1, 1); }
  /// The plot in the parent's pixels.
  [[nodiscard]] QRectF plot() const;
  /// Where a point of the plot would be if all of it were shown, and the way back; in the parent's pixels.
  [[nodiscard]] QPointF inWhole(QPointF shown) const;
  [[nodiscard]] QRectF inPart(const QRectF& whole) const;

  /// Enlarges by this factor, below 1 the other way; what is at `fixed`, in the parent's pixels, stays there.
  void enlarge(double by, QPointF fixed);
  void showWhole();
  /// Shows what another one of the same x axis shows of it.
  void showAcross(const ChartView& other);
  /// Moves the part so that this area of the whole is inside.
  void reveal(const QRectF& whole);

 Q_SIGNALS:
  void partChanged();
  void clicked(QPoint at, Qt::KeyboardModifiers modifiers);  ///< in the parent's pixels

 protected:
  void drawBackground(QPainter* painter, const QRectF& area) override;
  void drawForeground(QPainter* painter, const QRectF& area) override;
  void mousePressEvent(QMouseEvent* event) override;
  void mouseMoveEvent(QMouseEvent* event) override;
  void mouseReleaseEvent(QMouseEvent* event) override;
  void mouseDoubleClickEvent(QMouseEvent* event) override;
  void wheelEvent(QWheelEvent* event) override;
  void contextMenuEvent(QContextMenuEvent* event) override { event->ignore(); }

 private:
  /// Cut to the unit square, along the axes that are free.
  void setPart(QRectF part);
  void showPart();
  void paintLayer(QPainter& painter, const std::function<void(QPainter&)>& layer) const;

  Layers m_layers;
  std::shared_ptr<const present::Chart> m_of;
  present::Chart m_placed;  ///< the same in this view's pixels
  QPointF m_origin;
  double m_factor = 1, m_scale = 1;
  QRectF m_part{0, 0, 1, 1};  ///< of the plot's unit square
  QPoint m_pressed;
  bool m_wheelScrolls = false;
};

}  // namespace sojourn::qt
