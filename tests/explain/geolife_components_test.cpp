// SPDX-License-Identifier: GPL-3.0-or-later
// Components of the published GeoLife checkpoint switched to zero and to their means, against PyTorch.
#include <algorithm>

#include <gtest/gtest.h>

#include "model/explain/ablation/component_reference.h"
#include "model/explain/ablation/component_switches.h"
#include "tests/inspect/geolife_model.h"

namespace sojourn {
namespace {

class GeoLifeComponents : public GeoLifeModel {
 protected:
  [[nodiscard]] ComponentSwitch of(const std::string& name, SwitchTo to) const {
    const auto all = switchableComponents(*m_engine);
    return {*std::ranges::find(*all, name, &Component::name), to};
  }
};

TEST_F(GeoLifeComponents, ZeroAndMeanAreWhatPyTorchGives) {
  open("pointer_v45_geolife_full_model_best.pt");
  if (!m_engine) return;
  const auto location = locateDataset(test::sharedData().value() / "geolife");
  const auto training = readDataset(*location, {.wanted = {Split::Train}, .required = {Split::Train}});
  ASSERT_TRUE(training.ok()) << training.error().sentence();
  const auto reference = componentReference(*m_engine, *training->split(Split::Train));
  ASSERT_TRUE(reference.ok()) << reference.error().sentence();
  EXPECT_EQ(reference->sequences, 7424U);

  // An implementation of the model of its own in float64, its means over all 7424 training sequences.
  struct Expected {
    const char* name;
    SwitchTo to;
    double change;
  };
  const std::vector<Expected> expected{
      {"recency_emb", SwitchTo::Zero, -0.2465},    {"recency_emb", SwitchTo::Mean, -0.2215},
      {"layer.0.head.2", SwitchTo::Zero, 0.0445},  {"layer.0.head.2", SwitchTo::Mean, 0.0661},
      {"layer.1.head.3", SwitchTo::Zero, -0.0410}, {"layer.1.head.3", SwitchTo::Mean, -0.0278},
      {"later_layers", SwitchTo::Zero, -0.0691},   {"later_layers", SwitchTo::Mean, -0.0471},
      {"layer.0", SwitchTo::Zero, 0.1201},         {"layer.0", SwitchTo::Mean, 0.1252},
      {"pointer", SwitchTo::Mean, -0.4279},        {"gate", SwitchTo::Mean, 0.0643}};
  std::vector<ComponentSwitch> switches;
  for (const Expected& one : expected) switches.push_back(of(one.name, one.to));
  const auto board = switchComponents(*m_engine, test().sequence(2222), switches, *reference, {});
  ASSERT_TRUE(board.ok()) << board.error().sentence();
  EXPECT_EQ(board->target.location, 979);
  EXPECT_NEAR(board->probability, 0.429981, 2e-5);
  for (std::size_t s = 0; s < expected.size(); ++s)
    EXPECT_NEAR(board->effects[s].change, expected[s].change, 1e-4) << expected[s].name;
}

TEST_F(GeoLifeComponents, NothingSwitchedIsTheEvaluation) {
  open("pointer_v45_geolife_full_model_best.pt");
  if (!m_engine) return;
  std::vector<std::size_t> rows(test().size());
  for (std::size_t row = 0; row < rows.size(); ++row) rows[row] = row;
  const auto table =
      switchComponentsOver(*m_engine, test(), rows, std::vector{of("position_bias", SwitchTo::Zero)}, {}, {});
  ASSERT_TRUE(table.ok()) << table.error().sentence();
  EXPECT_EQ(table->correct, 1891U) << "SPEC 10";
  EXPECT_NEAR(table->switches[0].accuracyChange.mean, -0.06, 0.03) << "the bias hardly matters";
}

}  // namespace
}  // namespace sojourn
