// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/session/follow/run_follower.h"

#include <algorithm>
#include <chrono>
#include <numeric>
#include <tuple>
#include <utility>

#include <sys/stat.h>

#include "model/runs/log/run_history.h"
#include "model/runs/store/run_files.h"

namespace sojourn::session {
namespace {

bool sameProblems(const std::vector<Error>& a, const std::vector<Error>& b) {
  return std::ranges::equal(a, b, {}, &Error::sentence, &Error::sentence);
}

bool sameEntry(const RunEntry& a, const RunEntry& b) {
  return a.record == b.record && a.results == b.results && a.status == b.status && a.notes == b.notes &&
         a.imported == b.imported && a.liveness == b.liveness && sameProblems(a.problems, b.problems);
}

std::shared_ptr<const RunHistory> withoutSteps(RunHistory history) {
  history.steps = {};
  return std::make_shared<const RunHistory>(std::move(history));
}

/// Adds what a stretch brought. Steps that it takes back or repeats go first.
void takeRecent(StepColumns& recent, const RunHistory& newer) {
  std::int64_t last = newer.steps.size() > 0 ? newer.steps.step.front() - 1 : newer.lastStep();
  for (const auto& rewind : newer.rewinds) last = std::min(last, rewind.event.step);
  const auto beyond = std::ranges::upper_bound(recent.step, last);
  recent.truncate(static_cast<std::size_t>(beyond - recent.step.begin()));
  recent.append(newer.steps);
  // In one go for many steps: moving them costs more than keeping them.
  if (recent.size() <= 4 * recentSteps) return;
  std::vector<std::size_t> latest(recentSteps);
  std::iota(latest.begin(), latest.end(), recent.size() - recentSteps);
  recent.keep(latest);
}

/// A look that takes longer leaves the rest of the logs to the next.
constexpr std::chrono::milliseconds longestPoll{150};

/// Another training in the same folder: all that was known is of the one before.
bool isAnother(const RunEntry& before, const RunEntry& now) {
  return before.record && now.record && before.record->id != now.record->id;
}

/// Of step 1, or of whichever a log begins with. True where it has been found.
bool takeFirstLoss(std::optional<double>& loss, const TailUpdate& update) {
  bool found = false;
  const auto take = [&](const std::optional<RunHistory>& stretch, bool fromTheStart) {
    if (!stretch || stretch->steps.size() == 0) return;
    if (!(fromTheStart && !loss) && stretch->steps.step.front() > 1) return;
    loss = stretch->steps.loss.front();
    found = true;
  };
  take(update.older, true);
  take(update.newer, update.complete);
  return found;
}

std::string textOf(const std::optional<Error>& error) {
  return error ? error->sentence() : std::string();
}

void forgetLog(FollowedRun& run) {
  run.logRestarted = true;
  run.outline.reset();
  run.history.reset();
  run.recent.reset();
  run.firstLoss.reset();
}

}  // namespace

bool liesIn(const std::filesystem::path& path, const std::filesystem::path& source) {
  const auto [in, rest] = std::ranges::mismatch(path, source);
  return rest == source.end();
}

RunFollower::RunFollower(std::filesystem::path source, TailOptions options)
    : m_catalogue(std::move(source)), m_options(options) {}

void RunFollower::setSources(std::vector<std::filesystem::path> sources) {
  m_catalogue.setSources(std::move(sources));
  drop([&](const FollowedRun& run) {
    return std::ranges::none_of(m_catalogue.sources(),
                                [&](const auto& source) { return liesIn(run.folder(), source); });
  });
}

bool RunFollower::drop(const std::function<bool(const FollowedRun&)>& unwanted) {
  std::vector<FollowedRunPtr> kept;
  for (FollowedRunPtr& run : m_runs) {
    if (unwanted(*run)) {
      m_tracked.erase(run->folder());
      continue;
    }
    m_tracked[run->folder()].at = kept.size();
    kept.push_back(std::move(run));
  }
  const bool any = kept.size() < m_runs.size();
  m_runs = std::move(kept);
  return any;
}

std::optional<RunFollower::Stamp> RunFollower::stampOf(const std::filesystem::path& file) {
  // One call of the system for both: there may be hundreds of runs, and each is looked at every second.
  struct stat found {};
  if (::stat(file.c_str(), &found) != 0 || !S_ISREG(found.st_mode)) return std::nullopt;
  return Stamp{.size = static_cast<std::uintmax_t>(found.st_size),
               .time = {found.st_mtim.tv_sec, found.st_mtim.tv_nsec}};
}

RunFollower::Poll RunFollower::poll() {
  Poll poll;
  ++m_polls;
  std::vector<Sight> sights;
  for (RunEntry& entry : m_catalogue.refresh()) sights.push_back(sightOf(std::move(entry)));
  poll.more = readLogs(sights);
  for (Sight& sight : sights) {
    if (!sight.changed) continue;
    m_runs[sight.run->at] = std::make_shared<const FollowedRun>(std::move(sight.next));
    poll.changed = true;
  }
  poll.changed |= boundSteps();
  const auto found = [this](const FollowedRun& run) { return m_tracked[run.folder()].foundAt == m_polls; };
  poll.changed |= drop([&](const FollowedRun& run) { return m_forgotten.contains(run.folder()) && !found(run); });
  m_forgotten.clear();
  for (FollowedRunPtr& run : m_runs) {
    if (found(*run) || run->vanished) continue;
    FollowedRun gone = *run;
    gone.vanished = true;
    Tracked& tracked = m_tracked[gone.folder()];
    tracked = tracked.forgotten();
    run = std::make_shared<const FollowedRun>(std::move(gone));
    poll.changed = true;
  }
  return poll;
}

RunFollower::Sight RunFollower::sightOf(RunEntry entry) {
  const auto [place, isNew] = m_tracked.try_emplace(entry.paths.folder);
  Tracked& run = place->second;
  if (isNew) {
    run.at = m_runs.size();
    m_runs.push_back(nullptr);
  }
  run.foundAt = m_polls;
  const FollowedRunPtr before = m_runs[run.at];
  Sight sight{.run = &run, .next = before ? *before : FollowedRun{}, .changed = true};
  if (before && isAnother(before->entry, entry)) {
    run = run.forgotten();
    forgetLog(sight.next);
  } else if (before) {
    sight.changed = before->vanished || !sameEntry(before->entry, entry);
  }
  sight.next.vanished = false;
  sight.next.entry = std::move(entry);
  return sight;
}

bool RunFollower::readLogs(std::vector<Sight>& sights) {
  const auto end = std::chrono::steady_clock::now() + longestPoll;
  std::vector<Sight*> waiting;
  for (Sight& sight : sights) waiting.push_back(&sight);
  std::ranges::stable_sort(waiting, {}, [](const Sight* sight) {
    return std::tuple(sight->run->readAt, sight->next.entry.liveness != Liveness::Alive);
  });
  bool more = false;
  for (Sight* sight : waiting) {
    if (sight != waiting.front() && std::chrono::steady_clock::now() > end) return true;
    if (sight->next.entry.imported)
      takeImport(sight->next, sight->changed);
    else
      more |= readLog(*sight->run, sight->next, sight->changed);
    sight->run->readAt = m_polls;
  }
  return more;
}

void RunFollower::takeImport(FollowedRun& next, bool& changed) const {
  const std::shared_ptr<const ImportedRun>& run = next.entry.imported;
  const bool wanted = m_chosen.contains(next.folder());
  const std::shared_ptr<const RunHistory> whole(run, &run->history);
  if (!next.outline || changed) next.outline = withoutSteps(run->history);
  const auto history = wanted ? whole : nullptr;
  changed |= history != next.history;
  next.history = history;
  next.complete = true;
}

bool RunFollower::readLog(Tracked& run, FollowedRun& next, bool& changed) const {
  const bool wanted = m_chosen.contains(next.folder());
  if (wanted != run.withSteps) {
    run.withSteps = wanted;
    run.reader.reset();
    run.store = {};
    if (wanted) run.read.reset();  // the steps have not been kept: the log is read again
    changed |= next.history != nullptr;
    next.history.reset();
  }
  const std::optional<Stamp> stamp = stampOf(next.entry.paths.events());
  // Also of a log that is being read: its reader cannot tell one that was cut between its size and its text from a
  // short one.
  if (stamp && stamp->size < run.seen) {
    forgetLog(next);
    changed = true;
    run.reader.reset();
  }
  if (!run.reader) {
    // Also where there is none; a folder in its place has no stamp, and is reported.
    if (run.read == stamp && (stamp || !isNamed(next.entry.paths.events()))) return false;
    run.reader = std::make_unique<TailReader>(next.entry.paths.events(), m_options);
    run.store = {};
    run.recent = {};
    run.read.reset();
  }
  run.seen = stamp ? stamp->size : 0;
  TailUpdate update = run.reader->poll();
  const bool completed = update.complete && !run.store.complete();
  const std::optional<Error>& problem = update.problem ? update.problem : update.lastBad;
  const bool news = update.restarted || update.newer || completed || update.badLines != next.badLines ||
                    update.laterLines != next.laterLines || textOf(problem) != textOf(next.logProblem);
  if (update.restarted) {
    forgetLog(next);
    run.recent = {};
  }
  if (update.newer) takeRecent(run.recent, *update.newer);
  const bool first = takeFirstLoss(next.firstLoss, update);
  if (!wanted) {
    for (auto* stretch : {&update.older, &update.newer}) {
      if (*stretch) (*stretch)->steps = {};
    }
  }
  run.store.apply(update);
  if (update.older || update.newer) run.store.bound(mostEventBytes);
  if (news || first) {
    take(update, run, next);
    changed = true;
  }
  if (!update.more && !update.problem && next.entry.liveness != Liveness::Alive) {
    // Stamped before it was read: what came meanwhile makes it differ.
    run.read = stamp;
    run.reader.reset();
    run.store = {};
  }
  return update.more;
}

std::size_t RunFollower::stepsOf(const Tracked& run, const FollowedRun& seen) {
  if (!run.withSteps) return 0;
  return run.reader ? run.store.stepCount() : seen.history ? seen.history->steps.size() : 0;
}

bool RunFollower::boundSteps() {
  struct Held {
    Tracked* run;
    std::size_t steps;
  };
  std::vector<Held> held;
  std::size_t together = 0;
  for (auto& [folder, run] : m_tracked) {
    held.push_back({.run = &run, .steps = stepsOf(run, *m_runs[run.at])});
    together += held.back().steps;
  }
  bool any = false;
  while (together > m_mostSteps) {
    Held& longest = *std::ranges::max_element(held, {}, &Held::steps);
    FollowedRunPtr& seen = m_runs[longest.run->at];
    FollowedRun thinner = *seen;
    if (longest.run->reader) {
      longest.run->store.halveSteps();
      if (seen->history) thinner.history = std::make_shared<const RunHistory>(longest.run->store.history());
    } else {
      RunHistory history = *seen->history;
      thinSteps(history, history.steps.size() / 2);
      thinner.history = std::make_shared<const RunHistory>(std::move(history));
    }
    seen = std::make_shared<const FollowedRun>(std::move(thinner));
    const std::size_t left = stepsOf(*longest.run, *seen);
    if (left >= longest.steps) break;  // a few steps each: so many runs are not chosen
    together -= longest.steps - left;
    longest.steps = left;
    any = true;
  }
  return any;
}

void RunFollower::take(const TailUpdate& update, Tracked& run, FollowedRun& next) {
  next.badLines = update.badLines;
  next.laterLines = update.laterLines;
  next.logProblem = update.problem ? update.problem : update.lastBad;
  next.logUnreadable = update.problem && (next.outline || isNamed(next.entry.paths.events()));
  next.complete = run.store.complete();
  next.recent = std::make_shared<const StepColumns>(run.recent);
  if (run.withSteps) next.history = std::make_shared<const RunHistory>(run.store.history());
  // While the older part of a long log is still being read, an outline of all of it beats one of its end.
  if (next.complete || !next.outline) next.outline = withoutSteps(run.store.history());
}

}  // namespace sojourn::session
