// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/session/explain/explanations.h"

#include <algorithm>
#include <utility>

#include "views/session/workspace/workspace_messages.h"

namespace sojourn::session {
namespace {

/// Shorter waits are not announced (VISUAL 2).
constexpr std::chrono::milliseconds silent{200};
/// Evaluations of other filters that are kept.
constexpr std::size_t mostKept = mostSavedEvaluations - 1;

/// While it lives, long work waits.
class Urgent {
 public:
  explicit Urgent(InferencePriority& priority) : m_priority(priority) { m_priority.beginUrgent(); }
  ~Urgent() { m_priority.endUrgent(); }
  Urgent(const Urgent&) = delete;
  Urgent& operator=(const Urgent&) = delete;

 private:
  InferencePriority& m_priority;
};

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

Explanations::Explanations(Workspace& workspace) : m_workspace(workspace) {
  m_subscription = workspace.subscribe([this](Changes changes) { follow(changes); });
}

Explanations::~Explanations() {
  m_subscription.reset();
  m_cancel.cancel();
  m_evaluationCancel.cancel();
  m_workspace.inferencePriority().notify();
  if (m_job != 0) m_workspace.endJob(m_job);
  if (m_evaluationJob != 0) m_workspace.endJob(m_evaluationJob);
}

template <class Act>
void Explanations::post(Act act) {
  m_workspace.post([alive = std::weak_ptr(m_alive), act = std::move(act)] {
    if (!alive.expired()) act();
  });
}

void Explanations::setWatched(bool watched) {
  if (m_watched == watched) return;
  m_watched = watched;
  if (watched) {
    ask();
    followEvaluation();
    return;
  }
  // What is not shown need not be finished; the same question is asked again when it is.
  if (!m_awaiting) return;
  m_cancel.cancel();
  m_asked.reset();
  if (m_job != 0) m_workspace.endJob(m_job);
}

void Explanations::follow(Changes changes) {
  if (changes.hasAny({Change::Inspection, Change::Sample, Change::Model, Change::Dataset})) ask();
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

bool Explanations::outdated() const {
  if (m_awaiting || !m_answer || m_error) return m_awaiting;
  return questionNow() != m_answered;
}

void Explanations::ask() {
  if (!m_watched) return;
  const std::optional<SampleQuestion> now = questionNow();
  if (!now || m_asked == now) return;
  const SampleQuestion& question = *now;
  m_cancel.cancel();
  m_workspace.inferencePriority().notify();
  if (m_job != 0) m_workspace.endJob(m_job);
  m_asked = question;
  m_awaiting = true;
  m_error.reset();
  m_askedAt = std::chrono::steady_clock::now();
  m_questionNumber = ++m_number;
  m_cancel = CancelToken();
  m_sampleWorker.post([this, question = question, number = m_questionNumber, cancel = m_cancel,
                       explainer = m_workspace.loaders().explainer, &priority = m_workspace.inferencePriority()] {
    if (cancel.cancelled()) return;
    auto quick = [&] {
      const Urgent urgent(priority);
      return explainSample(explainer, question, false, cancel);
    }();
    const bool failed = !quick.ok();
    post([this, number, question, quick = std::move(quick)] { takeAnswer(number, question, quick); });
    if (failed || cancel.cancelled()) return;
    priority.waitForUrgent(cancel);
    auto refined =
        explainSample(explainer, question, true, cancel, throttled([this, number](std::size_t done, std::size_t total) {
                        post([this, number, done, total] { takeProgress(number, done, total); });
                      }));
    post([this, number, question, refined = std::move(refined)] { takeAnswer(number, question, refined); });
  });
  m_workspace.announce(Change::Explanation);
}

void Explanations::takeAnswer(std::uint64_t number, const SampleQuestion& question, Result<ExplainedSamplePtr> result) {
  if (number != m_questionNumber || m_asked != question) return;
  if (!result.ok()) {
    if (m_job != 0) m_workspace.endJob(m_job);
    // A cancelled question is no failure; after a cancelled refinement the first answer stays.
    if (result.error().kind == ErrorKind::Cancelled) return;
    m_error = result.error();
    m_awaiting = false;
  } else {
    m_answer = *result;
    m_answered = question;
    m_awaiting = false;
    if (m_answer->refined && m_job != 0) m_workspace.endJob(m_job);
  }
  m_workspace.announce(Change::Explanation);
}

void Explanations::takeProgress(std::uint64_t number, std::size_t done, std::size_t total) {
  if (number != m_questionNumber || !m_asked || m_cancel.cancelled()) return;
  if (m_job == 0) {
    if (std::chrono::steady_clock::now() - m_askedAt < silent) return;
    m_job = m_workspace.beginJob("Explaining " + m_asked->sampleText, "sequences", [this] {
      m_cancel.cancel();
      m_workspace.endJob(m_job);
    });
  }
  m_workspace.advanceJob(m_job, done, total);
}

bool Explanations::canEvaluate() const {
  return m_workspace.engine() && m_workspace.dataset() && !m_workspace.sampleView().rows().empty() &&
         m_workspace.loaders().explainer.explainSet;
}

Explanations::EvaluationKey Explanations::evaluationKey() const {
  return {.samples = filteredSamples(m_workspace),
          .location =
              m_choice.of == ExplanationChoice::Of::Target ? ExplainedLocation::Target : ExplainedLocation::Prediction};
}

void Explanations::followEvaluation() {
  // A workspace that was not opened costs nothing.
  if (!m_watched && !m_evaluation.summary && !m_evaluation.running && m_keptEvaluations.empty()) return;
  EvaluationKey key = evaluationKey();
  if (key == m_evaluationKey) return;
  endEvaluation();
  keepEvaluation();
  m_evaluationKey = std::move(key);
  m_evaluation = {.summary = nullptr, .filtered = m_evaluationKey.samples.count, .filter = m_workspace.filterText()};
  // A result of other data or of another model is never asked for again.
  std::erase_if(m_keptEvaluations, [&](const KeptEvaluation& kept) {
    return !kept.key.samples.sameModelAndData(m_evaluationKey.samples);
  });
  const auto known = std::ranges::find(m_keptEvaluations, m_evaluationKey, &KeptEvaluation::key);
  if (known != m_keptEvaluations.end()) {
    m_evaluation = known->evaluation;
    m_keptEvaluations.erase(known);
  }
  m_workspace.announce(Change::AggregateEvaluation);
}

void Explanations::keepEvaluation() {
  if (!m_evaluation.summary) return;
  m_keptEvaluations.push_back({.key = m_evaluationKey, .evaluation = m_evaluation});
  if (m_keptEvaluations.size() > mostKept) m_keptEvaluations.erase(m_keptEvaluations.begin());
}

void Explanations::startEvaluation(std::size_t samples) {
  if (!canEvaluate()) return;
  endEvaluation();
  m_evaluationKey = evaluationKey();
  m_evaluation = {.summary = m_evaluation.summary,
                  .filtered = m_evaluationKey.samples.count,
                  .running = true,
                  .filter = m_workspace.filterText()};
  std::vector<std::size_t> rows = filteredRows(m_workspace);
  m_evaluationNumber = ++m_number;
  m_evaluationCancel = CancelToken();
  const std::size_t asked = samples == 0 ? rows.size() : std::min(samples, rows.size());
  m_evaluationJob = m_workspace.beginJob("Evaluating faithfulness on " + std::to_string(asked) + " samples", "samples",
                                         [this] { cancelEvaluation(); });
  m_evaluationWorker.post([this, key = m_evaluationKey, rows = std::move(rows), samples, number = m_evaluationNumber,
                           cancel = m_evaluationCancel, explainer = m_workspace.loaders().explainer,
                           &priority = m_workspace.inferencePriority()] {
    if (cancel.cancelled()) return;
    const ExplainSetRequest request{.location = key.location, .samples = samples};
    const auto progress = throttled([this, number](std::size_t done, std::size_t total) {
      post([this, number, done, total] {
        if (number == m_evaluationNumber) m_workspace.advanceJob(m_evaluationJob, done, total);
      });
    });
    const auto partial = [this, number](const ExplanationSummary& summary) {
      post([this, number, summary] { takeEvaluation(number, summary, false); });
    };
    const auto run = [&]() -> Result<ExplanationSummary> {
      try {
        return explainer.explainSet(
            *key.samples.engine, *key.samples.dataset->split(key.samples.split), rows, request, cancel,
            [&](std::size_t done, std::size_t total) {
              progress(done, total);
              priority.waitForUrgent(cancel);
            },
            partial);
      } catch (const std::exception& failure) {
        return Error{ErrorKind::Failed, "the samples", std::string("could not be explained (") + failure.what() + ")",
                     "choose fewer samples"};
      }
    };
    post([this, number, result = run()] { takeEvaluation(number, result, true); });
  });
  m_workspace.announce(Change::AggregateEvaluation);
}

void Explanations::takeEvaluation(std::uint64_t number, Result<ExplanationSummary> result, bool last) {
  if (number != m_evaluationNumber) return;
  if (result.ok()) {
    if (result->samples > 0) m_evaluation.summary = std::make_shared<const ExplanationSummary>(std::move(*result));
  } else if (result.error().kind != ErrorKind::Cancelled) {
    m_workspace.report(result.error());
  }
  if (last) endEvaluation();
  m_workspace.announce(Change::AggregateEvaluation);
}

void Explanations::cancelEvaluation() {
  if (m_evaluationNumber == 0) return;
  // The worker still answers with what it has.
  m_evaluation.cancelled = true;
  m_evaluationCancel.cancel();
  m_workspace.inferencePriority().notify();
  m_workspace.announce(Change::AggregateEvaluation);
}

void Explanations::endEvaluation() {
  m_evaluationCancel.cancel();
  m_workspace.inferencePriority().notify();
  m_evaluationNumber = 0;
  m_evaluation.running = false;
  if (m_evaluationJob != 0) m_workspace.endJob(m_evaluationJob);
}

}  // namespace sojourn::session
