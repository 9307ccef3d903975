// SPDX-License-Identifier: GPL-3.0-or-later
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "model/core/files.h"
#include "model/data/io/metadata_and_labels.h"
#include "tests/support/temp_folder.h"

namespace sojourn {
namespace {

using ::testing::HasSubstr;
using ::testing::IsEmpty;
using ::testing::SizeIs;

Result<Metadata> metadataFrom(std::string_view text, std::vector<Problem>& problems) {
  const test::TempFolder folder;
  EXPECT_TRUE(writeFileAtomically(folder / "m.json", text));
  return readMetadata(folder / "m.json", problems);
}

std::string errorOf(std::string_view text) {
  std::vector<Problem> problems;
  const auto metadata = metadataFrom(text, problems);
  return metadata ? "" : metadata.error().what;
}

TEST(Metadata, ReadsTheKeysItKnows) {
  std::vector<Problem> problems;
  const auto metadata = metadataFrom(
      R"({"dataset_name":"geo\u001b","total_loc_num":1187,"total_user_num":46,"val_sequences":3334,"split":{"a":[1]}})",
      problems);
  ASSERT_TRUE(metadata);
  EXPECT_EQ(metadata->datasetName, "geo\\x1b");
  EXPECT_EQ(metadata->locations, 1187);
  EXPECT_EQ(metadata->users, 46);
  EXPECT_EQ(metadata->sequences[1], 3334);
  EXPECT_EQ(metadata->sequences[0], std::nullopt);
  EXPECT_FALSE(metadata->localClock);
  EXPECT_TRUE(metadataFrom(R"({"clock":"local"})", problems)->localClock);
  EXPECT_FALSE(metadataFrom(R"({"clock":["local"]})", problems)->localClock);
  EXPECT_THAT(problems, IsEmpty());
}

TEST(Metadata, ValuesOfTheWrongTypeAreProblems) {
  std::vector<Problem> problems;
  const auto metadata = metadataFrom(
      R"({"total_loc_num":-1,"total_user_num":"46","train_sequences":1e3,"val_sequences":99999999999,"dataset_name":7})",
      problems);
  ASSERT_TRUE(metadata);
  EXPECT_EQ(metadata->locations, std::nullopt);
  EXPECT_EQ(metadata->users, std::nullopt);
  EXPECT_THAT(problems, SizeIs(4));
  EXPECT_THAT(problems[0].where, HasSubstr("key total_loc_num"));
}

TEST(Metadata, RefusesWhatIsNoObject) {
  EXPECT_EQ(errorOf("{"), "is not well-formed JSON");
  EXPECT_EQ(errorOf(""), "is not well-formed JSON");
  EXPECT_EQ(errorOf("[1]"), "is not a JSON object");
  EXPECT_EQ(errorOf(std::string(900'000, '[')), "is nested more than 32 levels deep");
  EXPECT_THAT(errorOf("{\"a\":\"" + std::string(2'000'000, 'x') + "\"}"), HasSubstr("more than the 1.0 MB"));
}

TEST(Metadata, SaysWhereItDisagrees) {
  Dataset dataset;
  SequenceSet& test = dataset.splits[2].emplace();
  test.append({.user = 1, .visits = {Visit{.location = 2}}, .target = 2});
  std::vector<Problem> problems;
  Metadata metadata;
  metadata.locations = 10;
  metadata.users = 5;
  metadata.sequences = {7, 7, 7};
  compareWithMetadata(metadata, dataset, 9, 5, "m.json", problems);
  ASSERT_THAT(problems, SizeIs(2));
  EXPECT_EQ(problems[0].what, "says 5, but 1 + the largest user id is 6");
  EXPECT_EQ(problems[1].where, "m.json, key test_sequences");
  EXPECT_EQ(problems[1].what, "says 7, but the sequences in test are 1");
}

TEST(Metadata, WritesWhatItReads) {
  Dataset dataset;
  dataset.prefix = "p";
  dataset.title = "A \"city\"";
  dataset.numLocations = 3;
  dataset.numUsers = 2;
  dataset.splits[0].emplace().append({.user = 1, .visits = {Visit{.location = 2}}, .target = 2});
  std::vector<Problem> problems;
  const auto metadata = metadataFrom(metadataAsJson(dataset), problems);
  ASSERT_TRUE(metadata);
  EXPECT_EQ(metadata->datasetName, dataset.title);
  EXPECT_EQ(metadata->locations, 3);
  EXPECT_EQ(metadata->users, 2);
  EXPECT_EQ(metadata->sequences[0], 1);
  EXPECT_EQ(metadata->sequences[1], std::nullopt);
  EXPECT_THAT(problems, IsEmpty());
}

}  // namespace
}  // namespace sojourn
