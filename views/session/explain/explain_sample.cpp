// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/session/explain/explain_sample.h"

#include <algorithm>
#include <chrono>
#include <exception>

#include "model/core/translation.h"

namespace sojourn::session {
namespace {

std::size_t latestLargest(std::span<const double> scores) {
  std::size_t best = scores.size() - 1;
  for (std::size_t i = scores.size(); i-- > 0;)
    if (scores[i] > scores[best]) best = i;
  return best;
}

Result<ExplainedSample> explained(const Explainer& explainer, const SampleQuestion& question, bool refined,
                                  const CancelToken& cancel, const Progress& progress) {
  const auto began = std::chrono::steady_clock::now();
  const Sequence& sequence = question.inspection->sequence;
  const ExplainRequest request{.target = question.target.location,
                               .ratherThan = question.target.ratherThan,
                               .randomOrders = refined ? refinedRandomOrders : quickRandomOrders,
                               .pValues = refined,
                               .refinedOrders = refined ? decidingRandomOrders : 0,
                               .baseline = question.baseline};
  auto explanation = explainer.explain(*question.engine, sequence, request, cancel, progress);
  if (!explanation) return explanation.error();
  ExplainedSample sample;
  sample.inspection = question.inspection;
  sample.sampleText = question.sampleText;
  sample.explanation = std::move(*explanation);
  sample.refined = refined;
  sample.interventions = explainer.interventions(*question.inspection, question.target);
  if (sequence.visits.size() > 1) {
    const std::size_t visit = visitToCheck(sample.explanation, sequence.visits.size());
    for (const Removal removal : {Removal::Masked, Removal::Removed}) {
      auto check = explainer.checkRemoval(*question.engine, sequence, question.target, visit, removal, cancel);
      if (!check) return check.error();
      sample.checks.push_back(*check);
    }
  }
  sample.milliseconds = std::chrono::duration<double, std::milli>(std::chrono::steady_clock::now() - began).count();
  return sample;
}

}  // namespace

std::size_t visitToCheck(const Explanation& explanation, std::size_t length) {
  const std::vector<double>& copied = explanation.decomposition.copied;
  if (copied.size() == length && std::ranges::any_of(copied, [](double mass) { return mass > 0; }))
    return latestLargest(copied);
  const auto maskOne = std::ranges::find(explanation.methods, "mask_one", &MethodExplanation::name);
  const bool there = maskOne != explanation.methods.end() && maskOne->scores.size() == length;
  return there ? latestLargest(maskOne->scores) : length - 1;
}

Result<ExplainedSample> explainSample(const Explainer& explainer, const SampleQuestion& question, bool refined,
                                      const CancelToken& cancel, const Progress& progress) {
  // A worker survives what should not be thrown but might be (out of memory).
  try {
    return explained(explainer, question, refined, cancel, progress);
  } catch (const std::exception& failure) {
    return Error{ErrorKind::Failed, question.sampleText, tr("could not be explained (%1)", {failure.what()}),
                 tr("close other programs if memory is short, then try again")};
  }
}

}  // namespace sojourn::session
