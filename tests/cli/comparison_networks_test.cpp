// SPDX-License-Identifier: GPL-3.0-or-later
// The networks to compare with, from training to explanation, on the demo city.
#include <set>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "model/core/files.h"
#include "tests/cli/program.h"
#include "tests/support/temp_folder.h"

namespace sojourn {
namespace {

using nlohmann::json;
using test::ProgramRun;
using test::runSojourn;
using ::testing::HasSubstr;

class ComparisonNetworksCli : public ::testing::TestWithParam<const char*> {
 protected:
  void SetUp() override {
    ASSERT_EQ(runSojourn({"demo", (m_folder / "city").string()}).exitCode, 0);
    ASSERT_TRUE(writeFileAtomically(m_folder / "small.yaml",
                                    "model: {d_model: 16, hidden_size: 16, num_layers: 2, dim_feedforward: 32}\n"
                                    "training: {num_epochs: 2, warmup_epochs: 1, learning_rate: 0.005}\n"));
    m_trained =
        runSojourn({"train", "--config", (m_folder / "small.yaml").string(), "--data", city(), "--run-dir",
                    (m_folder / "run").string(), "--threads", "2", "--set", std::string("model.name=") + GetParam()});
    ASSERT_EQ(m_trained.exitCode, 0) << m_trained.err;
  }

  [[nodiscard]] std::string city() const { return (m_folder / "city").string(); }
  [[nodiscard]] std::string best() const { return (m_folder / "run/checkpoints/best.pt").string(); }
  [[nodiscard]] ProgramRun run(const char* command, const std::vector<std::string>& more) const {
    std::vector<std::string> words{command, "--data", city(), "--checkpoint", best()};
    words.insert(words.end(), more.begin(), more.end());
    return runSojourn(words);
  }
  [[nodiscard]] bool is(const char* model) const { return std::string(GetParam()) == model; }
  [[nodiscard]] bool hasPointer() const { return is("lstm_pointer"); }
  [[nodiscard]] bool hasAttention() const { return is("transformer"); }

  test::TempFolder m_folder;
  ProgramRun m_trained;
};

TEST_P(ComparisonNetworksCli, TrainsEvaluatesInspectsAndExplains) {
  EXPECT_EQ(m_trained.err, "");
  const json info = runSojourn({"info", best(), "--json", "-"}).json();
  EXPECT_EQ(info["model"], GetParam());
  EXPECT_EQ(info["problems"], json::array());

  const ProgramRun evaluated = run("evaluate", {"--json", "-"});
  ASSERT_EQ(evaluated.exitCode, 0) << evaluated.err;
  EXPECT_EQ(evaluated.json()["model"], GetParam());
  EXPECT_GT(evaluated.json()["metrics"]["all"]["acc@1"].get<double>(), 2) << "it has learned something";

  const ProgramRun inspected = run("inspect", {"--index", "3", "--maps", "--json", "-"});
  ASSERT_EQ(inspected.exitCode, 0) << inspected.err;
  const json inspection = inspected.json();
  EXPECT_EQ(inspection["pointer_weight"].is_null(), !hasPointer());
  EXPECT_EQ(inspection["gate"], hasPointer() ? json(1.0) : json());
  EXPECT_EQ(inspection["attention"].is_null(), !hasAttention());
  EXPECT_EQ(inspection.contains("history"), is("deepmove"));
  if (is("deepmove")) {
    double sum = 0;
    for (const json& half : inspection["history"]) sum += half["weight"].get<double>();
    EXPECT_NEAR(sum, 1, 1e-4);
    EXPECT_THAT(run("inspect", {"--index", "3"}).out, HasSubstr("earlier visits at"));
  }

  const ProgramRun explained = run("explain", {"--index", "3", "--json", "-"});
  ASSERT_EQ(explained.exitCode, 0) << explained.err;
  std::set<std::string> methods;
  const json explanation = explained.json();
  for (const json& method : explanation["methods"]) methods.insert(method["name"]);
  EXPECT_EQ(methods.contains("copied_mass"), hasPointer());
  EXPECT_EQ(methods.contains("attention_rollout"), hasAttention());
  EXPECT_TRUE(methods.contains("integrated_gradients") && methods.contains("mask_one"));
  const ProgramRun asked = run("explain", {"--index", "3", "--methods", "value_weighted_attention"});
  EXPECT_EQ(asked.exitCode, hasAttention() ? 0 : 2);
  if (!hasAttention()) {
    EXPECT_THAT(asked.err, HasSubstr("does not have attention"));
  }

  const ProgramRun components = run("components", {"--index", "3", "--json", "-"});
  EXPECT_EQ(components.exitCode, hasPointer() ? 2 : 0) << components.err;
  if (hasPointer()) {
    EXPECT_THAT(components.err, HasSubstr("LSTM pointer network: has no components that can be ablated"));
  }
  const ProgramRun heads = run("evaluate", {"--heads", "2"});
  EXPECT_EQ(heads.exitCode, hasAttention() ? 0 : 2) << heads.err;
}

INSTANTIATE_TEST_SUITE_P(EveryKind, ComparisonNetworksCli,
                         ::testing::Values("lstm", "lstm_location", "transformer", "lstm_pointer", "deepmove"),
                         [](const auto& kind) { return std::string(kind.param); });

}  // namespace
}  // namespace sojourn
