// SPDX-License-Identifier: GPL-3.0-or-later
// The library libsojourn_cuda.so: all that names a type of CUDA.
#include "model/nets/device/cuda_library.h"

#include <ATen/cuda/CUDAGraph.h>
#include <c10/cuda/CUDACachingAllocator.h>
#include <c10/cuda/CUDAGuard.h>
#include <c10/cuda/CUDAStream.h>

#include "model/nets/device/step_graph.h"

namespace sojourn {
namespace {

class CudaGraph final : public StepGraph {
 public:
  explicit CudaGraph(CudaPool pool) : m_pool(pool) {}

  void record(const std::function<void()>& work) override {
    c10::cuda::getCurrentCUDAStream().synchronize();
    const c10::cuda::CUDAStreamGuard aside(c10::cuda::getStreamFromPool());  // the default stream cannot be recorded
    // Only what this thread does is restricted: others go on to allocate and copy.
    m_graph.capture_begin(m_pool, cudaStreamCaptureModeThreadLocal);
    try {
      work();
    } catch (...) {
      endFailedCapture();
      throw;
    }
    m_graph.capture_end();
    cudaGraphGetNodes(m_graph.raw_cuda_graph(), nullptr, &m_nodes);
    m_graph.instantiate();
  }

  void replay() override { m_graph.replay(); }
  [[nodiscard]] std::size_t nodes() const override { return m_nodes; }

 private:
  /// The stream has to leave the capture. Where the driver has called it off, capture_end() throws before it tells the
  /// allocator.
  void endFailedCapture() {
    try {
      m_graph.capture_end();
    } catch (...) {
      try {
        c10::cuda::CUDACachingAllocator::endAllocateToPool(c10::cuda::current_device(), m_pool);
      } catch (...) {  // it knew
      }
    }
  }

  CudaPool m_pool;
  at::cuda::CUDAGraph m_graph{/*keep_graph=*/true};
  std::size_t m_nodes = 0;
};

std::unique_ptr<StepGraph> newGraph(CudaPool pool) {
  return std::make_unique<CudaGraph>(pool);
}

std::int64_t reservedBytes(int device) {
  return c10::cuda::CUDACachingAllocator::getDeviceStats(static_cast<c10::DeviceIndex>(device))
      .reserved_bytes[0]
      .current;
}

void releaseMemory() {
  c10::cuda::CUDACachingAllocator::emptyCache();
}

}  // namespace

extern "C" __attribute__((visibility("default"))) const CudaLibrary* sojournCudaLibrary() {
  static const CudaLibrary library{.newPool = &at::cuda::graph_pool_handle,
                                   .newGraph = &newGraph,
                                   .releaseMemory = &releaseMemory,
                                   .reservedBytes = &reservedBytes};
  return &library;
}

}  // namespace sojourn
