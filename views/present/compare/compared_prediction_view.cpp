// SPDX-License-Identifier: GPL-3.0-or-later
// The Prediction view of Compare: a row a place, a group of columns a model.
#include <algorithm>
#include <cmath>

#include "model/core/translation.h"
#include "views/present/compare/compare_views.h"
#include "views/present/samples/sample_text.h"
#include "views/present/scene/format.h"
#include "views/present/table/row_table.h"

namespace sojourn::present {
namespace {

constexpr float numberWidth = 50, narrowWidth = 40, headHeight = 46;
/// Shorter bars say nothing: numbers alone stand there then.
constexpr float leastBar = 24;

/// How many pixels each part of a row has: the places, then of each wide model its rank, bar and figure.
struct Widths {
  float names = 0, rank = 46, bar = 0, figure = numberWidth + 10;

  Widths(float width, std::size_t wide, std::size_t narrow) {
    const float room = width - 8 - narrowWidth * static_cast<float>(narrow);
    names = std::clamp(room * 0.22F, 96.0F, 180.0F);
    const float group = (room - names) / static_cast<float>(wide);
    bar = group - rank - numberWidth - 16;
    if (bar >= leastBar) return;
    bar = 0;
    rank = std::clamp(group - numberWidth - 2, 20.0F, rank);
    figure = numberWidth;
  }
};

class ComparedPrediction {
 public:
  ComparedPrediction(const CompareContext& context, const Canvas& canvas)
      : m_context(context), m_sample(context.sample), m_canvas(canvas), m_foot(context.edited ? 38.0F : 20.0F) {
    m_wide = {context.first};
    if (context.models.size() > 1) m_wide.push_back(context.second);
    for (std::size_t i = 0; i < context.models.size(); ++i)
      if (std::ranges::find(m_wide, i) == m_wide.end()) m_narrow.push_back(i);
    choosePlaces(static_cast<std::size_t>(std::max(4.0F, (canvas.size.height - headHeight - m_foot - 22) / 22)));
  }

  Scene scene() {
    const Widths widths(m_canvas.size.width, m_wide.size(), m_narrow.size());
    DrawnTable drawn = drawTable(rows(widths), m_canvas);
    SceneBuilder builder(drawn.scene, m_canvas);
    for (std::size_t group = 0; group < m_wide.size(); ++group) paintGroup(builder, drawn, group);
    for (std::size_t i = 0; i < m_narrow.size(); ++i) paintNarrow(builder, drawn, i);
    paintFoot(builder, drawn);
    describe(drawn.scene);
    return std::move(drawn.scene);
  }

 private:
  /// The places among the columns of a wide model's rank, bar and figure, and of a narrow one's rank.
  static constexpr std::size_t rankOf(std::size_t group) { return 1 + 3 * group; }
  [[nodiscard]] std::size_t narrowAt(std::size_t number) const { return rankOf(m_wide.size()) + number; }
  [[nodiscard]] const Theme& theme() const { return m_canvas.theme; }
  [[nodiscard]] const std::optional<LocationId>& target() const { return m_sample.inspection->sequence.target; }
  static bool hasProbabilities(const ComparedModelInput& one) {
    return one.inspection || !one.listedProbabilities.empty();
  }

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

  // ---- the rows

  [[nodiscard]] RowTable rows(const Widths& widths) const {
    RowTable table{.columns = {{.title = tr("Place"), .width = fixedWidth(widths.names - 16)}},
                   .heights = {.head = headHeight, .least = 20, .most = 26, .foot = m_foot, .visible = 2},
                   .gap = 4};
    const bool word = m_canvas.text.width(tr("rank"), smallFont) <= widths.rank - 6;
    for (const std::size_t model : m_wide) {
      const bool has = hasProbabilities(m_context.models[model]);
      table.columns.push_back(
          {.title = word ? tr("rank") : "#", .width = fixedWidth(widths.rank - 6), .align = Align::Right});
      table.columns.push_back({.width = fixedWidth(widths.bar), .scale = ColumnScale{.line = has}});
      table.columns.push_back({.title = has ? "P" : "", .width = fixedWidth(widths.figure), .align = Align::Right});
    }
    for (std::size_t i = 0; i < m_narrow.size(); ++i)
      table.columns.push_back({.title = tr("rank"), .width = fixedWidth(narrowWidth - 4), .align = Align::Right});
    for (const LocationId place : m_places) table.rows.push_back(rowOf(place));
    table.rows.push_back(others());
    return table;
  }

  [[nodiscard]] static std::string rankText(std::size_t rank) { return rank == 0 ? "\u2013" : grouped(rank); }
  [[nodiscard]] RowCell rankCell(std::size_t rank) const {
    return {.text = rankText(rank),
            .ink = rank == 1 ? theme().text : theme().text2,
            .font = rank == 1 ? boldFont : textFont};
  }

