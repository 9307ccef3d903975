// SPDX-License-Identifier: GPL-3.0-or-later
// The places of a map by id, and which of them it shows at first.
#include <algorithm>

#include "model/core/text.h"
#include "views/present/places/map_views.h"

namespace sojourn::present {
namespace {

constexpr std::size_t longestName = 120;

}  // namespace

MapPlaces::MapPlaces(std::span<const PlaceUse> uses, const PlaceNames& names, bool exact,
                     const PlaceDistricts* districts)
    : m_exact(exact) {
  if (districts) m_districts = districts->names();
  m_places.reserve(uses.size());
  for (const PlaceUse& use : uses) {
    const Coordinates shown = exact ? use.position : roundedPosition(use.position);
    m_places.push_back({use.location, shown, mercator(shown), escapeForDisplay(names.name(use.location), longestName),
                        use.visits, use.hour, districts ? districts->of(use.location) : std::nullopt});
    m_most = std::max(m_most, use.visits);
  }
}

const MapPlace* MapPlaces::find(LocationId location) const {
  const auto found = std::ranges::lower_bound(m_places, location, {}, &MapPlace::location);
  return found != m_places.end() && found->location == location ? &*found : nullptr;
}

std::vector<Coordinates> framedPlaces(const MapPlaces& places, const Sequence& sequence,
                                      std::span<const Inspection* const> models) {
  constexpr float expected = 0.05F;
  std::vector<Coordinates> framed;
  const auto add = [&](LocationId location) {
    if (const MapPlace* place = places.find(location)) framed.push_back(place->position);
  };
  for (const Visit& visit : sequence.visits) add(visit.location);
  if (sequence.target) add(*sequence.target);
  for (const Inspection* model : models) {
    if (!model) continue;
    for (const Candidate& candidate : model->ranking) {
      if (candidate.probability < expected) break;
      add(candidate.location);
    }
  }
  // A sample of nothing but unseen places: all there are.
  if (framed.empty())
    for (const MapPlace& place : places.all()) framed.push_back(place.position);
  return framed;
}

}  // namespace sojourn::present
