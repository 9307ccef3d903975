// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/session/launch/launch_draft.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "model/config/config_file.h"
#include "model/config/trainable_models.h"

namespace sojourn::session {
namespace {

using ::testing::HasSubstr;
using ::testing::IsEmpty;
using Changes = LaunchDraft::Changes;

const std::filesystem::path home = "/home/someone", runs = "/home/someone/runs";

/// A run of /home/someone/runs/hot with this seed, on the dataset /data/city.
FollowedRun hotRun(std::int64_t seed) {
  TrainingConfig config = recipeFor("pointer_v45");
  config.seed = seed;
  auto record = std::make_shared<RunRecord>();
  record->config = toJson(config);
  record->model = config.model.name;
  record->dataset.path = "/data";
  record->dataset.prefix = "city";
  FollowedRun run;
  run.entry.paths.folder = runs / "hot";
  run.entry.record = std::move(record);
  return run;
}

TEST(LaunchDraft, ARunBringsItsConfigurationAndDatasetAndIsRunAgainBesideItself) {
  LaunchDraft draft(home);
  draft.setText("seed", "7");
  ASSERT_TRUE(draft.startFromRun(hotRun(43)));
  EXPECT_EQ(draft.source(), "run:/home/someone/runs/hot");
  EXPECT_EQ(draft.sourceRun(), runs / "hot");
  EXPECT_EQ(draft.form().base().seed, 43);
  EXPECT_FALSE(draft.form().changed("seed")) << "what was typed for something else";
  EXPECT_EQ(draft.place().data, "/data/city");
  draft.replan(runs);
  EXPECT_EQ(draft.place().runFolder, "~/runs/hot-again");
  draft.setText("training.learning_rate", "0.002");
  draft.replan(runs);
  EXPECT_EQ(draft.place().runFolder, "~/runs/hot-learning_rate{learning_rate}");
  EXPECT_THAT(draft.errors(nullptr), IsEmpty());
  EXPECT_EQ(draft.plan().members.size(), 1U);
}

TEST(LaunchDraft, ATypedFolderAndAChosenDatasetStayUntilTheyAreReset) {
  LaunchDraft draft(home);
  ASSERT_TRUE(draft.startFromRun(hotRun(43)));
  draft.setText("where.run_folder", "/tmp/mine");
  draft.setText("where.data", "/data/other");
  draft.proposeDataset("/data/open");
  draft.replan(runs);
  EXPECT_EQ(draft.place().runFolder, "/tmp/mine");
  EXPECT_EQ(draft.place().data, "/data/other");
  draft.reset("where.run_folder");
  draft.reset("where.data");
  draft.replan(runs);
  EXPECT_EQ(draft.place().runFolder, "~/runs/hot-again");
  EXPECT_EQ(draft.place().data, "/data/city");
}

TEST(LaunchDraft, ADatasetIsProposedUntilOneIsChosen) {
  LaunchDraft draft(home);
  draft.proposeDataset("/data/open");
  EXPECT_EQ(draft.place().data, "/data/open");
  draft.setText("where.data", "/data/mine");
  draft.proposeDataset("/data/open");
  EXPECT_EQ(draft.place().data, "/data/mine");
  draft.forgetSource();
  draft.proposeDataset("/data/open");
  EXPECT_EQ(draft.place().data, "/data/open") << "the next launch";
}

TEST(LaunchDraft, AnotherBaseMayKeepWhatWasChanged) {
  LaunchPlace place;
  place.runFolder = "~/runs/{model}-{seed}";
  LaunchDraft draft(home, place);
  draft.setText("seed", "7");
  ASSERT_TRUE(draft.startFromRun(hotRun(43), Changes::Keep));
  EXPECT_EQ(draft.form().base().seed, 43);
  EXPECT_TRUE(draft.form().changed("seed"));
  EXPECT_EQ(draft.place().data, "") << "the dataset is a question of its own";
  draft.startFromRecipe("mhsa", Changes::Keep);
  EXPECT_EQ(draft.form().model(), "mhsa");
  EXPECT_TRUE(draft.form().changed("seed"));
  draft.replan(runs);
  EXPECT_EQ(draft.place().runFolder, "~/runs/{model}-{seed}");
  draft.startFromRecipe("mhsa");
  EXPECT_FALSE(draft.form().changed("seed"));
}

TEST(LaunchDraft, WhatCannotBeStartedFromChangesNothing) {
  LaunchDraft draft(home);
  draft.startFromRecipe("mhsa");
  draft.setText("seed", "7");
  FollowedRun broken = hotRun(43);
  broken.entry.record = nullptr;
  EXPECT_FALSE(draft.startFromRun(broken));
  EXPECT_THAT(draft.startFromYaml("seed: [1, 2\n", "/tmp/a.yaml"), HasSubstr("Line"));
  EXPECT_EQ(draft.source(), "recipe:mhsa");
  EXPECT_EQ(draft.form().text(*findConfigField("seed")), "7");
  // Several values are a sweep, and one out of its range is said by its field.
  EXPECT_THAT(draft.startFromYaml("seed: [1, 2]\ntraining:\n  batch_size: 0\n", "/tmp/a.yaml"), IsEmpty());
  draft.replan(runs);
  EXPECT_EQ(draft.source(), "file:/tmp/a.yaml");
  ASSERT_FALSE(draft.errors(nullptr).empty());
  EXPECT_EQ(draft.errors(nullptr).front().key, "training.batch_size");
}

TEST(LaunchDraft, TheDiskIsHeardWhereThePlanHasNoErrors) {
  LaunchDraft draft(home);
  draft.startFromRecipe("pointer_v45");
  draft.replan(runs);
  DiskCheck check;
  check.errors = {{.key = "where.data", .message = "not there"}};
  EXPECT_THAT(draft.errors(nullptr), IsEmpty());
  ASSERT_EQ(draft.errors(&check).size(), 1U);
  EXPECT_EQ(draft.errors(&check).front().message, "not there");
  draft.setText("seed", "x");
  draft.replan(runs);
  ASSERT_FALSE(draft.errors(&check).empty());
  EXPECT_EQ(draft.errors(&check).front().key, "seed");
}

}  // namespace
}  // namespace sojourn::session
