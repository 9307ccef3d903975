// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/present/dataset/dataset_text.h"

#include <algorithm>
#include <vector>

#include "model/core/translation.h"
#include "views/present/samples/sample_text.h"
#include "views/present/scene/format.h"
#include "views/present/scene/segmented_control.h"

namespace sojourn::present {

std::optional<EmptyState> nothingCounted(const DatasetInput& input) {
  if (!input.hasDataset)
    return EmptyState{.title = tr("No dataset open"),
                      .detail = tr("Open a dataset to see what its samples are like"),
                      .buttonText = tr("Open dataset"),
                      .button = WindowCommand::OpenDataset};
  if (!input.facts && !input.failure.empty()) return EmptyState{.title = input.failure};
  if (!input.facts) return EmptyState{.title = input.stopped ? tr("The profile was cancelled") : tr("Counting")};
  if (input.facts->n == 0)
    return EmptyState{.title = tr("No matches"),
                      .detail = tr("The filter matches no sample"),
                      .buttonText = tr("Clear filter"),
                      .button = WindowCommand::ClearFilter};
  return std::nullopt;
}

std::optional<EmptyState> nothingRead(const DatasetInput& input, bool has, const std::string& lacks) {
  if (auto nothing = nothingCounted(input)) return nothing;
  if (!input.model)
    return EmptyState{.title = tr("No model open"),
                      .detail = tr("Open a checkpoint to see what it reads of these samples"),
                      .buttonText = tr("Open checkpoint"),
                      .button = WindowCommand::OpenCheckpoint};
  if (!has) return EmptyState{.title = lacks};
  if (input.read) return std::nullopt;
  if (!input.failure.empty()) return EmptyState{.title = input.failure};
  if (input.stopped)
    return EmptyState{.title = tr("The profile was cancelled"),
                      .detail = {},
                      .buttonText = tr("Measure"),
                      .button = DatasetCommand::ResumeProfile};
  return EmptyState{.title = tr("Reading the attention of %1", {input.scope}),
                    .detail = {},
                    .buttonText = tr("Cancel"),
                    .button = DatasetCommand::CancelProfile};
}

std::optional<EmptyState> nothingOfHeads(const DatasetInput& input) {
  const bool has = input.model && input.model->capabilities.attentionMaps;
  const std::string lacks = input.model ? tr("%1 has no attention heads", {input.model->title}) : std::string();
  auto nothing = nothingRead(input, has, lacks);
  if (!nothing && input.read->heads.empty()) nothing = EmptyState{.title = tr("No sample has two visits")};
  if (!nothing || input.headModel == 0 || nothingCounted(input)) return nothing;
  // Another model than the open one is loaded first.
  if (!input.model && input.failure.empty() && !input.stopped)
    nothing->title = tr("Reading the heads of %1", {input.headModels[input.headModel].title});
  if (!input.failure.empty()) nothing->title = input.failure;
  if (!input.model && input.stopped) nothing->title = tr("The profile was cancelled");
  nothing->detail.clear();
  nothing->buttonText = tr("Show %1", {input.headModels.front().title});
  nothing->button = ShowHeadsOf{input.headModels.front().model};
  return nothing;
}

namespace {

constexpr Font choiceFont{.size = 11.5F, .weight = Weight::Medium};

std::vector<Segment> headSegments(const DatasetInput& input) {
  std::vector<Segment> segments;
  for (const HeadModel& one : input.headModels)
    segments.push_back({one.title, ShowHeadsOf{one.model}, tr("Show the heads of %1", {one.title})});
  return segments;
}

}  // namespace

float headModelsHeight(const DatasetInput& input) {
  return input.headModels.size() > 1 ? 24 : 0;
}

float headModelsWidth(const SceneBuilder& builder, const DatasetInput& input) {
  return input.headModels.size() > 1 ? segmentedWidth(builder, headSegments(input), choiceFont) : 0;
}

void paintHeadModels(SceneBuilder& builder, Scene& scene, const DatasetInput& input, Point topLeft, float width) {
  if (input.headModels.size() < 2) return;
  std::vector<Segment> segments = headSegments(input);
  if (segmentedWidth(builder, segments, choiceFont) > width)
    for (Segment& segment : segments) segment.text.resize(1);
  paintSegmented(builder, scene, topLeft, 20, segments, input.headModel, choiceFont);
}

float headLabelsWidth(float width) {
  return std::min(78.0F, width * 0.16F);
}

std::string headLabel(const SceneBuilder& builder, const HeadRole& role, float width) {
  const std::string layer = std::to_string(role.layer), head = std::to_string(role.head);
  std::string name = tr("L%1 head %2", {layer, head});
  return builder.width(name, textFont) <= width ? name : "L" + layer + " H" + head;
}

std::size_t fewestShown(std::size_t most) {
  constexpr std::size_t fewestVisits = 30;
  constexpr double shareOfVisits = 0.1;
  const std::size_t least = std::max(fewestVisits, static_cast<std::size_t>(shareOfVisits * static_cast<double>(most)));
  return most < least ? 1 : least;
}

std::string modelScope(const DatasetInput& input) {
  if (!input.model || input.model->epoch < 0) return input.scope;
  return input.scope + tr(", epoch %1", {std::to_string(input.model->epoch)});
}

void filterHit(SceneBuilder& builder, const Rect& rect, const std::string& label, const std::string& value,
               const std::string& term) {
  HitArea& hit = builder.hit(rect, {}, label, value);
  hit.action = ToggleFilter{term};
}

std::string timesText(double value) {
  return fixedText(value, 2) + "\u00D7";
}

std::string shareText(std::size_t part, std::size_t whole) {
  return whole > 0 ? percent(100.0 * static_cast<double>(part) / static_cast<double>(whole)) + " %" : "\u2013";
}

}  // namespace sojourn::present
