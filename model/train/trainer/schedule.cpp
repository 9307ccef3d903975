// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/train/trainer/schedule.h"

#include <algorithm>
#include <cmath>
#include <numbers>

namespace sojourn {

std::int64_t scheduleEpochs(const TrainingConfig::Training& training) {
  return training.scheduleEpochs > 0 ? training.scheduleEpochs : training.numEpochs;
}

double warmupCosineRate(const TrainingConfig::Training& training, std::int64_t epoch) {
  const double e = static_cast<double>(epoch - 1);
  const double warmup = static_cast<double>(training.warmupEpochs);
  if (e < warmup) return training.learningRate * (e + 1) / warmup;
  const double left = static_cast<double>(scheduleEpochs(training)) - warmup;
  const double progress = left > 0 ? std::min((e - warmup) / left, 1.0) : 1;
  return training.minLr + (training.learningRate - training.minLr) * (1 + std::cos(std::numbers::pi * progress)) / 2;
}

double linearRate(const TrainingConfig::Training& training, std::int64_t steps, std::int64_t stepsPerEpoch) {
  const double done = static_cast<double>(steps);
  const double warmup = static_cast<double>(training.warmupEpochs * stepsPerEpoch);
  if (done < warmup) return training.learningRate * done / warmup;
  const double end = static_cast<double>(scheduleEpochs(training) * stepsPerEpoch);
  return training.learningRate * std::max(0.0, (end - done) / std::max(1.0, end - warmup));
}

}  // namespace sojourn
