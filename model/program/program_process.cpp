// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/program/program_process.h"

#include <algorithm>
#include <array>
#include <cerrno>
#include <csignal>
#include <cstdlib>
#include <cstring>
#include <utility>

#include <fcntl.h>
#include <poll.h>
#include <spawn.h>
#include <sys/eventfd.h>
#include <sys/wait.h>
#include <unistd.h>

#include "model/core/text.h"

namespace sojourn {
namespace {

using Clock = std::chrono::steady_clock;
constexpr std::chrono::milliseconds beat{50};  // between looks at a cancel token
constexpr std::chrono::seconds patience{2};    // for a program whose input is closed
constexpr std::size_t longestLogLine = 2000, lastWords = 3;

struct Pipe {
  Descriptor reader, writer;
};
std::optional<Pipe> makePipe() {
  std::array<int, 2> ends{};
  if (::pipe2(ends.data(), O_CLOEXEC) != 0) return std::nullopt;
  return Pipe{Descriptor(ends[0]), Descriptor(ends[1])};
}

Error cannotStart(const std::string& command, int number) {
  return {ErrorKind::Failed, escapeForDisplay(command, 80),
          std::string("cannot be started (") + std::strerror(number) + ")", "check the command and its folder"};
}

Error cancelledCall() {
  return {ErrorKind::Cancelled, "", "cancelled", ""};
}

/// SIGPIPE would end this program where the other one has closed its input.
class PipeSignalBlocked {
 public:
  PipeSignalBlocked() {
    ::sigemptyset(&m_set);
    ::sigaddset(&m_set, SIGPIPE);
    ::pthread_sigmask(SIG_BLOCK, &m_set, &m_before);
  }
  ~PipeSignalBlocked() {
    const timespec none{};
    if (!::sigismember(&m_before, SIGPIPE)) {
      while (::sigtimedwait(&m_set, nullptr, &none) == SIGPIPE) {
      }
    }
    ::pthread_sigmask(SIG_SETMASK, &m_before, nullptr);
  }
  PipeSignalBlocked(const PipeSignalBlocked&) = delete;
  PipeSignalBlocked& operator=(const PipeSignalBlocked&) = delete;

