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

Status changeNotes(const RunPaths& run, const std::function<void(ViewerNotes&)>& edit) {
  auto notes = readViewerNotes(run.viewer());
  if (!notes) return notes.error();
  edit(*notes);
  return writeViewerNotes(run.viewer(), *notes);
}

}  // namespace

RunLibrary::RunLibrary(RunLibraryOptions options)
    : m_options(std::move(options)), m_inbox(m_options.wake), m_thread([this] { work(); }) {}

RunLibrary::~RunLibrary() {
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
  RunFollower::Look look;
  try {
    look = m_follower->look();
  } catch (const std::exception& failure) {
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

void RunLibrary::open(const std::filesystem::path& folder) {
  m_folder = folder.lexically_normal();
  if (!m_folder.has_filename() && m_folder.has_parent_path()) m_folder = m_folder.parent_path();
  ++m_opening;
  m_runs.clear();
  m_chosen.clear();
  m_colors.clear();
  m_settled = m_firstLook = false;
  post([this, opening = m_opening, path = m_folder] {
    m_follower = std::make_unique<RunFollower>(path, m_options.tail);
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
  if (!m_firstLook && !m_runs.empty()) {
    m_firstLook = true;
    chooseFirst();
  }
}

/// The newest runs that nobody has put aside, in the table's order.
void RunLibrary::chooseFirst() {
  std::vector<FollowedRunPtr> candidates;
  for (const FollowedRunPtr& run : m_runs) {
    if (!run->entry.notes.archived) candidates.push_back(run);
  }
  const auto created = [](const FollowedRunPtr& run) {
    return run->entry.record ? run->entry.record->created : std::string();
  };
  std::ranges::stable_sort(candidates, std::ranges::greater(), created);
  if (candidates.size() > chosenAtFirst) candidates.resize(chosenAtFirst);
  for (const FollowedRunPtr& run : candidates) {
    m_chosen.insert(run->folder());
    giveColor(run->folder());
  }
  passOnChoice();
}

void RunLibrary::giveColor(const std::filesystem::path& run) {
  if (m_colors.contains(run)) return;
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
  post([this, paths = RunPaths{run}, edit = std::move(edit)] {
    if (const Status changed = changeNotes(paths, edit); !changed) m_inbox.push(changed.error());
  });
}

}  // namespace sojourn::session
