// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/present/visits/place_counts_view.h"

#include <algorithm>
#include <vector>

#include "model/core/translation.h"
#include "views/present/samples/sample_text.h"
#include "views/present/scene/format.h"
#include "views/present/table/rows_painter.h"

namespace sojourn::present {
namespace {

struct PlaceCount {
  LocationId location = 0;
  std::size_t visits = 0;
};

/// Newest first, so that the latest of places alike stands above.
std::vector<PlaceCount> countsOf(const Sequence& sequence) {
  std::vector<PlaceCount> counts;
  for (auto visit = sequence.visits.rbegin(); visit != sequence.visits.rend(); ++visit) {
    const auto known = std::ranges::find(counts, visit->location, &PlaceCount::location);
    if (known == counts.end())
      counts.push_back({visit->location, 1});
    else
      ++known->visits;
  }
  std::ranges::stable_sort(counts, std::ranges::greater(), &PlaceCount::visits);
  return counts;
}

class PlaceCountsPainter : RowsPainter {
 public:
  PlaceCountsPainter(const SampleContext& context, const Canvas& canvas)
      : RowsPainter(canvas), m_context(context), m_counts(countsOf(context.inspection->sequence)) {
    fitRows(m_counts.size(), {.head = 24, .foot = 4, .visible = 1});
  }

  Scene paint() {
    m_builder.text({12, 4, 120, 16}, tr("Place"), theme().text2, smallFont);
    m_builder.text(visits().at({0, 4, 0, 16}), tr("Visits"), theme().text2, smallFont, Align::Right);
    m_builder.text(probabilities().at({0, 4, 0, 16}), "P", theme().text2, smallFont, Align::Right);
    rule(rowsTop() - 1, theme().border);
    m_scene.table.columns = {"location", "place", "visits", "probability"};
    for (std::size_t i = 0; i < m_counts.size(); ++i) paintRow(m_counts[i], row(i));
    m_scene.caption = scopeText(m_context);
    m_scene.summary = tr("%1 places; most often %2, %3 visits.",
                         {std::to_string(m_counts.size()), placeText(m_context, m_counts.front().location),
                          std::to_string(m_counts.front().visits)});
    return std::move(m_scene);
  }

 private:
  [[nodiscard]] CellColumn visits() const { return {width() - 112, 40}; }
  [[nodiscard]] CellColumn probabilities() const { return {width() - 64, 52}; }

  void paintRow(const PlaceCount& count, const Rect& area) {
    const std::string place = placeText(m_context, count.location);
    const Candidate* candidate = candidateOf(*m_context.inspection, count.location).candidate;
    m_builder.swatch({12, area.y + area.height / 2 - 5}, m_context.colors->swatch(count.location));
    m_builder.text({28, area.y, width() - 148, area.height}, place, theme().text, mediumFont);
    m_builder.text(visits().at(area), std::to_string(count.visits), theme().text, textFont, Align::Right);
    const std::string probable = candidate ? probability(static_cast<double>(candidate->probability)) : "\u2013";
    m_builder.text(probabilities().at(area), probable, theme().text2, textFont, Align::Right);
    m_builder.hit(area, {.visit = {}, .query = {}, .location = count.location, .head = {}},
                  tr("%1: %2 visits, P %3", {place, std::to_string(count.visits), probable}), std::to_string(count.visits));
    m_scene.table.add(count.location, place, count.visits,
                      candidate ? static_cast<double>(candidate->probability) : Table::absent);
  }

  const SampleContext& m_context;
  std::vector<PlaceCount> m_counts;
};

}  // namespace

ViewContent placeCountsContent(const SampleContext& context, const Canvas& canvas) {
  if (!context.inspection || context.inspection->sequence.visits.empty())
    return EmptyState{.title = tr("No sample is shown")};
  return PlaceCountsPainter(context, canvas).paint();
}

}  // namespace sojourn::present
