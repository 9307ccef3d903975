// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/present/visit_label.h"

#include "model/core/text.h"
#include "views/present/format.h"

namespace sojourn::present {
namespace {

constexpr int minutesPerDay = 24 * 60;

/// Floor division: a shift to before midnight is the day before.
int daysOf(int minutes) { return minutes >= 0 ? minutes / minutesPerDay : -((-minutes + minutesPerDay - 1) / minutesPerDay); }

}  // namespace

std::vector<VisitLabel> visitLabels(const SampleContext& context) {
  std::vector<VisitLabel> labels;
  if (!context.inspection) return labels;
  labels.reserve(context.inspection->sequence.visits.size());
  for (const Visit& visit : context.inspection->sequence.visits) {
    const int minute = visit.startMinute + context.displayOffsetMinutes;
    const int shift = daysOf(minute);
    const bool known = visit.weekday >= 0 && visit.weekday < 7;
    const std::string name = context.names ? context.names->name(visit.location) : std::to_string(visit.location);
    labels.push_back({.location = visit.location,
                      .place = escapeForDisplay(name, 60),
                      .weekday = weekdayText(known ? ((visit.weekday + shift) % 7 + 7) % 7 : visit.weekday),
                      .clock = clockText(minute),
                      .swatch = context.colors ? context.colors->swatch(visit.location) : Swatch{},
                      .day = visit.daysAgo - shift});
  }
  return labels;
}

}  // namespace sojourn::present
