// SPDX-License-Identifier: GPL-3.0-or-later
// Draws the list of counterfactuals.
#include <algorithm>
#include <array>
#include <functional>
#include <string>

#include "model/core/translation.h"
#include "model/data/dataset/local_time.h"
#include "views/present/scene/format.h"
#include "views/present/scene/scene.h"
#include "views/present/table/rows_painter.h"
#include "views/present/what_if/what_if_views.h"

namespace sojourn::present {
namespace {

constexpr Font titleFont{.size = 12.5F, .weight = Weight::SemiBold};
constexpr float headHeight = 30, textLeft = 34, rightMargin = 12;
constexpr float barTop = 25, barHeight = 6, secondBarHeight = 5;
constexpr float buttonWidth = 54, buttonHeight = 19;

/// By ChangeKind.
constexpr std::array<const char*, changeKinds> icons{"clock", "clock", "right", "minus", "swap", "trash", "list"};

std::string shiftText(int minutes) {
  return (minutes < 0 ? "\u2212" : "+") + hoursAndMinutes(minutes);
}

/// "Friday, 7 days ago": the day on which a visit is shown to be, moved to so many days ago.
std::string dayText(const SampleContext& context, const Visit& visit, int daysAgo) {
  const int weekday = shownStart(context, visit).weekday + visit.daysAgo - daysAgo;
  return weekdayText(((weekday % 7) + 7) % 7) + ", " +
         daysAgoText(shownStart(context, visit).daysAgo - visit.daysAgo + daysAgo);
}

/// "34 of 579 edits change the prediction"; others that were not tried or not checked may change it as well.
/// `whole`: with the changed "change the prediction".
std::string headText(const CounterfactualFindings& found, bool whole = true) {
  const CounterfactualLevel& singles = found.levels[0];
  std::string text = singles.checked < singles.overMargin ? tr("At least ") : "";
  text += tr("%1 of %2", {grouped(singles.robust), countText(singles.tried, "edit", "edits")});
  if (whole) text += singles.robust == 1 ? tr(" changes the prediction") : tr(" change the prediction");
  for (std::size_t n = 1; n < found.levels.size(); ++n)
    if (found.levels[n].robust > 0)
      text += ", " + grouped(found.levels[n].robust) + (n == 1 ? tr(" in pairs") : tr(" in threes"));
  return text;
}

/// Where the whole sentence has no room: the icon says what kind of change it is. `named` names a place.
std::string briefChange(const SampleContext& context, const VisitChange& change,
                        const std::function<std::string(LocationId)>& named) {
  if (change.kind == ChangeKind::User) return tr("User %1", {std::to_string(change.value)});
  const Visit& visit = context.inspection->sequence.visits[change.visit];
  const std::string who = named(visit.location) + " " + whenText(context, visit);
  switch (change.kind) {
    case ChangeKind::Start:
      return who + " " + shiftText(change.value - visit.startMinute);
    case ChangeKind::Arrival:
      return tr("%1 starts %2", {who, shiftText(change.value - visit.startMinute)});
    case ChangeKind::Day:
      return tr("%1 to %2", {who, dayText(context, visit, change.value)});
    case ChangeKind::Duration:
      return who + ", " + hoursAndMinutes(change.value);
    case ChangeKind::Location:
      return tr("%1 by %2", {who, named(change.value)});
    case ChangeKind::Removal:
    case ChangeKind::User:
      break;
  }
  return who;
}

class CounterfactualsPainter : RowsPainter {
 public:
  CounterfactualsPainter(const CounterfactualsInput& input, const Canvas& canvas)
      : RowsPainter(canvas), m_input(input), m_context(input.sample), m_found(*input.findings) {
    fitRows(std::max<std::size_t>(m_found.counterfactuals.size(), 1), {.head = headHeight, .least = 44, .most = 44});
    m_scene.pinnedTop = headHeight;
    m_scene.table.columns = {"edits",    "number of edits", "prediction", "P",
                             "P before", "survived",        "impossible", "plausibility"};
  }

  Scene paint() {
    for (std::size_t k = 0; k < m_found.counterfactuals.size(); ++k) paintRow(k, row(k));
    if (m_found.counterfactuals.empty())
      m_builder.text({12, headHeight + 8, width() - 24, 16}, noneText(), theme().text2, textFont);
    paintHead();
    describe();
    return std::move(m_scene);
  }

 private:
  [[nodiscard]] std::string noneText() const {
    return m_found.to ? tr("No tried edit makes the model predict %1", {placeText(m_context, *m_found.to)})
                      : tr("No tried edit changes the prediction");
  }

