// SPDX-License-Identifier: GPL-3.0-or-later
// One step of a training: forward, loss, backward, clip, update; and the loss over a set without any of that.
#pragma once

#include <memory>
#include <optional>
#include <span>
#include <vector>

#include "model/config/training_config.h"
#include "model/core/cancel.h"
#include "model/data/sequence_set.h"
#include "model/formats/checkpoint_file.h"

namespace sojourn {

class Network;

struct StepFigures {
  double loss = 0;          ///< mean over the batch, with label smoothing
  double gradientNorm = 0;  ///< before clipping
};

struct ValidationFigures {
  double batchMeanLoss = 0;  ///< mean of the batches' means: what early stopping reads
  std::size_t correct = 0;   ///< rank 1
};

/// Trains one network. A batch is dealt to shards, one thread each: sequences of like length stay neighbours inside a
/// shard, no padding is computed, and the shards' gradients are added in a fixed order, so that a seed, a thread count
/// and a data set always give the same weights.
class TrainStep {
 public:
  /// `network` stays on the CPU; its parameters are made to require gradients.
  TrainStep(std::shared_ptr<Network> network, const TrainingConfig& config, std::size_t threads);
  TrainStep(TrainStep&&) noexcept;
  TrainStep& operator=(TrainStep&&) noexcept;
  ~TrainStep();

  /// Rows of one batch in any order. Throws what torch throws.
  StepFigures step(const SequenceSet& set, std::span<const std::size_t> rows, double learningRate);

  /// The set in its own order, batches of the training's size, no dropout.
  [[nodiscard]] ValidationFigures validate(const SequenceSet& set, const CancelToken& cancel = {}) const;

  [[nodiscard]] const Network& network() const;
  [[nodiscard]] OptimizerState optimizerState(double learningRate) const;

 private:
  /// Tensors, which no header outside nets/ names.
  struct State;
  std::unique_ptr<State> m_state;
};

}  // namespace sojourn
