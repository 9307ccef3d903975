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
#include "views/present/table/rows_painter.h"

namespace sojourn::present {
namespace {

constexpr float readingHead = 46, ruleWidth = 46, leastCell = 52;

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

class ReadingPainter : RowsPainter {
 public:
  ReadingPainter(const CompareContext& context, const Canvas& canvas)
      : RowsPainter(canvas), m_context(context), m_sample(context.sample), m_labels(visitLabels(context.sample)) {
    std::vector<std::size_t> order{context.first};
    if (context.models.size() > 1) order.push_back(context.second);
    for (const std::size_t model : order) addModel(model);
    for (std::size_t model = 0; model < context.models.size(); ++model)
      if (model != context.first && model != context.second && !context.models[model].rule.empty()) addModel(model);
    for (const ReadingColumn& column : m_columns)
      for (const double value : column.values)
        if (column.bar && std::isfinite(value)) m_most = std::max(m_most, value);
    m_most = std::min(1.0, std::ceil(m_most * 10 - 1e-9) / 10);
    fitRows(m_labels.size() + 1, {.head = readingHead, .least = 19, .most = 26, .foot = 22, .visible = 2});
    m_names = std::clamp(width() * 0.24F, 120.0F, 190.0F);
    float left = m_names, bars = 0;
    for (const ReadingColumn& column : m_columns) bars += column.bar ? 1 : 0;
    const float counts = ruleWidth * (static_cast<float>(m_columns.size()) - bars);
    const float cell = bars > 0 ? std::min(150.0F, std::max(leastCell, (width() - m_names - counts - 12) / bars)) : 0;
    for (const ReadingColumn& column : m_columns) {
      m_cells.push_back({left, (column.bar ? cell : ruleWidth) - 4});
      left += column.bar ? cell : ruleWidth;
    }
  }

  Scene paint() {
    paintHead();
    m_scene.table.columns = {"visit", "location", "place"};
    for (const ReadingColumn& column : m_columns)
      m_scene.table.columns.push_back(modelMark(column.model) + " " + column.title);
    for (std::size_t i = 0; i < m_labels.size(); ++i) paintRow(i);
    paintSums();
    paintFoot();
    m_scene.caption = scopeText(m_sample) + tr("; weights and attention on one axis, 0 to %1", {fixedText(m_most, 1)});
    return std::move(m_scene);
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

  void paintHead() {
    m_builder.text({12, 26, m_names - 16, 16}, tr("Visit"), theme().text2, smallFont);
    for (std::size_t c = 0; c < m_columns.size(); ++c) {
      const ReadingColumn& column = m_columns[c];
      m_builder.text(m_cells[c].at({0, 26, 0, 16}), column.title, theme().text2, smallFont, Align::Right);
      if (c > 0 && m_columns[c - 1].model == column.model) continue;
      float right = width() - 8;
      for (std::size_t next = c + 1; next < m_columns.size(); ++next)
        if (m_columns[next].model != column.model) {
          right = m_cells[next].left;
          break;
        }
      const float left = m_cells[c].left;
      paintModelMark(m_builder, {left + 4, 5}, column.model);
      const ComparedModelInput& one = m_context.models[column.model];
      const std::string text = one.title + (column.ofPlace ? tr(": pointer")
                                            : column.bar   ? tr(": attention, last row")
                                                           : std::string());
      const bool room = m_builder.width(text, boldFont) < right - left - 30;
      // A column of counts has room for its letter alone.
      if (right - left > 80)
        m_builder.text({left + 25, 4, right - left - 30, 18}, room ? text : one.title, theme().text, boldFont);
      m_builder.hit({left, 2, right - left - 4, 20}, {}, text);
      if (c > 0) m_builder.box({left - 1, 4, 1, rowsBottom() - 4}, theme().line);
    }
    rule(rowsTop() - 1, theme().border);
  }

  void paintRow(std::size_t i) {
    const Rect area = row(i);
    ground(area, emphasisOfVisit(m_sample, i));
    if (i > 0 && m_labels[i].daysAgo != m_labels[i - 1].daysAgo) rule(area.y, theme().line, 8);
    paintVisit(area, m_labels[i], {.swatchLeft = 12, .right = m_names - 8, .leastName = 48});
    std::string text = visitText(m_sample, i);
    m_scene.table.add(i, m_labels[i].location, m_labels[i].full());
    for (std::size_t c = 0; c < m_columns.size(); ++c) {
      const double value = m_columns[c].values[i];
      paintCell(m_columns[c], m_cells[c].at(area), value, m_labels[i].swatch);
      text += tr("; %1 %2 %3", {modelMark(m_columns[c].model), m_columns[c].title,
                                std::isfinite(value) ? exactText(value) : std::string("\u2013")});
      m_scene.table.extend(value);
    }
    m_builder.hit(area, focusOnVisit(m_sample, i), text, visitText(m_sample, i));
  }

  void paintCell(const ReadingColumn& column, const Rect& cell, double value, const Swatch& swatch) {
    if (!column.bar)
      return m_builder.text(cell, std::isfinite(value) ? grouped(static_cast<std::size_t>(value)) : "\u2013",
                            theme().text2, textFont, Align::Right);
    const float numbers = m_builder.width(probability(1e-9), textFont) + 2, room = cell.width - numbers - 4;
    if (room > 12) {
      const Rect bar{cell.x + 4, cell.y + cell.height / 2 - 4, room * toUnit(value / m_most), 8};
      m_builder.box({cell.x + 3, cell.y, 1, cell.height}, theme().mid);
      if (column.ofPlace)
        m_builder.copiedBar(bar, swatch);
      else
        m_builder.box(bar, theme().solid);
    }
    m_builder.text({cell.right() - numbers, cell.y, numbers, cell.height}, probability(value), theme().text, textFont,
                   Align::Right);
  }

  void paintSums() {
    const Rect area = row(m_labels.size());
    rule(area.y, theme().line, 8);
    m_builder.text({12, area.y, m_names - 20, area.height}, tr("Sum"), theme().text2, textFont);
    for (std::size_t c = 0; c < m_columns.size(); ++c)
      if (m_columns[c].bar)
        m_builder.text(m_cells[c].at(area),
                       probability(std::accumulate(m_columns[c].values.begin(), m_columns[c].values.end(), 0.0)),
                       theme().text2, textFont, Align::Right);
  }

  void paintFoot() {
    rule(rowsBottom(), theme().border);
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
    m_builder.text({12, rowsBottom() + 3, width() - 24, 16}, line, theme().text2, smallFont);
    m_scene.summary = line;
  }

  const CompareContext& m_context;
  const SampleContext& m_sample;
  std::vector<VisitLabel> m_labels;
  std::vector<ReadingColumn> m_columns;
  std::vector<CellColumn> m_cells;
  double m_most = 0.1;
  float m_names = 0;
};

}  // namespace

ViewContent comparedReadingContent(const CompareContext& context, const Canvas& canvas) {
  if (auto nothing = nothingInspected(context.sample)) return *nothing;
  if (context.models.size() < 2) return nothingCompared(context).value_or(EmptyState{});
  return ReadingPainter(context, canvas).paint();
}

}  // namespace sojourn::present
