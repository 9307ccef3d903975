// SPDX-License-Identifier: GPL-3.0-or-later
// Nearest sequences: the stated distances by hand, and the list against a plain sort.
#include "model/explain/counterfactual/nearest_sequences.h"

#include <cmath>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tests/explain/small_engine.h"

namespace sojourn {
namespace {

using namespace test;
using ::testing::HasSubstr;

std::shared_ptr<const Dataset> datasetOf(const std::vector<Sequence>& sequences) {
  auto dataset = std::make_shared<Dataset>();
  dataset->prefix = "small";
  dataset->splits[static_cast<std::size_t>(Split::Train)] = setOf(sequences);
  return dataset;
}

TEST(NearestSequences, VisitsAreApartAsStated) {
  const Visit visit{.location = 4, .weekday = 1, .startMinute = 30, .durationMinutes = 60, .daysAgo = 2};
  EXPECT_EQ(visitDistance(visit, visit), 0);
  Visit other = visit;
  other.location = 5;
  EXPECT_DOUBLE_EQ(visitDistance(visit, other), 0.5);
  other = visit;
  other.startMinute = 1440 - 30;
  EXPECT_DOUBLE_EQ(visitDistance(visit, other), 0.2 / 12) << "an hour, round the clock";
  other = visit;
  other.weekday = 3;
  EXPECT_DOUBLE_EQ(visitDistance(visit, other), 0.1);
  other.weekday = 6;
  EXPECT_DOUBLE_EQ(visitDistance(visit, other), 0.2);
  other = visit;
  other.durationMinutes = 60 + 240;
  EXPECT_DOUBLE_EQ(visitDistance(visit, other), 0.05);
  other.durationMinutes = 2880;
  EXPECT_DOUBLE_EQ(visitDistance(visit, other), 0.1);
}

TEST(NearestSequences, RecordsAreApartByTheCheapestWay) {
  const Sequence sequence = distinctVisits(6);
  EXPECT_EQ(recordDistance(sequence, sequence), 0);
  Sequence without = sequence;
  without.visits.erase(without.visits.begin() + 2);
  EXPECT_DOUBLE_EQ(recordDistance(sequence, without), 1.0 / 6) << "one visit left out";
  EXPECT_DOUBLE_EQ(recordDistance(without, sequence), 1.0 / 6);
  Sequence replaced = sequence;
  replaced.visits[3].location = 29;
  EXPECT_DOUBLE_EQ(recordDistance(sequence, replaced), 0.5 / 6);
  const Sequence none{.user = 1, .visits = {}, .target = {}};
  EXPECT_DOUBLE_EQ(recordDistance(sequence, none), 1);
  EXPECT_DOUBLE_EQ(recordDistance(none, none), 0);
}

TEST(NearestSequences, ListEqualsAPlainSort) {
  const auto engine = engineOf(smallPointerV45(), false);
  const std::vector<Sequence> sequences = fakeSequences(std::vector<std::size_t>(60, 5));
  const auto library = SequenceLibrary::read(*engine, datasetOf(sequences), Split::Train);
  ASSERT_TRUE(library.ok()) << library.error().sentence();
  EXPECT_EQ((*library)->size(), 60U);
  const auto inspection = *engine->inspect(sequences[7]);
  const auto last = [&](const Inspection& one) {
    const std::size_t width = one.hidden.back().size() / one.sequence.visits.size();
    return std::vector<float>(one.hidden.back().end() - static_cast<std::ptrdiff_t>(width), one.hidden.back().end());
  };
  for (const SimilarityMeasure similarity : {SimilarityMeasure::Context, SimilarityMeasure::Record}) {
    std::vector<std::tuple<double, std::size_t, LocationId>> expected;
    for (std::size_t row = 0; row < 60; ++row) {
      if (row == 7) continue;  // itself
      const auto other = *engine->inspect(sequences[row]);
      double distance = recordDistance(sequences[7], sequences[row]);
      if (similarity == SimilarityMeasure::Context) {
        const auto a = last(*inspection), b = last(*other);
        double sum = 0;
        for (std::size_t k = 0; k < a.size(); ++k) sum += std::pow(double{a[k]} - double{b[k]}, 2);
        distance = std::sqrt(sum);
      }
      expected.emplace_back(distance, row, other->best().location);
    }
    std::ranges::sort(expected);
    const auto found = (*library)->nearest(*inspection, similarity, 6);
    ASSERT_TRUE(found.ok()) << found.error().sentence();
    EXPECT_EQ(found->prediction, inspection->best().location);
    ASSERT_EQ(found->nearest.size(), 6U);
    for (std::size_t k = 0; k < 6; ++k) {
      EXPECT_EQ(found->nearest[k].row, std::get<1>(expected[k]));
      EXPECT_NEAR(found->nearest[k].distance, std::get<0>(expected[k]), 1e-5);
      EXPECT_EQ(found->nearest[k].prediction, std::get<2>(expected[k]));
      EXPECT_EQ(found->nearest[k].target, *sequences[found->nearest[k].row].target);
    }
    std::erase_if(expected, [&](const auto& one) { return std::get<2>(one) == found->prediction; });
    for (std::size_t k = 0; k < found->otherwise.size(); ++k)
      EXPECT_EQ(found->otherwise[k].row, std::get<1>(expected[k]));
    EXPECT_EQ(found->otherwise.size(), std::min<std::size_t>(6, expected.size()));
  }
}

TEST(NearestSequences, SaysWhatItLacksAndCanBeCancelled) {
  const auto engine = engineOf(smallPointerV45(), false);
  const auto dataset = datasetOf(fakeSequences({5, 5, 5}));
  EXPECT_THAT(SequenceLibrary::read(*engine, dataset, Split::Test).error().sentence(), HasSubstr("test"));
  const auto library = *SequenceLibrary::read(*engine, dataset, Split::Train);
  const auto plain = *engine->inspect(fakeSequences({4}).front(), {.maps = false});
  EXPECT_FALSE(library->nearest(*plain, SimilarityMeasure::Context, 3).ok());
  EXPECT_TRUE(library->nearest(*plain, SimilarityMeasure::Record, 3).ok());
  const CancelToken cancel;
  cancel.cancel();
  EXPECT_EQ(SequenceLibrary::read(*engine, dataset, Split::Train, cancel).error().kind, ErrorKind::Cancelled);
  EXPECT_EQ(library->nearest(*plain, SimilarityMeasure::Record, 3, cancel).error().kind, ErrorKind::Cancelled);
}

}  // namespace
}  // namespace sojourn
