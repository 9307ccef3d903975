// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/present/training_curves.h"

#include <algorithm>
#include <array>
#include <cmath>

#include "views/present/format.h"
#include "views/present/segmented_control.h"
#include "views/present/smoothing.h"
#include "views/present/training_curves_parts.h"

namespace sojourn::present {
namespace {

constexpr float padding = 12;
constexpr float controlHeight = 24;
constexpr float gapAcross = 20;
constexpr float gapDown = 6;
constexpr float narrowestPanel = 220;
constexpr float lowestPanel = 96;
constexpr Font controlFont{.size = 11.5F, .weight = Weight::Medium};
constexpr Font wordFont{.size = 11.5F};

/// The row of controls above the panels; breaks where the width ends.
class Controls {
 public:
  Controls(const CurveScene& all, float width) : m_all(all), m_kit(all.kit), m_right(width - padding) {}

  /// Returns the bottom of the last line.
  float paint() {
    paintX();
    paintSmoothing();
    paintLog();
    return m_y + controlHeight;
  }

 private:
  /// Where a group of that width begins.
  Point place(float width) {
    if (m_x > padding && m_x + width > m_right) {
      m_x = padding;
      m_y += controlHeight + 4;
    }
    const Point at{m_x, m_y};
    m_x += width + 24;
    return at;
  }

  void word(Point at, float width, const std::string& text) {
    m_kit.text({at.x, at.y, width, controlHeight}, text, m_kit.theme().text2, wordFont);
  }

  void paintX() {
    static const std::array<Segment, 4> segments{
        Segment{"Epoch", std::string(curveXName(CurveX::Epoch)), "x axis: epochs, steps between them evenly"},
        Segment{"Step", std::string(curveXName(CurveX::Step)), "x axis: optimizer steps"},
        Segment{"Wall time", std::string(curveXName(CurveX::WallTime)), "x axis: time of day, UTC"},
        Segment{"Relative", std::string(curveXName(CurveX::Relative)),
                "x axis: time since each run's start, pauses included"}};
    constexpr float label = 14;
    const Point at = place(label + segmentedWidth(m_kit, segments, controlFont));
    word(at, label, "x");
    paintSegmented(m_kit, m_all.scene, {at.x + label, at.y}, controlHeight, segments,
                   static_cast<std::size_t>(m_all.options.x), "setX", controlFont);
  }

  /// "Smoothing − 0.6 +": the steps of a ladder that is finer where the curve changes more.
  void paintSmoothing() {
    constexpr std::array ladder{0.0, 0.3, 0.6, 0.8, 0.9, 0.95, 0.98, strongestSmoothing};
    const double now = std::clamp(m_all.options.smoothing, 0.0, strongestSmoothing);
    const auto above = std::ranges::upper_bound(ladder, now + 1e-9);
    const auto from = std::ranges::lower_bound(ladder, now - 1e-9);
    const float label = std::ceil(m_kit.width("Smoothing", wordFont)) + 8;
    constexpr float button = 24, value = 40;
    const Point at = place(label + 2 * button + value);
    word(at, label, "Smoothing");
    float x = at.x + label;
    paintButton({x, at.y, button, controlHeight}, "\u2212", "Smooth less",
                from == ladder.begin() ? std::nullopt : std::optional(*(from - 1)));
    x += button;
    m_kit.text({x, at.y, value, controlHeight}, now > 0 ? exactText(now) : "off", m_kit.theme().text, controlFont,
               Align::Center);
    m_kit.hit({x, at.y, value, controlHeight}, {},
              now > 0 ? "Exponential smoothing " + exactText(now) + " of step series, over the pale raw line"
                      : "No smoothing",
              fullNumber(now));
    x += value;
    paintButton({x, at.y, button, controlHeight}, "+", "Smooth more",
                above == ladder.end() ? std::nullopt : std::optional(*above));
  }

  /// Without a value it can go to, it stays as a disabled button.
  void paintButton(Rect rect, const char* sign, const char* label, std::optional<double> value) {
    const Theme& theme = m_kit.theme();
    m_kit.frame(rect, theme.border, 1, 4, theme.field);
    m_kit.text(rect, sign, value ? theme.text : theme.text3, {.size = 12, .weight = Weight::Medium}, Align::Center);
    m_kit.hit(rect, {}, value ? std::string(label) + ": " + exactText(*value) : std::string(label) + ": at its end");
    if (value) m_all.scene.hits.back().action = Action{.id = "setSmoothing", .argument = fullNumber(*value)};
  }

  void paintLog() {
    static const std::array<Segment, 2> segments{Segment{"off", "off", "Losses on a linear axis"},
                                                 Segment{"on", "on", "Losses on a logarithmic axis"}};
    const float label = std::ceil(m_kit.width("Log loss", wordFont)) + 8;
    const Point at = place(label + segmentedWidth(m_kit, segments, controlFont));
    word(at, label, "Log loss");
    paintSegmented(m_kit, m_all.scene, {at.x + label, at.y}, controlHeight, segments,
                   m_all.options.logarithmicLoss ? 1 : 0, "setLog", controlFont);
  }

