// SPDX-License-Identifier: GPL-3.0-or-later
#include <cmath>

#include <gtest/gtest.h>

#include "views/session/runs/run_figures.h"

namespace sojourn::session {
namespace {

/// Epochs of ten steps each; those from `firstMissing` to `lastMissing` were lost with the end of the log, and the run
/// was resumed behind them.
RunHistory logWithoutEpochs(std::int64_t epochs, std::int64_t firstMissing, std::int64_t lastMissing) {
  RunHistory log;
  std::int64_t seq = 0;
  const auto add = [&](const EventBody& body) { log.add({.seq = ++seq, .wall = 100, .body = body}); };
  for (std::int64_t epoch = 1; epoch <= epochs; ++epoch) {
    if (epoch >= firstMissing && epoch <= lastMissing) continue;
    if (epoch == lastMissing + 1) add(RewindEvent{.step = lastMissing * 10, .lastLoggedStep = (firstMissing - 1) * 10});
    for (std::int64_t step = epoch * 10 - 9; step <= epoch * 10; ++step) {
      StepEvent one;
      one.step = step;
      one.epoch = epoch;
      log.addStep(one, 100);
    }
    add(EpochEvent{.epoch = epoch, .trainLoss = 3, .seconds = 5});
  }
  return log;
}

TEST(LogGaps, LinesBreakWhereEpochsAreMissing) {
  EXPECT_EQ(epochsBehindGaps(logWithoutEpochs(6, 3, 4)), std::set<std::int64_t>{5});
  EXPECT_EQ(epochsBehindGaps(logWithoutEpochs(6, 1, 2)), std::set<std::int64_t>{3});
  EXPECT_TRUE(epochsBehindGaps(logWithoutEpochs(6, 9, 9)).empty()) << "a whole log";
  EXPECT_TRUE(epochsBehindGaps(RunHistory{}).empty());
}

TEST(LogGaps, AGapWithinAnEpochAndRareValidationBreakNothing) {
  RunHistory log;
  log.add({.seq = 1, .wall = 1, .body = EpochEvent{.epoch = 1, .trainLoss = 3, .seconds = 5}});
  log.add({.seq = 2, .wall = 2, .body = RewindEvent{.step = 6, .lastLoggedStep = 3}});
  log.add({.seq = 3, .wall = 3, .body = EpochEvent{.epoch = 2, .trainLoss = 3, .seconds = 5}});
  // A log that says something of every third epoch only.
  log.add({.seq = 4, .wall = 4, .body = EpochEvent{.epoch = 5, .trainLoss = 3, .seconds = 5}});
  EXPECT_TRUE(epochsBehindGaps(log).empty());
}

TEST(LogGaps, LossesAreDrawnInUnbrokenPieces) {
  const auto sizes = [](const std::vector<double>& losses, const std::set<std::int64_t>& behindGaps) {
    std::vector<ValidationFigures> figures(losses.size());
    for (std::size_t i = 0; i < losses.size(); ++i) {
      figures[i].epoch = static_cast<std::int64_t>(i) + 1;
      figures[i].loss = losses[i];
    }
    std::vector<std::size_t> found;
    for (const auto piece : unbrokenLosses(figures, behindGaps)) found.push_back(piece.size());
    return found;
  };
  using Sizes = std::vector<std::size_t>;
  EXPECT_EQ(sizes({3, 2, 1}, {}), Sizes{3});
  EXPECT_EQ(sizes({3, 2, 1}, {2}), (Sizes{1, 2}));
  EXPECT_EQ(sizes({3, std::nan(""), 1, 1}, {4}), (Sizes{1, 1, 1}));
  EXPECT_EQ(sizes({std::nan(""), INFINITY, 1}, {2, 3}), Sizes{1});
  EXPECT_EQ(sizes({}, {1}), Sizes{});
}

}  // namespace
}  // namespace sojourn::session
