// SPDX-License-Identifier: GPL-3.0-or-later
// A trainer that is killed again and again, and resumed, leaves what an undisturbed one leaves.
#include <algorithm>
#include <chrono>
#include <csignal>
#include <cstdio>
#include <filesystem>
#include <random>

#include <gtest/gtest.h>

#include "model/core/files.h"
#include "model/formats/checkpoint/checkpoint_file.h"
#include "model/runs/log/tail_reader.h"
#include "model/runs/store/run_paths.h"
#include "tests/cli/program.h"
#include "tests/support/temp_folder.h"
#include "tests/support/text_file.h"
#include "tests/support/thorough.h"

namespace sojourn {
namespace {

namespace fs = std::filesystem;
using test::runSojourn;

constexpr unsigned seed = 20250131;

RunHistory historyOf(const RunPaths& run) {
  TailReader reader(run.events());
  RunStore store;
  for (bool more = true; more;) {
    const TailUpdate update = reader.poll();
    EXPECT_EQ(update.badLines, 0) << "a torn line";
    store.apply(update);
    more = update.more;
  }
  return store.history();
}

template <class T, class Same>
void expectSame(const std::vector<EventRecord<T>>& a, const std::vector<EventRecord<T>>& b, const char* what,
                const Same& same) {
  ASSERT_EQ(a.size(), b.size()) << what;
  for (std::size_t i = 0; i < a.size(); ++i) {
    EXPECT_EQ(a[i].afterStep, b[i].afterStep) << what << " " << i;
    EXPECT_TRUE(same(a[i].event, b[i].event)) << what << " " << i;
  }
}

void expectSameRun(const RunPaths& a, const RunPaths& b) {
  const RunHistory left = historyOf(a), right = historyOf(b);
  EXPECT_EQ(left.steps.step, right.steps.step);
  EXPECT_EQ(left.steps.epoch, right.steps.epoch);
  EXPECT_EQ(left.steps.loss, right.steps.loss);
  EXPECT_EQ(left.steps.learningRate, right.steps.learningRate);
  EXPECT_EQ(left.steps.gradientNorm, right.steps.gradientNorm);
  EXPECT_EQ(left.steps.clippedGradientNorm, right.steps.clippedGradientNorm);
  expectSame(left.epochs, right.epochs, "epoch",
             [](const EpochEvent& x, const EpochEvent& y) { return x.epoch == y.epoch && x.trainLoss == y.trainLoss; });
  expectSame(left.evals, right.evals, "eval", std::equal_to<>());
  expectSame(left.probes, right.probes, "probe", std::equal_to<>());
  expectSame(left.checkpoints, right.checkpoints, "checkpoint", std::equal_to<>());
  EXPECT_FALSE(left.checkpoints.empty());
  for (const auto& checkpoint : left.checkpoints)
    EXPECT_TRUE(test::textOfFile(a.folder / checkpoint.event.file) ==
                test::textOfFile(b.folder / checkpoint.event.file))
        << checkpoint.event.file;
  for (const auto& probe : left.probes)
    EXPECT_TRUE(test::textOfFile(a.folder / probe.event.file) == test::textOfFile(b.folder / probe.event.file))
        << probe.event.file;
  EXPECT_TRUE(test::textOfFile(a.results()) == test::textOfFile(b.results()));
}

/// Whatever files are there are whole.
void expectWhole(const RunPaths& run) {
  for (const fs::path& file : {run.lastCheckpoint(), run.bestCheckpoint()}) {
    if (!fs::exists(file)) continue;
    const auto read = readCheckpointFile(file);
    EXPECT_TRUE(read.ok()) << read.error().sentence();
  }
}

TEST(CliKill, KillsLeaveWhatNoKillLeaves) {
  const int kills = test::thoroughly(200, 20);
  const test::TempFolder folder;
  ASSERT_EQ(runSojourn({"demo", (folder / "city").string()}).exitCode, 0);
  ASSERT_TRUE(writeFileAtomically(folder / "small.yaml",
                                  "model: {d_model: 16, nhead: 2, num_layers: 1, dim_feedforward: 32}\n"
                                  "training: {batch_size: 128, num_epochs: 4, warmup_epochs: 1}\n"));
  const auto begin = [&](const RunPaths& run) -> std::vector<std::string> {
    return {"train",
            "--config",
            (folder / "small.yaml").string(),
            "--data",
            (folder / "city").string(),
            "--run-dir",
            run.folder.string(),
            "--threads",
            "2"};
  };
  const auto resume = [&](const RunPaths& run) -> std::vector<std::string> {
    return {"train", "--resume", "--run-dir", run.folder.string(), "--threads", "2"};
  };
  const RunPaths undisturbed{folder / "undisturbed"};
  const auto since = [](std::chrono::steady_clock::time_point start) {
    return std::chrono::duration_cast<std::chrono::milliseconds>(std::chrono::steady_clock::now() - start);
  };
  const auto start = std::chrono::steady_clock::now();
  ASSERT_EQ(runSojourn(begin(undisturbed)).exitCode, 0);
  auto took = since(start);

  std::mt19937 random(seed);
  std::printf("seed %u, an undisturbed run takes %lld ms\n", seed, static_cast<long long>(took.count()));
  int killed = 0, runs = 0;
  while (killed < kills) {
    const RunPaths run{folder / ("killed" + std::to_string(runs++))};
    for (bool over = false; !over;) {
      const bool begun = fs::exists(run.record());
      const bool kill = killed < kills;
      const int after = kill ? 1 + static_cast<int>(random() % static_cast<unsigned>(took.count())) : 0;
      const auto startOfThis = std::chrono::steady_clock::now();
      const auto end = runSojourn(begun ? resume(run) : begin(run), {}, after, SIGKILL);
      over = end.exitCode == 0;
      // Where the machine had other work when the first one ran, hardly any kill would meet a run.
      if (over && !begun) took = std::min(took, since(startOfThis));
      ASSERT_TRUE(over || end.exitCode == 128 + SIGKILL) << end.exitCode << " " << end.err;
      killed += over ? 0 : 1;
      expectWhole(run);
    }
    expectSameRun(undisturbed, run);
  }
  std::printf("%d kills in %d runs\n", killed, runs);
}

}  // namespace
}  // namespace sojourn
