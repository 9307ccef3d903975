// SPDX-License-Identifier: GPL-3.0-or-later
// The cards and lines of the Visits view: a visit's place, time and copied mass, and how it differs from the reference.
#include <algorithm>
#include <cmath>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "views/present/samples/sample_text.h"
#include "views/present/scene/format.h"
#include "views/present/scene/scene.h"
#include "views/present/scene/scene_builder.h"
#include "views/present/visits/visits_frame.h"

namespace sojourn::present {
namespace {

constexpr Font nameFont{.size = 12, .weight = Weight::SemiBold};
constexpr Font narrowNameFont{.size = 11, .weight = Weight::SemiBold};  // the smallest of a name
constexpr Font slimNameFont{.size = 11, .weight = Weight::Medium};
constexpr Font changedFont{.size = 11, .weight = Weight::SemiBold};
constexpr float numberWidth = 40;  // "<0.001"
constexpr float widestCardBar = 120;
constexpr float iconSide = 14;

/// How a visit's record differs from the reference's; nothing of it without one.
struct RecordChange {
  const Visit* was = nullptr;  ///< null for a new visit and for one that did not change
  bool isNew = false;
  [[nodiscard]] bool any() const { return was || isNew; }
  [[nodiscard]] bool place(const Visit& now) const { return was && was->location != now.location; }
  [[nodiscard]] bool day(const Visit& now) const {
    return was && (was->weekday != now.weekday || was->daysAgo != now.daysAgo);
  }
  [[nodiscard]] bool start(const Visit& now) const { return was && was->startMinute != now.startMinute; }
  [[nodiscard]] bool duration(const Visit& now) const { return was && was->durationMinutes != now.durationMinutes; }
};

RecordChange changeOf(const VisitsFrame& frame, std::size_t i) {
  if (!isChanged(frame.context, i)) return {};
  const auto before = visitBefore(frame.context, i);
  if (!before) return {.was = nullptr, .isNew = true};
  return {.was = &frame.context.reference->inspection->sequence.visits[*before], .isNew = false};
}

/// Ground and edge of a card or line: the state of selection, else whether it is odd or changed.
void paintGround(const VisitsFrame& frame, Rect rect, std::size_t i, bool changed, float radius) {
  const Theme& theme = frame.builder.theme();
  const Emphasis emphasis = emphasisOfVisit(frame.context, i);
  const bool locked = emphasis == Emphasis::Locked;
  Color ground = emphasis == Emphasis::None ? theme.panel : theme.soft;
  if (flagOf(frame.context, i)) ground = theme.warnGround;
  frame.builder.frame(rect, locked || changed ? theme.accent : theme.border, locked ? 2 : 1, radius, ground);
}

/// The axis is the whole track, 0 to 1; a tick stands where the reference's bar ended.
void paintBar(const VisitsFrame& frame, Rect track, std::size_t i, const Swatch& swatch) {
  SceneBuilder& builder = frame.builder;
  const float copied = frame.inspection().copiedMass[i];
  builder.box(track, builder.theme().track);
  builder.copiedBar({track.x, track.y, track.width * toUnit(copied), track.height}, swatch);
  if (!frame.compared()) return;
  const double was = copied - frame.copiedChange(i);
  const float reach = track.height > 3 ? 3 : 1;
  const float x = std::min(track.x + std::round(track.width * toUnit(was)), track.right() - 1);
  builder.box({x, track.y - reach, 1, track.height + 2 * reach}, builder.theme().text);
}

/// From 0.05 on a number catches the eye.
Font numberFont(float copied) {
  return {.size = 11, .weight = copied >= 0.05F ? Weight::Medium : Weight::Regular};
}

/// At the right end of the line, where all of its digits have room.
void paintNumber(SceneBuilder& builder, Rect line, const std::string& number, Color color, Font font) {
  const float width = builder.width(number, font) + 1;
  if (number.empty() || width > line.width) return;
  builder.text({line.right() - width, line.y, width, line.height}, number, color, font, Align::Right);
}

/// Start and length. Of a changed visit first what was, struck, then what is; what has no room is left to the hit area.
void paintTimes(const VisitsFrame& frame, Rect line, const Visit& visit, const RecordChange& change) {
  SceneBuilder& builder = frame.builder;
  const Theme& theme = builder.theme();
  const ShownStart begin = shownStart(frame.context, visit);
  const std::string start = clockText(begin.minute);
  const std::string duration = durationText(visit.durationMinutes);
  const bool newStart = change.start(visit) || change.day(visit);
  const Font startFont = newStart ? changedFont : smallFont;
  const float startWidth = builder.width(start, startFont);
  float left = 0;  // of the line
  if (newStart) {
    const ShownStart was = shownStart(frame.context, *change.was);
    std::string old = change.day(visit) ? weekdayText(was.weekday) : std::string();
    if (change.start(visit)) old += (old.empty() ? "" : " ") + clockText(was.minute);
    if (builder.width(old, smallFont) + 4 + startWidth > line.width && change.start(visit)) old = clockText(was.minute);
    const float oldWidth = builder.width(old, smallFont);
    if (oldWidth + 4 + startWidth <= line.width) {
      builder.struck({line.x, line.y, oldWidth + 1, line.height}, old, theme.text2, smallFont);
      left = oldWidth + 4;
    }
  }
  if (left + startWidth > line.width + 0.5F) return;
  builder.text({line.x + left, line.y, line.width - left, line.height}, start, newStart ? theme.accent : theme.text,
               startFont);
  left += startWidth + 6;
  const bool newDuration = change.duration(visit);
  const Font durationFont = newDuration ? changedFont : smallFont;
  if (left + builder.width(duration, durationFont) <= line.width) {
    builder.text({line.x + left, line.y, line.width - left, line.height}, duration,
                 newDuration ? theme.accent : theme.text2, durationFont, Align::Right);
  }
}

/// Where the rows of a card stand below its top.
struct CardRows {
  float name, times, number;
};
CardRows rowsOf(const VisitsLayout& layout) {
  const float spare = layout.markHeight - compactHeight, middle = std::floor(spare / 2);
  if (layout.mark == VisitMark::Compact && spare >= 0) return {1 + middle, 16 + middle, 16 + middle};
  if (layout.mark == VisitMark::Compact) {
    // Where it is lower its rows move together.
    const float second = 16 + std::round(spare * 5 / 8);
    return {1 + std::round(spare / 4), second, second};
  }
  const bool dense = layout.markHeight > cardHeightWithoutBar && layout.markHeight < cardHeight;
  return dense ? CardRows{1, 15, 29} : CardRows{4, 19, 34};
}

/// The icons at the right of a card's name, from right to left; returns where the name has to end.
float paintCardIcons(const VisitsFrame& frame, Rect card, float nameRight, std::size_t i, bool isNew) {
  float right = nameRight;
  const float top = card.y + rowsOf(frame.layout).name;
  const auto icon = [&](const char* name, Color color) {
    frame.builder.icon({right - iconSide, top, iconSide, iconSide}, name, color);
    right -= iconSide + 2;
  };
  if (flagOf(frame.context, i)) icon("warn", frame.builder.theme().warn);
  if (isNew) icon("plus", frame.builder.theme().accent);
  return right;
}

/// The room of a card's words.
Rect wordsOf(Rect card) {
  const bool narrow = card.width < 66;
  return narrow ? Rect{card.x + 9, card.y, card.width - 11, card.height}
                : Rect{card.x + 11, card.y, card.width - 17, card.height};
}

/// What a card has left below its name.
struct CardWords {
  Rect inner;
  std::optional<float> lastRow;  ///< the only one, below a name of two lines
  bool full = false;             ///< the name has all rows
};

/// Ground, strip, icons and name of a card. A name that is whole only on two lines gets them: as in a line, the time
/// gives way where it would cut the name.
CardWords paintCardName(const VisitsFrame& frame, Rect card, std::size_t i, const RecordChange& change) {
  SceneBuilder& builder = frame.builder;
  const Visit& visit = frame.visit(i);
  paintGround(frame, card, i, change.any(), 4);
  const CardRows rows = rowsOf(frame.layout);
  const float inset = rows.name > 1 ? 6 : 4;
  builder.placeFill({card.x + 2, card.y + inset, 4, card.height - 2 * inset}, swatchOf(frame.context, visit.location));
  const Rect inner = wordsOf(card);
  const float iconsLeft = paintCardIcons(frame, card, inner.right() + 2, i, change.isNew);
  const Rect place{inner.x, card.y + rows.name, std::max(0.0F, std::min(inner.right(), iconsLeft) - inner.x), 16};
  const Color color = change.place(visit) ? builder.theme().accent : builder.theme().text;
  const std::string name = placeText(frame.context, visit.location);
  const std::string_view brief = builder.briefName(name);
  const float pitch = card.height >= 45 ? 13 : 12;
  const bool three = card.height >= 3 * pitch + 2;
  const float firstLine =
      card.y + (three ? (pitch > 12 ? rows.name : 0) : std::floor((card.height - 2 * pitch - 2) / 2));
  if (builder.width(brief, narrowNameFont) > place.width && builder.width(brief, slimNameFont) <= place.width) {
    builder.text(place, brief, color, slimNameFont);
    return {.inner = inner, .lastRow = {}};
  }
  if (builder.width(brief, narrowNameFont) > place.width) {
    const std::vector<std::string> lines = wrapText(builder, brief, narrowNameFont, place.width);
    const auto fits = [&](const std::string& line) { return builder.width(line, narrowNameFont) <= place.width; };
    if (lines.size() == 2 && std::ranges::all_of(lines, fits)) {
      builder.text({place.x, firstLine, place.width, 14}, lines[0], color, narrowNameFont);
      builder.text({place.x, firstLine + pitch, place.width, 14}, lines[1], color, narrowNameFont);
      return {.inner = inner, .lastRow = firstLine + 2 * pitch - card.y, .full = !three};
    }
  }
  builder.placeName(place, name, color, nameFont);
  return {.inner = inner, .lastRow = {}};
}

/// Time and copied mass beside each other, and the bar at the card's edge.
void paintTimeAndMass(const VisitsFrame& frame, Rect card, Rect inner, float row, std::size_t i) {
  SceneBuilder& builder = frame.builder;
  const RecordChange change = changeOf(frame, i);
  Rect below{inner.x, card.y + row, inner.width, 14};
  if (frame.copies()) {
    const bool compared = frame.compared();
    const double value = compared ? frame.copiedChange(i) : double{frame.inspection().copiedMass[i]};
    const float beside = below.width - builder.width("00:00", changedFont) - 6;
    std::string number = compared ? signedProbability(value) : probability(value);
    if (builder.width(number, changedFont) > beside)
      number = compared ? shortSignedProbability(value) : shortProbability(value);
    const float width = number.empty() ? 0 : builder.width(number, changedFont) + 1;
    if (width > 0 && width <= beside) {
      builder.text({below.right() - width, below.y, width, below.height}, number,
                   compared ? changeColor(builder.theme(), value) : builder.theme().text,
                   compared ? changeFont(value, 11) : numberFont(static_cast<float>(value)), Align::Right);
      below.width -= width + 6;
    }
    const float barTop = std::max(card.bottom() - (row > 20 ? 3 : 4), std::min(below.y + 12, card.bottom() - 3));
    paintBar(frame, {inner.x, barTop, inner.width, 2}, i, swatchOf(frame.context, frame.visit(i).location));
  }
  paintTimes(frame, below, frame.visit(i), change);
}

/// Name, time, and copied mass below one another; the last two beside each other below a name of two lines.
void paintCard(const VisitsFrame& frame, Rect card, std::size_t i) {
  SceneBuilder& builder = frame.builder;
  const Theme& theme = builder.theme();
  const Visit& visit = frame.visit(i);
  const RecordChange change = changeOf(frame, i);
  const CardRows rows = rowsOf(frame.layout);
  const auto [inner, lastRow, full] = paintCardName(frame, card, i, change);
  if (full) return;
  if (lastRow) return paintTimeAndMass(frame, card, inner, *lastRow, i);
  paintTimes(frame, {inner.x, card.y + rows.times, inner.width, 14}, visit, change);
  if (!frame.copies()) return;
  const float copied = frame.inspection().copiedMass[i];
  // A signed number is wider.
  const float barRoom = std::min(widestCardBar, inner.width - numberWidth - (frame.compared() ? 5 : 0));
  if (barRoom >= 12)
    paintBar(frame, {inner.x, card.y + rows.number + 4, barRoom, 6}, i, swatchOf(frame.context, visit.location));
  const bool compared = frame.compared();
  const double value = compared ? frame.copiedChange(i) : double{copied};
  paintNumber(builder, {inner.x, card.y + rows.number, inner.width, 14},
              compared ? signedProbability(value) : probability(copied),
              compared ? changeColor(theme, value) : theme.text, compared ? changeFont(value, 11) : numberFont(copied));
}

void paintCompact(const VisitsFrame& frame, Rect card, std::size_t i) {
  const auto [inner, lastRow, full] = paintCardName(frame, card, i, changeOf(frame, i));
  if (!full) return paintTimeAndMass(frame, card, inner, lastRow.value_or(rowsOf(frame.layout).times), i);
  if (frame.copies())
    paintBar(frame, {inner.x, card.bottom() - 3, inner.width, 2}, i, swatchOf(frame.context, frame.visit(i).location));
}

/// The copied mass of a line, or its change, as a bar below and a number at the right; returns where the number begins.
float paintLineNumber(const VisitsFrame& frame, Rect line, Rect inner, std::size_t i, const Swatch& swatch) {
  SceneBuilder& builder = frame.builder;
  const Theme& theme = builder.theme();
  const bool wide = inner.width >= 140;  // room for three decimals
  const double value = frame.compared() ? frame.copiedChange(i) : double{frame.inspection().copiedMass[i]};
  // In the narrowest columns the name matters more than the number, which the bar and the hover still give.
  std::string number;
  if (wide)
    number = frame.compared() ? signedProbability(value) : probability(value);
  else if (inner.width >= 56)
    number = frame.compared() ? shortSignedProbability(value) : shortProbability(value);
  const float width = builder.width(number, smallFont);
  if (!number.empty()) {
    builder.text({inner.right() - width - 1, line.y, width + 1, line.height - 2}, number,
                 frame.compared() ? changeColor(theme, value) : theme.text, smallFont, Align::Right);
  }
  paintBar(frame, {inner.x, line.bottom() - 4, inner.width, 2}, i, swatch);
  return inner.right() - (wide ? numberWidth + 4 : (number.empty() ? 0 : width + 4));
}

void paintLine(const VisitsFrame& frame, Rect line, std::size_t i) {
  SceneBuilder& builder = frame.builder;
  const Theme& theme = builder.theme();
  const Visit& visit = frame.visit(i);
  const Swatch swatch = swatchOf(frame.context, visit.location);
  const RecordChange change = changeOf(frame, i);
  paintGround(frame, line, i, change.any(), 3);
  builder.placeFill({line.x + 2, line.y + 3, 3, line.height - 6}, swatch);
  const Rect inner{line.x + 9, line.y, line.width - 14, line.height};
  float textRight = inner.right();
  if (frame.copies()) textRight = paintLineNumber(frame, line, inner, i, swatch);
  const bool newTime = change.start(visit) || change.day(visit);
  const float width = builder.width("00:00", smallFont) + 1;
  const std::string name = placeText(frame.context, visit.location);
  // The time gives way to a name that is whole only without it.
  const auto cut = [&](float room) {
    return builder.fittingName(name, room, {.size = 11}).find("\u2026") != std::string::npos;
  };
  const float room = textRight - inner.x, besideTime = room - width - 6;
  const bool timed = !cut(besideTime) || (cut(room) && besideTime >= 44);
  if (timed) {
    builder.text({textRight - width, line.y, width, line.height - 2},
                 clockText(shownStart(frame.context, visit).minute), newTime ? theme.accent : theme.text2, smallFont,
                 Align::Right);
    textRight -= width + 6;
  }
  const bool newName = change.place(visit) || change.isNew || (newTime && !timed);
  builder.placeName({inner.x, line.y, std::max(0.0F, textRight - inner.x), line.height - 2}, name,
                    newName ? theme.accent : theme.text, smallFont);
}

/// A visit of the reference that is no longer there: the outline of its card, its words struck, what it copied lost.
void paintRemoved(const VisitsFrame& frame, Rect rect, std::size_t before) {
  SceneBuilder& builder = frame.builder;
  const Theme& theme = builder.theme();
  const bool card = frame.layout.mark != VisitMark::Line;
  const CardRows rows = rowsOf(frame.layout);
  const Inspection& reference = *frame.context.reference->inspection;
  const Visit& visit = reference.sequence.visits[before];
  builder.dashed(rect, theme.mid, card ? 4 : 3);
  const Rect inner = card ? wordsOf(rect) : Rect{rect.x + 9, rect.y, rect.width - 14, rect.height};
  const double lost = frame.copies() ? -double{reference.copiedMass[before]} : 0;
  const std::string name = placeText(frame.context, visit.location);
  const auto struckName = [&](Rect place, Font font) {
    builder.struck(place, builder.fittingName(name, place.width, font), theme.text3, font);
  };
  if (card) {
    struckName({inner.x, rect.y + rows.name, inner.width, 16}, nameFont);
    const std::string start = clockText(shownStart(frame.context, visit).minute);
    const float startWidth = builder.width(start, smallFont);
    builder.struck({inner.x, rect.y + rows.times, startWidth + 1, 14}, start, theme.text3, smallFont);
    if (!frame.copies()) return;
    const float taken = rows.times == rows.number ? startWidth + 4 : 0;
    paintNumber(builder, {inner.x + taken, rect.y + rows.number, inner.width - taken, 14}, signedProbability(lost),
                changeColor(theme, lost), changeFont(lost, 11));
    return;
  }
  std::string number;
  if (frame.copies() && inner.width >= 140)
    number = signedProbability(lost);
  else if (frame.copies() && inner.width >= 56)
    number = shortSignedProbability(lost);
  const float width = number.empty() ? 0 : builder.width(number, smallFont);
  if (!number.empty())
    builder.text({inner.right() - width - 1, rect.y, width + 1, rect.height - 2}, number, changeColor(theme, lost),
                 smallFont, Align::Right);
  struckName({inner.x, rect.y, std::max(0.0F, inner.width - width - 4), rect.height - 2}, smallFont);
}

}  // namespace

void paintVisitMarks(const VisitsFrame& frame) {
  for (const DayColumn& day : frame.layout.days) {
    for (std::size_t row = 0; row < day.visits.size(); ++row) {
      const Rect rect = frame.layout.markRect(day, row);
      switch (frame.layout.mark) {
        case VisitMark::Card:
          paintCard(frame, rect, day.visits[row]);
          break;
        case VisitMark::Compact:
          paintCompact(frame, rect, day.visits[row]);
          break;
        case VisitMark::Line:
          paintLine(frame, rect, day.visits[row]);
          break;
      }
      hitVisit(frame, rect, day.visits[row]);
    }
    for (std::size_t i = 0; i < day.removed.size(); ++i) {
      const Rect rect = frame.layout.markRect(day, day.visits.size() + i);
      paintRemoved(frame, rect, day.removed[i]);
      const std::string lost =
          frame.copies() ? exactText(frame.context.reference->inspection->copiedMass[day.removed[i]]) : std::string();
      frame.builder.hit(rect, {}, removedWords(frame, day.removed[i]), lost);
    }
  }
}

}  // namespace sojourn::present
