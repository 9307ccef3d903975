// SPDX-License-Identifier: GPL-3.0-or-later
// A workspace in which nothing is left at its default, for the tests of its file.
#pragma once

#include "views/session/workspace_file.h"

namespace sojourn::test {

[[nodiscard]] inline Sequence inventedSequence(LocationId first) {
  return {.user = 2,
          .visits = {{.location = first, .weekday = 0, .startMinute = 480, .durationMinutes = 90.5, .daysAgo = 7},
                     {.location = 3, .weekday = 6, .startMinute = 1439, .durationMinutes = 0.1, .daysAgo = 1}},
          .target = 4};
}

[[nodiscard]] inline session::WorkspaceState inventedWorkspace() {
  using namespace session;
  const ScenarioOrigin sample{.dataset = "town", .fingerprint = "0123abcd", .split = Split::Validation, .index = 12};
  WorkspaceState state;
  state.dataset = SavedPath{.path = "/data/geo life/town", .relative = {}, .sha256 = std::string(64, 'a')};
  state.checkpoint = SavedPath{.path = "/data/m\"1\".pt", .relative = {}, .sha256 = std::string(64, 'b')};
  state.heads = 8;
  state.split = Split::Validation;
  state.index = 3376;
  state.filter = "rank > 1 and place = \"Caf\u00e9\"";
  state.sort = {.column = SampleColumn::Gate, .descending = true};
  state.selection.locked = {.visit = 1, .query = 0, .location = 14, .head = HeadRef{1, 3}, .method = 5};
  state.selection.alsoVisits = {0};
  state.whatIf.histories = {
      {.sample = sample,
       .position = 1,
       .edits = {{.name = "Replace Bakery, Tue 08:15", .kind = 0, .ids = {0, 1}, .sequence = inventedSequence(9)},
                 {.name = "Insert \"Gym\"\n", .kind = 6, .ids = {7, 1}, .sequence = inventedSequence(10)}}},
      {.sample = {.dataset = "elsewhere", .fingerprint = "", .split = Split::Test, .index = 0},
       .position = 0,
       .edits = {{.name = "", .kind = 12, .ids = {0, 1}, .sequence = inventedSequence(11)}}}};
  state.whatIf.scenarios = {
      {.name = "Late Thursday", .origin = sample, .edits = {"a", "b"}, .sequence = inventedSequence(5)}};
  state.whatIf.reference = SavedReference{.kind = ReferenceKind::State,
                                          .name = "sample 12 after 1 edit",
                                          .sequence = inventedSequence(9),
                                          .ids = {0, 1},
                                          .sample = sample};
  state.runs = {{.path = "/data/my runs", .relative = {}, .sha256 = {}},
                {.path = "/logs/training.log", .relative = {}, .sha256 = {}}};
  state.referenceLines = {{"/logs/training.log", false}, {"/data/my runs/s42", true}};
  state.front = "what_if";
  state.layouts = {{"inspect", "AAAA/wAB=="}, {"explain", ""}};
  state.autosaveOf = "/studies/town.sojourn.json";
  return state;
}

}  // namespace sojourn::test
