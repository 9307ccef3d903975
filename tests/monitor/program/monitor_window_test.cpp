// SPDX-License-Identifier: GPL-3.0-or-later
// The real program in a real window under Xvfb: its picture shows the wall, light and dark.
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <memory>
#include <vector>

#include <gtest/gtest.h>
#include <sys/wait.h>

#include "model/core/files.h"
#include "model/formats/bytes/png_writer.h"
#include "tests/monitor/program/screen_picture.h"
#include "tests/runs/fake_run.h"
#include "tests/support/built.h"
#include "tests/support/temp_folder.h"

namespace sojourn::test {
namespace {

class MonitorWindow : public ::testing::Test {
 protected:
  void SetUp() override {
    if (std::system("command -v xvfb-run >/dev/null 2>&1") != 0)
      GTEST_SKIP() << "xvfb-run is not installed: the monitor is not started under a real X server";
    FakeRunOptions options;
    options.state = RunState::Running;
    m_alive = std::make_unique<FakeRun>(m_folder / "runs" / "alive", options);
    m_dead = std::make_unique<FakeRun>(m_folder / "runs" / "dead", options);
    m_dead->append(StateEvent{.state = RunState::Failed, .why = "as the test says"});
    m_dead->writeStatus(RunState::Failed);
  }
  [[nodiscard]] int run(const std::string& arguments) const {
    const std::string command = "timeout 120 xvfb-run -a -s '-screen 0 1700x1100x24' " +
                                builtProgram("sojourn-monitor") + " " + (m_folder / "runs").string() + " --state-dir " +
                                (m_folder / "state").string() + " " + arguments + " >" + (m_folder / "out").string() +
                                " 2>&1";
    const int status = std::system(command.c_str());
    return WIFEXITED(status) ? WEXITSTATUS(status) : -1;
  }
  TempFolder m_folder;
  std::unique_ptr<FakeRun> m_alive, m_dead;
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

/// The same runs on every machine, over for good: only ages, the clock and the time of a frame change from day to day.
class MonitorGolden : public MonitorWindow {
 protected:
  void SetUp() override {
    MonitorWindow::SetUp();
    if (IsSkipped()) return;
    std::filesystem::remove_all(m_folder / "runs");
    // A run's colour follows from its id: these have the first three.
    const auto make = [&](const char* name, const char* id, std::int64_t epochs, double slope) {
      FakeRunOptions options;
      options.id = id;
      options.epochs = epochs;
      options.loss = [=](std::int64_t e) { return 4.0 - slope * static_cast<double>(std::min<std::int64_t>(e, 7)); };
      m_runs.push_back(std::make_unique<FakeRun>(m_folder / "runs" / name, options));
    };
    make("a-first", "00000042-0000-4000-8000-000000000000", 12, 0.15);
    make("b-second", "00000001-0000-4000-8000-000000000000", 9, 0.1);
    make("c-third", "00000002-0000-4000-8000-000000000000", 5, 0.05);
    m_runs.back()->append(StateEvent{.state = RunState::Failed, .why = "as the test says"});
    m_runs.back()->writeStatus(RunState::Failed);
  }
  [[nodiscard]] Picture shot(const std::string& arguments) const {
    const auto file = m_folder / "shot.png";
    EXPECT_EQ(run("--size 1280x800 --screenshot " + file.string() + " " + arguments), 0);
    return shrunk(readPicture(file), 8);
  }
  /// Held against the picture that is kept; SOJOURN_UPDATE_GOLDEN=1 keeps the new one.
  void expectGolden(const std::string& name, const Picture& shown) {
    const std::filesystem::path kept = sourceFolder() / "tests/monitor/golden" / (name + ".png");
    const auto png =
        encodePng(static_cast<std::uint32_t>(shown.width), static_cast<std::uint32_t>(shown.height), shown.rgb);
    ASSERT_TRUE(png.ok());
    if (std::getenv("SOJOURN_UPDATE_GOLDEN") != nullptr) {
      ASSERT_TRUE(writeFileAtomically(kept, *png).ok());
    }
    const double share = shareThatDiffers(readPicture(kept), shown, tolerance);
    const auto wrong = std::filesystem::temp_directory_path() / ("sojourn-" + name + ".png");
    if (share > most) {
      EXPECT_TRUE(writeFileAtomically(wrong, *png).ok());
    }
    EXPECT_LE(share, most) << name << ": what was shown is " << wrong;
  }
  static constexpr int tolerance = 24;
  static constexpr double most = 0.02;

