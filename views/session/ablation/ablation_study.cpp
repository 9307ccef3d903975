// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/session/ablation/ablation_study.h"

#include <algorithm>

#include "model/explain/statistics/random.h"

namespace sojourn::session {
namespace {

/// Shorter waits are not reported (VISUAL 2).
constexpr double quietSeconds = 0.2;
/// Evaluations of other filters that are kept.
constexpr std::size_t mostKept = 8;

/// A worker survives what should not be thrown but might be (out of memory).
template <class Answer, class Work>
Result<Answer> guarded(const char* what, const Work& work) {
  try {
    return work();
  } catch (const std::exception& failure) {
    return Error{ErrorKind::Failed, what, std::string("could not be computed (") + failure.what() + ")",
                 "close other programs if memory is short, then try again"};
  }
}

/// Lets an inspection that a person waits for go first.
Progress yielding(InferencePriority& priority, const CancelToken& cancel, const Progress& progress) {
  return [&priority, cancel, progress](std::size_t done, std::size_t total) {
    priority.waitForUrgent(cancel);
    progress(done, total);
  };
}

}  // namespace

Result<AblatableModel> ablatableModel(const Explainer& explainer, const DatasetPtr& dataset, const EnginePtr& engine,
                                      const CancelToken& cancel, const Progress& progress) {
  const SequenceSet* training = dataset->split(Split::Train);
  if (!training)
    return Error{ErrorKind::BadInput, dataset->prefix, "has no training set, whose means component ablation needs",
                 "open a dataset with its training file"};
  auto components = explainer.ablatableComponents(*engine);
  if (!components) return components.error();
  auto reference = explainer.componentReference(*engine, *training, cancel, progress);
  if (!reference) return reference.error();
  return AblatableModel{dataset, engine, std::move(*components), std::move(*reference)};
}

Result<AblationAnswer> ablateEverything(const Explainer& explainer, const std::shared_ptr<const AblatableModel>& model,
                                        const InspectionPtr& inspection, const ExplanationTarget& target,
                                        const std::string& sampleText, const CancelToken& cancel,
                                        const Progress& progress) {
  const std::vector<ComponentAblation> ablations = everyAblationOf(model->components);
  auto ablationTable =
      explainer.ablateComponents(*model->engine, inspection->sequence, ablations, model->reference,
                                 {.target = target.location, .ratherThan = target.ratherThan}, cancel, progress);
  if (!ablationTable) return ablationTable.error();
  return AblationAnswer{model, inspection, sampleText, std::move(*ablationTable)};
}

AblationStudy::AblationStudy(Workspace& workspace, const Explanations& explanations)
    : m_workspace(workspace),
      m_explanations(explanations),
      m_model(waking()),
      m_table(waking()),
      m_evaluations(waking()) {
  m_subscription = workspace.subscribe([this](Changes changes) { follow(changes); });
}

AblationStudy::~AblationStudy() {
  m_subscription.reset();
  stopAsking();
  endEvaluation();
}

std::function<void()> AblationStudy::waking() {
  return [this, alive = std::weak_ptr(m_alive), &workspace = m_workspace] {
    workspace.post([this, alive] {
      if (!alive.expired()) drain();
    });
  };
}

void AblationStudy::setWatched(bool watched) {
  if (m_watched == watched) return;
  m_watched = watched;
  if (watched) {
    ask();
    followEvaluation();
  } else if (awaiting()) {
    // What is not shown need not be finished; the same question is asked again when it is.
    stopAsking();
  }
}

void AblationStudy::follow(Changes changes) {
  if (changes.hasAny({Change::Inspection, Change::Sample, Change::Model, Change::Dataset, Change::Explanation})) ask();
  if (changes.hasAny({Change::SampleRows, Change::Model, Change::Dataset})) followEvaluation();
}

std::shared_ptr<const AblatableModel> AblationStudy::model() const {
  const auto& known = m_model.answer();
  const bool holds = known && known->dataset == m_workspace.dataset() && known->engine == m_workspace.engine();
  return holds ? known : nullptr;
}

void AblationStudy::ask() {
  if (!m_watched || !m_workspace.dataset() || !m_workspace.engine()) return;
  if (model()) {
    askTable();
  } else {
    askModel();
  }
}

void AblationStudy::askModel() {
  if (m_modelDataset == m_workspace.dataset() && m_modelEngine == m_workspace.engine()) return;
  stopAsking();
  m_table.forget();
  m_modelDataset = m_workspace.dataset();
  m_modelEngine = m_workspace.engine();
  m_model.ask([dataset = m_modelDataset, engine = m_modelEngine, explainer = m_workspace.loaders().explainer,
               &priority = m_workspace.inferencePriority()](const CancelToken& cancel, const Progress& progress) {
    return guarded<AblatableModel>("the means of the training set", [&] {
      return ablatableModel(explainer, dataset, engine, cancel, yielding(priority, cancel, progress));
    });
  });
  m_workspace.announce(Change::Components);
}

void AblationStudy::resume() {
  if (!m_stopped) return;
  m_stopped = false;
  m_modelDataset.reset();
  m_asked.reset();
  ask();
}

std::optional<AblationStudy::Question> AblationStudy::question() const {
  const InspectionPtr& inspection = m_workspace.inspection();
  const bool ready = model() && inspection && !m_workspace.inspectionOutdated() &&
                     m_workspace.inspectionEngine() == m_workspace.engine();
  if (!ready) return std::nullopt;
  return Question{model(), inspection, targetOf(m_explanations.choice(), *inspection)};
}

bool AblationStudy::outdated() const {
  if (!answer() || error()) return false;
  const auto now = question();
  return !now || !m_table.answers(*now);
}

void AblationStudy::askTable() {
  const auto wanted = question();
  if (!wanted || m_asked == wanted) return;
  m_asked = wanted;
  m_stopped = false;
  const Question& question = *wanted;
  m_table.ask(question,
              [question, sampleText = m_workspace.sampleText(), explainer = m_workspace.loaders().explainer,
               &priority = m_workspace.inferencePriority()](const CancelToken& cancel, const Progress& progress) {
                return guarded<AblationAnswer>("the component ablation", [&] {
                  return ablateEverything(explainer, question.model, question.inspection, question.target, sampleText,
                                          cancel, yielding(priority, cancel, progress));
                });
              });
  m_workspace.inferencePriority().notify();  // the one before may wait there
  if (m_tableJob != 0) m_workspace.endJob(m_tableJob);
  m_workspace.announce(Change::Components);
}

void AblationStudy::stopAsking() {
  if (m_model.awaiting()) {
    m_model.cancel();
    m_modelDataset.reset();
    m_modelEngine.reset();
  }
  if (m_table.awaiting()) {
    m_table.cancel();
    m_asked.reset();
  }
  m_stopped = false;
  m_workspace.inferencePriority().notify();
  for (JobId* job : {&m_modelJob, &m_tableJob})
    if (*job != 0) m_workspace.endJob(*job);
}

void AblationStudy::cancelModel() {
  m_model.cancel();
  m_stopped = true;
  m_workspace.inferencePriority().notify();
  m_workspace.endJob(m_modelJob);
  m_workspace.announce(Change::Components);
}

void AblationStudy::cancelTable() {
  m_table.cancel();
  m_stopped = true;
  m_workspace.inferencePriority().notify();
  m_workspace.endJob(m_tableJob);
  m_workspace.announce(Change::Components);
}

template <class AnyQuery>
void AblationStudy::showJob(const AnyQuery& query, JobId& job, const std::string& title, const char* unit,
                            void (AblationStudy::*cancel)()) {
  if (!query.awaiting()) {
    if (job != 0) m_workspace.endJob(job);
    return;
  }
  if (job == 0 && query.secondsSinceAsked() < quietSeconds) return;
  if (job == 0) job = m_workspace.beginJob(title, unit, [this, cancel] { (this->*cancel)(); });
  m_workspace.advanceJob(job, query.done(), query.total());
}

void AblationStudy::drain() {
  if (m_model.drain()) {
    showJob(m_model, m_modelJob, "Means of the training set", "sequences", &AblationStudy::cancelModel);
    if (!m_model.awaiting()) ask();
    m_workspace.announce(Change::Components);
  }
  if (m_table.drain()) {
    showJob(m_table, m_tableJob, "Ablating components", "ablations", &AblationStudy::cancelTable);
    if (!m_table.awaiting()) m_workspace.announce(Change::Components);
  }
  drainEvaluation();
}

void AblationStudy::followEvaluation() {
  // Without a visit to this view nothing is computed.
  if (!m_watched && !m_evaluation.table && !m_evaluation.running && m_keptEvaluations.empty()) return;
  FilteredSamples samples = filteredSamples(m_workspace);
  if (samples == m_evaluatedSamples) return;
  endEvaluation();
  if (m_evaluation.table) m_keptEvaluations.emplace_back(std::move(m_evaluatedSamples), std::move(m_evaluation));
  if (m_keptEvaluations.size() > mostKept) m_keptEvaluations.erase(m_keptEvaluations.begin());
  m_evaluatedSamples = std::move(samples);
  m_evaluation = {};
  // A result of other data or of another model is never asked for again.
  std::erase_if(m_keptEvaluations, [&](const auto& kept) { return !kept.first.sameModelAndData(m_evaluatedSamples); });
  const auto known =
      std::ranges::find(m_keptEvaluations, m_evaluatedSamples, &std::pair<FilteredSamples, AblationEvaluation>::first);
  if (known != m_keptEvaluations.end()) {
    m_evaluation = std::move(known->second);
    m_keptEvaluations.erase(known);
  }
  m_workspace.announce(Change::Components);
}

void AblationStudy::startEvaluation(std::size_t samples) {
  const auto known = model();
  if (!known || filtered() == 0) return;
  followEvaluation();
  endEvaluation();
  std::vector<std::size_t> rows = filteredRows(m_workspace);
  Random(0).draw(rows, samples);
  m_evaluation.running = true;
  m_evaluationCancel = CancelToken();
  m_evaluationJob = m_workspace.beginJob("Ablating components on " + std::to_string(rows.size()) + " samples", "passes",
                                         [this] { cancelEvaluation(); });
  // When it is stopped, what there is stays: so its own token, not the query's, whose answers are dropped.
  m_evaluations.ask([known, split = m_evaluatedSamples.split, rows = std::move(rows), stop = m_evaluationCancel,
                     explainer = m_workspace.loaders().explainer,
                     &priority = m_workspace.inferencePriority()](const CancelToken&, const Progress& progress) {
    return guarded<AblationSummaryTable>("the component ablation", [&] {
      return explainer.ablateComponentsOver(*known->engine, *known->dataset->split(split), rows,
                                            everyAblationOf(known->components), known->reference, {}, stop,
                                            yielding(priority, stop, progress));
    });
  });
  m_workspace.announce(Change::Components);
}

void AblationStudy::drainEvaluation() {
  if (!m_evaluations.drain()) return;
  if (m_evaluations.awaiting())
    return m_workspace.advanceJob(m_evaluationJob, m_evaluations.done(), m_evaluations.total());
  if (const auto& error = m_evaluations.error()) {
    if (error->kind != ErrorKind::Cancelled) m_workspace.report(*error);
  } else {
    m_evaluation.table = m_evaluations.answer();
  }
  endEvaluation();
  m_workspace.announce(Change::Components);
}

void AblationStudy::cancelEvaluation() {
  // The worker still answers with what it has.
  m_evaluationCancel.cancel();
  m_workspace.inferencePriority().notify();
}

void AblationStudy::endEvaluation() {
  m_evaluationCancel.cancel();
  m_evaluations.cancel();
  m_workspace.inferencePriority().notify();
  m_evaluation.running = false;
  if (m_evaluationJob != 0) m_workspace.endJob(m_evaluationJob);
}

}  // namespace sojourn::session
