// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/train/trainer/trainer_state.h"

#include <cmath>
#include <limits>
#include <stdexcept>
#include <utility>

#include "model/config/config_writer.h"

namespace sojourn {
namespace {

using Json = nlohmann::ordered_json;

constexpr const char* trainerKey = "trainer";

/// Readers of checkpoints hand over numbers that JSON lacks as texts.
double realFrom(const Json& json, const char* key) {
  const Json& value = json.at(key);
  if (value == "Infinity") return std::numeric_limits<double>::infinity();
  if (!value.is_number()) throw std::invalid_argument(std::string(key) + " is not a number");
  return value.get<double>();
}

/// A number that a product may be made with.
double finiteFrom(const Json& json, const char* key) {
  const double value = realFrom(json, key);
  if (!std::isfinite(value)) throw std::invalid_argument(std::string(key) + " is not a finite number");
  return value;
}

std::int64_t countFrom(const Json& json, const char* key) {
  const Json& value = json.at(key);
  if (!value.is_number_integer() || value.get<std::int64_t>() < 0)
    throw std::invalid_argument(std::string(key) + " is not a count");
  return value.get<std::int64_t>();
}

bool flagFrom(const Json& json, const char* key) {
  const Json& value = json.at(key);
  if (!value.is_boolean()) throw std::invalid_argument(std::string(key) + " is neither true nor false");
  return value.get<bool>();
}

}  // namespace

CheckpointFile publishedCheckpoint(const TrainerState& state, const TrainingConfig& config) {
  CheckpointFile file;
  file.container = "torch zip";
  file.stateKey = "model_state_dict";
  file.metadata = {{"epoch", state.finishedEpochs},
                   {"best_val_loss", state.recipe.bestLoss},
                   {"patience_counter", state.recipe.waited},
                   {"config", toJson(config)},
                   {"ablation_name", config.model.ablation}};
  return file;
}

CheckpointFile toCheckpoint(TrainerState state, const TrainingConfig& config) {
  const RecipeMemory& recipe = state.recipe;
  CheckpointFile file = publishedCheckpoint(state, config);
  file.tensors = std::move(state.weights);
  file.bestTensors = std::move(state.bestWeights);
  file.optimizer = std::move(state.optimizer);
  file.metadata[trainerKey] = {{"step", state.steps},
                               {"step_in_epoch", state.stepInEpoch},
                               {"loss_sum", state.lossSum},
                               {"rate_factor", state.rateFactor},
                               {"steered", state.steered},
                               {"learning_rate", state.learningRate},
                               {"best_epoch", recipe.bestEpoch},
                               {"returns", recipe.returns},
                               {"held_rate", recipe.heldRate ? Json(*recipe.heldRate) : Json(nullptr)},
                               {"over", recipe.over}};
  return file;
}

Result<TrainerState> trainerState(CheckpointFile checkpoint, const std::string& where) {
  try {
    const Json& top = checkpoint.metadata;
    const Json& own = top.at(trainerKey);
    TrainerState state;
    state.finishedEpochs = countFrom(top, "epoch");
    state.stepInEpoch = countFrom(own, "step_in_epoch");
    state.steps = countFrom(own, "step");
    state.lossSum = finiteFrom(own, "loss_sum");
    state.rateFactor = finiteFrom(own, "rate_factor");
    if (state.rateFactor <= 0) throw std::invalid_argument("rate_factor is not above 0");
    state.steered = flagFrom(own, "steered");
    state.learningRate = realFrom(own, "learning_rate");
    state.recipe.bestLoss = realFrom(top, "best_val_loss");
    state.recipe.bestEpoch = countFrom(own, "best_epoch");
    state.recipe.waited = countFrom(top, "patience_counter");
    state.recipe.returns = countFrom(own, "returns");
    if (!own.at("held_rate").is_null()) state.recipe.heldRate = finiteFrom(own, "held_rate");
    if (state.recipe.heldRate && *state.recipe.heldRate < 0) throw std::invalid_argument("held_rate is below 0");
    state.recipe.over = flagFrom(own, "over");
    if (!checkpoint.optimizer) throw std::invalid_argument("the optimizer's state is missing");
    state.weights = std::move(checkpoint.tensors);
    state.bestWeights = std::move(checkpoint.bestTensors);
    state.optimizer = std::move(*checkpoint.optimizer);
    return state;
  } catch (const std::exception& error) {
    return Error{.kind = ErrorKind::BadInput,
                 .where = where,
                 .what = std::string("training cannot continue from it (") + error.what() + ")",
                 .remedy = "resume from a last.pt that `sojourn train` wrote"};
  }
}

}  // namespace sojourn
