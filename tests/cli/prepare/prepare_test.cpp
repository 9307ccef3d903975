// SPDX-License-Identifier: GPL-3.0-or-later
// `sojourn prepare` on the samples whose datasets are known (EXPECTED.md), on raw GeoLife, and what it refuses.
#include <algorithm>
#include <cmath>
#include <csignal>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <map>
#include <regex>
#include <sstream>

#include <gtest/gtest.h>

#include "model/core/files.h"
#include "model/core/sha256.h"
#include "model/data/dataset/dataset.h"
#include "tests/cli/prepare/prepare_diary.h"
#include "tests/cli/program.h"
#include "tests/support/shared_data.h"
#include "tests/support/temp_folder.h"
#include "tests/support/text_file.h"

namespace sojourn {
namespace {

namespace fs = std::filesystem;
using test::prepareWords;
using test::runSojourn;
using test::textOfFile;
using test::Words;
using test::writeDiary;

/// A line for each sequence, as EXPECTED.md describes it.
std::string canonicalText(const SequenceSet& set) {
  std::ostringstream text;
  for (std::size_t row = 0; row < set.size(); ++row) {
    text << set.user(row) << '|' << set.target(row) << '|';
    for (std::size_t i = 0; i < set.length(row); ++i) {
      const Visit visit = set.visit(row, i);
      text << (i > 0 ? " " : "") << visit.location << ':' << visit.weekday << ':' << visit.startMinute << ':'
           << static_cast<long long>(visit.durationMinutes) << ':' << visit.daysAgo;
    }
    text << '\n';
  }
  return text.str();
}

struct ExpectedDataset {
  Words arguments;
  std::string recipe;
  std::int64_t users = 0, locations = 0;
  std::map<std::string, std::int64_t> counts;
  std::map<std::string, std::string> digests;
};

std::vector<ExpectedDataset> expectedDatasets(const fs::path& page) {
  std::vector<ExpectedDataset> all;
  std::ifstream lines(page);
  std::smatch parts;
  for (std::string line; std::getline(lines, line);) {
    if (line.starts_with("## `")) {
      std::istringstream words(line.substr(4, line.rfind('`') - 4));
      ExpectedDataset next;
      for (std::string word; words >> word;) next.arguments.push_back(word);
      all.push_back(next);
    } else if (all.empty()) {
      continue;
    } else if (std::regex_search(line, parts, std::regex(R"(Recipe (\w+)\. Users (\d+), train locations (\d+))"))) {
      all.back().recipe = parts[1];
      all.back().users = std::stoll(parts[2]);
      all.back().locations = std::stoll(parts[3]);
    } else if (line.starts_with("Counts: ")) {
      const std::regex count(R"((\w+) (\d+)[,;])");
      for (std::sregex_iterator i(line.begin(), line.end(), count), end; i != end; ++i)
        all.back().counts[(*i)[1]] = std::stoll((*i)[2]);
    } else if (std::regex_search(line, parts, std::regex(R"(- (\w+): SHA-256 .* `(\w+)`)"))) {
      all.back().digests[parts[1]] = parts[2];
    }
  }
  return all;
}

std::map<std::string, std::int64_t> countsOtherThanZero(const nlohmann::json& report) {
  std::map<std::string, std::int64_t> counts;
  for (const auto& [name, count] : report["counts"].items())
    if (count != 0) counts[name] = count;
  return counts;
}

void expectDigests(const fs::path& out, const std::map<std::string, std::string>& digests) {
  const auto location = locateDataset(out);
  ASSERT_TRUE(location.ok()) << location.error().sentence();
  const auto dataset = readDataset(*location);
  ASSERT_TRUE(dataset.ok()) << dataset.error().sentence();
  for (const Problem& problem : dataset->problems) ADD_FAILURE() << problem.where << " " << problem.what;
  for (const Split split : allSplits) {
    ASSERT_NE(dataset->split(split), nullptr);
    EXPECT_EQ(sha256(asBytes(canonicalText(*dataset->split(split)))), digests.at(splitName(split))) << splitName(split);
  }
}

TEST(CliPrepare, EverySampleGivesTheExpectedDataset) {
  SOJOURN_NEEDS_SHARED_DATA(data);
  const fs::path samples = data / "prepare_samples";
  const auto expected = expectedDatasets(samples / "EXPECTED.md");
  ASSERT_EQ(expected.size(), 8U);
  for (const ExpectedDataset& one : expected) {
    const test::TempFolder folder;
    Words words = prepareWords(one.arguments, folder / "out");
    SCOPED_TRACE(words[2] + " " + words.back());
    words[2] = (samples / words[2]).string();
    words.insert(words.end(), {"--json", "-"});
    const auto run = runSojourn(words);
    ASSERT_EQ(run.exitCode, 0) << run.err;
    const auto report = run.json();
    EXPECT_EQ(report["schema"], "sojourn.preparation/1");
    EXPECT_EQ(report["recipe"], one.recipe);
    EXPECT_EQ(report["users"], one.users);
    EXPECT_EQ(report["train_locations"], one.locations);
    auto counts = countsOtherThanZero(report);
    if (!one.counts.contains("files")) counts.erase("files");
    EXPECT_EQ(counts, one.counts);
    EXPECT_EQ(run.out, textOfFile(folder / "out" / "preparation.json"));
    EXPECT_FALSE(fs::exists(folder / "out" / ".work"));
    for (const auto& file : report["files"]) EXPECT_TRUE(fs::exists(folder / "out" / file.get<std::string>())) << file;
    expectDigests(folder / "out", one.digests);
    // Offsets of check-ins and a time zone make the clock that of the people; the others say UTC.
    const bool local = one.arguments[1].starts_with("checkins") || std::ranges::count(one.arguments, "--time-zone") > 0;
    EXPECT_EQ(readDataset(*locateDataset(folder / "out"))->localClock, local);
  }
}

/// Rows of a table by their first field; the fields after it.
std::map<std::string, Words> rowsOf(const fs::path& csv) {
  std::map<std::string, Words> rows;
  std::ifstream lines(csv);
  std::string line;
  std::getline(lines, line);
  while (std::getline(lines, line)) {
    std::istringstream fields(line);
    Words row;
    for (std::string field; std::getline(fields, field, ',');) row.push_back(field);
    const std::string id = row.front();
    row.erase(row.begin());
    rows[id] = row;
  }
  return rows;
}

TEST(CliPrepare, PublishedGeoLifeFollowsExactly) {
  SOJOURN_NEEDS_SHARED_DATA(data);
  const test::TempFolder folder;
  const auto run =
      runSojourn(prepareWords({"--input", (data / "prepare_samples/geolife_staypoints_92users.csv").string(),
                               "--format", "visits-csv", "--recipe", "published", "--name", "geolife"},
                              folder / "out"));
  ASSERT_EQ(run.exitCode, 0) << run.err;
  EXPECT_NE(run.out.find("14260 samples of 45 users, 1185 places in train"), std::string::npos) << run.out;

  const auto published = nlohmann::json::parse(textOfFile(data / "geolife/geolife_eps20_prev7_metadata.json"));
  const auto ours = nlohmann::json::parse(textOfFile(folder / "out/geolife_eps20_prev7_metadata.json"));
  for (const auto& [key, value] : published.items()) EXPECT_EQ(ours.value(key, nlohmann::json()), value) << key;
  EXPECT_EQ(ours["recipe"], "published");
  EXPECT_EQ(ours["time_zone"], "UTC");
  EXPECT_EQ(ours["format"], "visits-csv");

  const auto places = rowsOf(data / "geolife/geolife_eps20_locations.csv");
  const auto made = rowsOf(folder / "out/geolife_eps20_locations.csv");
  ASSERT_EQ(made.size(), places.size());
  int moved = 0;
  for (const auto& [id, row] : places) {
    ASSERT_TRUE(made.contains(id)) << id;
    EXPECT_EQ(made.at(id)[0], row[0]) << id;
    const double north = std::abs(std::stod(made.at(id)[1]) - std::stod(row[1]));
    const double east = std::abs(std::stod(made.at(id)[2]) - std::stod(row[2]));
    EXPECT_LT(std::max(north, east), 1e-4) << id;
    moved += std::max(north, east) > 1e-6 ? 1 : 0;
  }
  EXPECT_EQ(moved, 3) << "three staypoints of the sample were reconstructed from the visits";
  const auto users = rowsOf(data / "geolife/geolife_users.csv");
  EXPECT_EQ(rowsOf(folder / "out/geolife_users.csv"), users);
}

/// The six users of the raw data, unpacked once.
const fs::path& sixUsers(const fs::path& data) {
  static const test::TempFolder folder;
  static const int unpacked = std::system(("tar -xJf '" + (data / "geolife_raw/geolife_raw_6users.tar.xz").string() +
                                           "' -C '" + folder.path().string() + "'")
                                              .c_str());
  EXPECT_EQ(unpacked, 0);
  return folder.path();
}

struct RawFigures {
  Words arguments;
  std::int64_t staypoints, noise, locations, visits, targets, users, train, validation, test;
};

TEST(CliPrepare, SixRawUsersGiveTheKnownFigures) {
  SOJOURN_NEEDS_SHARED_DATA(data);
  const std::vector<RawFigures> known{
      {{}, 1244, 532, 92, 707, 510, 3, 46, 186, 213},
      {{"--recipe", "corrected", "--time-zone", "Asia/Shanghai"}, 1253, 624, 80, 624, 446, 3, 38, 173, 200},
      {{"--eps", "100"}, 1244, 219, 84, 958, 738, 5, 167, 221, 318}};
  for (const RawFigures& one : known) {
    const test::TempFolder folder;
    Words words = prepareWords(one.arguments, folder / "out");
    words.insert(words.end(),
                 {"--input", sixUsers(data).string(), "--format", "geolife", "--name", "six", "--json", "-"});
    const auto run = runSojourn(words);
    ASSERT_EQ(run.exitCode, 0) << run.err;
    const auto report = run.json();
    const auto& counts = report["counts"];
    EXPECT_EQ(counts["files"], 764);
    EXPECT_EQ(counts["points"].get<int>() + counts["dropped_duplicate"].get<int>(), counts["rows"].get<int>());
    EXPECT_EQ(counts["dropped_duplicate"], 2);
    EXPECT_EQ(counts["rows"], 412126);
    EXPECT_EQ(counts["users_read"], 6);
    EXPECT_EQ(counts["staypoints"], one.staypoints);
    EXPECT_EQ(counts["staypoints_noise"], one.noise);
    EXPECT_EQ(counts["locations"], one.locations);
    EXPECT_EQ(counts["visits"], one.visits);
    EXPECT_EQ(counts["valid_targets"], one.targets);
    EXPECT_EQ(report["users"], one.users);
    EXPECT_EQ(counts["train_sequences"], one.train);
    EXPECT_EQ(counts["validation_sequences"], one.validation);
    EXPECT_EQ(counts["test_sequences"], one.test);
    if (one.arguments.empty()) {
      EXPECT_NEAR(report["unobserved_share"].get<double>(), 0.518523, 5e-7);
      EXPECT_GE(report["problems"].size(), 6U) << "what follows from the recipe";
    }
  }
}

/// All files but the report's seconds.
std::map<std::string, std::string> preparedFiles(const fs::path& folder) {
  std::map<std::string, std::string> contents;
  for (const auto& entry : fs::directory_iterator(folder)) {
    std::string text = textOfFile(entry.path());
    if (entry.path().filename() == "preparation.json") {
      auto report = nlohmann::ordered_json::parse(text);
      report.erase("seconds");
      text = report.dump();
    }
    contents[entry.path().filename()] = text;
  }
  return contents;
}

void expectSameFiles(const fs::path& a, const fs::path& b) {
  const auto left = preparedFiles(a), right = preparedFiles(b);
  ASSERT_EQ(left.size(), right.size());
  for (const auto& [name, text] : left) EXPECT_TRUE(right.contains(name) && right.at(name) == text) << name;
}

TEST(CliPrepare, ThreadsDoNotChangeAByte) {
  SOJOURN_NEEDS_SHARED_DATA(data);
  const test::TempFolder folder;
  for (const char* threads : {"1", "2", "5"}) {
    const auto run = runSojourn(
        prepareWords({"--input", sixUsers(data).string(), "--format", "geolife", "--name", "six", "--threads", threads},
                     folder / threads));
    ASSERT_EQ(run.exitCode, 0) << run.err;
  }
  expectSameFiles(folder / "1", folder / "2");
  expectSameFiles(folder / "1", folder / "5");
}

TEST(CliPrepare, KillsAndResumesLeaveTheSameBytes) {
  SOJOURN_NEEDS_SHARED_DATA(data);
  const test::TempFolder folder;
  int kills = 0;
  for (const Words& input :
       {Words{"--input", sixUsers(data).string(), "--format", "geolife", "--name", "six"},
        Words{"--input", (data / "prepare_samples/points_defects.csv").string(), "--format", "points-csv"}}) {
    const fs::path whole = folder / ("whole" + input[3]), killed = folder / ("killed" + input[3]);
    ASSERT_EQ(runSojourn(prepareWords(input, whole)).exitCode, 0);
    Words again = prepareWords(input, killed);
    again.push_back("--resume");
    for (int delay = 1; delay < 2000; delay += 1 + delay / 8) {
      const auto run = runSojourn(again, {}, delay, SIGKILL);
      if (run.exitCode == 0) break;
      ASSERT_EQ(run.exitCode, 128 + SIGKILL) << run.err;
      ++kills;
      if (fs::exists(killed / "six_eps20_prev7_metadata.json")) {
        for (const Split split : allSplits)
          EXPECT_TRUE(fs::exists(killed / ("six_eps20_prev7_" + std::string(splitName(split)) + ".pk")));
      }
    }
    const auto last = runSojourn(again);
    ASSERT_EQ(last.exitCode, 0) << last.err;
    expectSameFiles(whole, killed);
    const auto time = fs::last_write_time(killed / "preparation.json");
    const auto idle = runSojourn(again);
    EXPECT_EQ(idle.exitCode, 0) << idle.err;
    EXPECT_NE(idle.out.find("finished already"), std::string::npos);
    EXPECT_EQ(fs::last_write_time(killed / "preparation.json"), time) << "nothing is done again";
  }
  EXPECT_GT(kills, 3) << "of both; how many come before the end depends on the machine";
}

TEST(CliPrepare, LikeRepeatsTheSettings) {
  const test::TempFolder folder;
  writeDiary(folder / "diary.csv");
  ASSERT_EQ(runSojourn(prepareWords({"--input", (folder / "diary.csv").string(), "--format", "visits-csv", "--window",
                                     "4", "--time-zone", "Europe/Zurich"},
                                    folder / "first"))
                .exitCode,
            0);
  const auto run = runSojourn(prepareWords({"--input", (folder / "diary.csv").string(), "--like",
                                            (folder / "first").string(), "--min-visits", "2", "--json", "-"},
                                           folder / "second"));
  ASSERT_EQ(run.exitCode, 0) << run.err;
  const auto report = run.json();
  EXPECT_EQ(report["format"], "visits-csv");
  EXPECT_EQ(report["settings"]["window"], 4);
  EXPECT_EQ(report["settings"]["time_zone"], "Europe/Zurich");
  EXPECT_EQ(report["settings"]["min_visits"], 2);
}

TEST(CliPrepare, ShortRecordsLeaveTheReportAndTheVisits) {
  const test::TempFolder folder;
  writeDiary(folder / "diary.csv");
  const auto run = runSojourn(prepareWords(
      {"--input", (folder / "diary.csv").string(), "--format", "visits-csv", "--window", "60"}, folder / "out"));
  EXPECT_EQ(run.exitCode, 3);
  EXPECT_NE(run.err.find("--window"), std::string::npos) << run.err;
  EXPECT_TRUE(fs::exists(folder / "out/visits.csv"));
  EXPECT_TRUE(fs::exists(folder / "out/preparation.json"));
  for (const auto& entry : fs::directory_iterator(folder / "out")) EXPECT_NE(entry.path().extension(), ".pk");
}

TEST(CliPrepare, RefusesWithTheCodeAndARemedy) {
  SOJOURN_NEEDS_SHARED_DATA(data);
  const test::TempFolder folder;
  const fs::path samples = data / "prepare_samples";
  struct Refusal {
    Words arguments;
    int code;
    Words says;
  };
  const std::vector<Refusal> refusals{
      {{"--input", "visits.csv", "--format", "gpx"}, 3, {"visits.csv"}},
      {{"--input", "checkins_tsmc.tsv", "--format", "checkins-csv"}, 3, {"user"}},
      {{"--input", "points_local_time.csv", "--format", "points-csv"},
       3,
       {"time", "Device", "Speed", "When", "Lng", "Lat"}},
      {{"--input", "visits.csv", "--format", "visits-csv", "--window", "60"}, 3, {"split"}},
      {{"--input", "visits.csv", "--format", "visits-csv", "--time-zone", "Europe/Zuerich"}, 2, {"Europe/Zurich"}},
      {{"--input", "visits.csv", "--format", "visits-csv", "--eps", "-1"}, 2, {"--eps"}},
      {{"--input", "visits.csv", "--format", "visits"}, 2, {"visits-csv"}},
      {{"--input", "visits.csv"}, 2, {"--format"}},
      {{"--input", "visits.csv", "--format", "visits-csv", "--name", "../x"}, 2, {"--name"}},
      {{"--input", "absent.csv", "--format", "visits-csv"}, 3, {"absent.csv"}},
  };
  int number = 0;
  for (const Refusal& refusal : refusals) {
    Words words = prepareWords(refusal.arguments, folder / std::to_string(++number));
    words[2] = (samples / words[2]).string();
    const auto run = runSojourn(words);
    EXPECT_EQ(run.exitCode, refusal.code) << number << " " << run.err;
    for (const std::string& word : refusal.says) EXPECT_NE(run.err.find(word), std::string::npos) << run.err;
    EXPECT_LT(run.cpuSeconds, 100 * 0.5);
  }
}

}  // namespace
}  // namespace sojourn
