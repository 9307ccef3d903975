// SPDX-License-Identifier: GPL-3.0-or-later
// The workspace itself: construction, its inbox, jobs, banners and settings.
#include "views/session/workspace/workspace.h"

#include <algorithm>

#include "model/core/shell_word.h"
#include "model/core/translation.h"
#include "model/data/edit/sequence_text.h"
#include "views/session/workspace/workspace_messages.h"

namespace sojourn::session {
Workspace::Workspace(WorkspaceOptions options)
    : m_options(std::move(options)),
      m_inbox(std::make_unique<Inbox<Message>>(m_options.wake)),
      m_datasetWorker(std::make_unique<Worker>()),
      m_engineWorker(std::make_unique<Worker>()) {
  auto push = [this](auto content) { m_inbox->push(Message{std::move(content)}); };
  m_inspections = std::make_unique<InspectionService>(push, m_priority);
  m_pass = std::make_unique<BackgroundPass>(push, push, m_priority);
  m_aggregates.setSource(&m_samples, &m_view);
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
  if (m_opening) m_opening->cancel();
  m_proposalsCancel.cancel();
}

Subscription Workspace::subscribe(ChangeCallback callback) {
  return m_observers.subscribe(std::move(callback));
}

void Workspace::drain() {
  const Observers::Batch batch(m_observers);
  for (Message& message : m_inbox->drain()) apply(message);
}

void Workspace::apply(Message& message) {
  struct Visitor {
    Workspace& self;
    void operator()(DatasetRead& read) const {
      Opening* opening = self.m_opening.get();
      if (!opening || opening->datasetNumber != read.number) return;
      opening->dataset = std::move(read.result);
      self.removeJob(opening->datasetJob);
      self.finishOpening();
    }
    void operator()(EngineRead& read) const {
      Opening* opening = self.m_opening.get();
      if (!opening || opening->engineNumber != read.number) return;
      opening->engine = std::move(read.result);
      self.removeJob(opening->engineJob);
      self.finishOpening();
    }
    void operator()(DemoFound& found) const {
      Opening* opening = self.m_opening.get();
      if (!opening || opening->demoNumber != found.number) return;
      opening->demoNumber = 0;
      if (!found.result) {
        self.report(found.result.error());
        self.cancelOpening();
        return;
      }
      const bool own = opening->request.checkpoint.has_value();
      opening->demoCheckpoint = !own;
      opening->demoSample = found.result->firstSample;
      self.startDatasetLoad(found.result->data);
      self.startEngineLoad(own ? *opening->request.checkpoint : found.result->checkpoint,
                           own ? opening->request.heads : std::nullopt);
    }
    void operator()(ProposalsMade& made) const {
      if (made.number != self.m_proposalsNumber) return;
      self.m_proposalsNumber = 0;
      self.removeJob(self.m_proposalsJob);
      self.m_naming.setProposals(std::move(made.proposals));
      if (const auto before = std::exchange(self.m_proposalsBefore, std::nullopt)) self.reportRoleChange(*before);
      self.namesChanged();
    }
    void operator()(const ProposalsProgress& progress) const {
      if (progress.number != self.m_proposalsNumber) return;
      if (self.m_proposalsJob == 0) {
        self.m_proposalsJob = self.addJob(JobKind::ProposeRoles, tr("Proposing Home and Work"), "sequences");
        self.m_jobs.back().started = self.m_proposalsStarted;
      }
      self.reportProgress(self.m_proposalsJob, progress.done, progress.total);
    }
    void operator()(const JobProgress& progress) const {
      self.reportProgress(progress.id, progress.done, progress.total);
    }
    void operator()(InspectionService::Answer& answer) const { self.applyAnswer(answer); }
    void operator()(const BackgroundPass::Block& block) const { self.applyBlock(block); }
    void operator()(const BackgroundPass::End& end) const { self.applyEnd(end); }
    void operator()(const Posted& posted) const { posted.act(); }
  };
  std::visit(Visitor{*this}, message.content);
}

void Workspace::post(std::function<void()> act) {
  m_inbox->push(Message{Posted{std::move(act)}});
}

JobId Workspace::beginJob(std::string title, std::string unit, std::function<void()> cancel) {
  const JobId id = addJob(JobKind::Service, std::move(title), std::move(unit));
  m_jobCancels[id] = std::move(cancel);
  return id;
}

void Workspace::endJob(JobId& id) {
  m_jobCancels.erase(id);
  removeJob(id);
}

JobId Workspace::addJob(JobKind kind, std::string title, std::string unit) {
  Job job;
  job.id = ++m_number;
  job.kind = kind;
  job.title = std::move(title);
  job.unit = std::move(unit);
  job.started = std::chrono::steady_clock::now();
  m_jobs.push_back(std::move(job));
  m_observers.announce(Change::Jobs);
  return m_number;
}

void Workspace::removeJob(JobId& id) {
  if (std::erase_if(m_jobs, [id](const Job& job) { return job.id == id; }) > 0) m_observers.announce(Change::Jobs);
  id = 0;
}

void Workspace::reportProgress(JobId id, std::size_t done, std::size_t total) {
  const auto job = std::ranges::find(m_jobs, id, &Job::id);
  if (job == m_jobs.end()) return;
  job->done = done;
  job->total = total;
  job->seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - job->started).count();
  m_observers.announce(Change::Jobs);
}

