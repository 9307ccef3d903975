// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/core/text.h"

#include <string>

#include <gtest/gtest.h>

#include "model/core/result.h"

namespace sojourn {
namespace {

using namespace std::string_literals;

TEST(Text, EscapesWhatWouldSteerATerminal) {
  EXPECT_EQ(escapeForDisplay("Caf\u00e9 \u2192"), "Caf\u00e9 \u2192");
  EXPECT_EQ(escapeForDisplay("a\x1b[31mb\n"), "a\\x1b[31mb\\x0a");
  EXPECT_EQ(escapeForDisplay("a\0b"s), "a\\x00b");
  EXPECT_EQ(escapeForDisplay("\u202egnp"), "\\u202egnp");
  EXPECT_EQ(escapeForDisplay("\xc2\x9b"), "\\x9b");
}

TEST(Text, EscapesInvalidUtf8) {
  EXPECT_EQ(escapeForDisplay("\xff"), "\\xff");
  EXPECT_EQ(escapeForDisplay("\xc0\xaf"), "\\xc0\\xaf") << "overlong";
  EXPECT_EQ(escapeForDisplay("\xed\xa0\x80"), "\\xed\\xa0\\x80") << "surrogate";
  EXPECT_EQ(escapeForDisplay("\xe2\x82"), "\\xe2\\x82") << "truncated";
}

TEST(Text, ShortensLongText) {
  const std::string text = escapeForDisplay(std::string(5000, 'a'), 10);
  EXPECT_EQ(text, "aaaaaaa…") << "ten bytes, three of them the ellipsis";
  EXPECT_EQ(escapeForDisplay("0123456789", 10), "0123456789");
  EXPECT_EQ(escapeForDisplay("abc", 2), "…");
}

TEST(Text, WhatIsFitForDisplayStaysAsItIs) {
  for (const std::string& raw : {std::string(300, '\xff'), std::string(199, 'a').append("\xff"), std::string(201, 'b'),
                                 std::string("Bakery").append(98, '\xb3').append("\u20ac\u20ac")}) {
    const std::string once = escapeForDisplay(raw);
    EXPECT_LE(once.size(), 200U);
    EXPECT_EQ(escapeForDisplay(once), once);
  }
}

TEST(Text, GroupsThousands) {
  EXPECT_EQ(groupThousands(999), "999");
  EXPECT_EQ(groupThousands(3502), "3\u2009502");
  EXPECT_EQ(groupThousands(-1234567), "\u22121\u2009234\u2009567");
}

TEST(Text, NamesBytes) {
  EXPECT_EQ(humanBytes(999), "999 B");
  EXPECT_EQ(humanBytes(9'600'000), "9.6 MB");
  EXPECT_EQ(humanBytes(531'000'000), "531 MB");
}

TEST(ErrorText, IsOneLine) {
  const Error error{ErrorKind::BadInput, "a.pt", "is\nbroken", "get another"};
  EXPECT_EQ(error.sentence(), "a.pt: is\\x0abroken: get another");
}

}  // namespace
}  // namespace sojourn
