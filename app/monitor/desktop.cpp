// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/monitor/desktop.h"

#include <array>
#include <fstream>

#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

#include "app/monitor/portal.h"
#include "model/core/text.h"
#include "views/present/report/report_html.h"

namespace sojourn::monitor {
namespace {

/// The waits of notify-send for the desktop can hang; more at a time would only pile up.
constexpr std::size_t mostRunning = 4;

}  // namespace

void Notifier::notify(const std::string& title, const std::string& text) {
  std::erase_if(m_running, [](pid_t pid) { return ::waitpid(pid, nullptr, WNOHANG) != 0; });
  if (m_running.size() >= mostRunning) return;
  // The title is plain text, the text is markup (Desktop Notifications Specification): what a log says is neither a
  // link nor a picture.
  // Behind "--" nothing is an option, whatever a run is called.
  std::array<std::string, 5> words{"notify-send", "--app-name=Sojourn monitor", "--", escapeForDisplay(title),
                                   present::htmlText(text)};
  std::array<char*, 6> arguments{};
  for (std::size_t i = 0; i < words.size(); ++i) arguments[i] = words[i].data();
  pid_t pid = 0;
  if (::posix_spawnp(&pid, words[0].c_str(), nullptr, nullptr, arguments.data(), environ) == 0)
    m_running.push_back(pid);
}

void SystemTheme::ask() {
  if (m_asking.exchange(true)) return;
  m_thread = std::jthread([this](const std::stop_token& stop) {
    const std::optional<bool> dark = darkFromPortal(stop);
    m_answer = !dark ? Answer::None : *dark ? Answer::Dark : Answer::Light;
    m_asking = false;
    if (m_wake) m_wake();
  });
}

std::optional<bool> SystemTheme::dark() const {
  const Answer answer = m_answer;
  return answer == Answer::None ? std::nullopt : std::optional(answer == Answer::Dark);
}

std::uint64_t residentBytes() {
  std::ifstream file("/proc/self/statm");
  std::uint64_t whole = 0, resident = 0;
  file >> whole >> resident;
  return resident * static_cast<std::uint64_t>(::sysconf(_SC_PAGESIZE));
}

}  // namespace sojourn::monitor
