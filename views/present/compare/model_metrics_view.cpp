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
#include "views/present/table/row_table.h"

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

class ModelMetrics {
 public:
  ModelMetrics(const CompareContext& context, const Canvas& canvas)
      : m_context(context), m_comparison(*context.comparison), m_canvas(canvas) {
    const auto a = placeInComparison(context, context.first), b = placeInComparison(context, context.second);
    if (a && b) m_pair = {*a, *b};
    m_pitch = (canvas.size.width - namesWidth - 8) / static_cast<float>(metricColumns.size());
    m_values.columns = {"targets", "model", "n"};
    for (const MetricColumn& metric : metricColumns) m_values.columns.emplace_back(metric.name);
    for (const MetricColumn& metric : metricColumns)
      for (const char* more : {"_low", "_high", "_p_holm"}) m_values.columns.push_back(metric.name + std::string(more));
    for (const char* column :
         {"measured", "median_km", "median_km_low", "median_km_high", "mean_km", "mean_km_low", "mean_km_high"})
      m_values.columns.emplace_back(column);
  }

  Scene scene() {
    for (const TargetGroup& group : shownTargets) addTargets(group);
    if (std::ranges::any_of(m_comparison.models, [](const auto& model) { return model.distance.has_value(); }))
      addDistances();
    m_table.columns = {{.title = tr("Targets"), .width = fixedWidth(48)}, {.width = fixedWidth(namesWidth - 62)}};
    for (const MetricColumn& metric : metricColumns)
      m_table.columns.push_back({.title = tr(metric.title), .width = restWidth(20), .align = Align::Right});
    m_table.heights = {.head = 26, .least = 17, .most = 24, .visible = 3};
    m_table.gap = 2;
    m_table.notes = notes();
    Scene scene = drawTable(m_table, m_canvas).scene;
    scene.caption = tr("%1 of %2 users; percent", {m_context.scope, grouped(m_comparison.users)});
    scene.summary = summary();
    scene.table = std::move(m_values);
    return scene;
  }

 private:
  static constexpr float namesWidth = 84;  ///< left of the figures
  [[nodiscard]] const Theme& theme() const { return m_canvas.theme; }

  // ---- shares, in percent

  void addTargets(const TargetGroup& group) {
    const std::size_t top = m_table.rows.size();
    for (std::size_t m = 0; m < m_comparison.models.size(); ++m) addModel(group, m);
    if (m_pair) addDifference(group);
    TableRow& first = m_table.rows[top];
    first.cells.front() = {.text = tr(group.title), .font = boldFont};
    if (top > 0) first.rule = theme().border;
    const Metrics& any = m_comparison.models.front().metrics.*group.metrics;
    if (m_table.rows.size() > top + 1)
      m_table.rows[top + 1].cells.front() = {
          .text = grouped(static_cast<std::size_t>(std::max<std::int64_t>(0, any.n))),
          .ink = theme().text2,
          .font = smallFont};
  }

  void addModel(const TargetGroup& group, std::size_t m) {
    const std::size_t model = m_context.compared[m];
    const Metrics& metrics = m_comparison.models[m].metrics.*group.metrics;
    m_values.add(group.name, modelMark(model) + " " + m_comparison.models[m].name, metrics.n);
    const MetricDifferences differences = differencesOf(m_context, m_context.first, model).*group.differences;
    TableRow row{.cells = {RowCell{}, {.model = model}}};
    for (const MetricColumn& column : metricColumns) {
      const double value = metrics.n > 0 ? column.of(metrics) : Table::absent;
      m_values.extend(value);
      RowCell cell = figureCell(fixedText(value, 1), model == m_context.first);
      bool same = false;
      if (model != m_context.first && m_context.intervals) {
        const PairedDifference& difference = differences.*column.difference;
        const bool apart = excludesZero(difference);
        if (apart && std::isfinite(value)) cell.sign = difference.value < 0 ? 1 : -1;
        same = std::isfinite(difference.low) && !apart;
      }
      if (same) cell.text = "\u2248 " + cell.text;
      const bool unlisted = m_comparison.models[m].ranks && metrics.n > 0 && !std::isfinite(value);
      const std::string first = modelMark(m_context.first);
      const std::string more =
          cell.sign > 0   ? tr(", better than %1", {first})
          : cell.sign < 0 ? tr(", worse than %1", {first})
          : same          ? tr(", no significant difference from %1", {first})
          : unlisted      ? tr(": not known, the file lists %1 ranks", {grouped(*m_comparison.models[m].ranks)})
                          : std::string();
      cell.hit = hitOf({},
                       tr("%1 of %2, %3 targets: %4%5",
                          {tr(column.title), modelMark(model), tr(group.title), exactText(value), more}),
                       exactText(value));
      row.cells.push_back(std::move(cell));
    }
    extendAbsent(3 * metricColumns.size() + distanceCells);
    m_table.rows.push_back(std::move(row));
  }

