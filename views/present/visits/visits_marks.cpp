// SPDX-License-Identifier: GPL-3.0-or-later
// The cards and lines of the Visits view: a visit's place, time and copied mass, and how it differs from the reference.
#include <algorithm>
#include <cmath>
#include <optional>
#include <string_view>

#include "views/present/samples/sample_text.h"
#include "views/present/scene/format.h"
#include "views/present/visits/visits_frame.h"

namespace sojourn::present {
namespace {

constexpr Font nameFont{.size = 12, .weight = Weight::SemiBold};
constexpr Font narrowNameFont{.size = 11, .weight = Weight::SemiBold};  // the smallest of a name
constexpr Font slimNameFont{.size = 11, .weight = Weight::Medium};
constexpr Font changedFont{.size = 11, .weight = Weight::SemiBold};
constexpr float widestNumber = 40;  // "<0.001"
constexpr float leastName = 48;     // letters that still tell a place
constexpr float wideLine = 140;     // has room for three decimals
constexpr float widestCardBar = 120;
constexpr float iconSide = 14;

/// How a visit's record differs from the reference's; nothing of it without one.
struct RecordChange {
  const Visit* was = nullptr;  ///< null for a new visit and for one that did not change
  bool isNew = false;
  bool place = false, day = false, start = false, duration = false;
  [[nodiscard]] bool any() const { return was || isNew; }
  [[nodiscard]] bool time() const { return start || day; }
};

RecordChange changeOf(const VisitsFrame& frame, std::size_t i) {
  if (!isChanged(frame.context, i)) return {};
  const auto before = visitBefore(frame.context, i);
  if (!before) return {.isNew = true};
  const Visit& now = frame.visit(i);
  const Visit& was = frame.context.reference->inspection->sequence.visits[*before];
  return {.was = &was,
          .place = was.location != now.location,
          .day = was.weekday != now.weekday || was.daysAgo != now.daysAgo,
          .start = was.startMinute != now.startMinute,
          .duration = was.durationMinutes != now.durationMinutes};
}

/// Copied mass as a number; beside a reference its change.
struct MassNumber {
  double value = 0;
  bool compared = false;

