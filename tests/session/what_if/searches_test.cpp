// SPDX-License-Identifier: GPL-3.0-or-later
// Sweeps and counterfactuals follow the sequence in front while they are shown, and only then.
#include "views/session/what_if/searches.h"

#include <cmath>
#include <thread>

#include <gtest/gtest.h>

#include "model/explain/counterfactual/counterfactual_space.h"
#include "tests/session/fake_data.h"
#include "tests/support/waiting.h"
#include "views/session/report/sample_findings.h"

namespace sojourn::session {
namespace {

using test::FakeEngine;
using test::Studio;

/// A sequence whose predictions by FakeEngine can be worked out by hand: who has most of the time is first.
Sequence threeStays() {
  return {.user = 1,
          .visits = {{.location = 5, .weekday = 1, .startMinute = 60, .durationMinutes = 700, .daysAgo = 2},
                     {.location = 6, .weekday = 2, .startMinute = 60, .durationMinutes = 300, .daysAgo = 1},
                     {.location = 7, .weekday = 2, .startMinute = 900, .durationMinutes = 200, .daysAgo = 1}},
          .target = 6};
}

class Searches : public ::testing::Test {
 protected:
  Searches() {
    m_studio.engine = [this](const std::filesystem::path&, const EngineOptions&) {
      return Result<EnginePtr>(m_engine);
    };
    m_studio.openAll();
    m_studio->setSequence(threeStays());
    EXPECT_TRUE(m_studio.until([&] { return !m_studio->inspectionOutdated(); }));
  }
  ~Searches() override { m_engine->answersDoor.open(); }

