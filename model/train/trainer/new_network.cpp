// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/train/trainer/new_network.h"

#include <algorithm>
#include <stdexcept>

#include <ATen/Context.h>

#include "model/nets/registry/registry.h"
#include "model/train/trainer/training_memory.h"

namespace sojourn {
namespace {

Error badInput(std::string where, std::string what, std::string remedy) {
  return {.kind = ErrorKind::BadInput, .where = std::move(where), .what = std::move(what), .remedy = std::move(remedy)};
}

}  // namespace

Status checkTrainable(const Dataset& dataset, Split which) {
  const SequenceSet* set = dataset.split(which);
  const std::string where = dataset.prefix + "_" + splitName(which);
  if (!set || set->empty()) return badInput(where, "no sequences to train with", "training needs train and validation");
  for (std::size_t row = 0; row < set->size(); ++row) {
    const std::string sequence = where + ", sequence " + std::to_string(row);
    const auto beyond = [&](LocationId id) { return id < 0 || id >= dataset.numLocations; };
    const std::span<const LocationId> window = set->locations(row);
    const auto odd = std::ranges::find_if(window, beyond);
    if (odd != window.end() || beyond(set->target(row)))
      return badInput(sequence,
                      "location " + std::to_string(odd != window.end() ? *odd : set->target(row)) +
                          ", but training knows locations 0 to " + std::to_string(dataset.numLocations - 1),
                      "encode places that training does not hold as 1");
    if (set->user(row) < 0 || set->user(row) >= dataset.numUsers)
      return badInput(sequence,
                      "user " + std::to_string(set->user(row)) + ", but training knows users 1 to " +
                          std::to_string(dataset.numUsers - 1),
                      "leave out users that training does not hold");
    if (window.empty() || window.size() > dataset.maxSequenceLength)
      return badInput(sequence, std::to_string(window.size()) + " visits",
                      "sequences of 1 to " + std::to_string(dataset.maxSequenceLength) + " visits can be trained on");
  }
  return {};
}

Result<NewNetwork> newNetwork(const Dataset& dataset, const TrainingConfig& config) {
  const TrainingConfig::Model& model = config.model;
  const ModelKind* kind = findModelKind(model.name);
  if (!kind) return badInput("model.name", "no model is called " + model.name, "use pointer_v45 or mhsa");
  if (model.nhead < 1 || model.dModel < 4 || model.dModel % model.nhead != 0)
    return badInput("model.nhead",
                    std::to_string(model.nhead) + " heads do not divide the width " + std::to_string(model.dModel),
                    "choose a number of heads that divides d_model");
  at::manual_seed(static_cast<std::uint64_t>(config.seed));
  try {
    return NewNetwork{.network = kind->create(
                          {.sizes = newSizes(dataset, config), .ablation = model.ablation, .dropout = model.dropout}),
                      .recipe = kind->recipe};
  } catch (const std::invalid_argument& error) {
    return badInput("model.ablation", error.what(), "see the names of the published ablations");
  }
}

}  // namespace sojourn
