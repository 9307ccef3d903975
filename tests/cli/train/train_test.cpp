// SPDX-License-Identifier: GPL-3.0-or-later
// `sojourn demo` and `sojourn train` on the demo city: files, records, refusals.
#include <algorithm>
#include <csignal>

#include "tests/cli/train/cli_train.h"

namespace sojourn {
namespace {

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

}  // namespace
}  // namespace sojourn