  const CurveScene& m_all;
  PaintKit& m_kit;
  float m_right;
  float m_x = padding;
  float m_y = 6;
};

/// What all titles begin with is left out of the line ends, up to a sign that ends a word.
std::vector<std::string> shortTitles(std::span<const CurveRun> runs) {
  std::vector<std::string> titles;
  for (const CurveRun& run : runs) titles.push_back(run.title);
  if (titles.size() < 2) return titles;
  std::size_t common = titles.front().size();
  for (const std::string& title : titles) {
    const auto differs = std::ranges::mismatch(titles.front(), title);
    common = std::min(common, static_cast<std::size_t>(differs.in1 - titles.front().begin()));
  }
  const std::size_t sign = titles.front().substr(0, common).find_last_of("-_/ ,");
  if (sign == std::string::npos) return titles;
  const bool leavesNothing =
      std::ranges::any_of(titles, [&](const std::string& title) { return title.size() == sign + 1; });
  if (!leavesNothing) {
    for (std::string& title : titles) title.erase(0, sign + 1);
  }
  return titles;
}

/// From the start (0, or the first moment of a clock) to the last point of any run.
CurveRange wholeRange(const std::vector<CurvePanel>& panels, CurveX x) {
  double low = std::numeric_limits<double>::infinity(), high = -low;
  for (const CurvePanel& panel : panels) {
    for (const DrawnSeries& drawn : panel.drawn) {
      low = std::min(low, drawn.series.xAt(0));
      high = std::max(high, drawn.series.xAt(drawn.series.values.size() - 1));
    }
  }
  if (x != CurveX::WallTime) low = std::min(0.0, low);
  if (!std::isfinite(low) || !std::isfinite(high)) return {};
  return {low, std::max(high, low + 1)};
}

/// The grid that gives the panels most room: as many columns as keep them twice as wide as high.
struct Grid {
  std::size_t columns = 1, rows = 1;
  float width = 0, height = 0;
};

Grid bestGrid(std::size_t count, Size room) {
  Grid best;
  float most = -1;
  for (std::size_t columns = 1; columns <= count; ++columns) {
    const auto across = static_cast<float>(columns);
    const std::size_t rows = (count + columns - 1) / columns;
    const auto down = static_cast<float>(rows);
    const Grid grid{columns, rows, (room.width - gapAcross * (across - 1)) / across,
                    std::max(lowestPanel, (room.height - gapDown * (down - 1)) / down)};
    if (columns > 1 && grid.width < narrowestPanel) break;
    const bool fits = grid.height * down + gapDown * (down - 1) <= room.height + 0.5F;
    const float size = std::min(grid.width, 2.2F * grid.height) + (fits ? 10000.0F : 100.0F * across);
    if (size > most) most = size, best = grid;
  }
  return best;
}

/// Names the metrics that are wanted and not there.
std::string absentSentence(const std::vector<CurveMetric>& absent) {
  if (absent.empty()) return {};
  std::string text = "Not in these runs: ";
  for (std::size_t i = 0; i < absent.size(); ++i) {
    text += (i > 0 ? "; " : "") + std::string(curveMetricTitle(absent[i]));
  }
  return text;
}

/// "epoch 2 to 4" in the axis' words.
std::string rangeWords(CurveX x, const CurveRange& range) {
  return curveXText(x, range.from) + " to " + curveXNumber(x, range.to);
}

std::string captionOf(std::span<const CurveRun> runs, const CurveOptions& options, const CurveRange& range) {
  std::string text = std::to_string(runs.size()) + (runs.size() == 1 ? " run" : " runs") + ", ";
  constexpr std::array words{"by epoch", "by step", "by time of day, UTC", "by time since each start, pauses included"};
  text += words[static_cast<std::size_t>(options.x)];
  text += ", figures on validation";
  if (options.visible) text += ", " + rangeWords(options.x, range);
  return text;
}

/// Marks that the picture holds, in words.
std::string marksSentence(const CurveScene& all) {
  std::string text;
  const auto add = [&](bool present, const char* words) {
    if (present) text += (text.empty() ? "" : " \u00B7 ") + std::string(words);
  };
  add(std::ranges::any_of(all.best, [](const auto& best) { return best.has_value(); }), "dot: best epoch");
  add(std::ranges::any_of(all.runs, stoppedEarly), "bar: stopped early");
  return text;
}

ZoomActions zoomActions(const CurveRange& whole, const CurveRange& range, const CurveOptions& options) {
  const auto action = [](double from, double to) {
    return Action{.id = "setRange", .argument = fullNumber(from) + "," + fullNumber(to)};
  };
  const double span = range.to - range.from;
  const double middle = options.cursor && *options.cursor >= range.from && *options.cursor <= range.to
                            ? *options.cursor
                            : range.from + span / 2;
  ZoomActions zoom;
  const double share = (middle - range.from) / span;
  if (span > 1e-6 * (whole.to - whole.from))
    zoom.in = action(middle - share * span / 2, middle + (1 - share) * span / 2);
  if (options.visible) {
    const double from = std::max(whole.from, middle - share * span * 2);
    const double to = std::min(whole.to, middle + (1 - share) * span * 2);
    zoom.fit = Action{.id = "setRange", .argument = ""};
    zoom.out = from > whole.from || to < whole.to ? action(from, to) : *zoom.fit;
  }
  return zoom;
}

bool hasEvents(const CurveRun& run) {
  return run.history && (run.history->steps.size() > 0 || !run.history->epochs.empty() ||
                         std::ranges::any_of(run.history->evals,
                                             [](const auto& placed) { return placed.event.split == "validation"; }));
}

EmptyState empty(std::string title, std::string detail) {
  return {.title = std::move(title), .detail = std::move(detail), .buttonText = {}, .button = {}};
}

/// Sets the plots and their axes: one width beside the plots for all of them, so that they stand below each other.
void placePanels(const CurveScene& all, std::vector<CurvePanel>& panels, const CurveRange& range) {
  float ticks = 0;
  for (const CurvePanel& panel : panels) ticks = std::max(ticks, curveTicksWidth(panel, all.kit));
  for (CurvePanel& panel : panels) {
    const float ends = curveEndsWidth(all, panel.rect.width);
    panel.plot = {panel.rect.x + ticks, panel.rect.y + curveTitleHeight, panel.rect.width - ticks - ends,
                  panel.rect.height - curveTitleHeight - curveTickHeight};
    panel.plot.width = std::max(1.0F, panel.plot.width);
    panel.x = Axis(range.from, range.to, panel.plot.x, panel.plot.right());
  }
}

}  // namespace

Picture trainingCurvesPicture(std::span<const CurveRun> runs, const CurveOptions& options, const Canvas& canvas) {
  if (runs.empty()) return empty("No run is chosen", "Choose runs in the Runs table to see and compare their curves.");
  std::vector<CurveRun> present;
  for (const CurveRun& run : runs) {
    if (hasEvents(run)) present.push_back(run);
  }
  if (present.empty()) {
    return empty(runs.size() == 1 ? "No epoch of this run has ended yet" : "No epoch of these runs has ended yet",
                 "Curves appear with the first step.");
  }
  std::vector<CurveTime> times;
  for (const CurveRun& run : present) times.emplace_back(run, options.x);

  std::vector<CurvePanel> panels;
  std::vector<CurveMetric> absent;
  const std::vector<CurveMetric> wanted = options.enlarged ? std::vector{*options.enlarged} : options.shown;
  for (const CurveMetric metric : wanted) {
    std::vector<CurveSeries> series = curveSeries(metric, present, times);
    if (series.empty()) {
      absent.push_back(metric);
      continue;
    }
    CurvePanel panel{.metric = metric};
    for (CurveSeries& one : series) panel.drawn.push_back({.series = std::move(one)});
    panels.push_back(std::move(panel));
  }

  Scene scene;
  scene.size = scene.contentSize = canvas.size;
  PaintKit kit(scene, canvas);
  CurveScene all{scene, kit, present, options, shortTitles(present), {}};
  for (const CurveRun& run : present) all.best.push_back(bestEpochOf(run));

  const float top = Controls(all, canvas.size.width).paint() + 6;
  const std::string missing = absentSentence(absent);
  const float foot = missing.empty() ? 4 : 18;
  const CurveRange whole = wholeRange(panels, options.x);
  CurveRange range = options.visible.value_or(whole);
  if (!(range.to > range.from)) range = whole;
  const Size room{canvas.size.width - 2 * padding, canvas.size.height - top - foot};
  const Grid grid = bestGrid(std::max<std::size_t>(1, panels.size()), room);
  std::vector<std::vector<std::size_t>> stepBounds(present.size());
  for (std::size_t i = 0; i < panels.size(); ++i) {
    const auto column = static_cast<float>(i % grid.columns);
    const auto row = static_cast<float>(i / grid.columns);
    panels[i].rect = {padding + column * (grid.width + gapAcross), top + row * (grid.height + gapDown), grid.width,
                      grid.height};
    thinPanel(panels[i], options, range, stepBounds);
  }
  placePanels(all, panels, range);
  for (const CurvePanel& panel : panels) {
    paintPanel(all, panel);
    addCurveHits(all, panel);
  }
  const auto rows = static_cast<float>(panels.empty() ? 0 : grid.rows);
  const float bottom = top + rows * (grid.height + gapDown) - (rows > 0 ? gapDown : 0);
  scene.contentSize.height = std::max(canvas.size.height, bottom + foot);
  if (scene.contentSize.height > canvas.size.height) scene.pinnedTop = top - 2;
  if (!missing.empty()) {
    kit.text({padding, scene.contentSize.height - 17, canvas.size.width - 2 * padding, 15}, missing, canvas.theme.text2,
             wordFont);
  }
  scene.caption = captionOf(present, options, range);
  scene.captionRight = marksSentence(all);
  scene.summary = curvesSummary(all);
  scene.table = curvesTable(present);
  if (!panels.empty()) scene.zoom = zoomActions(whole, range, options);
  return scene;
}

}  // namespace sojourn::present
