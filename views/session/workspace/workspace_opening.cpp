// SPDX-License-Identifier: GPL-3.0-or-later
// How datasets and checkpoints come in: read on workers, checked against each other, put on screen together or not at
// all.
#include <algorithm>

#include "model/core/text.h"
#include "model/core/translation.h"
#include "model/runs/store/run_paths.h"
#include "views/session/samples/first_sample.h"
#include "views/session/workspace/workspace_messages.h"

namespace sojourn::session {
namespace {

std::string fileText(const std::filesystem::path& path) {
  const auto name = path.has_filename() ? path.filename() : path.parent_path().filename();
  return escapeForDisplay(name.string(), 80);
}

/// With the run that it belongs to: two files named best.pt are never mistaken for each other.
std::string titleOf(const std::filesystem::path& checkpoint) {
  return escapeForDisplay(checkpointTitle(checkpoint), 80);
}

Split splitToShow(const Dataset& dataset, std::optional<Split> wanted) {
  if (wanted && dataset.split(*wanted)) return *wanted;
  for (const Split split : {Split::Test, Split::Validation, Split::Train}) {
    if (dataset.split(split)) return split;
  }
  return Split::Test;
}

}  // namespace

void Workspace::open(OpenRequest request) {
  const Observers::Batch batch(m_observers);
  if (request.demo || request.alone) cancelOpening();
  if (!m_opening) m_opening = std::make_unique<Opening>();
  Opening& opening = *m_opening;
  opening.demo = request.demo;
  opening.demoNumber = 0;
  opening.alone = opening.alone || request.alone;
  opening.pair = opening.pair || request.demo || (request.data && request.checkpoint);
  if (request.split) opening.request.split = request.split;
  if (request.index) opening.request.index = request.index;
  if (request.filter) opening.request.filter = std::move(request.filter);
  if (request.edited) opening.request.edited = std::move(request.edited);
  if (request.timesShownMinutes) opening.request.timesShownMinutes = request.timesShownMinutes;
  std::error_code ignored;
  // Remembered paths must mean the same from another working folder.
  if (request.checkpoint) request.checkpoint = std::filesystem::absolute(*request.checkpoint, ignored);
  if (request.demo) return findDemo(std::move(request));
  if (request.data) startDatasetLoad(std::filesystem::absolute(*request.data, ignored));
  if (request.checkpoint) startEngineLoad(*request.checkpoint, request.heads);
  if (opening.complete()) finishOpening();
}

void Workspace::findDemo(OpenRequest request) {
  m_opening->request.checkpoint = std::move(request.checkpoint);
  m_opening->request.heads = request.heads;
  m_opening->demoNumber = ++m_number;
  m_datasetWorker->post([this, number = m_number] {
    m_inbox->push(
        Message{DemoFound{number, guarded<Loaders::DemoFiles>("demo", [this] { return m_options.loaders.demo(); })}});
  });
}

Progress Workspace::progressOf(JobId job) {
  return throttled([this, job](std::size_t done, std::size_t total) {
    m_inbox->push(Message{JobProgress{job, done, total}});
  });
}

void Workspace::startDatasetLoad(const std::filesystem::path& data) {
  Opening& opening = *m_opening;
  opening.datasetCancel.cancel();  // an older one that is still being read
  opening.datasetCancel = CancelToken();
  removeJob(opening.datasetJob);
  opening.request.data = data;
  opening.dataset.reset();
  opening.datasetNumber = ++m_number;
  const std::uint64_t number = m_number;
  opening.datasetJob = addJob(JobKind::OpenDataset, tr("Reading %1", {fileText(data)}), "bytes");
  m_datasetWorker->post([this, data, number, job = opening.datasetJob, cancel = opening.datasetCancel] {
    const Progress progress = progressOf(job);
    auto result = guarded<DatasetPtr>(data, [&] { return m_options.loaders.dataset(data, progress, cancel); });
    m_inbox->push(Message{DatasetRead{number, std::move(result)}});
  });
}

void Workspace::startEngineLoad(const std::filesystem::path& checkpoint, std::optional<int> heads) {
  Opening& opening = *m_opening;
  opening.engineCancel.cancel();
  opening.engineCancel = CancelToken();
  removeJob(opening.engineJob);
  opening.request.checkpoint = checkpoint;
  opening.request.heads = heads;
  opening.engine.reset();
  opening.engineNumber = ++m_number;
  opening.engineJob = addJob(JobKind::OpenCheckpoint, tr("Loading %1", {fileText(checkpoint)}), "bytes");
  EngineOptions options;
  options.heads = heads;
  m_engineWorker->post([this, checkpoint, options, number = opening.engineNumber, job = opening.engineJob,
                        cancel = opening.engineCancel] {
    const Progress progress = progressOf(job);
    auto result =
        guarded<EnginePtr>(checkpoint, [&] { return m_options.loaders.engine(checkpoint, options, progress, cancel); });
    m_inbox->push(Message{EngineRead{number, std::move(result)}});
  });
}

void Workspace::cancelOpening() {
  if (!m_opening) return;
  m_opening->cancel();
  removeJob(m_opening->datasetJob);
  removeJob(m_opening->engineJob);
  m_opening.reset();
}

void Workspace::finishOpening() {
  if (!m_opening->complete()) return;
  const std::unique_ptr<Opening> opening = std::exchange(m_opening, nullptr);
  DatasetPtr dataset = m_dataset;
  EnginePtr engine = m_engine;
  bool newDataset = false, newEngine = false;
  if (opening->dataset) {
    newDataset = opening->dataset->ok();
    if (newDataset) dataset = **opening->dataset;
    if (!newDataset)
      report(opening->dataset->error(), Severity::Error, {BannerAction::OpenDataset}, BannerTopic::DatasetFile);
  }
  if (opening->engine) {
    newEngine = opening->engine->ok();
    if (newEngine) engine = **opening->engine;
    if (!newEngine)
      report(opening->engine->error(), Severity::Error, {BannerAction::OpenCheckpoint}, BannerTopic::CheckpointFile);
  }
  const bool halfPair = opening->pair && newDataset != newEngine;
  const bool failed = (opening->dataset && !newDataset) || (opening->engine && !newEngine);
  if ((halfPair || (opening->alone && failed)) && (m_dataset || m_engine)) return;
  if (opening->alone && !opening->engine && m_engine) closeEngine();
  if (opening->alone && !opening->dataset && m_dataset) closeDataset();
  dataset = newDataset ? dataset : m_dataset;
  engine = newEngine ? engine : m_engine;
  if (newDataset || newEngine) retract(BannerTopic::Fit);
  if (dataset && engine && (newDataset || newEngine)) settleFit(*opening, dataset, engine, newDataset, newEngine);
  if (newDataset) takeDataset(*opening, dataset);
  if (newEngine) takeEngine(engine, *opening->request.checkpoint, opening->request.heads, opening->demoCheckpoint);
  if (newDataset || opening->request.split || opening->request.index) chooseSplitAndRow(*opening, newDataset);
  applyView(opening->request);
  if (newEngine && !newDataset) {
    requestInspection();
    restartPass(0);
  }
}

void Workspace::applyView(const OpenRequest& request) {
  if (request.filter) setFilterText(*request.filter);
  if (!request.edited || !m_dataset) return;
  if (Status shown = showEdited(*request.edited); !shown)
    report(shown.error(), Severity::Error, {}, BannerTopic::Place);
}

Status Workspace::showEdited(const Sequence& sequence) {
  if (!m_dataset || !m_row) return {};
  const auto refuse = [](const char* what, std::int32_t id, std::int32_t count) {
    return Error{ErrorKind::BadInput, tr("the edited sample"),
                 tr("names %1 %2, the dataset has %3 of them, counted from 0",
                    {tr(what), std::to_string(id), groupThousands(count)}),
                 tr("open the dataset that the link was copied from")};
  };
  const auto beyond = [](std::int32_t id, std::int32_t count) { return id < 0 || id >= count; };
  if (beyond(sequence.user, m_dataset->numUsers)) return refuse("user", sequence.user, m_dataset->numUsers);
  std::vector<LocationId> places;
  for (const Visit& visit : sequence.visits) places.push_back(visit.location);
  if (sequence.target) places.push_back(*sequence.target);
  for (const LocationId place : places)
    if (beyond(place, m_dataset->numLocations)) return refuse("place", place, m_dataset->numLocations);
  setSequence(sequence);
  return {};
}

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
      m_fitProblem = Problem{Severity::Warning, title, exact.error().what, exact.error().remedy};
    } else if (m_fitProblem = datasetMismatch(title, model.trainedOn, identityOf(*dataset)); m_fitProblem && !again) {
      report({ErrorKind::BadInput, m_fitProblem->where, m_fitProblem->what, m_fitProblem->remedy}, Severity::Warning,
             {BannerAction::OpenDataset, BannerAction::OpenCheckpoint}, BannerTopic::Fit);
    }
    return;
  }
  Error error = readable.ok() ? exact.error() : readable.error();
  error.where = title;
  if (newDataset && newEngine && readable.ok()) {
    // Named together, so this is wanted; SPEC 8.3: listed, work goes on.
    m_fitProblem = Problem{Severity::Warning, error.where, error.what, error.remedy};
    report(std::move(error), Severity::Warning, {BannerAction::ShowProblems}, BannerTopic::Fit);
    return;
  }
  if (newEngine) {
    if (m_engine) error.remedy += tr("; still showing %1", {titleOf(m_checkpointPath)});
    std::vector<BannerAction> actions{BannerAction::OpenDataset};
    // One that could be read may be the wanted one, or the dataset it belongs to comes next.
    m_refused = std::make_unique<Refused>(Refused{engine, *opening.request.checkpoint, opening.request.heads});
    if (readable.ok()) actions.push_back(BannerAction::UseAnyway);
    report(std::move(error), Severity::Error, std::move(actions), BannerTopic::Fit);
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
  m_refused = std::make_unique<Refused>(Refused{m_engine, m_checkpointPath, m_heads});
  std::vector<BannerAction> actions{BannerAction::OpenCheckpoint};
  if (readable.ok()) actions.push_back(BannerAction::UseAnyway);
  error.remedy = tr("it was closed; open a checkpoint that was trained on this dataset");
  report(std::move(error), Severity::Warning, std::move(actions), BannerTopic::Fit);
  closeEngine();
  engine = nullptr;
}

