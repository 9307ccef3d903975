// SPDX-License-Identifier: GPL-3.0-or-later
// Writes scenes as SVG, for files and for reports.
#include <QBuffer>
#include <QImage>
#include <QLineF>
#include <QPainter>
#include <QPainterPath>
#include <QSvgGenerator>
#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>
#include <concepts>
#include <variant>

#include "views/present/report/report_html.h"
#include "views/qt/charts/chart_picture.h"
#include "views/qt/scene/scene_geometry.h"
#include "views/qt/scene/scene_painter.h"
#include "views/qt/widgets/icons.h"
#include "views/qt/widgets/text.h"

namespace sojourn::qt {
namespace {

/// At most two decimals: a hundredth of a pixel is nothing.
std::string number(std::floating_point auto value) {
  const double rounded = std::round(static_cast<double>(value) * 100) / 100;
  std::array<char, 40> digits{};
  // What is no number on a picture is at its edge.
  const double shown = std::isfinite(rounded) && std::abs(rounded) < 1e9 ? rounded + 0.0 : 0;
  const auto end = std::to_chars(digits.data(), digits.data() + digits.size(), shown, std::chars_format::fixed).ptr;
  return {digits.data(), end};
}

std::string attribute(const char* name, std::floating_point auto value) {
  return std::string(" ") + name + "=\"" + number(value) + "\"";
}

/// ` fill="#rrggbb"`, with its opacity where it is not whole.
std::string paint(const char* what, present::Color color) {
  std::string text = std::string(" ") + what + "=\"" + toColor(color).name().toStdString() + "\"";
  if (color.a < 255) text += attribute((std::string(what) + "-opacity").c_str(), static_cast<qreal>(color.a) / 255);
  return text;
}

std::string rectangle(const QRectF& area) {
  return "<rect" + attribute("x", area.x()) + attribute("y", area.y()) + attribute("width", area.width()) +
         attribute("height", area.height());
}

std::string points(const std::vector<present::Point>& all) {
  std::string text = " points=\"";
  for (const present::Point& p : all) text += number(p.x) + "," + number(p.y) + " ";
  if (!all.empty()) text.pop_back();
  return text + "\"";
}

/// What Qt's generator makes of a chart, without the document around it.
std::string chartSvg(const std::shared_ptr<const present::Chart>& chart) {
  QBuffer buffer;
  buffer.open(QIODevice::WriteOnly);
  QSvgGenerator generator;
  generator.setOutputDevice(&buffer);
  QPainter painter(&generator);
  paintChart(painter, chart, {.vectorTarget = true});
  painter.end();
  const std::string document = buffer.data().toStdString();
  const std::size_t begin = document.find("<g "), end = document.rfind("</svg>");
  return begin < end && end != std::string::npos ? document.substr(begin, end - begin) : std::string();
}

/// The letters as the data of a path.
std::string outlineOf(const PlacedText& placed, const present::Font& font) {
  QPainterPath letters;
  letters.addText(placed.x, placed.y, sceneFont(font), placed.text);
  std::string data;
  for (int i = 0; i < letters.elementCount(); ++i) {
    const QPainterPath::Element element = letters.elementAt(i);
    // A curve is one such element and two of data.
    if (element.type != QPainterPath::CurveToDataElement)
      data += element.isMoveTo() ? 'M' : element.isLineTo() ? 'L' : 'C';
    else
      data += ' ';
    data += number(element.x) + " " + number(element.y);
  }
  return data;
}

enum class Letters { Text, Outlines };

class SvgWriter {
 public:
  SvgWriter(std::string& out, Letters letters) : m_out(out), m_letters(letters) {}

  void operator()(const present::BoxShape& box) const {
    const QRectF area = snapped(box.rect);
    if (area.width() <= 0 || area.height() <= 0 || (!box.fill && !box.stroke)) return;
    const qreal width = box.stroke ? static_cast<qreal>(box.strokeWidth) : 0;
    const QRectF middle = area.adjusted(width / 2, width / 2, -width / 2, -width / 2);
    if (middle.width() <= 0 || middle.height() <= 0) {
      put(rectangle(area), paint("fill", *box.stroke), "/>");
      return;
    }
    put(rectangle(middle), box.fill ? paint("fill", *box.fill) : " fill=\"none\"");
    if (box.radius > 0) put(attribute("rx", std::max<qreal>(0, static_cast<qreal>(box.radius) - width / 2)));
    if (box.stroke) put(paint("stroke", *box.stroke), attribute("stroke-width", width), dashes(box.dashed));
    put("/>");
  }