void Workspace::cancelJob(JobId id) {
  const auto job = std::ranges::find(m_jobs, id, &Job::id);
  if (job == m_jobs.end()) return;
  switch (job->kind) {
    case JobKind::Evaluate:
      return stopPass();
    case JobKind::ProposeRoles:
      return cancelProposals();
    case JobKind::Service: {
      // A copy: it may end the job that owns it.
      const std::function<void()> cancel = m_jobCancels[id];
      if (cancel) cancel();
      return;
    }
    case JobKind::OpenDataset:
    case JobKind::OpenCheckpoint:
      return cancelOpening();
  }
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

void Workspace::report(Error error, Severity severity, std::vector<BannerAction> actions, BannerTopic topic) {
  addBanner(std::move(error), severity, std::move(actions), topic);
}

void Workspace::retract(BannerTopic topic) {
  if (std::erase_if(m_banners, [topic](const Banner& banner) { return banner.topic == topic; }) > 0)
    m_observers.announce(Change::Banners);
}

void Workspace::dismissBanner(BannerId id) {
  const auto closed = std::ranges::find(m_banners, id, &Banner::id);
  // An offer that was closed is not made again.
  if (closed != m_banners.end() && closed->topic == BannerTopic::Zone && m_dataset) datasetSettings().zoneChosen = true;
  if (std::erase_if(m_banners, [id](const Banner& banner) { return banner.id == id; }) > 0) {
    m_observers.announce(Change::Banners);
  }
}

void Workspace::setTheme(ThemeChoice theme) {
  if (theme == m_settings.theme) return;
  m_settings.theme = theme;
  m_observers.announce(Change::Settings);
}

void Workspace::setTextPercent(std::int32_t percent) {
  if (percent == m_settings.textPercent) return;
  m_settings.textPercent = percent;
  m_observers.announce(Change::Settings);
}

void Workspace::setIntroduced(bool introduced) {
  if (introduced == m_settings.introduced) return;
  m_settings.introduced = introduced;
  m_observers.announce(Change::Settings);
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

DatasetSettings& Workspace::datasetSettings() {
  return m_settings.datasets[datasetKey(m_dataset->prefix, m_dataset->fingerprint)];
}

std::string Workspace::commandLine(std::optional<std::size_t> row) const {
  std::string command = "sojourn-studio";
  if (m_dataset) command += " --data " + shellWord(m_dataPath.string());
  if (m_engine) command += " --checkpoint " + shellWord(m_checkpointPath.string());
  if (m_engine && m_heads) command += " --heads " + std::to_string(*m_heads);
  if (m_dataset && m_split != Split::Test) command += std::string(" --split ") + splitName(m_split);
  const bool inFront = !row;
  if (inFront) row = m_row;
  if (row) command += " --index " + std::to_string(*row);
  if (m_dataset && m_offset != 0) command += " --times " + std::to_string(m_offset);
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
