// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/imgui/scene/scene_painter.h"

#include <algorithm>
#include <cfloat>
#include <cmath>
#include <cstring>
#include <utility>
#include <variant>

#include <imgui_internal.h>

#include "views/imgui/charts/chart_picture.h"
#include "views/imgui/scene/icon_lines.h"
#include "views/imgui/scene/style.h"

namespace sojourn::imgui {
namespace {

using present::BoxShape;
using present::CircleShape;
using present::HatchShape;
using present::IconShape;
using present::ImageShape;
using present::LineShape;
using present::PolygonShape;
using present::Rect;
using present::TextShape;

constexpr float dashLength = 3;
constexpr const char* ellipsis = "\u2026";

Rect boundsOf(const std::vector<present::Point>& points) {
  if (points.empty()) return {};
  auto [left, right] = std::ranges::minmax(points, {}, &present::Point::x);
  auto [top, bottom] = std::ranges::minmax(points, {}, &present::Point::y);
  return {left.x, top.y, right.x - left.x, bottom.y - top.y};
}

class ShapePainter {
 public:
  ShapePainter(ImDrawList& list, const PlacedScene& placed, PixelTextures& textures)
      : m_list(list), m_placed(placed), m_textures(textures) {}

  void operator()(const BoxShape& box) const {
    if (hidden(box.rect)) return;
    const auto [low, high] = snapped(box.rect);
    if (high.x <= low.x || high.y <= low.y) return;
    const float radius = box.radius * m_placed.scale;
    if (box.fill) m_list.AddRectFilled(low, high, toColor(*box.fill), radius);
    if (!box.stroke) return;
    const float width = std::max(1.0F, std::round(box.strokeWidth * m_placed.scale));
    if (high.x - low.x <= 2 * width || high.y - low.y <= 2 * width) {
      m_list.AddRectFilled(low, high, toColor(*box.stroke));
    } else if (box.dashed) {
      dashes({low, {high.x, low.y}, high, {low.x, high.y}, low}, toColor(*box.stroke), width);
    } else if (radius > 0) {
      const ImVec2 inner{low.x + width / 2 - 0.5F, low.y + width / 2 - 0.5F};
      const ImVec2 outer{high.x - width / 2 + 0.5F, high.y - width / 2 + 0.5F};
      m_list.AddRect(inner, outer, toColor(*box.stroke), radius, width);
    } else {
      const ImU32 ink = toColor(*box.stroke);
      m_list.AddRectFilled(low, {high.x, low.y + width}, ink);
      m_list.AddRectFilled({low.x, high.y - width}, high, ink);
      m_list.AddRectFilled({low.x, low.y + width}, {low.x + width, high.y - width}, ink);
      m_list.AddRectFilled({high.x - width, low.y + width}, {high.x, high.y - width}, ink);
    }
  }

  void operator()(const HatchShape& hatch) const {
    if (hidden(hatch.rect)) return;
    const auto [low, high] = snapped(hatch.rect);
    const float spacing = std::max(hatch.spacing, 1.0F) * m_placed.scale * std::sqrt(2.0F);
    // Lines x + y = c, cut to the rectangle. The phase belongs to the canvas, so neighbours join.
    const float phase = m_placed.origin.x + m_placed.origin.y;
    const float first = std::ceil((low.x + low.y - phase) / spacing) * spacing + phase;
    const auto lines = static_cast<int>(std::ceil((high.x + high.y - first) / spacing));
    for (int line = 0; line < lines; ++line) {
      const float c = first + static_cast<float>(line) * spacing;
      const float x0 = std::max(low.x, c - high.y);
      const float x1 = std::min(high.x, c - low.y);
      if (x1 > x0) m_list.AddLine({x0, c - x0}, {x1, c - x1}, toColor(hatch.color), hatch.lineWidth * m_placed.scale);
    }
  }

  void operator()(const LineShape& line) const {
    if (line.points.size() < 2 || hidden(boundsOf(line.points))) return;
    const float width = std::max(1.0F, line.width * m_placed.scale);
    const ImU32 ink = toColor(line.color);
    if (line.points.size() == 2 && !line.dashed && straight(line, ink)) return;
    m_points.clear();
    for (const present::Point p : line.points) m_points.push_back(at(p));
    if (line.dashed) return dashes(m_points, ink, width);
    m_list.AddPolyline(m_points.data(), static_cast<int>(m_points.size()), ink, width);
  }

