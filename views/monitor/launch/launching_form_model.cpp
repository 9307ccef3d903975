// SPDX-License-Identifier: GPL-3.0-or-later
// The launch form and the queue as plain data to be drawn.
#include <algorithm>

#include "model/config/config_writer.h"
#include "model/core/text.h"
#include "views/monitor/launch/launching.h"
#include "views/monitor/state/wall_data.h"
#include "views/session/launch/hyperparameter_sweep.h"
#include "views/session/launch/launch_labels.h"
#include "views/session/launch/launch_source.h"
#include "views/session/runs/run_difference.h"

namespace sojourn::monitor {

using present::LaunchFormChoice;
using present::LaunchFormField;
using session::LaunchError;

namespace {

std::vector<LaunchFormChoice> toChoices(const std::vector<session::FormChoice>& choices) {
  std::vector<LaunchFormChoice> made;
  for (const session::FormChoice& choice : choices) made.push_back({choice.value, choice.words});
  return made;
}

std::string errorAt(const std::vector<LaunchError>& errors, const std::string& key) {
  const auto found = std::ranges::find(errors, key, &LaunchError::key);
  return found == errors.end() ? std::string() : found->message;
}

std::string counted(std::size_t count, const char* one, const char* many) {
  return std::to_string(count) + (count == 1 ? one : many);
}

}  // namespace

std::vector<LaunchFormChoice> Launching::sources() const {
  std::vector<LaunchFormChoice> choices;
  for (const char* model : {"pointer_v45", "mhsa"})
    choices.push_back({std::string("recipe:") + model, session::shortModel(model) + ", recipe"});
  for (const std::filesystem::path& file : m_files)
    choices.push_back({"file:" + file.string(), session::withTilde(file, m_options.home)});
  for (const WatchedRun& run : m_monitor.runs())
    if (run.run->entry.record) choices.push_back({"run:" + run.id(), run.name});
  return choices;
}

std::vector<LaunchFormChoice> Launching::datasets() const {
  std::vector<LaunchFormChoice> choices{{"", "Demo city"}};
  for (const WatchedRun& run : m_monitor.runs()) {
    const auto& record = run.run->entry.record;
    if (!record || record->dataset.path.empty()) continue;
    const std::string data = session::dataOf(*record);
    if (std::ranges::find(choices, data, &LaunchFormChoice::value) == choices.end())
      choices.push_back({data, escapeForDisplay(session::withTilde(data, m_options.home), 120)});
  }
  return choices;
}

LaunchFormField Launching::configField(const ConfigField& field, const std::vector<LaunchError>& errors) const {
  const bool changed = m_form.changed(field.key);
  const std::string text = m_form.text(field);
  // What is being typed stays as it is typed, though it may say the same as the base in other words.
  const bool typed = m_typed.first == field.key && !changed;
  const auto values = session::parseHyperparameterSweep(field, text);
  LaunchFormField made;
  made.key = field.key;
  made.label = session::labelOf(field);
  made.text = typed ? m_typed.second : text;
  made.help = session::helpOf(field);
  made.changed = changed;
  made.typed = field.choices.empty() || session::takesSeveral(field);
  made.choices = toChoices(session::choicesOf(field));
  made.error = errorAt(errors, field.key);
  const std::string several = values && values->size() > 1 ? std::to_string(values->size()) + " values" : std::string();
  const ConfigValue before = field.get(field.key == "model.name" ? m_base : m_form.base());
  made.note = changed ? (several.empty() ? "" : several + ", ") + "was " + session::shortText(before) : field.help;
  return made;
}

present::LaunchFormSection Launching::placeSection(const std::vector<LaunchError>& errors) const {
  present::LaunchFormSection section{.title = "Where", .fields = {}};
  const std::string asBefore = (std::filesystem::path(m_baseDataset.path) / m_baseDataset.prefix).string();
  for (const session::PlaceField& place : session::placeFields()) {
    LaunchFormField made;
    made.key = place.key;
    made.label = place.label;
    made.help = place.help;
    made.choices = toChoices(place.choices);
    made.typed = place.choices.empty();
    made.error = errorAt(errors, place.key);
    made.text = m_place.*place.text;
    if (place.key == "where.data") {
      made.hint = "the demo city";
      made.wide = true;
      made.choices = datasets();
      made.changed = !asBefore.empty() && m_place.data != asBefore;
      if (made.changed) made.note = "was " + asBefore;
    } else if (place.key == "where.run_folder") {
      made.wide = true;
      made.changed = m_folderTyped;
      if (made.changed) made.note = "as you wrote it";
    } else if (place.key == "where.device") {
      made.note = "where to compute";
    } else if (place.key == "where.at_a_time") {
      made.note = m_launcher.queue().atWork ? "the running queue keeps its own number" : "runs of the queue at a time";
    } else {
      made.hint = "auto";
      made.note = "CPU threads of each training";
    }
    section.fields.push_back(std::move(made));
  }
  return section;
}

std::string Launching::differenceText() const {
  if (m_reading) return "Reading " + escapeForDisplay(m_sourceText, 80) + "\u2026";
  if (m_plan.members.empty() || !m_sourceError.empty()) return {};
  std::string words;
  if (m_plan.members.size() == 1) {
    RunRecord now, before;
    now.config = toJson(m_plan.members.front().config);
    before.config = toJson(m_base);
    now.model = m_plan.members.front().config.model.name;
    before.model = m_base.model.name;
    before.dataset = now.dataset = m_baseDataset;
    const bool otherData = m_plan.data != std::filesystem::path(m_baseDataset.path) / m_baseDataset.prefix;
    if (!m_baseDataset.path.empty() && otherData)
      now.dataset = {.path = m_plan.data.parent_path().string(),
                     .prefix = m_plan.data.empty() ? "the demo city" : m_plan.data.filename().string(),
                     .fingerprint = {},
                     .splits = {}};
    words = session::differenceWords(now, before);
  } else {
    for (const ConfigField& field : configFields())
      if (m_form.changed(field.key))
        words += (words.empty() ? "" : ", ") + session::labelOf(field) + " " + m_form.text(field);
  }
  const std::string name = escapeForDisplay(m_sourceText, 120);
  if (!words.empty()) return "Based on " + name + " with these changes: " + escapeForDisplay(words, 400);
  return "Same configuration as " + name;
}

/// Beside the runs, named like the one that it describes.
std::string Launching::proposedFile() const {
  const std::filesystem::path folder = sourceFolder();
  const std::string name = m_plan.members.size() == 1
                               ? std::filesystem::path(m_plan.members.front().runFolder).filename().string()
                               : "sweep-" + session::shortModel(m_form.model());
  return session::withTilde((folder.empty() ? m_options.home : folder) / (name + ".yaml"), m_options.home);
}

void Launching::fillModels() {
  m_formModel = {};
  if (!m_shown) return;
  const std::vector<LaunchError> wrong = errors();
  m_formModel.title =
      m_source.starts_with("run:") ? "Relaunch " + escapeForDisplay(m_sourceText, 80) : "Launch a training";
  // A recipe or a file is chosen first; of a run, what is changed most.
  m_formModel.first = m_source.starts_with("run:") ? "training.learning_rate" : "from";
  LaunchFormField from;
  from.key = "from";
  from.label = "Based on";
  from.text = m_sourceText;
  from.hint = "a run, a recipe, or the path of a YAML file";
  from.help =
      "The values of all fields that you do not change. Choose from the list, or enter the path of a YAML file and "
      "press Enter.";
  from.wide = from.whole = true;
  from.choices = sources();
  from.error = m_sourceError;
  m_formModel.sections.push_back({.title = "Start from", .fields = {std::move(from)}});
  m_formModel.sections.push_back(placeSection(wrong));
  for (const session::FormSection& section : session::formSections()) {
    present::LaunchFormSection made{.title = section.title, .fields = {}};
    for (const ConfigField* field : section.fields)
      if (session::shownInForm(*field, m_form.model()) || m_form.changed(field->key))
        made.fields.push_back(configField(*field, wrong));
    m_formModel.sections.push_back(std::move(made));
  }
  m_formModel.differs = differenceText();
  m_formModel.problem = !m_sourceError.empty() ? m_sourceError : !wrong.empty() ? wrong.front().message : m_problem;
  m_formModel.summary = session::summaryOf(m_plan, session::estimate(m_plan, m_paces), &m_diskCheck);
  const auto& free = m_diskCheck.runFolders;
  if (m_plan.members.size() == 1 && (free.empty() || free.front() == m_plan.members.front().runFolder))
    m_formModel.summary += ", into " + escapeForDisplay(m_plan.members.front().runFolder, 120);
  m_formModel.saving = m_saving.line();
  m_formModel.saveAs = {.text = "Save as YAML\u2026",
                        .action = {act::saveForm, {}},
                        .question = {},
                        .enabled = !m_formModel.saving && !m_reading && m_sourceError.empty(),
                        .hint = "Ctrl+S. Saves the form to a file that you can start from later"};
  const std::size_t runs = m_plan.runs();
  const bool ready = wrong.empty() && m_sourceError.empty() && !m_reading && !m_launcher.busy();
  m_formModel.launch = {.text = runs == 1 ? std::string("Launch") : "Launch " + std::to_string(runs) + " runs",
                        .action = {act::launch, {}},
                        .question = {},
                        .enabled = ready,
                        .hint = ready ? "Ctrl+Enter. Adds it to the queue of " +
                                            escapeForDisplay(session::withTilde(m_plan.folder, m_options.home), 200) +
                                            ", which keeps training after this window is closed"
                                : m_launcher.busy() ? "Being queued"
                                                    : m_formModel.problem};
}

void Launching::fillQueueLines() {
  const session::QueueSnapshot& queue = m_launcher.queue();
  // What had failed before one looked is no news.
  const bool known = m_failedIn == queue.folder;
  std::map<std::string, std::string> failed;
  const auto add = [this](const std::string& run, std::string words, const char* icon, present::ActionButton button) {
    m_queueModel.lines.push_back({.run = escapeForDisplay(run, 80),
                                  .words = std::move(words),
                                  .icon = icon,
                                  .failed = false,
                                  .button = std::move(button)});
  };
  const auto button = [](const char* text, const char* action, const std::string& argument, const char* hint) {
    return present::ActionButton{
        .text = text, .action = {action, argument}, .question = {}, .enabled = true, .hint = hint};
  };
  for (const FailedRun& run : queue.failed) {
    const std::string why = escapeForDisplay(run.why, 400);
    failed[run.id] = why;
    add(run.runFolder.empty() ? run.id : run.runFolder, why, "warn",
        button("Dismiss", act::dismiss, run.id, "Remove this failure from the list"));
    m_queueModel.lines.back().failed = true;
    // Its line in the queue says it; who looks elsewhere reads it in the status line.
    if (known && !m_failed.contains(run.id))
      m_monitor.reportProblem(m_queueModel.lines.back().run + " did not start: " + why);
  }
  m_failed = std::move(failed);
  m_failedIn = queue.folder;
  for (const QueuedRun& run : queue.training) {
    const std::string id = (queue.folder / run.runFolder).string();
    add(run.runFolder, "training", "play", button("Show", act::select, id, "Select this run"));
    m_queueModel.lines.back().button.enabled = m_monitor.run(id) != nullptr;
  }
  for (const QueuedRun& run : queue.cutShort)
    add(run.runFolder, "interrupted with its queue; the next queue runner continues it", "clock", {});
  for (const QueuedRun& run : queue.waiting)
    add(run.runFolder, run.resume ? "waiting to resume" : "waiting", "clock",
        button("Withdraw", act::withdraw, run.id, "Remove this run from the queue"));
}

void Launching::fillQueue() {
  const session::QueueSnapshot& queue = m_launcher.queue();
  m_queueModel = {};
  fillQueueLines();
  std::string& title = m_queueModel.title;
  const auto also = [&title](std::size_t count, const char* one, const char* many) {
    if (count > 0) title += (title.empty() ? "" : ", ") + counted(count, one, many);
  };
  also(queue.waiting.size(), " run waiting", " runs waiting");
  also(queue.cutShort.size(), " interrupted", " interrupted");
  also(queue.training.size(), " training", " training");
  also(queue.failed.size(), " did not start", " did not start");
  if (title.empty()) title = "No queued runs";
  if (!queue.folder.empty())
    title += " \u00B7 queue of " + escapeForDisplay(session::withTilde(queue.folder, m_options.home), 200);
  if (queue.starting && !queue.waiting.empty()) title += ", starting";
  if (queue.abandoned()) {
    m_queueModel.idle = "This queue is not running";
    m_queueModel.start = {.text = "Start the queue",
                          .action = {act::startQueue, {}},
                          .question = {},
                          .enabled = !m_launcher.busy(),
                          .hint = "Trains the waiting runs, " + std::to_string(atATime()) +
                                  " at a time, also after this window is closed"};
  }
  // Once all of it has begun, the tiles tell.
  if (!queue.waiting.empty() || m_launcher.busy()) m_queueModel.notice = m_notice;
  m_queueModel.problems = m_problems;
  m_queueModel.clearProblems = {
      .text = "Dismiss", .action = {act::clearProblems, {}}, .question = {}, .enabled = true, .hint = {}};
}

}  // namespace sojourn::monitor
