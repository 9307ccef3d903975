// SPDX-License-Identifier: GPL-3.0-or-later
// The model of what is open, chosen, filtered and being computed. All views read and observe it.
#pragma once

#include <filesystem>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "model/core/inbox.h"
#include "model/results/selection.h"
#include "model/runs/store/run_paths.h"
#include "views/session/async/inspection_service.h"
#include "views/session/async/worker.h"
#include "views/session/opening/loaders.h"
#include "views/session/opening/programs.h"
#include "views/session/settings/settings.h"
#include "views/session/workspace/banner.h"
#include "views/session/workspace/changes.h"
#include "views/session/workspace/current_selection.h"
#include "views/session/workspace/jobs.h"
#include "views/session/workspace/names.h"
#include "views/session/workspace/notes.h"
#include "views/session/workspace/run_sources.h"
#include "views/session/workspace/samples.h"

namespace sojourn::session {

struct WorkspaceOptions {
  Loaders loaders;
  /// Called from any thread when drain() has something to do; must only arrange that drain() runs on the owner thread
  /// (a queued invokeMethod on an object that outlives the workspace). May be empty: then drain() is called by hand.
  std::function<void()> wake;
  /// Where settings are kept; empty: nowhere. Read by the constructor, written by WorkspaceAutosave.
  std::filesystem::path settingsFile;
};

/// What to open, as the command line or a drop of several files names it. Absent parts stay as they are.
struct OpenRequest {
  std::optional<std::filesystem::path> data = {};
  std::optional<std::filesystem::path> checkpoint = {};
  std::optional<ProgramCommand> program = {};  ///< in place of a checkpoint
  bool programTyped = false;                   ///< a person has typed or confirmed its command: it may be started
  std::optional<int> heads = {};
  std::optional<Split> split = {};
  std::optional<std::size_t> index = {};
  bool demo = false;                                   ///< the demo's dataset, and its checkpoint where none is named
  bool alone = false;                                  ///< a dataset or checkpoint that is open and not named is closed
  std::optional<std::string> filter = {};              ///< of Samples
  std::optional<Sequence> edited = {};                 ///< the sample with these visits, as an edit
  std::optional<std::int32_t> timesShownMinutes = {};  ///< ahead of the recorded times; what is kept stays as it is
  std::optional<std::vector<std::string>> mapFiles = {};  ///< below the maps of the dataset
  std::optional<std::string> pseudonyms = {};  ///< the seed of pseudonyms from now on; empty: ids as recorded
};

/// Owned and called on one thread, the owner's (in the studio the GUI's). Work happens on threads() and, for datasets'
/// files, on one beside them; the answers wait in an inbox until drain(). Every request carries a number, and an answer
/// to an older request is dropped. Nothing on screen is lost to an error: the old content stays, a banner comes. What
/// it holds is in its parts: samples(), selection(), notes(), names(), jobs(), banners(), runs().
class Workspace {
 public:
  explicit Workspace(WorkspaceOptions options);
  /// Cancels all work and waits for the workers.
  ~Workspace();
  Workspace(const Workspace&) = delete;
  Workspace& operator=(const Workspace&) = delete;

  /// What the program handed in, for others that open and start things. Engines are loaded under the pseudonyms of the
  /// open dataset. Copied before another thread uses them.
  [[nodiscard]] const Loaders& loaders() const { return m_options.loaders; }

  // ---- observing
  /// The callback runs on the owner thread after each act or drain, once, with everything that changed.
  [[nodiscard]] Subscription subscribe(ChangeCallback callback) { return m_observers.subscribe(std::move(callback)); }
  [[nodiscard]] Subscription subscribeView(ChangeCallback callback) {
    return m_observers.subscribeView(std::move(callback));
  }
  /// Applies the workers' answers.
  void drain();

