// SPDX-License-Identifier: GPL-3.0-or-later
// A line of very many points, as the curves of long runs are, drawn for the price of its pixels by any toolkit.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <span>
#include <vector>

#include "views/present/scene/scene.h"

namespace sojourn::present {

/// Divides the line through `points` (pixels, finite, x never falling) into what is to be painted. A noisy series has
/// several points in each pixel column; strokes between those cover each other many times over, and all that is seen of
/// them is a vertical block. So a column of three and more points is one block from the highest to the lowest, joined
/// to its neighbours; where the line is smooth within a column, and everywhere else, it is an ordinary line.
///   block(Rect)                 to be filled
///   path(std::span<const P>)    to be stroked, two points at least
/// P has floats x and y. `pixel` is the size of one in the unit of the points, `width` that of the line.
template <class P, class Block, class Path>
class DenseLine {
 public:
  /// `slopes`: a column in which the line only rises or falls is an ordinary line as well. It looks better and takes
  /// more strokes: noise has such columns by chance.
  DenseLine(float width, float pixel, bool slopes, Block block, Path path)
      : m_width(width), m_pixel(pixel), m_slopes(slopes), m_block(block), m_paintPath(path) {}

  void paint(std::span<const P> points) {
    for (std::size_t begin = 0; begin < points.size();) {
      const float number = columnOf(points[begin]);
      std::size_t end = begin + 1;
      while (end < points.size() && columnOf(points[end]) == number) ++end;
      column(points.subspan(begin, end - begin));
      begin = end;
    }
    flush();
  }

  /// Only every other stretch of `dash`, in step with the screen: dashes along the path would be hundreds in each of
  /// its spikes, and nothing of them would be seen.
  void paintDashes(std::span<const P> points, float dash) {
    const auto numberOf = [&](const P& point) { return std::floor(columnOf(point) * m_pixel / dash); };
    for (std::size_t begin = 0; begin < points.size();) {
      const float number = numberOf(points[begin]);
      std::size_t end = begin + 1;
      while (end < points.size() && numberOf(points[end]) == number) ++end;
      if (std::fmod(number, 2) == 0) paint(points.subspan(begin, end - begin));
      begin = end;
    }
  }

 private:
  [[nodiscard]] float columnOf(const P& point) const { return std::floor(point.x / m_pixel); }

  void column(std::span<const P> points) {
    constexpr float smooth = 2;  // pixels
    const auto [low, high] = std::ranges::minmax(points, {}, &P::y);
    float way = 0;
    for (std::size_t i = 1; i < points.size(); ++i) way += std::fabs(points[i].y - points[i - 1].y);
    constexpr float steady = 1.2F;  // the way up and down, of the height
    if (points.size() < 3) {
      m_path.insert(m_path.end(), points.begin(), points.end());
    } else if (high.y - low.y < smooth * m_pixel || (m_slopes && way < steady * (high.y - low.y))) {
      m_path.push_back(points.front());
      m_path.push_back(points.back());
    } else {
      block(points, low.y, high.y);
    }
  }

  void block(std::span<const P> points, float top, float bottom) {
    const float number = columnOf(points.front());
    if (m_path.size() == 1 && columnOf(m_path.back()) == number - 1) {
      // From one block to the next: it reaches to where that one ended.
      top = std::min(top, m_path.back().y);
      bottom = std::max(bottom, m_path.back().y);
      m_path.clear();
    } else if (!m_path.empty()) {
      m_path.push_back(points.front());
      flush();
    }
    const float beyond = (m_width - m_pixel) / 2;
    m_block(Rect{number * m_pixel - beyond, top - m_width / 2, m_pixel + 2 * beyond, bottom - top + m_width});
    m_path.push_back(points.back());
  }

  void flush() {
    if (m_path.size() > 1) m_paintPath(std::span<const P>(m_path));
    m_path.clear();
  }

  float m_width, m_pixel;
  bool m_slopes;
  Block m_block;
  Path m_paintPath;
  std::vector<P> m_path;  ///< not painted yet; after a block its last point alone
};

/// Whether dashes along the line would run together: its points stand closer than one to two pixels.
template <class P>
[[nodiscard]] bool isDense(std::span<const P> points) {
  return points.size() >= 3 && static_cast<float>(points.size()) > (points.back().x - points.front().x) / 2;
}

}  // namespace sojourn::present
