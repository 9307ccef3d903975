// SPDX-License-Identifier: GPL-3.0-or-later
// A program behind the face of an engine: predictions, attention, and each sequence asked once.
#include "model/program/program_engine.h"

#include <cmath>
#include <filesystem>
#include <thread>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "model/explain/attribution/shapley.h"
#include "model/explain/explanation/explain.h"
#include "model/inspect/last_queries.h"
#include "tests/program/python_program.h"

namespace sojourn {
namespace {

using test::PythonProgram;
using ::testing::ElementsAre;
using ::testing::HasSubstr;

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

/// Gives all that a program may give; V 6, width 2.
constexpr const char* generous = R"(import sojourn_model
def predict(batch):
    made = {"output": [[1 / 6] * 6 for _ in batch.length]}
    if "embedding" in batch.want: made["embedding"] = [[float(length), 1.0] for length in batch.length]
    return made
def tables():
    return [{"name": "places", "of": "location", "values": [[i, -i] for i in range(6)]},
            {"name": "hours", "of": "hour", "values": [[0.5] for _ in range(24)]}]
def gradients(batch):
    return [[float(target) * i for i in range(len(batch.location[0]))] for target in batch.target]
sojourn_model.serve(predict, name="Generous", locations=6, gives=["embedding"], tables=tables, gradients=gradients)
)";

TEST(ProgramEngine, TablesEmbeddingAndGradientsAreTakenWhereGiven) {
  const PythonProgram program(generous);
  const auto engine = engineOf(program);
  ASSERT_NE(engine, nullptr);
  const std::vector<EmbeddingTable> tables = engine->embeddings();
  ASSERT_EQ(tables.size(), 2U);
  EXPECT_EQ(tables[0].kind, EmbeddingKind::Input);
  EXPECT_EQ(tables[0].name, "places");
  EXPECT_THAT(tables[0].rows.row(3), ElementsAre(3, -3));
  EXPECT_EQ(tables[1].kind, EmbeddingKind::Hours);
  EXPECT_EQ(tables[1].minutes, 60);
  EXPECT_TRUE(engine->description().capabilities.gradientTimesInput);
  const auto gradient = engine->gradientTimesInput(sequenceOf({3, 4, 5}, 4), 2, {});
  ASSERT_TRUE(gradient) << gradient.error().sentence();
  EXPECT_THAT(*gradient, ElementsAre(0, 2, 4));
  const auto inspection = engine->inspect(sequenceOf({3, 4, 5}, 4));
  ASSERT_TRUE(inspection) << inspection.error().sentence();
  EXPECT_THAT((*inspection)->context, ElementsAre(3, 1));
}

TEST(ProgramEngine, WrongTablesAreRefusedAtTheStart) {
  const auto refused = [](const std::string& table) {
    const PythonProgram program(
        "import sojourn_model\nsojourn_model.serve(lambda batch: [[0.25] * 4 for _ in "
        "batch.length], name='T', locations=4, tables=lambda: [" +
        table + "])\n");
    const auto engine = startProgram(program.command());
    EXPECT_FALSE(engine) << table;
    return engine ? std::string() : engine.error().sentence();
  };
  EXPECT_THAT(refused("{'name': 'a', 'of': 'location', 'values': [[1.0]] * 3}"), HasSubstr("[4, -1] is asked for"));
  EXPECT_THAT(refused("{'name': 'a', 'of': 'taste', 'values': [[1.0]] * 4}"), HasSubstr("is of \"taste\""));
  EXPECT_THAT(refused("{'name': 'a', 'of': 'location', 'values': [[float('nan')]] * 4}"), HasSubstr("NaN"));
  EXPECT_THAT(refused("{'name': 'a', 'of': 'hour', 'values': [[float('inf')]] * 24}"), HasSubstr("infinity"));
  EXPECT_THAT(refused("{'name': 'a', 'of': 'location', 'values': [1.0] * 4}"), HasSubstr("is asked for"));
}

TEST(ProgramEngine, OneThatIsEndedFailsAtOnceAndForGood) {
  const PythonProgram program(lastVisit);
  const auto engine = engineOf(program);
  ASSERT_NE(engine, nullptr);
  endProgram(*engine);
  const auto asked = engine->inspect(sequenceOf({3, 4}, 4));
  ASSERT_FALSE(asked);
  EXPECT_THAT(asked.error().what, HasSubstr("was ended"));
}

TEST(ProgramEngine, AnInspectionIsInterrupted) {
  const PythonProgram program(R"(import os, time, sojourn_model
def wait(batch):
    if len(batch.location[0]) == 5:
        open("waits", "w").close()
        time.sleep(600)
    return [[0.1] * 10 for _ in batch.length]
sojourn_model.serve(wait, name="Slow", locations=10, longest=6)
)");
  const auto engine = engineOf(program);
  ASSERT_NE(engine, nullptr);
  std::thread other([&] {
    while (!std::filesystem::exists(program.folder() / "waits")) std::this_thread::yield();
    interruptProgram(*engine);
  });
  const auto asked = engine->inspect(sequenceOf({3, 4, 5, 6, 7}, 4));
  other.join();
  ASSERT_FALSE(asked);
  EXPECT_EQ(asked.error().kind, ErrorKind::Cancelled);
}

TEST(ProgramEngine, WithoutAMaskItIsExplainedByRemovedVisits) {
  const PythonProgram program(lastVisit);
  const auto engine = engineOf(program);
  ASSERT_NE(engine, nullptr);
  const Sequence sequence = sequenceOf({3, 4, 5, 6}, 6);
  const auto explained = explain(*engine, sequence, {.randomOrders = 20});
  ASSERT_TRUE(explained) << explained.error().sentence();
  for (const MethodExplanation& method : explained->methods) {
    EXPECT_FALSE(method.masked) << method.name;
    ASSERT_TRUE(method.removed) << method.name;
  }
  const auto leaveOneOut = std::ranges::find(explained->methods, "leave_one_out", &MethodExplanation::name);
  ASSERT_NE(leaveOneOut, explained->methods.end());
  EXPECT_NEAR(leaveOneOut->scores[3], 0.5, 1e-6) << "the last visit decides";
  EXPECT_NEAR(leaveOneOut->scores[0], 0, 1e-6);
  ASSERT_TRUE(leaveOneOut->pValue);
  const auto shapley = explainByShapley(*engine, sequence, {.location = 6}, Players::Places, {}, {});
  ASSERT_FALSE(shapley);
  EXPECT_THAT(shapley.error().what, HasSubstr("takes no mask"));
}

TEST(ProgramEngine, ItsAttentionIsProfiledAsThatOfNetworks) {
  const PythonProgram program(lastVisit);
  const auto engine = engineOf(program);
  ASSERT_NE(engine, nullptr);
  SequenceSet set;
  set.append(sequenceOf({3, 4, 5}, 5));
  set.append(sequenceOf({3, 5}, 2));
  const std::vector<std::size_t> rows{0, 1};
  std::vector<std::vector<float>> last(2);
  const Status done = forEachLastQuery(*engine, set, rows, [&](std::size_t slot, const LastQuery& query) {
    last[slot] = {query.attention.begin(), query.attention.end()};
  });
  ASSERT_TRUE(done) << done.error().sentence();
  EXPECT_THAT(last[0], ElementsAre(testing::FloatNear(1.0F / 3, 1e-6F), testing::_, testing::_));
  EXPECT_THAT(last[1], ElementsAre(0.5F, 0.5F));
}

}  // namespace
}  // namespace sojourn
