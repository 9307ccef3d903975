// SPDX-License-Identifier: GPL-3.0-or-later
// `sojourn explain`: the schema, the numbers against `inspect`, and what it refuses.
#include <cmath>
#include <csignal>
#include <filesystem>
#include <fstream>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "model/core/files.h"
#include "tests/cli/demo_city.h"
#include "tests/cli/program.h"
#include "tests/support/shared_data.h"
#include "tests/support/temp_folder.h"
#include "tests/support/text_file.h"

namespace sojourn {
namespace {

using nlohmann::json;
using test::runSojourn;
using ::testing::HasSubstr;

class CliExplain : public test::DemoCityTest {};

void expectQuality(const json& quality) {
  for (const char* key : {"comprehensiveness", "sufficiency", "deletion_auc", "insertion_auc"}) {
    ASSERT_TRUE(quality[key].is_number()) << key;
    EXPECT_LE(std::abs(quality[key].get<double>()), 1) << key;
  }
}

TEST_F(CliExplain, WritesTheSchemaAndAgreesWithInspect) {
  const auto explained = run("explain", {"--index", "3", "--json", "-"});
  ASSERT_EQ(explained.exitCode, 0) << explained.err;
  const json answer = explained.json();
  const json inspected = run("inspect", {"--index", "3", "--json", "-"}).json();
  EXPECT_EQ(answer["schema"], "sojourn.explanation/2");
  EXPECT_EQ(answer["target"], inspected["top"][0]["location"]) << "the prediction unless given";
  EXPECT_NEAR(answer["probability"].get<double>(), inspected["top"][0]["probability"].get<double>(), 1e-5);
  EXPECT_NEAR(answer["copy_share"].get<double>(),
              inspected["top"][0]["copied"].get<double>() / inspected["top"][0]["probability"].get<double>(), 1e-4);

  const std::vector<std::string> names{"pointer_weight",
                                       "copied_mass",
                                       "attention_rollout",
                                       "value_weighted_attention",
                                       "gradient",
                                       "gradient_x_input",
                                       "integrated_gradients",
                                       "integrated_gradients_embedding",
                                       "mask_one",
                                       "leave_one_out",
                                       "recency",
                                       "same_place",
                                       "random"};
  ASSERT_EQ(answer["methods"].size(), names.size());
  const std::size_t length = inspected["length"].get<std::size_t>();
  for (std::size_t m = 0; m < names.size(); ++m) {
    const json& method = answer["methods"][m];
    EXPECT_EQ(method["name"], names[m]);
    EXPECT_EQ(method["scores"].size(), length);
    expectQuality(method["masked"]);
    expectQuality(method["removed"]);
    EXPECT_EQ(method["p_value"].is_null(), names[m] == "random");
    EXPECT_EQ(method["p_holm"].is_null(), names[m] == "random");
    EXPECT_EQ(method["completeness_gap"].is_null(), !names[m].starts_with("integrated")) << names[m];
    if (method["p_value"].is_number()) {
      const double p = method["p_value"].get<double>();
      EXPECT_NEAR(p * 200, std::round(p * 200), 1e-9);
      EXPECT_GE(method["p_holm"].get<double>(), p);
    }
  }
  const json& weights = answer["methods"][0]["scores"];
  const json& copied = answer["methods"][1]["scores"];
  for (std::size_t i = 0; i < length; ++i) {
    EXPECT_NEAR(weights[i].get<double>(), inspected["pointer_weight"][i].get<double>(), 1e-6);
    const bool same = inspected["visits"][i]["location"] == answer["target"];
    EXPECT_NEAR(copied[i].get<double>(), same ? inspected["copied_mass"][i].get<double>() : 0, 1e-6);
  }
  EXPECT_EQ(answer, run("explain", {"--index", "3", "--json", "-"}).json()) << "seeds are fixed";
}

TEST_F(CliExplain, TakesATargetAContrastMethodsAndASequenceFile) {
  const json inspected = run("inspect", {"--index", "3", "--json", "-"}).json();
  const std::string second = std::to_string(inspected["top"][1]["location"].get<int>());
  const auto other = run("explain", {"--index", "3", "--target", second, "--methods", "mask_one,copy_path_rollout",
                                     "--shapley", "--json", "-"});
  ASSERT_EQ(other.exitCode, 0) << other.err;
  const json answer = other.json();
  EXPECT_EQ(answer["target"], inspected["top"][1]["location"]);
  EXPECT_NEAR(answer["probability"].get<double>(), inspected["top"][1]["probability"].get<double>(), 1e-5);
  ASSERT_EQ(answer["methods"].size(), 2U);
  EXPECT_EQ(answer["methods"][1]["name"], "copy_path_rollout");
  EXPECT_EQ(answer["controls"].size(), 3U);
  ASSERT_EQ(answer["shapley"].size(), 3U);
  for (const json& game : answer["shapley"]) {
    double sum = 0;
    for (const json& value : game["values"]) sum += value["value"].get<double>();
    EXPECT_NEAR(sum, game["whole"].get<double>() - game["empty"].get<double>(), 1e-5) << game["players"];
  }

  const auto mean = run(
      "explain", {"--index", "3", "--methods", "integrated_gradients", "--baseline", "mean_location", "--json", "-"});
  EXPECT_EQ(mean.json()["baseline"], "mean_location");
  EXPECT_EQ(mean.json()["methods"][0]["by_feature"]["user"][0], 0);
  EXPECT_NE(mean.json()["methods"][0]["by_feature"]["location"][0], 0);

  const std::string first = std::to_string(inspected["top"][0]["location"].get<int>());
  const json contrast =
      run("explain", {"--index", "3", "--target", first, "--rather-than", second, "--json", "-"}).json();
  EXPECT_NEAR(contrast["value"].get<double>(),
              inspected["top"][0]["probability"].get<double>() - inspected["top"][1]["probability"].get<double>(),
              1e-5);

  json file{{"schema", "sojourn.sequence/1"}, {"user", inspected["user"]}, {"target", nullptr}};
  for (json visit : inspected["visits"]) {
    visit.erase("position_from_end");
    file["visits"].push_back(visit);
  }
  const test::TempFolder folder;
  ASSERT_TRUE(writeFileAtomically(folder / "mine.json", file.dump()));
  json fromFile = run("explain", {"--sequence", (folder / "mine.json").string(), "--json", "-"}).json();
  EXPECT_TRUE(fromFile["index"].is_null());
  fromFile["index"] = 3;
  EXPECT_EQ(fromFile, run("explain", {"--index", "3", "--json", "-"}).json());
}

TEST_F(CliExplain, RefusesWithTheRightCode) {
  const auto unknown = run("explain", {"--index", "3", "--methods", "lime"});
  EXPECT_EQ(unknown.exitCode, 2);
  EXPECT_THAT(unknown.err, ::testing::AllOf(HasSubstr("lime"), HasSubstr("mask_one")));
  for (const char* target : {"-1", "1000000", "99999999999"}) {
    const auto place = run("explain", {"--index", "3", "--target", target});
    EXPECT_EQ(place.exitCode, 3) << target;
    EXPECT_THAT(place.err, HasSubstr("target")) << target;
  }
  EXPECT_EQ(run("explain", {"--index", "3", "--target", "home"}).exitCode, 2);
  EXPECT_EQ(run("explain", {"--index", "3", "--baseline", "noise"}).exitCode, 2);
  EXPECT_EQ(run("explain", {"--index", "3", "--samples", "9"}).exitCode, 2);
  EXPECT_EQ(run("explain", {"--samples", "9", "--target", "3"}).exitCode, 2);
  EXPECT_EQ(run("explain", {"--index", "3", "--truth"}).exitCode, 2);
  EXPECT_EQ(run("explain", {"--index", "100000"}).exitCode, 3);
  EXPECT_EQ(run("explain", {"--index", "3", "--split", "tomorrow"}).exitCode, 3);
}

TEST_F(CliExplain, SumsUpManySamples) {
  const auto many = run("explain", {"--samples", "40", "--truth", "--methods", "mask_one,recency", "--json", "-"});
  ASSERT_EQ(many.exitCode, 0) << many.err;
  const json answer = many.json();
  EXPECT_EQ(answer["schema"], "sojourn.explanation_summary/2");
  EXPECT_EQ(answer["samples"], 40);
  EXPECT_EQ(answer["explained"], "target");
  ASSERT_EQ(answer["methods"].size(), 2U);
  for (const json& method : answer["methods"]) {
    const json& figure = method["masked"]["deletion_auc"];
    EXPECT_LE(figure["low"].get<double>(), figure["mean"].get<double>());
    EXPECT_GE(figure["high"].get<double>(), figure["mean"].get<double>());
  }
  EXPECT_THAT(run("explain", {"--samples", "2", "--methods", "recency"}).out,
              ::testing::AllOf(HasSubstr("2 samples"), HasSubstr("visits removed"), HasSubstr("recency"),
                               HasSubstr("means without intervals, which need 5 users")));
}

/// Of thousands of samples: whenever the signal comes, the answer is of a part of them, and says so.
TEST(CliExplainInterrupted, SaysThatTheAnswerIsNotComplete) {
  SOJOURN_NEEDS_SHARED_DATA(data);
  const test::TempFolder folder;
  const std::string out = (folder / "out.json").string();
  bool partial = false;
  for (int delay = 500; delay <= 64'000 && !partial; delay *= 2) {
    const auto run = runSojourn(
        {"explain", "--data", (data / "geolife").string(), "--checkpoint",
         (data / "checkpoints/pointer_v45_geolife_full_model_best.pt").string(), "--samples", "3502", "--json", out},
        {}, delay, SIGINT);
    EXPECT_EQ(run.exitCode, 130) << run.err;
    if (!std::filesystem::exists(out)) continue;  // before the first sample
    const json answer = json::parse(test::textOfFile(out));
    EXPECT_EQ(answer["complete"], false);
    EXPECT_LT(answer["samples"], 3502);
    EXPECT_GT(answer["samples"], 0);
    partial = true;
  }
  EXPECT_TRUE(partial) << "nothing was explained in a minute";
}

TEST_F(CliExplain, PrintsTablesForPeople) {
  const auto explained = run("explain", {"--index", "3", "--shapley"});
  ASSERT_EQ(explained.exitCode, 0) << explained.err;
  EXPECT_THAT(explained.out, ::testing::AllOf(HasSubstr("copied_mass"), HasSubstr("total effect"), HasSubstr("p Holm"),
                                              HasSubstr("gate_0"), HasSubstr("Shapley, days")));
}

TEST(CliExplainMhsa, AMethodTheModelLacksIsTwo) {
  SOJOURN_NEEDS_SHARED_DATA(data);
  const std::vector<std::string> words{"explain",
                                       "--data",
                                       (data / "geolife").string(),
                                       "--checkpoint",
                                       (data / "checkpoints/mhsa_geolife_checkpoint.pt").string(),
                                       "--index",
                                       "2222"};
  std::vector<std::string> named = words;
  named.insert(named.end(), {"--methods", "copied_mass"});
  const auto refused = runSojourn(named);
  EXPECT_EQ(refused.exitCode, 2);
  EXPECT_THAT(refused.err, ::testing::AllOf(HasSubstr("copied_mass"), HasSubstr("pointer")));
  std::vector<std::string> all = words;
  all.insert(all.end(), {"--json", "-"});
  const auto run = runSojourn(all);
  ASSERT_EQ(run.exitCode, 0) << run.err;
  EXPECT_EQ(run.json()["methods"].size(), 11U);
  EXPECT_TRUE(run.json()["copy_share"].is_null());
  EXPECT_EQ(run.json()["methods"][4]["scores"], run.json()["methods"][5]["scores"])
      << "integrated gradients are one without a pointer";
}

TEST_F(CliExplain, ComparesModelsAndModelsOfRandomWeights) {
  const std::string checkpoint = (m_folder / "demo_city_pointer_v45.pt").string();
  const auto one = run("explain", {"--index", "3", "--methods", "pointer_weight,recency", "--also", checkpoint,
                                   checkpoint, "--sanity", "--json", "-"});
  ASSERT_EQ(one.exitCode, 0) << one.err;
  const json answer = one.json();
  EXPECT_EQ(answer["across_models"]["models"].size(), 3U);
  EXPECT_EQ(answer["across_models"]["target"], answer["target"]);
  EXPECT_EQ(answer["across_models"]["methods"][0]["tau_b"], json({1.0, 1.0, 1.0}));
  EXPECT_EQ(answer["across_models"]["methods"][0]["stable"], true);
  const json& randomization = answer["sanity"];
  ASSERT_EQ(randomization["methods"].size(), 2U);
  EXPECT_EQ(randomization["stages"].back()["block"], "embeddings");
  EXPECT_EQ(randomization["methods"][0]["tau_b"].size(), randomization["stages"].size());
  EXPECT_LT(randomization["methods"][0]["tau_b"].back().get<double>(), 0.9);
  EXPECT_EQ(randomization["methods"][1]["survives"], true) << "recency asks no model";

  const auto many = run("explain", {"--samples", "4", "--methods", "pointer_weight,recency", "--also", checkpoint,
                                    "--sanity", "--json", "-"});
  ASSERT_EQ(many.exitCode, 0) << many.err;
  EXPECT_EQ(many.json()["across_models"]["methods"][0]["beyond_chance"]["mean"], 1);
  EXPECT_EQ(many.json()["sanity"]["samples"], 4);
  EXPECT_LT(many.json()["sanity"]["methods"][0]["tau_b"]["mean"].get<double>(), 0.9);

  EXPECT_EQ(run("explain", {"--index", "3", "--also", (m_folder / "none.pt").string()}).exitCode, 3);
  const auto text = run("explain", {"--index", "3", "--methods", "pointer_weight", "--also", checkpoint, "--sanity"});
  EXPECT_THAT(text.out, HasSubstr("between models"));
  EXPECT_THAT(text.out, HasSubstr("weights randomized down to"));
}

}  // namespace
}  // namespace sojourn
