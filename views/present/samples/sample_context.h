// SPDX-License-Identifier: GPL-3.0-or-later
// What all views of one sample are made from: the inspection, the names, the colours, the selection, and what it is
// compared with, visit by visit.
#pragma once

#include <cstddef>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "model/data/dataset/place_names.h"
#include "model/results/inspection.h"
#include "model/results/model_description.h"
#include "model/results/selection.h"
#include "views/present/scene/place_colors.h"

namespace sojourn::present {

/// Borrowed like all of a SampleContext. A visit keeps its identity while it is edited: `before` says, for each visit
/// of the sequence shown, which visit of the reference it was; absent for one that the reference does not have.
struct Reference {
  const Inspection* inspection = nullptr;          ///< by the same model as the one shown
  std::vector<std::optional<std::size_t>> before;  ///< [L now] index into the reference's visits
  std::string name;                                ///< "sample 3376 as recorded"
  std::string change;                              ///< "2 edits"; empty where nothing is changed
};

/// A visit that could not have been as it stands: it is marked, never forbidden.
struct VisitFlag {
  std::size_t visit = 0;  ///< index in the sequence shown
  std::string text;       ///< "starts 43 min before Office, Wed ends at 20:29"
};

/// Pointers are borrowed and valid during one call of a presenter. `inspection` may be null: nothing inspected yet.
struct SampleContext {
  const Inspection* inspection = nullptr;
  const ModelDescription* model = nullptr;
  const PlaceNames* names = nullptr;
  const PlaceColors* colors = nullptr;
  Selection selection;
  std::int32_t displayOffsetMinutes = 0;  ///< added to recorded times on screen only (SPEC: data may be in GMT)
  std::string sampleText;                 ///< "sample 3376, test": the scope, printed by every view
  const Reference* reference = nullptr;   ///< null: no change is shown, and no picture differs by a pixel
  std::span<const VisitFlag> flags = {};  ///< visits that could not have been; at most one a visit
  bool editable = false;                  ///< the visits can be dragged along the week
};

/// A visit of either sequence: both indices, or the one of the sequence that has it.
struct ComparedVisit {
  std::optional<std::size_t> now;
  std::optional<std::size_t> before;
  bool operator==(const ComparedVisit&) const = default;
};

/// Whether there is a reference to show: one of this model, known for every visit of the sequence shown. A reference by
/// a model without the same parts (a pointer, a gate) is none.
[[nodiscard]] bool hasReference(const SampleContext& context);

/// Which visit of the reference this one was; absent without a reference and for a new visit.
[[nodiscard]] std::optional<std::size_t> visitBefore(const SampleContext& context, std::size_t visit);

/// The visits of the reference that the sequence shown does not have, oldest first.
[[nodiscard]] std::vector<std::size_t> removedVisits(const SampleContext& context);

/// The visits shown in their order, the removed ones among them: each after the visit that it followed in the
/// reference. Without a reference only the visits shown.
[[nodiscard]] std::vector<ComparedVisit> comparedVisits(const SampleContext& context);

/// Whether the record of a visit differs from the reference's, or the reference does not have it.
[[nodiscard]] bool isChanged(const SampleContext& context, std::size_t visit);

/// Visits that are changed or new, and those that are removed.
[[nodiscard]] std::size_t changedVisits(const SampleContext& context);

/// The flag of a visit, or null.
[[nodiscard]] const VisitFlag* flagOf(const SampleContext& context, std::size_t visit);

/// A candidate by its place, or null where the ranking does not hold it; its rank counts from 1.
struct RankedCandidate {
  const Candidate* candidate = nullptr;
  std::size_t rank = 0;
};
[[nodiscard]] RankedCandidate candidateOf(const Inspection& inspection, LocationId location);

/// Half the summed absolute change of all probabilities: how much probability moved, 0 to 1.
[[nodiscard]] double movedProbability(const Inspection& now, const Inspection& before);

}  // namespace sojourn::present
