// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/session/follow/source_follower.h"

#include <algorithm>
#include <atomic>
#include <bit>
#include <exception>
#include <utility>

#include "model/core/translation.h"

namespace sojourn::session {
namespace {

std::unique_ptr<RunFollower> followerOf(const SourceFollowerOptions& options, const CancelToken& cancel) {
  auto follower = std::make_unique<RunFollower>(options.source, options.tail);
  follower->setNotesFolder(options.importNotes);
  follower->setCancel(cancel);
  return follower;
}

/// Up to the next eighth of its magnitude.
std::size_t rounded(std::size_t steps) {
  const std::size_t unit = std::max<std::size_t>(1, std::bit_floor(steps) / 8);
  return (steps + unit - 1) / unit * unit;
}

/// What each run may have, so that all of them have `most` together; absent: there is room for all.
std::optional<std::size_t> levelOf(std::vector<std::size_t> runs, std::size_t most) {
  std::ranges::sort(runs);
  std::size_t room = most;
  for (std::size_t i = 0; i < runs.size(); ++i) {
    const std::size_t each = room / (runs.size() - i);
    if (runs[i] > each) return each;
    room -= runs[i];
  }
  return std::nullopt;
}

}  // namespace

/// All that the thread works with: it goes with the last who holds it.
struct SourceFollower::Following {
  Following(SourceFollowerOptions given, std::uint64_t first)
      : options(std::move(given)), number(first), follower(followerOf(options, cancel)) {}

  [[nodiscard]] bool poll();
  [[nodiscard]] std::vector<WaitingCommand> commandsOfNewRuns();
  void failed(const char* why);

  const SourceFollowerOptions options;
  const CancelToken cancel;
  std::atomic<bool> reportAgain{false};

  // The thread's.
  std::uint64_t number;
  std::unique_ptr<RunFollower> follower;  ///< null after a failure
  bool reportedSettled = false;
  std::set<std::filesystem::path> searched;  ///< the runs whose waiting commands have been read
};

/// Later commands of other viewers are known from the log once they are answered.
std::vector<WaitingCommand> SourceFollower::Following::commandsOfNewRuns() {
  std::vector<WaitingCommand> commands;
  for (const FollowedRunPtr& run : follower->runs()) {
    if (run->entry.imported || !searched.insert(run->folder()).second) continue;
    for (ControlRequest& request : waitingCommands(run->entry.paths))
      commands.push_back({.run = run->folder(), .request = std::move(request)});
  }
  return commands;
}

bool SourceFollower::Following::poll() {
  if (!follower) return false;
  try {
    if (options.beforePoll) options.beforePoll(options.source);
    const RunFollower::Poll poll = follower->poll();
    if (reportAgain.exchange(false) || poll.changed || reportedSettled == poll.more) {
      reportedSettled = !poll.more;
      options.report(
          {.number = number, .runs = follower->runs(), .commands = commandsOfNewRuns(), .settled = !poll.more});
    }
    return poll.more;
  } catch (const std::exception& failure) {
    failed(failure.what());
    return false;
  }
}

/// Its runs are left in the midst of a look: nothing of them is reported.
void SourceFollower::Following::failed(const char* why) {
  follower.reset();
  options.report(
      {.number = number,
       .settled = true,
       .failure = Error{ErrorKind::Failed, options.source.string(), tr("can no longer be followed (%1)", {why}),
                        tr("close other programs if memory is short, then open it again")}});
}

SourceFollower::SourceFollower(SourceFollowerOptions options, std::uint64_t number)
    : m_following(std::make_shared<Following>(std::move(options), number)),
      m_thread([following = m_following] { return following->poll(); }, m_following->options.interval) {}

void SourceFollower::ask(std::function<void(RunFollower&)> act) {
  m_thread.post(
      [following = m_following, act = std::move(act)] {
        if (following->follower) act(*following->follower);
      },
      false);
}

void SourceFollower::choose(WantedSteps wanted) {
  ask([wanted = std::move(wanted)](RunFollower& follower) {
    follower.setMostSteps(wanted.most);
    follower.choose(wanted.runs);
  });
}

void SourceFollower::forget(const std::filesystem::path& run, std::uint64_t number) {
  m_thread.post(
      [following = m_following, run, number] {
        if (following->follower) following->follower->forget(run);
        following->number = number;
        following->reportedSettled = false;
      },
      false);
}

void SourceFollower::reportAgain() {
  m_following->reportAgain = true;
}

void SourceFollower::end() {
  m_following->cancel.cancel();
  m_following.reset();
  m_thread.end();
}

std::vector<std::size_t> stepBudgets(const std::vector<AskedSteps>& sources, std::size_t most) {
  std::vector<std::size_t> known;
  for (const AskedSteps& asked : sources) {
    for (const auto& run : asked) {
      if (run) known.push_back(rounded(*run));
    }
  }
  const std::optional<std::size_t> level = levelOf(std::move(known), most);
  if (!level) return std::vector<std::size_t>(sources.size(), most);
  std::vector<std::size_t> shares;
  for (const AskedSteps& asked : sources) {
    std::size_t& share = shares.emplace_back(0);
    for (const auto& run : asked) share += run ? std::min(rounded(*run), *level) : *level;
  }
  return shares;
}

}  // namespace sojourn::session
