// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/runs/control/control.h"

#include <gtest/gtest.h>
#include <sys/stat.h>

#include "model/core/files.h"
#include "model/runs/store/ids_and_times.h"
#include "tests/support/held_to_permissions.h"
#include "tests/support/temp_folder.h"

namespace sojourn {
namespace {

ControlFolder openFolder(const RunPaths& run, double started) {
  auto folder = ControlFolder::open(run, started);
  EXPECT_TRUE(folder);
  return std::move(*folder);
}

void put(const RunPaths& run, const std::string& name, const std::string& text) {
  ASSERT_TRUE(writeFileAtomically(run.control() / name, text));
}

TEST(Control, CommandsComeInTheOrderOfTheirSending) {
  const test::TempFolder temp;
  const RunPaths run{temp.path()};
  ControlFolder control = openFolder(run, wallNow());
  const ControlCommand sent[] = {ControlCommand::Pause,      ControlCommand::Resume,   ControlCommand::SetLearningRate,
                                 ControlCommand::Checkpoint, ControlCommand::Evaluate, ControlCommand::Stop};
  std::vector<std::string> ids;
  for (const ControlCommand command : sent) {
    const bool rate = command == ControlCommand::SetLearningRate;
    const auto id = sendCommand(run, command, rate ? std::optional(1e-4) : std::nullopt);
    ASSERT_TRUE(id);
    ids.push_back(*id);
  }
  const auto requests = control.poll();
  ASSERT_EQ(requests.size(), std::size(sent));
  for (std::size_t i = 0; i < requests.size(); ++i) {
    EXPECT_EQ(requests[i].id, ids[i]);
    EXPECT_EQ(requests[i].order, sent[i]);
    EXPECT_EQ(requests[i].command, controlCommandName(sent[i]));
    EXPECT_EQ(requests[i].event(),
              (ControlEvent{ids[i], std::string(controlCommandName(sent[i])),
                            i == 2 ? std::optional(1e-4) : std::nullopt, ControlAnswer::Done, ""}));
    control.remove(requests[i]);
  }
  EXPECT_TRUE(control.poll().empty());
  EXPECT_TRUE(std::filesystem::is_empty(run.control()));
}

TEST(Control, WhatIsOlderThanTheTrainerHasExpired) {
  const test::TempFolder temp;
  const RunPaths run{temp.path()};
  ASSERT_TRUE(sendCommand(run, ControlCommand::Stop));
  const auto requests = openFolder(run, wallNow() + 1).poll();
  ASSERT_EQ(requests.size(), 1U);
  EXPECT_EQ(requests[0].answer, ControlAnswer::Expired);
  EXPECT_FALSE(requests[0].order);
  EXPECT_EQ(requests[0].command, "stop");
}

constexpr const char* id = "00000000-0000-4000-8000-00000000000a";

TEST(Control, AViewerSeesWhatNoTrainerHasAnswered) {
  const test::TempFolder temp;
  const RunPaths run{temp.path()};
  EXPECT_TRUE(waitingCommands(run).empty()) << "there is no folder";
  const auto stop = sendCommand(run, ControlCommand::Stop);
  const auto rate = sendCommand(run, ControlCommand::SetLearningRate, 1e-4);
  ASSERT_TRUE(stop && rate);
  put(run, std::string(id) + ".json", R"({"v":1,"command":"dance"})");
  put(run, "notes.json", "{}");
  for (int look = 0; look < 2; ++look) {
    const auto waiting = waitingCommands(run);
    ASSERT_EQ(waiting.size(), 2U) << "looking removes nothing";
    EXPECT_EQ(waiting[0].id, *stop);
    EXPECT_EQ(waiting[0].order, ControlCommand::Stop);
    EXPECT_EQ(waiting[1].order, ControlCommand::SetLearningRate);
    EXPECT_EQ(waiting[1].value, 1e-4);
    EXPECT_NEAR(waiting[1].wall, wallNow(), 60);
  }
}

TEST(Control, WhatIsNoCommandIsRefusedWithAReason) {
  const test::TempFolder temp;
  const RunPaths run{temp.path()};
  ControlFolder control = openFolder(run, 0);
  const std::pair<const char*, const char*> cases[] = {
      {R"({"v":1,"id":"00000000-0000-4000-8000-00000000000a","wall":5,"command":"dance","value":null})",
       "is not a known command"},
      {R"({"v":1,"id":"b","wall":5,"command":"stop"})", "has an id that is not the file's name"},
      {R"({"v":2,"id":"00000000-0000-4000-8000-00000000000a","wall":5,"command":"stop"})",
       "is of a version that this trainer does not know"},
      {R"({"v":1,"id":"00000000-0000-4000-8000-00000000000a","wall":"NaN","command":"stop"})", "has no time"},
      {R"({"v":1,"id":"00000000-0000-4000-8000-00000000000a","wall":5,"command":"set_learning_rate"})",
       "needs a number above 0.0, up to 10.0"},
      {R"({"v":1,"id":"00000000-0000-4000-8000-00000000000a","wall":5,"command":"set_learning_rate","value":0})",
       "needs a number above 0.0, up to 10.0"},
      {R"({"v":1,"id":"00000000-0000-4000-8000-00000000000a","wall":5,"command":"set_learning_rate","value":"Infinity"})",
       "needs a number above 0.0, up to 10.0"},
      {R"({"v":1,"id":"00000000-0000-4000-8000-00000000000a","wall":5,"command":"set_learning_rate","value":1e308})",
       "needs a number above 0.0, up to 10.0"},
      {R"({"v":1,"id":"00000000-0000-4000-8000-00000000000a","wall":5,"command":"set_learning_rate","value":"fast"})",
       "the command, key value is not a number"},
      {R"({"v":1,"id":"00000000-0000-4000-8000-00000000000a","wall":5})", "the command, key command is absent"},
      {R"(rubbish)", "is not well-formed JSON"},
  };
  for (const auto& [text, why] : cases) {
    put(run, std::string(id) + ".json", text);
    const auto requests = control.poll();
    ASSERT_EQ(requests.size(), 1U) << text;
    EXPECT_EQ(requests[0].answer, ControlAnswer::Refused) << text;
    EXPECT_FALSE(requests[0].order) << text;
    EXPECT_EQ(requests[0].why, why) << text;
    control.remove(requests[0]);
  }
  EXPECT_TRUE(control.poll().empty());
}

TEST(Control, NeitherPipesNorFoldersNorHugeFilesStopTheTrainer) {
  const test::TempFolder temp;
  const RunPaths run{temp.path()};
  ControlFolder control = openFolder(run, 0);
  ASSERT_EQ(::mkfifo((run.control() / (newUuid() + ".json")).c_str(), 0600), 0);
  std::filesystem::create_directories(run.control() / (newUuid() + ".json") / "full");
  put(run, newUuid() + ".json", std::string(100'000, ' '));
  auto requests = control.poll();
  ASSERT_EQ(requests.size(), 3U);
  for (const ControlRequest& request : requests) {
    EXPECT_EQ(request.answer, ControlAnswer::Refused) << request.id;
    control.remove(request);
  }
  EXPECT_TRUE(control.poll().empty()) << "what cannot be deleted is answered once";
}

TEST(Control, FilesOfOtherNamesAreNobodysRequest) {
  const test::TempFolder temp;
  const RunPaths run{temp.path()};
  ControlFolder control = openFolder(run, 0);
  for (const std::string& name : {std::string("settings.json"), "." + newUuid() + ".json.1-0.tmp", newUuid() + ".txt",
                                  newUuid() + ".json.json", newUuid().substr(1) + ".json"})
    put(run, name, "{}");
  EXPECT_TRUE(control.poll().empty());
  EXPECT_EQ(namesIn(run.control())->size(), 5U);
}

TEST(Control, WhatCannotBeReadNowIsReadLater) {
  const test::TempFolder temp;
  const RunPaths run{temp.path()};
  ControlFolder control = openFolder(run, 0);
  const auto sent = sendCommand(run, ControlCommand::Stop);
  ASSERT_TRUE(sent);
  const std::filesystem::path file = run.control() / (*sent + ".json");
  {
    const test::HeldToPermissions held;
    if (!held.held()) GTEST_SKIP() << "this system lets root read everything";
    std::filesystem::permissions(file, std::filesystem::perms::none);
    EXPECT_TRUE(control.poll().empty());
  }
  std::filesystem::permissions(file, std::filesystem::perms::owner_all);
  ASSERT_EQ(control.poll().size(), 1U);
  EXPECT_EQ(control.poll()[0].order, ControlCommand::Stop);
}

TEST(Control, AnAbsentFolderIsAnEmptyOne) {
  const test::TempFolder temp;
  const RunPaths run{temp.path() / "run"};
  ControlFolder control = openFolder(run, 0);
  std::filesystem::remove_all(run.folder);
  EXPECT_TRUE(control.poll().empty());
}

}  // namespace
}  // namespace sojourn
