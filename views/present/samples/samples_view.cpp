// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/present/samples/samples_view.h"

#include <algorithm>
#include <cmath>
#include <numeric>

#include "model/core/text.h"
#include "model/core/translation.h"
#include "views/present/samples/sample_text.h"
#include "views/present/scene/format.h"
#include "views/present/scene/scene_builder.h"

namespace sojourn::present {
namespace {

constexpr Font currentFont{.size = 12, .weight = Weight::Medium};
constexpr float margin = 8;
constexpr float rowHeight = 24, totalsRowHeight = 20;
constexpr float readableNameWidth = 100, mostNameWidth = 220, leastNameWidth = 36;

struct PlacedColumn {
  std::size_t index;  ///< in the input
  float x, width;
};

std::vector<PlacedColumn> placeColumns(const std::vector<SamplesColumn>& columns, float canvasWidth) {
  const auto isName = [&](std::size_t c) { return columns[c].cells == SampleCells::Name; };
  const float room = canvasWidth - 2 * margin;
  float used = 0;
  std::vector<std::size_t> chosen;
  for (std::size_t c = 0; c < columns.size(); ++c) {
    // Names get a readable width before columns beyond the usual ones come in.
    const float needed = isName(c) ? readableNameWidth : columns[c].width;
    if (columns[c].whereWide && used + needed > room) break;
    used += needed;
    chosen.push_back(c);
  }
  const auto forNames = [&] {
    return std::accumulate(chosen.begin(), chosen.end(), room,
                           [&](float rest, std::size_t c) { return isName(c) ? rest : rest - columns[c].width; });
  };
  // A column goes before a digit or the last letters of a name do.
  for (const int first : {1, 2}) {
    if (forNames() >= 2 * leastNameWidth) break;
    std::erase_if(chosen, [&](std::size_t c) { return columns[c].goes == first; });
  }
  const float nameWidth = std::clamp(std::floor(forNames() / 2), 20.0F, mostNameWidth);
  std::vector<PlacedColumn> placed;
  float x = margin;
  for (const std::size_t c : chosen) {
    const float width = isName(c) ? nameWidth : columns[c].width;
    placed.push_back({c, x, std::min(width, std::max(0.0F, canvasWidth - margin - x))});
    x += width;
  }
  return placed;
}

Align alignOf(SampleCells cells) {
  return cells == SampleCells::Number ? Align::Right : Align::Left;
}

class SamplesPainter {
 public:
  SamplesPainter(const SamplesInput& input, const Canvas& canvas)
      : m_input(input), m_columns(placeColumns(input.columns, canvas.size.width)), m_builder(m_scene, canvas) {
    m_scene.size = m_scene.contentSize = canvas.size;
  }

  Scene paint() {
    float y = paintFilter(8);
    y = paintTotals(y + 6);
    y = paintHeader(y + 6);
    for (const SampleLine& line : m_input.lines) {
      if (y + rowHeight > m_scene.size.height) break;
      paintLine(line, y);
      y += rowHeight;
    }
    describe();
    return std::move(m_scene);
  }

 private:
  [[nodiscard]] const Theme& theme() const { return m_builder.theme(); }
  [[nodiscard]] float width() const { return m_scene.size.width; }

  float paintFilter(float y) {
    if (m_input.filter.empty()) return y;
    const Rect field{margin, y, width() - 2 * margin, 24};
    m_builder.frame(field, theme().border, 1, 4, theme().field);
    m_builder.icon({field.x + 6, y + 5, 14, 14}, "filter", theme().text2);
    m_builder.text({field.x + 26, y, field.width - 32, 24}, escapeForDisplay(m_input.filter), theme().text, textFont);
    return field.bottom();
  }

