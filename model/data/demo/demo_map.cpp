// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/data/demo/demo_map.h"

#include <array>
#include <initializer_list>
#include <utility>

#include <nlohmann/json.hpp>

namespace sojourn {
namespace {

/// A street runs from west to east or from south to north; positions along it and across are hundredths of a minute of
/// arc (about 12 to 19 m), whole numbers until the last division, so that coordinates are the same everywhere.
struct Street {
  const char* name;
  bool eastward;
  int across;  ///< its latitude (eastward) or longitude, from the town's south-western corner
  bool isMajor = false;
};

constexpr std::array streets{
    Street{"Quay Street", true, 20},        Street{"Harbour Road", true, 45, true},   Street{"Elm Street", true, 85},
    Street{"Market Street", true, 130, true},     Street{"Linden Avenue", true, 170}, Street{"Foundry Lane", true, 215},
    Street{"Station Road", true, 250, true},      Street{"Heron Way", true, 295},     Street{"Bridge Street", false, 30},
    Street{"Mill Lane", false, 80},         Street{"Chapel Hill", false, 125},  Street{"Weaver Street", false, 160},
    Street{"Lantern Street", false, 205, true},   Street{"Orchard Road", false, 255}, Street{"Saddler's Row", false, 290},
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

/// East and north, in the units of streets.
struct MapPoint {
  int east, north;
};
using MapLine = std::vector<MapPoint>;

// Nothing of the map is random: it is drawn once, and places do not depend on it.
const MapLine seaEdge{{-3000, -3000}, {3400, -3000}, {3400, 3400}, {-3000, 3400}, {-3000, -3000}};
const MapLine shore{{-34, -12}, {40, -14},  {92, -10},  {96, 8},    {138, 9},   {142, -11}, {230, -15}, {318, -22},
                    {372, -4},  {392, 60},  {386, 140}, {404, 214}, {396, 290}, {372, 352}, {300, 382}, {226, 374},
                    {150, 388}, {70, 378},  {4, 362},   {-32, 318}, {-44, 240}, {-38, 160}, {-52, 90},  {-48, 30},
                    {-34, -12}};
const MapLine pond{{224, 318}, {238, 314}, {246, 324}, {240, 334}, {226, 332}, {224, 318}};
const MapLine river{{150, 388}, {146, 340}, {104, 312}, {98, 262}, {62, 222}, {56, 176},
                    {100, 148}, {104, 108}, {118, 70},  {114, 36}, {116, 9}};
const MapLine railway{{-46, 268}, {20, 262}, {160, 260}, {260, 262}, {330, 272}, {398, 262}};

struct MapArea {
  const char* name;
  MapLine ring;
};
const std::array parks{MapArea{"Linden Park", {{212, 136}, {248, 136}, {248, 164}, {212, 164}, {212, 136}}},
                       MapArea{"Mill Meadow", {{62, 180}, {76, 180}, {76, 210}, {66, 208}, {62, 180}}},
                       MapArea{"Heron Park", {{210, 302}, {284, 302}, {286, 344}, {250, 352}, {212, 342}, {210, 302}}},
                       MapArea{"Quay Gardens", {{168, 24}, {198, 24}, {198, 40}, {168, 40}, {168, 24}}}};
const std::array districts{
    MapArea{"Harbour", {{-30, -10}, {372, -4}, {390, 65}, {-46, 65}, {-30, -10}}},
    MapArea{"Old Town", {{-46, 65}, {182, 65}, {182, 192}, {-38, 192}, {-46, 65}}},
    MapArea{"Linden Quarter", {{182, 65}, {390, 65}, {396, 192}, {182, 192}, {182, 65}}},
    MapArea{"Foundry and Station", {{-38, 192}, {396, 192}, {394, 272}, {-36, 272}, {-38, 192}}},
    MapArea{"Heron Heights", {{-36, 272}, {394, 272}, {372, 342}, {300, 372}, {4, 356}, {-30, 316}, {-36, 272}}}};

nlohmann::ordered_json coordinatesOf(const MapLine& line) {
  auto points = nlohmann::ordered_json::array();
  for (const MapPoint& point : line)
    points.push_back({cornerLongitude + point.east / unitsPerDegree, cornerLatitude + point.north / unitsPerDegree});
  return points;
}

nlohmann::ordered_json featureOf(const nlohmann::ordered_json& properties, const char* type,
                                 nlohmann::ordered_json coordinates) {
  return {{"type", "Feature"},
          {"properties", properties},
          {"geometry", {{"type", type}, {"coordinates", std::move(coordinates)}}}};
}
nlohmann::ordered_json lineFeature(const nlohmann::ordered_json& properties, const MapLine& line) {
  return featureOf(properties, "LineString", coordinatesOf(line));
}
nlohmann::ordered_json areaFeature(const nlohmann::ordered_json& properties,
                                   std::initializer_list<const MapLine*> rings) {
  auto coordinates = nlohmann::ordered_json::array();
  for (const MapLine* ring : rings) coordinates.push_back(coordinatesOf(*ring));
  return featureOf(properties, "Polygon", std::move(coordinates));
}

}  // namespace

std::string demoBackground() {
  auto features = nlohmann::ordered_json::array();
  features.push_back(areaFeature({{"natural", "water"}, {"name", "Sea"}}, {&seaEdge, &shore}));
  for (const MapArea& park : parks)
    features.push_back(areaFeature({{"leisure", "park"}, {"name", park.name}}, {&park.ring}));
  features.push_back(areaFeature({{"natural", "water"}, {"name", "Heron Pond"}}, {&pond}));
  features.push_back(lineFeature({{"waterway", "river"}, {"name", "Weaver"}}, river));
  features.push_back(lineFeature({{"railway", "rail"}, {"name", "Island Railway"}}, railway));
  for (const Street& street : streets) {
    constexpr int beyond = 10;  // the last house
    const MapPoint from = street.eastward ? MapPoint{-beyond, street.across} : MapPoint{street.across, 0};
    const MapPoint to = street.eastward ? MapPoint{streetLength + beyond, street.across}
                                        : MapPoint{street.across, streetLength + beyond};
    features.push_back(
        lineFeature({{"highway", street.isMajor ? "secondary" : "residential"}, {"name", street.name}}, {from, to}));
  }
  for (const MapArea& district : districts)
    features.push_back(areaFeature({{"boundary", "administrative"}, {"name", district.name}}, {&district.ring}));
  const nlohmann::ordered_json map{{"type", "FeatureCollection"},
                                   {"attribution", "Demo city, an invented island"},
                                   {"features", std::move(features)}};
  return map.dump() + "\n";
}

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
