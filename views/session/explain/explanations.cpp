// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/session/explain/explanations.h"

#include <algorithm>
#include <utility>

#include "model/core/translation.h"
#include "model/inspect/network_guard.h"

namespace sojourn::session {
namespace {

/// The best candidate that is not the target.
std::optional<LocationId> runnerUp(const Inspection& inspection, LocationId target) {
  for (const Candidate& candidate : inspection.ranking)
    if (candidate.location != target) return candidate.location;
  return std::nullopt;
}

std::optional<LocationId> contrastOf(const ExplanationChoice& choice, const Inspection& inspection, LocationId target) {
  switch (choice.against) {
    case ExplanationChoice::Against::Nothing:
      return std::nullopt;
    case ExplanationChoice::Against::RunnerUp:
      return runnerUp(inspection, target);
    case ExplanationChoice::Against::Target:
      return inspection.sequence.target;
    case ExplanationChoice::Against::Location:
      return choice.againstLocation;
  }
  return std::nullopt;
}

}  // namespace

ExplanationTarget targetOf(const ExplanationChoice& choice, const Inspection& inspection) {
  ExplanationTarget target{.location = inspection.best().location};
  if (choice.of == ExplanationChoice::Of::Target)
    target.location = inspection.sequence.target.value_or(target.location);
  if (choice.of == ExplanationChoice::Of::Location) target.location = choice.location;
  target.ratherThan = contrastOf(choice, inspection, target.location);
  if (target.ratherThan == target.location) target.ratherThan.reset();
  return target;
}

Explanations::Explanations(Workspace& workspace)
    : SampleStudy(workspace, Change::Explanation, {Change::Inspection, Change::Sample, Change::Model, Change::Dataset}),
      m_evaluations(workspace, Change::AggregateEvaluation, [](AggregateEvaluation& evaluation, const auto& found) {
        if (found->samples > 0) evaluation.summary = found;
      }) {}

void Explanations::setWatched(bool watched) {
  SampleStudy::setWatched(watched);
  followEvaluation();
}

void Explanations::follow(Changes changes) {
  SampleStudy::follow(changes);
  if (changes.hasAny({Change::SampleRows, Change::Model, Change::Dataset})) followEvaluation();
  if (changes.hasAny({Change::SampleRows, Change::Outcomes})) verifyEvaluations();
}

void Explanations::choose(const ExplanationChoice& choice) {
  if (choice == m_choice) return;
  m_choice = choice;
  m_workspace.announce(Change::Explanation);
  ask();
  followEvaluation();
}

std::optional<SampleQuestion> Explanations::questionNow() const {
  const InspectionPtr& inspection = m_workspace.inspection();
  if (!inspection || m_workspace.inspectionOutdated() || !m_workspace.inspectionEngine()) return std::nullopt;
  return SampleQuestion{.engine = m_workspace.inspectionEngine(),
                        .inspection = inspection,
                        .sampleText = m_workspace.sampleText(),
                        .target = targetOf(m_choice, *inspection),
                        .baseline = m_choice.baseline};
}

void Explanations::compute(const SampleQuestion& question) {
  m_query.askOnce(
      {.title = tr("Explaining %1", {question.sampleText}), .unit = "sequences"}, question,
      [question, explainer = m_workspace.loaders().explainer, &priority = m_workspace.inferencePriority()](
          const CancelToken& cancel, const Progress& progress, const auto& publish) -> Result<ExplainedSample> {
        auto quick = [&] {
          const Urgent urgent(priority);
          return explainSample(explainer, question, false, cancel);
        }();
        if (!quick) return quick;
        publish(std::move(*quick));
        priority.waitForUrgent(cancel);
        if (cancel.cancelled()) return cancelledError();
        return explainSample(explainer, question, true, cancel, progress);
      });
}

bool Explanations::canEvaluate() const {
  return m_workspace.engine() && m_workspace.dataset() && !m_workspace.sampleView().rows().empty() &&
         m_workspace.loaders().explainer.explainSet;
}

void Explanations::followEvaluation() {
  // A workspace that was not opened costs nothing.
  if (watched() || !m_evaluations.empty()) showEvaluation();
}

void Explanations::showEvaluation() {
  EvaluationKey key{filteredSamples(m_workspace)};
  if (m_choice.of == ExplanationChoice::Of::Target) key.location = ExplainedLocation::Target;
  AggregateEvaluation begun;
  begun.filtered = key.count;
  begun.filter = m_workspace.filterText();
  m_evaluations.follow(std::move(key), std::move(begun));
  m_evaluations.now().unproven = false;
}

void Explanations::startEvaluation(std::size_t samples) {
  if (!canEvaluate()) return;
  showEvaluation();
  m_evaluations.now().filter = m_workspace.filterText();
  std::vector<std::size_t> rows = filteredRows(m_workspace);
  const std::size_t asked = samples == 0 ? rows.size() : std::min(samples, rows.size());
  m_evaluations.start(
      {.title = tr("Evaluating faithfulness on %1 samples", {std::to_string(asked)}),
       .unit = "samples",
       .subject = "the samples",
       .failure = "could not be explained",
       .remedy = "choose fewer samples"},
      [key = m_evaluations.key(), rows = std::move(rows), samples, explainer = m_workspace.loaders().explainer](
          const CancelToken& cancel, const Progress& progress, const auto& publish) {
        return explainer.explainSet(*key.engine, *key.dataset->split(key.split), rows,
                                    {.location = key.location, .samples = samples}, cancel, progress, publish);
      });
}

}  // namespace sojourn::session
