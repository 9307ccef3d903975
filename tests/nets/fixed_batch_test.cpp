// SPDX-License-Identifier: GPL-3.0-or-later
// Batches of fixed shape against packed ones: the same scores and gradients for every network, whatever the filler is.
#include "model/nets/network/fixed_batch.h"

#include <cstring>
#include <numeric>
#include <set>

#include <ATen/ops/cross_entropy_loss.h>
#include <ATen/ops/empty.h>
#include <gtest/gtest.h>
#include <torch/csrc/autograd/autograd.h>

#include "model/data/dataset/visit_history.h"
#include "model/nets/registry/registry.h"
#include "tests/nets/small_models.h"

namespace sojourn {
namespace {

using namespace test;

std::shared_ptr<Network> doubleNetwork(const CheckpointFile& checkpoint) {
  Result<LoadedNetwork> made = networkFromCheckpoint(checkpoint, "small.pt", {.heads = headsOf(checkpoint)});
  if (!made) throw std::runtime_error(made.error().sentence());
  made->network->to(at::kDouble);
  for (at::Tensor& parameter : made->network->parameters()) parameter.set_requires_grad(true);
  return made->network;
}

SequenceSet setWithHistory(const std::vector<std::size_t>& lengths) {
  SequenceSet set = setOf(fakeSequences(lengths));
  const auto windows = std::make_shared<const VisitHistory::Windows>(set);
  set.setHistory(std::make_shared<const VisitHistory>(windows, windows));
  return set;
}

/// In memory of its own, as on a device.
TokenBatch fixed(const SequenceSet& set, std::span<const std::size_t> rows, const Network& network,
                 const FixedSizes& sizes) {
  const HostBatch host = packFixed(set, rows, network.limits(), sizes);
  EXPECT_EQ(numbersOf(host.shape), static_cast<std::int64_t>(host.numbers.size()));
  const at::Tensor numbers = at::empty({numbersOf(host.shape)}, at::kLong);
  std::memcpy(numbers.mutable_data_ptr(), host.numbers.data(), host.numbers.size() * sizeof(std::int64_t));
  return fixedBatch(numbers, host.shape);
}

struct Learned {
  at::Tensor scores;  ///< [B, V]
  std::vector<at::Tensor> gradients;
};

Learned learn(const Network& network, const TokenBatch& batch) {
  const at::Tensor scores = network.forward(batch).scores;
  const at::Tensor loss =
      at::cross_entropy_loss(scores, batch.target, {}, at::Reduction::Sum, paddingLocation, /*label_smoothing=*/0.03);
  return {scores.detach(), torch::autograd::grad({loss}, network.parameters(), {}, false, false, true)};
}

/// Answers the largest gradient that was compared.
double expectSame(const CheckpointFile& checkpoint, const std::vector<std::size_t>& lengths, const FixedSizes& sizes) {
  const SequenceSet set = setWithHistory(lengths);
  std::vector<std::size_t> rows(lengths.size());
  std::iota(rows.begin(), rows.end(), std::size_t{0});
  const std::shared_ptr<Network> network = doubleNetwork(checkpoint);
  const Learned packed = learn(*network, packBatch(set, rows, network->limits())),
                filled = learn(*network, fixed(set, rows, *network, sizes));
  const std::string name = network->name() + ", " + std::to_string(lengths.size()) + " sequences";
  EXPECT_EQ(filled.scores.size(0), sizes.sequences);
  EXPECT_LT((filled.scores.narrow(0, 0, packed.scores.size(0)) - packed.scores).abs().max().item<double>(), 1e-9)
      << name;
  double largest = 0;
  for (std::size_t i = 0; i < packed.gradients.size(); ++i) {
    EXPECT_EQ(packed.gradients[i].defined(), filled.gradients[i].defined()) << name << i;
    if (!packed.gradients[i].defined() || !filled.gradients[i].defined()) continue;
    EXPECT_LT((filled.gradients[i] - packed.gradients[i]).abs().max().item<double>(), 1e-9) << name << ", " << i;
    largest = std::max(largest, packed.gradients[i].abs().max().item<double>());
  }
  return largest;
}

TEST(FixedBatch, GivesTheScoresAndGradientsOfPackedVisits) {
  for (const CheckpointFile& checkpoint : {smallPointerV45(), smallMhsa(), smallLstm(), smallLstmLocation(),
                                           smallLstmPointer(), smallDeepMove(), smallTransformer()}) {
    EXPECT_GT(expectSame(checkpoint, {3, 3, 12, 7, 1, 7, 5}, {.sequences = 7, .longest = 12}), 1e-2);
    EXPECT_GT(expectSame(checkpoint, {3, 3, 12, 7, 1, 7, 5}, {.sequences = 10, .longest = 12}), 1e-2);
    (void)expectSame(checkpoint, {8, 8}, {.sequences = 2, .longest = 8});
    (void)expectSame(checkpoint, {1}, {.sequences = 1, .longest = 1});
  }
}

TEST(FixedBatch, HasFewShapes) {
  const SequenceSet set = setWithHistory({1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 12, 12, 12, 12});
  std::set<FixedShape> shapes;
  for (std::size_t first = 0; first + 4 <= set.size(); ++first) {
    const std::vector<std::size_t> rows{first, first + 1, first + 2, first + 3};
    shapes.insert(packFixed(set, rows, {.time = 95, .positionFromEnd = 12}, {.sequences = 4, .longest = 12}).shape);
  }
  for (const FixedShape& shape : shapes) {
    EXPECT_TRUE(shape.length == 8 || shape.length == 16) << shape.length;
    EXPECT_EQ(shape.history, -1);
  }
  EXPECT_LE(shapes.size(), 8U);
}

}  // namespace
}  // namespace sojourn
