// SPDX-License-Identifier: GPL-3.0-or-later
// Takes the events of the JSON library's parser: a file of 200 MB as a tree of values would need many times as much.
#include "model/formats/geo/geojson.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <iterator>
#include <optional>
#include <span>

#include <nlohmann/json.hpp>

#include "model/core/files.h"
#include "model/core/text.h"
#include "model/core/translation.h"
#include "model/formats/bytes/file_kind.h"

namespace sojourn {
namespace {

using Json = nlohmann::json;

constexpr std::size_t mostLevels = 32;
constexpr std::size_t mostProperties = 200, longestText = 200;
/// Of the coordinates of a MultiPolygon: polygons, rings, positions, numbers.
constexpr std::size_t mostCoordinateLevels = 4;

/// The numbers of one member "coordinates", whatever shape it is of: its "type" may come behind it.
struct ReadShape {
  std::vector<GeoPoint> points;
  /// How many points there were where a list of that level was closed: [0] of positions, [1] of those, ...
  std::array<std::vector<std::size_t>, mostCoordinateLevels - 1> closedAt;

  void clear() {
    points.clear();
    for (auto& level : closedAt) level.clear();
  }
};

class GeoReader final : public nlohmann::json_sax<Json> {
 public:
  GeoReader(std::string where, const CancelToken& cancel) : m_where(std::move(where)), m_cancel(cancel) {}

  Result<GeoJson> take() && {
    if (m_error) return std::move(*m_error);
    if (m_rootType == "Topology") return refused(tr("is TopoJSON"), tr("convert it to GeoJSON, with QGIS or ogr2ogr"));
    if (!m_geographic)
      return refused(tr("is no GeoJSON: it has neither features nor coordinates"),
                     tr("choose a .geojson file of lines or polygons"));
    if (m_json.features.empty())
      return refused(m_json.skippedPoints > 0 ? tr("holds points alone") : tr("has no lines and no polygons"),
                     tr("choose a file of roads, water or districts"));
    return std::move(m_json);
  }

  bool null() override { return property({}); }
  bool boolean(bool value) override { return property(value ? "true" : "false"); }
  bool number_integer(std::int64_t value) override {
    return inCoordinates() ? coordinate(static_cast<double>(value)) : property(std::to_string(value));
  }
  bool number_unsigned(std::uint64_t value) override {
    return inCoordinates() ? coordinate(static_cast<double>(value)) : property(std::to_string(value));
  }
  bool number_float(double value, const std::string& text) override {
    return inCoordinates() ? coordinate(value) : property(text);
  }
  bool string(std::string& value) override {
    if (m_key == "type" && !m_open.empty() && !m_open.back().array) {
      if (m_open.size() == 1) m_rootType = value.substr(0, longestText);
      m_open.back().type = value.substr(0, longestText);
    } else if (m_open.size() == 1 && (m_key == "copyright" || m_key == "attribution")) {
      m_json.attribution = value.substr(0, longestText);
    }
    return property(value);
  }
  bool binary(Json::binary_t&) override { return refuse(tr("holds bytes"), tr("choose a .geojson file")); }

  bool key(std::string& name) override {
    m_key = name.substr(0, longestText);
    return true;
  }
  bool start_object(std::size_t) override {
    const bool feature = m_open.empty() || (m_open.back().array && m_open.back().key == "features");
    const bool geometry =
        m_open.empty() || m_key == "geometry" || (m_open.back().array && m_open.back().key == "geometries");
    if (!open(false)) return false;
    m_open.back().feature = feature;
    m_open.back().geometry = geometry;
    if (feature && m_open.size() > 1) beginFeature();
    return true;
  }
  bool start_array(std::size_t) override {
    if (m_key == "features" && m_open.size() == 1) m_geographic = true;
    if (m_key == "coordinates" && !m_open.empty() && !m_open.back().array && m_open.back().geometry &&
        m_coordinates == 0) {
      m_geographic = true;
      m_shape.clear();
      m_coordinates = m_open.size() + 1;
      m_level = 0;
    }
    return open(true);
  }
  bool end_array() override {
    if (inCoordinates()) {
      const std::size_t level = m_open.size() - m_coordinates;  // 0: "coordinates" itself
      if (!closeCoordinates()) return false;
      if (level == 0) m_coordinates = 0;
    }
    return close();
  }
  bool end_object() override {
    const Container closed = m_open.back();
    if (closed.geometry && !addGeometry(closed.type)) return false;
    if (closed.feature) endFeature();
    return close();
  }

  bool parse_error(std::size_t position, const std::string&, const nlohmann::detail::exception&) override {
    return refuse(tr("is not well-formed JSON at byte %1", {groupThousands(static_cast<long long>(position))}),
                  tr("export it again; a download may have been cut off"));
  }

