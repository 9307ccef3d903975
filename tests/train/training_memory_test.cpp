// SPDX-License-Identifier: GPL-3.0-or-later
// Trainings that would take more than there is, or more than their data can be worth.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "model/train/trainer/new_network.h"
#include "model/train/trainer/trainer.h"
#include "tests/train/ruled_dataset.h"

namespace sojourn {
namespace {

using ::testing::HasSubstr;

constexpr double gigabyte = 1e9;

std::string refusal(const Dataset& dataset, const TrainingConfig& config, double memory = 16 * gigabyte) {
  const Status status = checkTrainingMemory(dataset, config, memory);
  if (status) return "";
  EXPECT_EQ(status.error().kind, ErrorKind::BadInput);
  EXPECT_FALSE(status.error().remedy.empty());
  return status.error().where + ": " + status.error().what;
}

/// The ruled dataset, and a sequence with this place and user more.
Dataset with(LocationId place, UserId user) {
  Dataset dataset = test::ruledDataset();
  SequenceSet& set = *dataset.splits[static_cast<std::size_t>(Split::Train)];
  Sequence sequence = set.sequence(0);
  sequence.visits[0].location = place;
  sequence.user = user;
  set.append(sequence);
  dataset.numLocations = std::max(dataset.numLocations, place + 1);
  dataset.numUsers = std::max(dataset.numUsers, user + 1);
  return dataset;
}

TEST(TrainingMemory, OrdinaryTrainingsFit) {
  EXPECT_EQ(refusal(test::ruledDataset(), test::tinyConfig(), gigabyte), "");
  EXPECT_EQ(refusal(with(99'999, 1), test::tinyConfig()), "") << "a table that is no burden";
  TrainingConfig mhsa = recipeFor("mhsa");
  EXPECT_EQ(refusal(test::ruledDataset(), mhsa, gigabyte), "");
  EXPECT_GT(machineMemory(), gigabyte);
}

TEST(TrainingMemory, IdsWithGapsAreRefused) {
  const Dataset places = with(9'999'999, 1);
  EXPECT_THAT(refusal(places, test::tinyConfig(), 1e15), HasSubstr("_train: has locations up to 9999999, but only "));
  EXPECT_THAT(refusal(with(2, 5'000'000), test::tinyConfig(), 1e15), HasSubstr("has users up to 5000000, but only "));
  const auto trainer = Trainer::create({.dataset = &places, .config = test::tinyConfig()});
  ASSERT_FALSE(trainer);
  EXPECT_THAT(trainer.error().what, HasSubstr("has locations up to 9999999"));
}

TEST(TrainingMemory, WhatDoesNotFitIsRefusedBeforeItIsTaken) {
  TrainingConfig wide = test::tinyConfig();
  wide.model.dModel = 1024;
  wide.model.numLayers = 8;
  wide.model.dimFeedforward = 4096;
  EXPECT_EQ(refusal(test::ruledDataset(), wide, 16 * gigabyte), "");
  EXPECT_THAT(refusal(test::ruledDataset(), wide, 2 * gigabyte), HasSubstr(" of memory, and there are 2.0 GB"));
  wide.model.ablation = "single_layer";
  EXPECT_EQ(refusal(test::ruledDataset(), wide, 2 * gigabyte), "") << "one layer of the eight";
  TrainingConfig huge = test::tinyConfig();
  huge.model.dModel = 4096;
  huge.model.numLayers = 64;
  huge.model.dimFeedforward = 65'536;
  EXPECT_THAT(refusal(test::ruledDataset(), huge, 1e15), HasSubstr("more than the 4.3 GB that are read"));
}

}  // namespace
}  // namespace sojourn
