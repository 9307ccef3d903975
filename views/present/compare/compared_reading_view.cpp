// SPDX-License-Identifier: GPL-3.0-or-later
// The view What each model reads: pointer weights, attention of the last query, and what a rule counts, visit by visit.
#include <algorithm>
#include <cmath>
#include <map>
#include <numeric>

#include "model/core/translation.h"
#include "views/present/compare/compare_views.h"
#include "views/present/samples/sample_text.h"
#include "views/present/scene/format.h"
#include "views/present/table/row_table.h"

namespace sojourn::present {
namespace {

/// One number a visit.
struct ReadingColumn {
  std::size_t model = 0;
  std::string title;
  std::vector<double> values;  ///< [visits]
  bool ofPlace = false;        ///< in the colour of the visit's place: the pointer's
  bool bar = true;             ///< else a count or a rank
};

/// Attention of the last query in one layer, the mean over its heads.
std::vector<double> lastQuery(const AttentionMaps& maps, std::size_t layer) {
  std::vector<double> read(maps.length, 0);
  for (std::size_t head = 0; head < maps.heads; ++head)
    for (std::size_t key = 0; key < maps.length; ++key)
      read[key] += static_cast<double>(maps.at(layer, head, maps.length - 1, key)) / static_cast<double>(maps.heads);
  return read;
}

std::vector<double> doubles(const std::vector<float>& values) {
  return {values.begin(), values.end()};
}

class Reading {
 public:
  Reading(const CompareContext& context, const Canvas& canvas)
      : m_context(context), m_canvas(canvas), m_sample(context.sample), m_labels(visitLabels(context.sample)) {
    std::vector<std::size_t> order{context.first};
    if (context.models.size() > 1) order.push_back(context.second);
    for (const std::size_t model : order) addModel(model);
    for (std::size_t model = 0; model < context.models.size(); ++model)
      if (model != context.first && model != context.second && !context.models[model].rule.empty()) addModel(model);
    for (const ReadingColumn& column : m_columns)
      for (const double value : column.values)
        if (column.bar && std::isfinite(value)) m_most = std::max(m_most, value);
    m_most = std::min(1.0, std::ceil(m_most * 10 - 1e-9) / 10);
  }

  Scene scene() {
    RowTable table{.columns = {{.title = tr("Visit"), .width = {.least = 108, .share = 0.22F, .most = 178}}},
                   .heights = {.head = 46, .least = 19, .most = 26, .visible = 2},
                   .gap = 12};
    Table values{.columns = {"visit", "location", "place"}, .rows = {}};
    for (const ReadingColumn& column : m_columns) {
      RowColumn& shown =
          table.columns.emplace_back(RowColumn{.title = column.title, .width = fixedWidth(42), .align = Align::Right});
      values.columns.push_back(modelMark(column.model) + " " + column.title);
      if (!column.bar) continue;
      shown.width = restWidth(48, 146);
      shown.scale = ColumnScale{.to = m_most, .beside = true};
    }
    for (std::size_t i = 0; i < m_labels.size(); ++i) addVisit(table, values, i);
    addSums(table);
    const std::string foot = footText();
    table.notes = {foot};
    DrawnTable drawn = drawTable(table, m_canvas);
    paintModels(drawn);
    Scene& scene = drawn.scene;
    scene.table = std::move(values);
    scene.caption = scopeText(m_sample) + tr("; weights and attention on one axis, 0 to %1", {fixedText(m_most, 1)});
    scene.summary = foot;
    return std::move(scene);
  }

 private:
  void addModel(std::size_t model) {
    const ComparedModelInput& one = m_context.models[model];
    const std::size_t visits = m_labels.size();
    if (one.inspection && one.inspection->sequence.visits.size() == visits) {
      const Inspection& seen = *one.inspection;
      if (seen.pointerWeight.size() == visits) {
        m_columns.push_back(
            {.model = model, .title = tr("weight"), .values = doubles(seen.pointerWeight), .ofPlace = true});
        m_columns.push_back(
            {.model = model, .title = tr("copied"), .values = doubles(seen.copiedMass), .ofPlace = true});
      } else if (seen.attention.length == visits) {
        for (std::size_t layer = 0; layer < std::min<std::size_t>(3, seen.attention.layers); ++layer)
          m_columns.push_back({.model = model,
                               .title = tr("layer %1", {std::to_string(layer)}),
                               .values = lastQuery(seen.attention, layer)});
      }
    } else if (!one.rule.empty()) {
      ReadingColumn column{.model = model, .title = {}, .values = {}, .bar = false};
      std::map<LocationId, double> counts;
      for (const VisitLabel& label : m_labels) ++counts[label.location];
      const bool counting = one.rule == "window_frequency";
      column.title = counting ? tr("count") : tr("rank");
      for (const VisitLabel& label : m_labels) {
        const std::size_t rank = one.rankOf(label.location);
        column.values.push_back(counting    ? counts[label.location]
                                : rank == 0 ? Table::absent
                                            : static_cast<double>(rank));
      }
      m_columns.push_back(std::move(column));
    }
  }

