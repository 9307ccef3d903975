// SPDX-License-Identifier: GPL-3.0-or-later
// What this machine computes with.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace sojourn {

/// "AMD EPYC 7B13": of the CPU; empty where the system does not say.
[[nodiscard]] std::string processorName();

/// A GPU of this machine.
struct Gpu {
  int index = 0;
  std::string name;              ///< "NVIDIA H100 80GB HBM3"
  std::int64_t memoryBytes = 0;  ///< 0 where the driver does not say
};

/// A CUDA driver is there. Costs nothing; gpus() wakes it up.
[[nodiscard]] bool hasCudaDriver();
/// The GPUs that the driver knows, whether they can be used or not; none without a driver.
[[nodiscard]] std::vector<Gpu> gpus();

}  // namespace sojourn
