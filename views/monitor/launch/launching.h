// SPDX-License-Identifier: GPL-3.0-or-later
// Trainings begun from the monitor: the form of a launch, its checks, the folder's queue, runs that are resumed.
#pragma once

#include <filesystem>
#include <functional>
#include <map>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "model/core/inbox.h"
#include "model/core/result.h"
#include "views/monitor/state/monitor.h"
#include "views/session/async/worker.h"
#include "views/session/launch/launch_draft.h"
#include "views/session/launch/run_launcher.h"

namespace sojourn::monitor {

// ---- what is drawn

/// Where a form's configuration is saved.
struct SaveLine {
  session::FormField path;
  std::string answer;  ///< that it was written; may be empty
  present::ActionButton save, cancel;
};

/// A training, or many, before it is launched.
struct LaunchFormModel {
  std::string title;  ///< "Again with v45-hot"
  std::string first;  ///< the field that the keyboard begins in, by its key
  std::vector<session::FormSection> sections;
  std::string differs;  ///< from what it starts from, in words
  std::string problem;  ///< what is wrong and stands under no field; empty: nothing
  std::string summary;  ///< "3 runs, about 13 min"
  present::ActionButton saveAs;
  std::optional<SaveLine> saving;  ///< while a file is asked for
  present::ActionButton launch;
};

/// A training that waits, is under way, or did not come about.
struct QueueLine {
  std::string run, text;
  std::string icon;
  bool failed = false;
  present::ActionButton button;  ///< takes it away, or goes to it
};

/// The queue beside the form.
struct QueuePanelModel {
  std::string title;                  ///< "1 run waits, 1 did not begin"
  std::string idle;                   ///< that the queue is not running; empty: it is, or there is nothing to do
  present::ActionButton start;        ///< beside that
  std::string notice;                 ///< what became of the last launch; may be empty
  std::vector<std::string> problems;  ///< of launching, the newest last
  present::ActionButton clearProblems;
  std::vector<QueueLine> lines;
};

// ---- the form

/// Writes a form's configuration to a file that a person names. Owned and called on one thread; the file is written on
/// a worker's. A file that is there is replaced only where one has agreed to replace that one.
class LaunchSaving {
 public:
  /// `wake` is called from any thread when update() has something to do; `home` is for "~/".
  LaunchSaving(std::function<void()> wake, std::filesystem::path home);

  /// Shows the line with a proposed path, or where one has been typed, with that.
  void open(const std::string& proposal);
  void close() { m_shown = false; }
  /// The form begins with something else: so does the proposal.
  void reset() { m_shown = m_typed = false; }
  /// The form is not what was written any more.
  void formChanged() { m_answer.clear(); }
  /// The key of the line's field.
  static constexpr const char* field = "save.path";
  void setPath(const std::string& path);
  /// Writes to the path in the field; where a file is there, that becomes a question.
  void save(const std::string& yaml) { write(yaml, false); }
  void replace(const std::string& yaml) { write(yaml, true); }

  /// Takes over what has come; true where something that is shown has changed.
  [[nodiscard]] bool update();
  /// The folder of a file that was written since it was asked last.
  [[nodiscard]] std::optional<std::filesystem::path> takeWritten() { return std::exchange(m_written, std::nullopt); }

  /// The line as plain data; nothing where it is not shown.
  [[nodiscard]] std::optional<SaveLine> line() const;

 private:
  /// What became of a file.
  struct Saved {
    std::filesystem::path file;
    bool there = false;  ///< it was, and nothing has been written
    Status status;
  };
  void write(const std::string& yaml, bool overOld);

  std::filesystem::path m_home;
  bool m_shown = false, m_typed = false, m_busy = false, m_there = false;
  std::string m_path;
  std::string m_error, m_answer;
  std::optional<std::filesystem::path> m_written;
  Inbox<Saved> m_saved;
  session::Worker m_worker;  ///< last: gone before anything it reaches
};

struct LaunchingOptions {
  /// Called from any thread when update() has something to do.
  std::function<void()> wake;
  decltype(session::Loaders::startQueue) startQueue;  ///< none: what is queued waits for another queue runner
  decltype(session::Loaders::demo) demo;
  std::filesystem::path home;  ///< for "~/"
};

/// Owned and called on one thread; files are looked at on a worker's.
class Launching {
 public:
  /// `monitor` outlives this.
  Launching(LaunchingOptions options, Monitor& monitor);

