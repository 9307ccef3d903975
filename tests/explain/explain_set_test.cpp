// SPDX-License-Identifier: GPL-3.0-or-later
// Summaries over samples: planted causes, and what an interrupted run answers.
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
