// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/data/edit/sequence_edit.h"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <string>
#include <utility>

#include "model/data/dataset/local_time.h"

namespace sojourn {
namespace {

/// Throws an Error, which applyEdit() gives back.
[[noreturn]] void refuse(std::string where, std::string what, std::string remedy) {
  throw Error{ErrorKind::BadInput, std::move(where), std::move(what), std::move(remedy)};
}

std::string visitName(std::size_t index) {
  return "visit " + std::to_string(index);
}

std::int32_t weekdayAfter(std::int32_t weekday, std::int64_t days) {
  return static_cast<std::int32_t>(wrapped(weekday + days, 7));
}

/// The visits of a list are there, each once.
void checkVisits(const Sequence& sequence, const VisitIndices& visits) {
  if (visits.empty()) refuse("edit", "names no visit", "select at least one");
  std::vector<bool> named(sequence.visits.size(), false);
  for (const std::size_t visit : visits) {
    if (visit >= named.size()) {
      refuse(visitName(visit), "is not there", "the sequence has " + std::to_string(named.size()) + " visits");
    }
    if (named[visit]) refuse(visitName(visit), "is named twice", "name it once");
    named[visit] = true;
  }
}

void checkLocation(LocationId location) {
  if (location >= unseenLocation && location <= largestId) return;
  refuse("location", "is " + std::to_string(location), "it must be from 1 (unseen) to " + std::to_string(largestId));
}

void checkDuration(double minutes) {
  if (std::isfinite(minutes) && minutes >= 0 && minutes <= longestStayMinutes) return;
  refuse("duration", "is not a number of minutes from 0 to 2880", "a stay lasts up to 48 hours");
}

/// Puts the visit at `minutes` of minuteOfWindow.
void place(Visit& visit, std::int64_t minutes, const std::string& where) {
  const std::int64_t daysAgo = -floorDivide(minutes, minutesPerDay);
  if (daysAgo < 0) refuse(where, "would begin after the day of the next visit", "set an earlier time");
  if (daysAgo > mostDaysAgo) {
    refuse(where, "would begin " + std::to_string(daysAgo) + " days before the next visit",
           "a window reaches 7 days back: set a later time");
  }
  visit.weekday = weekdayAfter(visit.weekday, visit.daysAgo - daysAgo);
  visit.daysAgo = static_cast<std::int32_t>(daysAgo);
  visit.startMinute = static_cast<std::int32_t>(minutes + daysAgo * minutesPerDay);
}

EditedSequence withoutVisits(const Sequence& before) {
  return {{.user = before.user, .visits = {}, .target = before.target, .history = before.history}, {}};
}

EditedSequence unchanged(const Sequence& before) {
  EditedSequence after{before, {}};
  for (std::size_t i = 0; i < before.visits.size(); ++i) after.cameFrom.emplace_back(i);
  return after;
}

void insertAt(EditedSequence& into, std::size_t index, const Visit& visit, std::optional<std::size_t> from) {
  const auto at = static_cast<std::ptrdiff_t>(index);
  into.sequence.visits.insert(into.sequence.visits.begin() + at, visit);
  into.cameFrom.insert(into.cameFrom.begin() + at, from);
}

/// A visit with the place in the order that it had, which decides between visits of the same minute.
struct Placed {
  Visit visit;
  std::optional<std::size_t> from;
  std::size_t rank = 0;

  [[nodiscard]] bool before(const Placed& other) const {
    return std::pair(minuteOfWindow(visit), rank) < std::pair(minuteOfWindow(other.visit), other.rank);
  }
};

/// `moved` each go before the first of `resting` that begins later; those keep their order, right or wrong.
EditedSequence merged(const Sequence& before, std::vector<Placed> resting, std::vector<Placed> moved) {
  std::ranges::stable_sort(moved, [](const Placed& a, const Placed& b) { return a.before(b); });
  for (const Placed& visit : moved) {
    const auto later = std::ranges::find_if(resting, [&](const Placed& other) { return visit.before(other); });
    resting.insert(later, visit);
  }
  EditedSequence after = withoutVisits(before);
  for (const Placed& placed : resting) {
    after.sequence.visits.push_back(placed.visit);
    after.cameFrom.push_back(placed.from);
  }
  return after;
}

/// Moves visits in time, each by what `minutesOf` says of it, and lets the order follow.
template <class MinutesOf>
EditedSequence retimed(const Sequence& before, const VisitIndices& visits, const MinutesOf& minutesOf) {
  checkVisits(before, visits);
  std::vector<Placed> resting, moved;
  for (std::size_t i = 0; i < before.visits.size(); ++i) {
    Placed placed{before.visits[i], i, i};
    const bool named = std::ranges::find(visits, i) != visits.end();
    const std::int64_t by = named ? minutesOf(placed.visit) : 0;
    if (by != 0) place(placed.visit, minuteOfWindow(placed.visit) + by, visitName(i));
    (by != 0 ? moved : resting).push_back(placed);
  }
  return merged(before, std::move(resting), std::move(moved));
}

struct Applier {
  const Sequence& before;

