// SPDX-License-Identifier: GPL-3.0-or-later
// What a user did before a sequence: earlier windows, by half hour and location.
#include "model/data/dataset/visit_history.h"

#include <gtest/gtest.h>

#include "model/data/dataset/dataset.h"

namespace sojourn {
namespace {

Sequence window(UserId user, std::vector<std::pair<LocationId, int>> visits) {
  Sequence made{.user = user, .visits = {}, .target = 2};
  for (const auto& [location, minute] : visits) made.visits.push_back({.location = location, .startMinute = minute});
  return made;
}

Dataset historyDataset() {
  Dataset dataset;
  SequenceSet& train = dataset.splits[0].emplace();
  train.append(window(1, {{2, 10}, {3, 29}, {2, 29}}));
  train.append(window(2, {{7, 1439}}));
  train.append(window(1, {{2, 0}, {4, 45}}));
  SequenceSet& test = dataset.splits[2].emplace();
  test.append(window(1, {{5, 600}}));
  test.append(window(3, {{5, 600}}));
  test.append(window(1, {{6, 600}}));
  giveHistory(dataset);
  return dataset;
}

using Entries = std::vector<HistoryEntry>;

TEST(VisitHistory, OfTrainingIsTheEarlierWindowsOfTheUser) {
  const Dataset dataset = historyDataset();
  const VisitHistory& history = *dataset.split(Split::Train)->history();
  EXPECT_EQ(history.before(1, 0), Entries());
  EXPECT_FALSE(history.hasBefore(0));
  EXPECT_FALSE(history.hasBefore(1));
  EXPECT_TRUE(history.hasBefore(2));
  EXPECT_EQ(history.before(1, 2), (Entries{{0, 2, 2}, {0, 3, 1}}));
}

TEST(VisitHistory, OfAnotherSplitIsAllOfTrainingAndTheEarlierWindows) {
  const Dataset dataset = historyDataset();
  const VisitHistory& history = *dataset.split(Split::Test)->history();
  EXPECT_EQ(history.before(1, 0), (Entries{{0, 2, 3}, {0, 3, 1}, {1, 4, 1}}));
  EXPECT_EQ(history.before(1, 2), (Entries{{0, 2, 3}, {0, 3, 1}, {1, 4, 1}, {20, 5, 1}}));
  EXPECT_FALSE(history.hasBefore(1));
  EXPECT_TRUE(history.hasBefore(0));
}

TEST(VisitHistory, WithoutARowIsAllOfTraining) {
  const Dataset dataset = historyDataset();
  const VisitHistory& history = *dataset.split(Split::Test)->history();
  EXPECT_EQ(history.before(1, std::nullopt), history.before(1, 0));
  EXPECT_EQ(history.before(2, 0), (Entries{{47, 7, 1}})) << "row 0 is of user 1";
  EXPECT_EQ(history.before(9, 0), Entries());
}

TEST(VisitHistory, KnowsWhichLocationsItHolds) {
  const Dataset dataset = historyDataset();
  EXPECT_TRUE(dataset.split(Split::Train)->history()->fits(8));
  EXPECT_FALSE(dataset.split(Split::Test)->history()->fits(7));
}

TEST(VisitHistory, GoesWithASequenceAndEndsWhereRowsAreAppended) {
  Dataset dataset = historyDataset();
  SequenceSet& test = *dataset.splits[2];
  const Sequence sequence = test.sequence(2);
  EXPECT_EQ(sequence.history.source, test.history());
  EXPECT_EQ(sequence.history.row, 2U);
  test.append(sequence);
  EXPECT_EQ(test.history(), nullptr);
  EXPECT_NE(sequence.history.source, nullptr);
}

}  // namespace
}  // namespace sojourn
