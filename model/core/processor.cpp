// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/core/processor.h"

#include <array>
#include <fstream>

#include <dlfcn.h>

namespace sojourn {
namespace {

/// The driver's own library. It is there on every machine with a CUDA driver and on no other.
void* driver() {
  static void* const library = ::dlopen("libcuda.so.1", RTLD_NOW | RTLD_GLOBAL);
  return library;
}

}  // namespace

std::string processorName() {
  std::ifstream cpus("/proc/cpuinfo");
  for (std::string line; std::getline(cpus, line);)
    if (const std::size_t colon = line.find(": "); line.starts_with("model name") && colon != std::string::npos)
      return line.substr(colon + 2, 200);
  return {};
}

bool hasCudaDriver() {
  return driver() != nullptr;
}

/// By the driver's own functions, so that no CUDA toolkit is needed to build.
std::vector<Gpu> gpus() {
  const auto find = [](const char* name) { return driver() ? ::dlsym(driver(), name) : nullptr; };
  const auto start = reinterpret_cast<int (*)(unsigned)>(find("cuInit"));
  const auto count = reinterpret_cast<int (*)(int*)>(find("cuDeviceGetCount"));
  const auto getName = reinterpret_cast<int (*)(char*, int, int)>(find("cuDeviceGetName"));
  const auto getMemory = reinterpret_cast<int (*)(std::size_t*, int)>(find("cuDeviceTotalMem_v2"));
  int number = 0;
  if (!start || !count || !getName || start(0) != 0 || count(&number) != 0) return {};
  std::vector<Gpu> found;
  for (int index = 0; index < number; ++index) {
    std::array<char, 128> name{};
    std::size_t bytes = 0;
    if (getName(name.data(), static_cast<int>(name.size()) - 1, index) != 0) continue;
    if (getMemory && getMemory(&bytes, index) != 0) bytes = 0;
    found.push_back({.index = index, .name = name.data(), .memoryBytes = static_cast<std::int64_t>(bytes)});
  }
  return found;
}

}  // namespace sojourn
