// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/config/training_config.h"

namespace sojourn {

TrainingConfig recipeFor(const std::string& modelName) {
  TrainingConfig recipe;
  if (modelName != "mhsa") return recipe;
  recipe.model = {.name = "mhsa",
                  .ablation = "full_model",
                  .dModel = 32,
                  .nhead = 8,
                  .numLayers = 2,
                  .dimFeedforward = 128,
                  .dropout = 0.1};
  recipe.training = {.batchSize = 32,
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
  return recipe;
}

}  // namespace sojourn
