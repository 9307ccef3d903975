// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/explain/explanation/explain.h"

#include <algorithm>
#include <cmath>

#include "model/data/statistics/resampling.h"
#include "model/explain/attribution/masked_predictions.h"
#include "model/explain/attribution/method.h"
#include "model/explain/explanation/interventions.h"
#include "model/explain/faithfulness/faithfulness.h"
#include "model/explain/statistics/ranking.h"
#include "model/inspect/engine.h"

namespace sojourn {
namespace {

/// The datasets hold no shorter sequence (SPEC 1).
constexpr std::size_t shortestTrained = 3;
/// 199 orders of so many visits are 400,000 sequences: minutes, and some hundred megabytes. Windows of seven days hold
/// a fraction of that.
constexpr std::size_t longestExplained = 512;
/// Sequences that refined p-values may ask for: some seconds on two processors.
constexpr std::size_t mostRefiningSequences = 80'000;

Error badUsage(std::string where, std::string what, std::string remedy) {
  return {ErrorKind::BadUsage, std::move(where), std::move(what), std::move(remedy)};
}

std::string namesOf(const Capabilities& model) {
  std::string names;
  for (const Method& method : explanationMethods())
    if (method.has(model)) names += (names.empty() ? "" : ", ") + std::string(method.name);
  return names;
}

Result<std::vector<const Method*>> chosenMethods(const ExplainRequest& request, const ModelDescription& model) {
  std::vector<const Method*> chosen;
  if (request.methods.empty()) {
    for (const Method& method : explanationMethods())
      if (method.listed && method.has(model.capabilities)) chosen.push_back(&method);
    return chosen;
  }
  for (const std::string& name : request.methods) {
    const Method* method = findMethod(name);
    if (!method) return badUsage("method " + name, "there is none of this name", "use " + namesOf(model.capabilities));
    if (!method->has(model.capabilities))
      return badUsage("method " + name, model.title + " does not have " + std::string(method->needs),
                      "use " + namesOf(model.capabilities));
    if (std::ranges::find(chosen, method) == chosen.end()) chosen.push_back(method);
  }
  return chosen;
}

Result<ExplanationTarget> chosenTarget(const ExplainRequest& request, const Inspection& inspection) {
  const ExplanationTarget target{.location = request.target.value_or(inspection.best().location),
                                 .ratherThan = request.ratherThan};
  const std::size_t known = inspection.logProbability.size();
  for (const LocationId location : {target.location, target.ratherThan.value_or(target.location)})
    if (location < 0 || static_cast<std::size_t>(location) >= known)
      return Error{ErrorKind::BadInput, "target " + std::to_string(location), "the model does not know this location",
                   "use one from 0 to " + std::to_string(known - 1)};
  if (target.ratherThan == target.location)
    return badUsage("target " + std::to_string(target.location), "is contrasted with itself", "name two locations");
  return target;
}

/// One explanation in the making: methods and controls side by side, their curves asked together.
class Work {
 public:
  Work(const Engine& engine, const Inspection& inspection, const ExplainRequest& request,
       const ExplanationTarget& target, std::vector<const Method*> listed, const CancelToken& cancel)
      : m_engine(engine),
        m_inspection(inspection),
        m_request(request),
        m_listed(listed.size()),
        m_methods(std::move(listed)),
        m_cancel(cancel),
        m_masks(engine.description().capabilities.masks),
        m_values(engine, inspection.sequence, m_result.target) {
    m_result.target = target;
    for (const std::string_view name : controlMethods)
      if (std::ranges::find(m_methods, name, &Method::name) == m_methods.end()) m_methods.push_back(findMethod(name));
  }

  Status removeOneByOne() {
    const std::size_t whole = m_values.enqueue(VisitMask(length(), false), Removal::Masked);
    std::vector<std::size_t> masked, removed;
    for (std::size_t i = 0; i < length() && length() > 1; ++i) {
      VisitMask one(length(), false);
      one[i] = true;
      if (m_masks) masked.push_back(m_values.enqueue(one, Removal::Masked));
      removed.push_back(m_values.enqueue(one, Removal::Removed));
    }
    if (Status status = m_values.evaluate(m_cancel); !status) return status;
    m_result.value = m_values.at(whole);
    for (const std::size_t number : masked) m_withoutMasked.push_back(m_values.at(number));
    for (const std::size_t number : removed) m_withoutRemoved.push_back(m_values.at(number));
    return {};
  }

