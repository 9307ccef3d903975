// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/explain/faithfulness/faithfulness.h"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <set>

#include "model/explain/attribution/masked_predictions.h"
#include "model/inspect/engine.h"
#include "model/inspect/network_passes.h"

namespace sojourn {
namespace {

std::vector<double> valuesOf(const std::vector<std::size_t>& numbers, const MaskedPredictions& values) {
  std::vector<double> found;
  for (const std::size_t number : numbers) found.push_back(values.at(number));
  return found;
}

}  // namespace

std::vector<std::size_t> removalCounts(std::size_t length) {
  std::set<std::size_t> counts;
  for (const std::size_t k : {std::size_t{1}, std::size_t{2}, std::size_t{3}, std::size_t{5}, (length + 1) / 2})
    if (k < length) counts.insert(k);
  return {counts.begin(), counts.end()};
}

double areaUnder(std::span<const double> curve) {
  if (curve.size() == 1) return curve.front();
  double sum = (curve.front() + curve.back()) / 2;
  for (std::size_t i = 1; i + 1 < curve.size(); ++i) sum += curve[i];
  return sum / static_cast<double>(curve.size() - 1);
}

Faithfulness faithfulnessOf(std::vector<double> deletion, std::vector<double> insertion) {
  Faithfulness found;
  const double whole = deletion.front();
  const std::vector<std::size_t> counts = removalCounts(deletion.size());
  for (const std::size_t k : counts) {
    found.comprehensiveness += (whole - deletion[k]) / static_cast<double>(counts.size());
    found.sufficiency += (whole - insertion[k - 1]) / static_cast<double>(counts.size());
  }
  found.deletionAuc = areaUnder(deletion);
  found.insertionAuc = areaUnder(insertion);
  found.deletion = std::move(deletion);
  found.insertion = std::move(insertion);
  return found;
}

Faithfulness meanOf(std::span<const Faithfulness> several) {
  Faithfulness mean;
  mean.deletion.assign(several.front().deletion.size(), 0);
  mean.insertion.assign(several.front().insertion.size(), 0);
  const double share = 1 / static_cast<double>(several.size());
  for (const Faithfulness& one : several) {
    mean.comprehensiveness += share * one.comprehensiveness;
    mean.sufficiency += share * one.sufficiency;
    mean.deletionAuc += share * one.deletionAuc;
    mean.insertionAuc += share * one.insertionAuc;
    for (std::size_t i = 0; i < one.deletion.size(); ++i) {
      mean.deletion[i] += share * one.deletion[i];
      mean.insertion[i] += share * one.insertion[i];
    }
  }
  return mean;
}

std::optional<RandomScatter> scatterOf(std::span<const Faithfulness> several) {
  if (several.size() < 2) return std::nullopt;
  const Faithfulness mean = meanOf(several);
  const auto squared = [](double value) { return value * value; };
  RandomScatter scatter{.gain = 0,
                        .deletion = std::vector<double>(mean.deletion.size(), 0),
                        .insertion = std::vector<double>(mean.insertion.size(), 0)};
  const double share = 1 / static_cast<double>(several.size() - 1);
  for (const Faithfulness& one : several) {
    scatter.gain += share * squared((one.insertionAuc - one.deletionAuc) - (mean.insertionAuc - mean.deletionAuc));
    for (std::size_t i = 0; i < mean.deletion.size(); ++i) {
      scatter.deletion[i] += share * squared(one.deletion[i] - mean.deletion[i]);
      scatter.insertion[i] += share * squared(one.insertion[i] - mean.insertion[i]);
    }
  }
  scatter.gain = std::sqrt(scatter.gain);
  for (std::vector<double>* curve : {&scatter.deletion, &scatter.insertion})
    for (double& value : *curve) value = std::sqrt(value);
  return scatter;
}

OrderCurves::OrderCurves(const VisitOrder& order, Removal removal, MaskedPredictions& values, bool insertion) {
  VisitMask removed(order.size(), false), others(order.size(), true);
  for (const std::size_t visit : order) {
    m_deletion.push_back(values.enqueue(removed, removal));
    removed[visit] = true;
    others[visit] = false;
    if (insertion) m_insertion.push_back(values.enqueue(others, removal));
  }
}

double OrderCurves::deletionArea(const MaskedPredictions& values) const {
  return areaUnder(valuesOf(m_deletion, values));
}

Faithfulness OrderCurves::read(const MaskedPredictions& values) const {
  return faithfulnessOf(valuesOf(m_deletion, values), valuesOf(m_insertion, values));
}

std::vector<OrderCurves> curvesOf(std::span<const VisitOrder> orders, Removal removal, MaskedPredictions& values) {
  std::vector<OrderCurves> curves;
  for (const VisitOrder& order : orders) curves.emplace_back(order, removal, values);
  return curves;
}

std::vector<Faithfulness> readAll(std::span<const OrderCurves> curves, const MaskedPredictions& values) {
  std::vector<Faithfulness> all;
  for (const OrderCurves& one : curves) all.push_back(one.read(values));
  return all;
}

Result<RemovalCheck> checkRemoval(const Engine& engine, const Sequence& sequence, const ExplanationTarget& target,
                                  std::size_t visit, Removal removal, const CancelToken& cancel) {
  const std::size_t length = sequence.visits.size();
  if (visit >= length || length < 2)
    return Error{ErrorKind::BadUsage, "visit " + std::to_string(visit),
                 "cannot be taken away from " + std::to_string(length) + " visits", "choose one of at least two"};
  std::vector<LocationId> places(static_cast<std::size_t>(engine.description().sizes.locations));
  std::iota(places.begin(), places.end(), LocationId{0});
  for (const LocationId location : {target.location, target.ratherThan.value_or(target.location)})
    if (location < 0 || static_cast<std::size_t>(location) >= places.size())
      return Error{ErrorKind::BadInput, "target " + std::to_string(location), "the model does not know this location",
                   "use one from 0 to " + std::to_string(places.size() - 1)};
  PartialSequence part{.sequence = &sequence, .removed = VisitMask(length, false), .removal = removal};
  part.removed[visit] = true;
  const auto found = partialProbabilities(engine, std::span(&part, 1), places, cancel);
  if (!found) return found.error();
  // Of equal ones the first is the smaller id, as everywhere (SPEC 7.3).
  const auto best = std::ranges::max_element(*found);
  return RemovalCheck{.visit = visit,
                      .removal = removal,
                      .probability = (*found)[static_cast<std::size_t>(target.location)],
                      .value = target.valueIn(*found),
                      .first = static_cast<LocationId>(best - found->begin()),
                      .firstProbability = *best};
}

}  // namespace sojourn
