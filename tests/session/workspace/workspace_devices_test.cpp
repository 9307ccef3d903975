// SPDX-License-Identifier: GPL-3.0-or-later
// Where models compute: what is chosen reaches whatever loads a model, what is measured is shown, and a GPU that fails
// is reported once while everything stays on the screen.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tests/session/fake_data.h"
#include "tests/support/temp_folder.h"

namespace sojourn::session {
namespace {

using test::fakeDataset;
using test::FakeEngine;
using test::Studio;
using ::testing::HasSubstr;

/// An engine whose GPU can be made to fail.
class EngineWithGpu final : public FakeEngine {
 public:
  bool settleDevice() const override {
    settled = true;
    return true;
  }
  [[nodiscard]] std::string deviceName() const override { return settled ? "CUDA 0: Fake" : "CPU"; }
  [[nodiscard]] std::string deviceTrouble() const override { return failed ? "out of memory" : ""; }
  mutable std::atomic<bool> settled = false;
  std::atomic<bool> failed = false;
};

class Devices : public ::testing::Test {
 protected:
  Devices() {
    studio.engine = [this](const std::filesystem::path&, const EngineOptions& options) -> Result<EnginePtr> {
      asked = options;
      engine = std::make_shared<EngineWithGpu>();
      return EnginePtr(engine);
    };
  }
  std::size_t banners(BannerTopic topic) {
    return static_cast<std::size_t>(std::ranges::count(studio->banners().all(), topic, &Banner::topic));
  }

  std::shared_ptr<EngineWithGpu> engine;
  EngineOptions asked;
  Studio studio;  ///< last: a model may still be loaded, which writes to the others
};

TEST_F(Devices, AreMeasuredInTheBackground) {
  studio.openAll();
  EXPECT_EQ(asked.device, Device::Auto);
  EXPECT_FALSE(asked.work) << "a window stays open";
  ASSERT_TRUE(studio.until([&] { return engine->settled.load(); }));
  ASSERT_TRUE(studio.until([&] { return studio.changes().has(Change::Device); }));
  EXPECT_EQ(studio->engine()->deviceName(), "CUDA 0: Fake");
}

TEST_F(Devices, AChoiceLoadsTheModelAgainAndHoldsForOthers) {
  studio.openAll();
  const std::shared_ptr<EngineWithGpu> before = engine;
  studio->setDevice({.kind = Device::Kind::Cuda, .index = 1});
  ASSERT_TRUE(
      studio.until([&] { return studio->engine() == engine && engine != before && studio->jobs().all().empty(); }));
  EXPECT_EQ(textOf(asked.device), "cuda:1");
  EXPECT_TRUE(asked.fallBack);
  EXPECT_EQ(studio->settings().device, "cuda:1");
  EXPECT_TRUE(studio->inspection()) << "what was on the screen stays";
  asked = {};
  ASSERT_TRUE(studio->loaders().engine("/data/other.pt", {}, [](std::size_t, std::size_t) {}, {}).ok());
  EXPECT_EQ(textOf(asked.device), "cuda:1") << "as for the models of Compare";
  studio->setDevice(Device::Cpu);
  ASSERT_TRUE(studio.until([&] { return asked.device == Device::Cpu && studio->jobs().all().empty(); }));
  EXPECT_FALSE(asked.fallBack);
}

TEST_F(Devices, AGpuThatFailsIsReportedOnce) {
  studio.openAll();
  engine->failed = true;
  studio->setRow(5);
  ASSERT_TRUE(studio.until([&] { return banners(BannerTopic::Device) == 1; }));
  const auto banner = std::ranges::find(studio->banners().all(), BannerTopic::Device, &Banner::topic);
  EXPECT_THAT(banner->error.sentence(), HasSubstr("out of memory"));
  EXPECT_TRUE(studio->inspection());
  studio->setRow(6);
  ASSERT_TRUE(studio.until([&] { return !studio->inspectionOutdated(); }));
  EXPECT_EQ(banners(BannerTopic::Device), 1U);
  const std::shared_ptr<EngineWithGpu> before = engine;
  studio->setDevice(studio->device());
  ASSERT_TRUE(studio.until([&] { return studio->engine() == engine && engine != before; })) << "to try it again";
  studio->setDevice(Device::Cpu);
  ASSERT_TRUE(studio.until([&] { return banners(BannerTopic::Device) == 0; }));
}

TEST(DeviceSettings, AreKeptAndChecked) {
  Settings settings;
  settings.device = "cuda:2";
  const auto again = parseSettings(formatSettings(settings), "settings.json");
  ASSERT_TRUE(again.ok());
  EXPECT_EQ(again->device, "cuda:2");
  settings.device = "toaster";
  EXPECT_EQ(parseSettings(formatSettings(settings), "settings.json")->device, "auto");
}

}  // namespace
}  // namespace sojourn::session
