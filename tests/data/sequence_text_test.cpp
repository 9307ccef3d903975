// SPDX-License-Identifier: GPL-3.0-or-later
// A sequence as lines of text, there and back.
#include "model/data/edit/sequence_text.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "model/data/dataset/dataset.h"
#include "model/data/io/scenario.h"
#include "tests/support/shared_data.h"

namespace sojourn {
namespace {

using ::testing::HasSubstr;

Sequence two() {
  return {.user = 42,
          .visits = {{.location = 15, .weekday = 4, .startMinute = 667, .durationMinutes = 84, .daysAgo = 7},
                     {.location = 1, .weekday = 3, .startMinute = 5, .durationMinutes = 0.1, .daysAgo = 1}},
          .target = 14};
}

std::string textRefusal(const std::string& text) {
  const auto sequence = sequenceFromText(text);
  return sequence ? "accepted" : sequence.error().sentence();
}

TEST(SequenceText, IsAVisitALine) {
  EXPECT_EQ(sequenceAsText(two(), [](LocationId id) { return id == 15 ? "Clinic" : "\x1bUnseen"; }),
            "user 42\ntarget 14  # \\x1bUnseen\n7 Fri 11:07 84 15  # Clinic\n1 Thu 00:05 0.1 1  # \\x1bUnseen\n");
  EXPECT_EQ(*sequenceFromText(sequenceAsText(two())), two());
  Sequence odd = two();
  odd.target.reset();
  odd.visits[0].weekday = 9;
  odd.visits[0].startMinute = 1500;
  odd.visits[1].daysAgo = -3;
  odd.visits[1].durationMinutes = 1.0 / 3;
  EXPECT_EQ(*sequenceFromText(sequenceAsText(odd)), odd) << "what a record may hold survives";
  EXPECT_EQ(*sequenceFromText("\n  user 42 # Anna\r\n\ttarget\t14\n7, Fri, 11:07, 84, 15\n# no visit\n1 Thu 0:05 .1 1"),
            two());
}

TEST(SequenceText, NamesTheLine) {
  EXPECT_EQ(textRefusal(""), "line 1: there is no line for the user: begin with: user, then its number");
  EXPECT_THAT(textRefusal("user 1\n"), HasSubstr("line 2: there is no visit"));
  EXPECT_THAT(textRefusal("user 1\n7 Fri 11:07 84\n"), HasSubstr("line 2: has 4 parts"));
  EXPECT_THAT(textRefusal("user 1\n\n7 Fry 11:07 84 15"),
              HasSubstr("line 3: the weekday is \"Fry\": it must be one of Mon"));
  EXPECT_THAT(textRefusal("user 1\n7 Fri 24:00 84 15"), HasSubstr("the start is \"24:00\""));
  EXPECT_THAT(textRefusal("user 1\n7 Fri 11:7 84 15"), HasSubstr("the start is"));
  EXPECT_THAT(textRefusal("user 1\n7 Fri 11:07 -1 15"), HasSubstr("the duration is"));
  EXPECT_THAT(textRefusal("user 1\n7 Fri 11:07 nan 15"), HasSubstr("the duration is"));
  EXPECT_THAT(textRefusal("user 1\n7 Fri 11:07 84 -2"), HasSubstr("the place is"));
  EXPECT_THAT(textRefusal("user 1\n7 Fri 11:07 84 99999999999"), HasSubstr("the place is"));
  EXPECT_THAT(textRefusal("user 1\nuser 2"), HasSubstr("line 2: names the user again"));
  EXPECT_THAT(textRefusal("user"), HasSubstr("has 1 parts"));
  EXPECT_THAT(textRefusal("user \x1b[31m"), HasSubstr("\\x1b"));
  std::string many = "user 1\n";
  for (int i = 0; i < 10'001; ++i) many += "1 Fri 11:07 84 15\n";
  EXPECT_THAT(textRefusal(many), HasSubstr("line 10002: is visit 10 001"));
}

TEST(SequenceText, RealSequencesComeBack) {
  SOJOURN_NEEDS_SHARED_DATA(folder);
  const auto dataset =
      readDataset({folder / "geolife", "geolife_eps20_prev7"}, {.wanted = {Split::Test}, .required = {Split::Test}});
  ASSERT_TRUE(dataset) << dataset.error().sentence();
  const SequenceSet& set = *dataset->split(Split::Test);
  for (std::size_t row = 0; row < set.size(); ++row) {
    const Sequence sequence = set.sequence(row);
    ASSERT_EQ(*sequenceFromText(sequenceAsText(sequence)), sequence);
    ASSERT_EQ(*parseSequence(sequenceAsJson(sequence), "again"), sequence);
  }
}

}  // namespace
}  // namespace sojourn