  /// A model's, or a difference: bold of the first model.
  [[nodiscard]] RowCell figureCell(std::string text, bool bold) const {
    return {.text = std::move(text),
            .ink = bold ? theme().text : theme().text2,
            .font = bold ? boldFont : textFont,
            .least = 9};
  }

  void extendAbsent(std::size_t cells) {
    for (std::size_t i = 0; i < cells; ++i) m_values.extend(Table::absent);
  }

  [[nodiscard]] std::string pairTitle() const {
    return modelMark(m_context.first) + " \u2212 " + modelMark(m_context.second);
  }

  /// Its figures, and their intervals below.
  [[nodiscard]] std::array<TableRow, 2> differenceRows() const {
    return {
        TableRow{.cells = {{.text = pairTitle(), .font = boldFont, .spans = true}, RowCell{}}, .fill = theme().track},
        TableRow{.cells = {{.text = "95 %", .ink = theme().text2, .font = smallFont}, RowCell{}},
                 .fill = theme().track}};
  }

  [[nodiscard]] RowCell intervalCell(const PairedDifference& difference) const {
    const auto written = [&](int decimals) {
      return fixedText(difference.low, decimals) + (difference.high < 0 ? tr(" to ") : "\u2013") +
             fixedText(difference.high, decimals);
    };
    RowCell cell{.ink = theme().text2, .font = smallFont, .least = 9};
    if (!std::isfinite(difference.low)) return cell;
    // Whole points rather than half a number.
    cell.text = written(1);
    if (m_canvas.text.width(cell.text, {.size = cell.least}) > m_pitch - 2) cell.text = written(0);
    return cell;
  }

  void addDifference(const TargetGroup& group) {
    const Metrics& a = m_comparison.models[m_pair->first].metrics.*group.metrics;
    const Metrics& b = m_comparison.models[m_pair->second].metrics.*group.metrics;
    const MetricDifferences differences =
        differencesOf(m_context, m_context.first, m_context.second).*group.differences;
    m_values.add(group.name, pairTitle(), a.n);
    auto [figures, below] = differenceRows();
    std::vector<double> intervals;
    for (const MetricColumn& column : metricColumns) {
      const double value = a.n > 0 ? column.of(a) - column.of(b) : Table::absent;
      m_values.extend(value);
      const PairedDifference& difference = differences.*column.difference;
      std::string label =
          tr("%1, %2 targets: %3 %4 points", {tr(column.title), tr(group.title), pairTitle(), exactText(value)});
      if (std::isfinite(difference.low)) {
        label += tr("; 95 % by users %1 to %2", {fixedText(difference.low, 1), fixedText(difference.high, 1)});
        if (std::isfinite(difference.pHolm))
          label += tr(
              ", p %1 after Holm; naive %2 to %3",
              {probability(difference.pHolm), fixedText(difference.naiveLow, 1), fixedText(difference.naiveHigh, 1)});
      }
      figures.cells.push_back(figureCell(signedPoints(value), true));
      below.cells.push_back(intervalCell(difference));
      for (TableRow* row : {&figures, &below}) row->cells.back().hit = hitOf({}, label, exactText(value));
      intervals.insert(intervals.end(), {difference.low, difference.high, difference.pHolm});
    }
    for (const double one : intervals) m_values.extend(one);
    extendAbsent(distanceCells);
    m_table.rows.push_back(std::move(figures));
    m_table.rows.push_back(std::move(below));
  }

  // ---- errors in kilometres

  /// Below the metrics, two columns each since kilometres have more digits: median, mean, and of how many samples.
  void addDistances() {
    const auto grey = [&](const std::string& text) {
      return RowCell{.text = text, .ink = theme().text2, .font = smallFont};
    };
    TableRow head{.cells = {{.text = tr("Error, km"), .font = boldFont, .spans = true}, RowCell{}},
                  .rule = theme().border};
    for (const DistanceColumn& column : distanceColumns) addWide(head, grey(tr(column.title)));
    addWide(head, grey(tr("samples")));
    m_table.rows.push_back(std::move(head));
    for (std::size_t m = 0; m < m_comparison.models.size(); ++m) {
      const std::size_t model = m_context.compared[m];
      TableRow row{.cells = {RowCell{}, {.model = model}}};
      addDistance(row, nullptr, modelMark(model) + " " + m_comparison.models[m].name, m_comparison.models[m].distance,
                  model == m_context.first);
      m_table.rows.push_back(std::move(row));
    }
    if (!m_pair) return;
    auto [figures, below] = differenceRows();
    addDistance(figures, &below, pairTitle(), differencesOfDistance(m_pair->first, m_pair->second), true);
    m_table.rows.push_back(std::move(figures));
    m_table.rows.push_back(std::move(below));
  }

