// SPDX-License-Identifier: GPL-3.0-or-later
// Which dataset a checkpoint was trained on, and whether another of equal size is that.
#include "model/data/io/trained_on.h"

#include <fstream>

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include "model/data/demo/demo_files.h"
#include "tests/support/temp_folder.h"

namespace sojourn {
namespace {

namespace fs = std::filesystem;
using Json = nlohmann::ordered_json;

const std::vector<std::string> allThree{"train", "validation", "test"};

void writeRun(const fs::path& folder, const Json& dataset) {
  fs::create_directories(folder / "checkpoints");
  std::ofstream(folder / "run.json") << Json{{"schema", "sojourn.run/1"}, {"dataset", dataset}}.dump();
}

TEST(TrainedOn, IsWhatTheRunSays) {
  const test::TempFolder folder;
  writeRun(folder / "run",
           {{"path", "/x"}, {"prefix", "city"}, {"fingerprint", "abc"}, {"splits", {{"train", 5}, {"validation", 2}}}});
  const Json metadata{{"config", {{"data", {{"dataset_prefix", "another"}}}}}};
  const DatasetIdentity found = trainedOn(folder / "run/checkpoints/best.pt", metadata);
  EXPECT_EQ(found.prefix, "city") << "the run knows better than the configuration";
  EXPECT_EQ(found.fingerprint, "abc");
  EXPECT_EQ(found.splits, (std::vector<std::string>{"train", "validation"}));
  EXPECT_EQ(trainedOn(folder / "run/best.pt", metadata).prefix, "another") << "not in the run's own folder";
  EXPECT_EQ(trainedOn(folder / "best.pt", {{"config", {{"dataset_prefix", "flat"}}}}).prefix, "flat");
  EXPECT_EQ(trainedOn(folder / "best.pt", Json()).prefix, "");
}

TEST(TrainedOn, TakesNoWordFromABrokenRun) {
  const test::TempFolder folder;
  fs::create_directories(folder / "checkpoints");
  for (const char* text : {"", "[", "[]", "{}", "{\"dataset\":3}", "{\"dataset\":{\"prefix\":7,\"splits\":[]}}"}) {
    std::ofstream(folder / "run.json") << text;
    EXPECT_EQ(trainedOn(folder / "checkpoints/best.pt", Json()).prefix, "") << text;
  }
}

TEST(TrainedOn, ComparesFingerprintsBeforeNames) {
  const DatasetIdentity city{.prefix = "city", .splits = allThree, .fingerprint = "abc"};
  DatasetIdentity here = city;
  EXPECT_FALSE(datasetMismatch("best.pt", city, here));
  here.prefix = "renamed";
  EXPECT_FALSE(datasetMismatch("best.pt", city, here)) << "the same data by another name";
  here.fingerprint = "def";
  const auto other = datasetMismatch("best.pt", city, here);
  ASSERT_TRUE(other);
  EXPECT_EQ(other->severity, Severity::Warning);
  EXPECT_EQ(other->where, "best.pt");
  EXPECT_EQ(other->what, "was trained on the dataset city, not on renamed");
  here.prefix = "city";
  EXPECT_EQ(datasetMismatch("best.pt", city, here)->what,
            "was trained on other data than these, which have the same name city");
  here.splits = {"test"};
  EXPECT_FALSE(datasetMismatch("best.pt", city, here)) << "fingerprints of other splits say nothing";
  EXPECT_FALSE(datasetMismatch("best.pt", {}, here)) << "nothing is known";
}

TEST(TrainedOn, TheFingerprintOfTheFilesIsThatOfTheDataset) {
  const test::TempFolder folder;
  ASSERT_TRUE(writeDemoFiles(folder.path()));
  const auto location = locateDataset(folder.path());
  ASSERT_TRUE(location);
  const auto dataset = readDataset(*location);
  ASSERT_TRUE(dataset);
  const DatasetIdentity whole = identityOf(*dataset);
  EXPECT_EQ(whole.splits, allThree);
  EXPECT_EQ(identityOf(*location, allThree).fingerprint, whole.fingerprint);
  EXPECT_NE(identityOf(*location, {"test"}).fingerprint, whole.fingerprint);
  EXPECT_EQ(identityOf({folder.path(), "absent"}, allThree).fingerprint, "");
}

}  // namespace
}  // namespace sojourn
