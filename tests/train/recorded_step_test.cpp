// SPDX-License-Identifier: GPL-3.0-or-later
// Recorded steps by their stand-in on the CPU, which computes again what a device would repeat: shapes, filler, the
// order of batches, what a recording leaves behind, and going on from a saved state.
#include <algorithm>
#include <cmath>

#include <gtest/gtest.h>

#include "model/data/dataset/visit_history.h"
#include "model/nets/registry/registry.h"
#include "model/train/trainer/train_step.h"
#include "tests/nets/small_models.h"

namespace sojourn {
namespace {

using namespace test;

constexpr std::size_t stepsOfEpoch = 6;
constexpr std::size_t rowsOfEpoch = 5 * 16 + 7;  ///< the last batch is small

/// Lengths change from batch to batch, so that several shapes are recorded.
SequenceSet changingLengths() {
  std::vector<std::size_t> lengths;
  for (std::size_t row = 0; row < rowsOfEpoch; ++row) lengths.push_back(1 + (row * 7) % (row < 32 ? 5 : 12));
  std::vector<Sequence> sequences = fakeSequences(lengths);
  sequences[3].target = paddingLocation;
  SequenceSet set = setOf(sequences);
  const auto windows = std::make_shared<const VisitHistory::Windows>(set);
  set.setHistory(std::make_shared<const VisitHistory>(windows, windows));
  return set;
}

std::vector<std::size_t> rowsOfStep(std::size_t step) {
  std::vector<std::size_t> rows;
  for (std::size_t row = 16 * step; row < std::min(16 * (step + 1), rowsOfEpoch); ++row) rows.push_back(row);
  return rows;
}

std::vector<std::size_t> rowsFrom(std::size_t step) {
  std::vector<std::size_t> rows;
  for (std::size_t row = 16 * step; row < rowsOfEpoch; ++row) rows.push_back(row);
  return rows;
}

double rateOf(std::size_t step) {
  return 1e-3 * static_cast<double>(1 + step % 3);
}

struct Learner {
  Learner(const CheckpointFile& checkpoint, double dropout, StepKind kind)
      : step(networkFromCheckpoint(checkpoint, "small.pt", {.heads = headsOf(checkpoint), .dropout = dropout})->network,
             configOf(dropout), {.beta2 = 0.98, .epsilon = 1e-9, .weightDecay = 0.01}, 2, kind) {}

  static TrainingConfig configOf(double dropout) {
    TrainingConfig config;
    config.model.dropout = dropout;
    config.training.batchSize = 16;
    config.training.gradClip = 0.8;
    return config;
  }

  /// Steps [first, end) of one epoch.
  std::vector<StepFigures> train(const SequenceSet& set, std::size_t first = 0, std::size_t end = stepsOfEpoch) {
    for (std::size_t k = first; k < end; ++k) step.step(set, rowsOfStep(k), rateOf(k), static_cast<std::int64_t>(k));
    return step.collect();
  }

  [[nodiscard]] std::vector<std::vector<std::byte>> bytes() const {
    std::vector<std::vector<std::byte>> all;
    const auto add = [&](const NdArray& array) { all.emplace_back(array.data.begin(), array.data.end()); };
    for (const NamedArray& one : step.weights()) add(one.array);
    for (const OptimizerSlot& slot : step.optimizerState(0).slots)
      for (const NamedArray& one : slot.tensors) add(one.array);
    return all;
  }

