// SPDX-License-Identifier: GPL-3.0-or-later
// The places of the demo city: an invented town on an invented island, with streets, kinds of places and coordinates.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "model/data/dataset/place_names.h"
#include "model/data/demo/demo_random.h"

namespace sojourn {

enum class PlaceKind {
  Home,
  Office,
  School,
  Hospital,
  Workshop,
  Bakery,
  Supermarket,
  Pharmacy,
  Clinic,
  Gym,
  Canteen,
  Cafe,
  Restaurant,
  Bar,
  Diner,
  Cinema,
  Library,
  Laundry,
  Pool,
  Park,
  Market,
  Hairdresser,
  PostOffice,
  Choir,
  Sight
};

struct DemoPlace {
  PlaceKind kind = PlaceKind::Home;
  std::string name;  ///< "Bakery, Elm Street": no two alike
  Coordinates where;
};

/// All places that exist, visited or not. An index into `places` is what the other parts of the generator pass around.
class DemoMap {
 public:
  DemoMap(int homes, DemoRandom random);

  [[nodiscard]] const std::vector<DemoPlace>& places() const { return m_places; }
  [[nodiscard]] const DemoPlace& operator[](std::size_t index) const { return m_places[index]; }
  /// Indices of all places of a kind, never empty.
  [[nodiscard]] const std::vector<std::size_t>& of(PlaceKind kind) const {
    return m_byKind[static_cast<std::size_t>(kind)];
  }

 private:
  void build(PlaceKind kind, const std::string& title, int count, DemoRandom& random);

  std::vector<DemoPlace> m_places;
  std::vector<std::vector<std::size_t>> m_byKind;
};

}  // namespace sojourn
