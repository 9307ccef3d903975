// SPDX-License-Identifier: GPL-3.0-or-later
#include <algorithm>
#include <cmath>
#include <cstdio>
#include <memory>

#include "views/present/attention_parts.h"
#include "views/present/entropy.h"

namespace sojourn::present {
namespace {

constexpr Font tickFont{.size = 11};
constexpr float widestName = 76;
constexpr float highestName = 66;
constexpr float effectiveLabelled = 36;    // a bar with its number on it
constexpr float effectiveUnlabelled = 24;  // a bar alone
constexpr float entropyWidth = 32;
constexpr float daySwatch = 8;
constexpr float dayLabel = 32;

std::string numberText(const char* format, double value) {
  if (std::isnan(value)) return "\u2013";
  char text[40];
  std::snprintf(text, sizeof text, format, value);
  return text;
}

float widest(const PaintKit& kit, const std::vector<VisitLabel>& labels, std::string VisitLabel::*part) {
  float width = 0;
  for (const VisitLabel& label : labels) width = std::max(width, kit.width(label.*part, tickFont));
  return std::ceil(width);
}

/// First visits of runs with one shown day; the end of the last run closes the list.
std::vector<std::size_t> dayStarts(const std::vector<VisitLabel>& labels) {
  std::vector<std::size_t> starts;
  for (std::size_t i = 0; i < labels.size(); ++i) {
    if (i == 0 || labels[i].daysAgo != labels[i - 1].daysAgo) starts.push_back(i);
  }
  starts.push_back(labels.size());
  return starts;
}

class MapPainter {
 public:
  MapPainter(PaintKit& kit, Scene& scene, const AttentionFrame& frame, const AttentionMapLayout& layout)
      : m_kit(kit), m_scene(scene), m_frame(frame), m_layout(layout), m_length(frame.maps.length) {}

  void paint() {
    if (const auto hovered = m_frame.selection.hovered.query; hovered && *hovered < m_length && m_layout.labelled) {
      m_kit.box({m_layout.rowLabelX - 4, rowY(*hovered), m_layout.map.x - m_layout.rowLabelX, m_layout.cell},
                m_kit.theme().hover);
    }
    paintCells();
    if (m_layout.labelled) {
      paintRowLabels();
      paintColumnLabels();
    } else {
      paintDayRows();
      paintDayColumns();
    }
    paintSpread();
    paintSelection();
    addCellHits();
  }

 private:
  [[nodiscard]] float rowY(std::size_t query) const { return m_layout.rowY(query, m_length); }
  [[nodiscard]] float columnX(std::size_t key) const {
    return m_layout.map.x + static_cast<float>(key) * m_layout.cell;
  }
  [[nodiscard]] bool isLast(std::size_t query) const { return query + 1 == m_length; }
  [[nodiscard]] bool isLocked(std::size_t visit) const { return m_frame.selection.locked.visit == visit; }

  void paintCells() {
    const auto rows = [&](std::size_t first, std::size_t count) {
      auto pixels = std::make_shared<std::vector<Color>>();
      pixels->reserve(count * m_length);
      for (std::size_t query = first; query < first + count; ++query) {
        const ColorScale scale = m_frame.colors.scale(m_frame.head, query);
        const auto weights = m_frame.row(m_frame.head, query);
        for (const float weight : weights) pixels->push_back(m_frame.colors.color(scale, query, weight));
        pixels->resize(pixels->size() + m_length - weights.size(), m_kit.theme().panel);
      }
      const Rect rect{m_layout.map.x, rowY(first), m_layout.map.width, static_cast<float>(count) * m_layout.cell};
      m_scene.shapes.emplace_back(ImageShape{.rect = rect,
                                             .columns = static_cast<int>(m_length),
                                             .rows = static_cast<int>(count),
                                             .pixels = std::move(pixels)});
      return rect;
    };
    if (m_length > 1) {
      const Rect upper = rows(0, m_length - 1);
      if (m_frame.causal) hatchMasked(m_scene, {upper.x, upper.y}, m_layout.cell, m_length, m_kit.theme().mid);
      m_kit.frame(upper.inset(-1), m_kit.theme().border);
    }
    const Rect last = rows(m_length - 1, 1);
    m_kit.frame(last.inset(-2), m_kit.theme().text, 2);
  }

