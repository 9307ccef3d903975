// SPDX-License-Identifier: GPL-3.0-or-later
// Reading what long runs leave behind: bytes a second on one core, out of the page cache.
#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <string>

#include <benchmark/benchmark.h>

#include "model/core/files.h"
#include "model/formats/tensorboard/tfevents.h"
#include "model/runs/log/tail_reader.h"
#include "tests/runs/many_runs.h"
#include "tests/support/temp_folder.h"

namespace sojourn {
namespace {

void readEventLog(benchmark::State& state) {
  const test::TempFolder folder;
  const std::string log = test::longLog(1'000'000);
  if (!writeFileAtomically(folder / "events.jsonl", log)) return state.SkipWithError("no room for the log");
  for ([[maybe_unused]] auto _ : state) {
    TailReader reader(folder / "events.jsonl");
    RunStore store;
    for (bool more = true; more;) {
      const TailUpdate update = reader.poll();
      store.apply(update);
      more = update.more;
    }
    if (store.history().steps.size() != 1'000'000) return state.SkipWithError("the log was not read whole");
  }
  state.SetBytesProcessed(static_cast<std::int64_t>(state.iterations() * log.size()));
  state.SetItemsProcessed(static_cast<std::int64_t>(state.iterations()) * std::ranges::count(log, '\n'));
}
BENCHMARK(readEventLog)->Unit(benchmark::kMillisecond)->UseRealTime();

/// Four curves of half a million points, as training writes them.
void readTensorBoardFile(benchmark::State& state) {
  TfEventsWriter writer(1.76e9);
  for (std::int64_t step = 1; step <= 500'000; ++step) {
    for (const char* tag : {"loss/train", "learning_rate", "gradient_norm", "throughput"}) {
      writer.add(tag, 1.76e9 + 0.04 * static_cast<double>(step), step, 1.0 / static_cast<double>(step));
    }
  }
  const Bytes file = writer.take();
  const test::TempFolder folder;
  if (!writeFileAtomically(folder / "tfevents", file)) return state.SkipWithError("no room for the file");
  for ([[maybe_unused]] auto _ : state) {
    const auto events = readTfEvents(folder / "tfevents");
    if (!events || events->series.size() != 4) return state.SkipWithError("the file was not read whole");
  }
  state.SetBytesProcessed(static_cast<std::int64_t>(state.iterations() * file.size()));
}
BENCHMARK(readTensorBoardFile)->Unit(benchmark::kMillisecond)->UseRealTime();

}  // namespace
}  // namespace sojourn

BENCHMARK_MAIN();