  [[nodiscard]] TableRow rowOf(LocationId place) const {
    const std::string name = placeText(m_sample, place);
    const bool isTarget = target() == place;
    RowCell of{.text = name, .font = isTarget ? boldFont : textFont, .swatch = swatchOf(m_sample, place)};
    if (isTarget) of.icon = {"target", theme().accent};
    TableRow row{.cells = {std::move(of)}, .emphasis = emphasisOfPlace(m_sample, place)};
    for (const std::size_t model : m_wide) addWide(row, m_context.models[model], place);
    for (const std::size_t model : m_narrow) row.cells.push_back(rankCell(m_context.models[model].rankOf(place)));
    std::string label = name + (isTarget ? tr(", the target") : std::string());
    for (std::size_t m = 0; m < m_context.models.size(); ++m) {
      const ComparedModelInput& one = m_context.models[m];
      label += tr("; %1 rank %2", {modelMark(m), rankText(one.rankOf(place))});
      if (const Candidate* candidate = candidateIn(one, place))
        label += ", P " + exactText(static_cast<double>(candidate->probability));
      else if (const auto listed = one.listedProbability(place))
        label += ", P " + exactText(*listed);
    }
    row.hit = hitOf(focusOnPlace(place), std::move(label), name);
    return row;
  }

  [[nodiscard]] static const Candidate* candidateIn(const ComparedModelInput& one, LocationId place) {
    return one.inspection ? candidateOf(*one.inspection, place).candidate : nullptr;
  }

  /// Rank, bar and figure.
  void addWide(TableRow& row, const ComparedModelInput& one, LocationId place) const {
    RowCell rank, bar, figure;
    if (one.inspection || !one.ranking.empty()) rank = rankCell(one.rankOf(place));
    figure.font = rank.font;
    if (const Candidate* candidate = candidateIn(one, place)) {
      bar.bar = {.to = static_cast<double>(candidate->copied),
                 .copied = swatchOf(m_sample, place),
                 .generated = static_cast<double>(candidate->probability)};
      figure.text = probability(static_cast<double>(candidate->probability));
    } else if (one.inspection) {
      bar = {.text = tr("not in its vocabulary"), .ink = theme().text3, .font = smallFont, .spans = true};
    } else if (const auto listed = one.listedProbability(place)) {
      // How much of it is copied is not said: neither filled nor hatched.
      bar.bar = {.to = *listed, .outlined = true};
      figure.text = probability(*listed);
    }
    row.cells.insert(row.cells.end(), {std::move(rank), std::move(bar), std::move(figure)});
  }

  /// What the models leave to all places that are not shown.
  [[nodiscard]] TableRow others() const {
    const std::size_t all = m_sample.inspection->ranking.size();
    TableRow row{
        .cells = {{.text = tr("%1 others", {grouped(all - std::min(all, m_places.size()))}), .ink = theme().text2}},
        .rule = theme().line};
    for (const std::size_t model : m_wide) {
      const ComparedModelInput& one = m_context.models[model];
      RowCell bar, figure{.ink = theme().text2};
      double rest = 1;
      if (one.inspection) {
        rest = 0;
        for (const Candidate& candidate : one.inspection->ranking) rest += static_cast<double>(candidate.probability);
      }
      for (const LocationId place : m_places) {
        if (const Candidate* shown = candidateIn(one, place)) rest -= static_cast<double>(shown->probability);
        rest -= one.listedProbability(place).value_or(0);
      }
      if (one.inspection) bar.bar = {.to = 0, .copied = Swatch{}, .generated = rest};
      if (hasProbabilities(one)) figure.text = probability(std::max(0.0, rest));
      row.cells.insert(row.cells.end(), {RowCell{}, std::move(bar), std::move(figure)});
    }
    return row;
  }

  // ---- around them

  /// Where the probabilities of a model come from, or why it has none.
  [[nodiscard]] static std::string stateOf(const ComparedModelInput& one) {
    if (one.inspection && one.inspection->gate)
      return tr("gate %1", {probability(static_cast<double>(*one.inspection->gate))});
    if (one.inspection) return tr("all of it is generated");
    if (!one.listedProbabilities.empty())
      return tr("first %1, as the file lists them", {std::to_string(one.ranking.size())});
    if (!one.ranking.empty()) return tr("ranks, no probabilities");
    return one.sampleFailure.empty() ? one.state : one.sampleFailure;
  }

