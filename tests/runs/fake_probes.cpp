// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/runs/fake_probes.h"

#include <cmath>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "model/runs/store/run_paths.h"

namespace sojourn::test {
namespace {

float learned(std::int64_t epoch) {
  return 1 - std::exp(-static_cast<float>(epoch) / 4);
}

template <class T>
void add(CheckpointFile& file, std::string name, std::vector<std::int64_t> shape, const std::vector<T>& values) {
  file.tensors.push_back({.name = std::move(name), .array = makeArray(std::move(shape), std::span<const T>(values))});
}

void addProbe(CheckpointFile& file, std::size_t k, std::int64_t epoch, const FakeProbesOptions& options) {
  const std::string prefix = std::to_string(k) + "/";
  const std::size_t length = options.length + k;
  const auto extent = static_cast<std::int64_t>(length);
  const float peak = fakeWeight(epoch, length);
  const float rest = length > 1 ? (1 - peak) / static_cast<float>(length - 1) : 0;
  std::vector<float> weights(length, rest);
  weights[length >= 2 ? length - 2 : 0] = peak;
  if (options.pointer) add(file, prefix + "pointer_weight", {extent}, weights);
  if (options.pointer && options.gate) add(file, prefix + "gate", {}, std::vector<float>{0.5F + 0.4F * learned(epoch)});
  std::vector<float> maps;
  for (std::size_t map = 0; map < options.layers * options.heads; ++map) {
    for (std::size_t query = 0; query < length; ++query) {
      for (std::size_t key = 0; key < length; ++key) {
        const float uniform = 1 / static_cast<float>(length);
        const float sharp = key == (query + map) % length ? 1.0F : 0.0F;
        maps.push_back(uniform + (sharp - uniform) * 0.5F * learned(epoch));
      }
    }
  }
  add(file, prefix + "attention",
      {static_cast<std::int64_t>(options.layers), static_cast<std::int64_t>(options.heads), extent, extent}, maps);
  std::vector<std::int64_t> locations;
  std::vector<float> probabilities;
  const float target = fakeTargetProbability(epoch);
  for (std::int64_t i = 0; i < 10; ++i) {
    // The target, place 2, rises from the third rank to the first.
    const std::int64_t place = epoch >= 3 ? i + 2 : i == 2 ? 2 : i < 2 ? i + 3 : i + 2;
    locations.push_back(place);
    probabilities.push_back(place == 2 ? target : (1 - target) * std::pow(0.5F, static_cast<float>(i) + 1));
  }
  add(file, prefix + "top_location", {10}, locations);
  add(file, prefix + "top_probability", {10}, probabilities);
  add(file, prefix + "target_probability", {}, std::vector<float>{target});
}

}  // namespace

float fakeWeight(std::int64_t epoch, std::size_t length) {
  const float uniform = 1 / static_cast<float>(length);
  return uniform + (0.9F - uniform) * learned(epoch);
}

float fakeTargetProbability(std::int64_t epoch) {
  return 0.1F + 0.8F * learned(epoch);
}

CheckpointFile fakeProbes(std::int64_t epoch, const FakeProbesOptions& options) {
  CheckpointFile file;
  for (std::size_t k = 0; k < options.probes; ++k) addProbe(file, k, epoch, options);
  if (!options.pointer) return file;
  std::vector<float> bias;
  for (std::size_t i = 0; i < 52; ++i)
    bias.push_back(i == 0 ? 0 : 0.1F * learned(epoch) * std::sin(static_cast<float>(i)));
  add(file, "position_bias", {52}, bias);
  if (!options.gate) return file;
  std::vector<std::int64_t> counts(80);
  for (std::int64_t bin = 0; bin < 40; ++bin) {
    const std::int64_t near = 40 - std::abs(bin - 20 - std::min<std::int64_t>(epoch, 12));
    counts[static_cast<std::size_t>(bin)] = near * 2;
    counts[static_cast<std::size_t>(bin) + 40] = near;
  }
  add(file, "gate_histogram", {2, 40}, counts);
  return file;
}

void writeFakeProbes(const std::filesystem::path& runFolder, std::int64_t epoch, const FakeProbesOptions& options) {
  const RunPaths paths{runFolder};
  std::filesystem::create_directories(paths.probes());
  EXPECT_TRUE(writeSafetensors(paths.probe(epoch), fakeProbes(epoch, options)).ok());
}

}  // namespace sojourn::test
