// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/session/explain/explanations.h"

#include <algorithm>
#include <chrono>
#include <span>
#include <utility>

#include "model/core/text.h"
#include "model/core/translation.h"
#include "model/inspect/network_passes.h"

namespace sojourn::session {
namespace {

std::size_t latestLargest(std::span<const double> scores) {
  std::size_t best = scores.size() - 1;
  for (std::size_t i = scores.size(); i-- > 0;)
    if (scores[i] > scores[best]) best = i;
  return best;
}

Result<ExplainedSample> explained(const Explainer& explainer, const SampleQuestion& question, ExplanationDepth depth,
                                  const CancelToken& cancel, const Progress& progress) {
  const bool refined = depth == ExplanationDepth::Refined;
  const auto began = std::chrono::steady_clock::now();
  const Sequence& sequence = question.inspection->sequence;
  const ExplainRequest request{.target = question.target.location,
                               .ratherThan = question.target.ratherThan,
                               .randomOrders = refined ? refinedRandomOrders : quickRandomOrders,
                               .pValues = refined,
                               .refinedOrders = refined ? decidingRandomOrders : 0,
                               .faithfulness = depth != ExplanationDepth::Scores,
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
      if (removal != operatorOf(question.engine->description().capabilities, removal)) continue;
      auto check = explainer.checkRemoval(*question.engine, sequence, question.target, visit, removal, cancel);
      if (!check) return check.error();
      sample.checks.push_back(*check);
    }
  }
  sample.milliseconds = std::chrono::duration<double, std::milli>(std::chrono::steady_clock::now() - began).count();
  return sample;
}

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

Error dropped(const std::string& why) {
  return {ErrorKind::BadInput, tr("Aggregate faithfulness"), tr("a saved result was dropped because %1", {why}),
          tr("evaluate again on many samples")};
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

Result<ExplainedSample> explainSample(const Explainer& explainer, const SampleQuestion& question,
                                      ExplanationDepth depth, const CancelToken& cancel, const Progress& progress) {
  return guarded(question.sampleText, "could not be explained (%1)",
                 [&] { return explained(explainer, question, depth, cancel, progress); });
}

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
  updateEvaluation();
}

void Explanations::updateFrom(Changes changes) {
  SampleStudy::updateFrom(changes);
  if (changes.hasAny({Change::SampleRows, Change::Model, Change::Dataset})) updateEvaluation();
  if (changes.hasAny({Change::SampleRows, Change::Outcomes})) verifyEvaluations();
}

void Explanations::choose(const ExplanationChoice& choice) {
  if (choice == m_choice) return;
  m_choice = choice;
  m_workspace.announce(Change::Explanation);
  ask();
  updateEvaluation();
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
      [question, explainer = m_workspace.loaders().explainer, &threads = m_workspace.threads()](
          const CancelToken& cancel, const Progress& progress, const auto& publish) -> Result<ExplainedSample> {
        std::vector depths{ExplanationDepth::Quick, ExplanationDepth::Refined};
        if (question.inspection->sequence.visits.size() > longWindow)
          depths.insert(depths.begin(), ExplanationDepth::Scores);
        auto answer = [&] {
          const TaskThreads::Urgent urgent(threads);
          return explainSample(explainer, question, depths.front(), cancel);
        }();
        for (const ExplanationDepth depth : std::span(depths).subspan(1)) {
          if (!answer) return answer;
          publish(std::move(*answer));
          threads.giveWay(Priority::Question, cancel);
          if (cancel.cancelled()) return cancelledError();
          answer = explainSample(explainer, question, depth, cancel, progress);
        }
        return answer;
      });
}

bool Explanations::canEvaluate() const {
  return m_workspace.engine() && m_workspace.dataset() && !m_workspace.samples().view().rows().empty() &&
         m_workspace.loaders().explainer.explainSet;
}

void Explanations::updateEvaluation() {
  // A workspace that was not opened costs nothing.
  if (watched() || !m_evaluations.empty()) showEvaluation();
}

void Explanations::showEvaluation() {
  EvaluationKey key{filteredSamples(m_workspace)};
  if (m_choice.of == ExplanationChoice::Of::Target) key.location = ExplainedLocation::Target;
  AggregateEvaluation evaluation;
  evaluation.filtered = key.count;
  evaluation.filter = m_workspace.samples().filterText();
  m_evaluations.setKey(std::move(key), std::move(evaluation));
  m_evaluations.now().unproven = false;
}

void Explanations::startEvaluation(std::size_t samples) {
  if (!canEvaluate()) return;
  showEvaluation();
  m_evaluations.now().filter = m_workspace.samples().filterText();
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

Result<ShapleyAnswer> playGames(const Explainer& explainer, const SampleQuestion& question, const CancelToken& cancel,
                                const Progress& progress) {
  ShapleyAnswer answer{question, {}};
  for (const Players players : {Players::Places, Players::Days, Players::Features}) {
    auto game =
        explainer.shapley(*question.engine, question.inspection->sequence, question.target, players, cancel, progress);
    if (!game) return game.error();
    answer.games.push_back(std::move(*game));
  }
  return answer;
}

ShapleyGames::ShapleyGames(Workspace& workspace, const Explanations& explanations)
    : SampleStudy(workspace, Change::Shapley,
                  {Change::Inspection, Change::Sample, Change::Model, Change::Dataset, Change::Explanation}),
      m_explanations(explanations) {}

std::optional<SampleQuestion> ShapleyGames::question() const {
  std::optional<SampleQuestion> question = m_explanations.questionNow();
  if (question) question->baseline = {};  // no path, no baseline
  return question;
}

void ShapleyGames::compute(const SampleQuestion& question) {
  const Explainer& explainer = m_workspace.loaders().explainer;
  if (!explainer.shapley) return;
  m_query.askOnce({.title = tr("Shapley values of %1", {question.sampleText}),
                   .unit = "coalitions",
                   .subject = "the Shapley values"},
                  question, [question, explainer](const CancelToken& cancel, const Progress& progress, const auto&) {
                    return playGames(explainer, question, cancel, progress);
                  });
}

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
  updateEvaluation();
  verifyEvaluations();
  return reasons;
}

/// A filter means other samples where places were renamed since, or where the file lies.
void Explanations::verifyEvaluations() {
  if (std::ranges::none_of(m_evaluations.kept(), [](const auto& kept) { return kept.evaluation.unproven; })) return;
  if (m_workspace.samples().filterError() || !m_workspace.engine()) return;
  if (m_workspace.samples().view().filter().needsOutcomes() && !m_workspace.samples().table().complete()) return;
  const FilteredSamples now = filteredSamples(m_workspace);
  const std::size_t dropping = std::erase_if(m_evaluations.kept(), [&](const Evaluations::Kept& kept) {
    return kept.evaluation.unproven && kept.evaluation.filter == m_workspace.samples().filterText() &&
           kept.key.split == now.split && (kept.key.rows != now.rows || kept.key.count != now.count);
  });
  if (dropping == 0) return;
  m_workspace.banners().report(dropped(tr("its filter now matches other samples")), Severity::Warning, {},
                               BannerTopic::Study);
  m_workspace.announce(Change::AggregateEvaluation);
}

}  // namespace sojourn::session
