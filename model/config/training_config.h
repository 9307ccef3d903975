// SPDX-License-Identifier: GPL-3.0-or-later
// Everything that decides how a training goes (SPEC 7.1): plain values whose defaults are the GeoLife recipe.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace sojourn {

/// The sections and keys of the YAML files are the members in snake_case; config_schema.h has their ranges and help.
struct TrainingConfig {
  std::int64_t seed = 42;

  /// What the published configuration files say about data. `--data` decides; only the prefix is used, and only to
  /// choose among several datasets in one folder.
  struct Data {
    std::string dataDir;          ///< read and ignored
    std::string datasetPrefix;    ///< empty: the folder's only dataset
    std::string dataset;          ///< a title, kept for the record
    std::string experimentRoot;   ///< read and ignored
    std::int64_t numWorkers = 0;  ///< read and ignored

    bool operator==(const Data&) const = default;
  } data;

  struct Model {
    std::string name = "pointer_v45";     ///< the registry's id; trainable_models.h lists them
    std::string ablation = "full_model";  ///< a name of SPEC 3.5; only Pointer V45 has others
    std::int64_t dModel = 64;             ///< width of the encoder, or of the embeddings before an LSTM
    std::int64_t nhead = 4;               ///< attention heads; divides dModel
    std::int64_t numLayers = 2;
    std::int64_t dimFeedforward = 128;
    std::int64_t hiddenSize = 128;  ///< of an LSTM's layers
    double dropout = 0.15;

    bool operator==(const Model&) const = default;
  } model;

  struct Training {
    std::int64_t batchSize = 128;  ///< sequences
    std::int64_t numEpochs = 50;   ///< at most
    double learningRate = 6.5e-4;  ///< base of the schedule
    double weightDecay = 0.015;
    double labelSmoothing = 0.03;
    double gradClip = 0.8;       ///< largest norm of all gradients together
    std::int64_t patience = 5;   ///< epochs without a better validation loss before stopping
    std::int64_t minEpochs = 8;  ///< never stops early before that many
    std::int64_t warmupEpochs = 5;
    std::int64_t scheduleEpochs = 0;   ///< where the learning rate has come down; 0: at the last epoch
    bool useAmp = false;               ///< mixed precision; on a CPU it means float32 with a notice
    std::string precision = "auto";    ///< of matrix products on a GPU: float32, tf32, bfloat16; auto: by useAmp
    double minLr = 1e-6;               ///< where the cosine ends
    std::vector<std::int64_t> probes;  ///< validation samples that are inspected after every epoch
    std::int64_t keepEpochs = 5;       ///< how many of the latest epoch checkpoints stay
    std::int64_t keepEvery = 10;       ///< of the older ones every nth stays; 0: none

    bool operator==(const Training&) const = default;
  } training;

  bool operator==(const TrainingConfig&) const = default;
};

/// The recipe that a model starts from when a file leaves keys out: SPEC 7.1 (GeoLife) for Pointer V45, SPEC 7.2 for
/// MHSA, those of BASELINES for the others. Unknown names get Pointer V45's.
[[nodiscard]] TrainingConfig recipeFor(const std::string& modelName);

/// That recipe for a training set of so many sequences. It is made for GeoLife's 7,424: with fewer, batches are smaller,
/// so that an epoch still has some fifty, the encoder is narrower below 2,000, and where even small batches leave few
/// steps there are more epochs.
[[nodiscard]] TrainingConfig recipeForSize(const std::string& modelName, std::int64_t sequences);

}  // namespace sojourn
