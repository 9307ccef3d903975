// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/data/demo/demo_city.h"

#include <algorithm>
#include <map>
#include <set>
#include <tuple>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "model/data/demo/demo_resident.h"
#include "model/data/statistics/statistics.h"

namespace sojourn {
namespace {

const Dataset& city() {
  static const Dataset dataset = makeDemoCity();
  return dataset;
}

/// FNV-1a over everything that a model or a view reads of the sequences.
std::uint64_t digestOf(const Dataset& dataset) {
  std::uint64_t digest = 0xcbf29ce484222325U;
  const auto mix = [&](std::int64_t value) { digest = (digest ^ static_cast<std::uint64_t>(value)) * 0x100000001b3U; };
  for (const Split split : allSplits) {
    const SequenceSet& set = *dataset.split(split);
    for (std::size_t row = 0; row < set.size(); ++row) {
      const Sequence sequence = set.sequence(row);
      mix(sequence.user);
      mix(*sequence.target);
      for (const Visit& v : sequence.visits) {
        for (const std::int64_t part : {std::int64_t{v.location}, std::int64_t{v.weekday}, std::int64_t{v.startMinute},
                                        static_cast<std::int64_t>(v.durationMinutes), std::int64_t{v.daysAgo}}) {
          mix(part);
        }
      }
      for (const std::int32_t cause : set.causes(row)) mix(cause);
    }
  }
  return digest;
}

double share(std::size_t part, std::size_t whole) {
  return static_cast<double>(part) / static_cast<double>(whole);
}

/// The location visited most in the window, the later one where several are: SPEC 10's first rule.
LocationId mostFrequentInWindow(std::span<const LocationId> window) {
  std::map<LocationId, std::pair<std::size_t, std::size_t>> countAndLast;
  for (std::size_t i = 0; i < window.size(); ++i) {
    auto& [count, last] = countAndLast[window[i]];
    ++count;
    last = i;
  }
  return std::ranges::max_element(countAndLast, {}, [](const auto& entry) { return entry.second; })->first;
}

TEST(DemoCity, IsTheSameOnEveryMachine) {
  EXPECT_EQ(digestOf(makeDemoCity()), digestOf(city()));
  EXPECT_EQ(digestOf(city()), 12188933517103975689U)
      << "a change of the generator must be meant: the demo's checkpoint is "
         "trained on its data";
  EXPECT_NE(digestOf(makeDemoCity({.seed = 7})), digestOf(city()));
}

TEST(DemoCity, LooksLikeARealDataset) {
  const SequenceSet& train = *city().split(Split::Train);
  LocationId largest = 0;
  for (const Split split : allSplits) {
    const SequenceSet& set = *city().split(split);
    for (std::size_t row = 0; row < set.size(); ++row) {
      ASSERT_GE(set.length(row), 3U);
      const Sequence sequence = set.sequence(row);
      int previous = -1;
      for (const Visit& visit : sequence.visits) {
        EXPECT_TRUE(visit.weekday >= 0 && visit.weekday <= 6);
        EXPECT_TRUE(visit.startMinute >= 0 && visit.startMinute < 1440);
        EXPECT_TRUE(visit.durationMinutes > 0 && visit.durationMinutes <= 2880) << visit.durationMinutes;
        EXPECT_TRUE(visit.daysAgo >= 0 && visit.daysAgo <= 7);
        const int at = (7 - visit.daysAgo) * 1440 + visit.startMinute;
        EXPECT_GT(at, previous) << "visits are in their order";
        previous = at;
        largest = std::max(largest, visit.location);
        if (split == Split::Train) {
          EXPECT_GE(visit.location, 2);
        }
      }
      if (split == Split::Train) {
        EXPECT_GE(set.target(row), 2);
      }
      EXPECT_TRUE(set.user(row) >= 1 && set.user(row) < city().numUsers);
    }
  }
  EXPECT_EQ(largest + 1, city().numLocations);
  EXPECT_EQ(train.locations(0)[0], 2) << "ids are given by first occurrence";
  const std::size_t total = train.size() + city().split(Split::Validation)->size() + city().split(Split::Test)->size();
  EXPECT_NEAR(share(train.size(), total), 0.7, 0.06);
}

TEST(DemoCity, VisitsOfAWindowNeverOverlap) {
  const SequenceSet& set = *city().split(Split::Train);
  for (std::size_t row = 0; row < set.size(); ++row) {
    double busyUntil = 0;
    for (std::size_t i = 0; i < set.length(row); ++i) {
      const Visit visit = set.visit(row, i);
      const double begin = (7 - visit.daysAgo) * 1440 + visit.startMinute;
      ASSERT_GE(begin, busyUntil) << "row " << row << ", visit " << i;
      busyUntil = begin + visit.durationMinutes;
    }
  }
}

TEST(DemoCity, SomeTargetsWereNeverSeenInTraining) {
  for (const Split split : {Split::Validation, Split::Test}) {
    const SequenceSet& set = *city().split(split);
    const auto unseen = static_cast<std::size_t>(std::ranges::count(set.targets(), unseenLocation));
    EXPECT_GE(share(unseen, set.size()), 0.025) << splitName(split);
    EXPECT_LE(share(unseen, set.size()), 0.08) << splitName(split);
  }
}

TEST(DemoCity, PlacesHaveNamesOfTheirOwnAndLieInOneTown) {
  std::set<std::string> names;
  for (LocationId id = 2; id < city().numLocations; ++id) {
    EXPECT_TRUE(city().places.hasName(id)) << id;
    EXPECT_TRUE(names.insert(city().places.name(id)).second) << city().places.name(id);
    const auto where = city().places.coordinates(id);
    ASSERT_TRUE(where);
    EXPECT_TRUE(where->latitude >= 46.99 && where->latitude < 47.1) << where->latitude;
    EXPECT_TRUE(where->longitude >= -7.01 && where->longitude < -6.9) << where->longitude;
  }
  EXPECT_FALSE(city().places.hasName(unseenLocation));
  EXPECT_EQ(city().userNames.at(7), "Resident 7");
}

TEST(DemoCity, EveryCauseIsOfItsRulesKind) {
  // The first word of a name is its kind; a partner's home is a house, work may be of several kinds.
  const auto kindOf = [](LocationId location) {
    const std::string name = city().places.name(location);
    return name.substr(0, name.find_first_of(" ,"));
  };
  const std::map<std::string, std::pair<std::string, std::size_t>> causeOf{
      {"Pharmacy", {"Clinic", 1}}, {"Bakery", {"House", 3}}, {"Laundry", {"Laundry", 1}},
      {"Café", {"Cinema", 1}},     {"Diner", {"Bar", 1}},    {"Gym", {"", 1}}};
  std::map<std::string, std::size_t> seen;
  for (const Split split : allSplits) {
    const SequenceSet& set = *city().split(split);
    std::size_t planted = 0;
    for (std::size_t row = 0; row < set.size(); ++row) {
      if (set.causes(row).empty()) continue;
      ++planted;
      if (set.target(row) == unseenLocation) continue;
      const auto rule = causeOf.find(kindOf(set.target(row)));
      ASSERT_NE(rule, causeOf.end()) << city().places.name(set.target(row));
      ++seen[rule->first];
      EXPECT_EQ(set.causes(row).size(), rule->second.second);
      for (const std::int32_t index : set.causes(row)) {
        ASSERT_LT(static_cast<std::size_t>(index), set.length(row));
        const Visit cause = set.visit(row, static_cast<std::size_t>(index));
        if (rule->first == "Gym") {
          EXPECT_LT(cause.startMinute, 8 * 60);
        } else if (cause.location != unseenLocation) {
          EXPECT_EQ(kindOf(cause.location), rule->second.first);
        }
        if (rule->first == "Diner") {
          EXPECT_GE(cause.durationMinutes, 180);
        }
      }
    }
    EXPECT_GT(share(planted, set.size()), 0.05) << splitName(split);
    EXPECT_LT(share(planted, set.size()), 0.2) << splitName(split);
  }
  EXPECT_EQ(seen.size(), causeOf.size()) << "every rule occurs";
}

TEST(DemoCity, AnEffectHappensExactlyWhenItsCauseDid) {
  const DemoMap map(10, DemoRandom(1));
  for (const DemoResident& resident : makeResidents(map, 8, DemoRandom(2))) {
    const auto stays = liveThrough(resident, map, 70, DemoRandom(3));
    for (std::size_t number = 0; number < demoRuleCount; ++number) {
      const auto rule = static_cast<DemoRule>(number);
      const auto& places = resident.rule(rule);
      if (!places || rule == DemoRule::LaundryCollected) continue;  // the laundry's cause is the same place
      const auto visits = std::ranges::count(stays, places->effect, &DemoStay::place);
      const auto planted = std::ranges::count_if(stays, [&](const DemoStay& stay) { return stay.rule == rule; });
      EXPECT_EQ(visits, planted) << number;
      EXPECT_GT(planted, 0) << number;
    }
    if (const auto& clinic = resident.rule(DemoRule::ClinicThenPharmacy)) {
      const auto causes = std::ranges::count(stays, clinic->cause, &DemoStay::place);
      const auto effects = std::ranges::count(stays, clinic->effect, &DemoStay::place);
      EXPECT_EQ(causes, effects);
    }
  }
}

TEST(DemoCity, ResidentsHaveHomes) {
  const auto proposals = proposeHomeAndWork(*city().split(Split::Train), 0);
  std::set<UserId> withHome;
  std::size_t houses = 0;
  for (const RoleProposal& proposal : proposals) {
    if (proposal.role != PlaceRole::Home) continue;
    withHome.insert(proposal.user);
    houses += city().places.name(proposal.location).starts_with("House");
  }
  EXPECT_EQ(withHome.size(), static_cast<std::size_t>(city().numUsers - 1));
  EXPECT_EQ(houses, withHome.size());
}

/// What a network can learn of it at least: (user, last place, its hour, the target's weekday) -> target, by counting.
TEST(DemoCity, IsFarMorePredictableThanItsWindowsShow) {
  using Key = std::tuple<UserId, LocationId, int, int>;
  const auto keyOf = [](const SequenceSet& set, std::size_t row, bool withWeekday) {
    const Visit last = lastVisit(set, row);
    const int weekday = withWeekday ? (last.weekday + last.daysAgo) % 7 : -1;
    return Key{set.user(row), last.location, last.startMinute / 240, weekday};
  };
  std::map<Key, std::map<LocationId, int>> counts;
  const SequenceSet& train = *city().split(Split::Train);
  for (std::size_t row = 0; row < train.size(); ++row) {
    for (const bool withWeekday : {true, false}) ++counts[keyOf(train, row, withWeekday)][train.target(row)];
  }
  const SequenceSet& test = *city().split(Split::Test);
  std::size_t byCounting = 0, byWindow = 0;
  for (std::size_t row = 0; row < test.size(); ++row) {
    const LocationId frequent = mostFrequentInWindow(test.locations(row));
    auto found = counts.find(keyOf(test, row, true));
    if (found == counts.end()) found = counts.find(keyOf(test, row, false));
    const LocationId counted =
        found == counts.end()
            ? frequent
            : std::ranges::max_element(found->second, {}, [](const auto& entry) { return entry.second; })->first;
    byCounting += counted == test.target(row);
    byWindow += frequent == test.target(row);
  }
  EXPECT_GT(share(byCounting, test.size()), 0.65);
  EXPECT_LT(share(byWindow, test.size()), 0.4);
}

}  // namespace
}  // namespace sojourn
