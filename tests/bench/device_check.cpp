// SPDX-License-Identifier: GPL-3.0-or-later
// Checks training on a device against the CPU, and times it: what packaging/device-check runs where a GPU is.
//   device_check cuda|stand-in losses|bytes|time geolife|large [DATASET]
//   device_check write geolife|large FOLDER
// DATASET (a folder, or folder/prefix) is taken in place of a made set of that size. The stand-in does the same on the
// CPU (step_graph.h), to try the check itself. Exit 0 where all is as it should be, 1 where not, 2 for wrong words.
#include <algorithm>
#include <chrono>
#include <cmath>
#include <cstdio>
#include <numeric>
#include <random>
#include <string>

#include "model/config/trainable_models.h"
#include "model/nets/device/device.h"
#include "model/nets/device/step_graph.h"
#include "model/nets/lstm/lstm_network.h"
#include "model/nets/mhsa/mhsa.h"
#include "model/nets/registry/registry.h"
#include "model/train/trainer/new_network.h"
#include "model/train/trainer/recipe.h"
#include "model/train/trainer/train_step.h"
#include "tests/bench/large_recipe.h"

namespace sojourn {
namespace {

using Clock = std::chrono::steady_clock;

constexpr double dropoutOfChecks = 0.15;

double secondsSince(Clock::time_point start) {
  return std::chrono::duration<double>(Clock::now() - start).count();
}

template <class T>
T valueOf(Result<T> result) {
  if (!result) throw std::runtime_error(result.error().sentence());
  return std::move(*result);
}

std::vector<std::size_t> shuffled(std::size_t count, std::uint64_t seed) {
  std::vector<std::size_t> rows(count);
  std::iota(rows.begin(), rows.end(), std::size_t{0});
  std::mt19937_64 random(seed);
  for (std::size_t i = count; i > 1; --i) std::swap(rows[i - 1], rows[random() % i]);
  return rows;
}

/// Without any dropout: two networks have some that no setting turns off.
std::shared_ptr<Network> withoutDropout(const Dataset& dataset, TrainingConfig config) {
  config.model.dropout = 0;
  NewNetwork made = valueOf(newNetwork(dataset, config));
  const ModelSizes sizes = made.network->sizes();
  std::shared_ptr<Network> network = made.network;
  if (config.model.name == "mhsa")
    network = std::make_shared<Mhsa>(MhsaOptions{.sizes = sizes, .dropout = 0, .fcDropout = 0});
  if (config.model.name == "lstm")
    network = std::make_shared<LstmNetwork>(
        LstmNetworkOptions{.sizes = sizes, .dropout = 0, .embeddingDropout = 0, .fcDropout = 0});
  restoreState(*network, networkState(*made.network));
  return network;
}

struct Check {
  const Dataset& dataset;
  c10::Device device;
  bool large;

  [[nodiscard]] const SequenceSet& set() const { return *dataset.split(Split::Train); }

  [[nodiscard]] TrainingConfig recipe(const std::string& id) const {
    return large && id == "pointer_v45" ? test::largeRecipe() : recipeFor(id);
  }

  [[nodiscard]] TrainStep learner(std::shared_ptr<Network> network, const TrainingConfig& config, StepKind kind) const {
    if (kind == StepKind::Recorded) network->to(device);
    const auto rule = makeRecipe(findModelKind(config.model.name)->recipe, config.training)->updateRule();
    return {std::move(network), config, rule, 0, kind};
  }

  std::vector<StepFigures> train(TrainStep& step, const TrainingConfig& config, std::span<const std::size_t> rows,
                                 std::size_t first, std::size_t end) const {
    const auto size = static_cast<std::size_t>(config.training.batchSize);
    const std::span<const std::size_t> wanted = rows.subspan(first * size, (end - first) * size);
    step.prepare(set(), wanted, size);
    for (std::size_t k = 0; k < end - first; ++k)
      step.step(set(), wanted.subspan(k * size, size), 5e-4 * static_cast<double>(1 + (first + k) % 3) / 3,
                static_cast<std::int64_t>(first + k));
    return step.collect();
  }

  /// Thirty steps, and how far losses and norms are from those of the CPU. The LSTM's head, ReLU before batch
  /// normalisation, doubles a difference in the last bit at each step from about the twelfth on, on one CPU too.
  [[nodiscard]] bool losses(const std::string& id) const {
    const std::size_t steps = id == "lstm" ? 12 : 30;
    const TrainingConfig config = recipe(id);
    const std::vector<std::size_t> rows =
        shuffled(steps * static_cast<std::size_t>(config.training.batchSize), 5);
    const auto run = [&](StepKind kind) {
      TrainStep step = learner(withoutDropout(dataset, config), config, kind);
      return train(step, config, rows, 0, steps);
    };
    const std::vector<StepFigures> expected = run(StepKind::Shards), found = run(StepKind::Recorded);
    double loss = 0, norm = 0;
    for (std::size_t k = 0; k < steps; ++k) {
    loss = std::max(loss, std::abs(found[k].loss - expected[k].loss));
      norm = std::max(norm, std::abs(found[k].gradientNorm / expected[k].gradientNorm - 1));
    }
    std::printf("losses %-14s %zu steps, loss %.4f to %.4f, at most %.1e from the CPU (norms: a share of %.1e)\n",
                id.c_str(), steps, expected.front().loss, expected.back().loss, loss, norm);
    return loss < 1e-4;
  }

