// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/bench/large_recipe.h"

#include <algorithm>
#include <cmath>
#include <random>

#include "model/data/dataset/visit_history.h"

namespace sojourn::test {

Dataset madeDataset(const SetSizes& sizes) {
  constexpr std::size_t rowsOfValidation = 256;
  std::mt19937_64 random(11);
  const auto uniform = [&] { return static_cast<double>(random() >> 11) / 9007199254740992.0; };
  const auto below = [&](std::int32_t count) {
    return static_cast<std::int32_t>(random() % static_cast<std::uint64_t>(count));
  };
  const auto place = [&] {
    return static_cast<LocationId>(2 + std::floor(std::pow(uniform(), 3) * (sizes.locations - 2)));
  };
  Dataset dataset;
  dataset.prefix = dataset.title = "made";
  for (const Split split : {Split::Train, Split::Validation}) {
    SequenceSet& set = dataset.splits[static_cast<std::size_t>(split)].emplace();
    for (std::size_t row = 0; row < (split == Split::Train ? sizes.rows : rowsOfValidation); ++row) {
      Sequence sequence{.user = 1 + below(sizes.users - 1), .visits = {}, .target = place()};
      const double drawn = 3 - (sizes.meanLength - 3) * std::log(1 - uniform());
      const auto length = std::min(static_cast<std::size_t>(drawn), sizes.longest);
      for (std::size_t i = 0; i < length; ++i)
        sequence.visits.push_back({.location = place(),
                                   .weekday = below(7),
                                   .startMinute = below(1440),
                                   .durationMinutes = 30.0 + below(600),
                                   .daysAgo = static_cast<std::int32_t>(7 - 7 * i / length)});
      set.append(sequence);
    }
  }
  dataset.numLocations = sizes.locations;
  dataset.numUsers = sizes.users;
  dataset.maxSequenceLength = sizes.longest + 10;
  giveHistory(dataset);
  return dataset;
}

TrainingConfig largeRecipe() {
  TrainingConfig config = recipeFor("pointer_v45");
  config.model.dModel = 128;
  config.model.numLayers = 3;
  config.model.dimFeedforward = 256;
  config.training.learningRate = 7e-4;
  return config;
}

}  // namespace sojourn::test