  Status score() {
    const MethodInput input{.engine = m_engine,
                            .inspection = m_inspection,
                            .target = m_result.target,
                            .whole = m_result.value,
                            .withoutMasked = m_withoutMasked,
                            .withoutRemoved = m_withoutRemoved,
                            .steps = m_request.steps,
                            .mostSteps = m_request.mostSteps,
                            .baseline = m_request.baseline,
                            .cancel = m_cancel};
    for (const Method* method : m_methods) {
      auto findings = method->score(input);
      if (!findings) return findings.error();
      m_result.gradientSequences += findings->gradientSequences;
      m_result.methods.push_back({.name = std::string(method->name),
                                  .scores = findings->scores,
                                  .byFeature = std::move(findings->byFeature),
                                  .tiedShare = tiedShare(findings->scores),
                                  .completenessGap = findings->completenessGap,
                                  .steps = findings->steps});
    }
    return {};
  }

  Status measure(const Progress& progress) {
    if (length() < 2 || !m_request.faithfulness) return {};
    std::vector<std::vector<OrderCurves>> masked, removed;
    for (std::size_t m = 0; m < m_methods.size(); ++m) {
      const std::vector<VisitOrder> orders =
          m_methods[m]->ranks ? ordersOf(m_result.methods[m].scores) : randomOrders(length(), m_request.randomOrders);
      if (m_masks) masked.push_back(curvesOf(orders, Removal::Masked, m_values));
      removed.push_back(curvesOf(orders, Removal::Removed, m_values));
    }
    if (Status status = m_values.evaluate(m_cancel, progress); !status) return status;
    std::vector<Faithfulness> random;
    for (std::size_t m = 0; m < m_methods.size(); ++m) {
      std::vector<Faithfulness> ofMasked, ofRemoved = readAll(removed[m], m_values);
      if (m_masks) ofMasked = readAll(masked[m], m_values);
      if (m_masks) m_result.methods[m].masked = meanOf(ofMasked);
      m_result.methods[m].removed = meanOf(ofRemoved);
      if (m_methods[m]->ranks) continue;
      if (m_masks) m_result.scatterMasked = scatterOf(ofMasked);
      m_result.scatterRemoved = scatterOf(ofRemoved);
      random = m_masks ? std::move(ofMasked) : std::move(ofRemoved);
    }
    if (!m_request.pValues) return {};
    for (const Faithfulness& one : random) m_randomAreas.push_back(one.deletionAuc);
    for (std::size_t m = 0; m < m_methods.size(); ++m)
      if (m_methods[m]->ranks) setChance(m);
    correctChances();
    return refineChances(progress);
  }

  Explanation result() {
    Explanation& found = m_result;
    found.decomposition = decompositionOf(m_inspection, m_result.target.location);
    found.probability = m_result.target.ratherThan ? 0 : m_result.value;
    if (m_result.target.ratherThan) {
      for (const double mass : found.decomposition.copied) found.probability += mass;
      found.probability += found.decomposition.generated;
    }
    found.effects = effectsOf(m_inspection, m_result.target, m_result.value, m_withoutMasked);
    found.agreements = agreements();
    found.agreementThreshold = tauCriticalValue(length());
    found.untrainedLength = length() < shortestTrained;
    found.baseline = m_request.baseline;
    found.randomOrders = m_request.randomOrders;
    found.forwardSequences = m_values.passed();
    for (const std::string_view name : controlMethods)
      found.controls.push_back(*std::ranges::find(m_result.methods, name, &MethodExplanation::name));
    m_result.methods.resize(m_listed);
    return std::move(found);
  }

 private:
  [[nodiscard]] std::size_t length() const { return m_inspection.sequence.visits.size(); }