  [[nodiscard]] static bool same(const TrainStep& a, const TrainStep& b) {
    const auto equal = [](const std::vector<NamedArray>& x, const std::vector<NamedArray>& y) {
      return std::ranges::equal(x, y, [](const auto& p, const auto& q) { return p.array.data == q.array.data; });
    };
    return equal(a.weights(), b.weights()) &&
           std::ranges::equal(a.optimizerState(0).slots, b.optimizerState(0).slots,
                              [&](const auto& p, const auto& q) { return equal(p.tensors, q.tensors); });
  }

  /// With dropout: a second run, and one that was stopped and went on elsewhere.
  [[nodiscard]] bool bytes(const std::string& id) const {
    constexpr std::size_t steps = 24, stop = 11;
    TrainingConfig config = recipe(id);
    config.model.dropout = dropoutOfChecks;
    const std::vector<std::size_t> rows =
        shuffled(steps * static_cast<std::size_t>(config.training.batchSize), 6);
    const auto fresh = [&] { return learner(valueOf(newNetwork(dataset, config)).network, config, StepKind::Recorded); };
    TrainStep whole = fresh(), again = fresh(), stopped = fresh(), resumed = fresh();
    (void)train(whole, config, rows, 0, steps);
    (void)train(again, config, rows, 0, steps);
    (void)train(stopped, config, rows, 0, stop);
    resumed.setWeights(stopped.weights());
    resumed.setOptimizerState(stopped.optimizerState(0));
    (void)train(resumed, config, rows, stop, steps);
    const bool twice = same(whole, again), goesOn = same(whole, resumed);
    std::printf("bytes  %-14s two runs %s, stopped and resumed %s\n", id.c_str(), twice ? "same" : "DIFFER",
                goesOn ? "same" : "DIFFER");
    return twice && goesOn;
  }

  /// Epochs of Pointer V45 as the trainer goes through them, with dropout and without validation.
  void time(const std::string& precision) const {
    const int epochs = device.is_cpu() ? 2 : 6;
    TrainingConfig config = recipe("pointer_v45");
    config.training.precision = precision;
    const auto size = static_cast<std::size_t>(config.training.batchSize);
    TrainStep step = learner(valueOf(newNetwork(dataset, config)).network, config, StepKind::Recorded);
    std::vector<double> seconds;
    std::int64_t number = 0;
    double loss = 0;
    for (int epoch = 0; epoch < epochs; ++epoch) {
      const std::vector<std::size_t> rows = shuffled(set().size(), static_cast<std::uint64_t>(epoch));
      const Clock::time_point start = Clock::now();
      step.prepare(set(), rows, size);
      for (std::size_t first = 0; first < rows.size(); first += size) {
        step.step(set(), std::span(rows).subspan(first, std::min(size, rows.size() - first)), 5e-4, number++);
        for (const StepFigures& figures : step.collect(Collected::Finished)) loss = figures.loss;
      }
      for (const StepFigures& figures : step.collect()) loss = figures.loss;
      seconds.push_back(secondsSince(start));
    }
    const double first = seconds.front();
    std::sort(seconds.begin() + 1, seconds.end());
    std::printf("time   %-8s %-9s %zu steps: first epoch %.3f s, then a median of %.4f s (%.4f to %.4f); loss %.4f; "
                "%zu shapes, %.0f MB reserved\n",
                large ? "large" : "geolife", precision.c_str(), (set().size() + size - 1) / size, first, seconds[seconds.size() / 2],
                seconds[1], seconds.back(), loss, step.recordings(),
                static_cast<double>(reservedBytes(device)) / 1e6);
  }
};

int run(const std::vector<std::string>& words) {
  if (words.size() < 3) return 2;
  const bool large = words[2 - (words[0] == "write" ? 1 : 0)] == "large";
  if (words[0] == "write") {
    const Status written = writeDataset(test::madeDataset(large ? test::largeSizes : test::geolifeSizes), words[2]);
    if (!written) std::fprintf(stderr, "%s\n", written.error().sentence().c_str());
    return written ? 0 : 1;
  }
  // First of all, as torch's CUDA half must be there before torch is first asked for anything.
  const c10::Device device = valueOf(resolveDevice(words[0] == "cuda" ? Device::Cuda : Device::Cpu));
  const Dataset dataset = words.size() > 3 ? valueOf(readDataset(valueOf(locateDataset(words[3]))))
                                           : test::madeDataset(large ? test::largeSizes : test::geolifeSizes);
  const Check check{.dataset = dataset, .device = device, .large = large};
  if (words[1] == "time") {
    for (const char* precision : {"float32", "tf32", "bfloat16"}) check.time(precision);
    return 0;
  }
  bool good = true;
  for (const ModelKind& kind : modelKinds()) {
    const std::string id(kind.id);
    if (large && id != "pointer_v45") continue;
    try {
      good = (words[1] == "losses" ? check.losses(id) : check.bytes(id)) && good;
    } catch (const std::exception& error) {
      const std::string what = error.what();
      std::printf("%-6s %-14s FAILED: %s\n", words[1].c_str(), id.c_str(), what.substr(0, what.find('\n')).c_str());
      good = false;
    }
    std::fflush(stdout);
  }
  return good ? 0 : 1;
}

}  // namespace
}  // namespace sojourn

int main(int count, char** text) {
  try {
    return sojourn::run({text + 1, text + count});
  } catch (const std::exception& error) {
    std::fprintf(stderr, "device_check: %s\n", error.what());
    return 1;
  }
}
