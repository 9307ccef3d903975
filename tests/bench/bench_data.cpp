// SPDX-License-Identifier: GPL-3.0-or-later
// Loading the three splits of GeoLife; says so and measures nothing without the data.
#include <cstdlib>
#include <filesystem>

#include <benchmark/benchmark.h>

#include "model/data/dataset/dataset.h"

namespace sojourn {
namespace {

void loadGeoLife(benchmark::State& state) {
  const char* shared = std::getenv("SOJOURN_SHARED");
  const auto location = locateDataset(std::filesystem::path(shared ? shared : "") / "data" / "geolife");
  if (!location) return state.SkipWithError("the GeoLife data is not in SOJOURN_SHARED");
  for ([[maybe_unused]] auto _ : state) {
    auto dataset = readDataset(*location);
    if (!dataset) return state.SkipWithError(dataset.error().what.c_str());
    benchmark::DoNotOptimize(dataset->numLocations);
  }
}
BENCHMARK(loadGeoLife)->Unit(benchmark::kMillisecond)->UseRealTime();

}  // namespace
}  // namespace sojourn

BENCHMARK_MAIN();
