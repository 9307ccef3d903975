// SPDX-License-Identifier: GPL-3.0-or-later
// Components of the published GeoLife checkpoint set to zero and to their means, against PyTorch.
#include <algorithm>

#include <gtest/gtest.h>

#include "model/explain/ablation/component_ablation.h"
#include "model/explain/ablation/component_reference.h"
#include "tests/inspect/geolife_model.h"

namespace sojourn {
namespace {

class GeoLifeComponents : public GeoLifeModel {
 protected:
  [[nodiscard]] ComponentAblation of(const std::string& name, AblationMode to) const {
    const auto all = ablatableComponents(*m_engine);
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
    AblationMode to;
    double change;
  };
  const std::vector<Expected> expected{
      {"recency_emb", AblationMode::Zero, -0.2465},    {"recency_emb", AblationMode::Mean, -0.2215},
      {"layer.0.head.2", AblationMode::Zero, 0.0445},  {"layer.0.head.2", AblationMode::Mean, 0.0661},
      {"layer.1.head.3", AblationMode::Zero, -0.0410}, {"layer.1.head.3", AblationMode::Mean, -0.0278},
      {"later_layers", AblationMode::Zero, -0.0691},   {"later_layers", AblationMode::Mean, -0.0471},
      {"layer.0", AblationMode::Zero, 0.1201},         {"layer.0", AblationMode::Mean, 0.1252},
      {"pointer", AblationMode::Mean, -0.4279},        {"gate", AblationMode::Mean, 0.0643}};
  std::vector<ComponentAblation> ablations;
  for (const Expected& one : expected) ablations.push_back(of(one.name, one.to));
  const auto ablationTable = ablateComponents(*m_engine, test().sequence(2222), ablations, *reference, {});
  ASSERT_TRUE(ablationTable.ok()) << ablationTable.error().sentence();
  EXPECT_EQ(ablationTable->target.location, 979);
  EXPECT_NEAR(ablationTable->probability, 0.429981, 2e-5);
  for (std::size_t s = 0; s < expected.size(); ++s)
    EXPECT_NEAR(ablationTable->effects[s].change, expected[s].change, 1e-4) << expected[s].name;
}

TEST_F(GeoLifeComponents, NothingAblatedIsTheEvaluation) {
  open("pointer_v45_geolife_full_model_best.pt");
  if (!m_engine) return;
  std::vector<std::size_t> rows(test().size());
  for (std::size_t row = 0; row < rows.size(); ++row) rows[row] = row;
  const auto table =
      ablateComponentsOver(*m_engine, test(), rows, std::vector{of("position_bias", AblationMode::Zero)}, {}, {});
  ASSERT_TRUE(table.ok()) << table.error().sentence();
  EXPECT_EQ(table->correct, 1891U) << "SPEC 10";
  EXPECT_NEAR(table->ablations[0].accuracyChange.mean, -0.06, 0.03) << "the bias hardly matters";
}

}  // namespace
}  // namespace sojourn
