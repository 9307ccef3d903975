// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/present/training/training_curves.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <iterator>

#include "model/core/alike_names.h"
#include "model/core/translation.h"
#include "views/present/chart/smoothing.h"
#include "views/present/runs/run_figures.h"
#include "views/present/samples/sample_text.h"
#include "views/present/scene/format.h"
#include "views/present/training/training_curves_drawing.h"

namespace sojourn::present {
namespace {

constexpr float gapAcross = 20;
constexpr float gapDown = 6;
constexpr float narrowestPanel = 210;
constexpr float lowestPanel = 96;
constexpr Font noteFont{.size = 11.5F};

/// From the start (0, or the first moment of a clock) to the last point of any run.
CurveRange wholeRange(const std::vector<CurvePanel>& panels, CurveX x) {
  double low = std::numeric_limits<double>::infinity(), high = -low;
  for (const CurvePanel& panel : panels)
    for (const DrawnSeries& drawn : panel.drawn) {
      low = std::min(low, drawn.series().xAt(0));
      high = std::max(high, drawn.series().xAt(drawn.series().values.size() - 1));
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

/// Until somebody chooses: the usual ones, and what the runs name themselves.
std::vector<CurveMetric> shownMetrics(const CurveOptions& options, std::span<const CurveRun> runs) {
  if (options.enlarged) return {*options.enlarged};
  std::vector<CurveMetric> shown = options.shown;
  if (shown == usualCurveMetrics()) std::ranges::copy(ownCurveMetrics(runs), std::back_inserter(shown));
  return shown;
}

/// Names the metrics that are wanted and not there.
std::string absentSentence(std::vector<CurveMetric> absent) {
  // Most machines have none; nobody misses it.
  std::erase_if(absent, [](CurveMetric m) { return m == CurveMetric::GpuLoad || m == CurveMetric::GpuMemory; });
  if (absent.empty()) return {};
  std::string text = tr("Not in these runs: ");
  for (const CurveMetric metric : absent) text += (metric == absent.front() ? "" : "; ") + tr(curveMetricTitle(metric));
  return text;
}

std::string captionOf(const CurveScene& all, const std::vector<SeedsInCurves>& groups, const CurveRange& range) {
  std::size_t runs = 0, seeds = 0;
  for (const SeedsInCurves& group : groups) runs += group.members.size(), seeds += group.seeds(all.runs);
  const std::size_t alone = all.runs.size() - runs;
  std::string text;
  if (!groups.empty()) text = tr("%1 of %2", {countText(groups.size(), "group", "groups"), seedsText(runs, seeds)});
  if (alone > 0 || groups.empty()) text += (text.empty() ? "" : tr(" and ")) + countText(alone, "run", "runs");
  text += ", ";
  constexpr std::array words{"by epoch", "by step", "by time of day, UTC", "by time since each start, pauses included"};
  text += tr(words[static_cast<std::size_t>(all.options.x)]);
  text += tr(", figures on validation");
  const CurveX x = all.options.x;
  if (all.options.visible) text += ", " + tr("%1 to %2", {curveXText(x, range.from), curveXNumber(x, range.to)});
  return text;
}

/// Which runs are in no group.
std::vector<bool> runsAlone(const CurveScene& all, const std::vector<SeedsInCurves>& groups) {
  std::vector<bool> alone(all.runs.size(), true);
  for (const SeedsInCurves& group : groups)
    for (const std::size_t member : group.members) alone[member] = false;
  return alone;
}

/// Marks that the picture holds, in words.
std::string marksSentence(const CurveScene& all, const std::vector<SeedsInCurves>& groups) {
  std::string text;
  const auto add = [&](bool present, const std::string& part) {
    if (present) text += (text.empty() ? "" : " \u00B7 ") + part;
  };
  const std::vector<bool> alone = runsAlone(all, groups);
  bool best = false, stopped = false, dashed = false;
  for (std::size_t i = 0; i < all.runs.size(); ++i) {
    if (!alone[i]) continue;
    best |= all.best[i].has_value();
    stopped |= stoppedEarly(all.runs[i]);
    dashed |= all.runs[i].dashed;
  }
  add(!groups.empty(), tr("line: mean of the seeds, paler where some have ended \u00B7 band: lowest to highest"));
  add(groups.empty() && all.options.grouped && hasSeedGroups(all.runs),
      tr("seeds do not share a time axis and are shown separately"));
  add(best, tr("dot: best epoch"));
  add(stopped, tr("bar: stopped early"));
  add(dashed, tr("dashed: a repeated colour, or a reference"));
  add(std::ranges::any_of(all.runs, [](const CurveRun& run) { return !stepGaps(*run.history).empty(); }),
      tr("bar at the bottom: missing from the log"));
  return text;
}

ZoomActions zoomActions(const CurveRange& whole, const CurveRange& range, const CurveOptions& options) {
  const auto action = [](double from, double to) -> Action { return SetCurveRange{CurveRange{from, to}}; };
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
    zoom.fit = SetCurveRange{};
    zoom.out = from > whole.from || to < whole.to ? action(from, to) : *zoom.fit;
  }
  return zoom;
}

bool hasEvents(const CurveRun& run) {
  return run.history &&
         (run.history->steps.size() > 0 || !run.history->epochs.empty() || !run.history->ownMetrics.empty() ||
          std::ranges::any_of(run.history->evals,
                              [](const auto& record) { return record.event.split == "validation"; }));
}

/// Sets the plots and their axes: one width beside the plots for all of them, so that they stand below each other.
void placePanels(const CurveScene& all, std::vector<CurvePanel>& panels, const CurveRange& range) {
  float ticks = 0;
  for (const CurvePanel& panel : panels) ticks = std::max(ticks, curveTicksWidth(panel, all.builder));
  for (CurvePanel& panel : panels) {
    const float ends = curveEndsWidth(all, panel.rect.width);
    panel.plot = {panel.rect.x + ticks, panel.rect.y + curveTitleHeight, panel.rect.width - ticks - ends,
                  panel.rect.height - curveTitleHeight - curveTickHeight};
    panel.plot.width = std::max(1.0F, panel.plot.width);
    panel.x = Axis(range.from, range.to, panel.plot.x, panel.plot.right());
  }
}

/// A panel with all its series; null series where the metric is absent.
CurvePanel panelOf(CurveMetric metric, const CurveScene& all, const std::vector<SeedsInCurves>& groups,
                   CurveCache& cache) {
  CurvePanel panel{.metric = metric};
  std::vector<CurveSeriesPtr> series;
  std::vector<bool> grouped(all.runs.size(), false);
  for (const CurveRun& run : all.runs) series.push_back(cache.series(metric, run, all.options.x));
  std::vector<DrawnSeries> means;
  for (std::size_t g = 0; g < groups.size(); ++g) {
    std::vector<CurveSeriesPtr> members;
    std::optional<std::size_t> first;  // whose colour it has: one that nobody else has, where there is one
    for (const std::size_t member : groups[g].members) {
      if (!series[member]) continue;
      if (!first || (all.runs[*first].dashed && !all.runs[member].dashed)) first = member;
      members.push_back(series[member]);
    }
    // The clocks of the machines are no one's: what they tell meets at no step.
    if (members.size() < 2 || isOfSystem(metric)) continue;
    const double smoothing = canBeSmoothed(*members.front(), metric) ? all.options.smoothing : 0;
    CurveSeriesPtr mean = cache.mean(members, smoothing);
    if (!mean) continue;
    for (const std::size_t member : groups[g].members) grouped[member] = true;
    means.push_back({.run = *first, .name = all.runs.size() + g, .source = std::move(mean)});
  }
  for (std::size_t i = 0; i < series.size(); ++i) {
    if (!series[i] || (grouped[i] && !all.options.seedLines)) continue;
    panel.drawn.push_back({.run = i, .name = i, .behind = grouped[i], .source = std::move(series[i])});
  }
  std::ranges::move(means, std::back_inserter(panel.drawn));
  return panel;
}

/// The titles of the runs, then those of the groups with how many seeds are in the curves; for the line ends what tells
/// those apart that stand there.
void nameAll(CurveScene& all, const std::vector<SeedsInCurves>& groups) {
  for (const CurveRun& run : all.runs) all.names.push_back(run.title);
  all.shortNames = all.names;
  for (const SeedsInCurves& group : groups) {
    const std::string& title = all.runs[group.members.front()].groupTitle;
    all.names.push_back(title + ", " + groupText(group, all.runs));
    all.shortNames.push_back(title + " \u00D7" + std::to_string(group.members.size()));
  }
  std::vector<bool> atEnds = runsAlone(all, groups);
  atEnds.resize(all.names.size(), true);
  std::vector<std::string> shown;
  for (std::size_t i = 0; i < atEnds.size(); ++i)
    if (atEnds[i]) shown.push_back(all.shortNames[i]);
  shown = withoutCommonParts(std::move(shown));
  auto next = shown.begin();
  for (std::size_t i = 0; i < atEnds.size(); ++i)
    if (atEnds[i]) all.shortNames[i] = *next++;
}

}  // namespace

/// Everything but the cursor.
struct CurvesDrawn {
  std::vector<CurveRun> given;
  CurveOptions options;
  Size size;
  const Theme* theme = nullptr;
  const TextMeasurer* text = nullptr;

