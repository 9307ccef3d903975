// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/data/steps/staypoints.h"

#include <algorithm>
#include <cmath>
#include <numbers>

namespace sojourn {
namespace {

constexpr double radiansPerDegree = std::numbers::pi / 180;

EpochMs milliseconds(double minutes) {
  return static_cast<EpochMs>(std::llround(minutes * 60'000));
}

/// The largest cosine of an angle that is at least `distance` on the sphere: acos falls, so one comparison with it
/// gives what the formula with acos gives.
double farthestCosine(double distance) {
  const auto isFar = [distance](double cosine) { return earthRadius * std::acos(cosine) >= distance; };
  double cosine = std::cos(std::min(distance / earthRadius, std::numbers::pi));
  while (cosine < 1 && isFar(std::nextafter(cosine, 2))) cosine = std::nextafter(cosine, 2);
  while (cosine > -1 && !isFar(cosine)) cosine = std::nextafter(cosine, -2);
  return cosine;
}

struct Anchor {
  explicit Anchor(const Fix& fix)
      : latitude(fix.latitude * radiansPerDegree),
        longitude(fix.longitude * radiansPerDegree),
        cosine(std::cos(latitude)) {}
  /// Cosine of the angle between two positions, by the haversine formula.
  [[nodiscard]] double cosineTo(const Anchor& other) const {
    return std::cos(latitude - other.latitude) - cosine * other.cosine * (1 - std::cos(longitude - other.longitude));
  }
  double latitude, longitude, cosine;
};

}  // namespace

Coordinates centreOf(std::span<Coordinates> positions, CentreRule rule) {
  std::size_t count = positions.size();
  if (rule == CentreRule::Distinct) {
    const auto key = [](const Coordinates& where) { return std::pair(where.latitude, where.longitude); };
    std::ranges::sort(positions, {}, key);
    const auto same = [&](const Coordinates& a, const Coordinates& b) { return key(a) == key(b); };
    count = static_cast<std::size_t>(std::unique(positions.begin(), positions.end(), same) - positions.begin());
  }
  double latitude = 0, sine = 0, cosine = 0;
  for (const Coordinates& where : positions.first(count)) {
    latitude += where.latitude;
    sine += std::sin(where.longitude * radiansPerDegree);
    cosine += std::cos(where.longitude * radiansPerDegree);
  }
  const auto n = static_cast<double>(count);
  return {latitude / n, std::atan2(sine / n, cosine / n) / radiansPerDegree};
}

std::vector<Staypoint> findStaypoints(std::span<const Fix> fixes, const PrepareSettings& settings) {
  std::vector<Staypoint> stays;
  if (fixes.empty()) return stays;
  const EpochMs shortest = milliseconds(settings.time), gap = milliseconds(settings.gap);
  const double farthest = farthestCosine(settings.distance);
  const bool inside = settings.stayEnd == StayEnd::LastInside;
  std::size_t first = 0;
  std::vector<Coordinates> positions;
  const auto add = [&](std::size_t after, EpochMs end) {
    if (end - fixes[first].time < shortest) return;
    positions.clear();
    for (const Fix& fix : fixes.subspan(first, after - first)) positions.push_back({fix.latitude, fix.longitude});
    stays.push_back({fixes[first].time, end, fixes[after - 1].time, centreOf(positions, settings.centre)});
  };

  Anchor anchor(fixes[0]);
  for (std::size_t i = 1; i < fixes.size(); ++i) {
    const Anchor here(fixes[i]);
    const EpochMs before = fixes[i - 1].time;
    if (fixes[i].time - before > gap) {
      if (settings.gapStays == GapStays::Emit) add(i, before);
    } else if (anchor.cosineTo(here) <= farthest) {
      add(i, inside ? before : fixes[i].time);
    } else {
      continue;
    }
    first = i;
    anchor = here;
  }
  if (settings.includeLast) add(fixes.size(), fixes.back().time);
  return stays;
}

}  // namespace sojourn