  TrainStep step;
};

std::vector<CheckpointFile> allKinds() {
  return {smallPointerV45(),  smallMhsa(),     smallLstm(),       smallLstmLocation(),
          smallLstmPointer(), smallDeepMove(), smallTransformer()};
}

/// MHSA and the LSTM have dropout that no setting turns off: their own tests compare recorded steps with PyTorch.
TEST(RecordedStep, LearnsWhatShardsLearn) {
  const SequenceSet set = changingLengths();
  for (const CheckpointFile& checkpoint :
       {smallPointerV45(), smallLstmLocation(), smallLstmPointer(), smallDeepMove(), smallTransformer()}) {
    Learner shards(checkpoint, 0, StepKind::Shards), recorded(checkpoint, 0, StepKind::Recorded);
    const std::vector<StepFigures> expected = shards.train(set), found = recorded.train(set);
    ASSERT_EQ(found.size(), stepsOfEpoch);
    for (std::size_t k = 0; k < stepsOfEpoch; ++k) {
      EXPECT_NEAR(found[k].loss, expected[k].loss, 1e-4 * expected[k].loss) << k;
      EXPECT_NEAR(found[k].gradientNorm, expected[k].gradientNorm, 2e-3 * expected[k].gradientNorm + 1e-6) << k;
      EXPECT_LE(found[k].clippedGradientNorm, 0.8 + 1e-6);
    }
  }
}

TEST(RecordedStep, GivesTheSameBytesAgainAndAfterAStop) {
  const SequenceSet set = changingLengths();
  for (const CheckpointFile& checkpoint : allKinds()) {
    Learner whole(checkpoint, 0.3, StepKind::Recorded), again(checkpoint, 0.3, StepKind::Recorded),
        stopped(checkpoint, 0.3, StepKind::Recorded), resumed(checkpoint, 0.3, StepKind::Recorded);
    static_cast<void>(whole.train(set));
    static_cast<void>(again.train(set));
    static_cast<void>(stopped.train(set, 0, 4));
    resumed.step.setWeights(stopped.step.weights());
    resumed.step.setOptimizerState(stopped.step.optimizerState(rateOf(4)));
    static_cast<void>(resumed.train(set, 4, stepsOfEpoch));
    EXPECT_EQ(whole.bytes(), again.bytes());
    EXPECT_EQ(whole.bytes(), resumed.bytes());
  }
}

TEST(RecordedStep, TakesPreparedBatchesInTheirOrder) {
  const SequenceSet set = changingLengths();
  Learner direct(smallPointerV45(), 0.3, StepKind::Recorded), prepared(smallPointerV45(), 0.3, StepKind::Recorded);
  static_cast<void>(direct.train(set));
  // The first two are on their way already when the order changes: a run that returns to an earlier state.
  prepared.step.prepare(set, rowsFrom(2), 16);
  prepared.step.prepare(set, rowsFrom(0), 16);
  static_cast<void>(prepared.train(set, 0, 2));
  prepared.step.prepare(set, rowsFrom(2), 16);
  static_cast<void>(prepared.train(set, 2, stepsOfEpoch));
  EXPECT_EQ(direct.bytes(), prepared.bytes());
  prepared.step.prepare(set, rowsFrom(0), 16);  // and is let go unused
}

TEST(RecordedStep, FollowsTheRateOfEachStep) {
  const SequenceSet set = changingLengths();
  Learner learner(smallPointerV45(), 0, StepKind::Recorded);
  static_cast<void>(learner.train(set));
  const auto before = learner.step.weights();
  learner.step.step(set, rowsOfStep(0), 0.0, 9);
  EXPECT_EQ(learner.step.collect().size(), 1U);
  for (std::size_t i = 0; i < before.size(); ++i)
    EXPECT_EQ(learner.step.weights()[i].array.data, before[i].array.data) << before[i].name;
}

TEST(RecordedStep, CollectsFiguresOnceAndInOrder) {
  const SequenceSet set = changingLengths();
  Learner learner(smallPointerV45(), 0, StepKind::Recorded), once(smallPointerV45(), 0, StepKind::Recorded);
  std::vector<double> collected;
  for (std::size_t k = 0; k < 100; ++k) {  // more than are kept
    learner.step.step(set, rowsOfStep(k % stepsOfEpoch), 1e-3, static_cast<std::int64_t>(k));
    if (k % 90 == 7)
      for (const StepFigures& figures : learner.step.collect(Collected::Finished)) collected.push_back(figures.loss);
  }
  for (const StepFigures& figures : learner.step.collect()) collected.push_back(figures.loss);
  std::vector<double> expected;
  for (std::size_t k = 0; k < 100; ++k) {
    once.step.step(set, rowsOfStep(k % stepsOfEpoch), 1e-3, static_cast<std::int64_t>(k));
    expected.push_back(once.step.collect().at(0).loss);
  }
  EXPECT_EQ(collected, expected);
}

}  // namespace
}  // namespace sojourn
