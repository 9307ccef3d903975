// SPDX-License-Identifier: GPL-3.0-or-later
// The line ends of the Training curves with their names, and what answers the mouse.
#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>

#include "model/core/text.h"
#include "model/core/translation.h"
#include "views/present/chart/chart.h"
#include "views/present/runs/run_colors.h"
#include "views/present/scene/format.h"
#include "views/present/training/training_curves_drawing.h"

namespace sojourn::present {
namespace {

constexpr float lineHeight = 12;

struct LineEnd {
  const DrawnSeries* drawn = nullptr;
  float y = 0;  ///< where its line ends, within the frame
};

/// The last drawn value of every line that has a name.
std::vector<LineEnd> lineEnds(const CurvePanel& panel) {
  std::vector<LineEnd> ends;
  for (const DrawnSeries& drawn : panel.drawn) {
    if (drawn.behind) continue;
    const Decimated& line = drawn.foremost();
    const Rect& plot = panel.plot;
    float y = plot.bottom();
    if (!line.points.empty()) {
      y = panel.y.at(line.points.back().value);
    } else if (drawn.thin->raw.nonFinite.empty()) {
      continue;
    }
    ends.push_back({&drawn, std::clamp(y, plot.y, plot.bottom())});
  }
  return ends;
}

/// A name in as many lines as the width needs, broken after a sign that ends a word; shortened where a word is wider.
std::vector<std::string> nameLines(SceneBuilder& builder, const std::string& name, float width) {
  std::vector<std::string> lines;
  for (std::size_t begin = 0; begin < name.size();) {
    std::size_t end = name.size();
    while (builder.width(std::string_view(name).substr(begin, end - begin), curveEndFont) > width) {
      const std::size_t sign = end - begin > 1 ? name.find_last_of("-_/ ,", end - 2) : std::string::npos;
      if (sign == std::string::npos || sign < begin) return {builder.fittingName(name, width, curveEndFont)};
      end = sign + 1;
    }
    lines.push_back(name.substr(begin, end - begin));
    begin = end;
  }
  return lines;
}

}  // namespace

float curveEndsWidth(const CurveScene& all, float panelWidth) {
  float width = 0;
  for (const std::string& title : all.shortNames) width = std::max(width, all.builder.width(title, curveEndFont));
  return std::min(std::ceil(width) + 8, std::floor(panelWidth * 0.3F));
}

void paintLineEnds(const CurveScene& all, const CurvePanel& panel) {
  std::vector<LineEnd> ends = lineEnds(panel);
  const float x = panel.plot.right() + 6;
  const float width = panel.rect.right() - x;
  if (ends.empty() || width < 8) return;
  // Beside the ticks, too, which stay left of them.
  const float from = panel.plot.y - 1;
  const float to = panel.rect.bottom() - lineHeight / 2 - 1;
  const auto room = std::max<std::size_t>(1, static_cast<std::size_t>((to - from) / lineHeight) + 1);
  std::size_t hidden = 0;
  float bottom = to;
  if (ends.size() > room) {
    const std::size_t kept = room > 1 ? room - 1 : 0;
    hidden = ends.size() - kept;
    ends.resize(kept);
    bottom = to - lineHeight;
  }
  std::vector<float> wishes;
  std::vector<std::vector<std::string>> names;
  std::size_t most = 1;  // lines of a name
  for (const LineEnd& end : ends) {
    wishes.push_back(end.y);
    names.push_back(nameLines(all.builder, all.shortNames[end.drawn->name], width));
    most = std::max(most, names.back().size());
  }
  if (most > 1 && (hidden > 0 || most * ends.size() > room)) {
    most = 1;
    for (std::size_t i = 0; i < ends.size(); ++i)
      names[i] = {all.builder.fittingName(all.shortNames[ends[i].drawn->name], width, curveEndFont)};
  }
  const float height = lineHeight * static_cast<float>(most), half = (height - lineHeight) / 2;
  const std::vector<float> centres = pushApart(wishes, height, from + half, bottom - half);
  for (std::size_t i = 0; i < ends.size(); ++i) {
    const float tall = lineHeight * static_cast<float>(names[i].size());
    const Rect rect{x, centres[i] - tall / 2, width, tall};
    const DrawnSeries& drawn = *ends[i].drawn;
    const std::string& name = all.names[drawn.name];
    float y = rect.y;
    for (const std::string& line : names[i]) {
      all.builder.text({x, y, width, lineHeight}, line, runTextColor(all.builder.theme(), all.runs[drawn.run].color),
                       curveEndFont);
      y += lineHeight;
    }
    all.builder.hit(rect, {}, name, name);
  }
  if (hidden > 0) {
    const Rect rect{x, to - lineHeight / 2, width, lineHeight};
    all.builder.text(rect, "+" + std::to_string(hidden), all.builder.theme().text2, chartTickFont);
    all.builder.hit(rect, {}, tr("%1 more runs: enlarge the panel to see their names", {std::to_string(hidden)}));
  }
}

namespace {

constexpr float reach = 8;  ///< from a lone point
constexpr std::size_t none = static_cast<std::size_t>(-1);

std::string valueText(double value) {
  if (std::isnan(value)) return tr("not a number");
  if (std::isinf(value)) return value > 0 ? tr("infinity") : tr("minus infinity");
  return exactText(value);
}

std::string pointText(const CurveScene& all, const CurvePanel& panel, const DrawnSeries& drawn, std::size_t i) {
  const CurveSeries& series = drawn.series();
  std::string text = tr("%1, %2: epoch %3",
                        {tr(curveMetricTitle(panel.metric)), all.names[drawn.name], std::to_string(series.epochAt(i))});
  if (series.stepAt(i) > 0) text += tr(", step %1", {groupThousands(series.stepAt(i))});
  if (all.options.x == CurveX::WallTime || all.options.x == CurveX::Relative)
    text += ", " + curveXText(all.options.x, series.xAt(i));
  if (drawn.isGroup()) {
    text += tr(": mean of %1%2%3", {std::to_string(series.count[i]), series.count[i] == 1 ? tr(" run ") : tr(" runs "),
                                    valueText(series.values[i])});
    if (series.count[i] > 1) text += tr(", %1 to %2", {exactText(series.low[i]), exactText(series.high[i])});
    return text;
  }
  text += ": " + valueText(series.values[i]);
  if (drawn.smoothed) text += tr(", smoothed %1", {exactText((*drawn.smoothed)[i])});
  return text;
}

/// Where the mouse finds a run: its points no closer than a column, each with what its column holds besides.
struct HoverPoint {
  CurveColumn column;
  float x = 0, y = 0;
};

class HoverRun {
 public:
  HoverRun(const CurvePanel& panel, const DrawnSeries& drawn) : m_drawn(&drawn) {
    m_points.reserve(drawn.thin->columns.size());
    for (const CurveColumn& column : drawn.thin->columns) {
      const float y = std::clamp(panel.y.at(drawn.foremostAt(column.index)), panel.plot.y, panel.plot.bottom());
      const float x = panel.x.at(column.x);
      if (x >= panel.plot.x - 1 && x <= panel.plot.right() + 1) m_points.push_back({column, x, y});
    }
  }

