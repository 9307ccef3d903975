// SPDX-License-Identifier: GPL-3.0-or-later
#include <algorithm>
#include <array>
#include <cmath>

#include "views/present/smoothing.h"
#include "views/present/training_curves_parts.h"

namespace sojourn::present {
namespace {

constexpr float edgeMark = 4;  ///< half of a mark at the frame's edge

bool isLoss(CurveMetric metric) {
  return metric == CurveMetric::ValidationLoss || metric == CurveMetric::TrainLoss;
}

/// Marks stand where an epoch's outcome does.
bool marksEpochs(CurveMetric metric) {
  return !isPerStep(metric) || metric == CurveMetric::TrainLoss;
}

/// The rate follows its schedule to the digit: there is no noise in it to be smoothed away.
bool canBeSmoothed(const CurveSeries& series, CurveMetric metric) {
  return series.perStep && metric != CurveMetric::LearningRate;
}

/// The values that the y axis is to show, on its scale.
std::vector<double> shownValues(const CurvePanel& panel, bool logarithmic) {
  std::vector<double> values;
  for (const DrawnSeries& drawn : panel.drawn) {
    for (const SeriesPoint& point : drawn.raw.points) {
      if (!logarithmic) values.push_back(point.value);
      if (logarithmic && point.value > 0) values.push_back(std::log10(point.value));
    }
  }
  return values;
}

/// Losses and gradients leave their usual range by orders of magnitude; beyond three spreads between the quartiles
/// outside them (Tukey's far fence) they are cut, so that the rest can still be read.
void cutAtFences(std::vector<double>& values, double& low, double& high) {
  const auto quantile = [&](std::size_t quarter) {
    const auto at = values.begin() + static_cast<std::ptrdiff_t>((values.size() - 1) * quarter / 4);
    std::ranges::nth_element(values, at);
    return *at;
  };
  const double first = quantile(1);
  const double third = quantile(3);
  const double reach = 3 * (third - first);
  if (!(reach > 0)) return;
  low = std::max(low, first - reach);
  high = std::min(high, third + reach);
}

Axis valueAxis(const CurvePanel& panel, const CurveOptions& options, float top, float bottom) {
  const bool logarithmic = isLogarithmic(panel.metric, options);
  std::vector<double> values = shownValues(panel, logarithmic);
  double low = 0, high = 1;
  if (!values.empty()) {
    const auto ends = std::ranges::minmax(values);
    low = ends.min, high = ends.max;
    if (isLoss(panel.metric) || panel.metric == CurveMetric::GradientNorm) cutAtFences(values, low, high);
  }
  const double middle = low / 2 + high / 2;
  const double least = logarithmic ? 0.1 : std::max(std::fabs(middle) * 1e-6, 1e-12);
  // Halves, so that a range from the lowest to the highest double has a width.
  double half = std::max(high / 2 - low / 2, least);
  if (low == high && !logarithmic && low != 0) half = std::fabs(low) * 0.1;
  half *= 1.05;
  low = middle - half, high = middle + half;
  if (logarithmic) low = std::pow(10.0, std::max(low, -300.0)), high = std::pow(10.0, std::min(high, 300.0));
  constexpr double most = 1e300;
  return {std::max(low, -most), std::min(high, most), bottom, top, logarithmic};
}

void thinSeries(DrawnSeries& drawn, CurveMetric metric, double smoothing) {
  const CurveSeries& series = drawn.series;
  drawn.raw = decimate(series.values, drawn.bounds);
  if (smoothing > 0 && canBeSmoothed(series, metric)) {
    drawn.smooth = smoothed(series.values, smoothing);
    drawn.line = decimate(drawn.smooth, drawn.bounds);
  }
}

class PanelPainter {
 public:
  PanelPainter(const CurveScene& all, const CurvePanel& panel)
      : m_all(all), m_kit(all.kit), m_panel(panel), m_theme(all.kit.theme()) {}

  void paint() {
    paintTitle();
    paintTicks();
    for (const DrawnSeries& drawn : m_panel.drawn) {
      if (!drawn.smooth.empty()) paintLine(drawn, drawn.raw, mix(m_theme.panel, colorOf(drawn), 0.35F), 1);
    }
    for (const DrawnSeries& drawn : m_panel.drawn) paintLine(drawn, drawn.foremost(), colorOf(drawn), 1.5F);
    for (const DrawnSeries& drawn : m_panel.drawn) paintNonFinite(drawn);
    if (marksEpochs(m_panel.metric)) {
      for (const DrawnSeries& drawn : m_panel.drawn) paintMarks(drawn);
    }
    if (m_all.options.cursor && m_panel.x.holds(*m_all.options.cursor)) {
      const float x = m_panel.x.at(*m_all.options.cursor);
      m_kit.line({x, m_panel.plot.y}, {x, m_panel.plot.bottom()}, m_theme.accent, 1, true);
    }
  }

