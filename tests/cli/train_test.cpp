// SPDX-License-Identifier: GPL-3.0-or-later
// `sojourn demo` and `sojourn train` on the demo city: files, records, refusals.
#include <algorithm>
#include <csignal>
#include <cstdlib>
#include <fstream>
#include <map>
#include <sstream>

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <sys/wait.h>

#include "model/core/files.h"
#include "tests/cli/program.h"
#include "tests/support/built.h"
#include "tests/support/temp_folder.h"

namespace sojourn {
namespace {

using nlohmann::json;
using test::notHeld;
using test::runSojourn;
using test::runSojournHeldToPermissions;
using test::runSojournUntil;
using ::testing::ContainsRegex;
using ::testing::HasSubstr;
using ::testing::Not;

json readJson(const std::filesystem::path& path) {
  std::ifstream file(path);
  return json::parse(file, nullptr, false);
}

std::string readText(const std::filesystem::path& path) {
  std::ifstream file(path, std::ios::binary);
  std::ostringstream text;
  text << file.rdbuf();
  return text.str();
}

/// A training that goes on for ever.
std::vector<std::string> endless(const std::vector<std::string>& training) {
  std::vector<std::string> words = training;
  for (const char* key : {"num_epochs", "patience"})
    words.insert(words.end(), {"--set", std::string("training.") + key + "=10000"});
  return words;
}

/// The demo written out, and a configuration small enough for a test.
class CliTrain : public ::testing::Test {
 protected:
  void SetUp() override {
    const auto run = runSojourn({"demo", city().string()});
    ASSERT_EQ(run.exitCode, 0) << run.err;
    ASSERT_TRUE(
        writeFileAtomically(config(),
                            "seed: 7\n"
                            "model: {d_model: 16, nhead: 2, num_layers: 1, dim_feedforward: 32}\n"
                            "training: {batch_size: 128, num_epochs: 2, warmup_epochs: 1, learning_rate: 0.003}\n"));
  }

  [[nodiscard]] std::filesystem::path city() const { return folder / "city"; }
  [[nodiscard]] std::filesystem::path config() const { return folder / "small.yaml"; }
  [[nodiscard]] std::vector<std::string> training(const std::string& runFolder,
                                                  std::vector<std::string> more = {}) const {
    std::vector<std::string> words{"train",
                                   "--config",
                                   config().string(),
                                   "--data",
                                   city().string(),
                                   "--run-dir",
                                   (folder / runFolder).string(),
                                   "--threads",
                                   "2"};
    words.insert(words.end(), more.begin(), more.end());
    return words;
  }