  void operator()(const PolygonShape& polygon) const {
    if (polygon.points.size() < 3 || hidden(boundsOf(polygon.points))) return;
    m_points.clear();
    for (const present::Point p : polygon.points) m_points.push_back(at(p));
    m_list.AddConcavePolyFilled(m_points.data(), static_cast<int>(m_points.size()), toColor(polygon.fill));
  }

  void operator()(const CircleShape& circle) const {
    const float r = circle.radius;
    if (hidden({circle.center.x - r, circle.center.y - r, 2 * r, 2 * r})) return;
    const ImVec2 center = at(circle.center);
    const float width = circle.stroke ? circle.strokeWidth * m_placed.scale : 0;
    const float radius = std::max(0.5F, r * m_placed.scale - width / 2);
    if (circle.fill) m_list.AddCircleFilled(center, radius, toColor(*circle.fill));
    if (circle.stroke) m_list.AddCircle(center, radius, toColor(*circle.stroke), 0, width);
  }

  void operator()(const present::DotsShape& shape) const {
    for (const present::DotsShape::Dot& dot : *shape.dots)
      m_list.AddCircleFilled(at(dot.center), dot.radius * m_placed.scale, toColor(dot.color));
  }

  void operator()(const present::PathsShape& shape) const {
    const present::PathsShape::Paths& paths = *shape.paths;
    std::size_t at = 0;
    for (const std::size_t end : paths.ringEnds) {
      m_points.clear();
      for (; at < end; ++at) m_points.push_back(this->at(paths.points[at]));
      // Holes are filled, too: the monitor has no maps.
      if (shape.width == 0)
        m_list.AddConcavePolyFilled(m_points.data(), static_cast<int>(m_points.size()), toColor(shape.color));
      else
        m_list.AddPolyline(m_points.data(), static_cast<int>(m_points.size()), toColor(shape.color),
                           shape.width * m_placed.scale);
    }
  }

  void operator()(const TextShape& shape) const {
    if (shape.text.empty() || hidden(shape.rect)) return;
    if (shape.upwards) return upwards(shape);
    line(shape, shape.rect);
  }

  void operator()(const ImageShape& image) const {
    if (hidden(image.rect)) return;
    ImTextureData* texture = m_textures.of(image);
    if (!texture) return;
    const auto [low, high] = snapped(image.rect);
    const ImGuiPlatformIO& platform = ImGui::GetPlatformIO();
    if (platform.DrawCallback_SetSamplerNearest) m_list.AddCallback(platform.DrawCallback_SetSamplerNearest);
    m_list.AddImage(texture->GetTexRef(), low, high);
    if (platform.DrawCallback_SetSamplerLinear) m_list.AddCallback(platform.DrawCallback_SetSamplerLinear);
  }

  void operator()(const present::ChartShape& shape) const {
    const present::Chart& chart = *shape.chart;
    paintChart(chart, at(shape.offset), m_placed.scale);
    constexpr float height = 14, room = 120;
    const auto write = [&](const present::Tick& tick, present::Rect rect, present::Align align) {
      rect.x += shape.offset.x, rect.y += shape.offset.y;
      (*this)(TextShape{rect, tick.text, present::chartTickFont, chart.tickColor, align});
    };
    for (const present::Tick& tick : chart.x.ticks)
      write(tick, {chart.xAxis().at(tick.value) - room / 2, chart.plot.bottom() + 3, room, height},
            present::Align::Center);
    for (const present::Tick& tick : chart.y.ticks)
      write(tick, {chart.plot.x - room - 6, chart.yAxis().at(tick.value) - height / 2, room, height},
            present::Align::Right);
  }

