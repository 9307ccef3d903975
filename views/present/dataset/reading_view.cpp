// SPDX-License-Identifier: GPL-3.0-or-later
// Draws what pointer and attention read by position from the end and by hours before.
#include <algorithm>
#include <cmath>
#include <limits>
#include <ranges>

#include "model/core/translation.h"
#include "views/present/chart/chart.h"
#include "views/present/dataset/dataset_text.h"
#include "views/present/samples/sample_text.h"
#include "views/present/scene/format.h"

namespace sojourn::present {
namespace {

struct ReadingLine {
  std::string name;
  const std::vector<ReadingBin>* bins = nullptr;
  bool pointer = false;
};

class ReadingPainter {
 public:
  ReadingPainter(const DatasetInput& input, const Canvas& canvas, bool hours)
      : m_input(input), m_canvas(canvas), m_builder(m_scene, canvas), m_hours(hours) {
    m_scene.size = m_scene.contentSize = canvas.size;
    const auto binsOf = [hours](const Reading& reading) { return hours ? &reading.byHours : &reading.byPosition; };
    for (std::size_t layer = 0; layer < input.read->attention.size(); ++layer)
      m_lines.push_back({tr("attention, layer %1", {std::to_string(layer)}), binsOf(input.read->attention[layer])});
    if (input.read->pointer) m_lines.push_back({tr("pointer weight"), binsOf(*input.read->pointer), true});
    const std::vector<ReadingBin>& first = *m_lines.back().bins;
    std::size_t most = 0;
    for (const ReadingBin& bin : first) most = std::max(most, bin.visits);
    m_least = fewestShown(most);
    for (const ReadingBin& bin : first)
      if (bin.visits >= m_least) m_end = std::max(m_end, right(bin));
  }

  Scene paint() {
    makeChart();
    const Chart drawn = m_chart;
    const std::size_t place = addChart(m_scene, m_builder, std::move(m_chart));
    {
      const OnChart marks(m_scene, place);
      paintMost(drawn);
    }
    addHits(drawn);
    describe();
    return std::move(m_scene);
  }

 private:
  /// A position is as wide as a visit.
  [[nodiscard]] double left(const ReadingBin& bin) const { return m_hours ? bin.from : bin.from - 0.5; }
  [[nodiscard]] double right(const ReadingBin& bin) const { return m_hours ? bin.to : bin.to + 0.5; }
  [[nodiscard]] bool shown(const ReadingBin& bin) const { return bin.visits >= m_least && right(bin) <= m_end; }

  void makeChart() {
    const Theme& theme = m_canvas.theme;
    float names = 0;
    for (const ReadingLine& line : m_lines) names = std::max(names, m_builder.width(line.name, smallFont));
    const float room = std::min(names + 14, m_canvas.size.width * 0.3F);
    double most = 1.5;
    for (const ReadingLine& line : m_lines)
      for (const ReadingBin& bin : *line.bins)
        if (shown(bin))
          most = std::max({most, bin.timesUniform.mean,
                           line.pointer && bin.timesUniform.hasInterval()
                               ? std::min(bin.timesUniform.high, 3 * bin.timesUniform.mean)
                               : 0.0});
    m_chart.plot = {40, 12, std::max(20.0F, m_canvas.size.width - 40 - room),
                    std::max(20.0F, m_canvas.size.height - 12 - 42)};
    m_chart.x = {.from = m_hours ? 0 : 0.5, .to = m_end};
    m_chart.y = {.from = 0, .to = most * 1.06, .grid = theme.grid};
    m_chart.tickColor = theme.text2;
    m_chart.besideRoom = room - 8;
    m_chart.zoom = ChartZoom::X;
    m_chart.y.numbers = ChartNumbers{.gap = 30, .unit = "\u00D7"};
    if (m_hours) {
      for (int day = 0; 24.0 * day <= m_end; ++day) {
        const double hour = 24.0 * day;
        m_chart.x.ticks.push_back({hour, day == 0 ? tr("0 h") : fixedText(hour, 0)});
        if (day > 0) m_chart.under.push_back({.at = hour, .color = theme.pale, .dashed = true});
      }
    } else {
      m_chart.x.numbers = ChartNumbers{.whole = true};
    }
    m_chart.under.push_back({.vertical = false, .at = 1, .color = theme.mid});
    for (const ReadingLine& line : m_lines)
      if (line.pointer) m_chart.series.push_back(band(line));
    for (std::size_t i = 0; i < m_lines.size(); ++i) m_chart.series.push_back(steps(i));
  }

