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
#include "model/formats/checkpoint/checkpoint_file.h"
#include "model/inspect/engine.h"
#include "model/train/trainer/recipe.h"

namespace sojourn {

/// A training between two steps. The order of the data and the dropout follow from the seed and from where the training
/// stands (seedAt()), so no generator has a state to keep.
struct TrainerState {
  std::int64_t finishedEpochs = 0;  ///< validated, and the best model updated
  std::int64_t stepInEpoch = 0;     ///< steps done of the epoch after those
  std::int64_t steps = 0;           ///< done since the beginning
  double lossSum = 0;               ///< over the steps of the epoch under way
  double rateFactor = 1;            ///< what a person multiplied the schedule by
  bool steered = false;             ///< a person changed the learning rate
  double learningRate = 0;          ///< of the next step; only for the record, as it follows from the rest
  RecipeMemory recipe;
  std::vector<NamedArray> weights;      ///< and buffers, in the order of the state dict
  std::vector<NamedArray> bestWeights;  ///< only where the recipe returns to them
  OptimizerState optimizer;
};

/// What the published layout (SPEC 8.1) says beside the weights, which are left to the caller.
[[nodiscard]] CheckpointFile publishedCheckpoint(const TrainerState& state, const TrainingConfig& config);

/// A checkpoint in the published layout; what that has no place for goes under "trainer".
[[nodiscard]] CheckpointFile toCheckpoint(TrainerState state, const TrainingConfig& config);

/// Errors (ErrorKind::BadInput): a checkpoint that was not written by a trainer, or whose numbers are impossible.
/// `where` names it.
[[nodiscard]] Result<TrainerState> trainerState(CheckpointFile checkpoint, const std::string& where);

struct TrainRequest {
  const Dataset* dataset = nullptr;  ///< not null; train and validation must be there and outlive the training
  TrainingConfig config = {};
  std::size_t threads = 0;  ///< of the CPU; 0: one a processor
  Device device = Device::Cpu;
};

/// The threads of the CPU that it is done on.
[[nodiscard]] std::size_t threadsOf(const TrainRequest& request);

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
  bool best = false;          ///< the best validation so far, as the recipe counts it
  bool returnToBest = false;  ///< returnToBest() comes next
};

/// "2.11.0": of the library that computes.
[[nodiscard]] std::string torchVersion();

/// What helps where a loss is no finite number.
inline constexpr const char* smallerSteps =
    "resume with a lower rate or clip, as in --resume --set training.learning_rate=RATE (or training.grad_clip)";

class Trainer {
 public:
  /// A new training with freshly initialised weights.
  /// Errors: a split that is missing or empty, ids beyond the dataset's own sizes, an unknown kind or ablation, a
  /// width that the heads do not divide, a batch of one sequence for a network that normalises over them, a network
  /// that reads what users did before and a dataset that does not have it; no CUDA (ErrorKind::Failed).
  [[nodiscard]] static Result<std::unique_ptr<Trainer>> create(const TrainRequest& request);
  ~Trainer();

  [[nodiscard]] const TrainingConfig& config() const;
  /// Trainable numbers; buffers are not counted.
  [[nodiscard]] std::int64_t parameters() const;
  /// use_amp on a CPU, a warm-up that never ends, ...
  [[nodiscard]] const std::vector<Problem>& notices() const;
  /// "CPU" or "CUDA 0: NVIDIA H200".
  [[nodiscard]] std::string deviceName() const;
  [[nodiscard]] bool onCpu() const;
  /// Of the CPU.
  [[nodiscard]] std::size_t threads() const;

  /// Where the training stands; without weights and optimizer, which state() adds.
  [[nodiscard]] const TrainerState& at() const;
  [[nodiscard]] bool over() const { return at().recipe.over; }  ///< by the early stop or after the last epoch
  [[nodiscard]] std::int64_t stepsPerEpoch() const;
  /// All steps of the epoch are done: finishEpoch() comes next.
  [[nodiscard]] bool epochComplete() const;

  /// One more step; not when over or when the epoch is complete. Answers the steps whose figures are there: on a CPU
  /// this one, on a device now and then several. Errors (ErrorKind::Failed): a loss or gradient that is no finite
  /// number, what torch throws.
  [[nodiscard]] Result<std::vector<StepReport>> step();
  /// Waits for the steps whose figures have not come yet. To be called before state() and finishEpoch().
  [[nodiscard]] Result<std::vector<StepReport>> flush();
  [[nodiscard]] EpochOutcome finishEpoch(const EpochScore& validation);
  /// Takes the best weights again, as the recipe asked. The optimizer goes on as it is.
  void returnToBest();

  /// Of the next step, whatever a person has made of the schedule.
  [[nodiscard]] double learningRate() const;
  /// Multiplies the schedule so that the next step has this rate; the training counts as steered from now on.
  /// Errors (ErrorKind::BadInput): a rate that no configuration may have, now or when the schedule has risen; the
  /// schedule stands at 0.
  [[nodiscard]] Status setLearningRate(double rate);

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
