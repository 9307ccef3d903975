// SPDX-License-Identifier: GPL-3.0-or-later
// Pickles that are broken, hostile or absurd: each gets its own sentence, quickly and in little memory.

#include <gmock/gmock.h>

#include "model/formats/pickle/pickle_reader.h"
#include "tests/formats/pickle_bytes.h"
#include "tests/support/cpu_time.h"

namespace sojourn {
namespace {

using test::bytesOf;
using test::PickleBytes;
using ::testing::HasSubstr;
using ::testing::StartsWith;
using namespace std::string_view_literals;

Error pickleRefusal(const Bytes& bytes) {
  const auto document = readPickle(bytes, "test.pk");
  if (document) {
    ADD_FAILURE() << "was read as " << document->root().description();
    return {};
  }
  EXPECT_EQ(document.error().kind, ErrorKind::BadInput);
  EXPECT_THAT(document.error().where, StartsWith("test.pk, byte "));
  EXPECT_FALSE(document.error().remedy.empty());
  return document.error();
}

std::string finding(const PickleBytes& pickle) {
  return pickleRefusal(pickle.stop()).what;
}

TEST(PickleRefusalTest, UnknownNamesAreNamedAndNeverCalled) {
  const Error error = pickleRefusal(PickleBytes(2).global("os", "system").text("true").raw("\x85R").stop());
  EXPECT_THAT(error.what, HasSubstr("asks for os.system"));
  EXPECT_EQ(error.where, "test.pk, byte 2");
  EXPECT_THAT(error.remedy, HasSubstr("load it in Python and save plain data"));
  EXPECT_THAT(finding(PickleBytes().text("builtins").text("eval").raw("\x93")), HasSubstr("builtins.eval"));
  EXPECT_THAT(finding(PickleBytes(2).global("a\x1b[2J", "x")), HasSubstr("a\\x1b[2J.x"));
}

/// NumPy writes C and Fortran order, and since version 2 the order of the axes; a reader that takes all else for C
/// order would show other numbers than were saved.
TEST(PickleRefusalTest, ArraysInAnOrderThatDoesNotExist) {
  const std::string numbers = bytesOf<std::int64_t>({1, 2, 3, 4});
  const auto buffer = [&](std::string_view order, std::string_view axes = "") {
    PickleBytes pickle;
    pickle.global("numpy._core.numeric", "_frombuffer").op('(').binary(numbers).numpyType("i8");
    return pickle.raw("K\x02K\x02\x86").text(order).raw(axes).raw("tR");
  };
  for (const char* order : {"C", "F"}) EXPECT_TRUE(readPickle(buffer(order).stop(), "test.pk")) << order;
  EXPECT_TRUE(readPickle(buffer("K", "K\x01K\0\x86"sv).stop(), "test.pk"));
  for (const char* order : {"A", "K", "X", "c", "", "CF"})
    EXPECT_THAT(finding(buffer(order)), HasSubstr("holds an array in the order \"" + std::string(order) + "\""));
  EXPECT_THAT(finding(buffer("X", "K\x01K\0\x86"sv)), HasSubstr("in the order \"X\""));
  EXPECT_THAT(finding(buffer("K", "N")), HasSubstr("in the order \"K\""));

  const auto state = [&](std::string_view fortran) {
    PickleBytes pickle;
    pickle.global("numpy.core.multiarray", "_reconstruct").global("numpy", "ndarray").raw("K\0\x85"sv).binary("b");
    pickle.raw("\x87R(K\x01K\x02K\x02\x86").numpyType("i8");
    return pickle.raw(fortran).binary(numbers).raw("tb");
  };
  for (const std::string_view fortran : {"\x88"sv, "\x89"sv, "K\x01"sv})
    EXPECT_TRUE(readPickle(state(fortran).stop(), "test.pk"));
  EXPECT_THAT(finding(state("K\x02")), HasSubstr("in the order 2, where 0 (C) and 1 (Fortran) are known"));
  EXPECT_THAT(finding(PickleBytes().array("i8", numbers, "X")), HasSubstr("a NumPy type a state that is none"));
}

TEST(PickleRefusalTest, EveryTruncation) {
  const Bytes whole =
      PickleBytes().raw("](}(").text("X").array("i8", bytesOf<std::int64_t>({1, 2, 3})).text("Y").raw("K\x01ue").stop();
  ASSERT_TRUE(readPickle(whole, "test.pk").ok());
  for (std::size_t length = 0; length < whole.size(); ++length) {
    const Error error = pickleRefusal(Bytes(whole.begin(), whole.begin() + static_cast<std::ptrdiff_t>(length)));
    EXPECT_FALSE(error.what.empty());
  }
}

TEST(PickleRefusalTest, EveryFlippedBitIsSurvived) {
  const Bytes whole =
      PickleBytes().raw("](}(").text("X").array("i8", bytesOf<std::int64_t>({1, 2, 3})).text("Y").raw("K\x01ue").stop();
  std::size_t refused = 0;
  for (std::size_t at = 0; at < whole.size(); ++at) {
    for (unsigned bit = 0; bit < 8; ++bit) {
      Bytes flipped = whole;
      flipped[at] ^= static_cast<std::byte>(1U << bit);
      const auto document = readPickle(flipped, "test.pk");
      if (!document) {
        ++refused;
        EXPECT_FALSE(document.error().what.empty());
      }
    }
  }
  EXPECT_GT(refused, whole.size());
}

TEST(PickleRefusalTest, AbsurdLengthsCostNothing) {
  EXPECT_THAT(finding(PickleBytes().op('X').number(std::uint32_t{0xFFFFFFFF})),
              HasSubstr("needs 4294967295 bytes where 1"));
  EXPECT_THAT(finding(PickleBytes().op('\x8e').number(~std::uint64_t{0})),
              HasSubstr("needs 18446744073709551615 bytes"));
  EXPECT_THAT(finding(PickleBytes().op('\x95').number(std::uint64_t{1} << 62)),
              HasSubstr("announces 4611686018427387904 bytes"));
  EXPECT_THAT(finding(PickleBytes().raw("Nr").number(std::uint32_t{0xFFFFFFFF})),
              HasSubstr("under the number 4294967295"));
  EXPECT_THAT(finding(PickleBytes().op('\x8b').number(std::uint32_t{5000}).repeat(5000, "\x01")),
              HasSubstr("an integer of 5000 bytes"));
}

TEST(PickleRefusalTest, NestingAMillionDeep) {
  EXPECT_THAT(finding(PickleBytes().repeat(1'000'000, "]").repeat(999'999, "a")), HasSubstr("more than 200 deep"));
  EXPECT_THAT(finding(PickleBytes().repeat(1'000'000, "(").repeat(1'000'000, "t")), HasSubstr("more than 200 deep"));
  EXPECT_THAT(finding(PickleBytes().raw(")").repeat(1'000'000, "\x85")), HasSubstr("more than 200 deep"));
  EXPECT_TRUE(readPickle(PickleBytes().raw(")").repeat(199, "\x85").stop(), "test.pk").ok());
  EXPECT_FALSE(readPickle(PickleBytes().raw(")").repeat(200, "\x85").stop(), "test.pk").ok());
}

TEST(PickleRefusalTest, DeepOnlyThroughSharedNodes) {
  // Two chains of 150 tuples, the second on top of the first, which the walk has met before at a harmless depth.
  PickleBytes pickle;
  pickle.raw("](")
      .raw(")")
      .repeat(150, "\x85")
      .raw("\x94")
      .raw(std::string_view("h\x00", 2))
      .repeat(150, "\x85")
      .raw("e");
  EXPECT_THAT(finding(pickle), HasSubstr("more than 200 deep"));
}

TEST(PickleRefusalTest, Cycles) {
  EXPECT_THAT(finding(PickleBytes().raw("]\x94").raw(std::string_view("h\x00", 2)).raw("a")),
              HasSubstr("a list that contains itself"));
  EXPECT_THAT(finding(PickleBytes().raw("}\x94").text("me").raw(std::string_view("h\x00", 2)).raw("s")),
              HasSubstr("a dict that contains itself"));
}

/// Forty lists, each holding the one before it twice: 2^40 values if anybody walked them all.
TEST(PickleRefusalTest, SharedNodesAreNotMultiplied) {
  PickleBytes pickle;
  pickle.raw("]").raw(std::string_view("q\x00", 2));
  for (char level = 1; level < 40; ++level) {
    pickle.raw("](h").raw(static_cast<char>(level - 1)).raw("h").raw(static_cast<char>(level - 1)).raw("eq").raw(level);
  }
  const test::CpuTime time;
  const auto document = readPickle(pickle.stop(), "test.pk");
  EXPECT_LT(time.seconds(), 100 * 0.01);
  ASSERT_TRUE(document.ok()) << document.error().sentence();
  EXPECT_EQ(document->root().items().size(), 2U);
}

/// A text that is encoded to bytes over and over, and a list copied over and over, hit the ceiling and not the machine.
TEST(PickleRefusalTest, MultipliedCopiesHitTheCeiling) {
  PickleBytes pickle(2);
  pickle.global("_codecs", "encode").raw(std::string_view("q\x00", 2)).op('0');
  pickle.op('X')
      .number(std::uint32_t{2'000'000})
      .repeat(1'000'000, "\xc3\xbf")
      .raw(std::string_view("q\x01", 2))
      .op('0');
  pickle.text("latin1").raw(std::string_view("q\x02", 2)).op('0').raw("](");
  pickle.repeat(100'000, std::string_view("h\x00h\x01h\x02\x86R", 8));
  EXPECT_THAT(finding(pickle.raw("e")), HasSubstr("more memory than one file may take"));
}

/// The same, where nothing is kept: a long ASCII text looked at a hundred thousand times.
TEST(PickleRefusalTest, RepeatedWorkHitsTheCeiling) {
  PickleBytes pickle(2);
  pickle.global("_codecs", "encode").raw(std::string_view("q\x00", 2)).op('0');
  pickle.text(std::string(1'000'000, 'a')).raw(std::string_view("q\x01", 2)).op('0');
  pickle.text("latin1").raw(std::string_view("q\x02", 2)).op('0');
  pickle.repeat(100'000, std::string_view("h\x00h\x01h\x02\x86R0", 9));
  EXPECT_THAT(finding(pickle.raw("N")), HasSubstr("the same work again and again"));
}

TEST(PickleRefusalTest, KeysThatStandTwiceOrCannotBeKeys) {
  EXPECT_THAT(finding(PickleBytes().raw("}(").text("a").raw("N").text("a").raw("Nu")),
              HasSubstr("the text \"a\" twice"));
  EXPECT_THAT(finding(PickleBytes().raw("}(]Nu")), HasSubstr("uses a list of 0 as a key"));
  EXPECT_THAT(finding(PickleBytes().raw("}(K\x01N\x88Nu")), HasSubstr("twice as a key"));
  PickleBytes large;
  large.raw("}(");
  for (int i = 0; i < 1000; ++i) large.integer(i).raw("N");
  EXPECT_THAT(finding(large.integer(500).raw("Nu")), HasSubstr("the integer 500 twice"));
}

TEST(PickleRefusalTest, StackAndMemoMistakes) {
  EXPECT_THAT(finding(PickleBytes()), HasSubstr("takes a value where there is none"));
  EXPECT_THAT(finding(PickleBytes().raw("e")), HasSubstr("takes values where none were announced"));
  EXPECT_THAT(finding(PickleBytes().raw("h\x05")), HasSubstr("value number 5, which was never stored"));
  EXPECT_THAT(finding(PickleBytes().raw("}(Nu")), HasSubstr("a key without its value"));
  EXPECT_THAT(finding(PickleBytes().raw("NNa")), HasSubstr("adds elements to None"));
  EXPECT_THAT(finding(PickleBytes().raw("](\x94")), HasSubstr("takes a value where there is none"));
  EXPECT_THAT(finding(PickleBytes().raw("N)R")), HasSubstr("calls None"));
  EXPECT_THAT(finding(PickleBytes().raw("N}b")), HasSubstr("gives a state to None"));
  EXPECT_THAT(finding(PickleBytes().text("x").raw("Q")), HasSubstr("refers to something outside itself"));
  EXPECT_THAT(finding(PickleBytes().raw("I5\n")), HasSubstr("instruction 0x49"));
  EXPECT_THAT(finding(PickleBytes().raw("\x97")), HasSubstr("keeps its arrays outside of itself"));
}

TEST(PickleRefusalTest, OtherProtocolsAndOtherFiles) {
  EXPECT_THAT(pickleRefusal({}).what, HasSubstr("is empty"));
  EXPECT_THAT(pickleRefusal(Bytes{std::byte{'('}, std::byte{'.'}}).remedy, HasSubstr("protocol 2 or later"));
  EXPECT_THAT(finding(PickleBytes(6).raw("N")), HasSubstr("protocol 6"));
  EXPECT_THAT(finding(PickleBytes(1).raw("N")), HasSubstr("protocol 1"));
}

TEST(PickleRefusalTest, ArraysThatDoNotAddUp) {
  const auto array = [](std::int32_t extent, std::string_view data, std::string_view code = "i8") {
    return PickleBytes(5)
        .global("numpy.core.numeric", "_frombuffer")
        .raw("(")
        .binary(data)
        .numpyType(code)
        .integer(extent)
        .raw("\x85")
        .text("C")
        .raw("tR");
  };
  EXPECT_THAT(finding(array(3, bytesOf<std::int64_t>({1, 2}))), HasSubstr("an array int64 [3] with 16 bytes of data"));
  EXPECT_THAT(finding(array(1, bytesOf<std::int64_t>({1, 2}))), HasSubstr("an array int64 [1] with 16 bytes"));
  EXPECT_THAT(finding(array(2147483647, "abc")), HasSubstr("[2147483647] with 3 bytes"));
  EXPECT_THAT(finding(array(-1, "abcdefgh")), HasSubstr("the integer -1 in its shape"));
  EXPECT_THAT(finding(PickleBytes().global("numpy", "dtype").raw(")R")), HasSubstr("numpy.dtype with arguments"));
  EXPECT_THAT(finding(PickleBytes().global("numpy", "dtype").text("i8").raw("\x85R").raw("Nb")),
              HasSubstr("gives a NumPy type a state that is none"));
}

}  // namespace
}  // namespace sojourn
