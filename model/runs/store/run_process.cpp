// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/runs/store/run_process.h"

#include <array>
#include <cerrno>
#include <chrono>
#include <cmath>
#include <fstream>
#include <sstream>
#include <thread>
#include <utility>

#include <fcntl.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include "model/core/files.h"
#include "model/core/text.h"
#include "model/runs/store/ids_and_times.h"
#include "model/runs/store/run_files.h"

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

/// Clocks of two machines never agree to the second.
constexpr double clockSlackSeconds = 2;

constexpr NameTable<5> names{"unknown", "alive", "stalled", "dead", "over"};

Error heldBySomebody(const GuardedPath& file) {
  Error error{ErrorKind::BadInput, file.string(), "is held by another process",
              "wait for it, stop it, or choose another folder"};
  if (const auto holder = readJsonStruct<ProcessIdentity>(file, 4096))
    error.what = "is held by process " + std::to_string(holder->pid) + " on " + holder->host + ", started " +
                 utcText(holder->started);
  return error;
}

/// Whether the name still leads to the file that was locked: somebody may have deleted it in between.
bool stillNamed(int fd, const GuardedPath& file) {
  struct stat opened {};
  struct stat named {};
  return ::fstat(fd, &opened) == 0 && statGuarded(file, named) && opened.st_ino == named.st_ino &&
         opened.st_dev == named.st_dev;
}

/// isHeld() holds a shared lock for some microseconds, which is no reason to refuse.
bool lockWhole(int fd) {
  constexpr int attempts = 10;
  for (int attempt = 1; ::flock(fd, LOCK_EX | LOCK_NB) != 0; ++attempt) {
    if (errno != EWOULDBLOCK || attempt == attempts) return false;
    std::this_thread::sleep_for(std::chrono::milliseconds(10));
  }
  return true;
}

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

Status writeRunStatus(const GuardedPath& file, const RunStatus& status) {
  return writeFileAtomically(file, jsonFileText(status));
}

Result<RunStatus> readRunStatus(const GuardedPath& file) {
  return readJsonStruct<RunStatus>(file);
}

std::string_view livenessName(Liveness liveness) {
  return nameIn(names, liveness);
}

Liveness LivenessWatch::judge(const RunStatus& status, double now, double uptime) {
  if (isOver(status.state)) return Liveness::Ended;
  const double heartbeat = std::isfinite(status.heartbeat) ? status.heartbeat : 0;
  const auto before = std::exchange(m_heartbeat, heartbeat);
  if (before != heartbeat) {
    m_changed |= before.has_value();
    m_since = uptime;
  }
  const ProcessPresence presence = presenceOf(status.process);
  if (presence == ProcessPresence::Gone) return Liveness::Dead;
  // A heartbeat from the future says nothing but that a clock was set.
  const bool ahead = !(now - heartbeat >= -clockSlackSeconds);
  const double age = m_changed || ahead ? uptime - m_since : now - heartbeat;
  return age > stalledAfterSeconds ? Liveness::Stalled : Liveness::Alive;
}

Result<RunLock> RunLock::take(const GuardedPath& path) {
  constexpr const char* remedy = "check that the folder is there and can be written";
  for (int attempt = 0; attempt < 3; ++attempt) {
    Descriptor file = openGuarded(path, O_RDWR | O_CREAT);
    if (file.get() < 0) return guardedError(path, ErrorKind::Failed, "cannot be opened", remedy);
    if (!lockWhole(file.get())) {
      if (errno == EWOULDBLOCK) return heldBySomebody(path);
      return systemError(path, ErrorKind::Failed, "cannot be locked", "use a disk that supports flock");
    }
    if (!stillNamed(file.get(), path)) continue;
    const std::string text = jsonFileText(thisProcess());
    if (::ftruncate(file.get(), 0) != 0 ||
        ::pwrite(file.get(), text.data(), text.size(), 0) != static_cast<ssize_t>(text.size())) {
      return systemError(path, ErrorKind::Failed, "cannot be written", "free some space");
    }
    return RunLock(std::move(file));
  }
  return Error{ErrorKind::Failed, path.string(), "is deleted again and again while it is taken",
               "stop what deletes it"};
}

bool RunLock::isHeld(const GuardedPath& path) {
  const Descriptor file = openGuarded(path, O_RDONLY);
  return file.get() >= 0 && ::flock(file.get(), LOCK_SH | LOCK_NB) != 0 && errno == EWOULDBLOCK;
}

}  // namespace sojourn
