// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/present/samples/change_marks.h"

#include <cmath>

#include "model/core/text.h"
#include "model/core/translation.h"
#include "views/present/samples/sample_text.h"
#include "views/present/scene/format.h"

namespace sojourn::present {

Color changeFill(const Theme& theme, double change) {
  return change < 0 ? theme.less : theme.more;
}

Color changeColor(const Theme& theme, double change) {
  return std::fabs(change) >= noticedChange ? changeFill(theme, change) : theme.text2;
}

Font changeFont(double change, float size) {
  return {.size = size, .weight = std::fabs(change) >= noticedChange ? Weight::Medium : Weight::Regular};
}

std::string comparedWithText(const SampleContext& context) {
  const Reference& reference = *context.reference;
  std::string text = tr("compared with %1", {escapeForDisplay(reference.name, 120)});
  if (!reference.change.empty()) text += ", " + escapeForDisplay(reference.change, 120);
  return text;
}

std::string referenceVisitText(const SampleContext& context, std::size_t before) {
  const Visit& visit = context.reference->inspection->sequence.visits[before];
  return placeText(context, visit.location) + ", " + whenText(context, visit);
}

std::string recordChangeText(const SampleContext& context, std::size_t visit) {
  if (!isChanged(context, visit)) return {};
  const auto before = visitBefore(context, visit);
  if (!before) return tr("new visit");
  const Visit& now = context.inspection->sequence.visits[visit];
  const Visit& was = context.reference->inspection->sequence.visits[*before];
  std::string text;
  const auto add = [&](const std::string& words) { text += (text.empty() ? tr("was ") : ", ") + words; };
  if (now.location != was.location) add(placeText(context, was.location));
  if (now.weekday != was.weekday || now.startMinute != was.startMinute) add(whenText(context, was));
  if (now.daysAgo != was.daysAgo) add(daysAgoText(shownStart(context, was).daysAgo));
  if (now.durationMinutes != was.durationMinutes) add(durationText(was.durationMinutes));
  return text;
}

}  // namespace sojourn::present
