// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/train/trainer/training_device.h"

#include <algorithm>
#include <chrono>
#include <numeric>

#include "model/core/processor.h"
#include "model/inspect/device_times.h"
#include "model/nets/device/device.h"
#include "model/nets/network/network.h"
#include "model/train/trainer/new_network.h"
#include "model/train/trainer/train_step.h"

namespace sojourn {
namespace {

/// Epochs that a training has at least, about: early stopping ends most of them.
constexpr std::int64_t usualEpochs = 15;
constexpr double startOfGpu = 1.5;  ///< until the second step is done: libraries are loaded and the first is recorded

std::string keyOf(const TrainRequest& request, const std::string& device) {
  ModelDescription model;
  model.id = request.config.model.name;
  model.ablation = request.config.model.ablation;
  model.sizes = newSizes(*request.dataset, request.config);
  return timesKey(model, device,
                  "batch " + std::to_string(request.config.training.batchSize) + ", " +
                      std::to_string(threadsOf(request)) + " training threads");
}

/// Seconds of a step on a device; an exception where it cannot be had.
double secondsOfStep(const TrainRequest& request, c10::Device device) {
  constexpr int steps = 3;
  const SequenceSet& set = *request.dataset->split(Split::Train);
  Result<NewNetwork> made = newNetwork(*request.dataset, request.config);
  if (!made) throw std::runtime_error(made.error().what);
  made->network->to(device);
  TrainStep step(made->network, request.config, makeRecipe(made->recipe, request.config.training)->updateRule(),
                 threadsOf(request));
  std::vector<std::size_t> rows(std::min(set.size(), static_cast<std::size_t>(request.config.training.batchSize)));
  std::iota(rows.begin(), rows.end(), std::size_t{0});
  double seconds = 1e9;
  for (int k = 0; k <= steps; ++k) {  // the first one loads and records
    const auto start = std::chrono::steady_clock::now();
    step.step(set, rows, 1e-6, k);
    static_cast<void>(step.collect());
    if (k > 0)
      seconds = std::min(seconds, std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count());
  }
  return seconds;
}

}  // namespace

TrainingDevice chooseTrainingDevice(const TrainRequest& request) {
  if (!hasCudaDriver()) return {};
  const std::vector<Gpu> there = gpus();
  const Result<c10::Device> gpu = resolveDevice(Device::Cuda);
  if (there.empty() || !gpu) return {.device = Device::Cpu, .reason = gpu ? "" : gpu.error().what};
  const DeviceTimesFile file;
  const auto timesOn = [&](c10::Device device, const std::string& name, double start) {
    const std::string key = keyOf(request, name);
    if (const auto known = file.find(key)) return *known;
    DeviceTimes times;
    times.start = start;
    times.step = secondsOfStep(request, device);
    file.keep(key, times);
    return times;
  };
  try {
    const DeviceTimes onCpu = timesOn(c10::kCPU, "CPU", 0), onGpu = timesOn(*gpu, there.front().name, startOfGpu);
    const std::int64_t steps = std::min(usualEpochs, request.config.training.numEpochs) *
                               static_cast<std::int64_t>(request.dataset->split(Split::Train)->size()) /
                               request.config.training.batchSize;
    const ExpectedWork work{.inspections = 0, .sequences = 0, .steps = static_cast<double>(steps)};
    return {.device = work.secondsBy(onGpu) < work.secondsBy(onCpu) ? Device::Cuda : Device::Cpu,
            .reason = "a step takes " + roughSeconds(onCpu.step) + " on the CPU and " + roughSeconds(onGpu.step) +
                      " on the GPU"};
  } catch (const std::exception& error) {
    return {.device = Device::Cpu, .reason = error.what()};
  }
}

}  // namespace sojourn