  std::vector<std::unique_ptr<FakeRun>> m_runs;
};

TEST_F(MonitorGolden, WallAndCurvesLookAsTheyDid) {
  const Picture wall = shot("--dark");
  expectGolden("wall-dark", wall);
  const Picture light = shot("--light");
  expectGolden("wall-light", light);
  const Picture curves = shot("--dark --panel curves");
  expectGolden("curves-dark", curves);
  // The comparison can fail: by another theme, another panel, and one run less.
  EXPECT_GT(shareThatDiffers(wall, light, tolerance), 0.5);
  EXPECT_GT(shareThatDiffers(wall, curves, tolerance), 2 * most);
  m_runs.pop_back();
  std::filesystem::remove_all(m_folder / "runs" / "c-third");
  EXPECT_GT(shareThatDiffers(wall, shot("--dark"), tolerance), 2 * most);
}

TEST_F(MonitorWindow, OpensWhereAWindowManagerHasDied) {
  for (const char* tool : {"openbox", "xprop"})
    if (std::system((std::string("command -v ") + tool + " >/dev/null 2>&1").c_str()) != 0)
      GTEST_SKIP() << tool << " is not installed: no window manager dies";
  const std::string picture = (m_folder / "wall.png").string();
  // Its mark stays on a display that is not reset when the last program leaves it.
  const std::string script =
      "mark() { xprop -root _NET_SUPPORTING_WM_CHECK | grep -q 'window id'; }; "
      "openbox & for i in \\$(seq 200); do mark && break; sleep 0.1; done; kill -9 \\$!; wait; "
      "mark || exit 99; " +
      builtProgram("sojourn-monitor") + " " + (m_folder / "runs").string() + " --state-dir " +
      (m_folder / "state").string() + " --size 800x600 --screenshot " + picture;
  const std::string command = "timeout 120 xvfb-run -a -s '-noreset -screen 0 1700x1100x24' bash -c \"" + script +
                              "\" >" + (m_folder / "out").string() + " 2>&1";
  const int status = std::system(command.c_str());
  EXPECT_EQ(WEXITSTATUS(status), 0);
  EXPECT_TRUE(std::filesystem::exists(picture));
}

TEST_F(MonitorWindow, SaysWhatIsWrongWithoutADisplayOrAFolder) {
  const std::string monitor = builtProgram("sojourn-monitor");
  EXPECT_EQ(WEXITSTATUS(std::system(("env -u DISPLAY -u WAYLAND_DISPLAY " + monitor + " / >/dev/null 2>&1").c_str())),
            4);
  EXPECT_EQ(WEXITSTATUS(std::system((monitor + " /not/there >/dev/null 2>&1").c_str())), 3);
  EXPECT_EQ(WEXITSTATUS(std::system((monitor + " --size 1x1 . >/dev/null 2>&1").c_str())), 2);
  EXPECT_EQ(WEXITSTATUS(std::system((monitor + " --once . >/dev/null 2>&1").c_str())), 2);
  const std::string once =
      monitor + " --text --once " + (m_folder / "runs").string() + " >" + (m_folder / "out").string();
  EXPECT_EQ(WEXITSTATUS(std::system(once.c_str())), 0);
  EXPECT_GT(std::filesystem::file_size(m_folder / "out"), 100U);
}

}  // namespace
}  // namespace sojourn::test
