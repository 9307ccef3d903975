// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/monitor/desktop.h"

#include <array>
#include <cstdio>
#include <fstream>
#include <memory>

#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

#include "model/core/text.h"
#include "views/present/report/report_html.h"

namespace sojourn::monitor {
namespace {

/// The waits of notify-send for the desktop can hang; more at a time would only pile up.
constexpr std::size_t mostRunning = 4;

/// The desktop portal's interface for settings: 1 is dark, 2 light, 0 no preference.
constexpr const char* command =
    "gdbus call --session --timeout 1 --dest org.freedesktop.portal.Desktop"
    " --object-path /org/freedesktop/portal/desktop --method org.freedesktop.portal.Settings.Read"
    " org.freedesktop.appearance color-scheme 2>/dev/null";

std::string outputOf(const char* line) {
  std::string output;
  const std::unique_ptr<FILE, int (*)(FILE*)> pipe(::popen(line, "r"), ::pclose);
  if (!pipe) return output;
  std::array<char, 256> part{};
  while (const std::size_t count = std::fread(part.data(), 1, part.size(), pipe.get())) {
    output.append(part.data(), count);
    if (output.size() > 4096) break;  // no answer of a portal
  }
  return output;
}

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

std::optional<bool> darkFromPortal(std::string_view answer) {
  constexpr std::string_view type = "uint32 ";
  const std::size_t at = answer.find(type);
  if (at == std::string_view::npos || at + type.size() >= answer.size()) return std::nullopt;
  const char scheme = answer[at + type.size()];
  if (scheme == '1') return true;
  return scheme == '2' ? std::optional(false) : std::nullopt;
}

void SystemTheme::ask() {
  if (m_asking.exchange(true)) return;
  m_thread = std::jthread([this] {
    const std::optional<bool> dark = darkFromPortal(outputOf(command));
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
