// SPDX-License-Identifier: GPL-3.0-or-later
// The words of the user interface with and without a translation.
#include "model/core/translation.h"

#include <gtest/gtest.h>

namespace sojourn {
namespace {

struct Translations : ::testing::Test {
  ~Translations() override { setTranslation(nullptr); }
};

TEST_F(Translations, WithoutOneAreTheEnglishWords) {
  EXPECT_EQ(tr("Open dataset"), "Open dataset");
  EXPECT_EQ(tr(""), "");
}

TEST_F(Translations, OrderThePartsOfASentenceAsTheirLanguageWants) {
  EXPECT_EQ(tr("%1 of %2 changed", {"1", "32"}), "1 of 32 changed");
  setTranslation([](std::string_view english) {
    return english == "%1 of %2 changed" ? std::string("von %2 sind %1 anders") : std::string(english);
  });
  EXPECT_EQ(tr("%1 of %2 changed", {"1", "32"}), "von 32 sind 1 anders");
}

TEST_F(Translations, LeaveWhatIsNoPartAsItIs) {
  EXPECT_EQ(tr("50 % of %1, %3, %0, %", {"%2", "b"}), "50 % of %2, %3, %0, %");
}

}  // namespace
}  // namespace sojourn
