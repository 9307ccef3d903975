// SPDX-License-Identifier: GPL-3.0-or-later
// The 24 hour band over the cards, and what a visit's marks answer to the mouse.
#include <algorithm>
#include <cmath>

#include "model/core/translation.h"
#include "views/present/samples/change_marks.h"
#include "views/present/samples/sample_text.h"
#include "views/present/scene/format.h"
#include "views/present/visits/visits_frame.h"

namespace sojourn::present {
namespace {

void paintGround(const VisitsFrame& frame) {
  const VisitsLayout& layout = frame.layout;
  SceneBuilder& builder = frame.builder;
  builder.box(layout.band, builder.theme().track);
  const float bottom = layout.contentSize.height - 4;
  for (const DayColumn& day : layout.days) {
    const float noon = std::round(day.x + day.width / 2);
    builder.box({noon, layout.band.bottom(), 1, 3}, builder.theme().mid);
    if (day.x > layout.band.x)
      builder.box({day.x, layout.band.y - 4, 1, bottom - layout.band.y + 4}, builder.theme().line);
  }
}

void paintOverlaps(const VisitsFrame& frame) {
  constexpr double tolerated = 1;  // starts are whole minutes, durations are not
  const auto& spans = frame.layout.spans;
  for (std::size_t a = 0; a < spans.size(); ++a) {
    for (std::size_t b = a + 1; b < spans.size(); ++b) {
      const double begin = std::max(spans[a].begin, spans[b].begin), end = std::min(spans[a].end, spans[b].end);
      if (end - begin <= tolerated) continue;
      const float left = frame.layout.bandX(begin), right = frame.layout.bandX(end);
      frame.builder.hatch({left, frame.layout.band.y, right - left, frame.layout.band.height},
                          frame.builder.theme().err);
    }
  }
}

/// Dashed where a visit was that is elsewhere now, or nowhere.
void paintWhereTheyWere(const VisitsFrame& frame) {
  if (!frame.compared()) return;
  const auto outline = [&](const BandSpan& span) {
    const Rect block = frame.layout.blockRect(span);
    frame.builder.dashed({block.x, block.y - 2.5F, block.width, block.height + 5}, frame.builder.theme().text);
  };
  for (std::size_t i = 0; i < frame.layout.spans.size(); ++i) {
    const auto before = visitBefore(frame.context, i);
    if (!before) continue;
    const BandSpan& was = frame.layout.before[*before];
    const BandSpan& now = frame.layout.spans[i];
    if (was.begin != now.begin || was.end != now.end) outline(was);
  }
  for (const std::size_t before : removedVisits(frame.context)) outline(frame.layout.before[before]);
}

/// A small pointer below the block of a visit that could not have been.
void paintFlags(const VisitsFrame& frame, Scene& scene) {
  for (const VisitFlag& flag : frame.context.flags) {
    if (flag.visit >= frame.layout.spans.size()) continue;
    const Rect block = frame.layout.blockRect(frame.layout.spans[flag.visit]);
    const float x = std::clamp(block.x + 2, frame.layout.band.x + 4, frame.layout.band.right() - 4);
    const float y = frame.layout.band.bottom() + 2;
    scene.shapes.emplace_back(
        PolygonShape{.points = {{x, y}, {x - 4, y + 6}, {x + 4, y + 6}}, .fill = frame.builder.theme().warn});
  }
}

std::string copiedWords(const VisitsFrame& frame, std::size_t i) {
  std::string words = tr(": copied mass %1", {exactText(frame.inspection().copiedMass[i])});
  if (!frame.compared()) return words;
  const double change = frame.copiedChange(i);
  return tr("%1, %2 in the reference, change %3",
            {words, exactText(frame.inspection().copiedMass[i] - change), exactText(change)});
}

}  // namespace

double VisitsFrame::copiedChange(std::size_t i) const {
  const auto before = visitBefore(context, i);
  return double{inspection().copiedMass[i]} -
         (before ? double{context.reference->inspection->copiedMass[*before]} : 0.0);
}

std::string visitWords(const VisitsFrame& frame, std::size_t i) {
  const SampleContext& context = frame.context;
  const Visit& visit = frame.visit(i);
  const std::size_t fromEnd = positionFromEnd(i, frame.inspection().sequence.visits.size());
  std::string text = tr("%1, %2, %3, position from end %4",
                        {visitText(context, i), durationText(visit.durationMinutes),
                         daysAgoText(shownStart(context, visit).daysAgo), std::to_string(fromEnd)});
  if (const std::string change = recordChangeText(context, i); !change.empty()) text += "; " + change;
  if (frame.copies()) text += copiedWords(frame, i);
  if (const VisitFlag* flag = flagOf(context, i)) text += tr(". Not physically possible: %1", {flag->words});
  return text;
}

std::string removedWords(const VisitsFrame& frame, std::size_t before) {
  const Inspection& reference = *frame.context.reference->inspection;
  std::string text = tr("Removed: %1, %2", {referenceVisitText(frame.context, before),
                                            durationText(reference.sequence.visits[before].durationMinutes)});
  if (frame.copies()) text += tr(", copied mass %1 in the reference", {exactText(reference.copiedMass[before])});
  return text;
}

void hitVisit(const VisitsFrame& frame, Rect rect, std::size_t i) {
  const std::string value = frame.copies() ? exactText(frame.inspection().copiedMass[i]) : std::string();
  HitArea& hit = frame.builder.hit(rect, focusOnVisit(frame.context, i), visitWords(frame, i), value);
  if (!frame.context.editable) return;
  // Records hold 0 to 7 days before the target's; what a file has beyond that stays where it is.
  constexpr std::int64_t day = 1440;
  const Visit& visit = frame.visit(i);
  const std::int64_t begin = visit.startMinute - day * visit.daysAgo;
  const ShownStart start = shownStart(frame.context, visit);
  hit.drag = Drag{.visit = i,
                  .weekday = start.weekday,
                  .minute = start.minute,
                  .least = static_cast<std::int32_t>(std::clamp<std::int64_t>(-7 * day - begin, -8 * day, 0)),
                  .most = static_cast<std::int32_t>(std::clamp<std::int64_t>(day - 1 - begin, 0, 8 * day)),
                  .pixelsPerMinute = frame.layout.pixelsPerMinute(),
                  .block = frame.layout.blockRect(frame.layout.spans[i]),
                  .band = frame.layout.band};
}

void paintVisitsBand(const VisitsFrame& frame, Scene& scene) {
  paintGround(frame);
  for (std::size_t i = 0; i < frame.layout.spans.size(); ++i) {
    const Rect block = frame.layout.blockRect(frame.layout.spans[i]);
    frame.builder.placeFill(block, swatchOf(frame.context, frame.visit(i).location));
    hitVisit(frame, block, i);
  }
  paintOverlaps(frame);
  paintWhereTheyWere(frame);
  // Edges last, so that no neighbour covers them.
  const Theme& theme = frame.builder.theme();
  for (std::size_t i = 0; i < frame.layout.spans.size(); ++i) {
    const Emphasis emphasis = emphasisOfVisit(frame.context, i);
    if (emphasis == Emphasis::None) continue;
    const bool locked = emphasis == Emphasis::Locked;
    frame.builder.frame(frame.layout.blockRect(frame.layout.spans[i]).inset(-2), locked ? theme.accent : theme.text2,
                        locked ? 2 : 1, 2);
  }
  paintFlags(frame, scene);
}

}  // namespace sojourn::present
