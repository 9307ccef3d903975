// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/data/dataset/sequence_set.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "model/data/dataset/sequence.h"

namespace sojourn {
namespace {

using ::testing::ElementsAre;
using ::testing::IsEmpty;

Sequence threeVisits() {
  return {.user = 7,
          .visits = {{.location = 2, .weekday = 4, .startMinute = 110, .durationMinutes = 85, .daysAgo = 7},
                     {.location = 3, .weekday = 5, .startMinute = 214, .durationMinutes = 246, .daysAgo = 6},
                     {.location = 2, .weekday = 4, .startMinute = 1439, .durationMinutes = 2880, .daysAgo = 0}},
          .target = 3};
}

TEST(SequenceSet, GivesBackWhatWasAppended) {
  SequenceSet set;
  EXPECT_TRUE(set.empty());
  EXPECT_EQ(set.longest(), 0U);
  const std::vector<std::int32_t> causes{0, 2};
  set.append(threeVisits());
  set.append({.user = 1, .visits = {threeVisits().visits[1]}, .target = 9}, causes);
  EXPECT_EQ(set.size(), 2U);
  EXPECT_EQ(set.visitCount(), 4U);
  EXPECT_EQ(set.longest(), 3U);
  EXPECT_EQ(set.sequence(0), threeVisits());
  EXPECT_EQ(set.begin(1), 3U);
  EXPECT_THAT(set.locations(0), ElementsAre(2, 3, 2));
  EXPECT_THAT(set.daysAgo(1), ElementsAre(6));
  EXPECT_THAT(set.causes(0), IsEmpty());
  EXPECT_THAT(set.causes(1), ElementsAre(0, 2));
  EXPECT_TRUE(set.targetInWindow(0));
  EXPECT_FALSE(set.targetInWindow(1));
}

TEST(Encoding, HasNoOffsets) {
  const EncodedVisit first = encode(threeVisits().visits[0]);
  EXPECT_EQ(first, (EncodedVisit{.location = 2, .time = 7, .weekday = 4, .recency = 7, .duration = 2}));
  const EncodedVisit last = encode(threeVisits().visits[2]);
  EXPECT_EQ(last.time, 95);
  EXPECT_EQ(last.duration, 96);
  EXPECT_EQ(encode({.durationMinutes = 29.99}).duration, 0);
  EXPECT_EQ(encode({.durationMinutes = -5}).duration, 0);
}

}  // namespace
}  // namespace sojourn