 private:
  struct Container {
    std::string key;  ///< of the member that it is
    bool array = false, feature = false, geometry = false;
    std::string type = {};
    std::size_t numbers = 0;  ///< directly in it
  };

  bool open(bool array) {
    if (m_cancel.cancelled()) {
      m_error = Error{ErrorKind::Cancelled, m_where, tr("reading was stopped"), {}};
      return false;
    }
    if (m_open.size() >= mostLevels)
      return refuse(tr("is nested more than %1 levels deep", {std::to_string(mostLevels)}),
                    tr("choose a .geojson file"));
    // In a list of lists the key stays that of the outer one.
    m_open.push_back({.key = m_open.empty() || !m_open.back().array ? m_key : std::string(), .array = array});
    m_key.clear();
    return true;
  }
  bool close() {
    m_open.pop_back();
    m_key.clear();
    return true;
  }

  [[nodiscard]] bool inCoordinates() const { return m_coordinates > 0 && m_open.size() >= m_coordinates; }

  bool coordinate(double value) {
    Container& position = m_open.back();
    if (position.numbers < 2) m_position[position.numbers] = value;
    ++position.numbers;  // heights and measures follow the first two
    return true;
  }

  /// The end of a position or of a list of them.
  bool closeCoordinates() {
    const Container& closed = m_open.back();
    if (closed.numbers > 0) {
      if (closed.numbers < 2) return refuseFeature(tr("has a position of one number"));
      const auto [longitude, latitude] = std::pair(m_position[0], m_position[1]);
      // Longitudes beyond 180 degrees continue a shape across the date line.
      if (!(std::abs(longitude) <= 200) || !(std::abs(latitude) <= 90))
        return refuse(tr("has a position in feature %1 that is no longitude and latitude: %2, %3",
                         {std::to_string(m_features), numberText(longitude), numberText(latitude)}),
                      tr("reproject the layer to EPSG:4326 (WGS 84) and export it again"));
      m_shape.points.push_back({static_cast<std::int32_t>(std::lround(longitude * geoUnitsPerDegree)),
                                static_cast<std::int32_t>(std::lround(latitude * geoUnitsPerDegree))});
      m_level = 0;
      return true;
    }
    // The list's level is one above what was closed last within it.
    const std::size_t level = m_level;
    if (level >= m_shape.closedAt.size()) return refuseFeature(tr("has coordinates nested too deep"));
    m_shape.closedAt.at(level).push_back(m_shape.points.size());
    m_level = level + 1;
    return true;
  }

  /// The shape that was read as parts of the feature.
  bool addGeometry(const std::string& type) {
    if (type.empty() || m_shape.points.empty()) return true;
    const bool polygons = type == "Polygon" || type == "MultiPolygon";
    if (type == "Point" || type == "MultiPoint") m_points = true;
    if (polygons || type == "LineString" || type == "MultiLineString") {
      std::size_t begin = 0;
      const auto& ringEnds = m_shape.closedAt[0];
      // A line for itself; the rings of a polygon together, up to where its list was closed.
      const std::vector<std::size_t>& partEnds = type == "MultiPolygon" ? m_shape.closedAt[1] : ringEnds;
      std::size_t ring = 0;
      const auto takeRing = [&](GeoPart& part) {
        const std::size_t end = std::min(ringEnds[ring++], m_shape.points.size());
        if (end > begin)
          part.rings.emplace_back(m_shape.points.begin() + static_cast<std::ptrdiff_t>(begin),
                                  m_shape.points.begin() + static_cast<std::ptrdiff_t>(end));
        begin = std::max(begin, end);
      };
      if (type == "Polygon") {
        GeoPart part{.rings = {}, .polygon = true};
        while (ring < ringEnds.size()) takeRing(part);
        add(std::move(part));
      } else {
        for (const std::size_t partEnd : partEnds) {
          GeoPart part{.rings = {}, .polygon = polygons};
          while (ring < ringEnds.size() && ringEnds[ring] <= partEnd) takeRing(part);
          add(std::move(part));
        }
      }
    }
    m_shape.clear();
    return true;
  }
  void add(GeoPart part) {
    const std::size_t fewest = part.polygon ? 3 : 2;
    if (!part.rings.empty() && part.rings.front().size() < fewest) part.rings.clear();
    std::erase_if(part.rings, [&](const auto& ring) { return ring.size() < fewest; });
    for (auto& ring : part.rings)
      if (part.polygon && ring.front() != ring.back()) ring.push_back(ring.front());
    if (!part.rings.empty()) m_feature.parts.push_back(std::move(part));
  }