 private:
  [[nodiscard]] const CurveRun& runOf(const DrawnSeries& drawn) const { return m_all.runs[drawn.series.run]; }
  [[nodiscard]] Color colorOf(const DrawnSeries& drawn) const { return runOf(drawn).color; }

  void paintTitle() {
    constexpr Font font{.size = 12, .weight = Weight::SemiBold};
    const std::string title(curveMetricTitle(m_panel.metric));
    const Rect& rect = m_panel.rect;
    const float width = std::min(std::ceil(m_kit.width(title, font)) + 2, rect.width);
    m_kit.text({rect.x, rect.y, width, 16}, title, m_theme.text, font);
    const float rest = rect.width - width - 8;
    if (rest > 30) {
      m_kit.text({rect.x + width + 8, rect.y, rest, 16}, curveCaption(m_panel.metric, m_panel), m_theme.text2,
                 {.size = 11.5F});
    }
    const bool large = m_all.options.enlarged.has_value();
    m_kit.hit({rect.x, rect.y, rect.width, 18}, {}, large ? "Show all metrics" : "Show only " + title + ", large",
              title);
    m_all.scene.hits.back().action =
        Action{.id = "enlarge", .argument = large ? std::string() : std::string(curveMetricName(m_panel.metric))};
  }

  void paintTicks() {
    const Rect& plot = m_panel.plot;
    for (const Tick& tick : m_panel.yTicks) {
      const float y = std::round(m_panel.y.at(tick.value));
      m_kit.box({plot.x, std::min(y, plot.bottom() - 1), plot.width, 1}, m_theme.grid);
      m_kit.text({m_panel.rect.x, y - 7, plot.x - m_panel.rect.x - 6, 14}, tick.text, m_theme.text2, curveTickFont,
                 Align::Right);
    }
    m_kit.box({plot.x, plot.bottom(), plot.width, 1}, m_theme.line);
    std::vector<Rect> taken;
    if (m_all.options.cursor && m_panel.x.holds(*m_all.options.cursor)) paintCursorTick(taken);
    for (const Tick& tick : xTicks()) paintXTick(tick.text, m_panel.x.at(tick.value), m_theme.text2, taken);
  }

  [[nodiscard]] std::vector<Tick> xTicks() const {
    switch (m_all.options.x) {
      case CurveX::WallTime:
        return clockTicks(m_panel.x, 62);
      case CurveX::Relative:
        return durationTicks(m_panel.x, 54);
      case CurveX::Step:
        return numberTicks(m_panel.x, 64, true);
      case CurveX::Epoch:
        break;
    }
    // Within an epoch or two its parts are told, too.
    const bool whole = m_panel.x.to() - m_panel.x.from() > 2;
    return numberTicks(m_panel.x, whole ? 26.0F : 40.0F, whole);
  }

  void paintCursorTick(std::vector<Rect>& taken) {
    const double cursor = *m_all.options.cursor;
    paintXTick(curveXNumber(m_all.options.x, cursor), m_panel.x.at(cursor), m_theme.accent, taken);
  }

  /// Left of the line ends, and only where it runs into no other.
  void paintXTick(const std::string& text, float x, Color color, std::vector<Rect>& taken) {
    const float width = std::ceil(m_kit.width(text, curveTickFont)) + 2;
    const float room = m_panel.plot.right() + 5 - width;
    if (room < m_panel.rect.x) return;
    const Rect rect{std::clamp(x - width / 2, m_panel.rect.x, room), m_panel.plot.bottom() + 3, width, 13};
    if (std::ranges::any_of(taken, [&](Rect t) { return rect.x < t.right() + 4 && t.x < rect.right() + 4; })) return;
    taken.push_back(rect);
    m_kit.text(rect, text, color, curveTickFont, Align::Center);
  }

  void paintLine(const DrawnSeries& drawn, const Decimated& decimated, Color color, float width) {
    std::size_t begin = 0;
    float lastTop = -100, lastBottom = -100;  // the x of the last triangle of each edge
    for (const std::size_t end : decimated.pieceEnds) {
      std::vector<Point> points;
      points.reserve(end - begin);
      for (; begin < end; ++begin) {
        const SeriesPoint& point = decimated.points[begin];
        points.push_back({m_panel.x.at(drawn.series.xAt(point.index)), m_panel.y.at(point.value)});
      }
      ClippedLine clipped = clipLine(points, m_panel.plot);
      for (std::vector<Point>& piece : clipped.pieces) paintPiece(std::move(piece), color, width, runOf(drawn).dashed);
      for (const Point exit : clipped.exits) {
        const bool top = exit.y <= m_panel.plot.y;
        float& last = top ? lastTop : lastBottom;
        if (std::fabs(exit.x - last) < 2 * edgeMark + 2) continue;
        last = exit.x;
        paintTriangle(exit, top, color);
      }
    }
  }

