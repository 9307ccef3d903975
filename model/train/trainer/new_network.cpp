// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/train/trainer/new_network.h"

#include <algorithm>
#include <charconv>
#include <cstdint>
#include <cstdio>
#include <limits>
#include <stdexcept>

#include <ATen/Context.h>
#include <unistd.h>

#include "model/config/config_schema.h"
#include "model/core/text.h"
#include "model/formats/checkpoint/checkpoint_file.h"
#include "model/nets/plan/state_dict_kind.h"
#include "model/nets/registry/registry.h"

namespace sojourn {
namespace {

/// Tables of fewer rows are no burden, however many of these are used.
constexpr std::int64_t manyRows = 100'000;
constexpr std::int64_t fewestUsedInRows = 100;

/// Of each weight: itself, its gradient and that of a shard, two moments, the best weights; and while a checkpoint is
/// written once more all of these but the gradients, as arrays and as the file's bytes.
constexpr double bytesPerWeight = 4 * (1 + 2 + 2 + 1 + 2 * 4);
/// Of each sequence and location: scores, two distributions, their logarithm, and the gradients of them.
constexpr double bytesPerScore = 4 * 8;
/// Weights, best weights and two moments.
constexpr double checkpointBytesPerWeight = 4 * 4;

Status checkGaps(const Dataset& dataset, std::int64_t rows, const std::vector<bool>& used, const char* what,
                 const char* remedy) {
  const std::int64_t count = std::ranges::count(used, true);
  if (rows <= manyRows || count * fewestUsedInRows >= rows) return {};
  return Error{ErrorKind::BadInput, dataset.prefix + "_train",
               "has " + std::string(what) + " up to " + std::to_string(rows - 1) + ", but only " +
                   std::to_string(count) + " of them occur",
               remedy};
}

Error badInput(std::string where, std::string what, std::string remedy) {
  return {.kind = ErrorKind::BadInput, .where = std::move(where), .what = std::move(what), .remedy = std::move(remedy)};
}

bool hasHeads(const TrainingConfig& config) {
  const StateDictKind* kind = findStateDict(config.model.name);
  return kind && kind->defaultHeads > 0;
}

}  // namespace

double machineMemory() {
  const auto pages = static_cast<double>(::sysconf(_SC_PHYS_PAGES));
  const double machine =
      pages > 0 ? pages * static_cast<double>(::sysconf(_SC_PAGE_SIZE)) : std::numeric_limits<double>::infinity();
  // A file of the kernel has no size of its own, so it cannot be read as a whole file is.
  std::uint64_t limit = 0;
  if (std::FILE* file = std::fopen("/sys/fs/cgroup/memory.max", "re")) {
    char text[32] = {};
    const std::size_t length = std::fread(text, 1, sizeof text - 1, file);
    std::fclose(file);
    std::from_chars(text, text + length, limit);  // "max" where there is none
  }
  return limit > 0 ? std::min(machine, static_cast<double>(limit)) : machine;
}

ModelSizes newSizes(const Dataset& dataset, const TrainingConfig& config) {
  ModelSizes sizes{.locations = dataset.numLocations,
                   .users = dataset.numUsers,
                   .maxLength = static_cast<std::int64_t>(dataset.maxSequenceLength),
                   .width = config.model.dModel,
                   .layers = config.model.numLayers};
  if (hasHeads(config)) {
    sizes.heads = config.model.nhead;
    sizes.feedForward = config.model.dimFeedforward;
  } else {
    sizes.hidden = config.model.hiddenSize;
  }
  return sizes;
}

Status checkTrainingMemory(const Dataset& dataset, const TrainingConfig& config, double memory) {
  const SequenceSet& set = *dataset.split(Split::Train);
  std::vector<bool> places(static_cast<std::size_t>(dataset.numLocations)),
      users(static_cast<std::size_t>(dataset.numUsers));
  for (std::size_t row = 0; row < set.size(); ++row) {
    for (const LocationId place : set.locations(row)) places[static_cast<std::size_t>(place)] = true;
    places[static_cast<std::size_t>(set.target(row))] = true;
    users[static_cast<std::size_t>(set.user(row))] = true;
  }
  if (const Status dense =
          checkGaps(dataset, dataset.numLocations, places, "locations", "number the places from 2 without gaps");
      !dense)
    return dense;
  if (const Status dense = checkGaps(dataset, dataset.numUsers, users, "users", "number the users from 1 without gaps");
      !dense)
    return dense;

  const ModelSizes sizes = newSizes(dataset, config);
  const StateDictKind* kind = findStateDict(config.model.name);
  if (!kind) return {};  // refused with a sentence of its own when the network is made
  double weights = 0;
  for (const ExpectedTensor& tensor : kind->expectedOfNew(config.model.ablation, sizes)) {
    double elements = 1;
    for (const std::int64_t extent : tensor.shape) elements *= static_cast<double>(extent);
    weights += elements;
  }
  const auto readable = [](double bytes) { return humanBytes(static_cast<unsigned long long>(bytes)); };
  const std::string model = "a model of " + groupThousands(static_cast<long long>(weights)) + " numbers";
  constexpr const char* remedy = "choose a smaller model.d_model, or a dataset of fewer places";
  if (const double file = weights * checkpointBytesPerWeight; file > static_cast<double>(largestCheckpoint) * 0.99)
    return Error{ErrorKind::BadInput, "training",
                 "the checkpoints of " + model + " would hold " + readable(file) + ", more than the " +
                     readable(static_cast<double>(largestCheckpoint)) + " that are read",
                 remedy};
  const double batch = std::min(static_cast<double>(config.training.batchSize), static_cast<double>(set.size()));
  const double needed = weights * bytesPerWeight + batch * static_cast<double>(sizes.locations) * bytesPerScore;
  if (needed > memory)
    return Error{ErrorKind::BadInput, "training",
                 model + " in batches of " + std::to_string(config.training.batchSize) + " takes about " +
                     readable(needed) + " of memory, and there are " + readable(memory),
                 "choose a smaller model.d_model or training.batch_size, or a dataset of fewer places"};
  return {};
}

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
  if (!kind)
    return badInput("model.name", "no model is called " + model.name,
                    "use " + findConfigField("model.name")->allowed());
  if (hasHeads(config) && (model.nhead < 1 || model.dModel < 4 || model.dModel % model.nhead != 0))
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
