// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/explain/stability/rank_agreement.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "model/explain/attribution/method.h"
#include "model/explain/explanation/explain.h"
#include "model/explain/statistics/ranking.h"
#include "model/inspect/engine.h"

namespace sojourn {
namespace {

constexpr double none = std::numeric_limits<double>::quiet_NaN();

Error fromModel(const Engine& engine, Error error) {
  if (error.where.empty()) error.where = engine.description().source;
  return error;
}

MethodAgreement pairwise(const std::vector<std::vector<NamedScores>>& byModel, std::size_t method, double chance) {
  MethodAgreement found;
  found.method = byModel.front()[method].method;
  for (std::size_t a = 0; a < byModel.size(); ++a)
    for (std::size_t b = a + 1; b < byModel.size(); ++b)
      found.taus.push_back(kendallTauB(byModel[a][method].scores, byModel[b][method].scores));
  found.mean = meanOfNumbers(found.taus);
  found.stable = found.mean >= chance;
  return found;
}

}  // namespace

std::vector<std::string> methodsOfAll(Engines engines) {
  std::vector<std::string> names;
  for (const Method& method : explanationMethods()) {
    const bool everywhere = std::ranges::all_of(
        engines, [&](const auto& engine) { return method.has(engine->description().capabilities); });
    if (method.listed && method.ranks && !isControl(method.name) && everywhere) names.emplace_back(method.name);
  }
  return names;
}

Result<std::vector<NamedScores>> scoresOf(const Engine& engine, const Sequence& sequence,
                                          const AgreementRequest& request, const CancelToken& cancel) {
  auto explanation = explain(engine, sequence,
                             {.target = request.target,
                              .ratherThan = request.ratherThan,
                              .methods = request.methods,
                              .pValues = false,
                              .faithfulness = false,
                              .mostSteps = request.mostSteps},
                             cancel);
  if (!explanation) return fromModel(engine, explanation.error());
  std::vector<NamedScores> found;
  for (MethodExplanation& method : explanation->methods)
    found.push_back({.method = std::move(method.name), .scores = std::move(method.scores)});
  return found;
}

double meanOfNumbers(std::span<const double> values) {
  double sum = 0;
  std::size_t n = 0;
  for (const double value : values) {
    if (std::isnan(value)) continue;
    sum += value;
    ++n;
  }
  return n > 0 ? sum / static_cast<double>(n) : none;
}

Result<ModelAgreement> agreementAcross(Engines engines, const Sequence& sequence, const AgreementRequest& request,
                                       const CancelToken& cancel, const Progress& progress) {
  if (engines.size() < 2) return Error{ErrorKind::BadUsage, "models", "one has nothing to agree with", "name another"};
  AgreementRequest same = request;
  if (same.methods.empty()) same.methods = methodsOfAll(engines);
  ModelAgreement found;
  std::vector<std::vector<NamedScores>> byModel;
  for (const auto& engine : engines) {
    const auto inspection = engine->inspect(sequence, {.maps = false});
    if (!inspection) return fromModel(*engine, inspection.error());
    if (!same.target) same.target = (*inspection)->best().location;
    auto scores = scoresOf(*engine, sequence, same, cancel);
    if (!scores) return scores.error();
    byModel.push_back(std::move(*scores));
    const auto target = static_cast<std::size_t>(*same.target);
    found.models.push_back({.source = engine->description().source,
                            .prediction = (*inspection)->best().location,
                            .probability = std::exp(static_cast<double>((*inspection)->logProbability[target]))});
    if (progress) progress(byModel.size(), engines.size());
  }
  found.target = *same.target;
  found.chance = tauCriticalValue(sequence.visits.size());
  for (std::size_t m = 0; m < byModel.front().size(); ++m) found.methods.push_back(pairwise(byModel, m, found.chance));
  return found;
}

}  // namespace sojourn
