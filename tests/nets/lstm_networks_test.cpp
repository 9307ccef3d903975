// SPDX-License-Identifier: GPL-3.0-or-later
// The networks to compare with, three with an LSTM and the standard Transformer: against loops, torch's own layer, and
// the published names and counts.
#include <algorithm>
#include <numeric>
#include <set>

#include <ATen/autocast_mode.h>
#include <ATen/ops/cat.h>
#include <ATen/ops/randn.h>
#include <c10/core/InferenceMode.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "model/nets/deepmove/gru.h"
#include "model/nets/network/lstm.h"
#include "model/nets/registry/registry.h"
#include "tests/nets/plain_forward.h"
#include "tests/nets/small_models.h"

namespace sojourn {
namespace {

using namespace test;

std::vector<std::size_t> rowsUpTo(std::size_t count) {
  std::vector<std::size_t> rows(count);
  std::iota(rows.begin(), rows.end(), std::size_t{0});
  return rows;
}

struct PlainKind {
  const char* id;
  CheckpointFile checkpoint;
  PlainResult (*plain)(const CheckpointFile&, const Sequence&, std::size_t, const std::vector<bool>&);
};

std::vector<PlainKind> comparisonKinds() {
  return {{"lstm", smallLstm(), plainLstm},
          {"lstm_location", smallLstmLocation(), plainLstmLocation},
          {"lstm_pointer", smallLstmPointer(), plainLstmPointer},
          {"transformer", smallTransformer(), plainPointerV45}};
}

LoadedNetwork loaded(const CheckpointFile& checkpoint) {
  Result<LoadedNetwork> made = networkFromCheckpoint(checkpoint, "small.pt");
  if (!made) throw std::runtime_error(made.error().sentence());
  return std::move(*made);
}

/// In float32, which is the layer of our own, and in double, which is torch's.
TEST(ComparisonNetworks, EqualThePlainPass) {
  for (const PlainKind& kind : comparisonKinds()) {
    for (const at::ScalarType type : {at::kDouble, at::kFloat}) {
      LoadedNetwork made = loaded(kind.checkpoint);
      EXPECT_EQ(made.description.id, kind.id);
      made.network->to(type);
      const c10::InferenceMode inference;
      const std::vector<Sequence> sequences = fakeSequences({3, 3, 12, 7, 1, 7, 5});
      const NetworkOutput output =
          made.network->forward(packBatch(sequences, rowsUpTo(sequences.size()), made.network->limits()));
      const double tolerance = type == at::kDouble ? 1e-10 : 1e-4;
      std::int64_t token = 0;
      for (std::size_t k = 0; k < sequences.size(); ++k) {
        const PlainResult expected = kind.plain(kind.checkpoint, sequences[k], 4, {});
        const at::Tensor scores = output.scores[static_cast<std::int64_t>(k)];
        for (std::size_t y = 0; y < expected.scores.size(); ++y)
          ASSERT_NEAR(scores[static_cast<std::int64_t>(y)].item<double>(), expected.scores[y], tolerance)
              << kind.id << ", sequence " << k << ", location " << y;
        for (std::size_t i = 0; i < sequences[k].visits.size(); ++i, ++token) {
          if (expected.weight.empty()) continue;
          ASSERT_NEAR(output.contentScore[token].item<double>(), expected.contentScore[i], tolerance) << kind.id;
          ASSERT_NEAR(output.pointerWeight[token].item<double>(), expected.weight[i], tolerance) << kind.id;
        }
      }
    }
  }
}

using RecurrentLayer = decltype(&lstmLayer);

/// Values and all gradients, for widths that are and are not a multiple of what is computed at once.
void expectTorchsForwardAndBackward(RecurrentLayer layer, std::int64_t gates) {
  for (const std::int64_t hidden : {16, 20}) {
    at::manual_seed(5);
    const StepOrder order = stepOrderOf({2, 7, 1, 4, 4}, at::kCPU);
    EXPECT_EQ(order.sizes, (std::vector<std::int64_t>{5, 4, 3, 3, 1, 1, 1}));
    const std::vector<at::Tensor> start{at::randn({18, 6}), at::randn({gates * hidden, 6}) * 0.4,
                                        at::randn({gates * hidden, hidden}) * 0.4, at::randn({gates * hidden}),
                                        at::randn({gates * hidden})};
    const at::Tensor weights = at::randn({18, hidden});
    const auto run = [&](at::ScalarType type) {
      std::vector<at::Tensor> inputs;
      for (const at::Tensor& one : start) inputs.push_back(one.to(type).clone().requires_grad_(true));
      const at::Tensor out = layer(inputs[0], inputs[1], inputs[2], inputs[3], inputs[4], order.sizes);
      (out * weights.to(type)).sum().backward();
      std::vector<at::Tensor> found{out.detach()};
      for (const at::Tensor& input : inputs) found.push_back(input.grad());
      return found;
    };
    const std::vector<at::Tensor> own = run(at::kFloat), torchs = run(at::kDouble);
    for (std::size_t i = 0; i < own.size(); ++i) {
      EXPECT_LT((own[i].to(at::kDouble) - torchs[i]).abs().max().item<double>(), 2e-5)
          << "hidden " << hidden << ", " << i;
      EXPECT_GT(torchs[i].abs().max().item<double>(), 1e-2) << i;
    }
  }
}

TEST(RecurrentLayers, EqualTorchsForwardAndBackward) {
  expectTorchsForwardAndBackward(lstmLayer, 4);
  expectTorchsForwardAndBackward(gruLayer, 3);
}

/// autocast would give them in a type that what follows refuses.
TEST(RecurrentLayers, StayInTheirWeightsTypeUnderMixedPrecision) {
  at::autocast::set_autocast_enabled(at::kCPU, true);
  at::autocast::set_autocast_dtype(at::kCPU, at::kBFloat16);
  const at::Tensor x = at::randn({2, 3, 6}).to(at::kBFloat16);
  for (const auto& [kind, gates] : {std::pair{RecurrentKind::Lstm, 4}, std::pair{RecurrentKind::Gru, 3}}) {
    const RecurrentWeights weights{at::randn({gates * 5, 6}), at::randn({gates * 5, 5}), at::randn({gates * 5}),
                                   at::randn({gates * 5})};
    EXPECT_EQ(recurrentRectangle(kind, x, weights).scalar_type(), at::kFloat);
    EXPECT_EQ(recurrentSteps(kind, x.view({6, 6}), weights, {2, 2, 2}).scalar_type(), at::kFloat);
  }
  at::autocast::clear_cache();
  at::autocast::set_autocast_enabled(at::kCPU, false);
}

TEST(RecurrentLayers, OrderTokensByStep) {
  const StepOrder order = stepOrderOf({1, 3, 2}, at::kCPU);  // tokens 0 | 1 2 3 | 4 5
  EXPECT_EQ(order.sizes, (std::vector<std::int64_t>{3, 2, 1}));
  const std::vector<std::int64_t> expected{1, 4, 0, 2, 5, 3};
  for (std::size_t i = 0; i < expected.size(); ++i) {
    EXPECT_EQ(order.toSteps[static_cast<std::int64_t>(i)].item<std::int64_t>(), expected[i]);
    EXPECT_EQ(order.toTokens[expected[i]].item<std::int64_t>(), static_cast<std::int64_t>(i));
  }
}

std::shared_ptr<Network> newOf(const char* id, const ModelSizes& sizes) {
  at::manual_seed(42);
  return findModelKind(id)->create({.sizes = sizes, .ablation = "full_model", .dropout = 0.2});
}

TEST(ComparisonNetworks, HaveThePublishedCounts) {
  const auto count = [](const char* id, const ModelSizes& sizes) {
    std::int64_t sum = 0;
    for (const StateTensor& item : stateTensors(*newOf(id, sizes)))
      if (item.parameter) sum += item.tensor.numel();
    return sum;
  };
  const ModelSizes geolife{.locations = 1187, .users = 46, .maxLength = 64, .width = 64, .layers = 2, .hidden = 128};
  ModelSizes narrow = geolife, small = geolife;
  narrow.width = 32;
  small.width = 32;
  small.layers = 1;
  small.hidden = 64;
  EXPECT_EQ(count("deepmove", {.locations = 1187, .users = 46, .width = 40, .hidden = 45}), 183'697);
  EXPECT_EQ(count("lstm", narrow), 482'659);
  EXPECT_EQ(count("lstm_location", geolife), 500'419);
  EXPECT_EQ(count("lstm_location", small), 160'179);
}

TEST(ComparisonNetworks, HaveTheNamesAndBlocksOfTheirStateDicts) {
  std::vector<PlainKind> kinds = comparisonKinds();
  kinds.push_back({"deepmove", smallDeepMove(), nullptr});
  for (const PlainKind& kind : kinds) {
    const LoadedNetwork made = loaded(kind.checkpoint);
    const std::vector<ExpectedTensor> expected =
        findStateDict(kind.id)->expected(StateShapes(kind.checkpoint.tensors), made.network->sizes());
    const std::vector<StateTensor> own = stateTensors(*made.network);
    ASSERT_EQ(own.size(), kind.checkpoint.tensors.size()) << kind.id;
    ASSERT_EQ(own.size(), expected.size()) << kind.id;
    for (std::size_t i = 0; i < own.size(); ++i) {
      EXPECT_EQ(own[i].name, kind.checkpoint.tensors[i].name);
      EXPECT_EQ(own[i].name, expected[i].name);
      EXPECT_EQ(own[i].tensor.sizes().vec(), expected[i].shape) << own[i].name;
    }
    EXPECT_EQ(findStateDict(kind.id)->expectedOfNew("full_model", made.network->sizes()).size(), own.size());
    EXPECT_TRUE(findStateDict(kind.id)->expectedOfNew("no_gate", made.network->sizes()).empty());
    std::size_t inBlocks = 0;
    for (const ModelBlock& block : made.description.blocks) inBlocks += block.tensors.size();
    EXPECT_EQ(inBlocks, own.size()) << kind.id;
    EXPECT_TRUE(made.description.report.extra.empty());
    EXPECT_EQ(made.description.ablation, "full_model");
    EXPECT_TRUE(made.description.notices.empty() || kind.plain == plainPointerV45) << kind.id;
  }
}

TEST(ComparisonNetworks, AblationsOfV45StayPointerV45) {
  for (const std::string& ablation : ablationNames())
    EXPECT_EQ(loaded(ablated(smallPointerV45(), ablation)).description.id, "pointer_v45") << ablation;
  // Another part back, and it is no standard Transformer.
  CheckpointFile withUser = smallPointerV45();
  for (const char* ablation : {"no_temporal", "no_pos_from_end", "no_pointer"}) withUser = ablated(withUser, ablation);
  EXPECT_EQ(loaded(withUser).description.id, "pointer_v45");
}

TEST(ComparisonNetworks, SayWhatTheyHaveToShow) {
  const auto has = [](const char* id) {
    return newOf(id, {.locations = 30,
                      .users = 5,
                      .maxLength = 12,
                      .width = 16,
                      .heads = 4,
                      .layers = 2,
                      .feedForward = 24,
                      .hidden = 20})
        ->capabilities();
  };
  for (const char* id : {"lstm", "lstm_location", "lstm_pointer"}) {
    EXPECT_TRUE(has(id).recurrent) << id;
    EXPECT_FALSE(has(id).attentionMaps) << id;
    EXPECT_FALSE(has(id).gate) << id;
  }
  EXPECT_TRUE(has("lstm_pointer").pointer);
  EXPECT_FALSE(has("lstm_pointer").generation);
  EXPECT_FALSE(has("lstm_pointer").userEmbedding);
  EXPECT_TRUE(has("transformer").attentionMaps);
  EXPECT_TRUE(has("transformer").generation);
  EXPECT_FALSE(has("transformer").pointer || has("transformer").userEmbedding || has("transformer").time);
}

TEST(ComparisonNetworks, AnLstmHasNoHeadsToAskFor) {
  const Result<LoadedNetwork> asked = networkFromCheckpoint(smallLstm(), "small.pt", {.heads = 4});
  ASSERT_FALSE(asked);
  EXPECT_EQ(asked.error().what, "LSTM has no attention heads");
  EXPECT_EQ(asked.error().kind, ErrorKind::BadUsage);
}

TEST(ComparisonNetworks, RefuseLayersWithAGapAndNarrowOnes) {
  CheckpointFile gap = smallLstm({.layers = 3});
  std::erase_if(gap.tensors, [](const NamedArray& tensor) { return tensor.name.ends_with("_l1"); });
  const Result<LoadedNetwork> gapped = networkFromCheckpoint(gap, "small.pt");
  ASSERT_FALSE(gapped);
  EXPECT_THAT(gapped.error().what, ::testing::HasSubstr("lstm.weight_ih_l2, but none of layer lstm.weight_ih_l1"));
}

TEST(ComparisonNetworks, StartAsPublished) {
  const ModelSizes sizes{.locations = 40, .users = 5, .maxLength = 64, .width = 32, .layers = 2, .hidden = 24};
  for (const char* id : {"lstm", "lstm_location", "lstm_pointer"}) {
    for (const StateTensor& item : stateTensors(*newOf(id, sizes))) {
      if (!item.parameter) continue;
      const bool ofLstm = item.name.starts_with("lstm.");
      if (item.name.starts_with("lstm.weight_hh")) {
        const at::Tensor product = item.tensor.t().mm(item.tensor) - at::eye(24);
        EXPECT_LT(product.abs().max().item<double>(), 1e-5) << item.name;
      } else if (item.tensor.dim() > 1) {
        const double bound = std::sqrt(6.0 / static_cast<double>(item.tensor.size(0) + item.tensor.size(1)));
        EXPECT_LE(item.tensor.abs().max().item<double>(), bound * 1.000001) << item.name;
        EXPECT_GT(item.tensor.abs().max().item<double>(), bound * 0.4) << item.name;
      } else if (item.name.find("bias") != std::string::npos && (ofLstm || std::string(id) == "lstm")) {
        const std::int64_t n = item.tensor.size(0);
        EXPECT_EQ(item.tensor.sum().item<double>(), static_cast<double>(n / 2 - n / 4)) << item.name;
        EXPECT_EQ(item.tensor[n / 4].item<double>(), 1) << item.name;
      }
    }
  }
}

TEST(ComparisonNetworks, PaddingGetsNoGradient) {
  for (const char* id : {"lstm_location", "lstm_pointer", "transformer"}) {
    const std::shared_ptr<Network> network = newOf(id, {.locations = 30,
                                                        .users = 5,
                                                        .maxLength = 12,
                                                        .width = 16,
                                                        .heads = 4,
                                                        .layers = 2,
                                                        .feedForward = 24,
                                                        .hidden = 20});
    std::vector<Sequence> sequences = fakeSequences({4, 6});
    sequences[0].visits[0].location = paddingLocation;
    const LocationId seen = sequences[0].visits[1].location;
    const NetworkOutput output = network->forward(packBatch(sequences, rowsUpTo(2), network->limits()));
    output.scores.select(1, seen).sum().backward();
    for (const auto& item : network->named_parameters()) {
      if (item.key() == "loc_emb.weight" || item.key() == "user_emb.weight") {
        EXPECT_EQ(item.value().grad()[0].abs().sum().item<double>(), 0) << item.key();
      }
      EXPECT_GT(item.value().grad().abs().sum().item<double>(), 0) << id << " " << item.key();
    }
  }
}

/// Views ask for tables by what their rows stand for.
TEST(NetworkEmbeddings, AreNamedWithTheirRowsByEveryNetwork) {
  using enum EmbeddingKind;
  const SmallSizes sizes;
  const std::vector<std::pair<CheckpointFile, std::vector<EmbeddingKind>>> expected{
      {smallPointerV45(), {Input, Output, Users, Hours, Weekdays}},
      {smallMhsa(), {Input, Output, Users, Hours, Weekdays}},
      {smallLstm(), {Input, Output, Users, Hours, Weekdays}},
      {smallLstmLocation(), {Input, Output, Users}},
      {smallLstmPointer(), {Input}},
      {smallDeepMove(), {Input, Output, Users, Hours}}};
  for (const auto& [checkpoint, kinds] : expected) {
    const LoadedNetwork made = loaded(checkpoint);
    SCOPED_TRACE(made.description.id);
    std::set<EmbeddingKind> found;
    for (const NamedEmbedding& table : made.network->embeddings()) {
      EXPECT_TRUE(found.insert(table.kind).second);
      EXPECT_FALSE(table.name.empty());
      ASSERT_EQ(table.weight.dim(), 2);
      const std::int64_t rows = table.weight.size(0);
      if (table.kind == Input || table.kind == Output) {
        EXPECT_EQ(rows, sizes.locations);
      }
      if (table.kind == Users) {
        EXPECT_EQ(rows, sizes.users);
      }
      if (table.kind == Hours) {
        EXPECT_EQ(rows * table.minutes, 24 * 60);
      }
      if (table.kind == Weekdays) {
        EXPECT_EQ(rows, 7);
      }
    }
    EXPECT_EQ(found, std::set(kinds.begin(), kinds.end()));
  }
}

}  // namespace
}  // namespace sojourn