  [[nodiscard]] std::string triedText() const {
    const CounterfactualLevel& singles = m_found.levels[0];
    const std::string tried =
        singles.tried < singles.possible ? tr("of %1", {grouped(singles.possible)}) : tr("all tried");
    return tr("%1, %2 s", {tried, fixedText(m_input.seconds, 1)});
  }

  void paintHead() {
    m_builder.box({0, 0, width(), headHeight - 1}, theme().panel);
    rule(headHeight - 1, theme().line);
    const float end = width() - rightMargin, rightWidth = m_builder.width(triedText(), mediumFont) + 2;
    float room = std::max(end - rightWidth - 20, 20.0F);
    std::string head = headText(m_found);
    if (m_builder.width(head, titleFont) > room) head = headText(m_found, false);
    // A cut count would be a wrong one: the duration goes first, the summary has both.
    if (m_builder.width(head, titleFont) > room)
      room = std::max(end - 12, 20.0F);
    else
      m_builder.text({end - rightWidth, 6, rightWidth, 16}, triedText(), theme().text2, mediumFont, Align::Right);
    m_builder.text({12, 6, room, 16}, head, theme().text, titleFont);
  }

  void paintRow(std::size_t k, const Rect& area) {
    const Counterfactual& counterfactual = m_found.counterfactuals[k];
    const bool chosen = k == m_input.chosen && !m_input.outdated;
    const float y = area.y, right = width() - rightMargin;
    ground(area, chosen ? Emphasis::Tint : Emphasis::None);
    rule(area.bottom() - 1, theme().line);
    m_builder.icon({12, y + 6, 14, 14}, icons[static_cast<std::size_t>(counterfactual.changes.front().kind)],
                   theme().text2);

    const float room = std::max((counterfactual.impossible ? right - 20 : right) - textLeft, 20.0F);
    const std::string whole = counterfactualText(m_context, counterfactual);
    std::string text = whole;
    // The change and its visit's time tell more than the rest of a place's name.
    for (const bool brief : {false, true}) {
      if (m_builder.width(text, textFont) <= room) break;
      text.clear();
      for (const VisitChange& change : counterfactual.changes)
        text += (text.empty() ? "" : "; ") + briefChange(m_context, change, [&](LocationId place) {
                  const std::string name = placeText(m_context, place);
                  return brief ? std::string(m_builder.briefName(name)) : name;
                });
    }
    // Shortened in the middle, since the numbers of a change are at its end.
    m_builder.text({textLeft, y + 4, room, 16}, m_builder.fittingName(text, room, textFont), theme().text, textFont);
    if (counterfactual.impossible) m_builder.icon({right - 15, y + 5, 14, 14}, "warn", theme().warn);
    paintBars(counterfactual, y, chosen ? right - buttonWidth - 8 : right);
    addHits(k, area, chosen, whole);
    m_scene.table.add(whole, counterfactual.changes.size(), placeText(m_context, counterfactual.first),
                      counterfactual.firstProbability, counterfactual.beforeProbability, counterfactual.survived,
                      counterfactual.impossible ? "yes" : "no", counterfactual.plausibility);
  }

  /// Two bars on one axis 0 to 1: what it says then, and what it said before; the figures behind the longer one.
  void paintBars(const Counterfactual& counterfactual, float y, float right) {
    const std::string name = placeText(m_context, counterfactual.first);
    const std::string figure = probability(counterfactual.firstProbability);
    const std::string before =
        placeText(m_context, m_found.before) + " " + probability(counterfactual.beforeProbability);
    const float figureWidth = m_builder.width(figure, mediumBoldFont) + 2;
    // Where there is no room for both, the name says more than the bars.
    const float room = std::max(right - textLeft - figureWidth - 10, 20.0F);
    const float nameWidth = std::min({m_builder.width(name, mediumBoldFont) + 2, 90.0F, room});
    const float now = (room - nameWidth) * toUnit(counterfactual.firstProbability);
    const float then = (room - nameWidth) * toUnit(counterfactual.beforeProbability);
    m_builder.copiedBar({textLeft, y + barTop, now, barHeight}, swatchOf(m_context, counterfactual.first));
    m_builder.copiedBar({textLeft, y + barTop + barHeight + 2, then, secondBarHeight},
                        swatchOf(m_context, m_found.before));
    float x = textLeft + std::max(now, then) + 6;
    m_builder.placeName({x, y + 22, nameWidth, 16}, name, theme().text, mediumBoldFont);
    x += nameWidth + 2;
    m_builder.text({x, y + 22, figureWidth, 16}, figure, theme().text, mediumBoldFont);
    x += figureWidth + 6;
    if (const float beforeWidth = m_builder.width(before, mediumFont) + 2; x + beforeWidth <= right)
      m_builder.text({x, y + 22, beforeWidth, 16}, before, theme().text2, mediumFont);
  }

