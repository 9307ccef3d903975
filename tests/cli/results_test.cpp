// SPDX-License-Identifier: GPL-3.0-or-later
// `sojourn results`: one row for the seeds of a model, from what the trainer wrote.
#include <cmath>
#include <filesystem>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "model/core/files.h"
#include "model/runs/store/run_files.h"
#include "model/runs/store/run_paths.h"
#include "tests/cli/program.h"
#include "tests/support/temp_folder.h"

namespace sojourn {
namespace {

using test::runSojourn;
using ::testing::ContainsRegex;
using ::testing::HasSubstr;

class CliResults : public ::testing::Test {
 protected:
  void SetUp() override {
    ASSERT_EQ(runSojourn({"demo", (folder / "city").string()}).exitCode, 0);
    ASSERT_TRUE(writeFileAtomically(folder / "small.yaml",
                                    "model: {name: lstm, d_model: 16, hidden_size: 16, num_layers: 1}\n"
                                    "training: {num_epochs: 1, warmup_epochs: 1, learning_rate: 0.005}\n"));
    train("a", {"seed=1"});
    train("b", {"seed=2"});
    train("again", {"seed=2"});
    train("faster", {"seed=1", "training.learning_rate=0.01"});
  }
  void train(const std::string& name, const std::vector<std::string>& values) {
    std::vector<std::string> words{"train", "--config",  (folder / "small.yaml").string(), "--data",
                                   city(),  "--run-dir", (folder / "runs" / name).string()};
    for (const std::string& value : values) words.insert(words.end(), {"--set", value});
    const auto trained = runSojourn(words);
    ASSERT_EQ(trained.exitCode, 0) << trained.err;
  }
  [[nodiscard]] std::string city() const { return (folder / "city").string(); }
  [[nodiscard]] std::string runs() const { return (folder / "runs").string(); }
  [[nodiscard]] RunPaths run(const std::string& name) const { return RunPaths{folder / "runs" / name}; }

  test::TempFolder folder;
};

TEST_F(CliResults, SeedsAreOneRowAndRulesStandBeside) {
  const auto shown = runSojourn({"results", "--runs", runs(), "--data", city(), "--json", "-"});
  ASSERT_EQ(shown.exitCode, 0) << shown.err;
  const auto json = shown.json();
  EXPECT_EQ(json["schema"], "sojourn.model_results/1");
  EXPECT_EQ(json["not_counted"], 1) << "the seed that was trained twice";
  ASSERT_EQ(json["models"].size(), 2U);
  const bool firstHasTwo = json["models"][0]["runs"].size() == 2;
  const auto& two = json["models"][firstHasTwo ? 0 : 1];
  const auto& one = json["models"][firstHasTwo ? 1 : 0];
  EXPECT_EQ(two["model"], "lstm");
  EXPECT_THAT(one["settings"].get<std::string>(), HasSubstr("0.01"));
  EXPECT_TRUE(one["metrics"]["all"]["acc@1"]["sd"].is_null());
  EXPECT_EQ(two["distance_km"]["mean"]["n"], 2) << "the demo city has coordinates";
  const auto written = readRunResults(run("a").results());
  ASSERT_TRUE(written && written->test && written->test->distance);
  const DistanceErrors& errors = *written->test->distance;
  EXPECT_GT(errors.measured, 100U);
  EXPECT_TRUE(errors.mean.hasInterval());
  EXPECT_GE(*errors.mean.value, two["distance_km"]["mean"]["low"].get<double>());
  EXPECT_LE(*errors.mean.value, two["distance_km"]["mean"]["high"].get<double>());

  const auto a = readRunResults(run("a").results()), b = readRunResults(run("b").results());
  ASSERT_TRUE(a && b && a->test && b->test);
  // The same seed gives the same figures, so it does not matter which of b and again counts.
  const Metrics &first = a->test->metrics.known, &second = b->test->metrics.known;
  const auto& known = two["metrics"]["known"];
  EXPECT_NEAR(known["acc@1"]["mean"].get<double>(), (first.accuracy[0] + second.accuracy[0]) / 2, 1e-9);
  EXPECT_NEAR(known["acc@1"]["sd"].get<double>(), std::abs(first.accuracy[0] - second.accuracy[0]) / std::sqrt(2.0),
              1e-9);
  EXPECT_NEAR(known["f1"]["mean"].get<double>(), 50 * (first.f1 + second.f1), 1e-9);
  EXPECT_GT(two["seconds"]["mean"].get<double>(), 0);
  EXPECT_TRUE(two["claimed"].is_null()) << "nobody claims anything about the demo city";
  ASSERT_EQ(json["rules"].size(), 4U);
  EXPECT_EQ(json["rules"][0]["metrics"]["all"]["n"], two["metrics"]["all"]["n"]);
  EXPECT_EQ(readViewerNotes(run("a").viewer())->reveals, 1);
  EXPECT_EQ(readViewerNotes(run("b").viewer())->reveals + readViewerNotes(run("again").viewer())->reveals, 1)
      << "the figures of the other were not shown";

  const auto table = runSojourn({"results", "--runs", runs()});
  EXPECT_THAT(table.out, ContainsRegex("Runs that do not count:\n  .*runs/(b|again) repeats seed 2 of "));
}

TEST_F(CliResults, RunsThatCannotBeCountedAreShownAndSaidOnce) {
  const auto before = runSojourn({"results", "--runs", runs(), "--json", "-"});
  for (const char* name : {"a", "faster"}) ASSERT_TRUE(writeFileAtomically(run(name).viewer(), "{\"name\": 5}"));
  const auto shown = runSojourn({"results", "--runs", runs(), "--json", "-"});
  ASSERT_EQ(shown.exitCode, 0) << shown.err;
  EXPECT_EQ(shown.json()["models"].size(), before.json()["models"].size());
  EXPECT_THAT(shown.err, HasSubstr("viewer.json"));
  EXPECT_THAT(shown.err, HasSubstr("not counted, nor of 1 other runs"));
}

TEST_F(CliResults, SaysWhatItRefuses) {
  const auto empty = runSojourn({"results", "--runs", city()});
  EXPECT_EQ(empty.exitCode, 3);
  EXPECT_THAT(empty.err, HasSubstr("holds no finished run"));
  std::filesystem::remove(run("b").results().string());
  std::filesystem::remove(run("again").results().string());
  ASSERT_TRUE(writeFileAtomically(folder / "runs/faster/results.json", "{\"schema\": \"sojourn.results/1\"}"));
  const auto rest = runSojourn({"results", "--runs", runs(), "--json", "-"});
  EXPECT_EQ(rest.json()["models"].size(), 1U) << "a broken run costs its row only";
  EXPECT_EQ(rest.json()["not_counted"], 3);
}

}  // namespace
}  // namespace sojourn
