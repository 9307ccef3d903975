// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/present/present_fixtures.h"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <random>
#include <ranges>

namespace sojourn::present {
namespace {

using Random = std::mt19937;

float uniform(Random& random, float low, float high) {
  return std::uniform_real_distribution<float>(low, high)(random);
}

std::size_t pick(Random& random, std::size_t count) {
  return std::uniform_int_distribution<std::size_t>(0, count - 1)(random);
}

std::vector<float> softmax(const std::vector<float>& scores) {
  const float top = *std::ranges::max_element(scores);
  std::vector<float> weights(scores.size());
  std::ranges::transform(scores, weights.begin(), [top](float score) { return std::exp(score - top); });
  const float sum = std::accumulate(weights.begin(), weights.end(), 0.0F);
  for (float& weight : weights) weight /= sum;
  return weights;
}

std::vector<float> randomDistribution(Random& random, std::size_t count, float spread) {
  std::vector<float> scores(count);
  for (float& score : scores) score = uniform(random, -spread, spread);
  return softmax(scores);
}

Sequence randomSequence(Random& random, const FixtureOptions& options) {
  Sequence sequence{.user = 3, .visits = {}, .target = std::nullopt};
  std::vector<std::int64_t> starts(options.visits);
  for (auto& start : starts) start = static_cast<std::int64_t>(pick(random, 7 * 1440 + 600));
  std::ranges::sort(starts);
  for (const std::int64_t start : starts) {
    const auto day = static_cast<std::int32_t>(start / 1440);
    // The unseen location is among the places, as in real windows.
    const auto place = static_cast<LocationId>(1 + pick(random, std::max<std::size_t>(1, options.distinctPlaces)));
    sequence.visits.push_back({.location = std::min(place, options.locations - 1),
                               .weekday = (4 + day) % 7,
                               .startMinute = static_cast<std::int32_t>(start % 1440),
                               .durationMinutes = uniform(random, 20, 900),
                               .daysAgo = 7 - day});
  }
  if (options.target)
    sequence.target = static_cast<LocationId>(1 + pick(random, static_cast<std::size_t>(options.locations) - 1));
  return sequence;
}

void fillPointer(Inspection& inspection, Random& random, const FixtureOptions& options) {
  const std::size_t length = options.visits;
  inspection.gate = options.gate ? uniform(random, 0.05F, 0.95F) : 0.5F;
  for (std::size_t i = 0; i < length; ++i) {
    inspection.contentScore.push_back(uniform(random, -6, 9));
    inspection.positionBias.push_back(uniform(random, -0.1F, 0.1F));
    inspection.score.push_back(inspection.contentScore[i] + inspection.positionBias[i]);
  }
  inspection.pointerWeight = softmax(inspection.score);
  inspection.pointerMass.assign(static_cast<std::size_t>(options.locations), 0);
  for (std::size_t i = 0; i < length; ++i) {
    inspection.copiedMass.push_back(*inspection.gate * inspection.pointerWeight[i]);
    inspection.pointerMass[static_cast<std::size_t>(inspection.sequence.visits[i].location)] +=
        inspection.pointerWeight[i];
  }
}

void rank(Inspection& inspection, const FixtureOptions& options) {
  const float gate = inspection.gate.value_or(0);
  for (LocationId y = 0; y < options.locations; ++y) {
    const auto at = static_cast<std::size_t>(y);
    const float copied = options.pointer ? gate * inspection.pointerMass[at] : 0;
    const float generated = (1 - gate) * inspection.generation[at];
    const float probability = copied + generated + (options.pointer ? 1e-10F : 0);
    inspection.ranking.push_back({.location = y,
                                  .probability = probability,
                                  .logProbability = std::log(probability),
                                  .copied = copied,
                                  .generated = generated});
    inspection.logProbability.push_back(std::log(probability));
  }
  std::ranges::stable_sort(inspection.ranking, std::greater{}, &Candidate::probability);
  if (inspection.sequence.target) {
    const auto found = std::ranges::find(inspection.ranking, *inspection.sequence.target, &Candidate::location);
    inspection.targetRank = static_cast<std::size_t>(found - inspection.ranking.begin()) + 1;
  }
}

void fillAttention(Inspection& inspection, Random& random, const FixtureOptions& options) {
  AttentionMaps& maps = inspection.attention;
  maps = {.layers = options.layers, .heads = options.heads, .length = options.visits, .values = {}};
  for (std::size_t row = 0; row < options.layers * options.heads * options.visits; ++row) {
    const std::size_t keys = options.causal ? row % options.visits + 1 : options.visits;
    std::vector<float> weights = randomDistribution(random, keys, 2);
    weights.resize(options.visits, 0);
    maps.values.insert(maps.values.end(), weights.begin(), weights.end());
  }
}

ModelDescription describe(const FixtureOptions& options) {
  ModelDescription model;
  model.id = options.pointer ? "pointer_v45" : "mhsa";
  model.title = options.pointer ? "Pointer V45" : "MHSA";
  model.ablation = options.pointer && !options.gate ? "no_gate" : "full_model";
  model.capabilities = {.pointer = options.pointer,
                        .generation = true,
                        .gate = options.pointer && options.gate,
                        .positionBias = options.pointer,
                        .attentionMaps = options.heads > 0,
                        .causal = options.causal,
                        .userEmbedding = true,
                        .time = true,
                        .weekday = true,
                        .recency = true,
                        .duration = true};
  model.sizes = {.locations = options.locations,
                 .users = 10,
                 .maxLength = 64,
                 .width = 64,
                 .heads = static_cast<std::int64_t>(options.heads),
                 .layers = static_cast<std::int64_t>(options.layers),
                 .feedForward = 128};
  model.epoch = 8;
  return model;
}

}  // namespace

float EvenMeasurer::width(std::string_view text, const Font& font) const {
  const auto characters =
      std::ranges::count_if(text, [](char c) { return (static_cast<unsigned char>(c) & 0xC0U) != 0x80U; });
  const float em = font.weight == Weight::Regular ? 0.56F : 0.59F;
  return static_cast<float>(characters) * font.size * em;
}

FixtureSample::FixtureSample(const FixtureOptions& options) : model(describe(options)) {
  Random random(options.seed);
  inspection.sequence = randomSequence(random, options);
  for (std::size_t i = 0; i < options.visits; ++i) {
    inspection.encoded.push_back(encode(inspection.sequence.visits[i]));
    inspection.positionFromEnd.push_back(static_cast<std::int32_t>(positionFromEnd(i, options.visits)));
  }
  if (options.pointer) fillPointer(inspection, random, options);
  inspection.generation = randomDistribution(random, static_cast<std::size_t>(options.locations), 3);
  rank(inspection, options);
  if (options.heads > 0) fillAttention(inspection, random, options);
  if (options.longNames) {
    for (LocationId y = 2; y < options.locations; ++y) {
      names.setName(y, "Laboratory for Unhurried Measurement, Building " + std::to_string(y) + ", Chestnut Avenue");
    }
  }
  std::vector<LocationId> places;
  for (const Visit& visit : inspection.sequence.visits) places.push_back(visit.location);
  colors.assign(places);
}

SampleContext FixtureSample::context() const {
  SampleContext context;
  context.inspection = &inspection;
  context.model = &model;
  context.names = &names;
  context.colors = &colors;
  context.sampleText = "sample 3376, test";
  return context;
}

}  // namespace sojourn::present
