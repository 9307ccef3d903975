// SPDX-License-Identifier: GPL-3.0-or-later
// The functions that explain: those of model/explain in the program, scripted ones in tests.
#pragma once

#include <functional>
#include <span>
#include <vector>

#include "model/explain/ablation/component_ablation.h"
#include "model/explain/explanation/explain.h"
#include "model/explain/explanation/explain_set.h"
#include "model/explain/stability/parameter_randomization.h"
#include "model/explain/stability/rank_agreement.h"
#include "model/results/inspection.h"
#include "model/results/shapley.h"

namespace sojourn::session {

/// All are called on a worker's thread and may be cancelled. Each is the function of its name in model/explain.
struct Explainer {
  std::function<Result<Explanation>(const Engine&, const Sequence&, const ExplainRequest&, const CancelToken&,
                                    const Progress&)>
      explain;
  std::function<Result<RemovalCheck>(const Engine&, const Sequence&, const ExplanationTarget&, std::size_t visit,
                                     Removal, const CancelToken&)>
      checkRemoval;
  std::function<std::vector<Intervention>(const Inspection&, const ExplanationTarget&)> interventions;
  std::function<Result<ExplanationSummary>(const Engine&, const SequenceSet&, std::span<const std::size_t> rows,
                                           const ExplainSetRequest&, const CancelToken&, const Progress&,
                                           const PartialSummary&)>
      explainSet;
  std::function<Result<std::vector<Component>>(const Engine&)> ablatableComponents = {};
  std::function<Result<ComponentReference>(const Engine&, const SequenceSet& training, const CancelToken&,
                                           const Progress&)>
      componentReference = {};
  std::function<Result<AblationTable>(const Engine&, const Sequence&, std::span<const ComponentAblation>,
                                      const ComponentReference&, const AblationRequest&, const CancelToken&,
                                      const Progress&)>
      ablateComponents = {};
  std::function<Result<AblationSummaryTable>(const Engine&, const SequenceSet&, std::span<const std::size_t> rows,
                                             std::span<const ComponentAblation>, const ComponentReference&,
                                             const AblationRequest&, const CancelToken&, const Progress&)>
      ablateComponentsOver = {};
  /// explainByShapley.
  std::function<Result<ShapleyExplanation>(const Engine&, const Sequence&, const ExplanationTarget&, Players,
                                           const CancelToken&, const Progress&)>
      shapley = {};
  std::function<Result<ModelAgreement>(Engines, const Sequence&, const AgreementRequest&, const CancelToken&,
                                       const Progress&)>
      agreementAcross = {};
  std::function<Result<ParameterRandomizationTest>(const Engine&, const Sequence&, const ParameterRandomizationRequest&,
                                                   const CancelToken&, const Progress&)>
      testParameterRandomization = {};
};

}  // namespace sojourn::session
