// SPDX-License-Identifier: GPL-3.0-or-later
// Draws the embeddings of parts of the day and of weekdays, each joined to the next one.
#include <algorithm>
#include <cmath>

#include "model/core/translation.h"
#include "views/present/chart/chart.h"
#include "views/present/chart/color_scale.h"
#include "views/present/compare/compare_views.h"
#include "views/present/embeddings/embedding_views.h"
#include "views/present/samples/sample_text.h"
#include "views/present/scene/format.h"

namespace sojourn::present {
namespace {

struct CycleChart {
  std::size_t model = 0;
  const EmbeddingStudy* study = nullptr;
};

class CyclePainter {
 public:
  CyclePainter(const EmbeddingsInput& input, const Canvas& canvas, std::vector<CycleChart> charts)
      : m_input(input), m_canvas(canvas), m_builder(m_scene, canvas), m_charts(std::move(charts)) {
    m_scene.size = m_scene.contentSize = canvas.size;
    constexpr float leastWidth = 150, leastHeight = 150;
    m_columns =
        std::clamp<std::size_t>(static_cast<std::size_t>((canvas.size.width - 12) / leastWidth), 1, m_charts.size());
    const std::size_t rows = (m_charts.size() + m_columns - 1) / m_columns;
    m_height = std::max(leastHeight, canvas.size.height / static_cast<float>(rows));
    m_scene.contentSize.height = std::max(canvas.size.height, m_height * static_cast<float>(rows));
  }

  Scene paint() {
    const float gap = 18, whole = m_scene.size.width - 24;
    const float width = (whole - gap * static_cast<float>(m_columns - 1)) / static_cast<float>(m_columns);
    for (std::size_t i = 0; i < m_charts.size(); ++i) {
      const std::size_t row = i / m_columns, column = i % m_columns;
      paintChart(m_charts[i], {12 + (width + gap) * static_cast<float>(column), m_height * static_cast<float>(row),
                               width, m_height});
    }
    describe();
    return std::move(m_scene);
  }

 private:
  [[nodiscard]] const Theme& theme() const { return m_canvas.theme; }

  static std::string titleOf(const EmbeddingTable& table) {
    const std::string count = std::to_string(table.rows.size());
    if (table.kind == EmbeddingKind::Weekdays) return tr("Weekdays, %1", {count});
    if (table.minutes == 15) return tr("Quarter hours, %1", {count});
    return table.minutes == 30 ? tr("Half hours, %1", {count}) : tr("Hours, %1", {count});
  }

  /// Hours as they are shown: the tables count recorded ones.
  [[nodiscard]] std::string nameOf(const EmbeddingTable& table, std::size_t row) const {
    if (table.kind == EmbeddingKind::Weekdays) return weekdayText(static_cast<std::int32_t>(row));
    return clockText(static_cast<std::int64_t>(row) * table.minutes + m_input.sample.displayOffsetMinutes);
  }

  static std::string testText(const CycleTest& cycle) {
    return tr("next to next, cosine %1", {fixedText(cycle.cosine, 2)});
  }

  static std::string rangeText(const CycleTest& cycle) {
    return tr("shuffled: %1 to %2", {fixedText(cycle.low, 2), fixedText(cycle.high, 2)});
  }

  void paintChart(const CycleChart& of, const Rect& area) {
    const EmbeddingStudy& study = *of.study;
    const EmbeddedModelInput& model = m_input.models[of.model];
    paintModelMark(m_builder, {area.x, area.y + 3}, model.number);
    m_builder.text({area.x + 22, area.y + 2, area.width - 22, 18}, titleOf(study.table), theme().text, boldFont);
    m_builder.text({area.x, area.y + 20, area.width, 15},
                   tr("PC 1 %1 %, PC 2 %2 % of %3 d",
                      {fixedText(100 * study.components.shares[0], 0), fixedText(100 * study.components.shares[1], 0),
                       std::to_string(study.table.rows.width)}),
                   theme().text2, smallFont);
    const Rect plot{area.x, area.y + 38, area.width, std::max(30.0F, area.height - 38 - 38)};
    m_builder.frame(plot, theme().line, 1, 0, mix(theme().track, theme().panel, 0.5F));
    paintDots(study, plot);
    const CycleTest cycle = study.cycle.value_or(CycleTest{Table::absent, Table::absent, Table::absent});
    m_builder.text({area.x, plot.bottom() + 3, area.width, 15}, testText(cycle), theme().text, smallFont);
    m_builder.text({area.x, plot.bottom() + 18, area.width, 15}, rangeText(cycle), theme().text2, smallFont);
  }

  /// Of a row: light at noon, dark at midnight; weekdays in one colour.
  [[nodiscard]] Color colorOf(const EmbeddingTable& table, std::size_t row) const {
    if (table.kind == EmbeddingKind::Weekdays) return theme().solid;
    constexpr double noon = 12 * 60.0;
    return ColorRamp::magnitudes().at(1 - std::abs(static_cast<double>(row) * table.minutes - noon) / noon, {});
  }