void Workspace::useRefusedCheckpoint() {
  if (!m_refused || !m_dataset) return;
  const Status readable = checkFit(m_refused->engine->description(), *m_dataset, false);
  if (!readable.ok()) return;
  const Observers::Batch batch(m_observers);
  retract(BannerTopic::Fit);
  const std::unique_ptr<Refused> refused = std::exchange(m_refused, nullptr);
  const Status exact = checkFit(refused->engine->description(), *m_dataset, true);
  takeEngine(refused->engine, refused->path, refused->heads, false);
  if (!exact.ok())
    m_fitProblem = Problem{Severity::Warning, exact.error().where, exact.error().what, exact.error().remedy};
  requestInspection();
  restartPass(0);
}

void Workspace::takeDataset(const Opening& opening, DatasetPtr dataset) {
  stopPass();
  retract(BannerTopic::DatasetFile);
  retract(BannerTopic::DatasetProblems);
  retract(BannerTopic::Zone);
  m_proposalsBefore.reset();
  m_dataset = std::move(dataset);
  m_dataPath = *opening.request.data;
  m_isDemo = opening.demo;
  m_naming = PlaceNaming(m_dataset);
  m_naming.setProposalsShown(m_settings.proposalsShown);
  m_naming.setGiven(datasetSettings().names);
  m_offset = opening.request.timesShownMinutes.value_or(datasetSettings().displayOffsetMinutes);
  if (!m_isDemo) {
    remember(m_settings.recentDatasets, (m_dataset->folder / m_dataset->prefix).string());
    m_dataPath = m_dataset->folder / m_dataset->prefix;
  }
  m_row.reset();
  m_sequence.reset();
  m_selection = {};
  m_observers.announce({Change::Dataset, Change::Sample, Change::Selection, Change::Hover, Change::Names, Change::Time,
                        Change::Settings});
  requestProposals();
  offerZone();
  warnAbout(m_dataset->problems, BannerTopic::DatasetProblems);
}

