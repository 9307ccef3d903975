// SPDX-License-Identifier: GPL-3.0-or-later
// The Metrics view of Compare: all, known and unseen targets side by side, and the difference of the pair.
#include <algorithm>
#include <array>
#include <cmath>
#include <string_view>
#include <type_traits>

#include "model/core/translation.h"
#include "views/present/compare/compare_views.h"
#include "views/present/scene/format.h"
#include "views/present/table/rows_painter.h"

namespace sojourn::present {
namespace {

struct MetricColumn {
  const char *title, *name;
  double (*of)(const Metrics& metrics);
  PairedDifference MetricDifferences::*difference;
};
constexpr std::array<MetricColumn, 6> metricColumns{
    {{"Acc@1", "acc@1", [](const Metrics& m) { return m.accuracy[0]; }, &MetricDifferences::accuracy},
     {"@5", "acc@5", [](const Metrics& m) { return m.accuracy[2]; }, &MetricDifferences::accuracy5},
     {"@10", "acc@10", [](const Metrics& m) { return m.accuracy[3]; }, &MetricDifferences::accuracy10},
     {"MRR", "mrr", [](const Metrics& m) { return m.mrr; }, &MetricDifferences::mrr},
     {"NDCG@10", "ndcg@10", [](const Metrics& m) { return m.ndcg10; }, &MetricDifferences::ndcg10},
     {"F1", "f1", [](const Metrics& m) { return 100 * m.f1; }, &MetricDifferences::f1}}};

struct TargetGroup {
  const char *title, *name;
  Metrics MetricsByTarget::*metrics;
  MetricDifferences DifferencesByTarget::*differences;
};
constexpr std::array<TargetGroup, 3> shownTargets{
    {{"All", "all", &MetricsByTarget::all, &DifferencesByTarget::all},
     {"Known", "known", &MetricsByTarget::known, &DifferencesByTarget::known},
     {"Unseen", "unseen", &MetricsByTarget::unseen, &DifferencesByTarget::unseen}}};

struct DistanceColumn {
  const char* title;
  DistanceFigure DistanceErrors::*figure;
};
constexpr std::array<DistanceColumn, 2> distanceColumns{
    {{"median", &DistanceErrors::median}, {"mean", &DistanceErrors::mean}}};
/// In the table: the samples, and three of each figure.
constexpr std::size_t distanceCells = 1 + 3 * distanceColumns.size();

class MetricsPainter : RowsPainter {
 public:
  MetricsPainter(const CompareContext& context, const Canvas& canvas)
      : RowsPainter(canvas), m_context(context), m_comparison(*context.comparison) {
    m_paired = placeInComparison(context, context.first) && placeInComparison(context, context.second);
    m_perGroup = m_comparison.models.size() + (m_paired ? 2 : 0);
    m_measured = std::ranges::any_of(m_comparison.models, [](const auto& model) { return model.distance.has_value(); });
    fitRows(m_perGroup * shownTargets.size() + (m_measured ? m_perGroup + 1 : 0),
            {.head = 26, .least = 17, .most = 24, .foot = 38, .visible = 3});
    m_left = 84;
    m_pitch = (width() - m_left - 8) / static_cast<float>(metricColumns.size());
  }

  Scene paint() {
    m_builder.text({12, 4, 70, 20}, tr("Targets"), theme().text2, smallFont);
    m_scene.table.columns = {"targets", "model", "n"};
    for (std::size_t c = 0; c < metricColumns.size(); ++c) {
      Font small = smallFont;
      while (small.size > 8 && m_builder.width(tr(metricColumns[c].title), small) > m_pitch - 2) small.size -= 0.5F;
      m_builder.text(column(c).at({0, 4, 0, 20}), tr(metricColumns[c].title), theme().text2, small, Align::Right);
      m_scene.table.columns.emplace_back(metricColumns[c].name);
    }
    for (const MetricColumn& metric : metricColumns)
      for (const char* more : {"_low", "_high", "_p_holm"})
        m_scene.table.columns.push_back(metric.name + std::string(more));
    rule(rowsTop() - 1, theme().border);
    for (const char* distance : {"measured", "median_km", "mean_km"})
      for (const char* more : {"", "_low", "_high"})
        if (distance != std::string_view("measured") || *more == 0)
          m_scene.table.columns.push_back(distance + std::string(more));
    for (std::size_t g = 0; g < shownTargets.size(); ++g) paintGroup(g);
    if (m_measured) paintDistances();
    paintFoot();
    m_scene.caption = tr("%1 of %2 users; percent", {m_context.scope, grouped(m_comparison.users)});
    return std::move(m_scene);
  }

