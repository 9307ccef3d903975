// SPDX-License-Identifier: GPL-3.0-or-later
// The background of a dataset's maps: opened beside the workspace, kept with the dataset, districts for the filter.
#include "views/session/places/map_backgrounds.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "model/core/files.h"
#include "tests/session/fake_data.h"
#include "tests/support/temp_folder.h"

namespace sojourn::session {
namespace {

using test::Studio;
using ::testing::HasSubstr;

/// Two districts side by side: "West side" from longitude 0 to 1, "East" from 1 to 2.
constexpr const char* districtsFile =
    R"({"type":"FeatureCollection","copyright":"Mappers","features":[
      {"type":"Feature","properties":{"name":"West side"},"geometry":{"type":"Polygon","coordinates":[[[0,0],[1,0],[1,1],[0,1],[0,0]]]}},
      {"type":"Feature","properties":{"name":"East"},"geometry":{"type":"Polygon","coordinates":[[[1,0],[2,0],[2,1],[1,1],[1,0]]]}}]})";

class MapBackgroundsTest : public ::testing::Test {
 protected:
  MapBackgroundsTest() {
    EXPECT_TRUE(writeFileAtomically(districts(), districtsFile));
    // Even places lie in the west, odd ones in the east, place 3 nowhere.
    m_studio.dataset = [](const std::filesystem::path&) -> Result<DatasetPtr> {
      Dataset dataset = *test::fakeDataset();
      for (LocationId place = 2; place < dataset.numLocations; ++place)
        if (place != 3) dataset.places.setCoordinates(place, {0.5, place % 2 == 0 ? 0.5 : 1.5});
      return DatasetPtr(std::make_shared<const Dataset>(std::move(dataset)));
    };
    m_studio.openAll();
    m_backgrounds = std::make_unique<MapBackgrounds>(m_studio.workspace());
  }
  ~MapBackgroundsTest() override { m_backgrounds.reset(); }

  [[nodiscard]] std::string districts() const { return (m_folder / "districts.geojson").string(); }
  Workspace& workspace() { return m_studio.workspace(); }
  void addDistricts() { workspace().setMapFiles(withMapFile(workspace().mapFiles(), districts())); }
  [[nodiscard]] bool settled() {
    return m_studio.until([this] { return m_backgrounds->settled(); });
  }
  [[nodiscard]] std::vector<LocationId> targetsShown() {
    std::vector<LocationId> targets;
    for (const SampleIndex row : workspace().samples().view().rows())
      targets.push_back(workspace().samples().table().target(row));
    return targets;
  }

  test::TempFolder m_folder;
  Studio m_studio;
  std::unique_ptr<MapBackgrounds> m_backgrounds;
};

TEST_F(MapBackgroundsTest, DistrictsFilterSamples) {
  workspace().samples().setFilterText("district:East");
  ASSERT_TRUE(workspace().samples().filterError());
  EXPECT_THAT(workspace().samples().filterError()->message, HasSubstr("no districts are known"));
  addDistricts();
  ASSERT_TRUE(settled());
  EXPECT_FALSE(workspace().samples().filterError()) << "the filter is read again once they are known";
  const std::vector<LocationId> east = targetsShown();
  ASSERT_FALSE(east.empty());
  for (const LocationId target : east) EXPECT_TRUE(target % 2 == 1 && target > 3) << target;
  workspace().samples().setFilterText("district:\"west side\",East");
  EXPECT_GT(targetsShown().size(), east.size());
  workspace().samples().setFilterText("district:North");
  EXPECT_THAT(workspace().samples().filterError()->message, HasSubstr("North"));
  const auto offered = workspace().samples().completeFilterText("district:w", 10);
  ASSERT_EQ(offered.suggestions.size(), 1U);
  EXPECT_EQ(offered.suggestions[0].text, "district:\"West side\"");
  workspace().setMapFiles(withoutMapFile(workspace().mapFiles(), districts()));
  ASSERT_TRUE(settled());
  EXPECT_FALSE(workspace().names().naming().districts());
  EXPECT_FALSE(m_backgrounds->background());
}

TEST_F(MapBackgroundsTest, AreKeptWithTheDataset) {
  addDistricts();
  ASSERT_TRUE(settled());
  EXPECT_EQ(m_backgrounds->background()->attribution, "Mappers");
  EXPECT_THAT(workspace().commandLine(), HasSubstr("--map"));
  ASSERT_EQ(workspace().settings().datasets.size(), 1U);
  const Settings kept = *parseSettings(formatSettings(workspace().settings()), "settings");
  EXPECT_EQ(kept.datasets.begin()->second.mapFiles, (std::vector<std::string>{districts()}));
  // The same dataset again: its places are found again.
  workspace().openDataset("/elsewhere");
  ASSERT_TRUE(m_studio.until([this] { return !workspace().opening(); }));
  ASSERT_TRUE(settled());
  ASSERT_TRUE(workspace().names().naming().districts());
  EXPECT_EQ(workspace().names().naming().districts()->of(5), 0U) << "East comes first in the alphabet";
}

TEST_F(MapBackgroundsTest, ComeWithADatasetThatIsOpened) {
  workspace().open({.data = "/elsewhere", .mapFiles = std::vector{districts()}});
  ASSERT_TRUE(m_studio.until([this] { return !workspace().opening() && workspace().names().naming().districts(); }));
  EXPECT_EQ(workspace().mapFiles(), (std::vector<std::string>{districts()}));
}

TEST(MapFiles, AreFewAndEachOnce) {
  std::vector<std::string> files;
  for (int i = 0; i < 10; ++i) files = withMapFile(files, std::to_string(i));
  EXPECT_EQ(files.size(), mostMapFiles);
  EXPECT_EQ(files.front(), "2") << "the oldest go";
  EXPECT_EQ(withMapFile(files, "5").back(), "5");
  EXPECT_EQ(withMapFile(files, "5").size(), mostMapFiles);
  EXPECT_EQ(withoutMapFile(files, "5").size(), mostMapFiles - 1);
}

TEST_F(MapBackgroundsTest, AFileThatCannotBeOpenedLeavesTheOthers) {
  workspace().setMapFiles({(m_folder / "missing.geojson").string(), districts()});
  ASSERT_TRUE(settled());
  ASSERT_EQ(m_backgrounds->background()->problems.size(), 1U);
  EXPECT_EQ(m_backgrounds->background()->layers.size(), 1U);
  ASSERT_FALSE(workspace().banners().all().empty());
  EXPECT_THAT(workspace().banners().all().front().error.where, HasSubstr("missing.geojson"));
}

}  // namespace
}  // namespace sojourn::session
