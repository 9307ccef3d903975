// SPDX-License-Identifier: GPL-3.0-or-later
// The decomposition, the effects of single visits and the interventions behind the encoder, by hand and against loops.
#include "model/explain/explanation/interventions.h"

#include <cmath>
#include <numeric>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tests/explain/small_engine.h"

namespace sojourn {
namespace {

using namespace test;
using ::testing::DoubleNear;
using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::Pointwise;

/// Visits to 1, 2, 1 with weights 1/2, 3/8, 1/8; gate 3/4; generation 1/4 each.
Inspection threeVisits() {
  Inspection inspection;
  inspection.sequence.visits = {{.location = 1}, {.location = 2}, {.location = 1}};
  inspection.logProbability.assign(4, 0);
  inspection.generation.assign(4, 0.25F);
  inspection.contentScore = {std::log(2.0F), 0, 0};
  inspection.positionBias = {0, std::log(3.0F), 0};
  inspection.pointerWeight = {0.5F, 0.375F, 0.125F};
  inspection.copiedMass = {0.375F, 0.28125F, 0.09375F};
  inspection.gate = 0.75F;
  return inspection;
}

TEST(Decomposition, AddsUpAndIsNotTheGate) {
  const Decomposition parts = decompositionOf(threeVisits(), 1);
  EXPECT_THAT(parts.copied, ElementsAre(0.375, 0, 0.09375));
  EXPECT_EQ(parts.generated, 0.0625);
  EXPECT_NEAR(*parts.copyShare, 0.46875 / 0.53125, 1e-15);
  EXPECT_EQ(*parts.gate, 0.75);
  EXPECT_EQ(*decompositionOf(threeVisits(), 3).copyShare, 0);
  Inspection generated = threeVisits();
  generated.gate.reset();
  EXPECT_FALSE(decompositionOf(generated, 1).copyShare);
  EXPECT_EQ(decompositionOf(generated, 1).generated, 0.25);
}

TEST(Effects, DirectIsThroughTheWeightsAlone) {
  const std::vector<double> without{0.2, 0.7, 0.5};
  const auto effects = effectsOf(threeVisits(), {.location = 1}, 0.53125, without);
  ASSERT_EQ(effects.size(), 3U);
  // Without visit 0: pointer(1) = (1/8) / (1/2), so 3/4 * 1/4 + 1/16 = 1/4.
  EXPECT_NEAR(effects[0].direct, 0.53125 - 0.25, 1e-15);
  EXPECT_NEAR(effects[0].total, 0.33125, 1e-15);
  EXPECT_NEAR(effects[0].indirect, effects[0].total - effects[0].direct, 1e-15);
  EXPECT_NEAR(effects[1].direct, 0.53125 - 0.8125, 1e-15) << "all that is left is to place 1";
  // Against place 2: its own P without visit 1 is 1/16, with it 3/4 * 3/8 + 1/16.
  const auto contrast = effectsOf(threeVisits(), {.location = 1, .ratherThan = 2}, 0.1875, without);
  EXPECT_NEAR(contrast[1].direct, 0.1875 - (0.8125 - 0.0625), 1e-15);

  Inspection certain = threeVisits();
  certain.pointerWeight = {1, 0, 0};
  EXPECT_NEAR(effectsOf(certain, {.location = 1}, 0.8125, without)[0].direct, 0.75, 1e-15)
      << "the pointer's part is 0 where the visit had all weight";
}

TEST(Interventions, WeightsByHand) {
  const Inspection inspection = threeVisits();
  EXPECT_THAT(weightsWithoutBias(inspection), Pointwise(DoubleNear(1e-7), {0.5, 0.25, 0.25}));
  EXPECT_THAT(weightsWithoutContent(inspection), Pointwise(DoubleNear(1e-7), {0.2, 0.6, 0.2}));
  EXPECT_THAT(uniformWeights(inspection), Pointwise(DoubleNear(1e-15), {1.0 / 3, 1.0 / 3, 1.0 / 3}));
  EXPECT_THAT(weightsWithoutTop(inspection, 1), Pointwise(DoubleNear(1e-15), {0.0, 0.75, 0.25}));
  EXPECT_THAT(weightsWithoutTop(inspection, 3), ElementsAre(0, 0, 0));
  EXPECT_THAT(permutedWeights(inspection), ::testing::UnorderedElementsAre(0.5, 0.375, 0.125));
}

TEST(Interventions, MixWeightsAndGateAgain) {
  const Inspection inspection = threeVisits();
  const auto copies = intervene(inspection, {.location = 2}, "gate_1", {0, 0.75, 0.25}, 1);
  ASSERT_TRUE(copies.ok());
  EXPECT_DOUBLE_EQ(copies->probability, 0.75);
  EXPECT_DOUBLE_EQ(copies->change, 0.75 - (0.75 * 0.375 + 0.0625));
  EXPECT_EQ(copies->value, copies->probability) << "nothing is contrasted";
  EXPECT_EQ(copies->rank, 1U);
  EXPECT_THAT(copies->top, ElementsAre(2, 1, 0, 3));
  const auto ties = intervene(inspection, {.location = 3}, "gate_0", {0.5, 0.375, 0.125}, 0);
  EXPECT_EQ(ties->rank, 4U) << "equal ones by smaller id";
  EXPECT_EQ(standardInterventions(inspection, {.location = 1}).size(), 8U);

  const auto messageOf = [&](const Inspection& of, const std::vector<double>& weights, double gate) {
    const auto found = intervene(of, {.location = 1}, "mine", weights, gate);
    return found.ok() ? std::string("done") : found.error().sentence();
  };
  EXPECT_THAT(messageOf(inspection, {1, 0}, 0.5), HasSubstr("one weight per visit"));
  EXPECT_THAT(messageOf(inspection, {1, 0, 0}, 1.5), HasSubstr("between 0 and 1"));
  EXPECT_THAT(messageOf(inspection, {1, 0, 0}, std::nan("")), HasSubstr("between 0 and 1"));
  Inspection other = threeVisits();
  other.generation.clear();
  other.gate = 1.0F;
  EXPECT_THAT(messageOf(other, {1, 0, 0}, 0.5), HasSubstr("copies only"));
  EXPECT_EQ(standardInterventions(other, {.location = 1}).size(), 7U) << "no gate_0";
  other.gate.reset();
  EXPECT_THAT(messageOf(other, {1, 0, 0}, 0.5), HasSubstr("no pointer"));
  EXPECT_TRUE(standardInterventions(other, {.location = 1}).empty());
}

TEST(Interventions, OfOnePlaceRatherThanAnotherChangeTheDifference) {
  const ExplanationTarget target{.location = 2, .ratherThan = 1};
  const auto copies = intervene(threeVisits(), target, "gate_1", {0, 0.75, 0.25}, 1);
  ASSERT_TRUE(copies.ok());
  EXPECT_DOUBLE_EQ(copies->probability, 0.75);
  EXPECT_DOUBLE_EQ(copies->value, 0.75 - 0.25);
  // As the model is, P(2) is 3/4 * 3/8 + 1/16 and P(1) 3/4 * 5/8 + 1/16.
  EXPECT_DOUBLE_EQ(copies->change, 0.5 - 0.75 * (0.375 - 0.625));
  EXPECT_EQ(copies->rank, 1U) << "of the explained location";
  EXPECT_FALSE(intervene(threeVisits(), {.location = 2, .ratherThan = 9}, "gate_1", {0, 0.75, 0.25}, 1).ok());
}

TEST(Interventions, WithoutBiasEqualTheModelWhoseBiasIsZero) {
  CheckpointFile checkpoint = smallPointerV45();
  const Sequence sequence = fakeSequences({8}).front();
  const auto inspection = *engineOf(checkpoint)->inspect(sequence);
  *findTensor(checkpoint, "position_bias") = makeArray({12}, std::vector<float>(12, 0.0F));
  for (const Intervention& one : standardInterventions(*inspection, {.location = 4}))
    if (one.name == "position_bias_0") {
      EXPECT_NEAR(one.probability, plainProbability(checkpoint, sequence, 4), 1e-6);
    }
}

}  // namespace
}  // namespace sojourn
