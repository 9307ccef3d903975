// SPDX-License-Identifier: GPL-3.0-or-later
// The Prediction view of Compare: a row a place, a group of columns a model.
#include <algorithm>
#include <cmath>

#include "model/core/translation.h"
#include "views/present/compare/compare_views.h"
#include "views/present/samples/sample_text.h"
#include "views/present/scene/format.h"
#include "views/present/table/rows_painter.h"

namespace sojourn::present {
namespace {

constexpr float numberWidth = 50, narrowWidth = 40, headHeight = 46;
/// Shorter bars say nothing: numbers alone stand there then.
constexpr float leastBar = 24;

class ComparedPredictionPainter : RowsPainter {
 public:
  ComparedPredictionPainter(const CompareContext& context, const Canvas& canvas)
      : RowsPainter(canvas), m_context(context), m_sample(context.sample) {
    m_foot = context.edited ? 38.0F : 20.0F;
    choosePlaces(static_cast<std::size_t>(std::max(4.0F, (canvas.size.height - headHeight - m_foot - 22) / 22)));
    fitRows(m_places.size() + 1, {.head = headHeight, .least = 20, .most = 26, .foot = m_foot, .visible = 2});
    for (std::size_t i = 0; i < context.models.size(); ++i)
      if (i != context.first && i != context.second) m_narrow.push_back(i);
    const float room = width() - 8 - narrowWidth * static_cast<float>(m_narrow.size());
    m_names = std::clamp(room * 0.22F, 96.0F, 180.0F);
    m_group = (room - m_names) / (context.models.size() > 1 ? 2.0F : 1.0F);
    m_bars = m_group - m_rank - numberWidth - 16;
    if (m_bars >= leastBar) return;
    m_bars = 0;
    m_rank = std::clamp(m_group - numberWidth - 2, 20.0F, m_rank);
  }

  Scene paint() {
    paintHead();
    for (std::size_t i = 0; i < m_places.size(); ++i) paintPlace(i);
    paintOthers();
    paintFoot();
    m_scene.caption = scopeText(m_sample) + tr("; P on one axis, 0 to 1");
    return std::move(m_scene);
  }

 private:
  using Wide = std::pair<std::size_t, float>;  ///< a model, and where its group begins
  [[nodiscard]] std::vector<Wide> wide() const {
    std::vector<Wide> groups{{m_context.first, m_names}};
    if (m_context.models.size() > 1) groups.emplace_back(m_context.second, m_names + m_group);
    return groups;
  }
  [[nodiscard]] float narrowLeft(std::size_t number) const {
    return width() - 8 - narrowWidth * static_cast<float>(m_narrow.size() - number);
  }
  [[nodiscard]] const std::optional<LocationId>& target() const { return m_sample.inspection->sequence.target; }

  /// The first places of every model in turn, and the target.
  void choosePlaces(std::size_t most) {
    const auto add = [&](LocationId location) {
      if (location != paddingLocation && std::ranges::find(m_places, location) == m_places.end())
        m_places.push_back(location);
    };
    std::size_t left = target() ? most - 1 : most;
    std::vector<std::size_t> order{m_context.first};
    for (std::size_t i = 0; i < m_context.models.size(); ++i)
      if (i != m_context.first) order.push_back(i);
    for (std::size_t rank = 0; rank < most && m_places.size() < left; ++rank)
      for (const std::size_t model : order) {
        const ComparedModelInput& one = m_context.models[model];
        if (m_places.size() >= left) break;
        if (one.inspection && rank < one.inspection->ranking.size())
          add(one.inspection->ranking[rank].location);
        else if (rank < one.ranking.size())
          add(one.ranking[rank]);
      }
    if (target()) add(*target());
    const ComparedModelInput& lead = m_context.models[m_context.first];
    const auto rank = [&](LocationId place) {
      const std::size_t found = lead.rankOf(place);
      return found == 0 ? m_context.sample.inspection->ranking.size() + 1 : found;
    };
    std::ranges::stable_sort(m_places, {}, rank);
  }

