// SPDX-License-Identifier: GPL-3.0-or-later
// Where a person wants a model to compute.
#pragma once

namespace sojourn {

/// Auto: the CUDA device where there is one, else the CPU.
enum class Device { Auto, Cpu, Cuda };

}  // namespace sojourn