void Workspace::takeEngine(EnginePtr engine, const std::filesystem::path& path, std::optional<int> heads, bool demo) {
  stopPass();
  retract(BannerTopic::CheckpointFile);
  retract(BannerTopic::CheckpointProblems);
  m_engine = std::move(engine);
  m_checkpointPath = path;
  m_heads = heads;
  m_isDemoCheckpoint = demo;
  m_aggregates.setLabelSmoothing(m_engine->description().labelSmoothing);
  if (!demo) remember(m_settings.recentCheckpoints, path.string());
  m_observers.announce({Change::Model, Change::Settings});
  warnAbout(m_engine->description().notices, BannerTopic::CheckpointProblems);
}

void Workspace::closeDataset() {
  stopPass();
  for (const BannerTopic topic :
       {BannerTopic::DatasetProblems, BannerTopic::Zone, BannerTopic::Fit, BannerTopic::Place})
    retract(topic);
  m_proposalsBefore.reset();
  m_fitProblem.reset();
  m_dataset.reset();
  m_dataPath.clear();
  m_isDemo = false;
  m_naming = PlaceNaming();
  m_offset = 0;
  m_row.reset();
  m_sequence.reset();
  m_selection = {};
  m_inspection.reset();
  m_inspectionEngine.reset();
  m_inspectionOutdated = false;
  m_inspectionNumber = 0;
  cancelProposals();
  rebuildSamples();
  m_observers.announce({Change::Dataset, Change::Sample, Change::Inspection, Change::Selection, Change::Hover,
                        Change::Names, Change::Time});
}