  // ---- opening; all return at once, progress is in jobs(), failures in banners()
  void open(OpenRequest request);
  void openDataset(const std::filesystem::path& data) { open({.data = data}); }
  void openCheckpoint(const std::filesystem::path& file) { open({.checkpoint = file}); }
  void openDemo() { open({.demo = true}); }
  /// A person has typed or confirmed the command.
  void openProgram(const ProgramCommand& program) { open({.program = program, .programTyped = true}); }
  /// Ends the program that is open, and opens it again: its model may be another one.
  void restartProgram();
  /// Something is on its way; jobs() has its progress.
  [[nodiscard]] bool opening() const { return m_opening != nullptr; }
  /// Opens what is open again with every user and place under the pseudonym that the seed gives (empty: as recorded).
  /// Split, sample, backgrounds and shown times stay, and so does an edit of the sample; what belongs to ids goes: the
  /// filter, names, notes, scenarios. It holds for all that is opened later.
  void setPseudonyms(const std::string& seed);
  /// With the seed of the settings, which is drawn at random when it is needed first; so the pseudonyms of a dataset
  /// stay the same on this machine.
  void setPseudonymsShown(bool shown);
  /// The seed; empty: ids are as recorded.
  [[nodiscard]] const std::string& pseudonyms() const { return m_pseudonyms; }
  /// Loads the open checkpoint again with another number of heads (its width must be a multiple).
  void setHeads(int heads);
  /// Where models compute from now on, on this machine: the open one is loaded again.
  void setDevice(const Device& device);
  [[nodiscard]] Device device() const { return deviceFromText(m_settings.device).value_or(Device::Auto); }
  /// Of this machine; known some time after the first model was opened.
  [[nodiscard]] const std::vector<Gpu>& gpus() const { return m_gpus; }
  /// Takes the checkpoint that was refused because the dataset has fewer places or users than it.
  void useRefusedCheckpoint();
  /// Shows the sample in front with these visits. Errors: a place or user that the dataset lacks.
  Status showEdited(const Sequence& sequence);

  // ---- what is open
  [[nodiscard]] const DatasetPtr& dataset() const { return m_dataset; }
  [[nodiscard]] const EnginePtr& engine() const { return m_engine; }
  /// Null without an engine.
  [[nodiscard]] const ModelDescription* model() const { return m_engine ? &m_engine->description() : nullptr; }
  [[nodiscard]] const std::filesystem::path& dataPath() const { return m_dataPath; }
  [[nodiscard]] const std::filesystem::path& checkpointPath() const { return m_checkpointPath; }
  /// The program that is open in place of a checkpoint.
  [[nodiscard]] std::optional<ProgramCommand> program() const { return m_programs->confirmed(m_checkpointPath.native()); }
  /// The program that a file named and that was not started; absent where there is none.
  [[nodiscard]] const std::optional<ProgramCommand>& programAsked() const { return m_programAsked; }
  [[nodiscard]] Programs& programs() { return *m_programs; }
  /// What the program that was started last wrote; null before the first.
  [[nodiscard]] std::shared_ptr<const LineLog> programLog() const { return m_programs->log(m_programName); }
  /// Its command.
  [[nodiscard]] std::string programTitle() const { return checkpointTitle(m_programName); }
  [[nodiscard]] bool isDemo() const { return m_isDemo; }
  [[nodiscard]] bool isDemoCheckpoint() const { return m_isDemoCheckpoint; }
  /// What the demo is compared with, as Loaders::DemoFiles has it; empty before the demo was opened.
  [[nodiscard]] const std::string& demoCompared() const { return m_demoCompared; }
  /// The number of heads that was chosen; absent: as the checkpoint says.
  [[nodiscard]] std::optional<int> chosenHeads() const { return m_heads; }
  [[nodiscard]] Split split() const { return m_split; }
  /// A split that the dataset lacks is ignored.
  void setSplit(Split split);
  /// Everything that was found and does not stop the work: the dataset's, the model's, and how the two fit.
  [[nodiscard]] std::vector<Problem> problems() const;

  // ---- the sample
  /// Row within the split; absent without a dataset.
  [[nodiscard]] std::optional<std::size_t> row() const { return m_row; }
  void setRow(std::size_t row);
  /// A row of the open split, as notes, edits and scenarios name it.
  [[nodiscard]] ScenarioOrigin originOf(std::size_t row) const;
  /// Along the rows that the Samples view shows, in its order; stops at the ends.
  void stepSample(std::ptrdiff_t by);
  /// What is inspected: the row's sequence, or an edit of it. Null without a dataset.
  [[nodiscard]] const Sequence* sequence() const { return m_sequence ? &*m_sequence : nullptr; }
  [[nodiscard]] bool edited() const { return m_edited; }
  /// Inspects another value in place of the row's sequence; the row stays. `selection` where the caller knows better
  /// which visits are the ones that were chosen.
  void setSequence(Sequence sequence, const std::optional<Selection>& selection = std::nullopt);
  /// Back to the row's own sequence.
  void discardEdits();
  /// The newest answer there is; stays while the next one is computed. Null before the first.
  [[nodiscard]] const InspectionPtr& inspection() const { return m_inspection; }
  /// The inspection belongs to an older sequence or engine: its answer is on the way, or an error says why not.
  [[nodiscard]] bool inspectionOutdated() const { return m_inspectionOutdated; }
  /// The engine that made inspection(); what views describe (it may be older than engine() for a moment).
  [[nodiscard]] const EnginePtr& inspectionEngine() const { return m_inspectionEngine; }
  /// Why the newest request has no inspection; absent while it is awaited or where it succeeded.
  [[nodiscard]] const std::optional<Error>& inspectionError() const { return m_inspectionError; }
  [[nodiscard]] double inspectionMilliseconds() const { return m_inspectionMilliseconds; }
  /// "sample 3376, test", with ", edited" where it is: the scope that every view prints.
  [[nodiscard]] std::string sampleText() const;

