// SPDX-License-Identifier: GPL-3.0-or-later
// Which place has which colour: decided by the user's data alone, so that stepping through samples never repaints Home.
#pragma once

#include <optional>
#include <span>
#include <unordered_map>
#include <vector>

#include "model/data/dataset/dataset.h"
#include "views/present/scene/theme.h"

namespace sojourn::present {

/// A swatch: one of the five colours, white (sixth and later places), or the hatch of the unseen location.
struct Swatch {
  std::optional<Color> color;  ///< absent: white with a mid edge
  bool hatched = false;        ///< id 1
};

/// Colours by location for one user.
class PlaceColors {
 public:
  /// Gives the next free colours to the places that have none yet. Unseen and padding never get one.
  void assign(std::span<const LocationId> byImportance);
  [[nodiscard]] Swatch swatch(LocationId location) const;

 private:
  std::unordered_map<LocationId, std::size_t> m_slots;
};

/// The colours of a user's places: in the order of their visits in the windows of all splits, ties by smaller id.
/// Nothing else decides, so a place has the same colour in every sample, after a restart and in a report.
[[nodiscard]] PlaceColors placeColorsOf(const Dataset& dataset, UserId user);
/// The places of a user in that order.
[[nodiscard]] std::vector<LocationId> placesOf(const Dataset& dataset, UserId user);

}  // namespace sojourn::present