  void operator()(const present::HatchShape& hatch) const {
    const QList<QLineF> lines = hatchLines(hatch);
    if (lines.isEmpty()) return;
    put("<path d=\"");
    for (const QLineF& line : lines)
      put("M", number(line.x1()), " ", number(line.y1()), "L", number(line.x2()), " ", number(line.y2()));
    put("\"", paint("stroke", hatch.color), attribute("stroke-width", hatch.lineWidth), "/>");
  }

  void operator()(const present::LineShape& line) const {
    if (line.points.size() < 2) return;
    if (const auto straight = straightLine(line)) {
      put(rectangle(*straight), paint("fill", line.color), "/>");
      return;
    }
    put("<polyline", points(line.points), " fill=\"none\" stroke-linejoin=\"round\"", paint("stroke", line.color),
        attribute("stroke-width", line.width), dashes(line.dashed), "/>");
  }

  void operator()(const present::PolygonShape& polygon) const {
    put("<polygon", points(polygon.points), paint("fill", polygon.fill), "/>");
  }

  void operator()(const present::CircleShape& circle) const {
    const qreal width = circle.stroke ? static_cast<qreal>(circle.strokeWidth) : 0;
    put("<circle", attribute("cx", circle.center.x), attribute("cy", circle.center.y),
        attribute("r", std::max<qreal>(0, static_cast<qreal>(circle.radius) - width / 2)),
        circle.fill ? paint("fill", *circle.fill) : " fill=\"none\"");
    if (circle.stroke) put(paint("stroke", *circle.stroke), attribute("stroke-width", width));
    put("/>");
  }

  void operator()(const present::DotsShape& shape) const {
    for (const present::DotsShape::Dot& dot : *shape.dots)
      put("<circle", attribute("cx", dot.center.x), attribute("cy", dot.center.y),
          attribute("r", dot.radius + shape.edgeWidth / 2), paint("fill", dot.color), paint("stroke", shape.edge),
          attribute("stroke-width", shape.edgeWidth), "/>");
  }

  void operator()(const present::PathsShape& shape) const {
    const present::PathsShape::Paths& paths = *shape.paths;
    const bool filled = shape.width == 0;
    std::string data;
    const auto write = [&] {
      if (data.empty()) return;
      if (filled)
        put("<path fill-rule=\"evenodd\" d=\"", data, "\"", paint("fill", shape.color), "/>");
      else
        put("<path d=\"", data, "\" fill=\"none\" stroke-linejoin=\"round\" stroke-linecap=\"round\"",
            paint("stroke", shape.color), attribute("stroke-width", shape.width), "/>");
      data.clear();
    };
    std::size_t at = 0, ring = 0;
    for (const std::size_t pathEnd : paths.pathEnds) {
      for (; ring < pathEnd; ++ring)
        for (const std::size_t begin = at; at < paths.ringEnds[ring]; ++at)
          data += (at == begin       ? "M"
                   : at == begin + 1 ? "L"
                                     : " ") +
                  number(paths.points[at].x) + " " + number(paths.points[at].y);
      // Areas that overlap would be holes of each other.
      if (filled) write();
    }
    write();
  }

  void operator()(const present::TextShape& shape) const {
    if (shape.text.empty()) return;
    const QRectF area = toRect(shape.rect);
    if (!shape.upwards) return line(shape, area);
    put("<g transform=\"translate(", number(area.left()), " ", number(area.bottom()), ") rotate(-90)\">");
    line(shape, QRectF(0, 0, area.height(), area.width()));
    put("</g>");
  }

  void operator()(const present::ImageShape& image) const {
    const QImage pixels = pixelsOf(image);
    QBuffer png;
    png.open(QIODevice::WriteOnly);
    if (pixels.isNull() || !pixels.save(&png, "PNG")) return;
    const QRectF area = snapped(image.rect);
    put("<image", attribute("x", area.x()), attribute("y", area.y()), attribute("width", area.width()),
        attribute("height", area.height()), " preserveAspectRatio=\"none\"",
        image.smooth ? "" : " style=\"image-rendering:pixelated\"",
        image.opacity < 1 ? attribute("opacity", image.opacity) : std::string(),
        // Programs of before SVG 2 know the second name only, web pages the first.
        m_letters == Letters::Text ? " href" : " xlink:href", "=\"data:image/png;base64,",
        png.data().toBase64().toStdString(), "\"/>");
  }

