// SPDX-License-Identifier: GPL-3.0-or-later
// Configurations of strangers: the published forms, and files that are anything but.
#include "model/nets/plan/checkpoint_hyperparameters.h"

#include <memory>

#include <gtest/gtest.h>

#include "model/core/files.h"
#include "tests/support/cpu_time.h"
#include "tests/support/growth.h"
#include "tests/support/temp_folder.h"

namespace sojourn {
namespace {

using Json = nlohmann::ordered_json;

TEST(CheckpointHyperparameters, ReadsThePublishedForms) {
  const CheckpointHyperparameters nested = readHyperparameters(Json::parse(
      R"({"epoch": 8, "config": {"model": {"d_model": 64, "nhead": 4, "num_layers": 2, "dim_feedforward": 128},
          "training": {"label_smoothing": 0.03}}, "ablation_name": "no_gate"})"));
  EXPECT_EQ(nested.heads, 4);
  EXPECT_EQ(nested.width, 64);
  EXPECT_EQ(nested.layers, 2);
  EXPECT_EQ(nested.feedForward, 128);
  EXPECT_EQ(nested.labelSmoothing, 0.03);
  EXPECT_EQ(nested.ablation, "no_gate");

  const CheckpointHyperparameters flat = readHyperparameters(Json::parse(
      R"({"nhead": 8, "base_emb_size": 32, "num_encoder_layers": 2, "total_loc_num": 1187, "total_user_num": 46})"));
  EXPECT_EQ(flat.heads, 8);
  EXPECT_EQ(flat.width, 32);
  EXPECT_EQ(flat.locations, 1187);
  EXPECT_EQ(flat.users, 46);
  EXPECT_FALSE(flat.labelSmoothing);
}

TEST(CheckpointHyperparameters, KeepsWhatIsNoNumberOfHeads) {
  for (const auto& [text, shown] : std::initializer_list<std::pair<const char*, const char*>>{
           {R"({"nhead": "four"})", "nhead is \"four\""},
           {R"({"model": {"nhead": -1}, "heads": 4})", "nhead is -1"},
           {R"({"nhead": 2.5})", "nhead is 2.5"},
           {R"({"nhead": 0})", "nhead is 0"},
           {R"({"n_heads": 1e300})", "n_heads is 1e+300"},
           {R"({"nhead": [4]})", "nhead is [4]"},
           {R"({"nhead": "NaN"})", "nhead is \"NaN\""}}) {
    EXPECT_FALSE(readHyperparameters(Json::parse(text)).heads) << text;
    EXPECT_EQ(readHyperparameters(Json::parse(text)).unusableHeads, shown);
  }
}

TEST(CheckpointHyperparameters, IgnoresWhatIsNoUsableNumber) {
  for (const char* text : {R"({"nhead": null})", R"({"config": 3})", R"([1])", R"("x")", R"(null)"}) {
    EXPECT_FALSE(readHyperparameters(Json::parse(text)).heads) << text;
    EXPECT_EQ(readHyperparameters(Json::parse(text)).unusableHeads, "") << text;
  }
  EXPECT_FALSE(readHyperparameters(Json::parse(R"({"label_smoothing": 1.5})")).labelSmoothing);
}

TEST(CheckpointHyperparameters, ASingleLayerMayContradictItsConfig) {
  const CheckpointHyperparameters hyperparameters =
      readHyperparameters(Json::parse(R"({"num_layers": 2, "d_model": 64})"));
  EXPECT_FALSE(contradicts(hyperparameters, {.width = 64, .layers = 1}));
  EXPECT_TRUE(contradicts(hyperparameters, {.width = 64, .layers = 3}));
  EXPECT_TRUE(contradicts(hyperparameters, {.width = 32, .layers = 2}));
}

TEST(CheckpointHyperparameters, AliasesInANeighbourDoNotMultiply) {
  const test::TempFolder folder;
  std::string bomb = "a: &a {x: 1, y: 2}\n";
  std::string last = "a";
  for (char name = 'b'; name <= 'z'; ++name) {
    bomb += std::string(1, name) + ": &" + name + " {";
    for (int i = 0; i < 8; ++i) bomb += "k" + std::to_string(i) + ": *" + last + ", ";
    bomb += "}\n";
    last = std::string(1, name);
  }
  bomb += "nhead: 2\n";
  ASSERT_TRUE(writeFileAtomically(folder / "m_config.yaml", bomb).ok());
  const test::CpuTime time;
  static_cast<void>(findNeighbourConfig(folder / "m.pt", {.width = 16}));
  EXPECT_LT(time.seconds(), 100 * 0.05);
}

/// The nodes of YAML take hundreds of times as much memory as its text, so large files are passed over, and named.
TEST(CheckpointHyperparameters, LargeNeighboursTakeTimeLinearInTheirNumber) {
  std::string yaml = "a: {", list = "b: [";
  while (yaml.size() < 60'000) yaml += "k" + std::to_string(yaml.size()) + ": 1, ";
  while (list.size() < 60'000) list += "[],";
  std::string json = "{\"k\":[{}";
  while (json.size() < 900'000) json += ",{}";
  EXPECT_TRUE(test::takesLinearTime(3, [&](std::size_t count) {
    const auto folder = std::make_shared<test::TempFolder>();
    for (std::size_t i = 0; i < count; ++i) {
      const std::string number = std::to_string(i);
      const std::string& text = i % 2 == 0 ? yaml + "}\n" : list + "]\n";
      EXPECT_TRUE(writeFileAtomically(*folder / ("m" + number + ".yaml"), text).ok());
      EXPECT_TRUE(writeFileAtomically(*folder / ("m" + number + ".json"), json + "]}").ok());
    }
    EXPECT_TRUE(writeFileAtomically(*folder / "m.yaml", "nhead: 2 #" + std::string(1'000'000, 'x') + "\n").ok());
    return [folder] {
      const NeighbourSearch search = findNeighbourConfig(*folder / "m.pt", {.width = 16});
      EXPECT_FALSE(search.found);
      EXPECT_EQ(search.tooLarge, std::vector<std::filesystem::path>{*folder / "m.yaml"});
    };
  }));
}

}  // namespace
}  // namespace sojourn
