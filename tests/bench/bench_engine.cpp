// SPDX-License-Identifier: GPL-3.0-or-later
// Evaluation, inspection and training on the published GeoLife model; says so and measures nothing without the data.
#include <cstdio>
#include <cstdlib>
#include <numeric>

#include <benchmark/benchmark.h>

#include "model/data/dataset/dataset.h"
#include "model/explain/explanation/explain.h"
#include "model/inspect/engine.h"
#include "model/train/trainer/train.h"
#include "tests/bench/large_recipe.h"

namespace sojourn {
namespace {

struct Fixture {
  Dataset dataset;
  std::shared_ptr<const Engine> engine;
  const SequenceSet& test() const { return *dataset.split(Split::Test); }
};

/// The data is read once; null where it is absent.
const Fixture* fixture() {
  static const std::unique_ptr<const Fixture> only = []() -> std::unique_ptr<const Fixture> {
    const char* shared = std::getenv("SOJOURN_SHARED");
    if (!shared) return nullptr;
    const std::filesystem::path data = std::filesystem::path(shared) / "data";
    const auto location = locateDataset(data / "geolife");
    if (!location) return nullptr;
    auto dataset = readDataset(*location, {.wanted = {Split::Train, Split::Validation, Split::Test},
                                           .required = {Split::Train, Split::Validation, Split::Test}});
    auto engine =
        Engine::load(data / "checkpoints" / "pointer_v45_geolife_full_model_best.pt", {.device = Device::Cpu});
    if (!dataset || !engine) return nullptr;
    return std::make_unique<const Fixture>(Fixture{.dataset = std::move(*dataset), .engine = *engine});
  }();
  return only.get();
}

std::vector<std::size_t> allRows(const SequenceSet& set) {
  std::vector<std::size_t> rows(set.size());
  std::iota(rows.begin(), rows.end(), std::size_t{0});
  return rows;
}

void evaluateTest(benchmark::State& state) {
  const Fixture* data = fixture();
  if (!data) return state.SkipWithError("the GeoLife data is not in SOJOURN_SHARED");
  const std::vector<std::size_t> rows = allRows(data->test());
  for ([[maybe_unused]] auto _ : state) benchmark::DoNotOptimize(data->engine->evaluate(data->test(), rows));
  state.SetItemsProcessed(state.iterations() * static_cast<std::int64_t>(rows.size()));
}
BENCHMARK(evaluateTest)->Unit(benchmark::kMillisecond)->UseRealTime();

/// What the studio's background pass does at a time; has to stay under 20 ms.
void evaluateSlice(benchmark::State& state) {
  const Fixture* data = fixture();
  if (!data) return state.SkipWithError("the GeoLife data is not in SOJOURN_SHARED");
  const std::vector<std::size_t> rows = allRows(data->test());
  std::size_t first = 0;
  for ([[maybe_unused]] auto _ : state) {
    benchmark::DoNotOptimize(data->engine->evaluate(data->test(), std::span(rows).subspan(first, 64)));
    first = (first + 64) % (rows.size() - 64);
  }
}
BENCHMARK(evaluateSlice)->Unit(benchmark::kMillisecond)->UseRealTime();

void inspectOne(benchmark::State& state, bool maps) {
  const Fixture* data = fixture();
  if (!data) return state.SkipWithError("the GeoLife data is not in SOJOURN_SHARED");
  std::vector<Sequence> sequences;
  for (std::size_t row = 0; row < data->test().size(); row += 37) sequences.push_back(data->test().sequence(row));
  std::size_t next = 0;
  for ([[maybe_unused]] auto _ : state) {
    benchmark::DoNotOptimize(data->engine->inspect(sequences[next], {.maps = maps}));
    next = (next + 1) % sequences.size();
  }
}
BENCHMARK_CAPTURE(inspectOne, withMaps, true)->Unit(benchmark::kMillisecond)->UseRealTime();
BENCHMARK_CAPTURE(inspectOne, withoutMaps, false)->Unit(benchmark::kMillisecond)->UseRealTime();

/// All methods with all controls of one sample; the counter is how many sequences went through the model for it.
void explainOne(benchmark::State& state) {
  const Fixture* data = fixture();
  if (!data) return state.SkipWithError("the GeoLife data is not in SOJOURN_SHARED");
  std::vector<Sequence> sequences;
  for (std::size_t row = 0; row < data->test().size(); row += 37) sequences.push_back(data->test().sequence(row));
  std::size_t next = 0;
  double passed = 0;
  for ([[maybe_unused]] auto _ : state) {
    const auto explanation = explain(*data->engine, sequences[next], {});
    passed += explanation ? static_cast<double>(explanation->forwardSequences) : 0;
    next = (next + 1) % sequences.size();
  }
  state.counters["sequences"] = benchmark::Counter(passed, benchmark::Counter::kAvgIterations);
}
BENCHMARK(explainOne)->Unit(benchmark::kMillisecond)->UseRealTime()->Iterations(95);

/// The epoch under the request, dropout included, without the validation that follows it.
void timeEpoch(benchmark::State& state, const TrainRequest& request) {
  for ([[maybe_unused]] auto _ : state) {
    const CancelToken cancel;
    double seconds = 0;
    benchmark::DoNotOptimize(train(request,
                                   {.step = {},
                                    .epoch =
                                        [&](const EpochReport& report) {
                                          seconds = report.seconds;
                                          cancel.cancel();
                                        }},
                                   cancel));
    state.SetIterationTime(seconds);
  }
}

/// Of a model's own recipe.
void trainEpoch(benchmark::State& state, const char* model) {
  const Fixture* data = fixture();
  if (!data) return state.SkipWithError("the GeoLife data is not in SOJOURN_SHARED");
  timeEpoch(state, {.dataset = &data->dataset, .config = recipeFor(model), .threads = 0});
}
BENCHMARK_CAPTURE(trainEpoch, pointer_v45, "pointer_v45")
    ->Unit(benchmark::kMillisecond)
    ->Iterations(3)
    ->UseManualTime();
BENCHMARK_CAPTURE(trainEpoch, lstm, "lstm")->Unit(benchmark::kMillisecond)->UseManualTime();
BENCHMARK_CAPTURE(trainEpoch, lstm_location, "lstm_location")->Unit(benchmark::kMillisecond)->UseManualTime();
BENCHMARK_CAPTURE(trainEpoch, transformer, "transformer")->Unit(benchmark::kMillisecond)->UseManualTime();
BENCHMARK_CAPTURE(trainEpoch, deepmove, "deepmove")->Unit(benchmark::kMillisecond)->UseManualTime();
BENCHMARK_CAPTURE(trainEpoch, lstm_pointer, "lstm_pointer")->Unit(benchmark::kMillisecond)->UseManualTime();

void trainEpochLarge(benchmark::State& state) {
  const Dataset dataset = test::madeDataset(test::largeSizes);
  timeEpoch(state, {.dataset = &dataset, .config = test::largeRecipe(), .threads = 0});
}
BENCHMARK(trainEpochLarge)->Unit(benchmark::kMillisecond)->UseManualTime();

}  // namespace
}  // namespace sojourn

BENCHMARK_MAIN();
