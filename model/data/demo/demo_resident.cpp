// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/data/demo/demo_resident.h"

namespace sojourn {

using namespace demo_clock;

namespace {

std::size_t pick(const DemoMap& map, PlaceKind kind, DemoRandom& random) {
  return random.pick(map.of(kind));
}

void giveWork(DemoResident& resident, const DemoMap& map, int number, DemoRandom& random) {
  if (number % 5 == 4) return;  // retired
  const PlaceKind kind = number % 5 == 2   ? PlaceKind::Workshop
                         : number % 5 == 3 ? (number % 2 == 0 ? PlaceKind::School : PlaceKind::Hospital)
                                           : PlaceKind::Office;
  resident.work = pick(map, kind, random);
  resident.workStart = 8 * hour + 30 + 15 * random.below(4);
  resident.workMinutes = 7 * hour + 30 + 15 * random.below(4);
  if (random.chance(25)) {
    resident.lunchPlace = pick(map, PlaceKind::Canteen, random);
    const int first = random.below(5);
    resident.lunchDays[static_cast<std::size_t>(first)] = true;
    resident.lunchDays[static_cast<std::size_t>((first + 2) % 5)] = true;
  }
}

void giveHabits(DemoResident& resident, const DemoMap& map, std::size_t friendsHome, DemoRandom& random) {
  const auto add = [&](int weekday, PlaceKind kind, int start, int minutes, int percent) {
    resident.habits.push_back({weekday, pick(map, kind, random), start, minutes, percent});
  };
  add(3 + random.below(2), PlaceKind::Supermarket, 17 * hour + 40, 30, 92);
  const int evening = 1 + random.below(2);  // one draw a statement: the order of arguments is the compiler's
  add(evening, random.chance(50) ? PlaceKind::Choir : PlaceKind::Pool, 18 * hour + 15, 100, 92);
  const int weekend = random.below(3);  // out on Saturday, on Sunday, or to friends on Sunday
  if (weekend == 0) {
    add(saturday, random.chance(60) ? PlaceKind::Market : PlaceKind::Park, 10 * hour, 70, 92);
  } else if (weekend == 1) {
    resident.habits.push_back({sunday, friendsHome, 15 * hour + 30, 150, 90});
  } else {
    add(sunday, PlaceKind::Park, 15 * hour, 80, 90);
  }
  if (resident.work) return;
  // Residents who are at home all week go out every day.
  const int swim = random.below(3);
  for (int weekday = monday; weekday < saturday; ++weekday) {
    const PlaceKind kind = weekday == swim       ? PlaceKind::Pool
                           : weekday == swim + 2 ? PlaceKind::Library
                                                 : (weekday % 2 == 0 ? PlaceKind::Park : PlaceKind::Restaurant);
    add(weekday, kind, kind == PlaceKind::Restaurant ? 12 * hour : 10 * hour, 80, 92);
  }
}

/// Which rules hold for whom: two or three each, distributed so that every rule holds for a third of them or more.
void giveRules(DemoResident& resident, const DemoMap& map, int number, std::size_t partnersHome, DemoRandom& random) {
  const auto give = [&](DemoRule rule, DemoRulePlaces places) {
    resident.rules[static_cast<std::size_t>(rule)] = places;
  };
  switch (number % 3) {
    case 0:
      give(DemoRule::ClinicThenPharmacy,
           {pick(map, PlaceKind::Clinic, random), pick(map, PlaceKind::Pharmacy, random)});
      give(DemoRule::CinemaThenBrunch, {pick(map, PlaceKind::Cinema, random), pick(map, PlaceKind::Cafe, random)});
      break;
    case 1: {
      const std::size_t laundry = pick(map, PlaceKind::Laundry, random);
      give(DemoRule::LaundryCollected, {laundry, laundry});
      give(DemoRule::LongNightThenDiner, {pick(map, PlaceKind::Bar, random), pick(map, PlaceKind::Diner, random)});
      break;
    }
    default:
      give(DemoRule::ClinicThenPharmacy,
           {pick(map, PlaceKind::Clinic, random), pick(map, PlaceKind::Pharmacy, random)});
      give(DemoRule::ThirdNightThenBakery, {partnersHome, pick(map, PlaceKind::Bakery, random)});
      break;
  }
  if (resident.work && number % 2 == 0) {
    give(DemoRule::GymBagDay, {*resident.work, pick(map, PlaceKind::Gym, random)});
  }
}

}  // namespace

std::vector<DemoResident> makeResidents(const DemoMap& map, int count, DemoRandom random) {
  std::vector<DemoResident> residents;
  const auto& homes = map.of(PlaceKind::Home);
  for (int number = 0; number < count; ++number) {
    DemoRandom own = random.fork();
    DemoResident resident;
    resident.home = homes[static_cast<std::size_t>(number)];
    // Friends and partners live in the houses next in the list; the extra houses at its end are theirs alone.
    const std::size_t friendsHome = homes[static_cast<std::size_t>(number + 1) % homes.size()];
    const std::size_t partnersHome = homes[static_cast<std::size_t>(number + 2) % homes.size()];
    giveWork(resident, map, number, own);
    giveHabits(resident, map, friendsHome, own);
    giveRules(resident, map, number, partnersHome, own);
    for (const PlaceKind kind : {PlaceKind::Hairdresser, PlaceKind::PostOffice, PlaceKind::Supermarket}) {
      resident.errands.push_back(pick(map, kind, own));
    }
    residents.push_back(std::move(resident));
  }
  return residents;
}

}  // namespace sojourn
