// SPDX-License-Identifier: GPL-3.0-or-later
// `sojourn evaluate` on the real checkpoints: SPEC 10's figures to the sample.
#include <algorithm>
#include <fstream>
#include <sstream>

#include <fcntl.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <sys/stat.h>
#include <unistd.h>

#include "model/core/files.h"
#include "tests/cli/demo_city.h"
#include "tests/cli/program.h"
#include "tests/support/shared_data.h"
#include "tests/support/temp_folder.h"

namespace sojourn {
namespace {

using test::runSojourn;
using ::testing::HasSubstr;

const char* const pointerFile = "checkpoints/pointer_v45_geolife_full_model_best.pt";
const char* const mhsaFile = "checkpoints/mhsa_geolife_checkpoint.pt";

std::vector<std::string> evaluation(const std::filesystem::path& data, const char* checkpoint,
                                    const std::vector<std::string>& more) {
  std::vector<std::string> words{
      "evaluate", "--data", (data / "geolife").string(), "--checkpoint", (data / checkpoint).string(),
      "--device", "cpu"};
  words.insert(words.end(), more.begin(), more.end());
  return words;
}

std::vector<std::vector<std::string>> readCsv(const std::filesystem::path& path) {
  std::ifstream file(path);
  std::vector<std::vector<std::string>> rows;
  for (std::string line; std::getline(file, line);) {
    std::istringstream cells(line + ",");
    rows.emplace_back();
    for (std::string cell; std::getline(cells, cell, ',');) rows.back().push_back(cell);
  }
  return rows;
}

TEST(CliEvaluate, PointerV45OnTheTestSet) {
  SOJOURN_NEEDS_SHARED_DATA(data);
  const test::TempFolder folder;
  const auto run =
      runSojourn(evaluation(data, pointerFile, {"--json", "-", "--per-sample", (folder / "s.csv").string()}));
  ASSERT_EQ(run.exitCode, 0) << run.err;
  EXPECT_EQ(run.err, "") << "no progress where standard error is no terminal";
  const auto json = run.json();
  EXPECT_EQ(json["schema"], "sojourn.evaluation/1");
  EXPECT_EQ(json["model"], "pointer_v45");
  EXPECT_EQ(json["dataset"], "geolife_eps20_prev7");
  EXPECT_EQ(json["split"], "test");
  EXPECT_EQ(json["n"], 3502);
  EXPECT_EQ(json["device"], "cpu");
  EXPECT_GT(json["seconds"], 0.0);
  EXPECT_GE(json["threads"], 1);
  EXPECT_THAT(json["loss_kind"].get<std::string>(), HasSubstr("0.03"));
  const auto& all = json["metrics"]["all"];
  EXPECT_EQ(all["n"], 3502);
  EXPECT_EQ(all["correct@1"], 1891);
  EXPECT_NEAR(all["correct@3"].get<int>(), 2671, 2);
  EXPECT_EQ(all["correct@5"], 2840);
  EXPECT_EQ(all["correct@10"], 2955);
  EXPECT_NEAR(all["acc@1"].get<double>(), 53.998, 0.001);
  EXPECT_NEAR(all["acc@5"].get<double>(), 81.097, 0.001);
  EXPECT_NEAR(all["acc@10"].get<double>(), 84.380, 0.001);
  EXPECT_NEAR(all["mrr"].get<double>(), 65.836, 0.002);
  EXPECT_NEAR(all["ndcg@10"].get<double>(), 70.236, 0.002);
  EXPECT_NEAR(all["f1"].get<double>(), 0.4978, 0.001) << "the published run recorded 0.49777";
  EXPECT_LT(all["cross_entropy"].get<double>(), all["loss"].get<double>()) << "smoothing costs";
  EXPECT_EQ(json["distance_km"]["wrong"], 1070);
  EXPECT_NEAR(json["distance_km"]["wrong_median"].get<double>(), 2.944, 0.002);
  EXPECT_NEAR(json["distance_km"]["wrong_within_200m"].get<double>(), 0.029, 0.0001);
  EXPECT_EQ(json["metrics"]["known"]["n"], 2704);
  EXPECT_EQ(json["metrics"]["known"]["correct@1"], 1480);
  EXPECT_NEAR(json["metrics"]["known"]["acc@1"].get<double>(), 54.734, 0.001);
  EXPECT_EQ(json["metrics"]["unseen"]["n"], 798);
  EXPECT_EQ(json["metrics"]["unseen"]["correct@1"], 411);

  const auto rows = readCsv(folder / "s.csv");
  ASSERT_EQ(rows.size(), 3503U);
  EXPECT_EQ(rows[0],
            (std::vector<std::string>{"index", "user", "length", "target", "prediction", "correct", "probability",
                                      "target_probability", "rank", "gate", "copy_share", "in_history", "unseen"}));
  int correct = 0, inHistory = 0, unseen = 0;
  double gate = 0;
  for (std::size_t i = 1; i < rows.size(); ++i) {
    ASSERT_EQ(rows[i].size(), 13U) << i;
    EXPECT_EQ(rows[i][0], std::to_string(i - 1));
    EXPECT_EQ(rows[i][5] == "1", rows[i][3] == rows[i][4]) << i;
    EXPECT_EQ(rows[i][5] == "1", rows[i][8] == "1") << i;
    correct += rows[i][5] == "1" ? 1 : 0;
    inHistory += rows[i][11] == "1" ? 1 : 0;
    unseen += rows[i][12] == "1" ? 1 : 0;
    gate += std::stod(rows[i][9]);
  }
  EXPECT_EQ(correct, 1891);
  EXPECT_EQ(inHistory, 2935);
  EXPECT_EQ(unseen, 798);
  EXPECT_NEAR(gate / 3502, 0.6696, 0.0001);
}

TEST(CliEvaluate, MhsaOnTestAndValidation) {
  SOJOURN_NEEDS_SHARED_DATA(data);
  const test::TempFolder folder;
  const auto onTest =
      runSojourn(evaluation(data, mhsaFile, {"--json", "-", "--per-sample", (folder / "s.csv").string()}));
  ASSERT_EQ(onTest.exitCode, 0) << onTest.err;
  const auto json = onTest.json();
  EXPECT_EQ(json["model"], "mhsa");
  EXPECT_EQ(json["metrics"]["all"]["correct@1"], 1087);
  EXPECT_NEAR(json["metrics"]["known"]["acc@1"].get<double>(), 40.20, 0.005);
  EXPECT_NEAR(json["metrics"]["all"]["loss"].get<double>(), json["metrics"]["all"]["cross_entropy"].get<double>(),
              1e-9);
  const auto rows = readCsv(folder / "s.csv");
  ASSERT_EQ(rows.size(), 3503U);
  EXPECT_EQ(rows[1][9], "") << "a model without a gate leaves the cell empty";
  EXPECT_EQ(rows[1][10], "");

  const auto onValidation = runSojourn(evaluation(data, mhsaFile, {"--split", "validation", "--json", "-"}));
  ASSERT_EQ(onValidation.exitCode, 0) << onValidation.err;
  EXPECT_EQ(onValidation.json()["metrics"]["all"]["correct@1"], 1363);
  EXPECT_EQ(onValidation.json()["n"], 3334);
}

TEST(CliEvaluate, WritesATableForPeopleAndJsonToAFile) {
  SOJOURN_NEEDS_SHARED_DATA(data);
  const auto table = runSojourn(evaluation(data, mhsaFile, {"--threads", "1"}));
  EXPECT_EQ(table.exitCode, 0) << table.err;
  EXPECT_THAT(table.out, HasSubstr("31.04"));
  EXPECT_THAT(table.out, HasSubstr("40.20"));
  EXPECT_THAT(table.out, HasSubstr("unseen"));

  const test::TempFolder folder;
  const auto file =
      runSojourn(evaluation(data, mhsaFile, {"--threads", "1", "--json", "out.json"}), folder.path().string());
  EXPECT_EQ(file.exitCode, 0) << file.err;
  EXPECT_EQ(file.out, "");
  std::ifstream written(folder / "out.json");
  const auto json = nlohmann::json::parse(written, nullptr, false);
  EXPECT_EQ(json["metrics"]["all"]["correct@1"], 1087);
  EXPECT_EQ(json["threads"], 1);
}

TEST(CliEvaluate, AnAnswerThatCannotBeWrittenIsFailedWork) {
  SOJOURN_NEEDS_SHARED_DATA(data);
  const auto run = runSojourn(evaluation(data, mhsaFile, {"--json", "/nonexistent/out.json"}));
  EXPECT_EQ(run.exitCode, 4);
  EXPECT_THAT(run.err, HasSubstr("/nonexistent/out.json"));
}

TEST(CliEvaluate, CheckpointsThatAreNoneAreBadInputAndNamed) {
  SOJOURN_NEEDS_SHARED_DATA(data);
  const test::TempFolder folder;
  const auto whole = readFile(data / pointerFile, 10'000'000);
  ASSERT_TRUE(whole);
  for (const std::size_t length :
       {std::size_t{0}, std::size_t{3}, std::size_t{1000}, whole->size() / 2, whole->size() - 1}) {
    const auto file = folder / "cut.pt";
    ASSERT_TRUE(writeFileAtomically(file, std::span(*whole).first(length)));
    const auto run =
        runSojourn({"evaluate", "--data", (data / "geolife").string(), "--checkpoint", file.string(), "--json", "-"});
    EXPECT_EQ(run.exitCode, 3) << length << "\n" << run.err;
    EXPECT_EQ(run.out, "") << length;
    EXPECT_THAT(run.err, HasSubstr(file.string())) << length;
  }
}

TEST(CliEvaluate, ADatasetOfAnotherVocabularyIsRefusedWithBothSizes) {
  SOJOURN_NEEDS_SHARED_DATA(data);
  const test::TempFolder folder;
  // The same visits with one location beyond the vocabulary: pickled by hand as a list of dicts of lists.
  std::string pickle = "\x80\x02]}(";
  const auto text = [](const std::string& word) {
    return std::string("X") + static_cast<char>(word.size()) + std::string(3, '\0') + word;
  };
  const auto list = [](std::initializer_list<int> numbers) {
    std::string bytes = "](";
    for (const int number : numbers)
      bytes += std::string("M") + static_cast<char>(number % 256) + static_cast<char>(number / 256);
    return bytes + "e";
  };
  pickle += text("X") + list({5, 1187, 6}) + text("user_X") + list({1, 1, 1}) + text("weekday_X") + list({0, 0, 1}) +
            text("start_min_X") + list({60, 600, 60}) + text("dur_X") + list({30, 60, 90}) + text("diff") +
            list({2, 2, 1}) + text("Y") + "K\x05" + "ua.";
  ASSERT_TRUE(writeFileAtomically(folder / "other_test.pk", pickle));
  const auto run = runSojourn({"evaluate", "--data", folder.path().string(), "--checkpoint",
                               (data / pointerFile).string(), "--device", "cpu", "--json", "-"});
  EXPECT_EQ(run.exitCode, 3) << run.err;
  EXPECT_EQ(run.out, "");
  EXPECT_THAT(run.err, HasSubstr("other_test.pk"));
  EXPECT_THAT(run.err, HasSubstr("1187"));
}

class CliEvaluateDemo : public test::DemoCityTest {};

TEST_F(CliEvaluateDemo, AFilterRestrictsEveryFigure) {
  const auto all = run("evaluate", {"--json", "-"}).json();
  const auto right = run("evaluate", {"--json", "-", "--filter", "right"});
  ASSERT_EQ(right.exitCode, 0) << right.err;
  const auto json = right.json();
  EXPECT_EQ(json["n"], all["metrics"]["all"]["correct@1"]);
  EXPECT_EQ(json["metrics"]["all"]["acc@1"], 100);
  EXPECT_EQ(json["filter"], "right");
  const auto table = run("evaluate", {"--per-sample", "-", "--filter", "right"});
  EXPECT_TRUE(table.out.starts_with("index,user,")) << "standard output is the CSV alone";
  EXPECT_EQ(std::ranges::count(table.out, '\n'), json["n"].get<int>() + 1);
  const auto plain = run("evaluate", {});
  EXPECT_EQ(plain.out.find("\u2009"), std::string::npos) << "no thin spaces where a program reads";
}

TEST_F(CliEvaluateDemo, APipeAndADeviceStayWhatTheyAre) {
  const std::filesystem::path pipe = m_folder / "pipe";
  ASSERT_EQ(::mkfifo(pipe.c_str(), 0600), 0);
  const int held = ::open(pipe.c_str(), O_RDWR | O_NONBLOCK);  // so that nothing waits for a reader
  const auto run = runSojourn({"info", m_folder.path().string(), "--json", pipe.string()});
  EXPECT_EQ(run.exitCode, 0) << run.err;
  EXPECT_TRUE(std::filesystem::is_fifo(pipe)) << "the pipe was replaced";
  char first = 0;
  EXPECT_EQ(::read(held, &first, 1), 1);
  EXPECT_EQ(first, '{');
  ::close(held);
  const auto full = this->run("evaluate", {"--per-sample", "/dev/full"});
  EXPECT_EQ(full.exitCode, 4) << full.err;
  EXPECT_THAT(full.err, HasSubstr("/dev/full"));
  EXPECT_TRUE(std::filesystem::is_character_file("/dev/full"));
}

TEST_F(CliEvaluateDemo, SaysThatTheCheckpointIsOfAnotherDataset) {
  const auto own = run("evaluate", {"--json", "-"});
  ASSERT_EQ(own.exitCode, 0) << own.err;
  EXPECT_EQ(own.err, "");
  EXPECT_TRUE(own.json()["problems"].empty());

  // The same size by another name.
  const test::TempFolder other;
  for (const auto& entry : std::filesystem::directory_iterator(m_folder.path())) {
    std::string name = entry.path().filename().string();
    if (name.starts_with("demo_city_") && !name.ends_with(".pt"))
      std::filesystem::copy(entry.path(), other / name.replace(0, 9, "other_town"));
  }
  const std::string checkpoint = (m_folder / "demo_city_pointer_v45.pt").string();
  const auto foreign =
      runSojourn({"evaluate", "--data", other.path().string(), "--checkpoint", checkpoint, "--json", "-"});
  EXPECT_EQ(foreign.exitCode, 0) << foreign.err;
  EXPECT_THAT(foreign.err, HasSubstr("warning: demo_city_pointer_v45.pt: was trained on the dataset demo_city, not on "
                                     "other_town"));
  ASSERT_EQ(foreign.json()["problems"].size(), 1U);
  EXPECT_EQ(foreign.json()["problems"][0]["severity"], "warning");
  EXPECT_THAT(runSojourn({"inspect", "--data", other.path().string(), "--checkpoint", checkpoint, "--index", "0"}).err,
              HasSubstr("not on other_town"));

  // The same name and size, another fingerprint: only the run knows.
  std::filesystem::create_directories(other / "run/checkpoints");
  std::filesystem::copy(checkpoint, other / "run/checkpoints/best.pt");
  std::ofstream(other / "run/run.json")
      << R"({"schema": "sojourn.run/1", "dataset": {"path": "/x", "prefix": "demo_city", "fingerprint": "00",)"
      << R"( "splits": {"train": 1, "validation": 1, "test": 1}}})";
  const auto changed = runSojourn(
      {"evaluate", "--data", m_folder.path().string(), "--checkpoint", (other / "run/checkpoints/best.pt").string()});
  EXPECT_EQ(changed.exitCode, 0) << changed.err;
  EXPECT_THAT(changed.err, HasSubstr("was trained on other data than these, which have the same name demo_city"));
}

}  // namespace
}  // namespace sojourn
