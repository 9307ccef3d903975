// SPDX-License-Identifier: GPL-3.0-or-later
// The sentence: exact shares, one forward pass, its operator named, and no word more.
#include <gtest/gtest.h>

#include "tests/present/explanation_fixtures.h"
#include "views/present/explain/explain_views.h"
#include "views/present/samples/sample_text.h"

namespace sojourn::present {
namespace {

/// Three visits on different days: Office on Tuesday, Home on Wednesday, Office on Thursday.
class SentenceTest : public ::testing::Test {
 protected:
  SentenceTest() : m_made({.visits = 4, .distinctPlaces = 4}) {
    auto& visits = m_made.sample.inspection.sequence.visits;
    for (std::size_t i = 0; i < visits.size(); ++i) {
      visits[i].weekday = static_cast<std::int32_t>(i + 1);
      visits[i].startMinute = 490;
    }
    m_office = visits[0].location = visits[2].location = m_made.sample.inspection.best().location;
    m_home = m_made.sample.inspection.ranking[1].location;
    Explanation& explanation = m_made.explained.explanation;
    explanation.target = {.location = m_office};
    explanation.probability = explanation.value = 0.471;
    explanation.decomposition.copied = {0.2873, 0, 0.15, 0};
    for (RemovalCheck& check : m_made.explained.checks) {
      check.visit = 0;
      check.first = m_home;
      check.probability = 0.234;
      check.firstProbability = 0.481;
    }
  }
  [[nodiscard]] std::string name(LocationId location) const { return placeText(m_made.sample.context(), location); }
  [[nodiscard]] ExplanationSentence say(Removal removal = Removal::Masked) const {
    ExplanationContext context = m_made.context();
    context.removal = removal;
    return explanationSentence(context);
  }

  ExplanationFixture m_made;
  LocationId m_office = 0, m_home = 0;
};

TEST_F(SentenceTest, SaysTheShareTheOperatorAndWhoComesFirst) {
  EXPECT_EQ(say().text, "Copying from Tuesday\u2019s " + name(m_office) + " is 61 % of P(" + name(m_office) +
                            "); with it masked, " + name(m_home) + " comes first (0.481 against 0.234).");
  EXPECT_EQ(say().proof, "Checked by a fresh forward pass");
  EXPECT_TRUE(say().caveat.empty());
  EXPECT_NE(say(Removal::Removed).text.find("with it removed, "), std::string::npos);
}

TEST_F(SentenceTest, OfOnePlaceRatherThanAnotherItNamesTheDifference) {
  Explanation& explanation = m_made.explained.explanation;
  explanation.target.ratherThan = m_home;
  explanation.value = 0.321;
  for (RemovalCheck& check : m_made.explained.checks) check.value = -0.247;
  EXPECT_EQ(say().text, "Copying from Tuesday\u2019s " + name(m_office) + " is 61 % of P(" + name(m_office) +
                            "); with it masked, P(" + name(m_office) + ") \u2212 P(" + name(m_home) +
                            ") is \u22120.247 instead of +0.321, and " + name(m_home) + " comes first.");
}

TEST_F(SentenceTest, AllIsOnlySaidOfAll) {
  m_made.explained.explanation.decomposition.copied[0] = 0.4705;
  EXPECT_NE(say().text.find("is more than 99 % of P("), std::string::npos) << say().text;
  m_made.explained.explanation.decomposition.copied[0] = 0.001;
  EXPECT_NE(say().text.find("is less than 1 % of P("), std::string::npos) << say().text;
}

TEST_F(SentenceTest, SaysThatThePredictionStays) {
  m_made.explained.checks[0].first = m_office;
  m_made.explained.checks[0].probability = 0.302;
  EXPECT_NE(say().text.find("with it masked, " + name(m_office) + " stays first (0.302 instead of 0.471)."),
            std::string::npos)
      << say().text;
}

TEST_F(SentenceTest, TwoVisitsOfADayAreDistinguishedByTheirTime) {
  m_made.sample.inspection.sequence.visits[2].weekday = 1;
  EXPECT_NE(say().text.find("Copying from the " + name(m_office) + " of Tue 08:10 is"), std::string::npos)
      << say().text;
}

TEST_F(SentenceTest, AnotherLocationThanThePredictionIsNotCalledFirst) {
  Explanation& explanation = m_made.explained.explanation;
  explanation.target.location = m_home;
  explanation.probability = 0.3;
  explanation.decomposition.copied = {0, 0, 0, 0};
  m_made.explained.checks[0].visit = 3;
  m_made.explained.checks[0].first = m_office;
  const std::string text = say().text;
  EXPECT_NE(text.find("None of P(" + name(m_home) + ") = 0.300 is copied"), std::string::npos) << text;
  EXPECT_NE(text.find("is 0.234 instead of 0.300, and " + name(m_office) + " stays first."), std::string::npos) << text;
  EXPECT_NE(text.find("with Friday\u2019s "), std::string::npos) << text;
}

TEST_F(SentenceTest, WithoutAPointerNothingIsSaidOfCopying) {
  m_made.explained.explanation.decomposition.copied.clear();
  m_made.sample.model.title = "MHSA";
  const std::string text = say().text;
  EXPECT_EQ(text.find("Copying"), std::string::npos) << text;
  EXPECT_EQ(text.find("MHSA has no pointer, so all of P("), 0U) << text;
  EXPECT_NE(text.find("with Tuesday\u2019s " + name(m_office) + " masked, "), std::string::npos) << text;
}

TEST_F(SentenceTest, ASingleVisitConfirmsNothing) {
  m_made.sample.inspection.sequence.visits.resize(1);
  m_made.explained.explanation.decomposition.copied = {0.2};
  m_made.explained.checks.clear();
  EXPECT_TRUE(say().proof.empty());
  EXPECT_NE(say().text.find("cannot be removed"), std::string::npos) << say().text;
}

TEST_F(SentenceTest, AWindowShorterThanAnyInTrainingIsMarked) {
  m_made.sample.inspection.sequence.visits.resize(3);
  m_made.explained.explanation.decomposition.copied.resize(3);
  EXPECT_TRUE(say(Removal::Masked).caveat.empty());
  EXPECT_NE(say(Removal::Removed).caveat.find("shorter than any in training"), std::string::npos);
}

TEST_F(SentenceTest, IsSilentBeforeTheAnswer) {
  ExplanationContext context = m_made.context();
  context.explained = nullptr;
  EXPECT_TRUE(explanationSentence(context).text.empty());
}

}  // namespace
}  // namespace sojourn::present
