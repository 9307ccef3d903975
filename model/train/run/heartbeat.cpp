// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/train/run/heartbeat.h"

#include <chrono>

#include "model/runs/store/wall_time.h"
#include "model/train/run/system_load.h"

namespace sojourn {
namespace {

constexpr std::chrono::seconds beat{1};
constexpr int beatsPerSystemEvent = 10;
constexpr int failuresForgiven = 2;

}  // namespace

Heartbeat::Heartbeat(const RunPaths& paths, EventLog& log, std::int64_t epochs) : m_paths(paths), m_log(&log) {
  m_status.process = thisProcess();
  m_status.epochs = epochs;
}

Result<std::unique_ptr<Heartbeat>> Heartbeat::start(const RunPaths& paths, EventLog& log, std::int64_t epochs) {
  std::unique_ptr<Heartbeat> made(new Heartbeat(paths, log, epochs));
  if (const Status written = made->write(); !written) return written.error();
  made->m_thread = std::jthread([heart = made.get()](const std::stop_token& stop) { heart->run(stop); });
  return made;
}

Heartbeat::~Heartbeat() {
  if (!m_thread.joinable()) return;
  m_thread.request_stop();
  m_thread.join();
}

void Heartbeat::setState(RunState state) {
  const std::lock_guard lock(m_mutex);
  m_status.state = state;
  m_fresh = true;
  m_changed.notify_one();
}

void Heartbeat::setPlace(std::int64_t epoch, std::int64_t step) {
  const std::lock_guard lock(m_mutex);
  m_status.epoch = epoch;
  m_status.step = step;
}

Status Heartbeat::write() {
  RunStatus status;
  {
    const std::lock_guard lock(m_mutex);
    status = m_status;
    m_fresh = false;
  }
  status.heartbeat = wallNow();
  Status written = writeRunStatus(m_paths.status(), status);
  const std::lock_guard lock(m_mutex);
  m_failures = written ? 0 : m_failures + 1;
  m_lastFailure = written;
  return written;
}

Status Heartbeat::trouble() {
  const std::lock_guard lock(m_mutex);
  return m_failures > failuresForgiven ? m_lastFailure : Status();
}

void Heartbeat::run(const std::stop_token& stop) {
  SystemLoad load;
  for (int beats = 1; !stop.stop_requested(); ++beats) {
    {
      std::unique_lock lock(m_mutex);
      m_changed.wait_for(lock, stop, beat, [&] { return m_fresh; });
    }
    static_cast<void>(write());
    if (beats % beatsPerSystemEvent == 0) static_cast<void>(m_log->append(load.sinceLast()));
  }
  static_cast<void>(write());
}

}  // namespace sojourn
