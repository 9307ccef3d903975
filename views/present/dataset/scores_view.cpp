// SPDX-License-Identifier: GPL-3.0-or-later
// Draws the pointer's scores by position from the end: position bias and mean content score on one scale, each on its
// own, and below how many samples reach a position.
#include <algorithm>
#include <cmath>
#include <limits>

#include "model/core/translation.h"
#include "views/present/chart/chart.h"
#include "views/present/dataset/dataset_text.h"
#include "views/present/samples/sample_text.h"
#include "views/present/scene/format.h"

namespace sojourn::present {
namespace {

class ScoresPainter {
 public:
  ScoresPainter(const DatasetInput& input, const Canvas& canvas)
      : m_input(input),
        m_canvas(canvas),
        m_builder(m_scene, canvas),
        m_hasBias(input.model->capabilities.positionBias) {
    m_scene.size = m_scene.contentSize = canvas.size;
    std::size_t most = 0;
    for (const ScoreBin& bin : input.read->scores) most = std::max(most, bin.content.n);
    for (const ScoreBin& bin : input.read->scores)
      if (bin.content.n >= fewestShown(most)) m_shown.push_back(bin);
  }

  Scene paint() {
    const float height = m_canvas.size.height - 22;
    // Beside the one scale each has its own; without a bias there is one line.
    const float left = m_hasBias ? std::floor(m_canvas.size.width * 0.58F) : m_canvas.size.width;
    const float counts = height > 130 ? 40.0F : 26.0F;
    paintPanel({0, 0, left, height - counts}, m_hasBias ? tr("On one scale") : tr("Mean content score"), m_hasBias,
               true);
    paintCounts({0, height - counts, left, counts});
    if (m_hasBias) {
      const float half = std::floor(height / 2);
      paintPanel({left, 0, m_canvas.size.width - left, half}, tr("Position bias"), true, false);
      paintPanel({left, half, m_canvas.size.width - left, half}, tr("Mean content score"), false, true);
    }
    m_builder.text({12, m_canvas.size.height - 20, m_canvas.size.width - 24, 16},
                   tr("Position from the end; 1 is the last visit. Softmax ignores a constant added to all scores"),
                   m_canvas.theme.text2, smallFont);
    describe();
    return std::move(m_scene);
  }

 private:
  static constexpr float axisRoom = 46;

  [[nodiscard]] double end() const { return static_cast<double>(m_shown.back().position) + 0.5; }

  [[nodiscard]] Chart chartIn(const Rect& area, float head, float foot) const {
    return {.plot = {area.x + axisRoom, area.y + head, std::max(20.0F, area.width - axisRoom - 12),
                     std::max(8.0F, area.height - head - foot)},
            .x = {.from = 0.5, .to = end()},
            .tickColor = m_canvas.theme.text2,
            .zoom = ChartZoom::X};
  }

  /// Doubled points: a position is as wide as a visit.
  template <class Of>
  [[nodiscard]] ChartSeries stepsOf(ChartSeries steps, const Of& of) const {
    for (const ScoreBin& bin : m_shown)
      for (const double x : {-0.5, 0.5}) {
        steps.x.push_back(static_cast<double>(bin.position) + x);
        steps.y.push_back(of(bin));
        if (steps.kind != SeriesKind::Area) continue;
        const bool known = bin.content.hasInterval();
        steps.y.back() = known ? bin.content.high : std::numeric_limits<double>::quiet_NaN();
        steps.low.push_back(known ? bin.content.low : steps.y.back());
      }
    return steps;
  }

  void paintPanel(const Rect& area, const std::string& title, bool bias, bool content) {
    const Theme& theme = m_canvas.theme;
    Chart chart = chartIn(area, 22, bias && content ? 4 : 18);
    double low = std::numeric_limits<double>::infinity(), high = -low;
    const auto widen = [&](double value) {
      if (!std::isfinite(value)) return;
      low = std::min(low, value);
      high = std::max(high, value);
    };
    for (const ScoreBin& bin : m_shown) {
      if (bias) widen(bin.bias);
      if (content)
        for (const double value : {bin.content.mean, bin.content.low, bin.content.high}) widen(value);
    }
    if (low > high) low = high = 0;
    const double room = std::max({0.08 * (high - low), 1e-3 * std::abs(high), 1e-6});
    chart.y = {.from = low - room, .to = high + room, .numbers = ChartNumbers{.gap = 24}, .grid = theme.grid};
    if (!(bias && content)) chart.x.numbers = ChartNumbers{.gap = 34, .whole = true};
    if (chart.y.from < 0 && chart.y.to > 0) chart.under.push_back({.vertical = false, .at = 0, .color = theme.mid});
    if (content) {
      chart.series.push_back(stepsOf({.kind = SeriesKind::Area, .color = mix(theme.pale, theme.panel, 0.25F)},
                                     [](const ScoreBin& bin) { return bin.content.high; }));
      chart.series.push_back(stepsOf({.name = tr("mean content score"), .color = theme.solid, .width = 2},
                                     [](const ScoreBin& bin) { return bin.content.mean; }));
    }
    if (bias)
      chart.series.push_back(
          stepsOf({.name = tr("position bias"), .color = theme.text, .width = 1.2F, .dashed = content},
                  [](const ScoreBin& bin) { return bin.bias; }));
    const Chart drawn = chart;
    addChart(m_scene, m_builder, std::move(chart));
    m_builder.text({area.x + 12, area.y + 3, area.width - 18, 16}, title, theme.text, mediumBoldFont);
    if (bias && content) paintKey(area, title);
    addHits(drawn.xAxis(), drawn.plot);
  }

