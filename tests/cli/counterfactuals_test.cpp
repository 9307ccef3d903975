// SPDX-License-Identifier: GPL-3.0-or-later
// `sojourn counterfactuals`: each one it lists against `inspect`, the table over samples, and what it refuses.
#include <fstream>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tests/cli/demo_city.h"
#include "tests/cli/program.h"
#include "tests/support/shared_data.h"
#include "tests/support/temp_folder.h"

namespace sojourn {
namespace {

using nlohmann::json;
using test::runSojourn;
using ::testing::HasSubstr;

class CliCounterfactuals : public test::DemoCityTest {
 protected:
  /// The first of a few samples that has counterfactuals.
  [[nodiscard]] json anyWithCounterfactuals() const {
    for (int index = 0; index < 10; ++index) {
      const auto answer = run("counterfactuals", {"--index", std::to_string(index), "--list", "3", "--json", "-"});
      if (answer.exitCode == 0 && !answer.json()["counterfactuals"].empty()) return answer.json();
    }
    return {};
  }

  test::TempFolder m_folder;
};

TEST_F(CliCounterfactuals, ListsCounterfactualsThatInspectConfirms) {
  const json answer = anyWithCounterfactuals();
  ASSERT_FALSE(answer.is_null());
  EXPECT_EQ(answer["schema"], "sojourn.counterfactuals/2");
  EXPECT_EQ(answer["levels"][0]["tried"], answer["levels"][0]["possible"]);
  const std::string index = std::to_string(answer["index"].get<int>());
  const json inspected = run("inspect", {"--index", index, "--json", "-"}).json();
  EXPECT_EQ(answer["prediction"], inspected["top"][0]["location"]);
  std::size_t compared = 0;
  for (const json& counterfactual : answer["counterfactuals"]) {
    EXPECT_GE(counterfactual["margin"].get<double>(), 0.0499);
    EXPECT_GE(counterfactual["survived"].get<int>(), 16);
    EXPECT_NE(counterfactual["prediction"], answer["prediction"]);
    const json& change = counterfactual["changes"][0];
    const bool simple = change["kind"] == "location" || change["kind"] == "duration" || change["kind"] == "removal";
    if (!simple) continue;
    json sequence{
        {"schema", "sojourn.sequence/1"}, {"user", inspected["user"]}, {"target", nullptr}, {"visits", json::array()}};
    for (const json& visit : inspected["visits"])
      sequence["visits"].push_back({{"location", visit["location"]},
                                    {"weekday", visit["weekday"]},
                                    {"start_minute", visit["start_minute"]},
                                    {"duration_minutes", visit["duration_minutes"]},
                                    {"days_ago", visit["days_ago"]}});
    const auto visit = change["visit"].get<std::size_t>();
    if (change["kind"] == "location") sequence["visits"][visit]["location"] = change["value"];
    if (change["kind"] == "duration") sequence["visits"][visit]["duration_minutes"] = change["value"];
    if (change["kind"] == "removal") sequence["visits"].erase(visit);
    const auto file = m_folder / "edited.json";
    std::ofstream(file) << sequence;
    const json edited = run("inspect", {"--sequence", file.string(), "--json", "-"}).json();
    EXPECT_EQ(edited["top"][0]["location"], counterfactual["prediction"]);
    EXPECT_NEAR(edited["top"][0]["probability"].get<double>(), counterfactual["probability"].get<double>(), 1e-5);
    ++compared;
  }
  EXPECT_GT(compared, 0U);
}

TEST_F(CliCounterfactuals, CountsManySamplesAndMissesNone) {
  const auto table = run("counterfactuals", {"--samples", "2", "--exhaustive", "--json", "-"});
  ASSERT_EQ(table.exitCode, 0) << table.err;
  const json answer = table.json();
  EXPECT_EQ(answer["schema"], "sojourn.counterfactuals_summary/2");
  EXPECT_EQ(answer["samples"], 2);
  EXPECT_EQ(answer["rows"].size(), 1U);
  EXPECT_EQ(answer["rows"][0]["counterfactuals"], answer["rows"][0]["confirmed"]);
  EXPECT_LE(answer["without_counterfactual"], 2);
  EXPECT_EQ(answer["exhaustive"]["missed"], 0);
  EXPECT_EQ(answer["exhaustive"]["counterfactuals"], answer["rows"][0]["counterfactuals"]);
}

TEST_F(CliCounterfactuals, RefusesWhatItCannotDo) {
  EXPECT_EQ(run("counterfactuals", {}).exitCode, 2);
  EXPECT_EQ(run("counterfactuals", {"--index", "0", "--edits", "4"}).exitCode, 2);
  EXPECT_EQ(run("counterfactuals", {"--index", "0", "--exhaustive"}).exitCode, 2);
  const auto beyond = run("counterfactuals", {"--index", "999999"});
  EXPECT_EQ(beyond.exitCode, 3);
  EXPECT_THAT(beyond.err, HasSubstr("999999"));
  EXPECT_EQ(run("counterfactuals", {"--index", "0", "--to", "100000"}).exitCode, 3);
  const int prediction = run("inspect", {"--index", "0", "--json", "-"}).json()["top"][0]["location"].get<int>();
  const auto already = run("counterfactuals", {"--index", "0", "--to", std::to_string(prediction)});
  EXPECT_EQ(already.exitCode, 3);
  EXPECT_THAT(already.err, HasSubstr("already"));
}

}  // namespace
}  // namespace sojourn
