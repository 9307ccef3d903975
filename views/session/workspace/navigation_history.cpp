// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/session/workspace/navigation_history.h"

#include <utility>

namespace sojourn::session {
namespace {

/// Equal but for the checkpoint, which changes by itself where a training is followed.
bool samePlace(const NavigationPlace& a, const NavigationPlace& b) {
  return a.front == b.front && a.sameDataset(b) && a.split == b.split && a.index == b.index;
}

}  // namespace

void NavigationHistory::record(NavigationPlace place, bool step) {
  if (m_places.empty()) {
    m_places.push_back({std::move(place)});
    return;
  }
  Entry& current = m_places[m_position];
  // Before the first dataset there is nothing to return to.
  const bool nothingYet = m_places.size() == 1 && !current.place.demo && current.place.data.empty();
  if (nothingYet || samePlace(current.place, place)) {
    current.place = std::move(place);
    return;
  }
  m_places.resize(m_position + 1);
  if (step && m_places.back().step) {
    m_places.back().place = std::move(place);
    return;
  }
  m_places.push_back({std::move(place), step});
  if (m_places.size() > mostPlaces) m_places.erase(m_places.begin());
  m_position = m_places.size() - 1;
}

const NavigationPlace* NavigationHistory::at(int by) const {
  const auto wanted = static_cast<std::ptrdiff_t>(m_position) + by;
  if (wanted < 0 || wanted >= static_cast<std::ptrdiff_t>(m_places.size())) return nullptr;
  return &m_places[static_cast<std::size_t>(wanted)].place;
}

void NavigationHistory::move(int by) {
  if (at(by)) m_position = static_cast<std::size_t>(static_cast<std::ptrdiff_t>(m_position) + by);
}

}  // namespace sojourn::session
