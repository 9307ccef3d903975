// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/terminal/terminal.h"

#include <algorithm>
#include <csignal>
#include <cstdio>
#include <utility>

#include <unistd.h>

#include "model/core/text.h"
#include "views/text/output.h"

namespace sojourn::cli {
namespace {

bool errorIsTerminal() {
  return ::isatty(STDERR_FILENO) == 1;
}

/// Never destroyed: a signal may come while the program winds up.
const CancelToken& token() {
  static const CancelToken* const theToken = new CancelToken;
  return *theToken;
}

volatile std::sig_atomic_t checkpointWanted = 0;

using Held = std::function<std::optional<Problem>()>;

std::vector<Held>& heldProblems() {
  static std::vector<Held> held;
  return held;
}

/// Stores into a lock-free atomic, which a signal handler may do.
void onSignal(int) {
  token().cancel();
}

/// The second signal of an `endsAtSecond` ends the program at once.
bool catchSignal(int signal, bool endsAtSecond) {
  struct sigaction before {};
  // nohup asks for a program that stays when its terminal goes.
  if (signal == SIGHUP && ::sigaction(signal, nullptr, &before) == 0 && before.sa_handler == SIG_IGN) return true;
  struct sigaction action {};
  action.sa_handler = onSignal;
  action.sa_flags = endsAtSecond ? static_cast<int>(SA_RESETHAND) : 0;
  sigemptyset(&action.sa_mask);
  return ::sigaction(signal, &action, nullptr) == 0;
}

}  // namespace

void printProblems(const std::vector<Problem>& problems) {
  for (const Problem& problem : problems) {
    if (problem.severity == Severity::Notice && !errorIsTerminal()) continue;
    const Error said{ErrorKind::BadInput, problem.where, problem.what, problem.remedy};
    std::fprintf(stderr, "sojourn: %s: %s\n", severityName(problem.severity), said.sentence().c_str());
  }
}

void holdProblems(const std::vector<Problem>& problems) {
  for (const Problem& problem : problems) holdProblem([problem] { return problem; });
}

void holdProblem(std::function<std::optional<Problem>()> asked) {
  heldProblems().push_back(std::move(asked));
}

void printHeldProblems() {
  std::vector<Problem> problems;
  for (const Held& held : std::exchange(heldProblems(), {}))
    if (auto problem = held()) problems.push_back(std::move(*problem));
  printProblems(problems);
}

CancelToken interruptToken() {
  static const bool installed = [] {
    (void)token();  // made now, so that the handler never has to
    return catchSignal(SIGINT, true) && catchSignal(SIGTERM, true) && catchSignal(SIGHUP, false);
  }();
  (void)installed;
  return token();
}

std::function<bool()> checkpointSignal() {
  struct sigaction action {};
  action.sa_handler = [](int) { checkpointWanted = 1; };
  action.sa_flags = SA_RESTART;
  sigemptyset(&action.sa_mask);
  for (const int signal : {SIGUSR1, SIGUSR2}) static_cast<void>(::sigaction(signal, &action, nullptr));
  return [] {
    const bool wanted = checkpointWanted != 0;
    checkpointWanted = 0;
    return wanted;
  };
}

ProgressLine::ProgressLine(std::string what)
    : m_what(std::move(what)), m_terminal(errorIsTerminal()), m_last(std::chrono::steady_clock::now()) {}

Progress ProgressLine::callback() {
  return [this](std::size_t done, std::size_t total) {
    show(groupThousands(static_cast<long long>(done)) + " of " + groupThousands(static_cast<long long>(total)));
  };
}

Progress ProgressLine::bytes() {
  return [this](std::size_t done, std::size_t total) { show(humanBytes(done) + " of " + humanBytes(total)); };
}

Progress ProgressLine::byteRate() {
  return [this, begin = std::chrono::steady_clock::now()](std::size_t done, std::size_t total) {
    const double seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count();
    const double rate = seconds > 0 ? static_cast<double>(done) / seconds : 0;
    show(humanBytes(done) + " of " + humanBytes(total) + ", " + humanBytes(static_cast<unsigned long long>(rate)) +
         "/s");
  };
}

void ProgressLine::show(const std::string& text) {
  const auto now = std::chrono::steady_clock::now();
  if (!m_terminal) {
    if (now - m_last < std::chrono::minutes(1)) return;
    m_last = now;
    std::fprintf(stderr, "sojourn: %s: %s\n", m_what.c_str(), text.c_str());
    return;
  }
  if (m_shown && now - m_last < std::chrono::milliseconds(100)) return;
  m_last = now;
  m_shown = true;
  std::fprintf(stderr, "\r\x1b[K%s: %s", m_what.c_str(), text.c_str());
  std::fflush(stderr);
}

void ProgressLine::clear() {
  if (!m_shown) return;
  std::fprintf(stderr, "\r\x1b[K");
  std::fflush(stderr);
  m_shown = false;
}

}  // namespace sojourn::cli
