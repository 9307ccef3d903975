// SPDX-License-Identifier: GPL-3.0-or-later
// All panels of the Training curves for a million points, made and painted: 20 runs of 50 000 steps. At first, with one
// run that has gone on, with the cursor elsewhere, and while somebody pans; singly and in groups of five seeds.
#include <QApplication>
#include <QImage>
#include <QPainter>
#include <cmath>
#include <memory>
#include <string>
#include <vector>

#include <benchmark/benchmark.h>

#include "views/present/runs/run_colors.h"
#include "views/present/training/training_curves_cache.h"
#include "views/qt/scene/scene_painter.h"
#include "views/qt/widgets/text.h"

namespace sojourn::present {
namespace {

constexpr std::size_t runCount = 20;
constexpr std::int64_t stepsPerEpoch = 1000;
constexpr std::int64_t epochCount = 50;

/// Steps with what looks like noise, and an evaluation an epoch.
std::shared_ptr<RunHistory> longHistory(std::size_t number) {
  auto history = std::make_shared<RunHistory>();
  std::uint64_t state = number + 1;
  const auto noise = [&state] {
    state = state * 6364136223846793005ULL + 1442695040888963407ULL;
    return static_cast<double>(state >> 40) / static_cast<double>(1 << 24) - 0.5;
  };
  std::int64_t seq = 0;
  double wall = 1.78e9;
  for (std::int64_t epoch = 1; epoch <= epochCount; ++epoch) {
    for (std::int64_t i = 1; i <= stepsPerEpoch; ++i) {
      const std::int64_t step = (epoch - 1) * stepsPerEpoch + i;
      const double far = static_cast<double>(step) / 10'000;
      history->addStep({.step = step,
                        .epoch = epoch,
                        .loss = 2.2 + 2.4 * std::exp(-far) + 0.2 * noise(),
                        .learningRate = 6.5e-4 * std::min(1.0, far),
                        .gradientNorm = 1.4 + 4 * std::exp(-far) + 0.4 * noise(),
                        .clippedGradientNorm = 0.8,
                        .sequencesPerSecond = 1560 + 80 * noise(),
                        .tokensPerSecond = 28'000},
                       wall += 0.04);
    }
    history->add({.seq = ++seq, .wall = wall, .body = EpochEvent{.epoch = epoch, .trainLoss = 2.5, .seconds = 40}});
    EvalEvent eval{.epoch = epoch, .split = "validation", .metrics = {}, .batchMeanLoss = 2.95 + 0.05 * noise()};
    for (Metrics* figures : {&eval.metrics.all, &eval.metrics.known}) {
      figures->n = 3334;
      figures->accuracy[0] = 48 + noise();
      figures->mrr = 60 + noise();
    }
    history->add({.seq = ++seq, .wall = wall, .body = eval});
  }
  return history;
}

StepEvent nextStep(const RunHistory& history) {
  const StepColumns& steps = history.steps;
  return {.step = steps.step.back() + 1,
          .epoch = steps.epoch.back(),
          .loss = steps.loss.back(),
          .learningRate = 6.5e-4,
          .gradientNorm = 1.4,
          .clippedGradientNorm = 0.8,
          .sequencesPerSecond = 1560,
          .tokensPerSecond = 28'000};
}

struct Comparison {
  std::vector<std::shared_ptr<RunHistory>> histories;
  std::vector<CurveRun> runs;
  CurveOptions options;
  CurveCache cache;
  QImage image{1584, 640, QImage::Format_ARGB32_Premultiplied};

  explicit Comparison(bool grouped) {
    options.smoothing = 0.6;
    for (std::size_t i = 0; i < runCount; ++i) {
      histories.push_back(longHistory(i));
      runs.push_back({.id = std::to_string(i),
                      .title = "v45-s" + std::to_string(i),
                      .color = runColor(i),
                      .history = histories.back()});
      if (grouped) runs.back().group = runs.back().groupTitle = "group " + std::to_string(i / 5);
    }
    options.grouped = grouped;
  }
  void draw() {
    const ViewContent content =
        trainingCurvesContent(runs, options, {{1584, 640}, Theme::darkTheme(), qt::measurer()}, &cache);
    image.fill(Qt::black);
    QPainter painter(&image);
    qt::paintScene(painter, std::get<Scene>(content));
    painter.end();
    benchmark::DoNotOptimize(image.bits());
  }
};

/// Nothing is known yet.
void curvesAtFirst(benchmark::State& state) {
  Comparison all(state.range(0) != 0);
  for ([[maybe_unused]] auto _ : state) {
    all.cache = {};
    all.draw();
  }
}
BENCHMARK(curvesAtFirst)->ArgName("grouped")->Arg(0)->Arg(1)->Unit(benchmark::kMillisecond);

/// One run has gone on by ten steps: every second while one is trained.
void curvesOfALiveRun(benchmark::State& state) {
  Comparison all(state.range(0) != 0);
  all.draw();
  for ([[maybe_unused]] auto _ : state) {
    state.PauseTiming();
    const auto next = std::make_shared<RunHistory>(*all.histories[0]);
    for (int i = 0; i < 10; ++i) next->addStep(nextStep(*next), next->steps.wall.back() + 0.1);
    all.runs[0].history = all.histories[0] = next;
    state.ResumeTiming();
    all.draw();
  }
}
BENCHMARK(curvesOfALiveRun)->ArgName("grouped")->Arg(0)->Arg(1)->Unit(benchmark::kMillisecond);

/// All panels again, as for another size or scale.
void curvesAgain(benchmark::State& state) {
  Comparison all(state.range(0) != 0);
  all.draw();
  for ([[maybe_unused]] auto _ : state) {
    all.options.logarithmicLoss = !all.options.logarithmicLoss;
    all.draw();
  }
}
BENCHMARK(curvesAgain)->ArgName("grouped")->Arg(0)->Arg(1)->Unit(benchmark::kMillisecond);

void cursorMoves(benchmark::State& state) {
  Comparison all(state.range(0) != 0);
  all.draw();
  double x = 0;
  for ([[maybe_unused]] auto _ : state) {
    all.options.cursor = x = std::fmod(x + 0.37, 50);
    all.draw();
  }
}
BENCHMARK(cursorMoves)->ArgName("grouped")->Arg(0)->Arg(1)->Unit(benchmark::kMillisecond);

void curvesPan(benchmark::State& state) {
  Comparison all(state.range(0) != 0);
  double from = 0;
  for ([[maybe_unused]] auto _ : state) {
    from = std::fmod(from + 0.37, 30);
    all.options.visible = CurveRange{.from = from, .to = from + 20};
    all.draw();
  }
}
BENCHMARK(curvesPan)->ArgName("grouped")->Arg(0)->Arg(1)->Unit(benchmark::kMillisecond);

}  // namespace
}  // namespace sojourn::present

int main(int argc, char** argv) {
  QApplication application(argc, argv);
  sojourn::qt::loadResources();
  benchmark::Initialize(&argc, argv);
  benchmark::RunSpecifiedBenchmarks();
}
