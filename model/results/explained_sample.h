// SPDX-License-Identifier: GPL-3.0-or-later
// One sample with everything the Explain views say about it.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "model/results/explanation.h"
#include "model/results/inspection.h"

namespace sojourn {

/// An immutable snapshot: all parts are of the same sequence, model and target.
struct ExplainedSample {
  InspectionPtr inspection;
  std::string sampleText;  ///< "sample 3376, test", as it was when it was asked for
  Explanation explanation;
  std::vector<Intervention> interventions;  ///< empty without a pointer
  /// The visit that matters most taken away, hidden and left out, each by a forward pass of its own; empty for a single
  /// visit.
  std::vector<RemovalCheck> checks;
  bool refined = false;     ///< with p-values against 199 random orders; else a first answer against 20
  double milliseconds = 0;  ///< that it took
};

using ExplainedSamplePtr = std::shared_ptr<const ExplainedSample>;

}  // namespace sojourn