  void paintPiece(std::vector<Point> piece, Color color, float width, bool dashed) {
    if (piece.size() == 1) {
      m_all.scene.shapes.emplace_back(
          CircleShape{.center = piece.front(), .radius = width, .fill = color, .stroke = {}});
      return;
    }
    m_all.scene.shapes.emplace_back(
        LineShape{.points = std::move(piece), .color = color, .width = width, .dashed = dashed});
  }

  void paintTriangle(Point tip, bool up, Color color) {
    const float base = up ? tip.y + 1.6F * edgeMark : tip.y - 1.6F * edgeMark;
    m_all.scene.shapes.emplace_back(
        PolygonShape{.points = {{tip.x, tip.y}, {tip.x + edgeMark, base}, {tip.x - edgeMark, base}}, .fill = color});
  }

  /// A cross at the bottom edge for NaN and minus infinity, at the top edge for infinity.
  void paintNonFinite(const DrawnSeries& drawn) {
    float lastTop = -100, lastBottom = -100;
    for (const SeriesPoint& point : drawn.raw.nonFinite) {
      const float x = m_panel.x.at(drawn.series.xAt(point.index));
      if (x < m_panel.plot.x - 0.5F || x > m_panel.plot.right() + 0.5F) continue;
      const bool top = point.value > 0;
      float& last = top ? lastTop : lastBottom;
      if (std::fabs(x - last) < 2 * edgeMark) continue;
      last = x;
      const float y = nonFiniteHeight(m_panel, point.value);
      constexpr float arm = edgeMark - 1;
      m_kit.line({x - arm, y - arm}, {x + arm, y + arm}, colorOf(drawn), 2);
      m_kit.line({x - arm, y + arm}, {x + arm, y - arm}, colorOf(drawn), 2);
    }
  }

  /// A dot at the best epoch, a bar where the early stop ended the run.
  void paintMarks(const DrawnSeries& drawn) {
    const CurveSeries& series = drawn.series;
    const std::span<const double> values = drawn.smooth.empty() ? series.values : std::span<const double>(drawn.smooth);
    const auto place = [&](std::size_t i) { return Point{m_panel.x.at(series.xAt(i)), m_panel.y.at(values[i])}; };
    if (stoppedEarly(runOf(drawn)) && !values.empty()) {
      const Point end = place(values.size() - 1);
      if (inside(end)) {
        const float top = std::max(m_panel.plot.y, end.y - 5);
        m_kit.box({end.x - 1, top, 2, std::min(m_panel.plot.bottom(), end.y + 5) - top}, colorOf(drawn));
      }
    }
    const std::optional<std::int64_t> best = m_all.best[series.run];
    if (!best) return;
    for (std::size_t i = values.size(); i-- > 0;) {
      if (series.epochAt(i) > *best) continue;
      const Point dot = place(i);
      if (series.epochAt(i) == *best && inside(dot)) {
        m_all.scene.shapes.emplace_back(
            CircleShape{.center = dot, .radius = 3.5F, .fill = colorOf(drawn), .stroke = m_theme.panel});
      }
      return;
    }
  }

  [[nodiscard]] bool inside(Point p) const {
    const Rect& plot = m_panel.plot;
    return p.x >= plot.x - 0.5F && p.x <= plot.right() + 0.5F && p.y >= plot.y && p.y <= plot.bottom();
  }