  std::vector<CurveRun> runs;  ///< those with something to draw
  Scene scene;
  std::vector<CurvePanel> panels;
  std::vector<std::string> names;
  CurveRange whole, range;

  [[nodiscard]] bool isOf(std::span<const CurveRun> others, const CurveOptions& wanted, const Canvas& canvas) const {
    return size.width == canvas.size.width && size.height == canvas.size.height && theme == &canvas.theme &&
           text == &canvas.text && options == wanted && std::ranges::equal(given, others);
  }
};

namespace {

std::shared_ptr<const CurvesDrawn> drawCurves(std::span<const CurveRun> given, const CurveOptions& options,
                                              std::vector<CurveRun> runs, const Canvas& canvas, CurveCache& cache) {
  auto drawn = std::make_shared<CurvesDrawn>();
  drawn->given.assign(given.begin(), given.end());
  drawn->options = options;
  drawn->size = canvas.size;
  drawn->theme = &canvas.theme;
  drawn->text = &canvas.text;
  drawn->runs = std::move(runs);
  Scene& scene = drawn->scene;
  scene.size = scene.contentSize = canvas.size;
  SceneBuilder builder(scene, canvas);
  CurveScene all{scene, builder, drawn->runs, options, {}, {}, {}};
  for (const CurveRun& run : drawn->runs) all.best.push_back(bestEpochOf(run));
  const std::vector<SeedsInCurves> groups = seedsIn(drawn->runs, options);
  nameAll(all, groups);

  std::vector<CurvePanel>& panels = drawn->panels;
  std::vector<CurveMetric> absent;
  for (const CurveMetric metric : shownMetrics(options, drawn->runs)) {
    CurvePanel panel = panelOf(metric, all, groups, cache);
    panel.drawn.empty() ? absent.push_back(metric) : panels.push_back(std::move(panel));
  }

  const float top = paintCurveControls(all, canvas.size.width) + 6;
  const std::string missing = absentSentence(absent);
  const float foot = missing.empty() ? 4 : 18;
  const CurveRange whole = wholeRange(panels, options.x);
  CurveRange range = options.visible.value_or(whole);
  if (!(range.to > range.from)) range = whole;
  const Size room{canvas.size.width - 2 * curvePadding, canvas.size.height - top - foot};
  const Grid grid = bestGrid(std::max<std::size_t>(1, panels.size()), room);
  for (std::size_t i = 0; i < panels.size(); ++i) {
    const auto column = static_cast<float>(i % grid.columns);
    const std::size_t above = i / grid.columns;
    const auto row = static_cast<float>(above);
    panels[i].rect = {curvePadding + column * (grid.width + gapAcross), top + row * (grid.height + gapDown), grid.width,
                      grid.height};
    thinPanel(panels[i], options, range, cache);
  }
  placePanels(all, panels, range);
  for (CurvePanel& panel : panels) {
    paintPanel(all, panel);
    addCurveHits(all, panel);
  }
  const auto rows = static_cast<float>(panels.empty() ? 0 : grid.rows);
  const float bottom = top + rows * (grid.height + gapDown) - (rows > 0 ? gapDown : 0);
  scene.contentSize.height = std::max(canvas.size.height, bottom + foot);
  if (scene.contentSize.height > canvas.size.height) scene.pinnedTop = top - 2;
  if (!missing.empty()) {
    builder.text({curvePadding, scene.contentSize.height - 17, canvas.size.width - 2 * curvePadding, 15}, missing,
                 canvas.theme.text2, noteFont);
  }
  scene.caption = captionOf(all, groups, range);
  scene.captionRight = marksSentence(all, groups);
  scene.summary = curvesSummary(all);
  scene.table = curvesTable(drawn->runs);
  drawn->names = std::move(all.names);
  drawn->whole = whole;
  drawn->range = range;
  cache.endPicture();
  return drawn;
}

Scene withCursor(const CurvesDrawn& drawn, const CurveOptions& options, const Canvas& canvas) {
  Scene scene = drawn.scene;
  if (drawn.panels.empty()) return scene;
  SceneBuilder builder(scene, canvas);
  const CurveScene all{scene, builder, drawn.runs, options, drawn.names, {}, {}};
  for (const CurvePanel& panel : drawn.panels) {
    paintCursor(builder, options, panel);
    addCursorHit(all, panel);
  }
  scene.zoom = zoomActions(drawn.whole, drawn.range, options);
  return scene;
}

}  // namespace

ViewContent trainingCurvesContent(std::span<const CurveRun> runs, const CurveOptions& options, const Canvas& canvas,
                                  CurveCache* cache) {
  if (runs.empty())
    return EmptyState{.title = tr("No run selected"),
                      .detail = tr("Check runs in the Runs table to see and compare their curves.")};
  CurveOptions standing = options;
  standing.cursor.reset();
  if (cache && cache->last && cache->last->isOf(runs, standing, canvas))
    return withCursor(*cache->last, options, canvas);
  std::vector<CurveRun> present;
  std::ranges::copy_if(runs, std::back_inserter(present), hasEvents);
  if (present.empty())
    return EmptyState{.title = runs.size() == 1 ? tr("No epoch of this run has ended yet")
                                                : tr("No epoch of these runs has ended yet"),
                      .detail = tr("Curves appear with the first step.")};
  CurveCache once;
  CurveCache& kept = cache ? *cache : once;
  kept.last = drawCurves(runs, standing, std::move(present), canvas, kept);
  return withCursor(*kept.last, options, canvas);
}

}  // namespace sojourn::present
