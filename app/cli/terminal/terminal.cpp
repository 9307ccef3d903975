// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/terminal/terminal.h"

#include <cstdio>

#include <unistd.h>

#include "model/core/text.h"

namespace sojourn::cli {
namespace {

bool errorIsTerminal() {
  return ::isatty(STDERR_FILENO) == 1;
}

}  // namespace

void printError(const Error& error) {
  std::fprintf(stderr, "sojourn: %s\n", error.sentence().c_str());
}

void printProblems(const std::vector<Problem>& problems) {
  for (const Problem& problem : problems) {
    if (problem.severity == Severity::Notice && !errorIsTerminal()) continue;
    const Error said{ErrorKind::BadInput, problem.where, problem.what, problem.remedy};
    std::fprintf(stderr, "sojourn: %s: %s\n", severityName(problem.severity), said.sentence().c_str());
  }
}

ProgressLine::ProgressLine(std::string what) : m_what(std::move(what)), m_terminal(errorIsTerminal()) {}

Progress ProgressLine::callback() {
  if (!m_terminal) return {};
  return [this](std::size_t done, std::size_t total) {
    show(groupThousands(static_cast<long long>(done)) + " of " + groupThousands(static_cast<long long>(total)));
  };
}

Progress ProgressLine::bytes() {
  if (!m_terminal) return {};
  return [this](std::size_t done, std::size_t total) { show(humanBytes(done) + " of " + humanBytes(total)); };
}

void ProgressLine::show(const std::string& text) {
  if (!m_terminal) return;
  const auto now = std::chrono::steady_clock::now();
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
