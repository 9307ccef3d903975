// SPDX-License-Identifier: GPL-3.0-or-later
// `sojourn components`: the schemas, the numbers against `evaluate` and `inspect`, and what it refuses.
#include <cmath>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tests/cli/demo_city.h"
#include "tests/cli/program.h"
#include "tests/support/temp_folder.h"

namespace sojourn {
namespace {

using nlohmann::json;
using test::runSojourn;
using ::testing::HasSubstr;

class CliComponents : public test::DemoCityTest {};

const json& componentNamed(const json& answer, const std::string& name) {
  for (const json& component : answer["components"])
    if (component["name"] == name) return component;
  throw std::runtime_error("no component " + name);
}

TEST_F(CliComponents, OfOneSampleAgreeWithInspect) {
  const auto ran = run("components", {"--index", "3", "--json", "-"});
  ASSERT_EQ(ran.exitCode, 0) << ran.err;
  const json answer = ran.json();
  const json top = run("inspect", {"--index", "3", "--json", "-"}).json()["top"][0];
  EXPECT_EQ(answer["schema"], "sojourn.components/1");
  EXPECT_EQ(answer["target"], top["location"]);
  EXPECT_EQ(answer["rank"], 1);
  EXPECT_NEAR(answer["probability"].get<double>(), top["probability"].get<double>(), 1e-5);
  EXPECT_EQ(componentNamed(answer, "user_emb")["ablation"], "no_user_emb");
  EXPECT_TRUE(componentNamed(answer, "layer.0.head.0")["ablation"].is_null());
  // Without the pointer all is generated: (1 - gate) * generation is what inspect tells.
  const double gate = run("inspect", {"--index", "3", "--json", "-"}).json()["gate"].get<double>();
  EXPECT_NEAR(componentNamed(answer, "pointer")["zero"]["probability"].get<double>(),
              top["generated"].get<double>() / (1 - gate), 1e-4);
  for (const char* to : {"zero", "mean", "resampled"}) {
    const json& effect = componentNamed(answer, "layer.0")[to];
    EXPECT_EQ(effect["top"].size(), 10U) << to;
    EXPECT_NEAR(effect["probability"].get<double>() - effect["change"].get<double>(),
                answer["probability"].get<double>(), 1e-9)
        << to;
  }
  EXPECT_GT(componentNamed(answer, "layer.0")["resampled"]["spread"].get<double>(), 0);
  EXPECT_TRUE(componentNamed(answer, "layer.0")["zero"]["spread"].is_null());

  const auto text = run("components", {"--index", "3", "--components", "gate,layer.0.head.0"});
  EXPECT_THAT(text.out, HasSubstr("layer.0.head.0"));
  EXPECT_THAT(text.out, ::testing::Not(HasSubstr("user_emb")));
}

TEST_F(CliComponents, OverASplitAgreeWithEvaluate) {
  const auto ran = run("components", {"--samples", "100000", "--components", "position_bias,pointer", "--json", "-"});
  ASSERT_EQ(ran.exitCode, 0) << ran.err;
  const json answer = ran.json();
  EXPECT_EQ(answer["schema"], "sojourn.components_summary/1");
  const json metrics = run("evaluate", {"--json", "-"}).json()["metrics"]["all"];
  EXPECT_EQ(answer["samples"], metrics["n"]);
  EXPECT_EQ(answer["correct"], metrics["correct@1"]);
  ASSERT_EQ(answer["components"].size(), 2U);
  const json& pointer = componentNamed(answer, "pointer")["zero"];
  EXPECT_NEAR(pointer["acc@1_change"]["mean"].get<double>(),
              pointer["acc@1"].get<double>() - answer["acc@1"].get<double>(), 1e-9);
  EXPECT_LT(pointer["acc@1_change"]["mean"].get<double>(), -5) << "the demo's places are copied";
  EXPECT_EQ(componentNamed(answer, "position_bias")["mean"]["changed_predictions"]["mean"], 0);
}

TEST_F(CliComponents, NameWhatTheModelDoesNotHave) {
  const auto unknown = run("components", {"--index", "3", "--components", "cell_gate"});
  EXPECT_EQ(unknown.exitCode, 2);
  EXPECT_THAT(unknown.err, HasSubstr("layer.0.head.0"));
  EXPECT_EQ(run("components", {"--index", "3", "--target", "100000"}).exitCode, 3);
  EXPECT_EQ(run("components", {"--index", "999999"}).exitCode, 3);
}

}  // namespace
}  // namespace sojourn
