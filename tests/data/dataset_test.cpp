// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/data/dataset/dataset.h"

#include <cstdlib>
#include <fstream>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "model/data/demo/demo_city.h"
#include "model/data/io/dataset_files.h"
#include "tests/data/record_bytes.h"
#include "tests/support/shared_data.h"
#include "tests/support/temp_folder.h"

namespace sojourn {
namespace {

using test::goodRecord;
using test::Record;
using ::testing::HasSubstr;
using ::testing::IsEmpty;
using ::testing::SizeIs;

Record to(std::int64_t target, std::int64_t user = 4) {
  Record record = goodRecord();
  record["Y"] = test::integer(target);
  record["user_X"] = test::wholes({user, user, user});
  return record;
}

/// A folder with a dataset "p": train up to location 5 and user 4.
class DatasetFolder : public ::testing::Test {
 protected:
  void put(const std::string& name, const Bytes& bytes) { ASSERT_TRUE(writeFileAtomically(m_folder / name, bytes)); }
  void put(const std::string& name, std::string_view text) { ASSERT_TRUE(writeFileAtomically(m_folder / name, text)); }
  void putGoodDataset() {
    put("p_train.pk", test::splitOf({to(5), to(3), to(4)}));
    put("p_validation.pk", test::splitOf({to(1)}));
    put("p_test.pk", test::splitOf({to(1), to(2)}));
    put("p_metadata.json", R"({"dataset_name":"Town","total_loc_num":6,"total_user_num":5,"train_sequences":3})");
  }
  [[nodiscard]] Result<Dataset> read(const DatasetReadOptions& options = {}) const {
    return readDataset({m_folder.path(), "p"}, options);
  }
  [[nodiscard]] static std::string textOf(const std::vector<Problem>& problems) {
    std::string text;
    for (const Problem& p : problems) text += p.where + ": " + p.what + ": " + p.remedy + "\n";
    return text;
  }