  const CurveScene& m_all;
  PaintKit& m_kit;
  const CurvePanel& m_panel;
  const Theme& m_theme;
};

}  // namespace

float nonFiniteHeight(const CurvePanel& panel, double value) {
  return value > 0 ? panel.plot.y + edgeMark : panel.plot.bottom() - edgeMark;
}

bool isLogarithmic(CurveMetric metric, const CurveOptions& options) {
  if (metric == CurveMetric::GradientNorm || metric == CurveMetric::LearningRate) return true;
  return isLoss(metric) && options.logarithmicLoss;
}

std::string curveCaption(CurveMetric metric, const CurvePanel& panel) {
  const auto epochOnly = std::ranges::count_if(panel.drawn, [](const DrawnSeries& d) { return !d.series.perStep; });
  std::string text;
  switch (metric) {
    case CurveMetric::ValidationLoss:
      text = "mean of batches";
      break;
    case CurveMetric::TrainLoss:
      text = epochOnly == 0 ? "each step" : "each step, epoch means where there are none";
      if (static_cast<std::size_t>(epochOnly) == panel.drawn.size()) text = "epoch means";
      break;
    case CurveMetric::GradientNorm:
      text = "before clipping";
      break;
    case CurveMetric::LearningRate:
      text = "each step";
      break;
    case CurveMetric::Throughput:
      text = "sequences a second";
      break;
    default:
      text = "validation, %";
      break;
  }
  return panel.y.logarithmic() ? text + ", log" : text;
}

void thinPanel(CurvePanel& panel, const CurveOptions& options, CurveRange range,
               std::vector<std::vector<std::size_t>>& stepBounds) {
  const auto columns = static_cast<std::size_t>(std::max(1.0F, std::ceil(panel.rect.width)));
  for (DrawnSeries& drawn : panel.drawn) {
    const CurveSeries& series = drawn.series;
    std::vector<std::size_t>& shared = stepBounds[series.run];
    if (series.perStep && !shared.empty()) {
      drawn.bounds = shared;
    } else {
      drawn.bounds = columnBounds(
          series.values.size(), [&](std::size_t i) { return series.xAt(i); }, range.from, range.to, columns);
      if (series.perStep) shared = drawn.bounds;
    }
    thinSeries(drawn, panel.metric, options.smoothing);
  }
  panel.y = valueAxis(panel, options, panel.rect.y + curveTitleHeight, panel.rect.bottom() - curveTickHeight);
  panel.yTicks = numberTicks(panel.y, std::clamp(panel.y.length() / 8, 18.0F, 40.0F));
}

float curveTicksWidth(const CurvePanel& panel, const PaintKit& kit) {
  float width = 0;
  for (const Tick& tick : panel.yTicks) width = std::max(width, kit.width(tick.text, curveTickFont));
  return std::ceil(width) + 8;
}

void paintPanel(const CurveScene& all, const CurvePanel& panel) {
  PanelPainter(all, panel).paint();
  paintLineEnds(all, panel);
}

ClippedLine clipLine(std::span<const Point> line, Rect plot) {
  ClippedLine out;
  const auto outside = [&](Point p) { return p.y < plot.y ? -1 : p.y > plot.bottom() ? 1 : 0; };
  const auto within = [&](Point p) { return p.x >= plot.x - 0.5F && p.x <= plot.right() + 0.5F; };
  std::vector<Point> piece;
  const auto flush = [&] {
    if (!piece.empty()) out.pieces.push_back(std::move(piece));
    piece.clear();
  };
  for (std::size_t i = 0; i < line.size(); ++i) {
    const int side = outside(line[i]);
    // Where it stays outside, the first of its points there stands for all.
    const bool stays = i > 0 && outside(line[i - 1]) == side && within(line[i - 1]);
    if (side != 0 && within(line[i]) && !stays) out.exits.push_back({line[i].x, side < 0 ? plot.y : plot.bottom()});
    if (i == 0) {
      if (side == 0 && within(line[i])) piece.push_back(line[i]);
      continue;
    }
    if (side == 0 && within(line[i]) && !piece.empty()) {  // from inside to inside, as most are
      piece.push_back(line[i]);
      continue;
    }
    // Liang and Barsky's parameters of the part of the stretch that lies inside.
    const Point a = line[i - 1], b = line[i];
    const float dx = b.x - a.x, dy = b.y - a.y;
    float enter = 0, leave = 1;
    bool visible = true;
    const auto cut = [&](float direction, float distance) {
      if (direction == 0) {
        visible = visible && distance >= 0;
      } else if (direction < 0) {
        enter = std::max(enter, distance / direction);
      } else {
        leave = std::min(leave, distance / direction);
      }
    };
    cut(-dx, a.x - plot.x);
    cut(dx, plot.right() - a.x);
    cut(-dy, a.y - plot.y);
    cut(dy, plot.bottom() - a.y);
    if (!visible || enter > leave) {
      flush();
      continue;
    }
    const auto at = [&](float share) {
      return Point{std::clamp(a.x + share * dx, plot.x, plot.right()),
                   std::clamp(a.y + share * dy, plot.y, plot.bottom())};
    };
    if (enter > 0 || piece.empty()) {
      flush();
      piece.push_back(at(enter));
    }
    piece.push_back(leave < 1 ? at(leave) : at(1));
    if (leave < 1) flush();
  }
  flush();
  return out;
}

}  // namespace sojourn::present