  void paintHead() {
    m_builder.text({12, 26, m_names - 12, 16}, tr("Place"), theme().text2, smallFont);
    m_scene.table.columns = {"location", "place"};
    for (const auto& [model, left] : wide()) {
      const ComparedModelInput& one = m_context.models[model];
      paintModelMark(m_builder, {left + 4, 5}, model);
      const std::string title = one.title;
      m_builder.text({left + 25, 4, m_group - 30, 18}, title, theme().text, boldFont);
      const float used = 25 + m_builder.width(title, boldFont) + 8;
      std::string text = one.sampleFailure.empty() ? std::string() : one.sampleFailure;
      if (one.inspection && one.inspection->gate)
        text = tr("gate %1", {probability(static_cast<double>(*one.inspection->gate))});
      else if (one.inspection)
        text = tr("all of it is generated");
      else if (!one.listedProbabilities.empty())
        text = tr("first %1, as the file lists them", {std::to_string(one.ranking.size())});
      else if (!one.ranking.empty())
        text = tr("ranks, no probabilities");
      else if (text.empty())
        text = one.state;
      if (used + 20 < m_group)
        m_builder.text({left + used, 4, m_group - used - 4, 18}, text, one.failed ? theme().err : theme().text2,
                       smallFont);
      m_builder.hit({left, 2, m_group - 4, 20}, {},
                    one.title + (text.empty() ? "" : ", " + text) + (one.note.empty() ? "" : "; " + one.note));
      const std::string rank = tr("rank");
      const bool room = m_builder.width(rank, smallFont) <= m_rank - 6;
      m_builder.text({left, 26, m_rank - 6, 16}, room ? rank : "#", theme().text2, smallFont, Align::Right);
      if (one.inspection || !one.listedProbabilities.empty()) {
        for (const auto& [value, tick] : {std::pair{0.0F, "0"}, std::pair{0.5F, ".5"}, std::pair{1.0F, "1"}})
          if (m_bars >= (value == 0.5F ? 2 * leastBar : leastBar))
            m_builder.text({barLeft(left) + m_bars * value - 10, 26, 20, 16}, tick, theme().text2, smallFont,
                           Align::Center);
        m_builder.text({left + m_group - numberWidth - 4, 26, numberWidth, 16}, "P", theme().text2, smallFont,
                       Align::Right);
      }
    }
    for (std::size_t i = 0; i < m_narrow.size(); ++i) {
      paintModelMark(m_builder, {narrowLeft(i) + 18, 5}, m_narrow[i]);
      m_builder.hit(
          {narrowLeft(i), 2, narrowWidth, 20}, {},
          m_context.models[m_narrow[i]].title +
              (m_context.models[m_narrow[i]].state.empty() ? "" : ": " + m_context.models[m_narrow[i]].state));
      m_builder.text({narrowLeft(i), 26, narrowWidth - 4, 16}, tr("rank"), theme().text2, smallFont, Align::Right);
    }
    for (std::size_t i = 0; i < m_context.models.size(); ++i)
      for (const char* figure : {"_rank", "_probability", "_copied", "_generated"})
        m_scene.table.columns.push_back(modelMark(i) + figure);
    rule(rowsTop() - 1, theme().border);
  }
  [[nodiscard]] float barLeft(float left) const { return left + m_rank + 4; }
  void paintZero(float left, const Rect& area) {
    if (m_bars > 0) m_builder.box({barLeft(left), area.y, 1, area.height}, theme().mid);
  }

  [[nodiscard]] std::string rankText(std::size_t rank) const { return rank == 0 ? "\u2013" : grouped(rank); }