  static void addWide(TableRow& row, RowCell cell) {
    cell.reaches = true;
    row.cells.emplace_back();
    row.cells.push_back(std::move(cell));
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

  /// The figures of a model or of a difference; its intervals in the row below, or in the words of the mark alone.
  template <class Figures>
  void addDistance(TableRow& row, TableRow* below, const std::string& name, const std::optional<Figures>& figures,
                   bool bold) {
    constexpr bool signedFigures = std::is_same_v<Figures, DistanceDifferences>;
    const std::size_t n = figures ? samplesOf(*figures) : 0;
    m_values.add("error", name, n);
    extendAbsent(4 * metricColumns.size());
    m_values.extend(n);
    for (std::size_t c = 0; c < distanceColumns.size(); ++c) {
      DistanceFigure figure;
      if (figures) {
        if constexpr (signedFigures)
          figure = c == 0 ? figures->median : figures->mean;
        else
          figure = (*figures).*distanceColumns[c].figure;
      }
      m_values.extend(figure.value, figure.low, figure.high);
      const double value = figure.value.value_or(Table::absent);
      RowCell cell =
          figureCell(!figure.value ? "\u2013" : (signedFigures && value > 0 ? "+" : "") + fixedText(value, 2), bold);
      RowCell interval{.ink = theme().text2, .font = smallFont};
      std::string label = tr("%1 error of %2: %3 km", {tr(distanceColumns[c].title), name, exactText(value)});
      if (figure.hasInterval()) {
        const std::string low = fixedText(*figure.low, 2), high = fixedText(*figure.high, 2);
        label += tr("; 95 % by users %1 to %2", {low, high});
        interval.text = low + (*figure.high < 0 ? tr(" to ") : "\u2013") + high;
      }
      cell.hit = interval.hit = hitOf({}, label, exactText(value));
      addWide(row, std::move(cell));
      if (below) addWide(*below, std::move(interval));
    }
    addWide(row, {.text = grouped(n), .ink = theme().text2});
  }

  // ---- in words

  [[nodiscard]] PairedDifference allTargets() const {
    return differencesOf(m_context, m_context.first, m_context.second).all.accuracy;
  }

  [[nodiscard]] std::string summary() const {
    if (!m_pair) return {};
    const PairedDifference all = allTargets();
    const std::string interval = std::isfinite(all.low) ? fixedText(all.low, 1) + tr(" to ") + fixedText(all.high, 1)
                                 : m_context.intervals  ? tr("too few users for an interval")
                                                        : tr("interval awaited");
    return tr("Acc@1 of %1 less that of %2 is %3 points, %4.",
              {modelMark(m_context.first), modelMark(m_context.second), signedPoints(all.value), interval});
  }

  [[nodiscard]] std::vector<std::string> notes() const {
    if (!m_pair) return {""};
    std::string line = tr("intervals: users resampled 4 000 times");
    if (const PairedDifference all = allTargets(); !m_context.intervals)
      line = tr("Computing intervals\u2026");
    else if (std::isfinite(all.naiveLow))
      line += tr("; naive, Acc@1: %1\u2013%2", {fixedText(all.naiveLow, 1), fixedText(all.naiveHigh, 1)});
    return {
        tr("triangle up: better than %1, down: worse;  \u2248 no significant difference", {modelMark(m_context.first)}),
        line};
  }

  const CompareContext& m_context;
  const ModelComparison& m_comparison;
  const Canvas& m_canvas;
  std::optional<std::pair<std::size_t, std::size_t>> m_pair;  ///< the two places in the comparison
  float m_pitch = 0;
  RowTable m_table;
  Table m_values;
};

}  // namespace

ViewContent modelMetricsContent(const CompareContext& context, const Canvas& canvas) {
  if (auto nothing = nothingCompared(context)) return *nothing;
  return ModelMetrics(context, canvas).scene();
}

}  // namespace sojourn::present
