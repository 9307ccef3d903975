// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/data/demo/demo_map.h"

#include <array>
#include <utility>

namespace sojourn {
namespace {

/// A street runs from west to east or from south to north; positions along it and across are hundredths of a minute of
/// arc (about 12 to 19 m), whole numbers until the last division, so that coordinates are the same everywhere.
struct Street {
  const char* name;
  bool eastward;
  int across;  ///< its latitude (eastward) or longitude, from the town's south-western corner
};

constexpr std::array streets{
    Street{"Quay Street", true, 20},        Street{"Harbour Road", true, 45},   Street{"Elm Street", true, 85},
    Street{"Market Street", true, 130},     Street{"Linden Avenue", true, 170}, Street{"Foundry Lane", true, 215},
    Street{"Station Road", true, 250},      Street{"Heron Way", true, 295},     Street{"Bridge Street", false, 30},
    Street{"Mill Lane", false, 80},         Street{"Chapel Hill", false, 125},  Street{"Weaver Street", false, 160},
    Street{"Lantern Street", false, 205},   Street{"Orchard Road", false, 255}, Street{"Saddler's Row", false, 290},
    Street{"Observatory Hill", false, 330},
};
constexpr int streetLength = 340;
/// The corner lies in the open Atlantic west of Brittany, where nobody lives; near enough to the meridian of Greenwich
/// for its clocks to show UTC.
constexpr double cornerLatitude = 47.0;
constexpr double cornerLongitude = -7.0;
constexpr double unitsPerDegree = 6000;

/// How many there are of each kind between homes and sights, in the order of PlaceKind.
constexpr std::array<std::pair<const char*, int>, 23> kinds{
    {{"Office", 6},   {"School", 2}, {"Hospital", 1},    {"Workshop", 3},    {"Bakery", 5},  {"Supermarket", 4},
     {"Pharmacy", 4}, {"Clinic", 2}, {"Gym", 3},         {"Canteen", 4},     {"Café", 6},    {"Restaurant", 6},
     {"Bar", 4},      {"Diner", 3},  {"Cinema", 2},      {"Library", 2},     {"Laundry", 3}, {"Pool", 2},
     {"Park", 4},     {"Market", 1}, {"Hairdresser", 3}, {"Post office", 3}, {"Choir", 2}}};

constexpr std::array sights{
    "Lighthouse",    "Old mill",    "Museum",       "Gallery",        "Viewpoint",    "Theatre",   "Boathouse",
    "Garden centre", "Bookshop",    "Bicycle shop", "Toy shop",       "Concert hall", "Town hall", "Florist",
    "Tailor",        "Watchmaker",  "Tea room",     "Climbing hall",  "Ice rink",     "Aquarium",  "Playground",
    "Print shop",    "Record shop", "Antiques",     "Furniture shop", "Planetarium"};

}  // namespace

void DemoMap::build(PlaceKind kind, const std::string& title, int count, DemoRandom& random) {
  auto& ofKind = m_byKind[static_cast<std::size_t>(kind)];
  std::vector<std::size_t> order(streets.size());
  for (std::size_t i = 0; i < order.size(); ++i) order[i] = i;
  random.shuffle(order);
  for (int i = 0; i < count; ++i) {
    const Street& street = streets[order[static_cast<std::size_t>(i) % order.size()]];
    const int along = random.below(streetLength);
    const int across = street.across + random.between(-2, 2);
    const int north = street.eastward ? across : along;
    const int east = street.eastward ? along : across;
    // Homes have a house number; other kinds have fewer places than there are streets, so the street tells them apart.
    const std::string number = kind == PlaceKind::Home ? ' ' + std::to_string(i + 1) : "";
    ofKind.push_back(m_places.size());
    m_places.push_back({kind,
                        title + number + ", " + street.name,
                        {cornerLatitude + north / unitsPerDegree, cornerLongitude + east / unitsPerDegree}});
  }
}

DemoMap::DemoMap(int homes, DemoRandom random) : m_byKind(static_cast<std::size_t>(PlaceKind::Sight) + 1) {
  build(PlaceKind::Home, "House", homes, random);
  int kind = static_cast<int>(PlaceKind::Office);
  for (const auto& [title, count] : kinds) build(static_cast<PlaceKind>(kind++), title, count, random);
  for (const char* sight : sights) build(PlaceKind::Sight, sight, 14, random);
}

}  // namespace sojourn
