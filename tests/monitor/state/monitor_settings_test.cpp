// SPDX-License-Identifier: GPL-3.0-or-later
// What the monitor keeps of its window.
#include <fstream>

#include <gmock/gmock.h>

#include "tests/monitor/watched_folder.h"
#include "views/monitor/state/monitor.h"
#include "views/monitor/state/panel_data.h"

namespace sojourn::monitor {
namespace {

TEST(MonitorSettings, AreKeptAndNeverTrusted) {
  const test::TempFolder folder;
  MonitorSettings settings{.theme = ThemeChoice::Light,
                           .width = 1280,
                           .height = 800,
                           .layout = "[Window][x]\nPos=1,2\n",
                           .layouts = {{"second screen", "[Window][x]\nPos=3,4\n"}},
                           .muted = {{"/runs/a", "stalled"}},
                           .curves = {.x = present::CurveX::Epoch, .smoothing = 0.25, .linked = false},
                           .configurations = "/home/me/configurations"};
  const auto file = folder / "deep" / monitorSettingsName;
  EXPECT_EQ(*readMonitorSettings(file), MonitorSettings{});
  ASSERT_TRUE(writeMonitorSettings(file, settings).ok());
  EXPECT_EQ(*readMonitorSettings(file), settings);
  std::ofstream(file) << R"({"schema":"sojourn.monitor/1","theme":"blue","width":800,"height":600,"layout":""})";
  EXPECT_FALSE(readMonitorSettings(file).ok());
  std::ofstream(file) << R"({"schema":"sojourn.monitor/1","theme":"dark","width":999999999,"height":1,"layout":""})";
  ASSERT_TRUE(readMonitorSettings(file).ok());
  EXPECT_EQ(readMonitorSettings(file)->width, 8192);
  EXPECT_EQ(readMonitorSettings(file)->height, 320);
  // Cut off anywhere, or with any byte spoilt, it is refused or read, and never more than that.
  ASSERT_TRUE(writeMonitorSettings(file, settings).ok());
  std::string whole;
  std::getline(std::ifstream(file), whole, '\0');
  for (std::size_t i = 0; i + 2 < whole.size(); ++i) {
    std::ofstream(file, std::ios::trunc) << whole.substr(0, i);
    EXPECT_FALSE(readMonitorSettings(file).ok()) << i;
    std::string spoilt = whole;
    spoilt[i] = static_cast<char>(spoilt[i] ^ 0x95);
    std::ofstream(file, std::ios::trunc) << spoilt;
    const auto read = readMonitorSettings(file);
    EXPECT_TRUE(!read.ok() || (read->width >= 480 && read->height >= 320 && read->curves.smoothing < 1)) << i;
  }
  // A smoothing of 1 would be a line that stands still.
  settings.curves.smoothing = 1;
  ASSERT_TRUE(writeMonitorSettings(file, settings).ok());
  EXPECT_FALSE(readMonitorSettings(file).ok());
}

}  // namespace
}  // namespace sojourn::monitor
