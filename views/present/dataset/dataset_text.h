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

/// "3 502 test samples, epoch 8": of a view about the model.
[[nodiscard]] std::string modelScope(const DatasetInput& input);

/// A mark that narrows the filter when it is clicked.
void filterHit(SceneBuilder& builder, const Rect& rect, const std::string& label, const std::string& value,
               const std::string& term);

/// "2.8×"
[[nodiscard]] std::string timesText(double value);

/// "42.0 %" of a whole; a dash of nothing.
[[nodiscard]] std::string shareText(std::size_t part, std::size_t whole);

}  // namespace sojourn::present
