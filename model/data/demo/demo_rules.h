// SPDX-License-Identifier: GPL-3.0-or-later
// The rules by which some visits of the demo city cause a later one: a known truth that explanations are scored
// against.
#pragma once

#include <array>
#include <cstddef>

#include "model/data/demo/demo_map.h"

namespace sojourn {

enum class DemoRule {
  ClinicThenPharmacy,
  GymBagDay,
  ThirdNightThenBakery,
  LaundryCollected,
  CinemaThenBrunch,
  LongNightThenDiner
};

/// A rule in words and kinds of places. The effect happens exactly when the cause did: a resident who has the rule goes
/// to that place for no other reason.
struct DemoRuleText {
  DemoRule rule;
  const char* id;        ///< "clinic_then_pharmacy"
  const char* sentence;  ///< "The clinic on Monday: the pharmacy on Tuesday after work"
  PlaceKind cause;       ///< kind of the cause visits
  PlaceKind effect;      ///< kind of the target
  std::size_t causes;    ///< number of cause visits
};

inline constexpr std::array demoRules{
    DemoRuleText{DemoRule::ClinicThenPharmacy, "clinic_then_pharmacy",
                 "The clinic on Monday: the pharmacy on Tuesday afternoon", PlaceKind::Clinic, PlaceKind::Pharmacy, 1},
    DemoRuleText{DemoRule::GymBagDay, "gym_bag_day", "At work before eight, with the gym bag: the gym after work",
                 PlaceKind::Office, PlaceKind::Gym, 1},
    DemoRuleText{DemoRule::ThirdNightThenBakery, "third_night_then_bakery",
                 "The third night at the partner's: the bakery in the morning", PlaceKind::Home, PlaceKind::Bakery, 3},
    DemoRuleText{DemoRule::LaundryCollected, "laundry_collected",
                 "Laundry brought on Monday: collected on Thursday afternoon", PlaceKind::Laundry, PlaceKind::Laundry,
                 1},
    DemoRuleText{DemoRule::CinemaThenBrunch, "cinema_then_brunch", "The cinema on Friday: brunch at the café on Sunday",
                 PlaceKind::Cinema, PlaceKind::Cafe, 1},
    DemoRuleText{DemoRule::LongNightThenDiner, "long_night_then_diner",
                 "Three hours or more in the bar on Saturday: the diner on Sunday noon", PlaceKind::Bar,
                 PlaceKind::Diner, 1},
};

}  // namespace sojourn
