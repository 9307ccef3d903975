// SPDX-License-Identifier: GPL-3.0-or-later
// Which place has which colour: kept for a whole user, so that stepping through samples never repaints Home.
#pragma once

#include <optional>
#include <span>
#include <unordered_map>

#include "model/data/sequence.h"
#include "views/present/theme.h"

namespace sojourn::present {

/// A swatch: one of the five colours, white (sixth and later places), or the hatch of the unseen location.
struct Swatch {
  std::optional<Color> color;  ///< absent: white with a mid edge
  bool hatched = false;        ///< id 1
};

/// Colours by location for one user. Assigned in the order given; never taken back while the user stays.
class PlaceColors {
 public:
  /// Gives the next free colours to the places that have none yet. Unseen and padding never get one.
  void assign(std::span<const LocationId> byImportance);
  void clear() { m_slots.clear(); }
  [[nodiscard]] Swatch swatch(LocationId location) const;

 private:
  std::unordered_map<LocationId, std::size_t> m_slots;
};

}  // namespace sojourn::present
