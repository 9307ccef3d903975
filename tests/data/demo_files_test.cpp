// SPDX-License-Identifier: GPL-3.0-or-later
// The demo inside the program: whole, readable, unpacked where the user's caches lie.
#include "model/data/demo/demo_files.h"

#include <algorithm>
#include <cstdlib>
#include <string>
#include <string_view>

#include <gtest/gtest.h>

#include "model/core/files.h"
#include "model/data/background/districts.h"
#include "model/data/dataset/dataset.h"
#include "model/data/demo/demo_city.h"
#include "model/data/demo/demo_map.h"
#include "tests/support/temp_folder.h"

namespace sojourn {
namespace {

/// Sets a variable of the environment for as long as a test.
class Environment {
 public:
  Environment(const char* name, const std::string& value) : m_name(name) {
    if (const char* before = std::getenv(name)) m_before = before;
    ::setenv(name, value.c_str(), 1);
  }
  Environment(const Environment&) = delete;
  Environment& operator=(const Environment&) = delete;
  ~Environment() { m_before.empty() ? ::unsetenv(m_name) : ::setenv(m_name, m_before.c_str(), 1); }

 private:
  const char* m_name;
  std::string m_before;
};

std::span<const std::byte> embedded(std::string_view name) {
  const auto found =
      std::ranges::find(demoFiles(), name, [](const EmbeddedFile& file) { return std::string_view(file.name); });
  return found == demoFiles().end() ? std::span<const std::byte>() : found->bytes();
}

TEST(DemoFiles, AreTheGeneratorsCity) {
  const test::TempFolder folder;
  ASSERT_TRUE(writeDemoFiles(folder / "demo"));
  const auto location = locateDataset(folder / "demo");
  ASSERT_TRUE(location) << location.error().sentence();
  EXPECT_EQ(location->prefix, demoPrefix);
  const auto dataset = readDataset(*location);
  ASSERT_TRUE(dataset) << dataset.error().sentence();
  EXPECT_TRUE(dataset->problems.empty()) << dataset->problems.front().what;

  const Dataset city = makeDemoCity();
  for (const Split split : allSplits) {
    const SequenceSet &stored = *dataset->split(split), &made = *city.split(split);
    ASSERT_EQ(stored.size(), made.size()) << "run `sojourn demo resources/demo --regenerate`";
    for (std::size_t row = 0; row < made.size(); ++row) {
      ASSERT_EQ(stored.sequence(row), made.sequence(row)) << splitName(split) << " " << row;
      ASSERT_TRUE(std::ranges::equal(stored.causes(row), made.causes(row))) << splitName(split) << " " << row;
    }
  }
  EXPECT_EQ(dataset->numLocations, city.numLocations);
  EXPECT_EQ(dataset->places.names(), city.places.names());
}

/// Its districts are those of the streets' names, and each place lies in one.
TEST(DemoFiles, HaveTheGeneratorsMap) {
  const auto bytes = embedded(demoMapName);
  EXPECT_EQ(asText(bytes), demoBackground()) << "run `sojourn demo resources/demo --regenerate`";
  const auto json = parseGeoJson(asText(bytes), demoMapName);
  ASSERT_TRUE(json) << json.error().sentence();
  EXPECT_EQ(json->attribution, "Demo city, an invented island");
  const Districts districts(*json, demoMapName);
  EXPECT_EQ(districts.names().size(), 5U);
  const Dataset city = makeDemoCity();
  std::size_t inHarbour = 0;
  for (const auto& [location, where] : city.places.allCoordinates()) {
    const std::string name = city.places.name(location);
    const auto district = districts.at(where);
    ASSERT_TRUE(district) << name;
    const bool isHarbour = districts.names()[*district] == "Harbour";
    inHarbour += isHarbour ? 1 : 0;
    EXPECT_TRUE(isHarbour || !name.ends_with("Quay Street")) << name;
  }
  EXPECT_GT(inHarbour, 20U);
}

TEST(DemoFiles, StayUnderThreeMegabytes) {
  std::size_t bytes = 0;
  for (const EmbeddedFile& file : demoFiles()) {
    EXPECT_FALSE(file.bytes().empty()) << file.name;
    bytes += file.bytes().size();
  }
  EXPECT_LE(bytes, 3'000'000U);
  EXPECT_FALSE(embedded(demoCheckpointName).empty());
  EXPECT_FALSE(embedded(demoComparedName).empty());
}

TEST(DemoFiles, AreUnpackedIntoTheCacheAndRepairedThere) {
  const test::TempFolder folder;
  const Environment cache("XDG_CACHE_HOME", folder.path().string());
  const auto demo = unpackDemo();
  ASSERT_TRUE(demo) << demo.error().sentence();
  EXPECT_EQ(demo->data, folder / "sojourn/demo/demo_city");
  EXPECT_EQ(demo->checkpoint, folder / "sojourn/demo/demo_city_pointer_v45.pt");
  EXPECT_EQ(demo->compared, folder / "sojourn/demo/demo_city_lstm.pt");
  EXPECT_EQ(demo->map, folder / "sojourn/demo/demo_city_map.geojson");

  ASSERT_TRUE(writeFileAtomically(demo->checkpoint, "cut short"));
  const auto before = std::filesystem::last_write_time(folder / "sojourn/demo/demo_city_train.pk");
  ASSERT_TRUE(unpackDemo());
  const auto repaired = readFile(demo->checkpoint, 10'000'000);
  ASSERT_TRUE(repaired);
  EXPECT_TRUE(std::ranges::equal(*repaired, embedded(demoCheckpointName)));
  EXPECT_EQ(std::filesystem::last_write_time(folder / "sojourn/demo/demo_city_train.pk"), before)
      << "what is right already is left alone";
}

TEST(DemoFiles, FallBackWhereTheCacheCannotBeWritten) {
  const test::TempFolder folder;
  const Environment cache("XDG_CACHE_HOME", "/proc/none");
  const Environment home("HOME", folder.path().string());
  const auto demo = unpackDemo();
  ASSERT_TRUE(demo) << demo.error().sentence();
  EXPECT_EQ(demo->data, folder / ".cache/sojourn/demo/demo_city");
  const auto status = writeDemoFiles("/proc/none");
  ASSERT_FALSE(status);
  EXPECT_EQ(status.error().kind, ErrorKind::Failed);
}

}  // namespace
}  // namespace sojourn