  /// The nearest point at x, where the run has one within half the way to the next.
  [[nodiscard]] std::size_t at(float x) const {
    const auto after = std::ranges::lower_bound(m_points, x, {}, &HoverPoint::x);
    const auto i = static_cast<std::size_t>(after - m_points.begin());
    const float left = i > 0 ? x - m_points[i - 1].x : std::numeric_limits<float>::infinity();
    const float right = i < m_points.size() ? m_points[i].x - x : std::numeric_limits<float>::infinity();
    if (i > 0 && i < m_points.size()) return left <= right ? i - 1 : i;
    if (std::min(left, right) > endReach(i)) return none;
    return left <= right ? i - 1 : i;
  }

  [[nodiscard]] const HoverPoint& point(std::size_t i) const { return m_points[i]; }
  [[nodiscard]] const DrawnSeries& drawn() const { return *m_drawn; }

 private:
  /// Half the last gap before the end at which `i` stands.
  [[nodiscard]] float endReach(std::size_t i) const {
    const std::size_t n = m_points.size();
    if (n < 2) return reach;
    const float gap = i == 0 ? m_points[1].x - m_points[0].x : m_points[n - 1].x - m_points[n - 2].x;
    return std::max(reach, gap / 2);
  }

  const DrawnSeries* m_drawn;
  std::vector<HoverPoint> m_points;
};

class HitMaker {
 public:
  HitMaker(const CurveScene& all, const CurvePanel& panel) : m_all(all), m_panel(panel) {
    for (const DrawnSeries& drawn : panel.drawn)
      if (!drawn.behind) m_runs.emplace_back(panel, drawn);
  }

  void addColumns() {
    const Rect& plot = m_panel.plot;
    std::vector<std::size_t> open(m_runs.size(), none), nearest(m_runs.size(), none);
    float start = plot.x;
    const auto columns = static_cast<std::size_t>(std::max(1.0F, std::ceil(m_panel.rect.width / mouseColumnWidth)));
    const float width = plot.width / static_cast<float>(columns);
    for (std::size_t c = 0; c < columns; ++c) {
      const float x = plot.x + width * static_cast<float>(c);
      const float middle = x + width / 2;
      for (std::size_t r = 0; r < m_runs.size(); ++r) nearest[r] = m_runs[r].at(middle);
      if (nearest == open) continue;
      addColumn(open, start, x);
      open = nearest;
      start = x;
    }
    addColumn(open, start, plot.right());
  }

