// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/explain/attribution/shapley.h"

#include <algorithm>
#include <bit>
#include <cmath>
#include <map>
#include <numeric>

#include "model/explain/attribution/embedding_gradients.h"
#include "model/explain/attribution/masked_predictions.h"
#include "model/core/random.h"
#include "model/inspect/engine.h"

namespace sojourn {
namespace {

/// Every coalition is asked; bit p of its number says whether player p takes part.
Result<ShapleyValues> exactValues(std::size_t players, const CoalitionValues& values) {
  const std::size_t count = std::size_t{1} << players;
  std::vector<Coalition> coalitions(count, Coalition(players, false));
  for (std::size_t number = 0; number < count; ++number)
    for (std::size_t p = 0; p < players; ++p) coalitions[number][p] = (number >> p & 1U) != 0;
  const auto value = values(coalitions);
  if (!value) return value.error();

  // The share of orders in which exactly a coalition of this size has come before a given player.
  std::vector<double> share(players);
  for (std::size_t size = 0; size < players; ++size) {
    share[size] = 1 / static_cast<double>(players);
    for (std::size_t i = 0; i < size; ++i)
      share[size] *= static_cast<double>(i + 1) / static_cast<double>(players - 1 - i);
  }
  ShapleyValues found{.values = std::vector<double>(players, 0), .whole = value->back(), .empty = value->front()};
  for (std::size_t number = 0; number < count; ++number) {
    const auto size = static_cast<std::size_t>(std::popcount(number));
    for (std::size_t p = 0; p < players; ++p) {
      const std::size_t with = number | std::size_t{1} << p;
      if (with != number) found.values[p] += share[size] * ((*value)[with] - (*value)[number]);
    }
  }
  return found;
}

Result<ShapleyValues> drawnValues(std::size_t players, const CoalitionValues& values, const ShapleyOptions& options) {
  Random random(options.seed);
  std::vector<std::vector<std::size_t>> orders;
  std::vector<std::size_t> order(players);
  std::iota(order.begin(), order.end(), std::size_t{0});
  for (std::size_t pair = 0; pair < options.orderPairs; ++pair) {
    random.shuffle(std::span(order));
    orders.push_back(order);
    orders.emplace_back(order.rbegin(), order.rend());
  }
  std::vector<Coalition> coalitions;
  for (const auto& one : orders) {
    coalitions.emplace_back(players, false);
    for (const std::size_t player : one) {
      Coalition next = coalitions.back();
      next[player] = true;
      coalitions.push_back(std::move(next));
    }
  }
  const auto value = values(coalitions);
  if (!value) return value.error();

  ShapleyValues found{.values = std::vector<double>(players, 0),
                      .errors = std::vector<double>(players, 0),
                      .whole = (*value)[players],
                      .empty = value->front(),
                      .exact = false,
                      .orders = orders.size()};
  // Mean and squared deviations over the pairs as they come (Welford 1962).
  std::vector<double> squares(players, 0), ofPair(players, 0);
  for (std::size_t o = 0; o < orders.size(); ++o) {
    const std::size_t first = o * (players + 1);
    for (std::size_t i = 0; i < players; ++i)
      ofPair[orders[o][i]] += ((*value)[first + i + 1] - (*value)[first + i]) / 2;
    if (o % 2 == 0) continue;
    for (std::size_t p = 0; p < players; ++p) {
      const double before = ofPair[p] - found.values[p];
      const std::size_t pairs = (o + 1) / 2;
      found.values[p] += before / static_cast<double>(pairs);
      squares[p] += before * (ofPair[p] - found.values[p]);
      ofPair[p] = 0;
    }
  }
  const double pairs = static_cast<double>(options.orderPairs);
  for (std::size_t p = 0; p < players; ++p) found.errors[p] = std::sqrt(squares[p] / (pairs - 1) / pairs);
  return found;
}

/// Visits by what groups them, in the order of its first visit's number.
void groupVisits(const Sequence& sequence, ShapleyExplanation& explanation) {
  std::map<std::int32_t, std::size_t> playerOf;
  for (std::size_t i = 0; i < sequence.visits.size(); ++i) {
    const Visit& visit = sequence.visits[i];
    const bool places = explanation.players == Players::Places;
    const auto [entry, isNew] = playerOf.emplace(places ? visit.location : visit.daysAgo, explanation.names.size());
    if (isNew) {
      explanation.names.push_back(places ? std::to_string(visit.location)
                                         : std::to_string(visit.daysAgo) + " days ago");
      explanation.visits.emplace_back();
    }
    explanation.visits[entry->second].push_back(i);
  }
}

CoalitionValues valuesOfGroups(MaskedPredictions& parts, const ShapleyExplanation& explanation,
                               const CancelToken& cancel, const Progress& progress) {
  return [&](std::span<const Coalition> coalitions) -> Result<std::vector<double>> {
    std::vector<std::size_t> numbers;
    for (const Coalition& coalition : coalitions) {
      VisitMask masked(parts.length(), false);
      for (std::size_t p = 0; p < coalition.size(); ++p)
        for (const std::size_t visit : explanation.visits[p]) masked[visit] = !coalition[p];
      numbers.push_back(parts.enqueue(masked, Removal::Masked));
    }
    if (Status status = parts.evaluate(cancel, progress); !status) return status.error();
    std::vector<double> values;
    for (const std::size_t number : numbers) values.push_back(parts.at(number));
    return values;
  };
}

}  // namespace

Result<ShapleyValues> shapleyValues(std::size_t players, const CoalitionValues& values, const ShapleyOptions& options) {
  return players <= mostExactPlayers ? exactValues(players, values) : drawnValues(players, values, options);
}

Result<ShapleyExplanation> explainByShapley(const Engine& engine, const Sequence& sequence,
                                            const ExplanationTarget& target, Players players, const CancelToken& cancel,
                                            const Progress& progress) {
  if (const auto readable = engine.inspect(sequence, {.maps = false}); !readable) return readable.error();
  if (sequence.visits.size() > mostShapleyVisits)
    return Error{ErrorKind::BadInput, "", "has more than " + std::to_string(mostShapleyVisits) + " visits",
                 "explain a shorter sequence"};
  const ModelDescription& model = engine.description();
  if (players != Players::Features && !model.capabilities.masks)
    return Error{ErrorKind::BadUsage, model.title, "takes no mask, and Shapley values need sequences without any visit",
                 "use the methods that remove visits"};
  ShapleyExplanation explanation{.players = players, .names = {}, .visits = {}, .result = {}};
  Result<ShapleyValues> found = ShapleyValues{};
  if (players == Players::Features) {
    const auto features = featuresRead(engine);
    if (!features) return features.error();
    for (const VisitFeature feature : *features) explanation.names.emplace_back(visitFeatureName(feature));
    found = shapleyValues(features->size(), [&](std::span<const Coalition> coalitions) {
      return valuesWithFeatures(engine, sequence, target, coalitions, cancel);
    });
  } else {
    groupVisits(sequence, explanation);
    MaskedPredictions parts(engine, sequence, target);
    const std::size_t count = explanation.names.size();
    ShapleyOptions options;
    options.orderPairs = std::min(options.orderPairs, mostDrawnCoalitions / (2 * (count + 1)));
    found = shapleyValues(count, valuesOfGroups(parts, explanation, cancel, progress), options);
  }
  if (!found) return found.error();
  explanation.result = std::move(*found);
  return explanation;
}

}  // namespace sojourn
