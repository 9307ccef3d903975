// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/runs/store/process_identity.h"

#include <array>
#include <cmath>
#include <fstream>
#include <sstream>

#include <unistd.h>

#include "model/core/number_text.h"

namespace sojourn {
namespace {

/// When the machine started, by its clock of now: the line "btime" of /proc/stat.
std::optional<double> machineStart() {
  std::ifstream file("/proc/stat");
  for (std::string line; std::getline(file, line);) {
    if (line.starts_with("btime ")) return numberFrom(std::string_view(line).substr(6));
  }
  return std::nullopt;
}

/// A new one whenever the machine starts; empty where the system does not say.
std::string bootId() {
  std::ifstream file("/proc/sys/kernel/random/boot_id");
  std::string id;
  std::getline(file, id);
  return id;
}

/// Two readings of one start differ by the rounding of btime and by small corrections of the clock.
constexpr double sameStartSeconds = 5;

}  // namespace

std::string thisHost() {
  std::array<char, 256> name{};
  return ::gethostname(name.data(), name.size() - 1) == 0 ? name.data() : "";
}

ProcessIdentity thisProcess() {
  const std::int64_t pid = ::getpid();
  return runningProcess(pid).value_or(ProcessIdentity{.host = thisHost(), .pid = pid, .started = 0, .boot = {}});
}

std::optional<ProcessIdentity> runningProcess(std::int64_t pid) {
  std::ifstream file("/proc/" + std::to_string(pid) + "/stat");
  std::string text;
  if (!std::getline(file, text)) return std::nullopt;
  // The second field, the program's name in parentheses, may hold anything: the fields are counted after its end.
  const auto nameEnd = text.rfind(')');
  if (nameEnd == std::string::npos) return std::nullopt;
  std::istringstream fields(text.substr(nameEnd + 1));
  std::string state, skipped;
  fields >> state;
  for (int i = 4; i < 22; ++i) fields >> skipped;
  std::int64_t ticks = 0;
  if (!(fields >> ticks) || state == "Z" || state == "X") return std::nullopt;
  const auto boot = machineStart();
  if (!boot) return std::nullopt;
  const double seconds = static_cast<double>(ticks) / static_cast<double>(::sysconf(_SC_CLK_TCK));
  return ProcessIdentity{
      .host = thisHost(), .pid = pid, .started = *boot + seconds, .boot = bootId(), .startTicks = ticks};
}

ProcessPresence presenceOf(const ProcessIdentity& process) {
  if (process.host != thisHost()) return ProcessPresence::Elsewhere;
  const auto there = runningProcess(process.pid);
  if (!there) return ProcessPresence::Gone;
  const bool comparable = !process.boot.empty() && !there->boot.empty();
  const bool same = comparable ? there->boot == process.boot && there->startTicks == process.startTicks
                               : std::abs(there->started - process.started) <= sameStartSeconds;
  return same ? ProcessPresence::There : ProcessPresence::Gone;
}

}  // namespace sojourn
