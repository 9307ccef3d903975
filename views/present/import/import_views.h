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
#include "views/present/places/map_background.h"
#include "views/present/places/map_frame.h"
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

/// A reason of funnelOf() in words: "repeat a row".
[[nodiscard]] std::string leavingReason(const std::string& key);

/// What one setting alone changes.
struct FunnelCause {
  std::string title;  ///< "metric"
  std::span<const FunnelStep> steps;
};

/// The column that Run writes and, beside it, the other recipe's.
struct FunnelInput {
  std::optional<FunnelColumn> chosen, other;
  std::vector<FunnelCause> causes = {};  ///< of what differs
  std::string refusal = {};              ///< why nothing would be written
  std::string listed = {};               ///< the reason whose rows are listed elsewhere
  bool folded = false;                   ///< reasons have no rows of their own
};
/// A row a step and a row a reason; bars from the staypoints on, or from the rows of a table with places, on one scale:
/// filled what stays, hatched what leaves. What differs names a setting only with the number that it alone gives.
/// Actions: UseRecipe swaps; ListRows. Folded, a step's hatched bars follow its solid one, and its label has the
/// reasons.
[[nodiscard]] ViewContent funnelContent(const FunnelInput& input, const Canvas& canvas);

struct EpsCurveInput {
  std::vector<double> eps;                 ///< metres, ascending; empty: not known yet
  std::vector<std::size_t> chosen, other;  ///< places, as long as eps
  std::string chosenTitle, otherTitle;     ///< "Published"
  double current = 0;                      ///< the setting
  std::size_t currentChosen = 0;           ///< places with it
  std::optional<std::size_t> currentOther = {};
};
/// How many places there would be, by eps; a line at the setting.
[[nodiscard]] ViewContent epsCurveContent(const EpsCurveInput& input, const Canvas& canvas);

struct ImportMapInput {
  std::shared_ptr<const Preparation> made;  ///< null: nothing has been tried yet
  std::shared_ptr<const TrialInput> input;  ///< whose fixes are the ground; may be null
  bool fixes = true, staypoints = true, places = true;
  bool exact = false;                         ///< positions, else rounded to 500 m
  std::optional<Coordinates> marked = {};     ///< gets a ring
  std::optional<std::size_t> pointed = {};    ///< the place that the pointer is on, an index of `made`
  std::optional<MapCamera> camera = {};       ///< absent: all places fill the map
  const MapBackground* background = nullptr;  ///< null: none
};
/// Cells of fixes as a pale ground, staypoints as dots (hollow in no place), places as circles by their visits, the
/// five most visited coloured and named. The place of the preview PointPlace gets a card.
[[nodiscard]] ViewContent importMapContent(const ImportMapInput& input, const Canvas& canvas);

}  // namespace sojourn::present