  /// Which line is which, at the right of the title.
  void paintKey(const Rect& area, const std::string& title) {
    float right = area.right() - 12;
    const float least = area.x + 20 + m_builder.width(title, mediumBoldFont);
    for (const bool bias : {true, false}) {
      const std::string name = bias ? tr("bias") : tr("content");
      const float width = m_builder.width(name, smallFont) + 1;
      if (right - width - 24 < least) return;
      m_builder.text({right - width, area.y + 3, width, 16}, name, m_canvas.theme.text2, smallFont);
      m_builder.line({right - width - 22, area.y + 11}, {right - width - 5, area.y + 11},
                     bias ? m_canvas.theme.text : m_canvas.theme.solid, bias ? 1.2F : 2.0F, bias);
      right -= width + 32;
    }
  }

  void paintCounts(const Rect& area) {
    Chart chart = chartIn(area, 4, 18);
    std::size_t most = 1;
    ChartSeries bars{.kind = SeriesKind::Bars, .name = tr("samples"), .color = m_canvas.theme.mid, .barWidth = 0.8};
    for (const ScoreBin& bin : m_shown) {
      most = std::max(most, bin.content.n);
      bars.x.push_back(static_cast<double>(bin.position) - 0.4);
      bars.y.push_back(static_cast<double>(bin.content.n));
    }
    chart.y = {.from = 0, .to = static_cast<double>(most)};
    chart.x.numbers = ChartNumbers{.gap = 34, .whole = true};
    chart.series.push_back(std::move(bars));
    const Chart drawn = chart;
    addChart(m_scene, m_builder, std::move(chart));
    m_builder.text({area.x + 2, drawn.plot.y - 3, axisRoom - 6, 14}, grouped(most), m_canvas.theme.text2, smallFont,
                   Align::Right);
    if (drawn.plot.height > 16)
      m_builder.text({area.x + 2, drawn.plot.y + 9, axisRoom - 6, 14}, tr("n"), m_canvas.theme.text2, smallFont,
                     Align::Right);
    addHits(drawn.xAxis(), drawn.plot);
  }

  void addHits(const Axis& axis, const Rect& plot) {
    for (const ScoreBin& bin : m_shown) {
      const auto position = static_cast<double>(bin.position);
      const float from = axis.at(position - 0.5), to = axis.at(position + 0.5);
      std::string label = tr("Position %1 from the end, %2: ",
                             {std::to_string(bin.position), countText(bin.content.n, "sample", "samples")}) +
                          tr("mean content score %1", {fixedText(bin.content.mean, 3)});
      if (bin.content.hasInterval())
        label += tr(" (%1 to %2)", {fixedText(bin.content.low, 3), fixedText(bin.content.high, 3)});
      if (m_hasBias) label += tr(", position bias %1", {fixedText(bin.bias, 4)});
      filterHit(m_builder, {from, plot.y, to - from, plot.height}, label, exactText(bin.content.mean),
                "len>=" + std::to_string(bin.position));
    }
  }

  void describe() {
    const auto range = [&](const auto& of) {
      const auto [low, high] = std::ranges::minmax(m_shown, {}, of);
      return tr("%1 to %2", {fixedText(of(low), 2), fixedText(of(high), 2)});
    };
    m_scene.caption = tr("before the softmax, %1", {modelScope(m_input)});
    m_scene.captionRight = tr("band: 95 % by user");
    m_scene.summary = tr("Pointer scores by position from the end, over %1: mean content score %2",
                         {m_input.scope, range([](const ScoreBin& bin) { return bin.content.mean; })});
    if (m_hasBias) m_scene.summary += tr(", position bias %1", {range([](const ScoreBin& bin) { return bin.bias; })});
    m_scene.summary += ".";
    m_scene.table.columns = {"position", "samples", "content", "low", "high", "bias"};
    for (const ScoreBin& bin : m_input.read->scores)
      m_scene.table.add(bin.position, bin.content.n, bin.content.mean, bin.content.low, bin.content.high,
                        m_hasBias ? bin.bias : Table::absent);
  }

  const DatasetInput& m_input;
  const Canvas& m_canvas;
  Scene m_scene;
  SceneBuilder m_builder;
  bool m_hasBias;
  std::vector<ScoreBin> m_shown;
};

}  // namespace

ViewContent scoresByPositionContent(const DatasetInput& input, const Canvas& canvas) {
  const bool has = input.model && input.model->capabilities.pointer;
  const std::string lacks = input.model ? tr("%1 has no pointer", {input.model->title}) : std::string();
  if (auto nothing = nothingRead(input, has, lacks)) return *nothing;
  if (input.read->scores.empty()) return EmptyState{.title = tr("%1 has no pointer scores", {input.model->title})};
  return ScoresPainter(input, canvas).paint();
}

}  // namespace sojourn::present
