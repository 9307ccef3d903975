// SPDX-License-Identifier: GPL-3.0-or-later
// The real program minimised under a window manager while its runs go on: it draws nothing and hardly wakes, and shows
// what is newest once it is back.
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <functional>
#include <memory>
#include <sstream>
#include <thread>
#include <utility>

#include <gtest/gtest.h>
#include <unistd.h>

#include "tests/monitor/program/screen_picture.h"
#include "tests/runs/fake_run.h"
#include "tests/support/built.h"
#include "tests/support/child.h"
#include "tests/support/temp_folder.h"
#include "tests/support/waiting.h"

namespace sojourn::test {
namespace {

namespace fs = std::filesystem;
using std::chrono::milliseconds;

/// What a process has done so far, as the system counts it: another process cannot make it more.
struct Doings {
  double cpuSeconds = 0;
  long woken = 0;      ///< how often its first thread, which draws, had waited and went on
  long rasters = 0;    ///< the same of Mesa's threads that fill pixels: each frame wakes them
  double seconds = 0;  ///< that these took
};

std::string wholeFile(const fs::path& file) {
  std::ifstream in(file);
  return {std::istreambuf_iterator<char>(in), {}};
}

long switchesOf(const fs::path& task) {
  const std::string status = wholeFile(task / "status");
  const std::string key = "\nvoluntary_ctxt_switches:";
  const auto at = status.find(key);
  return at == std::string::npos ? 0 : std::strtol(status.c_str() + at + key.size(), nullptr, 10);
}

Doings doingsOf(pid_t process) {
  Doings doings;
  const fs::path folder = "/proc/" + std::to_string(process);
  const std::string stat = wholeFile(folder / "stat");
  std::istringstream fields(stat.substr(stat.rfind(')') + 1));
  std::string skipped;
  for (int i = 3; i < 14; ++i) fields >> skipped;
  long user = 0, system = 0;
  fields >> user >> system;
  doings.cpuSeconds = static_cast<double>(user + system) / static_cast<double>(::sysconf(_SC_CLK_TCK));
  doings.woken = switchesOf(folder / "task" / std::to_string(process));
  for (const auto& task : fs::directory_iterator(folder / "task")) {
    if (wholeFile(task.path() / "comm").starts_with("llvmpipe-")) doings.rasters += switchesOf(task.path());
  }
  return doings;
}

class MinimisedWindow : public ::testing::Test {
 protected:
  void SetUp() override {
    for (const char* tool : {"Xvfb", "openbox", "xdotool", "xprop", "import"})
      if (std::system((std::string("command -v ") + tool + " >/dev/null 2>&1").c_str()) != 0)
        GTEST_SKIP() << tool << " is not installed: no window is minimised";
    FakeRunOptions options;
    options.state = RunState::Running;
    options.planned = 10'000;
    for (int i = 0; i < 4; ++i)
      m_runs.push_back(std::make_unique<FakeRun>(m_folder / "runs" / ("live-" + std::to_string(i)), options));
    // A server that is reset when a program that only asked leaves takes those with it that are just coming.
    m_server = std::make_unique<Child>(
        std::vector<std::string>{"/usr/bin/env", "Xvfb", "-displayfd", "1", "-noreset", "-screen", "0", "1280x800x24"});
    const auto number = m_server->awaitLine([](const std::string& line) { return !line.empty(); }, longestWait);
    ASSERT_TRUE(number.has_value()) << "Xvfb does not start";
    m_display = "DISPLAY=:" + number->text;
    m_manager = std::make_unique<Child>(std::vector<std::string>{"/usr/bin/env", m_display, "openbox"});
    ASSERT_TRUE(until([this] {
      return answer("xprop -root _NET_SUPPORTING_WM_CHECK").find("window id") != std::string::npos;
    })) << "no window manager is there";
    m_monitor = std::make_unique<Child>(std::vector<std::string>{
        "/usr/bin/env", m_display, "LIBGL_ALWAYS_SOFTWARE=1", "GALLIUM_DRIVER=llvmpipe", "LP_NUM_THREADS=2",
        test::builtProgram("sojourn-monitor"), (m_folder / "runs").string(), "--state-dir",
        (m_folder / "state").string(), "--size", "1200x700", "--dark"});
    ASSERT_TRUE(until([this] { return !visible().empty(); })) << "no window appears";
    m_window = visible();
  }

