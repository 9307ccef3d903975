// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/present/prediction/prediction_change.h"

#include "model/core/translation.h"
#include "views/present/samples/change_marks.h"
#include "views/present/samples/sample_text.h"
#include "views/present/scene/format.h"

namespace sojourn::present {

PredictionChange::PredictionChange(const SampleContext& context)
    : m_context(context), m_before(*context.reference->inspection) {
  m_gateBefore = m_before.gate.value_or(0);
  m_gateChange = double{context.inspection->gate.value_or(0)} - m_gateBefore;
  m_moved = movedProbability(*context.inspection, m_before);
}

RankedCandidate PredictionChange::before(LocationId location) const {
  return candidateOf(m_before, location);
}

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

std::string PredictionChange::words(const Candidate& now) const {
  const RankedCandidate was = before(now.location);
  if (!was.candidate) return {};
  return tr("; before rank %1, P %2, change %3",
            {grouped(was.rank), exactText(was.candidate->probability), exactText(change(now))});
}

std::string PredictionChange::summary() const {
  std::string text = tr("It is %1: probability moved %2", {comparedWithText(m_context), probability(m_moved)});
  if (!m_before.ranking.empty()) {
    text += tr(", before it was %1 with %2",
               {placeText(m_context, m_before.best().location), probability(m_before.best().probability)});
  }
  if (m_before.gate) text += tr(", gate change %1", {signedProbability(m_gateChange)});
  return text + ".";
}

void paintReferenceFrame(SceneBuilder& builder, Rect bar, float end, float reach) {
  if (end - bar.x < 1) return;  // a frame of nothing would look like the axis
  builder.frame({bar.x, bar.y - reach, end - bar.x, bar.height + 2 * reach}, builder.theme().text);
}

void paintRankArrow(Scene& scene, const Theme& theme, Point at, std::size_t before, std::size_t now) {
  if (before == now) return;
  const bool up = now < before;
  const float base = up ? at.y + 5 : at.y, tip = up ? at.y : at.y + 5;
  scene.shapes.emplace_back(PolygonShape{.points = {{at.x, base}, {at.x + 5, base}, {at.x + 2.5F, tip}},
                                         .fill = up ? theme.more : theme.less});
}

}  // namespace sojourn::present
