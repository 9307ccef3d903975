// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/session/place_names/place_naming.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tests/support/shared_data.h"

namespace sojourn::session {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;

class PlaceNamingTest : public ::testing::Test {
 protected:
  PlaceNamingTest() {
    auto dataset = std::make_shared<Dataset>();
    dataset->numLocations = 20;
    dataset->numUsers = 4;
    dataset->places.setName(5, "Clinic");
    dataset->places.setCoordinates(5, {1, 2});
    dataset->userNames = {"", "", "Bo"};
    m_naming = PlaceNaming(dataset);
    Proposals proposals;
    proposals[1].home =
        RoleProposal{.user = 1, .location = 3, .role = PlaceRole::Home, .hours = 246, .share = 0.92, .stays = 41};
    proposals[1].work = RoleProposal{.user = 1, .location = 5, .role = PlaceRole::Work};
    proposals[2].work = RoleProposal{.user = 2, .location = 3, .role = PlaceRole::Work};
    m_naming.setProposals(proposals);
  }
  PlaceNaming m_naming;
};

TEST_F(PlaceNamingTest, BetterSourcesWin) {
  EXPECT_EQ(m_naming.name(3, 1), "Home?") << "a proposal";
  EXPECT_EQ(m_naming.source(3, 1), NameSource::Proposed);
  EXPECT_EQ(m_naming.name(3, 2), "Work?") << "each user has an own Home and Work";
  EXPECT_EQ(m_naming.name(3, 3), "Place 3");
  EXPECT_EQ(m_naming.name(3), "Place 3");
  EXPECT_EQ(m_naming.name(5, 1), "Clinic") << "the dataset knows better than the guess";
  EXPECT_EQ(m_naming.source(5, 1), NameSource::Dataset);
  m_naming.setPlaceName(5, "Dr. Li");
  m_naming.setPlaceName(3, "Flat");
  EXPECT_EQ(m_naming.name(5), "Dr. Li");
  EXPECT_EQ(m_naming.source(5), NameSource::Given);
  EXPECT_EQ(m_naming.name(3, 1), "Flat");
  m_naming.setPlaceName(3, "");
  EXPECT_EQ(m_naming.name(3, 1), "Home?");
  EXPECT_EQ(m_naming.name(1), "Unseen");
}

TEST_F(PlaceNamingTest, AProposalIsMarkedUntilItIsConfirmed) {
  m_naming.confirmProposal(3, 1);
  EXPECT_EQ(m_naming.name(3, 1), "Home");
  EXPECT_EQ(m_naming.forUser(1).name(3), "Home");
  EXPECT_EQ(m_naming.source(3, 1), NameSource::Confirmed);
  EXPECT_EQ(m_naming.name(3, 2), "Work?") << "of one user only";
  // The times shown are those of another zone: what was confirmed stays, and there is one Home.
  Proposals others;
  others[1].home = RoleProposal{.user = 1, .location = 8, .role = PlaceRole::Home};
  others[1].work = RoleProposal{.user = 1, .location = 3, .role = PlaceRole::Work};
  m_naming.setProposals(others);
  EXPECT_EQ(m_naming.name(3, 1), "Home");
  EXPECT_EQ(m_naming.name(8, 1), "Place 8");
  m_naming.setProposalsShown(false);
  EXPECT_EQ(m_naming.name(3, 1), "Home");
  m_naming.setProposalsShown(true);
  m_naming.withdrawRole(3, 1);
  EXPECT_EQ(m_naming.name(3, 1), "Work?");
  EXPECT_EQ(m_naming.name(8, 1), "Home?");
  m_naming.confirmAllProposals();
  EXPECT_EQ(m_naming.name(8, 1), "Home");
  EXPECT_EQ(m_naming.name(3, 1), "Work");
}

TEST_F(PlaceNamingTest, FindsProposedAndConfirmedPlacesByRole) {
  using ::testing::Pair;
  using ::testing::UnorderedElementsAre;
  EXPECT_THAT(m_naming.placesNamedForUsers("work?"), UnorderedElementsAre(Pair(2, ElementsAre(3))));
  m_naming.confirmProposal(3, 1);
  EXPECT_THAT(m_naming.placesNamedForUsers("HOME"), UnorderedElementsAre(Pair(1, ElementsAre(3))));
  EXPECT_THAT(m_naming.placesNamedForUsers("Clinic"), IsEmpty());
}

TEST(Proposals, SayWhatAnotherZoneChanges) {
  const auto role = [](PlaceRole which, LocationId place) {
    return RoleProposal{.user = 0, .location = place, .role = which};
  };
  Proposals before, now;
  before[1] = {role(PlaceRole::Home, 4), role(PlaceRole::Work, 5)};
  now[1] = {role(PlaceRole::Home, 5), role(PlaceRole::Work, 4)};
  before[2] = now[2] = {role(PlaceRole::Home, 7), {}};
  before[3] = {role(PlaceRole::Home, 8), {}};
  now[4] = {{}, role(PlaceRole::Work, 9)};
  // One of the two takes the other's place: that is no swap.
  before[5] = {role(PlaceRole::Home, 10), role(PlaceRole::Work, 11)};
  now[5] = {role(PlaceRole::Home, 12), role(PlaceRole::Work, 10)};
  before[6] = {role(PlaceRole::Home, 13), {}};
  now[6] = {{}, role(PlaceRole::Work, 13)};
  const RoleChange change = compareProposals(before, now);
  EXPECT_EQ(change.users, 6U);
  EXPECT_EQ(change.changed, 5U);
  EXPECT_EQ(change.swapped, 1U);
}

/// Stays of one user, each as the last visit of a window.
void stay(SequenceSet& set, UserId user, LocationId place, int weekday, int hour, double hours) {
  set.append(
      {.user = user,
       .visits = {{.location = place, .weekday = weekday, .startMinute = hour * 60, .durationMinutes = hours * 60}},
       .target = place});
}

TEST(Proposals, SwapWhereTheNightsOfOneZoneAreTheWorkingHoursOfTheOther) {
  Dataset dataset;
  SequenceSet& train = dataset.splits[static_cast<std::size_t>(Split::Train)].emplace();
  for (int day = 0; day < 5; ++day) {
    // Recorded in UTC, eight hours behind the clocks where it happened: nights begin at 15:00, work at 1:00.
    stay(train, 1, 5, day, 15, 7);
    stay(train, 1, 6, day, 1, 8);
    // So long that it is night there in both zones.
    stay(train, 2, 7, day, 20, 20);
  }
  const RoleChange change = compareProposals(proposeRoles(dataset, 0), proposeRoles(dataset, 8 * 60));
  EXPECT_EQ(change.users, 2U);
  EXPECT_EQ(change.changed, 1U);
  EXPECT_EQ(change.swapped, 1U);
}

TEST(Proposals, SwapForFourteenUsersOfGeoLife) {
  SOJOURN_NEEDS_SHARED_DATA(data);
  const auto dataset = readDataset({data / "geolife", "geolife_eps20_prev7"});
  ASSERT_TRUE(dataset.ok()) << dataset.error().sentence();
  // Counted minute by minute with a program of its own, from the training split.
  const RoleChange change = compareProposals(proposeRoles(*dataset, 0), proposeRoles(*dataset, 8 * 60));
  EXPECT_EQ(change.users, 39U);
  EXPECT_EQ(change.changed, 31U);
  EXPECT_EQ(change.swapped, 14U);
}

TEST_F(PlaceNamingTest, ProposalsSayWhyAndCanBeSwitchedOff) {
  EXPECT_THAT(m_naming.proposalReason(3, 1), HasSubstr("41 stays"));
  EXPECT_EQ(m_naming.proposalReason(5, 1), "");
  m_naming.setProposalsShown(false);
  EXPECT_EQ(m_naming.name(3, 1), "Place 3");
  EXPECT_EQ(m_naming.forUser(1).name(3), "Place 3");
}

TEST_F(PlaceNamingTest, GivesPresentersOneUsersNames) {
  const PlaceNames& names = m_naming.forUser(1);
  EXPECT_EQ(names.name(3), "Home?");
  EXPECT_EQ(names.name(5), "Clinic");
  EXPECT_EQ(names.coordinates(5)->longitude, 2);
  m_naming.setPlaceName(3, "Flat");
  EXPECT_EQ(m_naming.forUser(1).name(3), "Flat") << "not what was kept from before";
}

TEST_F(PlaceNamingTest, NamesUsers) {
  EXPECT_EQ(m_naming.userName(2), "Bo");
  EXPECT_EQ(m_naming.userName(3), "User 3");
  m_naming.setUserName(3, "Anna");
  EXPECT_TRUE(m_naming.hasUserName(3));
  EXPECT_THAT(m_naming.usersNamed("anna"), ElementsAre(3));
  EXPECT_THAT(m_naming.usersNamed("Zed"), IsEmpty());
}

TEST_F(PlaceNamingTest, FindsPlacesWhateverTheCase) {
  EXPECT_THAT(m_naming.placesNamed("CLINIC"), ElementsAre(5));
  EXPECT_THAT(m_naming.placesNamed("place 7"), ElementsAre(7));
  m_naming.setPlaceName(9, "Clinic");
  EXPECT_THAT(m_naming.placesNamed("Clinic"), ElementsAre(5, 9));
}

TEST_F(PlaceNamingTest, OrdersPlacesByName) {
  const auto order = m_naming.placeOrder();
  ASSERT_EQ(order.size(), 20U);
  EXPECT_LT(order[5], order[2]) << "Clinic before Place 2";
  EXPECT_LT(order[9], order[14]) << "Place 9 before Place 14";
  EXPECT_EQ(order[1], 19U) << "Unseen is last";
}

TEST(NaturallyLess, ReadsNumbersInTexts) {
  EXPECT_TRUE(naturallyLess("Place 9", "place 14"));
  EXPECT_FALSE(naturallyLess("Place 14", "Place 9"));
  EXPECT_TRUE(naturallyLess("a", "B"));
  EXPECT_TRUE(naturallyLess("a", "ab"));
  EXPECT_FALSE(naturallyLess("a", "a"));
  EXPECT_FALSE(naturallyLess("x007", "x7"));
  EXPECT_FALSE(naturallyLess("x7", "x007"));
  EXPECT_TRUE(naturallyLess("x99999999999999999998", "x99999999999999999999"));
}

}  // namespace
}  // namespace sojourn::session
