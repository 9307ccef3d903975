// SPDX-License-Identifier: GPL-3.0-or-later
// Places the blocks and arrows of the model diagram.
#include <algorithm>
#include <iterator>
#include <limits>
#include <map>
#include <numeric>
#include <utility>

#include "views/present/model/model_sections.h"

namespace sojourn::present {
namespace {

constexpr float boxGap = 12;
constexpr float widestBox = 420;
constexpr float laneWidth = 12;  // of an arrow that passes a row of boxes
constexpr float rowGap = 16;     // between rows, and laneHeight more for every box that arrows leave there
constexpr float laneHeight = 7;

using Edge = std::pair<std::size_t, std::size_t>;

/// A block, or the place where a long arrow passes a row.
struct Node {
  std::size_t row = 0;
  bool box = true;
  float middle = 0;  // x
  std::vector<std::size_t> above, below;
};

std::vector<Edge> edgesOf(std::span<const ModelBlock> blocks) {
  std::map<std::string, std::size_t> byId;
  for (std::size_t i = 0; i < blocks.size(); ++i) byId.emplace(blocks[i].id, i);
  std::vector<Edge> edges;
  // An edge a -> b is refused when b already leads to a.
  const std::function<bool(std::size_t, std::size_t)> leads = [&](std::size_t from, std::size_t to) {
    return from == to ||
           std::ranges::any_of(edges, [&](const Edge& edge) { return edge.first == from && leads(edge.second, to); });
  };
  for (std::size_t i = 0; i < blocks.size(); ++i) {
    for (const std::string& input : blocks[i].inputs) {
      const auto found = byId.find(input);
      if (found != byId.end() && !leads(i, found->second)) edges.emplace_back(found->second, i);
    }
  }
  return edges;
}

/// Longest way from a source; sources then move down to just above the first that reads them.
std::vector<std::size_t> rowsOf(std::size_t count, const std::vector<Edge>& edges) {
  std::vector<std::size_t> rows(count, 0);
  for (std::size_t round = 0; round < count; ++round)
    for (const auto& [from, to] : edges) rows[to] = std::max(rows[to], rows[from] + 1);
  for (std::size_t i = 0; i < count; ++i) {
    if (std::ranges::any_of(edges, [i](const Edge& edge) { return edge.second == i; })) continue;
    std::size_t first = std::numeric_limits<std::size_t>::max();
    for (const auto& [from, to] : edges)
      if (from == i) first = std::min(first, rows[to]);
    if (first != std::numeric_limits<std::size_t>::max()) rows[i] = first - 1;
  }
  return rows;
}

class Layouter {
 public:
  Layouter(std::span<const ModelBlock> blocks, float width, const BlockHeight& heightOf)
      : m_blocks(blocks), m_width(width), m_heightOf(heightOf), m_edges(edgesOf(blocks)) {}

  ModelLayout layout() {
    makeNodes();
    orderRows();
    placeBoxes();
    chooseLanes();
    drawArrows();
    return std::move(m_layout);
  }

 private:
  void makeNodes() {
    const auto rows = rowsOf(m_blocks.size(), m_edges);
    for (std::size_t i = 0; i < m_blocks.size(); ++i) m_nodes.push_back({.row = rows[i], .above = {}, .below = {}});
    for (const auto& [from, to] : m_edges) {
      std::vector<std::size_t> way{from};
      for (std::size_t row = rows[from] + 1; row < rows[to]; ++row) {
        way.push_back(m_nodes.size());
        m_nodes.push_back({.row = row, .box = false, .above = {}, .below = {}});
      }
      way.push_back(to);
      for (std::size_t i = 0; i + 1 < way.size(); ++i) {
        m_nodes[way[i]].below.push_back(way[i + 1]);
        m_nodes[way[i + 1]].above.push_back(way[i]);
      }
      m_ways.push_back(std::move(way));
    }
    for (std::size_t i = 0; i < m_nodes.size(); ++i) {
      if (m_nodes[i].row >= m_rows.size()) m_rows.resize(m_nodes[i].row + 1);
      m_rows[m_nodes[i].row].push_back(i);
    }
  }

