// SPDX-License-Identifier: GPL-3.0-or-later
// Element types and their conversions.
#include "model/formats/bytes/nd_array.h"

#include <algorithm>
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
  EXPECT_EQ(dtypeNamed(&DTypeNames::numpy, "f4"), DType::Float32);
  EXPECT_EQ(dtypeNamed(&DTypeNames::safetensors, "BF16"), DType::BFloat16);
  EXPECT_EQ(dtypeNamed(&DTypeNames::numpy, "U12"), std::nullopt);
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

/// Sign, exponent and fraction as IEEE 754 has them, where the exponent has `exponentBits`.
double valueOfBits(std::uint16_t bits, int exponentBits) {
  const int fractionBits = 15 - exponentBits;
  const int bias = (1 << (exponentBits - 1)) - 1;
  const int exponent = (bits & 0x7FFF) >> fractionBits;
  const int fraction = bits & ((1 << fractionBits) - 1);
  const double sign = (bits & 0x8000) != 0 ? -1 : 1;
  if (exponent == 2 * bias + 1) return fraction != 0 ? std::nan("") : sign * std::numeric_limits<double>::infinity();
  const int implied = exponent != 0 ? 1 << fractionBits : 0;
  return sign * std::ldexp(implied + fraction, std::max(exponent, 1) - bias - fractionBits);
}

/// Compares bit by bit, so that the sign of zero counts; any NaN is as good as another.
void expectSame(float value, double expected, std::uint16_t bits) {
  if (std::isnan(expected)) {
    ASSERT_TRUE(std::isnan(value)) << bits;
  } else {
    ASSERT_EQ(std::bit_cast<std::uint32_t>(value), std::bit_cast<std::uint32_t>(static_cast<float>(expected))) << bits;
  }
}

TEST(NdArrayTest, EveryHalfIsExactInAFloat) {
  for (std::uint32_t i = 0; i < 0x10000; ++i) {
    const auto bits = static_cast<std::uint16_t>(i);
    expectSame(halfToFloat(bits), valueOfBits(bits, 5), bits);
    expectSame(bfloat16ToFloat(bits), valueOfBits(bits, 8), bits);
  }
  EXPECT_EQ(halfToFloat(0x3C00), 1.0F);
  EXPECT_EQ(halfToFloat(0x0001), 0x1p-24F);
  EXPECT_EQ(halfToFloat(0x7BFF), 65504.0F);
  EXPECT_EQ(halfToFloat(0xFC00), -std::numeric_limits<float>::infinity());
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
