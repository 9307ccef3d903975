// SPDX-License-Identifier: GPL-3.0-or-later
// Draws the residents, and how each lives through the weeks, day by day.
#include "model/data/demo/demo_resident.h"

#include <algorithm>
#include <utility>

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

constexpr int day24 = 24 * hour;

/// Somewhere to go today. Times are minutes of the day.
struct Outing {
  std::size_t place = 0;
  int start = 0;
  int minutes = 0;
  std::optional<DemoRule> rule;
  std::vector<std::size_t> causes;  ///< stays of earlier days
  bool causedByWork = false;        ///< today's first stay at work is the cause
};

/// Plans each day from the habits, the rules and chance, and then walks through the plan.
class Life {
 public:
  Life(const DemoResident& resident, const DemoMap& map, DemoRandom random)
      : m_resident(resident), m_map(map), m_random(random) {
    m_stays.push_back({.place = resident.home, .begin = 0, .end = 0, .causes = {}, .rule = {}});
  }

  std::vector<DemoStay> through(int days) {
    for (int day = 0; day < days; ++day) {
      std::vector<Outing> outings = plan(day);
      std::ranges::stable_sort(outings, {}, &Outing::start);
      walk(day, outings);
      spendNight(day);
    }
    m_stays.pop_back();  // the last night has no end
    return std::move(m_stays);
  }

 private:
  [[nodiscard]] const std::optional<DemoRulePlaces>& rule(DemoRule which) const { return m_resident.rule(which); }

  [[nodiscard]] std::vector<Outing> plan(int day) {
    const int weekday = day % 7;
    std::vector<Outing> outings;
    const int freeFrom = planWork(weekday, outings);
    planBreakfast(weekday, outings);
    planAfternoonRules(day, weekday, freeFrom, outings);
    if (weekday == sunday) planSundayRules(day, outings);
    planEvening(weekday, outings);
    if (m_random.chance(m_resident.errandPercent)) {
      outings.push_back({m_random.pick(m_resident.errands), freeFrom + 15, m_random.between(15, 35), {}, {}});
    }
    return outings;
  }

  /// Adds the working day, if it is one; returns when the afternoon is free.
  int planWork(int weekday, std::vector<Outing>& outings) {
    m_gymToday = false;
    if (!m_resident.worksOn(weekday)) return 16 * hour + m_random.jitter(20);
    const auto& gym = rule(DemoRule::GymBagDay);
    m_gymToday = gym && m_random.chance(40);
    const int start = m_gymToday ? 7 * hour + 20 + m_random.jitter(12) : m_resident.workStart + m_random.jitter(12);
    const int end = start + m_resident.workMinutes + m_random.jitter(15);
    const bool lunch = m_resident.lunchPlace && m_resident.lunchDays[static_cast<std::size_t>(weekday)];
    if (lunch) {
      const int noon = 12 * hour + m_random.jitter(15);
      outings.push_back({*m_resident.work, start, noon - start, {}, {}});
      outings.push_back({*m_resident.lunchPlace, noon + 6, 35 + m_random.jitter(8), {}, {}});
      outings.push_back({*m_resident.work, noon + 55, end - noon - 55, {}, {}});
    } else {
      outings.push_back({*m_resident.work, start, end - start, {}, {}});
    }
    if (m_gymToday) {
      outings.push_back({gym->effect, end + 15, 75 + m_random.jitter(15), DemoRule::GymBagDay, {}, true});
    }
    return end;
  }

  /// The third night at the partner's is followed by the bakery, before anything else.
  void planBreakfast(int weekday, std::vector<Outing>& outings) {
    const auto& bakery = rule(DemoRule::ThirdNightThenBakery);
    if (!bakery || m_partnerNights.size() < 3) return;
    const int first = outings.empty() ? 10 * hour : std::ranges::min(outings, {}, &Outing::start).start;
    const int start = weekday >= saturday ? 9 * hour : first - 35;
    outings.push_back({bakery->effect, start, 12, DemoRule::ThirdNightThenBakery, m_partnerNights});
    m_partnerNights.clear();
  }

  void planAfternoonRules(int day, int weekday, int freeFrom, std::vector<Outing>& outings) {
    if (const auto& clinic = rule(DemoRule::ClinicThenPharmacy)) {
      if (weekday == monday && m_random.chance(55)) outings.push_back({clinic->cause, freeFrom + 20, 40, {}, {}});
      if (weekday == tuesday) addEffect(DemoRule::ClinicThenPharmacy, day - 1, freeFrom + 15, 15, outings);
    }
    if (const auto& laundry = rule(DemoRule::LaundryCollected)) {
      if (weekday == monday && m_random.chance(55)) outings.push_back({laundry->cause, freeFrom + 18, 15, {}, {}});
      if (weekday == thursday) addEffect(DemoRule::LaundryCollected, day - 3, freeFrom + 15, 15, outings);
    }
  }

  void planSundayRules(int day, std::vector<Outing>& outings) {
    addEffect(DemoRule::CinemaThenBrunch, day - 2, 10 * hour + 30, 75, outings);
    addEffect(DemoRule::LongNightThenDiner, day - 1, 12 * hour + 45, 60, outings);
  }

