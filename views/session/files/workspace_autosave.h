// SPDX-License-Identifier: GPL-3.0-or-later
// Saves workspace and settings automatically and when asked, and opens a workspace again.
#pragma once

#include <cstdint>
#include <filesystem>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "model/data/dataset/sequence.h"
#include "views/session/async/worker.h"
#include "views/session/files/workspace_file.h"
#include "views/session/runs/run_library.h"
#include "views/session/what_if/what_if.h"
#include "views/session/workspace/workspace.h"

namespace sojourn::session {

class Explanations;

/// How the window is arranged; opaque to everyone but the window.
struct WindowArrangement {
  std::string front;                           ///< the workspace of the tool bar that is shown
  std::map<std::string, std::string> layouts;  ///< by name
  KeptOptions options;                         ///< of its views
};

/// Everything outlives this; any of the pointer and the functions may be missing.
struct WorkspaceContents {
  Workspace& workspace;
  WhatIf& whatIf;
  RunLibrary& library;
  Explanations* explanations = nullptr;  ///< whose results over the samples are kept
  std::function<WindowArrangement()> arrangement = {};
  std::function<void(const WindowArrangement&)> arrange = {};

  [[nodiscard]] WorkspaceState capture() const;

  struct Restoring {
    bool arranged = false;  ///< the window has its arrangement already
    bool keepRuns = false;  ///< the runs that are shown stay, those of the state are only remembered
    bool instead = false;   ///< the command line named other files: what does not fit them is not reported
    std::optional<Sequence> edited = {};  ///< comes in place of the edits of the state
  };
  /// After the files of the state were opened. What does not fit them becomes a banner.
  void restore(const WorkspaceState& state, const Restoring& restoring) const;

 private:
  void acceptSavedPair(const WorkspaceState& state) const;
  void showRuns(const WorkspaceState& state, bool keepShown) const;
  void reportChanged(const WorkspaceState& state) const;
};

struct WorkspaceAutosaveOptions {
  /// Where the workspace is saved automatically; empty: nowhere.
  std::filesystem::path stateFolder;
  Explanations* explanations = nullptr;  ///< whose results over the samples are kept; outlives this; null: none
  std::function<WindowArrangement()> arrangement;
  std::function<void(const WindowArrangement&)> arrange;
  /// Something has changed that is not saved yet: autosave() is to be called soon. Called once until it was.
  std::function<void()> due;
  /// What save() or saveAs() asked for is done.
  std::function<void(const std::filesystem::path& file)> saved;
};

/// A workspace whose files must be located before it opens. What is on screen stays until then.
struct AwaitedWorkspace {
  std::filesystem::path file;  ///< empty: it had no name
  WorkspaceState state;
  std::vector<MissingFile> missing;  ///< at least one
};

/// Owner thread only; reads and writes on a thread of its own. Announces Change::Workspace through the workspace.
///
/// Every workspace is saved automatically to one file in the state folder, whether it has a name or not, so that
/// neither a crash nor closing the studio loses anything, without a question. The file of a workspace that has a name
/// changes only by save(): it may be shared, or under version control. The settings go to the workspace's settings
/// file.
class WorkspaceAutosave {
 public:
  /// `workspace`, `whatIf` and `library` outlive this.
  WorkspaceAutosave(Workspace& workspace, WhatIf& whatIf, RunLibrary& library, WorkspaceAutosaveOptions options);
  /// Waits for what is being written; what is due is not saved any more.
  ~WorkspaceAutosave();
  WorkspaceAutosave(const WorkspaceAutosave&) = delete;
  WorkspaceAutosave& operator=(const WorkspaceAutosave&) = delete;

  // ---- its name
  /// Empty: it has none yet.
  [[nodiscard]] const std::filesystem::path& file() const { return m_file; }
  /// Differs from its file in more than where one is looking; never without a name.
  [[nodiscard]] bool modified() const { return m_modified && !m_file.empty(); }

