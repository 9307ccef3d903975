// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/monitor/launch/launching.h"

#include <algorithm>

#include "model/config/config_file.h"
#include "model/config/trainable_models.h"
#include "model/core/text.h"
#include "model/core/translation.h"
#include "views/session/launch/hyperparameter_sweep.h"
#include "views/session/launch/launch_form.h"
#include "views/session/launch/launch_source.h"

namespace sojourn::monitor {

using session::fileSource;
using session::LaunchError;
using session::recipeSource;
using session::runSource;

namespace {

constexpr std::size_t mostProblems = 5;
/// Between two looks at the queue: while something waits, is trained or is being launched, and else.
constexpr double soon = 1, late = 10;

std::string asText(const Error& error) {
  return escapeForDisplay(error.sentence(), 400);
}

/// A tenth in as few digits as the whole has.
std::string tenthOf(double rate) {
  return session::shortText(ConfigValue(numberFrom(shortNumber(rate / 10, 6)).value_or(rate / 10)));
}

}  // namespace

Launching::Launching(LaunchingOptions options, Monitor& monitor)
    : m_options(std::move(options)),
      m_monitor(monitor),
      m_draft(m_options.home),
      m_found(m_options.wake),
      m_read(m_options.wake),
      m_saving(m_options.wake, m_options.home),
      m_launcher({.wake = m_options.wake,
                  .changed = [this] { m_changed = true; },
                  .startQueue = m_options.startQueue,
                  .demo = m_options.demo}) {}

bool Launching::update(double now) {
  m_now = now;
  m_launcher.drain();
  if (const auto& checked = m_launcher.diskCheck()) m_diskCheck = *checked;
  for (std::vector<std::filesystem::path>& files : m_found.drain()) {
    m_files = std::move(files);
    m_changed = true;
  }
  for (const SourceFile& read : m_read.drain()) {
    takeFile(read);
    replan();
  }
  if (m_saving.update()) m_changed = true;
  if (const auto folder = m_saving.takeWritten()) {
    m_monitor.settings().configurations = folder->string();
    lookForFiles();
  }
  for (const Error& error : m_launcher.takeErrors()) {
    m_problem = asText(error);
    reportProblem(m_problem);
  }
  if (std::string notice = m_launcher.takeNotice(); !notice.empty()) m_notice = std::move(notice);
  for (const auto& added : m_launcher.takeAdded()) {
    m_monitor.watch(added.folder);
    m_shown = false;
    m_saving.close();
    m_draft.forgetSource();
  }
  if (secondsToPoll() <= 0) {
    m_looked = now;
    m_launcher.poll(queueFolder());
  }
  if (!std::exchange(m_changed, false)) return false;
  fillModels();
  fillQueue();
  return true;
}

double Launching::secondsToPoll() const {
  const session::QueueSnapshot& queue = m_launcher.queue();
  const bool near = m_shown || m_launcher.busy() || !queue.waiting.empty() || !queue.training.empty();
  // A clock that was set back does not end the looking.
  return std::clamp(m_looked + (near ? soon : late) - m_now, 0.0, late);
}

void Launching::reportProblem(const std::string& problem) {
  m_problems.push_back(problem);
  if (m_problems.size() > mostProblems) m_problems.erase(m_problems.begin());
  m_monitor.reportProblem(problem);
}

void Launching::handle(present::LaunchCommand command) {
  using present::LaunchCommand;
  switch (command) {
    case LaunchCommand::Open:
      if (m_draft.source().empty()) {
        startFromRecipe(trainableModels().front().name());
        const WatchedRun* selected = m_monitor.run(m_monitor.selected());
        if (selected && selected->run->entry.record)
          m_draft.proposeDataset(session::dataOf(*selected->run->entry.record));
      }
      return open();
    case LaunchCommand::Launch:
      return launch();
    case LaunchCommand::Close:
      m_shown = false;
      return m_saving.close();
    case LaunchCommand::AskFile:
      return m_saving.open(proposedFile());
    case LaunchCommand::Save:
      return m_saving.save(m_draft.form().yaml());
    case LaunchCommand::Replace:
      return m_saving.replace(m_draft.form().yaml());
    case LaunchCommand::CloseSaving:
      return m_saving.close();
    case LaunchCommand::StartQueue:
      if (m_queueModel.start.enabled) m_launcher.work(m_launcher.queue().folder, atATime());
      return;
    case LaunchCommand::ClearProblems:
      m_problems.clear();
      return m_monitor.clearProblems();
  }
}

void Launching::act(const present::LaunchAction& action) {
  std::visit(present::Overloaded{[this](const present::Relaunch& one) { openWith(one.folder, one.lowerRate); },
                                 [this](const present::SetField& one) { setText(one.key, one.text); },
                                 [this](const present::ResetField& one) { reset(one.key); },
                                 [this](const present::ResumeRun& one) { resume(one.folder); },
                                 [this](const present::WithdrawEntry& one) { m_launcher.withdraw(one.id); },
                                 [this](const present::DismissEntry& one) {
                                   m_launcher.dismiss(one.id);
                                   m_monitor.clearProblems();
                                 },
                                 [this](present::LaunchCommand command) { handle(command); }},
             action);
  m_changed = true;
  fillModels();
  fillQueue();
}

// ---- what a launch starts from

void Launching::openWith(const std::string& run, bool lowerRate) {
  // What was typed for this run, and has not been launched, is still there.
  const bool typed = m_draft.source() == runSource + run && !lowerRate;
  if (!typed && !startFromRun(run)) return reportProblem(std::exchange(m_sourceError, {}));
  if (lowerRate) m_draft.setText("training.learning_rate", tenthOf(m_draft.form().base().training.learningRate));
  open();
}

void Launching::open() {
  m_shown = m_opened = true;
  m_problem.clear();
  m_draft.setPaces(session::pacesOf(m_monitor.library().runs()));
  lookForFiles();
  replan();
  m_launcher.poll(queueFolder());
}

void Launching::lookForFiles() {
  std::vector<std::filesystem::path> folders = m_monitor.library().sources();
  if (const std::string& last = m_monitor.settings().configurations; !last.empty()) folders.emplace_back(last);
  m_worker.post([this, folders] { m_found.push(session::yamlFilesBelow(folders)); });
}

void Launching::begun(std::string text) {
  m_sourceText = std::move(text);
  m_sourceError.clear();
  m_reading = false;
  m_typed = {};
  m_saving.reset();
}

bool Launching::startFromRun(const std::string& run) {
  const WatchedRun* watched = m_monitor.run(run);
  if (!watched) {
    m_sourceError = tr("That run no longer exists");
    return false;
  }
  if (const Status started = m_draft.startFromRun(*watched->run); !started) {
    m_sourceError = asText(started.error());
    return false;
  }
  begun(watched->name);
  return true;
}

void Launching::startFromRecipe(const std::string& model) {
  m_draft.startFromRecipe(model);
  begun(tr("%1, recipe", {session::shortModel(model)}));
}

/// What cannot be read leaves the form as it was.
void Launching::startFromFile(const std::string& text) {
  m_sourceText = text;
  const std::filesystem::path file = session::fromTilde(text, m_options.home);
  if (!file.is_absolute()) {
    m_sourceError = text.empty() ? tr("Choose a run or a recipe, or write the path of a YAML file")
                                 : tr("That is neither a run nor the full path of a YAML file");
    return;
  }
  m_sourceError.clear();
  m_reading = true;
  // A file on a share that does not answer would hold up the window.
  m_worker.post([this, text, file] { m_read.push({text, file, session::readYamlText(file)}); });
}

void Launching::takeFile(const SourceFile& read) {
  // Something else may have been chosen since.
  if (!m_reading || read.text != m_sourceText) return;
  m_reading = false;
  if (!read.yaml) {
    m_sourceError = asText(read.yaml.error());
    return;
  }
  m_sourceError = m_draft.startFromYaml(*read.yaml, read.file);
  if (!m_sourceError.empty()) return;
  begun(read.text);
  m_monitor.settings().configurations = read.file.parent_path().string();
}

void Launching::takeSource(const std::string& text) {
  // Typed and taken back: the form stays as it is.
  if (text == m_sourceText && m_sourceError.empty()) return;
  m_reading = false;
  const auto known = sources();
  const auto chosen = std::ranges::find_if(
      known, [&](const session::FormChoice& choice) { return choice.value == text || choice.label == text; });
  const std::string& value = chosen == known.end() ? text : chosen->value;
  if (value.starts_with(runSource)) {
    static_cast<void>(startFromRun(value.substr(4)));
  } else if (value.starts_with(recipeSource)) {
    startFromRecipe(value.substr(7));
  } else if (value.starts_with(fileSource)) {
    startFromFile(session::withTilde(value.substr(5), m_options.home));
  } else {
    startFromFile(text);
  }
}

// ---- the form

void Launching::setText(const std::string& key, const std::string& text) {
  m_problem.clear();
  if (key == LaunchSaving::field) return m_saving.setPath(text);
  if (key == "from") takeSource(text);
  if (findConfigField(key)) m_typed = {key, text};
  m_draft.setText(key, text);
  replan();
}

void Launching::reset(const std::string& key) {
  m_typed = {};
  m_draft.reset(key);
  replan();
}

std::filesystem::path Launching::sourceFolder() const {
  const auto run = m_draft.sourceRun();
  return run ? session::queueFolderOf(m_monitor.library(), *run) : session::openRunsFolder(m_monitor.library());
}

void Launching::replan() {
  m_saving.formChanged();
  m_draft.replan(sourceFolder());
  // An error stays until the disk has answered again; the names are those of another plan.
  m_diskCheck.runFolders.clear();
  if (plan().errors.empty())
    m_launcher.check(plan());
  else
    m_diskCheck.errors.clear();
  m_changed = true;
}

void Launching::launch() {
  if (!m_shown || m_reading || !m_formModel.launch.enabled) return;
  m_problem.clear();
  m_launcher.launch(plan());
}

void Launching::resume(const std::string& run) {
  const std::filesystem::path folder = session::queueFolderOf(m_monitor.library(), run);
  const std::filesystem::path below = std::filesystem::path(run).lexically_relative(folder);
  m_notice = tr("%1 is queued to be resumed", {escapeForDisplay(std::filesystem::path(run).filename().string(), 80)});
  m_launcher.resume(folder, below.string(), atATime());
}

std::int64_t Launching::atATime() const {
  return std::max<std::int64_t>(1, plan().atATime);
}

std::filesystem::path Launching::queueFolder() const {
  if (m_shown && !plan().folder.empty()) return plan().folder;
  const std::string& selected = m_monitor.selected();
  return selected.empty() ? session::openRunsFolder(m_monitor.library())
                          : session::queueFolderOf(m_monitor.library(), selected);
}

}  // namespace sojourn::monitor
