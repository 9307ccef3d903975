// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/session/ablation/live_study.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <sstream>

#include "model/core/translation.h"
#include "model/runs/queue/run_queue.h"
#include "views/session/ablation/study_evaluation.h"

namespace sojourn::session {

namespace {

namespace fs = std::filesystem;

constexpr std::chrono::milliseconds pollInterval{2000};

Result<StudyState> readStudy(const fs::path& folder, const std::optional<StudyPlan>& known) {
  auto plan = studyIn(folder, known ? &*known : nullptr);
  if (!plan) return plan.error();
  auto study = readVariantStudy(*plan);
  if (!study) return study.error();
  for (StudiedVariant& variant : study->variants)
    for (const VariantRun& run : variant.runs)
      if (const auto record = readRunRecord(RunPaths{folder / run.run}.record())) {
        variant.parameters = record->parameters;
        break;
      }
  return StudyState{std::move(*plan), std::move(*study), RunQueue(folder).worker().has_value()};
}

/// The curve of a run, as far as its log has been read.
void addCurve(StudyTraining& training, const FollowedRun& run) {
  if (run.entry.status && run.entry.status->state == RunState::Paused && training.state == "running")
    training.state = "paused";
  if (!run.outline) return;
  double lowest = std::numeric_limits<double>::infinity();
  for (const auto& eval : run.outline->evals) {
    if (eval.event.split != "validation") continue;
    training.epochs.push_back(static_cast<double>(eval.event.epoch));
    training.accuracy.push_back(eval.event.metrics.all.accuracy[0]);
    training.wall = eval.wall;
    if (!(eval.event.batchMeanLoss < lowest)) continue;
    lowest = eval.event.batchMeanLoss;
    training.bestEpoch = eval.event.epoch;
    training.bestAccuracy = training.accuracy.back();
  }
  for (const auto& epoch : run.outline->epochs)
    if (epoch.event.seconds > 0) training.seconds += epoch.event.seconds;
}

}  // namespace

bool StudyState::sameAs(const StudyState& other) const {
  const auto sameRun = [](const VariantRun& a, const VariantRun& b) {
    return a.run == b.run && a.state == b.state && a.reason == b.reason;
  };
  return plan.folder == other.plan.folder && plan.data == other.plan.data && queueAtWork == other.queueAtWork &&
         plan.fingerprint == other.plan.fingerprint &&
         std::ranges::equal(
             study.variants, other.study.variants, [&](const StudiedVariant& a, const StudiedVariant& b) {
               return a.name == b.name && a.parameters == b.parameters && std::ranges::equal(a.runs, b.runs, sameRun);
             });
}

LiveStudy::LiveStudy(Workspace& workspace)
    : m_workspace(workspace),
      m_ranks(std::make_shared<RanksCache>()),
      m_library({.wake =
                     [this, alive = std::weak_ptr(m_alive)] {
                       m_workspace.post([this, alive] {
                         if (!alive.expired()) m_library.drain();
                       });
                     },
                 .changed =
                     [this] {
                       fillTrainings();
                       passOnErrors();
                     },
                 .interval = pollInterval}),
      m_launcher({.wake =
                      [this, alive = std::weak_ptr(m_alive)] {
                        m_workspace.post([this, alive] {
                          if (!alive.expired()) m_launcher.drain();
                        });
                      },
                  .changed =
                      [this] {
                        passOnErrors();
                        if (m_watched) poll({});
                      },
                  .startQueue = workspace.loaders().startQueue,
                  .demo = workspace.loaders().demo}),
      m_polls(
          workspace, [this] { takePoll(); }, QueryThread::Own),
      m_figures(workspace, [this] { takeFigures(); }),
      m_subscription(workspace.subscribe([this](Changes changes) {
        if (changes.has(Change::Dataset)) evaluate();
      })) {}

LiveStudy::~LiveStudy() = default;

void LiveStudy::setWatched(bool watched) {
  if (std::exchange(m_watched, watched) == watched) return;
  m_library.setWatched(watched && !m_folder.empty());
  if (watched) {
    poll({});
    evaluate();
  } else {
    m_polls.cancel();
    if (!m_figures.stopped()) m_figures.cancel();
  }
}

void LiveStudy::open(const fs::path& folder) {
  std::error_code failed;
  m_folder = folder.empty() ? folder : fs::absolute(folder, failed).lexically_normal();
  if (!m_folder.empty() && m_folder.filename().empty()) m_folder = m_folder.parent_path();
  m_polls.forget();
  m_figures.forget();
  m_state.reset();
  m_polled.reset();
  m_folderError.reset();
  m_trainings.clear();
  m_variant.clear();
  m_run.clear();
  const std::vector<fs::path> sources = m_library.sources();
  for (const fs::path& source : sources) m_library.remove(source);
  if (!m_folder.empty()) m_library.open(m_folder);
  m_library.setWatched(m_watched && !m_folder.empty());
  poll({});
  m_workspace.announce(Change::Study);
}

void LiveStudy::poll(std::chrono::milliseconds after) {
  if (!m_watched || m_folder.empty()) return;
  std::optional<StudyPlan> known;
  if (m_state) known = m_state->plan;
  m_polls.ask({.title = {},
               .subject = "the study",
               .quiet = after,
               .failure = "could not be read",
               .remedy = "close other programs if memory is short, then open the study again"},
              m_folder, [folder = m_folder, known = std::move(known)](const auto&, const auto&, const auto&) {
                return readStudy(folder, known);
              });
}

void LiveStudy::takePoll() {
  if (m_polls.awaiting()) return;
  const std::optional<Error> error = m_polls.error();
  const bool read = !error && m_polls.answer() && m_polls.answer() != m_polled;
  if (!read && !error) return;
  bool changed = error.has_value() != m_folderError.has_value() || (error && error->what != m_folderError->what);
  m_folderError = error;
  if (read) {
    m_polled = m_polls.answer();
    if (!m_state || !m_state->sameAs(*m_polled)) {
      m_state = m_polled;
      changed = true;
      fillTrainings();
      evaluate();
    }
  }
  if (changed) m_workspace.announce(Change::Study);
  poll(pollInterval);
}

std::optional<Error> LiveStudy::datasetError() const {
  if (!m_state) return std::nullopt;
  const DatasetPtr& dataset = m_workspace.dataset();
  const std::string open = tr("open %1", {m_state->plan.data.string()});
  if (!dataset) return Error{ErrorKind::BadInput, m_folder.string(), tr("is not evaluated: no dataset is open"), open};
  const std::string& trained = m_state->plan.fingerprint;
  if (dataset->prefix != m_state->plan.dataset || (!trained.empty() && dataset->fingerprint != trained))
    return Error{ErrorKind::BadInput, m_folder.string(),
                 tr("was trained on another dataset than the open one (%1)", {m_state->plan.dataset}), open};
  if (const SequenceSet* test = dataset->split(Split::Test); !test || test->empty())
    return Error{ErrorKind::BadInput, dataset->prefix, tr("has no test split, which a study is evaluated on"),
                 tr("add the file, then open the dataset again")};
  return std::nullopt;
}

std::optional<StudyQuestion> LiveStudy::question() const {
  if (!m_state || datasetError()) return std::nullopt;
  return StudyQuestion{m_workspace.dataset(), m_state, m_metric};
}

void LiveStudy::evaluate() {
  if (!m_watched) return;
  const auto wanted = question();
  if (!wanted) return m_figures.cancel();
  if (m_figures.stopped() && m_figures.asked() && m_figures.asked()->dataset == wanted->dataset) return;
  m_figures.askOnce({.title = tr("Evaluating the runs of %1", {m_folder.filename().string()}),
                     .unit = "samples",
                     .subject = "the figures of the study",
                     .priority = Priority::Evaluation},
                    *wanted,
                    [work = StudyWork{*wanted, m_workspace.loaders(), m_ranks}](
                        const CancelToken& cancel, const Progress& progress, const auto& publish) {
                      return work.run(cancel, progress, publish);
                    });
}

void LiveStudy::takeFigures() {
  if (const VariantStudy* shown = study())
    for (const StudiedVariant& variant : shown->variants)
      for (const VariantRun& run : variant.runs)
        // Test figures that people have seen are counted, as `sojourn ablate` does.
        if (run.value && m_counted.insert(m_folder / run.run).second)
          m_library.editNotes(m_folder / run.run, [](ViewerNotes& notes) { ++notes.reveals; });
  m_workspace.announce(Change::Study);
}

const VariantStudy* LiveStudy::study() const {
  if (!m_state) return nullptr;
  const auto& answered = m_figures.answered();
  const bool here = m_figures.answer() && answered && answered->state->plan.folder == m_state->plan.folder &&
                    answered->dataset == m_workspace.dataset();
  return here ? m_figures.answer().get() : &m_state->study;
}

bool LiveStudy::outdated() const {
  const auto wanted = question();
  // States that moved on are no other figures.
  return wanted && m_figures.answered() && m_figures.answered()->metric != wanted->metric;
}

void LiveStudy::resume() {
  m_figures.forget();
  evaluate();
}

bool LiveStudy::settled() const {
  if (m_folder.empty()) return true;
  if (m_folderError) return true;
  if (!m_state || !m_library.settled()) return false;
  const auto wanted = question();
  return !wanted || (!m_figures.awaiting() && (m_figures.answers(*wanted) || m_figures.error()));
}

void LiveStudy::setMetric(const StudyMetric& metric) {
  if (m_metric == metric) return;
  m_metric = metric;
  evaluate();
  m_workspace.announce(Change::Study);
}

std::string LiveStudy::variant() const {
  const VariantStudy* shown = study();
  if (!m_variant.empty() || !shown) return m_variant;
  const auto cost = [](const StudiedVariant& one) {
    if (!std::isfinite(one.difference.value)) return std::numeric_limits<double>::infinity();
    const bool sure = one.difference.high < 0 || one.difference.low > 0;
    return one.difference.value - (sure ? 1000 : 0);
  };
  const auto found = std::ranges::min_element(shown->variants, {}, cost);
  return found == shown->variants.end() || !std::isfinite(cost(*found)) ? std::string() : found->name;
}

void LiveStudy::selectVariant(const std::string& name) {
  m_variant = name;
  m_run.clear();
  m_workspace.announce(Change::Study);
}

void LiveStudy::selectRun(const std::string& name) {
  m_run = name;
  if (const std::size_t dash = name.rfind('-'); dash != std::string::npos) m_variant = name.substr(0, dash);
  m_workspace.announce(Change::Study);
}

void LiveStudy::fillTrainings() {
  if (!m_state) return;
  std::vector<StudyTraining> trainings;
  for (const StudiedVariant& variant : m_state->study.variants)
    for (const VariantRun& run : variant.runs) {
      StudyTraining& training = trainings.emplace_back();
      training.run = run.run;
      training.variant = variant.name;
      training.seed = run.seed;
      training.state = run.state;
      if (const FollowedRunPtr followed = m_library.run(m_folder / run.run)) addCurve(training, *followed);
    }
  if (trainings == m_trainings) return;
  m_trainings = std::move(trainings);
  m_workspace.announce(Change::Study);
}

void LiveStudy::passOnErrors() {
  for (const Error& error : m_launcher.takeErrors()) m_workspace.banners().report(error);
  // A folder that may not be written to counts no looks at test figures: nothing that people asked for has failed.
  for (const Error& error : m_library.takeErrors())
    if (m_commanded) m_workspace.banners().report(error);
}

ChosenStudy LiveStudy::chosen() const {
  if (m_folder.empty()) return {};
  return {.folder = m_folder.string(), .figure = m_metric.figure, .targets = m_metric.targets};
}

void LiveStudy::restore(const ChosenStudy& study) {
  m_metric = {study.figure, study.targets};
  open(study.folder);
}

}  // namespace sojourn::session
