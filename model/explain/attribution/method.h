// SPDX-License-Identifier: GPL-3.0-or-later
// What a method of explanation is: a name, what it needs of a model, and how it scores the visits. All of them are
// listed in methods.cpp.
#pragma once

#include <algorithm>
#include <array>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "model/core/cancel.h"
#include "model/core/result.h"
#include "model/results/explanation.h"
#include "model/results/inspection.h"
#include "model/results/model_description.h"

namespace sojourn {

class Engine;
class MaskedPredictions;

/// What a method may look at.
struct MethodInput {
  const Engine& engine;
  const Inspection& inspection;  ///< with maps
  const ExplanationTarget& target;
  /// Value of the target whole, and without each visit by either operator; empty for a single visit.
  double whole = 0;
  std::span<const double> withoutMasked, withoutRemoved;
  std::size_t steps = 64;              ///< of integrated gradients, doubled while the gap is large,
  std::size_t mostSteps = 512;         ///< but not beyond these
  Baseline baseline = Baseline::Zero;  ///< of integrated gradients
  const CancelToken& cancel;

  [[nodiscard]] std::size_t length() const { return inspection.sequence.visits.size(); }
  [[nodiscard]] LocationId location(std::size_t visit) const { return inspection.sequence.visits[visit].location; }
  /// 1 for a visit to the target, -1 for one to what it is contrasted with, else 0.
  [[nodiscard]] double match(std::size_t visit) const {
    return (location(visit) == target.location ? 1.0 : 0.0) - (location(visit) == target.ratherThan ? 1.0 : 0.0);
  }
};

struct MethodFindings {
  std::vector<double> scores = {};  ///< [L], higher is more important
  FeatureScores byFeature = {};
  std::optional<double> completenessGap = {};
  std::optional<std::size_t> steps = {};  ///< that the gap is of
  std::size_t gradientSequences = 0;      ///< how many went forward and backward
};

struct Method {
  std::string_view name;  ///< in files and on the command line
  std::string_view title;
  std::string_view meaning;  ///< one sentence
  Result<MethodFindings> (*score)(const MethodInput& input) = nullptr;
  bool (*has)(const Capabilities& model) = nullptr;
  std::string_view needs = {};  ///< "a pointer": what a model without the method lacks
  bool listed = true;           ///< part of an explanation for which no methods were named
  bool ranks = true;            ///< has an opinion; false for random orders, which are what p is counted against
};

/// Rankings without a model, which every method is compared with.
inline constexpr std::array<std::string_view, 3> controlMethods{"recency", "same_place", "random"};

[[nodiscard]] constexpr bool isControl(std::string_view method) {
  return std::ranges::find(controlMethods, method) != controlMethods.end();
}

/// In the order of SPEC 9.
[[nodiscard]] std::span<const Method> explanationMethods();
/// Null where there is none of this name.
[[nodiscard]] const Method* findMethod(std::string_view name);

}  // namespace sojourn
