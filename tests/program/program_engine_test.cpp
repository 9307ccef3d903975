// SPDX-License-Identifier: GPL-3.0-or-later
// A program behind the face of an engine: predictions, attention, and each sequence asked once.
#include "model/program/program_engine.h"

#include <cmath>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tests/program/python_program.h"

namespace sojourn {
namespace {

using ::testing::HasSubstr;
using test::PythonProgram;

/// Prefers the last visit; counts the sequences it is asked about in a file; its attention is even.
constexpr const char* lastVisit = R"(import sojourn_model
def predict(batch):
    open("asked", "a").write("x" * len(batch))
    rows, maps = [], []
    longest = len(batch.location[0])
    for locations, length in zip(batch.location, batch.length):
        row = [0.05] * 10
        row[int(locations[int(length) - 1])] = 0.55
        rows.append(row)
        even = [1 / int(length)] * int(length) + [0.0] * (longest - int(length))
        maps.append([[[even if q < int(length) else [0.0] * longest for q in range(longest)]]])
    made = {"output": rows}
    if "attention" in batch.want: made["attention"] = maps
    return made
sojourn_model.serve(predict, name="Last", locations=10, users=4, longest=6, gives=["attention"], layers=1, heads=1)
)";

Sequence sequenceOf(std::vector<LocationId> locations, LocationId target) {
  Sequence sequence{.user = 1, .visits = {}, .target = target};
  for (const LocationId location : locations) sequence.visits.push_back({.location = location, .durationMinutes = 30});
  return sequence;
}

std::shared_ptr<const Engine> engineOf(const PythonProgram& program) {
  auto engine = startProgram(program.command());
  EXPECT_TRUE(engine) << engine.error().sentence();
  return engine ? *engine : nullptr;
}

TEST(ProgramEngine, IsAModelLikeAnother) {
  const PythonProgram program(lastVisit);
  const auto engine = engineOf(program);
  ASSERT_NE(engine, nullptr);
  const ModelDescription& model = engine->description();
  EXPECT_EQ(model.title, "Last");
  EXPECT_EQ(model.source, programNameOf(program.command()));
  EXPECT_TRUE(model.capabilities.attentionMaps);
  EXPECT_FALSE(model.capabilities.pointer);
  EXPECT_EQ(engine->network(), nullptr);

  const auto inspection = engine->inspect(sequenceOf({3, 4, 5}, 4));
  ASSERT_TRUE(inspection) << inspection.error().sentence();
  EXPECT_EQ((*inspection)->best().location, 5);
  EXPECT_NEAR((*inspection)->best().probability, 0.55, 1e-6);
  EXPECT_EQ((*inspection)->targetRank, 6U) << "of equal ones the smaller id first";
  EXPECT_EQ((*inspection)->attention.length, 3U);
  EXPECT_NEAR((*inspection)->attention.at(0, 0, 2, 1), 1.0 / 3, 1e-6);

  SequenceSet set;
  set.append(sequenceOf({3, 4, 5}, 5));
  set.append(sequenceOf({3}, 2));
  const std::vector<std::size_t> rows{0, 1};
  const auto outcomes = engine->evaluate(set, rows);
  ASSERT_TRUE(outcomes) << outcomes.error().sentence();
  EXPECT_EQ((*outcomes)[0].rank, 1);
  EXPECT_EQ((*outcomes)[1].prediction, 3);
  EXPECT_NEAR((*outcomes)[1].targetProbability, 0.05, 1e-6);
  EXPECT_TRUE(std::isnan((*outcomes)[0].gate));

  const std::vector<Sequence> edited{sequenceOf({3, 4}, 4), sequenceOf({8}, 4)};
  const std::vector<LocationId> chosen{4, 8};
  const auto answers = engine->answers(edited, chosen);
  ASSERT_TRUE(answers) << answers.error().sentence();
  EXPECT_NEAR(answers->at(0, 0), 0.55, 1e-6);
  EXPECT_NEAR(answers->at(1, 1), 0.55, 1e-6);
  EXPECT_NEAR(answers->answers[0].secondProbability, 0.05, 1e-6);
}

TEST(ProgramEngine, AsksForEachSequenceOnce) {
  const PythonProgram program(lastVisit);
  const auto engine = engineOf(program);
  ASSERT_NE(engine, nullptr);
  const auto asked = [&] { return test::textOfFile(program.folder() / "asked").size(); };
  const std::size_t before = asked();
  const std::vector<Sequence> sequences{sequenceOf({3, 4}, 4), sequenceOf({8}, 4)};
  ASSERT_TRUE(engine->logProbabilities(sequences));
  EXPECT_EQ(asked(), before + 2);
  ASSERT_TRUE(engine->logProbabilities(sequences));
  ASSERT_TRUE(engine->answers(sequences, {}));
  EXPECT_EQ(asked(), before + 2) << "answers are kept by content";
  ASSERT_TRUE(engine->inspect(sequences[0], {.maps = false}));
  EXPECT_EQ(asked(), before + 2);
  Sequence later = sequences[0];
  later.visits[0].startMinute = 1;
  ASSERT_TRUE(engine->logProbabilities(std::span(&later, 1)));
  EXPECT_EQ(asked(), before + 3);
}

/// P of a location is the share of the visits to it that may be read.
constexpr const char* shareOfVisits = R"(import sojourn_model
def predict(batch):
    rows = []
    for k, (locations, length) in enumerate(zip(batch.location, batch.length)):
        row = [0.1] * 10
        for i in range(int(length)):
            if batch.mask is None or not batch.mask[k][i]: row[int(locations[i])] += 1
        rows.append([value / sum(row) for value in row])
    return rows
sojourn_model.serve(predict, name="Share", locations=10, takes=["mask"])
)";

