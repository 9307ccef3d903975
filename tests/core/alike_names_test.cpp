// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/core/alike_names.h"

#include <gmock/gmock.h>

namespace sojourn {
namespace {

using ::testing::ElementsAre;

TEST(AlikeNames, LoseWhatAllBeginAndEndWith) {
  EXPECT_THAT(withoutCommonParts({"v45-seed42-best", "v45-seed43-best"}), ElementsAre("seed42", "seed43"));
  EXPECT_THAT(withoutCommonParts({"city/full_model-42", "city/no_gate-42", "city/no_bias-42"}),
              ElementsAre("full_model", "no_gate", "no_bias"));
  EXPECT_THAT(withoutCommonParts({"a, dropout 0.1", "a, dropout 0.2"}), ElementsAre("0.1", "0.2"));
}

TEST(AlikeNames, KeepWholeWords) {
  EXPECT_THAT(withoutCommonParts({"seed42", "seed43"}), ElementsAre("seed42", "seed43"));
  EXPECT_THAT(withoutCommonParts({"v45 hot", "v45 hotter"}), ElementsAre("hot", "hotter"));
  EXPECT_THAT(withoutCommonParts({"run-11", "run-1"}), ElementsAre("11", "1"));
}

TEST(AlikeNames, BriefOnesSayThatSomethingIsLeftOut) {
  EXPECT_THAT(briefNames({"v45-seed42-best", "v45-seed43-best"}),
              ElementsAre("\u2026seed42\u2026", "\u2026seed43\u2026"));
  EXPECT_THAT(briefNames({"v45-hot", "v45-cold"}), ElementsAre("\u2026hot", "\u2026cold"));
  EXPECT_THAT(briefNames({"one", "two"}), ElementsAre("one", "two"));
}

TEST(AlikeNames, KeepTheirEndsWhereOneWouldBeEmptyElse) {
  EXPECT_THAT(withoutCommonParts({"v45-seed42-best", "v45-best"}), ElementsAre("seed42-best", "best"));
  EXPECT_THAT(withoutCommonParts({"hot-v45", "v45", "cold-v45"}), ElementsAre("hot-v45", "v45", "cold-v45"));
}

TEST(AlikeNames, StayWhereOneWouldBeEmpty) {
  EXPECT_THAT(withoutCommonParts({"v45", "v45-hot"}), ElementsAre("v45", "v45-hot"));
  EXPECT_THAT(withoutCommonParts({"v45-", "v45-hot"}), ElementsAre("v45-", "v45-hot"));
  EXPECT_THAT(withoutCommonParts({"same-name", "same-name"}), ElementsAre("same-name", "same-name"));
  EXPECT_THAT(withoutCommonParts({"", "a"}), ElementsAre("", "a"));
  EXPECT_THAT(withoutCommonParts({"alone-here"}), ElementsAre("alone-here"));
  EXPECT_THAT(withoutCommonParts({}), ElementsAre());
}

}  // namespace
}  // namespace sojourn
