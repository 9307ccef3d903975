// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/explain/stability/parameter_randomization.h"

#include <algorithm>
#include <set>

#include "model/core/random.h"
#include "model/explain/explanation/explain.h"
#include "model/explain/statistics/ranking.h"
#include "model/inspect/network_passes.h"
#include "model/nets/device/device.h"
#include "model/nets/registry/registry.h"

namespace sojourn {
namespace {

std::set<std::string> parametersOf(const ModelDescription& model, std::span<const std::string> blocks) {
  std::set<std::string> names;
  for (const ModelBlock& block : model.blocks)
    if (std::ranges::find(blocks, block.id) != blocks.end())
      for (const TensorInfo& tensor : block.tensors)
        if (tensor.parameter) names.insert(tensor.name);
  return names;
}

NdArray shuffled(const NdArray& array, Random& random) {
  std::vector<float> values = array.toFloats();
  random.shuffle(std::span(values));
  return makeArray(array.shape, std::span<const float>(values));
}

/// What there is before any weight is random.
struct Original {
  LocationId target = 0;
  std::vector<NamedScores> scores;
};

Result<Original> explainOriginal(const Engine& engine, const Sequence& sequence, AgreementRequest& what,
                                 const CancelToken& cancel) {
  const auto inspection = engine.inspect(sequence, {.maps = false});
  if (!inspection) return inspection.error();
  if (!what.target) what.target = (*inspection)->best().location;
  auto scores = scoresOf(engine, sequence, what, cancel);
  if (!scores) return scores.error();
  return Original{*what.target, std::move(*scores)};
}

}  // namespace

std::vector<RandomizationStage> blocksFromOutput(const Engine& engine) {
  std::vector<RandomizationStage> blocks;
  for (const ModelBlock& block : engine.description().blocks)
    if (block.parameters > 0) blocks.push_back({.block = block.id, .title = block.title});
  std::ranges::reverse(blocks);
  return blocks;
}

Result<std::shared_ptr<const Engine>> withRandomWeights(const Engine& engine, std::span<const std::string> blocks,
                                                        std::uint64_t seed) {
  const ModelDescription& model = engine.description();
  return withNetwork(engine, [&](const Network& network) -> Result<std::shared_ptr<const Engine>> {
    CheckpointFile copy;
    copy.tensors = networkState(network);
    const std::set<std::string> chosen = parametersOf(model, blocks);
    Random random(seed);
    for (NamedArray& tensor : copy.tensors)
      if (chosen.contains(tensor.name)) tensor.array = shuffled(tensor.array, random);
    const at::Tensor like = network.parameters().front();
    EngineOptions options{.device = deviceOf(like.device()), .float64 = like.scalar_type() == at::kDouble};
    if (model.sizes.heads > 0) options.heads = static_cast<int>(model.sizes.heads);
    return Engine::fromCheckpoint(copy, model.source, options);
  });
}

Result<ParameterRandomizationTest> testParameterRandomization(const Engine& engine, const Sequence& sequence,
                                                              const ParameterRandomizationRequest& request,
                                                              const CancelToken& cancel, const Progress& progress) {
  AgreementRequest what = request.what;
  if (what.methods.empty()) {
    const std::shared_ptr<const Engine> alone(std::shared_ptr<const Engine>(), &engine);  // owned by the caller
    what.methods = methodsOfAll(std::span(&alone, 1));
  }
  const auto original = explainOriginal(engine, sequence, what, cancel);
  if (!original) return original.error();

  // A random model's gap stays large whatever the steps, and its ranking asks for no more of them.
  what.mostSteps = ExplainRequest{}.steps;
  ParameterRandomizationTest check;
  check.target = original->target;
  check.chance = tauCriticalValue(sequence.visits.size());
  check.draws = request.draws;
  for (const NamedScores& method : original->scores) check.methods.push_back({.method = method.method, .taus = {}});
  const std::vector<RandomizationStage> all = blocksFromOutput(engine);
  check.stages = request.cascading || all.empty() ? all : std::vector{all.back()};
  std::vector<std::string> blocks;
  std::size_t done = 0;
  for (const RandomizationStage& block : all) {
    blocks.push_back(block.block);
    if (!request.cascading && blocks.size() < all.size()) continue;
    std::vector<std::vector<double>> taus(check.methods.size());
    for (std::size_t draw = 0; draw < request.draws; ++draw) {
      const auto random = withRandomWeights(engine, blocks, request.seed + draw);
      if (!random) return random.error();
      const auto scores = scoresOf(**random, sequence, what, cancel);
      if (!scores) return scores.error();
      for (std::size_t m = 0; m < taus.size(); ++m)
        taus[m].push_back(kendallTauB(original->scores[m].scores, (*scores)[m].scores));
      if (progress) progress(++done, check.stages.size() * request.draws);
    }
    for (std::size_t m = 0; m < taus.size(); ++m) check.methods[m].taus.push_back(meanOfNumbers(taus[m]));
  }
  for (MethodRandomization& method : check.methods)
    method.survives = !method.taus.empty() && method.taus.back() >= check.chance;
  return check;
}

}  // namespace sojourn
