// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/session/files/workspace_autosave.h"

#include <mutex>
#include <utility>

#include "views/session/files/workspace_file.h"

namespace sojourn::session {
namespace {

constexpr const char* autosaveName = "last.sojourn.json";
constexpr const char* previousName = "previous.sojourn.json";

}  // namespace

struct WorkspaceAutosave::Files {
  std::mutex mutex;
  std::filesystem::path autosave;      ///< empty: none
  std::uint64_t newest = 0;            ///< number of the autosave that was written last
  std::string text;                    ///< what it says
  std::string saved;                   ///< the substance of the workspace's own file, as a text
  std::filesystem::path settingsFile;  ///< empty: none
  std::uint64_t newestSettings = 0;    ///< number of the settings that were written last
  Settings settings;                   ///< as read or written last

  /// Writes unless a newer one was written or nothing differs. `modified`: whether the workspace's own file differs.
  Status write(std::uint64_t number, const WorkspaceState& state, bool& modified) {
    const std::lock_guard lock(mutex);
    modified = formatWorkspace(substanceOf(state), {}) != saved;
    if (autosave.empty() || number < newest) return {};
    newest = number;
    std::string now = formatWorkspace(state, {});
    if (now == text) return {};
    Status written = writeWorkspaceFile(autosave, state);
    if (written) text = std::move(now);
    return written;
  }
  /// Likewise.
  Status write(std::uint64_t number, const Settings& now) {
    const std::lock_guard lock(mutex);
    if (settingsFile.empty() || number < newestSettings) return {};
    newestSettings = number;
    if (now == settings) return {};
    Status written = writeSettings(settingsFile, now, settings);
    if (written) settings = now;
    return written;
  }
  void setSaved(const std::optional<WorkspaceState>& state) {
    const std::lock_guard lock(mutex);
    saved = state ? formatWorkspace(substanceOf(*state), {}) : std::string();
  }
};

WorkspaceAutosave::WorkspaceAutosave(Workspace& workspace, WhatIf& whatIf, RunLibrary& library,
                                     WorkspaceAutosaveOptions options)
    : m_workspace(workspace),
      m_contents{.workspace = workspace,
                 .whatIf = whatIf,
                 .library = library,
                 .explanations = options.explanations,
                 .arrangement = options.arrangement,
                 .arrange = options.arrange},
      m_options(std::move(options)),
      m_files(std::make_shared<Files>()) {
  if (!m_options.stateFolder.empty()) m_files->autosave = m_options.stateFolder / autosaveName;
  m_files->settingsFile = workspace.settingsFile();
  m_files->settings = workspace.settings();
  m_subscription = m_workspace.subscribe([this](Changes changes) { updateFrom(changes); });
}

WorkspaceAutosave::~WorkspaceAutosave() = default;

template <class Act>
void WorkspaceAutosave::post(Act act) {
  m_workspace.post([act = std::move(act), alive = std::weak_ptr<int>(m_alive)]() mutable {
    if (!alive.expired()) act();
  });
}

void WorkspaceAutosave::updateFrom(Changes changes) {
  if (m_opening && !m_workspace.opening()) settle();
  if (changes.hasAny({Change::Dataset, Change::Model, Change::Sample, Change::Selection, Change::Filter,
                      Change::RunSources, Change::History, Change::Reference, Change::Scenarios,
                      Change::AggregateEvaluation, Change::Notes, Change::Settings, Change::Names, Change::Time}))
    touch();
}

// ---- opening

void WorkspaceAutosave::restore(const Opening& opening) {
  m_file = opening.file;
  m_modified = false;
  m_contents.restore(opening.state, {.arranged = opening.atStart,
                                     .keepRuns = opening.keepRuns,
                                     .instead = opening.instead,
                                     .edited = opening.edited});
  if (!m_file.empty()) m_workspace.rememberWorkspace(m_file);
  // What an autosave differs from is what the workspace's own file says; else from what has just been opened.
  m_worker.post([files = m_files, file = m_file, of = opening.state.autosaveOf, state = capture()] {
    if (of.empty()) return files->setSaved(state);
    const auto own = readWorkspaceFile(file);
    files->setSaved(own ? std::optional(*own) : std::nullopt);
  });
  m_started = true;
  m_workspace.announce(Change::Workspace);
  touch();
}

void WorkspaceAutosave::openLast(const OpenRequest& instead, bool keepRuns) {
  WorkspaceState state;
  state.demo = true;
  if (!m_options.stateFolder.empty()) {
    const std::filesystem::path& file = m_files->autosave;
    std::error_code ignored;
    const bool there = std::filesystem::exists(file, ignored);
    auto last = there ? readWorkspaceFile(file) : Result<WorkspaceState>(state);
    m_fresh = !there;
    if (last) {
      state = std::move(*last);
    } else {
      m_workspace.banners().report(last.error(), Severity::Warning);
      // It is about to be replaced: what is in it stays available under another name.
      if (there) std::filesystem::rename(file, previousFile(), ignored);
    }
  }
  if (m_options.arrange) m_options.arrange({.front = state.front, .layouts = state.layouts, .options = state.options});
  m_keepRuns = keepRuns;
  m_last = true;
  if (instead.data || instead.checkpoint || instead.program) {
    const auto named = [](const std::optional<std::filesystem::path>& path) -> std::optional<SavedPath> {
      if (!path) return std::nullopt;
      std::error_code ignored;
      return SavedPath{.path = std::filesystem::absolute(*path, ignored)};
    };
    state.demo = false;
    state.dataset = named(instead.data);
    state.checkpoint = named(instead.checkpoint);
    state.program = instead.program;
    state.autosaveOf.clear();
    state.filter = instead.filter.value_or(std::string());
    state.selection = {};
    state.whatIf.reference.reset();
    return begin(
        {.state = std::move(state), .atStart = true, .keepRuns = keepRuns, .instead = true, .edited = instead.edited},
        instead);
  }
  m_atStart = true;
  readAside({}, [state = std::move(state)] { return Result<WorkspaceState>(state); });
}

void WorkspaceAutosave::open(const std::filesystem::path& file) {
  std::error_code ignored;
  const std::filesystem::path whole = std::filesystem::absolute(file, ignored).lexically_normal();
  const bool named = whole != previousFile();
  m_atStart = !m_started;
  readAside(named ? whole : std::filesystem::path(), [whole, named]() -> Result<WorkspaceState> {
    auto state = readWorkspaceFile(whole);
    if (state && named) state->autosaveOf.clear();
    return state;
  });
}

void WorkspaceAutosave::openNew() {
  m_atStart = false;
  WorkspaceState state;
  state.demo = true;
  begin({.state = std::move(state), .fresh = true});
}

/// `read` and a look at the files it names, on the worker; the newest wish wins. Without `file` the name is that of
/// what was saved by itself.
void WorkspaceAutosave::readAside(const std::filesystem::path& file, std::function<Result<WorkspaceState>()> read) {
  m_reading = ++m_number;
  m_worker.post([this, file, number = m_number, read = std::move(read)] {
    auto state = read();
    auto missing = state ? missingFiles(*state) : std::vector<MissingFile>();
    post([this, number, file, state = std::move(state), missing = std::move(missing)]() mutable {
      if (number == m_reading) arrived(file, std::move(state), std::move(missing));
    });
  });
}

void WorkspaceAutosave::arrived(const std::filesystem::path& file, Result<WorkspaceState> state,
                                std::vector<MissingFile> missing) {
  m_reading = 0;
  if (!state) {
    m_workspace.banners().report(state.error());
    if (std::exchange(m_atStart, false)) return openLast({}, m_keepRuns);
    return touch();
  }
  const std::filesystem::path name = file.empty() ? state->autosaveOf : file;
  if (missing.empty()) {
    const bool atStart = std::exchange(m_atStart, false);
    return begin({.state = std::move(*state),
                  .file = name,
                  .atStart = atStart,
                  .keepRuns = atStart && m_keepRuns,
                  .fresh = atStart && m_fresh});
  }
  m_awaited = AwaitedWorkspace{.file = name, .state = std::move(*state), .missing = std::move(missing)};
  // Something is to be seen beneath the question.
  if (m_atStart) m_workspace.openDemo();
  m_workspace.announce(Change::Workspace);
}

void WorkspaceAutosave::begin(Opening opening) {
  const WorkspaceState& state = opening.state;
  OpenRequest request{.heads = state.heads, .split = state.split, .index = state.index, .pseudonyms = state.pseudonyms};
  if (opening.fresh) request.index.reset();
  if (state.dataset) request.data = state.dataset->path;
  if (state.checkpoint) request.checkpoint = state.checkpoint->path;
  request.program = state.program;
  request.demo = state.demo;
  begin(std::move(opening), std::move(request));
}

void WorkspaceAutosave::begin(Opening opening, OpenRequest request) {
  if (!opening.atStart) setAside();
  m_awaited.reset();
  m_reading = 0;
  opening.datasetBefore = m_workspace.dataset();
  opening.engineBefore = m_workspace.engine();
  m_opening = std::make_unique<Opening>(std::move(opening));
  request.alone = true;
  m_workspace.open(std::move(request));
  if (m_opening && !m_workspace.opening()) settle();
}

void WorkspaceAutosave::settle() {
  const std::unique_ptr<Opening> opening = std::exchange(m_opening, nullptr);
  const WorkspaceState& state = opening->state;
  const bool wantsDataset = state.demo || state.dataset.has_value();
  const bool opened = wantsDataset       ? m_workspace.dataset() != opening->datasetBefore
                      : state.checkpoint ? m_workspace.engine() != opening->engineBefore
                                         : true;
  if (opened) return restore(*opening);
  if (!m_started && !state.demo) return openSomething(state, opening->file);
  m_workspace.announce(Change::Workspace);
  touch();
}

/// At the start, where a workspace cannot be opened or shall not be. Of the last one, what does not depend on its files
/// comes all the same.
void WorkspaceAutosave::openSomething(WorkspaceState state, const std::filesystem::path& file) {
  if (!m_last) return openLast({}, m_keepRuns);
  state.autosaveOf = file;
  writePrevious(state);
  state.autosaveOf.clear();
  state.demo = true;
  state.dataset.reset();
  state.checkpoint.reset();
  state.program.reset();
  state.heads.reset();
  state.pseudonyms.clear();
  state.split = Split::Test;
  state.index = 0;
  state.filter.clear();
  state.selection = {};
  state.whatIf.reference.reset();
  state.evaluations.clear();
  begin({.state = std::move(state), .atStart = true, .keepRuns = m_keepRuns});
}

void WorkspaceAutosave::relocateMissing(std::size_t index, const std::filesystem::path& path) {
  if (!m_awaited) return;
  relocate(m_awaited->missing, index, path);
  m_workspace.announce(Change::Workspace);
}

void WorkspaceAutosave::openAwaited() {
  if (!m_awaited) return;
  const AwaitedWorkspace awaited = *std::exchange(m_awaited, std::nullopt);
  const bool atStart = std::exchange(m_atStart, false);
  begin({.state = withFiles(awaited.state, awaited.missing),
         .file = awaited.file,
         .atStart = atStart,
         .keepRuns = atStart && m_keepRuns});
}

void WorkspaceAutosave::forgetAwaited() {
  if (!m_awaited) return;
  const AwaitedWorkspace awaited = *std::exchange(m_awaited, std::nullopt);
  if (std::exchange(m_atStart, false)) openSomething(awaited.state, awaited.file);
  m_workspace.announce(Change::Workspace);
  touch();
}

// ---- saving

std::filesystem::path WorkspaceAutosave::previousFile() const {
  return m_options.stateFolder.empty() ? std::filesystem::path() : m_options.stateFolder / previousName;
}

void WorkspaceAutosave::touch() {
  if (busy() || !m_started || m_due) return;
  m_due = true;
  if (m_options.due) m_options.due();
}

void WorkspaceAutosave::autosave() {
  m_due = false;
  if (busy() || !m_started) return;
  WorkspaceState state = capture();
  state.autosaveOf = m_file;
  m_worker.post(
      [this, number = ++m_number, files = m_files, state = std::move(state), settings = m_workspace.settings()] {
        bool modified = false;
        const Status written = files->write(number, state, modified);
        const Status settingsWritten = files->write(number, settings);
        post([this, written, settingsWritten, modified, of = state.autosaveOf] {
          m_workspace.banners().retract(BannerTopic::Saving);
          for (const Status& one : {written, settingsWritten})
            if (!one) m_workspace.banners().report(one.error(), Severity::Error, {}, BannerTopic::Saving);
          if (of != m_file || modified == m_modified) return;
          m_modified = modified;
          m_workspace.announce(Change::Workspace);
        });
      });
}

Status WorkspaceAutosave::flush() {
  const Status settingsWritten = m_files->write(++m_number, m_workspace.settings());
  if (busy() || !m_started) return settingsWritten;
  WorkspaceState state = capture();
  state.autosaveOf = m_file;
  bool modified = false;
  const Status written = m_files->write(m_number, state, modified);
  return written ? settingsWritten : written;
}

void WorkspaceAutosave::saveAs(const std::filesystem::path& file) {
  if (file.empty() || busy()) return;
  m_worker.post([this, file, files = m_files, state = capture()] {
    const Status written = writeWorkspaceFile(file, state);
    if (written) files->setSaved(state);
    post([this, file, written] {
      if (!written) return m_workspace.banners().report(written.error());
      m_file = file;
      m_modified = false;
      m_workspace.rememberWorkspace(file);
      m_workspace.announce(Change::Workspace);
      if (m_options.saved) m_options.saved(file);
      touch();
    });
  });
}

void WorkspaceAutosave::setAside() {
  if (!m_started) return;
  WorkspaceState state = capture();
  const bool own = !state.whatIf.histories.empty() || !state.whatIf.scenarios.empty();
  if (m_file.empty() ? !own : !m_modified) return;
  state.autosaveOf = m_file;
  writePrevious(std::move(state));
}

void WorkspaceAutosave::writePrevious(WorkspaceState state) {
  if (previousFile().empty()) return;
  m_worker.post([this, file = previousFile(), state = std::move(state)] {
    const Status written = writeWorkspaceFile(file, state);
    if (!written) post([this, written] { m_workspace.banners().report(written.error()); });
  });
}

}  // namespace sojourn::session
