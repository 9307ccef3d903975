// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/present/explanation_fixtures.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <map>
#include <random>

#include "views/present/explain/explanation_context.h"

namespace sojourn::present {
namespace {

struct FakeMethod {
  const char* name;
  bool isSigned;
  bool needsPointer;
};
constexpr std::array<FakeMethod, 13> methods{{{"pointer_weight", false, true},
                                              {"copied_mass", false, true},
                                              {"attention_rollout", false, false},
                                              {"value_weighted_attention", false, false},
                                              {"gradient", false, false},
                                              {"gradient_x_input", true, false},
                                              {"integrated_gradients", true, false},
                                              {"integrated_gradients_embedding", true, false},
                                              {"mask_one", true, false},
                                              {"leave_one_out", true, false},
                                              {"recency", false, false},
                                              {"same_place", false, false},
                                              {"random", false, false}}};

Faithfulness fakeFaithfulness(std::size_t length, std::mt19937& random) {
  std::uniform_real_distribution<double> share(0, 1);
  Faithfulness quality;
  for (std::size_t i = 0; i < length; ++i) {
    quality.deletion.push_back(0.5 * share(random));
    quality.insertion.push_back(0.5 * share(random));
  }
  quality.deletion.front() = quality.insertion.back() = 0.47;
  for (std::size_t i = 0; i < length; ++i) {
    quality.deletionAuc += quality.deletion[i] / static_cast<double>(length);
    quality.insertionAuc += quality.insertion[i] / static_cast<double>(length);
  }
  quality.comprehensiveness = share(random) - 0.3;
  quality.sufficiency = share(random) - 0.5;
  return quality;
}

MethodExplanation fakeMethod(const FakeMethod& method, std::size_t length, bool refined, std::mt19937& random) {
  std::uniform_real_distribution<double> share(0, 1);
  MethodExplanation made{.name = method.name, .scores = {}};
  for (std::size_t i = 0; i < length; ++i) made.scores.push_back(share(random) - (method.isSigned ? 0.5 : 0.0));
  made.tiedShare = 0.1;
  if (length > 1) {
    made.masked = fakeFaithfulness(length, random);
    made.removed = fakeFaithfulness(length, random);
    if (refined) {
      made.pValue = made.pHolm = share(random);
      made.pOrders = 199;
    }
  }
  if (made.name.starts_with("integrated")) made.completenessGap = 0.0002;
  return made;
}

}  // namespace

Explanation fakeExplanation(const Inspection& inspection, const ExplanationTarget& target, bool refined,
                            std::uint32_t seed) {
  std::mt19937 random(seed);
  const std::size_t length = inspection.sequence.visits.size();
  Explanation made;
  made.target = target;
  for (const Candidate& candidate : inspection.ranking)
    if (candidate.location == target.location) made.probability = static_cast<double>(candidate.probability);
  made.value = made.probability;
  for (const Candidate& candidate : inspection.ranking)
    if (candidate.location == target.ratherThan) made.value -= static_cast<double>(candidate.probability);
  made.randomOrders = refined ? 199 : 20;
  if (inspection.gate) {
    for (std::size_t i = 0; i < length; ++i)
      made.decomposition.copied.push_back(inspection.sequence.visits[i].location == target.location
                                              ? static_cast<double>(inspection.copiedMass[i])
                                              : 0);
    made.decomposition.gate = static_cast<double>(*inspection.gate);
    for (std::size_t i = 0; i < length && length > 1; ++i)
      made.effects.push_back({.total = 0.05, .direct = 0.03, .indirect = 0.02});
  }
  double copied = 0;
  for (const double mass : made.decomposition.copied) copied += mass;
  made.decomposition.generated = made.probability - copied;
  if (inspection.gate) made.decomposition.copyShare = copied / made.probability;
  for (const FakeMethod& method : methods)
    if (inspection.gate || !method.needsPointer) made.methods.push_back(fakeMethod(method, length, refined, random));
  for (MethodExplanation& method : made.methods)
    if (method.name == "copied_mass") method.scores = made.decomposition.copied;
  for (const char* control : {"recency", "same_place", "random"})
    made.controls.push_back(*std::ranges::find(made.methods, control, &MethodExplanation::name));
  if (length > 1) {
    const std::vector<double> deviation(length, 0.05);
    made.scatterMasked = made.scatterRemoved =
        RandomScatter{.gain = 0.08, .deletion = deviation, .insertion = deviation};
  }
  made.agreementThreshold = 0.38;
  for (std::size_t a = 0; a < made.methods.size(); ++a)
    for (std::size_t b = a + 1; b < made.methods.size(); ++b) {
      if (made.methods[a].name == "random" || made.methods[b].name == "random") continue;
      const double tau = std::sin(static_cast<double>(7 * a + 3 * b));
      made.agreements.push_back({.first = made.methods[a].name,
                                 .second = made.methods[b].name,
                                 .tau = tau,
                                 .significant = std::abs(tau) >= made.agreementThreshold});
    }
  made.untrainedLength = length < 3;
  return made;
}

ExplainedSample fakeExplained(const Inspection& inspection, const ExplanationTarget& target, bool refined,
                              std::uint32_t seed) {
  ExplainedSample made;
  made.inspection = std::make_shared<const Inspection>(inspection);
  made.sampleText = "sample 3376, test";
  made.explanation = fakeExplanation(inspection, target, refined, seed);
  made.refined = refined;
  if (inspection.gate) {
    double shift = -0.3;
    for (const char* name : {"position_bias_0", "content_0", "gate_0", "gate_1", "weights_uniform", "weights_permuted",
                             "weights_without_top_1", "weights_without_top_2"}) {
      made.interventions.push_back({.name = name,
                                    .probability = made.explanation.probability + shift,
                                    .value = made.explanation.value + shift,
                                    .change = shift,
                                    .rank = shift < 0 ? 2U : 1U,
                                    .top = {inspection.ranking[shift < 0 ? 1 : 0].location}});
      shift += 0.06;
    }
  }
  if (inspection.sequence.visits.size() > 1)
    for (const Removal removal : {Removal::Masked, Removal::Removed})
      made.checks.push_back({.visit = 0,
                             .removal = removal,
                             .probability = 0.234,
                             .value = target.ratherThan ? -0.247 : 0.234,
                             .first = inspection.ranking[1].location,
                             .firstProbability = 0.481});
  return made;
}

ModelAgreement fakeAgreement(const Explanation& explanation) {
  ModelAgreement found{.target = explanation.target.location, .chance = 0.4, .models = {}, .methods = {}};
  for (const char* source : {"city.pt", "seed1.pt", "seed2.pt", "seed3.pt", "seed4.pt"})
    found.models.push_back({.source = source, .prediction = explanation.target.location, .probability = 0.4});
  for (const MethodExplanation& method : explanation.methods) {
    if (methodLabels(method.name).control) continue;
    const double mean = found.methods.size() % 3 == 2 ? 0.1 : 0.8;
    found.methods.push_back(
        {.method = method.name, .taus = {mean - 0.1, mean, mean + 0.1}, .mean = mean, .stable = mean > found.chance});
  }
  return found;
}

ParameterRandomizationTest fakeRandomization(const Explanation& explanation) {
  ParameterRandomizationTest check{
      .target = explanation.target.location,
      .chance = 0.4,
      .draws = 5,
      .stages = {{"gate", "Gate"}, {"layer.0", "Encoder layer 0"}, {"embeddings", "Embeddings"}},
      .methods = {}};
  for (const MethodExplanation& method : explanation.methods) {
    if (methodLabels(method.name).control) continue;
    const double last = check.methods.size() % 4 == 3 ? 0.6 : -0.1;
    check.methods.push_back({.method = method.name, .taus = {0.9, 0.3, last}, .survives = last > check.chance});
  }
  return check;
}

ShapleyExplanation fakeGame(const Inspection& inspection, const ExplanationTarget& target, Players players) {
  ShapleyExplanation game{.players = players, .names = {}, .visits = {}, .result = {}};
  if (players == Players::Features) {
    for (std::size_t f = 0; f < visitFeatureCount; ++f)
      game.names.emplace_back(visitFeatureName(static_cast<VisitFeature>(f)));
  } else {
    std::map<std::int32_t, std::size_t> known;
    const auto& visits = inspection.sequence.visits;
    for (std::size_t i = 0; i < visits.size(); ++i) {
      const std::int32_t key = players == Players::Places ? visits[i].location : visits[i].daysAgo;
      const auto [entry, isNew] = known.emplace(key, game.names.size());
      if (isNew) {
        game.names.push_back(std::to_string(key));
        game.visits.emplace_back();
      }
      game.visits[entry->second].push_back(i);
    }
  }
  const std::size_t count = game.names.size();
  ShapleyValues& result = game.result;
  result.exact = count <= 10;
  result.orders = result.exact ? 0 : 200;
  result.empty = 0.02;
  result.whole = 0.02;
  for (std::size_t p = 0; p < count; ++p) {
    result.values.push_back(p + 1 == count ? -0.05 : 0.3 / static_cast<double>(p + 2 + target.location % 3));
    if (!result.exact) result.errors.push_back(0.004);
    result.whole += result.values.back();
  }
  return game;
}

ExplanationSummary fakeSummary(const Explanation& explanation, std::size_t beaten) {
  const auto around = [](double mean) {
    return Estimate{.mean = mean, .low = mean - 0.05, .high = mean + 0.05, .n = 80};
  };
  ExplanationSummary summary{.samples = 80, .asked = 80, .users = 9, .withCauses = 0, .methods = {}};
  for (std::size_t m = 0; m < explanation.methods.size(); ++m) {
    MethodSummary& method = summary.methods.emplace_back();
    method.name = explanation.methods[m].name;
    const double gain = 0.03 * static_cast<double>(m);
    for (OperatorSummary* by : {&method.masked, &method.removed}) {
      by->comprehensiveness = around(0.1 + gain);
      by->sufficiency = around(0.4 - gain);
      by->deletionAuc = around(0.5 - gain / 2);
      by->insertionAuc = around(0.5 + gain / 2);
      by->gain = around(gain);
      by->overRandom = around(m < beaten ? 0.0 : gain);
    }
    // By the other operator the order is the other way round.
    method.removed.gain.mean = -gain;
    method.causePrecision =
        method.causeRank = {.mean = std::nan(""), .low = std::nan(""), .high = std::nan(""), .n = 0};
  }
  return summary;
}

void keepFewUsers(ExplanationSummary& summary, std::size_t users) {
  summary.users = users;
  for (MethodSummary& method : summary.methods)
    for (OperatorSummary* by : {&method.masked, &method.removed})
      for (Estimate* estimate :
           {&by->comprehensiveness, &by->sufficiency, &by->deletionAuc, &by->insertionAuc, &by->gain, &by->overRandom})
        estimate->low = estimate->high = std::nan("");
}

ExplanationFixture::ExplanationFixture(const FixtureOptions& options)
    : sample(options),
      explained(fakeExplained(sample.inspection, {.location = sample.inspection.best().location}, true, options.seed)),
      summary(fakeSummary(explained.explanation)) {}

ExplanationContext ExplanationFixture::context(bool withEvaluation) const {
  ExplanationContext made;
  made.sample = sample.context();
  made.explained = &explained;
  made.evaluation = withEvaluation ? &summary : nullptr;
  made.filtered = 594;
  made.filteredText = "594 filtered of 3\u2009502 test samples";
  return made;
}

}  // namespace sojourn::present
