// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/present/visits_view.h"

#include <algorithm>
#include <string>

#include "model/core/text.h"
#include "views/present/format.h"
#include "views/present/paint_kit.h"
#include "views/present/sample_text.h"
#include "views/present/visits_layout.h"
#include "views/present/visits_target.h"

namespace sojourn::present {
namespace {

constexpr Font dayFont{.size = 12.5F, .weight = Weight::SemiBold};
constexpr Font nameFont{.size = 12, .weight = Weight::SemiBold};
constexpr Font smallFont{.size = 11, .weight = Weight::Regular};
constexpr float numberWidth = 40;  // "<0.001"
constexpr float widestCardBar = 120;

class VisitsPainter {
 public:
  VisitsPainter(const SampleContext& context, const Canvas& canvas)
      : m_context(context), m_layout(layOutVisits(context, canvas.size)), m_kit(m_scene, canvas) {
    m_scene.size = canvas.size;
    m_scene.contentSize = m_layout.contentSize;
    m_scene.pinnedTop = m_layout.headerHeight;
  }

  Scene paint() {
    paintBand();
    for (const DayColumn& day : m_layout.days) paintHeader(day);
    for (const DayColumn& day : m_layout.days) {
      for (std::size_t row = 0; row < day.visits.size(); ++row) {
        const Rect rect = m_layout.markRect(day, row);
        m_layout.mark == VisitMark::Card ? paintCard(rect, day.visits[row]) : paintLine(rect, day.visits[row]);
        m_kit.hit(rect, focusOnVisit(m_context, day.visits[row]), label(day.visits[row]), valueOf(day.visits[row]));
      }
    }
    paintNextVisit(m_context, m_layout, m_kit);
    describe();
    return std::move(m_scene);
  }

 private:
  [[nodiscard]] const Inspection& inspection() const { return *m_context.inspection; }
  [[nodiscard]] const Visit& visit(std::size_t i) const { return inspection().sequence.visits[i]; }
  [[nodiscard]] bool copies() const { return inspection().copiedMass.size() == inspection().sequence.visits.size(); }
  [[nodiscard]] const Theme& theme() const { return m_kit.theme(); }

  [[nodiscard]] std::string valueOf(std::size_t i) const {
    return copies() ? exactText(inspection().copiedMass[i]) : "";
  }

  [[nodiscard]] std::string label(std::size_t i) const {
    const std::size_t fromEnd = positionFromEnd(i, inspection().sequence.visits.size());
    std::string text = visitText(m_context, i) + ", " + durationText(visit(i).durationMinutes) + ", " +
                       daysAgoText(shownStart(m_context, visit(i)).daysAgo) + ", position from end " +
                       std::to_string(fromEnd);
    if (copies()) text += ": copied mass " + exactText(inspection().copiedMass[i]);
    return text;
  }

  void paintBand() {
    m_kit.box(m_layout.band, theme().track);
    const float bottom = m_layout.contentSize.height - 4;
    for (const DayColumn& day : m_layout.days) {
      const float noon = std::round(day.x + day.width / 2);
      m_kit.box({noon, m_layout.band.bottom(), 1, 3}, theme().mid);
      if (day.x > m_layout.band.x)
        m_kit.box({day.x, m_layout.band.y - 4, 1, bottom - m_layout.band.y + 4}, theme().line);
    }
    for (std::size_t i = 0; i < m_layout.spans.size(); ++i) {
      const Rect rect = bandRect(i);
      m_kit.placeFill(rect, swatchOf(m_context, visit(i).location));
      m_kit.hit(rect, focusOnVisit(m_context, i), label(i), valueOf(i));
    }
    paintOverlaps();
    // Edges last, so that no neighbour covers them.
    for (std::size_t i = 0; i < m_layout.spans.size(); ++i) {
      const Emphasis emphasis = emphasisOfVisit(m_context, i);
      if (emphasis == Emphasis::None) continue;
      const bool locked = emphasis == Emphasis::Locked;
      m_kit.frame(bandRect(i).inset(-2), locked ? theme().accent : theme().text2, locked ? 2 : 1, 2);
    }
  }

