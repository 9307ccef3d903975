// SPDX-License-Identifier: GPL-3.0-or-later
// Where a network computes: the CPU, or a CUDA device whose libraries are opened only when they may be used.
#pragma once

#include <string>

#include <c10/core/Device.h>

#include "model/core/result.h"
#include "model/results/device.h"

namespace sojourn {

struct CudaLibrary;

/// The CPU for Auto, which is chosen where the work is known (auto_engine.h). Cuda is an error (ErrorKind::Failed)
/// where a driver, torch's CUDA half or the device is missing.
[[nodiscard]] Result<c10::Device> resolveDevice(Device wanted);
/// Of a tensor's device.
[[nodiscard]] Device deviceOf(const c10::Device& device);

/// What is built for CUDA; null where it cannot be used.
[[nodiscard]] const CudaLibrary* cudaLibrary();

/// "CPU" or "CUDA 0: NVIDIA H200".
[[nodiscard]] std::string nameOfDevice(const c10::Device& device);

}  // namespace sojourn
