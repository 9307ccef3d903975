// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/core/processor.h"

#include <fstream>

namespace sojourn {

std::string processorName() {
  std::ifstream cpus("/proc/cpuinfo");
  for (std::string line; std::getline(cpus, line);)
    if (const std::size_t colon = line.find(": "); line.starts_with("model name") && colon != std::string::npos)
      return line.substr(colon + 2, 200);
  return {};
}

}  // namespace sojourn
