// SPDX-License-Identifier: GPL-3.0-or-later
// The maps of the Places workspace and the path below them: where the model expects the person, and where the visits
// were.
#pragma once

#include <cstddef>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "model/data/background/districts.h"
#include "model/data/statistics/place_use.h"
#include "views/present/places/map_background.h"
#include "views/present/places/map_frame.h"
#include "views/present/samples/sample_context.h"
#include "views/present/scene/canvas.h"

namespace sojourn::present {

/// What the area of a circle is.
enum class CircleMeasure { Probability, Copied };
/// What the colour of a dot is.
enum class DotColor { Visits, Hour, User, District };

/// A place as it is shown: nothing here knows a more exact position.
struct MapPlace {
  LocationId location = 0;
  Coordinates position;
  MercatorPoint at;
  std::string name;                          ///< safe to draw
  std::size_t visits = 0;                    ///< in training
  double hour = 0;                           ///< NaN without visits
  std::optional<std::size_t> district = {};  ///< of the names of the districts
};

/// All places of a dataset that have coordinates. Immutable; made once for all pictures of the dataset.
class MapPlaces {
 public:
  /// `exact`: as recorded, else rounded (roundedPosition). `districts` may be null.
  MapPlaces(std::span<const PlaceUse> uses, const PlaceNames& names, bool exact,
            const PlaceDistricts* districts = nullptr);

  [[nodiscard]] const std::vector<MapPlace>& all() const { return m_places; }
  [[nodiscard]] const MapPlace* find(LocationId location) const;
  [[nodiscard]] std::size_t mostVisits() const { return m_most; }
  [[nodiscard]] bool exact() const { return m_exact; }
  /// Of a place, safe to draw; empty where none is known.
  [[nodiscard]] std::string districtOf(const MapPlace& place) const {
    return place.district ? m_districts.at(*place.district) : std::string();
  }

 private:
  std::vector<MapPlace> m_places;  ///< by id
  std::vector<std::string> m_districts;
  std::size_t m_most = 0;
  bool m_exact;
};

/// What both maps and the path share.
struct MapOptions {
  CircleMeasure circles = CircleMeasure::Probability;
  DotColor dots = DotColor::Visits;
  bool exact = false;                       ///< positions, else rounded to 500 m
  std::optional<MapCamera> camera = {};     ///< absent: the sample's places fill the map
  std::optional<std::int64_t> moment = {};  ///< minutes from the begin of the target's day; absent: after all visits
  bool playing = false;
};

/// A model's answer on the map. Pointers are borrowed and valid during one call.
struct MapInput {
  SampleContext sample;                      ///< names, colours and visits are the same for all models
  std::string letter;                        ///< "A"
  std::string title = {};                    ///< "Pointer V45, epoch 8"; safe to draw
  bool isThere = true;                       ///< else no second model was chosen
  std::string state = {};                    ///< why it says nothing of the sample; empty where it does
  const Inspection* inspection = nullptr;    ///< of a checkpoint
  std::span<const LocationId> ranking = {};  ///< of a rule or a file, best first
  std::shared_ptr<const MapPlaces> places;   ///< null or empty: no coordinates
  std::string prefix = {};                   ///< of the dataset's files
  std::span<const LocationId> ofUser = {};   ///< the user's places
  std::span<const Coordinates> framed = {};  ///< what a map without a camera shows
  MapOptions options;
  const MapBackground* background = nullptr;  ///< null: none
};

/// Dots for all places, circles for those that the model expects, the path, and a tray for places without coordinates.
[[nodiscard]] ViewContent mapContent(const MapInput& input, const Canvas& canvas);

/// The places that a map shows where nobody moved it: of the visits, the target, and what the models expect.
[[nodiscard]] std::vector<Coordinates> framedPlaces(const MapPlaces& places, const Sequence& sequence,
                                                    std::span<const Inspection* const> models);

/// How far a model's first places are from the targets.
struct PathModel {
  std::string letter;
  std::optional<double> error = {};        ///< km from the sample's first place to its target
  std::optional<double> nearTarget = {};   ///< P within 200 m of the sample's target
  std::optional<double> median = {};       ///< km of wrong first places over the samples
  std::optional<double> withinShare = {};  ///< of them, within 200 m
};

struct PathInput {
  SampleContext sample;
  std::shared_ptr<const MapPlaces> places;
  MapOptions options;
  std::vector<PathModel> models = {};
  std::string scope = {};                         ///< "3 502 test samples"
  std::optional<double> kilometresToTarget = {};  ///< from the last visit
};

/// The seven days as a strip with the visits in their places' colours, and the moment that the maps show.
[[nodiscard]] ViewContent pathContent(const PathInput& input, const Canvas& canvas);

/// Minutes from the begin of the target's day when a visit began, as shown; below 0 before it.
[[nodiscard]] std::int64_t momentOf(const SampleContext& context, const Visit& visit);
/// From the begin of the earliest day to the end of the last visit.
struct PathSpan {
  std::int64_t first = 0, last = 0;
};
[[nodiscard]] PathSpan pathSpan(const SampleContext& context);

}  // namespace sojourn::present
