// SPDX-License-Identifier: GPL-3.0-or-later
// The networks against a forward pass in plain loops, and the rules of their tensors.
#include <algorithm>
#include <cmath>
#include <numeric>
#include <set>

#include <ATen/CPUGeneratorImpl.h>
#include <c10/core/InferenceMode.h>
#include <gtest/gtest.h>

#include "model/nets/pointer_v45/pointer_v45.h"
#include "model/nets/registry/registry.h"
#include "tests/nets/plain_forward.h"
#include "tests/nets/small_models.h"

namespace sojourn {
namespace {

using namespace test;

std::shared_ptr<Network> load(const CheckpointFile& checkpoint, int heads) {
  Result<LoadedNetwork> loaded = networkFromCheckpoint(checkpoint, "small.pt", {.heads = heads, .dropout = 0.3});
  EXPECT_TRUE(loaded.ok()) << (loaded.ok() ? "" : loaded.error().sentence());
  return loaded.ok() ? loaded->network : nullptr;
}

std::vector<std::size_t> firstRows(std::size_t count) {
  std::vector<std::size_t> rows(count);
  std::iota(rows.begin(), rows.end(), std::size_t{0});
  return rows;
}

double at2(const at::Tensor& tensor, std::size_t row, std::size_t column) {
  return tensor[static_cast<std::int64_t>(row)][static_cast<std::int64_t>(column)].item<double>();
}

/// Runs all sequences as one packed batch in double precision and compares every score with the plain pass.
template <class PlainForward>
void expectEqualToPlain(const CheckpointFile& checkpoint, int heads, const PlainForward& plain,
                        const std::string& what) {
  const std::shared_ptr<Network> network = load(checkpoint, heads);
  ASSERT_TRUE(network) << what;
  network->to(at::kDouble);
  const c10::InferenceMode inference;
  // Lengths out of order, the longest allowed, and 1: the batch packs them into several buckets.
  const std::vector<Sequence> sequences = fakeSequences({3, 3, 12, 7, 1, 7, 5});
  const std::vector<std::size_t> rows = firstRows(sequences.size());
  const NetworkOutput output = network->forward(packBatch(sequences, rows, network->limits()));
  std::size_t token = 0;
  for (std::size_t k = 0; k < sequences.size(); ++k) {
    const PlainResult expected = plain(checkpoint, sequences[k], static_cast<std::size_t>(heads), {});
    for (std::size_t y = 0; y < expected.scores.size(); ++y)
      ASSERT_NEAR(at2(output.scores, k, y), expected.scores[y], 1e-10)
          << what << ", sequence " << k << ", location " << y;
    for (std::size_t i = 0; i < sequences[k].visits.size(); ++i, ++token) {
      if (expected.weight.empty()) continue;
      const auto t = static_cast<std::int64_t>(token);
      ASSERT_NEAR(output.contentScore[t].item<double>(), expected.contentScore[i], 1e-10) << what;
      ASSERT_NEAR(output.pointerWeight[t].item<double>(), expected.weight[i], 1e-10) << what;
      if (!expected.positionBias.empty()) {
        ASSERT_NEAR(output.positionBias[t].item<double>(), expected.positionBias[i], 1e-10) << what;
      }
    }
    if (!expected.weight.empty()) {
      ASSERT_NEAR(output.gate[static_cast<std::int64_t>(k)].item<double>(), expected.gate, 1e-10) << what;
    }
  }
}

TEST(PointerV45, EqualsThePlainPassInEveryAblation) {
  const CheckpointFile full = smallPointerV45();
  for (const std::string& ablation : ablationNames())
    for (const int heads : {4, 2}) expectEqualToPlain(ablated(full, ablation), heads, plainPointerV45, ablation);
}

TEST(PointerV45, FrozenItComputesTheSame) {
  const CheckpointFile full = smallPointerV45();
  const std::vector<Sequence> sequences = fakeSequences({1, 4, 9, 9});
  for (const std::string& ablation : ablationNames()) {
    const std::shared_ptr<Network> network = load(ablated(full, ablation), 4);
    network->to(at::kDouble);
    const c10::InferenceMode inference;
    const TokenBatch batch = packBatch(sequences, firstRows(sequences.size()), network->limits());
    const at::Tensor before = network->forward(batch).scores;
    network->freeze();
    const at::Tensor after = network->forward(batch).scores;
    EXPECT_LT((after - before).abs().max().item<double>(), 1e-10) << ablation;
    EXPECT_GT(after.std().item<double>(), 1e-3) << ablation;
  }
}

TEST(Mhsa, EqualsThePlainPass) {
  for (const int heads : {8, 4, 1}) expectEqualToPlain(smallMhsa(), heads, plainMhsa, "mhsa");
}

TEST(Networks, FusedAndCapturedAttentionAgree) {
  for (const CheckpointFile& checkpoint : {smallPointerV45(), smallMhsa()}) {
    const std::shared_ptr<Network> network = load(checkpoint, 4);
    const c10::InferenceMode inference;
    const std::vector<Sequence> sequences = fakeSequences({9});
    const TokenBatch batch = packBatch(sequences, firstRows(1), network->limits());
    Capture capture;
    const at::Tensor captured = network->forward(batch, {.capture = &capture, .randomness = {}}).scores;
    const at::Tensor fused = network->forward(batch).scores;
    EXPECT_LT((captured - fused).abs().max().item<double>(), 1e-5);
    ASSERT_EQ(capture.layers.size(), 2U);
    for (const LayerCapture& layer : capture.layers)
      EXPECT_LT((layer.probabilities.sum(-1) - 1).abs().max().item<double>(), 1e-6);
  }
}

TEST(Networks, CapturesEqualThePlainMaps) {
  const auto expectMaps = [](const CheckpointFile& checkpoint, const auto& plain) {
    const std::shared_ptr<Network> network = load(checkpoint, 4);
    network->to(at::kDouble);
    const c10::InferenceMode inference;
    const std::vector<Sequence> sequences = fakeSequences({6});
    Capture capture;
    static_cast<void>(network->forward(packBatch(sequences, firstRows(1), network->limits()),
                                       {.capture = &capture, .randomness = {}}));
    const PlainResult expected = plain(checkpoint, sequences[0], 4, {});
    for (std::size_t layer = 0; layer < 2; ++layer) {
      const at::Tensor maps = capture.layers[layer].probabilities[0];
      for (std::size_t h = 0; h < 4; ++h)
        for (std::size_t q = 0; q < 6; ++q)
          for (std::size_t k = 0; k < 6; ++k)
            ASSERT_NEAR(at2(maps[static_cast<std::int64_t>(h)], q, k), expected.attention[layer][h][q][k], 1e-10);
      for (std::size_t i = 0; i < 6; ++i)
        for (std::size_t c = 0; c < 16; ++c)
          ASSERT_NEAR(at2(capture.layers[layer].input, i, c), expected.hidden[layer][i][c], 1e-10);
    }
    for (std::size_t i = 0; i < 6; ++i) ASSERT_NEAR(at2(capture.encoded, i, 3), expected.hidden[2][i][3], 1e-10);
  };
  expectMaps(smallPointerV45(), plainPointerV45);
  expectMaps(smallMhsa(), plainMhsa);
}

constexpr ModelSizes smallSizes{
    .locations = 30, .users = 5, .maxLength = 12, .width = 16, .heads = 4, .layers = 2, .feedForward = 24};

TEST(PointerV45, HasThePublishedNamesOrderAndCounts) {
  const auto count = [](const PointerV45Options& options) {
    std::int64_t sum = 0;
    for (const StateTensor& item : stateTensors(PointerV45(options)))
      if (item.parameter) sum += item.tensor.numel();
    return sum;
  };
  const ModelSizes geolife{
      .locations = 1187, .users = 46, .maxLength = 64, .width = 64, .heads = 4, .layers = 2, .feedForward = 128};
  const ModelSizes diy{
      .locations = 7038, .users = 693, .maxLength = 115, .width = 128, .heads = 4, .layers = 3, .feedForward = 256};
  EXPECT_EQ(count({.sizes = geolife}), 251'476);
  EXPECT_EQ(count({.sizes = diy}), 2'400'562);

  std::vector<std::string> expected;
  for (const NamedArray& tensor : smallPointerV45().tensors) expected.push_back(tensor.name);
  std::vector<std::string> names;
  for (const StateTensor& item : stateTensors(PointerV45({.sizes = smallSizes}))) names.push_back(item.name);
  EXPECT_EQ(names, expected);
}

TEST(Mhsa, HasThePublishedNamesAndCounts) {
  const ModelKind* kind = findModelKind("mhsa");
  ASSERT_TRUE(kind);
  const std::shared_ptr<Network> network = kind->create({.sizes = {.locations = 1187,
                                                                   .users = 46,
                                                                   .maxLength = 5000,
                                                                   .width = 32,
                                                                   .heads = 8,
                                                                   .layers = 2,
                                                                   .feedForward = 128},
                                                         .ablation = "full_model",
                                                         .dropout = 0.1});
  std::int64_t parameters = 0;
  std::vector<std::string> names;
  for (const StateTensor& item : stateTensors(*network)) {
    if (item.parameter) parameters += item.tensor.numel();
    names.push_back(item.name);
  }
  EXPECT_EQ(parameters, 112'547);
  std::vector<std::string> expected;
  for (const NamedArray& tensor : smallMhsa().tensors) expected.push_back(tensor.name);
  EXPECT_EQ(names, expected);
}

TEST(Networks, EveryTensorIsInOneBlock) {
  for (const CheckpointFile& checkpoint : {smallPointerV45(), smallMhsa(), ablated(smallPointerV45(), "no_pointer")}) {
    const Result<LoadedNetwork> loaded = networkFromCheckpoint(checkpoint, "small.pt");
    ASSERT_TRUE(loaded.ok());
    std::multiset<std::string> names;
    std::set<std::string> ids;
    std::int64_t sum = 0;
    for (const ModelBlock& block : loaded->description.blocks) {
      for (const TensorInfo& tensor : block.tensors) names.insert(tensor.name);
      for (const std::string& input : block.inputs)
        EXPECT_TRUE(std::ranges::any_of(loaded->description.blocks, [&](const ModelBlock& b) { return b.id == input; }))
            << input;
      EXPECT_TRUE(ids.insert(block.id).second) << block.id;
      sum += block.parameters;
    }
    EXPECT_EQ(names.size(), checkpoint.tensors.size());
    for (const NamedArray& tensor : checkpoint.tensors) EXPECT_EQ(names.count(tensor.name), 1U) << tensor.name;
    EXPECT_EQ(sum, loaded->description.parameters);
  }
}

TEST(Networks, DropoutFollowsItsGenerator) {
  const std::shared_ptr<Network> network = load(smallPointerV45(), 4);
  const std::vector<Sequence> sequences = fakeSequences({5, 5, 8});
  const TokenBatch batch = packBatch(sequences, firstRows(3), network->limits());
  const auto scores = [&](std::optional<std::uint64_t> seed) {
    ForwardContext forwardContext;
    if (seed) forwardContext.randomness = at::make_generator<at::CPUGeneratorImpl>(*seed);
    return network->forward(batch, forwardContext).scores;
  };
  EXPECT_TRUE(scores(1).equal(scores(1)));
  EXPECT_FALSE(scores(1).equal(scores(2)));
  EXPECT_FALSE(scores(1).equal(scores({})));
  EXPECT_TRUE(scores({}).equal(scores({})));
}

TEST(Networks, DroppedKeepsTheMean) {
  ForwardContext forwardContext;
  forwardContext.randomness = at::make_generator<at::CPUGeneratorImpl>(3);
  const at::Tensor x = at::ones({200'000});
  const at::Tensor y = dropped(x, 0.15, forwardContext);
  EXPECT_NEAR(y.mean().item<double>(), 1.0, 0.01);
  EXPECT_NEAR((y == 0).to(at::kDouble).mean().item<double>(), 0.15, 0.005);
  EXPECT_NEAR(y.max().item<double>(), 1 / 0.85, 1e-6);
}

TEST(PointerV45, StartsAsTheRecipeSays) {
  at::manual_seed(42);
  const ModelSizes sizes{
      .locations = 200, .users = 10, .maxLength = 64, .width = 64, .heads = 4, .layers = 2, .feedForward = 128};
  const PointerV45 network({.sizes = sizes});
  for (const StateTensor& item : stateTensors(network)) {
    if (!item.parameter) continue;
    const double largest = item.tensor.abs().max().item<double>();
    if (item.tensor.dim() > 1) {
      const double bound = std::sqrt(6.0 / static_cast<double>(item.tensor.size(0) + item.tensor.size(1)));
      EXPECT_LE(largest, bound * 1.000001) << item.name;
      // 64 numbers all within 80 % of the bound would be a chance of less than one in a million.
      EXPECT_GT(largest, bound * (item.tensor.numel() > 60 ? 0.8 : 0.4)) << item.name;
    } else if (item.name == "position_bias" || item.name.ends_with("in_proj_bias") ||
               item.name.ends_with("out_proj.bias")) {
      EXPECT_EQ(largest, 0) << item.name;
    } else if (item.name.find("norm") != std::string::npos) {
      EXPECT_EQ(item.tensor.min().item<double>(), item.name.ends_with("weight") ? 1 : 0) << item.name;
    } else {
      EXPECT_GT(largest, 0) << item.name;  // a Linear's bias keeps PyTorch's default
    }
  }
}

TEST(PointerV45, PaddingAndUnusedRowsGetNoGradient) {
  PointerV45 network({.sizes = smallSizes});
  std::vector<Sequence> sequences = fakeSequences({4, 6});
  sequences[0].visits[0].location = paddingLocation;
  const NetworkOutput output = network.forward(packBatch(sequences, firstRows(2), network.limits()));
  output.scores.select(1, 3).sum().backward();
  for (const auto& item : network.named_parameters()) {
    if (item.key() == "loc_emb.weight" || item.key() == "user_emb.weight" || item.key() == "pos_from_end_emb.weight" ||
        item.key() == "position_bias") {
      EXPECT_EQ(item.value().grad()[0].abs().sum().item<double>(), 0) << item.key();
    }
    EXPECT_GT(item.value().grad().abs().sum().item<double>(), 0) << item.key();
  }
}

TEST(Networks, SinusoidIsTheKnownOne) {
  const at::Tensor table = sinusoid(10, 8);
  EXPECT_NEAR(at2(table, 0, 0), 0, 1e-7);
  EXPECT_NEAR(at2(table, 0, 1), 1, 1e-7);
  EXPECT_NEAR(at2(table, 3, 0), std::sin(3.0), 1e-6);
  EXPECT_NEAR(at2(table, 3, 5), std::cos(3.0 / std::pow(10000.0, 4.0 / 8)), 1e-6);
}

TEST(TokenBatch, PacksWithoutPadding) {
  const std::vector<Sequence> sequences = fakeSequences({2, 4, 2});
  const SequenceSet set = setOf(sequences);
  const FeatureLimits limits{.time = 96, .weekday = 7, .recency = 8, .duration = 99, .positionFromEnd = 3};
  const std::vector<std::size_t> order = sortedByLength(set, firstRows(3));
  EXPECT_EQ(order, (std::vector<std::size_t>{0, 2, 1}));
  const TokenBatch batch = packBatch(set, order, limits);
  EXPECT_EQ(batch.tokens, 8);
  ASSERT_EQ(batch.buckets.size(), 2U);
  EXPECT_EQ(batch.buckets[0].count, 2);
  EXPECT_EQ(batch.buckets[1].length, 4);
  const auto expectRow = [](const at::Tensor& tensor, const std::vector<std::int64_t>& expected) {
    ASSERT_EQ(tensor.numel(), static_cast<std::int64_t>(expected.size()));
    for (std::size_t i = 0; i < expected.size(); ++i)
      EXPECT_EQ(tensor[static_cast<std::int64_t>(i)].item<std::int64_t>(), expected[i]) << i;
  };
  expectRow(batch.positionFromEnd, {2, 1, 2, 1, 3, 3, 2, 1});  // 4 is clamped to 3
  expectRow(batch.position, {0, 1, 0, 1, 0, 1, 2, 3});
  expectRow(batch.sequence, {0, 0, 1, 1, 2, 2, 2, 2});
  expectRow(batch.slot, {0, 1, 4, 5, 8, 9, 10, 11});
  expectRow(batch.last, {1, 3, 7});
  expectRow(batch.target, {*sequences[0].target, *sequences[2].target, *sequences[1].target});
  EXPECT_EQ(batch.location[4].item<std::int64_t>(), sequences[1].visits[0].location);
  EXPECT_EQ(batch.user[7].item<std::int64_t>(), sequences[1].user);
}

}  // namespace
}  // namespace sojourn
