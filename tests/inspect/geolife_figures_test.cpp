// SPDX-License-Identifier: GPL-3.0-or-later
// SPEC 10's figures on the GeoLife test set, to the sample.
#include <cmath>
#include <numeric>

#include <gtest/gtest.h>

#include "model/data/dataset/dataset.h"
#include "model/inspect/engine.h"
#include "tests/support/shared_data.h"

namespace sojourn {
namespace {

struct Counts {
  int at1 = 0, at3 = 0, at5 = 0, at10 = 0, knownAt1 = 0;
  double reciprocal = 0, ndcg = 0;
};

Counts countsOf(const SequenceSet& set, const std::vector<Outcome>& outcomes) {
  Counts counts;
  for (std::size_t i = 0; i < outcomes.size(); ++i) {
    const int rank = outcomes[i].rank;
    counts.at1 += rank <= 1;
    counts.at3 += rank <= 3;
    counts.at5 += rank <= 5;
    counts.at10 += rank <= 10;
    counts.knownAt1 += rank <= 1 && set.target(i) >= 2;
    counts.reciprocal += 100.0 / rank / static_cast<double>(outcomes.size());
    if (rank <= 10) counts.ndcg += 100.0 / std::log2(rank + 1.0) / static_cast<double>(outcomes.size());
  }
  return counts;
}

class GeoLifeFigures : public ::testing::Test {
 protected:
  void open(const char* checkpoint, Split split) {
    SOJOURN_NEEDS_SHARED_DATA(data);
    const auto location = locateDataset(data / "geolife");
    ASSERT_TRUE(location.ok()) << location.error().sentence();
    auto dataset = readDataset(*location, {.wanted = {split}, .required = {split}});
    ASSERT_TRUE(dataset.ok()) << dataset.error().sentence();
    set = *dataset->split(split);
    auto loaded = Engine::load(data / "checkpoints" / checkpoint, {.device = Device::Cpu});
    ASSERT_TRUE(loaded.ok()) << loaded.error().sentence();
    engine = *loaded;
    ASSERT_TRUE(engine->accepts(set).ok());
    std::vector<std::size_t> rows(set.size());
    std::iota(rows.begin(), rows.end(), std::size_t{0});
    auto evaluated = engine->evaluate(set, rows);
    ASSERT_TRUE(evaluated.ok()) << evaluated.error().sentence();
    outcomes = std::move(*evaluated);
  }

  SequenceSet set;
  std::shared_ptr<const Engine> engine;
  std::vector<Outcome> outcomes;
};

TEST_F(GeoLifeFigures, PointerV45OnTest) {
  open("pointer_v45_geolife_full_model_best.pt", Split::Test);
  if (!engine) return;
  const ModelDescription& model = engine->description();
  EXPECT_EQ(model.parameters, 251'476);
  EXPECT_EQ(model.sizes.heads, 4);
  EXPECT_EQ(model.labelSmoothing, 0.03);
  EXPECT_EQ(model.epoch, 8);
  EXPECT_EQ(model.fingerprint.size(), 64U);

  const Counts counts = countsOf(set, outcomes);
  ASSERT_EQ(outcomes.size(), 3502U);
  EXPECT_EQ(counts.at1, 1891);
  EXPECT_NEAR(counts.at3, 2671, 2);
  EXPECT_EQ(counts.at5, 2840);
  EXPECT_EQ(counts.at10, 2955);
  EXPECT_EQ(counts.knownAt1, 1480);
  EXPECT_NEAR(counts.reciprocal, 65.836, 5e-4);
  EXPECT_NEAR(counts.ndcg, 70.236, 5e-4);

  const double n = static_cast<double>(outcomes.size());
  double gate = 0, squares = 0, entropy = 0, right = 0, rightCount = 0, bias = 0, content = 0;
  for (const Outcome& outcome : outcomes) {
    gate += outcome.gate / n;
    squares += static_cast<double>(outcome.gate) * static_cast<double>(outcome.gate) / n;
    entropy += outcome.pointerEntropy / n;
    bias += outcome.biasDeviation / n;
    content += outcome.contentDeviation / n;
    if (outcome.rank == 1) {
      right += outcome.gate;
      ++rightCount;
    }
  }
  EXPECT_NEAR(gate, 0.6696, 5e-5);
  EXPECT_NEAR(std::sqrt(squares - gate * gate), 0.2000, 5e-5);
  EXPECT_NEAR(right / rightCount, 0.6911, 5e-5);
  EXPECT_NEAR(entropy, 1.7914, 5e-5);
  EXPECT_NEAR(bias, 0.02, 0.005);
  EXPECT_NEAR(content, 1.69, 0.05);
}

TEST_F(GeoLifeFigures, MhsaOnTest) {
  open("mhsa_geolife_checkpoint.pt", Split::Test);
  if (!engine) return;
  EXPECT_EQ(engine->description().parameters, 112'547);
  EXPECT_EQ(engine->description().sizes.heads, 8);
  const Counts counts = countsOf(set, outcomes);
  EXPECT_EQ(counts.at1, 1087);
  EXPECT_EQ(counts.knownAt1, 1087);
}

TEST_F(GeoLifeFigures, MhsaOnValidation) {
  open("mhsa_geolife_checkpoint.pt", Split::Validation);
  if (!engine) return;
  EXPECT_EQ(countsOf(set, outcomes).at1, 1363);
}

}  // namespace
}  // namespace sojourn
