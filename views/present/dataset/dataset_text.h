// SPDX-License-Identifier: GPL-3.0-or-later
// What the views of the Dataset workspace share: sentences in place of a picture, captions, and clicks that filter.
// For views/present/dataset only.
#pragma once

#include <optional>
#include <string>

#include "views/present/dataset/dataset_views.h"
#include "views/present/scene/scene_builder.h"

namespace sojourn::present {

/// Where there is nothing to draw of the samples: no dataset, an error, still counting, no match.
[[nodiscard]] std::optional<EmptyState> nothingCounted(const DatasetInput& input);
/// The same of what a model reads; `lacks` is said where the model has no such part.
[[nodiscard]] std::optional<EmptyState> nothingRead(const DatasetInput& input, bool has, const std::string& lacks);

/// The same of the heads of the chosen model; where that is not the open one, a button goes back.
[[nodiscard]] std::optional<EmptyState> nothingOfHeads(const DatasetInput& input);

/// "3 502 test samples, epoch 8": of a view about the model.
[[nodiscard]] std::string modelScope(const DatasetInput& input);

/// A mark that narrows the filter when it is clicked.
void filterHit(SceneBuilder& builder, const Rect& rect, const std::string& label, const std::string& value,
               const std::string& term);

/// Width of the choice of the model whose heads are shown; 0 where there is none.
[[nodiscard]] float headModelsWidth(const SceneBuilder& builder, const DatasetInput& input);
/// Room above the rows for the choice of the model whose heads are shown; 0 where there is none.
[[nodiscard]] float headModelsHeight(const DatasetInput& input);
/// Paints the choice; titles become letters where they have no room.
void paintHeadModels(SceneBuilder& builder, Scene& scene, const DatasetInput& input, Point topLeft, float width);

/// Width of the column of heads.
[[nodiscard]] float headLabelsWidth(float width);
/// "L0 head 1", or "L0 H1" where that has no room.
[[nodiscard]] std::string headLabel(const SceneBuilder& builder, const HeadRole& role, float width);

/// Bins by position that fewer samples than these reach say nothing.
[[nodiscard]] std::size_t fewestShown(std::size_t most);

/// "2.8×"
[[nodiscard]] std::string timesText(double value);

/// "42.0 %" of a whole; a dash of nothing.
[[nodiscard]] std::string shareText(std::size_t part, std::size_t whole);

}  // namespace sojourn::present
