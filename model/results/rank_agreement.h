// SPDX-License-Identifier: GPL-3.0-or-later
// Whether an explanation stays when another model is explained: one trained from another seed, where it should, and one
// with random weights, where it should not.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "model/data/dataset/sequence.h"
#include "model/results/explanation_summary.h"

namespace sojourn {

/// One method's rankings of a sample by several models.
struct MethodAgreement {
  std::string method;
  std::vector<double> taus;  ///< Kendall's tau-b of models (0, 1), (0, 2), .., (1, 2), ..; no number where one ties all
  double mean = 0;           ///< of those that are numbers; no number without any
  bool stable = false;       ///< the mean is more than chance would make it at this length
};

struct ModelAnswer {
  std::string source;  ///< file name of the checkpoint
  LocationId prediction = 0;
  double probability = 0;  ///< of what is explained
};

/// All models explain the same location.
struct ModelAgreement {
  LocationId target = 0;
  double chance = 0;  ///< 1.96 standard deviations of the tau of unrelated rankings
  std::vector<ModelAnswer> models;
  std::vector<MethodAgreement> methods;
};

/// Weights that are random from the output down to a part of the model.
struct RandomizationStage {
  std::string block;  ///< "gate", ..., "layer.0", "embeddings": the ids of the model's diagram
  std::string title;
};

struct MethodRandomization {
  std::string method;
  std::vector<double> taus;  ///< tau-b with the original, mean over draws, for each stage; the last is the whole model
  /// With all weights random the ranking still agrees beyond chance: it tells of the input, not of what was learned.
  bool survives = false;
};

struct ParameterRandomizationTest {
  LocationId target = 0;
  double chance = 0;
  std::size_t draws = 0;
  std::vector<RandomizationStage> stages;
  std::vector<MethodRandomization> methods;
};

/// Either over many samples, with intervals from resampling users.
struct MethodRankStability {
  std::string method;
  Estimate tau;           ///< mean of the samples' means
  Estimate beyondChance;  ///< share of samples where it is stable, or survives
};

struct RankStabilitySummary {
  std::size_t samples = 0;
  std::size_t users = 0;
  std::vector<MethodRankStability> methods;
};

}  // namespace sojourn
