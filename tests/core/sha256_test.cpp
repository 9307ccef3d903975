// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/core/sha256.h"

#include <gtest/gtest.h>

#include "model/core/files.h"

namespace sojourn {
namespace {

TEST(Sha256, MatchesThePublishedVectors) {
  EXPECT_EQ(sha256(asBytes("")), "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855");
  EXPECT_EQ(sha256(asBytes("abc")), "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad");
  EXPECT_EQ(sha256(asBytes("abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq")),
            "248d6a61d20638b8e5c026930c3e6039a33ce45964ff2167f6ecedd419db06c1");
  EXPECT_EQ(sha256(asBytes(std::string(1'000'000, 'a'))),
            "cdc76e5c9914fb9281a1c7e284d73e67f1809a48a497200e046d39ccc7112cd0");
}

TEST(Sha256, PiecesGiveTheDigestOfTheWhole) {
  const std::string text(1000, 'x');
  for (const std::size_t piece : {1UL, 55UL, 56UL, 63UL, 64UL, 65UL, 127UL, 999UL}) {
    Sha256 digest;
    for (std::size_t at = 0; at < text.size(); at += piece) digest.update(asBytes(text.substr(at, piece)));
    EXPECT_EQ(digest.finish(), sha256(asBytes(text))) << piece;
  }
}

}  // namespace
}  // namespace sojourn
