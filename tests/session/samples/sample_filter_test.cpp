// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/session/samples/sample_filter.h"

#include <cmath>
#include <random>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tests/session/fake_data.h"

namespace sojourn::session {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;

class SampleFilterTest : public ::testing::Test {
 protected:
  SampleFilterTest() : m_dataset(test::fakeDataset()), m_table(m_dataset, Split::Test), m_naming(m_dataset) {
    std::vector<Outcome> outcomes;
    for (std::size_t row = 0; row < 30; ++row) outcomes.push_back(test::fakeOutcome(*m_table.sequences(), row));
    m_table.fill(0, outcomes);  // 30 of 40
    m_naming.setPlaceName(5, "Bakery, Elm Street");
    m_naming.setUserName(2, "Anna");
  }

  std::vector<SampleIndex> rows(const std::string& text) {
    const auto parsed = SampleFilter::parse(text, &m_naming);
    EXPECT_TRUE(parsed.ok()) << text << ": " << (parsed.error ? parsed.error->message : "");
    auto found = parsed.filter.apply(m_table);
    for (std::size_t row = 0; row < m_table.size(); ++row) {
      const auto index = static_cast<SampleIndex>(row);
      const bool listed = std::ranges::binary_search(found, index);
      EXPECT_EQ(parsed.filter.matches(m_table, index), listed) << text << " row " << row;
    }
    return found;
  }
  /// Checks every row against a rule that the test writes out.
  template <class Rule>
  void expectRows(const std::string& text, const Rule& rule) {
    std::vector<SampleIndex> expected;
    for (std::size_t row = 0; row < m_table.size(); ++row) {
      if (rule(static_cast<SampleIndex>(row))) expected.push_back(static_cast<SampleIndex>(row));
    }
    EXPECT_EQ(rows(text), expected) << text;
    EXPECT_FALSE(expected.empty()) << text << " would pass on nothing";
  }
  FilterError error(const std::string& text) {
    const auto parsed = SampleFilter::parse(text, &m_naming);
    EXPECT_FALSE(parsed.ok()) << text;
    return parsed.error.value_or(FilterError{});
  }

