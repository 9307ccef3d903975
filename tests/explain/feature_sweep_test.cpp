// SPDX-License-Identifier: GPL-3.0-or-later
// Sweeps on small models, held to inspections of each edited sequence.
#include "model/explain/counterfactual/feature_sweep.h"

#include <cmath>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "model/data/dataset/sequence.h"
#include "tests/explain/small_engine.h"

namespace sojourn {
namespace {

using namespace test;
using ::testing::HasSubstr;

constexpr std::array allFeatures{SweepFeature::Start,   SweepFeature::Day,      SweepFeature::Weekday,
                                 SweepFeature::Recency, SweepFeature::Duration, SweepFeature::Location,
                                 SweepFeature::User};

FeatureSweep swept(const Engine& engine, const Sequence& sequence, const FeatureSweepRequest& request,
                   const TrainingCounts& training = {}) {
  auto found = sweep(engine, sequence, request, training, {});
  if (!found) throw std::runtime_error(found.error().sentence());
  return std::move(*found);
}

TEST(FeatureSweep, EqualsInspectionsOfTheEditedSequences) {
  const auto engine = engineOf(smallPointerV45(), false);
  const Sequence sequence = fakeSequences({6}).front();
  for (const SweepFeature feature : allFeatures) {
    const FeatureSweep found = swept(*engine, sequence, {.visit = 4, .feature = feature, .candidates = {4, 9}});
    ASSERT_EQ(found.points.size(), sweepValues(feature, engine->description().sizes));
    for (std::size_t k = 0; k < found.points.size(); k += 5) {
      const FeatureSweepPoint& point = found.points[k];
      const Sequence edited = applyEdit(sequence, sweepEdit(sequence, 4, feature, point.value))->sequence;
      const auto one = *engine->inspect(edited);
      EXPECT_EQ(point.first, one->best().location);
      EXPECT_NEAR(point.firstProbability, one->best().probability, 1e-5);
      EXPECT_NEAR(point.gate, *one->gate, 1e-5);
      EXPECT_NEAR(found.at(k, 0), std::exp(one->logProbability[4]), 1e-5);
      EXPECT_NEAR(found.at(k, 1), std::exp(one->logProbability[9]), 1e-5);
    }
  }
}

TEST(FeatureSweep, EachPointHasItsValueAndThePresentOneIsTheSequence) {
  Sequence sequence = distinctVisits(5);
  sequence.visits[3].startMinute = 10 * 60 + 6;
  sequence.visits[3].durationMinutes = 76.5;
  for (const SweepFeature feature : allFeatures) {
    const std::int32_t present = presentValue(sequence, 3, feature);
    EXPECT_EQ(applyEdit(sequence, sweepEdit(sequence, 3, feature, present))->sequence, sequence);
    const std::size_t count = sweepValues(feature, {.locations = 30, .users = 5});
    for (std::size_t k = 0; k < count; ++k) {
      const std::int32_t value = firstSweepValue(feature) + static_cast<std::int32_t>(k);
      const auto after = applyEdit(sequence, sweepEdit(sequence, 3, feature, value));
      ASSERT_TRUE(after.ok()) << after.error().sentence();
      const auto at = static_cast<std::size_t>(std::ranges::find(after->cameFrom, std::optional<std::size_t>(3)) -
                                               after->cameFrom.begin());
      EXPECT_EQ(presentValue(after->sequence, at, feature), value);
      // All else of the visit is as it was.
      Visit rest = after->sequence.visits[at];
      const Visit& was = sequence.visits[3];
      if (feature == SweepFeature::Start) rest.startMinute = was.startMinute;
      if (feature == SweepFeature::Day || feature == SweepFeature::Weekday) rest.weekday = was.weekday;
      if (feature == SweepFeature::Day || feature == SweepFeature::Recency) rest.daysAgo = was.daysAgo;
      if (feature == SweepFeature::Duration) rest.durationMinutes = was.durationMinutes;
      if (feature == SweepFeature::Location) rest.location = was.location;
      EXPECT_EQ(rest, was);
    }
  }
  EXPECT_EQ(applyEdit(sequence, sweepEdit(sequence, 3, SweepFeature::Start, 46))->sequence.visits[3].startMinute,
            11 * 60 + 36)
      << "10:06 becomes 11:36";
}

TEST(FeatureSweep, CountsWhatTrainingHeldOfEachValue) {
  const auto engine = engineOf(smallPointerV45(), false);
  const Sequence sequence = distinctVisits(4);
  const TrainingCounts training = countTraining(setOf({distinctVisits(4), distinctVisits(7)}));
  const FeatureSweep starts = swept(*engine, sequence, {.visit = 0, .feature = SweepFeature::Start}, training);
  EXPECT_EQ(starts.points[4].trained, 2U) << "01:00, in both";
  EXPECT_EQ(starts.points[0].trained, 0U);
  std::size_t all = 0;
  for (const FeatureSweepPoint& point : starts.points) all += point.trained;
  EXPECT_EQ(all, 11U);
  EXPECT_EQ(starts.present, 4U);
  const FeatureSweep users = swept(*engine, sequence, {.visit = 0, .feature = SweepFeature::User}, training);
  EXPECT_EQ(users.points[1].value, 2);
  EXPECT_EQ(users.points[1].trained, 2U);
  const FeatureSweep places = swept(*engine, sequence, {.visit = 0, .feature = SweepFeature::Location}, training);
  EXPECT_EQ(places.points.front().value, 1);
  EXPECT_EQ(places.points[2].trained, 2U) << "place 3";
}

TEST(FeatureSweep, FlagsWhatCouldNotHaveHappened) {
  const auto engine = engineOf(smallPointerV45(), false);
  Sequence sequence = distinctVisits(2);
  sequence.visits[1].daysAgo = sequence.visits[0].daysAgo;
  sequence.visits[1].weekday = sequence.visits[0].weekday;
  sequence.visits[0].startMinute = 600;
  sequence.visits[0].durationMinutes = 60;
  sequence.visits[1].startMinute = 720;
  const FeatureSweep durations = swept(*engine, sequence, {.visit = 0, .feature = SweepFeature::Duration});
  EXPECT_FALSE(durations.points[4].impossible) << "two hours end when the next begins";
  EXPECT_TRUE(durations.points[5].impossible);
  const FeatureSweep weekdays = swept(*engine, sequence, {.visit = 0, .feature = SweepFeature::Weekday});
  for (std::size_t k = 0; k < 7; ++k) EXPECT_EQ(weekdays.points[k].impossible, k != *weekdays.present);
}

TEST(FeatureSweep, SaysWhatItCannotSweep) {
  const auto engine = engineOf(smallPointerV45(), false);
  const Sequence sequence = distinctVisits(4);
  EXPECT_THAT(sweep(*engine, sequence, {.visit = 4}, {}, {}).error().sentence(), HasSubstr("has 4"));
  EXPECT_THAT(sweep(*engine, sequence, {.visit = 0, .candidates = {30}}, {}, {}).error().sentence(),
              HasSubstr("location 30"));
  const auto noUser = engineOf(ablated(smallPointerV45(), "no_user_emb"), false);
  EXPECT_FALSE(sweep(*noUser, sequence, {.visit = 0, .feature = SweepFeature::User}, {}, {}).ok());
  const CancelToken cancel;
  cancel.cancel();
  EXPECT_EQ(sweep(*engine, sequence, {.visit = 0}, {}, {}, cancel).error().kind, ErrorKind::Cancelled);
}

}  // namespace
}  // namespace sojourn