  void operator()(const IconShape& shape) const {
    if (hidden(shape.rect)) return;
    constexpr float box = 16;
    constexpr float stroke = 1.4F;
    const float side = std::min(shape.rect.width, shape.rect.height) * m_placed.scale;
    const ImVec2 corner = at({shape.rect.x, shape.rect.y});
    const float width = std::max(1.0F, stroke * side / box);
    for (const IconStroke& one : iconStrokes(shape.name)) {
      m_points.clear();
      for (const present::Point p : one)
        m_points.emplace_back(corner.x + p.x * side / box, corner.y + p.y * side / box);
      const bool dot = one.size() == 2 && std::abs(one[0].x - one[1].x) + std::abs(one[0].y - one[1].y) < 0.2F;
      if (dot)
        m_list.AddCircleFilled(m_points[0], width * 0.75F, toColor(shape.color));
      else
        m_list.AddPolyline(m_points.data(), static_cast<int>(m_points.size()), toColor(shape.color), width);
    }
  }

 private:
  [[nodiscard]] ImVec2 at(present::Point p) const {
    return {m_placed.origin.x + p.x * m_placed.scale, m_placed.origin.y + p.y * m_placed.scale};
  }

  [[nodiscard]] bool hidden(const Rect& rect) const {
    constexpr float margin = 4;  // strokes, dots and letters reach beyond
    const Rect& seen = m_placed.visible;
    return rect.right() < seen.x - margin || rect.x > seen.right() + margin || rect.bottom() < seen.y - margin ||
           rect.y > seen.bottom() + margin;
  }

  struct Corners {
    ImVec2 low, high;
  };
  /// Edges on whole pixels; what is there at all stays at least one pixel.
  [[nodiscard]] Corners snapped(const Rect& rect) const {
    const ImVec2 from = at({rect.x, rect.y});
    const ImVec2 to = at({rect.right(), rect.bottom()});
    Corners corners{{std::round(from.x), std::round(from.y)}, {std::round(to.x), std::round(to.y)}};
    constexpr float least = 0.25F;
    if (corners.high.x - corners.low.x < 1 && rect.width >= least) corners.high.x = corners.low.x + 1;
    if (corners.high.y - corners.low.y < 1 && rect.height >= least) corners.high.y = corners.low.y + 1;
    return corners;
  }

  /// A horizontal or vertical line as a rectangle of whole pixels.
  [[nodiscard]] bool straight(const LineShape& line, ImU32 ink) const {
    const ImVec2 a = at(line.points[0]);
    const ImVec2 b = at(line.points[1]);
    const float width = std::max(1.0F, std::round(line.width * m_placed.scale));
    const auto from = [&](float middle) { return std::floor(middle - width / 2 + 0.5F); };
    if (line.points[0].x == line.points[1].x) {
      const float x = from(a.x);
      m_list.AddRectFilled({x, std::round(std::min(a.y, b.y))}, {x + width, std::round(std::max(a.y, b.y))}, ink);
      return true;
    }
    if (line.points[0].y == line.points[1].y) {
      const float y = from(a.y);
      m_list.AddRectFilled({std::round(std::min(a.x, b.x)), y}, {std::round(std::max(a.x, b.x)), y + width}, ink);
      return true;
    }
    return false;
  }

  void dashes(const std::vector<ImVec2>& path, ImU32 ink, float width) const {
    constexpr float margin = 8;
    const Rect& seen = m_placed.visible;
    drawDashes(m_list, path, ink, width, dashLength * m_placed.scale,
               {at({seen.x - margin, seen.y - margin}), at({seen.right() + margin, seen.bottom() + margin})});
  }

  void line(const TextShape& shape, const Rect& area) const {
    const std::string text = elided(shape.text, shape.font, area.width);
    const float width = textWidth(text, shape.font);
    float x = area.x;
    if (shape.align == present::Align::Right) x = area.right() - width;
    if (shape.align == present::Align::Center) x += (area.width - width) / 2;
    const float base = area.y + (area.height + capHeight * shape.font.size) / 2;
    const ImVec2 corner = at({x, base - ascentOf() * shape.font.size});
    const ImVec2 placed{std::round(corner.x), std::round(corner.y)};
    m_list.AddText(fontOf(shape.font.weight), lineSizeOf(shape.font.size) * m_placed.scale, placed,
                   toColor(shape.color), text.data(), text.data() + text.size());
    if (!shape.strikeOut) return;
    const float middle = std::round(at({0, base - 0.27F * shape.font.size}).y);
    m_list.AddRectFilled({placed.x, middle}, {placed.x + width * m_placed.scale, middle + 1}, toColor(shape.color));
  }

