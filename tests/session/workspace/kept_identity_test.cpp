// SPDX-License-Identifier: GPL-3.0-or-later
// What is kept belongs to one dataset: over another one it is shown as such, not computed with, and comes back.
#include <fstream>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tests/session/fake_data.h"
#include "tests/support/temp_folder.h"
#include "views/session/what_if/what_if.h"

namespace sojourn::session {
namespace {

using ::testing::HasSubstr;
using ::testing::IsEmpty;

/// "/d/one" and "/d/other" have as many places and users, so that every number fits both.
class KeptIdentity : public ::testing::Test {
 protected:
  KeptIdentity() {
    m_studio.dataset = [](const std::filesystem::path& path) {
      return Result<DatasetPtr>(test::fakeDataset({.prefix = path.filename().string()}));
    };
    m_studio.engine = [](const std::filesystem::path& path, const EngineOptions&) {
      auto engine = std::make_shared<test::FakeEngine>(12, 4, path.filename().string());
      engine->m_description.trainedOn.prefix = path.stem().string();
      return Result<EnginePtr>(engine);
    };
    m_studio->open({.data = "/d/one", .checkpoint = m_folder / "one.pt"});
    EXPECT_TRUE(shown("one"));
  }

  bool shown(const std::string& prefix) {
    return m_studio.until([&] {
      return !m_studio->opening() && m_studio->inspection() && !m_studio->inspectionOutdated() &&
             m_studio->jobs().all().empty() && m_studio->dataset() && m_studio->dataset()->prefix == prefix;
    });
  }
  bool open(const std::string& prefix) {
    m_studio->openDataset("/d/" + prefix);
    return shown(prefix);
  }
  [[nodiscard]] std::string checkpoint() { return m_studio->model() ? m_studio->model()->source : "none"; }

  test::TempFolder m_folder;
  test::Studio m_studio;
};

TEST_F(KeptIdentity, AReferenceIsComparedWithOverItsOwnDatasetOnly) {
  WhatIf whatIf(m_studio.workspace());
  whatIf.pinSample(8);
  ASSERT_TRUE(m_studio.until([&] { return whatIf.comparison().has_value(); }));
  const WhatIfState kept = whatIf.state();
  ASSERT_TRUE(open("other"));
  EXPECT_FALSE(whatIf.referenceCounts());
  EXPECT_FALSE(whatIf.comparison());
  EXPECT_EQ(whatIf.reference().name, "sample 8 as recorded") << "it stays pinned";
  whatIf.restore(kept);
  EXPECT_FALSE(whatIf.referenceCounts()) << "from a workspace's file as well";
  EXPECT_FALSE(whatIf.comparison());
  ASSERT_TRUE(open("one"));
  EXPECT_TRUE(m_studio.until([&] { return whatIf.referenceCounts() && whatIf.comparison(); }));
}

TEST_F(KeptIdentity, AScenarioOpensOverItsOwnDatasetOnly) {
  WhatIf whatIf(m_studio.workspace());
  ASSERT_TRUE(whatIf.apply(SetTarget{3}));
  ASSERT_TRUE(whatIf.saveScenario("Late"));
  ASSERT_TRUE(open("other"));
  const Status refused = whatIf.openScenario(0);
  ASSERT_FALSE(refused);
  EXPECT_THAT(refused.error().sentence(), HasSubstr("is of another dataset (one)"));
  EXPECT_FALSE(m_studio->edited());
  whatIf.pinScenario(0);
  EXPECT_FALSE(whatIf.referenceCounts());
  EXPECT_FALSE(whatIf.comparison());
  ASSERT_TRUE(open("one"));
  EXPECT_TRUE(whatIf.openScenario(0));
}

TEST_F(KeptIdentity, AFilterComesBackWithItsDataset) {
  m_studio->samples().setFilterText("user:2");
  m_studio->notes().saveFilter("Anna", "user:2");
  const std::size_t filtered = m_studio->samples().view().rows().size();
  ASSERT_TRUE(open("other"));
  EXPECT_EQ(m_studio->samples().filterText(), "");
  EXPECT_EQ(m_studio->samples().view().rows().size(), 40U);
  ASSERT_EQ(m_studio->notes().savedFilters().size(), 1U);
  EXPECT_FALSE(m_studio->notes().savedFilters()[0].isFor(*m_studio->dataset()));
  m_studio->samples().setFilterText("user:3");
  m_studio->notes().saveFilter("Anna", "user:3");
  EXPECT_EQ(m_studio->notes().savedFilters().size(), 2U) << "two datasets may each have one of this name";
  ASSERT_TRUE(open("one"));
  EXPECT_EQ(m_studio->samples().filterText(), "user:2");
  EXPECT_EQ(m_studio->samples().view().rows().size(), filtered);
}

TEST_F(KeptIdentity, ACheckpointComesBackWithItsDataset) {
  // Only what is still there comes back.
  for (const char* name : {"one.pt", "other.pt"}) std::ofstream(m_folder / name) << "weights";
  m_studio->open({.data = "/d/other", .checkpoint = m_folder / "other.pt"});
  ASSERT_TRUE(shown("other"));
  EXPECT_EQ(checkpoint(), "other.pt");
  EXPECT_THAT(m_studio->banners().all(), IsEmpty());
  ASSERT_TRUE(open("one"));
  EXPECT_EQ(checkpoint(), "one.pt");
  EXPECT_THAT(m_studio->banners().all(), IsEmpty());
  std::filesystem::remove(m_folder / "other.pt");
  ASSERT_TRUE(open("other"));
  EXPECT_EQ(checkpoint(), "one.pt") << "the other one is gone";
  EXPECT_EQ(m_studio->banners().all().size(), 1U) << "was trained on another dataset";
  ASSERT_TRUE(open("one"));
  EXPECT_THAT(m_studio->banners().all(), IsEmpty()) << "a banner goes when its cause goes";
}

}  // namespace
}  // namespace sojourn::session
