// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/present/training_curves.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <iterator>
#include <map>
#include <set>

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
constexpr float narrowestPanel = 210;
constexpr float lowestPanel = 96;
constexpr Font controlFont{.size = 11.5F, .weight = Weight::Medium};
constexpr Font wordFont{.size = 11.5F};

/// Two of the runs at least are seeds of one configuration.
bool hasGroups(std::span<const CurveRun> runs) {
  std::set<std::string> seen;
  return std::ranges::any_of(runs,
                             [&](const CurveRun& run) { return !run.group.empty() && !seen.insert(run.group).second; });
}

/// The row of controls above the panels; breaks where the width ends.
class Controls {
 public:
  Controls(const CurveScene& all, float width) : m_all(all), m_kit(all.kit), m_right(width - padding) {}

  /// Returns the bottom of the last line.
  float paint() {
    paintX();
    paintSmoothing();
    paintLog();
    if (hasGroups(m_all.runs)) paintSeeds();
    paintPanels();
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

  void paintSeeds() {
    static const std::array<Segment, 3> segments{
        Segment{"Band", "band", "Seeds of one configuration as their mean and a band from the lowest to the highest"},
        Segment{"Lines", "lines", "The same, with each seed as a thin line"},
        Segment{"Single", "single", "Each seed by itself"}};
    const float label = std::ceil(m_kit.width("Seeds", wordFont)) + 8;
    const Point at = place(label + segmentedWidth(m_kit, segments, controlFont));
    word(at, label, "Seeds");
    const std::size_t chosen = !m_all.options.grouped ? 2 : m_all.options.seedLines ? 1 : 0;
    paintSegmented(m_kit, m_all.scene, {at.x + label, at.y}, controlHeight, segments, chosen, "setSeeds", controlFont);
  }

  /// Which metrics, in which order.
  void paintPanels() {
    const float width = std::ceil(m_kit.width("Panels\u2026", controlFont)) + 20;
    const Point at = place(width);
    m_kit.frame({at.x, at.y, width, controlHeight}, m_kit.theme().border, 1, 4, m_kit.theme().field);
    m_kit.text({at.x, at.y, width, controlHeight}, "Panels\u2026", m_kit.theme().text, controlFont, Align::Center);
    m_kit.hit({at.x, at.y, width, controlHeight}, {}, "Choose which panels are shown, and their order");
    m_all.scene.hits.back().action = Action{.id = "pickPanels", .argument = ""};
  }

  const CurveScene& m_all;
  PaintKit& m_kit;
  float m_right;
  float m_x = padding;
  float m_y = 6;
};

/// What all titles begin with is left out of the line ends, up to a sign that ends a word.
std::vector<std::string> shortened(std::vector<std::string> titles) {
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
      low = std::min(low, drawn.series().xAt(0));
      high = std::max(high, drawn.series().xAt(drawn.series().values.size() - 1));
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
std::string absentSentence(std::vector<CurveMetric> absent) {
  // Most machines have none; nobody misses it.
  std::erase_if(absent, [](CurveMetric m) { return m == CurveMetric::GpuLoad || m == CurveMetric::GpuMemory; });
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

struct SeedsInCurves {
  std::vector<std::size_t> members;  ///< of the runs
};

std::string counted(std::size_t n, const char* one) {
  return std::to_string(n) + " " + one + (n == 1 ? "" : "s");
}

std::string captionOf(const CurveScene& all, const std::vector<SeedsInCurves>& groups, const CurveRange& range) {
  std::size_t seeds = 0;
  for (const SeedsInCurves& group : groups) seeds += group.members.size();
  const std::size_t alone = all.runs.size() - seeds;
  std::string text;
  if (!groups.empty()) text = counted(groups.size(), "group") + " of " + std::to_string(seeds) + " seeds";
  if (alone > 0 || groups.empty()) text += (text.empty() ? "" : " and ") + counted(alone, "run");
  text += ", ";
  constexpr std::array words{"by epoch", "by step", "by time of day, UTC", "by time since each start, pauses included"};
  text += words[static_cast<std::size_t>(all.options.x)];
  text += ", figures on validation";
  if (all.options.visible) text += ", " + rangeWords(all.options.x, range);
  return text;
}

/// Marks that the picture holds, in words.
std::string marksSentence(const CurveScene& all, const std::vector<SeedsInCurves>& groups) {
  std::string text;
  const auto add = [&](bool present, const char* words) {
    if (present) text += (text.empty() ? "" : " \u00B7 ") + std::string(words);
  };
  std::vector<bool> alone(all.runs.size(), true);
  for (const SeedsInCurves& group : groups) {
    for (const std::size_t member : group.members) alone[member] = false;
  }
  bool best = false, stopped = false, dashed = false;
  for (std::size_t i = 0; i < all.runs.size(); ++i) {
    best = best || (alone[i] && all.best[i]);
    stopped = stopped || (alone[i] && stoppedEarly(all.runs[i]));
    dashed = dashed || (alone[i] && all.runs[i].dashed);
  }
  add(!groups.empty(), "line: mean of the seeds, paler where some have ended \u00B7 band: lowest to highest");
  add(groups.empty() && all.options.grouped && hasGroups(all.runs), "seeds share no clock: each by itself");
  add(best, "dot: best epoch");
  add(stopped, "bar: stopped early");
  add(dashed, "dashed: a colour again, or a reference");
  return text;
}

/// The runs of each group that has several in the curves, on the axes where their points meet.
std::vector<SeedsInCurves> seedsIn(std::span<const CurveRun> runs, const CurveOptions& options) {
  std::vector<SeedsInCurves> groups;
  if (!options.grouped || (options.x != CurveX::Epoch && options.x != CurveX::Step)) return groups;
  std::map<std::string, std::size_t> places;
  for (std::size_t i = 0; i < runs.size(); ++i) {
    if (runs[i].group.empty()) continue;
    const auto [place, isNew] = places.try_emplace(runs[i].group, groups.size());
    if (isNew) groups.emplace_back();
    groups[place->second].members.push_back(i);
  }
  std::erase_if(groups, [](const SeedsInCurves& group) { return group.members.size() < 2; });
  return groups;
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
  std::vector<std::string> shown;
  std::vector<std::size_t> places;
  std::vector<bool> alone(all.runs.size(), true);
  for (const CurveRun& run : all.runs) all.names.push_back(run.title);
  for (const SeedsInCurves& group : groups) {
    all.names.push_back(all.runs[group.members.front()].groupTitle + ", " + counted(group.members.size(), "seed"));
    for (const std::size_t member : group.members) alone[member] = false;
  }
  all.shortNames = all.names;
  for (std::size_t i = 0; i < all.names.size(); ++i) {
    if (i < alone.size() && !alone[i]) continue;
    shown.push_back(all.names[i]);
    places.push_back(i);
  }
  shown = shortened(std::move(shown));
  for (std::size_t i = 0; i < places.size(); ++i) all.shortNames[places[i]] = shown[i];
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
  PaintKit kit(scene, canvas);
  CurveScene all{scene, kit, drawn->runs, options, {}, {}, {}};
  for (const CurveRun& run : drawn->runs) all.best.push_back(bestEpochOf(run));
  const std::vector<SeedsInCurves> groups = seedsIn(drawn->runs, options);
  nameAll(all, groups);

  std::vector<CurvePanel>& panels = drawn->panels;
  std::vector<CurveMetric> absent;
  for (const CurveMetric metric : options.enlarged ? std::vector{*options.enlarged} : options.shown) {
    CurvePanel panel = panelOf(metric, all, groups, cache);
    if (panel.drawn.empty())
      absent.push_back(metric);
    else
      panels.push_back(std::move(panel));
  }

  const float top = Controls(all, canvas.size.width).paint() + 6;
  const std::string missing = absentSentence(absent);
  const float foot = missing.empty() ? 4 : 18;
  const CurveRange whole = wholeRange(panels, options.x);
  CurveRange range = options.visible.value_or(whole);
  if (!(range.to > range.from)) range = whole;
  const Size room{canvas.size.width - 2 * padding, canvas.size.height - top - foot};
  const Grid grid = bestGrid(std::max<std::size_t>(1, panels.size()), room);
  for (std::size_t i = 0; i < panels.size(); ++i) {
    const auto column = static_cast<float>(i % grid.columns);
    const auto row = static_cast<float>(i / grid.columns);
    panels[i].rect = {padding + column * (grid.width + gapAcross), top + row * (grid.height + gapDown), grid.width,
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
    kit.text({padding, scene.contentSize.height - 17, canvas.size.width - 2 * padding, 15}, missing, canvas.theme.text2,
             wordFont);
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
  PaintKit kit(scene, canvas);
  const CurveScene all{scene, kit, drawn.runs, options, drawn.names, {}, {}};
  for (const CurvePanel& panel : drawn.panels) {
    paintCursor(scene, kit, options, panel);
    addCursorHit(all, panel);
  }
  scene.zoom = zoomActions(drawn.whole, drawn.range, options);
  return scene;
}

}  // namespace

Picture trainingCurvesPicture(std::span<const CurveRun> runs, const CurveOptions& options, const Canvas& canvas,
                              CurveCache* cache) {
  if (runs.empty()) return empty("No run is chosen", "Choose runs in the Runs table to see and compare their curves.");
  CurveOptions standing = options;
  standing.cursor.reset();
  if (cache && cache->last && cache->last->isOf(runs, standing, canvas))
    return withCursor(*cache->last, options, canvas);
  std::vector<CurveRun> present;
  for (const CurveRun& run : runs) {
    if (hasEvents(run)) present.push_back(run);
  }
  if (present.empty()) {
    return empty(runs.size() == 1 ? "No epoch of this run has ended yet" : "No epoch of these runs has ended yet",
                 "Curves appear with the first step.");
  }
  CurveCache once;
  CurveCache& kept = cache ? *cache : once;
  kept.last = drawCurves(runs, standing, std::move(present), canvas, kept);
  return withCursor(*kept.last, options, canvas);
}

}  // namespace sojourn::present
