// SPDX-License-Identifier: GPL-3.0-or-later
// Back and Forward: the samples, datasets and workspaces that were shown, in order.
#pragma once

#include <cstddef>
#include <filesystem>
#include <optional>
#include <string>
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

  bool operator==(const NavigationPlace&) const = default;
  /// Whether both are of one dataset.
  [[nodiscard]] bool sameDataset(const NavigationPlace& other) const {
    return demo == other.demo && data == other.data;
  }
};

/// A list of places with a position in it, as in a web browser. Owner thread only.
class NavigationHistory {
 public:
  static constexpr std::size_t mostPlaces = 200;

  /// `place` is on screen now. A place that differs only in its checkpoint replaces the current one. A `step` to the
  /// next sample replaces the place that a step led to, so that Back returns to where stepping began.
  void record(NavigationPlace place, bool step = false);

  [[nodiscard]] bool canGoBack() const { return m_position > 0; }
  [[nodiscard]] bool canGoForward() const { return m_position + 1 < m_places.size(); }
  /// The place `by` entries away; null where there is none.
  [[nodiscard]] const NavigationPlace* at(int by) const;
  /// That place is on screen now.
  void move(int by);

 private:
  struct Entry {
    NavigationPlace place;
    bool step = false;
  };
  std::vector<Entry> m_places;
  std::size_t m_position = 0;
};

}  // namespace sojourn::session
