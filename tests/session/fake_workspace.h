// SPDX-License-Identifier: GPL-3.0-or-later
// A workspace in which nothing is left at its default, for the tests of its file.
#pragma once

#include <cmath>
#include <memory>

#include "views/session/files/workspace_file.h"

namespace sojourn::test {

[[nodiscard]] inline Sequence fakeSequence(LocationId first) {
  return {.user = 2,
          .visits = {{.location = first, .weekday = 0, .startMinute = 480, .durationMinutes = 90.5, .daysAgo = 7},
                     {.location = 3, .weekday = 6, .startMinute = 1439, .durationMinutes = 0.1, .daysAgo = 1}},
          .target = 4};
}

/// Of two methods, one of which nobody could measure by leaving out; stopped after 12 of 80 samples.
[[nodiscard]] inline ExplanationSummary fakeSummary() {
  const Estimate unknown{.mean = std::nan(""), .low = std::nan(""), .high = std::nan(""), .n = 0};
  const auto measured = [](double mean) {
    return Estimate{.mean = mean, .low = mean - 0.1, .high = mean + 0.1, .n = 12};
  };
  const auto by = [&](double gain) {
    return OperatorSummary{.comprehensiveness = measured(0.1 / 3),
                           .sufficiency = measured(-0.25),
                           .deletionAuc = measured(0.5),
                           .insertionAuc = measured(0.5 + gain),
                           .gain = measured(gain),
                           .overRandom = measured(gain / 7)};
  };
  const OperatorSummary nothing{unknown, unknown, unknown, unknown, unknown, unknown};
  ExplanationSummary summary{.samples = 12, .asked = 80, .users = 7, .withCauses = 5, .methods = {}};
  summary.methods.push_back({.name = "mask_one",
                             .masked = by(0.31),
                             .removed = by(0.29),
                             .tiedShare = measured(0),
                             .causePrecision = {.mean = 0.8, .low = 0.8, .high = 0.8, .n = 5},
                             .causeRank = {.mean = 0.1, .low = 0, .high = 1e-17, .n = 5},
                             .completenessGap = unknown,
                             .completeShare = unknown,
                             .completeAtOnceShare = unknown});
  summary.methods.push_back({.name = "random",
                             .masked = by(0.01),
                             .removed = nothing,
                             .tiedShare = unknown,
                             .causePrecision = unknown,
                             .causeRank = unknown,
                             .completenessGap = unknown,
                             .completeShare = unknown,
                             .completeAtOnceShare = unknown});
  return summary;
}

[[nodiscard]] inline session::SavedEvaluation fakeEvaluation() {
  session::SavedEvaluation evaluation;
  evaluation.dataset = std::string(64, 'a');
  evaluation.checkpoint = std::string(64, 'b');
  evaluation.heads = 8;
  evaluation.split = Split::Validation;
  evaluation.filter = "rank > 1 and place = \"Caf\u00e9\"";
  evaluation.rows = ~std::uint64_t{0};
  evaluation.filtered = 594;
  evaluation.request.location = ExplainedLocation::Target;
  evaluation.program = "0.1.0";
  evaluation.summary = std::make_shared<const ExplanationSummary>(fakeSummary());
  return evaluation;
}

[[nodiscard]] inline session::WorkspaceState fakeWorkspace() {
  using namespace session;
  const ScenarioOrigin sample{.dataset = "town", .fingerprint = "0123abcd", .split = Split::Validation, .index = 12};
  WorkspaceState state;
  state.dataset = SavedPath{.path = "/data/geo life/town", .sha256 = std::string(64, 'a')};
  state.checkpoint = SavedPath{.path = "/data/m\"1\".pt", .sha256 = std::string(64, 'b')};
  state.program = ProgramCommand{.command = "python \"my model.py\"", .folder = "/models", .predictSeconds = 7};
  state.heads = 8;
  state.split = Split::Validation;
  state.index = 3376;
  state.filter = "rank > 1 and place = \"Caf\u00e9\"";
  state.sort = {.column = SampleColumn::Gate, .descending = true};
  state.selection.selected = {.visit = 1, .query = 0, .location = 14, .head = HeadRef{1, 3}, .method = 5};
  state.selection.alsoVisits = {0};
  state.whatIf.histories = {
      {.sample = sample,
       .position = 1,
       .edits = {{.name = "Replace Bakery, Tue 08:15", .kind = 0, .ids = {0, 1}, .sequence = fakeSequence(9)},
                 {.name = "Insert \"Gym\"\n", .kind = 6, .ids = {7, 1}, .sequence = fakeSequence(10)}}},
      {.sample = {.dataset = "elsewhere", .fingerprint = "", .split = Split::Test, .index = 0},
       .position = 0,
       .edits = {{.name = "", .kind = 12, .ids = {0, 1}, .sequence = fakeSequence(11)}}}};
  state.whatIf.scenarios = {
      {.name = "Late Thursday", .origin = sample, .edits = {"a", "b"}, .sequence = fakeSequence(5)}};
  state.whatIf.reference = SavedReference{.kind = ReferenceKind::State,
                                          .name = "sample 12 after 1 edit",
                                          .sequence = fakeSequence(9),
                                          .ids = {0, 1},
                                          .sample = sample};
  state.evaluations = {fakeEvaluation()};
  state.notes = {{.sample = sample, .note = {.bookmarked = true, .text = "why?\n\"so\"", .tags = {"late", "odd"}}},
                 {.sample = {.dataset = "town", .fingerprint = "", .split = Split::Test, .index = 4},
                  .note = {.bookmarked = false, .text = "", .tags = {"odd"}}}};
  state.filters = {{.name = "Odd & late", .filter = "tag:odd rank>3"}};
  state.runs = {{.path = "/data/my runs"}, {.path = "/logs/training.log"}};
  state.referenceLines = {{"/logs/training.log", false}, {"/data/my runs/s42", true}};
  state.front = "what_if";
  state.layouts = {{"inspect", "AAAA/wAB=="}, {"explain", ""}};
  state.options = {{"attention", R"({"scale":"row"})"}, {"gate", "{}"}};
  state.autosaveOf = "/studies/town.sojourn.json";
  return state;
}

}  // namespace sojourn::test