 private:
  [[nodiscard]] CellColumn column(std::size_t number) const {
    return {m_left + m_pitch * static_cast<float>(number), m_pitch - 2};
  }

  /// Wider than those of the metrics: kilometres have more digits.
  [[nodiscard]] CellColumn distanceColumn(std::size_t number) const {
    const float pitch = (width() - m_left - 8) / static_cast<float>(distanceColumns.size() + 1);
    return {m_left + pitch * static_cast<float>(number), pitch - 2};
  }

  void paintGroup(std::size_t g) {
    const TargetGroup& group = shownTargets[g];
    const std::size_t top = g * m_perGroup;
    if (g > 0) rule(row(top).y, theme().border);
    m_builder.text({12, row(top).y, 46, row(top).height}, tr(group.title), theme().text, boldFont);
    const Metrics& any = m_comparison.models.front().metrics.*group.metrics;
    const auto n = static_cast<std::size_t>(std::max<std::int64_t>(0, any.n));
    if (m_perGroup > 1)
      m_builder.text({12, row(top + 1).y, 46, row(top + 1).height}, grouped(n), theme().text2, smallFont);
    for (std::size_t m = 0; m < m_comparison.models.size(); ++m) paintModel(g, m, row(top + m));
    if (m_paired) paintDifference(g, row(top + m_comparison.models.size()), row(top + m_comparison.models.size() + 1));
  }

  void paintModel(std::size_t g, std::size_t m, const Rect& area) {
    const std::size_t model = m_context.compared[m];
    const Metrics& metrics = m_comparison.models[m].metrics.*shownTargets[g].metrics;
    paintModelMark(m_builder, {62, std::round(area.y + area.height / 2 - 8)}, model);
    m_scene.table.add(shownTargets[g].name, modelMark(model) + " " + m_comparison.models[m].name, metrics.n);
    const MetricDifferences differences = differencesOf(m_context, m_context.first, model).*shownTargets[g].differences;
    for (std::size_t c = 0; c < metricColumns.size(); ++c) {
      const double value = metrics.n > 0 ? metricColumns[c].of(metrics) : Table::absent;
      m_scene.table.extend(value);
      const Rect cell = column(c).at(area);
      std::string text = fixedText(value, 1);
      bool better = false, worse = false, same = false;
      if (model != m_context.first && m_context.intervals) {
        const PairedDifference& difference = differences.*metricColumns[c].difference;
        better = excludesZero(difference) && difference.value < 0;
        worse = excludesZero(difference) && !better && std::isfinite(value);
        same = std::isfinite(difference.low) && !excludesZero(difference);
      }
      if (same) text = "\u2248 " + text;
      const bool unlisted = m_comparison.models[m].ranks && metrics.n > 0 && !std::isfinite(value);
      m_builder.text(cell, text, model == m_context.first ? theme().text : theme().text2,
                     model == m_context.first ? boldFont : textFont, Align::Right);
      if (better || worse) {
        const float right = cell.right() - m_builder.width(text, textFont) - 5, middle = cell.y + cell.height / 2;
        const float base = middle + (better ? 4.0F : -4.0F), tip = middle - (better ? 4.0F : -4.0F);
        m_scene.shapes.emplace_back(PolygonShape{.points = {{right - 8, base}, {right, base}, {right - 4, tip}},
                                                 .fill = better ? theme().less : theme().more});
      }
      m_builder.hit(
          cell, {},
          tr("%1 of %2, %3 targets: %4%5",
             {tr(metricColumns[c].title), modelMark(model), tr(shownTargets[g].title), exactText(value),
              better     ? tr(", better than %1", {modelMark(m_context.first)})
              : worse    ? tr(", worse than %1", {modelMark(m_context.first)})
              : same     ? tr(", no significant difference from %1", {modelMark(m_context.first)})
              : unlisted ? tr(": not known, the file lists %1 ranks", {grouped(*m_comparison.models[m].ranks)})
                         : std::string()}),
          exactText(value));
    }
    extendAbsent(3 * metricColumns.size() + distanceCells);
  }
  void extendAbsent(std::size_t cells) {
    for (std::size_t i = 0; i < cells; ++i) m_scene.table.extend(Table::absent);
  }