  [[nodiscard]] Rect bandRect(std::size_t i) const {
    const float left = m_layout.bandX(m_layout.spans[i].begin);
    const float right = m_layout.bandX(m_layout.spans[i].end);
    // At least 2 px to be seen and hit, inside the band also where a visit lies beyond its ends.
    const float width = std::max(2.0F, right - left);
    return {std::min(left, m_layout.band.right() - width), m_layout.band.y, width, m_layout.band.height};
  }

  void paintOverlaps() {
    constexpr double tolerated = 1;  // starts are whole minutes, durations are not
    const auto& spans = m_layout.spans;
    for (std::size_t a = 0; a < spans.size(); ++a) {
      for (std::size_t b = a + 1; b < spans.size(); ++b) {
        const double begin = std::max(spans[a].begin, spans[b].begin), end = std::min(spans[a].end, spans[b].end);
        if (end - begin <= tolerated) continue;
        const float left = m_layout.bandX(begin), right = m_layout.bandX(end);
        m_kit.hatch({left, m_layout.band.y, right - left, m_layout.band.height}, theme().err);
      }
    }
  }

  void paintHeader(const DayColumn& day) {
    const std::string name = weekdayText(day.weekday);
    const float nameWidth = m_kit.width(name, dayFont);
    const Rect rect{day.x + 2, 6, day.width - 4, 18};
    m_kit.text(rect, name, theme().text, dayFont);
    const float left = std::max(30.0F, nameWidth + 6);
    const float room = rect.width - left;
    const std::string brief = shortDaysAgo(day.daysAgo);
    for (const std::string& words : {daysAgoText(day.daysAgo), brief, brief.substr(0, brief.rfind(" ago"))}) {
      if (m_kit.width(words, smallFont) > room) continue;
      m_kit.text({rect.x + left, rect.y, room, rect.height}, words, theme().text2, smallFont);
      return;
    }
  }

  static std::string shortDaysAgo(std::int32_t daysAgo) {
    return daysAgo == 0 ? "today" : std::to_string(std::abs(daysAgo)) + (daysAgo > 0 ? " d ago" : " d on");
  }

  /// Ground and edge of a card or line, as its state of selection asks.
  void paintGround(Rect rect, Emphasis emphasis, float radius) {
    if (emphasis == Emphasis::Locked) {
      m_kit.frame(rect, theme().accent, 2, radius, theme().soft);
    } else {
      m_kit.frame(rect, theme().border, 1, radius, emphasis == Emphasis::Tint ? theme().soft : theme().panel);
    }
  }

  void paintCard(Rect card, std::size_t i) {
    const Emphasis emphasis = emphasisOfVisit(m_context, i);
    const Swatch swatch = swatchOf(m_context, visit(i).location);
    paintGround(card, emphasis, 4);
    m_kit.placeFill({card.x + 2, card.y + 6, 4, card.height - 12}, swatch);
    const Rect inner{card.x + 11, card.y, card.width - 17, card.height};
    m_kit.placeName({inner.x, card.y + 4, inner.width, 16}, placeText(m_context, visit(i).location), theme().text,
                    nameFont);

    const std::string start = clockText(shownStart(m_context, visit(i)).minute);
    const std::string duration = durationText(visit(i).durationMinutes);
    const float startWidth = m_kit.width(start, smallFont);
    m_kit.text({inner.x, card.y + 19, inner.width, 14}, start, theme().text, smallFont);
    if (startWidth + 6 + m_kit.width(duration, smallFont) <= inner.width) {
      const float left = startWidth + 6;
      m_kit.text({inner.x + left, card.y + 19, inner.width - left, 14}, duration, theme().text2, smallFont,
                 Align::Right);
    }
    if (!copies()) return;
    const float copied = inspection().copiedMass[i];
    const float barRoom = std::min(widestCardBar, inner.width - numberWidth);
    if (barRoom >= 12) paintBar({inner.x, card.y + 38, barRoom, 6}, copied, swatch);
    m_kit.text(
        {inner.right() - std::min(numberWidth, inner.width), card.y + 34, std::min(numberWidth, inner.width), 14},
        probability(copied), theme().text, numberFont(copied), Align::Right);
  }

