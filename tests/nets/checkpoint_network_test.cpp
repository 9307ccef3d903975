// SPDX-License-Identifier: GPL-3.0-or-later
// Checkpoints that are whole, ablated, broken or of another kind.
#include "model/nets/registry/registry.h"

#include <limits>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "model/core/files.h"
#include "tests/nets/small_models.h"
#include "tests/support/temp_folder.h"

namespace sojourn {
namespace {

using namespace test;
using ::testing::HasSubstr;

LoadedNetwork load(const CheckpointFile& checkpoint, const std::filesystem::path& path = "small.pt",
                   const NetworkLoadOptions& options = {}) {
  Result<LoadedNetwork> loaded = networkFromCheckpoint(checkpoint, path, options);
  if (!loaded) throw std::runtime_error(loaded.error().sentence());
  return std::move(*loaded);
}

TEST(CheckpointNetwork, ReadsSizesFromTheTensors) {
  const LoadedNetwork loaded = load(smallPointerV45());
  const ModelDescription& d = loaded.description;
  EXPECT_EQ(d.id, "pointer_v45");
  EXPECT_EQ(d.ablation, "full_model");
  EXPECT_EQ(d.sizes.locations, 30);
  EXPECT_EQ(d.sizes.users, 5);
  EXPECT_EQ(d.sizes.maxLength, 12);
  EXPECT_EQ(d.sizes.width, 16);
  EXPECT_EQ(d.sizes.layers, 2);
  EXPECT_EQ(d.sizes.feedForward, 24);
  EXPECT_TRUE(d.capabilities.gate);
  EXPECT_EQ(d.positionBias.size(), 12U);
  EXPECT_EQ(d.report.matched.size(), smallPointerV45().tensors.size());
  EXPECT_TRUE(loaded.refusal.empty());
  EXPECT_EQ(load(smallMhsa()).description.id, "mhsa");
  EXPECT_TRUE(load(smallMhsa()).description.capabilities.causal);
  EXPECT_FALSE(load(smallMhsa()).description.capabilities.pointer);
}

TEST(CheckpointNetwork, NamesEveryAblation) {
  for (const std::string& ablation : ablationNames()) {
    const LoadedNetwork loaded = load(ablated(smallPointerV45(), ablation));
    EXPECT_EQ(loaded.description.ablation, ablation);
    EXPECT_TRUE(loaded.description.report.missing.empty());
    EXPECT_TRUE(loaded.description.report.extra.empty());
  }
  const Capabilities none = load(ablated(smallPointerV45(), "no_pointer")).description.capabilities;
  EXPECT_FALSE(none.pointer || none.gate || none.positionBias);
  EXPECT_FALSE(load(ablated(smallPointerV45(), "no_generation")).description.capabilities.generation);
  EXPECT_FALSE(load(ablated(smallPointerV45(), "no_temporal")).description.capabilities.weekday);
  EXPECT_EQ(load(ablated(ablated(smallPointerV45(), "no_user_emb"), "no_gate")).description.ablation,
            "no_user_emb+no_gate");
}

TEST(CheckpointNetwork, ReportsExtraTensorsAndGoesOn) {
  CheckpointFile checkpoint = smallPointerV45();
  checkpoint.tensors.push_back({.name = "something.else", .array = makeArray({1}, std::vector<float>{1})});
  const LoadedNetwork loaded = load(checkpoint);
  EXPECT_THAT(loaded.description.report.extra, ::testing::ElementsAre("something.else"));
  EXPECT_TRUE(std::ranges::any_of(loaded.description.notices,
                                  [](const Problem& p) { return p.what.find("something.else") != std::string::npos; }));
}

TEST(CheckpointNetwork, RefusesWrongShapesWithBothShapes) {
  CheckpointFile checkpoint = smallPointerV45();
  *findTensor(checkpoint, "gen_head.bias") = makeArray({3}, std::vector<float>{1, 2, 3});
  const Result<LoadedNetwork> loaded = networkFromCheckpoint(checkpoint, "small.pt");
  ASSERT_FALSE(loaded.ok());
  EXPECT_THAT(loaded.error().what, HasSubstr("gen_head.bias: [3] in the file, [30] expected"));
}

TEST(CheckpointNetwork, RefusesMissingTensorsByName) {
  CheckpointFile checkpoint = smallPointerV45();
  std::erase_if(checkpoint.tensors, [](const NamedArray& t) { return t.name == "input_norm.bias"; });
  const Result<LoadedNetwork> loaded = networkFromCheckpoint(checkpoint, "small.pt");
  ASSERT_FALSE(loaded.ok());
  EXPECT_THAT(loaded.error().what, HasSubstr("input_norm.bias"));
}

TEST(CheckpointNetwork, RefusesOtherKindsWithWhatItFound) {
  CheckpointFile checkpoint;
  checkpoint.tensors.push_back({.name = "conv1.weight", .array = makeArray({1}, std::vector<float>{1})});
  const Result<LoadedNetwork> loaded = networkFromCheckpoint(checkpoint, "resnet.pt");
  ASSERT_FALSE(loaded.ok());
  EXPECT_THAT(loaded.error().what, HasSubstr("conv1.weight"));
  EXPECT_FALSE(networkFromCheckpoint({}, "empty.pt").ok());
}

TEST(CheckpointNetwork, DoesNotAllocateWhatAFewShapesClaim) {
  CheckpointFile checkpoint = smallPointerV45();
  // One wide embedding would ask for layers of 3 * 200000^2 numbers each.
  *findTensor(checkpoint, "loc_emb.weight") = makeArray({2, 200'000}, std::vector<float>(400'000));
  const Result<LoadedNetwork> loaded = networkFromCheckpoint(checkpoint, "wide.pt");
  ASSERT_FALSE(loaded.ok());
  EXPECT_THAT(loaded.error().what, HasSubstr("contradict"));
}

TEST(CheckpointNetwork, MarksWeightsThatAreNoNumbers) {
  CheckpointFile checkpoint = smallPointerV45();
  std::vector<float> values = findTensor(checkpoint, "pointer_key.bias")->toFloats();
  values[2] = std::numeric_limits<float>::quiet_NaN();
  *findTensor(checkpoint, "pointer_key.bias") = makeArray({16}, values);
  const LoadedNetwork loaded = load(checkpoint);
  EXPECT_THAT(loaded.refusal, HasSubstr("pointer_key.bias"));
  EXPECT_EQ(loaded.description.notices.back().severity, Severity::Error);
}

TEST(CheckpointNetwork, ReadsHalfPrecisionAndDoubles) {
  CheckpointFile checkpoint = smallPointerV45();
  NdArray* bias = findTensor(checkpoint, "position_bias");
  *bias = makeArray({12}, std::vector<double>(12, 0.25));
  NdArray* half = findTensor(checkpoint, "input_norm.bias");
  half->dtype = DType::Float16;
  half->data.assign(32, std::byte{0});
  for (std::size_t i = 0; i < 16; ++i) half->data[2 * i + 1] = std::byte{0x3c};  // 1.0
  const LoadedNetwork loaded = load(checkpoint);
  EXPECT_EQ(loaded.description.positionBias[5], 0.25F);
  EXPECT_EQ(findTensor(checkpoint, "input_norm.bias")->toFloats()[3], 1.0F);
  for (const StateTensor& item : stateTensors(*loaded.network))
    if (item.name == "input_norm.bias") {
      EXPECT_EQ(item.tensor.min().item<double>(), 1.0);
    }
}

TEST(CheckpointNetwork, StateGoesOutAndInUnchanged) {
  const CheckpointFile checkpoint = smallMhsa();
  const LoadedNetwork loaded = load(checkpoint);
  const std::vector<NamedArray> state = networkState(*loaded.network);
  ASSERT_EQ(state.size(), checkpoint.tensors.size());
  for (std::size_t i = 0; i < state.size(); ++i) {
    EXPECT_EQ(state[i].name, checkpoint.tensors[i].name);
    EXPECT_EQ(state[i].array.shape, checkpoint.tensors[i].array.shape);
    EXPECT_EQ(state[i].array.data, checkpoint.tensors[i].array.data) << state[i].name;
  }
  const LoadedNetwork other = load(smallMhsa({}, 9));
  restoreState(*other.network, state);
  EXPECT_EQ(networkState(*other.network)[0].array.data, state[0].array.data);
  EXPECT_THROW(restoreState(*load(smallPointerV45()).network, state), std::invalid_argument);
}

class Heads : public ::testing::Test {
 protected:
  void write(const std::string& name, const std::string& text) {
    ASSERT_TRUE(writeFileAtomically(m_folder / name, text).ok());
  }
  LoadedNetwork loadBeside(const CheckpointFile& checkpoint) {
    return load(checkpoint, m_folder / "pointer_city_best.pt");
  }

