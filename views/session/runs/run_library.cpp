// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/session/runs/run_library.h"

#include <algorithm>
#include <system_error>

#include "model/core/translation.h"

namespace sojourn::session {
namespace {

using Clock = DetachablePoller::Clock;

/// At the end what is under way is waited for so long.
constexpr std::chrono::seconds patience{2};
/// A source that has not answered for so many seconds leaves the first choice to those after it.
constexpr double turnSeconds = 1;

Status changeNotes(const GuardedPath& file, const std::function<void(ViewerNotes&)>& edit) {
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

Error noThread(const std::filesystem::path& path, const std::system_error& why) {
  return {ErrorKind::Failed, path.string(), tr("cannot be watched: the system has no threads left (%1)", {why.what()}),
          tr("close other programs, or name the folder that holds all runs")};
}

/// A pending task is worth the whole patience; a poll that hangs already only what is left of it.
void awaitEnd(DetachablePoller& thread, Clock::time_point began) {
  Clock::time_point latest = began + patience;
  if (!thread.hasRequiredTask())
    latest = std::min(latest, Clock::now() + patience - std::chrono::duration_cast<Clock::duration>(thread.busyFor()));
  static_cast<void>(thread.awaitEnd(latest));
}

}  // namespace

RunLibrary::RunLibrary(RunLibraryOptions options)
    : m_options(std::move(options)),
      m_wakeup(std::make_shared<WakeupHandle>(m_options.wake)),
      m_inbox(std::make_shared<Inbox<Message>>([wakeup = m_wakeup] { wakeup->wake(); })) {}

RunLibrary::~RunLibrary() {
  m_wakeup->disconnect();
  const Clock::time_point began = Clock::now();
  for (Source& source : m_sources) close(source);
  if (m_elsewhere) m_elsewhere->end();
  for (const auto& follower : m_leaving) awaitEnd(follower->thread(), began);
  if (m_elsewhere) awaitEnd(*m_elsewhere, began);
}

void RunLibrary::notifyChanged() {
  if (m_options.changed) m_options.changed();
}

void RunLibrary::report(Error error) {
  m_errors.push_back(std::move(error));
  notifyChanged();
}

// ---- sources

std::unique_ptr<SourceFollower> RunLibrary::follow(const std::filesystem::path& source, std::uint64_t number) {
  auto follower = std::make_unique<SourceFollower>(
      SourceFollowerOptions{.source = source,
                            .importNotes = m_importNotes,
                            .tail = m_options.tail,
                            .interval = m_options.interval,
                            .beforePoll = m_options.beforePoll,
                            .report =
                                [inbox = m_inbox](SourceNews news) {
                                  inbox->push(
                                      [news = std::move(news)](RunLibrary& library) { library.takeNews(news); });
                                }},
      number);
  follower->thread().setWatched(m_watched);
  return follower;
}

/// Its thread writes what is pending and ends, or hangs: it is not waited for.
void RunLibrary::close(Source& source) {
  source.follower->end();
  m_leaving.push_back(std::move(source.follower));
}

void RunLibrary::open(std::filesystem::path source) {
  for (Source& before : m_sources) close(before);
  m_sources.clear();
  m_paths.clear();
  m_choice.chosen.clear();
  rearrange();
  add(source);
}

void RunLibrary::add(const std::filesystem::path& source) {
  const std::filesystem::path whole = sourceAt(source);
  if (std::ranges::find(m_paths, whole) != m_paths.end()) return;
  try {
    const std::uint64_t number = ++m_number;
    m_sources.push_back({.path = whole, .number = number, .follower = follow(whole, number)});
    m_paths.push_back(whole);
  } catch (const std::system_error& failure) {
    report(noThread(whole, failure));
    return;
  }
  rearrange();
  notifyChanged();
}

void RunLibrary::remove(std::filesystem::path source) {
  const auto found = std::ranges::find(m_sources, source, &Source::path);
  if (found == m_sources.end()) return;
  close(*found);
  m_sources.erase(found);
  std::erase(m_paths, source);
  std::erase_if(m_choice.chosen, [this](const std::filesystem::path& run) { return sourceOf(run).empty(); });
  rearrange();
  notifyChanged();
}

std::filesystem::path RunLibrary::sourceOf(const std::filesystem::path& run) const {
  const auto found = std::ranges::find_if(m_paths, [&](const auto& source) { return liesIn(run, source); });
  return found == m_paths.end() ? std::filesystem::path() : *found;
}

void RunLibrary::setWatched(bool watched) {
  m_watched = watched;
  for (const Source& source : m_sources) source.follower->thread().setWatched(watched);
}

bool RunLibrary::settled() const {
  return std::ranges::all_of(m_sources, &Source::settled);
}

bool RunLibrary::answered() const {
  return std::ranges::all_of(m_sources, &Source::answered);
}

bool RunLibrary::settled(const std::filesystem::path& source) const {
  const auto found = std::ranges::find(m_sources, source, &Source::path);
  return found != m_sources.end() && found->settled;
}

std::vector<SilentSource> RunLibrary::silentFor(double seconds) const {
  std::vector<SilentSource> silent;
  for (const Source& source : m_sources) {
    const double busy = source.follower->thread().busyFor().count();
    if (busy >= seconds) silent.push_back({.source = source.path, .seconds = busy});
  }
  std::ranges::stable_sort(silent, std::ranges::greater(), &SilentSource::seconds);
  return silent;
}

// ---- what the threads report

void RunLibrary::drain() {
  std::erase_if(m_leaving, [](const auto& follower) { return follower->thread().awaitEnd(Clock::now()); });
  const std::vector<Message> messages = m_inbox->drain();
  if (messages.empty()) return;
  for (const Message& take : messages) take(*this);
  rearrange();
  matchAnswers();
  notifyChanged();
}

void RunLibrary::takeNews(const SourceNews& news) {
  const auto source = std::ranges::find(m_sources, news.number, &Source::number);
  if (source == m_sources.end()) return;
  source->answered = true;
  source->settled = news.settled;
  if (news.failure)
    m_errors.push_back(*news.failure);
  else
    source->runs = news.runs;
  for (const auto& [run, request] : news.commands) m_commands.found(run, request);
}

void RunLibrary::takeSent(std::uint64_t number, const Result<std::string>& id) {
  m_commands.written(number, id);
  if (!id) m_errors.push_back(id.error());
}

/// After anything has come, or a source has been opened or closed.
void RunLibrary::rearrange() {
  merge();
  chooseFirst();
  passOnChoice();
}

void RunLibrary::merge() {
  m_runs.clear();
  m_shownBy.clear();
  for (std::size_t place = 0; place < m_sources.size(); ++place) {
    for (const FollowedRunPtr& run : m_sources[place].runs) {
      if (m_shownBy.try_emplace(run->folder().native(), place).second) m_runs.push_back(run);
    }
  }
}

FollowedRunPtr RunLibrary::run(const std::filesystem::path& folder) const {
  const auto found = std::ranges::find_if(m_runs, [&](const FollowedRunPtr& one) { return one->folder() == folder; });
  return found == m_runs.end() ? nullptr : *found;
}

void RunLibrary::forget(std::filesystem::path run) {
  m_choice.chosen.erase(run);
  for (Source& source : m_sources) {
    std::erase_if(source.runs, [&](const FollowedRunPtr& one) { return one->folder() == run; });
    source.number = ++m_number;
    source.follower->forget(run, source.number);
  }
  rearrange();
  notifyChanged();
}

// ---- the curves

/// Sources have their turns in their order, so that which runs get the colours does not hang on whose disk is quickest;
/// but one that is silent has no turn before it answers.
void RunLibrary::chooseFirst() {
  bool waits = false;
  for (Source& source : m_sources) {
    if (!source.fresh) continue;
    waits |= !source.answered && source.follower->thread().busyFor().count() < turnSeconds;
    if (waits) {
      // Its next word is the occasion to ask again whether those before it have answered.
      if (source.answered) source.follower->reportAgain();
      continue;
    }
    if (std::ranges::none_of(m_runs, [&](const auto& run) { return liesIn(run->folder(), source.path); })) continue;
    source.fresh = false;
    m_choice.addFirst(m_runs, source.path);
  }
}

/// How many steps each of these runs has made; imported logs are read whole.
AskedSteps RunLibrary::stepsOf(const std::set<std::filesystem::path>& runs) const {
  AskedSteps asked;
  for (const std::filesystem::path& path : runs) {
    const FollowedRunPtr seen = run(path);
    if (seen && seen->entry.imported) continue;
    std::optional<std::size_t>& steps = asked.emplace_back();
    if (seen && seen->outline) steps = static_cast<std::size_t>(std::max<std::int64_t>(0, seen->outline->lastStep()));
  }
  return asked;
}

void RunLibrary::assignColors() {
  std::vector<const FollowedRun*> shown;
  for (const FollowedRunPtr& run : m_runs)
    if (chosen(run->folder()) && !referenceLine(*run)) shown.push_back(run.get());
  std::ranges::stable_sort(shown, {}, [](const FollowedRun* run) {
    return std::pair(run->entry.record ? run->entry.record->created : std::string(), run->folder());
  });
  m_colors.clear();
  m_repeated.clear();
  std::set<std::size_t> taken;
  std::vector<const FollowedRun*> without;
  for (const FollowedRun* run : shown)
    if (!taken.insert(runColorIndex(*run)).second) without.push_back(run);
  for (const FollowedRun* run : without) {
    std::size_t color = runColorIndex(*run);
    for (std::size_t step = 0; step < runColors && taken.contains(color); ++step) color = (color + 1) % runColors;
    m_colors[run->folder()] = color;
    if (!taken.insert(color).second) m_repeated.insert(run->folder());
  }
}

std::size_t RunLibrary::colorIndex(const FollowedRun& run) const {
  const auto other = m_colors.find(run.folder());
  return other == m_colors.end() ? runColorIndex(run) : other->second;
}

/// The steps of a run are read by the source that shows it; of one that is new by the source that finds it.
void RunLibrary::passOnChoice() {
  assignColors();
  std::vector<WantedSteps> wanted(m_sources.size());
  std::vector<AskedSteps> asked;
  for (std::size_t place = 0; place < m_sources.size(); ++place) {
    for (const std::filesystem::path& run : m_choice.chosen) {
      const auto shown = m_shownBy.find(run.native());
      if (shown == m_shownBy.end() || shown->second == place) wanted[place].runs.insert(run);
    }
    asked.push_back(stepsOf(wanted[place].runs));
  }
  const std::vector<std::size_t> shares = stepBudgets(asked, m_options.mostSteps);
  for (std::size_t place = 0; place < m_sources.size(); ++place) {
    Source& source = m_sources[place];
    wanted[place].most = shares[place];
    if (wanted[place] == source.wanted) continue;
    source.wanted = wanted[place];
    source.follower->choose(std::move(wanted[place]));
  }
}

bool RunLibrary::referenceLine(const std::filesystem::path& path) const {
  const FollowedRunPtr seen = run(path);
  return seen && referenceLine(*seen);
}

void RunLibrary::setReferenceLine(const std::filesystem::path& path, bool reference) {
  m_choice.references[path.string()] = reference;
  assignColors();
  notifyChanged();
}

void RunLibrary::setChosen(const std::filesystem::path& path, bool chosen) {
  if (chosen == this->chosen(path)) return;
  if (chosen)
    m_choice.chosen.insert(path);
  else
    m_choice.chosen.erase(path);
  passOnChoice();
  notifyChanged();
}

// ---- commands and notes

/// The one that shows the run has had an answer from its disk; else the first that it lies in; null where none is open.
const RunLibrary::Source* RunLibrary::sourceFor(const std::filesystem::path& run) const {
  if (const auto shown = m_shownBy.find(run.native()); shown != m_shownBy.end()) return &m_sources[shown->second];
  const auto found = std::ranges::find_if(m_sources, [&](const Source& source) { return liesIn(run, source.path); });
  return found == m_sources.end() ? nullptr : &*found;
}

/// The error: there is no thread for it.
std::optional<Error> RunLibrary::post(const std::filesystem::path& run, DetachablePoller::Task task) {
  const Source* source = sourceFor(run);
  try {
    if (!source && !m_elsewhere) m_elsewhere = std::make_unique<DetachablePoller>();
  } catch (const std::system_error& failure) {
    return noThread(run, failure);
  }
  (source ? source->follower->thread() : *m_elsewhere).post(std::move(task), true);
  return std::nullopt;
}

void RunLibrary::send(const std::filesystem::path& run, ControlCommand command, std::optional<double> value) {
  const std::uint64_t number = m_commands.add(run, command, value);
  const auto failure = post(run, [inbox = m_inbox, number, paths = RunPaths{run}, command, value] {
    inbox->push(
        [number, id = sendCommand(paths, command, value)](RunLibrary& library) { library.takeSent(number, id); });
  });
  if (failure) takeSent(number, *failure);
  notifyChanged();
}

/// Where the learning rate was changed, a run's curve is not its configuration's any more: it is left out of group
/// means from then on.
void RunLibrary::matchAnswers() {
  const auto seen = [this](const std::filesystem::path& path) { return run(path); };
  for (const std::filesystem::path& steered : m_commands.match(seen))
    editNotes(steered, [](ViewerNotes& notes) { notes.steered = true; });
}

void RunLibrary::editNotes(const std::filesystem::path& run, std::function<void(ViewerNotes&)> edit) {
  const FollowedRunPtr seen = this->run(run);
  const GuardedPath file = seen ? seen->entry.notesFile : RunPaths{run}.viewer();
  if (file.empty()) {
    report({ErrorKind::Failed, run.string(), tr("cannot have notes here"), tr("start the studio with its settings")});
    return;
  }
  const bool ofImport = seen && seen->entry.imported;
  auto failure = post(run, [inbox = m_inbox, file, ofImport, edit = std::move(edit)] {
    std::error_code failed;
    if (ofImport) std::filesystem::create_directories(file.parent_path(), failed);
    if (const Status changed = changeNotes(file, edit); !changed)
      inbox->push([error = changed.error()](RunLibrary& library) { library.m_errors.push_back(error); });
  });
  if (failure) report(std::move(*failure));
}

}  // namespace sojourn::session
