// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/imgui/scene/icon_lines.h"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <map>
#include <numbers>
#include <optional>

#include <nlohmann/json.hpp>

#include "model/core/embedded_file.h"

namespace sojourn {
extern const EmbeddedFile embeddedIcons[];
}  // namespace sojourn

namespace sojourn::imgui {
namespace {

using present::Point;

/// Pieces of a curve of a 16 px icon: straight lines of about a pixel.
constexpr int curvePieces = 12;

class PathReader {
 public:
  explicit PathReader(std::string_view text) : m_text(text) {}

  std::vector<IconStroke> read() {
    char command = 0;
    for (;;) {
      skipSpace();
      if (m_at >= m_text.size()) break;
      const char next = m_text[m_at];
      if (std::isalpha(static_cast<unsigned char>(next)) != 0) {
        command = next;
        ++m_at;
      } else if (command == 0 || command == 'Z' || command == 'z') {
        break;
      }
      if (!carryOut(command)) break;
      // Further pairs after a move are lines.
      if (command == 'M') command = 'L';
      if (command == 'm') command = 'l';
    }
    std::erase_if(m_strokes, [](const IconStroke& stroke) { return stroke.size() < 2; });
    return std::move(m_strokes);
  }

 private:
  void skipSpace() {
    while (m_at < m_text.size() && (m_text[m_at] == ' ' || m_text[m_at] == ',')) ++m_at;
  }
  std::optional<float> number() {
    skipSpace();
    float value = 0;
    const auto [end, error] = std::from_chars(m_text.data() + m_at, m_text.data() + m_text.size(), value);
    if (error != std::errc()) return std::nullopt;
    m_at = static_cast<std::size_t>(end - m_text.data());
    return value;
  }
  /// The flags of an arc may stand without a space: "01".
  std::optional<bool> flag() {
    skipSpace();
    if (m_at >= m_text.size() || (m_text[m_at] != '0' && m_text[m_at] != '1')) return std::nullopt;
    return m_text[m_at++] == '1';
  }
  std::optional<Point> point(bool relative) {
    const auto x = number();
    const auto y = x ? number() : std::nullopt;
    if (!y) return std::nullopt;
    return relative ? Point{m_pen.x + *x, m_pen.y + *y} : Point{*x, *y};
  }
  void lineTo(Point to) {
    if (m_strokes.empty()) m_strokes.push_back({m_pen});
    m_strokes.back().push_back(to);
    m_pen = to;
  }

  bool carryOut(char command) {
    const bool relative = std::islower(static_cast<unsigned char>(command)) != 0;
    switch (command) {
      case 'M':
      case 'm': {
        const auto to = point(relative);
        if (!to) return false;
        m_pen = m_start = *to;
        m_strokes.push_back({*to});
        return true;
      }
      case 'L':
      case 'l': {
        const auto to = point(relative);
        if (to) lineTo(*to);
        return to.has_value();
      }
      case 'H':
      case 'h': {
        const auto x = number();
        if (x) lineTo({relative ? m_pen.x + *x : *x, m_pen.y});
        return x.has_value();
      }
      case 'V':
      case 'v': {
        const auto y = number();
        if (y) lineTo({m_pen.x, relative ? m_pen.y + *y : *y});
        return y.has_value();
      }
      case 'C':
      case 'c':
        return cubic(relative);
      case 'A':
      case 'a':
        return arc(relative);
      case 'Z':
      case 'z':
        lineTo(m_start);
        m_strokes.push_back({m_start});
        return true;
      default:
        return false;
    }
  }

  bool cubic(bool relative) {
    const auto one = point(relative);
    const auto two = one ? point(relative) : std::nullopt;
    const auto to = two ? point(relative) : std::nullopt;
    if (!to) return false;
    const Point from = m_pen;
    for (int i = 1; i <= curvePieces; ++i) {
      const float t = static_cast<float>(i) / curvePieces;
      const float s = 1 - t;
      const auto mix = [&](float a, float b, float c, float d) {
        return s * s * s * a + 3 * s * s * t * b + 3 * s * t * t * c + t * t * t * d;
      };
      lineTo({mix(from.x, one->x, two->x, to->x), mix(from.y, one->y, two->y, to->y)});
    }
    return true;
  }

  /// SVG 1.1, F.6.5: from the end points to the centre. Axes are never turned in our icons.
  bool arc(bool relative) {
    const auto rx = number();
    const auto ry = rx ? number() : std::nullopt;
    const auto turned = ry ? number() : std::nullopt;
    const auto large = turned ? flag() : std::nullopt;
    const auto sweep = large ? flag() : std::nullopt;
    const auto to = sweep ? point(relative) : std::nullopt;
    if (!to || *rx <= 0 || *ry <= 0) return false;
    const Point from = m_pen;
    const double x = (static_cast<double>(from.x) - static_cast<double>(to->x)) / 2;
    const double y = (static_cast<double>(from.y) - static_cast<double>(to->y)) / 2;
    auto a = static_cast<double>(*rx);
    auto b = static_cast<double>(*ry);
    const double reach = x * x / (a * a) + y * y / (b * b);
    if (reach > 1) a *= std::sqrt(reach), b *= std::sqrt(reach);
    const double below = a * a * y * y + b * b * x * x;
    double factor = below > 0 ? std::sqrt(std::max(0.0, (a * a * b * b - below) / below)) : 0;
    if (*large == *sweep) factor = -factor;
    const double cx = factor * a * y / b + (static_cast<double>(from.x) + static_cast<double>(to->x)) / 2;
    const double cy = -factor * b * x / a + (static_cast<double>(from.y) + static_cast<double>(to->y)) / 2;
    const double begin = std::atan2((static_cast<double>(from.y) - cy) / b, (static_cast<double>(from.x) - cx) / a);
    double end = std::atan2((static_cast<double>(to->y) - cy) / b, (static_cast<double>(to->x) - cx) / a);
    if (*sweep && end < begin) end += 2 * std::numbers::pi;
    if (!*sweep && end > begin) end -= 2 * std::numbers::pi;
    for (int i = 1; i <= curvePieces; ++i) {
      const double angle = begin + (end - begin) * i / curvePieces;
      lineTo({static_cast<float>(cx + a * std::cos(angle)), static_cast<float>(cy + b * std::sin(angle))});
    }
    return true;
  }

  std::string_view m_text;
  std::size_t m_at = 0;
  Point m_pen, m_start;
  std::vector<IconStroke> m_strokes;
};

std::map<std::string, std::vector<IconStroke>> readIcons() {
  const auto bytes = embeddedIcons[0].bytes();
  const auto* text = reinterpret_cast<const char*>(bytes.data());
  std::map<std::string, std::vector<IconStroke>> icons;
  const nlohmann::json paths = nlohmann::json::parse(text, text + bytes.size());
  for (const auto& [name, path] : paths.items()) icons[name] = strokesOf(path.get<std::string>());
  return icons;
}

}  // namespace

std::vector<IconStroke> strokesOf(std::string_view path) {
  return PathReader(path).read();
}

const std::vector<IconStroke>& iconStrokes(const std::string& name) {
  static const std::map<std::string, std::vector<IconStroke>> icons = readIcons();
  static const std::vector<IconStroke> none;
  const auto found = icons.find(name);
  return found == icons.end() ? none : found->second;
}

}  // namespace sojourn::imgui