TEST(ProgramEngine, VisitsAreRemovedFromItAndHiddenFromIt) {
  const PythonProgram program(shareOfVisits);
  const auto engine = engineOf(program);
  ASSERT_NE(engine, nullptr);
  EXPECT_TRUE(engine->description().capabilities.masks);
  EXPECT_FALSE(engine->description().capabilities.gradients);
  const Sequence sequence = sequenceOf({3, 4, 4, 5}, 4);
  const std::vector<PartialSequence> parts{{&sequence, {false, false, false, false}, Removal::Masked},
                                           {&sequence, {false, true, false, false}, Removal::Removed},
                                           {&sequence, {false, true, true, false}, Removal::Masked},
                                           {&sequence, {true, true, true, true}, Removal::Masked}};
  const std::vector<LocationId> asked{4, 5};
  const auto found = engine->partialAnswers(parts, asked, {}, {});
  ASSERT_TRUE(found) << found.error().sentence();
  const std::vector<double> expected{2.1 / 5, 1.1 / 5, 1.1 / 4, 1.1 / 4, 0.1 / 3, 1.1 / 3, 0.1, 0.1};
  ASSERT_EQ(found->size(), expected.size());
  for (std::size_t i = 0; i < expected.size(); ++i) EXPECT_NEAR((*found)[i], expected[i], 1e-6) << i;

  const PythonProgram without(lastVisit);
  const auto blind = engineOf(without);
  ASSERT_NE(blind, nullptr);
  const auto removed = blind->partialAnswers(std::span(parts).subspan(1, 1), asked, {}, {});
  ASSERT_TRUE(removed) << removed.error().sentence();
  EXPECT_NEAR((*removed)[1], 0.55, 1e-6);
  EXPECT_THAT(blind->partialAnswers(parts, asked, {}, {}).error().sentence(), HasSubstr("takes=[\"mask\"]"));
}

TEST(ProgramEngine, RefusesWhatTheModelDoesNotKnow) {
  const PythonProgram program(lastVisit);
  const auto engine = engineOf(program);
  ASSERT_NE(engine, nullptr);
  EXPECT_THAT(engine->inspect(sequenceOf({30}, 4)).error().sentence(), HasSubstr("location 30"));
  EXPECT_THAT(engine->inspect(sequenceOf({3}, 40)).error().sentence(), HasSubstr("location 40, but"));
  EXPECT_THAT(engine->inspect(sequenceOf({3, 3, 3, 3, 3, 3, 3}, 4)).error().sentence(), HasSubstr("at most 6"));
  Sequence stranger = sequenceOf({3}, 4);
  stranger.user = 4;
  EXPECT_THAT(engine->inspect(stranger).error().sentence(), HasSubstr("user 4"));
  EXPECT_THAT(engine->inspect(sequenceOf({}, 4)).error().sentence(), HasSubstr("no visits"));
}

TEST(ProgramEngine, IsNamedWhereACheckpointMayBe) {
  EXPECT_EQ(loadModel("program:  ").error().kind, ErrorKind::BadUsage);
  EXPECT_THAT(loadModel("program:false").error().sentence(), HasSubstr("has ended"));
  EXPECT_EQ(loadModel("/no/such/file.pt").error().kind, ErrorKind::BadInput);
}

}  // namespace
}  // namespace sojourn