  /// Takes over what has come; true where something that is shown has changed. `now` is wallNow().
  bool update(double now);
  /// What the form, the queue and the buttons of runs ask for.
  void act(const present::LaunchAction& action);

  [[nodiscard]] bool shown() const { return m_shown; }
  /// Whether the form has been opened since this was asked last: the keyboard goes there.
  [[nodiscard]] bool takeOpened() { return std::exchange(m_opened, false); }
  [[nodiscard]] const LaunchFormModel& formModel() const { return m_formModel; }
  [[nodiscard]] const QueuePanelModel& queue() const { return m_queueModel; }
  [[nodiscard]] const session::LaunchPlan& plan() const { return m_draft.plan(); }
  [[nodiscard]] bool busy() const { return m_launcher.busy(); }
  /// In how many seconds the queue is looked at again.
  [[nodiscard]] double secondsToPoll() const;

 private:
  void handle(present::LaunchCommand command);
  void openWith(const std::string& run, bool lowerRate);
  void open();
  /// The draft has begun with something else, which the field From calls that.
  void begun(std::string text);
  bool startFromRun(const std::string& run);
  void startFromRecipe(const std::string& model);
  void startFromFile(const std::string& text);
  /// What a file holds that was chosen to start from.
  struct SourceFile {
    std::string text;  ///< as it stood in the field
    std::filesystem::path file;
    Result<std::string> yaml;
  };
  void takeFile(const SourceFile& read);
  /// What stands in the field From: a choice, or a path.
  void takeSource(const std::string& text);
  void setText(const std::string& key, const std::string& text);
  void reset(const std::string& key);
  void launch();
  void resume(const std::string& run);
  void lookForFiles();

  /// The form has changed.
  void replan();
  /// Of the runs beside which this one is proposed.
  [[nodiscard]] std::filesystem::path sourceFolder() const;
  [[nodiscard]] std::string proposedFile() const;
  [[nodiscard]] std::string differenceText() const;
  void fillModels();
  /// Adds what the form itself does not know: what is being typed, the datasets of the runs, what the queue does.
  void complete(session::FormField& field) const;
  [[nodiscard]] std::vector<session::FormChoice> sources() const;
  [[nodiscard]] std::vector<session::FormChoice> datasets() const;
  void fillQueue();
  void fillQueueLines();
  /// How many trainings at a time a queue that starts now runs.
  [[nodiscard]] std::int64_t atATime() const;
  [[nodiscard]] std::filesystem::path queueFolder() const;
  void reportProblem(const std::string& problem);

  LaunchingOptions m_options;
  Monitor& m_monitor;
  session::LaunchDraft m_draft;
  session::DiskCheck m_diskCheck;  ///< as it was known last
  std::string m_sourceText;        ///< in the field From
  std::string m_sourceError;
  bool m_reading = false;                       ///< the file in the field From
  std::pair<std::string, std::string> m_typed;  ///< key and text of the field that was typed in last
  bool m_shown = false, m_opened = false, m_changed = true;
  std::string m_problem;  ///< of the last launch
  std::vector<std::filesystem::path> m_files;
  Inbox<std::vector<std::filesystem::path>> m_found;
  Inbox<SourceFile> m_read;

  std::vector<std::string> m_problems;
  std::map<std::string, std::string> m_failed;  ///< entries that have been reported
  std::filesystem::path m_failedIn;             ///< the folder whose failures those are
  std::string m_notice;                         ///< what the queue said last
  double m_now = 0, m_looked = 0;
  LaunchFormModel m_formModel;
  QueuePanelModel m_queueModel;
  LaunchSaving m_saving;
  session::RunLauncher m_launcher;
  session::Worker m_worker;  ///< last: gone before anything it reaches
};

}  // namespace sojourn::monitor
