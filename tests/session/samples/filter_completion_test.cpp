// SPDX-License-Identifier: GPL-3.0-or-later
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tests/session/fake_data.h"
#include "views/session/samples/sample_filter.h"

namespace sojourn::session {
namespace {

using ::testing::Contains;
using ::testing::ElementsAre;
using ::testing::Not;

std::vector<std::string> texts(const FilterCompletion& completion) {
  std::vector<std::string> all;
  for (const FilterSuggestion& suggestion : completion.suggestions) all.push_back(suggestion.text);
  return all;
}

class FilterCompletionTest : public ::testing::Test {
 protected:
  FilterCompletionTest() : m_dataset(test::fakeDataset()), m_table(m_dataset, Split::Test), m_naming(m_dataset) {}
  std::vector<std::string> at(const std::string& text) {
    return texts(completeFilter(text, text.size(), &m_naming, &m_table));
  }

  DatasetPtr m_dataset;
  SampleTable m_table;
  PlaceNaming m_naming;
};

TEST_F(FilterCompletionTest, EverySuggestionThatIsWholeIsAValidFilter) {
  for (const FilterSuggestion& suggestion : completeFilter("", 0, &m_naming, &m_table).suggestions) {
    EXPECT_FALSE(suggestion.caption.empty()) << suggestion.text;
    if (suggestion.text.back() == ':') continue;
    EXPECT_TRUE(SampleFilter::parse(suggestion.text, &m_naming).ok()) << suggestion.text;
  }
}

TEST_F(FilterCompletionTest, AWrongWordGetsItsOwnFieldFirstThenTheRest) {
  const auto all = completeFilter("user:42 wrong gate<high", 23, &m_naming, &m_table);
  EXPECT_EQ(all.position, 14U);
  EXPECT_EQ(all.length, 9U);
  const auto offered = texts(all);
  ASSERT_GE(offered.size(), 6U);
  EXPECT_THAT(std::vector(offered.begin(), offered.begin() + 6),
              ElementsAre("gate<0.5", "gate>0.9", "in-history:no", "unseen", "rank>10", "p<0.01"));
  EXPECT_EQ(all.suggestions[0].caption, "gate below a value");
  EXPECT_THAT(offered, Not(Contains("right"))) << "wrong is there already";
}

TEST_F(FilterCompletionTest, WhatIsTypedNarrowsIt) {
  EXPECT_THAT(at("wrong ra"), ElementsAre("rank>10"));
  EXPECT_THAT(at("IN"), ElementsAre("in-history:no", "in-history:yes", "index:100..200"));
}

TEST_F(FilterCompletionTest, AWordOfTheMeaningFindsItsTerms) {
  EXPECT_THAT(at("window"), ElementsAre("in-history:no", "in-history:yes"));
  const auto offered = at("Target");
  EXPECT_EQ(offered.front(), "target:") << "what begins so comes first";
  EXPECT_THAT(offered, Contains("unseen"));
  EXPECT_THAT(at("distan"), ElementsAre("error>1km"));
}

TEST_F(FilterCompletionTest, OffersTheMostFrequentValues) {
  m_naming.setUserName(2, "Anna");
  m_naming.setPlaceName(2, "Bakery");
  EXPECT_THAT(at("user:"), ElementsAre("user:1", "user:2", "user:3"));
  EXPECT_THAT(at("user:An"), ElementsAre("user:2"));
  const auto targets = at("target:");
  ASSERT_EQ(targets.size(), 11U);
  EXPECT_EQ(targets[0], "target:1") << "4 of 40, the smallest id of those";
  EXPECT_EQ(targets[1], "target:\"Bakery\"");
  EXPECT_THAT(at("target:\"ba"), ElementsAre("target:\"Bakery\""));
}

TEST_F(FilterCompletionTest, ReplacesTheWordAtTheCursorOnly) {
  const auto completion = completeFilter("wrong gate known", 8, nullptr, nullptr);
  EXPECT_EQ(completion.position, 6U);
  EXPECT_EQ(completion.length, 4U);
  EXPECT_THAT(texts(completion), ElementsAre("gate<0.5", "gate>0.9"));
}

}  // namespace
}  // namespace sojourn::session
