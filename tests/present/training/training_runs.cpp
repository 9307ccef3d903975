// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/present/training/training_runs.h"

#include <cmath>

#include "tests/present/present_fixtures.h"
#include "tests/present/scene_checks.h"
#include "views/present/runs/run_colors.h"

namespace sojourn::present {
namespace {

StepEvent stepOf(const FakeRun& run, std::int64_t step) {
  const auto s = static_cast<double>(step);
  const double noise = std::sin(s * 12.9898) * 0.3;
  return {.step = step,
          .epoch = (step - 1) / run.stepsPerEpoch + 1,
          .loss = 2.4 + 2.5 * std::exp(-s / 200) + noise,
          .learningRate = run.rate * std::min(1.0, s / 200),
          .gradientNorm = 2.5 + 3 * std::exp(-s / 100) + noise,
          .clippedGradientNorm = 0.8,
          .sequencesPerSecond = 1500 + 100 * noise,
          .tokensPerSecond = 25000};
}

EvalEvent evalOf(const FakeRun& run, std::int64_t epoch) {
  const double from = static_cast<double>(epoch - run.best);
  EvalEvent eval{.epoch = epoch, .split = "validation", .metrics = {}, .batchMeanLoss = 2.945 + 0.01 * from * from};
  for (Metrics* figures : {&eval.metrics.all, &eval.metrics.known}) {
    figures->n = 3334;
    figures->accuracy[0] = 47.8 - 0.3 * from * from;
    figures->mrr = 60.7 - 0.2 * from * from;
  }
  return eval;
}

}  // namespace

RunHistory fakeHistory(const FakeRun& run) {
  RunHistory history;
  std::int64_t seq = 0;
  double wall = run.start;
  history.add({.seq = ++seq, .wall = wall, .body = StateEvent{.state = RunState::Running, .why = ""}});
  const auto addSteps = [&](std::int64_t epoch, std::int64_t count) {
    for (std::int64_t i = 1; i <= count; ++i) {
      wall += 1;
      ++seq;
      if (run.steps) history.addStep(stepOf(run, (epoch - 1) * run.stepsPerEpoch + i), wall);
    }
  };
  for (std::int64_t epoch = 1; epoch <= run.epochs; ++epoch) {
    addSteps(epoch, run.stepsPerEpoch);
    history.add({.seq = ++seq,
                 .wall = wall,
                 .body = EpochEvent{.epoch = epoch, .trainLoss = 4.0 / static_cast<double>(epoch), .seconds = 58}});
    history.add({.seq = ++seq, .wall = wall, .body = evalOf(run, epoch)});
  }
  addSteps(run.epochs + 1, run.begunSteps);
  return history;
}

void addStep(RunHistory& history, std::int64_t step, std::int64_t epoch, double loss) {
  history.addStep({.step = step,
                   .epoch = epoch,
                   .loss = loss,
                   .learningRate = 1e-3,
                   .gradientNorm = 1,
                   .clippedGradientNorm = 0.8,
                   .sequencesPerSecond = 1000,
                   .tokensPerSecond = 9000},
                  1.78e9 + static_cast<double>(step));
}

CurveRun curveRun(const RunHistory& history, std::size_t index, std::string title) {
  return {.id = "run-" + std::to_string(index),
          .title = std::move(title),
          .color = runColor(index),
          .history = std::shared_ptr<const RunHistory>(std::shared_ptr<const void>(), &history),
          .state = RunState::Running};
}

Scene sceneOf(std::span<const CurveRun> runs, const CurveOptions& options, Size size, const Theme& theme) {
  ViewContent content = trainingCurvesContent(runs, options, {size, theme, measurer});
  EXPECT_TRUE(std::holds_alternative<Scene>(content));
  if (!std::holds_alternative<Scene>(content)) return {};
  return std::get<Scene>(std::move(content));
}

std::vector<HitArea> hitsSaying(const Scene& scene, std::string_view text) {
  std::vector<HitArea> found;
  for (const HitArea& hit : scene.hits) {
    if (hit.label.starts_with(text)) found.push_back(hit);
  }
  return found;
}

std::vector<LineShape> linesOf(const Scene& scene, Color color) {
  std::vector<LineShape> lines = shapesOf<LineShape>(scene);
  std::erase_if(lines, [&](const LineShape& line) { return line.color != color; });
  return lines;
}

void TrainingCurves::make(std::size_t count) {
  histories.clear();
  runs.clear();
  for (std::size_t i = 0; i < count; ++i) {
    const auto n = static_cast<std::int64_t>(i);
    histories.push_back(fakeHistory({.epochs = 8 + n % 5,
                                     .begunSteps = n * 7,
                                     .best = 4 + n % 4,
                                     .rate = i == 1 ? 0.02 : 6.5e-4,
                                     .start = 1.78e9 + 4000.0 * static_cast<double>(i)}));
  }
  for (std::size_t i = 0; i < count; ++i) runs.push_back(curveRun(histories[i], i, "v45-s" + std::to_string(i)));
}

}  // namespace sojourn::present
