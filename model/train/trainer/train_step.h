// SPDX-License-Identifier: GPL-3.0-or-later
// One step of a training: forward, loss, backward, clip, update.
#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <vector>

#include "model/config/training_config.h"
#include "model/data/dataset/sequence_set.h"
#include "model/formats/checkpoint/checkpoint_file.h"
#include "model/train/trainer/recipe.h"

namespace sojourn {

class Network;

/// What the numbers are for; two uses never share numbers.
enum class RandomUse : std::uint64_t { Order = 1, Dropout = 2 };

/// The finaliser of SplitMix64 (Steele et al. 2014): every bit of the input moves every bit of the result.
[[nodiscard]] constexpr std::uint64_t mixed(std::uint64_t z) {
  z += 0x9e3779b97f4a7c15U;
  z = (z ^ z >> 30) * 0xbf58476d1ce4e5b9U;
  z = (z ^ z >> 27) * 0x94d049bb133111ebU;
  return z ^ z >> 31;
}

/// Random numbers belong to a place in a training instead of to its past: a training that is resumed at some step finds
/// there what it would have found, and has no generator's state to keep. This is the seed of the numbers at `place` (an
/// epoch or a step) and `part` (a shard) of a training with the given seed.
[[nodiscard]] constexpr std::uint64_t seedAt(std::int64_t seed, RandomUse use, std::int64_t place,
                                             std::uint64_t part = 0) {
  std::uint64_t z = mixed(static_cast<std::uint64_t>(seed));
  z = mixed(z ^ static_cast<std::uint64_t>(use));
  z = mixed(z ^ static_cast<std::uint64_t>(place));
  return mixed(z ^ part);
}

struct StepFigures {
  double loss = 0;                 ///< mean over the batch, with label smoothing
  double gradientNorm = 0;         ///< before clipping
  double clippedGradientNorm = 0;  ///< after
};

/// How a step is computed.
enum class StepKind {
  Shards,    ///< on the threads of the CPU
  Recorded,  ///< on a device (recorded_step.h); on the CPU as a stand-in, for tests
};

/// Which steps are collected.
enum class Collected { Finished, All };

/// Trains one network. On the CPU a batch is split into shards that threads share: sequences of like length stay
/// neighbours inside a shard, and no padding is computed. How many shards there are follows from the batch alone, each
/// draws its own dropout, and their gradients are added in a fixed order, so that a seed and a data set give the same
/// weights whatever the number of threads. A network that mixes sequences gets its batch whole, and so does a device.
class TrainStep {
 public:
  /// `network` lies on the device already; it is put into training mode, and its parameters are made to require
  /// gradients. `threads` are those of the CPU. On a device steps are recorded, whatever `kind` is.
  TrainStep(std::shared_ptr<Network> network, const TrainingConfig& config, const UpdateRule& rule, std::size_t threads,
            StepKind kind = StepKind::Shards);
  TrainStep(TrainStep&&) noexcept;
  TrainStep& operator=(TrainStep&&) noexcept;
  ~TrainStep();

  /// Rows of one batch in any order. `number` counts the training's steps and picks the dropout. Throws what torch
  /// throws.
  void step(const SequenceSet& set, std::span<const std::size_t> rows, double learningRate, std::int64_t number);
  /// For recorded steps: packs the batches of the next steps aside and sends them ahead. The batches are then taken in
  /// this order, whatever rows step() names. Does nothing for shards, where packing is part of each shard's work.
  /// Replaces what was prepared before; the set must outlive the steps.
  void prepare(const SequenceSet& set, std::span<const std::size_t> rows, std::size_t batchSize);
  /// The figures of the steps since the last call, in order. For All it waits until a device has computed the last one,
  /// which step() does not.
  [[nodiscard]] std::vector<StepFigures> collect(Collected which = Collected::All);

  /// Shapes of batches that were recorded.
  [[nodiscard]] std::size_t recordings() const;

  [[nodiscard]] const Network& network() const;
  /// Values of all weights and buffers, in the order of Python's state_dict.
  [[nodiscard]] std::vector<NamedArray> weights() const;
  void setWeights(const std::vector<NamedArray>& weights);
  [[nodiscard]] OptimizerState optimizerState(double learningRate) const;
  void setOptimizerState(const OptimizerState& state);

 private:
  /// Tensors, which no header outside nets/ names.
  struct State;
  std::unique_ptr<State> m_state;
};

}  // namespace sojourn
