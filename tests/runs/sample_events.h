// SPDX-License-Identifier: GPL-3.0-or-later
// One event of every kind with fake values, none of them a default.
#pragma once

#include <vector>

#include "model/runs/log/events.h"

namespace sojourn::test {

inline Metrics sampleFigures(std::int64_t n) {
  return {.n = n,
          .correct = {n / 4, n / 3, n / 2, n},
          .accuracy = {25.125, 33.5, 50, 100},
          .mrr = 41.0625,
          .ndcg10 = 52.75,
          .f1 = 0.21,
          .loss = 2.9674,
          .crossEntropy = 2.5};
}

inline StepEvent sampleStep(std::int64_t step, std::int64_t epoch) {
  return {.step = step,
          .epoch = epoch,
          .loss = 4.0 / static_cast<double>(step),
          .learningRate = 6.5e-4,
          .gradientNorm = 1.7320508,
          .clippedGradientNorm = 0.8,
          .sequencesPerSecond = 3102.25,
          .tokensPerSecond = 56'789.5};
}

inline EvalEvent sampleEval(std::int64_t epoch) {
  return {.epoch = epoch,
          .split = "validation",
          .metrics = {.all = sampleFigures(3334), .known = sampleFigures(2600), .unseen = {}},
          .batchMeanLoss = 2.9674};
}

inline std::vector<EventBody> oneOfEachEvent() {
  return {
      sampleStep(12, 2),
      EpochEvent{.epoch = 2, .trainLoss = 3.2798, .seconds = 1.5},
      sampleEval(2),
      OwnMetricsEvent{.epoch = 2, .values = {{"recall@20", 0.75}, {"a \"b\"", -1e-9}}},
      ProbeEvent{.epoch = 2, .file = "probes/0002.safetensors"},
      CheckpointEvent{.epoch = 2, .step = 12, .file = "checkpoints/best.pt", .why = "best"},
      StateEvent{.state = RunState::Interrupted, .why = "SIGTERM"},
      ControlEvent{
          .id = "a-1", .command = "set_learning_rate", .value = 1e-4, .answer = ControlAnswer::Done, .why = ""},
      ControlEvent{.id = "a-2", .command = "dance", .value = {}, .answer = ControlAnswer::Refused, .why = "unknown"},
      RewindEvent{.step = 11},
      SystemEvent{.cpu = 187.5, .memoryBytes = 123'456'789, .gpu = 45.5, .gpuMemoryBytes = 1'000'000'000},
      SystemEvent{.cpu = 1, .memoryBytes = 2, .gpu = {}, .gpuMemoryBytes = {}},
      LogEvent{.level = "warning", .text = "Zürich \"quoted\"\n\t\\ and a second line"}};
}

}  // namespace sojourn::test
