// SPDX-License-Identifier: GPL-3.0-or-later
#include <fstream>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tests/support/growth.h"
#include "tests/support/temp_folder.h"
#include "views/session/place_names/place_naming.h"

namespace sojourn::session {
namespace {

using ::testing::HasSubstr;

class Labels : public ::testing::Test {
 protected:
  Result<std::size_t> read(const std::string& text) {
    const auto file = m_folder / "labels.csv";
    std::ofstream(file, std::ios::binary) << text;
    return readLabels(file, m_names);
  }
  test::TempFolder m_folder;
  GivenNames m_names{{{2, "Old"}, {3, "Kept"}}, {}, {}};
};

TEST_F(Labels, NamePlaces) {
  const auto taken = read("lat,location_id,Name\n1.5,2,\"Bakery, Elm Street\"\n2,4,\n3,14,Gym\n");
  ASSERT_TRUE(taken.ok()) << taken.error().sentence();
  EXPECT_EQ(*taken, 2U) << "a place without a name is left out";
  EXPECT_EQ(m_names.places, (std::map<LocationId, std::string>{{2, "Bakery, Elm Street"}, {3, "Kept"}, {14, "Gym"}}));
}

TEST_F(Labels, NameUsers) {
  ASSERT_TRUE(read("user,label\r\n3,Anna\r\n").ok());
  EXPECT_EQ(m_names.users.at(3), "Anna");
}

TEST_F(Labels, AreMadeFitForTheScreen) {
  ASSERT_TRUE(read("location,name\n5,a\x1b[31mb\n").ok());
  EXPECT_EQ(m_names.places.at(5).find('\x1b'), std::string::npos);
}

TEST_F(Labels, SayWhatIsWrong) {
  auto taken = read("id,name\n1,a\n");
  ASSERT_FALSE(taken.ok());
  EXPECT_THAT(taken.error().remedy, HasSubstr("location_id"));
  taken = read("location_id,name\n1,a\nseven,b\n");
  ASSERT_FALSE(taken.ok());
  EXPECT_THAT(taken.error().where, HasSubstr("line 3"));
  EXPECT_THAT(taken.error().what, HasSubstr("seven"));
  EXPECT_FALSE(read("location_id,name\n-1,a\n").ok());
  EXPECT_FALSE(read("location_id,name\n99999999999,a\n").ok());
  EXPECT_FALSE(read("").ok());
  EXPECT_FALSE(readLabels(m_folder / "none.csv", m_names).ok());
}

TEST_F(Labels, TakeTimeLinearInTheFile) {
  EXPECT_TRUE(test::takesLinearTime(8'000, [this](std::size_t count) {
    std::string text = "location_id,name\n";
    for (std::size_t i = 0; i < count; ++i) text += std::to_string(i) + ",\"a, \"\"place\"\"\"\n";
    const auto file = m_folder / (std::to_string(count) + ".csv");
    std::ofstream(file, std::ios::binary) << text;
    return [file, count] {
      GivenNames names;
      const auto taken = readLabels(file, names);
      ASSERT_TRUE(taken);
      EXPECT_GE(*taken + 2, count);
    };
  }));
}

}  // namespace
}  // namespace sojourn::session
