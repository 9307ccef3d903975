// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/session/ablation/component_board.h"

#include <algorithm>

#include "model/explain/statistics/random.h"

namespace sojourn::session {
namespace {

/// Shorter waits are not told (VISUAL 2).
constexpr double untoldSeconds = 0.2;
/// Surveys of other filters that are kept.
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
Progress givingWay(RightOfWay& way, const CancelToken& cancel, const Progress& progress) {
  return [&way, cancel, progress](std::size_t done, std::size_t total) {
    way.giveWay(cancel);
    progress(done, total);
  };
}

}  // namespace

Result<SwitchableModel> switchableModel(const Explainer& explainer, const DatasetPtr& dataset, const EnginePtr& engine,
                                        const CancelToken& cancel, const Progress& progress) {
  const SequenceSet* training = dataset->split(Split::Train);
  if (!training)
    return Error{ErrorKind::BadInput, dataset->prefix, "has no training set, whose means components are switched to",
                 "open a dataset with its training file"};
  auto components = explainer.switchableComponents(*engine);
  if (!components) return components.error();
  auto reference = explainer.componentReference(*engine, *training, cancel, progress);
  if (!reference) return reference.error();
  return SwitchableModel{dataset, engine, std::move(*components), std::move(*reference)};
}

Result<BoardAnswer> switchEverything(const Explainer& explainer, const std::shared_ptr<const SwitchableModel>& model,
                                     const InspectionPtr& inspection, const ExplanationTarget& target,
                                     const std::string& sampleText, const CancelToken& cancel,
                                     const Progress& progress) {
  const std::vector<ComponentSwitch> switches = everySwitchOf(model->components);
  auto board =
      explainer.switchComponents(*model->engine, inspection->sequence, switches, model->reference,
                                 {.target = target.location, .ratherThan = target.ratherThan}, cancel, progress);
  if (!board) return board.error();
  return BoardAnswer{model, inspection, sampleText, std::move(*board)};
}

ComponentBoard::ComponentBoard(Workspace& workspace, const Explanations& explanations)
    : m_workspace(workspace), m_explanations(explanations), m_model(waking()), m_board(waking()), m_surveys(waking()) {
  m_subscription = workspace.subscribe([this](Changes changes) { follow(changes); });
}

ComponentBoard::~ComponentBoard() {
  m_subscription.reset();
  stopAsking();
  endSurvey();
}

std::function<void()> ComponentBoard::waking() {
  return [this, alive = std::weak_ptr(m_alive), &workspace = m_workspace] {
    workspace.post([this, alive] {
      if (!alive.expired()) drain();
    });
  };
}

void ComponentBoard::setWatched(bool watched) {
  if (m_watched == watched) return;
  m_watched = watched;
  if (watched) {
    ask();
    followSurvey();
  } else if (awaiting()) {
    // What nobody looks at need not be finished; the same question is asked again when somebody does.
    stopAsking();
  }
}

void ComponentBoard::follow(Changes changes) {
  if (changes.hasAny({Change::Inspection, Change::Sample, Change::Model, Change::Dataset, Change::Explanation})) ask();
  if (changes.hasAny({Change::SampleRows, Change::Model, Change::Dataset})) followSurvey();
}

std::shared_ptr<const SwitchableModel> ComponentBoard::model() const {
  const auto& known = m_model.answer();
  const bool holds = known && known->dataset == m_workspace.dataset() && known->engine == m_workspace.engine();
  return holds ? known : nullptr;
}

void ComponentBoard::ask() {
  if (!m_watched || !m_workspace.dataset() || !m_workspace.engine()) return;
  if (model()) {
    askBoard();
  } else {
    askModel();
  }
}

void ComponentBoard::askModel() {
  if (m_modelDataset == m_workspace.dataset() && m_modelEngine == m_workspace.engine()) return;
  stopAsking();
  m_board.forget();
  m_modelDataset = m_workspace.dataset();
  m_modelEngine = m_workspace.engine();
  m_model.ask([dataset = m_modelDataset, engine = m_modelEngine, explainer = m_workspace.loaders().explainer,
               &way = m_workspace.rightOfWay()](const CancelToken& cancel, const Progress& progress) {
    return guarded<SwitchableModel>("the means of the training set", [&] {
      return switchableModel(explainer, dataset, engine, cancel, givingWay(way, cancel, progress));
    });
  });
  m_workspace.announce(Change::Components);
}

void ComponentBoard::resume() {
  if (!m_stopped) return;
  m_stopped = false;
  m_modelDataset.reset();
  m_asked.reset();
  ask();
}

std::optional<ComponentBoard::Question> ComponentBoard::question() const {
  const InspectionPtr& inspection = m_workspace.inspection();
  const bool ready = model() && inspection && !m_workspace.inspectionOutdated() &&
                     m_workspace.inspectionEngine() == m_workspace.engine();
  if (!ready) return std::nullopt;
  return Question{model(), inspection, targetOf(m_explanations.choice(), *inspection)};
}

bool ComponentBoard::outdated() const {
  if (!answer() || error()) return false;
  const auto now = question();
  return !now || !m_board.answers(*now);
}

void ComponentBoard::askBoard() {
  const auto wanted = question();
  if (!wanted || m_asked == wanted) return;
  m_asked = wanted;
  m_stopped = false;
  const Question& question = *wanted;
  m_board.ask(question, [question, sampleText = m_workspace.sampleText(), explainer = m_workspace.loaders().explainer,
                         &way = m_workspace.rightOfWay()](const CancelToken& cancel, const Progress& progress) {
    return guarded<BoardAnswer>("the switched components", [&] {
      return switchEverything(explainer, question.model, question.inspection, question.target, sampleText, cancel,
                              givingWay(way, cancel, progress));
    });
  });
  m_workspace.rightOfWay().notify();  // the one before may wait there
  if (m_boardJob != 0) m_workspace.endJob(m_boardJob);
  m_workspace.announce(Change::Components);
}

void ComponentBoard::stopAsking() {
  if (m_model.awaiting()) {
    m_model.cancel();
    m_modelDataset.reset();
    m_modelEngine.reset();
  }
  if (m_board.awaiting()) {
    m_board.cancel();
    m_asked.reset();
  }
  m_stopped = false;
  m_workspace.rightOfWay().notify();
  for (JobId* job : {&m_modelJob, &m_boardJob})
    if (*job != 0) m_workspace.endJob(*job);
}

void ComponentBoard::cancelModel() {
  m_model.cancel();
  m_stopped = true;
  m_workspace.rightOfWay().notify();
  m_workspace.endJob(m_modelJob);
  m_workspace.announce(Change::Components);
}

void ComponentBoard::cancelBoard() {
  m_board.cancel();
  m_stopped = true;
  m_workspace.rightOfWay().notify();
  m_workspace.endJob(m_boardJob);
  m_workspace.announce(Change::Components);
}

template <class AnyInquiry>
void ComponentBoard::showJob(const AnyInquiry& inquiry, JobId& job, const std::string& title, const char* unit,
                             void (ComponentBoard::*cancel)()) {
  if (!inquiry.awaiting()) {
    if (job != 0) m_workspace.endJob(job);
    return;
  }
  if (job == 0 && inquiry.secondsSinceAsked() < untoldSeconds) return;
  if (job == 0) job = m_workspace.beginJob(title, unit, [this, cancel] { (this->*cancel)(); });
  m_workspace.advanceJob(job, inquiry.done(), inquiry.total());
}

void ComponentBoard::drain() {
  if (m_model.drain()) {
    showJob(m_model, m_modelJob, "Means of the training set", "sequences", &ComponentBoard::cancelModel);
    if (!m_model.awaiting()) ask();
    m_workspace.announce(Change::Components);
  }
  if (m_board.drain()) {
    showJob(m_board, m_boardJob, "Switching components", "switches", &ComponentBoard::cancelBoard);
    if (!m_board.awaiting()) m_workspace.announce(Change::Components);
  }
  drainSurvey();
}

void ComponentBoard::followSurvey() {
  // Whoever has not come here pays nothing.
  if (!m_watched && !m_survey.table && !m_survey.running && m_keptSurveys.empty()) return;
  FilteredSamples samples = filteredSamples(m_workspace);
  if (samples == m_surveyed) return;
  endSurvey();
  if (m_survey.table) m_keptSurveys.emplace_back(std::move(m_surveyed), std::move(m_survey));
  if (m_keptSurveys.size() > mostKept) m_keptSurveys.erase(m_keptSurveys.begin());
  m_surveyed = std::move(samples);
  m_survey = {};
  // A result of other data or of another model is never asked for again.
  std::erase_if(m_keptSurveys, [&](const auto& kept) { return !kept.first.sameModelAndData(m_surveyed); });
  const auto known = std::ranges::find(m_keptSurveys, m_surveyed, &std::pair<FilteredSamples, SwitchSurvey>::first);
  if (known != m_keptSurveys.end()) {
    m_survey = std::move(known->second);
    m_keptSurveys.erase(known);
  }
  m_workspace.announce(Change::Components);
}

void ComponentBoard::startSurvey(std::size_t samples) {
  const auto known = model();
  if (!known || filtered() == 0) return;
  followSurvey();
  endSurvey();
  std::vector<std::size_t> rows = filteredRows(m_workspace);
  Random(0).draw(rows, samples);
  m_survey.running = true;
  m_surveyCancel = CancelToken();
  m_surveyJob = m_workspace.beginJob("Switching components over " + std::to_string(rows.size()) + " samples", "passes",
                                     [this] { cancelSurvey(); });
  // Whoever stops it keeps what there is: so its own token, not the inquiry's, whose answers are dropped.
  m_surveys.ask([known, split = m_surveyed.split, rows = std::move(rows), stop = m_surveyCancel,
                 explainer = m_workspace.loaders().explainer,
                 &way = m_workspace.rightOfWay()](const CancelToken&, const Progress& progress) {
    return guarded<SwitchTable>("the switched components", [&] {
      return explainer.switchComponentsOver(*known->engine, *known->dataset->split(split), rows,
                                            everySwitchOf(known->components), known->reference, {}, stop,
                                            givingWay(way, stop, progress));
    });
  });
  m_workspace.announce(Change::Components);
}

void ComponentBoard::drainSurvey() {
  if (!m_surveys.drain()) return;
  if (m_surveys.awaiting()) return m_workspace.advanceJob(m_surveyJob, m_surveys.done(), m_surveys.total());
  if (const auto& error = m_surveys.error()) {
    if (error->kind != ErrorKind::Cancelled) m_workspace.report(*error);
  } else {
    m_survey.table = m_surveys.answer();
  }
  endSurvey();
  m_workspace.announce(Change::Components);
}

void ComponentBoard::cancelSurvey() {
  // The worker still answers with what it has.
  m_surveyCancel.cancel();
  m_workspace.rightOfWay().notify();
}

void ComponentBoard::endSurvey() {
  m_surveyCancel.cancel();
  m_surveys.cancel();
  m_workspace.rightOfWay().notify();
  m_survey.running = false;
  if (m_surveyJob != 0) m_workspace.endJob(m_surveyJob);
}

}  // namespace sojourn::session
