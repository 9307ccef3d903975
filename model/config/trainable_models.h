// SPDX-License-Identifier: GPL-3.0-or-later
// The networks that a training may choose: their names, the recipe each starts from, and the keys that each reads.
#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "model/config/training_config.h"

namespace sojourn {

/// What the configuration knows of a network. Names and titles are those of model/nets, whose tests compare them.
struct TrainableModel {
  std::string_view title;                     ///< "Pointer V45"
  std::string_view shortTitle;                ///< "V45", for forms
  TrainingConfig recipe;                      ///< what keys that a file leaves out are; its model.name is the model's
  std::vector<std::string_view> unread = {};  ///< keys that have no effect on it
  bool normalisesBatches = false;             ///< takes the variance over the sequences of a batch, so 2 or more

  [[nodiscard]] const std::string& name() const { return recipe.model.name; }
  [[nodiscard]] bool reads(std::string_view key) const;
};

/// The first is what a configuration without model.name trains.
[[nodiscard]] std::span<const TrainableModel> trainableModels();
/// Null where there is none of this name.
[[nodiscard]] const TrainableModel* findTrainableModel(std::string_view name);

}  // namespace sojourn