  TempFolder m_folder;
};

TEST_F(Heads, ComeFromTheCheckpointsOwnConfig) {
  CheckpointFile checkpoint = smallPointerV45();
  checkpoint.metadata["config"]["model"]["nhead"] = 8;
  checkpoint.metadata["config"]["training"]["label_smoothing"] = 0.03;
  write("pointer_city_config.yaml", "model: {nhead: 2}\n");
  const LoadedNetwork loaded = loadBeside(checkpoint);
  EXPECT_EQ(loaded.description.sizes.heads, 8);
  EXPECT_EQ(loaded.description.labelSmoothing, 0.03);
  EXPECT_EQ(loaded.description.lossKind, "cross_entropy, label smoothing 0.03");
  EXPECT_TRUE(loaded.description.notices.empty());
}

TEST_F(Heads, ElseFromTheFileWithTheLongestSharedPrefix) {
  write("config.yaml", "model:\n  nhead: 16\n");
  write("pointer_conf.json", R"({"nhead": 8, "total_loc_num": 30})");
  write("pointer_city_config.yaml", "model:\n  nhead: 2\ntraining:\n  label_smoothing: 0.1\n");
  write("pointer_city_best_results.json", R"({"acc@1": 3})");
  const LoadedNetwork loaded = loadBeside(smallPointerV45());
  EXPECT_EQ(loaded.description.sizes.heads, 2);
  EXPECT_EQ(loaded.description.labelSmoothing, 0.1);
  ASSERT_EQ(loaded.description.notices.size(), 1U);
  EXPECT_THAT(loaded.description.notices[0].what, HasSubstr("pointer_city_config.yaml"));
}

/// A number of heads that cannot be is a mistake to report, not a reason to assume another one.
TEST_F(Heads, ThatCannotBeAreRefusedWhereverTheyStand) {
  const struct {
    nlohmann::ordered_json inside;
    const char* beside;
    const char* shown;
  } cases[] = {{3, "3", "nhead is 3"},
               {0, "0", "nhead is 0"},
               {-4, "-4", "nhead is -4"},
               {1'000'000'000, "1000000000", "nhead is 1000000000"},
               {"four", "four", "nhead is \"four\""},
               {"NaN", ".nan", "nhead is \""},
               {4.5, "4.5", "nhead is 4.5"}};
  for (const auto& one : cases) {
    CheckpointFile checkpoint = smallPointerV45();
    checkpoint.metadata["config"]["model"]["nhead"] = one.inside;
    std::filesystem::remove(m_folder / "pointer_city_config.yaml");
    const Result<LoadedNetwork> own = networkFromCheckpoint(checkpoint, m_folder / "a.pt");
    ASSERT_FALSE(own.ok()) << one.shown;
    EXPECT_EQ(own.error().where, "a.pt, its own configuration");
    EXPECT_THAT(own.error().what, HasSubstr(one.shown));
    EXPECT_THAT(own.error().what, HasSubstr("divides the model's width 16"));
    EXPECT_THAT(own.error().remedy, HasSubstr("--heads"));
    EXPECT_EQ(load(checkpoint, m_folder / "a.pt", {.heads = 2, .dropout = 0}).description.sizes.heads, 2);

    write("pointer_city_config.yaml", std::string("model: {nhead: ") + one.beside + ", d_model: 16}\n");
    const Result<LoadedNetwork> beside = networkFromCheckpoint(smallPointerV45(), m_folder / "pointer_city_best.pt");
    ASSERT_FALSE(beside.ok()) << one.shown;
    EXPECT_EQ(beside.error().where, "pointer_city_config.yaml");
    EXPECT_THAT(beside.error().what, HasSubstr(one.shown));
  }
}

TEST_F(Heads, InAFileThatCannotBeReadAreRefused) {
  write("pointer_city_config.json", R"({"d_model": 16, "nhead": NaN})");
  const Result<LoadedNetwork> json = networkFromCheckpoint(smallPointerV45(), m_folder / "pointer_city_best.pt");
  ASSERT_FALSE(json.ok());
  EXPECT_EQ(json.error().where, "pointer_city_config.json");
  EXPECT_THAT(json.error().what, HasSubstr("is not well-formed JSON (parse error at line 1, column 26"));
  std::filesystem::remove(m_folder / "pointer_city_config.json");
  write("pointer_city_config.yaml", "model: {nhead: 4\n");
  const Result<LoadedNetwork> yaml = networkFromCheckpoint(smallPointerV45(), m_folder / "pointer_city_best.pt");
  ASSERT_FALSE(yaml.ok());
  EXPECT_THAT(yaml.error().what, HasSubstr("is not YAML"));
}

TEST_F(Heads, SkipAFileThatContradictsTheTensors) {
  write("pointer_city_config.yaml", "model: {nhead: 2, d_model: 128}\n");
  write("pointer_conf.json", R"({"nhead": 8, "base_emb_size": 16})");
  EXPECT_EQ(loadBeside(smallPointerV45()).description.sizes.heads, 8);
}

TEST_F(Heads, ElseAreAssumedWithANotice) {
  write("notes.yaml", "[1, 2");  // no YAML at all
  const LoadedNetwork loaded = loadBeside(smallPointerV45());
  EXPECT_EQ(loaded.description.sizes.heads, 4);
  ASSERT_EQ(loaded.description.notices.size(), 1U);
  EXPECT_THAT(loaded.description.notices[0].what, HasSubstr("4 assumed"));
  EXPECT_EQ(loadBeside(smallMhsa()).description.sizes.heads, 8);
}

TEST_F(Heads, CanBeOverriddenByADivisor) {
  CheckpointFile checkpoint = smallPointerV45();
  checkpoint.metadata["config"]["model"]["nhead"] = 8;
  EXPECT_EQ(load(checkpoint, "x.pt", {.heads = 2, .dropout = 0}).description.sizes.heads, 2);
  for (const int heads : {3, 0, -4, 32}) {
    const Result<LoadedNetwork> loaded = networkFromCheckpoint(checkpoint, "x.pt", {.heads = heads, .dropout = 0});
    ASSERT_FALSE(loaded.ok()) << heads;
    EXPECT_THAT(loaded.error().what, HasSubstr("16"));
  }
}

}  // namespace
}  // namespace sojourn