  float paintTotals(float y) {
    if (m_input.totals.empty()) return y;
    constexpr std::array heads{"n", "Acc@1", "@5", "@10", "MRR"};
    const float right = width() - margin;
    const std::array<float, 5> edges{right - 150, right - 106, right - 71, right - 36, right};
    float countWidth = 20;
    for (const TotalsLine& line : m_input.totals)
      countWidth = std::max(countWidth, m_builder.width(grouped(line.samples), textFont) + 2);
    const auto cell = [&](std::size_t column, float top, float height) {
      const float cellWidth = column == 0 ? countWidth : column == 1 ? 42.0F : 34.0F;
      return Rect{edges[column] - cellWidth, top, cellWidth, height};
    };
    for (std::size_t c = 0; c < heads.size(); ++c)
      m_builder.text(cell(c, y, 18), tr(heads[c]), theme().text2, smallFont, Align::Right);
    m_builder.box({margin, y + 20, width() - 2 * margin, 1}, theme().line);
    y += 23;
    for (const TotalsLine& line : m_input.totals) {
      const Color ink = &line == &m_input.totals.front() ? theme().text : theme().text2;
      m_builder.text({margin, y, std::max(0.0F, edges[0] - countWidth - 4 - margin), totalsRowHeight}, line.name, ink,
                     textFont);
      m_builder.text(cell(0, y, totalsRowHeight), grouped(line.samples), ink, textFont, Align::Right);
      for (std::size_t f = 0; f < line.figures.size(); ++f) {
        m_builder.text(cell(f + 1, y, totalsRowHeight), line.figures[f] ? percent(*line.figures[f]) : "\u2013", ink,
                       textFont, Align::Right);
      }
      y += totalsRowHeight;
    }
    return y;
  }

  /// Cells keep 3 px free at either side, so that neighbours never touch.
  [[nodiscard]] static Rect cellRect(const PlacedColumn& column, float y) {
    return {column.x + 3, y, std::max(0.0F, column.width - 6), rowHeight};
  }

  float paintHeader(float y) {
    m_builder.box({0, y, width(), rowHeight}, theme().title);
    for (const PlacedColumn& column : m_columns) {
      const SamplesColumn& shown = m_input.columns[column.index];
      m_builder.text(cellRect(column, y), shown.title, theme().text2, smallFont, alignOf(shown.cells));
    }
    m_builder.box({0, y + rowHeight - 1, width(), 1}, theme().line);
    return y + rowHeight;
  }

  void paintLine(const SampleLine& line, float y) {
    const bool current = m_input.current == line.index;
    if (current) {
      m_builder.box({0, y, width(), rowHeight}, theme().soft);
      m_builder.box({0, y, 3, rowHeight}, theme().accent);
    }
    m_builder.box({0, y + rowHeight - 1, width(), 1}, theme().line);
    const Font font = current ? currentFont : textFont;
    for (const PlacedColumn& column : m_columns) {
      const SamplesColumn& shown = m_input.columns[column.index];
      const std::string& text = line.cells[column.index];
      const Rect rect = cellRect(column, y);
      if (text.empty()) continue;
      if (shown.cells == SampleCells::Mark)
        m_builder.icon({rect.x + rect.width / 2 - 7, y + 5, 14, 14}, line.right ? "check" : "cross",
                       line.right ? theme().ok : theme().err);
      else if (shown.cells == SampleCells::Name)
        m_builder.placeName(rect, text, theme().text, font);
      else
        m_builder.text(rect, text, shown.quiet ? theme().text2 : theme().text, font, alignOf(shown.cells));
    }
    const std::string index = std::to_string(line.index);
    m_builder.hit({0, y, width(), rowHeight}, {}, line.label, index).action = OpenSample{line.index};
  }

  void describe() {
    m_scene.caption = m_input.scope;
    m_scene.captionRight = countText(m_input.rows, "row", "rows");
    m_scene.summary = countText(m_input.rows, "sample", "samples") + ", " + m_input.scope;
    if (!m_input.totals.empty() && m_input.totals.front().figures[0])
      m_scene.summary += tr("; %1 % right at rank 1", {percent(*m_input.totals.front().figures[0])});
    m_scene.summary += ".";
    m_scene.table = m_input.table;
  }

  const SamplesInput& m_input;
  std::vector<PlacedColumn> m_columns;
  Scene m_scene;
  SceneBuilder m_builder;
};

}  // namespace

ViewContent samplesContent(const SamplesInput& input, const Canvas& canvas) {
  if (input.lines.empty() && input.totals.empty()) {
    return EmptyState{.title = tr("No dataset is open"),
                      .detail = tr("Its sequences appear here"),
                      .buttonText = tr("Open dataset\u2026"),
                      .button = WindowCommand::OpenDataset};
  }
  return SamplesPainter(input, canvas).paint();
}

}  // namespace sojourn::present