  /// The letters are laid level at the box's lower left corner, then their corners are turned about it.
  void upwards(const TextShape& shape) const {
    const int first = m_list.VtxBuffer.Size;
    TextShape level = shape;
    level.rect = {shape.rect.x, shape.rect.bottom(), shape.rect.height, shape.rect.width};
    const ImVec2 pivot = at({shape.rect.x, shape.rect.bottom()});
    // What is turned back into view may lie outside the clip rectangle before.
    m_list.PushClipRect({-FLT_MAX, -FLT_MAX}, {FLT_MAX, FLT_MAX}, false);
    line(level, level.rect);
    m_list.PopClipRect();
    for (int i = first; i < m_list.VtxBuffer.Size; ++i) {
      ImVec2& corner = m_list.VtxBuffer[i].pos;
      corner = {pivot.x + (corner.y - pivot.y), pivot.y - (corner.x - pivot.x)};
    }
  }

  ImDrawList& m_list;
  const PlacedScene& m_placed;
  PixelTextures& m_textures;
  mutable std::vector<ImVec2> m_points;
};

/// Frames that a picture may be out of sight.
constexpr int keptFrames = 60;
/// What graphics cards take at least.
constexpr int mostPixelsAcross = 8192;

/// Before the texture goes: what this frame still hands to the back end lists it as well.
void forget(ImTextureData* texture) {
  ImGui::UnregisterUserTexture(texture);
  ImGui::GetPlatformIO().Textures.find_erase(texture);
}

}  // namespace

PixelTextures::~PixelTextures() {
  for (auto& [address, held] : m_textures) forget(held.texture.get());
}

ImTextureData* PixelTextures::of(const present::ImageShape& image) {
  if (!image.pixels || image.columns <= 0 || image.rows <= 0 || image.columns > mostPixelsAcross ||
      image.rows > mostPixelsAcross)
    return nullptr;
  const auto cells = static_cast<std::size_t>(image.columns) * static_cast<std::size_t>(image.rows);
  if (image.pixels->size() < cells) return nullptr;
  Held& held = m_textures[image.pixels.get()];
  if (!held.texture) {
    held.pixels = image.pixels;
    held.texture = std::make_unique<ImTextureData>();
    held.texture->Create(ImTextureFormat_RGBA32, image.columns, image.rows);
    static_assert(sizeof(present::Color) == 4, "pixels are handed on as RGBA");
    std::memcpy(held.texture->GetPixels(), image.pixels->data(), cells * 4);
    held.texture->UseColors = true;
    ImGui::RegisterUserTexture(held.texture.get());
  }
  held.unused = 0;
  return held.going ? nullptr : held.texture.get();
}

void PixelTextures::endFrame() {
  for (auto at = m_textures.begin(); at != m_textures.end();) {
    Held& held = at->second;
    if (held.going && held.texture->Status == ImTextureStatus_Destroyed) {
      forget(held.texture.get());
      at = m_textures.erase(at);
      continue;
    }
    if (!held.going && ++held.unused > keptFrames) {
      held.going = true;
      held.texture->UnusedFrames = held.unused;
      held.texture->WantDestroyNextFrame = true;
      held.texture->SetStatus(ImTextureStatus_WantDestroy);
    }
    ++at;
  }
}

std::string elided(const std::string& text, const present::Font& font, float width) {
  if (textWidth(text, font) <= width + 0.5F) return text;
  const float room = width - textWidth(ellipsis, font);
  // The longest beginning that fits; never half a letter.
  std::size_t low = 0;
  std::size_t high = text.size();
  while (low < high) {
    const std::size_t middle = (low + high + 1) / 2;
    if (textWidth(text.substr(0, middle), font) <= room)
      low = middle;
    else
      high = middle - 1;
  }
  while (low > 0 && low < text.size() && (static_cast<unsigned char>(text[low]) & 0xC0U) == 0x80U) --low;
  return text.substr(0, low) + ellipsis;
}

void paintScene(ImDrawList& list, const present::Scene& scene, const PlacedScene& placed, PixelTextures& textures) {
  const ShapePainter paint(list, placed, textures);
  for (const present::Shape& shape : scene.shapes) std::visit(paint, shape);
}

}  // namespace sojourn::imgui
