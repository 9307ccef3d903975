// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/monitor/state/monitor.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdlib>
#include <limits>
#include <set>
#include <string_view>
#include <tuple>
#include <utility>

#include "model/core/alike_names.h"
#include "model/core/text.h"
#include "model/core/translation.h"
#include "views/session/runs/run_difference.h"

namespace sojourn::monitor {

using session::RunHealth;

namespace {

constexpr std::size_t linesOfRun = 200;
constexpr std::size_t linesOfAll = 1000, longestInLog = 18;
constexpr std::size_t linesOfSelected = 20'000;
constexpr std::size_t mostProblems = 3;
constexpr std::size_t mostSent = 200;
/// A look at thousands of runs takes a fraction of that.
constexpr double silentSeconds = 3;

double bestLossOf(const WatchedRun& run) {
  const session::ValidationFigures* best = run.digest.bestFigures();
  return best && std::isfinite(best->loss) ? best->loss : std::numeric_limits<double>::infinity();
}

std::string orderText(WallOrder order) {
  constexpr std::array labels{"sorted by severity", "sorted by name", "sorted by best loss"};
  return tr(labels[static_cast<std::size_t>(order)]);
}

/// The home folder as a shell writes it.
std::string folderText(const std::filesystem::path& folder) {
  const char* home = std::getenv("HOME");
  std::string path = folder.string();
  if (home && *home && session::liesIn(folder, home)) path.replace(0, std::string_view(home).size(), "~");
  return escapeForDisplay(path);
}

}  // namespace

Monitor::Monitor(MonitorOptions options, MonitorSettings settings)
    : m_options(std::move(options)),
      m_settings(std::move(settings)),
      m_library({.wake = m_options.wake,
                 .changed = [this] { m_changed = true; },
                 .interval = m_options.interval,
                 .tail = {},
                 .beforePoll = m_options.beforePoll}),
      m_comparison(m_library),
      m_compare(m_library, m_comparison) {
  for (const std::filesystem::path& source : m_options.sources) m_library.add(source);
  m_library.setWatched(true);
}

/// All of it that needs attention at once.
std::string Monitor::newsKey() const {
  std::string key = m_firstPoll ? "reading" : "read";
  for (const WatchedRun& run : m_runs) key += '\n' + run.id() + ' ' + run.stateText();
  for (const present::SentLine& sent : m_sent) key += '\n' + sent.clock + sent.command + sent.outcome;
  for (const std::string& problem : m_problems) key += '\n' + problem;
  return key;
}

Change Monitor::update(double now) {
  m_library.drain();
  for (const session::FollowedRunPtr& run : m_library.runs()) {
    if (!m_options.curves && m_library.chosen(run->folder())) m_library.setChosen(run->folder(), false);
  }
  for (const Error& error : m_library.takeErrors()) reportProblem(error.sentence());
  const bool aged = std::fabs(now - m_now) >= secondsToNextAge();
  if (!m_changed && !aged) return Change::None;
  m_changed = false;
  m_now = now;
  takeRuns();
  tellAlerts();
  arrange();
  std::string key = newsKey();
  const bool news = std::exchange(m_acted, false) || key != m_newsKey;
  m_newsKey = std::move(key);
  return news ? Change::News : Change::Figures;
}

/// What is known of a run stays as long as its snapshot is the same; a stall goes on by the clock alone.
void Monitor::takeRuns() {
  std::map<std::filesystem::path, WatchedRun> before;
  for (WatchedRun& run : m_runs) before.emplace(run.run->folder(), std::move(run));
  m_runs.clear();
  bool logChanged = false;
  const session::FollowedRunPtr reference = m_comparison.reference();
  for (const session::FollowedRunPtr& run : m_library.runs()) {
    const auto known = before.find(run->folder());
    const bool same = known != before.end() && known->second.run == run;
    WatchedRun next = same ? std::move(known->second) : WatchedRun{};
    if (!same) {
      static_cast<session::RunLine&>(next) = session::lineOf(run, m_now);
      next.name = escapeForDisplay(run->entry.title(), 80);
      next.lastEvent = session::lastEventWall(*run);
      next.speed = session::throughputOf(*run);
      const bool quiet = known != before.end() && known->second.run->outline == run->outline && known->second.log;
      next.log =
          quiet ? known->second.log
                : std::make_shared<const std::vector<present::RunLogLine>>(logLinesOf(*run, next.name, linesOfRun));
      logChanged |= !quiet;
    }
    session::compareLine(next, m_comparison, reference);
    next.distinction = escapeForDisplay(next.differs, 120);
    if (next.distinction.empty() && run->entry.record) {
      const std::string seed = session::seedOf(*run->entry.record);
      if (!seed.empty()) next.distinction = tr("seed %1", {escapeForDisplay(seed, 20)});
    }
    if (same && next.health.health == RunHealth::Stalled) next.health = session::healthOf(*run, next.digest, m_now);
    m_runs.push_back(std::move(next));
  }
  std::vector<std::string> names;
  for (const WatchedRun& run : m_runs) names.push_back(run.name);
  std::vector<std::string> brief = briefNames(names);
  for (std::size_t i = 0; i < brief.size(); ++i) m_runs[i].brief = std::move(brief[i]);
  tellSpeeds();
  // Each step of a run that trains is an event: by its last one it would change places with the others all the time.
  std::ranges::stable_sort(m_runs, [](const WatchedRun& a, const WatchedRun& b) {
    const auto key = [](const WatchedRun& run) {
      const bool trains = run.health.health >= RunHealth::Diverging && run.health.health <= RunHealth::Running;
      return std::tuple(run.health.health, run.digest.verdict == session::RunVerdict::None,
                        trains ? 0 : -run.lastEvent.value_or(0));
    };
    if (key(a) != key(b)) return key(a) < key(b);
    const auto created = [](const WatchedRun& run) {
      return run.run->entry.record ? run.run->entry.record->created : std::string();
    };
    return created(a) > created(b);
  });
  if (logChanged || m_log.empty()) mergeLog();
}

void Monitor::tellSpeeds() {
  std::map<std::string, std::vector<double>> byKind;
  for (const WatchedRun& run : m_runs) {
    const std::string kind = session::throughputKind(*run.run);
    if (run.speed && !kind.empty()) byKind[kind].push_back(*run.speed);
  }
  for (auto& [kind, speeds] : byKind) std::ranges::sort(speeds);
  for (WatchedRun& run : m_runs) {
    run.speedRatio.reset();
    const auto kind = byKind.find(session::throughputKind(*run.run));
    if (!run.speed || kind == byKind.end() || kind->second.size() < 2) continue;
    const std::vector<double>& speeds = kind->second;
    const std::size_t n = speeds.size();
    const double median = n % 2 == 1 ? speeds[n / 2] : (speeds[n / 2 - 1] + speeds[n / 2]) / 2;
    if (median > 0) run.speedRatio = *run.speed / median;
  }
}

void Monitor::mergeLog() {
  m_log.clear();
  for (const WatchedRun& run : m_runs) {
    if (!run.log) continue;
    m_log.insert(m_log.end(), run.log->begin(), run.log->end());
    // The column of names is narrow.
    if (run.name.size() > longestInLog)
      for (auto line = m_log.end() - std::ssize(*run.log); line != m_log.end(); ++line) line->run = run.brief;
  }
  std::ranges::stable_sort(m_log, {}, &present::RunLogLine::wall);
  if (m_log.size() > linesOfAll) m_log.erase(m_log.begin(), m_log.end() - static_cast<std::ptrdiff_t>(linesOfAll));
}

void Monitor::holdOrder(bool held) {
  if (m_held == held) return;
  m_held = held;
  // What was kept back is drawn at once.
  if (!held) m_changed = m_acted = true;
}

void Monitor::order(std::vector<const WatchedRun*>& runs) const {
  if (m_order == WallOrder::Name)
    std::ranges::stable_sort(runs, {}, [](const WatchedRun* run) -> const std::string& { return run->name; });
  if (m_order == WallOrder::BestLoss)
    std::ranges::stable_sort(runs, {}, [](const WatchedRun* run) { return bestLossOf(*run); });
}

void Monitor::arrange() {
  ++m_version;
  std::vector<present::RunTile> all;
  std::vector<const WatchedRun*> shown;
  const session::RunFilter filter(m_filter);
  for (const WatchedRun& run : m_runs) {
    all.push_back(tileOf(run, m_now));
    if (passes(run, filter)) shown.push_back(&run);
  }
  m_counts = present::countsOf(all);
  order(shown);
  m_wall.held = false;
  if (m_held && !std::exchange(m_rearrange, false)) {
    std::vector<const WatchedRun*> kept;
    for (const present::RunTile& tile : m_wall.tiles)
      if (const WatchedRun* same = run(tile.id)) kept.push_back(same);
    const std::set<const WatchedRun*> known(kept.begin(), kept.end());
    std::ranges::copy_if(shown, std::back_inserter(kept), [&](const WatchedRun* one) { return !known.contains(one); });
    m_wall.held = kept != shown;
    shown = std::move(kept);
  }
  m_rearrange = false;
  m_wall.tiles.clear();
  for (const WatchedRun* run : shown) m_wall.tiles.push_back(tileOf(*run, m_now));
  m_wall.caption = orderText(m_order);
  if (!run(m_selected)) select(m_runs.empty() ? std::string() : m_runs.front().id());
  m_wall.selected = m_selected;
  m_wall.version = m_version;
  chooseSelected();
  m_plots = plotsOf(m_runs, m_library, m_selected);
  m_differences = differencesOf(m_runs, m_plots);
  m_card = {};
  if (const WatchedRun* chosen = run(m_selected)) {
    m_card = cardOf(*chosen, m_library.lastCommand(chosen->run->folder()), m_now);
    m_card.events = eventsOf(*chosen);
    markDifferences(m_card, *chosen->run, m_comparison.reference().get());
  }
  m_sent = commandLinesOf(m_runs, m_library.sentCommands(), m_now, mostSent);
}

/// Its log by steps, further back than the log of all runs reaches; made again when something but steps has come.
std::shared_ptr<const std::vector<present::RunLogLine>> Monitor::eventsOf(const WatchedRun& run) {
  if (m_eventsFrom == run.run->outline) return m_events;
  m_eventsFrom = run.run->outline;
  std::vector<present::RunLogLine> lines = logLinesOf(*run.run, run.name, linesOfSelected);
  std::ranges::stable_sort(lines, {}, &present::RunLogLine::step);
  m_events = std::make_shared<const std::vector<present::RunLogLine>>(std::move(lines));
  return m_events;
}

const Compare& Monitor::compare() {
  if (std::exchange(m_compared, m_version) == m_version) return m_compare;
  std::set<std::string> shown;
  const session::RunFilter filter(m_filter);
  for (const WatchedRun& run : m_runs)
    if (passes(run, filter)) shown.insert(run.id());
  for (WatchedRun& run : m_runs) run.revealed = m_comparison.revealed(*run.run);
  m_compare.update(m_runs, shown, m_plots);
  return m_compare;
}

/// The selected run is in the charts; one that was there for no other reason leaves them again.
void Monitor::chooseSelected() {
  if (m_chosenHere == m_selected || m_selected.empty()) return;
  if (!m_chosenHere.empty()) m_library.setChosen(m_chosenHere, false);
  m_chosenHere.clear();
  if (m_library.chosen(m_selected)) return;
  m_chosenHere = m_selected;
  m_library.setChosen(m_selected, true);
}

const WatchedRun* Monitor::run(const std::string& id) const {
  const auto found = std::ranges::find_if(m_runs, [&](const WatchedRun& one) { return one.id() == id; });
  return found == m_runs.end() ? nullptr : &*found;
}

std::string Monitor::sourceText() const {
  std::string text;
  for (const std::filesystem::path& source : m_library.sources())
    text += (text.empty() ? "" : ", ") + folderText(source);
  return text;
}

bool Monitor::expectsMore(double seconds) const {
  const std::vector<session::SilentSource> silent = m_library.silentFor(seconds);
  return std::ranges::any_of(m_library.sources(), [&](const std::filesystem::path& source) {
    return !m_library.settled(source) &&
           std::ranges::find(silent, source, &session::SilentSource::source) == silent.end();
  });
}

std::string Monitor::silenceText() const {
  const std::vector<session::SilentSource> silent = m_library.silentFor(silentSeconds);
  if (silent.empty()) return {};
  const std::size_t others = silent.size() - 1;
  return tr(others == 0   ? "%1 has not answered for %2"
            : others == 1 ? "%1 and another folder have not answered for %2"
                          : "%1 and %3 other folders have not answered for %2",
            {folderText(silent.front().source), session::timeSpanText(silent.front().seconds), std::to_string(others)});
}

std::string Monitor::statusLine() const {
  const auto live = std::ranges::count_if(m_runs, [](const WatchedRun& run) {
    return run.health.health >= RunHealth::Diverging && run.health.health <= RunHealth::Paused;
  });
  const auto alerting = std::ranges::count(m_alerts, false, &present::RunAlert::over);
  std::string line =
      tr(m_runs.size() == 1 ? "%1 run in %2" : "%1 runs in %2", {std::to_string(m_runs.size()), sourceText()}) +
      tr(" \u00B7 %1 live \u00B7 ", {std::to_string(live)}) +
      counted(static_cast<std::size_t>(alerting), "%1 alert", "%1 alerts");
  std::optional<double> newest;
  for (const WatchedRun& run : m_runs)
    if (run.lastEvent) newest = std::max(newest.value_or(*run.lastEvent), *run.lastEvent);
  if (newest) line += tr(" \u00B7 newest event %1", {ageText(m_now - *newest)});
  if (const std::string silence = silenceText(); !silence.empty())
    line += " \u00B7 " + silence;
  else if (m_firstPoll)
    line += tr(" \u00B7 reading\u2026");
  return line;
}

void Monitor::reportProblem(const std::string& problem) {
  m_problems.push_back(problem);
  if (m_problems.size() > mostProblems) m_problems.erase(m_problems.begin());
  m_changed = true;
}

void Monitor::watch(const std::filesystem::path& folder) {
  const bool watched = std::ranges::any_of(
      m_library.sources(), [&](const std::filesystem::path& source) { return session::liesIn(folder, source); });
  if (!watched) m_library.add(folder);
}

double Monitor::secondsToNextAge() const {
  constexpr double whileSeconds = 10, whileMinutes = 60, whileHours = 3600;
  double next = m_library.silentFor(1).empty() ? whileHours : silentSeconds;
  for (const WatchedRun& run : m_runs) {
    if (!run.lastEvent) continue;
    const double age = m_now - *run.lastEvent;
    next = std::min(next, age < 100 ? whileSeconds : age < 5400 ? whileMinutes : whileHours);
  }
  return next;
}

void Monitor::setOrder(WallOrder order) {
  m_order = order;
  m_rearrange = true;
  arrange();
}

void Monitor::setFilter(const std::string& text) {
  m_filter = text;
  m_rearrange = true;
  arrange();
}

void Monitor::select(const std::string& id) {
  if (id == m_selected) return;
  m_selected = id;
  m_changed = m_acted = true;
}

void Monitor::selectNext(int step) {
  const auto& tiles = m_wall.tiles;
  if (tiles.empty()) return;
  const auto at = std::ranges::find(tiles, m_selected, &present::RunTile::id);
  const auto last = static_cast<std::ptrdiff_t>(tiles.size()) - 1;
  const std::ptrdiff_t from = at == tiles.end() ? -step : at - tiles.begin();
  select(tiles[static_cast<std::size_t>(std::clamp<std::ptrdiff_t>(from + step, 0, last))].id);
}

void Monitor::act(const present::RunTableAction& action) {
  m_changed = m_acted = true;
  m_compare.act(action);
}

void Monitor::act(const present::RunAction& action) {
  m_changed = m_acted = true;
  std::visit(present::Overloaded{[this](const present::SelectRun& one) { select(one.folder); },
                                 [this](const present::SendCommand& one) {
                                   if (one.command != ControlCommand::SetLearningRate)
                                     return m_library.send(one.folder, one.command);
                                   const double rate = one.rate.value_or(0);
                                   if (rate > 0 && std::isfinite(rate)) m_library.send(one.folder, one.command, rate);
                                 },
                                 [this](const present::LowerRate& one) {
                                   const WatchedRun* of = run(one.folder);
                                   if (const auto rate = of ? rateOf(*of) : std::nullopt)
                                     m_library.send(one.folder, ControlCommand::SetLearningRate, *rate / 10);
                                 },
                                 [this](const present::ShowInCharts& one) {
                                   if (one.folder == m_chosenHere) m_chosenHere.clear();
                                   m_library.setChosen(one.folder, one.shown);
                                 },
                                 [this](const present::MuteRun& one) {
                                   const WatchedRun* of = run(one.folder);
                                   m_settings.muted.erase(one.folder);
                                   if (of && one.muted) m_settings.muted[one.folder] = of->stateText();
                                   std::erase_if(m_alerts, [&](const present::RunAlert& alert) {
                                     return alert.id == one.folder;
                                   });
                                 }},
             action);
}

}  // namespace sojourn::monitor