  // ---- opening; the answer comes with a Change::Workspace, failures as banners
  /// At the start: the last workspace, else the demo. What `instead` names comes in place of what was open; the
  /// workspace has no name then, so that no file is changed by looking at something else.
  /// With `keepRuns` the runs that are shown stay, too, and those of the workspace are only remembered.
  void openLast(const OpenRequest& instead = {}, bool keepRuns = false);
  void open(const std::filesystem::path& file);
  /// The demo, no runs, no scenarios, the layouts as they are at first.
  void openNew();
  /// Something is being opened, or waits for its files: nothing is saved meanwhile.
  [[nodiscard]] bool busy() const { return m_reading != 0 || m_awaited || m_opening; }

  /// Absent where nothing is missing.
  [[nodiscard]] const std::optional<AwaitedWorkspace>& awaited() const { return m_awaited; }
  /// Also finds others that have moved along.
  void relocateMissing(std::size_t index, const std::filesystem::path& path);
  /// With what has been found, without what has not.
  void openAwaited();
  /// What is on screen stays; at the start, the demo comes.
  void forgetAwaited();

  // ---- saving
  /// To its file, or under a new name; a banner where that fails.
  void save() { saveAs(m_file); }
  void saveAs(const std::filesystem::path& file);
  /// Something of the look or the runs has changed.
  void touch();
  /// On the worker.
  void autosave();
  /// Now, for the end of the program.
  Status flush();
  /// Where what was not saved went when another workspace was opened; empty: nowhere.
  [[nodiscard]] std::filesystem::path previousFile() const;
  [[nodiscard]] WorkspaceState capture() const { return m_contents.capture(); }

 private:
  struct Opening {
    WorkspaceState state;
    std::filesystem::path file = {};  ///< its name
    bool atStart = false;             ///< its look is there already, and nothing is there to stay on screen
    bool keepRuns = false;            ///< the command line named the runs that are shown
    bool instead = false;             ///< the command line named other files: what does not fit them is not reported
    bool fresh = false;               ///< no sample was chosen yet
    std::optional<Sequence> edited = {};  ///< the sample as the command line has it
    DatasetPtr datasetBefore = {};
    EnginePtr engineBefore = {};
  };
  /// What the worker writes and compares; one writer at a time.
  struct Files;

  void updateFrom(Changes changes);
  void readAside(const std::filesystem::path& file, std::function<Result<WorkspaceState>()> read);
  void arrived(const std::filesystem::path& file, Result<WorkspaceState> state, std::vector<MissingFile> missing);
  void begin(Opening opening);
  void begin(Opening opening, OpenRequest request);
  void settle();
  void restore(const Opening& opening);
  void openSomething(WorkspaceState state, const std::filesystem::path& file);
  /// An unnamed workspace with edits or scenarios, and unsaved changes of another one, go to previousFile().
  void setAside();
  void writePrevious(WorkspaceState state);
  /// Runs `act` on the owner thread unless this is gone by then.
  template <class Act>
  void post(Act act);

  Workspace& m_workspace;
  WorkspaceContents m_contents;
  WorkspaceAutosaveOptions m_options;
  /// What is posted looks whether this is still there.
  const std::shared_ptr<int> m_alive = std::make_shared<int>();
  std::shared_ptr<Files> m_files;

  std::filesystem::path m_file;
  bool m_modified = false;
  bool m_due = false;
  bool m_started = false;  ///< something was opened: before that there is nothing to save
  bool m_atStart = false;  ///< the first workspace is on its way
  bool m_fresh = false;    ///< nothing was kept from an earlier start
  bool m_last = false;     ///< the last workspace was asked for already
  bool m_keepRuns = false;
  std::uint64_t m_number = 0;
  std::uint64_t m_reading = 0;  ///< the file that is awaited from the worker, 0: none
  std::optional<AwaitedWorkspace> m_awaited;
  std::unique_ptr<Opening> m_opening;

  Subscription m_subscription;
  Worker m_worker;  ///< last: gone before anything it reaches
};

}  // namespace sojourn::session
