// SPDX-License-Identifier: GPL-3.0-or-later
// A model under pseudonyms answers as before, in the pseudonyms: every kind of network, and each of its faces.
#include "model/data/dataset/pseudonyms.h"

#include <map>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "model/data/dataset/dataset.h"
#include "model/data/dataset/visit_history.h"
#include "model/inspect/engine.h"
#include "tests/nets/small_models.h"

namespace sojourn {
namespace {

using namespace test;
using ::testing::ElementsAreArray;
using ::testing::HasSubstr;

struct Kind {
  const char* name;
  CheckpointFile (*make)(const SmallSizes&, std::uint32_t);
};

void PrintTo(const Kind& kind, std::ostream* out) {
  *out << kind.name;
}

std::shared_ptr<const Engine> engineOf(const CheckpointFile& checkpoint,
                                       const std::shared_ptr<const Pseudonyms>& pseudonyms) {
  auto engine = Engine::fromCheckpoint(checkpoint, "small.pt",
                                       {.device = Device::Cpu, .heads = headsOf(checkpoint), .pseudonyms = pseudonyms});
  if (!engine) throw std::runtime_error(engine.error().sentence());
  return *engine;
}

/// Train and test, with what the users did before, for networks that read it.
Dataset datasetOf(const SmallSizes& sizes) {
  Dataset dataset;
  dataset.splits[0] = setOf(fakeSequences({4, 7, 3, 9, 5, 6, 8, 2, 6, 7, 3, 5}, sizes, 3));
  dataset.splits[2] = setOf(fakeSequences({5, 7, 3, 12, 5, 1}, sizes, 4));
  dataset.numUsers = static_cast<UserId>(sizes.users);
  dataset.numLocations = static_cast<LocationId>(sizes.locations);
  giveHistory(dataset);
  return dataset;
}

class UnderPseudonyms : public ::testing::TestWithParam<Kind> {
 protected:
  UnderPseudonyms() { usePseudonyms(m_shown, "17"); }

  [[nodiscard]] const SequenceSet& recordedSet() const { return *m_recorded.split(Split::Test); }
  [[nodiscard]] const SequenceSet& shownSet() const { return *m_shown.split(Split::Test); }

