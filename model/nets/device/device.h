// SPDX-License-Identifier: GPL-3.0-or-later
// Where a network computes: the CPU, or a CUDA device whose libraries are opened only when they may be used.
#pragma once

#include <string>

#include <c10/core/Device.h>

#include "model/core/result.h"
#include "model/results/model_description.h"

namespace sojourn {

struct CudaLibrary;

/// Auto takes the CUDA device where a driver, torch's CUDA library and a device are there, else the CPU. Cuda is an
/// error (ErrorKind::Failed) where one of these is missing.
[[nodiscard]] Result<c10::Device> resolveDevice(Device wanted);

/// What is built for CUDA; null where it cannot be used.
[[nodiscard]] const CudaLibrary* cudaLibrary();

/// "CPU" or "CUDA 0: NVIDIA H200".
[[nodiscard]] std::string nameOfDevice(const c10::Device& device);

}  // namespace sojourn
