// SPDX-License-Identifier: GPL-3.0-or-later
// Results over the filtered samples that outlive the program: given to a workspace's file, and taken from it.
#include <algorithm>

#include "model/core/text.h"
#include "model/core/translation.h"
#include "views/session/explain/explanations.h"

namespace sojourn::session {
namespace {

Error dropped(const std::string& why) {
  return {ErrorKind::BadInput, tr("Aggregate faithfulness"), tr("a saved result was dropped because %1", {why}),
          tr("evaluate again on many samples")};
}

}  // namespace

std::vector<SavedEvaluation> Explanations::savedEvaluations() const {
  const DatasetPtr& dataset = m_workspace.dataset();
  const EnginePtr& engine = m_workspace.engine();
  std::vector<SavedEvaluation> saved;
  // Without fingerprints it could not be checked later whether it still holds.
  if (!dataset || !engine || dataset->fingerprint.empty() || engine->description().fingerprint.empty()) return saved;
  const auto add = [&](const EvaluationKey& key, const AggregateEvaluation& evaluation) {
    if (!evaluation.summary || key.dataset != dataset || key.engine != engine) return;
    SavedEvaluation one = savedEvaluation(*dataset, engine->description(), evaluation.summary);
    one.split = key.split;
    one.filter = evaluation.filter;
    one.rows = key.rows;
    one.filtered = key.count;
    one.request.location = key.location;
    saved.push_back(std::move(one));
  };
  for (const Evaluations::Kept& kept : m_evaluations.kept()) add(kept.key, kept.evaluation);
  add(m_evaluations.key(), evaluation());
  return saved;
}

std::vector<Error> Explanations::restoreEvaluations(const std::vector<SavedEvaluation>& saved) {
  m_evaluations.clear();
  std::vector<Error> reasons;
  for (const SavedEvaluation& one : saved) {
    const std::string why = whyOutdated(one, m_workspace.dataset().get(), m_workspace.model());
    if (why.empty()) {
      Evaluations::Kept& kept = m_evaluations.kept().emplace_back();
      kept.key = {{.dataset = m_workspace.dataset(),
                   .engine = m_workspace.engine(),
                   .split = one.split,
                   .rows = one.rows,
                   .count = one.filtered},
                  one.request.location};
      kept.evaluation.summary = one.summary;
      kept.evaluation.cancelled = one.summary->samples < one.summary->asked;
      kept.evaluation.filtered = one.filtered;
      kept.evaluation.filter = one.filter;
      kept.evaluation.unproven = true;
    } else if (const Error reason = dropped(why);
               std::ranges::find(reasons, reason.what, &Error::what) == reasons.end()) {
      reasons.push_back(reason);
    }
  }
  m_workspace.announce(Change::AggregateEvaluation);
  followEvaluation();
  verifyEvaluations();
  return reasons;
}

/// A filter means other samples where places were renamed since, or where the file lies.
void Explanations::verifyEvaluations() {
  if (std::ranges::none_of(m_evaluations.kept(), [](const auto& kept) { return kept.evaluation.unproven; })) return;
  if (m_workspace.filterError() || !m_workspace.engine()) return;
  if (m_workspace.sampleView().filter().needsOutcomes() && !m_workspace.samples().complete()) return;
  const FilteredSamples now = filteredSamples(m_workspace);
  const std::size_t dropping = std::erase_if(m_evaluations.kept(), [&](const Evaluations::Kept& kept) {
    return kept.evaluation.unproven && kept.evaluation.filter == m_workspace.filterText() &&
           kept.key.split == now.split && (kept.key.rows != now.rows || kept.key.count != now.count);
  });
  if (dropping == 0) return;
  m_workspace.report(dropped(tr("its filter now matches other samples")), Severity::Warning);
  m_workspace.announce(Change::AggregateEvaluation);
}

}  // namespace sojourn::session
