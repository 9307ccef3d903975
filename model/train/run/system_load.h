// SPDX-License-Identifier: GPL-3.0-or-later
// The load of this process on its machine: processors, memory, and the GPU where NVIDIA's management library is there.
#pragma once

#include <chrono>
#include <memory>

#include "model/runs/log/events.h"

namespace sojourn {

/// Not for several threads.
class SystemLoad {
 public:
  SystemLoad();
  ~SystemLoad();

  /// Processor time since the last call (or construction) as percent of one core, and what is in use now. The GPU's
  /// figures are the first device's, whichever process uses it.
  [[nodiscard]] SystemEvent sinceLast();

 private:
  class Gpu;
  std::chrono::steady_clock::time_point m_wall;
  double m_cpuSeconds = 0;
  std::unique_ptr<Gpu> m_gpu;
};

}  // namespace sojourn
