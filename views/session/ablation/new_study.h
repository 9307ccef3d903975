// SPDX-License-Identifier: GPL-3.0-or-later
// What a new ablation study is to train, and how many trainings and how long that is.
#pragma once

#include <cstdint>
#include <filesystem>
#include <span>
#include <string>
#include <vector>

#include "model/config/training_config.h"
#include "model/core/result.h"
#include "views/session/ablation/variant_study.h"
#include "views/session/launch/launch_plan.h"

namespace sojourn::session {

struct NewStudy {
  TrainingConfig base;           ///< of the full model
  std::filesystem::path folder;  ///< for the runs
  std::vector<std::int64_t> seeds;
  std::vector<std::int64_t> layers;    ///< numbers of layers to train as well
  std::vector<std::string> ablations;  ///< trained beside the full model, by their names in the configuration
};

struct AblationChoice {
  const char* name;   ///< "no_pos_from_end", as in the configuration
  const char* title;  ///< "Position from the end": what is left out, in English
};
/// All but the full model, in the configuration's order.
[[nodiscard]] std::span<const AblationChoice> ablationChoices();

/// The full model and what is trained beside it. Errors: those of the other variantsOf().
[[nodiscard]] Result<std::vector<Variant>> variantsOf(const NewStudy& study);

/// "7 variants × 5 seeds = 35 trainings, about 2 h", by runs of the full model on this dataset (`data` is
/// folder/prefix), where there are any. Errors: as variantsOf(), or more trainings than mostRuns.
[[nodiscard]] Result<std::string> summaryOf(const NewStudy& study, const std::filesystem::path& data,
                                            const std::vector<RunPace>& paces);

}  // namespace sojourn::session
