// SPDX-License-Identifier: GPL-3.0-or-later
// Checkpoints against the networks they are to become, before anything is built.
#include "model/nets/plan/checkpoint_plan.h"

#include <limits>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "model/nets/registry/registry.h"
#include "tests/nets/small_models.h"
#include "tests/support/growth.h"

namespace sojourn {
namespace {

using namespace test;
using ::testing::HasSubstr;

std::string refusal(const CheckpointFile& checkpoint) {
  const Result<CheckpointPlan> plan = planNetwork(checkpoint, "no-folder/small.pt", 4);
  if (plan) return "was planned";
  EXPECT_EQ(plan.error().where, "small.pt");
  EXPECT_FALSE(plan.error().remedy.empty());
  return plan.error().what;
}

NdArray array(std::vector<std::int64_t> shape, DType type = DType::Float32) {
  NdArray made{.dtype = type, .shape = std::move(shape), .data = {}};
  made.data.resize(made.elements() * sizeOf(type));
  return made;
}

/// The list that a file is compared with is the network's own: the names, the order, the shapes.
TEST(CheckpointPlan, ExpectsWhatTheNetworksHave) {
  std::vector<CheckpointFile> checkpoints{smallMhsa(), smallMhsa({.layers = 1}), smallPointerV45({.layers = 3})};
  for (const std::string& ablation : ablationNames()) checkpoints.push_back(ablated(smallPointerV45(), ablation));
  checkpoints.push_back(ablated(ablated(smallPointerV45(), "no_user_emb"), "no_gate"));
  for (const CheckpointFile& checkpoint : checkpoints) {
    const Result<CheckpointPlan> plan = planNetwork(checkpoint, "small.pt", 4);
    ASSERT_TRUE(plan) << plan.error().sentence();
    const std::vector<ExpectedTensor> expected = plan->kind->expected(plan->shapes, plan->sizes);
    const Result<LoadedNetwork> loaded = networkFromCheckpoint(checkpoint, "small.pt", {.heads = 4});
    ASSERT_TRUE(loaded) << loaded.error().sentence();
    const std::vector<StateTensor> own = stateTensors(*loaded->network);
    ASSERT_EQ(expected.size(), own.size()) << plan->ablation;
    for (std::size_t i = 0; i < own.size(); ++i) {
      EXPECT_EQ(expected[i].name, own[i].name);
      EXPECT_EQ(expected[i].shape, own[i].tensor.sizes().vec()) << own[i].name;
      EXPECT_EQ(expected[i].integer, !own[i].tensor.is_floating_point()) << own[i].name;
    }
    const std::vector<ExpectedTensor> ofNew = plan->kind->expectedOfNew(
        plan->ablation.find('+') == std::string::npos ? plan->ablation : "full_model", plan->sizes);
    if (plan->ablation.find('+') == std::string::npos && plan->kind->id == "pointer_v45") {
      EXPECT_EQ(ofNew.size(), own.size()) << plan->ablation;
    }
    for (const ModelKind& kind : modelKinds()) EXPECT_EQ(findStateDict(kind.id)->title, kind.title);
  }
  EXPECT_TRUE(pointerV45StateDict().expectedOfNew("no_attention", {}).empty());
}

TEST(CheckpointPlan, LayersAreNumberedWithoutAGap) {
  CheckpointFile checkpoint = smallPointerV45({.layers = 3});
  std::erase_if(checkpoint.tensors,
                [](const NamedArray& tensor) { return tensor.name.starts_with("transformer.layers.1."); });
  EXPECT_THAT(refusal(checkpoint), HasSubstr("has the tensor transformer.layers.2."));
  EXPECT_THAT(refusal(checkpoint), HasSubstr("but none of layer transformer.layers.1"));
  CheckpointFile far = smallMhsa();
  far.tensors.push_back({.name = "encoder.layers.99999999999999999999.norm1.bias", .array = array({1})});
  EXPECT_THAT(refusal(far), HasSubstr("has the tensor encoder.layers.99999999999999999999.norm1.bias"));
  CheckpointFile other = smallPointerV45();
  other.tensors.push_back({.name = "transformer.layers.2x.bias", .array = array({1})});
  EXPECT_EQ(refusal(other), "was planned") << "no layer, but a tensor that the model does not use";
}

/// Neither names without numbers nor shapes with a zero in them are a reason to build anything.
TEST(CheckpointPlan, WhatTakesNoSpaceInTheFileAsksForNone) {
  CheckpointFile longest = smallPointerV45();
  for (const std::int64_t length : {std::int64_t{50'000'000}, std::numeric_limits<std::int64_t>::max()}) {
    *findTensor(longest, "pos_encoding") = array({1, length, 0});
    EXPECT_THAT(refusal(longest), HasSubstr("contradict each other"));
  }
  CheckpointFile wide = smallPointerV45();
  *findTensor(wide, "transformer.layers.0.linear1.weight") = array({std::numeric_limits<std::int64_t>::max(), 0});
  EXPECT_THAT(refusal(wide), HasSubstr("contradict each other"));
  CheckpointFile nobody = smallPointerV45();
  *findTensor(nobody, "user_emb.weight") = array({0, 16});
  EXPECT_THAT(refusal(nobody), HasSubstr("user_emb.weight: [0, 16] in the file, a size of 0 cannot be"));

  EXPECT_TRUE(takesLinearTime(6'000, [](std::size_t count) {
    CheckpointFile layers = smallPointerV45({.width = 4, .layers = 1, .feedForward = 1});
    for (std::size_t i = 1; i < count; ++i)
      layers.tensors.push_back(
          {.name = "transformer.layers." + std::to_string(i) + ".self_attn.in_proj_weight", .array = array({0})});
    return [count, layers = std::move(layers)] {
      EXPECT_THAT(refusal(layers),
                  HasSubstr("has " + std::to_string(count) + " layers, more than the 256 that are read"));
    };
  }));
}

TEST(CheckpointPlan, WeightsAreFloatingPointNumbers) {
  CheckpointFile checkpoint = smallPointerV45();
  for (const DType type : {DType::Bool, DType::Int64, DType::UInt8}) {
    *findTensor(checkpoint, "gen_head.bias") = array({30}, type);
    EXPECT_THAT(refusal(checkpoint), HasSubstr(std::string("gen_head.bias: ") + nameOf(type) + " in the file"));
  }
  for (const DType type : {DType::Float16, DType::BFloat16, DType::Float64}) {
    *findTensor(checkpoint, "gen_head.bias") = array({30}, type);
    EXPECT_EQ(refusal(checkpoint), "was planned");
  }
  CheckpointFile counter = smallMhsa();
  *findTensor(counter, "FC.norm1.num_batches_tracked") = array({}, DType::Int32);
  EXPECT_EQ(refusal(counter), "was planned");
}

/// A few bytes may be shown a million times by views; what counts is the file.
TEST(CheckpointPlan, ANetworkIsInProportionToItsFile) {
  CheckpointFile checkpoint = smallPointerV45({.locations = 400'000});
  EXPECT_EQ(refusal(checkpoint), "was planned");
  checkpoint.sourceBytes = 55'000'000;
  EXPECT_EQ(refusal(checkpoint), "was planned");
  checkpoint.sourceBytes = 1900;
  EXPECT_THAT(refusal(checkpoint), HasSubstr("far more than the 1.9 kB of the file can fill"));
}

}  // namespace
}  // namespace sojourn