  test::TempFolder m_folder;
};

TEST_F(DatasetFolder, ReadsAllThatIsThere) {
  putGoodDataset();
  put("p_locations.csv", "location_id,lat,lon,name\n2,47,-7,Mill\n");
  put("p_users.csv", "user_id,name\n4,Ann\n");
  const auto dataset = read();
  ASSERT_TRUE(dataset) << dataset.error().sentence();
  EXPECT_THAT(dataset->problems, IsEmpty()) << textOf(dataset->problems);
  EXPECT_EQ(dataset->title, "Town");
  EXPECT_EQ(dataset->prefix, "p");
  EXPECT_EQ(dataset->numLocations, 6);
  EXPECT_EQ(dataset->numUsers, 5);
  EXPECT_EQ(dataset->maxSequenceLength, 13U);
  EXPECT_EQ(dataset->split(Split::Train)->size(), 3U);
  EXPECT_EQ(dataset->split(Split::Test)->target(1), 2);
  EXPECT_EQ(dataset->places.name(2), "Mill");
  EXPECT_EQ(dataset->userNames.at(4), "Ann");
  EXPECT_EQ(dataset->fingerprint.size(), 64U);
}

TEST_F(DatasetFolder, TheFingerprintChangesWithTheSplitsThatWereRead) {
  putGoodDataset();
  const std::string all = read()->fingerprint;
  EXPECT_EQ(read()->fingerprint, all);
  EXPECT_NE(read({.wanted = {Split::Test}})->fingerprint, all);
  put("p_test.pk", test::splitOf({to(1), to(3)}));
  EXPECT_NE(read()->fingerprint, all);
}

TEST_F(DatasetFolder, OneSplitIsEnoughUnlessMoreAreRequired) {
  put("p_test.pk", test::splitOf({to(1), to(9)}));
  const auto dataset = read();
  ASSERT_TRUE(dataset);
  EXPECT_EQ(dataset->split(Split::Train), nullptr);
  EXPECT_EQ(dataset->numLocations, 10) << "without train and metadata: 1 + the largest id seen";
  EXPECT_THAT(textOf(dataset->problems), HasSubstr("p_metadata.json: cannot be opened"));
  const auto training = read({.required = {Split::Train, Split::Validation}});
  ASSERT_FALSE(training);
  EXPECT_THAT(training.error().where, HasSubstr("p_train.pk"));
  EXPECT_EQ(training.error().remedy, "this needs the split train");
  EXPECT_FALSE(read({.wanted = {Split::Train}}));
}

TEST_F(DatasetFolder, MetadataSpeaksWhereTrainIsAbsent) {
  put("p_test.pk", test::splitOf({to(1), to(9)}));
  put("p_metadata.json", R"({"total_loc_num":8,"total_user_num":50})");
  const auto dataset = read();
  ASSERT_TRUE(dataset);
  EXPECT_EQ(dataset->numLocations, 8);
  EXPECT_EQ(dataset->numUsers, 50);
  ASSERT_THAT(dataset->problems, SizeIs(1));
  EXPECT_THAT(dataset->problems[0].what, HasSubstr("holds the location id 9, but there are only the ids below 8"));
}

TEST_F(DatasetFolder, FilesThatDisagreeAreProblems) {
  putGoodDataset();
  put("p_test.pk", test::splitOf({to(7)}));
  put("p_metadata.json", R"({"total_loc_num":9,"total_user_num":5,"test_sequences":2})");
  const auto dataset = read();
  ASSERT_TRUE(dataset);
  EXPECT_EQ(dataset->numLocations, 6) << "train decides";
  const std::string problems = textOf(dataset->problems);
  EXPECT_THAT(problems, HasSubstr("key total_loc_num: says 9, but 1 + the largest location id in train is 6"));
  EXPECT_THAT(problems, HasSubstr("key test_sequences: says 2, but the sequences in test are 1"));
  EXPECT_THAT(problems, HasSubstr("p_test.pk: holds the location id 7"));
  EXPECT_THAT(dataset->problems, SizeIs(3));
}

TEST_F(DatasetFolder, BrokenMetadataAndTablesNeverStopTheWork) {
  putGoodDataset();
  put("p_metadata.json", "{");
  put("p_locations.csv", "nothing,here\n");
  put("p_users.csv", "");
  const auto dataset = read();
  ASSERT_TRUE(dataset);
  EXPECT_THAT(dataset->problems, SizeIs(3));
  EXPECT_EQ(dataset->title, "p");
}

TEST_F(DatasetFolder, ABadSplitRefusesTheWhole) {
  putGoodDataset();
  put("p_train.pk", std::string_view("no pickle"));
  const auto dataset = read();
  ASSERT_FALSE(dataset);
  EXPECT_THAT(dataset.error().where, HasSubstr("p_train.pk"));
  EXPECT_TRUE(read({.wanted = {Split::Test}})) << "splits that are not asked for are not read";
}

TEST_F(DatasetFolder, ReadingReportsAndCanBeCancelled) {
  putGoodDataset();
  std::size_t bytes = 0;
  for (const char* split : {"train", "validation", "test"})
    bytes += std::filesystem::file_size(m_folder.path() / ("p_" + std::string(split) + ".pk"));
  std::vector<std::size_t> done;
  const auto progress = [&](std::size_t now, std::size_t total) {
    EXPECT_EQ(total, bytes);
    done.push_back(now);
  };
  EXPECT_TRUE(readDataset({m_folder.path(), "p"}, {}, progress));
  EXPECT_TRUE(std::ranges::is_sorted(done));
  EXPECT_GE(done.size(), 3U);
  EXPECT_EQ(done.back(), bytes);
  const CancelToken cancel;
  cancel.cancel();
  const auto dataset = readDataset({m_folder.path(), "p"}, {}, {}, cancel);
  ASSERT_FALSE(dataset);
  EXPECT_EQ(dataset.error().kind, ErrorKind::Cancelled);
}

void expectEqual(const SequenceSet& a, const SequenceSet& b) {
  ASSERT_EQ(a.size(), b.size());
  for (std::size_t row = 0; row < a.size(); ++row) {
    ASSERT_EQ(a.sequence(row), b.sequence(row)) << row;
    ASSERT_TRUE(std::ranges::equal(a.causes(row), b.causes(row))) << row;
  }
}

TEST_F(DatasetFolder, TheDemoCitySurvivesBeingWritten) {
  const Dataset city = makeDemoCity();
  for (const NumberWidth width : {NumberWidth::Wide, NumberWidth::Narrow}) {
    ASSERT_TRUE(writeDataset(city, m_folder.path(), width));
    const auto location = locateDataset(m_folder.path());
    ASSERT_TRUE(location);
    EXPECT_EQ(location->prefix, "demo_city");
    const auto read = readDataset(*location);
    ASSERT_TRUE(read) << read.error().sentence();
    EXPECT_THAT(read->problems, IsEmpty()) << textOf(read->problems);
    for (const Split split : allSplits) expectEqual(*read->split(split), *city.split(split));
    EXPECT_EQ(read->title, "Demo city");
    EXPECT_EQ(read->numLocations, city.numLocations);
    EXPECT_EQ(read->numUsers, city.numUsers);
    EXPECT_EQ(read->maxSequenceLength, city.maxSequenceLength);
    EXPECT_EQ(read->places.names(), city.places.names());
    EXPECT_EQ(read->userNames, city.userNames);
    for (const auto& [id, where] : city.places.allCoordinates()) {
      EXPECT_NEAR(read->places.coordinates(id)->latitude, where.latitude, 1e-7);
      EXPECT_EQ(read->places.rawId(id), city.places.rawId(id));
    }
  }
}

TEST_F(DatasetFolder, TheNarrowDemoCityLeavesRoomForItsModel) {
  ASSERT_TRUE(writeDataset(makeDemoCity(), m_folder.path(), NumberWidth::Narrow));
  std::uintmax_t bytes = 0;
  for (const auto& file : std::filesystem::directory_iterator(m_folder.path())) bytes += file.file_size();
  EXPECT_LT(bytes, 2'400'000U);
}

TEST_F(DatasetFolder, WritingNamesTheFileThatCannotBeWritten) {
  const Status written = writeDataset(makeDemoCity(), m_folder / "absent");
  ASSERT_FALSE(written);
  EXPECT_EQ(written.error().kind, ErrorKind::Failed);
  EXPECT_THAT(written.error().where, HasSubstr("demo_city_train.pk"));
}

TEST(DatasetParity, GeolifeIsAsItsAuthorsCountIt) {
  SOJOURN_NEEDS_SHARED_DATA(data);
  const auto location = locateDataset(data / "geolife");
  ASSERT_TRUE(location) << location.error().sentence();
  EXPECT_EQ(location->prefix, "geolife_eps20_prev7");
  const auto dataset = readDataset(*location);
  ASSERT_TRUE(dataset) << dataset.error().sentence();
  EXPECT_THAT(dataset->problems, IsEmpty());
  EXPECT_EQ(dataset->title, "geolife");
  EXPECT_EQ(dataset->numLocations, 1187);
  EXPECT_EQ(dataset->numUsers, 46);
  EXPECT_EQ(dataset->maxSequenceLength, 64U);
  EXPECT_EQ(dataset->split(Split::Train)->size(), 7424U);
  EXPECT_EQ(dataset->split(Split::Validation)->size(), 3334U);
  const SequenceSet& test = *dataset->split(Split::Test);
  ASSERT_EQ(test.size(), 3502U);
  std::size_t inWindow = 0;
  for (std::size_t row = 0; row < test.size(); ++row) inWindow += test.targetInWindow(row);
  EXPECT_EQ(inWindow, 2935U);
  EXPECT_EQ(std::ranges::count(test.targets(), unseenLocation), 798);
  EXPECT_EQ(dataset->places.allCoordinates().size(), 1185U);
  const SequenceSet& train = *dataset->split(Split::Train);
  for (std::size_t row = 0; row < train.size(); ++row) ASSERT_GE(train.length(row), 3U) << row;
  // The first record of the test split, read by another pickle reader.
  EXPECT_EQ(test.length(0), 30U);
  EXPECT_EQ(test.target(0), 40);
  EXPECT_EQ(test.visit(0, 0),
            (Visit{.location = 14, .weekday = 4, .startMinute = 110, .durationMinutes = 85, .daysAgo = 7}));
  EXPECT_EQ(test.visit(0, 29),
            (Visit{.location = 9, .weekday = 3, .startMinute = 834, .durationMinutes = 556, .daysAgo = 1}));
}

}  // namespace
}  // namespace sojourn