  // ---- the selection
  [[nodiscard]] CurrentSelection& selection() { return m_selection; }
  [[nodiscard]] const CurrentSelection& selection() const { return m_selection; }

  // ---- the samples
  [[nodiscard]] Samples& samples() { return m_samples; }
  [[nodiscard]] const Samples& samples() const { return m_samples; }

  // ---- notes on samples
  [[nodiscard]] Notes& notes() { return m_notes; }
  [[nodiscard]] const Notes& notes() const { return m_notes; }

  // ---- names and times
  [[nodiscard]] Names& names() { return m_names; }
  [[nodiscard]] const Names& names() const { return m_names; }
  /// What lies below the maps of the dataset, kept with it: MBTiles and GeoJSON, at most mostMapFiles. Who shows maps
  /// opens them (MapBackgrounds).
  [[nodiscard]] const std::vector<std::string>& mapFiles() const;
  void setMapFiles(std::vector<std::string> files);

  // ---- work, errors, settings
  [[nodiscard]] Jobs& jobs() { return m_jobs; }
  [[nodiscard]] const Jobs& jobs() const { return m_jobs; }
  [[nodiscard]] Banners& banners() { return m_banners; }
  [[nodiscard]] const Banners& banners() const { return m_banners; }
  /// Dataset and checkpoint differ in size and are used together all the same: what differs.
  [[nodiscard]] const std::optional<Problem>& fitProblem() const { return m_fitProblem; }

  // ---- for the workspace's parts, and for the services that stand beside it and work on threads of their own
  [[nodiscard]] Observers& observers() { return m_observers; }
  /// Of the open dataset.
  [[nodiscard]] DatasetSettings& datasetSettings();
  /// What a banner offers where the model has failed.
  [[nodiscard]] std::vector<BannerAction> actionsOnFailure() const {
    if (!program()) return {};
    return {BannerAction::ShowProgramLog, BannerAction::RestartProgram};
  }
  /// Reports that the engine has given up its GPU.
  void noticeDevice();
  /// Runs `act` on the owner thread with the next drain(). Any thread.
  void post(std::function<void()> act) { m_inbox.push(std::move(act)); }
  /// Tells everyone what a service has changed.
  void announce(Changes changes) { m_observers.announce(changes); }
  /// All that computes runs there.
  [[nodiscard]] TaskThreads& threads() { return m_threads; }

  [[nodiscard]] const Settings& settings() const { return m_settings; }
  void setTheme(ThemeChoice theme) { change(m_settings.theme, theme); }
  /// Of the window's text, in percent of what it is designed for.
  void setTextPercent(std::int32_t percent) { change(m_settings.textPercent, percent); }
  void setIntroduced(bool introduced) { change(m_settings.introduced, introduced); }
  void rememberProposalsShown(bool shown) { m_settings.proposalsShown = shown; }
  void rememberLaunch(LaunchPlace place) { m_settings.launch = std::move(place); }
  void rememberWorkspace(const std::filesystem::path& file);
  void rememberWindow(std::string geometry) { m_settings.windowGeometry = std::move(geometry); }

  [[nodiscard]] RunSources& runs() { return m_runs; }
  [[nodiscard]] const RunSources& runs() const { return m_runs; }

  /// Where the notes on imported logs are kept: beside the settings; empty without them.
  [[nodiscard]] std::filesystem::path importNotesFolder() const {
    return m_options.settingsFile.empty() ? std::filesystem::path() : m_options.settingsFile.parent_path() / "imports";
  }
  /// Where the workspace is saved by itself: beside the settings; empty without them.
  [[nodiscard]] std::filesystem::path stateFolder() const { return m_options.settingsFile.parent_path(); }
  [[nodiscard]] const std::filesystem::path& settingsFile() const { return m_options.settingsFile; }
  /// The command that opens this state, filter and edits included: "Copy link to this view". With `row` that sample as
  /// recorded, in place of the current one.
  [[nodiscard]] std::string commandLine(std::optional<std::size_t> row = {}) const;
  /// A path as a word of that command; under pseudonyms without its folder, which may be named after people.
  [[nodiscard]] std::string pathInLink(const std::filesystem::path& path) const;

 private:
  template <class T>
  struct OpeningPart;
  struct Opening;
  struct Refused;

