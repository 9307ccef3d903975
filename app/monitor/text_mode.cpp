// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/monitor/text_mode.h"

#include <algorithm>
#include <atomic>
#include <chrono>
#include <condition_variable>
#include <csignal>
#include <cstdio>
#include <mutex>
#include <set>
#include <utility>

#include <sys/ioctl.h>
#include <unistd.h>

#include "app/monitor/desktop.h"
#include "model/core/text.h"
#include "model/runs/store/ids_and_times.h"
#include "views/present/scene/format.h"

namespace sojourn::monitor {
namespace {

/// A signal handler may do no more.
std::atomic<bool> stopAsked = false;
void askToStop(int /*signal*/) {
  stopAsked = true;
}

/// How often a signal is looked for while nothing comes.
constexpr std::chrono::milliseconds patience{200};

class Bell {
 public:
  void ring() {
    {
      const std::lock_guard lock(m_mutex);
      m_rung = true;
    }
    m_condition.notify_one();
  }
  void wait() {
    std::unique_lock lock(m_mutex);
    m_condition.wait_for(lock, patience, [this] { return m_rung; });
    m_rung = false;
  }

 private:
  std::mutex m_mutex;
  std::condition_variable m_condition;
  bool m_rung = false;
};

std::size_t lettersOf(const std::string& text) {
  std::size_t letters = 0;
  for (const char c : text) letters += (static_cast<unsigned char>(c) & 0xC0U) != 0x80U ? 1 : 0;
  return letters;
}

std::string padded(std::string text, std::size_t letters, bool right = false) {
  const std::size_t has = lettersOf(text);
  if (has >= letters) return text;
  const std::string space(letters - has, ' ');
  return right ? space + text : text + space;
}

std::string cut(const std::string& line, std::size_t letters) {
  if (letters < 2 || lettersOf(line) <= letters) return line;
  std::size_t at = 0;
  for (std::size_t seen = 0; at < line.size(); ++at) {
    if ((static_cast<unsigned char>(line[at]) & 0xC0U) != 0x80U && ++seen > letters - 1) break;
  }
  return line.substr(0, at) + "\u2026";
}

std::size_t terminalWidth() {
  winsize size{};
  return ::isatty(STDOUT_FILENO) == 1 && ::ioctl(STDOUT_FILENO, TIOCGWINSZ, &size) == 0 ? size.ws_col : 0;
}

void say(const std::string& line, std::size_t width) {
  std::printf("%s\n", cut(line, width).c_str());
  std::fflush(stdout);
}

/// What has happened since the last call, a line each. News of a log is what it did not hold before, whatever the
/// trainer's clock says of it.
class News {
 public:
  explicit News(const Monitor& monitor) { remember(monitor); }

  void print(const Monitor& monitor, std::size_t width) {
    for (const present::RunLogLine& line : newLines(monitor)) {
      const char* level = line.level == present::RunLogLine::Level::Info      ? "info"
                          : line.level == present::RunLogLine::Level::Warning ? "warn"
                                                                              : "error";
      say(line.clock + "  " + padded(line.run, m_nameWidth) + "  " + padded(level, 5) + "  " + line.text, width);
    }
    for (const WatchedRun& run : monitor.runs()) {
      const auto known = m_states.find(run.id());
      if (known != m_states.end() && known->second == run.stateText()) continue;
      say("          " + padded(run.name, m_nameWidth) + "  " + (run.needsAttention() ? "ALERT" : "state") + "  " +
              run.stateText() + (run.health.reason.empty() ? "" : ": " + run.health.reason),
          width);
    }
    remember(monitor);
  }

  void remember(const Monitor& monitor) {
    for (const WatchedRun& run : monitor.runs()) {
      m_states[run.id()] = run.stateText();
      m_nameWidth = std::max(m_nameWidth, std::min<std::size_t>(24, lettersOf(run.name)));
      // Of a log that has not been read whole, older lines are still to come.
      if (run.run->complete) m_logs[run.id()] = run.log;
    }
  }

 private:
  [[nodiscard]] std::vector<present::RunLogLine> newLines(const Monitor& monitor) const {
    std::vector<present::RunLogLine> lines;
    for (const WatchedRun& run : monitor.runs()) {
      const auto known = m_logs.find(run.id());
      if (known == m_logs.end() || !known->second || !run.log || known->second == run.log) continue;
      std::set<std::pair<double, std::string>> before;
      for (const present::RunLogLine& line : *known->second) before.emplace(line.wall, line.text);
      std::ranges::copy_if(*run.log, std::back_inserter(lines), [&](const present::RunLogLine& line) {
        return !line.routine && !before.contains({line.wall, line.text});
      });
    }
    std::ranges::stable_sort(lines, {}, &present::RunLogLine::wall);
    return lines;
  }

