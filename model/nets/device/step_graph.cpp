// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/nets/device/step_graph.h"

#include "model/nets/device/cuda_library.h"
#include "model/nets/device/device.h"

namespace sojourn {
namespace {

/// On a CPU: the same order of calls, computed again each time.
class RepeatedWork final : public StepGraph {
 public:
  void record(const std::function<void()>& work) override { m_work = work; }
  void replay() override { m_work(); }
  [[nodiscard]] std::size_t nodes() const override { return 0; }

 private:
  std::function<void()> m_work;
};

}  // namespace

GraphMemory::GraphMemory(c10::Device device) : m_onCuda(device.is_cuda()) {
  if (m_onCuda) m_pool = cudaLibrary()->newPool();
}

GraphMemory::~GraphMemory() {
  if (m_onCuda) cudaLibrary()->releaseMemory();
}

std::unique_ptr<StepGraph> GraphMemory::newGraph() const {
  if (m_onCuda) return cudaLibrary()->newGraph(m_pool);
  return std::make_unique<RepeatedWork>();
}

std::int64_t reservedBytes(c10::Device device) {
  return device.is_cuda() ? cudaLibrary()->reservedBytes(device.index()) : 0;
}

}  // namespace sojourn
