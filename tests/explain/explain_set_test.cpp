// SPDX-License-Identifier: GPL-3.0-or-later
// Summaries over samples: intervals by users, planted causes, and what an interrupted run answers.
#include "model/explain/explanation/explain_set.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include <gtest/gtest.h>
#include <unistd.h>

#include "model/explain/explanation/explain.h"
#include "tests/explain/small_engine.h"

namespace sojourn {
namespace {

using namespace test;

TEST(Estimates, ResampleGroupsAndNotTheirMembers) {
  // Five users who agree with themselves: the mean of a resample is a multiple of 1/5, whatever the number of samples.
  std::vector<double> values(100, 0);
  std::vector<std::int32_t> users(100);
  std::fill(values.begin() + 40, values.end(), 1);
  for (std::size_t i = 0; i < 100; ++i) users[i] = static_cast<std::int32_t>(i / 20);
  const Estimate wide = estimateByGroups(values, users, 1000, 0);
  EXPECT_EQ(wide.mean, 0.6);
  EXPECT_TRUE(wide.hasInterval());
  EXPECT_NEAR(wide.low, 0.2, 1e-12);
  EXPECT_NEAR(wide.high, 1, 1e-12);
  EXPECT_EQ(wide.n, 100U);
  for (std::size_t i = 0; i < 100; ++i) users[i] = static_cast<std::int32_t>(i);
  const Estimate narrow = estimateByGroups(values, users, 1000, 0);
  EXPECT_NEAR(narrow.low, 0.5, 0.03);
  EXPECT_NEAR(narrow.high, 0.7, 0.03);
  values[7] = std::numeric_limits<double>::quiet_NaN();
  EXPECT_EQ(estimateByGroups(values, users, 10, 0).n, 99U);
  EXPECT_TRUE(std::isnan(estimateByGroups({}, {}, 10, 0).mean));
}

TEST(Estimates, OfFewUsersHaveNoInterval) {
  const std::vector<double> values{0.1, 0.4, 0.2, 0.9, 0.3, 0.6};
  for (const std::vector<std::int32_t>& users :
       {std::vector<std::int32_t>(6, 3), std::vector<std::int32_t>{1, 2, 3, 4, 4, 4}}) {
    const Estimate estimate = estimateByGroups(values, users, 1000, 0);
    EXPECT_NEAR(estimate.mean, 2.5 / 6, 1e-12);
    EXPECT_EQ(estimate.n, 6U);
    EXPECT_FALSE(estimate.hasInterval());
    EXPECT_TRUE(std::isnan(estimate.low) && std::isnan(estimate.high)) << "not an interval of no width";
  }
  EXPECT_TRUE(estimateByGroups(values, std::vector<std::int32_t>{1, 2, 3, 4, 5, 5}, 1000, 0).hasInterval());
}

std::vector<std::size_t> allRows(const SequenceSet& set) {
  std::vector<std::size_t> rows(set.size());
  for (std::size_t i = 0; i < rows.size(); ++i) rows[i] = i;
  return rows;
}

TEST(ExplainSet, IsTheMeanOfTheExplanationsAndFindsCauses) {
  const auto engine = engineOf(smallPointerV45());
  const std::vector<Sequence> sequences = fakeSequences({6, 4, 9, 1});
  SequenceSet set;
  const std::vector<std::int32_t> latest{5}, all{0, 1, 2, 3};
  set.append(sequences[0], latest);  // recency finds it at once
  set.append(sequences[1], all);     // nothing to find: passed over
  set.append(sequences[2]);
  set.append(sequences[3]);  // a single visit: passed over
  const ExplainSetRequest request{.methods = {"mask_one", "recency", "random"}, .location = ExplainedLocation::Target};
  const auto summary = explainSet(*engine, set, allRows(set), request);
  ASSERT_TRUE(summary.ok()) << summary.error().sentence();
  EXPECT_EQ(summary->samples, 3U);
  EXPECT_EQ(summary->asked, 3U);
  EXPECT_EQ(summary->withCauses, 2U);
  ASSERT_EQ(summary->methods.size(), 3U);
  double expected = 0;
  for (std::size_t k = 0; k < 3; ++k)
    expected += explain(*engine, sequences[k], {.target = sequences[k].target, .methods = {"mask_one"}})
                    ->methods[0]
                    .removed->insertionAuc /
                3;
  EXPECT_NEAR(summary->methods[0].removed.insertionAuc.mean, expected, 1e-12);
  EXPECT_EQ(summary->methods[1].causePrecision.mean, 1);
  EXPECT_EQ(summary->methods[1].causeRank.mean, 0);
  EXPECT_EQ(summary->methods[1].causePrecision.n, 1U);
  EXPECT_LT(summary->methods[2].causePrecision.mean, 0.6);
  EXPECT_NEAR(summary->methods[2].causeRank.mean, 0.5, 0.3);
  EXPECT_EQ(summary->methods[2].completenessGap.n, 0U) << "only of integrated gradients";
}

TEST(ExplainSet, TellsHowCompleteIntegratedGradientsAre) {
  const auto engine = engineOf(smallPointerV45());
  const std::vector<Sequence> sequences = fakeSequences({4, 6, 9});
  const ExplainSetRequest request{.methods = {"integrated_gradients"}};
  const auto summary = explainSet(*engine, setOf(sequences), std::vector<std::size_t>{0, 1, 2}, request);
  ASSERT_TRUE(summary.ok());
  double gap = 0, complete = 0;
  for (const Sequence& sequence : sequences) {
    const double one = *explain(*engine, sequence, {.methods = request.methods})->methods[0].completenessGap;
    gap += one / 3;
    complete += one <= 0.01 ? 1.0 / 3 : 0;
  }
  EXPECT_NEAR(summary->methods[0].completenessGap.mean, gap, 1e-12);
  EXPECT_NEAR(summary->methods[0].completeShare.mean, complete, 1e-12);
}

TEST(ExplainSet, TellsOnTheWayAndHowMuchBetterThanRandomOnTheSameSample) {
  const auto engine = engineOf(smallPointerV45());
  const SequenceSet set = setOf(fakeSequences(std::vector<std::size_t>(40, 8)));
  std::vector<std::size_t> reported;
  const auto summary = explainSet(
      *engine, set, allRows(set), {}, {}, [](std::size_t, std::size_t) { usleep(10000); },
      [&](const ExplanationSummary& partial) {
        reported.push_back(partial.samples);
        EXPECT_EQ(partial.asked, 40U);
        EXPECT_EQ(partial.methods.size(), 13U);
      });
  ASSERT_TRUE(summary.ok());
  ASSERT_FALSE(reported.empty());
  EXPECT_TRUE(std::is_sorted(reported.begin(), reported.end()));
  EXPECT_LT(reported.back(), 40U) << "the last one is the answer itself";
  double random = 0;
  for (const MethodSummary& method : summary->methods) {
    EXPECT_NEAR(method.masked.gain.mean, method.masked.insertionAuc.mean - method.masked.deletionAuc.mean, 1e-9);
    if (method.name == "random") random = method.removed.gain.mean;
  }
  for (const MethodSummary& method : summary->methods)
    EXPECT_NEAR(method.removed.overRandom.mean, method.removed.gain.mean - random, 1e-9);
}

TEST(ExplainSet, WhatWasDoneBeforeItWasStoppedIsAnswered) {
  const auto engine = engineOf(smallPointerV45());
  const SequenceSet set = setOf(fakeSequences(std::vector<std::size_t>(20, 5)));
  const CancelToken cancel;
  const auto summary = explainSet(*engine, set, allRows(set), {.methods = {"recency"}}, cancel,
                                  [&](std::size_t done, std::size_t total) {
                                    EXPECT_EQ(total, 20U);
                                    if (done == 3) cancel.cancel();
                                  });
  ASSERT_TRUE(summary.ok());
  EXPECT_EQ(summary->samples, 3U);
  EXPECT_EQ(summary->asked, 20U);
  const auto nothing = explainSet(*engine, set, allRows(set), {.methods = {"recency"}}, cancel);
  ASSERT_FALSE(nothing.ok());
  EXPECT_EQ(nothing.error().kind, ErrorKind::Cancelled);
  EXPECT_EQ(explainSet(*engine, set, allRows(set), {.methods = {"recency"}, .samples = 4})->samples, 4U);
  EXPECT_EQ(explainSet(*engine, set, {}, {})->samples, 0U);
  EXPECT_FALSE(explainSet(*engine, set, allRows(set), {.methods = {"lime"}}).ok());
}

}  // namespace
}  // namespace sojourn