  void paintPlace(std::size_t i) {
    const Rect area = row(i);
    const LocationId place = m_places[i];
    const bool isTarget = target() == place;
    ground(area, emphasisOfPlace(m_sample, place));
    m_builder.swatch({12, std::round(area.y + area.height / 2 - 5)}, swatchOf(m_sample, place));
    m_builder.placeName({28, area.y, m_names - (isTarget ? 52.0F : 34.0F), area.height}, placeText(m_sample, place),
                        theme().text, isTarget ? boldFont : textFont);
    if (isTarget)
      m_builder.icon({m_names - 22, std::round(area.y + area.height / 2 - 7), 14, 14}, "target", theme().accent);
    std::string label = placeText(m_sample, place) + (isTarget ? tr(", the target") : std::string());
    for (const auto& [model, left] : wide()) paintWide(model, left, area, place);
    for (std::size_t n = 0; n < m_narrow.size(); ++n) {
      const std::size_t rank = m_context.models[m_narrow[n]].rankOf(place);
      m_builder.text({narrowLeft(n), area.y, narrowWidth - 4, area.height}, rankText(rank),
                     rank == 1 ? theme().text : theme().text2, rank == 1 ? boldFont : textFont, Align::Right);
    }
    m_scene.table.add(place, placeText(m_sample, place));
    for (std::size_t m = 0; m < m_context.models.size(); ++m) {
      const ComparedModelInput& one = m_context.models[m];
      const std::size_t rank = one.rankOf(place);
      const Candidate* candidate = one.inspection ? candidateOf(*one.inspection, place).candidate : nullptr;
      const auto listed = one.listedProbability(place);
      m_scene.table.extend(rank == 0 ? Table::absent : static_cast<double>(rank));
      if (candidate)
        m_scene.table.extend(candidate->probability, candidate->copied, candidate->generated);
      else
        m_scene.table.extend(listed.value_or(Table::absent), Table::absent, Table::absent);
      label += tr("; %1 rank %2", {modelMark(m), rankText(rank)});
      if (candidate) label += ", P " + exactText(static_cast<double>(candidate->probability));
      if (listed) label += ", P " + exactText(*listed);
    }
    m_builder.hit(area, focusOnPlace(place), label, placeText(m_sample, place));
  }

  void paintWide(std::size_t model, float left, const Rect& area, LocationId place) {
    const ComparedModelInput& one = m_context.models[model];
    if (!one.inspection && one.ranking.empty()) return;
    const std::size_t rank = one.rankOf(place);
    m_builder.text({left, area.y, m_rank - 6, area.height}, rankText(rank), rank == 1 ? theme().text : theme().text2,
                   rank == 1 ? boldFont : textFont, Align::Right);
    if (!one.inspection && one.listedProbabilities.empty()) return;
    paintZero(left, area);
    if (!one.inspection) {
      // How much of it is copied is not said: neither filled nor hatched.
      if (const auto listed = one.listedProbability(place)) {
        if (m_bars > 0)
          m_builder.frame({barLeft(left), area.y + 5, std::max(1.0F, m_bars * toUnit(*listed)), area.height - 10},
                          theme().text2, 1, 0, theme().track);
        m_builder.text({left + m_group - numberWidth - 4, area.y, numberWidth, area.height}, probability(*listed),
                       theme().text, rank == 1 ? boldFont : textFont, Align::Right);
      }
      return;
    }
    const Candidate* candidate = candidateOf(*one.inspection, place).candidate;
    if (!candidate) {
      m_builder.text({barLeft(left) + 2, area.y, left + m_group - 4 - barLeft(left) - 2, area.height},
                     tr("not in its vocabulary"), theme().text3, smallFont);
      return;
    }
    const float copied = m_bars * toUnit(static_cast<double>(candidate->copied));
    const float all = m_bars * toUnit(static_cast<double>(candidate->probability));
    const Swatch swatch = swatchOf(m_sample, place);
    const float y = area.y + 5, height = area.height - 10;
    if (copied > 0) m_builder.copiedBar({barLeft(left), y, copied, height}, swatch);
    if (all - copied > 0.5F) m_builder.generatedBar({barLeft(left) + copied, y, all - copied, height}, swatch);
    m_builder.text({left + m_group - numberWidth - 4, area.y, numberWidth, area.height},
                   probability(static_cast<double>(candidate->probability)), theme().text,
                   rank == 1 ? boldFont : textFont, Align::Right);
  }