  void paintDifference(std::size_t g, const Rect& area, const Rect& below) {
    const Metrics& a =
        m_comparison.models[*placeInComparison(m_context, m_context.first)].metrics.*shownTargets[g].metrics;
    const Metrics& b =
        m_comparison.models[*placeInComparison(m_context, m_context.second)].metrics.*shownTargets[g].metrics;
    m_builder.box({0, area.y, width(), area.height + below.height}, theme().track);
    const std::string title = modelMark(m_context.first) + " \u2212 " + modelMark(m_context.second);
    m_builder.text({12, area.y, 66, area.height}, title, theme().text, boldFont);
    const MetricDifferences differences =
        differencesOf(m_context, m_context.first, m_context.second).*shownTargets[g].differences;
    m_builder.text({12, below.y, 66, below.height}, "95 %", theme().text2, smallFont);
    m_scene.table.add(shownTargets[g].name, title, a.n);
    std::vector<double> intervals;
    for (std::size_t c = 0; c < metricColumns.size(); ++c) {
      const double value = a.n > 0 ? metricColumns[c].of(a) - metricColumns[c].of(b) : Table::absent;
      m_scene.table.extend(value);
      const Rect cell = column(c).at(area);
      m_builder.text(cell, signedPoints(value), theme().text, boldFont, Align::Right);
      const PairedDifference& difference = differences.*metricColumns[c].difference;
      std::string interval,
          label = tr("%1, %2 targets: %3 %4 points",
                     {tr(metricColumns[c].title), tr(shownTargets[g].title), title, exactText(value)});
      if (std::isfinite(difference.low)) {
        const auto written = [&](int decimals) {
          return fixedText(difference.low, decimals) + (difference.high < 0 ? tr(" to ") : "\u2013") +
                 fixedText(difference.high, decimals);
        };
        // Whole points rather than half a number.
        interval = written(1);
        if (m_builder.width(interval, {.size = 9}) > m_pitch - 2) interval = written(0);
        label += tr("; 95 % by users %1 to %2", {fixedText(difference.low, 1), fixedText(difference.high, 1)});
        if (std::isfinite(difference.pHolm))
          label += tr(
              ", p %1 after Holm; naive %2 to %3",
              {probability(difference.pHolm), fixedText(difference.naiveLow, 1), fixedText(difference.naiveHigh, 1)});
      }
      Font small = smallFont;
      while (small.size > 9 && m_builder.width(interval, small) > m_pitch - 2) small.size -= 0.5F;
      m_builder.text(column(c).at(below), interval, theme().text2, small, Align::Right);
      m_builder.hit({cell.x, cell.y, cell.width, area.height + below.height}, {}, label, exactText(value));
      intervals.insert(intervals.end(), {difference.low, difference.high, difference.pHolm});
    }
    for (const double one : intervals) m_scene.table.extend(one);
    extendAbsent(distanceCells);
  }

  /// Errors in kilometres below the metrics: median, mean, and of how many samples.
  void paintDistances() {
    const std::size_t top = m_perGroup * shownTargets.size();
    rule(row(top).y, theme().border);
    m_builder.text({12, row(top).y, 120, row(top).height}, tr("Error, km"), theme().text, boldFont);
    for (std::size_t c = 0; c < distanceColumns.size(); ++c)
      m_builder.text(distanceColumn(c).at(row(top)), tr(distanceColumns[c].title), theme().text2, smallFont,
                     Align::Right);
    m_builder.text(distanceColumn(distanceColumns.size()).at(row(top)), tr("samples"), theme().text2, smallFont,
                   Align::Right);
    for (std::size_t m = 0; m < m_comparison.models.size(); ++m) {
      const std::size_t model = m_context.compared[m];
      const Rect area = row(top + 1 + m);
      paintModelMark(m_builder, {62, std::round(area.y + area.height / 2 - 8)}, model);
      const std::string name = modelMark(model) + " " + m_comparison.models[m].name;
      paintDistance(area, area, name, m_comparison.models[m].distance, model == m_context.first);
    }
    if (!m_paired) return;
    const std::size_t a = *placeInComparison(m_context, m_context.first),
                      b = *placeInComparison(m_context, m_context.second);
    const Rect area = row(top + 1 + m_comparison.models.size()), below = row(top + 2 + m_comparison.models.size());
    m_builder.box({0, area.y, width(), area.height + below.height}, theme().track);
    const std::string title = modelMark(m_context.first) + " \u2212 " + modelMark(m_context.second);
    m_builder.text({12, area.y, 66, area.height}, title, theme().text, boldFont);
    m_builder.text({12, below.y, 66, below.height}, "95 %", theme().text2, smallFont);
    paintDistance(area, below, title, differencesOfDistance(a, b), true);
  }

