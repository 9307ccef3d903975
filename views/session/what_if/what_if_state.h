// SPDX-License-Identifier: GPL-3.0-or-later
// Edits, scenarios and reference as plain values: what a workspace file keeps of What if.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

#include "model/data/io/scenario.h"
#include "views/session/what_if/edit_history.h"

namespace sojourn::session {

/// A state of a history, without what can be computed again.
struct SavedEdit {
  std::string name;
  EditKind kind = 0;         ///< of the edit that led here
  std::vector<VisitId> ids;  ///< [L]
  Sequence sequence;

  bool operator==(const SavedEdit&) const = default;
};

/// The history of one sample; the record comes from the dataset, so it is not here.
struct SavedHistory {
  ScenarioOrigin sample;
  std::size_t position = 0;  ///< 0: the record, else 1 + the index in `edits`
  std::vector<SavedEdit> edits;

  bool operator==(const SavedHistory&) const = default;
};

/// What a sample is compared with.
enum class ReferenceKind {
  Recorded,  ///< the sample in front as it was recorded, whichever that is
  Sample,    ///< another sample of the split, as recorded
  Scenario,
  State,  ///< a state of an edited sample
};

/// A pinned reference; by its value, so that it holds whatever becomes of what it was taken from.
struct SavedReference {
  ReferenceKind kind = ReferenceKind::Sample;  ///< never Recorded
  std::string name;                            ///< "sample 3376 as recorded", "scenario Late Thursday"
  Sequence sequence;
  std::vector<VisitId> ids;              ///< [L] of the history, where it is a state or a scenario of it; else empty
  std::optional<ScenarioOrigin> sample;  ///< whose history that is

  bool operator==(const SavedReference&) const = default;
};

struct WhatIfState {
  std::vector<SavedHistory> histories;  ///< of all edited samples, also of datasets that are not open
  std::vector<Scenario> scenarios;
  std::optional<SavedReference> reference;  ///< absent: the record

  bool operator==(const WhatIfState&) const = default;
};

}  // namespace sojourn::session
