// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/data/dataset/place_names.h"

#include <gtest/gtest.h>

#include "model/data/dataset/dataset.h"

namespace sojourn {
namespace {

TEST(PlaceNames, NamelessPlacesHaveANumber) {
  PlaceNames places;
  EXPECT_EQ(places.name(14), "Place 14");
  EXPECT_EQ(places.name(unseenLocation), "Unseen");
  EXPECT_EQ(places.name(paddingLocation), "Padding");
  EXPECT_FALSE(places.hasName(14));
}

TEST(PlaceNames, ANameCanBeGivenAndTakenBack) {
  PlaceNames places;
  places.setName(14, "Home");
  EXPECT_EQ(places.name(14), "Home");
  EXPECT_TRUE(places.hasName(14));
  places.setName(14, "");
  EXPECT_EQ(places.name(14), "Place 14");
  EXPECT_TRUE(places.names().empty());
}

TEST(PlaceNames, KeepsWherePlacesAre) {
  PlaceNames places;
  EXPECT_EQ(places.coordinates(2), std::nullopt);
  EXPECT_EQ(places.rawId(2), std::nullopt);
  places.setCoordinates(2, {39.98, 116.3});
  places.setRawId(2, 700);
  ASSERT_TRUE(places.coordinates(2));
  EXPECT_EQ(places.coordinates(2)->longitude, 116.3);
  EXPECT_EQ(places.rawId(2), 700);
}

TEST(SplitNames, ReadWhatTheyWrite) {
  for (const Split split : allSplits) EXPECT_EQ(splitFromName(splitName(split)), split);
  EXPECT_EQ(splitFromName("val"), std::nullopt);
  EXPECT_STREQ(splitName(Split::Validation), "validation");
}

}  // namespace
}  // namespace sojourn
