// SPDX-License-Identifier: GPL-3.0-or-later
// Counterfactuals on small models, held to plain loops of inspections.
#include "model/explain/counterfactual/counterfactual_search.h"

#include <algorithm>
#include <cmath>
#include <set>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "model/data/edit/sequence_flags.h"
#include "tests/explain/small_engine.h"

namespace sojourn {
namespace {

using namespace test;
using ::testing::HasSubstr;

/// Training counts of some sequences, and places with coordinates on a line: place y is at longitude y / 100.
struct Surroundings {
  TrainingCounts training = countTraining(setOf(fakeSequences({8, 9, 10, 11, 12, 5, 6})));
  PlaceNames places;
  Surroundings() {
    for (LocationId y = 2; y < 30; ++y) places.setCoordinates(y, {40, y / 100.0});
  }
  [[nodiscard]] CounterfactualContext context() const { return {training, places}; }
};

CounterfactualFindings searched(const Engine& engine, const Sequence& sequence, const CounterfactualRequest& request,
                                const Surroundings& around = {}) {
  auto found = searchCounterfactuals(engine, sequence, request, around.context());
  if (!found) throw std::runtime_error(found.error().sentence());
  return std::move(*found);
}

LocationId predictionOf(const Engine& engine, const Sequence& sequence) {
  return (*engine.inspect(sequence))->best().location;
}

double probabilityOf(const Engine& engine, const Sequence& sequence, LocationId y) {
  return std::exp((*engine.inspect(sequence))->logProbability[static_cast<std::size_t>(y)]);
}

/// A counterfactual by its definition, one inspection after the other.
bool holds(const Engine& engine, const Sequence& sequence, const Counterfactual& counterfactual) {
  const LocationId before = predictionOf(engine, sequence), first = predictionOf(engine, counterfactual.sequence);
  if (first == before || first != counterfactual.first) return false;
  if (probabilityOf(engine, counterfactual.sequence, first) - probabilityOf(engine, counterfactual.sequence, before) <
      counterfactualMargin - 1e-5)
    return false;
  int survived = 0;
  for (int number = 0; number < counterfactualJitters; ++number)
    survived += predictionOf(engine, jittered(counterfactual.sequence, number)) == first ? 1 : 0;
  return survived >= counterfactualSurvivals && survived == counterfactual.survived;
}

std::vector<std::vector<VisitChange>> changesOf(const CounterfactualFindings& found, std::size_t count) {
  std::vector<std::vector<VisitChange>> changes;
  for (const Counterfactual& counterfactual : found.counterfactuals)
    if (counterfactual.changes.size() == count) changes.push_back(counterfactual.changes);
  return changes;
}

TEST(CounterfactualSpace, HoldsEveryValueOfEveryFeatureOnce) {
  const Sequence sequence = distinctVisits(4);
  const ModelSizes sizes{.locations = 30, .users = 5, .maxLength = 12};
  const Surroundings around;
  ChangeKindFlags kinds = usualChanges;
  kinds[static_cast<std::size_t>(ChangeKind::User)] = true;
  const auto space = singleChanges(sequence, sizes, kinds, around.context());
  std::array<std::size_t, changeKinds> counts{};
  std::set<std::vector<std::int32_t>> seen;
  for (const PlausibleChange& one : space) {
    ++counts[static_cast<std::size_t>(one.change.kind)];
    const auto after = withChanges(sequence, std::span(&one.change, 1));
    ASSERT_TRUE(after.ok()) << after.error().sentence();
    EXPECT_NE(after->sequence, sequence);
    std::vector<std::int32_t> read{static_cast<std::int32_t>(one.change.kind), after->sequence.user};
    for (const Visit& visit : after->sequence.visits) {
      const EncodedVisit encoded = encode(visit);
      read.insert(read.end(), {encoded.location, encoded.time, encoded.weekday, encoded.recency, encoded.duration});
    }
    EXPECT_TRUE(seen.insert(read).second) << "a kind has twice what is the same to the model";
  }
  // Arrivals: of the 95 other quarters those that leave 0..2880 minutes until the end.
  std::size_t arrivals = 0;
  for (const Visit& visit : sequence.visits)
    for (int start = 0; start < 1440; start += 15)
      arrivals += start != visit.startMinute && visit.startMinute + visit.durationMinutes - start >= 0 ? 1 : 0;
  EXPECT_EQ(counts, (std::array<std::size_t, changeKinds>{4 * 95, arrivals, 4 * 7, 4 * 96, 4 * 28, 4, 3}));
}

TEST(CounterfactualSpace, ListsPlacesOfTheWindowThenTheUsersThenNearOnesThenTheRest) {
  Sequence sequence = distinctVisits(3);  // user 2 at 3, 4, 5
  Sequence train = distinctVisits(3);
  train.visits.back().location = 20;  // one stay of the user's
  TrainingCounts training = countTraining(setOf({train}));
  PlaceNames places;
  for (LocationId y = 2; y < 60; ++y) places.setCoordinates(y, {40, y / 100.0});
  ChangeKindFlags kinds{};
  kinds[static_cast<std::size_t>(ChangeKind::Location)] = true;
  const auto space = singleChanges(sequence, {.locations = 60, .users = 5, .maxLength = 12}, kinds, {training, places});
  std::vector<LocationId> replacements;
  for (const PlausibleChange& one : space)
    if (one.change.visit == 0) replacements.push_back(one.change.value);
  ASSERT_EQ(replacements.size(), 58U);
  EXPECT_THAT(std::vector<LocationId>(replacements.begin(), replacements.begin() + 2),
              ::testing::UnorderedElementsAre(4, 5));
  EXPECT_EQ(replacements[2], 20);
  // 4, 5 and 20 are among the 20 nearest to place 3 (2 and 4..22), yet came before.
  for (std::size_t k = 3; k < 20; ++k) EXPECT_LE(replacements[k], 22) << k;
  EXPECT_EQ(replacements[20], 1) << "unseen is nowhere near";
}

TEST(CounterfactualSpace, AnArrivalKeepsTheEndAndADayTheWeekday) {
  const Sequence sequence = distinctVisits(5);
  const VisitChange arrival{ChangeKind::Arrival, 2, 90};
  const Visit was = sequence.visits[2], arrived = withChanges(sequence, std::span(&arrival, 1))->sequence.visits[2];
  EXPECT_EQ(arrived.startMinute, 90);
  EXPECT_EQ(arrived.startMinute + arrived.durationMinutes, was.startMinute + was.durationMinutes);
  const VisitChange day{ChangeKind::Day, 4, 3};
  const EditedSequence moved = *withChanges(sequence, std::span(&day, 1));
  const auto at = static_cast<std::size_t>(std::ranges::find(moved.cameFrom, std::optional<std::size_t>(4)) -
                                           moved.cameFrom.begin());
  EXPECT_EQ(moved.sequence.visits[at].daysAgo, 3);
  EXPECT_EQ(moved.sequence.visits[at].weekday, (sequence.visits[4].weekday + sequence.visits[4].daysAgo - 3 + 7) % 7);
  EXPECT_TRUE(flagsOf(moved.sequence, {}).empty()) << "stands where its time belongs";
}

TEST(CounterfactualSpace, ChangesNameVisitsOfTheSequenceAsItWas) {
  const Sequence sequence = distinctVisits(5);
  const std::vector<VisitChange> changes{
      {ChangeKind::Removal, 0, 0}, {ChangeKind::Location, 4, 17}, {ChangeKind::Day, 4, 5}};
  const auto after = withChanges(sequence, changes);
  ASSERT_TRUE(after.ok()) << after.error().sentence();
  ASSERT_EQ(after->sequence.visits.size(), 4U);
  EXPECT_EQ(after->sequence.visits.front().location, 17) << "the oldest now";
  EXPECT_EQ(after->cameFrom.front(), 4U);
  // The edits one after the other come to the same.
  Sequence step = sequence;
  const auto edits = editsOf(sequence, changes);
  ASSERT_TRUE(edits.ok()) << edits.error().sentence();
  for (const SequenceEdit& edit : *edits) step = applyEdit(step, edit)->sequence;
  EXPECT_EQ(step, after->sequence);
  EXPECT_FALSE(compatible(changes[1], {ChangeKind::Removal, 4, 0}));
  EXPECT_TRUE(compatible(changes[1], changes[2]));
  EXPECT_FALSE(compatible({ChangeKind::Start, 1, 0}, {ChangeKind::Arrival, 1, 15}));
  EXPECT_FALSE(compatible({ChangeKind::Duration, 1, 0}, {ChangeKind::Arrival, 1, 15}));
}

TEST(CounterfactualSpace, JittersStayWithinTheNoiseAndRepeat) {
  Sequence sequence = distinctVisits(7);
  sequence.visits[0].startMinute = 3;
  sequence.visits[1].durationMinutes = 2;
  std::set<int> starts, durations;
  for (int number = 0; number < 400; ++number) {
    const Sequence noisy = jittered(sequence, number);
    EXPECT_EQ(noisy, jittered(sequence, number));
    for (std::size_t i = 0; i < 7; ++i) {
      EXPECT_GE(noisy.visits[i].startMinute, 0);
      EXPECT_GE(noisy.visits[i].durationMinutes, 0);
      EXPECT_EQ(noisy.visits[i].location, sequence.visits[i].location);
      EXPECT_EQ(noisy.visits[i].daysAgo, sequence.visits[i].daysAgo);
    }
    starts.insert(noisy.visits[5].startMinute - sequence.visits[5].startMinute);
    durations.insert(static_cast<int>(noisy.visits[6].durationMinutes - sequence.visits[6].durationMinutes));
  }
  EXPECT_EQ(starts.size(), 31U);
  EXPECT_EQ(*starts.begin(), -15);
  EXPECT_EQ(*starts.rbegin(), 15);
  EXPECT_EQ(durations.size(), 61U);
  EXPECT_EQ(*durations.begin(), -30);
  EXPECT_NE(jittered(sequence, 0, 1), jittered(sequence, 0, 0)) << "another seed, another noise";
}

TEST(CounterfactualSearch, FindsEverySingleCounterfactualThatALoopFinds) {
  const auto engine = engineOf(smallPointerV45(), false);
  const Surroundings around;
  std::size_t found = 0;
  for (const Sequence& sequence : fakeSequences({3, 5})) {
    const CounterfactualRequest all{.mostOfAKind = 0};
    const CounterfactualFindings findings = searched(*engine, sequence, all, around);
    const auto loop = exhaustiveSingleCounterfactuals(*engine, sequence, all, around.context());
    ASSERT_TRUE(loop.ok()) << loop.error().sentence();
    std::vector<std::vector<VisitChange>> expected;
    for (const VisitChange& change : *loop) expected.push_back({change});
    EXPECT_THAT(changesOf(findings, 1), ::testing::UnorderedElementsAreArray(expected));
    EXPECT_EQ(findings.levels[0].tried, findings.levels[0].possible);
    EXPECT_EQ(findings.levels[0].checked, findings.levels[0].overMargin);
    EXPECT_EQ(findings.levels[0].robust, expected.size());
    EXPECT_FALSE(findings.budgetSpent);
    found += expected.size();
  }
  EXPECT_GT(found, 10U) << "models without counterfactuals prove nothing";
}

TEST(CounterfactualSearch, EveryCounterfactualHoldsWhenInspectedOneByOne) {
  const auto engine = engineOf(smallPointerV45(), false);
  for (const Sequence& sequence : fakeSequences({4, 5})) {
    const CounterfactualFindings found = searched(*engine, sequence, {.mostChanges = 3, .mostOfAKind = 2});
    EXPECT_EQ(found.before, predictionOf(*engine, sequence));
    ASSERT_FALSE(found.counterfactuals.empty());
    for (const Counterfactual& counterfactual : found.counterfactuals) {
      EXPECT_TRUE(holds(*engine, sequence, counterfactual));
      EXPECT_EQ(counterfactual.sequence, withChanges(sequence, counterfactual.changes)->sequence);
    }
  }
}

TEST(CounterfactualSearch, ListsTheSmallestFirstAndTheImpossibleLastWithinASize) {
  const auto engine = engineOf(smallPointerV45(), false);
  const Sequence sequence = fakeSequences({6}).front();
  const CounterfactualFindings found = searched(*engine, sequence, {.mostChanges = 2});
  const auto family = [](ChangeKind kind) { return kind == ChangeKind::Arrival ? ChangeKind::Start : kind; };
  std::size_t compared = 0;
  for (std::size_t k = 1; k < found.counterfactuals.size(); ++k) {
    const Counterfactual &a = found.counterfactuals[k - 1], &b = found.counterfactuals[k];
    ASSERT_LE(a.changes.size(), b.changes.size());
    if (a.changes.size() != 1 || b.changes.size() != 1) continue;
    const auto key = [&](const Counterfactual& counterfactual) {
      return std::tuple(family(counterfactual.changes[0].kind), sizeOf(counterfactual.changes[0], sequence),
                        counterfactual.impossible, -counterfactual.plausibility, -counterfactual.margin());
    };
    EXPECT_LE(key(a), key(b)) << k;
    ++compared;
  }
  EXPECT_GT(compared, 5U);
}

TEST(CounterfactualSearch, SeveralChangesAreMinimal) {
  const auto engine = engineOf(smallPointerV45(), false);
  const Surroundings around;
  std::size_t pairs = 0;
  for (const Sequence& sequence : fakeSequences({4, 5})) {
    const CounterfactualFindings found = searched(*engine, sequence, {.mostChanges = 3, .mostOfAKind = 0}, around);
    const auto loop = exhaustiveSingleCounterfactuals(*engine, sequence, {}, around.context());
    const auto twos = changesOf(found, 2);
    pairs += twos.size();
    for (const Counterfactual& counterfactual : found.counterfactuals) {
      for (const VisitChange& change : counterfactual.changes)
        EXPECT_TRUE(counterfactual.changes.size() == 1 || std::ranges::find(*loop, change) == loop->end());
      if (counterfactual.changes.size() != 3) continue;
      for (const auto& two : twos)
        EXPECT_FALSE(std::ranges::all_of(two, [&](const VisitChange& change) {
          return std::ranges::find(counterfactual.changes, change) != counterfactual.changes.end();
        }));
    }
  }
  EXPECT_GT(pairs, 0U);
}

TEST(CounterfactualSearch, FindsWhatMakesAPlaceThePrediction) {
  const auto engine = engineOf(smallPointerV45(), false);
  const Sequence sequence = fakeSequences({6}).front();
  const CounterfactualFindings any = searched(*engine, sequence, {.mostOfAKind = 0});
  ASSERT_FALSE(any.counterfactuals.empty());
  const LocationId wanted = any.counterfactuals.back().first;
  const CounterfactualFindings found = searched(*engine, sequence, {.to = wanted, .mostOfAKind = 0});
  std::vector<std::vector<VisitChange>> expected;
  for (const Counterfactual& counterfactual : any.counterfactuals)
    if (counterfactual.first == wanted) expected.push_back(counterfactual.changes);
  EXPECT_THAT(changesOf(found, 1), ::testing::UnorderedElementsAreArray(expected));
  for (const Counterfactual& counterfactual : found.counterfactuals) EXPECT_EQ(counterfactual.first, wanted);
  const Surroundings around;
  const auto already = searchCounterfactuals(*engine, sequence, {.to = found.before}, around.context());
  ASSERT_FALSE(already.ok());
  EXPECT_THAT(already.error().sentence(), HasSubstr("already"));
  EXPECT_FALSE(searchCounterfactuals(*engine, sequence, {.to = 77}, around.context()).ok());
  EXPECT_EQ(searchCounterfactuals(*engine, sequence, {.mostChanges = 4}, around.context()).error().kind,
            ErrorKind::BadUsage);
}

TEST(CounterfactualSearch, KeepsToItsBudgetReportsAndCanBeCancelled) {
  const auto engine = engineOf(smallPointerV45(), false);
  const Sequence sequence = fakeSequences({7}).front();
  const CounterfactualFindings found = searched(*engine, sequence, {.mostChanges = 3, .budget = 700});
  EXPECT_TRUE(found.budgetSpent);
  EXPECT_LT(found.levels[0].tried, found.levels[0].possible);
  EXPECT_LE(found.forwards, 700 + found.counterfactuals.size()) << "and each counterfactual once more";
  const Surroundings around;
  const CancelToken cancel;
  std::size_t last = 0;
  const auto stopped =
      searchCounterfactuals(*engine, sequence, {}, around.context(), cancel, [&](std::size_t done, std::size_t total) {
        EXPECT_GE(done, last);
        EXPECT_GE(total, done);
        last = done;
        if (done > 1000) cancel.cancel();
      });
  ASSERT_FALSE(stopped.ok());
  EXPECT_EQ(stopped.error().kind, ErrorKind::Cancelled);
  EXPECT_LT(last, 2500U);
}

TEST(CounterfactualSearch, WorksForModelsWithoutAPointerAndForASingleVisit) {
  const auto mhsa = engineOf(smallMhsa(), false);
  for (const Sequence& sequence : fakeSequences({1, 4})) {
    const CounterfactualFindings found = searched(*mhsa, sequence, {.mostChanges = 2, .mostOfAKind = 5});
    for (const Counterfactual& counterfactual : found.counterfactuals) {
      EXPECT_TRUE(holds(*mhsa, sequence, counterfactual));
      EXPECT_FALSE(counterfactual.sequence.visits.empty());
    }
  }
}

}  // namespace
}  // namespace sojourn