  void setChance(std::size_t method) {
    MethodExplanation& found = m_result.methods[method];
    found.pValue = permutationPValue((m_masks ? found.masked : found.removed)->deletionAuc, m_randomAreas);
    found.pOrders = m_randomAreas.size();
  }

  void correctChances() {
    std::vector<double> family;
    std::vector<std::size_t> members;
    // A control that was not asked for does not make the others pay.
    for (std::size_t m = 0; m < m_listed; ++m) {
      if (!m_methods[m]->ranks) continue;
      family.push_back(*m_result.methods[m].pValue);
      members.push_back(m);
    }
    const std::vector<double> corrected = holmCorrected(family);
    for (std::size_t i = 0; i < members.size(); ++i) m_result.methods[members[i]].pHolm = corrected[i];
  }

  /// Only a p at its least is replaced, with the first orders among the many: so each p stays valid, whatever the
  /// others of the family are.
  Status refineChances(const Progress& progress) {
    const std::size_t first = m_randomAreas.size();
    if (m_request.refinedOrders <= first || (m_request.refinedOrders - first) * length() > mostRefiningSequences)
      return {};
    std::vector<std::size_t> refined;
    for (std::size_t m = 0; m < m_listed; ++m)
      if (m_result.methods[m].pUndecided()) refined.push_back(m);
    if (refined.empty()) return {};
    const std::vector<VisitOrder> orders = randomOrders(length(), m_request.refinedOrders);
    std::vector<OrderCurves> curves;
    for (std::size_t k = first; k < orders.size(); ++k)
      curves.emplace_back(orders[k], operatorOf(m_engine.description().capabilities), m_values, /*insertion=*/false);
    if (Status status = m_values.evaluate(m_cancel, progress); !status) return status;
    for (const OrderCurves& curve : curves) m_randomAreas.push_back(curve.deletionArea(m_values));
    for (const std::size_t m : refined) setChance(m);
    correctChances();
    return {};
  }

  std::vector<Agreement> agreements() const {
    std::vector<Agreement> all;
    for (std::size_t a = 0; a < m_listed; ++a)
      for (std::size_t b = a + 1; b < m_listed; ++b) {
        if (!m_methods[a]->ranks || !m_methods[b]->ranks) continue;
        const double tau = kendallTauB(m_result.methods[a].scores, m_result.methods[b].scores);
        all.push_back({.first = m_result.methods[a].name,
                       .second = m_result.methods[b].name,
                       .tau = tau,
                       .significant = std::abs(tau) >= tauCriticalValue(length())});
      }
    return all;
  }

  const Engine& m_engine;
  const Inspection& m_inspection;
  const ExplainRequest& m_request;
  Explanation m_result;  ///< its methods and the controls side by side, until result() parts them
  std::size_t m_listed;  ///< the first so many methods were asked for, the rest are controls
  std::vector<const Method*> m_methods;
  CancelToken m_cancel;
  bool m_masks;  ///< the model takes a mask
  MaskedPredictions m_values;
  std::vector<double> m_withoutMasked, m_withoutRemoved;
  std::vector<double> m_randomAreas;  ///< deletion AUC of each random order
};

}  // namespace

Result<Explanation> explain(const Engine& engine, const Sequence& sequence, const ExplainRequest& request,
                            const CancelToken& cancel, const Progress& progress) {
  const auto methods = chosenMethods(request, engine.description());
  if (!methods) return methods.error();
  if (sequence.visits.size() > longestExplained)
    return Error{ErrorKind::BadInput, "the sequence",
                 std::to_string(sequence.visits.size()) + " visits, but at most " + std::to_string(longestExplained) +
                     " are explained",
                 "leave out the oldest visits"};
  const auto inspection = engine.inspect(sequence, {.maps = true});
  if (!inspection) return inspection.error();
  const auto target = chosenTarget(request, **inspection);
  if (!target) return target.error();

  Work work(engine, **inspection, request, *target, *methods, cancel);
  if (Status status = work.removeOneByOne(); !status) return status.error();
  if (Status status = work.score(); !status) return status.error();
  if (Status status = work.measure(progress); !status) return status.error();
  return work.result();
}

}  // namespace sojourn
