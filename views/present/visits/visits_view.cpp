// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/present/visits/visits_view.h"

#include <algorithm>
#include <cmath>
#include <string>

#include "model/core/text.h"
#include "model/core/translation.h"
#include "views/present/samples/sample_text.h"
#include "views/present/scene/format.h"
#include "views/present/visits/visits_frame.h"

namespace sojourn::present {
namespace {

std::string copiedText(const VisitsFrame& frame, std::size_t i) {
  std::string text = tr(": copied mass %1", {exactText(frame.inspection().copiedMass[i])});
  if (!frame.compared()) return text;
  const double change = frame.copiedChange(i);
  return tr("%1, %2 in the reference, change %3",
            {text, exactText(frame.inspection().copiedMass[i] - change), exactText(change)});
}

/// Everything about a visit in words, its change and its flag included.
std::string visitLabelOf(const VisitsFrame& frame, std::size_t i) {
  const SampleContext& context = frame.context;
  const Visit& visit = frame.visit(i);
  const std::size_t fromEnd = positionFromEnd(i, frame.inspection().sequence.visits.size());
  std::string text = tr("%1, %2, %3, position from end %4",
                        {visitText(context, i), durationText(visit.durationMinutes),
                         daysAgoText(shownStart(context, visit).daysAgo), std::to_string(fromEnd)});
  if (const std::string change = recordChangeText(context, i); !change.empty()) text += "; " + change;
  if (frame.copies()) text += copiedText(frame, i);
  if (const VisitFlag* flag = flagOf(context, i)) text += tr(". Not physically possible: %1", {flag->text});
  return text;
}

constexpr Font dayFont{.size = 12.5F, .weight = Weight::SemiBold};

std::string withoutLastLetter(std::string text) {
  while (!text.empty() && (text.back() & 0xC0) == 0x80) text.pop_back();
  if (!text.empty()) text.pop_back();
  return text;
}

class VisitsPainter {
 public:
  VisitsPainter(const SampleContext& context, const Canvas& canvas)
      : m_context(context), m_layout(layOutVisits(context, canvas.size)), m_builder(m_scene, canvas) {
    m_scene.size = canvas.size;
    m_scene.contentSize = m_layout.contentSize;
    m_scene.pinnedTop = m_layout.headerHeight;
  }

  Scene paint() {
    paintBand();
    for (const DayColumn& day : m_layout.days) paintHeader(day);
    paintVisitMarks(m_frame);
    paintNextVisit(m_context, m_layout, m_builder);
    describe();
    return std::move(m_scene);
  }

 private:
  [[nodiscard]] const Inspection& inspection() const { return *m_context.inspection; }
  [[nodiscard]] bool copies() const { return m_frame.copies(); }
  [[nodiscard]] const Theme& theme() const { return m_builder.theme(); }

  /// Blocks in true time; dashed where visits were; overlaps hatched, flagged visits marked below.
  void paintBand() {
    m_builder.box(m_layout.band, theme().track);
    const float bottom = m_layout.contentSize.height - 4;
    for (const DayColumn& day : m_layout.days) {
      m_builder.box({std::round(day.x + day.width / 2), m_layout.band.bottom(), 1, 3}, theme().mid);
      if (day.x > m_layout.band.x)
        m_builder.box({day.x, m_layout.band.y - 4, 1, bottom - m_layout.band.y + 4}, theme().line);
    }
    for (std::size_t i = 0; i < m_layout.spans.size(); ++i) {
      const Rect block = m_layout.blockRect(m_layout.spans[i]);
      m_builder.placeFill(block, swatchOf(m_context, m_frame.visit(i).location));
      hitVisit(m_frame, block, i);
    }
    hatchOverlaps();
    if (m_frame.compared()) outlineWhereTheyWere();
    // Edges last, so that no neighbour covers them.
    for (std::size_t i = 0; i < m_layout.spans.size(); ++i) {
      const Emphasis emphasis = emphasisOfVisit(m_context, i);
      const bool selected = emphasis == Emphasis::Selected;
      if (emphasis != Emphasis::None)
        m_builder.frame(m_layout.blockRect(m_layout.spans[i]).inset(-2), selected ? theme().accent : theme().text2,
                        selected ? 2 : 1, 2);
    }
    markFlags();
  }