  const SmallSizes m_sizes{};
  const CheckpointFile m_checkpoint = GetParam().make(m_sizes, 1);
  const Dataset m_recorded = datasetOf(m_sizes);
  Dataset m_shown = m_recorded;
};

TEST_P(UnderPseudonyms, EveryPlaceHasItsProbability) {
  const auto recorded = engineOf(m_checkpoint, nullptr), shown = engineOf(m_checkpoint, m_shown.pseudonyms);
  EXPECT_EQ(shown->description().pseudonyms, m_shown.pseudonyms);
  for (std::size_t row = 0; row < recordedSet().size(); ++row) {
    const auto before = recorded->inspect(recordedSet().sequence(row)),
               after = shown->inspect(shownSet().sequence(row));
    ASSERT_TRUE(before.ok() && after.ok());
    ASSERT_EQ((*after)->ranking.size(), (*before)->ranking.size());
    std::map<LocationId, float> probabilities;
    for (const Candidate& candidate : (*after)->ranking) probabilities[candidate.location] = candidate.probability;
    for (const Candidate& candidate : (*before)->ranking)
      EXPECT_NEAR(probabilities.at(m_shown.pseudonyms->location(candidate.location)), candidate.probability, 1e-6);
    ASSERT_EQ((*after)->pointerWeight.size(), (*before)->pointerWeight.size());
    for (std::size_t i = 0; i < (*before)->pointerWeight.size(); ++i)
      EXPECT_NEAR((*after)->pointerWeight[i], (*before)->pointerWeight[i], 1e-6) << i;
  }
}

TEST_P(UnderPseudonyms, AWholeSplitHasItsOutcomes) {
  const std::vector<std::size_t> rows{0, 1, 2, 3, 4, 5};
  const auto before = engineOf(m_checkpoint, nullptr)->evaluate(recordedSet(), rows),
             after = engineOf(m_checkpoint, m_shown.pseudonyms)->evaluate(shownSet(), rows);
  ASSERT_TRUE(before.ok() && after.ok());
  for (const std::size_t row : rows) {
    EXPECT_EQ((*after)[row].prediction, m_shown.pseudonyms->location((*before)[row].prediction));
    EXPECT_NEAR((*after)[row].targetProbability, (*before)[row].targetProbability, 1e-6);
    // A network that only copies gives all other places the same: these are in the order of the ids (SPEC 7.3).
    if ((*before)[row].targetProbability < 1e-9F) continue;
    EXPECT_EQ((*after)[row].rank, (*before)[row].rank);
  }
}

TEST_P(UnderPseudonyms, EmbeddingsMoveWithTheirPlaces) {
  const Pseudonyms& pseudonyms = *m_shown.pseudonyms;
  const std::vector<EmbeddingTable> before = engineOf(m_checkpoint, nullptr)->embeddings(),
                                    after = engineOf(m_checkpoint, m_shown.pseudonyms)->embeddings();
  ASSERT_EQ(before.size(), after.size());
  for (std::size_t t = 0; t < before.size(); ++t) {
    const bool users = before[t].kind == EmbeddingKind::Users;
    const std::vector<std::int32_t>& order = users ? pseudonyms.users() : pseudonyms.locations();
    if (before[t].kind == EmbeddingKind::Hours || before[t].kind == EmbeddingKind::Weekdays) continue;
    ASSERT_EQ(before[t].rows.size(), order.size());
    for (std::size_t id = 0; id < order.size(); ++id)
      EXPECT_THAT(after[t].rows.row(static_cast<std::size_t>(order[id])), ElementsAreArray(before[t].rows.row(id)))
          << t << " " << id;
  }
}

TEST_P(UnderPseudonyms, ADatasetWithMoreThanTheModelKnowsIsRefused) {
  const auto more = std::make_shared<const Pseudonyms>("17", static_cast<UserId>(m_sizes.users),
                                                       static_cast<LocationId>(m_sizes.locations + 1));
  const auto engine = Engine::fromCheckpoint(
      m_checkpoint, "small.pt", {.device = Device::Cpu, .heads = headsOf(m_checkpoint), .pseudonyms = more});
  ASSERT_FALSE(engine.ok());
  EXPECT_EQ(engine.error().kind, ErrorKind::BadInput);
  EXPECT_THAT(engine.error().sentence(), HasSubstr("knows 30 places, but the dataset has 31"));
}

TEST_P(UnderPseudonyms, ADatasetWithFewerLeavesTheOtherRows) {
  const auto fewer = std::make_shared<const Pseudonyms>("17", 3, 20);
  const auto recorded = engineOf(m_checkpoint, nullptr), shown = engineOf(m_checkpoint, fewer);
  Sequence sequence = recordedSet().sequence(0);
  sequence.user = 4;
  sequence.visits[2].location = 25;
  sequence.history = {};
  const auto before = recorded->logProbabilities(std::span(&sequence, 1));
  const Sequence renumbered = fewer->sequence(sequence);
  const auto after = shown->logProbabilities(std::span(&renumbered, 1));
  ASSERT_EQ(after.ok(), before.ok()) << "a network that needs the history has none here";
  if (!before) return;
  for (LocationId place = 0; place < static_cast<LocationId>(m_sizes.locations); ++place)
    EXPECT_NEAR(after->front()[static_cast<std::size_t>(fewer->location(place))],
                before->front()[static_cast<std::size_t>(place)], 1e-4)
        << place;
}

INSTANTIATE_TEST_SUITE_P(EveryKind, UnderPseudonyms,
                         ::testing::Values(Kind{"pointer_v45", smallPointerV45}, Kind{"mhsa", smallMhsa},
                                           Kind{"lstm", smallLstm}, Kind{"lstm_location", smallLstmLocation},
                                           Kind{"lstm_pointer", smallLstmPointer}, Kind{"deepmove", smallDeepMove},
                                           Kind{"transformer", smallTransformer}),
                         [](const auto& tested) { return std::string(tested.param.name); });

}  // namespace
}  // namespace sojourn
