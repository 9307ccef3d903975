// SPDX-License-Identifier: GPL-3.0-or-later
// Writes a training's state into a checkpoint, and reads it back.
#include <cmath>
#include <limits>
#include <utility>

#include "model/config/config_file.h"
#include "model/formats/text/json_fields.h"
#include "model/train/trainer/trainer.h"

namespace sojourn {
namespace {

/// What the published layout has.
void publishedFields(auto& json, auto& state) {
  json("epoch", state.finishedEpochs);
  json("best_val_loss", state.recipe.bestLoss);
  json.check("best_val_loss", state.recipe.bestLoss > -std::numeric_limits<double>::infinity(), "is not a loss");
  json("patience_counter", state.recipe.waited);
}

/// What goes under "trainer".
void trainerFields(auto& json, auto& state) {
  auto& recipe = state.recipe;
  json("step", state.steps);
  json("step_in_epoch", state.stepInEpoch);
  json("loss_sum", state.lossSum);
  json.check("loss_sum", std::isfinite(state.lossSum), "is not a finite number");
  json("rate_factor", state.rateFactor);
  json.check("rate_factor", std::isfinite(state.rateFactor) && state.rateFactor > 0, "is not a number above 0");
  json("steered", state.steered);
  json("learning_rate", state.learningRate);
  json.check("learning_rate", !std::isnan(state.learningRate), "is not a number");
  json("best_epoch", recipe.bestEpoch);
  json.ifAny("best_accuracy", recipe.bestAccuracy);
  json.check("best_accuracy", !recipe.bestAccuracy || std::isfinite(*recipe.bestAccuracy), "is not a finite number");
  json("returns", recipe.returns);
  json.orNull("held_rate", recipe.heldRate);
  json.check("held_rate", !recipe.heldRate || (std::isfinite(*recipe.heldRate) && *recipe.heldRate >= 0),
             "is not a number from 0");
  json("over", recipe.over);
}

}  // namespace

CheckpointFile publishedCheckpoint(const TrainerState& state, const TrainingConfig& config) {
  CheckpointFile file;
  file.container = "torch zip";
  file.stateKey = "model_state_dict";
  JsonWriter published(JsonWriter::NotFinite::Keep);
  publishedFields(published, state);
  published("config", toJson(config));
  published("ablation_name", config.model.ablation);
  file.metadata = published.json();
  return file;
}

CheckpointFile toCheckpoint(TrainerState state, const TrainingConfig& config) {
  CheckpointFile file = publishedCheckpoint(state, config);
  JsonWriter own(JsonWriter::NotFinite::Keep);
  trainerFields(own, state);
  file.metadata["trainer"] = own.json();
  file.tensors = std::move(state.weights);
  file.bestTensors = std::move(state.bestWeights);
  file.optimizer = std::move(state.optimizer);
  return file;
}

Result<TrainerState> trainerState(CheckpointFile checkpoint, const std::string& where) {
  const auto refuse = [&](const std::string& what) {
    return Error{ErrorKind::BadInput, where, "training cannot continue from it (" + what + ")",
                 "resume from a last.pt that `sojourn train` wrote"};
  };
  TrainerState state;
  JsonFields json(checkpoint.metadata, "");
  publishedFields(json, state);
  json.object("trainer", [&](JsonFields& own) { trainerFields(own, state); });
  if (json.error()) return refuse(json.error()->where + " " + json.error()->what);
  if (!checkpoint.optimizer) return refuse("the optimizer's state is missing");
  state.weights = std::move(checkpoint.tensors);
  state.bestWeights = std::move(checkpoint.bestTensors);
  state.optimizer = std::move(*checkpoint.optimizer);
  return state;
}

}  // namespace sojourn