  /// Barycentre sweeps: a node moves to the mean place of what it is tied to, first downwards, then upwards.
  void orderRows() {
    std::vector<float> place(m_nodes.size());
    const auto number = [&](const std::vector<std::size_t>& row) {
      for (std::size_t i = 0; i < row.size(); ++i)
        place[row[i]] = (static_cast<float>(i) + 0.5F) / static_cast<float>(row.size());
    };
    for (const auto& row : m_rows) number(row);
    const auto sweep = [&](std::vector<std::size_t>& row, std::vector<std::size_t> Node::*ties) {
      std::map<std::size_t, float> wanted;
      for (const std::size_t node : row) {
        const auto& tied = m_nodes[node].*ties;
        const float sum = std::accumulate(tied.begin(), tied.end(), 0.0F,
                                          [&](float total, std::size_t other) { return total + place[other]; });
        wanted[node] = tied.empty() ? place[node] : sum / static_cast<float>(tied.size());
      }
      std::ranges::stable_sort(row, {}, [&](std::size_t node) { return wanted[node]; });
      number(row);
    };
    for (int round = 0; round < 2; ++round) {
      for (auto& row : m_rows) sweep(row, &Node::above);
      for (std::size_t i = m_rows.size(); i-- > 0;) sweep(m_rows[i], &Node::below);
    }
    // The last sweep looked at what is below only; one more downwards lets readers follow their inputs.
    for (auto& row : m_rows) sweep(row, &Node::above);
  }

  void placeBoxes() {
    m_layout.boxes.resize(m_blocks.size());
    float y = 0;
    for (const auto& row : m_rows) {
      const auto boxes =
          static_cast<float>(std::ranges::count_if(row, [&](std::size_t node) { return m_nodes[node].box; }));
      const float lanes = static_cast<float>(row.size()) - boxes;
      const float gaps = boxGap * static_cast<float>(row.size() - 1);
      const float boxWidth = boxes > 0 ? std::min(widestBox, (m_width - gaps - lanes * laneWidth) / boxes) : 0;
      float x = (m_width - (boxes * boxWidth + lanes * laneWidth + gaps)) / 2;
      float height = 0;
      for (const std::size_t node : row) {
        const float width = m_nodes[node].box ? boxWidth : laneWidth;
        m_nodes[node].middle = x + width / 2;
        if (m_nodes[node].box) {
          m_layout.boxes[node] = {x, y, width, m_heightOf(m_blocks[node], width)};
          height = std::max(height, m_layout.boxes[node].height);
        }
        x += width + boxGap;
      }
      for (const std::size_t node : row)
        if (m_nodes[node].box) m_layout.boxes[node].height = height;
      m_tops.push_back(y);
      m_bottoms.push_back(y + height);
      const auto leaving = std::ranges::count_if(row, [&](std::size_t node) { return !m_nodes[node].below.empty(); });
      y += height + rowGap + laneHeight * static_cast<float>(leaving);
    }
    m_layout.size = {m_width, m_bottoms.empty() ? 0 : m_bottoms.back()};
  }

  /// Between two rows every node that arrows leave has a lane of its own for their horizontal stretches, counted from
  /// above. Which one decides what crosses what: with so few nodes in a row all orders are tried.
  void chooseLanes() {
    m_lanes.assign(m_nodes.size(), 0);
    for (const auto& row : m_rows) {
      std::vector<std::size_t> order;
      std::ranges::copy_if(row, std::back_inserter(order),
                           [&](std::size_t node) { return !m_nodes[node].below.empty(); });
      std::ranges::sort(order);
      std::vector<std::size_t> best = order;
      constexpr std::size_t mostTried = 6;  // 720 orders
      if (order.size() > 1 && order.size() <= mostTried) {
        std::size_t fewest = std::numeric_limits<std::size_t>::max();
        do {
          const std::size_t crossed = crossings(order);
          if (crossed < fewest) {
            fewest = crossed;
            best = order;
          }
        } while (fewest > 0 && std::ranges::next_permutation(order).found);
      }
      for (std::size_t lane = 0; lane < best.size(); ++lane)
        m_lanes[best[lane]] = static_cast<float>(lane + 1) / static_cast<float>(best.size() + 1);
    }
  }

