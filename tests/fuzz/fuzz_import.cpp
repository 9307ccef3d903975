// SPDX-License-Identifier: GPL-3.0-or-later
// Any bytes as each kind of foreign log: whatever is read is in order and finite where it must be.
#include <algorithm>
#include <functional>

#include "model/runs/import/curve_set.h"
#include "model/runs/import/import_readers.h"
#include "tests/fuzz/touch.h"

namespace {

using namespace sojourn;

void check(const Result<ImportedRun>& run) {
  if (!run) {
    fuzz::touch(run.error());
    return;
  }
  const StepColumns& steps = run->history.steps;
  if (std::ranges::adjacent_find(steps.step, std::greater_equal<>()) != steps.step.end())
    throw std::logic_error("steps that do not rise");
  for (const auto* column : {&steps.loss, &steps.learningRate, &steps.gradientNorm, &steps.clippedGradientNorm,
                             &steps.sequencesPerSecond, &steps.tokensPerSecond}) {
    if (!column->empty() && column->size() != steps.size()) throw std::logic_error("columns that differ in length");
  }
  if (steps.wall.size() != steps.size() || steps.epoch.size() != steps.size())
    throw std::logic_error("steps without a time or an epoch");
  for (const auto& eval : run->history.evals) {
    if (eval.event.epoch < 0 || eval.afterStep < 0) throw std::logic_error("an evaluation before the beginning");
  }
  for (const Error& problem : run->problems) fuzz::touch(problem);
}

/// Curves of any steps and times, in two files.
void checkCurves(const std::uint8_t* data, std::size_t size) {
  CurveSet curves;
  for (int file = 0; file < 2; ++file) {
    std::vector<ScalarSeries> read{{.tag = "loss", .wall = {}, .step = {}, .value = {}},
                                   {.tag = "val_loss", .wall = {}, .step = {}, .value = {}}};
    for (std::size_t i = static_cast<std::size_t>(file); i + 2 < size; i += 4) {
      ScalarSeries& series = read[data[i] % 2];
      const auto step = static_cast<std::int64_t>(static_cast<std::int8_t>(data[i + 1]));
      series.step.push_back(data[i] % 16 == 15 ? std::int64_t{1} << (data[i + 1] % 63) : step);
      series.wall.push_back(data[i + 2]);
      series.value.push_back(data[i]);
    }
    curves.add(std::move(read));
  }
  (void)curves.notes();
  ImportBuilder builder("curves");
  curves.merge(curves.meanings(), builder);
  ImportedRun run;
  const Status done = builder.finish(run);
  check(done ? Result<ImportedRun>(std::move(run)) : Result<ImportedRun>(done.error()));
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string_view text(reinterpret_cast<const char*>(data), size);
  (void)(looksLikeEventFile(text) || looksLikeMetricFile(text) || looksLikeJsonLines(text) || looksLikeTable(text) ||
         looksLikeTrainingLog(text));
  check(importTrainingLog(text, "log"));
  check(importTable(text, "table"));
  check(importTable(text, "run-val-tag-loss.csv"));
  check(importJsonLines(text, "lines"));
  check(importMetricFile(text, "metrics/loss"));
  checkCurves(data, size);
  return 0;
}