  void paintOthers() {
    const Rect area = row(m_places.size());
    rule(area.y, theme().line, 8);
    const std::size_t all = m_sample.inspection->ranking.size();
    m_builder.text({28, area.y, m_names - 34, area.height},
                   tr("%1 others", {grouped(all - std::min(all, m_places.size()))}), theme().text2, textFont);
    for (const auto& [model, left] : wide()) {
      const ComparedModelInput& one = m_context.models[model];
      if (!one.inspection) {
        paintUnlisted(one, left, area);
        continue;
      }
      double rest = 0;
      for (const Candidate& candidate : one.inspection->ranking) rest += static_cast<double>(candidate.probability);
      for (const LocationId place : m_places)
        if (const Candidate* shown = candidateOf(*one.inspection, place).candidate)
          rest -= static_cast<double>(shown->probability);
      paintZero(left, area);
      if (m_bars > 0) m_builder.generatedBar({barLeft(left), area.y + 5, m_bars * toUnit(rest), area.height - 10}, {});
      m_builder.text({left + m_group - numberWidth - 4, area.y, numberWidth, area.height},
                     probability(std::max(0.0, rest)), theme().text2, textFont, Align::Right);
    }
  }

  /// What a file's probabilities leave to all places that are not shown.
  void paintUnlisted(const ComparedModelInput& one, float left, const Rect& area) {
    if (one.listedProbabilities.empty()) return;
    double rest = 1;
    for (const LocationId place : m_places) rest -= one.listedProbability(place).value_or(0);
    paintZero(left, area);
    m_builder.text({left + m_group - numberWidth - 4, area.y, numberWidth, area.height},
                   probability(std::max(0.0, rest)), theme().text2, textFont, Align::Right);
  }

  /// Which models answer the edited sample with another place than the recorded one.
  [[nodiscard]] std::string editText() const {
    std::string changed, same;
    const auto join = [](std::string& list, const std::string& mark) { list += (list.empty() ? "" : ", ") + mark; };
    for (std::size_t m = 0; m < m_context.models.size(); ++m) {
      const ComparedModelInput& one = m_context.models[m];
      const auto first = one.first();
      if (!first || !one.recordedFirst) continue;
      if (*first == *one.recordedFirst)
        join(same, modelMark(m));
      else
        join(changed, modelMark(m) + " (" + placeText(m_sample, *one.recordedFirst) + " \u2192 " +
                          placeText(m_sample, *first) + ")");
    }
    std::string text = changed.empty() ? tr("Edited: no model changes its first place")
                                       : tr("Edited: another first place by %1", {changed});
    if (!changed.empty() && !same.empty()) text += tr("; the same by %1", {same});
    return text;
  }

  void paintFoot() {
    const float top = rowsBottom();
    rule(top, theme().border);
    float y = top + 3;
    if (m_context.edited) {
      m_builder.text({12, y, width() - 24, 17}, editText(), theme().accent, mediumBoldFont);
      y += 18;
      m_scene.summary = editText() + ". ";
    }
    m_builder.copiedBar({12, y + 3, 16, 9}, {});
    m_builder.text({33, y, 60, 16}, tr("copied"), theme().text2, smallFont);
    m_builder.generatedBar({92, y + 3, 16, 9}, {});
    m_builder.text({113, y, 70, 16}, tr("generated"), theme().text2, smallFont);
    m_builder.icon({184, y + 1, 14, 14}, "target", theme().accent);
    m_builder.text({202, y, 60, 16}, tr("target"), theme().text2, smallFont);
    m_builder.text({262, y, std::max(0.0F, width() - 274), 16}, tr("\u2013 not listed"), theme().text2, smallFont,
                   Align::Right);
    for (std::size_t m = 0; m < m_context.models.size(); ++m)
      if (const auto first = m_context.models[m].first())
        m_scene.summary += tr("%1 predicts %2. ", {modelMark(m), placeText(m_sample, *first)});
  }

  const CompareContext& m_context;
  const SampleContext& m_sample;
  std::vector<LocationId> m_places;
  std::vector<std::size_t> m_narrow;
  float m_names = 0, m_group = 0, m_foot = 0;
  float m_rank = 40, m_bars = 0;  ///< widths within a group; no bars: 0
};

}  // namespace

ViewContent comparedPredictionContent(const CompareContext& context, const Canvas& canvas) {
  if (auto nothing = nothingInspected(context.sample)) return *nothing;
  if (context.models.size() < 2) return nothingCompared(context).value_or(EmptyState{});
  return ComparedPredictionPainter(context, canvas).paint();
}

}  // namespace sojourn::present
