// SPDX-License-Identifier: GPL-3.0-or-later
#include <gtest/gtest.h>

#include "tests/session/fake_data.h"

namespace sojourn::session {
namespace {

TEST(ModelFit, NamesTensorAndBothSizes) {
  test::FakeEngine diy(7038, 693, "diy_best.pt");
  const auto dataset = test::fakeDataset({.sequences = 3, .locations = 1187, .users = 46, .prefix = "GeoLife"});
  EXPECT_TRUE(checkFit(diy.description(), *dataset, false).ok()) << "a larger vocabulary can read it";
  const Status exact = checkFit(diy.description(), *dataset, true);
  ASSERT_FALSE(exact.ok());
  EXPECT_EQ(exact.error().where, "diy_best.pt");
  EXPECT_EQ(exact.error().what,
            "does not fit GeoLife: loc_emb.weight is 7\u2009038 × 64, the dataset has 1\u2009187 places");
  EXPECT_FALSE(exact.error().remedy.empty());
}

TEST(ModelFit, RefusesIdsBeyondTheTables) {
  const auto dataset = test::fakeDataset({.sequences = 3, .locations = 50, .users = 9});
  test::FakeEngine places(49, 9), users(50, 8), same(50, 9), anybody(50, 0);
  EXPECT_FALSE(checkFit(places.description(), *dataset, false).ok());
  const Status status = checkFit(users.description(), *dataset, false);
  ASSERT_FALSE(status.ok());
  EXPECT_EQ(status.error().what, "does not fit invented: user_emb.weight is 8 × 64, the dataset has 9 users");
  EXPECT_TRUE(checkFit(same.description(), *dataset, true).ok());
  EXPECT_TRUE(checkFit(anybody.description(), *dataset, true).ok()) << "a model that reads no user";
}

TEST(ModelFit, DoesWithoutTheTensorsName) {
  const auto dataset = test::fakeDataset({.sequences = 3, .locations = 50, .users = 9});
  test::FakeEngine engine(40, 9);
  engine.m_description.blocks.clear();
  EXPECT_EQ(checkFit(engine.description(), *dataset, true).error().what,
            "does not fit invented: it was trained for 40 places, the dataset has 50 places");
}

}  // namespace
}  // namespace sojourn::session
