// SPDX-License-Identifier: GPL-3.0-or-later
// A pickle's list passed on element by element, and what has to be refused because of that.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "model/formats/pickle/pickle_reader.h"
#include "tests/formats/pickle_bytes.h"

namespace sojourn {
namespace {

using test::PickleBytes;
using ::testing::ElementsAre;
using ::testing::HasSubstr;

/// Writes down what it is given.
class Collector final : public PickleElements {
 public:
  Status take(std::span<const PickleValue> elements, MemoryBudget& budget) override {
    if (!budget.take(elements.size())) return Error{ErrorKind::BadInput, "collector", "is full", "read less"};
    for (const PickleValue& element : elements) {
      m_seen.push_back(element.description());
      for (const PickleValue& item : element.items()) m_seen.back() += ", " + item.description();
    }
    return m_seen.size() > m_most ? Error{ErrorKind::BadInput, "collector", "has enough", "stop"} : Status();
  }
  Status takeOther(const PickleValue& root) override {
    m_seen.push_back("no list but " + root.description());
    return {};
  }
  std::vector<std::string> m_seen;
  std::size_t m_most = 100;
};

Status collect(const Bytes& bytes, Collector& collector, PickleLimits limits = {.pieceBytes = 3, .foldBytes = 0}) {
  MemorySource source(bytes);
  return readPickleElements(source, "test.pk", collector, limits);
}

std::string elementsFinding(PickleBytes pickle) {
  Collector collector;
  const Status read = collect(pickle.stop(), collector);
  return read ? "nothing" : read.error().where + ": " + read.error().what;
}

/// BINGET
std::string memo(char number) {
  return std::string("h") + number;
}

TEST(PickleElementsTest, ComeInOrderHoweverTheyWereAppended) {
  Collector collector;
  // One by one, then a batch, then one more.
  ASSERT_TRUE(collect(PickleBytes()
                          .raw("]K\x01"
                               "a(K\x02](K\x07K\x08"
                               "eeNa")
                          .stop(),
                      collector));
  EXPECT_THAT(collector.m_seen,
              ElementsAre("the integer 1", "the integer 2", "a list of 2, the integer 7, the integer 8", "None"));
}

TEST(PickleElementsTest, ComeFromATupleOrAListMadeAtOnceToo) {
  Collector tuple, list, other;
  ASSERT_TRUE(collect(PickleBytes().raw("K\x01K\x02\x86").stop(), tuple));
  EXPECT_THAT(tuple.m_seen, ElementsAre("the integer 1", "the integer 2"));
  ASSERT_TRUE(collect(PickleBytes().raw("(K\x03l").stop(), list));
  EXPECT_THAT(list.m_seen, ElementsAre("the integer 3"));
  ASSERT_TRUE(collect(PickleBytes().raw("}").stop(), other));
  EXPECT_THAT(other.m_seen, ElementsAre("no list but a dict of 0"));
}

TEST(PickleElementsTest, TextsNamesAndNumbersAreRemembered) {
  Collector collector;
  // The text is number 1 of the memo, an integer number 2; both are referred to after everything was forgotten.
  const PickleBytes pickle = PickleBytes()
                                 .raw("]\x94")
                                 .raw("](")
                                 .text("shared")
                                 .raw(
                                     "\x94K\x05\x94"
                                     "ea")
                                 .raw("](")
                                 .raw(memo(1))
                                 .raw(memo(2))
                                 .raw("ea");
  ASSERT_TRUE(collect(PickleBytes(pickle).stop(), collector));
  EXPECT_THAT(collector.m_seen, ElementsAre("a list of 2, the text \"shared\", the integer 5",
                                            "a list of 2, the text \"shared\", the integer 5"));
}

TEST(PickleElementsTest, AContainerOfAnOlderElementIsRefused) {
  const std::string refusal = elementsFinding(PickleBytes()
                                          .raw("]\x94](K\x01"
                                               "e\x94"
                                               "a")
                                          .raw(memo(1))
                                          .raw("a"));
  EXPECT_THAT(refusal, HasSubstr("test.pk, byte "));
  EXPECT_THAT(refusal, HasSubstr("refers to a part of an element that comes far before it"));
  // Without having to forget it is no trouble.
  Collector collector;
  ASSERT_TRUE(collect(PickleBytes()
                          .raw("]\x94](K\x01"
                               "e\x94"
                               "a")
                          .raw(memo(1))
                          .raw("a")
                          .stop(),
                      collector, {}));
  EXPECT_EQ(collector.m_seen.size(), 2U);
}

TEST(PickleElementsTest, WhatWasPassedOnCannotChange) {
  Collector collector;
  const Status read = collect(PickleBytes()
                                  .raw("]\x94]\x94"
                                       "a")
                                  .raw(memo(1))
                                  .raw("K\x01"
                                       "a0")
                                  .stop(),
                              collector, {});
  ASSERT_FALSE(read);
  EXPECT_THAT(read.error().what, HasSubstr("changes an element after it was complete"));
  EXPECT_THAT(elementsFinding(PickleBytes().raw("]K\x01"
                                        "a0]")),
              HasSubstr("not with the list that it filled"));
}

TEST(PickleElementsTest, EachElementIsCheckedLikeADocument) {
  EXPECT_THAT(elementsFinding(PickleBytes().raw("]}(").text("a").raw("N").text("a").raw("Nua")), HasSubstr("twice as a key"));
  EXPECT_THAT(elementsFinding(PickleBytes().raw("])").repeat(201, "\x85").raw("a")), HasSubstr("more than 200 deep"));
  EXPECT_THAT(elementsFinding(PickleBytes().raw("]]\x94").raw(memo(0)).raw("aa")), HasSubstr("contains itself"));
}

TEST(PickleElementsTest, AnErrorOfWhoeverTakesThemEndsTheReading) {
  Collector collector;
  collector.m_most = 2;
  const Status read = collect(PickleBytes().raw("]").repeat(10, "Na").stop(), collector);
  ASSERT_FALSE(read);
  EXPECT_EQ(read.error().where, "collector");
  EXPECT_EQ(collector.m_seen.size(), 3U);
}

TEST(PickleElementsTest, ManyInstructionsAndMuchMemoryAreRefused) {
  Collector collector;
  const Bytes tedious = PickleBytes().raw("]").repeat(1000, "N0").stop();
  EXPECT_TRUE(collect(tedious, collector, {.instructions = 2003}));
  const Status tooMany = collect(tedious, collector, {.instructions = 2002});
  ASSERT_FALSE(tooMany);
  EXPECT_THAT(tooMany.error().what, HasSubstr("more than 2002 instructions"));

  // A megabyte of text in each of a hundred elements: only one of them is there at a time.
  PickleBytes pickle;
  pickle.raw("]");
  for (int i = 0; i < 100; ++i) pickle.text(std::string(1'000'000, 'a')).raw("\x94").raw("a");
  const Bytes large = pickle.stop();
  EXPECT_TRUE(collect(large, collector, {.memoryBytes = 4'000'000, .pieceBytes = 1000, .foldBytes = 0}));
  const Status tooMuch = collect(large, collector, {.memoryBytes = 900'000, .pieceBytes = 1000, .foldBytes = 0});
  ASSERT_FALSE(tooMuch);
  EXPECT_THAT(tooMuch.error().what, HasSubstr("more memory than one file may take"));
}

}  // namespace
}  // namespace sojourn