  void paintLine(Rect line, std::size_t i) {
    const Swatch swatch = swatchOf(m_context, visit(i).location);
    paintGround(line, emphasisOfVisit(m_context, i), 3);
    m_kit.placeFill({line.x + 2, line.y + 3, 3, line.height - 6}, swatch);
    const Rect inner{line.x + 9, line.y, line.width - 14, line.height};
    const bool wide = inner.width >= 140;  // room for time and three decimals
    float textRight = inner.right();
    if (copies()) {
      const float copied = inspection().copiedMass[i];
      // In the narrowest columns the name matters more than the number, which the bar and the hover still give.
      const bool narrow = inner.width < 56;
      const std::string number = wide ? probability(copied) : narrow ? "" : shortProbability(copied);
      const float width = m_kit.width(number, smallFont);
      if (!number.empty()) {
        m_kit.text({textRight - width - 1, line.y, width + 1, line.height - 2}, number, theme().text, smallFont,
                   Align::Right);
      }
      textRight -= wide ? numberWidth + 4 : (number.empty() ? 0 : width + 4);
      paintBar({inner.x, line.bottom() - 4, inner.width, 2}, copied, swatch);
    }
    if (wide) {
      const float width = m_kit.width("00:00", smallFont) + 1;
      m_kit.text({textRight - width, line.y, width, line.height - 2}, clockText(shownStart(m_context, visit(i)).minute),
                 theme().text2, smallFont, Align::Right);
      textRight -= width + 6;
    }
    m_kit.placeName({inner.x, line.y, std::max(0.0F, textRight - inner.x), line.height - 2},
                    placeText(m_context, visit(i).location), theme().text, smallFont);
  }

  /// From 0.05 on a number catches the eye.
  static Font numberFont(float copied) {
    return {.size = 11, .weight = copied >= 0.05F ? Weight::Medium : Weight::Regular};
  }

  /// The axis is the whole track, 0 to 1.
  void paintBar(Rect track, float copied, const Swatch& swatch) {
    m_kit.box(track, theme().track);
    m_kit.copiedBar({track.x, track.y, track.width * toUnit(copied), track.height}, swatch);
  }

  void describe() {
    const auto& visits = inspection().sequence.visits;
    m_scene.caption = scopeText(m_context) + ", " + countText(visits.size(), "visit", "visits") + ", newest right";
    if (m_context.displayOffsetMinutes != 0) {
      m_scene.caption += ", times shown " + offsetText(m_context.displayOffsetMinutes) + " h";
    }
    if (copies()) m_scene.captionRight = "bar: copied mass, 0 to 1";
    m_scene.summary = countText(visits.size(), "visit", "visits") + " from " + whenText(m_context, visits.front()) +
                      " to " + whenText(m_context, visits.back()) + ".";
    if (copies()) {
      const auto most = std::ranges::max_element(inspection().copiedMass) - inspection().copiedMass.begin();
      m_scene.summary += " Most is copied from " + visitText(m_context, static_cast<std::size_t>(most)) + ": " +
                         probability(inspection().copiedMass[static_cast<std::size_t>(most)]) + ".";
    }
    m_scene.summary += " " + nextVisitSummary(m_context);
    fillTable();
  }

  void fillTable() {
    m_scene.table.columns = {"visit",        "position from end", "location", "place",      "weekday",
                             "start minute", "duration minutes",  "days ago", "copied mass"};
    const std::size_t length = inspection().sequence.visits.size();
    for (std::size_t i = 0; i < length; ++i) {
      const Visit& v = visit(i);
      std::vector<Table::Cell> row{static_cast<double>(i),
                                   static_cast<double>(positionFromEnd(i, length)),
                                   static_cast<double>(v.location),
                                   placeText(m_context, v.location),
                                   static_cast<double>(v.weekday),
                                   static_cast<double>(v.startMinute),
                                   v.durationMinutes,
                                   static_cast<double>(v.daysAgo)};
      if (copies()) row.emplace_back(static_cast<double>(inspection().copiedMass[i]));
      m_scene.table.rows.push_back(std::move(row));
    }
    if (!copies()) m_scene.table.columns.pop_back();
  }

  const SampleContext& m_context;
  VisitsLayout m_layout;
  Scene m_scene;
  PaintKit m_kit;
};

}  // namespace

Picture visitsPicture(const SampleContext& context, const Canvas& canvas) {
  if (auto nothing = nothingInspected(context)) return *nothing;
  return VisitsPainter(context, canvas).paint();
}

}  // namespace sojourn::present
