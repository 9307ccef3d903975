// SPDX-License-Identifier: GPL-3.0-or-later
// Whether a dataset and a checkpoint belong together: what comes on screen where they do not, and the checkpoint that was
// refused.
#include <algorithm>
#include <utility>

#include "model/core/text.h"
#include "model/core/translation.h"
#include "model/runs/store/run_paths.h"
#include "views/session/workspace/opening.h"

namespace sojourn::session {
namespace {

/// With the run that it belongs to: two files named best.pt are never mistaken for each other.
std::string titleOf(const std::filesystem::path& checkpoint) {
  return escapeForDisplay(checkpointTitle(checkpoint), 80);
}

Problem warningOf(std::string where, const Error& error) {
  return {Severity::Warning, std::move(where), error.what, error.remedy};
}

Error errorOf(const Problem& problem) {
  return {ErrorKind::BadInput, problem.where, problem.what, problem.remedy};
}

/// Whether the model takes sequences as long as the dataset's longest.
bool readsLengths(const ModelDescription& model, const Dataset& dataset) {
  return std::ranges::all_of(allSplits, [&](Split split) {
    const SequenceSet* set = dataset.split(split);
    return !set || model.sizes.maxLength == 0 || std::cmp_less_equal(set->longest(), model.sizes.maxLength);
  });
}

}  // namespace

void Workspace::settleFit(Opening& opening, DatasetPtr& dataset, EnginePtr& engine, bool& newDataset, bool& newEngine) {
  const ModelDescription& model = engine->description();
  const Status readable = checkFit(model, *dataset, false);
  const Status exact = checkFit(model, *dataset, true);
  const std::string title =
      titleOf(newEngine && opening.request.checkpoint ? *opening.request.checkpoint : m_checkpointPath);
  // The same file again (another number of heads) was accepted before.
  const bool again = newEngine && !newDataset && opening.request.checkpoint == m_checkpointPath && m_engine;
  if (exact.ok() || (again && readable.ok())) {
    m_fitProblem.reset();
    if (!exact.ok()) {
      m_fitProblem = warningOf(title, exact.error());
    } else if (m_fitProblem = datasetMismatch(title, model.trainedOn, identityOf(*dataset)); m_fitProblem && !again) {
      m_banners.report(errorOf(*m_fitProblem), Severity::Warning,
                       {BannerAction::OpenDataset, BannerAction::OpenCheckpoint}, BannerTopic::Fit);
    }
    return;
  }
  Error error = readable.ok() ? exact.error() : readable.error();
  error.where = title;
  if (newDataset && newEngine && readable.ok()) {
    // Named together, so this is wanted; SPEC 8.3: listed, work goes on.
    m_fitProblem = warningOf(title, error);
    m_banners.report(std::move(error), Severity::Warning, {BannerAction::ShowProblems}, BannerTopic::Fit);
    return;
  }
  const auto refuse = [&](Refused refused, Severity severity, BannerAction action) {
    m_refused = std::make_unique<Refused>(std::move(refused));
    std::vector<BannerAction> actions{action};
    if (readable.ok() && readsLengths(model, *dataset)) actions.push_back(BannerAction::UseAnyway);
    m_banners.report(std::move(error), severity, std::move(actions), BannerTopic::Fit);
  };
  if (newEngine) {
    if (m_engine) error.remedy += tr("; still showing %1", {titleOf(m_checkpointPath)});
    // One that could be read may be the wanted one, or the dataset it belongs to comes next.
    refuse({engine, *opening.request.checkpoint, opening.request.heads}, Severity::Error, BannerAction::OpenDataset);
    newEngine = false;
    engine = m_engine;
    if (m_dataset || m_engine) newDataset = false;
    return;
  }
  // Another dataset is what was asked for: it comes, and the checkpoint gives way to one that fits.
  if (m_refused && checkFit(m_refused->engine->description(), *dataset, true).ok()) {
    const std::unique_ptr<Refused> refused = std::exchange(m_refused, nullptr);
    opening.request.checkpoint = refused->path;
    opening.request.heads = refused->heads;
    engine = refused->engine;
    newEngine = true;
    m_fitProblem.reset();
    return;
  }
  error.remedy = tr("it was closed; open a checkpoint that was trained on this dataset");
  refuse({m_engine, m_checkpointPath, m_heads}, Severity::Warning, BannerAction::OpenCheckpoint);
  closeEngine();
  engine = nullptr;
}

void Workspace::useRefusedCheckpoint() {
  if (!m_refused || !m_dataset) return;
  const Status readable = checkFit(m_refused->engine->description(), *m_dataset, false);
  if (!readable.ok()) return;
  const Observers::Batch batch(m_observers);
  m_banners.retract(BannerTopic::Fit);
  const std::unique_ptr<Refused> refused = std::exchange(m_refused, nullptr);
  const Status exact = checkFit(refused->engine->description(), *m_dataset, true);
  takeEngine(refused->engine, refused->path, refused->heads, false);
  if (!exact.ok()) m_fitProblem = warningOf(exact.error().where, exact.error());
  requestInspection();
  m_samples.restartPass(0);
}

}  // namespace sojourn::session
