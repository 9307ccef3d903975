// SPDX-License-Identifier: GPL-3.0-or-later
// Rankings across models, and across models whose weights are random from the output down.
#include "model/explain/stability/rank_agreement.h"

#include <chrono>
#include <cmath>
#include <thread>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "model/explain/explanation/explain.h"
#include "model/explain/stability/parameter_randomization.h"
#include "model/explain/statistics/ranking.h"
#include "tests/explain/small_engine.h"

namespace sojourn {
namespace {

using namespace test;
using ::testing::Contains;
using ::testing::Each;
using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::Not;

TEST(ModelAgreement, IsTauOfEveryTwoModels) {
  const std::vector<std::shared_ptr<const Engine>> engines{
      engineOf(smallPointerV45()), engineOf(smallPointerV45({}, 2)), engineOf(smallPointerV45({}, 3))};
  const Sequence sequence = fakeSequences({9}).front();
  std::size_t reported = 0;
  const auto found = agreementAcross(engines, sequence, {.methods = {"pointer_weight", "recency"}}, {},
                                     [&](std::size_t, std::size_t) { ++reported; });
  ASSERT_TRUE(found.ok()) << found.error().sentence();
  EXPECT_EQ(reported, 3U);
  const auto first = *engines[0]->inspect(sequence), third = *engines[2]->inspect(sequence);
  EXPECT_EQ(found->target, first->best().location) << "the first model's prediction";
  EXPECT_DOUBLE_EQ(found->chance, tauCriticalValue(9));
  ASSERT_EQ(found->models.size(), 3U);
  EXPECT_EQ(found->models[2].prediction, third->best().location);
  EXPECT_NEAR(found->models[2].probability, std::exp(third->logProbability[static_cast<std::size_t>(found->target)]),
              1e-6);
  ASSERT_EQ(found->methods.size(), 2U);
  const MethodAgreement& weight = found->methods[0];
  ASSERT_EQ(weight.taus.size(), 3U);
  const auto weightsOf = [](const Inspection& inspection) {
    return std::vector<double>(inspection.pointerWeight.begin(), inspection.pointerWeight.end());
  };
  EXPECT_NEAR(weight.taus[1], kendallTauB(weightsOf(*first), weightsOf(*third)), 1e-12);
  EXPECT_NEAR(weight.mean, (weight.taus[0] + weight.taus[1] + weight.taus[2]) / 3, 1e-12);
  EXPECT_EQ(weight.stable, weight.mean >= found->chance);
  EXPECT_THAT(found->methods[1].taus, Each(1)) << "recency asks no model";
  EXPECT_TRUE(found->methods[1].stable);
}

TEST(ModelAgreement, OfAModelWithItselfIsWholeAndTiesAreNoNumber) {
  const std::vector<std::shared_ptr<const Engine>> twice{engineOf(smallPointerV45()), engineOf(smallPointerV45())};
  Sequence sequence = fakeSequences({8}).front();
  const auto same = agreementAcross(twice, sequence, {.target = sequence.visits[3].location});
  ASSERT_TRUE(same.ok());
  EXPECT_THAT(methodsOfAll(twice), Not(Contains("recency")));
  EXPECT_EQ(same->methods.size(), methodsOfAll(twice).size());
  for (const MethodAgreement& method : same->methods) {
    EXPECT_DOUBLE_EQ(method.mean, 1) << method.method;
    EXPECT_TRUE(method.stable) << method.method;
  }
  // Nothing of a place that was not visited is copied: all visits tie.
  const auto absent = agreementAcross(twice, sequence, {.target = 29, .methods = {"copied_mass"}});
  EXPECT_TRUE(std::isnan(absent->methods[0].mean));
  EXPECT_FALSE(absent->methods[0].stable);

  const std::vector<std::shared_ptr<const Engine>> kinds{engineOf(smallPointerV45()), engineOf(smallMhsa())};
  EXPECT_THAT(methodsOfAll(kinds), Not(Contains("pointer_weight")));
  EXPECT_TRUE(agreementAcross(kinds, sequence, {}).ok());
  EXPECT_FALSE(agreementAcross(kinds, sequence, {.methods = {"pointer_weight"}}).ok());
  EXPECT_FALSE(agreementAcross(std::span(kinds).first(1), sequence, {}).ok());
}

TEST(RandomWeights, AreTheChosenBlocksOwnNumbersShuffled) {
  const auto engine = engineOf(smallPointerV45());
  const auto randomised = [&](const std::vector<std::string>& blocks, std::uint64_t seed) {
    auto random = withRandomWeights(*engine, blocks, seed);
    if (!random) throw std::runtime_error(random.error().sentence());
    return *random;
  };
  const auto biasOf = [](const Engine& of) { return of.description().positionBias; };
  const auto random = randomised({"position_bias"}, 4);
  EXPECT_NE(biasOf(*random), biasOf(*engine));
  EXPECT_THAT(biasOf(*random), ::testing::UnorderedElementsAreArray(biasOf(*engine)));
  EXPECT_EQ(biasOf(*random), biasOf(*randomised({"position_bias"}, 4)));
  EXPECT_NE(biasOf(*random), biasOf(*randomised({"position_bias"}, 5))) << "another seed is another model";
  EXPECT_EQ(random->description().sizes.heads, 4);

  const Sequence sequence = fakeSequences({8}).front();
  const auto before = *engine->inspect(sequence), gate = *randomised({"gate"}, 1)->inspect(sequence),
             layer = *randomised({"layer.1"}, 1)->inspect(sequence);
  EXPECT_NE(*gate->gate, *before->gate);
  EXPECT_EQ(gate->pointerWeight, before->pointerWeight) << "what was not chosen stays";
  EXPECT_EQ(gate->generation, before->generation);
  EXPECT_NE(layer->pointerWeight, before->pointerWeight);
}

TEST(ParameterRandomization, GoesFromTheOutputDownAndFlagsWhatStays) {
  const auto engine = engineOf(smallPointerV45());
  std::vector<std::string> order;
  for (const RandomizationStage& block : blocksFromOutput(*engine)) order.push_back(block.block);
  EXPECT_THAT(order, ElementsAre("gate", "generation", "position_bias", "pointer", "layer.1", "layer.0", "input",
                                 "embeddings"));
  const Sequence sequence = fakeSequences({12}).front();
  const ParameterRandomizationRequest request{
      .what = {.target = sequence.visits[5].location, .methods = {"pointer_weight", "gradient", "recency"}},
      .draws = 3};
  std::size_t most = 0;
  const auto check =
      testParameterRandomization(*engine, sequence, request, {}, [&](std::size_t done, std::size_t total) {
        EXPECT_EQ(total, 24U);
        most = done;
      });
  ASSERT_TRUE(check.ok()) << check.error().sentence();
  EXPECT_EQ(most, 24U);
  ASSERT_EQ(check->stages.size(), 8U);
  ASSERT_EQ(check->methods.size(), 3U);
  const MethodRandomization& weight = check->methods[0];
  EXPECT_DOUBLE_EQ(weight.taus[0], 1) << "weights are computed before the gate";
  EXPECT_DOUBLE_EQ(weight.taus[1], 1) << "and beside the generation head";
  EXPECT_LT(weight.taus[3], 1) << "the pointer itself is random";
  EXPECT_LT(check->methods[1].taus[0], 1) << "gradients pass the gate";
  EXPECT_FALSE(weight.survives);
  EXPECT_THAT(check->methods[2].taus, Each(1));
  EXPECT_TRUE(check->methods[2].survives) << "recency knows nothing of the weights";

  // The last stage is the mean over draws of models that are random throughout.
  double tau = 0;
  for (std::size_t draw = 0; draw < 3; ++draw) {
    const auto random = withRandomWeights(*engine, order, draw);
    const auto before = *engine->inspect(sequence), after = *(*random)->inspect(sequence);
    tau += kendallTauB(std::vector<double>(before->pointerWeight.begin(), before->pointerWeight.end()),
                       std::vector<double>(after->pointerWeight.begin(), after->pointerWeight.end())) /
           3;
  }
  EXPECT_NEAR(weight.taus.back(), tau, 1e-12);
  ParameterRandomizationRequest atOnce = request;
  atOnce.cascading = false;
  const auto whole = testParameterRandomization(*engine, sequence, atOnce);
  ASSERT_EQ(whole->stages.size(), 1U);
  EXPECT_EQ(whole->stages[0].block, "embeddings");
  EXPECT_DOUBLE_EQ(whole->methods[0].taus[0], weight.taus.back());

  const CancelToken cancel;
  cancel.cancel();
  EXPECT_EQ(testParameterRandomization(*engine, sequence, request, cancel).error().kind, ErrorKind::Cancelled);
}

TEST(RankStability, SumsUpOverSamplesByUsers) {
  const SequenceSet set = setOf(fakeSequences({5, 2, 8, 6, 7}));
  const std::vector<std::size_t> rows{0, 1, 2, 3, 4};
  std::vector<std::size_t> asked;
  const auto ask = [&](const Sequence& sequence) -> Result<std::vector<SampleRankStability>> {
    asked.push_back(sequence.visits.size());
    const double tau = sequence.visits.size() == 8 ? std::nan("") : 0.25;
    return std::vector<SampleRankStability>{{"mask_one", tau, sequence.visits.size() == 5}};
  };
  const auto found = rankStabilityOver(set, rows, 0, 0, ask);
  ASSERT_TRUE(found.ok());
  EXPECT_THAT(asked, ::testing::UnorderedElementsAre(5, 8, 6, 7)) << "two visits tell nothing";
  EXPECT_EQ(found->samples, 4U);
  ASSERT_EQ(found->methods.size(), 1U);
  EXPECT_DOUBLE_EQ(found->methods[0].tau.mean, 0.25);
  EXPECT_EQ(found->methods[0].tau.n, 3U);
  EXPECT_DOUBLE_EQ(found->methods[0].beyondChance.mean, 0.25);
  EXPECT_EQ(rankStabilityOver(set, rows, 2, 0, ask)->samples, 2U);
  const CancelToken cancel;
  EXPECT_EQ(rankStabilityOver(set, rows, 0, 0, ask, cancel,
                              [&](std::size_t done, std::size_t) {
                                if (done == 3) cancel.cancel();
                              })
                ->samples,
            3U);
}

TEST(RankStability, TellsOfEverySampleAndOnTheWayOfAllSoFar) {
  const SequenceSet set = setOf(fakeSequences({5, 2, 8, 6, 7}));
  const std::vector<std::size_t> rows{0, 1, 2, 3, 4};
  std::vector<std::size_t> reported;
  std::vector<std::size_t> partial;
  RankStabilityPass pass;
  pass.ask = [](const Sequence& sequence) -> Result<std::vector<SampleRankStability>> {
    // A first result is reported after a quarter of a second.
    std::this_thread::sleep_for(std::chrono::milliseconds(300));
    return std::vector<SampleRankStability>{{"mask_one", 0.25, sequence.visits.size() == 5}};
  };
  pass.report = [&](std::size_t row, const std::vector<SampleRankStability>& said) {
    reported.push_back(row);
    EXPECT_EQ(said.at(0).beyondChance, row == 0);
  };
  pass.partial = [&](const RankStabilitySummary& summary, std::size_t asked) {
    partial.push_back(summary.samples);
    EXPECT_EQ(summary.samples, reported.size());
    EXPECT_EQ(asked, 4U);
  };
  ASSERT_TRUE(rankStabilityOver(set, rows, pass).ok());
  EXPECT_THAT(reported, ::testing::UnorderedElementsAre(0, 2, 3, 4));
  ASSERT_FALSE(partial.empty());
  EXPECT_EQ(partial.front(), 1U);
  EXPECT_LT(partial.back(), 4U) << "the last one is the answer itself";

  pass.ask = [&](const Sequence&) -> Result<std::vector<SampleRankStability>> {
    return Error{ErrorKind::BadInput, "other.pt", "is not there", "look"};
  };
  EXPECT_EQ(rankStabilityOver(set, rows, pass).error().where, "other.pt");
}

}  // namespace
}  // namespace sojourn