  void paintRowLabels() {
    const Theme& theme = m_kit.theme();
    const float timeRight = m_layout.map.x - 5;
    for (std::size_t i = 0; i < m_length; ++i) {
      const VisitLabel& label = m_frame.labels[i];
      const float y = rowY(i);
      const float middle = y + m_layout.cell / 2;
      m_kit.swatch({m_layout.rowLabelX, std::round(middle - 4.5F)}, label.swatch, 9);
      const std::string& when = m_layout.clock ? label.time : label.weekday;
      const float timeWidth = m_kit.width(when, tickFont);
      const bool strong = isLocked(i) || isLast(i);
      m_kit.text({m_layout.rowLabelX + 14, middle - 8, timeRight - timeWidth - 4 - m_layout.rowLabelX - 14, 16},
                 label.place, isLocked(i) ? theme.accent : theme.text,
                 {tickFont.size, strong ? Weight::SemiBold : Weight::Regular});
      m_kit.text({timeRight - timeWidth - 1, middle - 8, timeWidth + 1, 16}, when, theme.text2, tickFont, Align::Right);
      addRowHit(i, m_layout.rowLabelX);
    }
  }

  void addRowHit(std::size_t query, float x) {
    const auto weights = m_frame.row(m_frame.head, query);
    const double spread = entropy(weights);
    m_kit.hit({x, rowY(query), m_layout.map.x - x, m_layout.cell},
              Focus{.visit = query, .query = query, .location = m_frame.labels[query].location, .head = m_frame.head},
              m_frame.labels[query].full() + (isLast(query) ? " (last query)" : "") + " reads " +
                  numberText("%.1f", effectiveCount(weights)) + " effective visits of " +
                  std::to_string(weights.size()) + ", entropy " + numberText("%.3f", spread) + " nats",
              numberText("%.6g", spread));
  }

  void addColumnHit(std::size_t key, float y) {
    m_kit.hit({columnX(key), y, m_layout.cell, m_layout.map.y - y},
              {.visit = key, .query = {}, .location = m_frame.labels[key].location, .head = {}},
              m_frame.labels[key].full() + ": last query's weight " +
                  weightText(m_frame.maps.at(m_frame.head.layer, m_frame.head.head, m_length - 1, key)),
              numberText("%.6g", m_frame.maps.at(m_frame.head.layer, m_frame.head.head, m_length - 1, key)));
  }

  void paintColumnLabels() {
    const Theme& theme = m_kit.theme();
    const float bottom = m_layout.map.y - 5;
    for (std::size_t i = 0; i < m_length; ++i) {
      const bool locked = isLocked(i);
      m_scene.shapes.emplace_back(TextShape{.rect = {columnX(i), bottom - highestName, m_layout.cell, highestName},
                                            .text = m_frame.labels[i].place,
                                            .font = {tickFont.size, locked ? Weight::SemiBold : Weight::Regular},
                                            .color = locked ? theme.accent : theme.text,
                                            .upwards = true});
      addColumnHit(i, bottom - highestName);
    }
  }

  void paintDayRows() {
    const Theme& theme = m_kit.theme();
    const auto starts = dayStarts(m_frame.labels);
    const float swatchX = m_layout.map.x - 5 - daySwatch;
    for (std::size_t run = 0; run + 1 < starts.size(); ++run) {
      const float top = rowY(starts[run]);
      const float bottom = rowY(starts[run + 1] - 1) + m_layout.cell;
      if (run > 0) m_kit.box({m_layout.rowLabelX, top - 1, swatchX - m_layout.rowLabelX, 1}, theme.pale);
      if (bottom - top >= 12) {
        m_kit.text({m_layout.rowLabelX, (top + bottom) / 2 - 8, swatchX - m_layout.rowLabelX - 6, 16},
                   m_frame.labels[starts[run]].weekday, theme.text, tickFont, Align::Right);
      }
    }
    for (std::size_t i = 0; i < m_length; ++i) {
      daySwatchAt({swatchX, rowY(i), daySwatch, m_layout.cell}, i);
      addRowHit(i, m_layout.rowLabelX);
    }
  }

