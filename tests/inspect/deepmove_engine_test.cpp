// SPDX-License-Identifier: GPL-3.0-or-later
// A network that reads what a user did before a sequence, behind the engine.
#include <cmath>
#include <numeric>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "model/data/dataset/dataset.h"
#include "model/data/dataset/visit_history.h"
#include "model/data/edit/sequence_edit.h"
#include "model/inspect/network_passes.h"
#include "tests/explain/small_engine.h"

namespace sojourn {
namespace {

using namespace test;

Dataset datasetWithHistory() {
  Dataset dataset;
  dataset.splits[0] = setOf(fakeSequences({4, 7, 3, 9, 5, 6, 8, 2, 6, 7, 3, 5}, {}, 3));
  dataset.splits[2] = setOf(fakeSequences({5, 7, 3, 9, 5, 1}, {}, 4));
  giveHistory(dataset);
  return dataset;
}

std::vector<std::size_t> everyRow(const SequenceSet& set) {
  std::vector<std::size_t> rows(set.size());
  std::iota(rows.begin(), rows.end(), std::size_t{0});
  return rows;
}

double logOfTarget(const Engine& engine, const Sequence& sequence) {
  const auto logs = engine.logProbabilities(std::span(&sequence, 1));
  if (!logs) throw std::runtime_error(logs.error().sentence());
  return static_cast<double>(logs->front()[static_cast<std::size_t>(*sequence.target)]);
}

TEST(DeepMoveEngine, EvaluatesInBatchesAsOneByOneAndAsTorchsGru) {
  const Dataset dataset = datasetWithHistory();
  const auto own = engineOf(smallDeepMove(), false), torchs = engineOf(smallDeepMove(), true);
  EXPECT_TRUE(own->description().capabilities.history);
  for (const Split split : {Split::Train, Split::Test}) {
    const SequenceSet& set = *dataset.split(split);
    const auto outcomes = own->evaluate(set, everyRow(set)), exact = torchs->evaluate(set, everyRow(set));
    ASSERT_TRUE(outcomes && exact);
    for (std::size_t row = 0; row < set.size(); ++row) {
      const double batched = static_cast<double>((*outcomes)[row].targetLogProbability);
      EXPECT_NEAR(batched, logOfTarget(*own, set.sequence(row)), 1e-5) << row;
      EXPECT_NEAR(batched, static_cast<double>((*exact)[row].targetLogProbability), 1e-4) << row;
    }
  }
}

TEST(DeepMoveEngine, InspectionSaysWhatOfTheHistoryWasRead) {
  const Dataset dataset = datasetWithHistory();
  const auto engine = engineOf(smallDeepMove(), false);
  const SequenceSet& train = *dataset.split(Split::Train);
  std::size_t first = 0, later = 0;
  for (std::size_t row = 0; row < train.size(); ++row) {
    const auto inspection = engine->inspect(train.sequence(row));
    ASSERT_TRUE(inspection) << inspection.error().sentence();
    const std::vector<HistoryRow>& history = (*inspection)->history;
    EXPECT_EQ(history.empty(), !train.history()->hasBefore(row));
    EXPECT_TRUE(std::isfinite((*inspection)->best().probability));
    ++(history.empty() ? first : later);
    if (history.empty()) continue;
    float sum = 0;
    for (const HistoryRow& half : history) {
      sum += half.weight;
      EXPECT_GT(half.weight, 0);
      ASSERT_FALSE(half.visited.empty());
    }
    EXPECT_NEAR(sum, 1, 1e-5);
  }
  EXPECT_GT(first, 1U);
  EXPECT_GT(later, 3U);
}

TEST(DeepMoveEngine, AnEditedSequenceKeepsItsHistory) {
  const Dataset dataset = datasetWithHistory();
  const auto engine = engineOf(smallDeepMove(), false);
  const Sequence before = dataset.split(Split::Test)->sequence(3);
  const auto edited = applyEdit(before, RemoveVisits{{0, 4}});
  ASSERT_TRUE(edited) << edited.error().sentence();
  VisitMask removed(before.visits.size(), false);
  removed[0] = removed[4] = true;
  const PartialSequence part{.sequence = &before, .removed = removed, .removal = Removal::Masked};
  const LocationId target = *before.target;
  const auto partial = partialProbabilities(*engine, std::span(&part, 1), std::span(&target, 1));
  ASSERT_TRUE(partial);
  EXPECT_NEAR(std::log(partial->front()), logOfTarget(*engine, edited->sequence), 1e-5)
      << "a GRU that does not read a visit is one without it";
  Sequence entered = edited->sequence;
  entered.history.row = std::nullopt;
  EXPECT_TRUE(std::isfinite(logOfTarget(*engine, entered)));
}

TEST(DeepMoveEngine, ASetOfEditedSequencesHasTheHistoryOfTheirRows) {
  const Dataset dataset = datasetWithHistory();
  const SequenceSet& test = *dataset.split(Split::Test);
  const auto engine = engineOf(smallDeepMove(), false);
  SequenceSet edited;
  const std::vector<std::size_t> rows{3, 1};
  for (const std::size_t row : rows) {
    const auto one = applyEdit(test.sequence(row), RemoveVisits{{0}});
    ASSERT_TRUE(one) << one.error().sentence();
    edited.append(one->sequence);
  }
  EXPECT_FALSE(engine->accepts(edited)) << "appending does not say where a sequence is from";
  edited.setHistory(test.history(), rows);
  const auto evaluated = engine->evaluate(edited, everyRow(edited));
  ASSERT_TRUE(evaluated) << evaluated.error().sentence();
  for (std::size_t i = 0; i < rows.size(); ++i)
    EXPECT_NEAR((*evaluated)[i].targetLogProbability, logOfTarget(*engine, edited.sequence(i)), 1e-5);
  EXPECT_EQ(edited.sequence(0).history.row, 3U);
}

TEST(DeepMoveEngine, SaysWhatIsMissing) {
  const auto engine = engineOf(smallDeepMove(), false);
  const SequenceSet alone = setOf(fakeSequences({3, 4}));
  const auto evaluated = engine->evaluate(alone, everyRow(alone));
  ASSERT_FALSE(evaluated);
  EXPECT_EQ(
      evaluated.error().sentence(),
      "small.pt: nothing is known of what the user did before, which DeepMove reads: open the whole dataset, with "
      "its training split");
  EXPECT_FALSE(engine->accepts(alone));
  const auto inspected = engine->inspect(alone.sequence(0));
  ASSERT_FALSE(inspected);
  EXPECT_THAT(inspected.error().sentence(), ::testing::HasSubstr("training split"));

  Dataset other = datasetWithHistory();
  Sequence far = other.split(Split::Train)->sequence(0);
  far.visits[0].location = 99;
  other.splits[0]->append(far);
  giveHistory(other);
  const auto beyond = engine->inspect(other.split(Split::Test)->sequence(0));
  ASSERT_FALSE(beyond);
  EXPECT_THAT(beyond.error().sentence(), ::testing::HasSubstr("locations that the model does not know"));
}

}  // namespace
}  // namespace sojourn
