// SPDX-License-Identifier: GPL-3.0-or-later
// Claims of papers: the file that ships, files that are wrong, and verdicts.
#include "views/session/claims/claims.h"

#include <set>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tests/support/growth.h"

namespace sojourn::session {
namespace {

using ::testing::HasSubstr;

TEST(Claims, ShipsThoseOfTheDocuments) {
  const auto& claims = builtInClaims();
  EXPECT_EQ(std::ranges::count(claims, std::string("ablation"), &Claim::quantity), 26)
      << "eleven parts and two numbers of layers, for two datasets";
  std::set<std::string> seen;
  for (const Claim& claim : claims) {
    EXPECT_TRUE(seen.insert(claim.dataset + claim.model + claim.quantity + claim.subject).second) << claim.statement;
    EXPECT_FALSE(claim.source.empty());
    EXPECT_FALSE(claim.statement.empty());
  }
  const Claim* pointer = findClaim(claims, "ablation", "no_pointer", "geolife_eps20_prev7");
  ASSERT_TRUE(pointer);
  EXPECT_DOUBLE_EQ(pointer->value.value_or(0), -20.96);
  EXPECT_FALSE(findClaim(claims, "ablation", "no_pointer", "demo_city")) << "of another dataset";
  EXPECT_FALSE(findClaim(claims, "ablation", "no_temporal", "geolife")) << "not claimed";
}

TEST(Claims, RefusesAFileThatIsNone) {
  const auto error = [](std::string_view text) { return parseClaims(text, "c.json").error(); };
  EXPECT_THAT(error("[]").what, HasSubstr("object"));
  EXPECT_THAT(error(R"({"schema": "sojourn.claims/2", "claims": []})").where, HasSubstr("schema"));
  EXPECT_THAT(error(R"({"schema": "sojourn.claims/1", "claims": {}})").what, HasSubstr("list"));
  EXPECT_THAT(error(R"({"schema": "sojourn.claims/1", "claims": [7]})").where, HasSubstr("claim 0"));
  const auto without =
      error(R"({"schema": "sojourn.claims/1", "claims": [{"dataset": "a", "model": "", "quantity": "ablation"}]})");
  EXPECT_THAT(without.where, HasSubstr("subject"));
}

TEST(Claims, AreJudgedByTheMeasuredInterval) {
  PairedDifference measured;
  measured.value = -4;
  measured.low = -6;
  measured.high = -2;
  EXPECT_EQ(verdictOn({}, measured, 5), "");
  EXPECT_EQ(verdictOn(-3, measured, 0), "not measured yet");
  EXPECT_EQ(verdictOn(-3, measured, 2), "too few seeds to tell");
  EXPECT_EQ(verdictOn(-3, measured, 5), "inside the measured interval");
  EXPECT_EQ(verdictOn(-7, measured, 5), "outside the measured interval");
  EXPECT_THAT(verdictOn(-7, measured, 4), HasSubstr("too short with fewer than five seeds"));
  EXPECT_EQ(verdictOn(-3, PairedDifference{}, 5), "too few users to tell");
}

Claim claimOf(const char* quantity, std::optional<double> value, std::optional<double> low,
              std::optional<double> high) {
  Claim claim;
  claim.quantity = quantity;
  claim.value = value;
  claim.low = low;
  claim.high = high;
  return claim;
}

TEST(ClaimLedger, JudgesValuesByTheIntervalAndBoundsByTheValue) {
  const std::vector<ClaimMeasurement> measured{{.quantity = "a", .subject = "", .value = 5, .low = 4, .high = 6},
                                               {.quantity = "b", .subject = "", .value = 5, .low = {}, .high = {}}};
  const auto verdict = [&](const Claim& claim) {
    return claimLedger(std::vector{claim}, measured, "geolife", "pointer_v45").front().verdict;
  };
  using enum ClaimVerdict;
  EXPECT_EQ(verdict(claimOf("a", 4.5, {}, {})), Holds);
  EXPECT_EQ(verdict(claimOf("a", 7, {}, {})), DoesNotHold);
  EXPECT_EQ(verdict(claimOf("b", 5, {}, {})), Undecided) << "no interval and no tolerance";
  Claim exact = claimOf("b", 5.04, {}, {});
  exact.tolerance = 0.05;
  EXPECT_EQ(verdict(exact), Holds);
  exact.tolerance = 0.03;
  EXPECT_EQ(verdict(exact), DoesNotHold);
  EXPECT_EQ(verdict(claimOf("a", {}, 4.9, {})), Holds);
  EXPECT_EQ(verdict(claimOf("a", {}, 5.5, {})), Undecided) << "the interval reaches it";
  EXPECT_EQ(verdict(claimOf("a", {}, 6.5, {})), DoesNotHold);
  EXPECT_EQ(verdict(claimOf("a", {}, {}, 3)), DoesNotHold);
  EXPECT_EQ(verdict(claimOf("c", 1, {}, {})), Undecided) << "not measured";
  Claim foreign = claimOf("a", 5, {}, {});
  foreign.dataset = "diy";
  EXPECT_EQ(verdict(foreign), Undecided);
  foreign.dataset = "geo";
  foreign.model = "mhsa";
  EXPECT_EQ(verdict(foreign), Undecided);
}

TEST(Claims, TakeTimeLinearInTheFile) {
  EXPECT_TRUE(test::takesLinearTime(100, [](std::size_t count) {
    std::string text = R"({"schema":"sojourn.claims/1","claims":[)";
    for (std::size_t i = 0; i < count; ++i)
      text += std::string(i > 0 ? "," : "") + R"({"dataset":"town","model":"lstm","quantity":"acc@1","subject":"s)" +
              std::to_string(i) + R"(","value":50,"tolerance":0.1,"statement":"s","source":"paper"})";
    return [text = text + "]}", count] {
      const auto claims = parseClaims(text, "claims.json");
      ASSERT_TRUE(claims) << claims.error().sentence();
      EXPECT_EQ(claims->size(), count);
    };
  }));
}

}  // namespace
}  // namespace sojourn::session
