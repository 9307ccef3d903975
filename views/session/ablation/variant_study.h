// SPDX-License-Identifier: GPL-3.0-or-later
// Plans the trainings of an ablation study, puts those that are missing into the queue of its folder, and collects what
// they came to.
#pragma once

#include <cstdint>
#include <filesystem>
#include <functional>
#include <string>
#include <vector>

#include "model/config/training_config.h"
#include "model/core/cancel.h"
#include "model/core/result.h"
#include "model/data/dataset/sequence_set.h"
#include "model/results/outcome.h"
#include "model/results/variant_study.h"

namespace sojourn::session {

/// A way to change the configuration: a part that is left out, or another number of layers.
struct Variant {
  std::string name;
  std::string ablation = "full_model";
  std::int64_t layers = 0;  ///< 0: as the configuration has it
};

/// The full model first, then every ablation that `only` names (empty: all), then `layers` but the configuration's own
/// number; one layer is the ablation single_layer. Errors: an unknown name (ErrorKind::BadUsage); a configuration that
/// is an ablation itself, or a model without ablations (BadInput).
[[nodiscard]] Result<std::vector<Variant>> variantsOf(const TrainingConfig& base, const std::vector<std::string>& only,
                                                      const std::vector<std::int64_t>& layers);

/// The configuration of a variant.
[[nodiscard]] TrainingConfig configOf(TrainingConfig base, const Variant& variant, std::int64_t seed);

struct StudyPlan {
  std::filesystem::path folder;  ///< of the runs and their queue, absolute
  std::filesystem::path data;    ///< as for `sojourn train --data`, absolute
  std::string dataset = {};      ///< prefix
  std::string fingerprint = {};  ///< of the dataset that the first full model was trained on; empty: not known
  TrainingConfig base;
  std::vector<Variant> variants;
  std::vector<std::int64_t> seeds;
  std::string device = {};   ///< empty: the trainer chooses
  std::int64_t threads = 0;  ///< 0: the trainer chooses

  /// "no_pointer-3"
  [[nodiscard]] static std::string runOf(const Variant& variant, std::int64_t seed) {
    return variant.name + "-" + std::to_string(seed);
  }
};

/// The study whose runs lie in a folder or wait in its queue: variants and seeds by the runs' names, the configuration
/// and the dataset of the first full model. What `known`, an earlier answer, has beyond that stays part of the study: a
/// run that was deleted or taken out of the queue is missing. Errors (ErrorKind::BadInput): there is no full model.
[[nodiscard]] Result<StudyPlan> studyIn(const std::filesystem::path& folder, const StudyPlan* known = nullptr);

/// How far each run is, as the disk says; without figures. Errors: the queue's folder cannot be read.
[[nodiscard]] Result<VariantStudy> readVariantStudy(const StudyPlan& plan);

/// Queues what is neither finished, trained nor queued: new runs, and those that stopped, which go on where they were.
/// What failed is tried again. Errors (ErrorKind::BadInput): without `resume`, a run of the study is there already; a
/// run was trained with another configuration or dataset.
[[nodiscard]] Status queueStudy(const StudyPlan& plan, bool resume);

/// Outcomes of all rows of the split by the weights of a file.
using EvaluateCheckpoint = std::function<Result<std::vector<Outcome>>(const std::filesystem::path&)>;

/// Adds the figures of the finished runs on `set` (a split), their differences and the verdicts. A run that cannot be
/// evaluated becomes "unreadable" with its reason, and the others stay. Errors: those of readVariantStudy(), cancelled.
[[nodiscard]] Result<VariantStudy> collectStudy(const StudyPlan& plan, const SequenceSet& set,
                                                const EvaluateCheckpoint& evaluate, const CancelToken& cancel = {},
                                                const Progress& progress = {});

}  // namespace sojourn::session