  std::shared_ptr<FakeEngine> m_engine = std::make_shared<FakeEngine>();
  Studio m_studio;
  int m_changes = 0;
  std::function<void()> m_changed = [this] { ++m_changes; };
};

TEST_F(Searches, NothingIsAskedWhileNobodyLooks) {
  FeatureSweeps sweeps(m_studio.workspace(), m_changed);
  Counterfactuals counterfactuals(m_studio.workspace(), m_changed);
  m_studio->setRow(3);
  ASSERT_TRUE(m_studio.until([&] { return !m_studio->inspectionOutdated(); }));
  ASSERT_TRUE(m_studio.rested());
  EXPECT_EQ(m_engine->answersDoor.arrivals(), 0);
  EXPECT_FALSE(sweeps.answer());
  EXPECT_FALSE(counterfactuals.answer());
}

TEST_F(Searches, ASweepFollowsTheSequenceTheVisitAndTheFeature) {
  FeatureSweeps sweeps(m_studio.workspace(), m_changed);
  sweeps.setWatched(true);
  ASSERT_TRUE(m_studio.until([&] { return sweeps.answer() != nullptr; }));
  EXPECT_EQ(sweeps.answer()->sweep.visit, 2U) << "the last where none is chosen";
  EXPECT_EQ(sweeps.answer()->sweep.points.size(), 96U);
  EXPECT_GT(m_changes, 0);
  sweeps.setFeature(SweepFeature::Duration);
  m_studio->selection().select({.visit = 1, .query = {}, .location = 6, .head = {}});
  ASSERT_TRUE(m_studio.until(
      [&] { return sweeps.answer()->sweep.visit == 1 && sweeps.answer()->sweep.feature == SweepFeature::Duration; }));
  // 6 is first once it has more than the 700 minutes of 5: from 24 half hours on (its own 300 are 10 half hours).
  const FeatureSweep& sweep = sweeps.answer()->sweep;
  EXPECT_EQ(sweep.points[23].first, 5);
  EXPECT_EQ(sweep.points[24].first, 6);
  const auto edit = sweeps.editTo(24);
  ASSERT_TRUE(edit);
  EXPECT_EQ(*edit, SequenceEdit(SetDuration{{1}, 720}));
  m_studio->setSequence(applyEdit(*m_studio->sequence(), *edit)->sequence);
  EXPECT_FALSE(sweeps.editTo(24)) << "the answer is of the sequence before";
  ASSERT_TRUE(m_studio.until([&] { return sweeps.editTo(24).has_value(); }));
  EXPECT_EQ(sweeps.answer()->sweep.present, 24U);
}

TEST_F(Searches, ASweepFollowsAPlaceThatIsFirstOnlyElsewhereInTheRange) {
  TrainingCountsCache trainingCounts;
  const FeatureSweepRequest request{.visit = 1, .feature = SweepFeature::Duration, .candidates = {5}};
  const auto found = featureSweepOf(*m_engine, m_studio->inspection(), request, m_studio->dataset(), trainingCounts,
                                    CancelToken(), Progress());
  ASSERT_TRUE(found);
  EXPECT_EQ(found->sweep.candidates, (std::vector<LocationId>{5, 6}));
  EXPECT_EQ(found->sweep.points[24].first, 6);
  EXPECT_FLOAT_EQ(found->sweep.at(24, 1), found->sweep.points[24].firstProbability);
}

TEST_F(Searches, ANewerQuestionWinsAndAHiddenOneIsDropped) {
  FeatureSweeps sweeps(m_studio.workspace(), m_changed);
  m_engine->answersDoor.shut();
  sweeps.setWatched(true);
  ASSERT_TRUE(test::eventually([&] { return m_engine->answersDoor.arrivals() == 1; }));
  sweeps.setFeature(SweepFeature::Day);
  sweeps.setFeature(SweepFeature::Weekday);
  m_engine->answersDoor.open();
  ASSERT_TRUE(m_studio.until([&] { return sweeps.answer() != nullptr; }));
  EXPECT_EQ(sweeps.answer()->sweep.feature, SweepFeature::Weekday);
  // The sweep that answered asked twice: 5 is first and was no candidate.
  EXPECT_EQ(m_engine->answersDoor.arrivals(), 3) << "the one in between was never begun";

  m_engine->answersDoor.shut();
  sweeps.setFeature(SweepFeature::Recency);
  ASSERT_TRUE(test::eventually([&] { return m_engine->answersDoor.arrivals() == 4; }));
  sweeps.setWatched(false);
  m_engine->answersDoor.open();
  ASSERT_TRUE(m_studio.rested());
  EXPECT_EQ(sweeps.answer()->sweep.feature, SweepFeature::Weekday);
  EXPECT_FALSE(sweeps.awaiting());
  sweeps.setWatched(true);
  ASSERT_TRUE(m_studio.until([&] { return sweeps.answer()->sweep.feature == SweepFeature::Recency; }));
}

TEST_F(Searches, CounterfactualsAreFoundAppliedAndFoundAgain) {
  Counterfactuals counterfactuals(m_studio.workspace(), m_changed);
  counterfactuals.setWatched(true);
  EXPECT_TRUE(counterfactuals.awaiting());
  ASSERT_TRUE(m_studio.until([&] { return counterfactuals.current(); }));
  const CounterfactualFindings& found = counterfactuals.answer()->findings;
  EXPECT_EQ(found.before, 5);
  ASSERT_FALSE(found.counterfactuals.empty());
  // Without its stay of 700 minutes, 6 is first with 300 of 500.
  const auto removal = std::ranges::find_if(found.counterfactuals, [](const Counterfactual& counterfactual) {
    return counterfactual.changes == std::vector<VisitChange>{{ChangeKind::Removal, 0, 0}};
  });
  ASSERT_NE(removal, found.counterfactuals.end());
  EXPECT_EQ(removal->first, 6);
  EXPECT_EQ(removal->survived, counterfactualJitters);
  const auto edit = counterfactuals.editTo(static_cast<std::size_t>(removal - found.counterfactuals.begin()));
  ASSERT_TRUE(edit);
  EXPECT_EQ(*edit, SequenceEdit(RemoveVisits{{0}}));
  EXPECT_FALSE(counterfactuals.editTo(found.counterfactuals.size()));
  m_studio->setSequence(applyEdit(*m_studio->sequence(), *edit)->sequence);
  EXPECT_FALSE(counterfactuals.current());
  EXPECT_FALSE(counterfactuals.editTo(0)) << "of the sequence before";
  ASSERT_TRUE(m_studio.until([&] { return counterfactuals.current(); }));
  EXPECT_EQ(counterfactuals.answer()->findings.before, 6);
}

TEST_F(Searches, ACounterfactualOfSeveralEditsKeepsWhoTheVisitsAre) {
  Counterfactuals counterfactuals(m_studio.workspace(), m_changed);
  counterfactuals.setMostChanges(2);
  counterfactuals.setWatched(true);
  ASSERT_TRUE(m_studio.until([&] { return counterfactuals.current(); }));
  const auto& found = counterfactuals.answer()->findings.counterfactuals;
  const Sequence before = counterfactuals.answer()->inspection->sequence;
  std::size_t whole = 0;
  for (std::size_t i = 0; i < found.size(); ++i) {
    const auto edit = counterfactuals.editTo(i);
    ASSERT_TRUE(edit);
    const auto* replaced = std::get_if<ReplaceSequence>(&*edit);
    if (!replaced) continue;
    ++whole;
    const auto expected = withChanges(before, found[i].changes);
    ASSERT_TRUE(expected);
    EXPECT_EQ(replaced->cameFrom, expected->cameFrom) << i;
    EXPECT_EQ(applyEdit(before, *edit)->cameFrom, expected->cameFrom) << i;
  }
  EXPECT_GT(whole, 0U);
}

TEST_F(Searches, CounterfactualsFollowTheOptions) {
  Counterfactuals counterfactuals(m_studio.workspace(), m_changed);
  counterfactuals.setTo(7);
  counterfactuals.setScope(CounterfactualScope::NoPlaces);
  counterfactuals.setMostChanges(2);
  counterfactuals.setWatched(true);
  ASSERT_TRUE(m_studio.until([&] { return counterfactuals.current(); }));
  ASSERT_FALSE(counterfactuals.answer()->findings.counterfactuals.empty());
  for (const Counterfactual& counterfactual : counterfactuals.answer()->findings.counterfactuals) {
    EXPECT_EQ(counterfactual.first, 7);
    for (const VisitChange& change : counterfactual.changes)
      EXPECT_TRUE(change.kind != ChangeKind::Location && change.kind != ChangeKind::Removal);
  }
  // What it says already cannot be asked for; the list of before stays.
  const auto before = counterfactuals.answer();
  counterfactuals.setTo(5);
  ASSERT_TRUE(m_studio.until([&] { return counterfactuals.error().has_value(); }));
  EXPECT_EQ(counterfactuals.answer(), before);
  EXPECT_FALSE(counterfactuals.current());
  counterfactuals.setTo(std::nullopt);
  ASSERT_TRUE(m_studio.until([&] { return counterfactuals.current(); }));
}

TEST_F(Searches, ASearchCanBeCancelledAndBegunAgain) {
  Counterfactuals counterfactuals(m_studio.workspace(), m_changed);
  m_engine->answersDoor.shut();
  counterfactuals.setWatched(true);
  ASSERT_TRUE(test::eventually([&] { return m_engine->answersDoor.arrivals() == 1; }));
  counterfactuals.cancel();
  EXPECT_FALSE(counterfactuals.awaiting());
  EXPECT_TRUE(counterfactuals.stopped());
  m_engine->answersDoor.open();
  ASSERT_TRUE(m_studio.rested());
  EXPECT_FALSE(counterfactuals.answer());
  EXPECT_FALSE(counterfactuals.error()) << "a cancelled search is no error";
  counterfactuals.resume();
  EXPECT_FALSE(counterfactuals.stopped());
  ASSERT_TRUE(m_studio.until([&] { return counterfactuals.current(); }));
}

TEST_F(Searches, TheTrainingSplitIsReadOnceAndAskedForEverySample) {
  NearestRecords nearest(m_studio.workspace(), m_changed);
  const int before = m_engine->inspections;
  nearest.setWatched(true);
  EXPECT_TRUE(nearest.reading());
  ASSERT_TRUE(m_studio.until([&] { return nearest.answer() != nullptr; }));
  EXPECT_EQ(m_engine->inspections - before, 40) << "each of the training split once";
  // Row i ends at 1 + i % 11 where i is even, else at 0: rows 6, 28 end at 7 as threeStays() does.
  const Neighbours& found = nearest.answer()->neighbours;
  ASSERT_EQ(found.nearest.size(), NearestRecords::listed);
  EXPECT_EQ(found.nearest[0].row, 6U);
  EXPECT_EQ(found.nearest[1].row, 28U);
  EXPECT_EQ(found.nearest[0].distance, 0);
  EXPECT_NEAR(found.nearest[2].distance, std::sqrt(2.0), 1e-6) << "two numbers, each one place away";
  for (const Neighbour& one : found.otherwise) EXPECT_NE(one.prediction, found.prediction);

  nearest.setSimilarity(SimilarityMeasure::Record);
  ASSERT_TRUE(m_studio.until([&] { return nearest.answer()->neighbours.similarity == SimilarityMeasure::Record; }));
  m_studio->setRow(3);
  ASSERT_TRUE(m_studio.until([&] { return nearest.answer()->inspection->sequence == *m_studio->sequence(); }));
  EXPECT_EQ(m_engine->inspections - before, 41) << "but for the new sample nothing is inspected again";
}

TEST_F(Searches, AnySampleIsFoundOutAboutAsTheOneInFront) {
  FeatureSweeps sweeps(m_studio.workspace(), m_changed);
  Counterfactuals counterfactuals(m_studio.workspace(), m_changed);
  NearestRecords nearest(m_studio.workspace(), m_changed);
  nearest.setSimilarity(SimilarityMeasure::Record);
  sweeps.setWatched(true);
  counterfactuals.setWatched(true);
  nearest.setWatched(true);
  ASSERT_TRUE(m_studio.until([&] { return sweeps.answer() != nullptr; }));
  ASSERT_TRUE(m_studio.until([&] { return counterfactuals.current(); }));
  ASSERT_TRUE(m_studio.until([&] { return nearest.answer() != nullptr; }));

  SampleFinder finder({}, m_engine, m_studio->dataset(),
                      {.what = {Finding::Shapley, Finding::FeatureSweep, Finding::Counterfactuals, Finding::Nearest},
                       .counterfactuals = {.to = 6},  // a place of this sample: not asked of others
                       .similarity = SimilarityMeasure::Record});
  // Another sample first: what is kept from one to the next must not mix them.
  const auto other = m_engine->inspect(m_studio->dataset()->split(m_studio->split())->sequence(3), {});
  ASSERT_TRUE(other.ok());
  const SampleFindings before = finder.find(*other, "sample 3", {}, [](std::size_t, std::size_t) {});
  ASSERT_TRUE(before.sweep);
  EXPECT_EQ(before.sweep->inspection, *other);

  const SampleFindings found = finder.find(m_studio->inspection(), "the sample", {}, [](std::size_t, std::size_t) {});
  ASSERT_TRUE(found.sweep && found.counterfactuals && found.nearest);
  EXPECT_EQ(found.sweep->sweep.visit, sweeps.answer()->sweep.visit);
  ASSERT_EQ(found.sweep->sweep.points.size(), sweeps.answer()->sweep.points.size());
  for (std::size_t i = 0; i < found.sweep->sweep.points.size(); ++i)
    EXPECT_EQ(found.sweep->sweep.points[i].first, sweeps.answer()->sweep.points[i].first) << i;
  ASSERT_FALSE(found.counterfactuals->findings.counterfactuals.empty());
  ASSERT_EQ(found.counterfactuals->findings.counterfactuals.size(),
            counterfactuals.answer()->findings.counterfactuals.size());
  for (std::size_t i = 0; i < found.counterfactuals->findings.counterfactuals.size(); ++i)
    EXPECT_EQ(found.counterfactuals->findings.counterfactuals[i].sequence,
              counterfactuals.answer()->findings.counterfactuals[i].sequence)
        << i;
  ASSERT_EQ(found.nearest->neighbours.nearest.size(), nearest.answer()->neighbours.nearest.size());
  for (std::size_t i = 0; i < found.nearest->neighbours.nearest.size(); ++i)
    EXPECT_EQ(found.nearest->neighbours.nearest[i].row, nearest.answer()->neighbours.nearest[i].row) << i;
  // What cannot be found out takes nothing else with it, and says so.
  EXPECT_FALSE(found.shapley);
  EXPECT_NE(found.failure(Finding::Shapley), nullptr);
  EXPECT_EQ(found.failure(Finding::FeatureSweep), nullptr);
  EXPECT_EQ(found.failure(Finding::Explanation), nullptr) << "was not wished";

  CancelToken cancelled;
  cancelled.cancel();
  const SampleFindings none = finder.find(*other, "sample 3", cancelled, [](std::size_t, std::size_t) {});
  EXPECT_FALSE(none.sweep || none.counterfactuals || none.nearest);
  EXPECT_TRUE(none.failures.empty()) << "to be cancelled is no failure";
}

TEST_F(Searches, WhatIsOfAnotherSampleOrWishIsOutdatedAtOnce) {
  FeatureSweeps sweeps(m_studio.workspace(), m_changed);
  Counterfactuals counterfactuals(m_studio.workspace(), m_changed);
  NearestRecords nearest(m_studio.workspace(), m_changed);
  const auto answered = [&] {
    return m_studio.until([&] { return sweeps.answer() && !sweeps.outdated(); }) &&
           m_studio.until([&] { return counterfactuals.current(); }) &&
           m_studio.until([&] { return nearest.answer() && !nearest.outdated(); });
  };
  sweeps.setWatched(true);
  counterfactuals.setWatched(true);
  nearest.setWatched(true);
  EXPECT_FALSE(sweeps.outdated() || counterfactuals.outdated() || nearest.outdated()) << "there is nothing yet";
  ASSERT_TRUE(answered());
  const auto searched = counterfactuals.answer();
  EXPECT_EQ(searched->sampleText, "sample 0, test, edited");

  // Nothing is drained between the act and the looks: neither the inspection nor an answer is there.
  m_engine->answersDoor.shut();
  const int before = m_engine->answersDoor.arrivals();
  Sequence edited = threeStays();
  edited.visits[1].startMinute += 15;
  m_studio->setSequence(edited);
  EXPECT_TRUE(sweeps.outdated() && counterfactuals.outdated() && nearest.outdated());
  EXPECT_EQ(counterfactuals.answer(), searched) << "it stays, dim";
  EXPECT_EQ(counterfactuals.answer()->sampleText, "sample 0, test, edited");
  m_studio->setSequence(threeStays());
  ASSERT_TRUE(m_studio.until([&] { return !m_studio->inspectionOutdated(); }));
  EXPECT_FALSE(sweeps.outdated() || counterfactuals.outdated() || nearest.outdated()) << "an edit that was undone";
  EXPECT_FALSE(sweeps.awaiting() || counterfactuals.awaiting()) << "nothing is computed twice";
  EXPECT_EQ(m_engine->answersDoor.arrivals(), before);

  m_studio->setRow(3);
  EXPECT_TRUE(sweeps.outdated() && counterfactuals.outdated() && nearest.outdated());
  m_engine->answersDoor.open();
  ASSERT_TRUE(answered());
  EXPECT_EQ(counterfactuals.answer()->sampleText, "sample 3, test");

  m_engine->answersDoor.shut();
  sweeps.setFeature(SweepFeature::Duration);
  counterfactuals.setScope(CounterfactualScope::NoPlaces);
  nearest.setSimilarity(SimilarityMeasure::Record);
  EXPECT_TRUE(sweeps.outdated() && counterfactuals.outdated() && nearest.outdated());
  counterfactuals.cancel();
  EXPECT_TRUE(counterfactuals.outdated()) << "nothing comes any more, and what is there is of another wish";
  m_engine->answersDoor.open();
  counterfactuals.resume();
  ASSERT_TRUE(answered());
}

TEST_F(Searches, WhatIsOfAnotherModelIsOutdatedAtOnce) {
  FeatureSweeps sweeps(m_studio.workspace(), m_changed);
  Counterfactuals counterfactuals(m_studio.workspace(), m_changed);
  sweeps.setWatched(true);
  counterfactuals.setWatched(true);
  ASSERT_TRUE(m_studio.until([&] { return sweeps.answer() != nullptr; }));
  ASSERT_TRUE(m_studio.until([&] { return counterfactuals.current(); }));
  const auto other = std::make_shared<FakeEngine>();
  m_studio.engine = [&](const std::filesystem::path&, const EngineOptions&) { return Result<EnginePtr>(other); };
  bool seen = false;
  const Subscription subscription = m_studio->subscribe([&](Changes changes) {
    if (!changes.has(Change::Model)) return;
    seen = true;
    EXPECT_TRUE(sweeps.outdated() && counterfactuals.outdated());
  });
  m_studio->openCheckpoint("/nowhere/other.pt");
  ASSERT_TRUE(m_studio.until([&] { return seen && counterfactuals.current(); }));
}

}  // namespace
}  // namespace sojourn::session
