// SPDX-License-Identifier: GPL-3.0-or-later
// The maps and the path of the Places workspace: what they are made from, and what panning them does.
#pragma once

#include <memory>
#include <vector>

#include "model/evaluate/distance_errors.h"
#include "views/present/places/map_views.h"
#include "views/qt/compare/compare_views.h"
#include "views/qt/scene/map_tiles.h"
#include "views/session/places/map_backgrounds.h"

namespace sojourn::qt {

class MapViews final : public WorkspaceViews {
 public:
  /// `compare` must outlive this: the maps are of its pair of models.
  MapViews(CompareViews& compare, OptionsChanged optionsChanged);

  /// Before the views are made again.
  void updateFrom(session::Changes changes);
  void handle(const present::PlacesAction& action);

  [[nodiscard]] const present::MapOptions& options() const { return m_options; }
  void setOptions(const present::MapOptions& options);
  /// Moves the path's moment on while it plays.
  void playPath(std::int64_t minutes);

  [[nodiscard]] session::ModelComparisons& comparisons() { return m_compare.comparisons(); }
  /// Nothing of what lies below the maps is on its way.
  [[nodiscard]] bool settled() const { return m_backgrounds.settled() && m_tiles.settled(); }

 private:
  [[nodiscard]] present::ViewContent map(bool second, const SampleSource& source, const present::Canvas& canvas);
  [[nodiscard]] present::ViewContent path(const SampleSource& source, const present::Canvas& canvas);
  /// The places as they are shown now; null without coordinates.
  [[nodiscard]] const std::shared_ptr<const present::MapPlaces>& places();
  [[nodiscard]] const DistanceErrors& distanceErrorsOf(const session::OutcomesPtr& outcomes);

  /// Of the newest predictions of each model that the path speaks of.
  struct KeptErrors {
    session::OutcomesPtr outcomes;
    Split split;
    DistanceErrors errors;
  };

  CompareViews& m_compare;
  session::MapBackgrounds m_backgrounds;
  MapTiles m_tiles;
  present::MapOptions m_options;
  UserId m_user = 0;
  std::shared_ptr<const std::vector<PlaceUse>> m_placeUses;
  std::shared_ptr<const present::MapPlaces> m_places;
  std::vector<KeptErrors> m_distanceErrors;
};

}  // namespace sojourn::qt
