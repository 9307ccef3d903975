// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/monitor/own_memory.h"

#include <fstream>

#include <unistd.h>

namespace sojourn::monitor {

std::string memoryWords() {
  std::ifstream pages("/proc/self/statm");
  long long all = 0, resident = 0;
  if (!(pages >> all >> resident)) return {};
  constexpr long long megabyte = 1'000'000;
  return std::to_string((resident * ::sysconf(_SC_PAGESIZE) + megabyte / 2) / megabyte) + " MB in memory";
}

}  // namespace sojourn::monitor
