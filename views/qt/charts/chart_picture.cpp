// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/qt/charts/chart_picture.h"

#include <QChart>
#include <QCoreApplication>
#include <QGraphicsScene>
#include <QGraphicsTextItem>
#include <QImage>
#include <QPainter>
#include <algorithm>
#include <cmath>
#include <deque>

#include "views/qt/charts/qt_axes.h"
#include "views/qt/widgets/text.h"

namespace sojourn::qt {
namespace {

using present::Chart;

constexpr std::size_t mostKept = 64;

/// The QChart of one chart, in a graphics scene of its own.
class ChartPicture {
 public:
  ChartPicture(std::shared_ptr<const Chart> chart, const ChartStyle& style)
      : m_chart(std::move(chart)), m_style(style) {
    QChart* made = makeQtChart(*m_chart, style).release();
    m_scene.addItem(made);
    m_area = toRect(m_chart->plot).adjusted(-margin, -margin, margin, margin);
    for (QGraphicsTextItem* text : textsOf(*made)) {
      m_area |= text->sceneBoundingRect();
      m_texts.push_back(shapeOf(*text));
      if (style.vectorTarget) text->hide();
    }
  }

  [[nodiscard]] bool isOf(const std::shared_ptr<const Chart>& chart, const ChartStyle& style) const {
    return m_chart == chart && m_style == style;
  }
  [[nodiscard]] const std::vector<present::TextShape>& texts() const { return m_texts; }

  /// Into a file as it is; on a screen as pixels, which are kept: what moves over a chart does not paint it again.
  void paint(QPainter& painter) {
    if (m_style.vectorTarget) return m_scene.render(&painter, m_area, m_area, Qt::IgnoreAspectRatio);
    const qreal scale = m_style.scale;
    const auto down = [scale](qreal at) { return static_cast<int>(std::floor(at * scale)); };
    const auto up = [scale](qreal at) { return static_cast<int>(std::ceil(at * scale)); };
    const QRect onDevice(QPoint(down(m_area.left()), down(m_area.top())),
                         QPoint(up(m_area.right()), up(m_area.bottom())));
    if (m_pixels.isNull()) {
      m_pixels = QImage(onDevice.size(), QImage::Format_ARGB32_Premultiplied);
      m_pixels.fill(Qt::transparent);
      QPainter into(&m_pixels);
      into.setRenderHint(QPainter::Antialiasing, true);
      into.translate(-onDevice.topLeft());
      into.scale(scale, scale);
      m_scene.render(&into, m_area, m_area, Qt::IgnoreAspectRatio);
    }
    painter.drawImage(QRectF(QPointF(onDevice.topLeft()) / scale, QSizeF(onDevice.size()) / scale), m_pixels);
  }

 private:
  static constexpr qreal margin = 12;  ///< of dots and lines at the plot's edges

  [[nodiscard]] present::TextShape shapeOf(const QGraphicsTextItem& text) const {
    const QRectF area = text.sceneBoundingRect();
    return {.rect = {static_cast<float>(area.x()), static_cast<float>(area.y()), static_cast<float>(area.width()),
                     static_cast<float>(area.height())},
            .text = text.toPlainText().toStdString(),
            .font = present::chartTickFont,
            .color = m_chart->tickColor,
            .align = present::Align::Center};
  }

  std::shared_ptr<const Chart> m_chart;
  ChartStyle m_style;
  QRectF m_area;    ///< of all that is drawn
  QImage m_pixels;  ///< once it was painted on a screen
  QGraphicsScene m_scene;
  std::vector<present::TextShape> m_texts;
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

/// Null where there is nothing to be seen.
ChartPicture* pictureOf(const std::shared_ptr<const Chart>& chart, const ChartStyle& style) {
  if (!chart || chart->plot.width < 1 || chart->plot.height < 1) return nullptr;
  KeptPictures& kept = keptPictures();
  const auto found = std::ranges::find_if(kept, [&](const auto& picture) { return picture->isOf(chart, style); });
  if (found == kept.end())
    kept.push_front(std::make_unique<ChartPicture>(chart, style));
  else
    std::rotate(kept.begin(), found, found + 1);
  if (kept.size() > mostKept) kept.pop_back();
  return kept.front().get();
}

}  // namespace

void paintChart(QPainter& painter, const std::shared_ptr<const Chart>& chart, const ChartStyle& style) {
  ChartPicture* picture = pictureOf(chart, style);
  if (!picture) return;
  painter.save();
  painter.setRenderHint(QPainter::Antialiasing, true);
  picture->paint(painter);
  painter.restore();
}

std::vector<present::TextShape> chartTexts(const std::shared_ptr<const Chart>& chart) {
  ChartPicture* picture = pictureOf(chart, {.vectorTarget = true});
  return picture ? picture->texts() : std::vector<present::TextShape>();
}

}  // namespace sojourn::qt