void Workspace::closeEngine() {
  stopPass();
  retract(BannerTopic::CheckpointProblems);
  retract(BannerTopic::Evaluation);
  m_engine.reset();
  m_checkpointPath.clear();
  m_heads.reset();
  m_isDemoCheckpoint = false;
  m_fitProblem.reset();
  m_inspection.reset();
  m_inspectionEngine.reset();
  m_inspectionOutdated = false;
  m_observers.announce({Change::Model, Change::Inspection});
}

void Workspace::chooseSplitAndRow(const Opening& opening, bool newDataset) {
  if (!m_dataset) return;
  retract(BannerTopic::Place);
  const auto& wanted = opening.request.split;
  if (wanted && !m_dataset->split(*wanted)) {
    report({ErrorKind::BadInput, m_dataPath.string(), tr("has no split %1", {splitName(*wanted)}),
            tr("choose one of the existing splits")},
           Severity::Error, {}, BannerTopic::Place);
  }
  const Split split = splitToShow(*m_dataset, wanted ? wanted : newDataset ? std::nullopt : std::optional(m_split));
  if (newDataset || split != m_split) {
    m_split = split;
    rebuildSamples();
    m_observers.announce(Change::Dataset);
  }
  const auto unnamed = [&]() -> std::size_t {
    if (!newDataset || m_samples.empty()) return 0;
    return opening.demo && m_split == Split::Test ? opening.demoSample : firstSampleToShow(*m_samples.sequences());
  };
  const std::size_t index = opening.request.index ? *opening.request.index : unnamed();
  if (index >= m_samples.size() && index > 0) {
    report(
        {ErrorKind::BadInput, std::string(splitName(m_split)),
         tr("has no sequence %1: it holds %2, counted from 0",
            {groupThousands(static_cast<long long>(index)), groupThousands(static_cast<long long>(m_samples.size()))}),
         tr("choose a smaller index")},
        Severity::Error, {}, BannerTopic::Place);
  }
  if (!m_samples.empty()) showRow(index < m_samples.size() ? index : 0);
}

void Workspace::setHeads(int heads) {
  if (!m_engine || m_checkpointPath.empty()) return;
  open({.data = {}, .checkpoint = m_checkpointPath, .heads = heads, .split = {}, .index = {}});
}

void Workspace::warnAbout(const std::vector<Problem>& problems, BannerTopic topic) {
  const auto grave = [](const Problem& problem) { return problem.severity != Severity::Notice; };
  const auto first = std::ranges::find_if(problems, grave);
  if (first == problems.end()) return;
  const auto more = std::ranges::count_if(problems, grave) - 1;
  Error error{ErrorKind::BadInput, first->where, first->what, first->remedy};
  if (more > 0) error.remedy += tr(more == 1 ? "; %1 more problem" : "; %1 more problems", {groupThousands(more)});
  report(std::move(error), first->severity, {BannerAction::ShowProblems}, topic);
}

std::vector<Problem> Workspace::problems() const {
  std::vector<Problem> all;
  if (m_dataset) all = m_dataset->problems;
  if (m_engine) all.insert(all.end(), m_engine->description().notices.begin(), m_engine->description().notices.end());
  if (m_fitProblem) all.push_back(*m_fitProblem);
  return all;
}

}  // namespace sojourn::session
