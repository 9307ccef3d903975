// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/present/samples/visit_label.h"

#include "views/present/samples/sample_text.h"
#include "views/present/scene/format.h"

namespace sojourn::present {

std::vector<VisitLabel> visitLabels(const SampleContext& context) {
  std::vector<VisitLabel> labels;
  if (!context.inspection) return labels;
  labels.reserve(context.inspection->sequence.visits.size());
  for (const Visit& visit : context.inspection->sequence.visits) {
    labels.push_back({.location = visit.location,
                      .place = placeText(context, visit.location),
                      .weekday = weekdayText(shownStart(context, visit).weekday),
                      .time = whenText(context, visit),
                      .swatch = swatchOf(context, visit.location),
                      .daysAgo = shownStart(context, visit).daysAgo});
  }
  return labels;
}

}  // namespace sojourn::present