  void paintDayColumns() {
    const Theme& theme = m_kit.theme();
    const auto starts = dayStarts(m_frame.labels);
    const float swatchY = m_layout.map.y - 5 - daySwatch;
    for (std::size_t run = 0; run + 1 < starts.size(); ++run) {
      const float left = columnX(starts[run]);
      const float width = columnX(starts[run + 1]) - left;
      if (run > 0) m_kit.box({left, swatchY - 15, 1, 15}, theme.pale);
      const std::string& day = m_frame.labels[starts[run]].weekday;
      if (width >= m_kit.width(day, tickFont) + 2)
        m_kit.text({left, swatchY - 17, width, 16}, day, theme.text, tickFont, Align::Center);
    }
    for (std::size_t i = 0; i < m_length; ++i) {
      daySwatchAt({columnX(i), swatchY, m_layout.cell, daySwatch}, i);
      addColumnHit(i, swatchY - 17);
    }
  }

  /// A visit's colour in a strip of neighbours: no rounding, one pixel between them, the accent where it is locked.
  void daySwatchAt(Rect rect, std::size_t visit) {
    const Theme& theme = m_kit.theme();
    const Swatch& swatch = m_frame.labels[visit].swatch;
    const float gap = m_layout.cell > 4 ? 1 : 0;
    rect.width -= rect.width == m_layout.cell ? gap : 0;
    rect.height -= rect.height == m_layout.cell ? gap : 0;
    if (swatch.color) {
      m_kit.box(rect, *swatch.color);
    } else if (swatch.hatched) {
      m_scene.shapes.emplace_back(HatchShape{.rect = rect, .color = theme.mid, .spacing = 3});
    } else {
      m_kit.box(rect, theme.pale);
    }
    if (isLocked(visit)) m_kit.frame(rect.inset(-1), theme.accent, 1.5F);
  }

  void paintSpread() {
    const Theme& theme = m_kit.theme();
    for (std::size_t query = 0; query < m_length; ++query) {
      const auto weights = m_frame.row(m_frame.head, query);
      const double effective = effectiveCount(weights);
      const auto share = static_cast<float>(std::isnan(effective) ? 0 : effective / static_cast<double>(m_length));
      const float y = rowY(query);
      const float height = m_layout.labelled ? m_layout.cell - 2 * std::min(2.0F, std::floor(m_layout.cell / 8))
                                             : std::clamp(m_layout.cell - 1, 1.0F, 7.0F);
      const float inset = (m_layout.cell - height) / 2;
      m_kit.box({m_layout.effectiveX, y + inset, m_layout.effectiveWidth, height}, theme.track);
      m_kit.box({m_layout.effectiveX, y + inset, m_layout.effectiveWidth * std::min(share, 1.0F), height},
                m_layout.labelled ? theme.pale : theme.mid);
      if (!m_layout.labelled) continue;
      const Font font{tickFont.size, isLast(query) ? Weight::SemiBold : Weight::Regular};
      const float middle = y + m_layout.cell / 2;
      m_kit.text({m_layout.effectiveX, middle - 8, m_layout.effectiveWidth - 4, 16}, numberText("%.1f", effective),
                 theme.text, font, Align::Right);
      if (m_layout.entropyX > 0) {
        m_kit.text({m_layout.entropyX - entropyWidth, middle - 8, entropyWidth, 16},
                   numberText("%.2f", entropy(weights)), isLast(query) ? theme.text : theme.text2, font, Align::Right);
      }
    }
    if (m_layout.labelled) {
      upwardHeader("effective", m_layout.effectiveX + m_layout.effectiveWidth / 2);
      if (m_layout.entropyX > 0) upwardHeader("entropy", m_layout.entropyX - entropyWidth / 2 + 2);
    }
    addSpreadHits();
  }

