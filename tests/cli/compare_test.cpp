// SPDX-License-Identifier: GPL-3.0-or-later
// `sojourn compare` on the real data (SPEC 11's figures), and what it refuses.
#include <array>
#include <fstream>
#include <sstream>

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include "tests/cli/demo_city.h"
#include "tests/cli/program.h"
#include "tests/support/shared_data.h"
#include "tests/support/temp_folder.h"

namespace sojourn {
namespace {

using test::runSojourn;

/// "both right, only first, only second, both wrong"
std::array<int, 4> counts(const nlohmann::json& agreement) {
  return {agreement["both_right"], agreement["only_a"], agreement["only_b"], agreement["both_wrong"]};
}

TEST(CliCompare, PointerV45AgainstMhsaAndTheRule) {
  SOJOURN_NEEDS_SHARED_DATA(data);
  const test::TempFolder folder;
  const std::string v45 = (data / "checkpoints/pointer_v45_geolife_full_model_best.pt").string();
  const std::string mhsa = (data / "checkpoints/mhsa_geolife_checkpoint.pt").string();
  const auto run =
      runSojourn({"compare", "--data", (data / "geolife").string(), "--model", v45, "--model", mhsa, "--model",
                  "window_frequency", "--device", "cpu", "--per-sample", (folder / "s.csv").string(), "--json", "-"});
  ASSERT_EQ(run.exitCode, 0) << run.err;
  const auto json = run.json();
  EXPECT_EQ(json["schema"], "sojourn.comparison/1");
  EXPECT_EQ(json["split"], "test");
  EXPECT_EQ(json["n"], 3502);
  ASSERT_EQ(json["models"].size(), 3U);
  EXPECT_EQ(json["models"][0]["kind"], "pointer_v45");
  EXPECT_EQ(json["models"][0]["metrics"]["all"]["correct@1"], 1891);
  EXPECT_TRUE(json["models"][0].contains("device_name"));
  EXPECT_FALSE(json["models"][2].contains("device")) << "a rule";
  EXPECT_EQ(json["models"][1]["kind"], "mhsa");
  EXPECT_EQ(json["models"][1]["metrics"]["all"]["correct@1"], 1087);
  EXPECT_EQ(json["models"][2]["kind"], "rule");
  EXPECT_EQ(json["models"][2]["metrics"]["all"]["correct@1"], 1471);
  EXPECT_TRUE(json["models"][2]["metrics"]["all"]["loss"].is_null());
  EXPECT_NEAR(json["models"][0]["ece"].get<double>(), 0.0576, 0.0001);
  EXPECT_NEAR(json["models"][1]["ece"].get<double>(), 0.0938, 0.0001);
  EXPECT_TRUE(json["models"][2]["ece"].is_null());

  ASSERT_EQ(json["pairs"].size(), 3U);
  const auto& pair = json["pairs"][0];
  EXPECT_EQ(counts(pair["all"]), (std::array{896, 995, 191, 1420}));
  EXPECT_EQ(counts(pair["known"]), (std::array{896, 584, 191, 1033}));
  EXPECT_EQ(counts(json["pairs"][1]["all"]), (std::array{1154, 737, 317, 1294}));
  const auto& all = pair["difference"]["acc@1"]["all"];
  EXPECT_NEAR(all["value"].get<double>(), 22.96, 0.005);
  EXPECT_NEAR(all["low"].get<double>(), 9.0, 1);
  EXPECT_NEAR(all["high"].get<double>(), 36.1, 1);
  EXPECT_NEAR(all["naive_low"].get<double>(), 21.2, 0.1);
  EXPECT_NEAR(all["naive_high"].get<double>(), 24.7, 0.1);

  const auto& error = json["models"][0]["distance_km"];
  EXPECT_EQ(error["wrong"], 1070);
  EXPECT_NEAR(error["wrong_median"].get<double>(), 2.944, 0.002) << "as evaluate says";
  EXPECT_LE(error["mean_low"].get<double>(), error["mean"].get<double>());
  EXPECT_GE(error["mean_high"].get<double>(), error["mean"].get<double>());
  const auto& closer = pair["distance_km"];
  EXPECT_LE(closer["n"].get<int>(), error["n"].get<int>()) << "samples that both are measured on";
  EXPECT_LT(closer["mean"].get<double>(), 0) << "V45 is nearer";
  EXPECT_GT(all["p_holm"].get<double>(), all["p"].get<double>());
  const auto& known = pair["difference"]["acc@1"]["known"];
  EXPECT_NEAR(known["value"].get<double>(), 14.53, 0.005);
  EXPECT_NEAR(known["low"].get<double>(), 4.3, 1);
  EXPECT_NEAR(known["high"].get<double>(), 28.8, 1);

  const auto slice = [&](const char* by, const char* value) {
    for (const auto& one : json["slices"])
      if (one["by"] == by && one["value"] == value) return one;
    ADD_FAILURE() << by << " " << value;
    return nlohmann::json();
  };
  const auto absent = slice("in_window", "no");
  EXPECT_EQ(absent["n"], 567);
  EXPECT_NEAR(absent["acc@1"][0].get<double>(), 100.0 / 567, 1e-6) << "V45 has one right where it cannot copy";
  EXPECT_NEAR(absent["acc@1"][1].get<double>(), 1400.0 / 567, 1e-6);

  std::ifstream csv(folder / "s.csv");
  std::string line;
  std::getline(csv, line);
  EXPECT_TRUE(line.starts_with("index,user,length,target,in_history,unseen,A_prediction,A_correct,A_rank")) << line;
  std::size_t lines = 0;
  while (std::getline(csv, line)) ++lines;
  EXPECT_EQ(lines, 3502U);
}

class CliCompareDemo : public test::DemoCityTest {
 protected:
  [[nodiscard]] test::ProgramRun compare(std::vector<std::string> more) const {
    more.insert(more.begin(), {"compare", "--data", m_folder.path().string()});
    return runSojourn(more);
  }
  [[nodiscard]] std::string checkpoint() const { return (m_folder / "demo_city_pointer_v45.pt").string(); }
};

TEST_F(CliCompareDemo, PrintsWhoIsRightAndByHowMuch) {
  const auto run = compare({"--model", checkpoint(), "--model", "most_recent"});
  ASSERT_EQ(run.exitCode, 0) << run.err;
  for (const char* part : {"A  ", "B  most_recent", "both right", "Acc@1 difference", "naive", "resampling"})
    EXPECT_NE(run.out.find(part), std::string::npos) << part << "\n" << run.out;
}

TEST_F(CliCompareDemo, ItsOwnCsvOfPredictionsIsTheSameModel) {
  const auto first = compare({"--model", "window_frequency", "--model", "most_recent", "--json", "-", "--per-sample",
                              (m_folder / "s.csv").string()});
  ASSERT_EQ(first.exitCode, 0) << first.err;
  std::ifstream lines(m_folder / "s.csv");
  std::ofstream predictions(m_folder / "answers.csv");
  predictions << "index,rank1\n";
  std::string line;
  std::getline(lines, line);
  while (std::getline(lines, line)) {
    std::vector<std::string> cells;
    std::istringstream row(line);
    for (std::string cell; std::getline(row, cell, ',');) cells.push_back(cell);
    predictions << cells[0] << ',' << cells[6] << '\n';
  }
  predictions.close();
  const auto run =
      compare({"--model", (m_folder / "answers.csv").string(), "--model", "window_frequency", "--json", "-"});
  ASSERT_EQ(run.exitCode, 0) << run.err;
  const auto json = run.json();
  EXPECT_EQ(json["models"][0]["kind"], "predictions");
  const auto agreement = counts(json["pairs"][0]["all"]);
  EXPECT_GT(agreement[0], 0);
  EXPECT_EQ(agreement[1], 0);
  EXPECT_EQ(agreement[2], 0);
}

TEST_F(CliCompareDemo, RanksThatAFileDoesNotListAreNotCounted) {
  std::ofstream file(m_folder / "three.csv");
  file << "index,rank1,rank2,rank3\n";
  const auto rows = runSojourn({"baselines", "--data", m_folder.path().string(), "--json", "-"})
                        .json()["rows"][0]["metrics"]["all"]["n"]
                        .get<int>();
  for (int row = 0; row < rows; ++row) file << row << ",2,3,4\n";
  file.close();
  const auto run =
      compare({"--model", (m_folder / "three.csv").string(), "--model", "window_frequency", "--json", "-"});
  ASSERT_EQ(run.exitCode, 0) << run.err;
  const auto json = run.json();
  const auto& figures = json["models"][0]["metrics"]["all"];
  EXPECT_EQ(json["models"][0]["ranks"], 3);
  for (const char* known : {"acc@1", "acc@3", "correct@3", "f1"}) EXPECT_TRUE(figures[known].is_number()) << known;
  for (const char* unknown : {"acc@5", "correct@5", "acc@10", "mrr", "ndcg@10"})
    EXPECT_TRUE(figures[unknown].is_null()) << unknown;
  EXPECT_TRUE(json["pairs"][0]["difference"]["mrr"]["all"]["value"].is_null());
  EXPECT_TRUE(json["pairs"][0]["difference"]["acc@1"]["all"]["value"].is_number());
  EXPECT_TRUE(json["models"][1]["metrics"]["all"]["mrr"].is_number()) << "a rule's lists are whole";
  const auto table = compare({"--model", (m_folder / "three.csv").string(), "--model", "window_frequency"});
  EXPECT_NE(table.out.find("A lists 3 ranks of every sample"), std::string::npos) << table.out;
}

TEST_F(CliCompareDemo, HeadsAreGivenForEachCheckpoint) {
  const auto twice =
      compare({"--model", checkpoint(), "--model", checkpoint(), "--heads", "2", "--heads", "4", "--json", "-"});
  ASSERT_EQ(twice.exitCode, 0) << twice.err;
  const auto models = twice.json()["models"];
  EXPECT_NE(models[0]["metrics"], models[1]["metrics"]) << "read with other heads it answers otherwise";
  const auto wrong = compare({"--model", checkpoint(), "--model", "most_recent", "--heads", "2", "--heads", "4"});
  EXPECT_EQ(wrong.exitCode, 2);
  EXPECT_NE(wrong.err.find("--heads: is given 2 times for 1 checkpoints"), std::string::npos) << wrong.err;
  const auto rule = compare({"--model", checkpoint(), "--model", "most_recnt"});
  EXPECT_EQ(rule.exitCode, 2);
  EXPECT_NE(rule.err.find("did you mean most_recent?"), std::string::npos) << rule.err;
}

TEST_F(CliCompareDemo, FiltersByTheFirstModelsAnswers) {
  const auto run =
      compare({"--model", checkpoint(), "--model", "most_recent", "--filter", "right known", "--json", "-"});
  ASSERT_EQ(run.exitCode, 0) << run.err;
  const auto json = run.json();
  EXPECT_GT(json["n"], 0);
  EXPECT_EQ(json["n"], json["models"][0]["metrics"]["all"]["correct@1"]);
  EXPECT_EQ(json["models"][0]["metrics"]["unseen"]["n"], 0);
}

TEST_F(CliCompareDemo, RefusesWithWhatAndWhere) {
  EXPECT_EQ(compare({"--model", checkpoint()}).exitCode, 2) << "one model";
  EXPECT_EQ(compare({"--model", checkpoint(), "--model", "most_recent", "--filter", "gate<"}).exitCode, 2);
  const auto none = compare({"--model", checkpoint(), "--model", "most_recent", "--filter", "len>5000"});
  EXPECT_EQ(none.exitCode, 3);
  EXPECT_NE(none.err.find("no sample matches"), std::string::npos) << none.err;
  std::ofstream(m_folder / "bad.csv") << "index,rank1,probability1\n0,5,nan\n";
  const auto bad = compare({"--model", checkpoint(), "--model", (m_folder / "bad.csv").string()});
  EXPECT_EQ(bad.exitCode, 3);
  EXPECT_NE(bad.err.find("bad.csv, line 2: probability1 is not from 0 to 1"), std::string::npos) << bad.err;
  EXPECT_EQ(compare({"--model", checkpoint(), "--model", (m_folder / "absent.pt").string()}).exitCode, 3);
}

}  // namespace
}  // namespace sojourn
