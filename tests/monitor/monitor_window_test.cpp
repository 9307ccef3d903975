// SPDX-License-Identifier: GPL-3.0-or-later
// The real program in a real window under Xvfb: its picture shows the wall, light and dark.
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <filesystem>

#include <gtest/gtest.h>
#include <sys/wait.h>
#include <zlib.h>

#include "model/core/files.h"
#include "tests/runs/invented_run.h"
#include "tests/support/temp_folder.h"

namespace sojourn::test {
namespace {

/// A PNG of our own writer: 8-bit RGB, one IDAT, filter 1.
struct Picture {
  std::size_t width = 0, height = 0;
  std::vector<std::uint8_t> rgb;

  [[nodiscard]] std::size_t count(int r, int g, int b, int tolerance) const {
    std::size_t found = 0;
    for (std::size_t i = 0; i + 2 < rgb.size(); i += 3)
      found += std::abs(rgb[i] - r) <= tolerance && std::abs(rgb[i + 1] - g) <= tolerance &&
               std::abs(rgb[i + 2] - b) <= tolerance;
    return found;
  }
};

Picture readPicture(const std::filesystem::path& file) {
  const auto bytes = readFile(file, 100'000'000);
  if (!bytes) return {};
  const auto at = [&](std::size_t i) { return std::to_integer<std::size_t>((*bytes)[i]); };
  const auto number = [&](std::size_t i) { return at(i) << 24U | at(i + 1) << 16U | at(i + 2) << 8U | at(i + 3); };
  Picture picture{.width = number(16), .height = number(20), .rgb = {}};
  const std::size_t row = picture.width * 3;
  std::vector<std::uint8_t> raw(picture.height * (row + 1));
  uLongf size = raw.size();
  const auto* packed = reinterpret_cast<const Bytef*>(bytes->data() + 41);
  if (uncompress(raw.data(), &size, packed, number(33)) != Z_OK || size != raw.size()) return {};
  for (std::size_t y = 0; y < picture.height; ++y) {
    for (std::size_t x = 0; x < row; ++x) {
      const std::uint8_t left = x < 3 ? std::uint8_t{0} : picture.rgb[picture.rgb.size() - 3];
      picture.rgb.push_back(static_cast<std::uint8_t>(raw[y * (row + 1) + 1 + x] + left));
    }
  }
  return picture;
}

class MonitorWindow : public ::testing::Test {
 protected:
  void SetUp() override {
    if (std::system("command -v xvfb-run >/dev/null 2>&1") != 0)
      GTEST_SKIP() << "xvfb-run is not installed: the monitor is not started under a real X server";
    InventedRunOptions options;
    options.state = RunState::Running;
    m_alive = std::make_unique<InventedRun>(m_folder / "runs" / "alive", options);
    m_dead = std::make_unique<InventedRun>(m_folder / "runs" / "dead", options);
    m_dead->append(StateEvent{.state = RunState::Failed, .why = "as the test says"});
    m_dead->writeStatus(RunState::Failed);
  }
  int run(const std::string& arguments) {
    const std::string command = "timeout 120 xvfb-run -a -s '-screen 0 1700x1100x24' " SOJOURN_MONITOR " " +
                                (m_folder / "runs").string() + " --state-dir " + (m_folder / "state").string() + " " +
                                arguments + " >" + (m_folder / "out").string() + " 2>&1";
    const int status = std::system(command.c_str());
    return WIFEXITED(status) ? WEXITSTATUS(status) : -1;
  }
  TempFolder m_folder;
  std::unique_ptr<InventedRun> m_alive, m_dead;
};

TEST_F(MonitorWindow, ShowsTheWallInBothThemes) {
  for (const bool dark : {true, false}) {
    const auto file = m_folder / "wall.png";
    ASSERT_EQ(run("--screenshot " + file.string() + " --size 1280x800 " + (dark ? "--dark" : "--light")), 0);
    const Picture picture = readPicture(file);
    ASSERT_EQ(picture.width, 1280U);
    ASSERT_EQ(picture.height, 800U);
    // The failed tile's head; most of the window is panel or tile.
    if (dark) {
      EXPECT_GT(picture.count(0x3F, 0x1D, 0x1B, 3), 5000U);
      EXPECT_GT(picture.count(0x1C, 0x20, 0x25, 3), 200'000U);
    } else {
      EXPECT_GT(picture.count(0xFD, 0xEC, 0xEA, 3), 5000U);
      EXPECT_GT(picture.count(0xFF, 0xFF, 0xFF, 3), 200'000U);
    }
    // The live run's curves are in the accent.
    EXPECT_GT(dark ? picture.count(0xA8, 0xA0, 0xFF, 12) : picture.count(0x4B, 0x42, 0xC4, 12), 300U);
  }
}

TEST_F(MonitorWindow, SaysWhatIsWrongWithoutADisplayOrAFolder) {
  EXPECT_EQ(WEXITSTATUS(std::system("env -u DISPLAY -u WAYLAND_DISPLAY " SOJOURN_MONITOR " / >/dev/null 2>&1")), 4);
  EXPECT_EQ(WEXITSTATUS(std::system(SOJOURN_MONITOR " /not/there >/dev/null 2>&1")), 3);
  EXPECT_EQ(WEXITSTATUS(std::system(SOJOURN_MONITOR " --size 1x1 . >/dev/null 2>&1")), 2);
  EXPECT_EQ(WEXITSTATUS(std::system(SOJOURN_MONITOR " --once . >/dev/null 2>&1")), 2);
  const std::string once =
      SOJOURN_MONITOR " --text --once " + (m_folder / "runs").string() + " >" + (m_folder / "out").string();
  EXPECT_EQ(WEXITSTATUS(std::system(once.c_str())), 0);
  EXPECT_GT(std::filesystem::file_size(m_folder / "out"), 100U);
}

}  // namespace
}  // namespace sojourn::test
