// SPDX-License-Identifier: GPL-3.0-or-later
// What asking a model program costs beside the model's own time: the program answers with the rows of a table that was
// made beforehand. Needs NumPy in python3 (or in the Python that SOJOURN_PYTHON names) and the GeoLife data.
#include <cstdlib>
#include <numeric>

#include <benchmark/benchmark.h>

#include "model/data/dataset/dataset.h"
#include "model/program/program_engine.h"
#include "tests/program/python_program.h"

namespace sojourn {
namespace {

constexpr const char* rowsOfATable = R"(import numpy, sojourn_model
rows = numpy.random.default_rng(0).random((4096, 1187)).astype("float32")
rows /= rows.sum(1, keepdims=True)
sojourn_model.serve(lambda batch: rows[batch.location.sum(1) % 4096], name="Rows of a table", locations=1187)
)";

struct ProgramFixture {
  Dataset dataset;
  test::PythonProgram program{rowsOfATable};
  [[nodiscard]] const SequenceSet& split() const { return *dataset.split(Split::Test); }
  [[nodiscard]] Result<std::shared_ptr<const Engine>> started() const {
    ProgramCommand command = program.command();
    if (const char* python = std::getenv("SOJOURN_PYTHON")) command.command = std::string(python) + " model.py";
    return startProgram(std::move(command));
  }
};

const ProgramFixture* programFixture() {
  static const std::unique_ptr<const ProgramFixture> only = []() -> std::unique_ptr<const ProgramFixture> {
    const char* shared = std::getenv("SOJOURN_SHARED");
    if (!shared) return nullptr;
    const auto location = locateDataset(std::filesystem::path(shared) / "data/geolife");
    if (!location) return nullptr;
    auto dataset = readDataset(*location, {.wanted = {Split::Test}, .required = {Split::Test}});
    if (!dataset) return nullptr;
    auto made = std::make_unique<ProgramFixture>();
    made->dataset = std::move(*dataset);
    return made->started() ? std::move(made) : nullptr;
  }();
  return only.get();
}

constexpr const char* whatIsMissing = "needs NumPy, and the GeoLife data in SOJOURN_SHARED";

/// 3,502 samples of 1,187 places; has to stay under 0.5 s.
void evaluateByProgram(benchmark::State& state) {
  const ProgramFixture* fixture = programFixture();
  if (!fixture) return state.SkipWithError(whatIsMissing);
  std::vector<std::size_t> rows(fixture->split().size());
  std::iota(rows.begin(), rows.end(), std::size_t{0});
  for ([[maybe_unused]] auto _ : state) {
    state.PauseTiming();  // a new program: what was asked is kept
    const auto engine = fixture->started();
    state.ResumeTiming();
    benchmark::DoNotOptimize((*engine)->evaluate(fixture->split(), rows));
  }
}
BENCHMARK(evaluateByProgram)->Unit(benchmark::kMillisecond)->UseRealTime();

/// One sequence that was not asked before; has to stay under 3 ms.
void inspectByProgram(benchmark::State& state) {
  const ProgramFixture* fixture = programFixture();
  if (!fixture) return state.SkipWithError(whatIsMissing);
  const auto engine = fixture->started();
  Sequence sequence = fixture->split().sequence(0);
  for ([[maybe_unused]] auto _ : state) {
    sequence.visits.back().durationMinutes += 0.001;
    benchmark::DoNotOptimize((*engine)->inspect(sequence, {}));
  }
}
BENCHMARK(inspectByProgram)->Unit(benchmark::kMillisecond)->UseRealTime();

}  // namespace
}  // namespace sojourn

BENCHMARK_MAIN();
