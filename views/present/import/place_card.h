// SPDX-License-Identifier: GPL-3.0-or-later
// What is known of a place of an input: who is there, how long, and at which hours.
#pragma once

#include <array>
#include <cstddef>
#include <string>
#include <utility>
#include <vector>

#include "model/data/prepare/preparation.h"
#include "views/present/scene/scene_builder.h"

namespace sojourn::present {

struct PlaceFacts {
  std::size_t visits = 0;
  std::vector<std::pair<std::string, std::size_t>> users;  ///< with their visits, most first
  double medianHours = 0;                                  ///< of a stay
  std::array<double, 24> hours{};                          ///< spent there, by the hour of the clock of the setting
  /// The shortest run of hours with two thirds of the time, or more: its first hour, its length, its share, 0..1.
  std::size_t busiestFrom = 0, busiestHours = 0;
  double busiestShare = 0;
};
/// By the visits at a place, an index in Preparation::places.
[[nodiscard]] PlaceFacts placeFacts(const Preparation& made, std::size_t place);

/// A card in the corner of the area that is furthest from the place, joined to it by a line.
void paintPlaceCard(SceneBuilder& builder, const PlaceFacts& facts, const std::string& name,
                    const std::string& timeZone, Color color, Point at, Rect area);

}  // namespace sojourn::present
