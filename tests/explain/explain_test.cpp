// SPDX-License-Identifier: GPL-3.0-or-later
// A whole explanation on small models against loops that mask and delete visits one by one.
#include "model/explain/explanation/explain.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <set>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "model/data/statistics/resampling.h"
#include "model/explain/faithfulness/faithfulness.h"
#include "model/explain/statistics/ranking.h"
#include "tests/explain/small_engine.h"

namespace sojourn {
namespace {

using namespace test;
using ::testing::HasSubstr;

Explanation explained(const Engine& engine, const Sequence& sequence, const ExplainRequest& request = {}) {
  auto found = explain(engine, sequence, request);
  if (!found) throw std::runtime_error(found.error().sentence());
  return std::move(*found);
}

const MethodExplanation& of(const Explanation& explanation, const std::string& name) {
  return *std::ranges::find(explanation.methods, name, &MethodExplanation::name);
}

std::vector<std::string> namesOf(const std::vector<MethodExplanation>& methods) {
  std::vector<std::string> names;
  for (const MethodExplanation& method : methods) names.push_back(method.name);
  return names;
}

/// P(y) by the loops with the given visits taken away.
double plainWithout(const CheckpointFile& checkpoint, const Sequence& sequence, LocationId y, const VisitMask& removed,
                    Removal removal) {
  if (removal == Removal::Masked) return plainProbability(checkpoint, sequence, y, removed);
  Sequence left = sequence;
  left.visits.clear();
  for (std::size_t i = 0; i < removed.size(); ++i)
    if (!removed[i]) left.visits.push_back(sequence.visits[i]);
  return plainProbability(checkpoint, left, y);
}

Faithfulness plainFaithfulness(const CheckpointFile& checkpoint, const Sequence& sequence, LocationId y,
                               const std::vector<std::size_t>& order, Removal removal) {
  std::vector<double> deletion, insertion;
  for (std::size_t k = 0; k < order.size(); ++k) {
    VisitMask top(order.size(), false), rest(order.size(), true);
    for (std::size_t i = 0; i < k; ++i) top[order[i]] = true;
    for (std::size_t i = 0; i <= k; ++i) rest[order[i]] = false;
    deletion.push_back(plainWithout(checkpoint, sequence, y, top, removal));
    insertion.push_back(plainWithout(checkpoint, sequence, y, rest, removal));
  }
  return faithfulnessOf(deletion, insertion);
}

void expectSame(const Faithfulness& got, const Faithfulness& expected, const std::string& what) {
  EXPECT_NEAR(got.comprehensiveness, expected.comprehensiveness, 1e-9) << what;
  EXPECT_NEAR(got.sufficiency, expected.sufficiency, 1e-9) << what;
  EXPECT_NEAR(got.deletionAuc, expected.deletionAuc, 1e-9) << what;
  EXPECT_NEAR(got.insertionAuc, expected.insertionAuc, 1e-9) << what;
}

TEST(RemovalCheck, IsTheForwardPassWithoutTheVisit) {
  const CheckpointFile checkpoint = smallPointerV45();
  const auto engine = engineOf(checkpoint);
  const Sequence sequence = fakeSequences({6}).front();
  for (const Removal removal : {Removal::Masked, Removal::Removed}) {
    const auto check = checkRemoval(*engine, sequence, {.location = 4}, 2, removal);
    ASSERT_TRUE(check.ok()) << check.error().sentence();
    VisitMask one(6, false);
    one[2] = true;
    EXPECT_NEAR(check->probability, plainWithout(checkpoint, sequence, 4, one, removal), 1e-10);
    double best = 0;
    for (LocationId y = 0; y < static_cast<LocationId>(engine->description().sizes.locations); ++y)
      best = std::max(best, plainWithout(checkpoint, sequence, y, one, removal));
    EXPECT_NEAR(check->firstProbability, best, 1e-10);
    EXPECT_NEAR(plainWithout(checkpoint, sequence, check->first, one, removal), best, 1e-10);
  }
  const auto check = checkRemoval(*engine, sequence, {.location = 4, .ratherThan = 5}, 2, Removal::Masked);
  VisitMask one(6, false);
  one[2] = true;
  EXPECT_NEAR(check->value, check->probability - plainWithout(checkpoint, sequence, 5, one, Removal::Masked), 1e-10);
  EXPECT_FALSE(checkRemoval(*engine, sequence, {.location = 4}, 6, Removal::Masked).ok());
  EXPECT_FALSE(checkRemoval(*engine, sequence, {.location = 40000}, 1, Removal::Masked).ok());
  EXPECT_FALSE(checkRemoval(*engine, fakeSequences({1}).front(), {.location = 4}, 0, Removal::Removed).ok());
}

TEST(Explain, FaithfulnessEqualsTheLoopsByBothOperators) {
  const CheckpointFile checkpoint = smallPointerV45();
  const auto engine = engineOf(checkpoint);
  for (const std::size_t length : {std::size_t{2}, std::size_t{7}, std::size_t{11}}) {
    const Sequence sequence = fakeSequences({length}).front();
    const Explanation found = explained(*engine, sequence, {.target = 4, .methods = {}});
    EXPECT_NEAR(found.probability, plainProbability(checkpoint, sequence, 4), 1e-10);
    std::size_t compared = 0;
    for (const MethodExplanation& method : found.methods) {
      if (method.tiedShare > 0) continue;
      std::vector<std::size_t> order(length);
      for (std::size_t i = 0; i < length; ++i) order[i] = i;
      std::ranges::sort(order, std::greater<>(), [&](std::size_t i) { return method.scores[i]; });
      expectSame(*method.masked, plainFaithfulness(checkpoint, sequence, 4, order, Removal::Masked), method.name);
      expectSame(*method.removed, plainFaithfulness(checkpoint, sequence, 4, order, Removal::Removed), method.name);
      ++compared;
    }
    EXPECT_GE(compared, 9U);
  }
}

TEST(Explain, ScoresOfRemovalAndEffectsEqualTheLoops) {
  const CheckpointFile checkpoint = smallPointerV45();
  const Sequence sequence = fakeSequences({8}).front();
  const Explanation found = explained(*engineOf(checkpoint), sequence, {.target = 4, .methods = {}});
  const double whole = plainProbability(checkpoint, sequence, 4);
  for (std::size_t i = 0; i < 8; ++i) {
    VisitMask one(8, false);
    one[i] = true;
    const double masked = whole - plainWithout(checkpoint, sequence, 4, one, Removal::Masked);
    EXPECT_NEAR(of(found, "mask_one").scores[i], masked, 1e-10);
    EXPECT_NEAR(of(found, "leave_one_out").scores[i],
                whole - plainWithout(checkpoint, sequence, 4, one, Removal::Removed), 1e-10);
    EXPECT_NEAR(found.effects[i].total, masked, 1e-10);
    EXPECT_NEAR(found.effects[i].direct + found.effects[i].indirect, masked, 1e-12);
  }
  double copied = found.decomposition.generated;
  for (const double mass : found.decomposition.copied) copied += mass;
  EXPECT_NEAR(copied, whole, 1e-6);
}

TEST(Explain, TiesAreMeansOverTwentyOrders) {
  const CheckpointFile checkpoint = smallPointerV45();
  Sequence sequence = fakeSequences({6}).front();
  for (std::size_t i = 0; i < 6; ++i) sequence.visits[i].location = i == 2 ? 9 : 3;
  const Explanation found = explained(*engineOf(checkpoint), sequence, {.target = 9, .methods = {}});
  const MethodExplanation& copied = of(found, "copied_mass");
  EXPECT_DOUBLE_EQ(copied.tiedShare, 5.0 / 6);
  std::vector<Faithfulness> all;
  for (const VisitOrder& order : ordersOf(copied.scores))
    all.push_back(plainFaithfulness(checkpoint, sequence, 9, order, Removal::Masked));
  ASSERT_EQ(all.size(), 20U);
  expectSame(*copied.masked, meanOf(all), "copied_mass");
}

TEST(Explain, ChanceIsCountedAgainst199RandomOrders) {
  const CheckpointFile checkpoint = smallPointerV45();
  const Sequence sequence = fakeSequences({5}).front();
  const Explanation found = explained(*engineOf(checkpoint), sequence, {.target = 4, .methods = {}});
  EXPECT_EQ(found.randomOrders, 199U);
  std::vector<double> random, pValues, holm;
  std::vector<Faithfulness> all;
  for (const VisitOrder& order : randomOrders(5, 199)) {
    all.push_back(plainFaithfulness(checkpoint, sequence, 4, order, Removal::Masked));
    random.push_back(all.back().deletionAuc);
  }
  expectSame(*of(found, "random").masked, meanOf(all), "random");
  EXPECT_FALSE(of(found, "random").pValue);
  EXPECT_FALSE(of(found, "random").pHolm);
  EXPECT_EQ(of(found, "random").tiedShare, 1);
  for (const MethodExplanation& method : found.methods) {
    if (method.name == "random") continue;
    pValues.push_back(*method.pValue);
    holm.push_back(*method.pHolm);
    if (method.tiedShare > 0) continue;
    // Against a rounding of 1e-12 between the passes and the loops, where an order is the method's own.
    const double low = permutationPValue(method.masked->deletionAuc - 1e-9, random);
    const double high = permutationPValue(method.masked->deletionAuc + 1e-9, random);
    EXPECT_GE(*method.pValue, low) << method.name;
    EXPECT_LE(*method.pValue, high) << method.name;
  }
  EXPECT_EQ(holm, holmCorrected(pValues));
}

TEST(Explain, APThatIsTheLeastOf199OrdersIsComputedFromMore) {
  const CheckpointFile checkpoint = smallPointerV45();
  const auto engine = engineOf(checkpoint);
  std::size_t refined = 0;
  for (const std::size_t length : {std::size_t{8}, std::size_t{9}, std::size_t{10}, std::size_t{11}}) {
    const Sequence sequence = fakeSequences({length}).front();
    const Explanation before = explained(*engine, sequence, {.target = 4, .methods = {}});
    const Explanation found = explained(*engine, sequence, {.target = 4, .methods = {}, .refinedOrders = 1999});
    EXPECT_EQ(found.randomOrders, 199U) << "curves and scatter are of the first ones";
    std::map<VisitMask, double> known;
    std::vector<double> areas;
    for (const VisitOrder& order : randomOrders(length, 1999)) {
      VisitMask removed(length, false);
      std::vector<double> deletion;
      for (const std::size_t visit : order) {
        if (!known.contains(removed)) known[removed] = plainWithout(checkpoint, sequence, 4, removed, Removal::Masked);
        deletion.push_back(known[removed]);
        removed[visit] = true;
      }
      areas.push_back(areaUnder(deletion));
    }
    std::vector<double> pValues, holm;
    for (std::size_t m = 0; m < found.methods.size(); ++m) {
      const MethodExplanation &first = before.methods[m], &now = found.methods[m];
      if (!first.pValue) continue;
      EXPECT_EQ(first.pOrders, 199U);
      pValues.push_back(*now.pValue);
      holm.push_back(*now.pHolm);
      if (!first.pUndecided()) {
        EXPECT_EQ(now.pValue, first.pValue) << first.name << ": more orders would not have been asked for it";
        EXPECT_EQ(now.pOrders, 199U);
        continue;
      }
      ++refined;
      EXPECT_EQ(now.pOrders, 1999U);
      if (now.tiedShare > 0) continue;
      EXPECT_GE(*now.pValue, permutationPValue(now.masked->deletionAuc - 1e-9, areas)) << now.name;
      EXPECT_LE(*now.pValue, permutationPValue(now.masked->deletionAuc + 1e-9, areas)) << now.name;
    }
    EXPECT_EQ(holm, holmCorrected(pValues)) << "corrected over the family as it is now";
  }
  EXPECT_GT(refined, 0U);
}

TEST(Explain, AWindowThatIsTooLongForMoreOrdersKeepsItsP) {
  const auto engine = engineOf(smallPointerV45());
  const Sequence sequence = fakeSequences({8}).front();
  const Explanation found = explained(*engine, sequence, {.target = 4, .methods = {}, .refinedOrders = 1'000'000});
  for (const MethodExplanation& method : found.methods)
    EXPECT_EQ(method.pOrders, method.pValue ? 199U : 0U) << method.name;
}

TEST(Explain, ListsWhatTheModelHas) {
  const Sequence sequence = fakeSequences({5}).front();
  const std::vector<std::string> all{"pointer_weight",
                                     "copied_mass",
                                     "attention_rollout",
                                     "value_weighted_attention",
                                     "gradient",
                                     "gradient_x_input",
                                     "integrated_gradients",
                                     "integrated_gradients_embedding",
                                     "mask_one",
                                     "leave_one_out",
                                     "recency",
                                     "same_place",
                                     "random"};
  EXPECT_EQ(namesOf(explained(*engineOf(smallPointerV45()), sequence).methods), all);
  for (const CheckpointFile& checkpoint : {smallMhsa(), ablated(smallPointerV45(), "no_pointer")}) {
    const Explanation found = explained(*engineOf(checkpoint), sequence);
    EXPECT_EQ(namesOf(found.methods), std::vector<std::string>(all.begin() + 2, all.end()));
    EXPECT_FALSE(found.decomposition.copyShare);
    EXPECT_TRUE(found.effects.empty());
  }
  for (const std::string& ablation : ablationNames())
    EXPECT_EQ(explained(*engineOf(ablated(smallPointerV45(), ablation)), sequence).methods.size(),
              ablation == "no_pointer" ? 11U : 13U)
        << ablation;
}

TEST(Explain, NamedMethodsComeInTheirOrderWithTheControlsBeside) {
  const Sequence sequence = fakeSequences({5}).front();
  const Explanation found = explained(*engineOf(smallPointerV45()), sequence,
                                      {.target = {}, .methods = {"mask_one", "copy_path_rollout", "mask_one"}});
  EXPECT_EQ(namesOf(found.methods), (std::vector<std::string>{"mask_one", "copy_path_rollout"}));
  EXPECT_EQ(namesOf(found.controls), (std::vector<std::string>{"recency", "same_place", "random"}));
  EXPECT_TRUE(found.controls[0].pValue.has_value());
  EXPECT_FALSE(found.controls[0].pHolm.has_value());
  EXPECT_EQ(found.agreements.size(), 1U);
}

TEST(Explain, RefusesWhatCannotBeAsked) {
  const Sequence sequence = fakeSequences({5}).front();
  const auto errorOf = [&](const CheckpointFile& checkpoint, const ExplainRequest& request) {
    const auto found = explain(*engineOf(checkpoint), sequence, request);
    return found.ok() ? Error{ErrorKind::Failed, "", "explained", ""} : found.error();
  };
  const Error lacking = errorOf(smallMhsa(), {.target = {}, .methods = {"copied_mass"}});
  EXPECT_EQ(lacking.kind, ErrorKind::BadUsage);
  EXPECT_THAT(lacking.sentence(),
              ::testing::AllOf(HasSubstr("copied_mass"), HasSubstr("pointer"), HasSubstr("mask_one")));
  const Error unknown = errorOf(smallPointerV45(), {.target = {}, .methods = {"lime"}});
  EXPECT_EQ(unknown.kind, ErrorKind::BadUsage);
  EXPECT_THAT(unknown.sentence(), HasSubstr("lime"));
  for (const LocationId odd : {-1, 30}) {
    const Error place = errorOf(smallPointerV45(), {.target = odd, .methods = {}});
    EXPECT_EQ(place.kind, ErrorKind::BadInput);
    EXPECT_THAT(place.sentence(), HasSubstr("29"));
    EXPECT_EQ(errorOf(smallPointerV45(), {.target = 3, .ratherThan = odd, .methods = {}}).kind, ErrorKind::BadInput);
  }
  EXPECT_EQ(errorOf(smallPointerV45(), {.target = 3, .ratherThan = 3, .methods = {}}).kind, ErrorKind::BadUsage);
  EXPECT_FALSE(explain(*engineOf(smallPointerV45()), {}, {}).ok());
  const SmallSizes roomy{.maxLength = 600};
  const auto tooLong = explain(*engineOf(smallPointerV45(roomy)), fakeSequences({513}, roomy).front(), {});
  ASSERT_FALSE(tooLong.ok());
  EXPECT_THAT(tooLong.error().sentence(), ::testing::AllOf(HasSubstr("513"), HasSubstr("512")));
  const CancelToken cancel;
  cancel.cancel();
  const auto cancelled = explain(*engineOf(smallPointerV45()), sequence, {}, cancel);
  ASSERT_FALSE(cancelled.ok());
  EXPECT_EQ(cancelled.error().kind, ErrorKind::Cancelled);
}

TEST(Explain, ContrastsAreDifferences) {
  const CheckpointFile checkpoint = smallPointerV45();
  const Sequence sequence = fakeSequences({6}).front();
  const LocationId a = sequence.visits[1].location, b = a == 7 ? 8 : 7;
  const auto engine = engineOf(checkpoint);
  const Explanation both = explained(*engine, sequence, {.target = a, .ratherThan = b, .methods = {}});
  const Explanation first = explained(*engine, sequence, {.target = a, .methods = {}});
  const Explanation second = explained(*engine, sequence, {.target = b, .methods = {}});
  EXPECT_NEAR(both.value, first.value - second.value, 1e-12);
  EXPECT_NEAR(both.probability, first.probability, 1e-6);
  for (const char* name : {"copied_mass", "gradient_x_input", "integrated_gradients", "mask_one", "leave_one_out"})
    for (std::size_t i = 0; i < 6; ++i)
      EXPECT_NEAR(of(both, name).scores[i], of(first, name).scores[i] - of(second, name).scores[i],
                  2e-2 * (name[0] == 'i') + 1e-9)
          << name;
}

TEST(Explain, SingleVisitsAndPairsAreMarked) {
  const auto engine = engineOf(smallPointerV45());
  const Explanation one = explained(*engine, fakeSequences({1}).front());
  EXPECT_TRUE(one.untrainedLength);
  EXPECT_EQ(one.methods.size(), 13U);
  for (const MethodExplanation& method : one.methods) {
    EXPECT_EQ(method.scores.size(), 1U);
    EXPECT_FALSE(method.masked || method.removed || method.pValue || method.pHolm) << method.name;
  }
  EXPECT_TRUE(explained(*engine, fakeSequences({2}).front()).untrainedLength);
  EXPECT_FALSE(explained(*engine, fakeSequences({3}).front()).untrainedLength);
}

TEST(Explain, AsOneOfManyTakesFewerOrdersAndNoChance) {
  const auto engine = engineOf(smallPointerV45(), false);
  const Sequence sequence = fakeSequences({12}).front();
  const Explanation many =
      explained(*engine, sequence, {.target = {}, .methods = {}, .randomOrders = 20, .pValues = false});
  for (const MethodExplanation& method : many.methods) EXPECT_FALSE(method.pValue);
  EXPECT_LT(many.forwardSequences, explained(*engine, sequence).forwardSequences / 3);
}

}  // namespace
}  // namespace sojourn
