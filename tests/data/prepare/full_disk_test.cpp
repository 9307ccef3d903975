// SPDX-License-Identifier: GPL-3.0-or-later
// A disk that is full while a dataset is written: said, nothing half-written, what was there before stays whole.
#include <fstream>
#include <map>

#include <gtest/gtest.h>

#include "model/data/dataset/dataset.h"
#include "model/data/prepare/preparation.h"
#include "tests/support/no_room.h"
#include "tests/support/temp_folder.h"
#include "tests/support/text_file.h"

namespace sojourn {
namespace {

namespace fs = std::filesystem;

/// Hourly fixes of two users between home and work.
PrepareSettings settingsIn(const test::TempFolder& folder, const std::string& out) {
  const fs::path input = folder / "walks.csv";
  if (!fs::exists(input)) {
    std::ofstream file(input);
    file << "user,time,lat,lon\n";
    for (const char* const user : {"ann", "ben"})
      for (int hour = 0; hour < 84 * 24; ++hour)
        file << user << ',' << 1'600'041'600 + hour * 3600 << (hour % 24 < 9 ? ",47.1" : ",47.2") << ",15.1\n";
  }
  PrepareSettings settings = defaultPrepareSettings(InputFormat::PointsCsv);
  settings.input.format = InputFormat::PointsCsv;
  settings.input.input = input;
  settings.name = "walks";
  settings.out = folder / out;
  return settings;
}

std::map<std::string, std::string> filesIn(const fs::path& folder) {
  std::map<std::string, std::string> files;
  if (!fs::exists(folder)) return files;
  for (const auto& entry : fs::directory_iterator(folder))
    if (entry.is_regular_file()) files[entry.path().filename()] = test::textOfFile(entry.path());
  return files;
}

/// The times in a report differ from run to run.
std::map<std::string, std::string> datasetIn(const fs::path& folder) {
  auto files = filesIn(folder);
  files.erase("preparation.json");
  return files;
}

TEST(FullDisk, LeavesNothingHalfWrittenAndIsResumed) {
  const test::TempFolder folder;
  ASSERT_TRUE(prepareDataset(settingsIn(folder, "whole")));
  const auto whole = datasetIn(folder / "whole");
  ASSERT_GE(whole.size(), 7U);
  std::size_t largest = 0;
  for (const auto& [name, content] : whole) largest = std::max(largest, content.size());
  PrepareSettings settings = settingsIn(folder, "out");
  int failures = 0;
  for (std::size_t room = 0; room < largest; room = room * 2 + 100) {
    {
      const test::NoRoom full(room);
      const auto made = prepareDataset(settings);
      ASSERT_FALSE(made) << room;
      EXPECT_EQ(made.error().kind, ErrorKind::Failed) << made.error().sentence();
      EXPECT_NE(made.error().where.find((folder / "out").string()), std::string::npos) << made.error().sentence();
    }
    ++failures;
    EXPECT_TRUE(filesIn(folder / "out").empty()) << room << ": " << filesIn(folder / "out").begin()->first;
    settings.resume = fs::exists(folder / "out");
  }
  EXPECT_GE(failures, 6);
  const auto made = prepareDataset(settings);
  ASSERT_TRUE(made) << made.error().sentence();
  EXPECT_EQ(datasetIn(folder / "out"), whole);
  EXPECT_FALSE(fs::exists(folder / "out/.work"));
}

TEST(FullDisk, LeavesAnEarlierDatasetWhole) {
  const test::TempFolder folder;
  PrepareSettings settings = settingsIn(folder, "out");
  ASSERT_TRUE(prepareDataset(settings));
  const auto before = filesIn(folder / "out");
  settings.force = true;
  settings.window = 5;
  for (const std::size_t room : {0, 500, 4000}) {
    {
      const test::NoRoom full(room);
      ASSERT_FALSE(prepareDataset(settings)) << room;
    }
    EXPECT_EQ(filesIn(folder / "out"), before) << room;
    const auto location = locateDataset(folder / "out");
    ASSERT_TRUE(location) << location.error().sentence();
    EXPECT_TRUE(readDataset(*location));
  }
  ASSERT_TRUE(prepareDataset(settings));
  EXPECT_TRUE(fs::exists(folder / "out/walks_eps20_prev5_metadata.json"));
  EXPECT_FALSE(fs::exists(folder / "out/walks_eps20_prev7_metadata.json"));
}

}  // namespace
}  // namespace sojourn
