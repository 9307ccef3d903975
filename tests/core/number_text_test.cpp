// SPDX-License-Identifier: GPL-3.0-or-later
// Numbers are written and read with a point where the locale has a comma.
#include "model/core/text.h"

#include <limits>

#include <gtest/gtest.h>

#include "model/core/text.h"
#include "tests/support/comma_locale.h"

namespace sojourn {
namespace {

TEST(NumberText, HasAPointInALocaleWithCommas) {
  const test::CommaLocale locale;
  ASSERT_TRUE(locale.works());
  EXPECT_EQ(fixedNumber(0.0489, 4), "0.0489");
  EXPECT_EQ(fixedNumber(-12, 2), "-12.00");
  EXPECT_EQ(fixedNumber(1234567.5, 1), "1234567.5");
  EXPECT_EQ(shortNumber(0.04891, 3), "0.0489");
  EXPECT_EQ(shortNumber(0.00001, 3), "1e-05");
  EXPECT_EQ(scientificNumber(0.00143, 2), "1.43e-03");
  EXPECT_EQ(humanBytes(9'600'000), "9.6 MB");
  EXPECT_EQ(numberFrom("1.5"), 1.5);
  EXPECT_EQ(numberFrom("+2e-3"), 2e-3);
}

TEST(NumberText, ReadsWholeNumbersOnly) {
  for (const char* text : {"", "1,5", "1.5 ", "x", "1.5x", "--1", "0x10"}) EXPECT_FALSE(numberFrom(text)) << text;
  EXPECT_EQ(fixedNumber(std::numeric_limits<double>::max(), 0).size(), 309U);
  EXPECT_EQ(fixedNumber(std::numeric_limits<double>::quiet_NaN(), 2), "nan");
}

}  // namespace
}  // namespace sojourn
