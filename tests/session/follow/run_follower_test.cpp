// SPDX-License-Identifier: GPL-3.0-or-later
// How much of very long runs is remembered.
#include "views/session/follow/run_follower.h"

#include <algorithm>
#include <chrono>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "model/runs/log/run_history.h"
#include "tests/runs/fake_run.h"
#include "tests/session/pumped_library.h"
#include "tests/support/temp_folder.h"
#include "views/session/runs/run_digest.h"

namespace sojourn::session {
namespace {

using test::FakeRun;
using test::FakeRunOptions;
using test::TempFolder;
using ::testing::HasSubstr;
using ::testing::IsEmpty;

FakeRunOptions longRun(std::int64_t epochs, std::int64_t stepsPerEpoch, RunState state) {
  FakeRunOptions options;
  options.epochs = epochs;
  options.stepsPerEpoch = stepsPerEpoch;
  options.state = state;
  return options;
}

std::size_t stepsTogether(const RunFollower& follower) {
  std::size_t together = 0;
  for (const FollowedRunPtr& run : follower.runs()) together += run->history ? run->history->steps.size() : 0;
  return together;
}

void lookAtAll(RunFollower& follower) {
  while (follower.poll().more) {
  }
}

FollowedRunPtr find(const RunFollower& follower, const std::filesystem::path& folder) {
  return *std::ranges::find(follower.runs(), folder, [](const FollowedRunPtr& run) { return run->folder(); });
}

TEST(RunFollower, TheLongestRunsAreThinnedWhereThereAreTooManySteps) {
  const TempFolder folder;
  const FakeRun brief(folder / "brief", longRun(4, 50, RunState::Finished));
  const FakeRun ended(folder / "ended", longRun(40, 200, RunState::Finished));
  FakeRun live(folder / "live", longRun(30, 200, RunState::Running));
  for (const TailOptions tail : {TailOptions{}, TailOptions{.recentBytes = 60'000, .chunkBytes = 60'000}}) {
    RunFollower follower(folder.path(), tail);
    follower.setMostSteps(4000);
    follower.choose({folder / "brief", folder / "ended", folder / "live"});
    lookAtAll(follower);
    EXPECT_LE(stepsTogether(follower), 4000U);
    EXPECT_GT(stepsTogether(follower), 1500U);
    const FollowedRunPtr short_ = find(follower, folder / "brief");
    EXPECT_EQ(short_->history->steps.size(), 200U) << "a short run stays whole";
    EXPECT_THAT(leftOutText(*short_->history), IsEmpty());
    for (const char* name : {"ended", "live"}) {
      const FollowedRunPtr run = find(follower, folder / name);
      ASSERT_TRUE(run->complete) << name;
      EXPECT_GT(run->history->thinning.until, 0) << name;
      EXPECT_EQ(run->history->steps.step.back(), run->history->lastStep()) << name;
      EXPECT_LE(run->history->steps.step.front(), run->history->thinning.width) << "its beginning is still seen";
      EXPECT_EQ(run->history->epochs.size(), run->outline->epochs.size()) << "epochs are whole";
      EXPECT_THAT(standingReason(*run), HasSubstr("only two of every"));
    }
    EXPECT_THAT(leftOutText(*find(follower, folder / "ended")->history), HasSubstr("Up to step "));
  }
}

TEST(RunFollower, ARunThatGoesOnStaysBounded) {
  const TempFolder folder;
  FakeRun run(folder / "live", longRun(1, 100, RunState::Running));
  RunFollower follower(folder / "live");
  follower.setMostSteps(1000);
  follower.choose({folder / "live"});
  lookAtAll(follower);
  std::vector<FollowedRunPtr> snapshots{follower.runs().front()};
  for (int epoch = 2; epoch <= 60; ++epoch) {
    run.writeEpoch();
    lookAtAll(follower);
    snapshots.push_back(follower.runs().front());
    const RunHistory& now = *snapshots.back()->history;
    ASSERT_LE(now.steps.size(), 1000U);
    ASSERT_EQ(now.steps.step.back(), epoch * 100);
    ASSERT_EQ(now.epochs.size(), static_cast<std::size_t>(epoch));
  }
  EXPECT_EQ(snapshots[9]->history->steps.size(), 1000U) << "no sooner than needed, and a snapshot never changes";
  EXPECT_EQ(snapshots[9]->history->thinning.until, 0);
  const RunHistory& last = *snapshots.back()->history;
  EXPECT_EQ(last.steps.step[last.steps.size() - 100], 5901) << "the latest are all there";
  EXPECT_LT(last.steps.step.front(), 100);

  // Chosen again it is read again: alone it may have more.
  follower.setMostSteps(10'000);
  follower.choose({});
  lookAtAll(follower);
  EXPECT_EQ(follower.runs().front()->history, nullptr);
  follower.choose({folder / "live"});
  lookAtAll(follower);
  EXPECT_EQ(follower.runs().front()->history->steps.size(), 6000U);
  EXPECT_EQ(follower.runs().front()->history->thinning.until, 0);
}

TEST(RunFollower, RunsOfSeveralFoldersShareWhatTheyMayRemember) {
  const TempFolder folder;
  const FakeRun one(folder / "here" / "one", longRun(20, 200, RunState::Finished));
  const FakeRun other(folder / "there" / "other", longRun(20, 200, RunState::Finished));
  Pumped studio({}, std::chrono::milliseconds(5), {}, 5000);
  const auto steps = [&](const std::filesystem::path& run) {
    const FollowedRunPtr seen = studio.run(run);
    return seen && seen->complete && seen->history ? seen->history->steps.size() : 0;
  };
  studio.library.add(folder / "here");
  studio.library.setWatched(true);
  ASSERT_TRUE(studio.until([&] { return steps(folder / "here" / "one") == 4000; })) << "alone it is whole";
  studio.library.add(folder / "there");
  EXPECT_TRUE(studio.until([&] {
    const std::size_t here = steps(folder / "here" / "one"), there = steps(folder / "there" / "other");
    return here > 500 && there > 500 && here <= 2500 && there <= 2500;
  }));
}

TEST(RunFollower, OfALogThatIsFullOfWordsTheOldestAreLetGo) {
  const TempFolder folder;
  FakeRun run(folder / "wordy", longRun(3, 10, RunState::Running));
  const std::string text(3'000, 'x');
  for (int i = 0; i < 6'999; ++i) run.append(LogEvent{.level = "info", .text = text});
  run.append(LogEvent{.level = "info", .text = "the last"});
  RunFollower follower(folder / "wordy");
  lookAtAll(follower);
  const FollowedRunPtr seen = follower.runs().front();
  ASSERT_TRUE(seen->complete);
  EXPECT_LE(eventBytes(*seen->outline), mostEventBytes);
  EXPECT_GT(seen->outline->droppedEvents, 0);
  EXPECT_EQ(seen->outline->epochs.size(), 3U);
  EXPECT_EQ(seen->outline->logs.back().event.text, "the last");
  EXPECT_EQ(seen->outline->droppedEvents + static_cast<std::int64_t>(seen->outline->logs.size()), 7'000);
  EXPECT_THAT(standingReason(*seen), HasSubstr("other entries of its log are not kept"));
}

}  // namespace
}  // namespace sojourn::session
