// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/monitor/system_theme.h"

#include <array>
#include <cstdio>
#include <memory>
#include <string>

namespace sojourn::monitor {
namespace {

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
  switch (m_answer.load()) {
    case Answer::Dark:
      return true;
    case Answer::Light:
      return false;
    case Answer::None:
      break;
  }
  return std::nullopt;
}

}  // namespace sojourn::monitor
