// SPDX-License-Identifier: GPL-3.0-or-later
// How `sojourn train` is stopped, resumed and refused, and what full disks do.
#include <csignal>
#include <cstdlib>
#include <map>

#include "tests/cli/train/cli_train.h"

namespace sojourn {
namespace {

TEST_F(CliTrain, AnInterruptKeepsItsPlaceAndSaysHowToGoOn) {
  for (const int signal : {SIGINT, SIGTERM}) {
    const std::string name = "stopped " + std::to_string(signal);
    const auto run = runSojournUntil(endless(training(name)), folder / name / "checkpoints/best.pt", signal);
    EXPECT_EQ(run.exitCode, 130) << run.err;
    EXPECT_FALSE(std::filesystem::exists(folder / name / "results.json")) << "only when finished";
    const json status = readJson(folder / name / "status.json");
    EXPECT_EQ(status["state"], "interrupted");
    EXPECT_TRUE(std::filesystem::exists(folder / name / "checkpoints/last.pt"));
    EXPECT_THAT(run.out,
                HasSubstr("\nInterrupted in epoch " + status["epoch"].dump() + " after step " + status["step"].dump() +
                          ", saved in " + (folder / name / "checkpoints/last.pt").string()));
    EXPECT_THAT(run.out, HasSubstr("sojourn train --resume --run-dir '" + (folder / name).string() + "'\n"));
  }
}

TEST_F(CliTrain, ATerminalThatClosesIsAnInterrupt) {
  const auto before = std::signal(SIGHUP, SIG_DFL);
  // The shell and the kernel both send it.
  const auto run = runSojournUntil(endless(training("left")), folder / "left/checkpoints/best.pt", SIGHUP, 2);
  static_cast<void>(std::signal(SIGHUP, before));
  EXPECT_EQ(run.exitCode, 130) << run.err;
  const json status = readJson(folder / "left/status.json");
  EXPECT_EQ(status["state"], "interrupted");
  const auto info = runSojourn({"info", (folder / "left/checkpoints/last.pt").string(), "--json", "-"});
  EXPECT_EQ(info.exitCode, 0) << info.err;
  const auto resumed = runSojourn({"train", "--resume", "--run-dir", (folder / "left").string(), "--threads", "2",
                                   "--set", "training.num_epochs=1"});
  EXPECT_EQ(resumed.exitCode, 0) << resumed.err;
}

TEST_F(CliTrain, NohupKeepsATrainingWhoseTerminalCloses) {
  const auto before = std::signal(SIGHUP, SIG_IGN);
  const auto run = runSojournUntil(training("kept"), folder / "kept/run.json", SIGHUP);
  static_cast<void>(std::signal(SIGHUP, before));
  EXPECT_EQ(run.exitCode, 0) << run.err;
}

TEST_F(CliTrain, ALogThatWasCutShortIsReportedOnResume) {
  const auto run = runSojournUntil(endless(training("cut")), folder / "cut/probes/0002.safetensors", SIGKILL);
  EXPECT_EQ(run.exitCode, 128 + SIGKILL);
  const std::string log = readText(folder / "cut/events.jsonl");
  const std::size_t end = log.find("\"t\":\"epoch\"");
  ASSERT_NE(end, std::string::npos);
  ASSERT_TRUE(writeFileAtomically(folder / "cut/events.jsonl", log.substr(0, log.rfind('\n', end) + 1)));
  const auto resumed = runSojourn({"train", "--resume", "--run-dir", (folder / "cut").string(), "--threads", "2",
                                   "--set", "training.num_epochs=1"});
  EXPECT_EQ(resumed.exitCode, 0) << resumed.err;
  EXPECT_THAT(resumed.err, HasSubstr("sojourn: warning: " + (folder / "cut/events.jsonl").string()));
  EXPECT_THAT(resumed.err, HasSubstr("missing from the log and the curves: "));
}

TEST_F(CliTrain, ARateIsChangedOnResumeBySetOnly) {
  const auto run = runSojournUntil(endless(training("run")), folder / "run/checkpoints/best.pt", SIGINT);
  ASSERT_EQ(run.exitCode, 130) << run.err;
  ASSERT_TRUE(writeFileAtomically(folder / "other.yaml",
                                  "seed: 7\n"
                                  "model: {d_model: 16, nhead: 2, num_layers: 1, dim_feedforward: 32}\n"
                                  "training: {batch_size: 128, num_epochs: 10000, patience: 10000, warmup_epochs: 1, "
                                  "learning_rate: 0.001}\n"));
  const std::string folderText = (folder / "run").string();
  const auto refused =
      runSojourn({"train", "--resume", "--run-dir", folderText, "--config", (folder / "other.yaml").string()});
  EXPECT_EQ(refused.exitCode, 3);
  EXPECT_THAT(refused.err, HasSubstr("--set training.learning_rate=VALUE, or set the learning rate in the monitor"));
  const auto other = runSojourn({"train", "--resume", "--run-dir", folderText, "--set", "training.batch_size=32"});
  EXPECT_EQ(other.exitCode, 3);
  EXPECT_THAT(other.err, HasSubstr("begin another run"));
  const auto changed =
      runSojourn({"train", "--resume", "--run-dir", folderText, "--threads", "2", "--set",
                  "training.learning_rate=0.001", "--set", "training.num_epochs=1", "--set", "training.patience=1"});
  EXPECT_EQ(changed.exitCode, 0) << changed.err;
  EXPECT_THAT(readText(folder / "run/events.jsonl"), HasSubstr("training.learning_rate is 0.001, before 0.003"));
}

TEST_F(CliTrain, SaysWhatASettingDoesThatIsHardlyMeant) {
  const auto run = runSojourn(training("slow", {"--set", "training.warmup_epochs=100"}));
  EXPECT_EQ(run.exitCode, 0);
  EXPECT_THAT(run.err, HasSubstr("sojourn: warning: training.warmup_epochs 100 is more than training.num_epochs 2"));
}

TEST_F(CliTrain, RefusesToNormaliseOverOneSequence) {
  const auto run = runSojourn(training("one", {"--set", "model.name=mhsa", "--set", "training.batch_size=1"}));
  EXPECT_EQ(run.exitCode, 3);
  EXPECT_THAT(run.err, HasSubstr("batch_size"));
  EXPECT_FALSE(std::filesystem::exists(folder / "one"));
}

TEST_F(CliTrain, NothingToResumeIsBadInput) {
  const auto run = runSojourn({"train", "--resume", "--run-dir", (folder / "none").string()});
  EXPECT_EQ(run.exitCode, 3);
  EXPECT_THAT(run.err, HasSubstr("holds no run"));
  EXPECT_FALSE(std::filesystem::exists(folder / "none"));
  EXPECT_EQ(runSojourn({"train", "--run-dir", (folder / "none").string()}).exitCode, 2) << "neither config nor data";
}

TEST_F(CliTrain, ALossThatIsNoNumberFailsAndKeepsTheLastCheckpoint) {
  const auto run =
      runSojourn(training("broken", {"--set", "training.learning_rate=10", "--set", "training.grad_clip=1000000000",
                                     "--set", "training.num_epochs=200", "--set", "training.weight_decay=10"}));
  EXPECT_EQ(run.exitCode, 4);
  EXPECT_THAT(run.err, HasSubstr("finite number"));
  EXPECT_EQ(readJson(folder / "broken/status.json")["state"], "failed");
  EXPECT_TRUE(std::filesystem::exists(folder / "broken/checkpoints/last.pt"));
}

TEST_F(CliTrain, ADiskThatIsFullFailsWithoutATornFile) {
  // A limit on the size of files stands for the disk: last.pt is larger, the events are not.
  std::string command = "trap '' XFSZ; ulimit -f 64; exec '" + test::builtProgram("sojourn") + "'";
  for (const std::string& word : training("full")) command += " '" + word + "'";
  const std::string errors = (folder / "errors").string();
  const int status = std::system(("bash -c \"" + command + "\" >/dev/null 2>'" + errors + "'").c_str());
  EXPECT_EQ(WEXITSTATUS(status), 4);
  EXPECT_THAT(readText(errors), HasSubstr("cannot be written"));
  EXPECT_EQ(readJson(folder / "full/status.json")["state"], "failed");
  EXPECT_TRUE(std::filesystem::is_empty(folder / "full/checkpoints"));
  const auto resumed = runSojourn({"train", "--resume", "--run-dir", (folder / "full").string(), "--threads", "2"});
  EXPECT_EQ(resumed.exitCode, 0) << resumed.err;
}

/// Takes the right to write from a folder and all below it, or gives it back.
void setWritable(const std::filesystem::path& folder, bool writable) {
  namespace fs = std::filesystem;
  const fs::perms perms = fs::perms::owner_write;
  const auto how = writable ? fs::perm_options::add : fs::perm_options::remove;
  fs::permissions(folder, perms, how);
  for (const auto& entry : fs::recursive_directory_iterator(folder)) fs::permissions(entry.path(), perms, how);
}

/// Path and content of every file.
std::map<std::string, std::string> contentsOf(const std::filesystem::path& folder) {
  std::map<std::string, std::string> contents;
  for (const auto& entry : std::filesystem::recursive_directory_iterator(folder)) {
    if (entry.is_regular_file()) contents[entry.path().string()] = readText(entry.path().string());
  }
  return contents;
}

TEST_F(CliTrain, AFolderThatCannotBeWrittenFailsAndLosesNothing) {
  const std::filesystem::path held = folder / "held";
  std::filesystem::create_directories(held);
  setWritable(held, false);
  const auto fresh = runSojournHeldToPermissions(training("held/run"));
  if (fresh.exitCode == notHeld) {
    setWritable(held, true);
    GTEST_SKIP() << "root's right to override permissions cannot be taken from the program here";
  }
  EXPECT_EQ(fresh.exitCode, 4);
  EXPECT_THAT(fresh.err, HasSubstr((held / "run").string()));
  EXPECT_TRUE(std::filesystem::is_empty(held));
  setWritable(held, true);

  // A run that failed and could be resumed, were it not for its folder.
  const auto broken =
      runSojourn(training("held/run", {"--set", "training.learning_rate=10", "--set", "training.grad_clip=1000000000",
                                       "--set", "training.num_epochs=200", "--set", "training.weight_decay=10"}));
  ASSERT_EQ(broken.exitCode, 4) << broken.err;
  const auto before = contentsOf(held / "run");
  setWritable(held / "run", false);
  const auto resumed = runSojournHeldToPermissions({"train", "--resume", "--run-dir", (held / "run").string()});
  setWritable(held / "run", true);
  EXPECT_EQ(resumed.exitCode, 4);
  EXPECT_THAT(resumed.err, HasSubstr((held / "run").string()));
  EXPECT_EQ(contentsOf(held / "run"), before) << "nothing is lost and nothing half-written";
}

TEST(CliDemo, AFolderThatCannotBeMadeIsFailedWork) {
  const auto run = runSojourn({"demo", "/proc/nothing"});
  EXPECT_EQ(run.exitCode, 4);
  EXPECT_THAT(run.err, HasSubstr("/proc/nothing"));
}

}  // namespace
}  // namespace sojourn
