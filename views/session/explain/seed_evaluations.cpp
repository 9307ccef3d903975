// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/session/explain/seed_evaluations.h"

#include <algorithm>

#include "model/core/translation.h"
#include "model/explain/stability/rank_stability_over.h"

namespace sojourn::session {
namespace {

SampleStability stabilityOf(const std::vector<SampleRankStability>& said) {
  SampleStability found{.methods = said.size(), .unstable = {}};
  for (const SampleRankStability& method : said)
    if (!method.beyondChance) found.unstable.push_back(method.method);
  return found;
}

}  // namespace

SeedEvaluations::SeedEvaluations(Workspace& workspace, const Explanations& explanations,
                                 const RankStability& rankStability)
    : m_workspace(workspace),
      m_explanations(explanations),
      m_rankStability(rankStability),
      m_evaluations(workspace, Change::RankStability,
                    [this](SeedEvaluation& evaluation, const auto& found) { take(evaluation, found); }) {
  m_subscription = workspace.subscribe([this](Changes changes) {
    // Where nothing was measured this costs nothing.
    if (changes.hasAny(
            {Change::SampleRows, Change::Model, Change::Dataset, Change::Explanation, Change::RankStability}) &&
        !m_evaluations.empty())
      follow();
  });
}

bool SeedEvaluations::canStart() const {
  return m_workspace.dataset() && !m_workspace.sampleView().rows().empty() &&
         m_workspace.loaders().explainer.agreementAcross && !m_rankStability.comparable(m_workspace.engine()).empty();
}

void SeedEvaluations::follow() {
  Key key{filteredSamples(m_workspace), m_rankStability.comparable(m_workspace.engine())};
  if (m_explanations.choice().of == ExplanationChoice::Of::Target) key.location = ExplainedLocation::Target;
  if (!key.sameRows(m_evaluations.key())) m_stability.clear();
  m_evaluations.follow(std::move(key));
}

void SeedEvaluations::start(std::size_t samples) {
  if (!canStart()) return;
  follow();
  const Key& key = m_evaluations.key();
  m_evaluations.now().models = key.engines.size();
  std::vector<std::size_t> rows = filteredRows(m_workspace);
  const std::size_t asked = samples == 0 ? rows.size() : std::min(samples, rows.size());
  m_evaluations.start(
      {.title = tr("Comparing %1 models on %2 samples", {std::to_string(key.engines.size()), std::to_string(asked)}),
       .unit = "samples",
       .subject = "the samples",
       .failure = "could not be compared",
       .remedy = "choose fewer samples"},
      [key, rows = std::move(rows), samples, across = m_workspace.loaders().explainer.agreementAcross](
          const CancelToken& cancel, const Progress& progress, const auto& publish) -> Result<Found> {
        Found found;
        RankStabilityPass pass;
        pass.samples = samples;
        pass.ask = [&](const Sequence& sequence) -> Result<std::vector<SampleRankStability>> {
          AgreementRequest request;
          if (key.location == ExplainedLocation::Target) request.target = sequence.target;
          const auto agreement = across(key.engines, sequence, request, cancel, {});
          if (!agreement) return agreement.error();
          return rankStabilityOf(*agreement);
        };
        pass.report = [&](std::size_t row, const std::vector<SampleRankStability>& said) {
          found.rows.emplace_back(row, stabilityOf(said));
        };
        pass.partial = [&](const RankStabilitySummary& summary, std::size_t wanted) {
          publish({summary, wanted, std::exchange(found.rows, {})});
        };
        auto summary = rankStabilityOver(*key.dataset->split(key.split), rows, pass, cancel,
                                         [&](std::size_t done, std::size_t all) {
                                           found.asked = all;
                                           progress(done, all);
                                         });
        if (!summary) return summary.error();
        if (summary->samples == 0)
          return Error{ErrorKind::BadInput, tr("the filtered samples"),
                       tr("have fewer than three visits each, so their rankings cannot be compared"),
                       tr("choose a filter with longer samples")};
        found.summary = std::move(*summary);
        return found;
      });
}

void SeedEvaluations::take(SeedEvaluation& evaluation, const std::shared_ptr<const Found>& found) {
  evaluation.summary = std::make_shared<const RankStabilitySummary>(found->summary);
  evaluation.asked = found->asked;
  for (const auto& [row, stability] : found->rows) m_stability[row] = stability;
}

}  // namespace sojourn::session