  [[nodiscard]] ChartSeries band(const ReadingLine& line) const {
    const Color pale = mix(m_canvas.theme.pale, m_canvas.theme.panel, 0.25F);
    ChartSeries area{.kind = SeriesKind::Area, .color = pale};
    for (const ReadingBin& bin : *line.bins) {
      if (!shown(bin)) continue;
      const bool known = bin.timesUniform.hasInterval();
      for (const double x : {left(bin), right(bin)}) {
        area.x.push_back(x);
        area.y.push_back(known ? bin.timesUniform.high : std::numeric_limits<double>::quiet_NaN());
        area.low.push_back(known ? bin.timesUniform.low : std::numeric_limits<double>::quiet_NaN());
      }
    }
    return area;
  }

  /// Doubled points: a range is a range, and one without samples is a gap.
  [[nodiscard]] ChartSeries steps(std::size_t line) const {
    const Theme& theme = m_canvas.theme;
    const bool pointer = m_lines[line].pointer;
    ChartSeries steps{
        .kind = SeriesKind::Line,
        .name = m_lines[line].name,
        .color = pointer         ? theme.solid
                 : line % 2 == 0 ? theme.mid
                                 : theme.text,
        .width = pointer ? 2.0F : 1.0F,
        .dashed = !pointer && line % 2 == 0,
        .beside = pointer ? ChartName{m_lines[line].name, theme.text, {.size = 11, .weight = Weight::SemiBold}}
                          : ChartName{m_lines[line].name, theme.text2}};
    for (const ReadingBin& bin : *m_lines[line].bins) {
      if (!shown(bin)) continue;
      if (!steps.x.empty() && steps.x.back() < left(bin)) {
        steps.x.push_back(left(bin));
        steps.y.push_back(std::numeric_limits<double>::quiet_NaN());
      }
      for (const double x : {left(bin), right(bin)}) {
        steps.x.push_back(x);
        steps.y.push_back(bin.timesUniform.mean);
      }
    }
    return steps;
  }

  [[nodiscard]] const ReadingLine* pointer() const {
    const auto found = std::ranges::find(m_lines, true, &ReadingLine::pointer);
    return found == m_lines.end() ? nullptr : &*found;
  }

  [[nodiscard]] std::string rangeText(const ReadingBin& bin) const {
    if (m_hours) return tr("%1 to %2 h", {fixedText(bin.from, 0), fixedText(bin.to, 0)});
    return bin.from == 1 ? tr("the last visit") : tr("position %1 from the end", {fixedText(bin.from, 0)});
  }

  /// What the pointer reads most, in words beside its peak.
  void paintMost(const Chart& drawn) {
    const ReadingLine* line = pointer();
    if (!line) return;
    const ReadingBin* most = nullptr;
    for (const ReadingBin& bin : *line->bins)
      if (shown(bin) && (!most || bin.timesUniform.mean > most->timesUniform.mean)) most = &bin;
    if (!most) return;
    m_most = tr("pointer weight: %1 at %2", {timesText(most->timesUniform.mean), rangeText(*most)});
    const Point at = drawn.at(right(*most), most->timesUniform.mean);
    // Where the sentence has no room, the number alone.
    const std::string& text =
        m_builder.width(m_most, mediumBoldFont) + 2 <= drawn.plot.width ? m_most : timesText(most->timesUniform.mean);
    const float width = m_builder.width(text, mediumBoldFont) + 2;
    // Left of the peak where it has no room at the right.
    const float before = drawn.at(left(*most), 1).x - 8 - width;
    const float x = at.x + 8 + width <= drawn.plot.right() ? at.x + 8 : std::max(drawn.plot.x, before);
    m_builder.text({x, std::max(drawn.plot.y, at.y - 8), width, 16}, text, m_canvas.theme.text, mediumBoldFont);
  }

