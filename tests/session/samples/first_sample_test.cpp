// SPDX-License-Identifier: GPL-3.0-or-later
#include <gtest/gtest.h>

#include "views/session/samples/sample_table.h"

namespace sojourn::session {
namespace {

Sequence sequence(const std::vector<LocationId>& places, LocationId target) {
  Sequence made{.user = 1, .visits = {}, .target = target};
  for (const LocationId place : places)
    made.visits.push_back({.location = place, .weekday = 0, .startMinute = 0, .durationMinutes = 30, .daysAgo = 1});
  return made;
}

TEST(FirstSample, HasSomethingToSee) {
  SequenceSet set;
  EXPECT_EQ(firstSampleToShow(set), 0U);
  set.append(sequence({2, 3}, 2));
  set.append(sequence({2, 3, 2, 3, 2, 3, 2, 3, 2}, 3));
  set.append(sequence({2, 3, 4, 5, 2, 3, 2, 2, 2}, 2));
  EXPECT_EQ(firstSampleToShow(set), 0U) << "short, of two places, or of the most frequent one";
  set.append(sequence({2, 3, 4, 5, 2, 3, 2, 2, 2}, 3));
  set.append(sequence({2, 3, 4, 5, 2, 3, 2, 2, 2}, 3));
  EXPECT_EQ(firstSampleToShow(set), 3U) << "the first one, always the same";
}

}  // namespace
}  // namespace sojourn::session