 private:
  sigset_t m_set{}, m_before{};
};

}  // namespace

Result<std::unique_ptr<ProgramProcess>> ProgramProcess::start(const std::string& command,
                                                              const std::filesystem::path& folder,
                                                              std::shared_ptr<LineLog> log) {
  auto input = makePipe(), output = makePipe(), errors = makePipe();
  Descriptor wake(::eventfd(0, EFD_CLOEXEC));
  if (!input || !output || !errors || wake.get() < 0) return cannotStart(command, errno);
  posix_spawn_file_actions_t files;
  posix_spawnattr_t attributes;
  ::posix_spawn_file_actions_init(&files);
  ::posix_spawnattr_init(&attributes);
  if (!folder.empty()) ::posix_spawn_file_actions_addchdir_np(&files, folder.c_str());
  ::posix_spawn_file_actions_adddup2(&files, input->reader.get(), STDIN_FILENO);
  ::posix_spawn_file_actions_adddup2(&files, output->writer.get(), STDOUT_FILENO);
  ::posix_spawn_file_actions_adddup2(&files, errors->writer.get(), STDERR_FILENO);
  // A group of its own: what it starts is ended with it, and Ctrl+C in a terminal is for us.
  ::posix_spawnattr_setflags(&attributes, POSIX_SPAWN_SETPGROUP | POSIX_SPAWN_SETSIGDEF | POSIX_SPAWN_SETSIGMASK);
  ::posix_spawnattr_setpgroup(&attributes, 0);
  sigset_t all, none;
  ::sigfillset(&all);
  ::sigemptyset(&none);
  ::posix_spawnattr_setsigdefault(&attributes, &all);
  ::posix_spawnattr_setsigmask(&attributes, &none);
  std::array<std::string, 3> words{"sh", "-c", command};
  std::array<char*, 4> argv{words[0].data(), words[1].data(), words[2].data(), nullptr};
  // Tells sojourn_model.py that the streams are for answers from the first line on.
  std::string mark = "SOJOURN_MODEL=1";
  // Libraries that our start put before those of the environment are ours alone: a model may bring another torch.
  constexpr const char* libraryPath = "LD_LIBRARY_PATH=";
  const char* before = std::getenv("SOJOURN_LIBRARY_PATH_BEFORE");
  std::string restored = std::string(libraryPath) + (before ? before : "");
  std::vector<char*> variables;
  for (char** variable = environ; *variable != nullptr; ++variable)
    if (!before || !std::string_view(*variable).starts_with(libraryPath)) variables.push_back(*variable);
  if (before && *before != '\0') variables.push_back(restored.data());
  variables.insert(variables.end(), {mark.data(), nullptr});
  pid_t child = 0;
  const int failed = ::posix_spawn(&child, "/bin/sh", &files, &attributes, argv.data(), variables.data());
  ::posix_spawn_file_actions_destroy(&files);
  ::posix_spawnattr_destroy(&attributes);
  if (failed != 0) return cannotStart(command, failed);
  ::fcntl(input->writer.get(), F_SETFL, O_NONBLOCK);
  ::fcntl(output->reader.get(), F_SETFL, O_NONBLOCK);
  ::fcntl(errors->reader.get(), F_SETFL, O_NONBLOCK);
  return std::unique_ptr<ProgramProcess>(new ProgramProcess(child, std::move(input->writer), std::move(output->reader),
                                                            std::move(errors->reader), std::move(wake),
                                                            std::move(log)));
}

ProgramProcess::ProgramProcess(pid_t child, Descriptor input, Descriptor output, Descriptor errors, Descriptor wake,
                               std::shared_ptr<LineLog> log)
    : m_child(child),
      m_input(std::move(input)),
      m_output(std::move(output)),
      m_errors(std::move(errors)),
      m_wake(std::move(wake)),
      m_log(std::move(log)),
      m_pump([this] { pump(); }) {}

ProgramProcess::~ProgramProcess() {
  m_input = Descriptor(-1);
  for (const auto end = Clock::now() + patience; !hasExited() && Clock::now() < end;)
    std::this_thread::sleep_for(std::chrono::milliseconds(10));
  // Before it is waited for: until then no other group can have its number.
  ::kill(-m_child, SIGKILL);
  while (::waitpid(m_child, nullptr, 0) < 0 && errno == EINTR) {
  }
  {
    const std::lock_guard lock(m_mutex);
    m_stopping = true;
  }
  const std::uint64_t one = 1;
  if (::write(m_wake.get(), &one, sizeof one) < 0) {
    // The thread looks by itself after a while.
  }
  m_pump.join();
}

bool ProgramProcess::hasExited() const {
  siginfo_t info{};
  return ::waitid(P_PID, static_cast<id_t>(m_child), &info, WEXITED | WNOHANG | WNOWAIT) != 0 || info.si_pid != 0;
}

void ProgramProcess::pump() {
  std::vector<char> buffer(1 << 16);
  bool outputOpen = true, errorsOpen = true;
  for (;;) {
    std::array<pollfd, 3> streams{pollfd{outputOpen ? m_output.get() : -1, POLLIN, 0},
                                  {errorsOpen ? m_errors.get() : -1, POLLIN, 0},
                                  {m_wake.get(), POLLIN, 0}};
    const bool exited = hasExited();
    constexpr int look = 100;  // ms
    const int ready = ::poll(streams.data(), streams.size(), look);
    bool any = false;
    const auto drain = [&](bool& open, int file, short events, auto&& taken) {
      if (!open || events == 0) return;
      const ssize_t got = ::read(file, buffer.data(), buffer.size());
      any = any || got > 0;
      if (got > 0) taken(std::string_view(buffer.data(), static_cast<std::size_t>(got)));
      if (got == 0 || (got < 0 && errno != EAGAIN && errno != EINTR)) open = false;
    };
    drain(outputOpen, m_output.get(), streams[0].revents, [this](std::string_view bytes) { take(bytes); });
    drain(errorsOpen, m_errors.get(), streams[1].revents, [this](std::string_view bytes) { takeLog(bytes); });
    const std::lock_guard lock(m_mutex);
    // A child that it left behind may hold the streams open for ever.
    const bool over = (!outputOpen && !errorsOpen) || (exited && ready == 0) || m_tooLong;
    if (m_stopping || (over && !any)) {
      if (!m_partialLog.empty()) endLogLine();
      m_ended = true;
      m_changed.notify_all();
      return;
    }
  }
}

void ProgramProcess::take(std::string_view bytes) {
  const std::lock_guard lock(m_mutex);
  while (!bytes.empty() && !m_tooLong) {
    const std::size_t end = bytes.find('\n');
    m_partial += bytes.substr(0, end);
    // What nobody asked for is bounded as a line is.
    m_tooLong = m_partial.size() + m_waiting > longestProgramLine;
    if (end == std::string_view::npos) break;
    bytes.remove_prefix(end + 1);
    m_waiting += m_partial.size();
    m_lines.push_back(std::exchange(m_partial, {}));
    m_changed.notify_all();
  }
  if (m_tooLong) m_partial = {};
}

void ProgramProcess::takeLog(std::string_view bytes) {
  const std::lock_guard lock(m_mutex);
  while (!bytes.empty()) {
    const std::size_t end = bytes.find('\n');
    const std::string_view rest = bytes.substr(0, end);
    m_partialLog += rest.substr(0, longestLogLine - std::min(longestLogLine, m_partialLog.size()));
    if (end == std::string_view::npos) break;
    bytes.remove_prefix(end + 1);
    endLogLine();
  }
}

void ProgramProcess::endLogLine() {
  // Empty lines, and those with which Python points at what stands above them, say nothing by themselves.
  if (m_partialLog.find_first_not_of(" \t\r^~") != std::string::npos) m_lastWords.push_back(m_partialLog);
  if (m_lastWords.size() > lastWords) m_lastWords.pop_front();
  m_log->append(std::exchange(m_partialLog, {}));
}

Error ProgramProcess::endedError() const {
  const std::lock_guard lock(m_mutex);
  if (m_tooLong)
    return {ErrorKind::BadInput, "the model program", "printed a line longer than 256 MB",
            "answer with one line for each request, and print nothing else to standard output"};
  std::string last;
  for (const std::string& line : m_lastWords) last += (last.empty() ? "" : " / ") + escapeForDisplay(line, 200);
  return {ErrorKind::Failed, "the model program",
          last.empty() ? "has ended" : "has ended; the last that it wrote: " + last,
          "start it by hand to see what is wrong"};
}

Status ProgramProcess::write(std::string_view line, Deadline until, const CancelToken& cancel) {
  std::string text(line);
  text += '\n';
  const PipeSignalBlocked blocked;
  for (std::string_view rest = text; !rest.empty();) {
    if (cancel.cancelled()) return cancelledCall();
    if (Clock::now() > until)
      return Error{ErrorKind::Failed, "the model program", "did not take the question in time",
                   "give it more time, or see its log"};
    const ssize_t sent = ::write(m_input.get(), rest.data(), rest.size());
    if (sent > 0) {
      rest.remove_prefix(static_cast<std::size_t>(sent));
    } else if (errno == EAGAIN) {
      pollfd stream{m_input.get(), POLLOUT, 0};
      ::poll(&stream, 1, static_cast<int>(beat.count()));
    } else if (errno != EINTR) {
      return endedError();
    }
  }
  return {};
}

Result<std::string> ProgramProcess::read(Deadline until, const CancelToken& cancel) {
  std::unique_lock lock(m_mutex);
  for (;;) {
    if (!m_lines.empty()) {
      std::string line = std::move(m_lines.front());
      m_lines.pop_front();
      m_waiting -= line.size();
      return line;
    }
    if (m_ended || m_tooLong) {
      lock.unlock();
      return endedError();
    }
    if (cancel.cancelled()) return cancelledCall();
    if (Clock::now() > until)
      return Error{ErrorKind::Failed, "the model program", "did not answer in time", "give it more time, or see its log"};
    m_changed.wait_for(lock, beat);
  }
}

bool ProgramProcess::isEnded() const {
  const std::lock_guard lock(m_mutex);
  return (m_ended || m_tooLong) && m_lines.empty();
}

void ProgramProcess::kill() {
  // It is not waited for before this object goes, so no other group has its number.
  ::kill(-m_child, SIGKILL);
}

}  // namespace sojourn
