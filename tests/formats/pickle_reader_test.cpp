// SPDX-License-Identifier: GPL-3.0-or-later
// What pickles mean: every kind of value, NumPy of both generations, the real datasets.
#include "model/formats/pickle/pickle_reader.h"

#include <gmock/gmock.h>

#include "tests/formats/pickle_bytes.h"
#include "tests/support/growth.h"
#include "tests/support/shared_data.h"

namespace sojourn {
namespace {

using test::bytesOf;
using test::PickleBytes;
using ::testing::ElementsAre;

PickleDocument mustRead(const PickleBytes& pickle) {
  auto document = readPickle(pickle.stop(), "test.pk");
  if (!document) ADD_FAILURE() << document.error().sentence();
  EXPECT_TRUE(document.ok());
  return std::move(*document);
}

std::vector<std::int64_t> integers(const PickleArray& array) {
  std::vector<std::int64_t> out(array.elements());
  EXPECT_TRUE(copyAsIntegers(array.dtype, array.data, out));
  return out;
}

TEST(PickleReaderTest, PlainValues) {
  const auto document = mustRead(PickleBytes()
                                     .raw("](N\x88\x89K\x07M\x01\x02J\xff\xff\xff\xff")
                                     .raw(std::string_view("\x8a\x05\x00\x00\x00\x00\x01", 7))
                                     .raw(std::string_view("\x8a\x00", 2))
                                     .raw(std::string_view("G\x3f\xf8\x00\x00\x00\x00\x00\x00", 9))
                                     .text("abc")
                                     .binary("xy")
                                     .raw("e"));
  const auto items = document.root().items();
  ASSERT_EQ(items.size(), 11U);
  EXPECT_TRUE(items[0].isNone());
  EXPECT_TRUE(items[1].is(PickleKind::Bool));
  EXPECT_EQ(items[1].asInteger(), 1);
  EXPECT_EQ(items[2].asInteger(), 0);
  EXPECT_EQ(items[3].asInteger(), 7);
  EXPECT_EQ(items[4].asInteger(), 513);
  EXPECT_EQ(items[5].asInteger(), -1);
  EXPECT_EQ(items[6].asInteger(), std::int64_t{1} << 32);
  EXPECT_EQ(items[7].asInteger(), 0);
  EXPECT_EQ(items[8].asNumber(), 1.5);
  EXPECT_EQ(items[8].asInteger(), std::nullopt);
  EXPECT_EQ(items[9].asText(), "abc");
  EXPECT_EQ(items[10].bytes().size(), 2U);
}

TEST(PickleReaderTest, DictsKeepTheirOrderAndSharedValuesStayOneNode) {
  const auto document = mustRead(
      PickleBytes().raw("}(").text("b").raw("]\x94").text("a").raw(std::string_view("h\x00K\x05", 2)).raw("u"));
  const auto entries = document.root().entries();
  ASSERT_EQ(entries.size(), 2U);
  EXPECT_EQ(entries[0].key.asText(), "b");
  EXPECT_EQ(entries[1].key.asText(), "a");
  EXPECT_EQ(document.root().find("zzz"), nullptr);
  ASSERT_NE(document.root().find("a"), nullptr);
}

TEST(PickleReaderTest, ArraysOfBothWritings) {
  const std::string data = bytesOf<std::int64_t>({4, -5, 6});
  const auto rebuilt = mustRead(PickleBytes(2).array("i8", data));
  ASSERT_NE(rebuilt.root().asArray(), nullptr);
  EXPECT_EQ(rebuilt.root().asArray()->dtype, DType::Int64);
  EXPECT_THAT(integers(*rebuilt.root().asArray()), ElementsAre(4, -5, 6));

  for (const char* module : {"numpy.core.numeric", "numpy._core.numeric"}) {
    const auto buffered = mustRead(PickleBytes(5)
                                       .global(module, "_frombuffer")
                                       .raw("(")
                                       .binary(data)
                                       .numpyType("i8")
                                       .integer(3)
                                       .raw("\x85")
                                       .text("C")
                                       .raw("tR"));
    ASSERT_NE(buffered.root().asArray(), nullptr);
    EXPECT_THAT(integers(*buffered.root().asArray()), ElementsAre(4, -5, 6));
  }
}

TEST(PickleReaderTest, AnArrayThatNeverGetsItsStateIsEmpty) {
  const auto document = mustRead(PickleBytes().global("numpy.core.multiarray", "_reconstruct").raw(")R"));
  EXPECT_THAT(document.root().asArray()->shape, ElementsAre(0));
  EXPECT_EQ(document.root().asArray()->elements(), 0U);
}

TEST(PickleReaderTest, BigEndianAndFortranOrderAreTurned) {
  const std::string swapped("\x00\x00\x00\x00\x00\x00\x01\x02", 8);
  EXPECT_THAT(integers(*mustRead(PickleBytes().array("i8", swapped, ">")).root().asArray()), ElementsAre(258));

  // [[1, 2, 3], [4, 5, 6]] column by column
  const std::string columns = bytesOf<std::int64_t>({1, 4, 2, 5, 3, 6});
  const auto fortran = mustRead(PickleBytes(5)
                                    .global("numpy.core.numeric", "_frombuffer")
                                    .raw("(")
                                    .binary(columns)
                                    .numpyType("i8")
                                    .integer(2)
                                    .integer(3)
                                    .raw("\x86")
                                    .text("F")
                                    .raw("tR"));
  EXPECT_THAT(fortran.root().asArray()->shape, ElementsAre(2, 3));
  EXPECT_THAT(integers(*fortran.root().asArray()), ElementsAre(1, 2, 3, 4, 5, 6));

  // NumPy 2: reshaped to [3, 2], then transposed by (1, 0)
  const auto transposed = mustRead(PickleBytes(5)
                                       .global("numpy._core.numeric", "_frombuffer")
                                       .raw("(")
                                       .binary(columns)
                                       .numpyType("i8")
                                       .integer(3)
                                       .integer(2)
                                       .raw("\x86")
                                       .text("K")
                                       .integer(1)
                                       .integer(0)
                                       .raw("\x86tR"));
  EXPECT_THAT(transposed.root().asArray()->shape, ElementsAre(2, 3));
  EXPECT_THAT(integers(*transposed.root().asArray()), ElementsAre(1, 2, 3, 4, 5, 6));
}

TEST(PickleReaderTest, ScalarsBecomeNumbers) {
  const auto scalar = [](std::string_view code, std::string_view data) {
    return PickleBytes().global("numpy._core.multiarray", "scalar").numpyType(code).binary(data).raw("\x86R");
  };
  EXPECT_EQ(mustRead(scalar("i8", bytesOf<std::int64_t>({42}))).root().asInteger(), 42);
  EXPECT_EQ(mustRead(scalar("f4", bytesOf<float>({2.5F}))).root().asNumber(), 2.5);
  EXPECT_EQ(mustRead(scalar("b1", "\x01")).root().kind(), PickleKind::Bool);
  EXPECT_EQ(mustRead(scalar("u8", bytesOf<std::int64_t>({-1}))).root().kind(), PickleKind::BigInteger);
  EXPECT_EQ(mustRead(scalar("M8", bytesOf<std::int64_t>({0}))).root().kind(), PickleKind::Opaque);
}

TEST(PickleReaderTest, ArraysOfTextsAreKeptAsideAndNamed) {
  const auto document = mustRead(PickleBytes().array("U2", bytesOf<std::int64_t>({1})));
  EXPECT_EQ(document.root().asArray(), nullptr);
  EXPECT_EQ(document.root().description(), "an array of NumPy type U2");
}

TEST(PickleReaderTest, BytesOfProtocolTwo) {
  const auto document =
      mustRead(PickleBytes(2).global("_codecs", "encode").text("a\xc3\xbf\xc2\x80").text("latin1").raw("\x86R"));
  ASSERT_EQ(document.root().kind(), PickleKind::Binary);
  EXPECT_THAT(document.root().bytes(), ElementsAre(std::byte{'a'}, std::byte{0xFF}, std::byte{0x80}));
}

TEST(PickleReaderTest, ContainersOfTheStandardLibrary) {
  const auto ordered = mustRead(PickleBytes(2).global("collections", "OrderedDict").raw(")R").text("k").raw("K\x01s"));
  EXPECT_EQ(ordered.root().find("k")->asInteger(), 1);
  const auto settings =
      mustRead(PickleBytes(2).global("argparse", "Namespace").raw(")\x81}").text("lr").raw("K\x02sb"));
  EXPECT_EQ(settings.root().find("lr")->asInteger(), 2);
  const auto path =
      mustRead(PickleBytes(2).global("pathlib", "PosixPath").text("/").text("data").text("x").raw("\x87R"));
  EXPECT_EQ(path.root().asText(), "/data/x");
  const auto set = mustRead(PickleBytes().raw("\x8f(K\x01K\x02\x90"));
  EXPECT_EQ(set.root().items().size(), 2U);
  const auto number = mustRead(PickleBytes().global("builtins", "complex").integer(1).integer(-2).raw("\x86R"));
  EXPECT_EQ(number.root().description(), "a complex number");
}

TEST(PickleReaderTest, TheRealDatasets) {
  SOJOURN_NEEDS_SHARED_DATA(data);
  const std::pair<const char*, std::size_t> files[] = {{"geolife_eps20_prev7_train.pk", 7424},
                                                       {"geolife_eps20_prev7_validation.pk", 3334},
                                                       {"geolife_eps20_prev7_test.pk", 3502}};
  for (const auto& [name, rows] : files) {
    const auto bytes = readFile(data / "geolife" / name, 1U << 24U);
    ASSERT_TRUE(bytes.ok()) << bytes.error().sentence();
    const auto document = readPickle(*bytes, name);
    ASSERT_TRUE(document.ok()) << document.error().sentence();
    ASSERT_EQ(document->root().items().size(), rows);
    for (const PickleValue& row : document->root().items()) {
      const PickleValue* locations = row.find("X");
      ASSERT_TRUE(locations && locations->asArray());
      for (const char* key : {"user_X", "weekday_X", "start_min_X", "dur_X", "diff"}) {
        ASSERT_TRUE(row.find(key) && row.find(key)->asArray());
        ASSERT_EQ(row.find(key)->asArray()->elements(), locations->asArray()->elements());
      }
      ASSERT_TRUE(row.find("Y")->asInteger());
    }
  }
}

/// Lists that are remembered one after the other, and each remembered one named again.
TEST(PickleReaderTest, TheMemoTakesTimeLinearInTheFile) {
  EXPECT_TRUE(test::takesLinearTime(10'000, [](std::size_t count) {
    const auto number = [](std::size_t i) {
      std::string bytes;
      for (int shift = 0; shift < 32; shift += 8) bytes += static_cast<char>(i >> shift & 0xFFU);
      return bytes;
    };
    std::string text = "](";
    for (std::size_t i = 0; i < count; ++i) text += "]r" + number(i);
    for (std::size_t i = 0; i < count; ++i) text += "j" + number(i);
    const Bytes bytes = PickleBytes().raw(text + "e").stop();
    return [bytes, count] {
      const auto read = readPickle(bytes, "test.pk");
      ASSERT_TRUE(read) << read.error().sentence();
      EXPECT_EQ(read->root().items().size(), 2 * count);
    };
  }));
}

}  // namespace
}  // namespace sojourn