  // Opening (workspace_opening.cpp)
  void settleProgram(OpenRequest& request);  // workspace_programs.cpp
  void findDemo(OpenRequest request);
  void takeDemo(const Result<Loaders::DemoFiles>& found);
  /// Measures the devices aside, and takes the faster.
  void settleDevice();
  template <class T, class Load>
  void startLoad(OpeningPart<T> Opening::*part, Worker& worker, const std::filesystem::path& path, std::string title,
                 JobKind kind, Load load);
  void startDatasetLoad(const std::filesystem::path& data);
  void startEngineLoad(const std::filesystem::path& checkpoint, std::optional<int> heads);
  [[nodiscard]] bool enginePseudonymsFit(const Dataset& dataset) const;
  void bindLoaders();
  void cancelOpening();
  void finishOpening();
  void settleFit(Opening& opening, DatasetPtr& dataset, EnginePtr& engine, bool& newDataset, bool& newEngine);
  void takeDataset(const Opening& opening, DatasetPtr dataset);
  void takeEngine(EnginePtr engine, const std::filesystem::path& path, std::optional<int> heads, bool demo);
  void closeEngine();
  void closeDataset();
  void chooseSplitAndRow(const Opening& opening, bool newDataset);
  void applyView(const OpenRequest& request);
  void warnAbout(const std::vector<Problem>& problems, BannerTopic topic);

  // The sample (workspace_sample.cpp)
  void showRow(std::size_t row);
  void forgetRow() {
    m_row.reset();
    m_sequence.reset();
  }
  void forgetInspection() {
    if (m_inspectionBanner != 0) m_banners.dismiss(std::exchange(m_inspectionBanner, 0));
    m_inspection.reset();
    m_inspectionEngine.reset();
    m_inspectionOutdated = false;
  }
  void requestInspection();
  void applyAnswer(InspectionService::Answer& answer);
  template <class T>
  void change(T& setting, const T& value) {
    if (std::exchange(setting, value) != value) m_observers.announce(Change::Settings);
  }
  void bannerDismissed(BannerTopic topic);
  [[nodiscard]] std::string openKey() const;
  void rememberCheckpoint();
  [[nodiscard]] std::filesystem::path checkpointToComeBack(const Opening& opening, const Dataset& dataset) const;

  WorkspaceOptions m_options;
  Observers m_observers;
  Inbox<std::function<void()>> m_inbox;
  std::uint64_t m_number = 0;  ///< of requests: never the same twice

  DatasetPtr m_dataset;
  EnginePtr m_engine;
  std::filesystem::path m_dataPath, m_checkpointPath;
  std::optional<int> m_heads;
  bool m_isDemo = false, m_isDemoCheckpoint = false;
  std::string m_demoCompared;
  std::vector<std::string> m_demoMap;  ///< below its maps until others are chosen
  std::string m_pseudonyms;
  std::shared_ptr<Programs> m_programs;
  std::optional<ProgramCommand> m_programAsked;
  std::string m_programName;               ///< of the one that was started last
  decltype(Loaders::engine) m_loadEngine;  ///< as handed in: that of m_options knows the dataset's pseudonyms
  Split m_split = Split::Test;
  std::optional<Problem> m_fitProblem;
  std::unique_ptr<Opening> m_opening;
  std::unique_ptr<Refused> m_refused;

  std::optional<std::size_t> m_row;
  std::optional<Sequence> m_sequence;
  bool m_edited = false;
  InspectionPtr m_inspection;
  EnginePtr m_inspectionEngine;
  bool m_inspectionOutdated = false;
  double m_inspectionMilliseconds = 0;
  std::optional<Error> m_inspectionError;
  std::uint64_t m_inspectionNumber = 0;  ///< of the newest request, 0: nothing is awaited
  JobId m_inspectionJob = 0;             ///< of a program, which may take long
  BannerId m_inspectionBanner = 0;       ///< the newest inspection's error, replaced by the next one
  CurrentSelection m_selection{*this, m_observers};

  Notes m_notes{*this, m_observers, [this] { m_samples.notesChanged(); }};

  Jobs m_jobs{m_observers};
  Banners m_banners;
  RunSources m_runs{m_observers};
  Settings m_settings;
  std::vector<Gpu> m_gpus;
  std::string m_deviceTrouble;  ///< that was reported of the open engine

  // The threads come last, so that they are gone before anything they reach.
  static constexpr std::size_t computingThreads = 2;
  TaskThreads m_threads{computingThreads};
  Worker m_datasetWorker, m_engineWorker{m_threads};
  InspectionService m_inspections;
  Names m_names{*this};
  Samples m_samples{*this};
};

}  // namespace sojourn::session