  void addHits(const Chart& drawn) {
    for (const ReadingBin& bin : *m_lines.back().bins) {
      if (!shown(bin)) continue;
      const float from = drawn.xAxis().at(left(bin)), to = drawn.xAxis().at(right(bin));
      std::string label = rangeText(bin) + ", " + countText(bin.visits, "visit", "visits");
      for (const ReadingLine& line : std::views::reverse(m_lines))
        for (const ReadingBin& other : *line.bins) {
          if (other.from != bin.from) continue;
          label += "; " + line.name + " " + timesText(other.timesUniform.mean);
          if (other.timesUniform.hasInterval())
            label += tr(" (%1 to %2)", {fixedText(other.timesUniform.low, 2), fixedText(other.timesUniform.high, 2)});
        }
      const std::string first = fixedText(bin.from, 0);
      filterHit(m_builder, {from, drawn.plot.y, to - from, drawn.plot.height}, label, exactText(bin.timesUniform.mean),
                m_hours ? "hours-before:" + first + ".." + fixedText(bin.to, 0) : "len>=" + first);
    }
    const std::string foot =
        m_hours ? tr("Hours from a visit's begin to the last visit's end; the time of the target is not recorded")
                : tr("Position from the end; 1 is the last visit. Multiples of 1 / length");
    m_builder.text({12, m_canvas.size.height - 20, m_canvas.size.width - 24, 16}, foot, m_canvas.theme.text2,
                   smallFont);
  }

  void describe() {
    m_scene.caption = tr("times uniform, %1", {modelScope(m_input)});
    m_scene.captionRight = pointer() ? tr("band: 95 % by user") : "";
    m_scene.summary =
        (m_hours ? tr("By hours before the end of the last visit") : tr("By position from the end")) +
        tr(", over %1: ", {m_input.scope}) +
        (m_most.empty() ? tr("attention of %1", {countText(m_lines.size(), "layer", "layers")}) : m_most) + ".";
    m_scene.table.columns = {"line", "from", "to", "visits", "weight", "uniform", "times uniform", "low", "high"};
    for (const ReadingLine& line : m_lines)
      for (const ReadingBin& bin : *line.bins)
        m_scene.table.add(line.name, bin.from, bin.to, bin.visits, bin.weight, bin.uniform, bin.timesUniform.mean,
                          bin.timesUniform.low, bin.timesUniform.high);
  }

  const DatasetInput& m_input;
  const Canvas& m_canvas;
  Scene m_scene;
  SceneBuilder m_builder;
  bool m_hours;
  std::vector<ReadingLine> m_lines;
  std::size_t m_least = 1;
  double m_end = 1;
  Chart m_chart;
  std::string m_most;
};

ViewContent readingContent(const DatasetInput& input, const Canvas& canvas, bool hours) {
  const bool has = input.model && (input.model->capabilities.pointer || input.model->capabilities.attentionMaps);
  const std::string lacks =
      input.model ? tr("%1 has neither a pointer nor attention", {input.model->title}) : std::string();
  if (auto nothing = nothingRead(input, has, lacks)) return *nothing;
  if (input.read->attention.empty() && !input.read->pointer) return EmptyState{.title = lacks};
  return ReadingPainter(input, canvas, hours).paint();
}

}  // namespace

ViewContent byPositionContent(const DatasetInput& input, const Canvas& canvas) {
  return readingContent(input, canvas, false);
}

ViewContent byHoursContent(const DatasetInput& input, const Canvas& canvas) {
  return readingContent(input, canvas, true);
}

}  // namespace sojourn::present
