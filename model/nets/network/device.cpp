// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/nets/network/device.h"

#include <array>

#include <ATen/Context.h>
#include <dlfcn.h>

namespace sojourn {
namespace {

/// The driver's own library. It is there on every machine with a CUDA driver and on no other.
void* driver() {
  static void* const library = ::dlopen("libcuda.so.1", RTLD_NOW | RTLD_GLOBAL);
  return library;
}

/// Opens torch's CUDA half once, which registers it with the CPU half. Empty on success, else what is missing.
const std::string& cudaTrouble() {
  static const std::string trouble = []() -> std::string {
    if (!driver()) return "no CUDA driver";
    if (!::dlopen("libtorch_cuda.so", RTLD_NOW | RTLD_GLOBAL)) {
      const char* reason = ::dlerror();
      return "torch's CUDA library cannot be opened: " + std::string(reason ? reason : "unknown reason");
    }
    if (!at::globalContext().hasCUDA() || at::detail::getCUDAHooks().deviceCount() == 0) return "no CUDA device";
    return "";
  }();
  return trouble;
}

}  // namespace

Result<c10::Device> resolveDevice(Device wanted) {
  if (wanted == Device::Cpu) return c10::Device(c10::kCPU);
  const std::string& trouble = cudaTrouble();
  if (trouble.empty()) return c10::Device(c10::kCUDA, 0);
  if (wanted == Device::Auto) return c10::Device(c10::kCPU);
  return Error{.kind = ErrorKind::Failed,
               .where = "CUDA",
               .what = trouble,
               .remedy = "use the CPU, or set up with --cuda on a machine with an NVIDIA driver"};
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
