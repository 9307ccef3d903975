// SPDX-License-Identifier: GPL-3.0-or-later
// A resident of the demo city: where they live and work, what they do every week, the rules by which some visits cause
// a later one (a known truth that explanations are scored against), and their weeks as recorded stays.
#pragma once

#include <array>
#include <cstddef>
#include <optional>
#include <vector>

#include "model/data/demo/demo_map.h"

namespace sojourn {

/// The effect happens exactly when the cause did: a resident who has the rule goes to that place for no other reason.
enum class DemoRule {
  ClinicThenPharmacy,    ///< the clinic on Monday: the pharmacy on Tuesday afternoon
  GymBagDay,             ///< at work before eight, with the gym bag: the gym after work
  ThirdNightThenBakery,  ///< the third night at the partner's: the bakery in the morning
  LaundryCollected,      ///< laundry brought on Monday: collected on Thursday afternoon
  CinemaThenBrunch,      ///< the cinema on Friday: brunch at the café on Sunday
  LongNightThenDiner     ///< three hours or more in the bar on Saturday: the diner on Sunday noon
};
inline constexpr std::size_t demoRuleCount = 6;

/// An hour in minutes, and the days of the week.
namespace demo_clock {
inline constexpr int hour = 60;
inline constexpr int monday = 0, tuesday = 1, thursday = 3, friday = 4, saturday = 5, sunday = 6;
}  // namespace demo_clock

/// Something done on the same day of every week, unless chance keeps them from it.
struct DemoHabit {
  int weekday = 0;
  std::size_t place = 0;
  int startMinute = 0;
  int minutes = 0;
  int percent = 90;  ///< of the weeks in which it happens
};

/// The places that a rule means for one resident.
struct DemoRulePlaces {
  std::size_t cause = 0;
  std::size_t effect = 0;
};

struct DemoResident {
  std::size_t home = 0;
  std::optional<std::size_t> work;
  int workStart = 8 * 60 + 45;
  int workMinutes = 8 * 60;
  std::optional<std::size_t> lunchPlace;
  std::array<bool, 7> lunchDays{};
  std::vector<DemoHabit> habits;
  std::vector<std::size_t> errands;
  int errandPercent = 8;                                           ///< of the days, in the late afternoon
  int explorePercent = 16;                                         ///< of the days, somewhere they may never have been
  std::array<std::optional<DemoRulePlaces>, demoRuleCount> rules;  ///< by DemoRule

  [[nodiscard]] const std::optional<DemoRulePlaces>& rule(DemoRule which) const {
    return rules[static_cast<std::size_t>(which)];
  }
  [[nodiscard]] bool worksOn(int weekday) const { return work.has_value() && weekday < 5; }
};

/// Residents with homes of their own; number i lives in house i. Work, habits and rules are drawn and spread so that
/// every rule holds for several residents.
[[nodiscard]] std::vector<DemoResident> makeResidents(const DemoMap& map, int count, DemoRandom random);

/// Minutes count from the midnight before the first Monday.
struct DemoStay {
  std::size_t place = 0;
  int begin = 0;
  int end = 0;
  std::vector<std::size_t> causes;  ///< earlier stays of the same resident by which a rule led here
  std::optional<DemoRule> rule;     ///< that led here

  [[nodiscard]] int day() const { return begin / (24 * 60); }
};

/// The stays of `days` days, in their order, without overlap, with a walk of some minutes between them.
[[nodiscard]] std::vector<DemoStay> liveThrough(const DemoResident& resident, const DemoMap& map, int days,
                                                DemoRandom random);

}  // namespace sojourn
