// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/nets/device/device.h"

#include <array>

#include <ATen/Context.h>
#include <dlfcn.h>

#include "model/nets/device/cuda_library.h"

namespace sojourn {
namespace {

/// The driver's own library. It is there on every machine with a CUDA driver and on no other.
void* driver() {
  static void* const library = ::dlopen("libcuda.so.1", RTLD_NOW | RTLD_GLOBAL);
  return library;
}

struct Cuda {
  const CudaLibrary* library = nullptr;
  std::string trouble;  ///< why there is none
};

Cuda openCuda() {
  if (!driver()) return {.library = nullptr, .trouble = "no CUDA driver"};
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
  if (wanted == Device::Cpu) return c10::Device(c10::kCPU);
  if (cuda().library) return c10::Device(c10::kCUDA, 0);
  if (wanted == Device::Auto) return c10::Device(c10::kCPU);
  return Error{.kind = ErrorKind::Failed,
               .where = "CUDA",
               .what = cuda().trouble,
               .remedy = "use the CPU, or set up with --cuda on a machine with an NVIDIA driver"};
}

const CudaLibrary* cudaLibrary() {
  return cuda().library;
}

std::string nameOfDevice(const c10::Device& device) {
  if (device.is_cpu()) return "CPU";
  std::string name = "CUDA " + std::to_string(static_cast<int>(device.index()));
  // The driver API, so that no CUDA toolkit is needed to build.
  using GetName = int (*)(char*, int, int);
  if (const auto getName = reinterpret_cast<GetName>(::dlsym(driver(), "cuDeviceGetName"))) {
    std::array<char, 128> text{};
    if (getName(text.data(), static_cast<int>(text.size()) - 1, device.index()) == 0)
      name += std::string(": ") + text.data();
  }
  return name;
}

}  // namespace sojourn
