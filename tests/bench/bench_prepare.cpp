// SPDX-License-Identifier: GPL-3.0-or-later
// How long it takes to prepare invented tracks, and to try another setting on them. To prepare as many fixes as all of
// GeoLife has, and to see the memory that takes:
//     bench_prepare --make FOLDER 24700000
//     /usr/bin/time -v sojourn prepare --input FOLDER/fixes.csv --format points-csv --out OUT
#include <cstdlib>
#include <string_view>

#include <benchmark/benchmark.h>

#include "model/data/prepare/trial_preparation.h"
#include "tests/bench/made_tracks.h"
#include "tests/support/temp_folder.h"

namespace {

using namespace sojourn;

constexpr std::size_t fixesOfTrials = 500'000;

PrepareSettings settingsFor(const std::filesystem::path& input, InputFormat format) {
  PrepareSettings settings = defaultPrepareSettings(format);
  settings.input.input = input;
  settings.input.format = format;
  settings.input.stampsIn = "UTC";
  return settings;
}

void prepare(benchmark::State& state, InputFormat format) {
  const test::TempFolder folder;
  const bench::TrackCounts counts{.fixes = static_cast<std::size_t>(state.range(0))};
  const auto input = folder / (format == InputFormat::PointsCsv ? "fixes.csv" : "Data");
  format == InputFormat::PointsCsv ? bench::makeTable(input, counts) : bench::makeFolders(input, counts);
  for (auto unused : state) {
    PrepareSettings settings = settingsFor(input, format);
    settings.out = folder / "out";
    settings.force = true;
    const auto made = prepareDataset(settings);
    if (!made) state.SkipWithError(made.error().sentence().c_str());
  }
  state.SetItemsProcessed(state.iterations() * state.range(0));
}

/// Moves one setting to and fro.
void tryOut(benchmark::State& state, double PrepareSettings::*setting) {
  const test::TempFolder folder;
  bench::makeTable(folder / "fixes.csv", {.fixes = fixesOfTrials});
  PrepareSettings settings = settingsFor(folder / "fixes.csv", InputFormat::PointsCsv);
  const auto input = readTrialInput(settings.input);
  if (!input) return state.SkipWithError(input.error().sentence().c_str());
  TrialPreparation trial(*input);
  bool more = false;
  for (auto unused : state) {
    settings.*setting *= (more = !more) ? 1.5 : 1 / 1.5;
    const auto made = trial.prepare(settings);
    if (!made) state.SkipWithError(made.error().sentence().c_str());
  }
}

BENCHMARK_CAPTURE(prepare, table, InputFormat::PointsCsv)->Arg(2'000'000)->Unit(benchmark::kMillisecond);
BENCHMARK_CAPTURE(prepare, folders, InputFormat::Geolife)->Arg(2'000'000)->Unit(benchmark::kMillisecond);
BENCHMARK_CAPTURE(tryOut, eps, &PrepareSettings::eps)->Unit(benchmark::kMillisecond);
BENCHMARK_CAPTURE(tryOut, stays, &PrepareSettings::time)->Unit(benchmark::kMillisecond);

}  // namespace

int main(int argc, char** argv) {
  if (argc == 4 && std::string_view(argv[1]) == "--make") {
    const bench::TrackCounts counts{.fixes = std::strtoull(argv[3], nullptr, 10)};
    const std::filesystem::path folder = argv[2];
    std::filesystem::create_directories(folder / "Data");
    bench::makeTable(folder / "fixes.csv", counts);
    bench::makeFolders(folder / "Data", counts);
    return 0;
  }
  benchmark::Initialize(&argc, argv);
  benchmark::RunSpecifiedBenchmarks();
  return 0;
}
