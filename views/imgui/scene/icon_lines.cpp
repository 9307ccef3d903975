// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/imgui/scene/icon_lines.h"

#include <algorithm>
#include <array>
#include <cctype>
#include <charconv>
#include <cmath>
#include <map>
#include <numbers>
#include <span>

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
    for (skipSpace(); m_at < m_text.size(); skipSpace()) {
      const char next = m_text[m_at];
      if (std::isalpha(static_cast<unsigned char>(next)) != 0) {
        command = next;
        ++m_at;
      } else if (command == 0 || command == 'Z' || command == 'z') {
        break;
      }
      if (!handle(command)) break;
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

  /// The numbers that a command takes. The flags of an arc may stand without a space: "01".
  bool readNumbers(std::span<float> numbers, bool arc) {
    for (std::size_t i = 0; i < numbers.size(); ++i) {
      skipSpace();
      const bool flag = arc && (i == 3 || i == 4);
      const char* const begin = m_text.data() + m_at;
      const char* const end = flag ? std::min(begin + 1, m_text.data() + m_text.size()) : m_text.data() + m_text.size();
      const auto [rest, error] = std::from_chars(begin, end, numbers[i]);
      if (error != std::errc() || (flag && numbers[i] != 0 && numbers[i] != 1)) return false;
      m_at = static_cast<std::size_t>(rest - m_text.data());
    }
    return true;
  }

  void lineTo(Point to) {
    if (m_strokes.empty()) m_strokes.push_back({m_pen});
    m_strokes.back().push_back(to);
    m_pen = to;
  }

  bool handle(char command) {
    static const std::map<char, std::size_t> taken{{'M', 2}, {'L', 2}, {'H', 1}, {'V', 1},
                                                   {'C', 6}, {'A', 7}, {'Z', 0}};
    const char kind = static_cast<char>(std::toupper(static_cast<unsigned char>(command)));
    const auto count = taken.find(kind);
    std::array<float, 7> numbers{};
    if (count == taken.end() || !readNumbers(std::span(numbers).first(count->second), kind == 'A')) return false;
    const Point origin = kind == command ? Point{} : m_pen;
    const auto point = [&](std::size_t i) { return Point{origin.x + numbers[i], origin.y + numbers[i + 1]}; };
    switch (kind) {
      case 'M':
        m_pen = m_start = point(0);
        m_strokes.push_back({m_pen});
        return true;
      case 'H':
        lineTo({origin.x + numbers[0], m_pen.y});
        return true;
      case 'V':
        lineTo({m_pen.x, origin.y + numbers[0]});
        return true;
      case 'C':
        cubic(point(0), point(2), point(4));
        return true;
      case 'A':
        return arc(numbers[0], numbers[1], numbers[3] == 1, numbers[4] == 1, point(5));
      case 'Z':
        lineTo(m_start);
        m_strokes.push_back({m_start});
        return true;
      default:
        lineTo(point(0));
        return true;
    }
  }

  void cubic(Point one, Point two, Point to) {
    const Point from = m_pen;
    for (int i = 1; i <= curvePieces; ++i) {
      const float t = static_cast<float>(i) / curvePieces;
      const float s = 1 - t;
      const auto mix = [&](float a, float b, float c, float d) {
        return s * s * s * a + 3 * s * s * t * b + 3 * s * t * t * c + t * t * t * d;
      };
      lineTo({mix(from.x, one.x, two.x, to.x), mix(from.y, one.y, two.y, to.y)});
    }
  }

  /// SVG 1.1, F.6.5: from the end points to the centre. Axes are never turned in our icons.
  bool arc(float rx, float ry, bool large, bool sweep, Point to) {
    if (rx <= 0 || ry <= 0) return false;
    const auto fromX = static_cast<double>(m_pen.x), fromY = static_cast<double>(m_pen.y);
    const auto toX = static_cast<double>(to.x), toY = static_cast<double>(to.y);
    const double x = (fromX - toX) / 2, y = (fromY - toY) / 2;
    auto a = static_cast<double>(rx), b = static_cast<double>(ry);
    const double reach = x * x / (a * a) + y * y / (b * b);
    if (reach > 1) a *= std::sqrt(reach), b *= std::sqrt(reach);
    const double below = a * a * y * y + b * b * x * x;
    double factor = below > 0 ? std::sqrt(std::max(0.0, (a * a * b * b - below) / below)) : 0;
    if (large == sweep) factor = -factor;
    const double cx = factor * a * y / b + (fromX + toX) / 2;
    const double cy = -factor * b * x / a + (fromY + toY) / 2;
    const double begin = std::atan2((fromY - cy) / b, (fromX - cx) / a);
    double end = std::atan2((toY - cy) / b, (toX - cx) / a);
    if (sweep && end < begin) end += 2 * std::numbers::pi;
    if (!sweep && end > begin) end -= 2 * std::numbers::pi;
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