  void operator()(const present::ChartShape& shape) const {
    put("<g transform=\"translate(", number(shape.offset.x), " ", number(shape.offset.y), ")\">",
        chartSvg(shape.chart));
    for (const present::TextShape& text : chartTexts(shape.chart)) (*this)(text);
    put("</g>");
  }

  void operator()(const present::IconShape& shape) const {
    const QString path = iconPath(toText(shape.name));
    if (path.isEmpty() || shape.rect.width <= 0) return;
    const auto scale = static_cast<qreal>(shape.rect.width / 16);
    put("<path transform=\"translate(", number(shape.rect.x), " ", number(shape.rect.y), ") scale(", number(scale),
        ")\" d=\"", present::htmlText(path.toStdString()),
        "\" fill=\"none\" stroke-width=\"1.4\" stroke-linecap=\"round\" ", "stroke-linejoin=\"round\"",
        paint("stroke", shape.color), "/>");
  }

 private:
  template <class... Parts>
  void put(const Parts&... parts) const {
    (m_out.append(parts), ...);
  }
  static const char* dashes(bool dashed) { return dashed ? " stroke-dasharray=\"3 3\"" : ""; }

  void line(const present::TextShape& shape, const QRectF& area) const {
    const PlacedText placed = placedText(shape, area);
    if (placed.text.isEmpty()) return;
    if (m_letters == Letters::Outlines)
      put("<path d=\"", outlineOf(placed, shape.font), "\"", paint("fill", shape.color), "/>");
    else
      letters(shape, placed);
    if (shape.strikeOut) put(rectangle(struckOut(shape, placed)), paint("fill", shape.color), "/>");
  }

  void letters(const present::TextShape& shape, const PlacedText& placed) const {
    put("<text", attribute("x", placed.x), attribute("y", placed.y), attribute("textLength", placed.width),
        " lengthAdjust=\"spacingAndGlyphs\"", attribute("font-size", shape.font.size), paint("fill", shape.color));
    if (shape.font.weight != present::Weight::Regular)
      put(shape.font.weight == present::Weight::Medium ? " font-weight=\"500\"" : " font-weight=\"600\"");
    put(">", present::htmlText(placed.text.toStdString()), "</text>");
  }

  std::string& m_out;
  Letters m_letters;
};

/// ` width="…" height="…" viewBox="…"`
std::string sizeOf(const present::Scene& scene) {
  const auto width = static_cast<qreal>(scene.contentSize.width);
  const auto height = static_cast<qreal>(scene.contentSize.height);
  return attribute("width", width) + attribute("height", height) + " viewBox=\"0 0 " + number(width) + " " +
         number(height) + "\"";
}

/// As the text of an element; its lines stay lines.
std::string escapedLines(const std::string& text) {
  QStringList lines;
  for (const QString& line : toText(text).split(QLatin1Char('\n')))
    lines << toText(present::htmlText(line.toStdString()));
  return lines.join(QLatin1Char('\n')).trimmed().toStdString();
}

std::string withShapes(std::string begun, const present::Scene& scene, Letters letters) {
  const SvgWriter write(begun, letters);
  for (const present::Shape& shape : present::exportedShapes(scene)) std::visit(write, shape);
  return begun + "</svg>";
}

}  // namespace

std::string inlineSvg(const present::Scene& scene, const std::string& title) {
  const std::string name = present::htmlText(title);
  return withShapes("<svg role=\"img\" aria-label=\"" + name + ": " + present::htmlText(scene.summary) + "\"" +
                        sizeOf(scene) + " font-family=\"'Sojourn Sans',system-ui,sans-serif\"><title>" + name +
                        "</title>",
                    scene, Letters::Text);
}

std::string svgDocument(const present::Scene& scene, const std::string& title, const std::string& description) {
  return withShapes(
             "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<svg xmlns=\"http://www.w3.org/2000/svg\" "
             "xmlns:xlink=\"http://www.w3.org/1999/xlink\"" +
                 sizeOf(scene) + "><title>" + present::htmlText(title) + "</title><desc>" + escapedLines(description) +
                 "</desc>",
             scene, Letters::Outlines) +
         "\n";
}

}  // namespace sojourn::qt