  /// A cross answers with the value that broke the line.
  void addNonFinite() {
    constexpr float half = 4;
    const Rect& plot = m_panel.plot;
    for (const DrawnSeries& drawn : m_panel.drawn) {
      const Decimated& raw = drawn.thin->raw;
      for (std::size_t i = 0; i < raw.nonFinite.size(); ++i) {
        const SeriesPoint& point = raw.nonFinite[i];
        const double at = drawn.thin->nonFiniteX[i];
        const float x = m_panel.x.at(at);
        if (x < plot.x || x > plot.right()) continue;
        const float left = std::max(plot.x, x - half);
        const float y = nonFiniteHeight(m_panel, point.value);
        m_all.builder
            .hit({left, y - half, std::min(plot.right(), x + half) - left, 2 * half}, {},
                 pointText(m_all, m_panel, drawn, point.index), fullNumber(point.value))
            .action = SetCursor{at};
      }
    }
  }

  /// Every run's value at the cursor, in one label.
  void addCursor() {
    if (!m_all.options.cursor || !m_panel.x.holds(*m_all.options.cursor)) return;
    const double cursor = *m_all.options.cursor;
    const Rect& plot = m_panel.plot;
    const float x = m_panel.x.at(cursor);
    std::string label = tr("%1 at %2", {tr(curveMetricTitle(m_panel.metric)), curveXText(m_all.options.x, cursor)});
    std::string values;
    for (const HoverRun& run : m_runs) {
      const std::optional<std::size_t> i = atCursor(run, x, cursor);
      if (!i) continue;
      const double value = run.drawn().series().values[*i];
      const std::string& name = m_all.names[run.drawn().name];
      label += values.empty() ? ": " : "; ";
      label += name + " " + valueText(value);
      values += (values.empty() ? "" : "\n") + name + "\t" + fullNumber(value);
    }
    if (values.empty()) label += tr(": no run has a value");
    const float left = std::max(plot.x, x - 2.5F);
    m_all.builder.hit({left, plot.y, std::min(plot.right(), x + 2.5F) - left, plot.height}, {}, label, values).action =
        SetCursor{cursor};
  }

 private:
  /// The value nearest to the cursor among all of the run's, where the run reaches that far.
  static std::optional<std::size_t> atCursor(const HoverRun& run, float x, double cursor) {
    if (run.at(x) == none) return std::nullopt;
    const CurveSeries& series = run.drawn().series();
    const auto all = std::views::iota(std::size_t{0}, series.values.size());
    const auto found = std::ranges::partition_point(all, [&](std::size_t i) { return series.xAt(i) < cursor; });
    const auto after = static_cast<std::size_t>(found - all.begin());
    if (after == series.values.size()) return after - 1;
    if (after > 0 && cursor - series.xAt(after - 1) <= series.xAt(after) - cursor) return after - 1;
    return after;
  }

  /// From the left to the right edge every run owns the heights that are nearest to its point.
  void addColumn(const std::vector<std::size_t>& points, float left, float right) {
    struct Owner {
      std::size_t run;
      float y;
    };
    std::vector<Owner> owners;
    for (std::size_t r = 0; r < points.size(); ++r)
      if (points[r] != none) owners.push_back({r, m_runs[r].point(points[r]).y});
    std::ranges::stable_sort(owners, {}, &Owner::y);
    const Rect& plot = m_panel.plot;
    float top = plot.y;
    for (std::size_t i = 0; i < owners.size(); ++i) {
      const bool last = i + 1 == owners.size();
      const float bottom = last ? plot.bottom() : (owners[i].y + owners[i + 1].y) / 2;
      // Lines that lie on each other share their heights: nothing is left for the ones behind.
      if (bottom - top >= 0.5F)
        addHit({left, top, right - left, bottom - top}, m_runs[owners[i].run], points[owners[i].run]);
      top = std::max(top, bottom);
    }
  }

  void addHit(Rect rect, const HoverRun& run, std::size_t i) {
    const CurveColumn& column = run.point(i).column;
    const CurveSeries& series = run.drawn().series();
    std::string label = pointText(m_all, m_panel, run.drawn(), column.index);
    if (column.count > 1)
      label += tr("; %1 values here, %2 to %3", {grouped(column.count), exactText(column.low), exactText(column.high)});
    m_all.builder.hit(rect, {}, std::move(label), fullNumber(series.values[column.index])).action =
        SetCursor{series.xAt(column.index)};
  }

  const CurveScene& m_all;
  const CurvePanel& m_panel;
  std::vector<HoverRun> m_runs;
};

}  // namespace

void addCurveHits(const CurveScene& all, const CurvePanel& panel) {
  HitMaker maker(all, panel);
  maker.addColumns();
  maker.addNonFinite();
}

void addCursorHit(const CurveScene& all, const CurvePanel& panel) {
  HitMaker(all, panel).addCursor();
}

std::string fullNumber(double value) {
  std::array<char, 40> text{};
  const auto written = std::to_chars(text.data(), text.data() + text.size(), value);
  return {text.data(), written.ptr};
}

}  // namespace sojourn::present
