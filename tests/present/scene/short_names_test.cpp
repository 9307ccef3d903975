// SPDX-License-Identifier: GPL-3.0-or-later
// Names of places are shortened so that they fit and stay distinct.
#include <set>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "tests/present/present_fixtures.h"
#include "views/present/scene/canvas.h"
#include "views/present/scene/scene.h"

namespace sojourn::present {
namespace {

TEST(ShortNames, PlacesWithoutANameKeepTheirNumber) {
  EXPECT_EQ(shortPlaceName("Place 1019"), "Pl. 1019");
  EXPECT_EQ(shortPlaceName("Place"), "Place");
  EXPECT_EQ(shortPlaceName("Place des Vosges"), "Place des Vosges");
  EXPECT_EQ(shortPlaceName("Unseen"), "Unseen");
}

TEST(ShortNames, LongNamesKeepTheirBeginningsAndNumbersAndStayApart) {
  const std::vector<std::string> places{"Office, Market Square",  "Office, Market Street",
                                        "Office, Harbour Square", "House number 23-.01",
                                        "House number 24-.01",    "Caf\u00e9 M\u00fcller, \u00c9toile",
                                        "Laboratory, Building 7", "Laboratory, Building 17"};
  for (const float width : {200.0F, 90.0F, 70.0F, 50.0F, 40.0F}) {
    NameShortener names(measurer);
    std::set<std::string> written;
    for (const std::string& name : places) {
      const std::string text = names.fitting(name, width, textFont);
      EXPECT_LE(measurer.width(text, textFont), width) << name;
      EXPECT_TRUE(written.insert(text).second) << text << " at " << width << " stands for two places";
      EXPECT_EQ(names.fitting(name, width, textFont), text) << "the same every time";
      if (text == name) continue;
      EXPECT_NE(text.find("\u2026"), std::string::npos);
      EXPECT_EQ(text.find(" \u2026"), std::string::npos);
    }
  }
  EXPECT_EQ(NameShortener(measurer).fitting("Office, Market Square", 90, textFont), "Office, Mark\u2026");
  EXPECT_EQ(NameShortener(measurer).fitting("Place 1019", 50, textFont), "Pl. 1019");
}

TEST(ShortNames, ABeginningThatNoOtherNameHasIsEnough) {
  const ShortNames brief =
      shortNamesOf({"Office, Market Street", "Bar, Mill Lane", "Bar, Elm Street", "Home", "Market, Home", ", odd"});
  EXPECT_EQ(brief.size(), 2U);
  EXPECT_EQ(brief.at("Office, Market Street"), "Office");
  EXPECT_EQ(brief.at("Market, Home"), "Market");
  NameShortener names(measurer, &brief);
  EXPECT_EQ(names.fitting("Office, Market Street", 60, textFont), "Office");
  EXPECT_EQ(names.fitting("Office, Market Street", 200, textFont), "Office, Market Street");
  EXPECT_EQ(names.fitting("Office, Market Street", 20, textFont).find("Office"), std::string::npos);
}

}  // namespace
}  // namespace sojourn::present