  void addHits(std::size_t k, Rect row, bool chosen, const std::string& text) {
    const Counterfactual& counterfactual = m_found.counterfactuals[k];
    std::string label =
        tr("%1: %2 %3, %4 %5; held in %6 of %7 jittered records",
           {text, placeText(m_context, counterfactual.first), exactText(counterfactual.firstProbability),
            placeText(m_context, m_found.before), exactText(counterfactual.beforeProbability),
            std::to_string(counterfactual.survived), std::to_string(counterfactualJitters)});
    if (counterfactual.impossible) label += tr("; not physically possible");
    const VisitChange& first = counterfactual.changes.front();
    const Focus focus = first.kind != ChangeKind::User ? focusOnVisit(m_context, first.visit) : Focus{};
    HitArea& hit = m_builder.hit(row, focus, label, exactText(counterfactual.firstProbability));
    if (m_input.outdated) return;
    const Action preview = PreviewCounterfactual{k}, apply = ApplyCounterfactual{k};
    hit.action = chosen ? apply : Action(ChooseCounterfactual{k});
    hit.preview = preview;
    if (!chosen) return;
    const Rect button{width() - rightMargin - buttonWidth, row.bottom() - buttonHeight - 3, buttonWidth, buttonHeight};
    const ControlScope control(m_scene);
    m_builder.box(button, theme().accent, 4);
    m_builder.text(button, tr("Apply"), theme().onAccent, mediumBoldFont, Align::Center);
    HitArea& press = m_builder.hit(button, focus, tr("Apply: %1", {text}));
    press.action = apply;
    press.preview = preview;
  }

  void describe() {
    m_scene.caption = scopeText(m_context) + (m_found.to ? tr(", to %1", {placeText(m_context, *m_found.to)}) : "");
    m_scene.captionRight = tr("margin 0.05, 16 of 20 jitters");
    m_scene.summary = scopeText(m_context) + ": " + headText(m_found) + ", " + triedText() + ".";
    if (!m_found.counterfactuals.empty())
      m_scene.summary += tr(" The smallest: %1.", {counterfactualText(m_context, m_found.counterfactuals.front())});
  }

  const CounterfactualsInput& m_input;
  const SampleContext& m_context;
  const CounterfactualFindings& m_found;
};

}  // namespace

std::string changeText(const SampleContext& context, const VisitChange& change) {
  if (change.kind == ChangeKind::User) return tr("Change the user to %1", {std::to_string(change.value)});
  const Visit& visit = context.inspection->sequence.visits[change.visit];
  const std::string place = placeText(context, visit.location), who = visitText(context, change.visit);
  const std::string day = place + ", " + weekdayText(shownStart(context, visit).weekday);
  switch (change.kind) {
    case ChangeKind::Start:
      return tr("Move %1 by %2", {who, shiftText(change.value - visit.startMinute)});
    case ChangeKind::Arrival:
      return tr("Start %1 %2%3, same end", {who, hoursAndMinutes(change.value - visit.startMinute),
                                            change.value < visit.startMinute ? tr(" earlier") : tr(" later")});
    case ChangeKind::Day:
      return tr("Move %1 to %2", {who, dayText(context, visit, change.value)});
    case ChangeKind::Duration:
      return tr("%1%2 %3 to %4", {change.value < visit.durationMinutes ? tr("Shorten ") : tr("Lengthen "), day,
                                  hoursAndMinutes(visit.durationMinutes), hoursAndMinutes(change.value)});
    case ChangeKind::Location:
      return tr("Replace %1 by %2", {who, placeText(context, change.value)});
    case ChangeKind::Removal:
    case ChangeKind::User:
      break;
  }
  return tr("Remove %1", {who});
}

std::string counterfactualText(const SampleContext& context, const Counterfactual& counterfactual) {
  std::string text;
  for (const VisitChange& change : counterfactual.changes) {
    std::string changed = changeText(context, change);
    // One sentence: only the first change begins with a capital.
    if (!text.empty() && changed[0] >= 'A' && changed[0] <= 'Z') changed[0] = static_cast<char>(changed[0] - 'A' + 'a');
    text += (text.empty() ? "" : tr(" and ")) + changed;
  }
  return text;
}

ViewContent counterfactualsContent(const CounterfactualsInput& input, const Canvas& canvas) {
  if (auto nothing = nothingInspected(input.sample)) return *nothing;
  if (!input.findings)
    return EmptyState{.title = tr("No search yet"),
                      .detail = tr("Find the smallest edits that change the prediction"),
                      .buttonText = tr("Search"),
                      .button = SearchCounterfactuals{}};
  return CounterfactualsPainter(input, canvas).paint();
}

}  // namespace sojourn::present
