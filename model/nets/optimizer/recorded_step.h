// SPDX-License-Identifier: GPL-3.0-or-later
// A training step for a device: recorded once for each shape of batch, then repeated as a whole. Batches are packed by
// a thread and travel one step ahead; loss and norm come back without the device waiting for the host.
#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <vector>

#include "model/nets/network/fixed_batch.h"
#include "model/nets/optimizer/adam.h"

namespace sojourn {

/// In which numbers matrix products are computed; everything else is float32.
enum class Precision {
  Float32,
  Tf32,      ///< 10 bits of mantissa in place of 23
  Bfloat16,  ///< 7 bits, by autocast
};

struct RecordedStepOptions {
  double labelSmoothing = 0;
  double largestNorm = 0;  ///< gradients are clipped to it
  Precision precision = Precision::Float32;
  FixedSizes sizes = {};
};

struct LossAndNorm {
  double loss = 0;  ///< mean over the batch
  double norm = 0;  ///< of the gradients, before clipping
};

/// The same bytes for the same start, batches, rates and seeds on the same device, however often it is stopped and
/// resumed: every sum has a fixed order, and dropout draws from a generator that each step seeds.
class RecordedStep {
 public:
  /// The network is in training mode on its device, `parameters` are its own and require gradients. Both and the
  /// optimizer must outlive this; their tensors keep their memory.
  RecordedStep(const Network& network, std::vector<at::Tensor> parameters, Adam& optimizer,
               const RecordedStepOptions& options);
  RecordedStep(const RecordedStep&) = delete;
  RecordedStep& operator=(const RecordedStep&) = delete;
  ~RecordedStep();

  /// The rows of the next steps, which take them in this order, `batchSize` at a time. The set must outlive them.
  /// Replaces what was prepared before.
  void prepare(const SequenceSet& set, std::span<const std::size_t> rows, std::size_t batchSize);
  /// Queues one step over the batch that comes next, or over these rows where none is prepared. Waits for no result.
  /// Throws what torch throws.
  void step(const SequenceSet& set, std::span<const std::size_t> rows, double learningRate, std::uint64_t seed);
  /// Of the finished steps that were not collected yet, in order; `all` waits for the last one.
  [[nodiscard]] std::vector<LossAndNorm> collect(bool all);

  /// Shapes that were recorded.
  [[nodiscard]] std::size_t recordings() const;

 private:
  struct State;
  std::unique_ptr<State> m_state;
};

}  // namespace sojourn
