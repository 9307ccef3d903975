// SPDX-License-Identifier: GPL-3.0-or-later
// The launch form and the queue as plain data to be drawn.
#include <algorithm>

#include "model/config/config_file.h"
#include "model/core/text.h"
#include "model/core/translation.h"
#include "views/monitor/launch/launching.h"
#include "views/session/launch/launch_form.h"
#include "views/session/launch/launch_source.h"
#include "views/session/runs/run_difference.h"

namespace sojourn::monitor {

std::vector<session::FormChoice> Launching::sources() const {
  std::vector<session::FollowedRunPtr> runs;
  for (const WatchedRun& run : m_monitor.runs()) runs.push_back(run.run);
  return session::launchSources(runs, m_files, m_options.home);
}

std::vector<session::FormChoice> Launching::datasets() const {
  std::vector<session::FormChoice> choices{{"", tr("Demo city")}};
  for (const WatchedRun& run : m_monitor.runs()) {
    const auto& record = run.run->entry.record;
    if (!record || record->dataset.path.empty()) continue;
    const std::string data = session::dataOf(*record);
    if (std::ranges::find(choices, data, &session::FormChoice::value) == choices.end())
      choices.push_back({data, escapeForDisplay(session::withTilde(data, m_options.home), 120)});
  }
  return choices;
}

void Launching::complete(session::FormField& field) const {
  // What is being typed stays as it is typed, though it may say the same as the base in other words.
  if (m_typed.first == field.key && !field.changed) field.text = m_typed.second;
  if (field.key == session::dataKey) {
    const std::string before =
        (std::filesystem::path(m_draft.sourceDataset().path) / m_draft.sourceDataset().prefix).string();
    field.choices = datasets();
    field.changed = !before.empty() && m_draft.place().data != before;
    if (field.changed) field.note = tr("was %1", {before});
  } else if (field.key == session::runFolderKey) {
    field.changed = m_draft.folderTyped();
    if (field.changed) field.note = tr("as you wrote it");
  } else if (field.key == "where.at_a_time" && m_launcher.queue().atWork) {
    field.note = tr("the running queue keeps its own number");
  }
}

std::string Launching::differenceText() const {
  if (m_reading) return tr("Reading %1\u2026", {escapeForDisplay(m_sourceText, 80)});
  if (plan().members.empty() || !m_sourceError.empty()) return {};
  std::string text;
  if (plan().members.size() == 1) {
    RunRecord now, before;
    now.config = toJson(plan().members.front().config);
    before.config = toJson(m_draft.form().source());
    now.model = plan().members.front().config.model.name;
    before.model = m_draft.form().source().model.name;
    before.dataset = now.dataset = m_draft.sourceDataset();
    const bool otherData =
        plan().data != std::filesystem::path(m_draft.sourceDataset().path) / m_draft.sourceDataset().prefix;
    if (!m_draft.sourceDataset().path.empty() && otherData)
      now.dataset = {.path = plan().data.parent_path().string(),
                     .prefix = plan().data.empty() ? tr("the demo city") : plan().data.filename().string(),
                     .fingerprint = {},
                     .splits = {}};
    text = session::recordDifferenceText(now, before);
  } else {
    for (const ConfigField& field : configFields())
      if (m_draft.form().changed(field.key))
        text += (text.empty() ? "" : ", ") + session::labelOf(field) + " " + m_draft.form().text(field);
  }
  const std::string name = escapeForDisplay(m_sourceText, 120);
  if (!text.empty()) return tr("Based on %1 with these changes: %2", {name, escapeForDisplay(text, 400)});
  return tr("Same configuration as %1", {name});
}

/// Beside the runs, named like the one that it describes.
std::string Launching::proposedFile() const {
  const std::filesystem::path folder = sourceFolder();
  const std::string name = plan().members.size() == 1
                               ? std::filesystem::path(plan().members.front().runFolder).filename().string()
                               : "sweep-" + session::shortModel(m_draft.form().model());
  return session::withTilde((folder.empty() ? m_options.home : folder) / (name + ".yaml"), m_options.home);
}

void Launching::fillModels() {
  m_formModel = {};
  if (!m_shown) return;
  const std::vector<session::LaunchError>& wrong = m_draft.errors(&m_diskCheck);
  const bool again = m_draft.sourceRun().has_value();
  m_formModel.title = again ? tr("Relaunch %1", {escapeForDisplay(m_sourceText, 80)}) : tr("Launch a training");
  // A recipe or a file is chosen first; of a run, what is changed most.
  m_formModel.first = again ? "training.learning_rate" : "from";
  session::FormField from;
  from.key = "from";
  from.label = tr("Based on");
  from.text = m_sourceText;
  from.hint = tr("a run, a recipe, or the path of a YAML file");
  from.help =
      tr("The values of all fields that you do not change. Choose from the list, or enter the path of a YAML file and "
         "press Enter.");
  from.wide = from.whole = true;
  from.choices = sources();
  from.error = m_sourceError;
  m_formModel.sections = m_draft.sections(&m_diskCheck);
  for (session::FormSection& section : m_formModel.sections) {
    std::erase_if(section.fields, [](const session::FormField& field) { return !field.shown; });
    for (session::FormField& field : section.fields) complete(field);
  }
  m_formModel.sections.insert(m_formModel.sections.begin(), {.title = tr("Start from"), .fields = {std::move(from)}});
  m_formModel.differs = differenceText();
  m_formModel.problem = !m_sourceError.empty() ? m_sourceError : !wrong.empty() ? wrong.front().message : m_problem;
  m_formModel.summary = m_draft.summary(&m_diskCheck);
  const auto& free = m_diskCheck.runFolders;
  if (plan().members.size() == 1 && (free.empty() || free.front() == plan().members.front().runFolder))
    m_formModel.summary += tr(", into %1", {escapeForDisplay(plan().members.front().runFolder, 120)});
  m_formModel.saving = m_saving.line();
  m_formModel.saveAs = {.text = tr("Save as YAML\u2026"),
                        .action = present::LaunchCommand::AskFile,
                        .enabled = !m_formModel.saving && !m_reading && m_sourceError.empty(),
                        .hint = tr("Ctrl+S. Saves the form to a file that you can start from later")};
  const std::size_t runs = plan().runs();
  const bool ready = wrong.empty() && m_sourceError.empty() && !m_reading && !m_launcher.busy();
  m_formModel.launch = {
      .text = runs == 1 ? tr("Launch") : tr("Launch %1 runs", {std::to_string(runs)}),
      .action = present::LaunchCommand::Launch,
      .enabled = ready,
      .hint = ready ? tr("Ctrl+Enter. Adds it to the queue of %1, which keeps training after this window is closed",
                         {escapeForDisplay(session::withTilde(plan().folder, m_options.home), 200)})
              : m_launcher.busy() ? tr("Being queued")
                                  : m_formModel.problem};
}

void Launching::fillQueueLines() {
  const session::QueueSnapshot& queue = m_launcher.queue();
  // What had failed before one looked is no news.
  const bool known = m_failedIn == queue.folder;
  std::map<std::string, std::string> failed;
  const auto add = [this](const std::string& run, std::string text, const char* icon, present::ActionButton button) {
    m_queueModel.lines.push_back(
        {.run = escapeForDisplay(run, 80), .text = std::move(text), .icon = icon, .button = std::move(button)});
  };
  const auto button = [](const char* text, present::MonitorAction action, const char* hint) {
    return present::ActionButton{.text = tr(text), .action = std::move(action), .hint = tr(hint)};
  };
  for (const FailedRun& run : queue.failed) {
    const std::string why = escapeForDisplay(run.why, 400);
    failed[run.id] = why;
    add(run.runFolder.empty() ? run.id : run.runFolder, why, "warn",
        button("Dismiss", present::DismissEntry{run.id}, "Remove this failure from the list"));
    m_queueModel.lines.back().failed = true;
    // Its line in the queue says it; who looks elsewhere reads it in the status line.
    if (known && !m_failed.contains(run.id))
      m_monitor.reportProblem(tr("%1 did not start: %2", {m_queueModel.lines.back().run, why}));
  }
  m_failed = std::move(failed);
  m_failedIn = queue.folder;
  for (const QueuedRun& run : queue.training) {
    const std::string id = (queue.folder / run.runFolder).string();
    add(run.runFolder, tr("training"), "play", button("Show", present::SelectRun{id}, "Select this run"));
    m_queueModel.lines.back().button.enabled = m_monitor.run(id) != nullptr;
  }
  for (const QueuedRun& run : queue.cutShort)
    add(run.runFolder, tr("interrupted with its queue; the next queue runner continues it"), "clock", {});
  for (const QueuedRun& run : queue.waiting)
    add(run.runFolder, tr(run.resume ? "waiting to resume" : "waiting"), "clock",
        button("Withdraw", present::WithdrawEntry{run.id}, "Remove this run from the queue"));
}

void Launching::fillQueue() {
  const session::QueueSnapshot& queue = m_launcher.queue();
  m_queueModel = {};
  fillQueueLines();
  std::string& title = m_queueModel.title;
  const auto also = [&title](std::size_t count, const char* one, const char* many) {
    if (count > 0) title += (title.empty() ? "" : ", ") + counted(count, one, many);
  };
  also(queue.waiting.size(), "%1 run waiting", "%1 runs waiting");
  also(queue.cutShort.size(), "%1 interrupted", "%1 interrupted");
  also(queue.training.size(), "%1 training", "%1 training");
  also(queue.failed.size(), "%1 did not start", "%1 did not start");
  if (title.empty()) title = tr("No queued runs");
  if (!queue.folder.empty())
    title += tr(" \u00B7 queue of %1", {escapeForDisplay(session::withTilde(queue.folder, m_options.home), 200)});
  if (queue.starting && !queue.waiting.empty()) title += tr(", starting");
  if (queue.abandoned()) {
    m_queueModel.idle = tr("This queue is not running");
    m_queueModel.start = {.text = tr("Start the queue"),
                          .action = present::LaunchCommand::StartQueue,
                          .enabled = !m_launcher.busy(),
                          .hint = tr("Trains the waiting runs, %1 at a time, also after this window is closed",
                                     {std::to_string(atATime())})};
  }
  // Once all of it has begun, the tiles tell.
  if (!queue.waiting.empty() || m_launcher.busy()) m_queueModel.notice = m_notice;
  m_queueModel.problems = m_problems;
  m_queueModel.clearProblems = {.text = tr("Dismiss"), .action = present::LaunchCommand::ClearProblems};
}

}  // namespace sojourn::monitor
