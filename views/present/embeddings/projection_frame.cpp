// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/present/embeddings/projection_frame.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "model/core/translation.h"
#include "model/data/edit/sequence_flags.h"
#include "views/present/chart/color_scale.h"
#include "views/present/samples/sample_text.h"
#include "views/present/scene/format.h"

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

std::array<double, 2> ProjectionFrame::pointAt(Point at) const {
  const double right = static_cast<double>(at.x - plot.x - plot.width / 2);
  const double up = static_cast<double>(plot.y + plot.height / 2 - at.y);
  return {x + right / scale, y + up / scale};
}

ProjectionCamera ProjectionFrame::panned(Point by) const {
  return {.x = x - static_cast<double>(by.x) / scale, .y = y + static_cast<double>(by.y) / scale, .zoom = zoom};
}

ProjectionCamera ProjectionFrame::zoomed(double steps, Point fixed) const {
  constexpr double least = 0.5, most = 500, quarter = 4, mostSteps = 40;  // a step is a quarter of an octave
  const double wanted = zoom * std::exp2(std::clamp(steps, -mostSteps, mostSteps) / quarter);
  const double to = std::clamp(wanted, least, most), kept = zoom / to;
  const auto [fixedX, fixedY] = pointAt(fixed);
  return {.x = fixedX + (x - fixedX) * kept, .y = fixedY + (y - fixedY) * kept, .zoom = to};
}

DotLabels dotLabels(const EmbeddingsInput& input) {
  if (input.options.table == EmbeddingKind::Users)
    return [](std::int32_t id, HitArea& hit) {
      const std::string number = std::to_string(id);
      hit.label = tr("User %1; click to filter", {number});
      hit.value = number;
      hit.action = ToggleFilter{"user:" + number};
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

ProjectionColors::ProjectionColors(const EmbeddingsInput& input, const Theme& theme)
    : m_input(input),
      m_theme(theme),
      m_fromHome(input.options.fromHome && input.home && input.positions &&
                 input.options.table != EmbeddingKind::Users) {
  std::size_t most = 1;
  for (std::size_t at = unseenLocation + 1; at < input.training->stays.size(); ++at)
    most = std::max(most, input.training->stays[at]);
  m_most = std::log1p(static_cast<double>(most));
  if (m_fromHome) {
    for (const auto& [location, where] : input.positions->allCoordinates())
      m_farthest = std::max(m_farthest, distanceKilometres(*input.home, where));
    m_ends = {tr("%1 km", {fixedText(m_farthest, 0)}), tr("home, log")};
  } else if (input.options.dots == DotColor::Visits) {
    m_ends = {"0", tr("%1 visits, log", {grouped(most)})};
  } else if (input.options.dots == DotColor::Hour) {
    m_ends = {"00:00", "12:00"};
  } else {
    m_ends = {"", tr("strong: of this user")};
  }
}

Color ProjectionColors::at(std::size_t id) const {
  constexpr std::uint8_t ink = 215, faint = 90;
  const auto with = [](Color color, std::uint8_t alpha) { return Color{color.r, color.g, color.b, alpha}; };
  const auto scaled = [&](double value) { return with(ColorRamp::magnitudes().at(value, {}), ink); };
  if (m_input.options.table == EmbeddingKind::Users) return with(m_theme.solid, ink);
  const auto location = static_cast<LocationId>(id);
  const TrainingPlaces& use = *m_input.training;
  if (m_fromHome) {
    const auto where = m_input.positions->coordinates(location);
    if (!where) return with(m_theme.mid, faint);
    return scaled(1 - std::log1p(distanceKilometres(*m_input.home, *where)) / std::log1p(m_farthest));
  }
  if (m_input.options.dots == DotColor::Visits)
    return scaled(std::log1p(static_cast<double>(use.staysAt(location))) / m_most);
  if (m_input.options.dots == DotColor::User)
    return std::ranges::binary_search(m_input.ofUser, location) ? with(m_theme.text, ink) : with(m_theme.mid, faint);
  const double minute = id < use.minute.size() ? use.minute[id] : Table::absent;
  if (std::isnan(minute)) return with(m_theme.mid, faint);
  // Midnight dark, noon light; both ends of the day meet.
  const double days = (minute + m_input.sample.displayOffsetMinutes) / (24 * 60.0);
  return scaled(1 - std::abs((days - std::floor(days)) * 24 - 12) / 12);
}

}  // namespace sojourn::present
