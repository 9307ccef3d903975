// SPDX-License-Identifier: GPL-3.0-or-later
// Back and Forward: the samples, datasets and workspaces that were shown, in order.
#pragma once

#include <cstddef>
#include <filesystem>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "model/data/dataset/dataset.h"

namespace sojourn::session {

/// What was on screen. The checkpoint belongs to it so that another dataset comes back with the one that fits.
struct NavigationPlace {
  std::string front;           ///< the workspace of the tool bar: "inspect", "training", ...
  bool demo = false;           ///< the demo city
  std::filesystem::path data;  ///< empty: no dataset
  Split split = Split::Test;
  std::size_t index = 0;
  std::filesystem::path checkpoint;  ///< empty: none, or the demo's own
  std::optional<int> heads;
  std::string filter = {};      ///< of Samples
  std::string pseudonyms = {};  ///< the seed; empty: ids as recorded

  bool operator==(const NavigationPlace&) const = default;
  /// Whether both are of one dataset.
  [[nodiscard]] bool sameDataset(const NavigationPlace& other) const {
    return demo == other.demo && data == other.data && pseudonyms == other.pseudonyms;
  }
};

/// Equal but for the filter, and the checkpoint, which changes by itself where a training is followed.
[[nodiscard]] inline bool samePlace(const NavigationPlace& a, const NavigationPlace& b) {
  return a.front == b.front && a.sameDataset(b) && a.split == b.split && a.index == b.index;
}

/// A list of places with a position in it, as in a web browser. Owner thread only.
class NavigationHistory {
 public:
  static constexpr std::size_t mostPlaces = 200;

  /// `place` is on screen now. A place that differs only in its checkpoint replaces the current one, and one that
  /// differs in its filter too, unless a click has set that (`filtered`). A `step` to the next sample replaces the
  /// place that a step led to, so that Back returns to where stepping began.
  void record(NavigationPlace place, bool step = false, bool filtered = false) {
    if (m_places.empty()) {
      m_places.push_back({std::move(place)});
      return;
    }
    Entry& current = m_places[m_position];
    // Before the first dataset there is nothing to return to.
    const bool nothingYet = m_places.size() == 1 && !current.place.demo && current.place.data.empty();
    const bool another = filtered && current.place.filter != place.filter;
    if (nothingYet || (samePlace(current.place, place) && !another)) {
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

  [[nodiscard]] bool canGoBack() const { return m_position > 0; }
  [[nodiscard]] bool canGoForward() const { return m_position + 1 < m_places.size(); }
  /// The place `by` entries away; null where there is none.
  [[nodiscard]] const NavigationPlace* at(int by) const {
    const auto wanted = static_cast<std::ptrdiff_t>(m_position) + by;
    if (wanted < 0 || wanted >= static_cast<std::ptrdiff_t>(m_places.size())) return nullptr;
    return &m_places[static_cast<std::size_t>(wanted)].place;
  }
  /// That place is on screen now.
  void move(int by) {
    if (at(by)) m_position = static_cast<std::size_t>(static_cast<std::ptrdiff_t>(m_position) + by);
  }

 private:
  struct Entry {
    NavigationPlace place;
    bool step = false;
  };
  std::vector<Entry> m_places;
  std::size_t m_position = 0;
};

}  // namespace sojourn::session
