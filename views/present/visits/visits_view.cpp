// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/present/visits/visits_view.h"

#include <algorithm>
#include <string>

#include "model/core/text.h"
#include "model/core/translation.h"
#include "views/present/samples/change_marks.h"
#include "views/present/samples/sample_text.h"
#include "views/present/scene/format.h"
#include "views/present/scene/scene_builder.h"
#include "views/present/scene/type_scale.h"
#include "views/present/visits/visits_frame.h"
#include "views/present/visits/visits_layout.h"
#include "views/present/visits/visits_target.h"

namespace sojourn::present {
namespace {

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

ViewContent visitsContent(const SampleContext& context, const Canvas& canvas) {
  // The visits are the data's: they are shown without a model, too.
  if (!context.inspection || context.inspection->sequence.visits.empty()) return *nothingInspected(context);
  return VisitsPainter(context, canvas).paint();
}

}  // namespace sojourn::present
