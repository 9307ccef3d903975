// SPDX-License-Identifier: GPL-3.0-or-later
// Explanations over many samples and over several models: how faithful each method is, and whether it stays when
// another model is explained.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "model/data/dataset/sequence.h"
#include "model/data/statistics/resampling.h"

namespace sojourn {

struct OperatorSummary {
  Estimate comprehensiveness, sufficiency, deletionAuc, insertionAuc;
  Estimate gain;        ///< insertion less deletion area: high is faithful
  Estimate overRandom;  ///< the same less that of random orders on the same sample
};

struct MethodSummary {
  std::string name;
  OperatorSummary masked, removed;
  Estimate tiedShare;
  /// Where the data says which visits caused the target, and not all did: share of the first c visits that are among
  /// the c causes, and the mean rank of a cause as a share of the window (0 = first, 1 = last).
  Estimate causePrecision, causeRank;
  /// Of integrated gradients; of nothing (n 0) for all others: the mean gap, and the share of samples where it is
  /// below `smallCompletenessGap`, in the end and with the first number of steps, which are doubled where it is not.
  Estimate completenessGap = {}, completeShare = {}, completeAtOnceShare = {};
};

struct ExplanationSummary {
  std::size_t samples = 0;  ///< explained; fewer than asked for where it was stopped
  std::size_t asked = 0;
  std::size_t users = 0;
  std::size_t withCauses = 0;
  std::vector<MethodSummary> methods;
};

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
  std::vector<MethodRankStability> methods = {};
};

}  // namespace sojourn