  test::TempFolder folder;
};

TEST_F(CliTrain, TheDemoIsWrittenWholeAndItsModelBeatsTheRule) {
  std::uintmax_t bytes = 0;
  for (const auto& file : std::filesystem::directory_iterator(city())) bytes += file.file_size();
  EXPECT_LE(bytes, 3'000'000U);
  const std::string checkpoint = (city() / "demo_city_pointer_v45.pt").string();
  const auto model = runSojourn({"evaluate", "--data", city().string(), "--checkpoint", checkpoint, "--json", "-"});
  ASSERT_EQ(model.exitCode, 0) << model.err;
  EXPECT_EQ(model.err, "") << "the demo has no problems";
  const auto rules = runSojourn({"baselines", "--data", city().string(), "--json", "-"});
  ASSERT_EQ(rules.exitCode, 0) << rules.err;
  const double accuracy = model.json()["metrics"]["all"]["acc@1"];
  const json rule = rules.json()["rows"][0];
  ASSERT_EQ(rule["name"], "window_frequency");
  EXPECT_GT(accuracy, rule["metrics"]["all"]["acc@1"].get<double>() + 15);
  EXPECT_GT(model.json()["metrics"]["unseen"]["n"], 0) << "some targets are unseen";

  const auto info = runSojourn({"info", city().string(), "--json", "-"});
  EXPECT_EQ(info.json()["kind"], "dataset");
  EXPECT_EQ(info.json()["problems"], json::array());
  EXPECT_EQ(runSojourn({"demo", city().string()}).exitCode, 0) << "writing it again changes nothing";
}

TEST_F(CliTrain, ARunLeavesItsRecordCheckpointsAndResults) {
  const auto run = runSojourn(training("run", {"--set", "training.batch_size=64"}));
  ASSERT_EQ(run.exitCode, 0) << run.err;
  EXPECT_EQ(run.err, "");

  const json record = readJson(folder / "run/run.json");
  EXPECT_EQ(record["schema"], "sojourn.run/1");
  EXPECT_EQ(record["id"].get<std::string>().size(), 36U);
  EXPECT_EQ(record["model"], "pointer_v45");
  EXPECT_EQ(record["config"]["seed"], 7);
  EXPECT_EQ(record["config"]["training"]["batch_size"], 64);
  EXPECT_EQ(record["dataset"]["prefix"], "demo_city");
  EXPECT_EQ(record["dataset"]["fingerprint"].get<std::string>().size(), 64U);
  EXPECT_GT(record["dataset"]["splits"]["train"]["sequences"], 1000);
  EXPECT_EQ(record["probes"].size(), 8U);
  EXPECT_THAT(record["command"].get<std::string>(), HasSubstr("sojourn train --config"));

  const json results = readJson(folder / "run/results.json");
  EXPECT_EQ(results["schema"], "sojourn.results/1");
  const auto evaluated = runSojourn({"evaluate", "--data", city().string(), "--checkpoint",
                                     (folder / "run/checkpoints/best.pt").string(), "--json", "-"});
  ASSERT_EQ(evaluated.exitCode, 0) << evaluated.err;
  EXPECT_EQ(evaluated.json()["metrics"]["all"], results["test"]["all"]);
  EXPECT_GT(results["validation"]["batch_mean_loss"], 0.0);

  const auto info = runSojourn({"info", (folder / "run/checkpoints/best.pt").string(), "--json", "-"});
  EXPECT_EQ(info.json()["parameters"], record["parameters"]);
  EXPECT_TRUE(std::filesystem::exists(folder / "run/checkpoints/last.pt"));
  const auto aboutRun = runSojourn({"info", (folder / "run").string(), "--json", "-"});
  EXPECT_EQ(aboutRun.json()["kind"], "run");
  EXPECT_EQ(aboutRun.json()["problems"], json::array());

  const auto again = runSojourn(training("run"));
  EXPECT_EQ(again.exitCode, 3) << "a run is never overwritten";
  EXPECT_THAT(again.err, HasSubstr("holds a run already"));
  const auto finished = runSojourn({"train", "--resume", "--run-dir", (folder / "run").string()});
  EXPECT_EQ(finished.exitCode, 0) << finished.err;
  EXPECT_EQ(finished.out, "finished already\n");
  const auto longer =
      runSojourn({"train", "--resume", "--run-dir", (folder / "run").string(), "--set", "training.patience=3"});
  EXPECT_EQ(longer.exitCode, 3);
  EXPECT_THAT(longer.err, HasSubstr("has finished: training.patience would have no effect"));

  // The figures on test are in results.json; they are printed, and counted, for those who ask.
  EXPECT_THAT(run.out, ContainsRegex("\nvalidation +all"));
  EXPECT_THAT(run.out, Not(ContainsRegex("\ntest +all")));
  EXPECT_THAT(run.out, HasSubstr("--show-test"));
  EXPECT_FALSE(std::filesystem::exists(folder / "run/viewer.json"));
  ASSERT_TRUE(writeFileAtomically(folder / "run/viewer.json", R"({"name":"mine","reveals":2})"));
  const auto shown = runSojourn({"train", "--resume", "--run-dir", (folder / "run").string(), "--show-test"});
  EXPECT_EQ(shown.exitCode, 0) << shown.err;
  EXPECT_THAT(shown.out, ContainsRegex("\ntest +all"));
  EXPECT_EQ(readJson(folder / "run/viewer.json")["reveals"], 3);
  EXPECT_EQ(readJson(folder / "run/viewer.json")["name"], "mine");
  EXPECT_EQ(runSojourn(training("run", {"--resume"})).exitCode, 3) << "the run was begun with another batch size";
  EXPECT_EQ(runSojourn(training("run", {"--resume", "--set", "training.batch_size=64"})).exitCode, 0);
}

TEST_F(CliTrain, SaysWhereItStoppedEarly) {
  // At this rate the second epoch is worse than the first.
  const auto run = runSojourn(
      training("hot", {"--set", "training.learning_rate=10", "--set", "training.grad_clip=1e9", "--set",
                       "training.num_epochs=9", "--set", "training.min_epochs=1", "--set", "training.patience=1"}));
  ASSERT_EQ(run.exitCode, 0) << run.err;
  EXPECT_THAT(run.out, ContainsRegex("\nStopped early after epoch [2-8] of 9: "));
  EXPECT_THAT(runSojourn(training("whole")).out, Not(HasSubstr("Stopped early")));
}

TEST_F(CliTrain, EndsWithTheVerdictThatTheViewersShow) {
  const std::vector<std::string> hot{"--set", "training.learning_rate=10", "--set", "training.grad_clip=1e9"};
  const auto run = runSojourn(training("hot", hot));
  ASSERT_EQ(run.exitCode, 0) << run.err;
  EXPECT_THAT(run.out, ContainsRegex("\nVerdict: worse than untrained\nIts lowest validation loss, [0-9.]+, is above "
                                     "that of a model that has learned nothing, 5\\.[0-9]+\\. The steps .*\\.\n$"));
  EXPECT_THAT(runSojourn(training("good")).out, Not(HasSubstr("Verdict")));
  const auto stopped =
      runSojournUntil(endless(training("stopped", hot)), folder / "stopped/checkpoints/best.pt", SIGINT);
  ASSERT_EQ(stopped.exitCode, 130) << stopped.err;
  EXPECT_THAT(stopped.out, HasSubstr("\nVerdict: worse than untrained\n"));
}

TEST_F(CliTrain, TheSameSeedGivesTheSameWeights) {
  ASSERT_EQ(runSojourn(training("a")).exitCode, 0);
  ASSERT_EQ(runSojourn(training("b")).exitCode, 0);
  ASSERT_EQ(runSojourn(training("c", {"--set", "seed=8"})).exitCode, 0);
  const std::string first = readText(folder / "a/checkpoints/best.pt");
  EXPECT_FALSE(first.empty());
  EXPECT_TRUE(first == readText(folder / "b/checkpoints/best.pt"));
  EXPECT_FALSE(first == readText(folder / "c/checkpoints/best.pt"));
}

TEST_F(CliTrain, ThreadsChangeNoByteOfTheWeights) {
  const auto trained = [&](const std::string& name, const std::string& threads,
                           const std::vector<std::string>& more = {}) {
    std::vector<std::string> words = training(name, more);
    *(std::ranges::find(words, std::string("--threads")) + 1) = threads;
    const auto run = runSojourn(words);
    EXPECT_EQ(run.exitCode, 0) << run.err;
    return readText(folder / name / "checkpoints/best.pt");
  };
  for (const char* model : {"pointer_v45", "mhsa", "lstm"}) {
    const std::vector<std::string> more{"--set", std::string("model.name=") + model};
    const std::string one = trained(std::string(model) + "1", "1", more);
    EXPECT_FALSE(one.empty());
    EXPECT_TRUE(one == trained(std::string(model) + "2", "2", more)) << model << ", two threads";
    EXPECT_TRUE(one == trained(std::string(model) + "3", "3", more)) << model << ", three threads";
  }
  // Begun with one thread, stopped, resumed with three: as if nothing had happened.
  std::vector<std::string> words = training("resumed", {"--set", "model.name=pointer_v45"});
  *(std::ranges::find(words, std::string("--threads")) + 1) = "1";
  const auto stopped = runSojournUntil(words, folder / "resumed/checkpoints/best.pt", SIGTERM);
  EXPECT_TRUE(stopped.exitCode == 130 || stopped.exitCode == 0) << stopped.err;
  const auto resumed = runSojourn({"train", "--resume", "--run-dir", (folder / "resumed").string(), "--threads", "3"});
  EXPECT_EQ(resumed.exitCode, 0) << resumed.err;
  EXPECT_TRUE(readText(folder / "resumed/checkpoints/best.pt") ==
              readText(folder / "pointer_v451/checkpoints/best.pt"));

  const json record = readJson(folder / "pointer_v453/run.json");
  EXPECT_EQ(record["threads"], 3);
  EXPECT_THAT(record["versions"]["torch"].get<std::string>(), ContainsRegex("^2\\."));
  EXPECT_FALSE(record["processor"].get<std::string>().empty());
  EXPECT_THAT(record["command"].get<std::string>(), HasSubstr("--threads 3"));
}

TEST_F(CliTrain, AFinishedRunGoesOnWithMoreEpochs) {
  ASSERT_EQ(runSojourn(training("run")).exitCode, 0);
  const auto resume = [&](const std::vector<std::string>& more) {
    std::vector<std::string> words{"train", "--resume", "--run-dir", (folder / "run").string(), "--threads", "2"};
    words.insert(words.end(), more.begin(), more.end());
    return runSojourn(words);
  };
  EXPECT_THAT(resume({}).out, HasSubstr("finished already"));
  const auto same = resume({"--set", "training.num_epochs=2"});
  EXPECT_EQ(same.exitCode, 3);
  EXPECT_THAT(same.err, HasSubstr("has finished its 2 epochs: continue it with more"));
  EXPECT_TRUE(std::filesystem::exists(folder / "run/results.json")) << "a refusal leaves them";
  const auto longer = resume({"--set", "training.num_epochs=4"});
  ASSERT_EQ(longer.exitCode, 0) << longer.err;
  const json status = readJson(folder / "run/status.json");
  EXPECT_EQ(status["epoch"], 4);
  EXPECT_EQ(status["state"], "finished");
  EXPECT_TRUE(std::filesystem::exists(folder / "run/results.json"));
}

TEST_F(CliTrain, ResumeBeginsARunThatIsNotThere) {
  const auto run = runSojourn(training("new", {"--resume"}));
  ASSERT_EQ(run.exitCode, 0) << run.err;
  EXPECT_TRUE(std::filesystem::exists(folder / "new/results.json"));
  EXPECT_THAT(runSojourn(training("new", {"--resume"})).out, HasSubstr("finished already")) << "and goes on with it";
}

TEST_F(CliTrain, SigusrWritesACheckpointAndTheTrainingGoesOn) {
  for (const int signal : {SIGUSR1, SIGUSR2}) {
    const std::string name = "asked" + std::to_string(signal);
    const auto run = runSojournUntil(training(name, {"--set", "training.num_epochs=6"}),
                                     folder / name / "checkpoints/last.pt", signal);
    EXPECT_EQ(run.exitCode, 0) << run.err;
    EXPECT_THAT(readText(folder / name / "events.jsonl"), HasSubstr("\"why\":\"signal\""));
  }
}

TEST_F(CliTrain, RefusesWhatItCannotTrain) {
  const auto badKey = runSojourn(training("r1", {"--set", "training.lr=1"}));
  EXPECT_EQ(badKey.exitCode, 3);
  EXPECT_THAT(badKey.err, HasSubstr("unknown key training.lr"));
  EXPECT_EQ(runSojourn(training("r2", {"--set", "training.batch_size"})).exitCode, 2);
  EXPECT_EQ(runSojourn(training("r3", {"--set", "model.nhead=3"})).exitCode, 3);
  EXPECT_EQ(runSojourn(training("r4", {"--device", "cuda"})).exitCode, 4);
  for (const char* name : {"r1", "r2", "r3", "r4"}) EXPECT_FALSE(std::filesystem::exists(folder / name)) << name;

  std::filesystem::remove(city() / "demo_city_validation.pk");
  const auto noValidation = runSojourn(training("r5"));
  EXPECT_EQ(noValidation.exitCode, 3);
  EXPECT_THAT(noValidation.err, HasSubstr("validation"));

  std::filesystem::create_directory(folder / "full");
  ASSERT_TRUE(writeFileAtomically(folder / "full/mine.txt", "x"));
  EXPECT_EQ(runSojourn(training("full")).exitCode, 3);
}

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
