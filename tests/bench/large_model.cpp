// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/bench/large_model.h"

#include "model/formats/checkpoint/checkpoint_file.h"
#include "model/train/trainer/new_network.h"
#include "model/train/trainer/train_step.h"
#include "tests/bench/large_recipe.h"

namespace sojourn::test {

Status writeLargeModel(const std::filesystem::path& folder) {
  Dataset dataset = madeDataset({.rows = 256, .locations = 100'000, .users = 693, .meanLength = 5000, .longest = 150});
  // A dataset has as many places and users as its largest ids say.
  dataset.splits[static_cast<std::size_t>(Split::Train)]->append(
      {.user = dataset.numUsers - 1, .visits = {{.location = dataset.numLocations - 1}}, .target = 2});
  for (LocationId location = 2; location < dataset.numLocations; ++location)
    dataset.places.setCoordinates(location, {.latitude = 51.4 + 0.00001 * (location * 7919 % 9973),
                                             .longitude = -0.1 + 0.00002 * (location * 104729 % 9967)});
  std::filesystem::create_directories(folder / "data");
  if (Status written = writeDataset(dataset, folder / "data"); !written) return written;
  TrainingConfig config = largeRecipe();
  config.model.numLayers = 8;
  config.model.nhead = largeModelHeads;
  const Result<NewNetwork> made = newNetwork(dataset, config);
  if (!made) return made.error();
  CheckpointFile checkpoint;
  checkpoint.stateKey = "model_state_dict";
  checkpoint.tensors = TrainStep(made->network, config, {}, 1).weights();
  return writeTorchCheckpoint(folder / "model.pt", checkpoint);
}

}  // namespace sojourn::test
