// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/train/run/system_load.h"

#include <fstream>

#include <dlfcn.h>
#include <sys/resource.h>
#include <unistd.h>

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

}  // namespace

/// NVIDIA's management library (NVML), opened by name: no toolkit is needed to build.
class SystemLoad::Gpu {
 public:
  Gpu() : m_library(::dlopen("libnvidia-ml.so.1", RTLD_NOW)) {
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

SystemLoad::SystemLoad()
    : m_wall(std::chrono::steady_clock::now()), m_cpuSeconds(cpuSeconds()), m_gpu(std::make_unique<Gpu>()) {}
SystemLoad::~SystemLoad() = default;

SystemEvent SystemLoad::sinceLast() {
  const auto wall = std::chrono::steady_clock::now();
  const double used = cpuSeconds();
  const double passed = std::chrono::duration<double>(wall - m_wall).count();
  SystemEvent event;
  if (passed > 0) event.cpu = 100 * (used - m_cpuSeconds) / passed;
  event.memoryBytes = residentBytes();
  m_gpu->addTo(event);
  m_wall = wall;
  m_cpuSeconds = used;
  return event;
}

}  // namespace sojourn