  void upwardHeader(const char* text, float middle) {
    m_scene.shapes.emplace_back(TextShape{.rect = {middle - 8, m_layout.map.y - 5 - highestName, 16, highestName},
                                          .text = text,
                                          .font = tickFont,
                                          .color = m_kit.theme().text2,
                                          .upwards = true});
  }

  void addSpreadHits() {
    for (std::size_t query = 0; query < m_length; ++query) {
      const auto weights = m_frame.row(m_frame.head, query);
      m_kit.hit({m_layout.effectiveX, rowY(query), m_layout.right - m_layout.effectiveX, m_layout.cell},
                {.visit = {}, .query = query, .location = {}, .head = m_frame.head},
                m_frame.labels[query].full() + ": " + numberText("%.1f", effectiveCount(weights)) +
                    " effective visits of " + std::to_string(weights.size()) + ", entropy " +
                    numberText("%.3f", entropy(weights)) + " nats",
                numberText("%.6g", effectiveCount(weights)));
    }
  }

  void paintSelection() {
    const Theme& theme = m_kit.theme();
    const auto column = [&](std::size_t key, float width) {
      m_kit.frame({columnX(key) - 0.5F, m_layout.map.y - 1, m_layout.cell + 1, m_layout.map.height + 2}, theme.accent,
                  width);
    };
    const Selection& selection = m_frame.selection;
    if (selection.hovered.visit && *selection.hovered.visit < m_length) column(*selection.hovered.visit, 1);
    for (const std::size_t also : selection.alsoVisits) {
      if (also < m_length) column(also, 1.5F);
    }
    if (selection.locked.visit && *selection.locked.visit < m_length) column(*selection.locked.visit, 1.5F);
    if (selection.locked.query && *selection.locked.query < m_length) {
      m_kit.box({m_layout.map.x - 4, rowY(*selection.locked.query), 3, m_layout.cell}, theme.accent);
    }
    if (selection.hovered.query && *selection.hovered.query < m_length) {
      m_kit.frame(
          {m_layout.map.x - 1, rowY(*selection.hovered.query) - 0.5F, m_layout.map.width + 2, m_layout.cell + 1},
          theme.accent, 1);
    }
  }

  void addCellHits() {
    m_scene.hits.reserve(m_scene.hits.size() + m_length * m_length);
    std::vector<std::string> names;
    names.reserve(m_length);
    for (const VisitLabel& label : m_frame.labels) names.push_back(label.full());
    for (std::size_t query = 0; query < m_length; ++query) {
      const auto weights = m_frame.row(m_frame.head, query);
      const std::string uniform = ", uniform " + weightText(1.0 / static_cast<double>(weights.size()));
      for (std::size_t key = 0; key < m_length; ++key) {
        const bool masked = key >= weights.size();
        std::string label = names[query] + (masked ? " cannot look at the later " : " looks at ") + names[key];
        if (!masked) label += ": " + weightText(weights[key]) + uniform;
        m_scene.hits.push_back(
            {.rect = {columnX(key), rowY(query), m_layout.cell, m_layout.cell},
             .focus = {.visit = key, .query = query, .location = m_frame.labels[key].location, .head = m_frame.head},
             .label = std::move(label),
             .value = masked ? std::string() : numberText("%.6g", weights[key]),
             .action = {}});
      }
    }
  }

