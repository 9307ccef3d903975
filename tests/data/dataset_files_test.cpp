// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/data/io/dataset_files.h"

#include <gtest/gtest.h>

#include "model/core/files.h"
#include "tests/support/temp_folder.h"

namespace sojourn {
namespace {

void touch(const std::filesystem::path& path) {
  ASSERT_TRUE(writeFileAtomically(path, "x"));
}

TEST(DatasetFiles, AFolderWithOneDatasetNeedsNoPrefix) {
  const test::TempFolder folder;
  touch(folder / "city_prev7_train.pk");
  touch(folder / "city_prev7_test.pk");
  touch(folder / "notes.txt");
  const auto found = locateDataset(folder.path());
  ASSERT_TRUE(found) << found.error().sentence();
  EXPECT_EQ(found->folder, folder.path());
  EXPECT_EQ(found->prefix, "city_prev7");
  const auto withSlash = locateDataset(folder.path().string() + "/");
  ASSERT_TRUE(withSlash);
  EXPECT_EQ(withSlash->prefix, "city_prev7");
}

TEST(DatasetFiles, SeveralPrefixesAskForAChoice) {
  const test::TempFolder folder;
  touch(folder / "a_test.pk");
  touch(folder / "b_validation.pk");
  const auto found = locateDataset(folder.path());
  ASSERT_FALSE(found);
  EXPECT_EQ(found.error().kind, ErrorKind::BadInput);
  EXPECT_EQ(found.error().what, "holds several datasets: a, b");
  const auto chosen = locateDataset(folder / "b");
  ASSERT_TRUE(chosen);
  EXPECT_EQ(chosen->prefix, "b");
  const auto wrong = locateDataset(folder / "c");
  ASSERT_FALSE(wrong);
  EXPECT_EQ(wrong.error().remedy, "that folder holds a, b");
}

TEST(DatasetFiles, OneOfItsFilesNamesADatasetToo) {
  const test::TempFolder folder;
  touch(folder / "a_test.pk");
  touch(folder / "b_test.pk");
  touch(folder / "b_metadata.json");
  ASSERT_TRUE(locateDataset(folder / "a_test.pk"));
  EXPECT_EQ(locateDataset(folder / "a_test.pk")->prefix, "a");
  ASSERT_TRUE(locateDataset(folder / "b_metadata.json"));
  EXPECT_EQ(locateDataset(folder / "b_metadata.json")->prefix, "b");
}

TEST(DatasetFiles, SaysWhatIsMissing) {
  const test::TempFolder folder;
  EXPECT_EQ(locateDataset(folder.path()).error().what, "holds no dataset");
  EXPECT_EQ(locateDataset(folder / "absent").error().what, "names no dataset");
  EXPECT_EQ(locateDataset(folder / "absent" / "deeper").error().what, "is not there");
}

TEST(DatasetFiles, TheLabelsWithTheLongestFittingStemCount) {
  const test::TempFolder folder;
  for (const char* name : {"geolife_users.csv", "geolife_locations.csv", "geolife_eps20_locations.csv",
                           "geolife_eps50_locations.csv", "_users.csv"}) {
    touch(folder / name);
  }
  const DatasetLocation location{folder.path(), "geolife_eps20_prev7"};
  EXPECT_EQ(labelFile(location, "_locations"), folder / "geolife_eps20_locations.csv");
  EXPECT_EQ(labelFile(location, "_users"), folder / "geolife_users.csv");
  EXPECT_EQ(labelFile({folder.path(), "diy"}, "_users"), std::nullopt);
}

}  // namespace
}  // namespace sojourn
