// SPDX-License-Identifier: GPL-3.0-or-later
// A training in progress: one step at a time, with a state that can be taken out and put back between any two.
#pragma once

#include <cstdint>
#include <memory>
#include <vector>

#include "model/config/training_config.h"
#include "model/core/cancel.h"
#include "model/core/result.h"
#include "model/data/dataset/dataset.h"
#include "model/inspect/engine.h"
#include "model/train/trainer/trainer_state.h"

namespace sojourn {

struct TrainRequest {
  const Dataset* dataset = nullptr;  ///< not null; train and validation must be there and outlive the training
  TrainingConfig config = {};
  std::size_t threads = 0;  ///< of the CPU; 0: one a processor
  Device device = Device::Cpu;
};

/// One finished step.
struct StepReport {
  std::int64_t step = 0;   ///< from 1, over the whole training
  std::int64_t epoch = 0;  ///< from 1
  double learningRate = 0;
  double loss = 0;  ///< mean over the batch, with label smoothing and dropout
  double gradientNorm = 0;
  double clippedGradientNorm = 0;
  std::size_t sequences = 0;
  std::size_t tokens = 0;
  double seconds = 0;
};

/// What came of an epoch.
struct EpochOutcome {
  std::int64_t epoch = 0;
  double trainLoss = 0;       ///< mean of the steps' losses
  bool best = false;          ///< the best validation loss so far, as the recipe counts it
  bool returnToBest = false;  ///< returnToBest() comes next
};

/// What helps where a loss is no finite number.
inline constexpr const char* smallerSteps =
    "resume with a lower rate or clip, as in --resume --set training.learning_rate=RATE (or training.grad_clip)";

class Trainer {
 public:
  /// A new training with freshly initialised weights.
  /// Errors: a split that is missing or empty, ids beyond the dataset's own sizes, an unknown kind or ablation, a
  /// width that the heads do not divide, a batch of one sequence for a network that normalises over them; no CUDA
  /// (ErrorKind::Failed).
  [[nodiscard]] static Result<std::unique_ptr<Trainer>> create(const TrainRequest& request);
  ~Trainer();

  [[nodiscard]] const TrainingConfig& config() const;
  /// Trainable numbers; buffers are not counted.
  [[nodiscard]] std::int64_t parameters() const;
  /// use_amp on a CPU, a warm-up that never ends, ...
  [[nodiscard]] const std::vector<Problem>& notices() const;
  /// "CPU" or "CUDA 0: NVIDIA H200".
  [[nodiscard]] std::string deviceName() const;

  [[nodiscard]] std::int64_t steps() const;  ///< done since the beginning
  [[nodiscard]] std::int64_t stepsPerEpoch() const;
  [[nodiscard]] std::int64_t stepInEpoch() const;     ///< done of the epoch under way
  [[nodiscard]] std::int64_t finishedEpochs() const;  ///< validated, and the best model updated
  [[nodiscard]] bool over() const;                    ///< by the early stop or after the last epoch
  /// All steps of the epoch are done: finishEpoch() comes next.
  [[nodiscard]] bool epochComplete() const;

  /// One more step; not when over or when the epoch is complete. Answers the steps whose figures are there: on a CPU
  /// this one, on a device now and then several. Errors (ErrorKind::Failed): a loss or gradient that is no finite
  /// number, what torch throws.
  [[nodiscard]] Result<std::vector<StepReport>> step();
  /// Waits for the steps whose figures have not come yet. To be called before state() and finishEpoch().
  [[nodiscard]] Result<std::vector<StepReport>> flush();
  /// The complete epoch had this validation loss (mean of batch means).
  [[nodiscard]] EpochOutcome finishEpoch(double validationLoss);
  /// Takes the best weights again, as the recipe asked. The optimizer goes on as it is.
  void returnToBest();

  /// Of the next step, whatever a person has made of the schedule.
  [[nodiscard]] double learningRate() const;
  /// Multiplies the schedule so that the next step has this rate; the training counts as steered from now on.
  /// Errors (ErrorKind::BadInput): a rate that no configuration may have, now or when the schedule has risen; the
  /// schedule stands at 0.
  [[nodiscard]] Status setLearningRate(double rate);
  [[nodiscard]] bool steered() const;

  [[nodiscard]] TrainerState state() const;
  /// Errors (ErrorKind::BadInput): weights or an optimizer of another model, a position that this data does not have, a
  /// learning rate that no configuration may have.
  [[nodiscard]] Status restore(const TrainerState& state);

  /// The current weights in the published layout, with the optimizer or without.
  [[nodiscard]] CheckpointFile checkpoint(bool withOptimizer) const;
  /// The current weights as a model of their own, on the device of the training.
  [[nodiscard]] Result<std::shared_ptr<const Engine>> engine() const;

 private:
  struct Impl;
  explicit Trainer(std::unique_ptr<Impl> impl);
  std::unique_ptr<Impl> m_impl;
};

}  // namespace sojourn
