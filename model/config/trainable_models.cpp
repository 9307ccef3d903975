// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/config/trainable_models.h"

#include <algorithm>
#include <utility>

namespace sojourn {
namespace {

constexpr std::string_view ablation = "model.ablation", heads = "model.nhead", feedForward = "model.dim_feedforward",
                           hiddenSize = "model.hidden_size", lowestRate = "training.min_lr";

/// SPEC 7.2.
TrainingConfig::Training linearTraining() {
  return {.batchSize = 32,
          .numEpochs = 100,
          .learningRate = 1e-3,
          .weightDecay = 1e-6,
          .labelSmoothing = 0,
          .gradClip = 1.0,
          .patience = 3,
          .minEpochs = 0,
          .warmupEpochs = 2,
          .scheduleEpochs = 50,
          .useAmp = false,
          .minLr = 0,
          .probes = {}};
}

TrainableModel pointerV45() {
  return {.title = "Pointer V45", .shortTitle = "V45", .recipe = {}, .unread = {hiddenSize}};
}

TrainingConfig recipeOf(TrainingConfig::Model model, TrainingConfig::Training training = {}) {
  TrainingConfig recipe;
  recipe.model = std::move(model);
  recipe.training = std::move(training);
  return recipe;
}

TrainableModel mhsa() {
  return {.title = "MHSA",
          .shortTitle = "MHSA",
          .recipe = recipeOf({.name = "mhsa", .dModel = 32, .nhead = 8, .dropout = 0.1}, linearTraining()),
          .unread = {ablation, hiddenSize, lowestRate},
          .normalisesBatches = true};
}

TrainableModel lstm() {
  return {.title = "LSTM",
          .shortTitle = "LSTM",
          .recipe = recipeOf({.name = "lstm", .dModel = 32, .dropout = 0.2}, linearTraining()),
          .unread = {ablation, heads, feedForward, lowestRate},
          .normalisesBatches = true};
}

TrainableModel lstmLocation() {
  return {
      .title = "LSTM on location and user",
      .shortTitle = "Location LSTM",
      .recipe = recipeOf({.name = "lstm_location", .dropout = 0.2},
                         {.learningRate = 1e-3, .weightDecay = 0.01, .gradClip = 1.0, .warmupEpochs = 3, .probes = {}}),
      .unread = {ablation, heads, feedForward}};
}

TrainableModel transformer() {
  return {.title = "Standard Transformer",
          .shortTitle = "Transformer",
          .recipe = recipeOf({.name = "transformer"}),
          .unread = {ablation, hiddenSize}};
}

TrainableModel lstmPointer() {
  return {.title = "LSTM pointer network",
          .shortTitle = "LSTM pointer",
          .recipe = recipeOf({.name = "lstm_pointer", .dropout = 0.2}),
          .unread = {ablation, heads, feedForward}};
}

TrainableModel deepMove() {
  // One sequence a step, as published: every gradient is of one sequence, so batches would be another training.
  return {.title = "DeepMove",
          .shortTitle = "DeepMove",
          .recipe = recipeOf({.name = "deepmove", .dModel = 40, .numLayers = 1, .hiddenSize = 45, .dropout = 0.3},
                             {.batchSize = 1,
                              .numEpochs = 50,
                              .learningRate = 1e-3,
                              .weightDecay = 1e-5,
                              .labelSmoothing = 0,
                              .gradClip = 5.0,
                              .patience = 7,
                              .minEpochs = 0,
                              .warmupEpochs = 0,
                              .probes = {}}),
          .unread = {ablation, heads, feedForward, "model.num_layers", "training.warmup_epochs",
                     "training.schedule_epochs", lowestRate}};
}

}  // namespace

bool TrainableModel::reads(std::string_view key) const {
  return std::ranges::find(unread, key) == unread.end();
}

std::span<const TrainableModel> trainableModels() {
  static const std::vector<TrainableModel> models{pointerV45(),  mhsa(),        lstm(),    lstmLocation(),
                                                  transformer(), lstmPointer(), deepMove()};
  return models;
}

const TrainableModel* findTrainableModel(std::string_view name) {
  for (const TrainableModel& model : trainableModels())
    if (model.name() == name) return &model;
  return nullptr;
}

TrainingConfig recipeFor(const std::string& modelName) {
  const TrainableModel* model = findTrainableModel(modelName);
  return model ? model->recipe : trainableModels().front().recipe;
}

TrainingConfig recipeForSize(const std::string& modelName, std::int64_t sequences) {
  constexpr std::int64_t batchesOfAnEpoch = 50, leastBatch = 8, wideFrom = 2000, narrowBelow = 500;
  TrainingConfig config = recipeFor(modelName);
  TrainingConfig::Model& model = config.model;
  TrainingConfig::Training& training = config.training;
  const std::int64_t published = training.batchSize;
  while (training.batchSize > leastBatch && training.batchSize * batchesOfAnEpoch > sequences) training.batchSize /= 2;
  const std::int64_t narrower = sequences >= wideFrom ? 1 : sequences >= narrowBelow ? 2 : 4;
  if (model.dModel % (narrower * model.nhead) == 0) {
    model.dModel /= narrower;
    model.dimFeedforward = std::max<std::int64_t>(model.dimFeedforward / narrower, 1);
    const TrainableModel* known = findTrainableModel(modelName);
    if (known && known->reads(hiddenSize)) model.hiddenSize = std::max<std::int64_t>(model.hiddenSize / narrower, 1);
  }
  const std::int64_t batches = std::max<std::int64_t>((sequences + training.batchSize - 1) / training.batchSize, 1);
  if (training.batchSize < published && batches < batchesOfAnEpoch)
    training.numEpochs =
        std::min<std::int64_t>(training.numEpochs * batchesOfAnEpoch / batches, 4 * training.numEpochs);
  return config;
}

}  // namespace sojourn
