// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/session/runs/run_difference.h"

#include <array>

#include <gtest/gtest.h>

namespace sojourn::session {
namespace {

RunRecord record(std::int64_t seed = 42) {
  RunRecord made;
  made.model = "pointer_v45";
  made.dataset = {"/data", "geolife", "aeae1fc64c513efb", {}};
  made.config = {
      {"seed", seed},
      {"data", {{"data_dir", "here"}, {"num_workers", 0}}},
      {"model", {{"name", "pointer_v45"}, {"d_model", 64}, {"dim_feedforward", 128}, {"dropout", 0.15}}},
      {"training",
       {{"learning_rate", 6.5e-4}, {"grad_clip", 0.8}, {"min_lr", 1e-6}, {"probes", nlohmann::json::array()}}}};
  return made;
}

TEST(RunDifference, NamesWhatDiffersAsPeopleDo) {
  RunRecord hot = record();
  hot.config["training"]["learning_rate"] = 0.02;
  hot.config["training"]["grad_clip"] = 1e9;
  EXPECT_EQ(recordDifferenceText(hot, record()), "lr 0.02, no clipping");
  RunRecord wide = record();
  wide.config["model"]["d_model"] = 128;
  wide.config["model"]["dim_feedforward"] = 256;
  EXPECT_EQ(recordDifferenceText(wide, record()), "d_model 128, ff 256");
  RunRecord slow = record(7);
  slow.config["training"]["learning_rate"] = 1e-4;
  slow.config["model"]["dropout"] = 0;
  EXPECT_EQ(recordDifferenceText(slow, record()), "no dropout, lr 1e-4, seed 7");
  EXPECT_EQ(recordDifferenceText(record(7), record()), "seed 7");
  EXPECT_EQ(recordDifferenceText(record(), record()), "");
}

TEST(RunDifference, NamesTheDatasetAndTheModel) {
  RunRecord other = record();
  other.dataset.prefix = "diy";
  EXPECT_EQ(recordDifferenceText(other, record()), "on diy");
  other = record();
  other.dataset.fingerprint = "00112233";
  EXPECT_EQ(recordDifferenceText(other, record()), "other data with that name");
  other = record();
  other.config["model"] = {{"name", "mhsa"}};
  EXPECT_EQ(recordDifferenceText(other, record()), "mhsa");
  RunRecord imported = record();
  imported.config = nlohmann::ordered_json::object();
  imported.model = "mhsa";
  EXPECT_EQ(recordDifferenceText(imported, record()), "mhsa") << "it has no configuration to compare";
}

TEST(RunDifference, LeavesOutWhatChangesNoFigure) {
  RunRecord other = record();
  other.config["data"]["data_dir"] = "there";
  other.config["data"]["num_workers"] = 8;
  other.config["training"]["probes"] = {1, 2};
  EXPECT_EQ(recordDifferenceText(other, record()), "");
  EXPECT_EQ(seedGroupKey(other), seedGroupKey(record()));
}

TEST(RunDifference, WhatFilesSayIsShownEscaped) {
  RunRecord other = record();
  other.config["model"]["ablation"] = "no\x1b[31m";
  RunRecord reference = record();
  reference.config["model"]["ablation"] = "full_model";
  EXPECT_EQ(recordDifferenceText(other, reference).find('\x1b'), std::string::npos);
}

TEST(RunDifference, PutsTheDifferingKeysSideBySide) {
  RunRecord wide = record(7);
  wide.config["model"]["d_model"] = 128;
  wide.config["training"]["patience"] = 3;
  const RunRecord first = record();
  const std::array<const RunRecord*, 3> records{&first, &wide, nullptr};
  const auto differing = differingSettings(std::span(records).first(2));
  ASSERT_EQ(differing.size(), 3U);
  EXPECT_EQ(differing[0].key, "model.d_model");
  EXPECT_EQ(differing[0].values, (std::vector<std::optional<std::string>>{"64", "128"}));
  EXPECT_EQ(differing[1].key, "seed");
  EXPECT_EQ(differing[2].key, "training.patience");
  EXPECT_EQ(differing[2].values, (std::vector<std::optional<std::string>>{std::nullopt, "3"}));
  EXPECT_EQ(differingSettings(records).front().values[2], std::nullopt) << "an unreadable run lacks everything";
  EXPECT_EQ(differingSettings(records).size(), 3U) << "and makes no key differ that the others agree on";
  EXPECT_TRUE(differingSettings({}).empty());
}

TEST(RunDifference, SeedsOfOneConfigurationAreOneGroup) {
  EXPECT_EQ(seedGroupKey(record(1)), seedGroupKey(record(2)));
  RunRecord other = record(1);
  other.config["training"]["learning_rate"] = 1e-3;
  EXPECT_NE(seedGroupKey(other), seedGroupKey(record(1)));
  other = record(1);
  other.dataset.fingerprint = "00";
  EXPECT_NE(seedGroupKey(other), seedGroupKey(record(1)));
  other = record(1);
  other.config.erase("seed");
  EXPECT_EQ(seedGroupKey(other), "") << "nobody knows its seed";
  EXPECT_EQ(seedOf(record(7)), "7");
}

}  // namespace
}  // namespace sojourn::session
