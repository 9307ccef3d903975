// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/present/embeddings/projection_frame.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "model/core/translation.h"
#include "views/present/samples/sample_text.h"

namespace sojourn::present {
namespace {

constexpr float dotReach = 7;  ///< pixels around the middle of a dot that still mean it

}  // namespace

ProjectionFrame projectionFrame(const Projection& projection, const Rect& plot, std::size_t first,
                                const std::optional<ProjectionCamera>& camera) {
  constexpr double endless = std::numeric_limits<double>::infinity();
  std::array<double, 2> low{endless, endless}, high{-endless, -endless};
  for (std::size_t i = first; i < projection.points.size(); ++i)
    for (std::size_t axis = 0; axis < 2; ++axis) {
      const double value = projection.points[i][axis];
      if (!std::isfinite(value)) continue;
      low[axis] = std::min(low[axis], value);
      high[axis] = std::max(high[axis], value);
    }
  constexpr double margin = 1.08, least = 1e-9;
  const auto spread = [&](std::size_t axis) { return std::max((high[axis] - low[axis]) * margin, least); };
  ProjectionFrame frame{.plot = plot};
  if (low[0] <= high[0] && low[1] <= high[1]) {
    frame.x = (low[0] + high[0]) / 2;
    frame.y = (low[1] + high[1]) / 2;
    frame.scale = std::min(static_cast<double>(plot.width) / spread(0), static_cast<double>(plot.height) / spread(1));
  }
  if (!camera) return frame;
  frame.x = camera->x;
  frame.y = camera->y;
  frame.zoom = camera->zoom;
  frame.scale *= camera->zoom;
  return frame;
}

DotLabels dotLabels(const EmbeddingsInput& input) {
  if (input.options.table == EmbeddingKind::Users)
    return [](std::int32_t id, HitArea& hit) {
      const std::string number = std::to_string(id);
      hit.label = tr("User %1; click to filter", {number});
      hit.value = number;
      hit.action = Action{.id = "toggleFilterTerm", .argument = "user:" + number};
    };
  struct Known {
    std::vector<std::string> names;
    std::vector<std::size_t> stays;
    std::vector<UserId> users;
  };
  const auto known = std::make_shared<Known>();
  known->stays = input.training->stays;
  known->users = input.training->mainUser;
  for (std::size_t at = 0; at < known->stays.size(); ++at)
    known->names.push_back(placeText(input.sample, static_cast<LocationId>(at)));
  return [known](std::int32_t id, HitArea& hit) {
    const auto at = static_cast<std::size_t>(id);
    hit.focus = focusOnPlace(id);
    if (at >= known->names.size()) {
      hit.label = hit.value = tr("Place %1", {std::to_string(id)});
      return;
    }
    hit.value = known->names[at];
    hit.label = tr("%1: %2 in training", {known->names[at], countText(known->stays[at], "visit", "visits")});
    if (known->users[at] > 0) hit.label += tr(", most by user %1", {std::to_string(known->users[at])});
  };
}

std::optional<HitArea> dotAt(const FoundDots& found, const DotLabels& labels, Point at) {
  for (const auto& [area, dots] : found) {
    if (!dots || !area.contains(at)) continue;
    const ProjectedDot* nearest = nullptr;
    float least = dotReach;
    for (const ProjectedDot& dot : *dots) {
      const float apart = std::hypot(dot.center.x - at.x, dot.center.y - at.y);
      if (apart >= least) continue;
      least = apart;
      nearest = &dot;
    }
    if (!nearest) return std::nullopt;
    HitArea hit;
    hit.rect = {nearest->center.x - 4, nearest->center.y - 4, 8, 8};
    labels(nearest->id, hit);
    return hit;
  }
  return std::nullopt;
}

}  // namespace sojourn::present
