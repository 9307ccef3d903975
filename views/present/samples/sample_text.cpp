// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/present/samples/sample_text.h"

#include <algorithm>
#include <cmath>

#include "model/core/text.h"
#include "model/core/translation.h"
#include "views/present/scene/format.h"

namespace sojourn::present {

std::string scopeText(const SampleContext& context) {
  std::string text = context.sampleText;
  if (context.model && context.model->epoch >= 0) {
    if (!text.empty()) text += ", ";
    text += tr("epoch %1", {std::to_string(context.model->epoch)});
  }
  return text;
}

std::string placeText(const SampleContext& context, LocationId location) {
  return context.names ? escapeForDisplay(context.names->name(location), 120) : "Place " + std::to_string(location);
}

ShownStart movedBy(const ShownStart& start, std::int64_t minutes) {
  constexpr std::int64_t day = 1440;
  const std::int64_t moved = start.minute + minutes;
  const std::int64_t minute = ((moved % day) + day) % day;
  const std::int64_t days = (moved - minute) / day;
  // A weekday outside the week is a problem of the data: shown as it is, never wrapped into a lie.
  const bool real = start.weekday >= 0 && start.weekday <= 6;
  const std::int64_t weekday = real ? (((start.weekday + days) % 7) + 7) % 7 : start.weekday;
  return {.weekday = static_cast<std::int32_t>(weekday),
          .minute = static_cast<std::int32_t>(minute),
          .daysAgo = static_cast<std::int32_t>(start.daysAgo - days)};
}

ShownStart shownStart(const SampleContext& context, const Visit& visit) {
  return movedBy({.weekday = visit.weekday, .minute = visit.startMinute, .daysAgo = visit.daysAgo},
                 context.displayOffsetMinutes);
}

ShownCells shownCells(const SampleContext& context, const Visit& visit) {
  const ShownStart start = shownStart(context, visit);
  return {.weekday = weekdayText(start.weekday), .start = clockText(start.minute), .daysAgo = start.daysAgo};
}

std::string whenText(const SampleContext& context, const Visit& visit) {
  const ShownStart start = shownStart(context, visit);
  return weekdayText(start.weekday) + " " + clockText(start.minute);
}

std::string visitText(const SampleContext& context, std::size_t visit) {
  const Visit& shown = context.inspection->sequence.visits[visit];
  return placeText(context, shown.location) + ", " + whenText(context, shown);
}

std::string daysAgoText(std::int32_t daysAgo) {
  if (daysAgo == 0) return tr("today");
  const std::string count = std::to_string(std::abs(std::int64_t{daysAgo}));
  const std::string days = count == "1" ? tr("1 day") : tr("%1 days", {count});
  return daysAgo > 0 ? tr("%1 ago", {days}) : tr("%1 later", {days});
}

std::string countText(std::size_t count, const char* one, const char* many) {
  return grouped(count) + " " + tr(count == 1 ? one : many);
}

Swatch swatchOf(const SampleContext& context, LocationId location) {
  if (context.colors) return context.colors->swatch(location);
  return {.color = std::nullopt, .hatched = location == unseenLocation};
}

std::optional<EmptyState> nothingInspected(const SampleContext& context) {
  if (!context.inspection && !context.model && !context.sampleText.empty())
    return EmptyState{.title = tr("No checkpoint is open"),
                      .detail = tr("Open one to see what a model predicts for this sample"),
                      .buttonText = tr("Open checkpoint\u2026"),
                      .button = WindowCommand::OpenCheckpoint};
  if (!context.inspection)
    return EmptyState{.title = tr("No sample is inspected yet"),
                      .detail = tr("Open a dataset and a checkpoint, then choose a sample")};
  if (context.inspection->sequence.visits.empty() || !context.model)
    return EmptyState{.title = tr("This sample has no visits"), .detail = tr("Choose another one in Samples")};
  return std::nullopt;
}

Emphasis emphasisOfVisit(const SampleContext& context, std::size_t visit) {
  const Selection& selection = context.selection;
  const LocationId location = context.inspection->sequence.visits[visit].location;
  if (selection.selected.visit == visit || std::ranges::find(selection.alsoVisits, visit) != selection.alsoVisits.end())
    return Emphasis::Selected;
  if (selection.hovered.visit == visit) return Emphasis::Tint;
  if (!selection.hovered.visit && selection.hovered.location == location) return Emphasis::Tint;
  if (!selection.selected.visit && selection.selected.location == location) return Emphasis::Tint;
  return Emphasis::None;
}

Emphasis emphasisOfPlace(const SampleContext& context, LocationId location) {
  const Selection& selection = context.selection;
  if (selection.selected.location == location && !selection.selected.visit) return Emphasis::Selected;
  if (selection.hovered.location == location || selection.selected.location == location) return Emphasis::Tint;
  return Emphasis::None;
}

Focus focusOnVisit(const SampleContext& context, std::size_t visit) {
  return {.visit = visit,
          .query = std::nullopt,
          .location = context.inspection->sequence.visits[visit].location,
          .head = std::nullopt};
}

Focus focusOnPlace(LocationId location) {
  return {.visit = std::nullopt, .query = std::nullopt, .location = location, .head = std::nullopt};
}

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
  for (const Visit& visit : context.inspection->sequence.visits) labels.push_back(visitLabel(context, visit));
  return labels;
}

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
  const auto add = [&](const std::string& part) { text += (text.empty() ? tr("was ") : ", ") + part; };
  if (now.location != was.location) add(placeText(context, was.location));
  if (now.weekday != was.weekday || now.startMinute != was.startMinute) add(whenText(context, was));
  if (now.daysAgo != was.daysAgo) add(daysAgoText(shownStart(context, was).daysAgo));
  if (now.durationMinutes != was.durationMinutes) add(durationText(was.durationMinutes));
  return text;
}

}  // namespace sojourn::present
