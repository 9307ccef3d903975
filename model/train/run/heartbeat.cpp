// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/train/run/heartbeat.h"

#include <chrono>
#include <fstream>
#include <utility>

#include <dlfcn.h>
#include <sys/resource.h>
#include <unistd.h>

#include "model/runs/store/ids_and_times.h"

namespace sojourn {
namespace {

double cpuSeconds() {
  rusage usage{};
  if (::getrusage(RUSAGE_SELF, &usage) != 0) return 0;
  const auto seconds = [](const timeval& time) {
    return static_cast<double>(time.tv_sec) + 1e-6 * static_cast<double>(time.tv_usec);
  };
  return seconds(usage.ru_utime) + seconds(usage.ru_stime);
}

std::int64_t residentBytes() {
  std::ifstream file("/proc/self/statm");
  std::int64_t size = 0, resident = 0;
  file >> size >> resident;
  return resident * static_cast<std::int64_t>(::sysconf(_SC_PAGESIZE));
}

constexpr std::chrono::seconds beat{1};
constexpr int beatsPerSystemEvent = 10;
constexpr int failuresForgiven = 2;

/// NVIDIA's management library (NVML), opened by name: no toolkit is needed to build.
class GpuReadings {
 public:
  GpuReadings() : m_library(::dlopen("libnvidia-ml.so.1", RTLD_NOW)) {
    if (!m_library) return;
    const auto initialise = function<int()>("nvmlInit_v2");
    const auto handle = function<int(unsigned, void**)>("nvmlDeviceGetHandleByIndex_v2");
    m_utilisation = function<int(void*, Utilisation*)>("nvmlDeviceGetUtilizationRates");
    m_memory = function<int(void*, Memory*)>("nvmlDeviceGetMemoryInfo");
    m_there = initialise && handle && m_utilisation && m_memory && initialise() == 0 && handle(0, &m_device) == 0;
  }

  void addTo(SystemEvent& event) const {
    if (!m_there) return;
    Utilisation utilisation;
    Memory memory;
    if (m_utilisation(m_device, &utilisation) == 0) event.gpu = utilisation.gpu;
    if (m_memory(m_device, &memory) == 0) event.gpuMemoryBytes = static_cast<std::int64_t>(memory.used);
  }

 private:
  /// As nvml.h lays them out.
  struct Utilisation {
    unsigned gpu = 0, memory = 0;
  };
  struct Memory {
    unsigned long long total = 0, free = 0, used = 0;
  };

  template <class F>
  [[nodiscard]] F* function(const char* name) const {
    return reinterpret_cast<F*>(::dlsym(m_library, name));
  }

  void* m_library;
  void* m_device = nullptr;
  int (*m_utilisation)(void*, Utilisation*) = nullptr;
  int (*m_memory)(void*, Memory*) = nullptr;
  bool m_there = false;
};

/// The load of this process on its machine: processors, memory, and the first GPU, whichever process uses that.
class SystemLoad {
 public:
  /// Processor time since the last call (or construction) as percent of one core, and what is in use now.
  [[nodiscard]] SystemEvent sinceLast() {
    const double passed = secondsSince(std::exchange(m_wall, Clock::now()));
    const double used = cpuSeconds();
    SystemEvent event;
    if (passed > 0) event.cpu = 100 * (used - m_cpuSeconds) / passed;
    event.memoryBytes = residentBytes();
    m_gpu.addTo(event);
    m_cpuSeconds = used;
    return event;
  }

 private:
  using Clock = std::chrono::steady_clock;
  static double secondsSince(Clock::time_point then) {
    return std::chrono::duration<double>(Clock::now() - then).count();
  }

  Clock::time_point m_wall = Clock::now();
  double m_cpuSeconds = cpuSeconds();
  GpuReadings m_gpu;
};

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
