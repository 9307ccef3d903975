// SPDX-License-Identifier: GPL-3.0-or-later
// `sojourn embeddings` on the real data, and what it refuses.
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

struct ExpectedTable {
  const char* table;
  const char* name;
  double kilometres, sharing, best, chance;
};

/// Of NumPy: five nearest of 133 places, their median distance, share with a common user, and cosines.
void expectTables(const nlohmann::json& json, const std::vector<ExpectedTable>& expected) {
  for (const ExpectedTable& one : expected) {
    SCOPED_TRACE(one.name);
    nlohmann::json found;
    for (const auto& table : json["tables"])
      if (table["table"] == one.table) found = table;
    ASSERT_FALSE(found.is_null());
    EXPECT_EQ(found["name"], one.name);
    const auto& near = found["neighbours"];
    EXPECT_EQ(near["places"], 133);
    EXPECT_NEAR(near["median_km"].get<double>(), one.kilometres, 0.051);
    EXPECT_NEAR(100 * near["share_a_user"].get<double>(), one.sharing, 0.051);
    EXPECT_NEAR(near["best_cosine_median"].get<double>(), one.best, 0.0051);
    EXPECT_NEAR(near["best_by_chance"].get<double>(), one.chance, 0.011);
  }
}

nlohmann::json onGeoLife(const std::filesystem::path& data, const char* checkpoint) {
  const auto run =
      runSojourn({"embeddings", "--data", (data / "geolife").string(), "--checkpoint",
                  (data / "checkpoints" / checkpoint).string(), "--device", "cpu", "--nearest", "7", "--json", "-"});
  EXPECT_EQ(run.exitCode, 0) << run.err;
  return run.json();
}

void expectNearest(const nlohmann::json& json, std::size_t at, int place, double cosine, double kilometres, int users,
                   int visits) {
  const auto& near = json["nearest"]["neighbours"][at];
  EXPECT_EQ(near["place"], place);
  EXPECT_NEAR(near["cosine"].get<double>(), cosine, 0.0051);
  EXPECT_NEAR(near["km"].get<double>(), kilometres, 0.051);
  EXPECT_EQ(near["users"], users);
  EXPECT_EQ(near["visits"], visits);
}

const nlohmann::json& tableOf(const nlohmann::json& json, const char* name) {
  for (const auto& table : json["tables"])
    if (table["table"] == name) return table;
  return json["absent"];
}

TEST(CliEmbeddings, OfPointerV45OnGeoLife) {
  SOJOURN_NEEDS_SHARED_DATA(data);
  const auto json = onGeoLife(data, "pointer_v45_geolife_full_model_best.pt");
  EXPECT_EQ(json["schema"], "sojourn.embeddings/1");
  EXPECT_TRUE(json.contains("device"));
  EXPECT_EQ(json["points"].size(), 1186U) << "1 185 places and the unseen location";
  const auto& input = tableOf(json, "input");
  EXPECT_NEAR(input["variance"][0].get<double>(), 0.05770832, 1e-7);
  EXPECT_NEAR(input["variance"][1].get<double>(), 0.04091726, 1e-7);
  expectTables(json, {{"input", "loc_emb", 11.2, 20.5, 0.35, 0.32}, {"output", "gen_head", 10.2, 46.6, 0.41, 0.34}});
  expectNearest(json, 0, 141, 0.33, 3.5, 2, 9);
  expectNearest(json, 1, 1151, 0.32, 9.4, 1, 68);
  expectNearest(json, 2, 809, 0.29, 14.0, 0, 8);
  expectNearest(json, 5, 728, 0.25, 8.5, 1, 31);
  EXPECT_NEAR(json["any_two_places"]["median_km"].get<double>(), 11.43, 0.01);
  EXPECT_NEAR(json["any_two_places"]["share_a_user"].get<double>(), 0.1951, 1e-4);
  const auto& hours = tableOf(json, "hours");
  EXPECT_EQ(hours["rows"], 96);
  EXPECT_NEAR(hours["next_to_next"]["cosine"].get<double>(), 0.039, 0.001);
  EXPECT_NEAR(hours["next_to_next"]["shuffled_low"].get<double>(), -0.06, 0.01);
  EXPECT_NEAR(hours["next_to_next"]["shuffled_high"].get<double>(), 0.04, 0.01);
  EXPECT_NEAR(tableOf(json, "weekdays")["next_to_next"]["cosine"].get<double>(), 0.007, 0.001);
}

TEST(CliEmbeddings, OfMhsaOnGeoLife) {
  SOJOURN_NEEDS_SHARED_DATA(data);
  const auto json = onGeoLife(data, "mhsa_geolife_checkpoint.pt");
  EXPECT_NEAR(tableOf(json, "input")["variance"][0].get<double>(), 0.19977868, 1e-7);
  EXPECT_NEAR(tableOf(json, "input")["variance"][1].get<double>(), 0.13174445, 1e-7);
  expectTables(json, {{"input", "emb_loc", 9.5, 40.5, 0.65, 0.45}, {"output", "fc_loc", 5.3, 88.0, 0.84, 0.45}});
  expectNearest(json, 0, 251, 0.61, 0.4, 3, 5);
  expectNearest(json, 5, 1037, 0.49, 15.3, 1, 8);
  EXPECT_NEAR(tableOf(json, "hours")["next_to_next"]["cosine"].get<double>(), -0.035, 0.001);
  EXPECT_NEAR(tableOf(json, "weekdays")["next_to_next"]["cosine"].get<double>(), -0.086, 0.001);
}

class CliEmbeddingsDemo : public test::DemoCityTest {};

TEST_F(CliEmbeddingsDemo, PrintsTablesAndWritesPoints) {
  const auto shown = run("embeddings", {"--nearest", "2"});
  ASSERT_EQ(shown.exitCode, 0) << shown.err;
  for (const char* part : {"input, loc_emb", "output, gen_head", "users, user_emb", "any two places", "nearest to"})
    EXPECT_NE(shown.out.find(part), std::string::npos) << part << "\n" << shown.out;
  const auto csv = m_folder / "points.csv";
  const auto written =
      run("embeddings", {"--table", "users", "--method", "tsne", "--seed", "3", "--csv", csv.string(), "--json", "-"});
  ASSERT_EQ(written.exitCode, 0) << written.err;
  EXPECT_EQ(written.json()["method"], "tsne");
  EXPECT_EQ(written.json()["metric"], false);
  EXPECT_EQ(written.json()["seed"], 3);
  std::ifstream file(csv);
  std::string line;
  ASSERT_TRUE(std::getline(file, line));
  EXPECT_EQ(line, "id,name,x,y");
}

TEST_F(CliEmbeddingsDemo, RefusesWithWhatAndWhere) {
  EXPECT_EQ(run("embeddings", {"--table", "streets"}).exitCode, 2);
  const auto beyond = run("embeddings", {"--nearest", "100000"});
  EXPECT_EQ(beyond.exitCode, 3);
  EXPECT_NE(beyond.err.find("is no place of the model"), std::string::npos) << beyond.err;
  EXPECT_EQ(run("embeddings", {"--table", "hours", "--nearest", "2"}).exitCode, 2);
  const auto lstm = runSojourn({"embeddings", "--data", m_folder.path().string(), "--checkpoint",
                                (m_folder / "demo_city_lstm.pt").string(), "--table", "weekdays", "--json", "-"});
  EXPECT_EQ(lstm.exitCode, 0) << lstm.err;
}

}  // namespace
}  // namespace sojourn
