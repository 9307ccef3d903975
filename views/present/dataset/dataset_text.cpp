// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/present/dataset/dataset_text.h"

#include "model/core/translation.h"
#include "views/present/scene/format.h"

namespace sojourn::present {

std::optional<EmptyState> nothingCounted(const DatasetInput& input) {
  if (!input.hasDataset)
    return EmptyState{.title = tr("No dataset open"),
                      .detail = tr("Open a dataset to see what its samples are like"),
                      .buttonText = tr("Open dataset"),
                      .button = {.id = "openDataset", .argument = {}}};
  if (!input.facts && !input.failure.empty()) return EmptyState{.title = input.failure};
  if (!input.facts) return EmptyState{.title = input.stopped ? tr("The profile was cancelled") : tr("Counting")};
  if (input.facts->n == 0)
    return EmptyState{.title = tr("No matches"),
                      .detail = tr("The filter matches no sample"),
                      .buttonText = tr("Clear filter"),
                      .button = {.id = "clearFilter", .argument = {}}};
  return std::nullopt;
}

std::optional<EmptyState> nothingRead(const DatasetInput& input, bool has, const std::string& lacks) {
  if (auto nothing = nothingCounted(input)) return nothing;
  if (!input.model)
    return EmptyState{.title = tr("No model open"),
                      .detail = tr("Open a checkpoint to see what it reads of these samples"),
                      .buttonText = tr("Open checkpoint"),
                      .button = {.id = "openCheckpoint", .argument = {}}};
  if (!has) return EmptyState{.title = lacks};
  if (input.read) return std::nullopt;
  if (!input.failure.empty()) return EmptyState{.title = input.failure};
  if (input.stopped)
    return EmptyState{.title = tr("The profile was cancelled"),
                      .detail = {},
                      .buttonText = tr("Measure"),
                      .button = {.id = "resumeProfile", .argument = {}}};
  return EmptyState{.title = tr("Reading the attention of %1", {input.scope}),
                    .detail = {},
                    .buttonText = tr("Cancel"),
                    .button = {.id = "cancelProfile", .argument = {}}};
}

std::string modelScope(const DatasetInput& input) {
  if (!input.model || input.model->epoch < 0) return input.scope;
  return input.scope + tr(", epoch %1", {std::to_string(input.model->epoch)});
}

void filterHit(SceneBuilder& builder, const Rect& rect, const std::string& label, const std::string& value,
               const std::string& term) {
  HitArea& hit = builder.hit(rect, {}, label, value);
  hit.action = Action{.id = "toggleFilterTerm", .argument = term};
}

std::string timesText(double value) {
  return fixedText(value, 2) + "\u00D7";
}

std::string shareText(std::size_t part, std::size_t whole) {
  return whole > 0 ? percent(100.0 * static_cast<double>(part) / static_cast<double>(whole)) + " %" : "\u2013";
}

}  // namespace sojourn::present
