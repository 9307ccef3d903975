// SPDX-License-Identifier: GPL-3.0-or-later
// The places of the demo city: an invented town on an invented island, with streets, kinds of places and coordinates;
// and its map.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include "model/data/dataset/place_names.h"

namespace sojourn {

// Chance: whole numbers only and no distribution of the standard library, whose results differ between implementations,
// so that every machine draws the same city.

/// SplitMix64 (Steele, Lea and Flood, "Fast splittable pseudorandom number generators", OOPSLA 2014).
class DemoRandom {
 public:
  explicit DemoRandom(std::uint64_t seed) : m_state(seed) {}

  [[nodiscard]] std::uint64_t next() {
    std::uint64_t z = (m_state += 0x9E3779B97F4A7C15U);
    z = (z ^ (z >> 30U)) * 0xBF58476D1CE4E5B9U;
    z = (z ^ (z >> 27U)) * 0x94D049BB133111EBU;
    return z ^ (z >> 31U);
  }

  /// 0 .. count - 1; count must be positive. The remainder's bias is below 2^-32 for counts below 2^32.
  [[nodiscard]] int below(int count) { return static_cast<int>(next() % static_cast<std::uint64_t>(count)); }
  /// Both ends included.
  [[nodiscard]] int between(int least, int most) { return least + below(most - least + 1); }
  /// True in `percent` of a hundred cases.
  [[nodiscard]] bool chance(int percent) { return below(100) < percent; }
  /// Around 0, triangular, from -spread to spread.
  [[nodiscard]] int jitter(int spread) {
    const int up = between(0, spread);  // one draw a statement: the order within an expression is the compiler's
    return up - between(0, spread);
  }

  template <class T>
  [[nodiscard]] const T& pick(const std::vector<T>& from) {
    return from[static_cast<std::size_t>(below(static_cast<int>(from.size())))];
  }
  template <class T>
  void shuffle(std::vector<T>& items) {
    for (std::size_t i = items.size(); i > 1; --i) {
      std::swap(items[i - 1], items[static_cast<std::size_t>(below(static_cast<int>(i)))]);
    }
  }
  /// An independent stream, so that a change in one resident's life leaves the others' alone.
  [[nodiscard]] DemoRandom fork() { return DemoRandom(next()); }

 private:
  std::uint64_t m_state;
};

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

/// The town as a background for maps, GeoJSON: the island in the sea, river, railway, parks, streets and districts.
[[nodiscard]] std::string demoBackground();

}  // namespace sojourn
