// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/present/prediction/prediction_rows.h"

#include <algorithm>
#include <cmath>
#include <numeric>

#include "model/core/translation.h"
#include "views/present/samples/sample_text.h"
#include "views/present/scene/format.h"

namespace sojourn::present {
namespace {

constexpr double none = Table::absent;

constexpr Font insideFont{.size = 11.5F, .weight = Weight::Medium};

float axisX(const PredictionGate& g, double value) {
  return g.bar.x + toUnit(value) * g.bar.width;
}

/// The signed change in words; returns how much room it took.
float paintChangeText(SceneBuilder& builder, const PredictionGate& g, Rect room) {
  const double change = g.change->gateChange;
  const std::string text = signedProbability(change);
  const Font font = changeFont(change, 12);
  const float width = builder.width(text, font) + 1;
  if (width > room.width) return 0;
  builder.text({room.x, room.y, width, room.height}, text, changeColor(builder.theme(), change), font);
  return width + 8;
}

void paintText(SceneBuilder& builder, const PredictionGate& g) {
  const Rect line = g.beside ? Rect{predictionMargin, g.bar.y, g.textRight - predictionMargin, g.bar.height}
                             : Rect{predictionMargin, 6, g.bar.width, 18};
  const std::string text = tr("gate %1", {probability(g.gate)});
  float used = builder.width(text, boldFont) + 8;
  builder.text({line.x, line.y, g.beside ? line.width : used, line.height}, text, builder.theme().text, boldFont);
  if (g.change) used += paintChangeText(builder, g, {line.x + used, line.y, line.width - used, line.height});
  if (g.beside) return;
  builder.text({line.x + used, line.y, std::max(0.0F, line.width - used), line.height}, tr("pointer | generation"),
               builder.theme().text2, smallFont, Align::Right);
}

/// Where the reference's gate stood, and the way from there.
void paintReference(SceneBuilder& builder, const PredictionGate& g, float now) {
  const float was = axisX(g, g.change->gateBefore);
  if (std::fabs(now - was) >= 1)
    builder.box(between(was, now, g.bar.y + 5, g.bar.height - 10), changeFill(builder.theme(), g.change->gateChange));
  builder.box({std::clamp(std::round(was) - 1, g.bar.x, g.bar.right() - 2), g.bar.y - 3, 2, g.bar.height + 6},
              builder.theme().text);
}

/// Both shares inside the bar, as far as the way from the reference leaves them room.
void paintShares(SceneBuilder& builder, const PredictionGate& g, float split) {
  const Theme& theme = builder.theme();
  const float was = g.change ? axisX(g, g.change->gateBefore) : split;
  const std::string left = tr("pointer %1", {probability(g.gate)});
  if (builder.width(left, insideFont) + 16 <= std::min(split, was) - g.bar.x)
    builder.text({g.bar.x + 8, g.bar.y, split - g.bar.x - 12, g.bar.height}, left, theme.panel, insideFont);
  const std::string right = probability(1 - g.gate);
  const float width = builder.width(right, insideFont);
  if (width + 20 > g.bar.right() - std::max(split, was)) return;
  builder.box({g.bar.right() - width - 12, g.bar.y + 2, width + 8, g.bar.height - 4}, theme.panel, 2);
  builder.text({g.bar.right() - width - 9, g.bar.y, width + 1, g.bar.height}, right, theme.text, insideFont,
               Align::Right);
}

std::string label(const PredictionGate& g) {
  std::string text =
      tr("Gate %1: the pointer's distribution has weight %2, the generated one %3. This is not the copied share of one "
         "candidate",
         {exactText(g.gate), exactText(g.gate), exactText(1 - g.gate)});
  if (g.change)
    text += tr("; %1 in the reference, change %2", {exactText(g.change->gateBefore), exactText(g.change->gateChange)});
  return text;
}

}  // namespace

bool atFloor(const Candidate& candidate) {
  static const double logOfFloor = std::log(probabilityFloor);
  const double mass = double{candidate.copied} + double{candidate.generated};
  return mass <= probabilityFloor && candidate.logProbability >= logOfFloor - 1e-3;
}

std::vector<std::size_t> PredictionRows::shown() const {
  std::vector<std::size_t> rows(first);
  std::iota(rows.begin(), rows.end(), std::size_t{0});
  if (farTarget) rows.push_back(*farTarget);
  return rows;
}

PredictionRows choosePredictionRows(const Inspection& inspection, std::size_t places) {
  const auto& ranking = inspection.ranking;
  PredictionRows rows;
  rows.first = std::clamp<std::size_t>(places, 1, std::max<std::size_t>(1, ranking.size()));
  rows.first = std::min(rows.first, ranking.size());
  const std::size_t target = inspection.targetRank.value_or(0);
  if (target > rows.first && target <= ranking.size()) {
    rows.farTarget = target - 1;
    if (rows.first > 1) --rows.first;
  }
  for (std::size_t i = 0; i < ranking.size(); ++i) {
    rows.sum += ranking[i].probability;
    if (atFloor(ranking[i])) ++rows.floorCount;
    if (i < rows.first || rows.farTarget == i) continue;
    ++rows.others;
    rows.othersCopied += ranking[i].copied;
    rows.othersGenerated += ranking[i].generated;
  }
  return rows;
}

PredictionChange::PredictionChange(const SampleContext& context)
    : gateBefore(context.reference->inspection->gate.value_or(0)),
      gateChange(double{context.inspection->gate.value_or(0)} - gateBefore),
      moved(movedProbability(*context.inspection, *context.reference->inspection)),
      m_context(context),
      m_before(*context.reference->inspection) {}

double PredictionChange::change(const Candidate& now) const {
  const Candidate* was = before(now.location).candidate;
  return double{now.probability} - (was ? double{was->probability} : 0.0);
}

double PredictionChange::othersBefore(const PredictionRows& rows) const {
  double rest = 0;
  for (const Candidate& candidate : m_before.ranking) rest += candidate.probability;
  for (const std::size_t index : rows.shown()) {
    if (const Candidate* was = before(m_context.inspection->ranking[index].location).candidate)
      rest -= was->probability;
  }
  return rest;
}

std::string PredictionChange::text(const Candidate& now) const {
  const RankedCandidate was = before(now.location);
  if (!was.candidate) return {};
  return tr("; before rank %1, P %2, change %3",
            {grouped(was.rank), exactText(was.candidate->probability), exactText(change(now))});
}

std::string PredictionChange::summary() const {
  std::string text = tr("It is %1: probability moved %2", {comparedWithText(m_context), probability(moved)});
  if (!m_before.ranking.empty()) {
    text += tr(", before it was %1 with %2",
               {placeText(m_context, m_before.best().location), probability(m_before.best().probability)});
  }
  if (m_before.gate) text += tr(", gate change %1", {signedProbability(gateChange)});
  return text + ".";
}

double copyShare(double copied, double generated) {
  const double mass = copied + generated;
  return mass > 0 ? copied / mass : none;
}

Table predictionTable(const SampleContext& context, const PredictionRows& rows, const PredictionChange* change) {
  const bool copies = context.model->capabilities.pointer;
  Table table;
  table.columns = {"rank", "location", "place", "probability", "log probability", "copied", "generated", "copy share"};
  if (change) table.columns.insert(table.columns.end(), {"reference rank", "reference probability", "change"});
  for (const std::size_t index : rows.shown()) {
    const Candidate& c = context.inspection->ranking[index];
    table.add(index + 1, c.location, placeText(context, c.location), c.probability, c.logProbability,
              copies ? double{c.copied} : none, c.generated, copies ? copyShare(c.copied, c.generated) : none);
    if (!change) continue;
    const RankedCandidate was = change->before(c.location);
    table.extend(was.candidate ? static_cast<double>(was.rank) : none,
                 was.candidate ? double{was.candidate->probability} : none, change->change(c));
  }
  if (rows.others == 0) return table;
  table.add(none, none, countText(rows.others, "other", "others"), rows.othersProbability(), none,
            copies ? rows.othersCopied : none, rows.othersGenerated,
            copies ? copyShare(rows.othersCopied, rows.othersGenerated) : none);
  if (!change) return table;
  const double was = change->othersBefore(rows);
  table.extend(none, was, rows.othersProbability() - was);
  return table;
}

void paintPredictionGate(SceneBuilder& builder, const PredictionGate& g) {
  const Theme& theme = builder.theme();
  const float split = axisX(g, g.gate);
  paintText(builder, g);
  builder.box({g.bar.x, g.bar.y, split - g.bar.x, g.bar.height}, theme.solid);
  if (g.bar.right() - split > 1) builder.hatch({split, g.bar.y, g.bar.right() - split, g.bar.height}, theme.mid);
  builder.frame(g.bar, theme.mid);
  if (g.change) paintReference(builder, g, split);
  paintShares(builder, g, split);
  builder.hit({predictionMargin, 4, g.width - 2 * predictionMargin, g.bar.bottom() - 4}, {}, label(g),
              exactText(g.gate));
}

}  // namespace sojourn::present
