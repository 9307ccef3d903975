// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/data/edit/edit_labels.h"

#include <array>
#include <cmath>
#include <cstdlib>

#include "model/core/text.h"
#include "model/data/dataset/local_time.h"

namespace sojourn {
namespace {

std::string weekdayOf(const Visit& visit, const EditLabels& words) {
  return weekdayText(localStart(visit, words.offsetMinutes).weekday);
}

std::string clockOf(const Visit& visit, const EditLabels& words) {
  return clockText(std::int64_t{visit.startMinute} + words.offsetMinutes);
}

/// The minute `later` than the visit's start, on the clock.
Visit later(Visit visit, double minutes) {
  const auto by = static_cast<std::int32_t>(std::ceil(minutes));
  const LocalTime moved = localStart(visit, by);
  visit.weekday = moved.weekday;
  visit.startMinute = moved.minute;
  visit.daysAgo -= moved.dayShift;
  return visit;
}

/// "+45 min", "\u22121.5 h".
std::string signedMinutes(std::int64_t minutes) {
  return (minutes < 0 ? "\u2212" : "+") + durationText(static_cast<double>(std::abs(minutes)));
}

std::string kilometresText(double kilometres) {
  return fixedNumber(kilometres, kilometres < 10 ? 1 : 0) + " km";
}

struct Namer {
  const Sequence& before;
  const EditLabels& words;

  /// "Office, Thu 10:06" or "3 visits".
  [[nodiscard]] std::string who(const VisitIndices& visits) const {
    if (visits.size() == 1) return visitText(before.visits[visits[0]], words);
    return std::to_string(visits.size()) + " visits";
  }

  /// Where a single visit begins afterwards: "11:36", with its day where that changes.
  [[nodiscard]] std::string newStart(const VisitIndices& visits, std::int64_t minutes) const {
    const Visit& was = before.visits[visits[0]];
    const Visit is = later(was, static_cast<double>(minutes));
    const bool sameDay = localStart(was, words.offsetMinutes).weekday == localStart(is, words.offsetMinutes).weekday;
    return sameDay ? clockOf(is, words) : whenText(is, words);
  }

  std::string operator()(const ReplaceLocation& edit) const {
    return "Replace " + who(edit.visits) + " by " + words.place(edit.location);
  }
  std::string operator()(const SetStart& edit) const {
    return "Move " + who(edit.visits) + " to " +
           clockText(std::int64_t{edit.minute} - edit.offsetMinutes + words.offsetMinutes);
  }
  std::string operator()(const SetDay& edit) const {
    const Visit& was = before.visits[edit.visits[0]];
    const int shown = was.daysAgo - localStart(was, edit.offsetMinutes).dayShift;
    const int weekday = localStart(was, edit.offsetMinutes).weekday + shown - edit.daysAgo;
    return "Move " + who(edit.visits) + " to " + weekdayText(wrapped(weekday, 7));
  }
  std::string operator()(const ShiftTime& edit) const {
    if (edit.visits.size() == 1) return "Move " + who(edit.visits) + " to " + newStart(edit.visits, edit.minutes);
    return "Move " + who(edit.visits) + " by " + signedMinutes(edit.minutes);
  }
  std::string operator()(const SetDuration& edit) const {
    const bool longer = edit.minutes > before.visits[edit.visits[0]].durationMinutes;
    const char* verb = edit.visits.size() > 1 ? "Set " : longer ? "Lengthen " : "Shorten ";
    return verb + who(edit.visits) + " to " + durationText(edit.minutes);
  }
  std::string operator()(const RemoveVisits& edit) const { return "Remove " + who(edit.visits); }
  std::string operator()(const InsertVisit& edit) const { return "Insert " + visitText(edit.visit, words); }
  std::string operator()(const DuplicateVisits& edit) const {
    if (edit.shiftMinutes == 0) return "Duplicate " + who(edit.visits);
    if (edit.visits.size() > 1) return "Copy " + who(edit.visits) + " by " + signedMinutes(edit.shiftMinutes);
    return "Copy " + who(edit.visits) + " to " + newStart(edit.visits, edit.shiftMinutes);
  }
  std::string operator()(const MoveVisit& edit) const {
    return "Put " + who({edit.visit}) + (edit.to < edit.visit ? " before " : " after ") + who({edit.to});
  }
  std::string operator()(const SetUser& edit) const {
    return "Change " + words.user(before.user) + " to " + words.user(edit.user);
  }
  std::string operator()(const SetTarget& edit) const {
    return edit.location ? "Set target to " + words.place(*edit.location) : std::string("Clear the target");
  }
  std::string operator()(const ShiftTargetDay& edit) const {
    return "Move the next visit to " + weekdayText(wrapped(std::int64_t{targetWeekday(before)} + edit.days, 7));
  }
  std::string operator()(const ReplaceSequence&) const { return "Edit as text"; }
};

}  // namespace

std::string whenText(const Visit& visit, const EditLabels& words) {
  return weekdayOf(visit, words) + " " + clockOf(visit, words);
}

std::string visitText(const Visit& visit, const EditLabels& words) {
  return words.place(visit.location) + ", " + whenText(visit, words);
}

std::string editName(const SequenceEdit& edit, const Sequence& before, const EditLabels& words) {
  return std::visit(Namer{before, words}, edit);
}

std::string flagText(const SequenceFlag& flag, const Sequence& sequence, const EditLabels& words) {
  const Visit& visit = sequence.visits[flag.visit];
  const std::string name = visitText(visit, words);
  const auto previous = [&]() -> const Visit& { return sequence.visits[*flag.previous]; };
  switch (flag.kind) {
    case FlagKind::WrongOrder:
      return name + " comes after " + visitText(previous(), words) + ", which begins later";
    case FlagKind::Overlap: {
      const Visit end = later(previous(), previous().durationMinutes);
      return name + " starts " + durationText(flag.minutes) + " before " + words.place(previous().location) + ", " +
             weekdayOf(previous(), words) + " ends at " + clockOf(end, words);
    }
    case FlagKind::TooFast:
      return name + " begins " + durationText(flag.minutes) + " after " + words.place(previous().location) + ", " +
             kilometresText(flag.kilometres) + " away";
    case FlagKind::BeyondWindow:
      return visit.daysAgo < 0 ? name + " begins after the day of the next visit"
                               : name + " begins " + std::to_string(visit.daysAgo) +
                                     " days before the next visit, the window reaches 7";
    case FlagKind::WrongWeekday:
      return name + ": its weekday does not match " + std::to_string(visit.daysAgo) +
             " days before the next visit, as counted from the last visit";
  }
  return name;
}

const char* flagWord(FlagKind kind) {
  static constexpr std::array words{"order", "overlap", "too fast", "window", "weekday"};
  return words[static_cast<std::size_t>(kind)];
}

std::string fixText(const SequenceFlag& flag, const Sequence& sequence, const EditLabels& words) {
  if (!flag.fix) return {};
  if (const auto* shift = std::get_if<ShiftTime>(&*flag.fix)) {
    return "Start at " + clockOf(later(sequence.visits[flag.visit], shift->minutes), words);
  }
  if (std::holds_alternative<MoveVisit>(*flag.fix)) return "Put in order";
  return "Remove";
}

}  // namespace sojourn
