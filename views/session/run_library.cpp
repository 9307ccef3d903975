// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/session/run_library.h"

#include <algorithm>
#include <exception>
#include <utility>

namespace sojourn::session {
namespace {

/// So many runs are in the curves before anybody has chosen: as many as there are colours.
constexpr std::size_t chosenAtFirst = 6;
/// Older commands are forgotten.
constexpr std::size_t mostCommands = 200;

Status changeNotes(const std::filesystem::path& file, const std::function<void(ViewerNotes&)>& edit) {
  auto notes = readViewerNotes(file);
  if (!notes) return notes.error();
  edit(*notes);
  return writeViewerNotes(file, *notes);
}

/// Absolute, without a slash at its end; a table of an export stands for its folder.
std::filesystem::path sourceAt(const std::filesystem::path& path) {
  std::error_code failed;
  std::filesystem::path whole = std::filesystem::absolute(path, failed);
  whole = (failed ? path : whole).lexically_normal();
  if (!whole.has_filename() && whole.has_parent_path()) whole = whole.parent_path();
  return importTarget(whole);
}

}  // namespace

RunLibrary::RunLibrary(RunLibraryOptions options)
    : m_options(std::move(options)), m_inbox(m_options.wake), m_thread([this] { work(); }) {}

RunLibrary::~RunLibrary() {
  m_cancel.cancel();
  {
    const std::lock_guard lock(m_mutex);
    m_stop = true;
  }
  m_arrived.notify_one();
  m_thread.join();
}

void RunLibrary::post(Task task) {
  {
    const std::lock_guard lock(m_mutex);
    m_tasks.push_back(std::move(task));
  }
  m_arrived.notify_one();
}

/// Tasks first, in their order, also the last ones before the end: a command that was sent is not lost. Then a look
/// where somebody watches; then rest.
void RunLibrary::work() {
  bool more = false;
  for (;;) {
    Task task;
    bool watched = false;
    {
      std::unique_lock lock(m_mutex);
      const auto awaited = [this] { return m_stop || !m_tasks.empty(); };
      if (!m_watched) {
        m_arrived.wait(lock, [&] { return awaited() || m_watched; });
      } else if (!more) {
        m_arrived.wait_for(lock, m_options.interval, awaited);
      }
      if (m_tasks.empty() && m_stop) return;
      if (!m_tasks.empty()) {
        task = std::move(m_tasks.front());
        m_tasks.pop_front();
      }
      watched = m_watched;
    }
    if (task) {
      task();
      more = true;  // whatever it was, its effect is to be seen at once
    } else if (watched) {
      more = lookOnce();
    }
  }
}

bool RunLibrary::lookOnce() {
  if (!m_follower) return false;
  m_lookBegan = std::chrono::steady_clock::now().time_since_epoch().count();
  if (m_options.beforeLook) m_options.beforeLook();
  RunFollower::Look look;
  try {
    look = m_follower->look();
    m_lookBegan = 0;
  } catch (const std::exception& failure) {
    m_lookBegan = 0;
    m_follower.reset();
    m_inbox.push(Error{ErrorKind::Failed, "the runs", std::string("cannot be followed (") + failure.what() + ")",
                       "close other programs if memory is short, then open the folder again"});
    return false;
  }
  if (look.changed || m_toldSettled == look.more) {
    m_toldSettled = !look.more;
    m_inbox.push(Looked{.opening = m_followed, .runs = m_follower->runs(), .settled = !look.more});
  }
  return look.more;
}

double RunLibrary::lookingFor() const {
  using Clock = std::chrono::steady_clock;
  const Clock::rep began = m_lookBegan;
  if (began == 0) return 0;
  return std::chrono::duration<double>(Clock::now().time_since_epoch() - Clock::duration(began)).count();
}

void RunLibrary::open(const std::filesystem::path& source) {
  m_runs.clear();
  m_chosen.clear();
  m_colors.clear();
  m_fresh = {sourceAt(source)};
  // The follower's knowledge of the old runs would pass for what stands there now.
  post([this] { m_follower.reset(); });
  openSources(m_fresh);
}

void RunLibrary::add(const std::filesystem::path& source) {
  const std::filesystem::path whole = sourceAt(source);
  if (std::ranges::find(m_sources, whole) != m_sources.end()) return;
  m_fresh.push_back(whole);
  std::vector<std::filesystem::path> sources = m_sources;
  sources.push_back(whole);
  openSources(std::move(sources));
}

void RunLibrary::remove(const std::filesystem::path& source) {
  std::vector<std::filesystem::path> sources = m_sources;
  if (std::erase(sources, source) == 0) return;
  std::erase(m_fresh, source);
  m_sources = sources;
  const auto closed = [&](const std::filesystem::path& run) { return sourceOf(run).empty(); };
  std::erase_if(m_runs, [&](const FollowedRunPtr& run) { return closed(run->folder()); });
  std::erase_if(m_chosen, closed);
  std::erase_if(m_colors, [&](const auto& one) { return closed(one.first); });
  openSources(std::move(sources));
}

std::filesystem::path RunLibrary::sourceOf(const std::filesystem::path& run) const {
  const auto found = std::ranges::find_if(m_sources, [&](const auto& source) { return liesIn(run, source); });
  return found == m_sources.end() ? std::filesystem::path() : *found;
}

void RunLibrary::openSources(std::vector<std::filesystem::path> sources) {
  m_sources = std::move(sources);
  ++m_opening;
  m_settled = m_sources.empty();
  post([this, opening = m_opening, given = m_sources, chosen = m_chosen, notes = m_importNotes] {
    if (!m_follower) {
      m_follower = std::make_unique<RunFollower>(m_options.tail);
      m_follower->setNotesFolder(notes);
      m_follower->setCancel(m_cancel);
    }
    m_follower->setSources(given);
    m_follower->choose(chosen);
    m_followed = opening;
    m_toldSettled = false;
  });
  if (m_options.changed) m_options.changed();
}

void RunLibrary::forget(const std::filesystem::path& run) {
  m_chosen.erase(run);
  m_colors.erase(run);
  std::erase_if(m_runs, [&](const FollowedRunPtr& one) { return one->folder() == run; });
  ++m_opening;
  post([this, opening = m_opening, run] {
    if (m_follower) m_follower->forget(run);
    m_followed = opening;
    m_toldSettled = false;
  });
  if (m_options.changed) m_options.changed();
}

void RunLibrary::setWatched(bool watched) {
  {
    const std::lock_guard lock(m_mutex);
    if (m_watched == watched) return;
    m_watched = watched;
    // A task that does nothing: the thread looks at once instead of after an interval.
    if (watched) m_tasks.emplace_back([] {});
  }
  m_arrived.notify_one();
}

FollowedRunPtr RunLibrary::run(const std::filesystem::path& folder) const {
  const auto found = std::ranges::find_if(m_runs, [&](const FollowedRunPtr& one) { return one->folder() == folder; });
  return found == m_runs.end() ? nullptr : *found;
}

void RunLibrary::drain() {
  bool changed = false;
  for (Message& message : m_inbox.drain()) {
    changed = true;
    if (auto* looked = std::get_if<Looked>(&message)) {
      apply(*looked);
    } else if (auto* sent = std::get_if<Sent>(&message)) {
      const auto found = m_commands.find(sent->number);
      if (found == m_commands.end()) continue;
      SentCommand& command = found->second;
      command.stage = sent->id ? SentCommand::Stage::Waiting : SentCommand::Stage::NotSent;
      if (sent->id) {
        command.id = *sent->id;
      } else {
        command.why = sent->id.error().what;
        m_errors.push_back(sent->id.error());
      }
    } else {
      m_errors.push_back(std::get<Error>(message));
    }
  }
  if (!changed) return;
  matchAnswers();
  if (m_options.changed) m_options.changed();
}

void RunLibrary::apply(Looked& looked) {
  if (looked.opening != m_opening) return;
  m_runs = std::move(looked.runs);
  m_settled = looked.settled;
  const std::vector<std::filesystem::path> fresh = m_fresh;
  for (const std::filesystem::path& source : fresh) {
    if (std::ranges::none_of(m_runs, [&](const auto& run) { return liesIn(run->folder(), source); })) continue;
    std::erase(m_fresh, source);
    chooseFirst(source);
  }
}

/// The newest runs of a source that nobody has put aside, in the table's order, while there are colours; a log that was
/// opened by its name in any case.
void RunLibrary::chooseFirst(const std::filesystem::path& source) {
  std::vector<FollowedRunPtr> candidates;
  for (const FollowedRunPtr& run : m_runs) {
    if (liesIn(run->folder(), source) && !run->entry.notes.archived) candidates.push_back(run);
  }
  const auto created = [](const FollowedRunPtr& run) {
    return run->entry.record ? run->entry.record->created : std::string();
  };
  std::ranges::stable_sort(candidates, std::ranges::greater(), created);
  std::size_t taken = m_chosen.size();
  for (const FollowedRunPtr& run : candidates) {
    if (taken >= chosenAtFirst && run->folder() != source) break;
    if (m_chosen.insert(run->folder()).second) ++taken;
    giveColor(run->folder());
  }
  passOnChoice();
}

bool RunLibrary::referenceLine(const FollowedRun& run) const {
  if (const auto told = m_references.find(run.folder().string()); told != m_references.end()) return told->second;
  return run.entry.imported && run.entry.imported->format == ImportFormat::TrainingLog;
}

bool RunLibrary::referenceLine(const std::filesystem::path& path) const {
  const FollowedRunPtr seen = run(path);
  return seen && referenceLine(*seen);
}

void RunLibrary::setReferenceLine(const std::filesystem::path& run, bool reference) {
  m_references[run.string()] = reference;
  if (reference) m_colors.erase(run);
  if (!reference && chosen(run)) giveColor(run);
  if (m_options.changed) m_options.changed();
}

void RunLibrary::giveColor(const std::filesystem::path& run) {
  if (m_colors.contains(run) || referenceLine(run)) return;
  // The first that no run in the curves has; where all are taken, the next beyond them.
  std::set<std::size_t> taken;
  for (const auto& [folder, color] : m_colors) {
    if (m_chosen.contains(folder)) taken.insert(color);
  }
  std::size_t color = 0;
  while (taken.contains(color)) ++color;
  m_colors[run] = color;
}

std::optional<std::size_t> RunLibrary::colorOf(const std::filesystem::path& run) const {
  const auto found = m_colors.find(run);
  return found == m_colors.end() ? std::nullopt : std::optional(found->second);
}

void RunLibrary::setChosen(const std::filesystem::path& run, bool chosen) {
  if (chosen == m_chosen.contains(run)) return;
  if (chosen) {
    giveColor(run);
    m_chosen.insert(run);
  } else {
    m_chosen.erase(run);
  }
  passOnChoice();
  if (m_options.changed) m_options.changed();
}

void RunLibrary::passOnChoice() {
  post([this, opening = m_opening, chosen = m_chosen] {
    if (m_follower && m_followed == opening) m_follower->choose(chosen);
  });
}

void RunLibrary::send(const std::filesystem::path& run, ControlCommand command, std::optional<double> value) {
  const std::uint64_t number = ++m_number;
  m_commands[number] = {.run = run,
                        .command = command,
                        .value = value,
                        .stage = SentCommand::Stage::Sending,
                        .id = {},
                        .answer = ControlAnswer::Done,
                        .why = {}};
  if (m_commands.size() > mostCommands) m_commands.erase(m_commands.begin());
  post([this, number, paths = RunPaths{run}, command, value] {
    m_inbox.push(Sent{.number = number, .id = sendCommand(paths, command, value)});
  });
  if (m_options.changed) m_options.changed();
}

const SentCommand* RunLibrary::lastCommand(const std::filesystem::path& run) const {
  const SentCommand* last = nullptr;
  for (const auto& [number, command] : m_commands) {
    if (command.run == run) last = &command;
  }
  return last;
}

void RunLibrary::matchAnswers() {
  for (auto& [number, command] : m_commands) {
    if (command.stage != SentCommand::Stage::Waiting) continue;
    const FollowedRunPtr seen = run(command.run);
    if (!seen || !seen->outline) continue;
    for (const auto& control : seen->outline->controls) {
      if (control.event.id != command.id) continue;
      command.stage = SentCommand::Stage::Answered;
      command.answer = control.event.answer;
      command.why = control.event.why;
      // Its curve is not the configuration's any more: it is left out of group means from now on.
      if (command.command == ControlCommand::SetLearningRate && command.answer == ControlAnswer::Done)
        editNotes(command.run, [](ViewerNotes& notes) { notes.steered = true; });
    }
  }
}

void RunLibrary::editNotes(const std::filesystem::path& run, std::function<void(ViewerNotes&)> edit) {
  const FollowedRunPtr seen = this->run(run);
  const std::filesystem::path file = seen ? seen->entry.notesFile : RunPaths{run}.viewer();
  if (file.empty()) {
    m_errors.push_back(
        {ErrorKind::Failed, run.string(), "can have no notes here", "start the studio with its settings"});
    if (m_options.changed) m_options.changed();
    return;
  }
  const bool ofImport = seen && seen->entry.imported;
  post([this, file, ofImport, edit = std::move(edit)] {
    std::error_code failed;
    if (ofImport) std::filesystem::create_directories(file.parent_path(), failed);
    if (const Status changed = changeNotes(file, edit); !changed) m_inbox.push(changed.error());
  });
}

}  // namespace sojourn::session
