// SPDX-License-Identifier: GPL-3.0-or-later
// What libsojourn_cuda.so gives to the programs. It is opened only where a driver is; no type of CUDA appears here.
#pragma once

#include <cstdint>
#include <memory>
#include <utility>

namespace sojourn {

class StepGraph;

/// Names memory that graphs share; it ends with the last of them.
using CudaPool = std::pair<unsigned long long, unsigned long long>;

struct CudaLibrary {
  CudaPool (*newPool)();
  std::unique_ptr<StepGraph> (*newGraph)(CudaPool);
  /// Gives memory back that no tensor and no graph uses.
  void (*releaseMemory)();
  std::int64_t (*reservedBytes)(int device);
};

/// The name of the function that answers a `const CudaLibrary*`.
inline constexpr const char* cudaLibraryEntry = "sojournCudaLibrary";

}  // namespace sojourn
