// SPDX-License-Identifier: GPL-3.0-or-later
// Pseudonyms of users and places: permutations that a seed decides, and a dataset under them.
#include "model/data/dataset/pseudonyms.h"

#include <algorithm>
#include <set>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "model/data/dataset/dataset.h"
#include "model/data/demo/demo_files.h"
#include "model/data/io/trained_on.h"
#include "tests/support/temp_folder.h"

namespace sojourn {
namespace {

using ::testing::HasSubstr;

class DemoUnderPseudonyms : public ::testing::Test {
 protected:
  void SetUp() override { ASSERT_TRUE(writeDemoFiles(m_folder.path()).ok()); }

  [[nodiscard]] Dataset read(const std::string& seed,
                             const std::vector<Split>& wanted = {allSplits.begin(), allSplits.end()}) const {
    auto dataset = readDataset({m_folder.path(), "demo_city"}, {.wanted = wanted, .pseudonyms = seed});
    if (!dataset) throw std::runtime_error(dataset.error().sentence());
    return std::move(*dataset);
  }

  test::TempFolder m_folder;
};

TEST(Pseudonyms, ArePermutationsThatKeepPaddingAndUnseen) {
  const Pseudonyms pseudonyms("a seed", 40, 300);
  std::set<std::int32_t> users, locations;
  for (UserId user = 0; user < 40; ++user) users.insert(pseudonyms.user(user));
  for (LocationId location = 0; location < 300; ++location) {
    locations.insert(pseudonyms.location(location));
    EXPECT_EQ(pseudonyms.recordedLocation(pseudonyms.location(location)), location);
  }
  EXPECT_EQ(users.size(), 40U);
  EXPECT_EQ(*users.rbegin(), 39);
  EXPECT_EQ(locations.size(), 300U);
  EXPECT_EQ(*locations.rbegin(), 299);
  EXPECT_EQ(pseudonyms.user(0), 0);
  EXPECT_EQ(pseudonyms.location(paddingLocation), paddingLocation);
  EXPECT_EQ(pseudonyms.location(unseenLocation), unseenLocation);
  const auto unchanged = [](const std::vector<std::int32_t>& table) {
    std::size_t count = 0;
    for (std::size_t id = 0; id < table.size(); ++id) count += std::cmp_equal(table[id], id) ? 1 : 0;
    return count;
  };
  EXPECT_LT(unchanged(pseudonyms.locations()), 10U);
  EXPECT_LT(unchanged(pseudonyms.users()), 8U);
}

TEST(Pseudonyms, AreDecidedByTheSeedAlone) {
  EXPECT_EQ(Pseudonyms("17", 40, 300), Pseudonyms("17", 40, 300));
  EXPECT_NE(Pseudonyms("17", 40, 300).locations(), Pseudonyms("18", 40, 300).locations());
  EXPECT_NE(Pseudonyms("17", 40, 300).fingerprint(), Pseudonyms("18", 40, 300).fingerprint());
  // The numbers themselves must not change from one release to the next: reports of both would contradict each other.
  // Computed apart, from SHA-256 and the 64-bit Mersenne Twister.
  EXPECT_EQ(Pseudonyms("17", 8, 9).users(), (std::vector<std::int32_t>{0, 4, 2, 6, 1, 3, 7, 5}));
  EXPECT_EQ(Pseudonyms("17", 8, 9).locations(), (std::vector<std::int32_t>{0, 1, 7, 8, 2, 5, 6, 4, 3}));
  EXPECT_EQ(pseudonymWeeks("17"), 944);
}

TEST(Pseudonyms, LeaveIdsBeyondTheirs) {
  const Pseudonyms pseudonyms("s", 3, 4);
  EXPECT_EQ(pseudonyms.user(3), 3);
  EXPECT_EQ(pseudonyms.location(4), 4);
  EXPECT_EQ(pseudonyms.location(-1), -1);
  EXPECT_EQ(pseudonyms.location(largestId), largestId);
  EXPECT_TRUE(Pseudonyms("s", 0, 0).locations().empty());
}

TEST(Pseudonyms, OfASequenceCanBeUndone) {
  const Pseudonyms pseudonyms("s", 10, 50);
  const Sequence recorded{.user = 3, .visits = {{.location = 7}, {.location = 1}, {.location = 49}}, .target = 7};
  const Sequence shown = pseudonyms.sequence(recorded);
  EXPECT_EQ(shown.user, pseudonyms.user(3));
  EXPECT_EQ(shown.visits[0].location, pseudonyms.location(7));
  EXPECT_EQ(shown.visits[1].location, unseenLocation);
  EXPECT_EQ(shown.target, pseudonyms.location(7));
  EXPECT_EQ(pseudonyms.recordedSequence(shown), recorded);
}

TEST(Pseudonyms, NeedASeedThatIsOne) {
  EXPECT_EQ(pseudonymSeedProblem("anything else"), "");
  EXPECT_THAT(pseudonymSeedProblem(""), HasSubstr("is empty"));
  EXPECT_THAT(pseudonymSeedProblem(std::string(201, 'x')), HasSubstr("up to 200 bytes"));
  EXPECT_THAT(pseudonymSeedProblem("\xff"), HasSubstr("no text"));
  EXPECT_THAT(pseudonymSeedProblem("SEED"), HasSubstr("ask who copied the link"));
}

TEST_F(DemoUnderPseudonyms, EveryIdIsReplacedAndNothingElse) {
  const Dataset recorded = read(""), shown = read("17");
  ASSERT_TRUE(shown.pseudonyms);
  EXPECT_EQ(shown.numLocations, recorded.numLocations);
  EXPECT_EQ(shown.numUsers, recorded.numUsers);
  for (const Split split : allSplits) {
    const SequenceSet &before = *recorded.split(split), &after = *shown.split(split);
    ASSERT_EQ(after.size(), before.size());
    for (std::size_t row = 0; row < before.size(); ++row)
      ASSERT_EQ(after.sequence(row), shown.pseudonyms->sequence(before.sequence(row))) << row;
    EXPECT_TRUE(after.history()) << "networks that read it would answer as without";
  }
}

TEST_F(DemoUnderPseudonyms, NamesGoAndPositionsAreRounded) {
  const Dataset recorded = read(""), shown = read("17");
  ASSERT_FALSE(recorded.places.names().empty());
  ASSERT_FALSE(recorded.userNames.empty());
  EXPECT_TRUE(shown.places.names().empty());
  EXPECT_TRUE(shown.userNames.empty());
  ASSERT_EQ(shown.places.allCoordinates().size(), recorded.places.allCoordinates().size());
  for (const auto& [location, where] : recorded.places.allCoordinates()) {
    const Coordinates rounded = roundedPosition(where);
    const auto found = shown.places.coordinates(shown.pseudonyms->location(location));
    ASSERT_TRUE(found);
    EXPECT_EQ(found->latitude, rounded.latitude);
    EXPECT_EQ(found->longitude, rounded.longitude);
    EXPECT_FALSE(shown.places.rawId(location));
  }
}

TEST_F(DemoUnderPseudonyms, AreTheSameWhicheverSplitsAreWanted) {
  const Dataset whole = read("17"), part = read("17", {Split::Test});
  EXPECT_EQ(*part.pseudonyms, *whole.pseudonyms);
  EXPECT_EQ(part.split(Split::Test)->sequence(5), whole.split(Split::Test)->sequence(5));
}

TEST_F(DemoUnderPseudonyms, TheDatasetIsAnotherForSettingsAndTheSameForModels) {
  const Dataset recorded = read(""), shown = read("17");
  EXPECT_NE(shown.fingerprint, recorded.fingerprint);
  EXPECT_NE(shown.fingerprint, read("18").fingerprint);
  EXPECT_EQ(shown.fingerprint, read("17").fingerprint);
  EXPECT_EQ(identityOf(shown).fingerprint, identityOf(recorded).fingerprint);
  EXPECT_FALSE(datasetMismatch("m", identityOf(recorded), identityOf(shown)));
}

}  // namespace
}  // namespace sojourn
