// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/train/ruled_dataset.h"

#include "tests/nets/small_models.h"

namespace sojourn::test {

Dataset ruledDataset() {
  Dataset dataset;
  dataset.prefix = "ruled";
  dataset.numLocations = 30;
  dataset.numUsers = 5;
  dataset.maxSequenceLength = 12;
  const auto make = [](std::size_t count, std::uint32_t seed) {
    std::vector<std::size_t> lengths;
    for (std::size_t i = 0; i < count; ++i) lengths.push_back(3 + i % 4);
    std::vector<Sequence> sequences = fakeSequences(lengths, {}, seed);
    for (Sequence& sequence : sequences) sequence.target = sequence.visits.front().location;
    return setOf(sequences);
  };
  dataset.splits[0] = make(600, 11);
  dataset.splits[1] = make(150, 12);
  return dataset;
}

TrainingConfig tinyConfig() {
  TrainingConfig config;
  config.model.dModel = 16;
  config.model.nhead = 2;
  config.model.numLayers = 1;
  config.model.dimFeedforward = 32;
  config.model.dropout = 0.05;
  config.training.batchSize = 32;
  config.training.learningRate = 5e-3;
  config.training.warmupEpochs = 2;
  config.training.numEpochs = 12;
  return config;
}

}  // namespace sojourn::test
