// SPDX-License-Identifier: GPL-3.0-or-later
// `sojourn claims`: what the documents claim, judged on the real data, and undecided where nothing was measured.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "model/core/files.h"
#include "tests/cli/demo_city.h"
#include "tests/cli/program.h"
#include "tests/support/shared_data.h"

namespace sojourn {
namespace {

using test::runSojourn;
using ::testing::HasSubstr;

nlohmann::json claimOn(const nlohmann::json& ledger, const char* model, const char* quantity, const char* subject) {
  for (const auto& row : ledger.value("claims", nlohmann::json::array()))
    if (row["quantity"] == quantity && row["subject"] == subject && row["model"] == model) return row;
  ADD_FAILURE() << quantity << " " << subject;
  return {};
}

TEST(CliClaims, OfThePublishedCheckpoint) {
  SOJOURN_NEEDS_SHARED_DATA(data);
  const auto run = runSojourn({"claims", "--data", (data / "geolife").string(), "--checkpoint",
                               (data / "checkpoints/pointer_v45_geolife_full_model_best.pt").string(), "--device",
                               "cpu", "--json", "-"});
  ASSERT_EQ(run.exitCode, 0) << run.err;
  const auto ledger = run.json();
  EXPECT_EQ(ledger["schema"], "sojourn.claim_ledger/1");
  const auto accuracy = claimOn(ledger, "pointer_v45", "acc@1", "all");
  EXPECT_EQ(accuracy["verdict"], "holds");
  EXPECT_NEAR(accuracy["measured"]["value"].get<double>(), 100.0 * 1891 / 3502, 1e-9);
  EXPECT_LT(accuracy["measured"]["low"].get<double>(), 53);
  const auto bias = claimOn(ledger, "pointer_v45", "position bias", "1");
  EXPECT_EQ(bias["verdict"], "does not hold");
  EXPECT_LT(std::abs(bias["measured"]["value"].get<double>()), 0.15);
  for (const char* role : {"latest", "same_place", "same_time"}) {
    const auto head = claimOn(ledger, "pointer_v45", "head role", role);
    EXPECT_EQ(head["verdict"], "does not hold") << head.dump();
    EXPECT_LT(head["measured"]["value"].get<double>(), 1.35);
  }
  EXPECT_NEAR(claimOn(ledger, "", "targets in the window", "all")["measured"]["value"].get<double>(),
              100.0 * 2935 / 3502, 1e-9);
  const auto pointer = claimOn(ledger, "pointer_v45", "ablation", "no_pointer");
  EXPECT_EQ(pointer["verdict"], "undecided");
  EXPECT_EQ(pointer["reason"], "not measured") << "without --runs";
  EXPECT_EQ(claimOn(ledger, "lstm", "acc@1", "all")["reason"], "it is about another model");
}

class CliClaimsOfTheDemo : public test::DemoCityTest {};

TEST_F(CliClaimsOfTheDemo, TakesOtherClaims) {
  const std::string file = (m_folder / "claims.json").string();
  ASSERT_TRUE(
      writeFileAtomically(file, R"({"schema": "sojourn.claims/1", "claims": [{"dataset": "demo", "model": "", "low": 10,
               "quantity": "targets in the window", "subject": "all", "statement": "Most are", "source": "me"}]})"));
  const auto run = this->run("claims", {"--claims", file});
  EXPECT_EQ(run.exitCode, 0) << run.err;
  EXPECT_THAT(run.out, HasSubstr("Most are"));
  EXPECT_THAT(run.out, HasSubstr("holds"));

  ASSERT_TRUE(writeFileAtomically(file, R"({"schema": "sojourn.claims/1", "claims": [{"dataset": 3}]})"));
  const auto wrong = this->run("claims", {"--claims", file});
  EXPECT_EQ(wrong.exitCode, 3);
  EXPECT_THAT(wrong.err, HasSubstr("dataset"));
  const auto study = this->run("claims", {"--runs", m_folder.path().string()});
  EXPECT_EQ(study.exitCode, 3);
  EXPECT_THAT(study.err, HasSubstr("holds no run of a full model"));
}

}  // namespace
}  // namespace sojourn
