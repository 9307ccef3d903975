// SPDX-License-Identifier: GPL-3.0-or-later
// The folder that `sojourn prepare` writes into: what is there is not lost, and a refused input leaves nothing.
#include <filesystem>
#include <fstream>
#include <map>

#include <fcntl.h>
#include <gtest/gtest.h>
#include <sys/file.h>

#include "model/core/files.h"
#include "tests/cli/prepare/prepare_diary.h"
#include "tests/cli/program.h"
#include "tests/support/temp_folder.h"
#include "tests/support/text_file.h"

namespace sojourn {
namespace {

namespace fs = std::filesystem;
using test::prepareWords;
using test::runSojourn;
using test::Words;
using test::writeDiary;

TEST(CliPrepareFolder, OutputFoldersAreNotOverwritten) {
  const test::TempFolder folder;
  writeDiary(folder / "diary.csv");
  const Words words =
      prepareWords({"--input", (folder / "diary.csv").string(), "--format", "visits-csv"}, folder / "out");
  ASSERT_EQ(runSojourn(words).exitCode, 0);
  const auto again = runSojourn(words);
  EXPECT_EQ(again.exitCode, 3);
  EXPECT_NE(again.err.find("--force"), std::string::npos) << again.err;
  Words other = words;
  other.insert(other.end(), {"--resume", "--window", "5"});
  EXPECT_EQ(runSojourn(other).exitCode, 3) << "other settings";
  other[other.size() - 3] = "--force";
  const auto forced = runSojourn(other);
  EXPECT_EQ(forced.exitCode, 0) << forced.err;
  EXPECT_TRUE(fs::exists(folder / "out/diary_prev5_test.pk"));
  EXPECT_FALSE(fs::exists(folder / "out/diary_prev7_test.pk")) << "one dataset, not two";
}

/// The names in a folder, and what is in them.
std::map<std::string, std::string> contentOf(const fs::path& folder) {
  std::map<std::string, std::string> content;
  for (const auto& entry : fs::directory_iterator(folder))
    content[entry.path().filename()] = entry.is_regular_file() ? test::textOfFile(entry.path()) : "a folder";
  return content;
}

TEST(CliPrepareFolder, ReplacesOnlyWhatAPreparationWrote) {
  const test::TempFolder folder;
  writeDiary(folder / "diary.csv");
  const auto prepare = [&](const fs::path& input, const std::string& out, const char* flag) {
    Words words = prepareWords({"--input", input.string(), "--format", "visits-csv"}, folder / out);
    words.emplace_back(flag);
    return runSojourn(words);
  };
  // Its own input, by its name and by another one.
  fs::create_directories(folder / "own");
  writeDiary(folder / "own/visits.csv");
  fs::create_hard_link(folder / "own/visits.csv", folder / "other.csv");
  // A table that no preparation wrote; a report that somebody else wrote, without and with a schema.
  fs::create_directories(folder / "table");
  ASSERT_TRUE(writeFileAtomically(folder / "table/staypoints.csv", "mine\n"));
  const std::string hex(64, 'a');
  for (const auto& [name, head] : std::map<std::string, std::string>{
           {"report", "{"}, {"forged", R"({"schema":"sojourn.preparation/1","fingerprint":")" + hex + "\","}}) {
    fs::create_directories(folder / name);
    ASSERT_TRUE(writeFileAtomically(folder / name / "thesis.csv", "mine\n"));
    ASSERT_TRUE(writeFileAtomically(folder / name / "preparation.json", head + R"("files":["thesis.csv"]})"));
  }
  for (const std::string out : {"own", "table", "report", "forged"}) {
    const auto before = contentOf(folder / out);
    for (const char* flag : {"--force", "--resume"}) {
      for (const fs::path& input :
           {out == "own" ? folder / "own/visits.csv" : folder / "diary.csv", folder / "other.csv"}) {
        const auto run = prepare(input, out, flag);
        EXPECT_EQ(run.exitCode, 3) << out << " " << flag << " " << run.err;
        EXPECT_EQ(contentOf(folder / out), before) << out << " " << flag;
      }
    }
  }
  // What is there beside a dataset stays.
  ASSERT_EQ(prepare(folder / "diary.csv", "good", "--force").exitCode, 0);
  ASSERT_TRUE(writeFileAtomically(folder / "good/thesis.csv", "mine\n"));
  ASSERT_EQ(prepare(folder / "diary.csv", "good", "--force").exitCode, 0);
  EXPECT_EQ(test::textOfFile(folder / "good/thesis.csv"), "mine\n");
  // The staypoints of a dataset as the input of one in its place.
  EXPECT_EQ(prepare(folder / "good/visits.csv", "good", "--force").exitCode, 3);
  EXPECT_TRUE(fs::exists(folder / "good/visits.csv"));
}

TEST(CliPrepareFolder, ARefusedInputLeavesNothing) {
  const test::TempFolder folder;
  std::ofstream points(folder / "walk.csv");
  points << "user,when,lat,lon\n";
  for (int day = 0; day < 60; ++day)
    for (int k = 0; k < 144; ++k)
      points << "u," << 1'600'000'000 / 86'400 * 86'400 + day * 86'400 + k * 600 << ',' << 47 + k / 12 % 5 * 0.01
             << ",8.0\n";
  points.close();
  Words words = prepareWords({"--input", (folder / "walk.csv").string(), "--format", "points-csv"}, folder / "out");
  for (const bool resume : {false, true}) {
    Words refused = words;
    if (resume) refused.emplace_back("--resume");
    EXPECT_EQ(runSojourn(refused).exitCode, 3);
    EXPECT_FALSE(fs::exists(folder / "out")) << "it was not there before";
  }
  fs::create_directories(folder / "out");
  EXPECT_EQ(runSojourn(words).exitCode, 3);
  EXPECT_TRUE(fs::is_empty(folder / "out"));
  words.insert(words.end(), {"--columns", "time=when"});
  const auto corrected = runSojourn(words);
  EXPECT_EQ(corrected.exitCode, 0) << corrected.err;
  // What one leaves that is killed while it writes its notes.
  fs::create_directories(folder / "out/.work");
  ASSERT_TRUE(writeFileAtomically(folder / "out/.work/.files.json.7-0.tmp", "{"));
  words.emplace_back("--resume");
  const auto resumed = runSojourn(words);
  EXPECT_EQ(resumed.exitCode, 0) << resumed.err;
  EXPECT_FALSE(fs::exists(folder / "out/.work"));
}

TEST(CliPrepareFolder, OneAtATimeWritesIntoAFolder) {
  const test::TempFolder folder;
  writeDiary(folder / "diary.csv");
  fs::create_directories(folder / "out");
  const Descriptor held(::open((folder / "out").c_str(), O_RDONLY | O_DIRECTORY));
  ASSERT_EQ(::flock(held.get(), LOCK_EX), 0);
  Words words = prepareWords({"--input", (folder / "diary.csv").string(), "--format", "visits-csv"}, folder / "out");
  words.emplace_back("--force");
  const auto run = runSojourn(words);
  EXPECT_EQ(run.exitCode, 3);
  EXPECT_NE(run.err.find("another preparation"), std::string::npos) << run.err;
  EXPECT_TRUE(fs::is_empty(folder / "out"));
}

}  // namespace
}  // namespace sojourn
