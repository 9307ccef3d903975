// SPDX-License-Identifier: GPL-3.0-or-later
// Reading training configurations: the published file, overrides, and everything that must be refused.
#include <string>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include "model/config/config_file.h"
#include "model/core/files.h"
#include "tests/support/shared_data.h"
#include "tests/support/temp_folder.h"

namespace sojourn {
namespace {

using ::testing::HasSubstr;

Result<TrainingConfig> parse(std::string_view yaml, const std::vector<std::string>& overrides = {}) {
  return parseTrainingConfig(yaml, "a.yaml", overrides);
}

/// The whole sentence of the refusal, or what was wrongly accepted.
std::string refusal(std::string_view yaml, const std::vector<std::string>& overrides = {}) {
  const auto config = parse(yaml, overrides);
  return config ? "accepted:\n" + toYaml(*config) : config.error().sentence();
}

TEST(ConfigReader, AnEmptyMapIsTheGeoLifeRecipe) {
  const auto config = parse("{}");
  ASSERT_TRUE(config) << config.error().sentence();
  EXPECT_EQ(*config, TrainingConfig{});
  EXPECT_EQ(config->training.batchSize, 128);
  EXPECT_DOUBLE_EQ(config->training.learningRate, 6.5e-4);
  EXPECT_DOUBLE_EQ(config->training.weightDecay, 0.015);
  EXPECT_DOUBLE_EQ(config->training.labelSmoothing, 0.03);
  EXPECT_DOUBLE_EQ(config->training.gradClip, 0.8);
  EXPECT_EQ(config->training.patience, 5);
  EXPECT_EQ(config->training.minEpochs, 8);
  EXPECT_EQ(config->training.warmupEpochs, 5);
  EXPECT_EQ(config->training.numEpochs, 50);
  EXPECT_DOUBLE_EQ(config->training.minLr, 1e-6);
  EXPECT_EQ(config->model.dModel, 64);
  EXPECT_DOUBLE_EQ(config->model.dropout, 0.15);
  EXPECT_EQ(config->seed, 42);
}

TEST(ConfigReader, ReadsThePublishedFile) {
  SOJOURN_NEEDS_SHARED_DATA(data);
  const auto config = readTrainingConfig(data / "checkpoints/pointer_v45_geolife_full_model_config.yaml");
  ASSERT_TRUE(config) << config.error().sentence();
  TrainingConfig expected;
  expected.data = {.dataDir = "data/geolife_eps20/processed",
                   .datasetPrefix = "geolife_eps20_prev7",
                   .dataset = "geolife",
                   .experimentRoot = "experiments",
                   .numWorkers = 0};
  expected.training.useAmp = true;
  EXPECT_EQ(*config, expected);
}

TEST(ConfigReader, OverridesWinAndTheLastOneCounts) {
  const auto config = parse("training:\n  batch_size: 64\nmodel: {nhead: 2}\n",
                            {"training.batch_size=32", "training.batch_size=16", "seed=7", "training.probes=[3, 9]",
                             "training.use_amp=yes", "data.dataset=a: b", "training.learning_rate=1e-3"});
  ASSERT_TRUE(config) << config.error().sentence();
  EXPECT_EQ(config->training.batchSize, 16);
  EXPECT_EQ(config->model.nhead, 2);
  EXPECT_EQ(config->seed, 7);
  EXPECT_EQ(config->training.probes, (std::vector<std::int64_t>{3, 9}));
  EXPECT_TRUE(config->training.useAmp);
  EXPECT_EQ(config->data.dataset, "a: b");
  EXPECT_DOUBLE_EQ(config->training.learningRate, 1e-3);
}

TEST(ConfigReader, TheModelChoosesTheRecipeThatFillsTheGaps) {
  const auto config = parse("training:\n  batch_size: 48\nmodel:\n  name: mhsa\n");
  ASSERT_TRUE(config) << config.error().sentence();
  EXPECT_EQ(config->model.dModel, 32);
  EXPECT_EQ(config->model.nhead, 8);
  EXPECT_DOUBLE_EQ(config->training.learningRate, 1e-3);
  EXPECT_EQ(config->training.batchSize, 48);
  EXPECT_EQ(parse("{}", {"model.name=mhsa"})->training.batchSize, 32);
}

TEST(ConfigReader, UnknownKeysAreNamedWithTheirValueAndWhatThereIs) {
  const std::string text = refusal("training:\n  lr: 0.1\n");
  EXPECT_THAT(text, HasSubstr("a.yaml, line 2"));
  EXPECT_THAT(text, HasSubstr("unknown key training.lr (its value is 0.1)"));
  EXPECT_THAT(text, HasSubstr("learning_rate, weight_decay"));
  EXPECT_THAT(refusal("optimizer:\n  name: adam\n"), HasSubstr("the top level has seed, data, model, training"));
  EXPECT_THAT(refusal("batch_size: 3\n"), HasSubstr("unknown key batch_size"));
}

TEST(ConfigReader, WrongTypesAndRangesAreNamedWithWhatIsAllowed) {
  EXPECT_THAT(refusal("training:\n  batch_size: 1.5\n"),
              HasSubstr("training.batch_size is 1.5: it must be a whole number from 1 to 65536"));
  EXPECT_THAT(refusal("training:\n  batch_size: \"64\"\n"), HasSubstr("training.batch_size is \"64\""));
  EXPECT_THAT(refusal("training:\n  batch_size: 0\n"), HasSubstr("from 1 to 65536"));
  EXPECT_THAT(refusal("training:\n  batch_size: [1]\n"), HasSubstr("training.batch_size is [1]"));
  EXPECT_THAT(refusal("training:\n  batch_size: 99999999999999999999\n"), HasSubstr("99999999999999999999"));
  EXPECT_THAT(refusal("training:\n  learning_rate: .nan\n"), HasSubstr("a number above 0.0, up to 10.0"));
  EXPECT_THAT(refusal("training:\n  learning_rate: nan\n"), HasSubstr("learning_rate is nan"));
  EXPECT_THAT(refusal("training:\n  learning_rate: 0\n"), HasSubstr("above 0.0"));
  EXPECT_THAT(refusal("training:\n  learning_rate: 1e999\n"), HasSubstr("learning_rate is 1e999"));
  EXPECT_THAT(refusal("model:\n  dropout: 1.0\n"), HasSubstr("from 0.0 to below 1.0"));
  EXPECT_THAT(refusal("model:\n  ablation: no_attention\n"), HasSubstr("one of full_model, no_user_emb"));
  EXPECT_THAT(refusal("training:\n  use_amp: maybe\n"), HasSubstr("true or false"));
  EXPECT_THAT(refusal("training:\n  probes: 3\n"), HasSubstr("a list of at most 64 whole numbers"));
  EXPECT_THAT(refusal("training:\n  probes: [1, -2]\n"), HasSubstr("training.probes is [1, -2]"));
  EXPECT_THAT(refusal("seed: ~\n"
                      "model: {}\n",
                      {"seed=null"}),
              HasSubstr("seed is null"));
}

TEST(ConfigReader, ImpossibleCombinationsAreRefused) {
  EXPECT_THAT(refusal("model:\n  nhead: 5\n"), HasSubstr("model.d_model 64 cannot be split into model.nhead 5"));
  EXPECT_THAT(refusal("model: {d_model: 63, nhead: 1}\n"), HasSubstr("is odd"));
  EXPECT_THAT(refusal("model: {name: mhsa, ablation: no_gate}\n"), HasSubstr("does not exist for model.name mhsa"));
  EXPECT_THAT(refusal("model: {name: lstm, ablation: no_gate}\n"), HasSubstr("does not exist for model.name lstm"));
  EXPECT_THAT(refusal("training: {learning_rate: 0.001, min_lr: 0.01}\n"), HasSubstr("is above"));
  // An LSTM has neither heads nor sinusoids.
  EXPECT_TRUE(parse("model: {name: lstm, d_model: 63, nhead: 5}\n"));
}

TEST(ConfigReader, StructureIsHeldTo) {
  EXPECT_THAT(refusal("- 1\n- 2\n"), HasSubstr("line 1"));
  EXPECT_THAT(refusal("just words\n"), HasSubstr("is not a map of sections"));
  EXPECT_THAT(refusal("training:\n  batch_size:\n    deep: 1\n"), HasSubstr("single value"));
  EXPECT_THAT(refusal("training:\n  probes: [[1]]\n"), HasSubstr("single value"));
  EXPECT_THAT(refusal("{[1]: 2}\n"), HasSubstr("a.yaml, line 1"));
  EXPECT_THAT(refusal("training:\n  batch_size: 1\n  batch_size: 2\n"),
              HasSubstr("line 3: training.batch_size is given twice (also in line 2)"));
  EXPECT_THAT(refusal("training:\n  batch_size: 1\ntraining:\n  batch_size: 2\n"), HasSubstr("given twice"));
  EXPECT_THAT(refusal("seed: 1\n---\nseed: 2\n"), HasSubstr("more than one YAML document"));
  EXPECT_THAT(refusal("seed: 1\n  model: 2\n"), HasSubstr("is not YAML"));
  EXPECT_THAT(refusal("\x01\x02: {"), HasSubstr("a.yaml"));
  EXPECT_THAT(refusal(std::string(70000, ' ')), HasSubstr("larger than the 64 kB"));
  EXPECT_THAT(refusal("model: " + std::string(60000, '[')), HasSubstr("a.yaml"));
  EXPECT_THAT(refusal("model: " + std::string(60000, '{')), HasSubstr("a.yaml"));
}

TEST(ConfigReader, AliasesOfScalarsAreReadAndThoseThatMultiplyRefused) {
  const auto config = parse("seed: &s 5\ntraining:\n  batch_size: *s\n");
  ASSERT_TRUE(config) << config.error().sentence();
  EXPECT_EQ(config->training.batchSize, 5);
  EXPECT_THAT(refusal("training: &t\n  batch_size: 1\nmodel: *t\n"), HasSubstr("alias of a section or list"));
  EXPECT_THAT(refusal("training:\n  probes: &a [1, 2]\n  patience: *a\n"), HasSubstr("alias of a section or list"));
  EXPECT_THAT(refusal("a: &a [l]\nb: &b [*a,*a]\nc: &c [*b,*b]\n"), HasSubstr("a.yaml, line 2"));
}

TEST(ConfigReader, MalformedOverridesAreBadUsageAndBadValuesBadInput) {
  EXPECT_EQ(parse("{}", {"training.batch_size"}).error().kind, ErrorKind::BadUsage);
  EXPECT_EQ(parse("{}", {"=3"}).error().kind, ErrorKind::BadUsage);
  EXPECT_EQ(parse("{}", {"training.batch_size=[1"}).error().kind, ErrorKind::BadUsage);
  EXPECT_EQ(parse("{}", {"training.batch_size=-1"}).error().kind, ErrorKind::BadInput);
  EXPECT_THAT(refusal("{}", {"training.lr=1"}), HasSubstr("--set training.lr: unknown key training.lr"));
}

TEST(ConfigReader, AnEmptyFileIsRefused) {
  for (const char* text : {"", " \n", "# nothing but a comment\n", "---\n", "~\n", "\xef\xbb\xbf"}) {
    EXPECT_THAT(refusal(text), HasSubstr("a.yaml: holds no settings: start from the published")) << text;
  }
  EXPECT_TRUE(parse("model:\n")) << "a section that is still to be filled in";
}

/// What a text editor of another system writes, with a mark at the front and without.
TEST(ConfigReader, OnlyUtf8IsRead) {
  const std::string plain = "seed: 7\n";
  EXPECT_TRUE(parse("\xef\xbb\xbf" + plain));
  for (const bool bigEndian : {false, true}) {
    for (const std::string_view mark : {bigEndian ? "\xfe\xff" : "\xff\xfe", ""}) {
      std::string wide(mark);
      for (const char c : plain) wide += bigEndian ? std::string{'\0', c} : std::string{c, '\0'};
      EXPECT_THAT(refusal(wide), HasSubstr("UTF-16")) << bigEndian << mark.size();
      EXPECT_THAT(refusal(wide), HasSubstr("save it as UTF-8 text"));
    }
  }
  EXPECT_THAT(refusal("seed: 7 # \xe9t\xe9\n"), HasSubstr("is not UTF-8 text"));
  EXPECT_THAT(refusal(std::string("seed: 7\n\0", 9)), HasSubstr("is not UTF-8 text"));
}

TEST(ConfigReader, AFileThatIsNotThereSaysSo) {
  const auto config = readTrainingConfig("/nonexistent/a.yaml");
  ASSERT_FALSE(config);
  EXPECT_EQ(config.error().kind, ErrorKind::BadInput);
  EXPECT_EQ(config.error().where, "/nonexistent/a.yaml");
}

TEST(ConfigReader, WhatIsWrittenReadsBackEqual) {
  TrainingConfig config;
  config.seed = 4294967295;
  config.data.dataset = "12: \"quoted\" \\ \n\t~ é";
  config.training.learningRate = 0.1 + 0.2;
  config.training.minLr = 1e-6;
  config.training.probes = {1, 22, 333};
  config.training.useAmp = true;
  config.model.ablation = "no_gate";
  const test::TempFolder folder;
  ASSERT_TRUE(writeFileAtomically(folder / "c.yaml", toYaml(config)));
  const auto back = readTrainingConfig(folder / "c.yaml");
  ASSERT_TRUE(back) << back.error().sentence() << toYaml(config);
  EXPECT_EQ(*back, config);
}

TEST(ConfigReader, JsonHasTheSectionsAndKeysOfTheFile) {
  const auto json = toJson(TrainingConfig{});
  EXPECT_EQ(json["seed"], 42);
  EXPECT_EQ(json["model"]["d_model"], 64);
  EXPECT_EQ(json["training"]["learning_rate"], 6.5e-4);
  EXPECT_EQ(json["training"]["probes"], nlohmann::ordered_json::array());
  EXPECT_EQ(json.size(), 4U);
}

TEST(ConfigReader, WarnsOfAWarmUpThatIsLongerThanTheTraining) {
  TrainingConfig config;
  EXPECT_TRUE(combinationWarnings(config).empty());
  config.training.warmupEpochs = config.training.numEpochs;
  EXPECT_TRUE(combinationWarnings(config).empty()) << "the last epoch has the whole rate";
  config.training.learningRate = 1.5e-3;
  config.training.warmupEpochs = 100;
  config.training.numEpochs = 1;
  const auto warnings = combinationWarnings(config);
  ASSERT_EQ(warnings.size(), 1U);
  EXPECT_EQ(warnings[0].key, "training.warmup_epochs");
  EXPECT_EQ(warnings[0].what,
            "training.warmup_epochs 100 is more than training.num_epochs 1: the learning rate reaches 1.5e-05, not "
            "0.0015");
  config.training.warmupEpochs = 5;
  config.training.numEpochs = 3;
  EXPECT_THAT(combinationWarnings(config).at(0).what, testing::HasSubstr("reaches 0.0009, not 0.0015"));
}

TEST(ConfigReader, RefusesBatchesThatCannotBeNormalised) {
  const auto config = parseTrainingConfig("model: {name: mhsa}\ntraining: {batch_size: 1}\n", "a.yaml");
  ASSERT_FALSE(config);
  EXPECT_NE(config.error().what.find("training.batch_size 1"), std::string::npos) << config.error().sentence();
  EXPECT_TRUE(parseTrainingConfig("training: {batch_size: 1}\n", "a.yaml"));
}

TEST(RecipeForSize, IsThePublishedOneForThePublishedSize) {
  EXPECT_EQ(recipeForSize("pointer_v45", 7424), recipeFor("pointer_v45"));
}

TEST(RecipeForSize, SmallSetsGetSmallBatchesNarrowEncodersAndMoreEpochs) {
  const TrainingConfig middle = recipeForSize("pointer_v45", 1000);
  EXPECT_EQ(middle.training.batchSize, 16) << "62 batches an epoch; 32 would make 31";
  EXPECT_EQ(middle.model.dModel, 32);
  EXPECT_EQ(middle.model.dimFeedforward, 64);
  EXPECT_EQ(middle.training.numEpochs, 50);
  const TrainingConfig small = recipeForSize("pointer_v45", 120);
  EXPECT_EQ(small.training.batchSize, 8);
  EXPECT_EQ(small.model.dModel, 16);
  EXPECT_EQ(small.training.numEpochs, 166) << "15 batches an epoch in place of 50";
  EXPECT_EQ(recipeForSize("pointer_v45", 1).training.numEpochs, 200) << "at most four times as many";
  EXPECT_TRUE(combinationProblems(recipeForSize("mhsa", 30)).empty());
}

}  // namespace
}  // namespace sojourn
