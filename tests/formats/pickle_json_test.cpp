// SPDX-License-Identifier: GPL-3.0-or-later
// Settings as JSON.
#include "model/formats/pickle/pickle_json.h"

#include <limits>

#include <gtest/gtest.h>

#include "model/formats/pickle/pickle_reader.h"
#include "model/formats/pickle/pickle_writer.h"

namespace sojourn {
namespace {

TEST(PickleJsonTest, EveryKindOfValue) {
  PickleWriter pickle;
  pickle.beginDict();
  pickle.text("numbers");
  pickle.beginTuple();
  pickle.integer(-3);
  pickle.real(0.5);
  pickle.real(std::numeric_limits<double>::quiet_NaN());
  pickle.real(-std::numeric_limits<double>::infinity());
  pickle.boolean(true);
  pickle.none();
  pickle.end();
  pickle.integer(7);
  pickle.text("text \xff");
  pickle.text("array");
  pickle.array(std::array<double, 2>{1, 2});
  pickle.text("bytes");
  pickle.binary(asBytes("abc"));
  pickle.end();
  const auto document = readPickle(pickle.finish(), "test");
  ASSERT_TRUE(document.ok());
  EXPECT_EQ(
      PickleToJson().convert(document->root(), "test").dump(),
      R"({"numbers":[-3,0.5,"NaN","-Infinity",true,null],"7":"text \\xff","array":"an array float64 [2]","bytes":"3 B of bytes"})");
}

TEST(PickleJsonTest, IntegersBeyond64Bits) {
  const auto decimal = [](std::initializer_list<int> bytes) {
    Bytes raw;
    for (const int byte : bytes) raw.push_back(static_cast<std::byte>(byte));
    return decimalText(raw);
  };
  EXPECT_EQ(decimal({}), "0");
  EXPECT_EQ(decimal({0xFF}), "-1");
  EXPECT_EQ(decimal({0, 0, 0, 0, 0, 0, 0, 0, 1}), "18446744073709551616");
  EXPECT_EQ(decimal({0, 0, 0, 0, 0, 0, 0, 0, 0xFF}), "-18446744073709551616");
  EXPECT_EQ(decimal({0x00, 0xCA, 0x9A, 0x3B, 0, 0, 0, 0, 0}), "1000000000");
}

}  // namespace
}  // namespace sojourn
