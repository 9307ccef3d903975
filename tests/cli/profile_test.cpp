// SPDX-License-Identifier: GPL-3.0-or-later
// `sojourn profile` on the real data (SPEC 11's figures), and what it refuses.
#include <algorithm>
#include <filesystem>
#include <fstream>

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include "tests/cli/demo_city.h"
#include "tests/cli/program.h"
#include "tests/support/shared_data.h"
#include "tests/support/temp_folder.h"

namespace sojourn {
namespace {

using test::runSojourn;

TEST(CliProfile, OfPointerV45OnGeoLife) {
  SOJOURN_NEEDS_SHARED_DATA(data);
  const test::TempFolder folder;
  const auto run = runSojourn({"profile", "--data", (data / "geolife").string(), "--checkpoint",
                               (data / "checkpoints/pointer_v45_geolife_full_model_best.pt").string(), "--device",
                               "cpu", "--csv", (folder / "tables").string(), "--json", "-"});
  ASSERT_EQ(run.exitCode, 0) << run.err;
  const auto json = run.json();
  EXPECT_EQ(json["schema"], "sojourn.profile/1");
  EXPECT_EQ(json["split"], "test");
  EXPECT_EQ(json["n"], 3502);
  EXPECT_EQ(json["users"], 45);
  EXPECT_EQ(json["target_in_window"], 2935);
  EXPECT_EQ(json["unseen"], 798);
  EXPECT_EQ(json["stays"], 952);
  EXPECT_EQ(json["unseen_stays"], 477);
  EXPECT_EQ(json["length"]["min"], 3);
  EXPECT_EQ(json["length"]["median"], 14);
  EXPECT_EQ(json["target_counts"].size(), 314U);
  EXPECT_EQ(json["samples_per_user"][0]["n"], 527);

  const auto& uniform = json["head_roles_uniform"];
  EXPECT_NEAR(uniform["latest"].get<double>(), 0.0959, 5e-5);
  EXPECT_NEAR(uniform["first"].get<double>(), 0.0959, 5e-5);
  EXPECT_NEAR(uniform["same_place"].get<double>(), 0.3427, 5e-5);
  EXPECT_NEAR(uniform["same_time"].get<double>(), 0.2091, 5e-5);
  EXPECT_NEAR(uniform["distance"].get<double>(), 9.185, 5e-4);
  EXPECT_NEAR(uniform["entropy"].get<double>(), 2.6234, 5e-5);
  ASSERT_EQ(json["head_roles"].size(), 8U);
  const auto range = [&](const char* figure) {
    double low = 1e9, high = -1e9;
    for (const auto& head : json["head_roles"]) {
      low = std::min(low, head[figure].get<double>());
      high = std::max(high, head[figure].get<double>());
    }
    return std::pair(low, high);
  };
  const auto expectRange = [&](const char* figure, double low, double high, double error) {
    EXPECT_NEAR(range(figure).first, low, error) << figure;
    EXPECT_NEAR(range(figure).second, high, error) << figure;
  };
  expectRange("latest", 0.067, 0.124, 5.1e-4);
  expectRange("first", 0.079, 0.111, 5.1e-4);
  expectRange("same_place", 0.335, 0.352, 5.1e-4);
  expectRange("same_time", 0.204, 0.213, 5.1e-4);
  expectRange("distance", 8.65, 10.18, 5.1e-3);
  expectRange("entropy", 2.47, 2.54, 5.1e-3);
  const auto& latest = json["head_roles"][1]["times_uniform"]["latest"];
  EXPECT_NEAR(latest["mean"].get<double>(), 0.70, 0.005);
  EXPECT_LT(latest["high"].get<double>(), 0.9);

  const auto from = [&](double hours) {
    for (const auto& bin : json["pointer_by_hours"])
      if (bin["from"] == hours) return bin["times_uniform"].get<double>();
    return 0.0;
  };
  EXPECT_NEAR(from(20), 2.8, 0.05);
  EXPECT_NEAR(from(164), 1.4, 0.1);
  EXPECT_NEAR(json["pointer_by_position"][1]["times_uniform"].get<double>(), 2.2, 0.05);
  // Means of the entropy by length, weighted by samples, are the mean over all of them.
  ASSERT_EQ(json["entropy_by_length"].size(), 32U);
  for (std::size_t head = 0; head < 8; ++head) {
    double sum = 0, samples = 0;
    for (std::size_t line = head; line < 32; line += 8) {
      const auto& part = json["entropy_by_length"][line];
      sum += part["n"].get<double>() * part["entropy"].get<double>();
      samples += part["n"].get<double>();
      EXPECT_LT(part["high"].get<double>(), 1);
    }
    EXPECT_EQ(samples, 3502);
    EXPECT_NEAR(sum / samples, json["head_roles"][head]["entropy"].get<double>(), 1e-9);
  }
  const auto& score = json["score_by_position"][1];
  EXPECT_NEAR(score["content"].get<double>(), 1.638, 1e-3);
  EXPECT_NEAR(score["bias"].get<double>(), 0.00457, 1e-5);
  EXPECT_LT(score["content_low"].get<double>(), score["content"].get<double>());
  EXPECT_NEAR(json["within_three"]["mean"].get<double>(), 0.655, 5e-4);
  EXPECT_NEAR(json["in_window"]["mean"].get<double>(), 0.838, 5e-4);
  EXPECT_NEAR(json["gate"]["mean"].get<double>(), 0.6696, 5e-5);
  EXPECT_NEAR(json["gate"]["sd"].get<double>(), 0.2000, 5e-5);
  EXPECT_NEAR(json["gate"]["by"][0]["mean"].get<double>(), 0.6911, 5e-5);
  EXPECT_EQ(json["gate"]["by"][0]["n"], 1891);

  std::ifstream csv(folder / "tables" / "head_roles.csv");
  std::string line;
  std::getline(csv, line);
  EXPECT_TRUE(line.starts_with("layer,head,latest,first,same_place,same_time,distance,entropy")) << line;
  std::size_t lines = 0;
  while (std::getline(csv, line)) ++lines;
  EXPECT_EQ(lines, 8U);
  EXPECT_TRUE(std::filesystem::exists(folder / "tables" / "gate_by.csv"));
}

TEST(CliProfile, OfMhsaHasNoPointerAndNoGate) {
  SOJOURN_NEEDS_SHARED_DATA(data);
  const auto run = runSojourn({"profile", "--data", (data / "geolife").string(), "--checkpoint",
                               (data / "checkpoints/mhsa_geolife_checkpoint.pt").string(), "--device", "cpu",
                               "--filter", "weekday:sat..sun", "--json", "-"});
  ASSERT_EQ(run.exitCode, 0) << run.err;
  const auto json = run.json();
  EXPECT_GT(json["n"], 500);
  EXPECT_LT(json["n"], 1500);
  EXPECT_EQ(json["head_roles"].size(), 16U);
  EXPECT_TRUE(json["pointer_by_hours"].is_null());
  EXPECT_TRUE(json["score_by_position"].is_null());
  EXPECT_TRUE(json["gate"].is_null());
}

class CliProfileDemo : public test::DemoCityTest {};

TEST_F(CliProfileDemo, WithoutACheckpointTellsOfTheDataAlone) {
  const auto run = runSojourn({"profile", "--data", m_folder.path().string(), "--json", "-"});
  ASSERT_EQ(run.exitCode, 0) << run.err;
  const auto json = run.json();
  EXPECT_GT(json["n"], 0);
  EXPECT_EQ(json["hour_weekday"].size(), 7U);
  EXPECT_EQ(json["hour_weekday"][0].size(), 24U);
  for (const char* key : {"head_roles", "head_roles_uniform", "pointer_by_position", "pointer_by_hours", "gate"})
    EXPECT_TRUE(json[key].is_null()) << key;
  const auto text = runSojourn({"profile", "--data", m_folder.path().string()});
  EXPECT_NE(text.out.find("targets in the window"), std::string::npos) << text.out;
}

TEST_F(CliProfileDemo, PrintsHeadsPointerAndGate) {
  const auto shown = run("profile", {});
  ASSERT_EQ(shown.exitCode, 0) << shown.err;
  for (const char* part : {"times uniform", "hours before", "gate", "outcome: right"})
    EXPECT_NE(shown.out.find(part), std::string::npos) << part << "\n" << shown.out;
}

TEST_F(CliProfileDemo, RefusesWithWhatAndWhere) {
  const std::string data = m_folder.path().string();
  const auto wrong = runSojourn({"profile", "--data", data, "--filter", "wrong"});
  EXPECT_EQ(wrong.exitCode, 2);
  EXPECT_NE(wrong.err.find("add --checkpoint"), std::string::npos) << wrong.err;
  EXPECT_EQ(runSojourn({"profile", "--data", data, "--filter", "weekday:someday"}).exitCode, 2);
  EXPECT_EQ(runSojourn({"profile", "--data", data, "--filter", "len>5000"}).exitCode, 3);
  EXPECT_EQ(runSojourn({"profile", "--data", data, "--checkpoint", "absent.pt"}).exitCode, 3);
}

}  // namespace
}  // namespace sojourn