  [[nodiscard]] static bool until(const std::function<bool()>& condition) {
    return eventually(condition, [] { std::this_thread::sleep_for(milliseconds(500)); });
  }
  /// What a program on the display prints.
  [[nodiscard]] std::string answer(const std::string& command) const {
    FILE* pipe = ::popen(("env " + m_display + " " + command + " 2>/dev/null").c_str(), "r");
    std::string text;
    char bytes[256];
    while (pipe && std::fgets(bytes, sizeof bytes, pipe)) text += bytes;
    if (pipe) ::pclose(pipe);
    return text.substr(0, text.find('\n'));
  }
  /// The monitor's window where it is to be seen.
  [[nodiscard]] std::string visible() const {
    return answer("xdotool search --onlyvisible --pid " + std::to_string(m_monitor->pid()) + " --name Sojourn");
  }
  /// The pixels of failed tiles' heads on the screen.
  [[nodiscard]] std::size_t failedPixels() const {
    const fs::path file = m_folder / "screen.rgb";
    static_cast<void>(answer("import -window root -depth 8 rgb:" + file.string()));
    Picture picture;
    const std::string bytes = wholeFile(file);
    picture.rgb.assign(bytes.begin(), bytes.end());
    return picture.count(0x3F, 0x1D, 0x1B, 3);
  }
  /// What the program does while runs write an epoch each, ten times a second, and one of them fails: that is news.
  [[nodiscard]] Doings whileOneFails(std::size_t failing) {
    constexpr int rounds = 60;
    const auto begin = std::chrono::steady_clock::now();
    const Doings before = doingsOf(m_monitor->pid());
    for (int round = 0; round < rounds; ++round) {
      for (std::size_t i = 0; i < m_runs.size(); ++i) {
        if (i < failing || (i == failing && round > rounds / 2)) continue;
        m_runs[i]->writeEpoch();
        m_runs[i]->writeStatus(RunState::Running);
      }
      if (round == rounds / 2) {
        m_runs[failing]->append(StateEvent{.state = RunState::Failed, .why = "as the test says"});
        m_runs[failing]->writeStatus(RunState::Failed);
      }
      std::this_thread::sleep_for(milliseconds(100));
    }
    const Doings after = doingsOf(m_monitor->pid());
    return {.cpuSeconds = after.cpuSeconds - before.cpuSeconds,
            .woken = after.woken - before.woken,
            .rasters = after.rasters - before.rasters,
            .seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count()};
  }

  TempFolder m_folder;
  std::vector<std::unique_ptr<FakeRun>> m_runs;
  std::string m_display, m_window;
  // The programs go before the server that they are shown by.
  std::unique_ptr<Child> m_server, m_manager, m_monitor;
};

TEST_F(MinimisedWindow, DrawsNothingAndShowsTheNewestOnceItIsBack) {
  ASSERT_TRUE(until([this] { return doingsOf(m_monitor->pid()).rasters > 0; })) << "nothing is drawn";
  const Doings seen = whileOneFails(0);
  EXPECT_GT(seen.rasters, 0) << "news are drawn while they can be seen";
  ASSERT_TRUE(until([this] { return failedPixels() > 3000; })) << "the failed run is not shown";
  const std::size_t one = failedPixels();

  static_cast<void>(answer("xdotool windowminimize " + m_window));
  ASSERT_TRUE(until([this] { return visible().empty(); })) << "it is not minimised";
  // Frames that were being drawn.
  long drawn = -1;
  ASSERT_TRUE(until([&] {
    const long before = std::exchange(drawn, doingsOf(m_monitor->pid()).rasters);
    return drawn == before;
  })) << "it goes on drawing";
  const Doings minimised = whileOneFails(1);
  EXPECT_EQ(minimised.rasters, 0) << "frames of a minimised window";
  // A look at runs that go on, twice a second, and at the clock: 0.3 % of a core and 3 wakes a second here.
  EXPECT_LT(minimised.cpuSeconds, 0.03 * minimised.seconds);
  EXPECT_LT(static_cast<double>(minimised.woken), 9 * minimised.seconds);

  static_cast<void>(answer("xdotool windowmap " + m_window));
  EXPECT_TRUE(until([&] { return failedPixels() > one + one / 2; })) << "what failed meanwhile is not shown";
}

}  // namespace
}  // namespace sojourn::test
