// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/data/edit/sequence_flags.h"

#include <algorithm>
#include <cmath>
#include <numbers>

#include "model/data/dataset/local_time.h"

namespace sojourn {
namespace {

constexpr double earthRadiusKilometres = 6371;
constexpr double leastKilometres = 1;

/// The edit that lets a visit begin at a minute of the window; nothing where that lies outside.
std::optional<SequenceEdit> startAt(const Sequence& sequence, std::size_t visit, double minute) {
  const double by = std::ceil(minute) - static_cast<double>(minuteOfWindow(sequence.visits[visit]));
  const SequenceEdit edit = ShiftTime{{visit}, static_cast<std::int32_t>(by)};
  if (!applyEdit(sequence, edit)) return std::nullopt;
  return edit;
}

double endOf(const Visit& visit) {
  return static_cast<double>(minuteOfWindow(visit)) + visit.durationMinutes;
}

std::optional<double> kilometresBetween(const Visit& from, const Visit& to, const PlaceNames& places) {
  if (from.location <= unseenLocation || to.location <= unseenLocation) return std::nullopt;
  const auto a = places.coordinates(from.location), b = places.coordinates(to.location);
  if (!a || !b) return std::nullopt;
  return distanceKilometres(*a, *b);
}

/// What is wrong between a visit and the one before it, if anything; the first that holds.
std::optional<SequenceFlag> flagBetween(const Sequence& sequence, std::size_t visit, const PlaceNames& places) {
  const Visit &before = sequence.visits[visit - 1], &now = sequence.visits[visit];
  const auto start = static_cast<double>(minuteOfWindow(now));
  SequenceFlag flag{.visit = visit, .previous = visit - 1};
  if (minuteOfWindow(now) < minuteOfWindow(before)) {
    flag.kind = FlagKind::WrongOrder;
    flag.minutes = static_cast<double>(minuteOfWindow(before) - minuteOfWindow(now));
    // Where its time belongs: before the first that begins later.
    std::size_t to = 0;
    while (minuteOfWindow(sequence.visits[to]) <= minuteOfWindow(now)) ++to;
    flag.fix = MoveVisit{visit, to};
    return flag;
  }
  if (start < endOf(before)) {
    flag.kind = FlagKind::Overlap;
    flag.minutes = endOf(before) - start;
    flag.fix = startAt(sequence, visit, endOf(before));
    return flag;
  }
  const auto kilometres = kilometresBetween(before, now, places);
  const double gap = start - endOf(before);
  if (kilometres && tooFast(*kilometres, gap)) {
    flag.kind = FlagKind::TooFast;
    flag.minutes = gap;
    flag.kilometres = *kilometres;
    return flag;
  }
  return std::nullopt;
}

/// How bad it is, to tell whether an edit made it worse: minutes too early, or kilometres an hour.
double badness(const SequenceFlag& flag) {
  return flag.kind == FlagKind::TooFast ? flag.kilometres / std::max(flag.minutes, 1.0) : flag.minutes;
}

}  // namespace

bool tooFast(double kilometres, double minutes) {
  if (kilometres < leastKilometres) return false;
  const double kilometresAnHour = kilometres < 300 ? 300 : 1000;
  // Starts are whole minutes, so a gap of none may be one.
  return kilometres > kilometresAnHour * std::max(minutes, 1.0) / 60;
}

double distanceKilometres(const Coordinates& from, const Coordinates& to) {
  constexpr double degree = std::numbers::pi / 180;
  const auto squaredSine = [](double angle) { return std::pow(std::sin(angle / 2), 2); };
  const double h = squaredSine((to.latitude - from.latitude) * degree) +
                   std::cos(from.latitude * degree) * std::cos(to.latitude * degree) *
                       squaredSine((to.longitude - from.longitude) * degree);
  return 2 * earthRadiusKilometres * std::asin(std::sqrt(std::clamp(h, 0.0, 1.0)));
}

std::vector<SequenceFlag> flagsOf(const Sequence& sequence, const PlaceNames& places) {
  std::vector<SequenceFlag> flags;
  const std::int32_t weekday = targetWeekday(sequence);
  for (std::size_t i = 0; i < sequence.visits.size(); ++i) {
    const Visit& visit = sequence.visits[i];
    if (i > 0) {
      if (auto flag = flagBetween(sequence, i, places)) flags.push_back(std::move(*flag));
    }
    if (visit.daysAgo < 0 || visit.daysAgo > mostDaysAgo) {
      SequenceFlag flag{.kind = FlagKind::BeyondWindow, .visit = i};
      if (sequence.visits.size() > 1) flag.fix = RemoveVisits{{i}};
      flags.push_back(std::move(flag));
    }
    if ((std::int64_t{visit.weekday} + visit.daysAgo - weekday) % 7 != 0) {
      flags.push_back({.kind = FlagKind::WrongWeekday, .visit = i});
    }
  }
  return flags;
}

std::vector<SequenceFlag> newFlags(std::vector<SequenceFlag> flags, const std::vector<SequenceFlag>& recorded,
                                   const std::vector<std::optional<std::size_t>>& cameFrom) {
  std::erase_if(flags, [&](const SequenceFlag& flag) {
    const auto was = cameFrom[flag.visit];
    if (!was || (flag.previous && !cameFrom[*flag.previous])) return false;
    return std::ranges::any_of(recorded, [&](const SequenceFlag& old) {
      const bool same = old.kind == flag.kind && old.visit == *was &&
                        (flag.previous ? cameFrom[*flag.previous] == old.previous : !old.previous);
      return same && badness(flag) <= badness(old) + 1e-9;
    });
  });
  return flags;
}

}  // namespace sojourn
