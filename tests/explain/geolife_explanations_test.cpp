// SPDX-License-Identifier: GPL-3.0-or-later
// Explanations of the published GeoLife checkpoints, on the test set.
#include <gtest/gtest.h>

#include "model/explain/attribution/masked_predictions.h"
#include "model/explain/explanation/explain.h"
#include "model/explain/faithfulness/faithfulness.h"
#include "tests/inspect/geolife_model.h"

namespace sojourn {
namespace {

class GeoLifeExplanations : public GeoLifeModel {};

/// Mean over the removal counts of what the prediction's probability loses with its latest visits.
double recencyComprehensiveness(const Engine& engine, const Sequence& sequence, Removal removal) {
  const auto inspection = *engine.inspect(sequence, {.maps = false});
  const ExplanationTarget target{.location = inspection->best().location};
  MaskedPredictions values(engine, sequence, target);
  const std::size_t length = sequence.visits.size();
  const std::size_t whole = values.enqueue(VisitMask(length, false), removal);
  std::vector<std::size_t> numbers;
  for (const std::size_t k : removalCounts(length)) {
    VisitMask removed(length, false);
    for (std::size_t i = length - k; i < length; ++i) removed[i] = true;
    numbers.push_back(values.enqueue(removed, removal));
  }
  EXPECT_TRUE(values.evaluate().ok());
  double sum = 0;
  for (const std::size_t number : numbers) sum += values.at(whole) - values.at(number);
  return sum / static_cast<double>(numbers.size());
}

TEST_F(GeoLifeExplanations, TheOperatorDecidesWhatRecencyIsWorth) {
  open("pointer_v45_geolife_full_model_best.pt");
  if (!m_engine) return;
  double masked = 0, removed = 0;
  for (std::size_t row = 0; row < test().size(); ++row) {
    const Sequence sequence = test().sequence(row);
    masked += recencyComprehensiveness(*m_engine, sequence, Removal::Masked) / static_cast<double>(test().size());
    removed += recencyComprehensiveness(*m_engine, sequence, Removal::Removed) / static_cast<double>(test().size());
  }
  // An implementation of both operators of its own in PyTorch gives 0.036434 and 0.178185 over all 3502 sequences.
  EXPECT_NEAR(masked, 0.036434, 2e-5);
  EXPECT_NEAR(removed, 0.178185, 2e-5);
}

TEST_F(GeoLifeExplanations, AttributionsEqualPyTorchs) {
  open("pointer_v45_geolife_full_model_best.pt");
  if (!m_engine) return;
  const auto found = explain(*m_engine, test().sequence(3376),
                             {.target = 336,
                              .methods = {"gradient_x_input", "integrated_gradients", "integrated_gradients_embedding"},
                              .randomOrders = 1,
                              .pValues = false});
  ASSERT_TRUE(found.ok()) << found.error().sentence();
  // PyTorch's autograd in float64, an implementation of the model of its own, 64 steps.
  const std::vector<std::vector<double>> expected{
      {-0.022279, -0.010378, 0.008836, 0.001659, 0.001316, 0.058745, 0.030085, 0.066627, -0.032954, 0.018336, -0.014637,
       -0.076603, 0.071991, -0.406114},
      {-0.034453, -0.096782, 0.0086, -0.00571, 0.002093, 0.06754, 0.052804, 0.029018, 1.720594, -0.128345, 0.58993,
       2.256866, 0.147718, 2.147178},
      {-0.039175, -0.112086, 0.006102, -0.00422, 0.004449, 0.067953, 0.052909, 0.027875, 0.547536, -0.12819, 0.06154,
       0.574324, 0.154149, 0.434789}};
  for (std::size_t m = 0; m < expected.size(); ++m)
    for (std::size_t i = 0; i < expected[m].size(); ++i)
      EXPECT_NEAR(found->methods[m].scores[i], expected[m][i], 5e-6) << found->methods[m].name << " " << i;
}

TEST_F(GeoLifeExplanations, IntegratedGradientsAreCompleteToOnePercent) {
  for (const char* checkpoint : {"pointer_v45_geolife_full_model_best.pt", "mhsa_geolife_checkpoint.pt"}) {
    open(checkpoint);
    if (!m_engine) return;
    for (std::size_t row = 0; row < test().size(); row += 350) {
      const auto found = explain(*m_engine, test().sequence(row),
                                 {.target = {},
                                  .ratherThan = {},
                                  .methods = {"integrated_gradients", "integrated_gradients_embedding"},
                                  .randomOrders = 1,
                                  .pValues = false});
      ASSERT_TRUE(found.ok()) << found.error().sentence();
      for (const MethodExplanation& method : found->methods)
        EXPECT_LT(*method.completenessGap, 0.01) << checkpoint << " " << row << " " << method.name;
    }
  }
}

}  // namespace
}  // namespace sojourn