  /// Of model a less b, by their places in the comparison.
  [[nodiscard]] std::optional<DistanceDifferences> differencesOfDistance(std::size_t a, std::size_t b) const {
    for (const ModelPair& pair : m_comparison.pairs) {
      if (pair.a == a && pair.b == b) return pair.distance;
      if (pair.a != b || pair.b != a || !pair.distance) continue;
      const auto negated = [](DistanceFigure figure) {
        const auto minus = [](std::optional<double> value) { return value ? std::optional(-*value) : value; };
        return DistanceFigure{minus(figure.value), minus(figure.high), minus(figure.low)};
      };
      return DistanceDifferences{pair.distance->n, negated(pair.distance->median), negated(pair.distance->mean)};
    }
    return std::nullopt;
  }

  static std::size_t samplesOf(const DistanceErrors& errors) { return errors.measured; }
  static std::size_t samplesOf(const DistanceDifferences& differences) { return differences.n; }

  /// The figures of a model or of a difference; its interval in the row below, or in the words of the mark alone.
  template <class Figures>
  void paintDistance(const Rect& area, const Rect& below, const std::string& name,
                     const std::optional<Figures>& figures, bool bold) {
    constexpr bool signedFigures = std::is_same_v<Figures, DistanceDifferences>;
    const std::size_t n = figures ? samplesOf(*figures) : 0;
    m_scene.table.add("error", name, n);
    extendAbsent(4 * metricColumns.size());
    m_scene.table.extend(n);
    for (std::size_t c = 0; c < distanceColumns.size(); ++c) {
      DistanceFigure figure;
      if (figures) {
        if constexpr (signedFigures)
          figure = c == 0 ? figures->median : figures->mean;
        else
          figure = (*figures).*distanceColumns[c].figure;
      }
      m_scene.table.extend(figure.value, figure.low, figure.high);
      const Rect cell = distanceColumn(c).at(area);
      const double value = figure.value.value_or(Table::absent);
      std::string text = !figure.value ? "\u2013" : (signedFigures && value > 0 ? "+" : "") + fixedText(value, 2);
      m_builder.text(cell, text, bold ? theme().text : theme().text2, bold ? boldFont : textFont, Align::Right);
      std::string label = tr("%1 error of %2: %3 km", {tr(distanceColumns[c].title), name, exactText(value)});
      if (figure.hasInterval()) {
        const std::string low = fixedText(*figure.low, 2), high = fixedText(*figure.high, 2);
        label += tr("; 95 % by users %1 to %2", {low, high});
        if (signedFigures)
          m_builder.text(distanceColumn(c).at(below), low + (*figure.high < 0 ? tr(" to ") : "\u2013") + high,
                         theme().text2, smallFont, Align::Right);
      }
      m_builder.hit({cell.x, cell.y, cell.width, below.bottom() - cell.y}, {}, label, exactText(value));
    }
    m_builder.text(distanceColumn(distanceColumns.size()).at(area), grouped(n), theme().text2, textFont, Align::Right);
  }

  void paintFoot() {
    rule(rowsBottom(), theme().border);
    if (!m_paired) return;
    const PairedDifference all = differencesOf(m_context, m_context.first, m_context.second).all.accuracy;
    const std::string a = modelMark(m_context.first), b = modelMark(m_context.second);
    const std::string interval = std::isfinite(all.low) ? fixedText(all.low, 1) + tr(" to ") + fixedText(all.high, 1)
                                 : m_context.intervals  ? tr("too few users for an interval")
                                                        : tr("interval awaited");
    m_scene.summary = tr("Acc@1 of %1 less that of %2 is %3 points, %4.", {a, b, signedPoints(all.value), interval});
    m_builder.text({12, rowsBottom() + 3, width() - 20, 16},
                   tr("triangle up: better than %1, down: worse;  \u2248 no significant difference", {a}),
                   theme().text2, smallFont);
    std::string line = tr("intervals: users resampled 4 000 times");
    if (!m_context.intervals)
      line = tr("Computing intervals\u2026");
    else if (std::isfinite(all.naiveLow))
      line += tr("; naive, Acc@1: %1\u2013%2", {fixedText(all.naiveLow, 1), fixedText(all.naiveHigh, 1)});
    m_builder.text({12, rowsBottom() + 19, width() - 20, 16}, line, theme().text2, smallFont);
  }

  const CompareContext& m_context;
  const ModelComparison& m_comparison;
  bool m_paired = false;
  bool m_measured = false;  ///< there are errors in kilometres
  std::size_t m_perGroup = 0;
  float m_left = 0, m_pitch = 0;
};

}  // namespace

ViewContent modelMetricsContent(const CompareContext& context, const Canvas& canvas) {
  if (auto nothing = nothingCompared(context)) return *nothing;
  return MetricsPainter(context, canvas).paint();
}

}  // namespace sojourn::present
