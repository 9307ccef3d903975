// SPDX-License-Identifier: GPL-3.0-or-later
// The same sample explained by several models: do their rankings agree, method by method, and over many samples?
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "model/core/cancel.h"
#include "model/core/result.h"
#include "model/data/dataset/sequence_set.h"
#include "model/results/explanation_summary.h"

namespace sojourn {

class Engine;

using Engines = std::span<const std::shared_ptr<const Engine>>;

struct AgreementRequest {
  std::optional<LocationId> target = {};  ///< the first model's prediction unless given
  std::optional<LocationId> ratherThan = {};
  std::vector<std::string> methods = {};  ///< empty: all that look at the model and that every model has
  std::size_t mostSteps = 512;            ///< of integrated gradients
};

/// The methods that an AgreementRequest without any means.
[[nodiscard]] std::vector<std::string> methodsOfAll(Engines engines);

/// One method's scores of the visits.
struct NamedScores {
  std::string method;
  std::vector<double> scores;
};
/// Scores without their faithfulness. Errors: those of explain().
[[nodiscard]] Result<std::vector<NamedScores>> scoresOf(const Engine& engine, const Sequence& sequence,
                                                        const AgreementRequest& request, const CancelToken& cancel);

/// Mean of those that are numbers; not a number without any.
[[nodiscard]] double meanOfNumbers(std::span<const double> values);

/// Errors: fewer than two models; those of explain(), with the model's file; cancelled. Progress counts models.
[[nodiscard]] Result<ModelAgreement> agreementAcross(Engines engines, const Sequence& sequence,
                                                     const AgreementRequest& request, const CancelToken& cancel = {},
                                                     const Progress& progress = {});

/// What one sample says of each method: a tau, and whether it is beyond chance.
struct SampleRankStability {
  std::string method;
  double tau = 0;
  bool beyondChance = false;
};

/// Asks every row in random order and sums up by users; 0 samples: all. Windows under three visits are passed over:
/// no tau is beyond chance there. Where it is cancelled the answer is of what was done; before the first sample it is
/// an error.
[[nodiscard]] Result<RankStabilitySummary> rankStabilityOver(
    const SequenceSet& set, std::span<const std::size_t> rows, std::size_t samples, std::uint64_t seed,
    const std::function<Result<std::vector<SampleRankStability>>(const Sequence&)>& ask, const CancelToken& cancel = {},
    const Progress& progress = {});

[[nodiscard]] std::vector<SampleRankStability> rankStabilityOf(const ModelAgreement& agreement);
[[nodiscard]] std::vector<SampleRankStability> rankStabilityOf(const ParameterRandomizationTest& check);

/// Over what and how rank stability is asked. The functions are called on the thread that works.
struct RankStabilityPass {
  std::size_t samples = 0;  ///< at most so many; 0: all
  std::uint64_t seed = 0;   ///< of the order, and of the intervals
  std::function<Result<std::vector<SampleRankStability>>(const Sequence&)> ask;
  /// Every sample's answer, as it comes; may be empty.
  std::function<void(std::size_t row, const std::vector<SampleRankStability>& said)> report = {};
  /// Of what is answered so far and how many are asked, now and then, so rarely that it takes a tenth of the time at
  /// most; may be empty.
  std::function<void(const RankStabilitySummary& summary, std::size_t asked)> partial = {};
};

/// rankStabilityOver() of rank_agreement.h for those who want to hear of every sample: in the same order, with the same
/// result and the same errors.
[[nodiscard]] Result<RankStabilitySummary> rankStabilityOver(const SequenceSet& set, std::span<const std::size_t> rows,
                                                             const RankStabilityPass& pass,
                                                             const CancelToken& cancel = {},
                                                             const Progress& progress = {});

}  // namespace sojourn