  /// Changes each of the visits in place.
  template <class Change>
  EditedSequence each(const VisitIndices& visits, const Change& change) const {
    checkVisits(before, visits);
    EditedSequence after = unchanged(before);
    for (const std::size_t visit : visits) change(after.sequence.visits[visit]);
    return after;
  }

  EditedSequence operator()(const ReplaceLocation& edit) const {
    checkLocation(edit.location);
    return each(edit.visits, [&](Visit& visit) { visit.location = edit.location; });
  }

  EditedSequence operator()(const SetStart& edit) const {
    if (edit.minute < 0 || edit.minute >= minutesPerDay) {
      refuse("start", "is minute " + std::to_string(edit.minute) + " of the day", "it must be from 0 to 1439");
    }
    return retimed(before, edit.visits,
                   [&](const Visit& visit) { return edit.minute - localStart(visit, edit.offsetMinutes).minute; });
  }

  EditedSequence operator()(const SetDay& edit) const {
    if (std::abs(std::int64_t{edit.daysAgo}) > mostDaysAgo + 1) {
      refuse("day", "is " + std::to_string(edit.daysAgo) + " days before the next visit",
             "a window reaches 7 days back");
    }
    return retimed(before, edit.visits, [&](const Visit& visit) {
      const int shown = visit.daysAgo - localStart(visit, edit.offsetMinutes).dayShift;
      return std::int64_t{shown - edit.daysAgo} * minutesPerDay;
    });
  }

  EditedSequence operator()(const ShiftTime& edit) const {
    return retimed(before, edit.visits, [&](const Visit&) { return edit.minutes; });
  }

  EditedSequence operator()(const SetDuration& edit) const {
    checkDuration(edit.minutes);
    return each(edit.visits, [&](Visit& visit) { visit.durationMinutes = edit.minutes; });
  }

  EditedSequence operator()(const RemoveVisits& edit) const {
    checkVisits(before, edit.visits);
    if (edit.visits.size() == before.visits.size()) {
      refuse("edit", "would leave no visit", "a sequence needs at least one: keep it, or undo");
    }
    EditedSequence after = withoutVisits(before);
    for (std::size_t i = 0; i < before.visits.size(); ++i) {
      if (std::ranges::find(edit.visits, i) == edit.visits.end()) {
        insertAt(after, after.cameFrom.size(), before.visits[i], i);
      }
    }
    return after;
  }

  EditedSequence operator()(const InsertVisit& edit) const {
    checkVisit(edit.visit);
    std::vector<Placed> resting;
    for (std::size_t i = 0; i < before.visits.size(); ++i) resting.push_back({before.visits[i], i, i});
    return merged(before, std::move(resting), {{edit.visit, std::nullopt, before.visits.size()}});
  }

  static void checkVisit(const Visit& visit) {
    checkLocation(visit.location);
    checkDuration(visit.durationMinutes);
    const bool real = visit.weekday >= 0 && visit.weekday <= 6 && visit.startMinute >= 0 &&
                      visit.startMinute < minutesPerDay && visit.daysAgo >= 0 && visit.daysAgo <= mostDaysAgo;
    if (real) return;
    refuse("visit", "has a day or time that does not exist",
           "weekday 0 to 6, minute 0 to 1439, 0 to 7 days before the next visit");
  }

  EditedSequence operator()(const DuplicateVisits& edit) const {
    checkVisits(before, edit.visits);
    if (edit.shiftMinutes == 0) {
      EditedSequence after = unchanged(before);
      VisitIndices fromTheEnd = edit.visits;
      std::ranges::sort(fromTheEnd, std::greater());
      for (const std::size_t visit : fromTheEnd) insertAt(after, visit + 1, before.visits[visit], std::nullopt);
      return after;
    }
    std::vector<Placed> resting, copies;
    for (std::size_t i = 0; i < before.visits.size(); ++i) resting.push_back({before.visits[i], i, i});
    for (const std::size_t visit : edit.visits) {
      Placed copy{before.visits[visit], std::nullopt, before.visits.size() + visit};
      place(copy.visit, minuteOfWindow(copy.visit) + edit.shiftMinutes, visitName(visit));
      copies.push_back(copy);
    }
    return merged(before, std::move(resting), std::move(copies));
  }

  EditedSequence operator()(const MoveVisit& edit) const {
    checkVisits(before, {edit.visit});
    checkVisits(before, {edit.to});
    EditedSequence after = unchanged(before);
    const auto turn = [&](auto& list) {
      const auto from = list.begin() + static_cast<std::ptrdiff_t>(edit.visit);
      const auto to = list.begin() + static_cast<std::ptrdiff_t>(edit.to);
      if (from < to) std::rotate(from, from + 1, to + 1);
      if (to < from) std::rotate(to, from, from + 1);
    };
    turn(after.sequence.visits);
    turn(after.cameFrom);
    return after;
  }

