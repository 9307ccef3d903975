// SPDX-License-Identifier: GPL-3.0-or-later
// A run directory that somebody else has filled with links: neither a trainer nor a viewer follows one.
#include <fstream>
#include <map>

#include <gtest/gtest.h>

#include "model/core/guarded_path.h"
#include "model/runs/catalogue/run_catalogue.h"
#include "model/runs/control/control.h"
#include "model/runs/export/run_export.h"
#include "model/runs/log/event_log.h"
#include "model/runs/queue/run_queue.h"
#include "model/runs/store/ids_and_times.h"
#include "model/runs/store/probe_file.h"
#include "model/runs/store/run_process.h"
#include "tests/runs/fake_probes.h"
#include "tests/runs/fake_run.h"
#include "tests/support/temp_folder.h"

namespace sojourn {
namespace {

namespace fs = std::filesystem;

std::map<std::string, std::string> filesIn(const fs::path& folder) {
  std::map<std::string, std::string> content;
  for (const auto& entry : fs::recursive_directory_iterator(folder)) {
    if (!entry.is_regular_file()) continue;
    std::ifstream in(entry.path(), std::ios::binary);
    content[entry.path().string()] = {std::istreambuf_iterator<char>(in), std::istreambuf_iterator<char>()};
  }
  return content;
}

/// A whole run of somebody, and a run directory in which every name is a link to that one's.
class HostileFolder : public ::testing::Test {
 protected:
  void SetUp() override {
    test::FakeRunOptions options;
    options.epochs = 1;
    options.testAccuracy = 50;
    test::FakeRun(m_victim.folder, options).writeStatus(RunState::Running);
    test::writeFakeProbes(m_victim.folder, 0);
    fs::create_directories(m_victim.control());
    fs::create_directories(m_victim.checkpoints());
    const fs::path files[] = {m_victim.control() / (newUuid() + ".json"), m_victim.checkpoints() / ".last.pt.1-0.tmp",
                              m_victim.probes() / ".0001.safetensors.1-0.tmp", m_victim.folder / "notes.json"};
    for (const fs::path& file : files) std::ofstream(file) << "{}";
    for (const fs::path& file : {m_victim.events(), m_victim.viewer(), m_victim.results(), m_victim.lock()})
      if (!fs::exists(file)) std::ofstream(file) << "{}";
    fs::create_directories(m_run.folder);
    for (const auto& entry : fs::directory_iterator(m_victim.folder))
      fs::create_symlink(entry.path(), m_run.folder / entry.path().filename());
    m_before = filesIn(m_victim.folder);
  }
  void TearDown() override { EXPECT_EQ(filesIn(m_victim.folder), m_before); }

  test::TempFolder m_temp;
  RunPaths m_victim{m_temp / "victim"};
  RunPaths m_run{m_temp / "runs/hostile"};
  std::map<std::string, std::string> m_before;
};

TEST_F(HostileFolder, ReadersFollowNoLink) {
  const auto refused = [](const auto& result) {
    ASSERT_FALSE(result.ok());
    EXPECT_NE(result.error().what.find("link"), std::string::npos) << result.error().sentence();
  };
  refused(readRunRecord(m_run.record()));
  refused(readRunStatus(m_run.status()));
  refused(readRunResults(m_run.results()));
  refused(readViewerNotes(m_run.viewer()));
  refused(readProbeFile(m_run.probe(0)));
  refused(readRunHistory(m_run.events()));
  EXPECT_TRUE(readRunStatus(m_victim.status()).ok()) << "else this tests nothing";
  EXPECT_TRUE(readProbeFile(m_victim.probe(0)).ok());

  RunCatalogue catalogue(m_run.folder.parent_path());
  const auto runs = catalogue.refresh();
  ASSERT_EQ(runs.size(), 1U);
  EXPECT_FALSE(runs[0].record);
  EXPECT_FALSE(runs[0].status);
  EXPECT_FALSE(runs[0].problems.empty());
}

TEST_F(HostileFolder, ATrainerTouchesNothingBehindALink) {
  EXPECT_FALSE(EventLog::open(m_run.events()).ok());
  EXPECT_FALSE(ControlFolder::open(m_run, 0).ok());
  EXPECT_FALSE(RunLock::isHeld(m_run.lock()));
  EXPECT_FALSE(makeGuardedFolder(m_run.checkpoints()).ok());
  EXPECT_FALSE(makeGuardedFolder(m_run.probes()).ok());
  EXPECT_FALSE(removeGuarded(m_run.probe(0)));
  removeTemporaryFiles(m_run);
  // A file that is replaced is replaced in this folder.
  EXPECT_TRUE(writeRunStatus(m_run.status(), {}).ok());
  EXPECT_FALSE(fs::is_symlink(m_run.status()));
}

TEST_F(HostileFolder, AViewerTouchesNothingBehindALink) {
  EXPECT_FALSE(sendCommand(m_run, ControlCommand::Stop).ok());
  EXPECT_TRUE(writeViewerNotes(m_run.viewer(), {}).ok());
  EXPECT_FALSE(fs::is_symlink(m_run.viewer()));
}

TEST_F(HostileFolder, AControlFolderThatBecomesALinkIsEmpty) {
  fs::remove(m_run.control());
  auto control = ControlFolder::open(m_run, 0);
  ASSERT_TRUE(control.ok());
  fs::remove(m_run.control());
  fs::create_directory_symlink(m_victim.control(), m_run.control());
  EXPECT_TRUE(control->poll().empty());
  ControlRequest request;
  for (const auto& entry : fs::directory_iterator(m_victim.control())) request.id = entry.path().stem().string();
  control->remove(request);
}

TEST_F(HostileFolder, AQueueBehindALinkIsNobodysQueue) {
  fs::create_directories(m_temp / "other/queue");
  ASSERT_TRUE(
      RunQueue(m_temp / "other").add({.id = newUuid(), .wall = 1, .runFolder = "r", .data = "d", .device = {}}));
  fs::create_directory_symlink(m_temp / "other/queue", m_temp / "runs/queue");
  const auto before = filesIn(m_temp / "other");
  const RunQueue queue(m_temp / "runs");
  EXPECT_FALSE(queue.read().ok());
  EXPECT_FALSE(queue.makeFolder().ok());
  const std::string id = RunQueue(m_temp / "other").waiting().at(0).id;
  EXPECT_FALSE(queue.withdraw(id));
  EXPECT_FALSE(queue.fail(id, "r", "why").ok());
  EXPECT_EQ(filesIn(m_temp / "other"), before);
}

}  // namespace
}  // namespace sojourn
