// SPDX-License-Identifier: GPL-3.0-or-later
// `sojourn baselines`: SPEC 10's counts to the sample.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tests/cli/program.h"
#include "tests/support/shared_data.h"

namespace sojourn {
namespace {

TEST(CliBaselines, GivesTheCountsOfTheSpecification) {
  SOJOURN_NEEDS_SHARED_DATA(data);
  const auto run = test::runSojourn({"baselines", "--data", (data / "geolife").string(), "--json", "-"});
  ASSERT_EQ(run.exitCode, 0) << run.err;
  const auto json = run.json();
  EXPECT_EQ(json["schema"], "sojourn.baselines/1");
  EXPECT_EQ(json["split"], "test");
  struct Expected {
    const char* name;
    int at1, at5, at10, known;
  };
  const std::vector<Expected> table{{"window_frequency", 1471, 2845, 2923, 1000},
                                    {"most_recent", 952, 2767, 2917, 475},
                                    {"user_markov", 1005, 1906, 2060, 1005},
                                    {"user_frequency", 821, 1917, 2055, 821}};
  ASSERT_EQ(json["rows"].size(), table.size());
  for (std::size_t i = 0; i < table.size(); ++i) {
    const auto& row = json["rows"][i];
    EXPECT_EQ(row["name"], table[i].name);
    EXPECT_EQ(row["metrics"]["all"]["n"], 3502);
    EXPECT_EQ(row["metrics"]["all"]["correct@1"], table[i].at1) << table[i].name;
    EXPECT_EQ(row["metrics"]["all"]["correct@5"], table[i].at5) << table[i].name;
    EXPECT_EQ(row["metrics"]["all"]["correct@10"], table[i].at10) << table[i].name;
    EXPECT_EQ(row["metrics"]["known"]["correct@1"], table[i].known) << table[i].name;
    EXPECT_TRUE(row["metrics"]["all"]["loss"].is_null());
    EXPECT_TRUE(row["metrics"]["all"]["cross_entropy"].is_null());
  }
}

TEST(CliBaselines, PrintsATable) {
  SOJOURN_NEEDS_SHARED_DATA(data);
  const auto run = test::runSojourn({"baselines", "--data", (data / "geolife").string(), "--split", "validation"});
  ASSERT_EQ(run.exitCode, 0) << run.err;
  EXPECT_THAT(run.out, ::testing::HasSubstr("user_markov"));
  EXPECT_THAT(run.out, ::testing::HasSubstr("validation"));
}

}  // namespace
}  // namespace sojourn