  PaintKit& m_kit;
  Scene& m_scene;
  const AttentionFrame& m_frame;
  const AttentionMapLayout& m_layout;
  std::size_t m_length;
};

}  // namespace

std::string weightText(double value) {
  return numberText("%.4f", value);
}

float AttentionMapLayout::rowY(std::size_t query, std::size_t length) const {
  const bool apart = length > 1 && query + 1 == length;
  return map.y + static_cast<float>(query) * cell + (apart ? lastRowGap : 0);
}

AttentionMapLayout layoutMap(const PaintKit& kit, const AttentionFrame& frame, Rect room) {
  const auto length = static_cast<float>(frame.maps.length);
  const float gap = frame.maps.length > 1 ? lastRowGap : 0;
  const auto cellFor = [&](float left, float top, float right) {
    return std::floor(std::min((room.width - left - right) / length, (room.height - top - gap) / length));
  };
  const float widestPlace = widest(kit, frame.labels, &VisitLabel::place);
  const float names = 14 + std::min(widestPlace, widestName) + 8 + 5;
  const float labelTop = std::clamp(widestPlace, 50.0F, highestName) + 6;
  const float spread = 6 + effectiveLabelled;

  AttentionMapLayout layout;
  layout.rowLabelX = room.x;
  float labelLeft = names + widest(kit, frame.labels, &VisitLabel::time);
  layout.clock = cellFor(labelLeft, labelTop, spread) >= smallestLabelledCell;
  if (!layout.clock) labelLeft = names + widest(kit, frame.labels, &VisitLabel::weekday);
  layout.cell = std::min(cellFor(labelLeft, labelTop, spread), largestCell);
  layout.labelled = layout.cell >= smallestLabelledCell;
  float left = labelLeft;
  float top = labelTop;
  bool entropyColumn = false;
  if (layout.labelled) {
    // The entropy column never costs more than one pixel of a cell: it says the same as the bars.
    const float withEntropy = std::min(cellFor(labelLeft, labelTop, spread + entropyWidth), largestCell);
    entropyColumn = withEntropy >= smallestLabelledCell && withEntropy + 1 >= layout.cell;
    if (entropyColumn) layout.cell = withEntropy;
  } else {
    left = dayLabel + daySwatch + 5;
    top = 17 + daySwatch + 5;
    layout.cell = std::clamp(cellFor(left, top, 6 + effectiveUnlabelled), smallestCell, smallestLabelledCell - 1);
  }
  layout.map = {room.x + left, room.y + top, length * layout.cell, length * layout.cell + gap};
  layout.effectiveX = layout.map.right() + 6;
  layout.effectiveWidth = layout.labelled ? effectiveLabelled : effectiveUnlabelled;
  layout.right = layout.effectiveX + layout.effectiveWidth;
  if (entropyColumn) layout.entropyX = layout.right += entropyWidth;
  layout.bottom = layout.map.bottom() + 2;
  return layout;
}

void paintMap(PaintKit& kit, Scene& scene, const AttentionFrame& frame, const AttentionMapLayout& layout) {
  MapPainter(kit, scene, frame, layout).paint();
}

void hatchMasked(Scene& scene, Point topLeft, float cell, std::size_t length, Color color) {
  if (length < 2) return;
  const float side = cell * static_cast<float>(length);
  const float step = 4 * std::sqrt(2.0F);
  // A line is x + y = c in the map's own coordinates. Going down along it x shrinks while the mask's left edge moves
  // right, so what lies in the mask is one stretch from the top: it ends at the first row it does not reach.
  for (float c = cell + step / 2; c < 2 * side; c += step) {
    const float from = std::max(0.0F, c - side);
    float to = from;
    for (std::size_t row = 0; row + 1 < length; ++row) {
      const float bottom = static_cast<float>(row + 1) * cell;
      if (bottom <= from) continue;
      const float reach = std::min(bottom, c - bottom);  // x >= (row + 1) * cell, which is the mask's edge in this row
      to = std::max(to, reach);
      if (reach < bottom) break;
    }
    if (to - from < 0.5F) continue;
    scene.shapes.emplace_back(LineShape{
        .points = {{topLeft.x + c - from, topLeft.y + from}, {topLeft.x + c - to, topLeft.y + to}}, .color = color});
  }
}

}  // namespace sojourn::present
