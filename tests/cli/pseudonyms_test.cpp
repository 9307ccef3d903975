// SPDX-License-Identifier: GPL-3.0-or-later
// `--pseudonyms SEED`: the same figures under other numbers, and no name, position or file of a person.
#include <algorithm>
#include <cmath>
#include <fstream>
#include <set>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "model/data/dataset/dataset.h"
#include "tests/cli/demo_city.h"
#include "tests/support/shared_data.h"
#include "tests/support/text_file.h"

namespace sojourn {
namespace {

using nlohmann::json;
using test::runSojourn;
using test::textOfFile;
using ::testing::HasSubstr;
using ::testing::Not;
using Words = std::vector<std::string>;

class CliPseudonyms : public test::DemoCityTest {
 protected:
  [[nodiscard]] Dataset demo(const std::string& seed = {}) const {
    auto dataset = readDataset({m_folder.path(), "demo_city"}, {.pseudonyms = seed});
    if (!dataset) throw std::runtime_error(dataset.error().sentence());
    return std::move(*dataset);
  }
  [[nodiscard]] json answer(const char* command, Words more) const {
    more.insert(more.end(), {"--json", "-"});
    const auto ran = run(command, more);
    if (ran.exitCode != 0) throw std::runtime_error(ran.err);
    return json::parse(ran.out);
  }
};

TEST_F(CliPseudonyms, InspectAnswersTheSameUnderOtherNumbers) {
  const Dataset shown = demo("17");
  const json before = answer("inspect", {"--index", "5"}),
             after = answer("inspect", {"--index", "5", "--pseudonyms", "17"});
  ASSERT_EQ(before["top"].size(), after["top"].size());
  for (std::size_t i = 0; i < before["top"].size(); ++i) {
    EXPECT_EQ(after["top"][i]["location"], shown.pseudonyms->location(before["top"][i]["location"])) << i;
    EXPECT_NEAR(after["top"][i]["probability"], before["top"][i]["probability"], 1e-6) << i;
  }
}

TEST_F(CliPseudonyms, NothingThatIsPrintedNamesAnyone) {
  const Dataset recorded = demo();
  for (const Words& command :
       {Words{"inspect", "--index", "5"}, Words{"explain", "--index", "5"}, Words{"counterfactuals", "--index", "5"}}) {
    Words more(command.begin() + 1, command.end());
    more.insert(more.end(), {"--pseudonyms", "17"});
    const auto ran = run(command.front().c_str(), more);
    ASSERT_EQ(ran.exitCode, 0) << ran.err;
    for (const auto& [location, name] : recorded.places.names()) EXPECT_THAT(ran.out, Not(HasSubstr(name)));
    for (const std::string& name : recorded.userNames) {
      if (name.empty()) continue;
      EXPECT_THAT(ran.out, Not(HasSubstr(name)));
    }
  }
}

TEST_F(CliPseudonyms, FiguresOfASplitStay) {
  const json before = answer("evaluate", {}), after = answer("evaluate", {"--pseudonyms", "17"});
  for (const char* figure : {"acc@1", "acc@5", "mrr", "ndcg@10", "f1", "loss"})
    EXPECT_NEAR(after["metrics"]["all"][figure].get<double>(), before["metrics"]["all"][figure].get<double>(), 1e-5)
        << figure;
}

TEST_F(CliPseudonyms, RulesAreRightWhereTheyWere) {
  const auto rules = [&](const Words& more) {
    Words words{"baselines", "--data", m_folder.path().string(), "--json", "-"};
    words.insert(words.end(), more.begin(), more.end());
    return json::parse(runSojourn(words).out)["rows"];
  };
  const json before = rules({}), after = rules({"--pseudonyms", "17"});
  ASSERT_EQ(after.size(), before.size());
  for (std::size_t i = 0; i < before.size(); ++i)
    for (const char* group : {"all", "known", "unseen"})
      for (const char* count : {"correct@1", "correct@3", "correct@5", "correct@10", "mrr"})
        EXPECT_EQ(after[i]["metrics"][group][count], before[i]["metrics"][group][count])
            << before[i]["name"] << " " << group << " " << count;
}

TEST_F(CliPseudonyms, IdsAndFiltersThatAreTypedArePseudonyms) {
  const Dataset recorded = demo(), shown = demo("17");
  const UserId user = recorded.split(Split::Test)->user(5);
  const auto count = [&](UserId filtered, const Words& more) {
    Words words{"--filter", "user:" + std::to_string(filtered)};
    words.insert(words.end(), more.begin(), more.end());
    return answer("evaluate", words)["n"];
  };
  EXPECT_EQ(count(shown.pseudonyms->user(user), {"--pseudonyms", "17"}), count(user, {}));
}

TEST_F(CliPseudonyms, SequenceFilesHoldRecordedIds) {
  const Dataset shown = demo("17");
  std::ofstream(m_folder / "one.json")
      << R"({"schema":"sojourn.sequence/1","user":2,"target":5,"visits":[)"
         R"({"location":5,"weekday":0,"start_minute":480,"duration_minutes":60,"days_ago":1},)"
         R"({"location":7,"weekday":1,"start_minute":480,"duration_minutes":60,"days_ago":0}]})";
  const std::string file = (m_folder / "one.json").string();
  const json before = answer("inspect", {"--sequence", file}),
             after = answer("inspect", {"--sequence", file, "--pseudonyms", "17"});
  EXPECT_EQ(after["top"][0]["location"], shown.pseudonyms->location(before["top"][0]["location"]));
  EXPECT_NEAR(after["top"][0]["probability"], before["top"][0]["probability"], 1e-6);
}

TEST_F(CliPseudonyms, ASeedThatIsNoneIsRefused) {
  const auto placeholder = run("inspect", {"--index", "5", "--pseudonyms", "SEED"});
  EXPECT_EQ(placeholder.exitCode, 2);
  EXPECT_THAT(placeholder.err, HasSubstr("ask who copied the link"));
  EXPECT_EQ(run("inspect", {"--index", "5", "--pseudonyms", ""}).exitCode, 2);
}

/// A line of CSV is a row; the first names the columns.
std::vector<std::vector<std::string>> csvRowsOf(const std::filesystem::path& file) {
  std::vector<std::vector<std::string>> rows;
  std::ifstream lines(file);
  for (std::string line; std::getline(lines, line);) {
    std::vector<std::string> row(1);
    for (const char c : line)
      if (c == ',')
        row.emplace_back();
      else
        row.back() += c;
    rows.push_back(std::move(row));
  }
  return rows;
}

class PreparedUnderPseudonyms : public ::testing::Test {
 protected:
  void SetUp() override {
    // Three people with two places each, a day apart, in February and March; their places are 2 km apart.
    std::ofstream csv(m_folder / "anna_and_friends.csv");
    csv << "user,lat,lon,time\n";
    const std::vector<std::string> people{"anna", "berta", "carla"};
    for (std::size_t p = 0; p < people.size(); ++p)
      for (int day = 0; day < 59; ++day)
        for (int hour = 0; hour < 24; ++hour) {
          const bool work = hour >= 9 && hour < 17;
          char line[160];
          std::snprintf(line, sizeof line, "%s,%.6f,%.6f,2021-%02d-%02dT%02d:00:00Z\n", people[p].c_str(),
                        47.1 + 0.05 * static_cast<double>(p) + (work ? 0.02 : 0), 8.5, day < 28 ? 2 : 3,
                        day < 28 ? day + 1 : day - 27, hour);
          csv << line;
        }
  }
  int prepare(const std::string& out, const Words& more) {
    Words words{"prepare",
                "--input",
                (m_folder / "anna_and_friends.csv").string(),
                "--format",
                "points-csv",
                "--out",
                (m_folder / out).string(),
                "--min-visits",
                "2"};
    words.insert(words.end(), more.begin(), more.end());
    const auto ran = runSojourn(words);
    if (ran.exitCode != 0) ADD_FAILURE() << ran.err;
    return ran.exitCode;
  }

