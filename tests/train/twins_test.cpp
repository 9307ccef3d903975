// SPDX-License-Identifier: GPL-3.0-or-later
// The networks to compare with against captures of their eager PyTorch twins (tests/nets/twins.py): probabilities of
// six sequences, and twenty steps of training without dropout.
#include <cmath>
#include <fstream>
#include <numeric>

#include <ATen/ops/log_softmax.h>
#include <c10/core/InferenceMode.h>
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include "model/config/trainable_models.h"
#include "model/data/dataset/dataset.h"
#include "model/data/dataset/visit_history.h"
#include "model/nets/lstm/lstm_network.h"
#include "model/train/trainer/recipe.h"
#include "model/train/trainer/train_step.h"
#include "tests/support/built.h"
#include "tests/train/formula_training.h"

namespace sojourn {
namespace {

constexpr int sequencesInStep = 24, stepsTrained = 20;
constexpr double rate = 0.005, weightDecay = 0.05;

std::shared_ptr<Network> twinOf(const std::string& id) {
  const ModelSizes sizes{.locations = 30,
                         .users = 5,
                         .maxLength = 16,
                         .width = 8,
                         .heads = 4,
                         .layers = 2,
                         .feedForward = 12,
                         .hidden = 12};
  std::shared_ptr<Network> network =
      findModelKind(id)->create({.sizes = sizes, .ablation = "full_model", .dropout = 0});
  // Its embeddings and head have a dropout of their own.
  if (id == "lstm")
    network = std::make_shared<LstmNetwork>(
        LstmNetworkOptions{.sizes = sizes, .dropout = 0, .embeddingDropout = 0, .fcDropout = 0});
  test::setFormulaWeights(*network);
  return network;
}

std::vector<std::size_t> rowsFrom(std::size_t first, std::size_t count) {
  std::vector<std::size_t> rows(count);
  std::iota(rows.begin(), rows.end(), first);
  return rows;
}

/// A test split behind a training split of 60 other sequences.
SequenceSet afterTraining(SequenceSet set) {
  Dataset dataset;
  dataset.splits[0] = test::formulaSequences(100, 60);
  dataset.splits[2] = std::move(set);
  giveHistory(dataset);
  return *dataset.splits[2];
}

class Twins : public ::testing::TestWithParam<const char*> {
 protected:
  void SetUp() override {
    std::ifstream file(test::sourceFolder() / "tests/nets/captures" / (std::string(GetParam()) + ".json"));
    m_capture = nlohmann::json::parse(file);
  }
  nlohmann::json m_capture;
};

TEST_P(Twins, PredictTheSame) {
  const std::shared_ptr<Network> network = twinOf(GetParam());
  network->eval();
  const c10::InferenceMode inference;
  const NetworkOutput output =
      network->forward(packBatch(afterTraining(test::formulaSequences(0, 6)), rowsFrom(0, 6), network->limits()));
  const at::Tensor found = at::log_softmax(output.scores, -1);
  std::int64_t token = 0;
  for (std::int64_t k = 0; k < 6; ++k) {
    const nlohmann::json& expected = m_capture.at("log_probability").at(static_cast<std::size_t>(k));
    for (std::int64_t y = 0; y < 30; ++y)
      EXPECT_NEAR(found[k][y].item<double>(), expected.at(static_cast<std::size_t>(y)).get<double>(), 1e-5)
          << "sequence " << k << ", location " << y;
    if (m_capture.contains("history_weight")) {
      double sum = 0;
      const auto i = static_cast<std::size_t>(k);
      const nlohmann::json &slots = m_capture.at("history_slot").at(i), &weights = m_capture.at("history_weight").at(i);
      ASSERT_GT(slots.size(), 10U);
      for (std::size_t row = 0; row < slots.size(); ++row) {
        const double weight = output.historyWeight[k][slots.at(row).get<std::int64_t>()].item<double>();
        EXPECT_NEAR(weight, weights.at(row).get<double>(), 1e-5) << "sequence " << k;
        sum += weight;
      }
      EXPECT_NEAR(sum, 1, 1e-5) << "no other half hour has any";
    }
    if (!m_capture.contains("pointer_weight")) continue;
    for (const nlohmann::json& weight : m_capture.at("pointer_weight").at(static_cast<std::size_t>(k)))
      EXPECT_NEAR(output.pointerWeight[token++].item<double>(), weight.get<double>(), 1e-5) << "sequence " << k;
  }
}

TEST_P(Twins, LearnTheSame) {
  TrainingConfig config = recipeFor(GetParam());
  config.training.weightDecay = weightDecay;
  const auto recipe = makeRecipe(findModelKind(GetParam())->recipe, config.training);
  const SequenceSet set = afterTraining(test::formulaSequences(0, stepsTrained * sequencesInStep, true));
  for (const StepKind kind : {StepKind::Shards, StepKind::Recorded}) {
    TrainStep trainer(twinOf(GetParam()), config, recipe->updateRule(), 2, kind);
    for (int step = 0; step < stepsTrained; ++step) {
      trainer.step(set, rowsFrom(static_cast<std::size_t>(step * sequencesInStep), sequencesInStep), rate, step);
      const StepFigures figures = trainer.collect().at(0);
      const auto i = static_cast<std::size_t>(step);
      EXPECT_NEAR(figures.loss, m_capture.at("loss").at(i).get<double>(), 1e-5) << "step " << step;
      EXPECT_NEAR(figures.gradientNorm, m_capture.at("gradient_norm").at(i).get<double>(), 1e-4) << "step " << step;
    }
  }
}

TEST(TrainableModels, AreThoseOfTheRegistry) {
  ASSERT_EQ(trainableModels().size(), modelKinds().size());
  for (const ModelKind& kind : modelKinds()) {
    const TrainableModel* model = findTrainableModel(kind.id);
    ASSERT_TRUE(model) << kind.id;
    EXPECT_EQ(model->title, kind.title);
    EXPECT_EQ(model->reads("model.nhead"), kind.defaultHeads > 0) << kind.id;
    EXPECT_EQ(model->reads("model.hidden_size"), kind.defaultHeads == 0) << kind.id;
    const std::shared_ptr<Network> network = kind.create({.sizes = {.locations = 30,
                                                                    .users = 5,
                                                                    .maxLength = 16,
                                                                    .width = 8,
                                                                    .heads = 4,
                                                                    .layers = 2,
                                                                    .feedForward = 12,
                                                                    .hidden = 12},
                                                          .ablation = "full_model",
                                                          .dropout = 0});
    EXPECT_EQ(model->normalisesBatches, network->mixesSequences()) << kind.id;
  }
}

INSTANTIATE_TEST_SUITE_P(EveryKind, Twins,
                         ::testing::Values("lstm", "lstm_location", "transformer", "lstm_pointer", "deepmove"),
                         [](const auto& kind) { return std::string(kind.param); });

}  // namespace
}  // namespace sojourn