  void beginFeature() {
    ++m_features;
    m_feature = {};
    m_points = false;
  }
  void endFeature() {
    if (!m_feature.parts.empty())
      m_json.features.push_back(std::move(m_feature));
    else if (m_points)
      ++m_json.skippedPoints;
    m_feature = {};
    m_points = false;
  }

  bool property(std::string_view value) {
    const bool ofFeature = m_open.size() >= 2 && !m_open.back().array && m_open.back().key == "properties" &&
                           m_open[m_open.size() - 2].feature;
    if (ofFeature && !value.empty() && m_feature.properties.size() < mostProperties)
      m_feature.properties.emplace_back(m_key, std::string(value.substr(0, longestText)));
    return true;
  }

  [[nodiscard]] static std::string numberText(double value) { return Json(value).dump(); }
  [[nodiscard]] Error refused(std::string what, std::string remedy) const {
    return {ErrorKind::BadInput, m_where, std::move(what), std::move(remedy)};
  }
  bool refuse(std::string what, std::string remedy) {
    if (!m_error) m_error = refused(std::move(what), std::move(remedy));
    return false;
  }
  bool refuseFeature(const std::string& what) {
    return refuse(tr("is wrong in feature %1, which %2", {std::to_string(m_features), what}),
                  tr("export it again; QGIS' \"Fix geometries\" repairs layers"));
  }

  std::string m_where;
  const CancelToken& m_cancel;
  GeoJson m_json;
  GeoFeature m_feature;
  bool m_points = false;       ///< the feature has points
  std::size_t m_features = 0;  ///< so far
  std::vector<Container> m_open;
  std::string m_key, m_rootType;
  bool m_geographic = false;  ///< there were features, or coordinates
  ReadShape m_shape;
  std::array<double, 2> m_position{};
  std::size_t m_coordinates = 0;  ///< how many containers are open within "coordinates", itself included; 0: not in it
  std::size_t m_level = 0;        ///< of the list that was closed last
  std::optional<Error> m_error;
};

/// Counts what the parser has read, for the progress.
class CountedText {
 public:
  using value_type = char;
  using difference_type = std::ptrdiff_t;
  using pointer = const char*;
  using reference = const char&;
  using iterator_category = std::input_iterator_tag;

  CountedText(std::string_view text, const Progress* progress)
      : m_begin(text.data()), m_at(text.data()), m_size(text.size()), m_progress(progress) {}
  [[nodiscard]] static CountedText endOf(std::string_view text) {
    CountedText end(text, nullptr);
    end.m_at = text.data() + text.size();
    return end;
  }
  reference operator*() const { return *m_at; }
  CountedText& operator++() {
    ++m_at;
    constexpr std::size_t step = 1 << 20;
    const auto done = static_cast<std::size_t>(m_at - m_begin);
    if (done % step == 0 && m_progress && *m_progress) (*m_progress)(done, m_size);
    return *this;
  }
  bool operator==(const CountedText& other) const { return m_at == other.m_at; }
  bool operator!=(const CountedText& other) const { return m_at != other.m_at; }

 private:
  const char *m_begin, *m_at;
  std::size_t m_size;
  const Progress* m_progress;
};

}  // namespace

std::string_view GeoFeature::property(std::string_view key) const {
  const auto same = [](char a, char b) {
    const auto lower = [](char c) { return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c; };
    return lower(a) == lower(b);
  };
  for (const auto& [name, value] : properties)
    if (std::ranges::equal(name, key, same)) return value;
  return {};
}

Result<GeoJson> parseGeoJson(std::string_view text, const std::string& where, const CancelToken& cancel,
                             const Progress& progress) {
  if (text.starts_with("\xEF\xBB\xBF")) text.remove_prefix(3);
  const std::size_t first = text.find_first_not_of(" \t\r\n");
  if (first == std::string_view::npos || text[first] != '{')
    return wrongFile(where, std::as_bytes(std::span(text.substr(0, fileKindBytes))), tr("is no GeoJSON file"),
                     tr("choose a .geojson file of lines or polygons"));
  GeoReader reader(where, cancel);
  static_cast<void>(Json::sax_parse(CountedText(text, &progress), CountedText::endOf(text), &reader));
  return std::move(reader).take();
}

Result<GeoJson> readGeoJson(const std::filesystem::path& file, const CancelToken& cancel, const Progress& progress) {
  const auto bytes = readFile(file, mostGeoJsonBytes);
  if (!bytes) return bytes.error();
  return parseGeoJson({reinterpret_cast<const char*>(bytes->data()), bytes->size()}, file.string(), cancel, progress);
}

}  // namespace sojourn
