// SPDX-License-Identifier: GPL-3.0-or-later
// Any bytes as each kind of foreign log: whatever is read is in order and finite where it must be.
#include <algorithm>
#include <functional>

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

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string_view text(reinterpret_cast<const char*>(data), size);
  (void)(looksLikeEventFile(text) || looksLikeJsonLines(text) || looksLikeTable(text) || looksLikeTrainingLog(text));
  check(importTrainingLog(text, "log"));
  check(importTable(text, "table"));
  check(importJsonLines(text, "lines"));
  return 0;
}
