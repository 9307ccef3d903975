// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/runs/store/run_process.h"

#include <gtest/gtest.h>

#include "model/core/files.h"
#include "tests/support/temp_folder.h"

namespace sojourn {
namespace {

const RunStatus sampleStatus{.state = RunState::Paused,
                       .process = {.host = "büro-7", .pid = 4321, .started = 1'760'000'000.25,
                                   .boot = "0f1e",
                                   .startTicks = 81},
                       .heartbeat = 1'760'000'100.5,
                       .epoch = 3,
                       .step = 180,
                       .epochs = 50};

TEST(StatusFile, ReadsBackAsItWas) {
  const test::TempFolder folder;
  ASSERT_TRUE(writeRunStatus(folder / "status.json", sampleStatus));
  const auto read = readRunStatus(folder / "status.json");
  ASSERT_TRUE(read);
  EXPECT_EQ(*read, sampleStatus);
}

TEST(StatusFile, EveryStateHasItsWord) {
  for (const char* word : {"starting", "running", "paused", "stopping", "finished", "failed", "interrupted"}) {
    const auto state = valueNamed<RunState>(runStateNames, word);
    ASSERT_TRUE(state) << word;
    EXPECT_EQ(runStateName(*state), word);
  }
  EXPECT_FALSE(valueNamed<RunState>(runStateNames, "asleep"));
}

TEST(StatusFile, RefusesByTheKey) {
  const test::TempFolder folder;
  const std::pair<const char*, const char*> cases[] = {
      {R"({"state":"on","pid":1,"host":"h","process_started":1,"heartbeat":1,"epoch":0,"step":0,"epochs":1})",
       ", key state"},
      {R"({"state":"running","pid":-1,"host":"h","process_started":1,"heartbeat":1,"epoch":0,"step":0,"epochs":1})",
       ", key pid"},
      {R"({"state":"running","pid":1,"host":"h","process_started":1,"epoch":0,"step":0,"epochs":1})",
       ", key heartbeat"},
      {R"({"state":"running")", ""},
      {"", ""},
  };
  for (const auto& [text, key] : cases) {
    ASSERT_TRUE(writeFileAtomically(folder / "status.json", std::string_view(text)));
    const auto read = readRunStatus(folder / "status.json");
    ASSERT_FALSE(read) << text;
    EXPECT_EQ(read.error().where, (folder / "status.json").string() + key);
  }
  EXPECT_FALSE(readRunStatus(folder / "absent.json"));
}

}  // namespace
}  // namespace sojourn