  [[nodiscard]] std::string text() const { return compared ? signedProbability(value) : probability(value); }
  [[nodiscard]] std::string shortText() const {
    return compared ? shortSignedProbability(value) : shortProbability(value);
  }
  /// In a line: as many decimals as its column has room for.
  [[nodiscard]] std::string textIn(float width) const {
    return width >= wideLine ? text() : width >= 56 ? shortText() : std::string();
  }
  [[nodiscard]] Color color(const Theme& theme) const { return compared ? changeColor(theme, value) : theme.text; }
  /// From 0.05 on a mass catches the eye.
  [[nodiscard]] Font font() const {
    if (compared) return changeFont(value, 11);
    return {.size = 11, .weight = static_cast<float>(value) >= 0.05F ? Weight::Medium : Weight::Regular};
  }
};

/// At the right end of the line, where all of its digits have room.
void paintNumber(SceneBuilder& builder, Rect line, const std::string& number, Color color, Font font) {
  const float width = builder.width(number, font) + 1;
  if (number.empty() || width > line.width) return;
  builder.text({line.right() - width, line.y, width, line.height}, number, color, font, Align::Right);
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

/// The room of a card's words, and of a line's.
Rect wordsOf(Rect mark, bool card) {
  const float left = !card || mark.width < 66 ? 9 : 11;
  const float margins = !card ? 14.0F : mark.width < 66 ? 11.0F : 17.0F;
  return {mark.x + left, mark.y, mark.width - margins, mark.height};
}

/// Paints the card or line of one visit.
class MarkPainter {
 public:
  MarkPainter(const VisitsFrame& frame, Rect rect, std::size_t i)
      : m_frame(frame),
        m_rect(rect),
        m_i(i),
        m_visit(frame.visit(i)),
        m_change(changeOf(frame, i)),
        m_inner(wordsOf(rect, frame.layout.mark != VisitMark::Line)),
        m_rows(rowsOf(frame.layout)) {
    if (frame.copies())
      m_mass = {.value = frame.compared() ? frame.copiedChange(i) : double{frame.inspection().copiedMass[i]},
                .compared = frame.compared()};
  }

  void paint() {
    if (m_frame.layout.mark == VisitMark::Line)
      paintLine();
    else
      paintCard();
  }

 private:
  /// What a card has left below its name.
  struct BelowName {
    std::optional<float> lastRow = {};  ///< the only one, below a name of two lines
    bool full = false;                  ///< the name has all rows
  };

  [[nodiscard]] const Theme& theme() const { return m_builder.theme(); }
  [[nodiscard]] Color ink(bool changed) const { return changed ? theme().accent : theme().text; }

  /// Ground and edge: the state of selection, else whether the visit is odd or changed. Then the strip of its place.
  void paintGround(float radius, Rect strip) {
    const Emphasis emphasis = emphasisOfVisit(m_frame.context, m_i);
    const bool selected = emphasis == Emphasis::Selected;
    Color ground = emphasis == Emphasis::None ? theme().panel : theme().soft;
    if (flagOf(m_frame.context, m_i)) ground = theme().warnGround;
    m_builder.frame(m_rect, selected || m_change.any() ? theme().accent : theme().border, selected ? 2 : 1, radius,
                    ground);
    m_builder.placeFill(strip, m_swatch);
  }

  /// The axis is the whole track, 0 to 1; a tick stands where the reference's bar ended.
  void paintBar(Rect track) {
    const float copied = m_frame.inspection().copiedMass[m_i];
    m_builder.box(track, theme().track);
    m_builder.copiedBar({track.x, track.y, track.width * toUnit(copied), track.height}, m_swatch);
    if (!m_frame.compared()) return;
    const double was = copied - m_frame.copiedChange(m_i);
    const float reach = track.height > 3 ? 3 : 1;
    const float x = std::min(track.x + std::round(track.width * toUnit(was)), track.right() - 1);
    m_builder.box({x, track.y - reach, 1, track.height + 2 * reach}, theme().text);
  }

  /// Start and length. Of a changed visit first what was, struck, then what is; what has no room is left to the hit
  /// area.
  void paintTimes(Rect line) {
    const std::string start = clockText(shownStart(m_frame.context, m_visit).minute);
    const std::string duration = durationText(m_visit.durationMinutes);
    const Font startFont = m_change.time() ? changedFont : smallFont;
    const float startWidth = m_builder.width(start, startFont);
    float left = 0;  // of the line
    if (m_change.time()) {
      const ShownStart was = shownStart(m_frame.context, *m_change.was);
      std::string old = m_change.day ? weekdayText(was.weekday) : std::string();
      if (m_change.start) old += (old.empty() ? "" : " ") + clockText(was.minute);
      if (m_builder.width(old, smallFont) + 4 + startWidth > line.width && m_change.start) old = clockText(was.minute);
      const float oldWidth = m_builder.width(old, smallFont);
      if (oldWidth + 4 + startWidth <= line.width) {
        m_builder.struck({line.x, line.y, oldWidth + 1, line.height}, old, theme().text2, smallFont);
        left = oldWidth + 4;
      }
    }
    if (left + startWidth > line.width + 0.5F) return;
    m_builder.text({line.x + left, line.y, line.width - left, line.height}, start, ink(m_change.time()), startFont);
    left += startWidth + 6;
    const Font durationFont = m_change.duration ? changedFont : smallFont;
    if (left + m_builder.width(duration, durationFont) > line.width) return;
    m_builder.text({line.x + left, line.y, line.width - left, line.height}, duration,
                   m_change.duration ? theme().accent : theme().text2, durationFont, Align::Right);
  }

  /// The icons at the right of a card's name, from right to left; returns where the name has to end.
  float paintIcons(float right) {
    const auto icon = [&](const char* name, Color color) {
      m_builder.icon({right - iconSide, m_rect.y + m_rows.name, iconSide, iconSide}, name, color);
      right -= iconSide + 2;
    };
    if (flagOf(m_frame.context, m_i)) icon("warn", theme().warn);
    if (m_change.isNew) icon("plus", theme().accent);
    return right;
  }

  /// A name that is whole only on two lines gets them: as in a line, the time gives way where it would cut the name.
  BelowName paintName() {
    const float right = std::min(m_inner.right(), paintIcons(m_inner.right() + 2));
    const Rect place{m_inner.x, m_rect.y + m_rows.name, std::max(0.0F, right - m_inner.x), 16};
    const Color color = ink(m_change.place);
    const std::string name = placeText(m_frame.context, m_visit.location);
    const std::string_view brief = m_builder.briefName(name);
    const auto fits = [&](std::string_view text, Font font) { return m_builder.width(text, font) <= place.width; };
    if (!fits(brief, narrowNameFont) && fits(brief, slimNameFont)) {
      m_builder.text(place, brief, color, slimNameFont);
      return {};
    }
    const std::vector<std::string> lines = wrapText(m_builder, brief, narrowNameFont, place.width);
    if (fits(brief, narrowNameFont) || lines.size() != 2 || !fits(lines[0], narrowNameFont) ||
        !fits(lines[1], narrowNameFont)) {
      m_builder.placeName(place, name, color, nameFont);
      return {};
    }
    const float pitch = m_rect.height >= 45 ? 13 : 12;
    const bool three = m_rect.height >= 3 * pitch + 2;
    const float above = three ? (pitch > 12 ? m_rows.name : 0) : std::floor((m_rect.height - 2 * pitch - 2) / 2);
    const float first = m_rect.y + above;
    m_builder.text({place.x, first, place.width, 14}, lines[0], color, narrowNameFont);
    m_builder.text({place.x, first + pitch, place.width, 14}, lines[1], color, narrowNameFont);
    return {.lastRow = first + 2 * pitch - m_rect.y, .full = !three};
  }

  /// Time and copied mass beside each other, and the bar at the card's edge.
  void paintTimeAndMass(float row) {
    Rect below{m_inner.x, m_rect.y + row, m_inner.width, 14};
    if (m_mass) {
      const float beside = below.width - m_builder.width("00:00", changedFont) - 6;
      std::string number = m_mass->text();
      if (m_builder.width(number, changedFont) > beside) number = m_mass->shortText();
      const float width = number.empty() ? 0 : m_builder.width(number, changedFont) + 1;
      const float barTop =
          std::max(m_rect.bottom() - (row > 20 ? 3.0F : 4.0F), std::min(below.y + 12, m_rect.bottom() - 3));
      if (width > 0 && width <= beside) {
        m_builder.text({below.right() - width, below.y, width, below.height}, number, m_mass->color(theme()),
                       m_mass->font(), Align::Right);
        below.width -= width + 6;
      }
      paintBar({m_inner.x, barTop, m_inner.width, 2});
    }
    paintTimes(below);
  }

  /// Name, time, and copied mass below one another; the last two beside each other in a compact card and below a name
  /// of two lines.
  void paintCard() {
    const float inset = m_rows.name > 1 ? 6 : 4;
    paintGround(4, {m_rect.x + 2, m_rect.y + inset, 4, m_rect.height - 2 * inset});
    const auto [lastRow, full] = paintName();
    if (full) {
      if (m_mass) paintBar({m_inner.x, m_rect.bottom() - 3, m_inner.width, 2});
      return;
    }
    if (lastRow || m_frame.layout.mark == VisitMark::Compact) return paintTimeAndMass(lastRow.value_or(m_rows.times));
    paintTimes({m_inner.x, m_rect.y + m_rows.times, m_inner.width, 14});
    if (!m_mass) return;
    // A signed number is wider.
    const float barRoom = std::min(widestCardBar, m_inner.width - widestNumber - (m_mass->compared ? 5.0F : 0.0F));
    if (barRoom >= 12) paintBar({m_inner.x, m_rect.y + m_rows.number + 4, barRoom, 6});
    paintNumber(m_builder, {m_inner.x, m_rect.y + m_rows.number, m_inner.width, 14}, m_mass->text(),
                m_mass->color(theme()), m_mass->font());
  }

  /// The copied mass of a line, or its change, as a bar below and a number at the right; returns where the words end.
  float paintLineMass() {
    // The name matters more than the number, which the bar and the hover still give.
    std::string number = m_mass->textIn(m_inner.width);
    const float beside = m_inner.width - m_builder.width(number, smallFont) - 4;
    if (nameIsCut(beside) && (beside < leastName || !nameIsCut(m_inner.width))) number.clear();
    paintNumber(m_builder, {m_inner.x, m_rect.y, m_inner.width, m_rect.height - 2}, number, m_mass->color(theme()),
                smallFont);
    paintBar({m_inner.x, m_rect.bottom() - 4, m_inner.width, 2});
    if (m_inner.width >= wideLine) return m_inner.right() - (widestNumber + 4);
    return m_inner.right() - (number.empty() ? 0 : m_builder.width(number, smallFont) + 4);
  }

  void paintLine() {
    paintGround(3, {m_rect.x + 2, m_rect.y + 3, 3, m_rect.height - 6});
    float textRight = m_mass ? paintLineMass() : m_inner.right();
    const float width = m_builder.width("00:00", smallFont) + 1;
    // The time gives way to a name that is whole only without it.
    const float room = textRight - m_inner.x, besideTime = room - width - 6;
    const bool timed = !nameIsCut(besideTime) || (nameIsCut(room) && besideTime >= 44);
    if (timed) {
      m_builder.text({textRight - width, m_rect.y, width, m_rect.height - 2},
                     clockText(shownStart(m_frame.context, m_visit).minute),
                     m_change.time() ? theme().accent : theme().text2, smallFont, Align::Right);
      textRight -= width + 6;
    }
    const bool newName = m_change.place || m_change.isNew || (m_change.time() && !timed);
    m_builder.placeName({m_inner.x, m_rect.y, std::max(0.0F, textRight - m_inner.x), m_rect.height - 2},
                        placeText(m_frame.context, m_visit.location), ink(newName), smallFont);
  }

  /// Whether the place's name would lose letters on a line with so much room.
  [[nodiscard]] bool nameIsCut(float room) const {
    return m_builder.width(m_builder.briefName(placeText(m_frame.context, m_visit.location)), smallFont) > room;
  }

  const VisitsFrame& m_frame;
  SceneBuilder& m_builder = m_frame.builder;
  Rect m_rect;
  std::size_t m_i;
  const Visit& m_visit;
  RecordChange m_change;
  Swatch m_swatch = swatchOf(m_frame.context, m_visit.location);
  Rect m_inner;  ///< of the words
  CardRows m_rows;
  std::optional<MassNumber> m_mass;  ///< where the model copies
};

/// A visit of the reference that is no longer there: the outline of its card, its words struck, what it copied lost.
void paintRemoved(const VisitsFrame& frame, Rect rect, std::size_t before) {
  SceneBuilder& builder = frame.builder;
  const Theme& theme = builder.theme();
  const bool card = frame.layout.mark != VisitMark::Line;
  const CardRows rows = rowsOf(frame.layout);
  const Inspection& reference = *frame.context.reference->inspection;
  const Visit& visit = reference.sequence.visits[before];
  builder.dashed(rect, theme.mid, card ? 4 : 3);
  const Rect inner = wordsOf(rect, card);
  std::optional<MassNumber> lost;
  if (frame.copies()) lost = {.value = -double{reference.copiedMass[before]}, .compared = true};
  const auto struckName = [&](Rect place, Font font) {
    const std::string name = builder.fittingName(placeText(frame.context, visit.location), place.width, font);
    builder.struck(place, name, theme.text3, font);
  };
  if (card) {
    struckName({inner.x, rect.y + rows.name, inner.width, 16}, nameFont);
    const std::string start = clockText(shownStart(frame.context, visit).minute);
    const float startWidth = builder.width(start, smallFont);
    builder.struck({inner.x, rect.y + rows.times, startWidth + 1, 14}, start, theme.text3, smallFont);
    const float taken = rows.times == rows.number ? startWidth + 4 : 0;
    if (lost)
      paintNumber(builder, {inner.x + taken, rect.y + rows.number, inner.width - taken, 14}, lost->text(),
                  lost->color(theme), lost->font());
    return;
  }
  const std::string number = lost ? lost->textIn(inner.width) : std::string();
  if (lost)
    paintNumber(builder, {inner.x, rect.y, inner.width, rect.height - 2}, number, lost->color(theme), smallFont);
  const float width = number.empty() ? 0 : builder.width(number, smallFont);
  struckName({inner.x, rect.y, std::max(0.0F, inner.width - width - 4), rect.height - 2}, smallFont);
}

}  // namespace

void paintVisitMarks(const VisitsFrame& frame) {
  for (const DayColumn& day : frame.layout.days) {
    for (std::size_t row = 0; row < day.visits.size(); ++row) {
      const Rect rect = frame.layout.markRect(day, row);
      MarkPainter(frame, rect, day.visits[row]).paint();
      hitVisit(frame, rect, day.visits[row]);
    }
    for (std::size_t i = 0; i < day.removed.size(); ++i) {
      const Rect rect = frame.layout.markRect(day, day.visits.size() + i);
      paintRemoved(frame, rect, day.removed[i]);
      hitRemoved(frame, rect, day.removed[i]);
    }
  }
}

}  // namespace sojourn::present
