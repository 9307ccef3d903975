// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/present/visits/visits_view.h"

#include <algorithm>
#include <cmath>
#include <string>

#include "model/core/text.h"
#include "model/core/translation.h"
#include "views/present/samples/sample_text.h"
#include "views/present/scene/format.h"
#include "views/present/scene/scene.h"
#include "views/present/scene/scene_builder.h"
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

constexpr Font dayFont{.size = 12.5F, .weight = Weight::SemiBold};

class VisitsPainter {
 public:
  VisitsPainter(const SampleContext& context, const Canvas& canvas)
      : m_context(context), m_layout(layOutVisits(context, canvas.size)), m_builder(m_scene, canvas) {
    m_scene.size = canvas.size;
    m_scene.contentSize = m_layout.contentSize;
    m_scene.pinnedTop = m_layout.headerHeight;
  }

  Scene paint() {
    paintVisitsBand(m_frame, m_scene);
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

  void paintHeader(const DayColumn& day) {
    const std::string name = weekdayText(day.weekday);
    const float nameWidth = m_builder.width(name, dayFont);
    const Rect rect{day.x + 2, 6, day.width - 4, 18};
    m_builder.text(rect, name, theme().text, dayFont);
    const float left = std::max(30.0F, nameWidth + 6);
    const float room = rect.width - left;
    const std::string ago = daysAgoText(day.daysAgo);
    // Without "ago" where it does not fit: the days of a record are before the target.
    for (const std::string& words : {ago, ago.substr(0, ago.rfind(" ago"))}) {
      if (m_builder.width(words, smallFont) > room) continue;
      m_builder.text({rect.x + left, rect.y, room, rect.height}, words, theme().text2, smallFont);
      return;
    }
  }

  void describe() {
    const auto& visits = inspection().sequence.visits;
    const bool compared = m_frame.compared();
    m_scene.caption = scopeText(m_context) + ", ";
    if (compared) {
      m_scene.caption += tr("%1 of %2 changed", {std::to_string(changedVisits(m_context)),
                                                 countText(comparedVisits(m_context).size(), "visit", "visits")});
    } else {
      m_scene.caption += tr("%1, newest right", {countText(visits.size(), "visit", "visits")});
    }
    if (m_context.editable) m_scene.caption += tr(". Drag a card or its block to move it");
    if (m_context.displayOffsetMinutes != 0) {
      m_scene.caption += tr(", times shown %1 h", {offsetText(m_context.displayOffsetMinutes)});
    }
    if (copies())
      m_scene.captionRight =
          compared ? tr("bar: copied mass now, 0 to 1, tick: reference") : tr("bar: copied mass, 0 to 1");
    m_scene.summary =
        tr("%1 from %2 to %3.", {countText(visits.size(), "visit", "visits"), whenText(m_context, visits.front()),
                                 whenText(m_context, visits.back())});
    if (copies()) {
      const auto most = std::ranges::max_element(inspection().copiedMass) - inspection().copiedMass.begin();
      m_scene.summary +=
          tr(" Most is copied from %1: %2.", {visitText(m_context, static_cast<std::size_t>(most)),
                                              probability(inspection().copiedMass[static_cast<std::size_t>(most)])});
    }
    m_scene.summary += " " + nextVisitSummary(m_context);
    if (compared) m_scene.summary += " " + changeSummary();
    if (!m_context.flags.empty()) {
      m_scene.summary += tr(" Not physically possible: %1.", {countText(m_context.flags.size(), "visit", "visits")});
    }
    fillTable();
  }

  /// "It is compared with sample 3376 as recorded, 2 edits: Office, Thu 11:36, was Thu 10:06; removed: Gym, Mon 18:00."
  [[nodiscard]] std::string changeSummary() const {
    std::string text = tr("It is %1", {comparedWithText(m_context)});
    std::string changes;
    const auto add = [&](const std::string& words) { changes += (changes.empty() ? ": " : "; ") + words; };
    for (std::size_t i = 0; i < inspection().sequence.visits.size(); ++i) {
      if (isChanged(m_context, i)) add(visitText(m_context, i) + ", " + recordChangeText(m_context, i));
    }
    for (const std::size_t before : removedVisits(m_context))
      add(tr("removed: %1", {referenceVisitText(m_context, before)}));
    return text + changes + ".";
  }

  void fillTable() {
    m_scene.table.columns = {"visit",        "position from end", "location", "place",      "weekday",
                             "start minute", "duration minutes",  "days ago", "copied mass"};
    if (!copies()) m_scene.table.columns.pop_back();
    if (m_frame.compared()) {
      m_scene.table.columns.insert(m_scene.table.columns.end(),
                                   {"reference visit", "reference location", "reference place", "reference weekday",
                                    "reference start minute", "reference duration minutes", "reference days ago"});
      if (copies())
        m_scene.table.columns.insert(m_scene.table.columns.end(), {"reference copied mass", "change of copied mass"});
      m_scene.table.columns.emplace_back("not physically possible");
    }
    for (const ComparedVisit& row : comparedVisits(m_context)) {
      addRecord(row);
      if (m_frame.compared()) addReference(row);
    }
  }

  /// Location to days ago; numbers absent where there is no visit.
  void addVisit(const Visit* visit, const char* absence) {
    constexpr double none = Table::absent;
    if (visit)
      m_scene.table.extend(visit->location, placeText(m_context, visit->location), visit->weekday, visit->startMinute,
                           visit->durationMinutes, visit->daysAgo);
    else
      m_scene.table.extend(none, absence, none, none, none, none);
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
    m_scene.table.extend(flag ? flag->words : std::string());
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

ViewContent visitsContent(const SampleContext& context, const Canvas& canvas) {
  // The visits are the data's: they are shown without a model, too.
  if (!context.inspection || context.inspection->sequence.visits.empty()) return *nothingInspected(context);
  return VisitsPainter(context, canvas).paint();
}

}  // namespace sojourn::present
