// SPDX-License-Identifier: GPL-3.0-or-later
// Any bytes as a workspace's file and as the settings beside it: what was read is in order, and what is written of it
// reads as the same again.
#include <cmath>

#include "tests/fuzz/touch.h"
#include "views/session/files/workspace_file.h"
#include "views/session/report/report_choice.h"
#include "views/session/settings/settings.h"

namespace {

using namespace sojourn;
using namespace sojourn::session;

void checkRoundTrip(const WorkspaceState& state) {
  // Relative paths are made again when a file is written.
  WorkspaceState expected = state;
  const auto forget = [](SavedPath& saved) { saved.relative.clear(); };
  if (expected.dataset) forget(*expected.dataset);
  if (expected.checkpoint) forget(*expected.checkpoint);
  for (SavedPath& run : expected.runs) forget(run);
  const Result<WorkspaceState> again = parseWorkspace(formatWorkspace(state, {}), "again");
  if (!again || *again != expected) throw std::logic_error("what is written reads as something else");
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string_view text(reinterpret_cast<const char*>(data), size);

  if (const auto settings = parseSettings(text, "settings.json")) {
    if (!parseSettings(formatSettings(*settings), "again"))
      throw std::logic_error("settings that cannot be read again");
  } else {
    fuzz::touch(settings.error());
  }
  (void)formatReportChoice(parseReportChoice(text));

  const Result<WorkspaceState> state = parseWorkspace(text, "study.sojourn.json");
  if (!state) {
    fuzz::touch(state.error());
    return 0;
  }
  for (const SavedHistory& history : state->whatIf.histories) {
    if (history.position > history.edits.size()) throw std::logic_error("a position beyond the edits");
    for (const SavedEdit& edit : history.edits) {
      if (edit.ids.size() != edit.sequence.visits.size()) throw std::logic_error("a visit without an identity");
    }
  }
  if (state->whatIf.reference && state->whatIf.reference->kind == ReferenceKind::Recorded)
    throw std::logic_error("a record that is pinned by its value");
  for (const SavedEvaluation& evaluation : state->evaluations) {
    const ExplanationSummary& summary = *evaluation.summary;
    if (summary.samples == 0 || summary.samples > summary.asked || summary.asked > evaluation.filtered)
      throw std::logic_error("a result of other samples than there were");
    for (const MethodSummary& method : summary.methods)
      for (const Estimate& estimate : {method.masked.gain, method.removed.overRandom, method.causeRank})
        if (std::isfinite(estimate.mean) != (estimate.n > 0) || estimate.n > summary.samples)
          throw std::logic_error("a figure with nothing behind it");
  }

  checkRoundTrip(*state);
  (void)formatWorkspace(*state, "/home/somebody/studies");
  return 0;
}
