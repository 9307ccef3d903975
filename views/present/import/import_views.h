// SPDX-License-Identifier: GPL-3.0-or-later
// The pictures of the Import page: what stays of an input from step to step, and where its stays and places are.
#pragma once

#include <array>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "model/data/prepare/trial_preparation.h"
#include "views/present/map/map_background.h"
#include "views/present/map/map_frame.h"
#include "views/present/scene/canvas.h"

namespace sojourn::present {

/// What a recipe gives.
struct FunnelColumn {
  std::string title;     ///< "Published"
  std::string subtitle;  ///< "UTC, lonlat"
  std::span<const FunnelStep> steps;
  std::array<std::int64_t, 3> sequences{};  ///< train, validation, test
  std::int64_t users = 0;                   ///< with sequences
  std::int64_t places = 0, trainPlaces = 0;
};
[[nodiscard]] FunnelColumn funnelColumn(std::string title, const Preparation& made, std::span<const FunnelStep> steps);

/// The column that Run writes and, beside it, the other recipe's.
struct FunnelInput {
  std::optional<FunnelColumn> chosen, other;
  std::string refusal = {};  ///< why nothing would be written
};
/// A row a step and a row a reason; bars from the staypoints on, or from the rows of a table with places, on one scale:
/// filled what stays, hatched what leaves. An action "chooseRecipe" swaps.
[[nodiscard]] ViewContent funnelContent(const FunnelInput& input, const Canvas& canvas);

struct ImportMapInput {
  std::shared_ptr<const Preparation> made;  ///< null: nothing has been tried yet
  std::shared_ptr<const TrialInput> input;  ///< whose fixes are the ground; may be null
  bool fixes = true, staypoints = true, places = true;
  bool exact = false;                         ///< positions, else rounded to 500 m
  std::optional<MapCamera> camera = {};       ///< absent: all places fill the map
  const MapBackground* background = nullptr;  ///< null: none
};
/// Cells of fixes as a pale ground, staypoints as dots (hollow in no place), places as circles by their visits, the
/// five most visited coloured and named.
[[nodiscard]] ViewContent importMapContent(const ImportMapInput& input, const Canvas& canvas);

}  // namespace sojourn::present