  /// Adds the effect of a rule whose cause was a stay on `causeDay` (for the bar: a long one).
  void addEffect(DemoRule which, int causeDay, int start, int minutes, std::vector<Outing>& outings) {
    const auto& places = rule(which);
    if (!places) return;
    for (std::size_t i = m_stays.size(); i > 0 && m_stays[i - 1].day() >= causeDay; --i) {
      const DemoStay& stay = m_stays[i - 1];
      if (stay.place != places->cause || stay.day() != causeDay) continue;
      if (which == DemoRule::LongNightThenDiner && stay.end - stay.begin < 3 * hour) continue;
      outings.push_back({places->effect, start, minutes + m_random.jitter(4), which, {i - 1}});
      return;
    }
  }

  /// One thing an evening: the rule's cause if it is its day, else something new, else the habit.
  void planEvening(int weekday, std::vector<Outing>& outings) {
    const bool workday = m_resident.worksOn(weekday);
    if (const auto& cinema = rule(DemoRule::CinemaThenBrunch); cinema && weekday == friday && m_random.chance(55)) {
      outings.push_back({cinema->cause, 20 * hour + m_random.jitter(15), 130, {}, {}});
    }
    if (const auto& bar = rule(DemoRule::LongNightThenDiner); bar && weekday == saturday && m_random.chance(85)) {
      const int minutes = m_random.chance(55) ? m_random.between(200, 250) : m_random.between(60, 90);
      outings.push_back({bar->cause, 20 * hour + 30 + m_random.jitter(15), minutes, {}, {}});
    }
    if (m_random.chance(m_resident.explorePercent)) {
      const int start = workday ? 18 * hour : 13 * hour + 30;
      outings.push_back(
          {m_random.pick(m_map.of(PlaceKind::Sight)), start + m_random.jitter(40), m_random.between(40, 110), {}, {}});
      if (workday) return;  // that evening is taken
    }
    for (const DemoHabit& habit : m_resident.habits) {
      if (habit.weekday != weekday || !m_random.chance(habit.percent)) continue;
      if (m_gymToday && habit.startMinute >= 17 * hour) continue;
      outings.push_back(
          {habit.place, habit.startMinute + m_random.jitter(12), habit.minutes + m_random.jitter(10), {}, {}});
    }
  }

  [[nodiscard]] int walkMinutes() { return m_random.between(6, 18); }

  /// Ends the open stay and begins the next.
  void moveTo(std::size_t place, int leave, int arrive, Outing* reason = nullptr) {
    m_stays.back().end = leave;
    DemoStay stay{.place = place, .begin = arrive, .end = arrive, .causes = {}, .rule = {}};
    if (reason) {
      stay.rule = reason->rule;
      stay.causes = std::move(reason->causes);
      if (reason->causedByWork) stay.causes = {m_workToday};
    }
    m_stays.push_back(std::move(stay));
  }

  /// Goes through today's outings. A stay at home or at the partner's is open: it ends when the next outing calls.
  /// Other stays have their length; where the next outing is far off, the time between is spent at home.
  void walk(int day, std::vector<Outing>& outings) {
    constexpr int longEnoughForHome = 150;
    bool workSeen = false;
    for (Outing& outing : outings) {
      const int due = day * day24 + outing.start;
      if (m_busyUntil && due - *m_busyUntil > longEnoughForHome) goHome();
      const int way = walkMinutes();
      // Late from the last place: leave it as soon as it is over.
      const int leave = m_busyUntil ? *m_busyUntil : std::max(due - way, m_stays.back().begin + 20);
      moveTo(outing.place, leave, leave + way, &outing);
      m_busyUntil = leave + way + outing.minutes;
      if (m_resident.work == outing.place && !workSeen) {
        workSeen = true;
        m_workToday = m_stays.size() - 1;
      }
    }
  }

  void goHome() {
    const int leave = *m_busyUntil;
    moveTo(m_resident.home, leave, leave + walkMinutes());
    m_busyUntil.reset();
  }

  void spendNight(int day) {
    const auto& partner = rule(DemoRule::ThirdNightThenBakery);
    const bool away = partner && m_random.chance(45);
    const std::size_t place = away ? partner->cause : m_resident.home;
    if (m_busyUntil || m_stays.back().place != place) {
      const int evening = day * day24 + 19 * hour + m_random.jitter(30);
      const int leave = m_busyUntil ? *m_busyUntil : std::max(evening, m_stays.back().begin + 20);
      moveTo(place, leave, leave + walkMinutes());
      m_busyUntil.reset();
    }
    if (away) rememberPartnerNight();
  }

  /// Counts nights since the last bakery. A long stay is one visit however many nights it holds, and nights too old for
  /// the window of seven days are forgotten, so that the rule can be read from the window alone.
  void rememberPartnerNight() {
    const std::size_t stay = m_stays.size() - 1;
    if (m_partnerNights.empty() || m_partnerNights.back() != stay) m_partnerNights.push_back(stay);
    std::erase_if(m_partnerNights, [&](std::size_t i) { return m_stays[stay].day() - m_stays[i].day() > 5; });
  }

  const DemoResident& m_resident;
  const DemoMap& m_map;
  DemoRandom m_random;
  std::vector<DemoStay> m_stays;   ///< the last one is still open
  std::optional<int> m_busyUntil;  ///< end of the present stay, where it has one by itself
  std::vector<std::size_t> m_partnerNights;
  std::size_t m_workToday = 0;
  bool m_gymToday = false;
};

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

std::vector<DemoStay> liveThrough(const DemoResident& resident, const DemoMap& map, int days, DemoRandom random) {
  return Life(resident, map, random).through(days);
}

}  // namespace sojourn