  DatasetPtr m_dataset;
  SampleTable m_table;
  PlaceNaming m_naming;
};

TEST_F(SampleFilterTest, NothingTypedIsEverything) {
  EXPECT_EQ(rows("").size(), 40U);
  EXPECT_EQ(rows("  \t ").size(), 40U);
  EXPECT_TRUE(SampleFilter().empty());
}

TEST_F(SampleFilterTest, HoursAndWeekdaysAreThoseShown) {
  SequenceSet set;
  set.append({.user = 1, .visits = {{.location = 2, .weekday = 6, .startMinute = 22 * 60}}, .target = 2});
  auto dataset = std::make_shared<Dataset>();
  dataset->splits[static_cast<std::size_t>(Split::Test)] = set;
  const SampleTable table(dataset, Split::Test);
  const auto matches = [&](const char* text, std::int32_t offset) {
    return SampleFilter::parse(text, nullptr, nullptr, nullptr, offset).filter.matches(table, 0);
  };
  EXPECT_TRUE(matches("hour:22 weekday:sun", 0));
  EXPECT_FALSE(matches("hour:22", 8 * 60));
  EXPECT_TRUE(matches("hour:6 weekday:mon", 8 * 60)) << "eight hours later it is Monday";
}

TEST_F(SampleFilterTest, ReadsTheDataColumns) {
  expectRows("user:3", [&](SampleIndex row) { return m_table.user(row) == 3; });
  expectRows("user:1,3", [&](SampleIndex row) { return m_table.user(row) != 2; });
  expectRows("USER:Anna", [&](SampleIndex row) { return m_table.user(row) == 2; });
  expectRows("len:4..5", [&](SampleIndex row) { return m_table.length(row) >= 4 && m_table.length(row) <= 5; });
  expectRows("len>5", [&](SampleIndex row) { return m_table.length(row) > 5; });
  expectRows("len>=5", [&](SampleIndex row) { return m_table.length(row) >= 5; });
  expectRows("len<4", [&](SampleIndex row) { return m_table.length(row) < 4; });
  expectRows("length:4..", [&](SampleIndex row) { return m_table.length(row) >= 4; });
  expectRows("len=7", [&](SampleIndex row) { return m_table.length(row) == 7; });
  expectRows("unseen", [&](SampleIndex row) { return m_table.target(row) == 1; });
  expectRows("known", [&](SampleIndex row) { return m_table.target(row) != 1; });
  expectRows("in-history:no", [&](SampleIndex row) { return row % 2 == 1; });
  const SequenceSet& set = *m_table.sequences();
  const auto begin = [&](SampleIndex row) { return set.startMinutes(row).back(); };
  const auto day = [&](SampleIndex row) { return set.weekdays(row).back(); };
  const int hour = begin(0) / 60;
  expectRows("hour:" + std::to_string(hour), [&](SampleIndex row) { return begin(row) / 60 == hour; });
  expectRows("weekday:mon..wed", [&](SampleIndex row) { return day(row) <= 2; });
  expectRows("weekday:Tue,sun", [&](SampleIndex row) { return day(row) == 1 || day(row) == 6; });
  EXPECT_TRUE(rows("weekday:wed..sun").empty());
  expectRows("last-seen:0", [&](SampleIndex row) { return !set.targetInWindow(row); });
  expectRows("last-seen>=1", [&](SampleIndex row) { return set.targetInWindow(row); });
  expectRows("stays:no", [&](SampleIndex row) { return set.target(row) != set.locations(row).back(); });
  expectRows("hours-before<=2", [&](SampleIndex row) {
    for (std::size_t i = 0; i < set.length(row); ++i)
      if (set.hoursBeforeEnd(row, i) <= 2) return true;
    return false;
  });
  expectRows("in-history:yes", [&](SampleIndex row) { return row % 2 == 0; });
  EXPECT_THAT(rows("index:3,10..12"), ElementsAre(3, 10, 11, 12));
}

TEST_F(SampleFilterTest, ReadsTheModelsColumnsWhereItHasBeen) {
  expectRows("right", [](SampleIndex row) { return row < 30 && row % 7 == 0; });
  expectRows("wrong", [](SampleIndex row) { return row < 30 && row % 7 != 0; });
  expectRows("rank>5", [](SampleIndex row) { return row < 30 && row % 7 >= 5; });
  expectRows("rank:2..3", [](SampleIndex row) { return row < 30 && (row % 7 == 1 || row % 7 == 2); });
  expectRows("gate<0.25", [](SampleIndex row) { return row < 30 && row % 10 <= 2; });
  expectRows("gate:0.15..0.35", [](SampleIndex row) { return row < 30 && (row % 10 == 2 || row % 10 == 3); });
  expectRows("p<.2", [](SampleIndex row) { return row < 30 && 1 + row % 7 > 5; });
  expectRows("copy<=0.5", [](SampleIndex row) { return row < 30 && row % 4 != 0; });
  EXPECT_TRUE(SampleFilter::parse("wrong", nullptr).filter.needsOutcomes());
  EXPECT_FALSE(SampleFilter::parse("unseen len>3", nullptr).filter.needsOutcomes());
}

TEST_F(SampleFilterTest, FindsPlacesByIdAndByName) {
  expectRows("target:5", [&](SampleIndex row) { return m_table.target(row) == 5; });
  expectRows("target:\"bakery, elm street\"", [&](SampleIndex row) { return m_table.target(row) == 5; });
  expectRows("target:\"Bakery, Elm Street\",7",
             [&](SampleIndex row) { return m_table.target(row) == 5 || m_table.target(row) == 7; });
  expectRows("target:\"Place 6\"", [&](SampleIndex row) { return m_table.target(row) == 6; });
  expectRows("target:Unseen", [&](SampleIndex row) { return m_table.target(row) == 1; });
  expectRows("predicted:2", [&](SampleIndex row) { return row < 30 && m_table.outcome(row).prediction == 2; });
}

TEST_F(SampleFilterTest, HomeIsEachUsersOwn) {
  Proposals proposals;
  proposals[1].home = RoleProposal{.user = 1, .location = 4, .role = PlaceRole::Home};
  proposals[2].home = RoleProposal{.user = 2, .location = 8, .role = PlaceRole::Home};
  m_naming.setProposals(proposals);
  expectRows("target:home", [&](SampleIndex row) {
    return (m_table.user(row) == 1 && m_table.target(row) == 4) || (m_table.user(row) == 2 && m_table.target(row) == 8);
  });
}

TEST_F(SampleFilterTest, AllTermsMustHold) {
  expectRows("user:3 wrong gate<0.5 len:4..7", [&](SampleIndex row) {
    return m_table.user(row) == 3 && row < 30 && row % 7 != 0 && row % 10 < 5 && m_table.length(row) >= 4;
  });
  EXPECT_THAT(rows("right wrong"), IsEmpty());
}

TEST_F(SampleFilterTest, SaysWhatIsWrongAndWhere) {
  const FilterError gate = error("user:42 wrong gate<high");
  EXPECT_EQ(gate.position, 14U);
  EXPECT_EQ(gate.length, 9U);
  EXPECT_EQ(gate.message, "gate< needs a number from 0 to 1, as in gate<0.5");
  EXPECT_EQ(error("gate>1.5").message, "gate> needs a number from 0 to 1, as in gate>0.5");
  EXPECT_EQ(error("p<").message, "p< needs a number from 0 to 1, as in p<0.01");
  EXPECT_EQ(error("rank>x").message, "rank> needs a whole number, as in rank>10");
  EXPECT_EQ(error("len:20..8").message, "len: needs whole numbers or a range, as in len:8..20");
  EXPECT_EQ(error("len>2.5").message, "len> needs a whole number, as in len>20");
  EXPECT_EQ(error("in-history:maybe").message, "in-history: needs yes or no, as in in-history:no");
  EXPECT_EQ(error("user").message, "user: needs user numbers or a name in quotes, as in user:3");
  EXPECT_EQ(error("target<5").message, "target takes a colon, as in target:14");
  EXPECT_EQ(error("wrong:yes").message, "wrong takes no value");
  EXPECT_EQ(error("worng").message, "worng is not a filter; did you mean wrong, as in wrong?");
  EXPECT_EQ(error("banana").message, "banana is not a filter; try wrong, user:3 or gate<0.5");
  EXPECT_EQ(error("3376").message, "a number needs a name before it, as in index:3376");
  EXPECT_EQ(error("\"Home\"").message, "say which place that is, as in target:\"Home\"");
  EXPECT_EQ(error(":5").message, "a name is missing before :, as in gate<0.5");
  EXPECT_EQ(error("target:\"Bak").message, "a quote is not closed");
  const FilterError place = error("wrong target:5,\"Nowhere\"");
  EXPECT_EQ(place.message, "no place is called \"Nowhere\"");
  EXPECT_EQ(place.position, 15U);
  EXPECT_EQ(place.length, 9U);
  EXPECT_EQ(error("user:Bob").message, "no user is called \"Bob\"");
  EXPECT_THAT(error("gate<\x1b[31m").message, ::testing::Not(HasSubstr("\x1b")));
  EXPECT_THAT(error("user:1,").message, HasSubstr("user: needs"));
  EXPECT_THAT(error("gate<nan").message, HasSubstr("gate< needs"));
  EXPECT_THAT(error("gate<-1").message, HasSubstr("gate< needs"));
  EXPECT_THAT(error("index:99999999999999999999").message, HasSubstr("index: needs"));
}

TEST_F(SampleFilterTest, WorksWithoutNames) {
  EXPECT_TRUE(SampleFilter::parse("target:5 user:1", nullptr).ok());
  EXPECT_FALSE(SampleFilter::parse("target:Home", nullptr).ok());
}

TEST_F(SampleFilterTest, AnyTextIsAnsweredWithoutHarm) {
  const std::vector<std::string> pieces{
      "gate",   "<",    ">=",           ":", "\"",         "user", ",", "..",          "0.5", "1e999", " ",   "wrong",
      "target", "\xff", "\xe2\x80\xa6", "=", "in-history", "no",   "-", "99999999999", "p",   "\0",    "len", "Anna"};
  std::mt19937 random(7);
  std::size_t valid = 0;
  for (int round = 0; round < 20000; ++round) {
    std::string text;
    const auto length = random() % 8;
    for (std::size_t i = 0; i < length; ++i) {
      text += random() % 10 == 0 ? std::string(1, static_cast<char>(random() % 256)) : pieces[random() % pieces.size()];
    }
    const auto parsed = SampleFilter::parse(text, &m_naming);
    if (parsed.ok()) {
      ++valid;
      (void)parsed.filter.apply(m_table);
    } else {
      ASSERT_LE(parsed.error->position + parsed.error->length, text.size()) << text;
      ASSERT_GT(parsed.error->length, 0U) << text;
      ASSERT_FALSE(parsed.error->message.empty()) << text;
    }
    const auto completion = completeFilter(text, random() % (text.size() + 3), &m_naming, &m_table);
    ASSERT_LE(completion.position + completion.length, text.size());
  }
  EXPECT_GT(valid, 100U) << "else only errors were tried";
}

TEST_F(SampleFilterTest, DistancesAreKilometresOrMetres) {
  auto dataset = std::make_shared<Dataset>(*m_dataset);
  constexpr double kilometre = 180 / (3.14159265358979 * 6371);
  for (LocationId location = 2; location < 12; ++location)
    dataset->places.setCoordinates(location, {40 + 0.4 * location * kilometre, 116});
  m_dataset = dataset;
  m_table = SampleTable(dataset, Split::Test);
  std::vector<Outcome> outcomes;
  for (std::size_t row = 0; row < 30; ++row) outcomes.push_back(test::fakeOutcome(*m_table.sequences(), row));
  m_table.fill(0, outcomes);
  const auto error = [&](SampleIndex row) { return m_table.value(row, SampleColumn::Error); };
  expectRows("error>1km", [&](SampleIndex row) { return error(row) && *error(row) > 1; });
  expectRows("error>1", [&](SampleIndex row) { return error(row) && *error(row) > 1; });
  expectRows("error<=900m", [&](SampleIndex row) { return error(row) && *error(row) <= 0.9; });
  expectRows("error:300m..2km", [&](SampleIndex row) { return error(row) && *error(row) >= 0.3 && *error(row) <= 2; });
  EXPECT_THAT(this->error("error>far").message, HasSubstr("error>1km"));
  EXPECT_THAT(this->error("error:2km..1km").message, HasSubstr("a range"));
}

}  // namespace
}  // namespace sojourn::session
