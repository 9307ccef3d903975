// SPDX-License-Identifier: GPL-3.0-or-later
// Work that is recorded once and repeated as a whole, so that a device does not wait for the host to launch each kernel.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <utility>

#include <c10/core/Device.h>

namespace sojourn {

/// The work may not wait for the device, allocate on the host, or depend on a number of the host that changes: it is
/// repeated with the shapes, the memory and the host's numbers that it was recorded with.
class StepGraph {
 public:
  virtual ~StepGraph() = default;
  /// Keeps what `work` would compute, and on a CUDA device computes nothing. The same work must have been run before:
  /// libraries initialise themselves at their first use, which cannot be recorded. Throws what torch throws.
  virtual void record(const std::function<void()>& work) = 0;
  /// Computes what was recorded, on the current stream.
  virtual void replay() = 0;
  /// Kernels and copies; 0 where nothing is recorded by the device.
  [[nodiscard]] virtual std::size_t nodes() const = 0;
};

/// The memory that graphs share which are replayed one after the other.
class GraphMemory {
 public:
  explicit GraphMemory(c10::Device device);
  GraphMemory(const GraphMemory&) = delete;
  GraphMemory& operator=(const GraphMemory&) = delete;
  /// Comes after that of the graphs, whose memory is given back.
  ~GraphMemory();
  /// On a CPU a stand-in that calls the work again at each replay.
  [[nodiscard]] std::unique_ptr<StepGraph> newGraph() const;

 private:
  std::pair<unsigned long long, unsigned long long> m_pool{};
  bool m_onCuda;
};

/// Bytes that torch holds on the device, free or in use; 0 for a CPU.
[[nodiscard]] std::int64_t reservedBytes(c10::Device device);

}  // namespace sojourn
