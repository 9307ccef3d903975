// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/session/ablation/new_study.h"

#include <array>
#include <optional>

#include "model/core/translation.h"

namespace sojourn::session {
namespace {

constexpr std::array choices{AblationChoice{"no_user_emb", "User"},
                             AblationChoice{"no_time_emb", "Time of day"},
                             AblationChoice{"no_weekday_emb", "Weekday"},
                             AblationChoice{"no_recency_emb", "Recency"},
                             AblationChoice{"no_duration_emb", "Duration"},
                             AblationChoice{"no_pos_from_end", "Position from the end"},
                             AblationChoice{"no_temporal", "Everything about time"},
                             AblationChoice{"no_sinusoidal_pos", "Sinusoidal positions"},
                             AblationChoice{"no_position_bias", "Position bias"},
                             AblationChoice{"no_pointer", "Pointer"},
                             AblationChoice{"no_generation", "Generation"},
                             AblationChoice{"no_gate", "Gate"},
                             AblationChoice{"single_layer", "All layers but one"}};

}  // namespace

std::span<const AblationChoice> ablationChoices() {
  return choices;
}

Result<std::vector<Variant>> variantsOf(const NewStudy& study) {
  // No name at all would mean every ablation.
  std::vector<std::string> only = study.ablations;
  only.emplace_back("full_model");
  return variantsOf(study.base, only, study.layers);
}

Result<std::string> summaryOf(const NewStudy& study, const std::filesystem::path& data,
                              const std::vector<RunPace>& paces) {
  const auto variants = variantsOf(study);
  if (!variants) return variants.error();
  const std::size_t trainings = variants->size() * study.seeds.size();
  if (trainings > mostRuns)
    return Error{ErrorKind::BadUsage, tr("the study"), tr("has %1 trainings", {std::to_string(trainings)}),
                 tr("train %1 at most", {std::to_string(mostRuns)})};
  // A variant takes about as long as the full model, and runs of that exist more often.
  LaunchPlan plan{.folder = study.folder, .data = data, .device = {}, .sweeps = {}, .members = {}, .errors = {}};
  plan.members.assign(trainings, {.config = study.base, .runFolder = {}});
  const auto count = [](std::size_t many, const char* one, const char* several) {
    return tr(many == 1 ? one : several, {std::to_string(many)});
  };
  std::string text = tr("%1 × %2 = %3", {count(variants->size(), "%1 variant", "%1 variants"),
                                         count(study.seeds.size(), "%1 seed", "%1 seeds"),
                                         count(trainings, "%1 training", "%1 trainings")});
  if (const auto known = estimate(plan, paces))
    text += tr(known->atMost ? ", at most %1" : ", about %1", {timeText(known->seconds)});
  else
    text += tr("; how long is not known before a run like them has trained");
  return text;
}

}  // namespace sojourn::session