  test::TempFolder m_folder;
};

TEST_F(PreparedUnderPseudonyms, NoFileNamesAPersonOrADay) {
  ASSERT_EQ(prepare("shown", {"--pseudonyms", "17"}), 0);
  std::size_t files = 0;
  for (const auto& entry : std::filesystem::recursive_directory_iterator(m_folder / "shown")) {
    if (!entry.is_regular_file()) continue;
    ++files;
    EXPECT_THAT(entry.path().filename().string(), Not(HasSubstr("anna")));
    const std::string text = textOfFile(entry.path());
    for (const char* word : {"anna", "berta", "carla", "2021-0"})
      EXPECT_THAT(text, Not(HasSubstr(word))) << entry.path();
  }
  EXPECT_GE(files, 8U);
}

TEST_F(PreparedUnderPseudonyms, TheDatasetIsTheSameButForItsNumbers) {
  ASSERT_EQ(prepare("shown", {"--pseudonyms", "17"}), 0);
  ASSERT_EQ(prepare("recorded", {"--name", "dataset"}), 0);
  const auto of = [&](const char* folder) {
    const auto located = locateDataset(m_folder / folder);
    if (!located) throw std::runtime_error(located.error().sentence());
    return *readDataset(*located);
  };
  const Dataset recorded = of("recorded"), shown = of("shown");
  EXPECT_EQ(shown.numUsers, recorded.numUsers);
  EXPECT_EQ(shown.numLocations, recorded.numLocations);
  for (const Split split : allSplits) {
    // What is left where the ids are taken away: lengths, days and minutes, and which visits are at one place.
    const auto shapes = [&](const SequenceSet& set) {
      std::multiset<std::vector<std::int64_t>> all;
      for (std::size_t row = 0; row < set.size(); ++row) {
        const Sequence sequence = set.sequence(row);
        std::vector<std::int64_t> shape;
        for (const Visit& visit : sequence.visits) {
          const auto first = std::ranges::find(sequence.visits, visit.location, &Visit::location);
          shape.insert(shape.end(), {first - sequence.visits.begin(), visit.weekday, visit.startMinute, visit.daysAgo});
        }
        all.insert(std::move(shape));
      }
      return all;
    };
    EXPECT_EQ(shapes(*shown.split(split)), shapes(*recorded.split(split))) << splitName(split);
    EXPECT_TRUE(std::ranges::is_sorted(shown.split(split)->users())) << "the order of rows tells nothing";
  }
}

TEST_F(PreparedUnderPseudonyms, TablesAgreeWithEachOtherAndTheSeedDecides) {
  ASSERT_EQ(prepare("shown", {"--pseudonyms", "17"}), 0);
  ASSERT_EQ(prepare("again", {"--pseudonyms", "17"}), 0);
  ASSERT_EQ(prepare("other", {"--pseudonyms", "18"}), 0);
  ASSERT_EQ(prepare("recorded", {}), 0);
  EXPECT_EQ(textOfFile(m_folder / "shown/visits.csv"), textOfFile(m_folder / "again/visits.csv"));
  EXPECT_NE(textOfFile(m_folder / "shown/visits.csv"), textOfFile(m_folder / "other/visits.csv"));
  const auto stays = csvRowsOf(m_folder / "shown/staypoints.csv"), visits = csvRowsOf(m_folder / "shown/visits.csv"),
             before = csvRowsOf(m_folder / "recorded/staypoints.csv");
  ASSERT_EQ(stays.size(), before.size());
  std::set<std::pair<std::string, std::string>> placesOfStays, placesOfVisits;
  for (std::size_t i = 1; i < stays.size(); ++i) placesOfStays.emplace(stays[i][0], stays[i][6]);
  for (std::size_t i = 1; i < visits.size(); ++i) placesOfVisits.emplace(visits[i][0], visits[i][1]);
  for (const auto& place : placesOfVisits) EXPECT_TRUE(placesOfStays.contains(place)) << place.first << place.second;
  // All of one user are shifted by the same whole weeks, so the time of day stays.
  std::multiset<std::string> clock, clockBefore;
  for (std::size_t i = 1; i < stays.size(); ++i) clock.insert(stays[i][1].substr(10));
  for (std::size_t i = 1; i < before.size(); ++i) clockBefore.insert(before[i][1].substr(10));
  EXPECT_EQ(clock, clockBefore);
}

}  // namespace
}  // namespace sojourn