  void hatchOverlaps() {
    constexpr double tolerated = 1;  // starts are whole minutes, durations are not
    const auto& spans = m_layout.spans;
    for (std::size_t a = 0; a < spans.size(); ++a) {
      for (std::size_t b = a + 1; b < spans.size(); ++b) {
        const double begin = std::max(spans[a].begin, spans[b].begin), end = std::min(spans[a].end, spans[b].end);
        if (end - begin <= tolerated) continue;
        const float left = m_layout.bandX(begin), right = m_layout.bandX(end);
        m_builder.hatch({left, m_layout.band.y, right - left, m_layout.band.height}, theme().err);
      }
    }
  }

  /// Dashed where a visit was that is elsewhere now, or nowhere.
  void outlineWhereTheyWere() {
    const auto outline = [&](const BandSpan& span) {
      const Rect block = m_layout.blockRect(span);
      m_builder.dashed({block.x, block.y - 2.5F, block.width, block.height + 5}, theme().text);
    };
    for (std::size_t i = 0; i < m_layout.spans.size(); ++i) {
      const auto before = visitBefore(m_context, i);
      if (before && m_layout.before[*before] != m_layout.spans[i]) outline(m_layout.before[*before]);
    }
    for (const std::size_t before : removedVisits(m_context)) outline(m_layout.before[before]);
  }

  /// A small pointer below the block of a visit that could not have been.
  void markFlags() {
    for (const VisitFlag& flag : m_context.flags) {
      if (flag.visit >= m_layout.spans.size()) continue;
      const Rect block = m_layout.blockRect(m_layout.spans[flag.visit]);
      const float x = std::clamp(block.x + 2, m_layout.band.x + 4, m_layout.band.right() - 4);
      const float y = m_layout.band.bottom() + 2;
      m_scene.shapes.emplace_back(PolygonShape{{{x, y}, {x - 4, y + 6}, {x + 4, y + 6}}, theme().warn});
    }
  }

  void paintHeader(const DayColumn& day) {
    std::string name = weekdayText(day.weekday);
    const Rect rect{day.x + 2, 6, day.width - 4, 18};
    // "Tu" rather than "T…".
    while (name.size() > 1 && m_builder.width(name, dayFont) > rect.width) name = withoutLastLetter(name);
    m_builder.text(rect, name, theme().text, dayFont);
    const float left = std::max(30.0F, m_builder.width(name, dayFont) + 6), room = rect.width - left;
    const std::string ago = daysAgoText(day.daysAgo);
    // Without "ago" where it does not fit: the days of a record are before the target.
    for (const std::string& text : {ago, ago.substr(0, ago.rfind(" ago"))}) {
      if (m_builder.width(text, smallFont) > room) continue;
      m_builder.text({rect.x + left, rect.y, room, rect.height}, text, theme().text2, smallFont);
      return;
    }
  }

  void describe() {
    const auto& visits = inspection().sequence.visits;
    const bool compared = m_frame.compared();
    m_scene.caption = scopeText(m_context) + ", ";
    m_scene.caption += compared
                           ? tr("%1 of %2 changed", {std::to_string(changedVisits(m_context)),
                                                     countText(comparedVisits(m_context).size(), "visit", "visits")})
                           : tr("%1, newest right", {countText(visits.size(), "visit", "visits")});
    if (m_context.editable) m_scene.caption += tr(". Drag a card or its block to move it");
    if (m_context.displayOffsetMinutes != 0)
      m_scene.caption += tr(", times shown %1 h", {offsetText(m_context.displayOffsetMinutes)});
    if (copies())
      m_scene.captionRight =
          compared ? tr("bar: copied mass now, 0 to 1, tick: reference") : tr("bar: copied mass, 0 to 1");
    m_scene.summary =
        tr("%1 from %2 to %3.", {countText(visits.size(), "visit", "visits"), whenText(m_context, visits.front()),
                                 whenText(m_context, visits.back())});
    if (copies()) {
      const auto most = std::ranges::max_element(inspection().copiedMass);
      const auto visit = static_cast<std::size_t>(most - inspection().copiedMass.begin());
      m_scene.summary += tr(" Most is copied from %1: %2.", {visitText(m_context, visit), probability(*most)});
    }
    m_scene.summary += " " + nextVisitSummary(m_context);
    if (compared) m_scene.summary += " " + changeSummary();
    if (!m_context.flags.empty())
      m_scene.summary += tr(" Not physically possible: %1.", {countText(m_context.flags.size(), "visit", "visits")});
    fillTable();
  }

