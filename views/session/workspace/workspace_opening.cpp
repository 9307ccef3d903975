// SPDX-License-Identifier: GPL-3.0-or-later
// How datasets and checkpoints come in: read on workers, checked against each other, put on screen together or not at
// all.
#include <algorithm>
#include <utility>

#include "model/core/text.h"
#include "model/core/translation.h"
#include "model/runs/store/run_paths.h"
#include "views/session/samples/sample_table.h"
#include "views/session/workspace/opening.h"

namespace sojourn::session {
namespace {

std::string fileText(const std::filesystem::path& path) {
  const auto name = path.has_filename() ? path.filename() : path.parent_path().filename();
  return escapeForDisplay(name.string(), 80);
}

/// Of a file or of a program's command.
std::string nameOf(const std::filesystem::path& checkpoint) {
  return programCommandIn(checkpoint.native()) ? escapeForDisplay(checkpointTitle(checkpoint), 80)
                                               : fileText(checkpoint);
}

/// Of a loader that throws.
constexpr const char* notOpened = "could not be opened (%1)";

Split splitToShow(const Dataset& dataset, std::optional<Split> wanted) {
  if (wanted && dataset.split(*wanted)) return *wanted;
  for (const Split split : {Split::Test, Split::Validation, Split::Train})
    if (dataset.split(split)) return split;
  return Split::Test;
}

}  // namespace

void Workspace::open(OpenRequest request) {
  const Observers::Batch batch(m_observers);
  if (request.demo || request.alone) cancelOpening();
  if (!m_opening) {
    m_opening = std::make_unique<Opening>();
    m_opening->pseudonyms = m_pseudonyms;
    // Where no dataset is open, whether one is on its way is what is shown.
    if (!m_dataset) m_observers.announce(Change::Dataset);
  }
  Opening& opening = *m_opening;
  if (request.pseudonyms) opening.pseudonyms = *request.pseudonyms;
  // Other pseudonyms are another dataset.
  if (opening.pseudonyms != m_pseudonyms && m_dataset && opening.dataset.number == 0 && !request.data) {
    if (m_isDemo)
      request.demo = true;
    else
      request.data = m_dataPath;
  }
  OpenRequest& wanted = opening.request;
  opening.demo = request.demo;
  opening.demoNumber = 0;
  opening.alone = opening.alone || request.alone;
  opening.pair = opening.pair || request.demo || (request.data && (request.checkpoint || request.program));
  if (request.split) wanted.split = request.split;
  if (request.index) wanted.index = request.index;
  if (request.filter) wanted.filter = std::move(request.filter);
  if (request.edited) wanted.edited = std::move(request.edited);
  if (request.timesShownMinutes) wanted.timesShownMinutes = request.timesShownMinutes;
  std::error_code ignored;
  // Remembered paths must mean the same from another working folder.
  if (request.mapFiles) {
    for (std::string& file : *request.mapFiles) file = std::filesystem::absolute(file, ignored).string();
    wanted.mapFiles = std::move(request.mapFiles);
  }
  settleProgram(request);
  if (request.checkpoint && !programCommandIn(request.checkpoint->native()))
    request.checkpoint = std::filesystem::absolute(*request.checkpoint, ignored);
  if (request.demo) return findDemo(std::move(request));
  if (request.data) startDatasetLoad(std::filesystem::absolute(*request.data, ignored));
  if (request.checkpoint) startEngineLoad(*request.checkpoint, request.heads);
  if (opening.complete()) finishOpening();
}

void Workspace::findDemo(OpenRequest request) {
  m_opening->request.checkpoint = std::move(request.checkpoint);
  m_opening->request.heads = request.heads;
  m_opening->demoNumber = ++m_number;
  m_datasetWorker.post([this, number = m_number] {
    auto found = guarded("demo", notOpened, [this] { return m_options.loaders.demo(); });
    post([this, number, found = std::move(found)] {
      if (m_opening && m_opening->demoNumber == number) takeDemo(found);
    });
  });
}

void Workspace::takeDemo(const Result<Loaders::DemoFiles>& found) {
  if (!found) {
    m_banners.report(found.error(), Severity::Error, {}, BannerTopic::DatasetFile);
    return cancelOpening();
  }
  Opening& opening = *m_opening;
  opening.demoNumber = 0;
  opening.demoCheckpoint = !opening.request.checkpoint;
  opening.demoSample = found->firstSample;
  m_demoCompared = found->compared;
  m_demoMap.clear();
  if (!found->map.empty()) m_demoMap.push_back(found->map);
  startDatasetLoad(found->data);
  if (opening.demoCheckpoint) opening.request.heads.reset();
  startEngineLoad(opening.request.checkpoint.value_or(found->checkpoint), opening.request.heads);
}

/// An older one that is still being read is cancelled.
template <class T, class Load>
void Workspace::startLoad(OpeningPart<T> Opening::*which, Worker& worker, const std::filesystem::path& path,
                          std::string title, JobKind kind, Load load) {
  OpeningPart<T>& part = (*m_opening).*which;
  part.cancel.cancel();
  m_jobs.end(part.job);
  part = {};
  part.number = ++m_number;
  part.job = m_jobs.begin(
      std::move(title), "bytes", [this] { cancelOpening(); }, kind);
  worker.post([this, which, path, load, number = part.number, job = part.job, cancel = part.cancel] {
    const Progress progress = throttled([this, job](std::size_t done, std::size_t total) {
      post([this, job, done, total] { m_jobs.advance(job, done, total); });
    });
    auto result = guarded(path.string(), notOpened, [&] { return load(progress, cancel); });
    post([this, which, number, result = std::move(result)]() mutable {
      if (!m_opening || ((*m_opening).*which).number != number) return;
      ((*m_opening).*which).result = std::move(result);
      m_jobs.end(((*m_opening).*which).job);
      finishOpening();
    });
  });
}

void Workspace::startDatasetLoad(const std::filesystem::path& data) {
  m_opening->request.data = data;
  startLoad(&Opening::dataset, m_datasetWorker, data, tr("Reading %1", {fileText(data)}), JobKind::OpenDataset,
            [this, data, seed = m_opening->pseudonyms](const Progress& progress,
                                                       const CancelToken& cancel) -> Result<DatasetPtr> {
              auto read = m_options.loaders.dataset(data, progress, cancel);
              if (!read || seed.empty()) return read;
              auto dataset = std::make_shared<Dataset>(**read);
              usePseudonyms(*dataset, seed);
              return DatasetPtr(std::move(dataset));
            });
}

void Workspace::startEngineLoad(const std::filesystem::path& checkpoint, std::optional<int> heads) {
  m_opening->request.checkpoint = checkpoint;
  m_opening->request.heads = heads;
  const OpeningPart<DatasetPtr>& read = m_opening->dataset;
  m_opening->engineWaits = !m_opening->pseudonyms.empty() && !read.complete();
  if (m_opening->engineWaits) return;
  const DatasetPtr dataset = read.result && read.result->ok() ? **read.result : m_dataset;
  EngineOptions options;
  options.device = device();
  options.fallBack = options.device.kind == Device::Kind::Cuda;
  options.heads = heads;
  if (dataset) options.pseudonyms = dataset->pseudonyms;
  const bool isProgram = programCommandIn(checkpoint.native()).has_value();
  if (isProgram) m_programName = checkpoint.native();
  startLoad(&Opening::engine, m_engineWorker, checkpoint,
            isProgram ? tr("Starting %1", {nameOf(checkpoint)}) : tr("Loading %1", {nameOf(checkpoint)}),
            JobKind::OpenCheckpoint, [this, checkpoint, options](const Progress& progress, const CancelToken& cancel) {
              return m_loadEngine(checkpoint, options, progress, cancel);
            });
}

void Workspace::cancelOpening() {
  if (!m_opening) return;
  m_opening->cancel();
  m_jobs.end(m_opening->dataset.job);
  m_jobs.end(m_opening->engine.job);
  m_opening.reset();
  if (!m_dataset) m_observers.announce(Change::Dataset);
}

/// The checkpoint that was open with this dataset: where none was named, and the open one is not of the dataset.
std::filesystem::path Workspace::checkpointToComeBack(const Opening& opening, const Dataset& dataset) const {
  const auto known = m_settings.datasets.find(datasetKey(dataset.prefix, dataset.fingerprint));
  if (opening.alone || opening.demo || opening.engine.number != 0 || known == m_settings.datasets.end()) return {};
  const std::filesystem::path& kept = known->second.checkpoint;
  std::error_code ignored;
  if (kept.empty() || kept == m_checkpointPath || !std::filesystem::is_regular_file(kept, ignored)) return {};
  const bool openFits = m_engine && checkFit(m_engine->description(), dataset, true).ok() &&
                        !datasetMismatch({}, m_engine->description().trainedOn, identityOf(dataset));
  return openFits ? std::filesystem::path() : kept;
}

void Workspace::rememberCheckpoint() {
  if (m_dataset && m_engine && !m_isDemo && !m_isDemoCheckpoint && !m_fitProblem && !program())
    datasetSettings().checkpoint = m_checkpointPath.string();
}

bool Workspace::enginePseudonymsFit(const Dataset& dataset) const {
  return !m_engine || samePseudonyms(m_engine->description().pseudonyms, dataset.pseudonyms);
}

void Workspace::bindLoaders() {
  m_options.loaders.engine = [load = m_loadEngine, wanted = device(),
                              pseudonyms = m_dataset ? m_dataset->pseudonyms : nullptr](
                                 const std::filesystem::path& checkpoint, EngineOptions options,
                                 const Progress& progress, const CancelToken& cancel) {
    options.device = wanted;
    options.fallBack = wanted.kind == Device::Kind::Cuda;
    options.pseudonyms = pseudonyms;
    auto engine = load(checkpoint, options, progress, cancel);
    if (engine) static_cast<void>((*engine)->settleDevice());
    return engine;
  };
}

void Workspace::finishOpening() {
  if (m_opening->engineWaits && m_opening->dataset.complete())
    return startEngineLoad(*m_opening->request.checkpoint, m_opening->request.heads);
  if (!m_opening->complete()) return;
  const auto& read = m_opening->dataset.result;
  const bool pseudonymsFit = !read || !read->ok() || enginePseudonymsFit(***read);
  if (read && read->ok()) {
    if (const auto kept = checkpointToComeBack(*m_opening, ***read); !kept.empty())
      return startEngineLoad(kept, std::nullopt);
    if (!pseudonymsFit && !m_opening->alone && m_opening->engine.number == 0) {
      m_opening->demoCheckpoint = m_isDemoCheckpoint;
      return startEngineLoad(m_checkpointPath, m_heads);
    }
  }
  const std::unique_ptr<Opening> opening = std::exchange(m_opening, nullptr);
  if (!m_dataset) m_observers.announce(Change::Dataset);
  DatasetPtr dataset = m_dataset;
  EnginePtr engine = m_engine;
  const auto take = [this](const auto& part, auto& value, BannerAction action, BannerTopic topic) {
    if (!part.result) return false;
    if (part.result->ok())
      value = **part.result;
    else
      m_banners.report(part.result->error(), Severity::Error, {action}, topic);
    return part.result->ok();
  };
  bool newDataset = take(opening->dataset, dataset, BannerAction::OpenDataset, BannerTopic::DatasetFile);
  const bool isProgram = opening->request.checkpoint && programCommandIn(opening->request.checkpoint->native());
  bool newEngine =
      take(opening->engine, engine, isProgram ? BannerAction::ShowProgramLog : BannerAction::OpenCheckpoint,
           BannerTopic::CheckpointFile);
  const bool halfPair = opening->pair && newDataset != newEngine;
  const bool failed = (opening->dataset.result && !newDataset) || (opening->engine.result && !newEngine);
  if ((halfPair || (opening->alone && failed)) && (m_dataset || m_engine)) return;
  if (opening->alone && !opening->engine.result && m_engine) closeEngine();
  if (opening->alone && !opening->dataset.result && m_dataset) closeDataset();
  if (!pseudonymsFit) m_refused.reset();
  if (!pseudonymsFit && newDataset && !newEngine && m_engine) closeEngine();
  dataset = newDataset ? dataset : m_dataset;
  engine = newEngine ? engine : m_engine;
  if (newDataset || newEngine) m_banners.retract(BannerTopic::Fit);
  if (dataset && engine && (newDataset || newEngine)) settleFit(*opening, dataset, engine, newDataset, newEngine);
  if (newDataset) takeDataset(*opening, dataset);
  if (newEngine) takeEngine(engine, *opening->request.checkpoint, opening->request.heads, opening->demoCheckpoint);
  if (newDataset || opening->request.split || opening->request.index) chooseSplitAndRow(*opening, newDataset);
  applyView(opening->request);
  rememberCheckpoint();
  if (newEngine && !newDataset) {
    requestInspection();
    m_samples.restartPass(0);
  }
}

void Workspace::applyView(const OpenRequest& request) {
  if (request.mapFiles) setMapFiles(*request.mapFiles);
  if (request.filter) m_samples.setFilterText(*request.filter, FilterBy::Restoring);
  if (!request.edited || !m_dataset) return;
  if (Status shown = showEdited(*request.edited); !shown)
    m_banners.report(shown.error(), Severity::Error, {}, BannerTopic::Place);
}

void Workspace::takeDataset(const Opening& opening, DatasetPtr dataset) {
  m_samples.stopPass();
  for (const BannerTopic topic :
       {BannerTopic::DatasetFile, BannerTopic::DatasetProblems, BannerTopic::Zone, BannerTopic::Study})
    m_banners.retract(topic);
  const std::string keyBefore = openKey();
  m_dataset = std::move(dataset);
  m_pseudonyms = opening.pseudonyms;
  bindLoaders();
  m_samples.bringFilter(keyBefore, openKey());
  m_dataPath = *opening.request.data;
  m_isDemo = opening.demo;
  m_names.reset(opening.request.timesShownMinutes);
  if (!m_isDemo) {
    remember(m_settings.recentDatasets, (m_dataset->folder / m_dataset->prefix).string());
    m_dataPath = m_dataset->folder / m_dataset->prefix;
  }
  forgetRow();
  m_selection.clear();
  m_observers.announce({Change::Dataset, Change::Sample, Change::Selection, Change::Hover, Change::Names, Change::Time,
                        Change::Settings});
  m_names.propose();
  warnAbout(m_dataset->problems, BannerTopic::DatasetProblems);
}

void Workspace::takeEngine(EnginePtr engine, const std::filesystem::path& path, std::optional<int> heads, bool demo) {
  m_samples.stopPass();
  for (const BannerTopic topic : {BannerTopic::CheckpointFile, BannerTopic::CheckpointProblems, BannerTopic::Study,
                                  BannerTopic::Reference, BannerTopic::Edit, BannerTopic::Device})
    m_banners.retract(topic);
  m_engine = std::move(engine);
  m_checkpointPath = path;
  m_heads = heads;
  m_isDemoCheckpoint = demo;
  m_samples.aggregates().setLabelSmoothing(m_engine->description().labelSmoothing);
  if (const auto opened = program())
    remember(m_settings.recentPrograms, *opened);
  else if (!demo)
    remember(m_settings.recentCheckpoints, path.string());
  m_observers.announce({Change::Model, Change::Settings});
  warnAbout(m_engine->description().notices, BannerTopic::CheckpointProblems);
  settleDevice();
}

void Workspace::closeDataset() {
  m_samples.stopPass();
  for (const BannerTopic topic : {BannerTopic::DatasetProblems, BannerTopic::Zone, BannerTopic::Fit, BannerTopic::Place,
                                  BannerTopic::Study, BannerTopic::Edit, BannerTopic::Reference})
    m_banners.retract(topic);
  m_fitProblem.reset();
  const std::string keyBefore = openKey();
  m_dataset.reset();
  bindLoaders();
  m_samples.bringFilter(keyBefore, openKey());
  m_dataPath.clear();
  m_isDemo = false;
  m_names.reset(std::nullopt);
  forgetRow();
  m_selection.clear();
  forgetInspection();
  m_inspectionNumber = 0;
  m_samples.rebuild();
  m_observers.announce({Change::Dataset, Change::Sample, Change::Inspection, Change::Selection, Change::Hover,
                        Change::Names, Change::Time});
}

void Workspace::closeEngine() {
  m_samples.stopPass();
  for (const BannerTopic topic : {BannerTopic::CheckpointProblems, BannerTopic::Evaluation, BannerTopic::Study,
                                  BannerTopic::Reference, BannerTopic::Edit})
    m_banners.retract(topic);
  m_engine.reset();
  m_checkpointPath.clear();
  m_heads.reset();
  m_isDemoCheckpoint = false;
  m_fitProblem.reset();
  forgetInspection();
  m_observers.announce({Change::Model, Change::Inspection});
}

void Workspace::chooseSplitAndRow(const Opening& opening, bool newDataset) {
  if (!m_dataset) return;
  m_banners.retract(BannerTopic::Place);
  const auto& wanted = opening.request.split;
  if (wanted && !m_dataset->split(*wanted)) {
    m_banners.report({ErrorKind::BadInput, m_dataPath.string(), tr("has no split %1", {splitName(*wanted)}),
                      tr("choose one of the existing splits")},
                     Severity::Error, {}, BannerTopic::Place);
  }
  const Split split = splitToShow(*m_dataset, wanted ? wanted : newDataset ? std::nullopt : std::optional(m_split));
  if (newDataset || split != m_split) {
    m_split = split;
    m_samples.rebuild();
    m_observers.announce(Change::Dataset);
  }
  const auto unnamed = [&]() -> std::size_t {
    if (!newDataset || m_samples.table().empty()) return 0;
    return opening.demo && m_split == Split::Test ? opening.demoSample
                                                  : firstSampleToShow(*m_samples.table().sequences());
  };
  const std::size_t index = opening.request.index ? *opening.request.index : unnamed();
  if (index >= m_samples.table().size() && index > 0) {
    m_banners.report({ErrorKind::BadInput, std::string(splitName(m_split)),
                      tr("has no sequence %1: it holds %2, counted from 0",
                         {groupThousands(static_cast<long long>(index)),
                          groupThousands(static_cast<long long>(m_samples.table().size()))}),
                      tr("choose a smaller index")},
                     Severity::Error, {}, BannerTopic::Place);
  }
  if (!m_samples.table().empty()) showRow(index < m_samples.table().size() ? index : 0);
}

void Workspace::warnAbout(const std::vector<Problem>& problems, BannerTopic topic) {
  const auto grave = [](const Problem& problem) { return problem.severity != Severity::Notice; };
  const auto first = std::ranges::find_if(problems, grave);
  if (first == problems.end()) return;
  const auto more = std::ranges::count_if(problems, grave) - 1;
  Error error = Error{ErrorKind::BadInput, first->where, first->what, first->remedy};
  if (more > 0) error.remedy += tr(more == 1 ? "; %1 more problem" : "; %1 more problems", {groupThousands(more)});
  m_banners.report(std::move(error), first->severity, {BannerAction::ShowProblems}, topic);
}

}  // namespace sojourn::session
