// SPDX-License-Identifier: GPL-3.0-or-later
// Element types and their conversions.
#include "model/formats/bytes/nd_array.h"

#include <array>
#include <bit>
#include <cmath>
#include <limits>

#include <gmock/gmock.h>

namespace sojourn {
namespace {

using ::testing::ElementsAre;

TEST(NdArrayTest, SizesAndNames) {
  EXPECT_EQ(sizeOf(DType::Bool), 1U);
  EXPECT_EQ(sizeOf(DType::BFloat16), 2U);
  EXPECT_EQ(sizeOf(DType::UInt32), 4U);
  EXPECT_EQ(sizeOf(DType::Float64), 8U);
  EXPECT_STREQ(nameOf(DType::BFloat16), "bfloat16");
  EXPECT_TRUE(isFloating(DType::Float16));
  EXPECT_FALSE(isFloating(DType::Int64));
}

TEST(NdArrayTest, ConvertsWhatItHolds) {
  const NdArray array = makeArray({2, 2}, std::array<std::int64_t, 4>{1, -2, 3, 1LL << 40});
  EXPECT_EQ(array.elements(), 4U);
  EXPECT_EQ(array.shapeText(), "[2, 2]");
  EXPECT_THAT(array.toDoubles(), ElementsAre(1.0, -2.0, 3.0, 0x1p40));
  EXPECT_EQ(makeArray({}, std::array<float, 1>{2.5F}).elements(), 1U);
}

/// Every half is exact in a float, and comes back as the same bits (NaN as some NaN).
TEST(NdArrayTest, AllHalvesSurviveARoundTrip) {
  for (std::uint32_t bits = 0; bits < 0x10000; ++bits) {
    const auto half = static_cast<std::uint16_t>(bits);
    const float value = halfToFloat(half);
    if (std::isnan(value)) {
      EXPECT_TRUE(std::isnan(halfToFloat(floatToHalf(value))));
    } else {
      ASSERT_EQ(floatToHalf(value), half) << bits;
    }
    const float brain = bfloat16ToFloat(half);
    if (std::isnan(brain)) {
      EXPECT_TRUE(std::isnan(bfloat16ToFloat(floatToBFloat16(brain))));
    } else {
      ASSERT_EQ(floatToBFloat16(brain), half) << bits;
    }
  }
}

TEST(NdArrayTest, HalvesRoundToTheNearestEven) {
  EXPECT_EQ(halfToFloat(0x3C00), 1.0F);
  EXPECT_EQ(halfToFloat(0x0001), 0x1p-24F);
  EXPECT_EQ(halfToFloat(0x7BFF), 65504.0F);
  EXPECT_EQ(halfToFloat(0xFC00), -std::numeric_limits<float>::infinity());
  EXPECT_EQ(floatToHalf(65519.0F), 0x7BFF);
  EXPECT_EQ(floatToHalf(65520.0F), 0x7C00);
  EXPECT_EQ(floatToHalf(1.0F + 0x1p-11F), 0x3C00);      // halfway, to even: down
  EXPECT_EQ(floatToHalf(1.0F + 3 * 0x1p-11F), 0x3C02);  // halfway, to even: up
  EXPECT_EQ(floatToHalf(1.0F + 0x1.004p-11F), 0x3C01);  // beyond halfway
  EXPECT_EQ(floatToHalf(0x1p-25F), 0x0000);             // halfway to the smallest, to even
  EXPECT_EQ(floatToHalf(0x1.002p-25F), 0x0001);
  EXPECT_EQ(floatToHalf(-0.0F), 0x8000);
  EXPECT_EQ(floatToHalf(0x1p-40F), 0x0000);
  EXPECT_EQ(floatToBFloat16(1.0F + 0x1p-8F), 0x3F80);
  EXPECT_EQ(floatToBFloat16(1.0F + 3 * 0x1p-8F), 0x3F82);
}

TEST(NdArrayTest, IntegersRefuseWhatIsNotWhole) {
  const auto asIntegers = [](const NdArray& array) {
    std::vector<std::int64_t> out(array.elements());
    return copyAsIntegers(array.dtype, array.data, out);
  };
  EXPECT_TRUE(asIntegers(makeArray({2}, std::array<double, 2>{3.0, -7.0})));
  EXPECT_FALSE(asIntegers(makeArray({1}, std::array<double, 1>{1.5})));
  EXPECT_FALSE(asIntegers(makeArray({1}, std::array<double, 1>{std::nan("")})));
  EXPECT_FALSE(asIntegers(makeArray({1}, std::array<double, 1>{0x1p63})));
  NdArray large = makeArray({1}, std::array<std::int64_t, 1>{-1});
  EXPECT_TRUE(asIntegers(large));
  large.dtype = DType::UInt64;
  EXPECT_FALSE(asIntegers(large));
}

TEST(NdArrayTest, AbsurdShapesHaveNoSize) {
  const auto count = [](std::vector<std::int64_t> shape) { return checkedElements(shape); };
  EXPECT_EQ(count({}), 1U);
  EXPECT_EQ(count({3, 0, 5}), 0U);
  EXPECT_EQ(count({2, 64}), 128U);
  EXPECT_EQ(count({-1}), std::nullopt);
  EXPECT_EQ(count({std::int64_t{1} << 40, std::int64_t{1} << 40}), std::nullopt);
  EXPECT_EQ(count({std::int64_t{1} << 40, std::int64_t{1} << 40, 0}), std::nullopt);
}

}  // namespace
}  // namespace sojourn
