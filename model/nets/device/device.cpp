// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/nets/device/device.h"

#include <ATen/Context.h>
#include <dlfcn.h>

#include "model/core/processor.h"
#include "model/nets/device/cuda_library.h"

namespace sojourn {
namespace {

struct Cuda {
  const CudaLibrary* library = nullptr;
  std::string trouble;  ///< why there is none
};

Cuda openCuda() {
  if (!hasCudaDriver()) return {.library = nullptr, .trouble = "no CUDA driver"};
  // Ours brings torch's CUDA half along, which registers itself with the CPU half.
  void* const ours = ::dlopen("libsojourn_cuda.so", RTLD_NOW | RTLD_GLOBAL);
  if (!ours) {
    const char* reason = ::dlerror();
    return {.library = nullptr, .trouble = "the library for CUDA cannot be opened: " + std::string(reason ? reason : "unknown reason")};
  }
  if (!at::globalContext().hasCUDA() || at::detail::getCUDAHooks().deviceCount() == 0)
    return {.library = nullptr, .trouble = "no CUDA device"};
  const auto entry = reinterpret_cast<const CudaLibrary* (*)()>(::dlsym(ours, cudaLibraryEntry));
  if (!entry) return {.library = nullptr, .trouble = "the library for CUDA is of another version"};
  // Float32 means float32, in recurrent layers too: torch's own default there has 10 bits of mantissa.
  at::globalContext().setAllowTF32CuDNN(false);
  return {.library = entry(), .trouble = ""};
}

/// Opened once, at the first question.
const Cuda& cuda() {
  static const Cuda opened = openCuda();
  return opened;
}

}  // namespace

Result<c10::Device> resolveDevice(Device wanted) {
  if (wanted.kind != Device::Kind::Cuda) return c10::Device(c10::kCPU);
  if (!cuda().library)
    return Error{.kind = ErrorKind::Failed,
                 .where = "CUDA",
                 .what = cuda().trouble,
                 .remedy = "use the CPU, or set up with --cuda on a machine with an NVIDIA driver"};
  const int count = static_cast<unsigned char>(at::detail::getCUDAHooks().deviceCount());
  if (wanted.index >= count)
    return Error{.kind = ErrorKind::Failed,
                 .where = textOf(wanted),
                 .what = "this machine has " + std::to_string(count) + (count == 1 ? " CUDA device" : " CUDA devices"),
                 .remedy = "choose one from cuda:0 on"};
  return c10::Device(c10::kCUDA, static_cast<c10::DeviceIndex>(wanted.index));
}

Device deviceOf(const c10::Device& device) {
  return device.is_cpu() ? Device::Cpu : Device{.kind = Device::Kind::Cuda, .index = device.index()};
}

const CudaLibrary* cudaLibrary() {
  return cuda().library;
}

std::string nameOfDevice(const c10::Device& device) {
  if (device.is_cpu()) return "CPU";
  const std::string name = "CUDA " + std::to_string(static_cast<int>(device.index()));
  for (const Gpu& gpu : gpus())
    if (gpu.index == device.index()) return name + ": " + gpu.name;
  return name;
}

}  // namespace sojourn
