// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/present/samples/visit_label.h"

#include "views/present/samples/sample_text.h"
#include "views/present/scene/format.h"

namespace sojourn::present {

VisitLabel visitLabel(const SampleContext& context, const Visit& visit) {
  const ShownStart start = shownStart(context, visit);
  return {.location = visit.location,
          .place = placeText(context, visit.location),
          .weekday = weekdayText(start.weekday),
          .time = whenText(context, visit),
          .swatch = swatchOf(context, visit.location),
          .daysAgo = start.daysAgo};
}

std::vector<VisitLabel> visitLabels(const SampleContext& context) {
  std::vector<VisitLabel> labels;
  if (!context.inspection) return labels;
  labels.reserve(context.inspection->sequence.visits.size());
  for (const Visit& visit : context.inspection->sequence.visits) labels.push_back(visitLabel(context, visit));
  return labels;
}

}  // namespace sojourn::present