  void paintGroup(SceneBuilder& builder, const DrawnTable& drawn, std::size_t group) const {
    const ComparedModelInput& one = m_context.models[m_wide[group]];
    const CellColumn &rank = drawn.columns[rankOf(group)], &bar = drawn.columns[rankOf(group) + 1],
                     &figure = drawn.columns[rankOf(group) + 2];
    const float left = rank.left, width = figure.left + figure.width - left;
    paintModelMark(builder, {left + 4, 5}, m_wide[group]);
    builder.text({left + 25, 4, width - 26, 18}, one.title, theme().text, boldFont);
    const float used = 25 + builder.width(one.title, boldFont) + 8;
    const std::string text = stateOf(one);
    if (used + 20 < width)
      builder.text({left + used, 4, width - used, 18}, text, one.failed ? theme().err : theme().text2, smallFont);
    builder.hit({left, 2, width, 20}, {},
                one.title + (text.empty() ? "" : ", " + text) + (one.note.empty() ? "" : "; " + one.note));
    if (!hasProbabilities(one)) return;
    const Rect scale{bar.left + 1, drawn.rowsTop - 21, bar.width - 1, 16};
    for (const auto& [align, tick] :
         {std::pair{Align::Left, "0"}, std::pair{Align::Center, ".5"}, std::pair{Align::Right, "1"}})
      if (bar.width >= (align == Align::Center ? 2 * leastBar : leastBar))
        builder.text(scale, tick, theme().text2, smallFont, align);
  }

  void paintNarrow(SceneBuilder& builder, const DrawnTable& drawn, std::size_t i) const {
    const CellColumn& rank = drawn.columns[narrowAt(i)];
    const ComparedModelInput& one = m_context.models[m_narrow[i]];
    paintModelMark(builder, {rank.left + rank.width - 18, 5}, m_narrow[i]);
    builder.hit({rank.left, 2, rank.width, 20}, {}, one.title + (one.state.empty() ? "" : ": " + one.state));
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

  void paintFoot(SceneBuilder& builder, const DrawnTable& drawn) const {
    const float width = m_canvas.size.width;
    builder.box({0, drawn.rowsBottom, width, 1}, theme().border);
    float y = drawn.rowsBottom + 3;
    if (m_context.edited) {
      builder.text({12, y, width - 24, 17}, editText(), theme().accent, mediumBoldFont);
      y += 18;
    }
    builder.copiedBar({12, y + 3, 16, 9}, {});
    builder.text({33, y, 60, 16}, tr("copied"), theme().text2, smallFont);
    builder.generatedBar({92, y + 3, 16, 9}, {});
    builder.text({113, y, 70, 16}, tr("generated"), theme().text2, smallFont);
    builder.icon({184, y + 1, 14, 14}, "target", theme().accent);
    builder.text({202, y, 60, 16}, tr("target"), theme().text2, smallFont);
    builder.text({262, y, std::max(0.0F, width - 274), 16}, tr("\u2013 not listed"), theme().text2, smallFont,
                 Align::Right);
  }

  void describe(Scene& scene) const {
    scene.caption = scopeText(m_sample) + tr("; P on one axis, 0 to 1");
    if (m_context.edited) scene.summary = editText() + ". ";
    for (std::size_t m = 0; m < m_context.models.size(); ++m)
      if (const auto first = m_context.models[m].first())
        scene.summary += tr("%1 predicts %2. ", {modelMark(m), placeText(m_sample, *first)});
    Table& table = scene.table;
    table.columns = {"location", "place"};
    for (std::size_t i = 0; i < m_context.models.size(); ++i)
      for (const char* figure : {"_rank", "_probability", "_copied", "_generated"})
        table.columns.push_back(modelMark(i) + figure);
    for (const LocationId place : m_places) {
      table.add(place, placeText(m_sample, place));
      for (const ComparedModelInput& one : m_context.models) {
        const std::size_t rank = one.rankOf(place);
        table.extend(rank == 0 ? Table::absent : static_cast<double>(rank));
        if (const Candidate* candidate = candidateIn(one, place))
          table.extend(candidate->probability, candidate->copied, candidate->generated);
        else
          table.extend(one.listedProbability(place).value_or(Table::absent), Table::absent, Table::absent);
      }
    }
  }

  const CompareContext& m_context;
  const SampleContext& m_sample;
  const Canvas& m_canvas;
  float m_foot;
  std::vector<LocationId> m_places;
  std::vector<std::size_t> m_wide, m_narrow;  ///< models with bars, models with ranks alone
};

}  // namespace

ViewContent comparedPredictionContent(const CompareContext& context, const Canvas& canvas) {
  if (auto nothing = nothingInspected(context.sample)) return *nothing;
  if (context.models.size() < 2) return nothingCompared(context).value_or(EmptyState{});
  return ComparedPrediction(context, canvas).scene();
}

}  // namespace sojourn::present
