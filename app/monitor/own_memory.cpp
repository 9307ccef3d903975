// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/monitor/own_memory.h"

#include <fstream>

#include <unistd.h>

namespace sojourn::monitor {

std::uint64_t residentBytes() {
  std::ifstream file("/proc/self/statm");
  std::uint64_t whole = 0, resident = 0;
  file >> whole >> resident;
  return resident * static_cast<std::uint64_t>(::sysconf(_SC_PAGESIZE));
}

}  // namespace sojourn::monitor