  /// "It is compared with sample 3376 as recorded, 2 edits: Office, Thu 11:36, was Thu 10:06; removed: Gym, Mon 18:00."
  [[nodiscard]] std::string changeSummary() const {
    std::string text = tr("It is %1", {comparedWithText(m_context)});
    std::string changes;
    const auto add = [&](const std::string& part) { changes += (changes.empty() ? ": " : "; ") + part; };
    for (std::size_t i = 0; i < inspection().sequence.visits.size(); ++i) {
      if (isChanged(m_context, i)) add(visitText(m_context, i) + ", " + recordChangeText(m_context, i));
    }
    for (const std::size_t before : removedVisits(m_context))
      add(tr("removed: %1", {referenceVisitText(m_context, before)}));
    return text + changes + ".";
  }

  void fillTable() {
    std::vector<std::string>& columns = m_scene.table.columns;
    const auto add = [&](std::initializer_list<const char*> names) {
      columns.insert(columns.end(), names.begin(), names.end());
    };
    add({"visit", "position from end", "location", "place", "weekday", "start", "duration minutes", "days ago"});
    if (copies()) add({"copied mass"});
    if (m_frame.compared()) {
      add({"reference visit", "reference location", "reference place", "reference weekday", "reference start",
           "reference duration minutes", "reference days ago"});
      if (copies()) add({"reference copied mass", "change of copied mass"});
      add({"not physically possible"});
    }
    for (const ComparedVisit& row : comparedVisits(m_context)) {
      addRecord(row);
      if (m_frame.compared()) addReference(row);
    }
  }

  /// Location to days ago; numbers absent where there is no visit.
  void addVisit(const Visit* visit, const char* absence) {
    constexpr double none = Table::absent;
    if (visit) {
      const ShownCells shown = shownCells(m_context, *visit);
      m_scene.table.extend(visit->location, placeText(m_context, visit->location), shown.weekday, shown.start,
                           visit->durationMinutes, shown.daysAgo);
    } else {
      m_scene.table.extend(none, absence, "", "", none, none);
    }
  }

  void addRecord(const ComparedVisit& row) {
    const std::size_t length = inspection().sequence.visits.size();
    m_scene.table.add(row.now, row.now ? static_cast<double>(positionFromEnd(*row.now, length)) : Table::absent);
    addVisit(row.now ? &m_frame.visit(*row.now) : nullptr, "removed");
    if (copies()) m_scene.table.extend(row.now ? inspection().copiedMass[*row.now] : 0);
  }

  /// The same columns of the reference, the change of copied mass, and what is odd now.
  void addReference(const ComparedVisit& row) {
    const Inspection& reference = *m_context.reference->inspection;
    m_scene.table.extend(row.before);
    addVisit(row.before ? &reference.sequence.visits[*row.before] : nullptr, "new");
    if (copies()) {
      const double was = row.before ? double{reference.copiedMass[*row.before]} : 0;
      m_scene.table.extend(was, (row.now ? double{inspection().copiedMass[*row.now]} : 0) - was);
    }
    const VisitFlag* flag = row.now ? flagOf(m_context, *row.now) : nullptr;
    m_scene.table.extend(flag ? flag->text : std::string());
  }

  const SampleContext& m_context;
  VisitsLayout m_layout;
  Scene m_scene;
  SceneBuilder m_builder;
  VisitsFrame m_frame{m_context, m_layout, m_builder};
};

}  // namespace

double VisitsFrame::copiedChange(std::size_t i) const {
  const auto before = visitBefore(context, i);
  return double{inspection().copiedMass[i]} -
         (before ? double{context.reference->inspection->copiedMass[*before]} : 0.0);
}

void hitRemoved(const VisitsFrame& frame, Rect rect, std::size_t before) {
  const Inspection& reference = *frame.context.reference->inspection;
  std::string text = tr("Removed: %1, %2", {referenceVisitText(frame.context, before),
                                            durationText(reference.sequence.visits[before].durationMinutes)});
  const std::string copied = frame.copies() ? exactText(reference.copiedMass[before]) : std::string();
  if (frame.copies()) text += tr(", copied mass %1 in the reference", {copied});
  frame.builder.hit(rect, {}, std::move(text), copied);
}

void hitVisit(const VisitsFrame& frame, Rect rect, std::size_t i) {
  const std::string value = frame.copies() ? exactText(frame.inspection().copiedMass[i]) : std::string();
  HitArea& hit = frame.builder.hit(rect, focusOnVisit(frame.context, i), visitLabelOf(frame, i), value);
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

ViewContent visitsContent(const SampleContext& context, const Canvas& canvas) {
  // The visits are the data's: they are shown without a model, too.
  if (!context.inspection || context.inspection->sequence.visits.empty()) return *nothingInspected(context);
  return VisitsPainter(context, canvas).paint();
}

}  // namespace sojourn::present