  /// How often a horizontal stretch of one node crosses a vertical one of another when lanes are in this order.
  [[nodiscard]] std::size_t crossings(const std::vector<std::size_t>& order) const {
    std::size_t count = 0;
    for (std::size_t upper = 0; upper < order.size(); ++upper) {
      for (std::size_t lower = upper + 1; lower < order.size(); ++lower) {
        // The upper lane meets the start of the lower node's arrows, the lower lane the ends of the upper node's.
        for (const std::size_t to : m_nodes[order[upper]].below) {
          const auto [left, right] = std::minmax({m_nodes[order[upper]].middle, entry(to, order[upper])});
          const float start = m_nodes[order[lower]].middle;
          if (start > left && start < right) ++count;
          for (const std::size_t other : m_nodes[order[lower]].below) {
            const auto [from, until] = std::minmax({start, entry(other, order[lower])});
            const float end = entry(to, order[upper]);
            if (end > from && end < until) ++count;
          }
        }
      }
    }
    return count;
  }

  [[nodiscard]] float laneBelow(std::size_t node) const {
    const std::size_t row = m_nodes[node].row;
    return m_bottoms[row] + (m_tops[row + 1] - 8 - m_bottoms[row]) * m_lanes[node];
  }

  /// Where an arrow enters a node: spread over the top in the order of where they come from.
  [[nodiscard]] float entry(std::size_t node, std::size_t from) const {
    if (!m_nodes[node].box) return m_nodes[node].middle;
    std::vector<std::size_t> sources = m_nodes[node].above;
    std::ranges::stable_sort(sources, {}, [&](std::size_t source) { return m_nodes[source].middle; });
    const auto at = std::ranges::find(sources, from) - sources.begin();
    const float spread = std::min(28.0F, m_layout.boxes[node].width / static_cast<float>(sources.size() + 1));
    return m_nodes[node].middle + spread * (static_cast<float>(at) - static_cast<float>(sources.size() - 1) / 2);
  }

  void drawArrows() {
    for (const auto& way : m_ways) {
      ModelArrow arrow{.from = way.front(), .to = way.back(), .points = {}};
      float x = m_nodes[way.front()].middle;
      arrow.points.push_back({x, m_bottoms[m_nodes[way.front()].row]});
      for (std::size_t i = 0; i + 1 < way.size(); ++i) {
        const float next = entry(way[i + 1], way[i]);
        if (next == x) continue;
        const float lane = laneBelow(way[i]);
        arrow.points.insert(arrow.points.end(), {{x, lane}, {next, lane}});
        x = next;
      }
      arrow.points.push_back({x, m_tops[m_nodes[way.back()].row]});
      m_layout.arrows.push_back(std::move(arrow));
    }
  }

  std::span<const ModelBlock> m_blocks;
  float m_width;
  const BlockHeight& m_heightOf;
  std::vector<Edge> m_edges;
  std::vector<Node> m_nodes;                     // blocks first, then the places where arrows pass
  std::vector<std::vector<std::size_t>> m_ways;  // nodes of each edge
  std::vector<std::vector<std::size_t>> m_rows;  // nodes from left to right
  std::vector<float> m_tops, m_bottoms;          // of the rows
  std::vector<float> m_lanes;                    // by node, a share of the way to the next row
  ModelLayout m_layout;
};

}  // namespace

ModelLayout layoutModel(std::span<const ModelBlock> blocks, float width, const BlockHeight& heightOf) {
  return Layouter(blocks, width, heightOf).layout();
}

}  // namespace sojourn::present