  EditedSequence operator()(const SetUser& edit) const {
    if (edit.user < 1 || edit.user > largestId) {
      refuse("user", "is " + std::to_string(edit.user), "users are numbered from 1");
    }
    EditedSequence after = unchanged(before);
    after.sequence.user = edit.user;
    return after;
  }

  EditedSequence operator()(const SetTarget& edit) const {
    if (edit.location) checkLocation(*edit.location);
    EditedSequence after = unchanged(before);
    after.sequence.target = edit.location;
    return after;
  }

  EditedSequence operator()(const ShiftTargetDay& edit) const {
    EditedSequence after = withoutVisits(before);
    for (std::size_t i = 0; i < before.visits.size(); ++i) {
      Visit visit = before.visits[i];
      const std::int64_t daysAgo = std::int64_t{visit.daysAgo} + edit.days;
      if (daysAgo < 0 || daysAgo > mostDaysAgo) continue;
      visit.daysAgo = static_cast<std::int32_t>(daysAgo);
      insertAt(after, after.cameFrom.size(), visit, i);
    }
    if (after.sequence.visits.empty()) {
      refuse("day of the next visit", "would leave no visit in the 7 days before it", "choose a nearer day");
    }
    return after;
  }

  EditedSequence operator()(const ReplaceSequence& edit) const {
    if (edit.sequence.visits.empty()) refuse("sequence", "has no visit", "give at least one");
    if (edit.cameFrom.empty()) return EditedSequence{edit.sequence, alignVisits(before, edit.sequence)};
    if (edit.cameFrom.size() != edit.sequence.visits.size()) {
      refuse("sequence", "has " + std::to_string(edit.cameFrom.size()) + " origins of visits",
             "give one for each of its " + std::to_string(edit.sequence.visits.size()) + " visits");
    }
    VisitIndices kept;
    for (const auto& from : edit.cameFrom)
      if (from) kept.push_back(*from);
    if (!kept.empty()) checkVisits(before, kept);
    return EditedSequence{edit.sequence, edit.cameFrom};
  }
};

/// The edit of one sequence; nothing where there is nothing to do.
struct EditOf {
  const Sequence& sequence;

  [[nodiscard]] VisitIndices first(std::size_t count) const {
    VisitIndices visits(count);
    std::iota(visits.begin(), visits.end(), std::size_t{0});
    return visits;
  }

  std::optional<SequenceEdit> operator()(const DropLastVisit&) const {
    if (sequence.visits.empty()) return std::nullopt;
    return RemoveVisits{{sequence.visits.size() - 1}};
  }
  std::optional<SequenceEdit> operator()(const ShiftAllTimes& rule) const {
    return ShiftTime{first(sequence.visits.size()), rule.minutes};
  }
  std::optional<SequenceEdit> operator()(const ReplacePlace& rule) const {
    VisitIndices there;
    for (std::size_t i = 0; i < sequence.visits.size(); ++i) {
      if (sequence.visits[i].location == rule.from) there.push_back(i);
    }
    if (there.empty()) return std::nullopt;
    return ReplaceLocation{std::move(there), rule.to};
  }
  std::optional<SequenceEdit> operator()(const KeepLastVisits& rule) const {
    if (sequence.visits.size() <= rule.visits) return std::nullopt;
    return RemoveVisits{first(sequence.visits.size() - rule.visits)};
  }
};

struct NameOf {
  const std::function<std::string(LocationId)>& place;

  std::string operator()(const DropLastVisit&) const { return "Drop the last visit"; }
  std::string operator()(const ShiftAllTimes& rule) const {
    const std::string amount = std::to_string(rule.minutes < 0 ? -std::int64_t{rule.minutes} : rule.minutes);
    return "Shift all times by " + (rule.minutes < 0 ? "\u2212" + amount : "+" + amount) + " min";
  }
  std::string operator()(const ReplacePlace& rule) const {
    return "Replace " + place(rule.from) + " by " + place(rule.to);
  }
  std::string operator()(const KeepLastVisits& rule) const {
    return rule.visits == 1 ? "Keep the last visit alone" : "Keep the last " + std::to_string(rule.visits) + " visits";
  }
};

}  // namespace

std::int32_t targetWeekday(const Sequence& sequence) {
  if (sequence.visits.empty()) return 0;
  const Visit& last = sequence.visits.back();
  return weekdayAfter(last.weekday, last.daysAgo);
}

Result<EditedSequence> applyEdit(const Sequence& before, const SequenceEdit& edit) {
  try {
    return std::visit(Applier{before}, edit);
  } catch (const Error& refusal) {
    return refusal;
  }
}

std::optional<Sequence> applyRule(const Sequence& sequence, const EditRule& rule) {
  const auto edit = std::visit(EditOf{sequence}, rule);
  if (!edit) return std::nullopt;
  auto edited = applyEdit(sequence, *edit);
  if (!edited || edited->sequence == sequence) return std::nullopt;
  return std::move(edited->sequence);
}

std::string ruleName(const EditRule& rule, const std::function<std::string(LocationId)>& place) {
  return std::visit(NameOf{place}, rule);
}

}  // namespace sojourn
