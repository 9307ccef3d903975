// SPDX-License-Identifier: GPL-3.0-or-later
// Places days, the strip and the cards of the Visits view.
#include <algorithm>
#include <cmath>

#include "views/present/samples/sample_text.h"
#include "views/present/visits/visits_frame.h"

namespace sojourn::present {
namespace {

constexpr double dayMinutes = 1440;
constexpr float leftEdge = 12;
constexpr float bandTop = 28, bandHeight = 14;
constexpr float marksTop = 52;
constexpr float bottomMargin = 4;
constexpr float denseCardHeight = 45;    // the same three rows without margins
constexpr float tallCompactHeight = 39;  // has room for a name of two lines
constexpr float leastCompactHeight = 26;
constexpr float cardGap = 4, tightGap = 2;
constexpr float linePitchLeast = 20, linePitchMost = 22;
// The strip always shows the seven days that a window may hold; the display offset can add one at either end.
constexpr std::int32_t oldestDay = 8, newestDay = -1;
constexpr std::int32_t windowOldest = 7, windowNewest = 1;
constexpr float leastColumn = 30, roomyColumn = 84;

float targetWidth(float canvasWidth) {
  return std::round(std::clamp(canvasWidth * 0.174F, 132.0F, 240.0F));
}

double durationOf(const Visit& visit) {
  return std::isfinite(visit.durationMinutes) ? std::clamp(visit.durationMinutes, 0.0, 10 * dayMinutes) : 0;
}

/// Oldest and newest day with a column: those of the window, and those that visits reach beyond it.
std::pair<std::int32_t, std::int32_t> dayRange(const SampleContext& context, bool roomForToday) {
  std::int32_t oldest = windowOldest, newest = windowNewest;
  const auto reach = [&](const std::vector<Visit>& visits) {
    for (const Visit& visit : visits) {
      const ShownStart start = shownStart(context, visit);
      oldest = std::max(oldest, start.daysAgo);
      newest = std::min(newest, start.daysAgo);
      // A night from the last column into today needs today's.
      if (start.daysAgo == windowNewest && start.minute + durationOf(visit) > dayMinutes) newest = std::min(newest, 0);
    }
  };
  reach(context.inspection->sequence.visits);
  if (hasReference(context)) reach(context.reference->inspection->sequence.visits);
  // Where visits can be moved, days shall not come and go under the hand, as long as cards keep their words.
  if (context.editable && roomForToday) newest = std::min(newest, 0);
  return {std::min(oldest, oldestDay), std::max(newest, newestDay)};
}

/// The weekday of a column: a visit's own on that day, else counted on from the last visit of the sequence.
std::int32_t weekdayOf(const SampleContext& context, const DayColumn& day) {
  const auto& visits = context.inspection->sequence.visits;
  if (!day.visits.empty()) return shownStart(context, visits[day.visits.front()]).weekday;
  const ShownStart reference = shownStart(context, visits.back());
  const std::int64_t moved = std::int64_t{reference.weekday} + reference.daysAgo - day.daysAgo;
  return static_cast<std::int32_t>(((moved % 7) + 7) % 7);
}

}  // namespace

float VisitsLayout::bandX(double minutes) const {
  const double whole = static_cast<double>(days.size()) * dayMinutes;
  return band.x + static_cast<float>(std::clamp(minutes / whole, 0.0, 1.0)) * band.width;
}

Rect VisitsLayout::blockRect(const BandSpan& span) const {
  const float left = bandX(span.begin);
  const float width = std::max(2.0F, bandX(span.end) - left);
  return {std::min(left, band.right() - width), band.y, width, band.height};
}

float VisitsLayout::pixelsPerMinute() const {
  return band.width / static_cast<float>(static_cast<double>(days.size()) * dayMinutes);
}

Rect VisitsLayout::markRect(const DayColumn& day, std::size_t row) const {
  return {day.x + 2, headerHeight + static_cast<float>(row) * pitch, day.width - 6, markHeight};
}

VisitsLayout layOutVisits(const SampleContext& context, Size canvas) {
  const auto& visits = context.inspection->sequence.visits;
  // A narrower picture scrolls: days without a name and a card without its number say nothing.
  canvas.width = std::max(canvas.width, leftEdge + leastColumn * (windowOldest - newestDay) + targetWidth(0));
  const float forDays = canvas.width - targetWidth(canvas.width) - leftEdge;
  const auto [oldest, newest] = dayRange(context, forDays >= 8 * roomyColumn);
  const auto dayCount = static_cast<std::size_t>(oldest - newest + 1);

  VisitsLayout layout;
  // Whole pixels a column, so that all day lines are equally sharp.
  const float columnWidth = std::max(leastColumn - 4, std::floor(forDays / static_cast<float>(dayCount)));
  layout.band = {leftEdge, bandTop, columnWidth * static_cast<float>(dayCount), bandHeight};
  for (std::size_t i = 0; i < dayCount; ++i)
    layout.days.push_back({.daysAgo = oldest - static_cast<std::int32_t>(i),
                           .x = leftEdge + static_cast<float>(i) * columnWidth,
                           .width = columnWidth});
  const auto columnOf = [&, oldest = oldest, newest = newest](const Visit& visit) -> DayColumn& {
    const std::int32_t day = std::clamp(shownStart(context, visit).daysAgo, newest, oldest);
    return layout.days[static_cast<std::size_t>(oldest - day)];
  };
  const auto spanOf = [&, oldest = oldest](const Visit& visit) -> BandSpan {
    const ShownStart start = shownStart(context, visit);
    const double begin = (static_cast<double>(oldest) - start.daysAgo) * dayMinutes + start.minute;
    return {begin, begin + durationOf(visit)};
  };
  for (std::size_t i = 0; i < visits.size(); ++i) {
    columnOf(visits[i]).visits.push_back(i);
    layout.spans.push_back(spanOf(visits[i]));
  }
  if (hasReference(context)) {
    const auto& before = context.reference->inspection->sequence.visits;
    for (const Visit& visit : before) layout.before.push_back(spanOf(visit));
    for (const std::size_t i : removedVisits(context)) columnOf(before[i]).removed.push_back(i);
  }
  for (DayColumn& day : layout.days) day.weekday = weekdayOf(context, day);

  std::size_t most = 1;
  for (const DayColumn& day : layout.days) most = std::max(most, day.rows());
  const float room = canvas.height - marksTop - bottomMargin;
  const auto rows = static_cast<float>(most);
  layout.headerHeight = marksTop;
  const float card = context.inspection->copiedMass.empty() ? cardHeightWithoutBar : cardHeight;
  const float each = std::floor((room + cardGap) / rows) - cardGap;
  const float tight = std::floor((room + tightGap) / rows) - tightGap;
  const auto choose = [&](VisitMark mark, float height, float gap) {
    layout.mark = mark;
    layout.markHeight = height;
    layout.pitch = height + gap;
  };
  if (each >= std::min(card, denseCardHeight))
    choose(VisitMark::Card, std::min(card, each), cardGap);
  else if (each >= compactHeight)
    choose(VisitMark::Compact, std::min(each, tallCompactHeight), cardGap);
  else if (tight >= leastCompactHeight)  // rather than lines, which in narrow columns have room for a name only
    choose(VisitMark::Compact, std::min(tight, compactHeight), tightGap);
  else
    choose(VisitMark::Line, std::clamp(std::floor((room + 2) / rows), linePitchLeast, linePitchMost) - 2, 2);
  const float needed = marksTop + rows * layout.pitch + bottomMargin - (layout.pitch - layout.markHeight);
  layout.contentSize = {canvas.width, std::max(canvas.height, needed)};
  const float targetX = layout.band.right();
  layout.target = {targetX, 0, std::max(0.0F, canvas.width - targetX), layout.contentSize.height};
  return layout;
}

}  // namespace sojourn::present