  void addVisit(RowTable& table, Table& values, std::size_t i) const {
    std::string text = visitText(m_sample, i);
    TableRow& row = table.rows.emplace_back();
    row.emphasis = emphasisOfVisit(m_sample, i);
    if (i > 0 && m_labels[i].daysAgo != m_labels[i - 1].daysAgo) row.rule = m_canvas.theme.line;
    row.cells.push_back({.visit = m_labels[i]});
    values.add(i, m_labels[i].location, m_labels[i].full());
    for (const ReadingColumn& column : m_columns) {
      const double value = column.values[i];
      RowCell& cell = row.cells.emplace_back();
      if (column.bar) {
        cell.text = probability(value);
        cell.bar = CellBar{.to = value, .fill = m_canvas.theme.solid};
        if (column.ofPlace) cell.bar->copied = m_labels[i].swatch;
      } else {
        cell.text = std::isfinite(value) ? grouped(static_cast<std::size_t>(value)) : "\u2013";
        cell.ink = m_canvas.theme.text2;
      }
      text += tr("; %1 %2 %3", {modelMark(column.model), column.title,
                                std::isfinite(value) ? exactText(value) : std::string("\u2013")});
      values.extend(value);
    }
    row.hit = hitOf(focusOnVisit(m_sample, i), text, visitText(m_sample, i));
  }

  void addSums(RowTable& table) const {
    TableRow& row = table.rows.emplace_back();
    row.rule = m_canvas.theme.line;
    row.cells.push_back({.text = tr("Sum"), .ink = m_canvas.theme.text2});
    for (const ReadingColumn& column : m_columns) {
      RowCell& cell = row.cells.emplace_back(RowCell{.ink = m_canvas.theme.text2});
      if (column.bar) cell.text = probability(std::accumulate(column.values.begin(), column.values.end(), 0.0));
    }
  }

  /// Each model above its columns.
  void paintModels(DrawnTable& drawn) const {
    Scene& scene = drawn.scene;
    SceneBuilder builder(scene, m_canvas);
    for (std::size_t c = 0; c < m_columns.size(); ++c) {
      const ReadingColumn& column = m_columns[c];
      if (c > 0 && m_columns[c - 1].model == column.model) continue;
      std::size_t last = c;
      while (last + 1 < m_columns.size() && m_columns[last + 1].model == column.model) ++last;
      const bool outermost = last + 1 == m_columns.size();
      const float left = drawn.columns[c + 1].left,
                  right = outermost ? scene.size.width - 8 : drawn.columns[last + 2].left;
      paintModelMark(builder, {left + 4, 5}, column.model);
      const ComparedModelInput& one = m_context.models[column.model];
      const std::string text = one.title + (column.ofPlace ? tr(": pointer")
                                            : column.bar   ? tr(": attention, last row")
                                                           : std::string());
      const bool room = builder.width(text, boldFont) < right - left - 30;
      // A column of counts has room for its letter alone.
      if (right - left > 80)
        builder.text({left + 25, 4, right - left - 30, 18}, room ? text : one.title, m_canvas.theme.text, boldFont);
      builder.hit({left, 2, right - left - 4, 20}, {}, text);
      if (c > 0) builder.box({left - 3, 4, 1, drawn.rowsBottom - 4}, m_canvas.theme.line);
    }
  }

  [[nodiscard]] std::string footText() const {
    std::string text;
    for (const ReadingColumn& column : m_columns) {
      if (!column.bar || column.title == tr("copied")) continue;
      double squares = 0, sum = 0;
      for (const double value : column.values) squares += value * value, sum += value;
      if (squares > 0)
        text += (text.empty() ? "" : ", ") + modelMark(column.model) + " " + column.title + " " +
                fixedText(sum * sum / squares, 1);
    }
    std::string missing;
    for (std::size_t m = 0; m < m_context.models.size(); ++m)
      if (std::ranges::find(m_columns, m, &ReadingColumn::model) == m_columns.end())
        missing += (missing.empty() ? "" : ", ") + modelMark(m);
    std::string line =
        text.empty() ? std::string()
                     : tr("Effective visits of %1: %2. Attention is no share of P.", {grouped(m_labels.size()), text});
    if (!missing.empty()) line += tr(" Nothing to show for %1.", {missing});
    return line;
  }

  const CompareContext& m_context;
  const Canvas& m_canvas;
  const SampleContext& m_sample;
  std::vector<VisitLabel> m_labels;
  std::vector<ReadingColumn> m_columns;
  double m_most = 0.1;
};

}  // namespace

ViewContent comparedReadingContent(const CompareContext& context, const Canvas& canvas) {
  if (auto nothing = nothingInspected(context.sample)) return *nothing;
  if (context.models.size() < 2) return nothingCompared(context).value_or(EmptyState{});
  return Reading(context, canvas).scene();
}

}  // namespace sojourn::present