  void paintDots(const EmbeddingStudy& study, const Rect& plot) {
    const auto& points = study.components.points;
    double reach = 1e-9;
    for (const auto& point : points) reach = std::max({reach, std::abs(point[0]), std::abs(point[1])});
    const float half = std::min(plot.width, plot.height) / 2;
    const double unit = static_cast<double>(half) / (reach * 1.12);
    const double across = static_cast<double>(plot.width) / 2 / unit, up = static_cast<double>(plot.height) / 2 / unit;
    Chart chart{
        .plot = plot, .x = {.from = -across, .to = across}, .y = {.from = -up, .to = up}, .zoom = ChartZoom::Both};
    chart.under.push_back({.vertical = true, .at = 0, .color = theme().grid});
    chart.under.push_back({.vertical = false, .at = 0, .color = theme().grid});
    ChartSeries path{.color = mix(theme().mid, theme().panel, 0.35F), .width = 1};
    for (std::size_t i = 0; i <= points.size(); ++i) {
      path.x.push_back(points[i % points.size()][0]);
      path.y.push_back(points[i % points.size()][1]);
    }
    chart.series.push_back(std::move(path));
    for (std::size_t i = 0; i < points.size(); ++i)
      chart.series.push_back({.kind = SeriesKind::Scatter,
                              .x = {points[i][0]},
                              .y = {points[i][1]},
                              .color = colorOf(study.table, i),
                              .radius = points.size() > 30 ? 2.2F : 3,
                              .stroke = theme().mid});
    std::vector<Point> dots;
    for (const auto& point : points) dots.push_back(chart.at(point[0], point[1]));
    {
      const OnChart marks(m_scene, addChart(m_scene, m_builder, std::move(chart)));
      paintNames(study.table, dots, plot);
    }
    for (std::size_t i = 0; i < dots.size(); ++i)
      m_builder.hit({dots[i].x - 5, dots[i].y - 5, 10, 10}, {},
                    tr("%1 of %2", {nameOf(study.table, i), study.table.name}), nameOf(study.table, i));
  }

  /// Every day, every second or third hour, as far as there is room.
  void paintNames(const EmbeddingTable& table, const std::vector<Point>& dots, const Rect& plot) {
    LabelPlacer placer(plot);
    const std::size_t hours = table.kind == EmbeddingKind::Weekdays ? 1 : static_cast<std::size_t>(60 / table.minutes);
    const std::size_t step = table.kind == EmbeddingKind::Weekdays ? 1 : hours > 1 ? 3 * hours : 2;
    for (std::size_t i = 0; i < dots.size(); i += step) {
      const std::string name = table.kind == EmbeddingKind::Weekdays ? nameOf(table, i) : nameOf(table, i).substr(0, 2);
      const auto where = placer.place(dots[i], 3, {m_builder.width(name, smallFont) + 1, 13});
      if (where) m_builder.text(*where, name, theme().text, smallFont);
    }
  }

  void describe() {
    m_scene.caption = tr("PCA, next joined to next; as recorded, light 12, dark 00");
    m_scene.table.columns = {"model", "table",          "row",          "PC 1",
                             "PC 2",  "cosine to next", "shuffled low", "shuffled high"};
    for (const auto& [model, study] : m_charts) {
      const CycleTest cycle = study->cycle.value_or(CycleTest{Table::absent, Table::absent, Table::absent});
      m_scene.summary += tr("%1, %2: %3, %4. ", {modelMark(m_input.models[model].number), titleOf(study->table),
                                                 testText(cycle), rangeText(cycle)});
      for (std::size_t i = 0; i < study->components.points.size(); ++i)
        m_scene.table.add(modelMark(m_input.models[model].number), study->table.name, nameOf(study->table, i),
                          study->components.points[i][0], study->components.points[i][1], cycle.cosine, cycle.low,
                          cycle.high);
    }
  }

  const EmbeddingsInput& m_input;
  const Canvas& m_canvas;
  Scene m_scene;
  SceneBuilder m_builder;
  std::vector<CycleChart> m_charts;
  std::size_t m_columns = 1;
  float m_height = 0;
};

}  // namespace

ViewContent hoursWeekdaysContent(const EmbeddingsInput& input, const Canvas& canvas) {
  if (auto nothing = nothingEmbedded(input)) return *nothing;
  std::vector<CycleChart> charts;
  for (const EmbeddingKind kind : {EmbeddingKind::Hours, EmbeddingKind::Weekdays})
    for (std::size_t m = 0; m < 2; ++m) {
      const EmbeddingStudy* study = input.models[m].studies ? findStudy(*input.models[m].studies, kind) : nullptr;
      if (study && !study->components.points.empty()) charts.push_back({m, study});
    }
  if (charts.empty())
    return EmptyState{.title = tr("No embedding of hours or weekdays"),
                      .detail = tr("The chosen models do not read the time of the day by a table")};
  return CyclePainter(input, canvas, std::move(charts)).paint();
}

}  // namespace sojourn::present
