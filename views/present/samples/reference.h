// SPDX-License-Identifier: GPL-3.0-or-later
// What a sample is compared with, visit by visit: the pinned reference of the What if workspace, and what is odd now.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

#include "model/results/inspection.h"

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
  std::string words;      ///< "starts 43 min before Office, Wed ends at 20:29"
};

/// A visit of either sequence: both indices, or the one of the sequence that has it.
struct ComparedVisit {
  std::optional<std::size_t> now;
  std::optional<std::size_t> before;
  bool operator==(const ComparedVisit&) const = default;
};

struct SampleContext;

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
