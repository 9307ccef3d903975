// SPDX-License-Identifier: GPL-3.0-or-later
// The workspace itself: construction, its inbox, jobs, banners and settings.
#include "views/session/workspace/workspace.h"

#include <algorithm>

#include "model/core/text.h"
#include "model/core/translation.h"
#include "model/data/edit/sequence_text.h"
#include "views/session/workspace/opening.h"

namespace sojourn::session {
Workspace::Workspace(WorkspaceOptions options)
    : m_options(std::move(options)),
      m_inbox(m_options.wake),
      m_programs(std::make_shared<Programs>(m_options.loaders.program)),
      m_loadEngine(Programs::beside(m_programs, m_options.loaders.engine)),
      m_inspections(
          [this](InspectionService::Answer answer) {
            post([this, answer = std::move(answer)]() mutable { applyAnswer(answer); });
          },
          m_priority),
      m_pass([this](BackgroundPass::Block block) { post([this, block = std::move(block)] { applyBlock(block); }); },
             [this](BackgroundPass::End end) { post([this, end = std::move(end)] { applyEnd(end); }); }, m_priority) {
  m_aggregates.setSource(&m_samples, &m_view);
  bindLoaders();
  if (!m_options.settingsFile.empty()) {
    auto settings = readSettings(m_options.settingsFile);
    if (settings) {
      m_settings = std::move(*settings);
    } else {
      report(settings.error(), Severity::Warning);
      // It is about to be replaced: what is in it stays available under another name.
      std::error_code ignored;
      std::filesystem::rename(m_options.settingsFile, m_options.settingsFile.string() + ".unreadable", ignored);
    }
  }
}

Workspace::~Workspace() {
  if (m_engine) m_programs->interrupt(*m_engine);
  if (m_opening) m_opening->cancel();
  m_proposalsCancel.cancel();
}

void Workspace::drain() {
  const Observers::Batch batch(m_observers);
  for (const std::function<void()>& act : m_inbox.drain()) act();
}

JobId Workspace::beginJob(std::string title, std::string unit, std::function<void()> cancel, JobKind kind) {
  const JobId id = ++m_number;
  m_jobs.push_back({.id = id,
                    .kind = kind,
                    .title = std::move(title),
                    .unit = std::move(unit),
                    .started = std::chrono::steady_clock::now()});
  m_jobCancels[id] = std::move(cancel);
  m_observers.announce(Change::Jobs);
  return id;
}

void Workspace::endJob(JobId& id) {
  m_jobCancels.erase(id);
  if (std::erase_if(m_jobs, [id](const Job& job) { return job.id == id; }) > 0) m_observers.announce(Change::Jobs);
  id = 0;
}

void Workspace::advanceJob(JobId id, std::size_t done, std::size_t total) {
  const auto job = std::ranges::find(m_jobs, id, &Job::id);
  if (job == m_jobs.end()) return;
  job->done = done;
  job->total = total;
  job->seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - job->started).count();
  m_observers.announce(Change::Jobs);
}

void Workspace::cancelJob(JobId id) {
  const auto found = m_jobCancels.find(id);
  // A copy: it may end the job that owns it.
  const std::function<void()> cancel = found == m_jobCancels.end() ? nullptr : found->second;
  if (cancel) cancel();
}

BannerId Workspace::addBanner(Error error, Severity severity, std::vector<BannerAction> actions, BannerTopic topic) {
  // Cancelling is no error; a banner that stands there already need not come twice.
  if (error.kind == ErrorKind::Cancelled) return 0;
  const auto same = std::ranges::find_if(m_banners, [&](const Banner& banner) {
    return banner.error.where == error.where && banner.error.what == error.what && banner.error.remedy == error.remedy;
  });
  if (same != m_banners.end()) return same->id;
  m_banners.insert(m_banners.begin(), Banner{++m_number, severity, std::move(error), std::move(actions), topic});
  m_observers.announce(Change::Banners);
  return m_banners.front().id;
}

void Workspace::retract(BannerTopic topic) {
  if (std::erase_if(m_banners, [topic](const Banner& banner) { return banner.topic == topic; }) > 0)
    m_observers.announce(Change::Banners);
}

void Workspace::dismissBanner(BannerId id) {
  const auto closed = std::ranges::find(m_banners, id, &Banner::id);
  // An offer that was closed is not made again.
  if (closed != m_banners.end() && closed->topic == BannerTopic::Zone && m_dataset) datasetSettings().zoneChosen = true;
  if (closed != m_banners.end() && closed->topic == BannerTopic::Program) m_programAsked.reset();
  if (std::erase_if(m_banners, [id](const Banner& banner) { return banner.id == id; }) > 0) {
    m_observers.announce(Change::Banners);
  }
}

void Workspace::rememberWorkspace(const std::filesystem::path& file) {
  remember(m_settings.recentWorkspaces, file.string());
  m_observers.announce(Change::Settings);
}

void Workspace::rememberRunSources(std::vector<std::string> sources) {
  m_runSources = std::move(sources);
  m_observers.announce(Change::RunSources);
}

void Workspace::rememberReferenceLines(std::map<std::string, bool> lines) {
  m_referenceLines = std::move(lines);
  m_observers.announce(Change::RunSources);
}

std::string Workspace::openKey() const {
  return m_dataset ? datasetKey(m_dataset->prefix, m_dataset->fingerprint) : std::string();
}

DatasetSettings& Workspace::datasetSettings() {
  return m_settings.datasets[openKey()];
}

void Workspace::setHeads(int heads) {
  if (!m_engine || m_checkpointPath.empty()) return;
  open({.checkpoint = m_checkpointPath, .heads = heads});
}

std::vector<Problem> Workspace::problems() const {
  std::vector<Problem> all;
  if (m_dataset) all = m_dataset->problems;
  if (m_engine) all.insert(all.end(), m_engine->description().notices.begin(), m_engine->description().notices.end());
  if (m_fitProblem) all.push_back(*m_fitProblem);
  return all;
}

std::string Workspace::pathInLink(const std::filesystem::path& path) const {
  return shellWord((m_pseudonyms.empty() ? path : path.filename()).string());
}

std::string Workspace::commandLine(std::optional<std::size_t> row) const {
  std::string command = "sojourn-studio";
  if (m_dataset) command += " --data " + pathInLink(m_dataPath);
  if (m_engine) command += " --checkpoint " + pathInLink(m_checkpointPath);
  if (!m_pseudonyms.empty()) command += std::string(" --pseudonyms ") + pseudonymSeedToAsk;
  if (m_engine && m_heads) command += " --heads " + std::to_string(*m_heads);
  if (m_dataset && m_split != Split::Test) command += std::string(" --split ") + splitName(m_split);
  const bool inFront = !row;
  if (inFront) row = m_row;
  if (row) command += " --index " + std::to_string(*row);
  if (m_dataset && m_offset != 0) command += " --times " + std::to_string(m_offset);
  for (const std::string& file : mapFiles()) command += " --map " + pathInLink(file);
  if (m_dataset && !m_filterText.empty()) command += " --filter " + shellWord(m_filterText);
  if (inFront && m_edited && m_sequence) {
    std::string visits = sequenceAsText(*m_sequence);
    while (visits.ends_with('\n')) visits.pop_back();
    std::ranges::replace(visits, '\n', ';');
    command += " --edited " + shellWord(visits);
  }
  return command;
}

}  // namespace sojourn::session
