// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/runs/store/probe_file.h"

#include <cmath>
#include <limits>

#include <gtest/gtest.h>

#include "model/core/files.h"
#include "model/formats/checkpoint/checkpoint_file.h"
#include "model/runs/store/run_paths.h"
#include "tests/runs/fake_probes.h"
#include "tests/support/temp_folder.h"

namespace sojourn {
namespace {

Result<ProbeFile> decoded(const CheckpointFile& file) {
  const auto bytes = encodeSafetensors(file);
  EXPECT_TRUE(bytes);
  return decodeProbeFile(*bytes, "0007.safetensors");
}

NdArray& tensor(CheckpointFile& file, std::string_view name) {
  for (NamedArray& one : file.tensors)
    if (one.name == name) return one.array;
  ADD_FAILURE() << name;
  return file.tensors.front().array;
}

NdArray floats(std::vector<std::int64_t> shape, const std::vector<float>& values) {
  return makeArray(std::move(shape), std::span<const float>(values));
}

/// The sentence that refuses the fake file with one tensor replaced.
std::string refusalOf(std::string_view name, NdArray instead) {
  CheckpointFile file = test::fakeProbes(7);
  tensor(file, name) = std::move(instead);
  const auto read = decoded(file);
  if (read) return {};
  EXPECT_EQ(read.error().kind, ErrorKind::BadInput);
  EXPECT_FALSE(read.error().remedy.empty());
  EXPECT_NE(read.error().where.find("0007.safetensors, " + std::string(name)), std::string::npos) << read.error().where;
  return read.error().what;
}

TEST(ProbeFile, ReadsEveryPartThatTheTrainerWrites) {
  const test::TempFolder folder;
  test::writeFakeProbes(folder.path(), 7);
  const auto read = readProbeFile(RunPaths{folder.path()}.probe(7));
  ASSERT_TRUE(read) << read.error().sentence();
  ASSERT_EQ(read->probes.size(), 8U);
  const ProbeSnapshot& probe = read->probes[3];
  EXPECT_EQ(probe.length, 9U);
  ASSERT_EQ(probe.pointerWeight.size(), 9U);
  EXPECT_FLOAT_EQ(probe.pointerWeight[7], test::fakeWeight(7, 9));
  EXPECT_FLOAT_EQ(*probe.gate, 0.5F + 0.4F * (1 - std::exp(-7.0F / 4)));
  EXPECT_FLOAT_EQ(*probe.targetProbability, test::fakeTargetProbability(7));
  EXPECT_EQ(probe.layers, 2U);
  EXPECT_EQ(probe.heads, 4U);
  const auto map = probe.map(1, 2);  // the seventh: query 0 looks at key 6
  ASSERT_EQ(map.size(), 81U);
  EXPECT_GT(map[6], map[5] + 0.3F);
  EXPECT_EQ(probe.topLocation, (std::vector<std::int64_t>{2, 3, 4, 5, 6, 7, 8, 9, 10, 11}));
  ASSERT_EQ(probe.topProbability.size(), 10U);
  EXPECT_FLOAT_EQ(probe.topProbability[0], *probe.targetProbability);
  EXPECT_EQ(read->positionBias.size(), 52U);
  ASSERT_TRUE(read->gateHistogram);
  EXPECT_EQ(read->gateHistogram->right[27], 80);
  EXPECT_EQ(read->gateHistogram->wrong[27], 40);
  EXPECT_EQ(read->mapBytes(), [] {
    std::size_t cells = 0;
    for (std::size_t length = 6; length < 14; ++length) cells += 8 * length * length;
    return cells * sizeof(float);
  }());
}

TEST(ProbeFile, PartsThatTheModelLacksAreAbsent) {
  const auto read = decoded(test::fakeProbes(2, {.probes = 2, .pointer = false}));
  ASSERT_TRUE(read) << read.error().sentence();
  EXPECT_TRUE(read->probes[0].pointerWeight.empty());
  EXPECT_FALSE(read->probes[0].gate);
  EXPECT_EQ(read->probes[0].length, 6U) << "the maps say it too";
  EXPECT_TRUE(read->positionBias.empty());
  EXPECT_FALSE(read->gateHistogram);
  const auto noMaps = decoded(test::fakeProbes(2, {.probes = 1, .layers = 1, .heads = 1, .gate = false}));
  ASSERT_TRUE(noMaps);
  EXPECT_FALSE(noMaps->probes[0].gate);
}

TEST(ProbeFile, NamesOfLaterVersionsAreLeftAlone) {
  CheckpointFile file = test::fakeProbes(1, {.probes = 1});
  for (const char* name : {"0/surprise", "00/gate", "x/gate", "/gate", "1234/gate", "novel", "-1/gate"})
    file.tensors.push_back({.name = name, .array = floats({1}, {NAN})});
  const auto read = decoded(file);
  ASSERT_TRUE(read) << read.error().sentence();
  EXPECT_EQ(read->probes.size(), 1U);
}

TEST(ProbeFile, RefusesShapesThatDisagree) {
  EXPECT_EQ(refusalOf("0/attention", floats({1, 1, 5, 5}, std::vector<float>(25))),
            "is of 5 visits, another part of this probe of 6");
  EXPECT_NE(refusalOf("0/attention", floats({1, 1, 4, 9}, std::vector<float>(36))).find("not square"),
            std::string::npos);
  EXPECT_EQ(refusalOf("1/attention", floats({1, 1, 7, 7}, std::vector<float>(49))),
            "is of other layers and heads than the first probe's");
  EXPECT_NE(refusalOf("0/pointer_weight", floats({2, 3}, std::vector<float>(6))).find("1 dimensions"),
            std::string::npos);
  EXPECT_NE(refusalOf("0/pointer_weight", floats({0}, {})).find("hold something"), std::string::npos);
  EXPECT_NE(refusalOf("0/gate", floats({1}, {0.5F})).find("not []"), std::string::npos);
  EXPECT_EQ(refusalOf("0/top_probability", floats({9}, std::vector<float>(9, 0.1F))),
            "holds 9 elements, top_location 10");
  EXPECT_NE(refusalOf("gate_histogram", floats({40}, std::vector<float>(40))).find("2 dimensions"), std::string::npos);
  EXPECT_NE(refusalOf("gate_histogram",
                      makeArray({3, 2}, std::span<const std::int64_t>(std::vector<std::int64_t>{1, 2, 3, 4, 5, 6})))
                .find("not [2, bins]"),
            std::string::npos);
}

TEST(ProbeFile, RefusesWrongTypesAndNumbers) {
  const std::vector<std::int64_t> whole{1, 2, 3, 4, 5, 6};
  EXPECT_NE(refusalOf("0/pointer_weight", makeArray({6}, std::span<const std::int64_t>(whole))).find("int64"),
            std::string::npos);
  EXPECT_NE(refusalOf("0/top_location", floats({10}, std::vector<float>(10, 1.0F))).find("float32"), std::string::npos);
  EXPECT_EQ(refusalOf("0/gate", floats({}, {NAN})), "holds a number that is not finite");
  EXPECT_EQ(refusalOf("position_bias", floats({2}, {0, std::numeric_limits<float>::infinity()})),
            "holds a number that is not finite");
  EXPECT_NE(refusalOf("0/target_probability", floats({}, {1.5F})).find("not a probability"), std::string::npos);
  EXPECT_NE(refusalOf("0/attention", floats({1, 1, 6, 6}, std::vector<float>(36, -0.5F))).find("not a probability"),
            std::string::npos);
  const std::vector<std::int64_t> below(10, -1);
  EXPECT_EQ(refusalOf("0/top_location", makeArray({10}, std::span<const std::int64_t>(below))),
            "holds a number below 0");
}

TEST(ProbeFile, RefusesGapsAndTooManyProbes) {
  CheckpointFile gap;
  gap.tensors.push_back({.name = "1/gate", .array = floats({}, {0.5F})});
  const auto missing = decoded(gap);
  ASSERT_FALSE(missing);
  EXPECT_EQ(missing.error().what, "has no parts, though a later probe does");
  CheckpointFile many;
  many.tensors.push_back({.name = "64/gate", .array = floats({}, {0.5F})});
  ASSERT_FALSE(decoded(many));
}

TEST(ProbeFile, EveryTornFileIsRefused) {
  const auto bytes = encodeSafetensors(test::fakeProbes(3, {.probes = 1, .length = 2, .layers = 1, .heads = 1}));
  ASSERT_TRUE(bytes);
  for (std::size_t size = 0; size < bytes->size(); ++size) {
    const auto read = decodeProbeFile(std::span(*bytes).first(size), "torn");
    ASSERT_FALSE(read) << size;
    EXPECT_FALSE(read.error().what.empty());
  }
  const test::TempFolder folder;
  EXPECT_FALSE(readProbeFile(folder / "absent.safetensors"));
  EXPECT_FALSE(readProbeFile(folder.path())) << "a folder is no file";
}

TEST(ProbeFile, ARunHasOnlyProbesThatItsDataHasAndReadersTake) {
  const auto problem = [](const std::vector<std::int64_t>& probes, std::size_t sequences) {
    const Status usable = checkProbes(probes, sequences, "run.json");
    return usable ? std::string() : usable.error().sentence();
  };
  EXPECT_EQ(problem({0, 11, 3}, 12), "");
  EXPECT_EQ(problem({}, 0), "");
  EXPECT_NE(problem({12}, 12).find("the sequences 0 to 11"), std::string::npos);
  EXPECT_NE(problem({-1}, 12), "");
  EXPECT_NE(problem({0}, 0), "");
  EXPECT_NE(problem({1'000'000'000'000'000}, 12), "");
  EXPECT_EQ(problem(std::vector<std::int64_t>(mostProbes, 1), 12), "");
  EXPECT_NE(problem(std::vector<std::int64_t>(mostProbes + 1, 1), 12).find("65 probes"), std::string::npos);
}

}  // namespace
}  // namespace sojourn
