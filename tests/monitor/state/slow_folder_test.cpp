// SPDX-License-Identifier: GPL-3.0-or-later
// A disk that does not answer: the monitor goes on, says so, and shows what comes when it is back.
#include <algorithm>
#include <atomic>
#include <chrono>
#include <functional>
#include <memory>
#include <thread>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "model/runs/store/ids_and_times.h"
#include "tests/runs/fake_run.h"
#include "tests/support/temp_folder.h"
#include "tests/support/waiting.h"
#include "views/monitor/state/monitor.h"

namespace sojourn::monitor {
namespace {

test::FakeRunOptions threeEpochs(RunState state = RunState::Running) {
  test::FakeRunOptions options;
  options.epochs = 3;
  options.state = state;
  return options;
}

/// A monitor of folders, of which one does not answer while it hangs.
class SlowFolder : public ::testing::Test {
 protected:
  ~SlowFolder() override { *m_hangs = false; }

  void watch(const std::vector<std::filesystem::path>& sources, const std::filesystem::path& slow) {
    m_monitor = std::make_unique<Monitor>(
        MonitorOptions{.sources = sources,
                       .wake = [] {},
                       .notify = [this](const std::string& title, const std::string&) { m_reported.push_back(title); },
                       .interval = std::chrono::milliseconds(10),
                       .curves = true,
                       .beforePoll =
                           [hangs = m_hangs, slow](const std::filesystem::path& source) {
                             while (source == slow && *hangs) std::this_thread::sleep_for(std::chrono::milliseconds(5));
                           }},
        MonitorSettings{});
  }
  bool until(const std::function<bool()>& condition) {
    return test::eventually([&] {
      if (condition()) return true;
      m_monitor->update(wallNow());
      return condition();
    });
  }
  [[nodiscard]] bool tellsSilence() const {
    return m_monitor->statusLine().find("not answered for") != std::string::npos;
  }

  test::TempFolder m_folder;
  std::shared_ptr<std::atomic<bool>> m_hangs = std::make_shared<std::atomic<bool>>(false);
  std::vector<std::string> m_reported;  ///< to the desktop
  std::unique_ptr<Monitor> m_monitor;
};

TEST_F(SlowFolder, ADiskThatDoesNotAnswerBlocksNothingAndIsReported) {
  test::FakeRun run(m_folder / "r", threeEpochs());
  watch({m_folder.path()}, m_folder.path());
  const auto& tiles = m_monitor->wall().tiles;
  ASSERT_TRUE(until([&] { return m_monitor->settled() && tiles.size() == 1; }));
  ASSERT_EQ(tiles[0].epoch, 3);
  *m_hangs = true;
  run.writeEpoch();
  // The disk holds on: an update that waits for it would never return.
  EXPECT_TRUE(until([&] { return tellsSilence(); }));
  // What is known stays, is in its state, and can be worked with.
  EXPECT_EQ(tiles.size(), 1U);
  EXPECT_EQ(tiles[0].word, "running");
  m_monitor->setFilter("state:failed");
  m_monitor->update(wallNow());
  EXPECT_TRUE(tiles.empty());
  m_monitor->setFilter("");
  // It wants to be looked at again soon, not in an hour.
  EXPECT_LE(m_monitor->secondsToNextAge(), 10);
  *m_hangs = false;
  EXPECT_TRUE(until([&] { return tiles.size() == 1 && tiles[0].epoch == 4; }));
  EXPECT_TRUE(until([&] { return !tellsSilence(); }));
}

TEST_F(SlowFolder, TheOtherFoldersGoOnAndTheSilentOneIsNamed) {
  const test::FakeRun old(m_folder / "nas" / "old", threeEpochs(RunState::Failed));
  test::FakeRun live(m_folder / "disk" / "live", threeEpochs());
  const test::FakeRun failedLongAgo(m_folder / "disk" / "failed", threeEpochs(RunState::Failed));
  *m_hangs = true;
  watch({m_folder / "nas", m_folder / "disk"}, m_folder / "nas");
  const auto& tiles = m_monitor->wall().tiles;
  EXPECT_TRUE(m_monitor->expectsMore(30)) << "nothing has been read yet";
  ASSERT_TRUE(until([&] { return tiles.size() == 2; }));
  ASSERT_TRUE(until([&] { return !m_monitor->expectsMore(0.3); })) << "the folder that answers has been read";
  EXPECT_TRUE(m_monitor->expectsMore(30));
  live.writeEpoch();
  live.writeStatus(RunState::Running);
  ASSERT_TRUE(until([&] { return m_monitor->run((m_folder / "disk" / "live").string())->digest.epoch == 4; }));
  ASSERT_TRUE(until([&] { return tellsSilence(); }));
  EXPECT_THAT(m_monitor->statusLine(),
              ::testing::ContainsRegex((m_folder / "nas").string() + " has not answered for [0-9.]+ s"));
  EXPECT_THAT(m_reported, ::testing::IsEmpty()) << "what stood in its folder from the first is no news";
  // A failure in the folder that answers is reported, though the other has never been read.
  const test::FakeRun fails(m_folder / "disk" / "new", threeEpochs(RunState::Failed));
  EXPECT_TRUE(until([&] { return !m_reported.empty() && m_monitor->alerts().size() == 2; }));
  const std::size_t reported = m_reported.size();
  // One that stood in the silent folder from the first is none when the disk is back.
  *m_hangs = false;
  ASSERT_TRUE(until([&] { return m_monitor->settled() && tiles.size() == 4; }));
  EXPECT_FALSE(tellsSilence());
  EXPECT_EQ(m_monitor->alerts().size(), 3U);
  EXPECT_EQ(m_reported.size(), reported);
}

}  // namespace
}  // namespace sojourn::monitor