  std::map<std::string, std::shared_ptr<const std::vector<present::RunLogLine>>> m_logs;
  std::map<std::string, std::string> m_states;
  std::size_t m_nameWidth = 4;
};

/// The terminal stays empty no longer than this; what is not known by then is printed when it is.
constexpr std::chrono::seconds untilFirstText{1};

/// Longer a disk that does not answer is not waited for where the runs are to be printed once.
constexpr double onceSeconds = 30;

/// How each run goes now, if not what it did long ago.
bool latestKnown(const Monitor& monitor) {
  return std::ranges::all_of(monitor.runs(), [](const WatchedRun& run) { return run.run->outline != nullptr; });
}

/// One line when a disk stops answering and one when all do again.
class Silences {
 public:
  void print(const Monitor& monitor, std::size_t width) {
    const std::string text = monitor.silenceText();
    if (std::exchange(m_silent, !text.empty()) == m_silent) return;
    say("          " + (m_silent ? text : std::string("all folders respond again")), width);
  }

 private:
  bool m_silent = false;
};

void printAll(const Monitor& monitor) {
  std::fputs(textOf(monitor, terminalWidth()).c_str(), stdout);
  std::fflush(stdout);
}

}  // namespace

std::string textOf(const Monitor& monitor, std::size_t width) {
  constexpr std::uint64_t megabyte = 1'000'000;
  const std::string memory = std::to_string((residentBytes() + megabyte / 2) / megabyte) + " MB in memory";
  std::string text = cut(monitor.statusLine() + " \u00B7 " + memory, width) + "\n";
  std::size_t name = 3;
  for (const WatchedRun& run : monitor.runs()) name = std::max(name, std::min<std::size_t>(32, lettersOf(run.name)));
  const auto line = [&](const std::vector<std::string>& cells) {
    const std::vector<std::pair<std::size_t, bool>> columns{{11, false}, {name, false}, {9, true},  {9, true},
                                                            {9, true},   {10, true},    {10, true}, {10, true},
                                                            {11, true},  {14, true},    {0, false}};
    std::string made;
    for (std::size_t i = 0; i < cells.size(); ++i) {
      made += padded(cells[i], columns[i].first, columns[i].second);
      if (i + 1 < cells.size()) made += "  ";
    }
    while (!made.empty() && made.back() == ' ') made.pop_back();
    text += cut(made, width) + "\n";
  };
  line({"state", "run", "epoch", "last loss", "best loss", "last Acc@1", "best Acc@1", "last known", "left",
        "last event", "reason"});
  for (const present::RunTile& tile : monitor.wall().tiles) {
    const bool any = !tile.points.empty();
    constexpr double none = std::numeric_limits<double>::quiet_NaN();
    line({tile.word, tile.name, std::to_string(tile.epoch) + (tile.epochs > 0 ? "/" + std::to_string(tile.epochs) : ""),
          tile.lossBroken ? "NaN" : present::fixedText(tile.lossNow, 3),
          present::fixedText(tile.best ? tile.points[*tile.best].loss : none, 3),
          present::percent(any ? tile.points.back().accuracyAll : none),
          present::percent(tile.best ? tile.points[*tile.best].accuracyAll : none),
          present::percent(any ? tile.points.back().accuracyKnown : none), tile.rest, tile.age, tile.reason});
  }
  return text;
}

int runText(const std::vector<std::filesystem::path>& sources, bool once) {
  Bell bell;
  Monitor monitor({.sources = sources, .wake = [&bell] { bell.ring(); }, .notify = {}, .curves = false}, {});
  if (!once) {
    std::signal(SIGINT, askToStop);
    std::signal(SIGTERM, askToStop);
  }
  monitor.update(wallNow());
  const auto patient = std::chrono::steady_clock::now() + untilFirstText;
  while (monitor.expectsMore(onceSeconds) && !stopAsked) {
    const bool late = std::chrono::steady_clock::now() > patient;
    const bool any = !monitor.runs().empty() || !monitor.silenceText().empty();
    if (!once && any && (late || (monitor.library().answered() && latestKnown(monitor)))) break;
    bell.wait();
    monitor.update(wallNow());
  }
  printAll(monitor);
  for (const std::string& problem : monitor.problems()) std::fprintf(stderr, "sojourn-monitor: %s\n", problem.c_str());
  if (once && monitor.settled()) return 0;
  if (once) {
    std::fprintf(stderr, "sojourn-monitor: %s: its runs are missing above\n", monitor.silenceText().c_str());
    return 4;
  }
  bool whole = monitor.settled();
  News news(monitor);
  Silences silences;
  while (!stopAsked) {
    bell.wait();
    const Change change = monitor.update(wallNow());
    if (!whole && monitor.settled()) {
      whole = true;
      printAll(monitor);
      news.remember(monitor);
    } else if (change != Change::None) {
      news.print(monitor, terminalWidth());
    }
    silences.print(monitor, terminalWidth());
    // The reader of the lines has gone.
    if (std::ferror(stdout) != 0) return 0;
  }
  return 130;
}

}  // namespace sojourn::monitor
